"""Lists of matches that have been played, by their players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, desc, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import MatchEnded, decode
from bot.sessions import PlayedMatch, Player

from .part import Part
from .schema import events, hand_results, matches, members, results, seats

_Seat = tuple[Player, int | None]

_HANDS = (
    select(func.count())
    .where(hand_results.c.match == matches.c.id)
    .scalar_subquery()
    .label("hands")
)


class Played(Part):
    """The part of the store that looks back."""

    async def played(
        self,
        guild: int,
        players: Sequence[int],
        *,
        seen_by: int,
        finished: bool = False,
        first: int = 0,
        limit: int,
    ) -> list[PlayedMatch]:
        """Matches of a server that any of these players sits in, by their last move.

        The latest comes first. Of private ones only those that `seen_by` sits in; with
        `finished` only those that are over.
        """
        seen = or_(matches.c.private.is_(False), _seats_one_of((seen_by,)))
        where = [matches.c.guild == guild, _seats_one_of(players), seen]
        if finished:
            where.append(matches.c.over.is_(True))
        last = and_(events.c.match == matches.c.id, events.c.version == matches.c.version)
        query = (
            select(matches.c.id, events.c.body, events.c.at, _HANDS)
            .join(events, last)
            .where(*where)
            .order_by(desc(events.c.at), desc(matches.c.id))
            .offset(first)
            .limit(limit)
        )
        async with self._database.read() as connection:
            found = (await connection.execute(query)).all()
            seated = await _seated(connection, [row.id for row in found])
        return [_played(row, seated[row.id]) for row in found]

    async def named(self, guild: int, typed: str, limit: int) -> list[int]:
        """Players of a server whose name holds what was typed, large or small letters alike.

        SQLite knows that of A to Z alone, so a name in another script is tried in title case too.
        """
        spelt = (typed, typed.lower(), typed.title())
        holds = or_(*(members.c.name.icontains(one, autoescape=True) for one in spelt))
        query = (
            select(members.c.player)
            .where(members.c.guild == guild, holds)
            .order_by(members.c.name)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return list(await connection.scalars(query))


def _seats_one_of(players: Sequence[int]) -> ColumnElement[bool]:
    return matches.c.id.in_(select(seats.c.match).where(seats.c.player.in_(players)))


async def _seated(connection: AsyncConnection, found: Sequence[int]) -> dict[int, list[_Seat]]:
    """Who sits in each match, by seat, with his hand points where they count."""
    mine = and_(results.c.match == seats.c.match, results.c.seat == seats.c.seat)
    query = (
        select(seats.c.match, seats.c.player, seats.c.name, results.c.points)
        .outerjoin(results, mine)
        .where(seats.c.match.in_(found))
        .order_by(seats.c.match, seats.c.seat)
    )
    seated: dict[int, list[_Seat]] = {}
    for row in await connection.execute(query):
        seated.setdefault(row.match, []).append((Player(row.player, row.name), row.points))
    return seated


def _played(row: Any, seated: Sequence[_Seat]) -> PlayedMatch:
    (one, mine), (two, theirs) = seated
    scores = None if mine is None or theirs is None else (mine, theirs)
    last = decode(row.body)
    ended = last if isinstance(last, MatchEnded) else None
    return PlayedMatch(row.id, (one, two), row.at, ended, scores, row.hands)
