"""/gin history, /gin replay and /gin verify: what is over can be looked at, and nothing else."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.rendering.controls import AsText, Moment, Past, Proof, Way
from tests.builders import SALT, ScriptedDealer, names
from tests.room import Person, Room, Shown, room
from tests.scripts import (
    FIRST_MATCH,
    GIN_BY_THE_DEALER,
    KNOCK_BY_THE_OTHER,
)

from .plays import gin_by_the_dealer, knock_with_the_upcard, next_hand, play_first
from .settings import put_in_charge, words

README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice has won the first hand by gin, and is to move in the second."""
    dealer = ScriptedDealer(GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER, GIN_BY_THE_DEALER)
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        await made.seat(made.alice, made.bob)
        await gin_by_the_dealer(dealer=made.alice, other=made.bob)
        await next_hand(made.alice, made.bob)
        yield made


def seal_of(order: Any, salt: str = SALT) -> str:
    """Worked out here, from what README says."""
    return sha256(f"{' '.join(str(card) for card in order)} {salt}".encode()).hexdigest()


async def replayed(who: Person, **options: Any) -> Shown:
    return await who.command("gin replay", **options)


async def turned(who: Person, shown: Shown, *labels: str) -> Shown:
    """Press buttons of a replay, which stays the same message."""
    for label in labels:
        message = shown.id
        shown = await who.press_on(message, label)
        assert shown.id == message
    return shown


# Replays.


async def test_a_hand_is_replayed_step_by_step_with_both_hands_open(opened: Room) -> None:
    shown = await replayed(opened.carol, match=str(opened.table_of), hand=1)

    assert words(shown).splitlines()[0] == "### Hand 1 of alice and bob"
    assert "The deal. alice dealt; the upcard is 8♦." in words(shown)
    assert "alice: Run of clubs: two of clubs, three of clubs, four of clubs." in shown.alt
    assert "bob: Deadwood 68: six of clubs, seven of clubs," in shown.alt
    assert "Discard pile: eight of diamonds. Stock: 31 cards." in shown.alt
    told = []
    for _ in range(3):
        shown = await turned(opened.carol, shown, "Next ▶")
        told += re.findall(r"^Step .*$", words(shown), re.MULTILINE)
    assert told == [
        "Step 1 of 3. bob left the upcard.",
        "Step 2 of 3. alice took 8♦ from the pile.",
        "Step 3 of 3. alice threw K♣ and has gin.",
    ]
    assert "68 − 0 = 68, and 25 for the gin. alice scores 93." in words(shown)
    assert shown.alt.startswith("Both hands are open. alice has gin; knock card king of clubs.")
    assert len(shown.pictures) == 1


async def test_the_buttons_go_to_both_ends_and_back(opened: Room) -> None:
    shown = await replayed(opened.bob)
    at = []
    for label in ("Last", "◀ Back", "Next ▶", "First"):
        shown = await turned(opened.bob, shown, label)
        at.append(re.findall(r"(The deal|Step \d of 3)\.", words(shown)))
    assert at == [["Step 3 of 3"], ["Step 2 of 3"], ["Step 3 of 3"], ["The deal"]]


async def test_at_either_end_what_leads_nowhere_cannot_be_pressed(opened: Room) -> None:
    shown = await replayed(opened.bob)

    def closed(message: int) -> list[bool]:
        return [
            bool(button.get("disabled"))
            for row in opened.handle(message).components[0]["components"]
            if row["type"] == 1
            for button in row["components"]
        ][:4]

    assert closed(shown.id) == [True, True, False, False]
    await turned(opened.bob, shown, "Last")
    assert closed(shown.id) == [False, False, True, True]


async def test_a_replay_goes_from_hand_to_hand(opened: Room) -> None:
    await knock_with_the_upcard(knocker=opened.alice)
    shown = await replayed(opened.alice, hand=1)
    assert "Hand 2 ▶" in shown.labels
    assert "◀ Hand 0" not in shown.labels

    shown = await turned(opened.alice, shown, "Last", "Hand 2 ▶")
    assert "### Hand 2 of alice and bob" in words(shown)
    assert "bob dealt; the upcard is 3♥." in words(shown)
    assert "Hand 3 ▶" not in shown.labels

    shown = await turned(opened.alice, shown, "◀ Hand 1")
    assert "### Hand 1 of alice and bob" in words(shown)


