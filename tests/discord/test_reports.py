"""What users of other bots reported, held against this one: matches, turns, the database.

Each test carries the number of the report; its docstring says what they saw and what must
hold here. The other reports are in `test_reports_messages.py` and `test_reports_people.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Drew, Event, HandDealt, HandEnded, Threw
from tests.builders import ScriptedDealer
from tests.room import Person, Room, Shown, plain, room
from tests.scripts import GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .plays import gin_by_the_dealer
from .settings import put_in_charge

DAY = timedelta(days=1).total_seconds()
MINUTE = 60
NO_MATCH = "You are not in a match here. `/gin challenge` starts one."
MAY_CLAIM = "may claim the win or keep waiting"


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room in which nobody has sat down; the challenger deals, the other may take 3h."""
    decks = ScriptedDealer(*[KNOCK_BY_THE_OTHER] * 4)
    async with room(tmp_path / "gin.sqlite3", decks, next_hand_seconds=3600) as made:
        yield made


@pytest.fixture
async def seated(opened: Room) -> Room:
    """Alice has dealt to Bob, who is to move; both hands are open."""
    await opened.seat(opened.alice, opened.bob)
    return opened


async def challenge(opened: Room, **options: Any) -> None:
    """Alice deals to Bob in a match with these options."""
    await opened.alice.command("gin challenge", opponent=opened.bob.actor, **options)
    await opened.sit_down(opened.alice, opened.bob)


async def resign(who: Person) -> Shown:
    asked = await who.command("gin resign")
    return await who.press_on(asked.id, "Resign")


async def events(opened: Room, match: int = 1) -> list[Event]:
    stored = await opened.bot.services.records.load(match)
    assert stored is not None
    return list(stored[1])


def rows(opened: Room, query: str) -> list[Any]:
    """What the database file holds."""
    with closing(sqlite3.connect(opened._path)) as connection:
        return connection.execute(query).fetchall()


def words(shown: Shown) -> str:
    return plain(shown.text).replace("**", "")


def public(opened: Room) -> dict[int, str]:
    """Everything that was said aloud, as it stands."""
    return {one.id: opened.message(one.id).text for one in opened.channel.history()}


