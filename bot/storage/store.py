"""The store of matches, challenges and results; each method is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, and_, delete, desc, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import CLASSIC, Event, Rules, decode, encode
from bot.sessions import (
    Challenge,
    ChallengeState,
    Conflict,
    Deadline,
    Deadlines,
    House,
    MatchStore,
    Nudge,
    NudgeWish,
    Pace,
    Player,
    Preferences,
    SeatResult,
    Standing,
    Table,
    ThreadWish,
    Watching,
    put_off,
)

from .database import Database
from .schema import (
    blocks,
    challenges,
    events,
    guild_channels,
    guilds,
    matches,
    members,
    preferences,
    results,
    seats,
    signs,
)

_STANDING = (ChallengeState.OPEN, ChallengeState.DRAFT)
_DEADLINES = {
    Deadline.DEAL: matches.c.due,
    Deadline.NUDGE: matches.c.nudge_at,
    Deadline.TURN: matches.c.turn_due,
    Deadline.IDLE: matches.c.idle_at,
}


class Store(MatchStore):
    """Keeps everything in one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def add_challenge(self, challenge: Challenge) -> Challenge:
        values = _challenge_values(challenge)
        try:
            async with self._database.write() as connection:
                added = insert(challenges).values(values).returning(challenges.c.id)
                number = (await connection.execute(added)).scalar_one()
                for player in (challenge.challenger, challenge.opponent):
                    if player is not None:
                        await _see(connection, challenge.guild, player)
        except IntegrityError as error:
            raise Conflict from error
        return replace(challenge, id=number)

    async def challenge(self, id: int) -> Challenge | None:
        async with self._database.read() as connection:
            found = await connection.execute(select(challenges).where(challenges.c.id == id))
            row = found.one_or_none()
        return None if row is None else _challenge(row)

    async def rematch(self, match: int) -> Challenge | None:
        wanted = and_(challenges.c.rematch_of == match, challenges.c.state == ChallengeState.OPEN)
        async with self._database.read() as connection:
            row = (await connection.execute(select(challenges).where(wanted))).one_or_none()
        return None if row is None else _challenge(row)

    async def close_challenge(self, id: int, state: ChallengeState) -> None:
        async with self._database.write() as connection:
            await self._close(connection, id, state)

    async def revise_challenge(self, challenge: Challenge) -> None:
        drafts = and_(challenges.c.id == challenge.id, challenges.c.state == ChallengeState.DRAFT)
        async with self._database.write() as connection:
            revised = await connection.execute(
                update(challenges)
                .where(drafts)
                .values(
                    rules=challenge.rules.model_dump_json(),
                    state=challenge.state,
                    lapses_at=challenge.lapses_at,
                )
            )
            if revised.rowcount != 1:
                raise Conflict

    async def standing_challenges(self, challenger: int) -> int:
        standing = and_(
            challenges.c.challenger == challenger, challenges.c.state == ChallengeState.OPEN
        )
        async with self._database.read() as connection:
            count = await connection.scalar(select(func.count()).where(standing))
        return count or 0

    async def last_declined(self, challenger: int, opponent: int) -> datetime | None:
        declined = and_(
            challenges.c.challenger == challenger,
            challenges.c.opponent == opponent,
            challenges.c.state == ChallengeState.DECLINED,
        )
        async with self._database.read() as connection:
            latest = select(challenges.c.closed_at).where(declined)
            return await connection.scalar(latest.order_by(desc(challenges.c.id)).limit(1))

    async def house(self, guild: int) -> House:
        async with self._database.read() as connection:
            found = await connection.execute(select(guilds).where(guilds.c.guild == guild))
            row = found.one_or_none()
            allowed = await connection.scalars(
                select(guild_channels.c.channel).where(guild_channels.c.guild == guild)
            )
            channels = frozenset(allowed)
        if row is None:
            return House(channels=channels)
        rules = row.default_rules
        return House(
            rules=CLASSIC if rules is None else Rules.model_validate_json(rules),
            pace=Pace(row.pace),
            threads=row.threads,
            watching=Watching(row.watching),
            channels=channels,
        )

    async def set_house(self, guild: int, house: House) -> None:
        async with self._database.write() as connection:
            for table in (guilds, guild_channels):
                await connection.execute(delete(table).where(table.c.guild == guild))
            await connection.execute(
                insert(guilds).values(
                    guild=guild,
                    default_rules=house.rules.model_dump_json(),
                    pace=house.pace,
                    threads=house.threads,
                    watching=house.watching,
                )
            )
            if house.channels:
                rows = [{"guild": guild, "channel": channel} for channel in house.channels]
                await connection.execute(insert(guild_channels), rows)

    async def block(self, player: int, other: Player) -> None:
        pair = and_(blocks.c.player == player, blocks.c.blocked == other.id)
        async with self._database.write() as connection:
            await connection.execute(delete(blocks).where(pair))
            await connection.execute(
                insert(blocks).values(player=player, blocked=other.id, name=other.name)
            )

    async def unblock(self, player: int, other: int) -> None:
        pair = and_(blocks.c.player == player, blocks.c.blocked == other)
        async with self._database.write() as connection:
            await connection.execute(delete(blocks).where(pair))

    async def blocked(self, player: int) -> list[Player]:
        query = (
            select(blocks.c.blocked, blocks.c.name)
            .where(blocks.c.player == player)
            .order_by(blocks.c.name, blocks.c.blocked)
        )
        async with self._database.read() as connection:
            return [Player(*row) for row in await connection.execute(query)]

    async def open_match(self, table: Table, events_: Sequence[Event]) -> Table:
        async with self._database.write() as connection:
            await self._close(connection, table.id, ChallengeState.ACCEPTED)
            if table.message is None:
                shown = select(challenges.c.message).where(challenges.c.id == table.id)
                table = replace(table, message=await connection.scalar(shown))
            await connection.execute(
                insert(matches).values(
                    id=table.id,
                    guild=table.guild,
                    version=len(events_),
                    pace=table.pace,
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
            await self._add_events(connection, table.id, 1, events_)
            for player in table.players:
                await _see(connection, table.guild, player)
        return table

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
            first, second = (Player(one.player, one.name) for one in seated)
            history = [decode(body) for body in bodies]
        return _table(row, (first, second)), history

    async def append(
        self,
        table: Table,
        expected_version: int,
        events_: Sequence[Event],
        results_: Sequence[SeatResult],
    ) -> None:
        async with self._database.write() as connection:
            moved = await connection.execute(
                update(matches)
                .where(matches.c.id == table.id, matches.c.version == expected_version)
                .values(version=expected_version + len(events_), **_table_values(table))
            )
            if moved.rowcount != 1:
                raise Conflict
            await self._add_events(connection, table.id, expected_version + 1, events_)
            if results_:
                await connection.execute(insert(results), _result_rows(table, results_))

    async def move_table(self, table: Table) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(matches).where(matches.c.id == table.id).values(**_table_values(table))
            )

    async def move_challenge_message(self, challenge: int, message: int) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(challenges).where(challenges.c.id == challenge).values(message=message)
            )

    async def live_matches(self, guild: int, player: int) -> list[int]:
        return await self._matches_of(guild, player, matches.c.over.is_(False))

    async def last_match(self, guild: int, player: int) -> int | None:
        latest = await self._matches_of(guild, player)
        return latest[0] if latest else None

    async def under_way(self, guild: int) -> list[tuple[int, tuple[str, str]]]:
        """The unfinished matches of a server with their players' names, the latest first."""
        query = (
            select(matches.c.id, seats.c.name)
            .join(seats, seats.c.match == matches.c.id)
            .where(matches.c.guild == guild, matches.c.over.is_(False))
            .order_by(desc(matches.c.id), seats.c.seat)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        pairs = zip(rows[::2], rows[1::2], strict=True)
        return [(one.id, (one.name, two.name)) for one, two in pairs]

    async def due(self, deadline: Deadline, now: datetime) -> list[int]:
        overdue = _DEADLINES[deadline] <= now
        async with self._database.read() as connection:
            return list(await connection.scalars(select(matches.c.id).where(overdue)))

    async def is_played_in(self, channel: int) -> bool:
        played = and_(matches.c.channel == channel, matches.c.over.is_(False))
        async with self._database.read() as connection:
            return (
                await connection.scalar(select(matches.c.id).where(played).limit(1))
            ) is not None

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

    async def preferences(self, player: int) -> Preferences:
        """What a player has chosen for himself."""
        query = select(preferences).where(preferences.c.player == player)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return Preferences()
        return Preferences(NudgeWish(row.nudge), row.by_dm, row.asks_before_poor_knock)

    async def set_preferences(self, player: int, chosen: Preferences) -> None:
        """Remember what a player has chosen for himself."""
        async with self._database.write() as connection:
            await connection.execute(delete(preferences).where(preferences.c.player == player))
            await connection.execute(
                insert(preferences).values(
                    player=player,
                    nudge=chosen.nudge,
                    by_dm=chosen.by_dm,
                    asks_before_poor_knock=chosen.asks_before_poor_knock,
                )
            )

    async def due_challenges(self, now: datetime) -> list[Challenge]:
        lapsed = and_(challenges.c.state.in_(_STANDING), challenges.c.lapses_at <= now)
        async with self._database.read() as connection:
            found = await connection.execute(select(challenges).where(lapsed))
            return [_challenge(row) for row in found]

    async def next_due(self) -> datetime | None:
        standing = challenges.c.state.in_(_STANDING)
        async with self._database.read() as connection:
            earliest = [
                await connection.scalar(select(func.min(column))) for column in _DEADLINES.values()
            ]
            earliest.append(
                await connection.scalar(select(func.min(challenges.c.lapses_at)).where(standing))
            )
        return min((due for due in earliest if due is not None), default=None)

    async def standings(self, guild: int, limit: int) -> list[Standing]:
        won = func.sum(results.c.won.cast(results.c.points.type)).label("won")
        points, lines = func.sum(results.c.points), func.sum(results.c.lines)
        query = (
            select(
                results.c.player,
                func.coalesce(func.max(members.c.name), "someone"),
                won,
                func.count(),
                points,
                lines,
            )
            .outerjoin(
                members,
                and_(members.c.guild == results.c.guild, members.c.player == results.c.player),
            )
            .where(results.c.guild == guild)
            .group_by(results.c.player)
            .order_by(desc(won), desc(points), desc(lines), results.c.player)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [Standing(*row) for row in await connection.execute(query)]

    async def _matches_of(self, guild: int, player: int, *where: Any) -> list[int]:
        query = (
            select(matches.c.id)
            .join(seats, seats.c.match == matches.c.id)
            .where(matches.c.guild == guild, seats.c.player == player, *where)
            .order_by(desc(matches.c.id))
        )
        async with self._database.read() as connection:
            return list(await connection.scalars(query))

    async def _close(self, connection: AsyncConnection, id: int, state: ChallengeState) -> None:
        closed = await connection.execute(
            update(challenges)
            .where(challenges.c.id == id, challenges.c.state.in_(_STANDING))
            .values(state=state, closed_at=self._clock())
        )
        if closed.rowcount != 1:
            raise Conflict

    async def _add_events(
        self, connection: AsyncConnection, match: int, version: int, added: Sequence[Event]
    ) -> None:
        now = self._clock()
        rows = [
            {"match": match, "version": number, "body": encode(one), "at": now}
            for number, one in enumerate(added, version)
        ]
        await connection.execute(insert(events), rows)


async def _see(connection: AsyncConnection, guild: int, player: Player) -> None:
    """The name a player goes by now; delete and insert, which every database understands."""
    here = and_(members.c.guild == guild, members.c.player == player.id)
    await connection.execute(delete(members).where(here))
    await connection.execute(
        insert(members).values(guild=guild, player=player.id, name=player.name)
    )


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
        deadlines=Deadlines(row.due, row.nudge_at, row.turn_due, row.idle_at),
        nudge=nudge,
        thread=row.thread,
        thread_wish=ThreadWish(row.thread_wish),
        over=row.over,
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
        "nudge_channel": table.nudge.channel if table.nudge else None,
        "nudge_message": table.nudge.message if table.nudge else None,
        "nudge_reason": table.nudge.reason if table.nudge else None,
        "thread": table.thread,
        "thread_wish": table.thread_wish,
        "over": table.over,
    }


def _result_rows(table: Table, added: Sequence[SeatResult]) -> list[dict[str, Any]]:
    return [
        {
            "match": table.id,
            "player": result.player,
            "guild": table.guild,
            "won": result.won,
            "points": result.points,
            "lines": result.lines,
        }
        for result in added
    ]


def _challenge_values(challenge: Challenge) -> dict[str, Any]:
    opponent = challenge.opponent
    return {
        "guild": challenge.guild,
        "channel": challenge.channel,
        "message": challenge.message,
        "challenger": challenge.challenger.id,
        "challenger_name": challenge.challenger.name,
        "opponent": opponent.id if opponent else None,
        "opponent_name": opponent.name if opponent else None,
        "rules": challenge.rules.model_dump_json(),
        "lapses_at": challenge.lapses_at,
        "state": challenge.state,
        "rematch_of": challenge.rematch_of,
        "pace": challenge.pace,
    }


def _challenge(row: Row[Any]) -> Challenge:
    return Challenge(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        message=row.message,
        challenger=Player(row.challenger, row.challenger_name),
        opponent=None if row.opponent is None else Player(row.opponent, row.opponent_name),
        rules=Rules.model_validate_json(row.rules),
        lapses_at=row.lapses_at,
        state=ChallengeState(row.state),
        rematch_of=row.rematch_of,
        pace=Pace(row.pace),
    )
