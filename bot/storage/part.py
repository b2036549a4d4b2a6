"""What the parts of the store have in common: the database, a clock, and names last seen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import and_, delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions import Challenge, ChallengeState, Conflict, Player

from .database import Database
from .schema import challenges, members, players

STANDING = (ChallengeState.OPEN, ChallengeState.DRAFT)
"""The states in which a challenge may still become a match."""


class Part:
    """One part of the store; each of its methods is one transaction."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock


async def close(connection: AsyncConnection, id: int, state: ChallengeState, now: datetime) -> None:
    """Close a challenge that stands.

    Raises:
    Conflict: it stands no more.
    """
    closed = await connection.execute(
        update(challenges)
        .where(challenges.c.id == id, challenges.c.state.in_(STANDING))
        .values(state=state, closed_at=now)
    )
    if closed.rowcount != 1:
        raise Conflict


async def see(connection: AsyncConnection, guild: int, player: Player) -> None:
    """The name a player goes by now; delete and insert, which every database understands."""
    here = and_(members.c.guild == guild, members.c.player == player.id)
    await connection.execute(delete(members).where(here))
    await connection.execute(
        insert(members).values(guild=guild, player=player.id, name=player.name)
    )
    await connection.execute(delete(players).where(players.c.player == player.id))
    await connection.execute(insert(players).values(player=player.id, name=player.name))


def challenge_values(challenge: Challenge) -> dict[str, Any]:
    """A challenge by column, without its id."""
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