async def test_a_replay_goes_on_after_a_restart(opened: Room) -> None:
    shown = await replayed(opened.carol, match=str(opened.table_of))
    await opened.restart()
    shown = await turned(opened.carol, shown, "Next ▶")
    assert "Step 1 of 3." in words(shown)


async def test_a_replay_is_seen_by_whoever_asked_alone(opened: Room) -> None:
    for command in ("replay", "verify", "history"):
        result = await opened.carol.actor.slash(
            opened.channel,
            f"gin {command}",
            **({} if command == "history" else {"match": str(opened.table_of)}),
        )
        assert result.response is not None
        assert result.response.ephemeral


async def test_a_look_never_touches_the_table(opened: Room) -> None:
    before = opened.table.text
    match = opened.table_of
    for asked in (Moment(match, 1, 0, Way.NEXT), Past(opened.alice.id, 0), Proof(match, 1)):
        answer = await opened.forge(opened.carol, opened.table_id, asked.encode())
        assert answer is not None
        assert answer.id != opened.table_id
    assert opened.table.text == before


@pytest.mark.parametrize("hand", [2, 3, 9999])
async def test_a_hand_that_is_not_over_is_shown_to_nobody(opened: Room, hand: int) -> None:
    for who in opened.people.values():
        for command in ("replay", "verify"):
            refused = await who.command(f"gin {command}", match=str(opened.table_of), hand=hand)
            assert refused.text == (
                "A hand can be looked at once it is over. Of this match hand 1 is."
            )


@pytest.mark.parametrize(
    "asked",
    [
        Moment(1, 2, 0),
        Moment(1, 2, 5, Way.LAST),
        Moment(1, 1, 0, Way.LATER),
        Moment(1, 1, 0, Way.EARLIER),
        Moment(1, 0, 0),
        Proof(1, 2),
        Proof(1, 0),
    ],
)
async def test_nor_is_it_by_a_button_that_was_never_there(opened: Room, asked: Any) -> None:
    panel = opened.bob.panel_id
    assert panel is not None
    refused = await opened.forge(opened.bob, panel, asked.encode())
    assert refused is not None
    assert "once it is over" in refused.text


@pytest.mark.parametrize(
    "custom_id",
    [
        "ginreplay1:1:1",
        "ginreplay1:1:1:0:sideways",
        "ginreplay1:1:1:1234567",
        "ginreplay1:-1:1:0",
        "ginreplay1:1:1:٣",
        "ginproof1:1",
        "gintext1:x",
        "ginpast1:1",
    ],
)
async def test_what_is_no_button_of_ours_is_answered_politely(opened: Room, custom_id: str) -> None:
    refused = await opened.forge(opened.carol, opened.table_id, custom_id)
    assert refused is not None
    assert "older deal" in refused.text


UNKNOWN = (
    "I know no such match here. Start to type a player's name and choose from the list, or leave "
    "`match` out for your last one."
)


@pytest.mark.parametrize("custom_id", ["gintext1:999", "ginreplay1:999:1:0", "ginproof1:999:1"])
async def test_a_match_that_there_is_none_of_is_not_found(opened: Room, custom_id: str) -> None:
    refused = await opened.forge(opened.carol, opened.table_id, custom_id)
    assert refused is not None
    assert refused.text == UNKNOWN


@pytest.mark.parametrize("typed", ["999", "alice and bob", "-1", "9" * 30])
async def test_a_match_that_is_mistyped_is_said_not_to_be_known(opened: Room, typed: str) -> None:
    for command in ("replay", "verify"):
        shown = await opened.alice.command(f"gin {command}", match=typed)
        assert shown.text == UNKNOWN


async def test_a_step_beyond_the_last_is_the_last(opened: Room) -> None:
    for asked in (Moment(1, 1, 999_999), Moment(1, 1, 999_999, Way.NEXT)):
        shown = await opened.forge(opened.carol, opened.table_id, asked.encode())
        assert shown is not None
        assert "Step 3 of 3." in words(shown)


