"""Finished hands and matches as rows, standings that follow from them, and a player forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from bot.engine import (
    CLASSIC,
    CallTime,
    Claim,
    EndMatch,
    Event,
    HandFact,
    Lateness,
    MatchBegan,
    MatchEnding,
    decide,
    evolve,
    facts_of,
    replay,
)
from bot.scores import ALL_TIME, BoardKey, Rating, rated
from bot.sessions import Challenge, Conflict, Player, Preferences, Table
from bot.storage import Database, Store
from tests import builders
from tests.builders import hands_won
from tests.scripts import FIRST_MATCH, KNOCK_BY_THE_OTHER, UNDERCUT_BY_THE_DEALER
from tests.strategies import some_rules, walk

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
GUILD, ELSEWHERE = 1 << 60, (1 << 60) + 7
ALICE, BOB, CAROL = Player(1001, "alice"), Player(1002, "bob"), Player(1003, "carol")


class Books:
    """A store on a file, and a clock that is set by hand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = NOON
        self.database = Database(f"sqlite+aiosqlite:///{path}")
        self.store = Store(self.database, lambda: self.now)

    def rows(self, query: str) -> list[Any]:
        """What another program reads in the file."""
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(query).fetchall()

    def everything(self, *tables: str) -> dict[str, list[Any]]:
        """All rows of some tables, in a fixed order."""
        return {table: sorted(self.rows(f"SELECT * FROM {table}"), key=str) for table in tables}  # noqa: S608 (names of ours)

    async def sit_down(
        self, players: tuple[Player, Player], guild: int = GUILD, zone: str = "UTC"
    ) -> Table:
        """A challenge, about to be accepted."""
        offer = Challenge(
            id=0,
            guild=guild,
            channel=5,
            message=None,
            challenger=players[0],
            opponent=players[1],
            rules=CLASSIC,
            lapses_at=self.now + timedelta(minutes=15),
        )
        kept = await self.store.add_challenge(offer)
        return Table(kept.id, guild, 5, 77, players, zone=zone)

    async def record(
        self,
        history: Sequence[Event],
        players: tuple[Player, Player] = (ALICE, BOB),
        guild: int = GUILD,
        zone: str = "UTC",
    ) -> int:
        """A match with this history, as the tables would store it; its id."""
        table = await self.sit_down(players, guild, zone)
        await self.store.open_match(table, history[:2])
        before = replay(history[:2])
        facts = facts_of(before, history[2:])
        over = replace(table, over=facts.match is not None)
        await self.store.append(over, 2, history[2:], facts)
        return table.id


@pytest.fixture
async def books(tmp_path: Path) -> AsyncIterator[Books]:
    made = Books(tmp_path / "gin.sqlite3")
    await made.database.migrate()
    yield made
    await made.database.close()


def first_match() -> list[Event]:
    """Alice's shutout of `tests.scripts`, worked out by hand there."""
    table = builders.Table(*FIRST_MATCH, first_dealer=0)
    table.play("pass", "take", "knock Kc", "next", "pass", "pass")
    table.run_down(2)
    table.play("next", "take", "throw 9c", "take", "big gin")
    return table.history


def given_up(deals: int) -> list[Event]:
    """A match that Bob resigns in its so-manieth hand; Alice has won the earlier ones."""
    earlier = hands_won(0, 10 * (deals - 1), deals - 1) if deals > 1 else ()
    table = builders.Table(FIRST_MATCH[0], first_dealer=0, results=earlier)
    table.act(1, builders.action("resign"))
    return table.history


# The rows.


async def test_the_worked_match_of_the_rules_is_three_hands_and_two_results(books: Books) -> None:
    match = await books.record(first_match())

    hands = books.rows(
        "SELECT number, ending, winner, deadwood0, deadwood1, difference, bonus, points "
        "FROM hand_results ORDER BY number"
    )
    assert hands == [
        (1, "gin", 0, 0, 68, 68, 25, 93),
        (2, "void", None, *hands[1][3:5], 0, 0, 0),
        (3, "big gin", 0, 0, 49, 49, 31, 80),
    ]
    columns = "player, opponent, won, points, lines, hands, gins, big_gins, caught_hands, caught"
    assert books.rows(f"SELECT {columns} FROM results ORDER BY seat") == [  # noqa: S608
        (ALICE.id, BOB.id, 1, 173, 2, 3, 1, 1, 0, 0),
        (BOB.id, ALICE.id, 0, 0, 0, 3, 0, 0, 2, 68 + 49),
    ]
    assert books.rows("SELECT ended_at, finish FROM matches") == [("2026-11-30 12:00:00.000000", 1)]
    assert books.rows("SELECT match, best_hand FROM results WHERE won") == [(match, 93)]


