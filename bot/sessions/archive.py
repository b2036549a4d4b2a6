"""What has been played: lists of matches, and finished hands for whoever may look at them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from bot.engine import (
    Event,
    MatchBegan,
    MatchEnded,
    OpenDeck,
    Rules,
    Seat,
    Step,
    finished_hands,
    opened_deck,
    replayed,
)
from bot.players import Review, review

from .errors import HandNotOver, NotPlayedHere, NotYourHand, PlayersOnly
from .seating import Player, Table

if TYPE_CHECKING:
    from .ports import ArchiveStore

_LATEST = 5
"""So many of a player's matches are looked through for one with a finished hand."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks, and in which server."""

    player: int
    guild: int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match in a list. `at` is its last event, `ended` that event once it is over.

    `scores` are the hand points by seat, None where they count for nobody or go on; `hands`
    are so many as were played to their end.
    """

    id: int
    players: tuple[Player, Player]
    at: datetime
    ended: MatchEnded | None
    scores: tuple[int, int] | None
    hands: int


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A match with all that has happened, of which only finished hands can be had.

    The history is left out of the repr, which may end up in a log: it holds every card.
    """

    table: Table
    history: tuple[Event, ...] = field(repr=False)

    @property
    def rules(self) -> Rules:
        """What is played."""
        first = self.history[0]
        if not isinstance(first, MatchBegan):
            raise NotPlayedHere
        return first.rules

    @property
    def finished(self) -> int:
        """How many hands are over."""
        return finished_hands(self.history)

    @property
    def ended(self) -> MatchEnded | None:
        """How the match ended, if it has."""
        last = self.history[-1]
        return last if isinstance(last, MatchEnded) else None

    def seat_of(self, player: int) -> Seat | None:
        """Where a player sits in it; None for somebody who does not."""
        ids = [one.id for one in self.table.players]
        return ids.index(player) if player in ids else None

    def steps(self, hand: int) -> Sequence[Step]:
        """A finished hand, step by step.

        Raises:
            HandNotOver: it is not over, or was never played.
        """
        try:
            return replayed(self.history, hand)
        except LookupError as error:
            raise HandNotOver(self.finished) from error

    def deck(self, hand: int) -> OpenDeck:
        """The deck of a finished hand.

        Raises:
            HandNotOver: it is not over, or was never played.
        """
        try:
            return opened_deck(self.history, hand)
        except LookupError as error:
            raise HandNotOver(self.finished) from error


class Archive:
    """Looks matches up for readers: their own, and those of the server they ask in."""

    def __init__(self, store: ArchiveStore) -> None:
        self._store = store

    async def read(self, match: int, reader: Reader) -> Chronicle:
        """A match of the reader's own, or of the server he asks in.

        Raises:
            NotPlayedHere: there is none.
            PlayersOnly: nobody but its players may see it.
        """
        stored = await self._store.load(match)
        if stored is None:
            raise NotPlayedHere
        table, history = stored
        chronicle = Chronicle(table, tuple(history))
        if chronicle.seat_of(reader.player) is None:
            if table.guild != reader.guild:
                raise NotPlayedHere
            if table.private:
                raise PlayersOnly
        return chronicle

    async def review(self, match: int, hand: int, reader: Reader) -> tuple[Chronicle, Review]:
        """The reader's own moves in a finished hand, judged; in a thread, for it takes a while.

        Raises:
            UnknownMatch: there is no such match for him.
            PlayersOnly: nobody but its players may see it.
            NotYourHand: he did not play it.
            HandNotOver: it is not over, or was never played.
        """
        chronicle = await self.read(match, reader)
        seat = chronicle.seat_of(reader.player)
        if seat is None:
            raise NotYourHand
        if not 1 <= hand <= chronicle.finished:
            raise HandNotOver(chronicle.finished)
        return chronicle, await asyncio.to_thread(review, chronicle.history, seat, hand - 1)

    async def latest(self, reader: Reader) -> Chronicle:
        """The reader's last match here in which a hand is over.

        Raises:
            HandNotOver: there is none.
        """
        for match in await self._store.played(
            reader.guild, (reader.player,), seen_by=reader.player, limit=_LATEST
        ):
            chronicle = await self.read(match.id, reader)
            if chronicle.finished:
                return chronicle
        raise HandNotOver(0)

    async def finished(
        self, reader: Reader, player: int, *, first: int, limit: int
    ) -> list[PlayedMatch]:
        """The finished matches of a player here, the latest first, after the `first` ones."""
        return await self._store.played(
            reader.guild,
            (player,),
            seen_by=reader.player,
            finished=True,
            first=first,
            limit=limit,
        )

    async def offered(self, reader: Reader, typed: str, limit: int) -> list[PlayedMatch]:
        """Matches here in which somebody plays whose name holds what was typed.

        As long as nothing is, the reader's own.
        """
        players: Sequence[int] = (reader.player,)
        if typed.strip():
            players = await self._store.named(reader.guild, typed.strip(), limit)
        return await self._store.played(reader.guild, players, seen_by=reader.player, limit=limit)