async def test_a_hand_broken_off_stays_closed(opened: Room) -> None:
    await opened.bob.command("gin resign")
    assert opened.bob.told is not None
    await opened.bob.press_on(opened.bob.told.id, "Resign")
    assert "Seal" not in opened.table.text

    shown = await opened.alice.command("gin verify", hand=2)

    assert "Of this match hand 1 is." in shown.text


async def test_without_a_finished_hand_there_is_nothing_to_look_at(opened: Room) -> None:
    for command in ("replay", "verify"):
        shown = await opened.carol.command(f"gin {command}")
        assert shown.text == "A hand can be looked at once it is over, and here none is yet."


async def test_matches_are_offered_by_their_players_names(opened: Room) -> None:
    async def offered(who: Person, typed: str) -> list[str]:
        actor = who.actor
        choices = await actor.autocomplete(opened.channel, "gin replay", "match", typed)
        assert choices == await actor.autocomplete(opened.channel, "gin verify", "match", typed)
        return [choice["name"] for choice in choices]

    assert await offered(opened.carol, "") == []
    assert await offered(opened.alice, "") == ["alice and bob, under way"]
    assert await offered(opened.carol, "BO") == ["alice and bob, under way"]
    assert await offered(opened.carol, "nobody%") == []


async def test_a_match_that_only_its_players_may_see_is_looked_at_by_nobody_else(
    opened: Room,
) -> None:
    records = opened.bot.services.records
    stored = await records.load(opened.table_of)
    assert stored is not None
    await records.move_table(replace(stored[0], private=True))
    match = str(opened.table_of)

    for command in ("replay", "verify"):
        refused = await opened.carol.command(f"gin {command}", match=match)
        assert "for its players alone" in refused.text
    for asked in (Moment(1, 1, 0, Way.NEXT), Proof(1, 1), AsText(1)):
        answer = await opened.forge(opened.carol, opened.table_id, asked.encode())
        assert answer is not None
        assert "for its players alone" in answer.text
    assert await opened.carol.actor.autocomplete(opened.channel, "gin replay", "match", "bob") == []
    assert "### Hand 1" in (await replayed(opened.bob, match=match)).text
    assert await opened.bob.actor.autocomplete(opened.channel, "gin replay", "match", "bob")


async def test_a_match_of_another_server_is_only_for_who_played_in_it(opened: Room) -> None:
    elsewhere = opened.env.create_guild("Another room")
    channel = elsewhere.create_text_channel("cards")
    users = {who: elsewhere.add_member(who.actor.user) for who in (opened.bob, opened.carol)}

    shown = {}
    for who, actor in users.items():
        result = await actor.slash(channel, "gin replay", match=str(opened.table_of))
        shown[who] = who.heard(result).text
    assert "### Hand 1 of alice and bob" in shown[opened.bob]
    assert shown[opened.carol] == UNKNOWN


# As text.


async def test_a_match_can_be_taken_away_as_text(opened: Room) -> None:
    shown = await replayed(opened.carol, match=str(opened.table_of))
    answer = await opened.carol.press_on(shown.id, "As text")
    assert answer.id != shown.id
    assert "The match of alice and bob as text: 1 hand." in words(answer)

    (attached,) = opened._stored(answer.id).attachments
    assert attached["filename"] == "gin-rummy-1.txt"
    text = opened.env.backend.cdn._blobs[attached["url"]].decode()

    assert text.splitlines() == [
        "Gin Rummy: alice and bob",
        "Classic · knock 10 · gin 25 · Big Gin 31 · undercut 25 · to 100, lines 25, game 100",
        "",
        "Hand 1",
        "alice dealt; the upcard is 8♦.",
        "alice holds run 2♣ 3♣ 4♣ · run 5♦ 6♦ 7♦ · set 9♦ 9♥ 9♠ · deadwood K♣ = 10",
        "bob holds deadwood 6♣ 7♣ A♦ J♦ 4♥ 10♥ K♥ 2♠ 8♠ Q♠ = 68",
        "1. bob left the upcard.",
        "2. alice took 8♦ from the pile.",
        "3. alice threw K♣ and has gin.",
        "bob is left with 68, so 68 − 0 = 68, and 25 for the gin. alice scores 93.",
        "alice holds run 2♣ 3♣ 4♣ · run 5♦ 6♦ 7♦ 8♦ · set 9♦ 9♥ 9♠ · no deadwood",
        "bob holds deadwood 6♣ 7♣ A♦ J♦ 4♥ 10♥ K♥ 2♠ 8♠ Q♠ = 68",
        "alice 93 points, 1 line · bob 0 points, 0 lines",
        f"Order: {names(GIN_BY_THE_DEALER)}",
        f"Salt: {SALT}",
        f"Seal: {seal_of(GIN_BY_THE_DEALER)}",
    ]