async def test_turns_are_the_cards_that_came_in(books: Books) -> None:
    """Gin with the upcard: one card for the dealer. Big Gin: one each."""
    await books.record(first_match())
    assert books.rows(
        "SELECT turns0, turns1 FROM hand_results WHERE ending != 'void' ORDER BY number"
    ) == [(1, 0), (1, 1)]


async def test_the_deadwood_as_dealt_is_kept_with_each_hand(books: Books) -> None:
    """Hand 1: Alice lacks one card for gin and holds a king instead; Bob's ten count 68."""
    await books.record(first_match())
    assert books.rows("SELECT dealt0, dealt1 FROM hand_results WHERE number = 1") == [(10, 68)]


@pytest.mark.parametrize("ending", [MatchEnding.CALLED_OFF, MatchEnding.ABANDONED])
async def test_what_does_not_count_leaves_its_hands_and_no_result(
    books: Books, ending: MatchEnding
) -> None:
    table = builders.Table(*FIRST_MATCH, first_dealer=0)
    table.play("pass", "take", "knock Kc")
    table.act(None, EndMatch(ending))
    await books.record(table.history)

    assert len(books.rows("SELECT * FROM hand_results")) == 1
    assert books.everything("results", "standings") == {"results": [], "standings": []}


async def test_an_undercut_and_a_claimed_match_are_rows_too(books: Books) -> None:
    """Alice knocks with 3, Bob has 3: 0 + 25 for him. He stays away from the second hand."""
    table = builders.Table(UNDERCUT_BY_THE_DEALER, KNOCK_BY_THE_OTHER, first_dealer=1)
    table.play("take", "knock Kd", "next")
    table.act(None, CallTime(Lateness.TIME))
    table.act(0, Claim())
    await books.record(table.history)

    assert books.rows(
        "SELECT number, ending, dealer, knocker, winner, deadwood0, deadwood1, difference, bonus, "
        "points, turns0, turns1 FROM hand_results"
    ) == [(1, "undercut", 1, 0, 1, 3, 3, 0, 25, 25, 1, 0)]
    assert books.rows(
        "SELECT player, won, points, lines, hands, undercuts, undercut, ending, rated, rules "
        "FROM results ORDER BY seat"
    ) == [
        (ALICE.id, 1, 0, 0, 1, 0, 1, "claimed", 0, "Classic"),
        (BOB.id, 0, 25, 1, 1, 1, 0, "claimed", 0, "Classic"),
    ]


