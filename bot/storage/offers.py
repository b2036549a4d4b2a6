"""Challenges, what servers have chosen, and whom players have blocked."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, delete, desc, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.engine import CLASSIC, Rules
from bot.sessions import Challenge, ChallengeState, Conflict, House, Pace, Player, Watching

from .part import STANDING, Part, challenge_values, close, see
from .schema import blocks, challenges, guild_channels, guilds


class Offers(Part):
    """The part of the store that the lobby needs."""

    async def add_challenge(self, challenge: Challenge) -> Challenge:
        values = challenge_values(challenge)
        try:
            async with self._database.write() as connection:
                added = insert(challenges).values(values).returning(challenges.c.id)
                number = (await connection.execute(added)).scalar_one()
                for player in (challenge.challenger, challenge.opponent):
                    if player is not None:
                        await see(connection, challenge.guild, player)
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
            await close(connection, id, state, self._clock())

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

    async def move_challenge_message(self, challenge: int, message: int) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(challenges).where(challenges.c.id == challenge).values(message=message)
            )

    async def standing_challenges(self, challenger: int, fresh: datetime) -> int:
        standing = and_(
            challenges.c.challenger == challenger,
            challenges.c.state == ChallengeState.OPEN,
            or_(challenges.c.message.is_not(None), challenges.c.lapses_at > fresh),
        )
        async with self._database.read() as connection:
            count = await connection.scalar(select(func.count()).where(standing))
        return count or 0

    async def open_challenges(self, player: int) -> list[Challenge]:
        his = or_(challenges.c.challenger == player, challenges.c.opponent == player)
        standing = and_(his, challenges.c.state.in_(STANDING))
        async with self._database.read() as connection:
            found = await connection.execute(select(challenges).where(standing))
            return [_challenge(row) for row in found]

    async def last_declined(self, challenger: int, opponent: int) -> datetime | None:
        declined = and_(
            challenges.c.challenger == challenger,
            challenges.c.opponent == opponent,
            challenges.c.state == ChallengeState.DECLINED,
        )
        async with self._database.read() as connection:
            latest = select(challenges.c.closed_at).where(declined)
            return await connection.scalar(latest.order_by(desc(challenges.c.closed_at)).limit(1))

    async def due_challenges(self, now: datetime) -> list[Challenge]:
        lapsed = and_(challenges.c.state.in_(STANDING), challenges.c.lapses_at <= now)
        async with self._database.read() as connection:
            found = await connection.execute(select(challenges).where(lapsed))
            return [_challenge(row) for row in found]

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
            zone=row.zone,
            hides_gone=row.hides_gone,
        )

    async def set_house(self, guild: int, house: House) -> None:
        async with self._database.write() as connection:
            left_at = await connection.scalar(
                select(guilds.c.left_at).where(guilds.c.guild == guild)
            )
            for table in (guilds, guild_channels):
                await connection.execute(delete(table).where(table.c.guild == guild))
            await connection.execute(
                insert(guilds).values(
                    guild=guild,
                    left_at=left_at,
                    default_rules=house.rules.model_dump_json(),
                    pace=house.pace,
                    threads=house.threads,
                    watching=house.watching,
                    zone=house.zone,
                    hides_gone=house.hides_gone,
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