# The seal.


async def test_the_table_shows_the_seal_during_the_hand(opened: Room) -> None:
    seal = seal_of(KNOCK_BY_THE_OTHER)
    line = opened.table.text.splitlines()[-1]
    assert line == (
        f"-# Seal of this deal, which `/gin verify` opens once the hand is over: `{seal}`"
    )
    assert SALT not in opened.table.text


async def test_after_the_hand_the_seal_is_opened(opened: Room) -> None:
    sealed = opened.table.text
    await knock_with_the_upcard(knocker=opened.alice)
    shown = await opened.bob.command("gin verify")

    assert names(KNOCK_BY_THE_OTHER) in shown.text
    assert SALT in shown.text
    seal = seal_of(KNOCK_BY_THE_OTHER)
    assert seal in shown.text
    assert seal in sealed
    assert seal in opened.table.text


async def test_the_line_that_is_shown_prints_the_seal(opened: Room) -> None:
    shown = await opened.carol.command("gin verify", match=str(opened.table_of), hand=1)
    (line,) = re.findall(r"```py\n(.+)\n```", shown.text)

    assert printed(sys.executable, "-c", line) == seal_of(GIN_BY_THE_DEALER)


async def test_and_so_does_the_line_in_readme(opened: Room) -> None:
    (line,) = re.findall(r"^python3 -c .*hashlib.*$", README.read_text("utf-8"), re.MULTILINE)
    shown = await opened.carol.command("gin verify", match=str(opened.table_of), hand=1)
    order, salt, seal = (text.strip() for text in re.findall(r"```\n(.+)\n```", shown.text))

    command = shlex.split(line.replace("ORDER", order).replace("SALT", salt))

    assert printed(sys.executable, *command[1:]) == seal == seal_of(GIN_BY_THE_DEALER)


