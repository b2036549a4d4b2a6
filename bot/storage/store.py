"""The store of matches, challenges and results; each method is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, delete, desc, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Event, Rules, decode, encode
from bot.sessions import (
    Challenge,
    ChallengeState,
    Conflict,
    MatchStore,
    Nudge,
    NudgeWish,
    Player,
    Preferences,
    SeatResult,
    Standing,
    Table,
)

from .database import Database
from .schema import challenges, events, guilds, matches, members, preferences, results, seats

_STANDING = (ChallengeState.OPEN, ChallengeState.DRAFT)


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
            await _close(connection, id, state)

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

    async def default_rules(self, guild: int) -> Rules | None:
        async with self._database.read() as connection:
            found = await connection.scalar(
                select(guilds.c.default_rules).where(guilds.c.guild == guild)
            )
        return None if found is None else Rules.model_validate_json(found)

    async def set_default_rules(self, guild: int, rules: Rules) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(guilds).where(guilds.c.guild == guild))
            await connection.execute(
                insert(guilds).values(guild=guild, default_rules=rules.model_dump_json())
            )

    async def open_match(self, table: Table, events_: Sequence[Event]) -> Table:
        async with self._database.write() as connection:
            await _close(connection, table.id, ChallengeState.ACCEPTED)
            if table.message is None:
                shown = select(challenges.c.message).where(challenges.c.id == table.id)
                table = replace(table, message=await connection.scalar(shown))
            await connection.execute(
                insert(matches).values(
                    id=table.id,
                    guild=table.guild,
                    channel=table.channel,
                    message=table.message,
                    shown_hand=table.shown_hand,
                    version=len(events_),
                    due=table.due,
                    nudge_at=table.nudge_at,
                    over=False,
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
                .values(
                    version=expected_version + len(events_),
                    due=table.due,
                    nudge_at=table.nudge_at,
                    over=bool(results_),
                )
            )
            if moved.rowcount != 1:
                raise Conflict
            await self._add_events(connection, table.id, expected_version + 1, events_)
            if results_:
                await connection.execute(insert(results), _result_rows(table, results_))

    async def move_table(self, table: Table) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(matches)
                .where(matches.c.id == table.id)
                .values(
                    channel=table.channel,
                    message=table.message,
                    shown_hand=table.shown_hand,
                    nudge_at=table.nudge_at,
                    nudge_channel=table.nudge.channel if table.nudge else None,
                    nudge_message=table.nudge.message if table.nudge else None,
                )
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

    async def due_matches(self, now: datetime) -> list[int]:
        async with self._database.read() as connection:
            found = await connection.scalars(select(matches.c.id).where(matches.c.due <= now))
            return list(found)

    async def due_nudges(self, now: datetime) -> list[int]:
        async with self._database.read() as connection:
            found = await connection.scalars(select(matches.c.id).where(matches.c.nudge_at <= now))
            return list(found)

    async def preferences(self, player: int) -> Preferences:
        """What a player has chosen for himself."""
        query = select(preferences).where(preferences.c.player == player)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Preferences() if row is None else Preferences(NudgeWish(row.nudge), row.by_dm)

    async def set_preferences(self, player: int, chosen: Preferences) -> None:
        """Remember what a player has chosen for himself."""
        async with self._database.write() as connection:
            await connection.execute(delete(preferences).where(preferences.c.player == player))
            await connection.execute(
                insert(preferences).values(player=player, nudge=chosen.nudge, by_dm=chosen.by_dm)
            )

    async def due_challenges(self, now: datetime) -> list[Challenge]:
        lapsed = and_(challenges.c.state.in_(_STANDING), challenges.c.lapses_at <= now)
        async with self._database.read() as connection:
            found = await connection.execute(select(challenges).where(lapsed))
            return [_challenge(row) for row in found]

    async def next_due(self) -> datetime | None:
        standing = challenges.c.state.in_(_STANDING)
        async with self._database.read() as connection:
            deal = await connection.scalar(select(func.min(matches.c.due)))
            nudge = await connection.scalar(select(func.min(matches.c.nudge_at)))
            lapse = await connection.scalar(
                select(func.min(challenges.c.lapses_at)).where(standing)
            )
        return min((due for due in (deal, nudge, lapse) if due is not None), default=None)

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

    async def _add_events(
        self, connection: AsyncConnection, match: int, version: int, added: Sequence[Event]
    ) -> None:
        now = self._clock()
        rows = [
            {"match": match, "version": number, "body": encode(one), "at": now}
            for number, one in enumerate(added, version)
        ]
        await connection.execute(insert(events), rows)


async def _close(connection: AsyncConnection, id: int, state: ChallengeState) -> None:
    closed = await connection.execute(
        update(challenges)
        .where(challenges.c.id == id, challenges.c.state.in_(_STANDING))
        .values(state=state)
    )
    if closed.rowcount != 1:
        raise Conflict


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
        nudge = Nudge(row.nudge_channel, row.nudge_message)
    return Table(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        message=row.message,
        players=players,
        shown_hand=row.shown_hand,
        due=row.due,
        nudge_at=row.nudge_at,
        nudge=nudge,
    )


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
    )
