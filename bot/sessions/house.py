"""What a server has chosen: what is played there, how fast, where, and who may watch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.engine import CLASSIC, Rules

from .errors import PlayedElsewhere
from .seating import Pace


class Watching(StrEnum):
    """Who may see the matches of a server."""

    EVERYONE = "everyone"
    PLAYERS = "players"
    """Each match has a private thread."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody asks for a match; `parent` is the channel that a thread belongs to."""

    guild: int
    channel: int
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class House:
    """A server's own settings. No `channels` means that play is allowed in all of them."""

    rules: Rules = CLASSIC
    pace: Pace = Pace.NONE
    threads: bool = False
    watching: Watching = Watching.EVERYONE
    channels: frozenset[int] = frozenset()
    zone: str = "UTC"
    """The time zone of its months and seasons."""
    hides_gone: bool = False
    """Whether players who have left are kept off its leaderboard."""

    def require_open(self, place: Place) -> None:
        """Make sure that play is allowed in a place; threads go with their channel.

        Raises:
            PlayedElsewhere: the server plays in other channels.
        """
        if self.channels and not self.channels & {place.channel, place.parent}:
            raise PlayedElsewhere(tuple(sorted(self.channels)))