@pytest.mark.parametrize("table", ["hand_results", "standings", "results"])
async def test_an_ending_that_fails_half_way_leaves_neither_moves_nor_rows(
    books: Books, table: str
) -> None:
    written = ("matches", "events", "hand_results", "results", "standings")
    history = first_match()
    seated = await books.sit_down((ALICE, BOB))
    await books.store.open_match(seated, history[:2])
    before = books.everything(*written)
    with closing(sqlite3.connect(books.path)) as connection:
        connection.execute(
            f"CREATE TRIGGER fails AFTER INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    facts = facts_of(replay(history[:2]), history[2:])
    with pytest.raises(IntegrityError):
        await books.store.append(replace(seated, over=True), 2, history[2:], facts)
    assert books.everything(*written) == before

    with closing(sqlite3.connect(books.path)) as connection:
        connection.execute("DROP TRIGGER fails")
    await books.store.append(replace(seated, over=True), 2, history[2:], facts)
    assert len(books.rows("SELECT * FROM results")) == 2


# Ratings.


async def shown(books: Books, player: Player, scope: int = GUILD) -> int:
    figures = await books.store.figures(scope, player.id)
    assert figures.standing is not None
    return figures.standing.rating.shown


async def test_a_win_moves_both_ratings_here_and_everywhere(books: Books) -> None:
    won, lost = rated(Rating(), Rating())
    match = await books.record(first_match())

    for scope in (GUILD, 0):
        assert await shown(books, ALICE, scope) == won.shown > 1000
        assert await shown(books, BOB, scope) == lost.shown < won.shown
    changes = await books.store.rating_changes(match)
    assert [tuple(change) for change in changes] == [(1000, won.shown), (1000, lost.shown)]


async def test_the_same_pair_counts_less_the_more_it_meets_in_a_day(books: Books) -> None:
    steps = []
    for _ in range(3):
        match = await books.record(first_match())
        (alice, _bob) = await books.store.rating_changes(match)
        steps.append(alice.after - alice.before)
    first, second, third = steps
    once = rated(*rated(Rating(), Rating()))[0].shown - rated(Rating(), Rating())[0].shown
    assert abs(second - once / 2) <= 1  # half of what a fresh pair would have moved
    assert first > second > third > 0

    books.now += timedelta(days=1)
    match = await books.record(first_match())
    (alice, _bob) = await books.store.rating_changes(match)
    assert alice.after - alice.before > third


async def test_on_one_day_of_the_world_whatever_the_clocks_of_the_servers(books: Books) -> None:
    """It is 30 November in Pago Pago and 1 December in Auckland: one day in UTC."""
    await books.record(first_match(), zone="Pacific/Auckland")
    first = await shown(books, ALICE, 0)
    await books.record(first_match(), guild=ELSEWHERE, zone="Pacific/Pago_Pago")
    assert 0 < await shown(books, ALICE, 0) - first < first - 1000
    assert await shown(books, ALICE, ELSEWHERE) == first


async def test_who_has_no_rated_match_is_on_no_rating_board(books: Books) -> None:
    await books.record(given_up(1))
    page = await books.store.board(
        GUILD, ALL_TIME, BoardKey.RATING, page=0, size=9, hides_gone=False
    )
    assert page.total == 0
    await books.record(first_match())
    page = await books.store.board(
        GUILD, ALL_TIME, BoardKey.RATING, page=0, size=9, hides_gone=False
    )
    assert [row.name for row in page.rows] == ["alice", "bob"]


async def test_other_servers_have_ratings_of_their_own(books: Books) -> None:
    await books.record(first_match())
    await books.record(first_match(), (BOB, ALICE), guild=ELSEWHERE)
    assert await shown(books, BOB, ELSEWHERE) == rated(Rating(), Rating())[0].shown
    assert await shown(books, BOB) == rated(Rating(), Rating())[1].shown


@pytest.mark.parametrize(("deals", "moves"), [(1, False), (2, False), (3, True)])
async def test_giving_up_before_the_third_hand_moves_no_rating(
    books: Books, deals: int, moves: bool
) -> None:
    match = await books.record(given_up(deals))
    assert bool(await books.store.rating_changes(match)) is moves
    assert (await shown(books, ALICE) != 1000) is moves
    figures = await books.store.figures(GUILD, ALICE.id)
    assert figures.standing is not None
    assert figures.standing.tally.won == 1


# Seasons.


async def test_a_match_belongs_to_the_season_of_where_it_was_played(books: Books) -> None:
    """Half past eleven at night in UTC on 30 September is October in Berlin already."""
    books.now = datetime(2026, 9, 30, 23, 30, tzinfo=UTC)
    await books.record(first_match(), zone="Europe/Berlin")

    periods = books.rows("SELECT DISTINCT scope, period FROM standings ORDER BY scope, period")
    assert periods == [
        (0, "2026-09"),
        (0, "2026-q3"),
        (0, ALL_TIME),
        (GUILD, "2026-10"),
        (GUILD, "2026-q4"),
        (GUILD, ALL_TIME),
    ]
    assert books.rows("SELECT DISTINCT day FROM results") == [("2026-10-01",)]


async def test_summer_time_ends_a_day_an_hour_later(books: Books) -> None:
    """On 31 October 2026 New York is four hours behind UTC; a day later, five."""
    days = []
    for moment in (
        datetime(2026, 11, 1, 3, 30, tzinfo=UTC),
        datetime(2026, 11, 2, 4, 30, tzinfo=UTC),
    ):
        books.now = moment
        match = await books.record(first_match(), zone="America/New_York")
        days += books.rows(f"SELECT DISTINCT day FROM results WHERE match = {match}")  # noqa: S608
    assert days == [("2026-10-31",), ("2026-11-01",)]


# Leaderboards.


async def test_equal_figures_share_a_place_and_the_next_one_is_skipped(books: Books) -> None:
    await books.record(first_match(), (ALICE, BOB))
    await books.record(first_match(), (CAROL, BOB))
    page = await books.store.board(GUILD, ALL_TIME, BoardKey.WON, page=0, size=10, hides_gone=False)
    assert [(row.place, row.name, row.standing.tally.won) for row in page.rows] == [
        (1, "alice", 1),
        (1, "carol", 1),
        (3, "bob", 0),
    ]
    assert page.total == 3
    own = await books.store.place(GUILD, ALL_TIME, BoardKey.WON, BOB.id, hides_gone=False)
    assert own is not None
    assert own.place == 3


async def test_a_place_that_is_shared_is_so_over_the_edge_of_a_page(books: Books) -> None:
    """Four have won one match each, and Bob none; two are on a page."""
    others = [Player(2000 + number, f"player {number}") for number in range(4)]
    for winner in others:
        await books.record(first_match(), (winner, BOB))
    places = []
    for number in range(3):
        page = await books.store.board(
            GUILD, ALL_TIME, BoardKey.WON, page=number, size=2, hides_gone=False
        )
        places.append([row.place for row in page.rows])
    assert places == [[1, 1], [1, 1], [5]]


async def test_pages_go_on_counting_and_a_page_too_far_is_the_last(books: Books) -> None:
    await books.record(first_match(), (ALICE, BOB))
    await books.record(first_match(), (CAROL, BOB))
    page = await books.store.board(GUILD, ALL_TIME, BoardKey.WON, page=9, size=2, hides_gone=False)
    assert (page.page, [(row.place, row.name) for row in page.rows]) == (1, [(3, "bob")])


async def test_who_has_left_is_hidden_where_the_server_wants_that(books: Books) -> None:
    await books.record(first_match())
    await books.store.checked(GUILD, ALICE.id, gone=True)

    async def listed(*, hides_gone: bool) -> list[tuple[int, str]]:
        page = await books.store.board(
            GUILD, ALL_TIME, BoardKey.WON, page=0, size=10, hides_gone=hides_gone
        )
        return [(row.place, row.name) for row in page.rows]

    assert await listed(hides_gone=False) == [(1, "alice"), (2, "bob")]
    assert await listed(hides_gone=True) == [(1, "bob")]
    await books.sit_down((ALICE, CAROL))  # she is there again
    assert await listed(hides_gone=True) == [(1, "alice"), (2, "bob")]


async def test_a_win_rate_takes_five_matches(books: Books) -> None:
    for count in range(5):
        page = await books.store.board(
            GUILD, ALL_TIME, BoardKey.WIN_RATE, page=0, size=10, hides_gone=False
        )
        assert page.total == 0, count
        await books.record(first_match())
    page = await books.store.board(
        GUILD, ALL_TIME, BoardKey.WIN_RATE, page=0, size=10, hides_gone=False
    )
    assert [row.standing.win_rate for row in page.rows] == [1_000_000, 0]


async def test_two_players_against_each_other_are_summed_both_ways(books: Books) -> None:
    await books.record(first_match(), (ALICE, BOB))
    await books.record(first_match(), (BOB, ALICE))
    await books.record(first_match(), (ALICE, CAROL))
    hers = await books.store.against(GUILD, ALICE.id, BOB.id)
    his = await books.store.against(GUILD, BOB.id, ALICE.id)
    assert (hers.matches, hers.won, hers.points, hers.best_hand) == (2, 1, 173, 93)
    assert (his.matches, his.won, his.points, his.best_hand) == (2, 1, 173, 93)
    assert (await books.store.against(ELSEWHERE, ALICE.id, BOB.id)).matches == 0


async def test_streaks_are_counted_and_the_best_is_remembered(books: Books) -> None:
    for players in ((ALICE, BOB), (ALICE, CAROL), (BOB, ALICE), (ALICE, BOB)):
        await books.record(first_match(), players)
    figures = await books.store.figures(GUILD, ALICE.id)
    assert figures.standing is not None
    assert (figures.standing.streak, figures.standing.best_streak) == (1, 2)
    assert len(figures.ratings) == 4


async def test_a_match_left_level_ends_no_streak(books: Books) -> None:
    """Stopped by whoever manages the server before anybody had a point."""
    await books.record(first_match())
    table = builders.Table(*FIRST_MATCH, first_dealer=0)
    table.act(None, EndMatch(MatchEnding.STOPPED))
    await books.record(table.history)

    for player, streak in ((ALICE, 1), (BOB, 0)):
        standing = (await books.store.figures(GUILD, player.id)).standing
        assert standing is not None
        assert (standing.tally.matches, standing.streak) == (2, streak)
    live = books.everything("standings")
    await books.store.rebuild()
    assert books.everything("standings") == live


# Rebuilt.

PROJECTED = ("hand_results", "results", "standings")


async def some_matches(books: Books, count: int, seed: int) -> None:
    """So many generated matches of a dozen players in two servers, over two months."""
    rng = Random(seed)
    people = [Player(2000 + number, f"player {number}") for number in range(12)]
    for _ in range(count):
        books.now += timedelta(minutes=rng.randrange(80))
        played = walk(rng, some_rules(rng).revise(target=50), hands=1, resigns=0.01)
        history, match = played.history, played.match
        if match.ended is None:
            ending = EndMatch(rng.choice((MatchEnding.STOPPED, MatchEnding.ABANDONED)))
            history = [*history, *decide(match, None, ending)]
        players = (rng.sample(people, 2)[0], rng.choice(people[:3]))
        if players[0] == players[1]:
            players = (people[0], people[5])
        zone = rng.choice(("UTC", "Asia/Tokyo"))
        await books.record(history, players, rng.choice((GUILD, ELSEWHERE)), zone)


async def test_a_rebuilt_projection_is_the_live_one_after_two_thousand_matches(
    books: Books,
) -> None:
    await some_matches(books, 2000, seed=6)
    live = books.everything(*PROJECTED)
    assert len(live["standings"]) > 100

    told: list[tuple[int, int]] = []
    await books.store.rebuild(lambda done, total: told.append((done, total)))

    assert books.everything(*PROJECTED) == live
    assert told[0] == (0, 2000)
    assert told[-1] == (2000, 2000)
    assert await books.store.rebuild_state() is None


async def test_a_rebuild_that_was_stopped_goes_on_and_matches_may_end_meanwhile(
    books: Books, tmp_path: Path
) -> None:
    """It comes to what the same matches came to in books that were never rebuilt."""
    undisturbed = Books(tmp_path / "undisturbed.sqlite3")
    await undisturbed.database.migrate()
    for one in (books, undisturbed):
        await some_matches(one, 250, seed=7)

    class Stopped(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done >= 200:
            raise Stopped

    with pytest.raises(Stopped):
        await books.store.rebuild(stop)
    assert await books.store.rebuild_state() == (200, 250)
    for one in (books, undisturbed):
        await some_matches(one, 5, seed=8)
    await books.store.rebuild()

    assert books.everything(*PROJECTED) == undisturbed.everything(*PROJECTED)
    await undisturbed.database.close()


async def test_a_hand_of_a_live_match_stays_through_a_rebuild(books: Books) -> None:
    table = builders.Table(*FIRST_MATCH, first_dealer=0)
    table.play("pass", "take", "knock Kc")
    await books.record(table.history)
    await books.store.rebuild()
    assert len(books.rows("SELECT * FROM hand_results")) == 1


# Forgotten.


async def test_forgetting_leaves_not_one_trace_of_the_id(books: Books) -> None:
    await some_matches(books, 30, seed=9)
    await books.record(first_match(), (ALICE, BOB))
    await books.record(first_match(), (BOB, ALICE), guild=ELSEWHERE)
    await books.sit_down((CAROL, ALICE))
    await books.store.set_preferences(ALICE.id, Preferences(by_dm=True))
    await books.store.block(ALICE.id, BOB)
    await books.store.block(BOB.id, ALICE)
    before = books.rows(f"SELECT * FROM standings WHERE player = {BOB.id}")  # noqa: S608

    await books.store.forget(ALICE.id, -77)

    tables = [name for (name,) in books.rows("SELECT name FROM sqlite_master WHERE type='table'")]
    for table in tables:
        text = repr(books.rows(f"SELECT * FROM {table}"))  # noqa: S608
        assert str(ALICE.id) not in text.replace("'", " ").split(), table
        assert f"{ALICE.id}," not in text, table
        assert "alice" not in text, table
    assert books.rows(f"SELECT * FROM standings WHERE player = {BOB.id}") == before  # noqa: S608
    assert books.rows("SELECT DISTINCT name FROM seats WHERE player < 0") == [("a former player",)]


async def test_nor_one_in_the_bytes_of_the_files(books: Books) -> None:
    """SQLite keeps deleted rows in its free pages, and pages as they were in its log."""
    forgotten = Player((1 << 59) + 0x5EC2E7, "quicksilver")
    traces = [forgotten.id.to_bytes(8), str(forgotten.id).encode(), forgotten.name.encode()]
    for number in range(40):
        books.now += timedelta(hours=20)
        other = Player(3000 + number, f"player {number}")
        await books.record(first_match(), (forgotten, other), GUILD + number % 3)
    await books.store.set_preferences(forgotten.id, Preferences(by_dm=True))
    await books.store.block(forgotten.id, ALICE)
    await books.store.block(BOB.id, forgotten)
    await books.sit_down((CAROL, forgotten))

    def held() -> list[bytes]:
        files = books.path.parent.glob(f"{books.path.name}*")
        content = b"".join(file.read_bytes() for file in files)
        return [trace for trace in traces if trace in content]

    assert held() == [traces[0], traces[2]]  # the id as a number, and the name
    await books.store.forget(forgotten.id, -77)
    assert held() == []
    await books.database.close()
    assert held() == []


async def test_who_has_a_match_under_way_is_not_forgotten_yet(books: Books) -> None:
    table = builders.Table(*FIRST_MATCH, first_dealer=0)
    table.play("pass")
    await books.record(table.history)
    before = books.everything("seats", "members", "players")
    with pytest.raises(Conflict):
        await books.store.forget(ALICE.id, -77)
    assert books.everything("seats", "members", "players") == before


async def test_who_is_forgotten_is_on_no_board_and_a_rebuild_changes_nothing(
    books: Books,
) -> None:
    await books.record(first_match())
    await books.store.forget(ALICE.id, -77)
    page = await books.store.board(GUILD, ALL_TIME, BoardKey.WON, page=0, size=9, hides_gone=False)
    assert [row.name for row in page.rows] == ["bob"]
    live = books.everything(*PROJECTED)
    await books.store.rebuild()
    assert books.everything(*PROJECTED) == live


async def test_ones_own_data_is_all_about_oneself(books: Books) -> None:
    await books.record(first_match())
    await books.record(first_match(), (BOB, CAROL))
    given = await books.store.export(ALICE.id)
    assert [row["points"] for row in given["results"]] == [173]
    assert len(given["hands"]) == 3
    assert {row["player"] for row in given["seats"]} == {ALICE.id, BOB.id}
    assert len(given["moves"]) == len(first_match())


async def test_the_cards_of_a_live_match_are_not_given_out(books: Books) -> None:
    table = builders.Table(*FIRST_MATCH, first_dealer=0)
    table.play("pass", "take")
    await books.record(table.history)
    given = await books.store.export(ALICE.id)
    assert given["moves"] == []
    assert "order" not in repr(given)


# Servers that sent the bot away.


async def test_a_server_is_forgotten_and_its_players_keep_what_they_have_played(
    books: Books,
) -> None:
    await books.record(first_match())
    await books.record(first_match(), (ALICE, CAROL), guild=ELSEWHERE)
    live = builders.Table(*FIRST_MATCH, first_dealer=0)
    live.play("pass")
    await books.record(live.history)
    world = books.rows("SELECT * FROM standings WHERE scope = 0 ORDER BY period, player")

    await books.store.purge_guild(GUILD, NOON)
    assert GUILD in await books.store.known_guilds()  # it has not sent the bot away
    await books.store.guild_left(GUILD, away=True)
    await books.store.purge_guild(GUILD, NOON - timedelta(days=1))
    assert GUILD in await books.store.known_guilds()  # not so long ago

    await books.store.purge_guild(GUILD, NOON)

    for table in ("matches", "challenges", "results", "hand_results", "standings", "members"):
        assert str(GUILD) not in repr(books.rows(f"SELECT * FROM {table}")), table  # noqa: S608
    assert books.rows("SELECT * FROM standings WHERE scope = 0 ORDER BY period, player") == world
    assert await books.store.known_guilds() == [ELSEWHERE]
    kept = books.everything("standings")
    await books.store.rebuild()
    assert books.everything("standings") == kept


async def test_a_server_that_has_the_bot_back_is_not_forgotten(books: Books) -> None:
    await books.record(first_match())
    await books.store.guild_left(GUILD, away=True)
    books.now += timedelta(days=1)
    await books.store.guild_left(GUILD, away=True)
    assert await books.store.first_guild_left() == NOON
    assert await books.store.guilds_left_before(NOON) == [GUILD]

    await books.store.guild_left(GUILD, away=False)

    assert await books.store.first_guild_left() is None


def test_the_history_of_a_match_that_ends_gives_its_facts() -> None:
    """The same as events one by one."""
    history = first_match()
    match = replay(history[:1])
    hands: list[HandFact] = []
    for event in history[1:]:
        facts = facts_of(match, [event])
        hands += facts.hands
        match = evolve(match, event)
    assert isinstance(history[0], MatchBegan)
    assert tuple(hands) == facts_of(replay(history[:1]), history[1:]).hands
