"""Finished hands and matches as rows, and the standings that follow from them.

Everything here happens in the transaction that ends the hand or match, or in a rebuild
that reads the same events again and so comes to the same figures.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, true
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Ending, Facts, HandFact, HandResult, MatchFact, Tally
from bot.scores import ALL_TIME, Rating, Standing, is_rated, periods_of, rated, weight_of

from .schema import hand_results, rebuilds, results, standings

WORLD = 0
"""The scope of standings over all servers."""
WORLD_ZONE = "UTC"
_TALLY = tuple(Tally.__dataclass_fields__)


class Played(NamedTuple):
    """Where and by whom a match was played, and when it ended."""

    match: int
    guild: int
    zone: str
    players: tuple[int, int]
    at: datetime


async def remember(connection: AsyncConnection, played: Played, facts: Facts) -> None:
    """Write the rows that follow from what has just ended."""
    if facts.hands:
        rows = [_hand_row(played, hand) for hand in facts.hands]
        await connection.execute(insert(hand_results), rows)
    if facts.match is None or not facts.match.scored:
        return
    if await connection.scalar(select(rebuilds.c.done)) is None:
        await count(connection, played, facts.match)


async def count(connection: AsyncConnection, played: Played, match: MatchFact) -> None:
    """Write a match's results, and bring the standings of both players up to date."""
    found = await connection.execute(
        select(hand_results)
        .where(hand_results.c.match == played.match)
        .order_by(hand_results.c.number)
    )
    hands = tuple(_hand(row) for row in found.mappings())
    match = replace(match, hands=hands)
    day = periods_of(played.at, played.zone).day
    # A match of a server that is forgotten counts in the world alone.
    zones = {played.guild: played.zone, WORLD: WORLD_ZONE}
    counted = {
        scope: await _count_in(connection, scope, zone, played, match, day)
        for scope, zone in zones.items()
    }
    rows = [
        _result_row(played, match, day, seat, counted[played.guild][seat], counted[WORLD][seat])
        for seat in (0, 1)
    ]
    await connection.execute(insert(results), rows)


class Change(NamedTuple):
    """A rating before and after a match."""

    before: Rating
    after: Rating


async def _count_in(
    connection: AsyncConnection,
    scope: int,
    zone: str,
    played: Played,
    match: MatchFact,
    day: str,
) -> tuple[Change, Change]:
    """Bring all standings of one scope up to date; how the ratings changed, by seat."""
    keys = periods_of(played.at, zone).keys
    held = await _held(connection, scope, keys, played.players)
    before = [held.get((ALL_TIME, player), Standing()).rating for player in played.players]
    after = list(before)
    if is_rated(match) and match.winner is not None:
        winner, loser = match.winner, 1 - match.winner
        weight = weight_of(1 + await _met(connection, scope, played.players, day))
        after[winner], after[loser] = rated(before[winner], before[loser], weight)
    rows = []
    for seat, player in enumerate(played.players):
        tally = Tally.of(match, seat)
        for key in keys:
            standing = held.get((key, player), Standing()).after(tally, after[seat])
            rows.append(_standing_row(scope, key, player, standing))
    await connection.execute(delete(standings).where(_of(scope, keys, played.players)))
    await connection.execute(insert(standings), rows)
    return Change(before[0], after[0]), Change(before[1], after[1])


async def _held(
    connection: AsyncConnection, scope: int, keys: tuple[str, ...], players: tuple[int, int]
) -> dict[tuple[str, int], Standing]:
    """The standings that there are so far, by period and player."""
    found = await connection.execute(select(standings).where(_of(scope, keys, players)))
    return {(row["period"], row["player"]): standing_of(row) for row in found.mappings()}


def _of(scope: int, keys: tuple[str, ...], players: tuple[int, int]) -> Any:
    return and_(
        standings.c.scope == scope,
        standings.c.period.in_(keys),
        standings.c.player.in_(players),
    )


async def _met(connection: AsyncConnection, scope: int, players: tuple[int, int], day: str) -> int:
    """How many rated matches the two have played on a day."""
    met = and_(
        results.c.player == players[0],
        results.c.opponent == players[1],
        results.c.day == day,
        results.c.rated,
        in_scope(scope),
    )
    return await connection.scalar(select(func.count()).where(met)) or 0


def in_scope(scope: int) -> ColumnElement[bool]:
    """The results of a server, or of all."""
    return true() if scope == WORLD else results.c.guild == scope


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


def _result_row(
    played: Played, match: MatchFact, day: str, seat: int, here: Change, world: Change
) -> dict[str, Any]:
    return {
        "match": played.match,
        "seat": seat,
        "player": played.players[seat],
        "opponent": played.players[1 - seat],
        "guild": played.guild,
        "at": played.at,
        "day": day,
        "rules": match.rules,
        "ending": match.ending,
        "rated": is_rated(match),
        "rating_before": here.before.shown,
        "rating": here.after.shown,
        "world_before": world.before.shown,
        "world": world.after.shown,
        **asdict(Tally.of(match, seat)),
    }


def _standing_row(scope: int, period: str, player: int, standing: Standing) -> dict[str, Any]:
    return {
        "scope": scope,
        "period": period,
        "player": player,
        **asdict(standing.tally),
        "win_rate": standing.win_rate,
        "streak": standing.streak,
        "best_streak": standing.best_streak,
        "mu": standing.rating.mu,
        "sigma": standing.rating.sigma,
        "rating": standing.rating.shown,
    }


def standing_of(row: RowMapping) -> Standing:
    """A row of the standings as a standing."""
    return Standing(
        tally=Tally(**{name: row[name] for name in _TALLY}),
        streak=row["streak"],
        best_streak=row["best_streak"],
        rating=Rating(row["mu"], row["sigma"]),
    )