async def test_report_01_a_fault_is_told_in_words_and_who_joins_has_his_buttons(
    opened: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """ "This interaction failed", and no buttons for whoever joined.

    A fault inside is answered in words and joins nobody by half; the next try has buttons.
    """
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    async def broken(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as fault:
        fault.setattr(opened.bot.services.records, "open_match", broken)
        told = await opened.bob.press_on(opened.last_id, "Accept")
    assert "Something went wrong on my side" in told.text
    assert "disk full" in caplog.text
    caplog.get_records("call").clear()

    hand = await opened.bob.press_on(opened.last_id, "Accept")

    assert hand.labels == ["Take 3♥", "Pass"]


async def test_report_02_nothing_private_touches_the_table_and_an_admins_end_ends(
    seated: Room,
) -> None:
    """A private notice replaced the board and ended the game, and the admin's reset did nothing.

    What is meant for one person changes no public message; `/gin-admin end` really ends.
    """
    before = public(seated)
    await seated.carol.press_table("My hand")
    asked = await seated.bob.command("gin resign")
    await seated.bob.press_on(asked.id, "Play on")
    assert public(seated) == before
    await seated.bob.press("Take 3♥")
    put_in_charge(seated, seated.carol)

    told = await seated.carol.command("gin-admin end", match="1", scored=False)

    assert "has ended and does not count" in told.text
    assert "called the match off" in seated.table.text
    assert words(await seated.bob.command("gin hand")) == NO_MATCH


async def test_report_03_days_offline_cost_nobody_his_time(opened: Room) -> None:
    """The bot was offline for days, and nobody was told.

    After three days away nobody is late; each has the rest of his time, and the match goes on.
    """
    await challenge(opened, pace="live")

    await opened.restart(down_for=3 * DAY)

    await opened.env.advance_time(2 * MINUTE)
    assert MAY_CLAIM not in opened.table.text
    await opened.env.advance_time(2 * MINUTE)
    assert f"bob's time is up. alice {MAY_CLAIM}" in words(opened.table)
    await opened.bob.press("Take 3♥")
    assert "bob took 3♥ from the pile" in words(opened.table)


async def test_report_04_a_dead_match_blocks_no_channel_and_closes_by_itself(
    seated: Room,
) -> None:
    """The clean-up never ran, and a dead game blocked its channel for months.

    Others sit down beside it, and after thirty days it is closed, restart or not.
    """
    dead = seated.table_of
    await seated.restart()
    await seated.env.advance_time(DAY)
    await seated.seat(seated.carol, seated.alice)

    await seated.env.advance_time(29 * DAY + MINUTE)

    seated.table_of = dead
    assert "Nobody has come back to this match for 30 days" in seated.table.text
    assert words(await seated.bob.command("gin hand")) == NO_MATCH
    assert "Your hand against carol" in (await seated.alice.command("gin hand")).text


@pytest.mark.parametrize("silent", ["alice", "bob"])
async def test_report_05_whoever_goes_silent_the_other_is_not_stuck(
    opened: Room, silent: str
) -> None:
    """Only the host could remove somebody, and then the host himself was gone.

    There is no host: whichever of the two lets his time pass, the other may claim the match.
    """
    await challenge(opened, pace="live")
    if silent == "alice":
        await opened.bob.press("Pass")
    waiting = opened.bob if silent == "alice" else opened.alice

    await opened.env.advance_time(3 * MINUTE + 1)
    assert "Claim the win" not in (await opened.people[silent].open_hand()).labels
    await waiting.press("Claim the win")

    assert f"{waiting.actor.name} wins the match" in words(opened.table)


async def test_report_08_each_refusal_names_its_own_cause(seated: Room) -> None:
    """A card that could not be played was refused with "not your turn".

    Out of turn, not held, just taken and too early are four different sentences.
    """
    bob = seated.bob.panel_id or 0

    async def refused(verb: str, *, by: Person = seated.bob) -> str:
        version = len(await events(seated))
        shown = await seated.forge(by, by.panel_id or bob, f"gin1:1:{version}:{verb}")
        assert shown is not None
        return words(shown)

    assert "It is bob's turn" in await refused("take", by=seated.alice)
    assert "take the upcard or pass first" in await refused("draw")
    await seated.bob.press("Take 3♥")
    not_held, just_taken = await refused("throw:Kc"), await refused("throw:3h")

    assert "You do not hold K♣" in not_held
    assert "You took 3♥ this turn" in just_taken
    assert "'s turn." not in not_held + just_taken


async def test_report_13_a_restart_loses_neither_matches_nor_challenges(seated: Room) -> None:
    """Games were gone after a restart.

    In the middle of a turn all is there afterwards: hand, table, and a challenge that stands.
    """
    await seated.carol.command("gin challenge")
    offer = seated.last_id
    taken = await seated.bob.press("Take 3♥")
    table = seated.table.text

    await seated.restart()

    assert seated.table.text == table
    back = await seated.bob.open_hand()
    assert (back.text, back.labels) == (taken.text, taken.labels)
    await seated.bob.press("throw:Kd")
    assert "bob took 3♥ from the pile and threw K♦" in words(seated.table)
    hand = await seated.alice.press_on(offer, "Accept")
    assert "Your hand against carol" in hand.text


async def test_report_14_every_button_from_before_a_restart_works_after_it(seated: Room) -> None:
    """Old buttons failed after a restart until the code was loaded again.

    Table, panel, challenge, question, settings and a page of the rules: all of them answer.
    """
    alice, bob = seated.alice, seated.bob
    rules, settings = await bob.command("gin rules"), await bob.command("gin settings")
    asked = await alice.command("gin resign")
    await seated.carol.command("gin challenge")
    offer = seated.last_id

    await seated.restart()

    assert (await bob.press_on(rules.id, rules.labels[-1])).text != rules.text
    assert "By DM: on" in (await bob.press_on(settings.id, "By DM: off")).labels
    assert "Score sheet" in (await bob.press_table("Score sheet")).text
    assert "You took 3♥" in words(await bob.press("Take 3♥"))
    assert "Your hand against carol" in (await bob.press_on(offer, "Accept")).text
    await alice.press_on(asked.id, "Resign")
    assert "alice resigned" in words(seated.table)


async def test_report_29_the_end_of_a_hand_and_of_a_match_counts_once(tmp_path: Path) -> None:
    """Two clicks ended the round twice: the score doubled, and the database had it twice.

    Gin pressed twice, Next hand by both twice and Resign twice, each at once, count once.
    """
    decks = ScriptedDealer(GIN_BY_THE_DEALER, *[KNOCK_BY_THE_OTHER] * 3)
    async with room(tmp_path / "gin.sqlite3", decks, next_hand_seconds=3600) as opened:
        alice, bob = opened.alice, opened.bob
        await opened.seat(alice, bob)
        await bob.press("Pass")
        await alice.press("Take 8♦")
        gin = (alice, alice.panel_id or 0, alice.panel.key("Gin!").custom_id)
        await opened.clicks_at_once(gin, gin)
        assert "alice 93 points, 1 line" in words(opened.table)
        following = opened.table.key("Next hand").custom_id
        table = opened.table_id
        await opened.clicks_at_once(*[(who, table, following) for who in (alice, bob)] * 2)
        asked = await bob.command("gin resign")
        leave = (bob, asked.id, asked.key("Resign").custom_id)
        await opened.clicks_at_once(leave, leave)

        happened = await events(opened)
        assert sum(isinstance(event, HandEnded) for event in happened) == 1
        assert sum(isinstance(event, HandDealt) for event in happened) == 2
        kept = rows(opened, "SELECT won, points, lines FROM results ORDER BY won")
        assert kept == [(0, 0, 0), (1, 93, 1)]


async def test_report_31_who_has_left_a_match_is_in_none(seated: Room) -> None:
    """ "Already in a game" that did not exist, no way out of it, and leaving redrew nothing.

    One may resign though the table is gone; the table says so, and the next match begins.
    """
    seated.env.backend.delete_message(seated.channel.id, seated.table_id)

    await resign(seated.bob)

    assert "bob resigned. 🏆 alice wins the match" in words(seated.table)
    assert words(await seated.bob.command("gin hand")) == NO_MATCH
    assert words(await seated.bob.command("gin resign")) == NO_MATCH
    await seated.seat(seated.carol, seated.bob)
    assert seated.bob.panel.labels == ["Take 3♥", "Pass"]


async def test_report_34_a_reader_of_the_file_locks_nobody_out(seated: Room) -> None:
    """ "Database is locked" while something else had the file open.

    With a reader in the middle of its look, every move of a whole burst is stored.
    """
    version = len(await events(seated))
    panel, table = seated.bob.panel_id or 0, seated.table_id
    sheet = seated.table.key("Score sheet").custom_id
    with closing(sqlite3.connect(seated._path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()

        shown = await seated.clicks_at_once(
            *[(seated.carol, table, sheet)] * 10,
            (seated.bob, panel, f"gin1:1:{version}:take"),
            (seated.bob, panel, f"gin1:1:{version + 1}:throw:Kd"),
            *[(seated.alice, table, sheet)] * 10,
        )

    assert all(shown)
    assert [event.kind for event in await events(seated)] == ["began", "dealt", "took", "threw"]


async def test_report_37_both_may_skip_the_wait_between_hands(tmp_path: Path) -> None:
    """The wait between rounds was too long, and there was no way to skip it.

    The next hand is dealt without any wait once both want it, and not for one alone.
    """
    decks = ScriptedDealer(GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", decks, next_hand_seconds=3600) as opened:
        await opened.seat(opened.alice, opened.bob)
        await gin_by_the_dealer(dealer=opened.alice, other=opened.bob)
        ended = opened.env.now()

        await opened.alice.press("Next hand")
        assert opened.bob.panel.labels == ["Next hand", "Review"]
        await opened.bob.press("Next hand")

        assert opened.env.now() - ended < timedelta(seconds=5)
        assert "Hand 2" in opened.bob.panel.text


async def test_report_38_a_clock_acts_neither_too_early_nor_never(opened: Room) -> None:
    """A timer was asked for, and then it acted too early.

    An hour a turn is an hour from the last move, by the second, over a restart too.
    """
    await challenge(opened, pace="relaxed")
    await opened.env.advance_time(30)
    await opened.bob.press("Pass")
    due = f"<t:{int((opened.env.now() + timedelta(hours=1)).timestamp())}:R>"
    assert f"This move's time is up {due}" in opened.table.text
    await opened.restart()

    await opened.env.advance_time(60 * MINUTE - 5)
    assert MAY_CLAIM not in opened.table.text
    await opened.env.advance_time(10)

    assert f"alice's time is up. bob {MAY_CLAIM}" in words(opened.table)


async def test_report_40_resigning_hands_out_no_points(opened: Room) -> None:
    """Forfeits were farmed for levels.

    Three matches that are given up at once bring their winner neither a point nor a line, and
    move no rating.
    """
    for _ in range(3):
        await opened.seat(opened.alice, opened.bob)
        await resign(opened.bob)

    points = await opened.carol.command("gin leaderboard", by="points")
    lines = await opened.carol.command("gin leaderboard", by="lines")

    assert "alice 0 points · won 3 of 3 matches" in words(points)
    assert "alice 0 lines · won 3 of 3 matches" in words(lines)
    rated = await opened.carol.command("gin leaderboard")
    assert "No rated match has been finished here yet." in rated.text


async def test_report_41_a_second_open_hand_gives_no_second_draw(seated: Room) -> None:
    """Two open decks, one of them out of date, were used to play more than once.

    Draw pressed in two panels at once draws one card, and the older panel shows the present.
    """
    bob = seated.bob
    await bob.press("Pass")
    await seated.alice.press("Pass")
    first = bob.panel_id or 0
    await bob.open_hand()
    second = bob.panel_id or 0
    assert first != second
    draw = bob.panel.key("draw").custom_id

    await seated.clicks_at_once((bob, first, draw), (bob, second, draw))

    assert sum(isinstance(event, Drew) for event in await events(seated)) == 1
    throws = [
        [key.verb for key in seated.message(panel).keys if key.verb.startswith("throw:")]
        for panel in (first, second)
    ]
    assert throws[0] == throws[1]
    assert len(throws[0]) == 11
    await bob.press_on(first, "K♦")
    told = await bob.press_on(second, "A♣")
    assert "That was an older picture of your hand" in told.text
    assert sum(isinstance(event, Threw) for event in await events(seated)) == 1


async def test_report_42_a_button_throws_its_own_card_or_none(seated: Room) -> None:
    """A move was sent by the look of a card, and another card was played.

    Every button names the card it shows; one that is no longer held is thrown in no form.
    """
    shown = await seated.bob.press("Take 3♥")
    for key in shown.keys:
        if key.verb.startswith("throw:"):
            card = key.verb.removeprefix("throw:")
            sign = dict(zip("cdhs", "♣♦♥♠", strict=True))[card[1]]
            assert plain(key.label) == f"{card[0].replace('T', '10')}{sign}"
    await seated.bob.press("throw:Kd")
    await seated.alice.press("draw")
    await seated.alice.press(seated.alice.panel.keys[0].verb)
    await seated.bob.press("draw")
    version = len(await events(seated))

    told = await seated.forge(seated.bob, seated.bob.panel_id or 0, f"gin1:1:{version}:throw:Kd")

    assert told is not None
    assert "You do not hold K♦" in words(told)
    assert len(await events(seated)) == version


async def test_report_43_a_rematch_keeps_what_was_agreed(opened: Room) -> None:
    """A button for a rematch was wished for.

    Rematch offers the same rules and pace to the same player; Accept is all that is left to do.
    """
    await challenge(opened, rules="pagat", pace="relaxed")
    line = opened.table.text.splitlines()[1]
    await resign(opened.bob)

    offer = await opened.bob.press_table("Rematch")
    assert f"<@{opened.alice.id}>, bob asks for a rematch" in words(offer)
    assert "1 hour a turn" in offer.text
    await opened.sit_down(opened.bob, opened.alice)

    assert opened.table.text.splitlines()[1] == line
    assert "Gin Rummy: bob and alice" in words(opened.table)
    assert opened.alice.panel.labels == ["Take 3♥", "Pass"]
