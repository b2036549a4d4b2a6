"""The edge where every click and command gets an answer, whatever happened inside."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

# discord.py reads a command's annotations where its wrapper `answered` is written: here.
import discord  # noqa: F401
from discord import app_commands

from bot.engine import GinError
from bot.rendering import refusals
from bot.rendering.words import Names
from bot.sessions import (
    Blocked,
    CannotChallenge,
    ChallengeClosed,
    CoolingDown,
    Forgotten,
    HandNotOver,
    NoClock,
    NotInvited,
    NotPlayedHere,
    NotSeated,
    NotYourHand,
    NotYours,
    PlayedElsewhere,
    PlayersOnly,
    Stale,
    StillPlaying,
    StoreFails,
    TooManyChallenges,
    UnknownChallenge,
    UnknownMatch,
)

from .doorway import Doorway, Leaving
from .messages import UNREACHABLE, Interaction, note
from .permissions import CannotSee, MissingPermissions
from .threads import NoPrivacy, StaysInThread

_log = logging.getLogger(__name__)

_Cog = TypeVar("_Cog")
_P = ParamSpec("_P")
_Handler = Callable[Concatenate[_Cog, Interaction, _P], Coroutine[Any, Any, None]]


def line_for(error: GinError) -> str:
    """The sentence for what the sessions refuse; the rules' refusals have theirs in rendering.

    Raises:
        GinError: the given error, where it has no words and so must be a fault of ours.
    """
    if isinstance(error, StoreFails):
        return refusals.STORE_FAILS
    for find in (_line_for_table, _line_for_challenge, _line_for_place):
        line = find(error)
        if line is not None:
            return line
    raise error


def _line_for_table(error: GinError) -> str | None:
    match error:
        case UnknownMatch() | UnknownChallenge():
            return refusals.OLDER_TABLE
        case NotPlayedHere():
            return refusals.NOT_PLAYED_HERE
        case NotSeated(sitting):
            return refusals.outsider(Names(sitting.table.names))
        case StillPlaying(sitting):
            return refusals.still_playing(Names(sitting.table.names))
        case Stale():
            # Another process was faster; at the table itself the cog shows the hand.
            return refusals.STALE
        case NoClock(sitting):
            return refusals.no_clock(Names(sitting.table.names))
        case PlayersOnly():
            return refusals.PLAYERS_ONLY
        case HandNotOver(finished):
            return refusals.hand_not_over(finished)
        case NotYourHand():
            return refusals.NOT_YOUR_HAND
    return None


def _line_for_challenge(error: GinError) -> str | None:
    match error:
        case CannotChallenge(oneself):
            return refusals.cannot_challenge(oneself=oneself)
        case NotInvited(challenge):
            name = challenge.opponent.name if challenge.opponent else None
            return refusals.not_invited(challenge.challenger.name, name)
        case NotYours(challenge):
            return refusals.not_yours(challenge.challenger.name)
        case TooManyChallenges(most):
            return refusals.too_many_challenges(most)
        case Forgotten():
            return refusals.FORGOTTEN
        case CoolingDown(opponent, until):
            return refusals.cooling_down(opponent, until)
        case Blocked(name, by_oneself):
            return refusals.blocked(name, by_oneself=by_oneself)
        case ChallengeClosed(challenge):
            return refusals.challenge_closed(challenge.state.value)
    return None


def _line_for_place(error: GinError) -> str | None:
    match error:
        case MissingPermissions(names):
            return refusals.missing_permissions(names)
        case PlayedElsewhere(channels):
            return refusals.played_elsewhere(channels)
        case CannotSee(name):
            return refusals.cannot_see(name)
        case NoPrivacy():
            return refusals.no_privacy()
        case StaysInThread(thread):
            return refusals.stays_in_thread(thread)
        case Leaving():
            return refusals.LEAVING
    return None


def answered(handler: _Handler[_Cog, _P]) -> _Handler[_Cog, _P]:
    """Makes a handler answer in words: its refusals in their own, trouble with a log entry."""

    @wraps(handler)
    async def answer(
        self: _Cog, interaction: Interaction, /, *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        doorway: Doorway = interaction.client.doorway
        with doorway.passed():
            try:
                try:
                    doorway.require_open()
                    await handler(self, interaction, *args, **kwargs)
                except GinError as error:
                    await note(interaction, line_for(error))
            except Exception:  # noqa: BLE001 (the edge: nothing above could tell the player)
                _log.exception("an interaction could not be answered")
                await _apologise(interaction)

    return answer


class GinTree(app_commands.CommandTree[Any]):
    """The commands; what goes wrong before a handler is reached is answered here."""

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Apologise; what a person may get wrong is said by the handlers themselves."""
        _log.error("a command could not be begun", exc_info=error)
        await _apologise(interaction)


async def _apologise(interaction: Interaction) -> None:
    try:
        await note(interaction, refusals.TROUBLE)
    except UNREACHABLE as error:
        _log.warning("nor could it be apologised for: %s", error)
