"""Finished hands and matches as rows, and the standings that follow from them.

Everything here happens in the transaction that ends the hand or match, or in a rebuild
that reads the same events again and so comes to the same figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.engine import RowMapping

from bot.engine import Ending, Facts, HandFact, HandResult, MatchFact, Tally
from bot.scores import ALL_TIME, BoardKey, Rating, Standing, is_rated, periods_of, rated, weight_of
from bot.sessions import COMPUTERS

from .schema import hand_results, rebuilds, results, standings

WORLD = 0
"""The scope of standings over all servers."""
WORLD_ZONE = "UTC"
NO_RATING = 0
"""What the column has of a player whose rating no match has moved; he is on no such board."""
_UNRATED, _FRESH = Rating(), Standing()
_TALLY = tuple(Tally.__dataclass_fields__)


class Played(NamedTuple):
    """Where and by whom a match was played, and when it ended."""

    match: int
    guild: int
    zone: str
    players: tuple[int, int]
    at: datetime


def remember(connection: Connection, played: Played, facts: Facts) -> None:
    """Write the rows that follow from what has just ended.

    Standings that are being rebuilt are left to the rebuild.
    """
    if facts.hands:
        rows = [_hand_row(played, hand) for hand in facts.hands]
        connection.execute(insert(hand_results), rows)
    if facts.match is not None and facts.match.scored:
        count(connection, played, facts.match, unless_rebuilding=True)


def count(
    connection: Connection,
    played: Played,
    match: MatchFact,
    *,
    unless_rebuilding: bool = False,
) -> None:
    """Write a match's results, and bring the standings of both players up to date."""
    hands, is_rebuilding = _hands_of(connection, played.match)
    if is_rebuilding and unless_rebuilding:
        return
    match = replace(match, hands=hands)
    if not COMPUTERS.keys().isdisjoint(played.players):
        _count_practice(connection, played, match)
        return
    # A match of a server that is forgotten counts in the world alone.
    zones = {played.guild: played.zone, WORLD: WORLD_ZONE}
    periods = {scope: periods_of(played.at, zone).keys for scope, zone in zones.items()}
    day = periods_of(played.at, played.zone).day
    these = _named(periods, played)
    held = _held(connection, these)
    met = _met(connection, played, day) if is_rated(match) else {}
    changes = {
        scope: _changes(scope, match, played.players, held, met.get(scope)) for scope in periods
    }
    tallies = Tally.of(match, 0), Tally.of(match, 1)
    level = match.winner is None
    after = {
        (scope, key, player): held.get((scope, key, player), _FRESH).after(*now, level=level)
        for scope, keys in periods.items()
        for seat, player in enumerate(played.players)
        for now in [(tallies[seat], changes[scope][seat].after)]
        for key in keys
    }
    _bring_up_to_date(connection, held, after)
    here, world = changes[played.guild], changes[WORLD]
    about = {"rules": match.rules, "ending": match.ending, "rated": is_rated(match), "day": day}
    results_ = [
        {**about, **_result_row(played, seat, here[seat], world[seat]), **_sums(tallies[seat])}
        for seat in (0, 1)
    ]
    connection.execute(insert(results), results_)


def _count_practice(connection: Connection, played: Played, match: MatchFact) -> None:
    """Write the results of a match against a computer: no standing and no rating knows of it."""
    day = periods_of(played.at, played.zone).day
    about = {"rules": match.rules, "ending": match.ending, "rated": False, "day": day}
    unmoved = Change(_UNRATED, _UNRATED)
    rows = [
        {**about, **_result_row(played, seat, unmoved, unmoved), **_sums(Tally.of(match, seat))}
        for seat in (0, 1)
    ]
    connection.execute(insert(results), rows)


class Change(NamedTuple):
    """A rating before and after a match."""

    before: Rating
    after: Rating


