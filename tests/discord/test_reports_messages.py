"""What users of other bots reported, held against this one: messages, pictures, permissions.

Numbers and docstrings are as in `test_reports.py`.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.types import HttpLogEntry

from bot.rendering import painting
from bot.rendering.scenes import Scene, TableScene
from tests.builders import ScriptedDealer
from tests.payloads import parts_of
from tests.room import Person, Room, Shown, plain, room
from tests.scripts import KNOCK_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .plays import knock_with_the_upcard, next_hand
from .settings import deny, give_back, put_in_charge

HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room in which nobody has sat down; the challenger deals, the other may take 3h."""
    decks = ScriptedDealer(KNOCK_BY_THE_OTHER, KNOCK_BY_THE_DEALER, *[KNOCK_BY_THE_OTHER] * 22)
    async with room(tmp_path / "gin.sqlite3", decks, next_hand_seconds=3600) as made:
        yield made


@pytest.fixture
async def seated(opened: Room) -> Room:
    """Alice has dealt to Bob, who is to move; both hands are open."""
    await opened.seat(opened.alice, opened.bob)
    return opened


def words(shown: Shown) -> str:
    return plain(shown.text).replace("**", "")


def requests(opened: Room, method: str, path: str = "") -> list[HttpLogEntry]:
    """What the bot has asked of Discord with a method, where the path has this in it."""
    return [one for one in opened.env.http_requests if one.method == method and path in one.path]


def since(opened: Room, mark: int) -> list[HttpLogEntry]:
    return list(opened.env.http_requests[mark:])


def mark(opened: Room) -> int:
    return len(opened.env.http_requests)


def stored(opened: Room, message: int) -> Any:
    return opened.env.backend.get_message(opened.channel.id, message)


def picture(opened: Room, shown: Shown) -> bytes:
    """The file that a message shows, as it was uploaded."""
    (url,) = shown.pictures
    found = opened.env.backend.cdn.get(url)
    assert found is not None
    return found


async def test_report_09_a_channel_that_cannot_hold_a_table_gets_no_challenge(
    opened: Room,
) -> None:
    """The game began where the bot lacked a permission, and posted useless text.

    The lacking permission is named to the one who asked; nothing is said or kept.
    """
    deny(opened, discord.Permissions(send_messages=True))

    told = await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    assert "I lack **Send Messages**" in told.text
    assert stored(opened, told.id).is_ephemeral
    assert opened.channel.history() == []
    with closing(sqlite3.connect(opened._path)) as connection:
        assert connection.execute("SELECT count(*) FROM challenges").fetchone() == (0,)


async def test_report_10_a_permission_lost_in_mid_match_loses_no_move(seated: Room) -> None:
    """The game was stuck once Send Messages was taken away.

    Both play on in their hands and are told; given back, the table shows every move.
    """
    deny(seated, discord.Permissions(view_channel=True, send_messages=True))
    await seated.bob.press("Take 3♥")
    await seated.bob.press("throw:Kd")
    drawn = await seated.alice.press("draw")
    assert "The table cannot be shown" in drawn.text
    assert "threw" not in seated.table.text

    give_back(seated)
    await seated.alice.press(drawn.keys[0].verb)

    told = words(seated.table)
    assert "bob took 3♥ from the pile and threw K♦" in told
    assert "alice drew from the stock and threw" in told


async def test_report_11_without_attach_files_all_is_there_in_words(seated: Room) -> None:
    """Attach Files was missing in the invitation, and the failed upload was swallowed.

    A refused picture comes as words at once, and the hands, which need no permission, as ever.
    """
    seated.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)

    hand = await seated.bob.press("Take 3♥")

    assert seated.table.pictures == []
    assert "Discard pile: nothing. Stock: 31 cards." in seated.table.text
    assert picture(seated, hand)


