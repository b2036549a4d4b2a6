"""Leaderboards, a player's figures, two players against each other, and the rebuild of it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import HandEnded, MatchEnded, Tally, decode, evolve, facts_of, replay
from bot.scores import (
    ALL_TIME,
    BoardKey,
    BoardPage,
    BoardRow,
    Luck,
    PlayerFigures,
    RatingChange,
)
from bot.sessions import COMPUTERS, Level

from .part import Part
from .schema import (
    events,
    hand_results,
    matches,
    members,
    players,
    rebuilds,
    results,
    seats,
    standings,
)
from .scores import NO_RATING, WORLD, Played, count, in_scope, remember, standing_of

_PRACTICE = select(seats.c.match).where(seats.c.player.in_(COMPUTERS))
"""The matches against computers."""
_CHUNK = 20
"""Matches that a rebuild takes in one transaction."""
_RATINGS_SHOWN = 60
_TALLY = tuple(Tally.__dataclass_fields__)


class Boards(Part):
    """The part of the store that scores are read from."""

    async def board(
        self, scope: int, period: str, key: BoardKey, *, page: int, size: int, hides_gone: bool
    ) -> BoardPage:
        """One page of a leaderboard, best first, from page 0 on; equal figures share a place."""
        listed = _listed(scope, period, key, hides_gone=hides_gone)
        column = standings.c[key]
        async with self._database.read() as connection:
            total = await _count(connection, listed)
            page = min(page, max(0, (total - 1) // size))
            rows = await _rows(connection, listed, column, total, page * size, size)
            first = page * size + 1
            if rows:
                level = and_(listed, column == rows[0][key])
                earlier = standings.c.player < rows[0]["player"]
                first -= await _count(connection, level, earlier)
            names = await _names(connection, scope, [row["player"] for row in rows])
        return BoardPage(page, total, tuple(_placed(rows, key, names, first, page * size)))

    async def place(
        self, scope: int, period: str, key: BoardKey, player: int, *, hides_gone: bool
    ) -> BoardRow | None:
        """A player's own row of a leaderboard; None where he is not on it."""
        listed = _listed(scope, period, key, hides_gone=hides_gone)
        own = and_(listed, standings.c.player == player)
        async with self._database.read() as connection:
            found = await connection.execute(select(standings).where(own))
            row = found.mappings().one_or_none()
            if row is None:
                return None
            above = await _count(connection, listed, standings.c[key] > row[key])
            names = await _names(connection, scope, [player])
        return BoardRow(above + 1, player, names.get(player, ""), standing_of(row))

    async def figures(self, scope: int, player: int) -> PlayerFigures:
        """All that a player has played in a scope, and how his rating went lately."""
        own = and_(
            standings.c.scope == scope,
            standings.c.period == ALL_TIME,
            standings.c.player == player,
        )
        rating = results.c.world if scope == WORLD else results.c.rating
        latest = (
            select(rating)
            .where(results.c.player == player, in_scope(scope))
            .order_by(results.c.at.desc(), results.c.match.desc())
            .limit(_RATINGS_SHOWN)
        )
        async with self._database.read() as connection:
            row = (await connection.execute(select(standings).where(own))).mappings().one_or_none()
            ratings = list(await connection.scalars(latest))
            names = await _names(connection, scope, [player])
        standing = None if row is None else standing_of(row)
        return PlayerFigures(names.get(player, ""), standing, tuple(reversed(ratings)))

    async def against(self, scope: int, player: int, opponent: int) -> Tally:
        """A player's sums over the matches with one opponent."""
        sums = [
            func.max(results.c[name]) if name == "best_hand" else func.sum(results.c[name])
            for name in _TALLY
        ]
        pair = and_(results.c.player == player, results.c.opponent == opponent, in_scope(scope))
        async with self._database.read() as connection:
            row = (await connection.execute(select(*sums).where(pair))).one()
        return Tally(*(value or 0 for value in row))

    async def rating_changes(self, match: int) -> tuple[RatingChange, ...]:
        """What a match has changed, by seat; none before its end, or where it moved nothing."""
        moved = and_(results.c.match == match, results.c.rated)
        query = select(results.c.rating_before, results.c.rating).where(moved)
        async with self._database.read() as connection:
            rows = await connection.execute(query.order_by(results.c.seat))
            return tuple(RatingChange(*row) for row in rows)

    async def practised(self, guild: int, player: int) -> dict[Level, tuple[int, int]]:
        """Matches won and lost against computers, by their level."""
        won, all_of_them = func.sum(results.c.won), func.count()
        query = (
            select(results.c.opponent, won, all_of_them - won)
            .where(results.c.player == player, results.c.guild == guild)
            .where(results.c.opponent.in_(COMPUTERS))
            .group_by(results.c.opponent)
            .order_by(results.c.opponent)
        )
        async with self._database.read() as connection:
            rows = await connection.execute(query)
            return {COMPUTERS[id]: (won, lost) for id, won, lost in rows}

    async def luck(self, guild: int) -> Luck:
        """What a server's deals were like."""
        first = hand_results.c.winner == 1 - hand_results.c.dealer
        ranks = (hand_results.c.dealt0, hand_results.c.dealt1)
        query = select(
            func.count(),
            func.coalesce(func.sum(ranks[0] + ranks[1]), 0),
            func.count().filter(hand_results.c.winner.is_not(None)),
            func.count().filter(first),
            func.count().filter(hand_results.c.ending.in_(("gin", "big gin"))),
            func.count().filter(ranks[0] <= 10) + func.count().filter(ranks[1] <= 10),
        ).where(hand_results.c.guild == guild, hand_results.c.match.not_in(_PRACTICE))
        async with self._database.read() as connection:
            return Luck(*(await connection.execute(query)).one())

    # Players who have left.

    async def unchecked(self, guild: int, listed: Sequence[int], since: datetime) -> list[int]:
        """Which of some players were not looked up since a moment."""
        lately = and_(
            members.c.guild == guild,
            members.c.player.in_(listed),
            or_(members.c.checked_at.is_(None), members.c.checked_at < since),
        )
        async with self._database.read() as connection:
            return list(await connection.scalars(select(members.c.player).where(lately)))

    async def checked(self, guild: int, player: int, *, gone: bool) -> None:
        """Remember whether a player was found in a server."""
        own = and_(members.c.guild == guild, members.c.player == player)
        async with self._database.write() as connection:
            await connection.execute(
                update(members).where(own).values(gone=gone, checked_at=self._clock())
            )

    # The rebuild.

    async def begin_rebuild(self) -> None:
        """Forget all that follows from finished matches; goes on where one was stopped."""
        async with self._database.write() as connection:
            if await connection.scalar(select(rebuilds.c.done)) is not None:
                return
            await connection.execute(delete(results))
            await connection.execute(delete(standings))
            await connection.execute(insert(rebuilds).values(id=1, done=0))

    async def rebuild_state(self) -> tuple[int, int] | None:
        """How many matches are done, and how many there are; None where nothing is rebuilt."""
        async with self._database.read() as connection:
            done = await connection.scalar(select(rebuilds.c.done))
            if done is None:
                return None
            return done, await connection.scalar(select(func.max(matches.c.finish))) or 0

    async def rebuild(self, told: Callable[[int, int], None] = lambda done, total: None) -> None:
        """Build everything anew from the events, and say how far it has come after each step.

        Each step is a transaction that also notes how far it went, so a rebuild that is
        stopped is taken up again. Matches that end meanwhile are left to it.
        """
        await self.begin_rebuild()
        while (state := await self.rebuild_state()) is not None:
            told(*state)
            await self._database.work(_rebuild_some)


