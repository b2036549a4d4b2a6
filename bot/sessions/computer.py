"""Computers at the table: which seats they play for, when they are waited for, what they do.

A computer is given views and nothing else, whoever it plays for: the opponent of a practice
match, or a player who is away and has agreed to a stand-in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from bot.engine import (
    Action,
    Agree,
    Decline,
    Match,
    NextHand,
    Phase,
    Proposal,
    Seat,
    View,
    other,
    view_for,
)
from bot.players import Hint, Level, hint, player_for

from .seating import COMPUTERS, Player, Sitting, Table

STAND_IN_LEVEL = Level.NORMAL
"""How well the stand-in plays: soundly, and no better than most would have themselves."""

Chooser = Callable[[Level, int, View], Action]
"""Chooses an action of a level's player, with a seed, by what the view's seat may see."""


def choose(level: Level, seed: int, view: View) -> Action:
    """The choice of this project's own players."""
    return player_for(level, seed).choose(view)


def computer(level: Level) -> Player:
    """The opponent of a practice match."""
    (id,) = (id for id, of in COMPUTERS.items() if of is level)
    return Player(id, f"{level.capitalize()} computer", is_bot=True)


class Summons(NamedTuple):
    """A seat that a computer has to do something for."""

    seat: Seat
    level: Level
    thinks: bool
    """Whether a turn begins, which takes it a moment; else it answers at once."""


def summons(table: Table, match: Match) -> Summons | None:
    """What a match waits for a computer to do; None while it waits for nobody or for a person."""
    for seat, level in _levels(table, match).items():
        if match.ended is None and (thinks := _is_wanted(match, seat)) is not None:
            return Summons(seat, level, thinks)
    return None


def _levels(table: Table, match: Match) -> dict[Seat, Level]:
    """The seats that computers play for, and how well."""
    opponents = {
        seat: level
        for seat, player in enumerate(table.players)
        if (level := level_of(player)) is not None
    }
    return opponents if match.stood_in is None else {match.stood_in: STAND_IN_LEVEL} | opponents


def level_of(player: Player) -> Level | None:
    """How well a computer plays; None for a person."""
    return COMPUTERS.get(player.id)


def _is_wanted(match: Match, seat: Seat) -> bool | None:
    """Whether a seat has a turn to think about, or only to answer; None where neither."""
    if match.deal is None:
        return None
    if match.to_move is None:
        # Ready as soon as the other is.
        return False if other(seat) in match.ready and seat not in match.ready else None
    if match.proposed is not None:
        return False if match.proposed.seat != seat else None
    if match.to_move != seat or match.paused or match.late is not None:
        return None
    return match.deal.phase is not Phase.THROW


def reply(match: Match, called: Summons, chooser: Chooser, seed: int) -> Action:
    """What the computer does that was called."""
    if match.to_move is None:
        return NextHand()
    if match.proposed is not None:
        asked = match.proposed.proposal
        return Agree(asked) if asked is Proposal.TAKE_BACK else Decline(asked)
    return chooser(called.level, seed, view_for(match, called.seat))


async def advice(sitting: Sitting, seat: Seat) -> Hint | None:
    """What the expert would do for a seat; None while it is not to move. In a worker thread."""
    if sitting.match.to_move != seat:
        return None
    return await asyncio.to_thread(hint, sitting.view(seat), sitting.table.id)
