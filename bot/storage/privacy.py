"""One's own data given out or forgotten, and servers that have sent the bot away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Select, and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import HandDealt, HandEnded, MatchBegan, MatchEnded, decode
from bot.sessions import ChallengeState, Conflict

from .part import STANDING, Part
from .schema import (
    blocks,
    challenges,
    events,
    guild_channels,
    guilds,
    hand_results,
    lessons,
    matches,
    members,
    players,
    preferences,
    results,
    seats,
    standings,
)
from .scores import WORLD

FORMER_PLAYER = "a former player"
_PLAYER_COLUMNS: tuple[Column[Any], ...] = (
    seats.c.player,
    results.c.player,
    results.c.opponent,
    standings.c.player,
    challenges.c.challenger,
    challenges.c.opponent,
)
"""Where a player's id stands that others' rows need too."""


class Privacy(Part):
    """The part of the store that gives out, forgets and purges."""

    async def export(self, player: int) -> dict[str, list[dict[str, Any]]]:
        """All rows about a player, by table; of hands only those that are over."""
        own = select(seats.c.match).where(seats.c.player == player)
        finished = select(matches.c.id).where(matches.c.id.in_(own), matches.c.over)
        queries: dict[str, Select[Any]] = {
            "names": select(members).where(members.c.player == player),
            "name": select(players).where(players.c.player == player),
            "settings": select(preferences).where(preferences.c.player == player),
            "tutorial": select(lessons).where(lessons.c.player == player),
            "blocked": select(blocks).where(blocks.c.player == player),
            "challenges": select(challenges).where(
                or_(challenges.c.challenger == player, challenges.c.opponent == player)
            ),
            "matches": select(matches).where(matches.c.id.in_(own)),
            "seats": select(seats).where(seats.c.match.in_(own)),
            "hands": select(hand_results).where(hand_results.c.match.in_(own)),
            "moves": select(events)
            .where(events.c.match.in_(finished))
            .order_by(events.c.match, events.c.version),
            "results": select(results).where(results.c.player == player),
            "standings": select(standings).where(standings.c.player == player),
        }
        async with self._database.read() as connection:
            given = {
                name: [dict(row) for row in (await connection.execute(query)).mappings()]
                for name, query in queries.items()
            }
        given["moves"] = _without_closed_hands(given["moves"])
        return given

    async def forget(self, player: int, pseudonym: int) -> None:
        """Put a pseudonym, a negative number, wherever others' rows need him; drop the rest.

        Raises:
            Conflict: a match of his is under way.
        """
        async with self._database.write() as connection:
            if await connection.scalar(_live_matches(player)) is not None:
                raise Conflict
            await _take_challenges_back(connection, player, self._clock())
            for column in _PLAYER_COLUMNS:
                await connection.execute(
                    update(column.table).where(column == player).values({column: pseudonym})
                )
            await connection.execute(
                update(seats).where(seats.c.player == pseudonym).values(name=FORMER_PLAYER)
            )
            for who, name in (
                (challenges.c.challenger, challenges.c.challenger_name),
                (challenges.c.opponent, challenges.c.opponent_name),
            ):
                await connection.execute(
                    update(challenges).where(who == pseudonym).values({name: FORMER_PLAYER})
                )
            for own in (members, players, preferences, blocks, lessons):
                await connection.execute(delete(own).where(own.c.player == player))
            await connection.execute(delete(blocks).where(blocks.c.blocked == player))
        await self._database.scrub()

    async def all_live_matches(self, player: int) -> list[int]:
        """The unfinished matches of a player in all servers."""
        async with self._database.read() as connection:
            return list(await connection.scalars(_live_matches(player)))

    # Servers.

    async def known_guilds(self) -> list[int]:
        """The servers that anything is kept of."""
        async with self._database.read() as connection:
            played = set(await connection.scalars(select(matches.c.guild).distinct()))
            asked = set(await connection.scalars(select(challenges.c.guild).distinct()))
            chosen = set(await connection.scalars(select(guilds.c.guild)))
        return sorted((played | asked | chosen) - {WORLD})

    async def guild_left(self, guild: int, *, away: bool) -> None:
        """Remember when a server sent the bot away, or that it has it back."""
        now = self._clock() if away else None
        async with self._database.write() as connection:
            known = await connection.scalar(select(guilds.c.guild).where(guilds.c.guild == guild))
            if known is None and away:
                await connection.execute(insert(guilds).values(guild=guild, left_at=now))
                return
            changed = guilds.c.guild == guild
            if away:
                changed = and_(changed, guilds.c.left_at.is_(None))
            await connection.execute(update(guilds).where(changed).values(left_at=now))

    async def guilds_left_before(self, moment: datetime) -> list[int]:
        """The servers that sent the bot away before a moment and have not asked it back."""
        left = guilds.c.left_at <= moment
        async with self._database.read() as connection:
            return list(await connection.scalars(select(guilds.c.guild).where(left)))

    async def first_guild_left(self) -> datetime | None:
        """When the first of those servers did so that are still remembered."""
        query = select(guilds.c.left_at).where(guilds.c.left_at.is_not(None))
        async with self._database.read() as connection:
            return await connection.scalar(query.order_by(guilds.c.left_at).limit(1))

    async def purge_guild(self, guild: int, left_before: datetime) -> None:
        """Forget a server that was left before a moment and has not asked the bot back.

        What its players have played counts for them, in no server.
        """
        async with self._database.write() as connection:
            left = await connection.scalar(select(guilds.c.left_at).where(guilds.c.guild == guild))
            if left is None or left > left_before:
                return
            await connection.execute(
                update(challenges)
                .where(challenges.c.guild == guild, challenges.c.state.in_(STANDING))
                .values(state=ChallengeState.CANCELLED, closed_at=self._clock())
            )
            for own in (guilds, guild_channels, members):
                await connection.execute(delete(own).where(own.c.guild == guild))
            await connection.execute(delete(standings).where(standings.c.scope == guild))
            unfinished = select(matches.c.id).where(
                matches.c.guild == guild, matches.c.over.is_(False)
            )
            await _drop_matches(connection, list(await connection.scalars(unfinished)))
            placeless = {"guild": WORLD, "channel": 0, "message": None}
            for table in (matches, challenges):
                await connection.execute(
                    update(table).where(table.c.guild == guild).values(placeless)
                )
            for table in (results, hand_results):
                await connection.execute(
                    update(table).where(table.c.guild == guild).values(guild=WORLD)
                )
            await connection.execute(
                update(matches)
                .where(matches.c.guild == WORLD)
                .values(thread=None, nudge_channel=None, nudge_message=None)
            )
        await self._database.scrub()


def _live_matches(player: int) -> Select[tuple[int]]:
    """The unfinished matches that a player sits in."""
    return (
        select(matches.c.id)
        .join(seats, seats.c.match == matches.c.id)
        .where(seats.c.player == player, matches.c.over.is_(False))
    )


def _without_closed_hands(moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the hands that were broken off, whose cards were never laid open."""
    kept: list[dict[str, Any]] = []
    held_back: list[dict[str, Any]] = []
    for move in moves:
        match decode(move["body"]):
            case HandDealt():
                held_back = [move]
            case HandEnded():
                kept += [*held_back, move]
                held_back = []
            case MatchBegan() | MatchEnded():
                held_back = []
                kept.append(move)
            case _:
                (held_back or kept).append(move)
    return kept


async def _take_challenges_back(connection: AsyncConnection, player: int, now: datetime) -> None:
    his = or_(challenges.c.challenger == player, challenges.c.opponent == player)
    await connection.execute(
        update(challenges)
        .where(his, challenges.c.state.in_(STANDING))
        .values(state=ChallengeState.CANCELLED, closed_at=now)
    )


async def _drop_matches(connection: AsyncConnection, unfinished: Sequence[int]) -> None:
    for match in unfinished:
        for table in (events, seats, hand_results):
            await connection.execute(delete(table).where(table.c.match == match))
        await connection.execute(delete(matches).where(matches.c.id == match))