def printed(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.strip()


async def test_from_the_deal_one_goes_to_its_replay_and_back(opened: Room) -> None:
    deal = await opened.bob.command("gin verify")
    shown = await opened.bob.press_on(deal.id, "Replay")
    assert "### Hand 1 of alice and bob" in words(shown)
    again = await opened.bob.press_on(shown.id, "The deal")
    assert again.text == deal.text


class NoSalt:
    """A dealer from before there was a seal."""

    def deck(self) -> Any:
        return GIN_BY_THE_DEALER


async def test_a_deal_without_a_salt_is_not_sealed_and_says_so(tmp_path: Path) -> None:
    dealer: Any = NoSalt()
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        await made.seat(made.alice, made.bob)
        assert "Seal" not in made.table.text
        await gin_by_the_dealer(dealer=made.alice, other=made.bob)
        shown = await made.alice.command("gin verify")
        assert names(GIN_BY_THE_DEALER) in shown.text
        assert "was not sealed" in shown.text


async def test_every_deal_has_a_seal_of_its_own(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as made:
        seals = set()
        for _ in range(3):
            await made.alice.command("gin challenge", opponent=made.bob.actor)
            await made.sit_down(made.alice, made.bob)
            seals |= set(re.findall(r"`([0-9a-f]{64})`", made.table.text))
        assert len(seals) == 3


# History.


async def test_finished_matches_are_listed_the_latest_first(tmp_path: Path) -> None:
    decks = (*FIRST_MATCH, GIN_BY_THE_DEALER)
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(*decks)) as made:
        await made.seat(made.alice, made.bob)
        await play_first(made)
        first = int(made.env.now().timestamp())
        await made.env.advance_time(86_400)
        await made.seat(made.bob, made.alice)
        await made.alice.command("gin resign")
        assert made.alice.told is not None
        await made.alice.press_on(made.alice.told.id, "Resign")
        second = int(made.env.now().timestamp())

        shown = await made.alice.command("gin history")
        assert words(shown).splitlines() == [
            "### Matches of alice",
            f"1. <t:{second}:d> against bob · 0 to 0 hand points · bob won · alice resigned",
            f"2. <t:{first}:d> against bob · 173 to 0 hand points · alice won · played to the end",
        ]
        # Of the other no hand was played out.
        assert shown.labels == ["Replay 2", "Review 2"]

        theirs = await made.carol.command("gin history", player=made.bob.actor)
        assert "### Matches of bob" in words(theirs)
        assert "against alice · 0 to 173 hand points · alice won" in words(theirs)

        replay = await made.carol.press_on(theirs.id, "Replay 2")
        assert "### Hand 1 of alice and bob" in words(replay)
        assert "Hand 2 ▶" in replay.labels
        offered = await made.carol.actor.autocomplete(made.channel, "gin replay", "match", "ali")
        assert [one["name"][:14] for one in offered] == ["bob and alice,", "alice and bob,"]
        assert all(re.search(r", \d{1,2} \w{3} \d{4}$", one["name"]) for one in offered)


async def test_a_match_that_goes_on_is_not_in_the_list(opened: Room) -> None:
    for who in (opened.alice, opened.carol):
        shown = await who.command("gin history")
        assert "has been finished here yet" in shown.text
        assert shown.labels == []


async def test_the_list_is_leafed_through(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(*[GIN_BY_THE_DEALER] * 7)) as made:
        put_in_charge(made, made.carol)
        for number in range(7):
            await made.seat(made.alice, made.bob)
            if number > 0:
                await gin_by_the_dealer(dealer=made.alice, other=made.bob)
            await made.env.advance_time(5)
            await made.carol.command(
                "gin-admin end", match=str(made.table_of), scored=number % 2 == 1
            )
        shown = await made.bob.command("gin history")
        own = [f"{what} {place}" for place in range(1, 8) for what in ("Replay", "Review")]
        assert shown.labels == [*own[:10], "Earlier ▶"]
        assert "called off, does not count" in words(shown)
        assert "0 to 93 hand points · alice won · ended by those who manage" in words(shown)

        shown = await turned(made.bob, shown, "Earlier ▶")
        # In the first of all no hand was played to its end.
        assert shown.labels == ["Replay 6", "Review 6", "◀ Later"]
        assert "7. " in words(shown)

        await made.restart()
        shown = await turned(made.bob, shown, "◀ Later")
        assert "Replay 1" in shown.labels
        beyond = await made.forge(made.bob, shown.id, Past(made.bob.id, 99).encode())
        assert beyond is not None
        assert "No more matches." in beyond.text


async def test_of_two_matches_the_one_that_ended_later_comes_first(tmp_path: Path) -> None:
    """Bob's was begun first and goes on longer."""
    decks = [GIN_BY_THE_DEALER] * 2
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(*decks)) as made:
        put_in_charge(made, made.carol)
        await made.seat(made.alice, made.bob)
        first = made.table_of
        await made.seat(made.alice, made.carol)
        for match in (made.table_of, first):
            await made.env.advance_time(60)
            await made.carol.command("gin-admin end", match=str(match), scored=True)

        listed = words(await made.alice.command("gin history")).splitlines()

        assert [line.split(" · ")[0].split(" against ")[1] for line in listed[1:]] == [
            "bob",
            "carol",
        ]


async def test_the_commands_leave_with_their_cog(opened: Room) -> None:
    group: Any = opened.bot.tree.get_command("gin")
    assert {"history", "replay", "verify"} <= {command.name for command in group.commands}
    await opened.bot.unload_extension("cogs.archive")
    assert not {"history", "replay", "verify"} & {command.name for command in group.commands}
    await opened.bot.load_extension("cogs.archive")
    assert (await opened.carol.command("gin history")).text


async def test_a_match_as_text_is_private_and_of_ones_own_server(opened: Room) -> None:
    answer = await opened.forge(opened.carol, opened.table_id, AsText(1).encode())
    assert answer is not None
    assert opened._stored(answer.id).is_ephemeral