async def test_report_12_no_command_and_no_button_fails_while_it_works(opened: Room) -> None:
    """The command did its work and Discord still said "This interaction failed".

    Every command there is, within a match and without, and every button of a table is answered;
    `heard` fails where one is not.
    """
    alice, bob, carol = opened.alice, opened.bob, opened.carol
    offered = [name.removeprefix("/") for name in bob.actor.available_commands(opened.channel)]
    commands = [name for name in offered if name.startswith("gin ")]
    assert len(commands) >= 11
    needed = {"gin practice": {"level": "easy"}, "gin ask": {"what": "hints"}}
    for name in commands:
        assert (await carol.command(name, **needed.get(name, {}))).text
    await opened.seat(alice, bob)
    for name in commands:
        assert (await bob.command(name, **needed.get(name, {}))).text
    for label in opened.table.labels:
        for person in (alice, bob, carol):
            assert (await person.press_table(label)).text


async def test_report_15_the_table_changes_without_any_token_of_a_click(seated: Room) -> None:
    """After 15 to 30 minutes edits failed with 401 and "Invalid Webhook Token".

    The table is changed with the bot's own token, and no dead token is tried.
    """
    await seated.env.advance_time(50 * 60)
    before = mark(seated)

    await seated.bob.press("Take 3♥")

    assert "bob took 3♥ from the pile" in words(seated.table)
    sent = since(seated, before)
    table = f"/channels/{seated.channel.id}/messages/{seated.table_id}"
    assert ("PATCH", table) in [(one.method, one.path) for one in sent]
    assert not [one for one in sent if one.path.startswith("/webhooks/")]


async def test_report_16_a_hand_is_changed_only_by_its_interaction(seated: Room) -> None:
    """Editing an ephemeral message like any other fails.

    No request with the bot's own token names a panel, and the other's panel follows all the same.
    """
    before = mark(seated)

    await seated.bob.press("Take 3♥")
    await seated.bob.press("throw:Kd")

    assert "Draw from stock (31)" in seated.alice.panel.labels
    panels = {str(seated.alice.panel_id), str(seated.bob.panel_id)}
    own = [one.path for one in since(seated, before) if one.path.startswith("/channels/")]
    assert own
    assert not [path for path in own if panels & set(path.split("/"))]
    pushed = [one.path for one in since(seated, before) if one.method == "PATCH"]
    assert any(re.fullmatch(r"/webhooks/.+/messages/@original", path) for path in pushed)


async def test_report_17_a_hand_left_open_for_days_keeps_its_buttons(seated: Room) -> None:
    """Private buttons stopped after 15 to 30 minutes, and the time-out ran into an error.

    Nothing is done to an open hand while time goes by; three days later it plays in place.
    """
    panel, labels, before = seated.bob.panel_id, seated.bob.panel.labels, mark(seated)

    await seated.env.advance_time(3 * DAY)

    assert seated.bob.panel.labels == labels
    assert not [one for one in since(seated, before) if one.path.startswith("/webhooks/")]
    assert "You took 3♥" in words(await seated.bob.press("Take 3♥"))
    assert seated.bob.panel_id == panel


async def test_report_18_a_lost_hand_comes_back_whenever_it_is_asked_for(seated: Room) -> None:
    """Scrolling, "Jump to present" and a restarted client lost the private reply.

    My hand on the table and `/gin hand` bring it back; `/gin table` brings the table down here.
    """

    def lose(who: Person) -> None:
        seated.env.backend.delete_message(seated.channel.id, who.panel_id or 0)

    lose(seated.alice)
    await seated.bob.press("Take 3♥")
    await seated.bob.press("throw:Kd")
    from_button = await seated.alice.open_hand()
    assert from_button.labels == ["Draw from stock (31)", "Take K♦"]
    lose(seated.alice)
    from_command = await seated.alice.command("gin hand")
    assert from_command.labels == from_button.labels
    await seated.carol.command("gin leaderboard")
    assert seated.table_id != seated.last_id

    await seated.bob.command("gin table")

    assert seated.table_id == seated.last_id
    lose(seated.alice)
    assert (await seated.alice.open_hand()).labels == from_button.labels


async def test_report_19_what_was_shown_in_private_is_not_taken_away(seated: Room) -> None:
    """A private text was deleted after a minute, faster than it could be read.

    An hour later hand, score sheet, rules and help are where they were.
    """
    bob = seated.bob
    shown = [bob.panel, await bob.press_table("Score sheet")]
    shown += [await bob.command("gin rules"), await bob.command("gin help")]

    await seated.env.advance_time(HOUR)

    assert [seated.message(one.id).text for one in shown] == [one.text for one in shown]
    assert requests(seated, "DELETE") == []


