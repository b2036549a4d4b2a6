"""Matches as lists of events, their tables and deadlines, and the bot's signs of life."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Event, Facts, decode, encode
from bot.sessions import (
    COMPUTERS,
    Challenge,
    ChallengeState,
    Conflict,
    Deadline,
    Deadlines,
    Nudge,
    Pace,
    Player,
    Table,
    ThreadWish,
    put_off,
)

from .part import STANDING, Part, challenge_values, close, see
from .schema import challenges, events, matches, seats, signs
from .scores import Played, remember

_DEADLINES = {
    Deadline.DEAL: matches.c.due,
    Deadline.NUDGE: matches.c.nudge_at,
    Deadline.TURN: matches.c.turn_due,
    Deadline.IDLE: matches.c.idle_at,
    Deadline.COMPUTER: matches.c.computer_at,
}


_EARLIER = matches.alias()
_NEXT_FINISH = select(func.coalesce(func.max(_EARLIER.c.finish), 0) + 1).scalar_subquery()
"""As the how-manieth match one finishes."""
# Put together once: that takes longer than to have it done.
_MOVE = update(matches).where(
    matches.c.id == bindparam("its_id"), matches.c.version == bindparam("expected_version")
)
_LAST_MOVE = _MOVE.values(finish=_NEXT_FINISH)


class Matches(Part):
    """The part of the store that live tables need."""

    async def open_match(self, table: Table, events_: Sequence[Event]) -> Table:
        async with self._database.write() as connection:
            await close(connection, table.id, ChallengeState.ACCEPTED, self._clock())
            if table.message is None:
                shown = select(challenges.c.message).where(challenges.c.id == table.id)
                table = replace(table, message=await connection.scalar(shown))
            await _add_match(connection, table, events_, self._clock())
        return table

    async def open_practice(
        self, offer: Challenge, table: Table, events_: Sequence[Event]
    ) -> Table:
        async with self._database.write() as connection:
            now = self._clock()
            values = {**challenge_values(offer), "closed_at": now}
            added = insert(challenges).values(values).returning(challenges.c.id)
            table = replace(table, id=(await connection.execute(added)).scalar_one())
            await _add_match(connection, table, events_, now)
        return table

    async def live_practice(self, guild: int, player: int) -> int | None:
        theirs = select(seats.c.match).where(seats.c.player.in_(COMPUTERS))
        query = (
            select(matches.c.id)
            .join(seats, seats.c.match == matches.c.id)
            .where(matches.c.guild == guild, matches.c.over.is_(False))
            .where(seats.c.player == player, matches.c.id.in_(theirs))
        )
        async with self._database.read() as connection:
            return await connection.scalar(query.limit(1))

    async def load(self, match: int) -> tuple[Table, list[Event]] | None:
        async with self._database.read() as connection:
            row = (
                await connection.execute(select(matches).where(matches.c.id == match))
            ).one_or_none()
            if row is None:
                return None
            seated = await connection.execute(
                select(seats.c.player, seats.c.name)
                .where(seats.c.match == match)
                .order_by(seats.c.seat)
            )
            bodies = await connection.scalars(
                select(events.c.body).where(events.c.match == match).order_by(events.c.version)
            )
            first, second = (
                Player(one.player, one.name, one.player in COMPUTERS) for one in seated
            )
            history = [decode(body) for body in bodies]
        return _table(row, (first, second)), history

    async def append(
        self, table: Table, expected_version: int, events_: Sequence[Event], facts: Facts
    ) -> None:
        at_that = {"its_id": table.id, "expected_version": expected_version}
        first, second = (player.id for player in table.players)
        values = _table_values(table) | {"version": expected_version + len(events_)}

        def add(connection: Connection) -> None:
            now = self._clock()
            moved = {**at_that, **values, "moved_at": now}
            if facts.match is None:
                found = connection.execute(_MOVE, moved)
            else:
                found = connection.execute(_LAST_MOVE, {**moved, "ended_at": now})
            if found.rowcount != 1:
                raise Conflict
            rows = _event_rows(table.id, expected_version + 1, events_, now)
            connection.execute(insert(events), rows)
            remember(
                connection, Played(table.id, table.guild, table.zone, (first, second), now), facts
            )

        await self._database.work(add)

    async def move_table(self, table: Table) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(matches).where(matches.c.id == table.id).values(**_table_values(table))
            )

    async def due(self, deadline: Deadline, now: datetime) -> list[int]:
        overdue = _DEADLINES[deadline] <= now
        async with self._database.read() as connection:
            return list(await connection.scalars(select(matches.c.id).where(overdue)))

    async def moved_since(self, moment: datetime) -> list[int]:
        moved = matches.c.moved_at >= moment
        async with self._database.read() as connection:
            return list(await connection.scalars(select(matches.c.id).where(moved)))

    async def is_played_in(self, channel: int) -> bool:
        played = and_(matches.c.channel == channel, matches.c.over.is_(False))
        standing = and_(challenges.c.channel == channel, challenges.c.state == ChallengeState.OPEN)
        async with self._database.read() as connection:
            for there in (
                select(matches.c.id).where(played),
                select(challenges.c.id).where(standing),
            ):
                if await connection.scalar(there.limit(1)) is not None:
                    return True
        return False

    async def last_sign(self) -> datetime | None:
        async with self._database.read() as connection:
            return await connection.scalar(select(signs.c.seen_at))

    async def sign(self, now: datetime, forgive: timedelta | None = None) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(signs))
            await connection.execute(insert(signs).values(id=1, seen_at=now))
            if forgive is None:
                return
            running = await connection.execute(
                select(matches.c.id, matches.c.turn_due, matches.c.idle_at).where(
                    matches.c.over.is_(False)
                )
            )
            for row in running.all():
                old = Deadlines(turn=row.turn_due, idle=row.idle_at)
                new = put_off(old, now - forgive, forgive)
                await connection.execute(
                    update(matches)
                    .where(matches.c.id == row.id)
                    .values(turn_due=new.turn, idle_at=new.idle)
                )

    async def next_due(self) -> datetime | None:
        standing = challenges.c.state.in_(STANDING)
        async with self._database.read() as connection:
            earliest = [
                await connection.scalar(select(func.min(column))) for column in _DEADLINES.values()
            ]
            earliest.append(
                await connection.scalar(select(func.min(challenges.c.lapses_at)).where(standing))
            )
        return min((due for due in earliest if due is not None), default=None)


async def _add_match(
    connection: AsyncConnection, table: Table, begun: Sequence[Event], now: datetime
) -> None:
    """A match with its seats and first events, and the names that people go by."""
    await connection.execute(
        insert(matches).values(
            id=table.id,
            guild=table.guild,
            version=len(begun),
            pace=table.pace,
            zone=table.zone,
            moved_at=now,
            **_table_values(table),
        )
    )
    await connection.execute(
        insert(seats),
        [
            {"match": table.id, "seat": seat, "player": player.id, "name": player.name}
            for seat, player in enumerate(table.players)
        ],
    )
    await connection.execute(insert(events), _event_rows(table.id, 1, begun, now))
    for player in table.players:
        if not player.is_bot:
            await see(connection, table.guild, player)


def _event_rows(
    match: int, version: int, added: Sequence[Event], now: datetime
) -> list[dict[str, Any]]:
    return [
        {"match": match, "version": number, "body": encode(one), "at": now}
        for number, one in enumerate(added, version)
    ]


def _table(row: Row[Any], players: tuple[Player, Player]) -> Table:
    nudge = None
    if row.nudge_message is not None:
        nudge = Nudge(row.nudge_channel, row.nudge_message, row.nudge_reason or "")
    return Table(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        message=row.message,
        players=players,
        pace=Pace(row.pace),
        shown_hand=row.shown_hand,
        deadlines=Deadlines(row.due, row.nudge_at, row.turn_due, row.idle_at, row.computer_at),
        nudge=nudge,
        thread=row.thread,
        thread_wish=ThreadWish(row.thread_wish),
        over=row.over,
        zone=row.zone,
        private=row.private,
        trouble=row.trouble,
    )


def _table_values(table: Table) -> dict[str, Any]:
    """What of a table may change, by column."""
    return {
        "channel": table.channel,
        "message": table.message,
        "shown_hand": table.shown_hand,
        "due": table.deadlines.deal,
        "nudge_at": table.deadlines.nudge,
        "turn_due": table.deadlines.turn,
        "idle_at": table.deadlines.idle,
        "computer_at": table.deadlines.computer,
        "nudge_channel": table.nudge.channel if table.nudge else None,
        "nudge_message": table.nudge.message if table.nudge else None,
        "nudge_reason": table.nudge.reason if table.nudge else None,
        "thread": table.thread,
        "thread_wish": table.thread_wish,
        "over": table.over,
        "private": table.private,
        "trouble": table.trouble,
    }
