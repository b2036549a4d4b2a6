"""Lists of matches, leaderboards, and what players have chosen for themselves."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, desc, insert, select

from bot.sessions import NudgeWish, Preferences

from .part import Part
from .schema import lessons, matches, preferences, seats


class Records(Part):
    """The part of the store that commands read."""

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

    async def preferences(self, player: int) -> Preferences:
        """What a player has chosen for himself."""
        query = select(preferences).where(preferences.c.player == player)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        if row is None:
            return Preferences()
        chosen = {field: value for field, value in row.items() if field != "player"}
        return Preferences(**{**chosen, "nudge": NudgeWish(row["nudge"])})

    async def set_preferences(self, player: int, chosen: Preferences) -> None:
        """Remember what a player has chosen for himself."""
        async with self._database.write() as connection:
            await connection.execute(delete(preferences).where(preferences.c.player == player))
            await connection.execute(insert(preferences).values(player=player, **asdict(chosen)))

    async def lesson(self, player: int) -> str | None:
        query = select(lessons.c.lesson).where(lessons.c.player == player)
        async with self._database.read() as connection:
            return await connection.scalar(query)

    async def set_lesson(self, player: int, lesson: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(lessons).where(lessons.c.player == player))
            await connection.execute(insert(lessons).values(player=player, lesson=lesson))

    async def _matches_of(self, guild: int, player: int, *where: Any) -> list[int]:
        query = (
            select(matches.c.id)
            .join(seats, seats.c.match == matches.c.id)
            .where(matches.c.guild == guild, seats.c.player == player, *where)
            .order_by(desc(matches.c.id))
        )
        async with self._database.read() as connection:
            return list(await connection.scalars(query))