def _rebuild_some(connection: Connection) -> None:
    done = connection.scalar(select(rebuilds.c.done).with_for_update()) or 0
    following = (
        select(matches.c.id, matches.c.guild, matches.c.zone, matches.c.ended_at, matches.c.finish)
        .where(matches.c.finish > done)
        .order_by(matches.c.finish)
        .limit(_CHUNK)
    )
    rows = (connection.execute(following)).all()
    for row in rows:
        _rebuild_match(connection, row)
    if rows:
        connection.execute(update(rebuilds).values(done=rows[-1].finish))
    else:
        connection.execute(delete(rebuilds))


def _rebuild_match(connection: Connection, row: Any) -> None:
    """Replay one match, and write what its ends bring as if they had come just now."""
    connection.execute(delete(hand_results).where(hand_results.c.match == row.id))
    seated = select(seats.c.player).where(seats.c.match == row.id).order_by(seats.c.seat)
    first, second = connection.scalars(seated)
    history = select(events.c.body, events.c.at).where(events.c.match == row.id)
    told = (connection.execute(history.order_by(events.c.version))).all()
    happened = [(decode(body), at) for body, at in told]
    match = replay([happened[0][0]])
    for event, at in happened[1:]:
        if isinstance(event, HandEnded | MatchEnded):
            facts = facts_of(match, [event])
            played = Played(row.id, row.guild, row.zone, (first, second), at)
            remember(connection, played, facts)
            if facts.match is not None and facts.match.scored:
                count(connection, played, facts.match)
        match = evolve(match, event)