async def test_report_20_a_thread_that_was_archived_does_not_end_the_match(opened: Room) -> None:
    """Buttons were dead in archived threads.

    Threads ask for the longest time there is; the table comes anew where it cannot be changed.
    """
    put_in_charge(opened, opened.carol)
    await opened.carol.command("gin-admin threads", each=True)
    await opened.seat(opened.alice, opened.bob)
    (created,) = requests(opened, "POST", "/threads")
    assert created.json is not None
    assert created.json["auto_archive_duration"] == 7 * 24 * 60
    first = opened.table_id
    opened.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083)

    await opened.bob.press("Take 3♥")

    assert opened.table_id != first
    assert "bob took 3♥ from the pile" in words(opened.table)
    assert "Your hand against alice" in (await opened.bob.open_hand()).text


async def test_report_21_a_click_that_comes_late_is_acknowledged_before_it_is_shown(
    seated: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Painting pictures used up Discord's three seconds.

    Pictures are painted beside the event loop, and when half of the time has gone already an
    empty acknowledgement goes ahead of them.
    """
    painters: list[threading.Thread] = []
    tables, paint = seated.bot.services.tables, painting.paint
    look = tables.look

    def watched(scene: Scene) -> bytes:
        painters.append(threading.current_thread())
        return paint(scene)

    async def late(match: int) -> Any:
        monkeypatch.setattr(tables, "look", look)
        seated.env.backend.clock.advance(2)
        return await look(match)

    monkeypatch.setattr(seated.bot._painter, "_paint", watched)
    monkeypatch.setattr(tables, "look", late)
    before = mark(seated)

    shown = await seated.bob.press("Take 3♥")

    assert "You took 3♥" in words(shown)
    (answer,) = [one for one in since(seated, before) if one.path.endswith("/callback")]
    token = answer.path.split("/")[-2]  # what is pushed to Alice meanwhile has another
    sent = [
        (one.method, one.json["type"] if one.path.endswith("/callback") and one.json else None)
        for one in since(seated, before)
        if token in one.path
    ]
    assert sent[:2] == [("POST", 6), ("PATCH", None)]
    assert painters
    assert threading.main_thread() not in painters


async def test_report_22_a_message_has_the_one_picture_it_shows(seated: Room) -> None:
    """With each edit attachments piled up, or vanished.

    Every edit uploads what it shows and nothing else; what is left behind has none.
    """
    first = seated.table_id
    await knock_with_the_upcard(knocker=seated.bob)
    await next_hand(seated.alice, seated.bob)

    edits = [one.json for one in requests(seated, "PATCH") if one.json]
    shows = [body for body in edits if "attachment://" in json.dumps(body)]
    assert len(shows) > 3
    for body in edits:
        shown = re.findall(r"attachment://([\w.-]+)", json.dumps(body))
        assert [one["filename"] for one in body["attachments"]] == shown
    panels = [seated.alice.panel_id or 0, seated.bob.panel_id or 0]
    for message in (seated.table_id, *panels):
        assert len(stored(seated, message).attachments) == 1
    assert stored(seated, first).attachments == []


async def test_report_23_each_change_shows_a_picture_of_a_new_address(seated: Room) -> None:
    """Some devices went on showing the old picture after an edit.

    No address is ever used for two pictures, and the new one shows something else.
    """
    seen = {seated.table.pictures[0]: picture(seated, seated.table)}
    panels = {seated.bob.panel.pictures[0]: picture(seated, seated.bob.panel)}
    for wanted in ("Take 3♥", "throw:Kd"):
        await seated.bob.press(wanted)
        seen[seated.table.pictures[0]] = picture(seated, seated.table)
        panels[seated.bob.panel.pictures[0]] = picture(seated, seated.bob.panel)

    assert len(seen) == len(set(seen.values())) == 3
    assert len(panels) == len(set(panels.values())) == 3


async def test_report_24_no_picture_is_in_an_embed(seated: Room) -> None:
    """Images in private embeds did not load.

    Table, hand and score sheet are attachments in a gallery; nothing sent has an embed.
    """
    sheet = await seated.bob.press_table("Score sheet")

    for shown in (seated.table, seated.bob.panel, sheet):
        assert picture(seated, shown).startswith(b"\x89PNG")
    bodies = [one.json for one in seated.env.http_requests]
    assert not [part for body in bodies for part in parts_of(body) if part.get("embeds")]


async def test_report_28_neither_many_matches_nor_long_names_go_over_a_limit(
    opened: Room,
) -> None:
    """Menus of more than 25 options and labels of more than 80 characters were refused.

    With 22 matches against names of 32 wide characters every question is still one message.
    """
    for number in range(22):
        user = opened.env.create_user(f"guest{number}")
        guest = Person(opened, opened.guild.add_member(user))
        opened.env.backend.get_guild(opened.guild.id).members[guest.id].nick = "*W" * 16
        await guest.command("gin challenge", opponent=opened.bob.actor)
        await opened.bob.press_on(opened.last_id, "Accept")

    asked = await opened.bob.command("gin hand")

    assert len(asked.keys) == 20
    assert all(len(label) <= 80 for label in asked.labels)
    handle, first = opened.handle(asked.id), asked.keys[0].custom_id
    chosen = opened.bob.heard(await opened.bob.actor.click(handle, custom_id=first))
    assert "Your hand against" in chosen.text
    form = await opened.carol.command("gin challenge", rules="custom")
    parts = parts_of(stored(opened, form.id).components)
    options = [len(part["options"]) for part in parts if part.get("type") == 3]
    assert options
    assert max(options) <= 25


async def test_report_30_each_interaction_is_acknowledged_exactly_once(seated: Room) -> None:
    """Interactions were acknowledged twice, which Discord refuses (40060).

    Moves, looks, refusals, questions and commands: for each one callback, whatever came of it.
    """
    bob, panel, take = seated.bob, seated.bob.panel_id or 0, seated.bob.panel.key("take").custom_id
    await seated.clicks_at_once((bob, panel, take), (bob, panel, take), (seated.alice, panel, take))
    await seated.forge(bob, panel, "gin1:999:2:take")
    await seated.carol.press_table("My hand")
    for command in ("gin score", "gin pause", "gin resign", "gin table", "gin leaderboard"):
        await bob.command(command)

    callbacks = [one.path for one in requests(seated, "POST") if one.path.endswith("/callback")]

    assert len(callbacks) == len(set(callbacks)) == len(seated.env.backend.interactions)


async def test_report_39_moves_in_quick_succession_cost_few_edits_of_the_table(
    seated: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quick edits ran into rate limits, and edits of a message over an hour old into another.

    What is overtaken while the table is drawn is never sent; a refused edit becomes a new message.
    """
    messenger, tables = seated.bot.services.messenger, seated.bot.services.tables
    version, paint = tables._cache[1].match.version, messenger._painter

    async def slow(scene: Scene) -> bytes:
        # The other moves come first; no event tells of them.
        while (  # noqa: ASYNC110
            isinstance(scene, TableScene) and tables._cache[1].match.version < version + 3
        ):
            await asyncio.sleep(0)
        return await paint(scene)

    monkeypatch.setattr(messenger, "_painter", slow)
    bob, alice, before = seated.bob, seated.alice, mark(seated)
    await seated.clicks_at_once(
        (bob, bob.panel_id or 0, f"gin1:1:{version}:take"),
        (bob, bob.panel_id or 0, f"gin1:1:{version + 1}:throw:Kd"),
        (alice, alice.panel_id or 0, f"gin1:1:{version + 2}:draw"),
    )

    first = seated.table_id
    edits = [one for one in since(seated, before) if one.path.endswith(f"/messages/{first}")]
    assert len(edits) in {1, 2}, "three moves"
    assert "alice drew from the stock" in words(seated.table)
    seated.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046)
    await alice.press(alice.panel.keys[0].verb)
    assert seated.table_id != first
    assert "alice drew from the stock and threw" in words(seated.table)