# The questions are put together once: that takes longer than to have them answered.
_REBUILDING = select(func.count(rebuilds.c.id)).scalar_subquery().label("rebuilding")
_ONE_ROW = select(literal(1).label("one")).subquery()
_HANDS = (
    select(_REBUILDING, hand_results)
    .select_from(_ONE_ROW.outerjoin(hand_results, hand_results.c.match == bindparam("match_id")))
    .order_by(hand_results.c.number)
)


def _hands_of(connection: Connection, match: int) -> tuple[tuple[HandFact, ...], bool]:
    """The hands of a match, and whether standings are being rebuilt; in one question."""
    rows = connection.execute(_HANDS, {"match_id": match}).mappings().all()
    hands = tuple(_hand(row) for row in rows if row["number"] is not None)
    return hands, bool(rows[0]["rebuilding"])


def _changes(
    scope: int,
    match: MatchFact,
    players: tuple[int, int],
    held: Held,
    met: int | None,
) -> tuple[Change, Change]:
    """How the ratings change in one scope, by seat; `met` earlier matches make it less."""
    before = [held.get((scope, ALL_TIME, player), Standing()).rating for player in players]
    after = list(before)
    if met is not None and match.winner is not None:
        winner, loser = match.winner, 1 - match.winner
        weight = weight_of(1 + met)
        after[winner], after[loser] = rated(before[winner], before[loser], weight)
    return Change(before[0], after[0]), Change(before[1], after[1])


Held = dict[tuple[int, str, int], Standing]
"""Standings by scope, period and player."""
_Keys = Mapping[int, tuple[str, ...]]


def _of(scope: str) -> ColumnElement[bool]:
    """The standings of two players in a scope, as `_named` names all that."""
    return and_(
        standings.c.scope == bindparam(scope),
        standings.c.period.in_([bindparam(f"{scope}{place}") for place in range(3)]),
        standings.c.player.in_([bindparam("player0"), bindparam("player1")]),
    )


def _named(periods: _Keys, played: Played) -> dict[str, Any]:
    """The names that `_of` has for a match's scopes, periods and players."""
    named: dict[str, Any] = {f"player{seat}": player for seat, player in enumerate(played.players)}
    for name, scope in (("here", played.guild), ("world", WORLD)):
        named[name] = scope
        named |= {f"{name}{place}": key for place, key in enumerate(periods[scope])}
    return named


_TOUCHED = or_(_of("here"), _of("world"))
_HELD = select(
    *(standings.c[name] for name in ("scope", "period", "player", *_TALLY)),
    *(standings.c[name] for name in ("streak", "best_streak", "mu", "sigma")),
).where(_TOUCHED)


def _held(connection: Connection, these: dict[str, Any]) -> Held:
    """The standings that there are so far."""
    held: Held = {}
    for scope, period, player, *sums, streak, best, mu, sigma in connection.execute(_HELD, these):
        held[scope, period, player] = Standing(Tally(*sums), streak, best, Rating(mu, sigma))
    return held


_STANDING = update(standings).where(
    standings.c.scope == bindparam("its_scope"),
    standings.c.period == bindparam("its_period"),
    standings.c.player == bindparam("its_player"),
)
_BOARDS = frozenset(BoardKey)


def _bring_up_to_date(connection: Connection, before: Held, after: Held) -> None:
    """Write standings, and of those that were there only what places on leaderboards hang on.

    Each leaderboard is an index, which SQLite writes whenever its column is named in an update,
    so columns that stay as they were are not named.
    """
    added: list[dict[str, Any]] = []
    changed: dict[frozenset[str], list[dict[str, Any]]] = {}
    for (scope, period, player), standing in after.items():
        row = _figures(standing)
        if (held := before.get((scope, period, player))) is None:
            added.append({"scope": scope, "period": period, "player": player, **row})
            continue
        was = _figures(held)
        stays = frozenset(key for key in _BOARDS if row[key] == was[key])
        named = {name: figure for name, figure in row.items() if name not in stays}
        named |= {"its_scope": scope, "its_period": period, "its_player": player}
        changed.setdefault(stays, []).append(named)
    if added:
        connection.execute(insert(standings), added)
    for rows in changed.values():
        connection.execute(_STANDING, rows)