def _listed(scope: int, period: str, key: BoardKey, *, hides_gone: bool) -> ColumnElement[bool]:
    """Whose rows a leaderboard has: those with a figure, without people who are forgotten."""
    listed = [
        standings.c.scope == scope,
        standings.c.period == period,
        standings.c[key].is_not(None),
        # The sum keeps SQLite from going by player instead of by place (its query planner).
        standings.c.player + 0 > 0,
    ]
    if key is BoardKey.RATING:
        listed.append(standings.c.rating > NO_RATING)
    if hides_gone:
        gone = select(members.c.player).where(members.c.guild == scope, members.c.gone)
        listed.append(standings.c.player.not_in(gone))
    return and_(*listed)


async def _rows(
    connection: AsyncConnection,
    listed: ColumnElement[bool],
    column: Any,
    total: int,
    before: int,
    size: int,
) -> list[RowMapping]:
    """Some rows, best first, with so many before them; counted from the end that is nearer."""
    best, worst = (column.desc(), standings.c.player), (column, standings.c.player.desc())
    after = max(0, total - before - size)
    query = select(standings).where(listed).limit(min(size, total - before))
    if before <= after:
        return list((await connection.execute(query.order_by(*best).offset(before))).mappings())
    backwards = await connection.execute(query.order_by(*worst).offset(after))
    return list(reversed(backwards.mappings().all()))


async def _count(connection: AsyncConnection, *which: ColumnElement[bool]) -> int:
    return await connection.scalar(select(func.count()).where(*which)) or 0


async def _names(connection: AsyncConnection, scope: int, wanted: Sequence[int]) -> dict[int, str]:
    query: Select[Any] = select(players.c.player, players.c.name).where(
        players.c.player.in_(wanted)
    )
    if scope != WORLD:
        query = select(members.c.player, members.c.name).where(
            members.c.guild == scope, members.c.player.in_(wanted)
        )
    return {row.player: row.name for row in await connection.execute(query)}


def _placed(
    rows: Sequence[RowMapping], key: str, names: dict[int, str], first: int, before: int
) -> list[BoardRow]:
    """Rows with their places: `first` is that of the first row, `before` how many came before."""
    placed: list[BoardRow] = []
    for index, row in enumerate(rows):
        place = before + index + 1
        if index == 0:
            place = first
        elif row[key] == rows[index - 1][key]:
            place = placed[-1].place
        player = row["player"]
        placed.append(BoardRow(place, player, names.get(player, ""), standing_of(row)))
    return placed