_HERE = and_(results.c.day == bindparam("that_day"), results.c.guild == bindparam("that_guild"))
_WORLD = results.c.at >= bindparam("midnight")
_MET = select(func.count().filter(_HERE), func.count().filter(_WORLD)).where(
    results.c.player == bindparam("player0"),
    results.c.opponent == bindparam("player1"),
    results.c.rated,
    or_(_HERE, _WORLD),
)


def _met(connection: Connection, played: Played, day: str) -> dict[int, int]:
    """How many rated matches the two have played on a day: on this server's, and on UTC's."""
    midnight = played.at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    one, two = played.players
    asked = {"player0": one, "player1": two, "midnight": midnight}
    at_home, everywhere = connection.execute(
        _MET, {**asked, "that_day": day, "that_guild": played.guild}
    ).one()
    return {played.guild: at_home, WORLD: everywhere}


def in_scope(scope: int) -> ColumnElement[bool]:
    """The results of a server, or of all, without those of practice."""
    among_people = and_(results.c.player.not_in(COMPUTERS), results.c.opponent.not_in(COMPUTERS))
    return among_people if scope == WORLD else and_(results.c.guild == scope, among_people)


def _hand_row(played: Played, hand: HandFact) -> dict[str, Any]:
    result = hand.result
    return {
        "match": played.match,
        "number": hand.number,
        "guild": played.guild,
        "at": played.at,
        "ending": result.ending,
        "dealer": result.dealer,
        "knocker": result.knocker,
        "winner": result.winner,
        "deadwood0": result.deadwood[0],
        "deadwood1": result.deadwood[1],
        "difference": result.difference,
        "bonus": result.bonus,
        "multiplier": result.multiplier,
        "points": result.points,
        "turns0": hand.turns[0],
        "turns1": hand.turns[1],
        "dealt0": hand.dealt[0],
        "dealt1": hand.dealt[1],
    }


def _hand(row: RowMapping) -> HandFact:
    result = HandResult(
        ending=Ending(row["ending"]),
        dealer=row["dealer"],
        knocker=row["knocker"],
        winner=row["winner"],
        deadwood=(row["deadwood0"], row["deadwood1"]),
        difference=row["difference"],
        bonus=row["bonus"],
        multiplier=row["multiplier"],
    )
    return HandFact(
        number=row["number"],
        result=result,
        turns=(row["turns0"], row["turns1"]),
        dealt=(row["dealt0"], row["dealt1"]),
    )


def _result_row(played: Played, seat: int, here: Change, world: Change) -> dict[str, Any]:
    return {
        "match": played.match,
        "seat": seat,
        "player": played.players[seat],
        "opponent": played.players[1 - seat],
        "guild": played.guild,
        "at": played.at,
        "rating_before": here.before.shown,
        "rating": here.after.shown,
        "world_before": world.before.shown,
        "world": world.after.shown,
    }


def _sums(tally: Tally) -> dict[str, int]:
    return {name: getattr(tally, name) for name in _TALLY}


def _figures(standing: Standing) -> dict[str, Any]:
    return {
        **_sums(standing.tally),
        "win_rate": standing.win_rate,
        "streak": standing.streak,
        "best_streak": standing.best_streak,
        "mu": standing.rating.mu,
        "sigma": standing.rating.sigma,
        "rating": standing.rating.shown if standing.rating != _UNRATED else NO_RATING,
    }


def standing_of(row: RowMapping) -> Standing:
    """A row of the standings as a standing."""
    return Standing(
        tally=Tally(**{name: row[name] for name in _TALLY}),
        streak=row["streak"],
        best_streak=row["best_streak"],
        rating=Rating(row["mu"], row["sigma"]),
    )
