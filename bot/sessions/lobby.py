"""Challenges: made, accepted into a match, declined, taken back, or lapsed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.engine import HintsAgreed, MatchBegan, Rules, other

from .computer import computer
from .errands import Errands
from .errors import (
    Blocked,
    CannotChallenge,
    ChallengeClosed,
    Conflict,
    CoolingDown,
    Forgotten,
    NotInvited,
    NotYours,
    StillPlaying,
    TooManyChallenges,
    UnknownChallenge,
    UnknownMatch,
)
from .house import House, Place, Watching
from .seating import Challenge, ChallengeState, Pace, Player, Sitting, Table, ThreadWish

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.players import Level

    from .clerk import Clerk
    from .ports import Clock, LobbyAudience, MatchStore, Toss
    from .tables import Tables


_MOST_CHALLENGES = 3
_SHOWN_WITHIN = timedelta(seconds=30)
"""Once it is this old a challenge that no message shows counts no more: it was lost on its way."""
_COOL_DOWN = timedelta(minutes=10)
"""How long a player is left in peace by one whose challenge he has declined."""


class Lobby:
    """The standing challenges. `lapse_after` is how long one may go unanswered."""

    def __init__(
        self,
        store: MatchStore,
        tables: Tables,
        clock: Clock,
        clerk: Clerk,
        toss: Toss,
        lapse_after: timedelta,
    ) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._clerk = clerk
        self._toss = toss
        self._lapse_after = lapse_after
        self._audience: LobbyAudience | None = None
        self._errands = Errands()
        self._desk = asyncio.Lock()
        """One challenge is made at a time, so that nobody has more than he may."""
        clerk.attend(self.lapse_overdue)

    def attach(self, audience: LobbyAudience) -> None:
        """Whom to tell of changes."""
        self._audience = audience

    async def challenge(
        self,
        place: Place,
        challenger: Player,
        opponent: Player | None,
        rules: Rules | None = None,
        pace: Pace | None = None,
        *,
        is_draft: bool = False,
    ) -> Challenge:
        """Make a challenge; without `opponent` anybody may accept it.

        Without `rules` or `pace` it is for what the server plays. A draft is for its
        challenger alone until it is published.

        Raises:
            CannotChallenge: the opponent is the challenger himself, or a bot.
            PlayedElsewhere: not in this channel.
            Blocked, CoolingDown: the opponent is left in peace.
            TooManyChallenges: so many of the challenger's own stand already.
        """
        if opponent is not None and (opponent.is_bot or opponent.id == challenger.id):
            raise CannotChallenge(oneself=opponent.id == challenger.id)
        house = await self.house(place.guild)
        house.require_open(place)
        offer = Challenge(
            id=0,
            guild=place.guild,
            channel=place.channel,
            message=None,
            challenger=challenger,
            opponent=opponent,
            rules=rules or house.rules,
            lapses_at=self._clock() + self._lapse_after,
            pace=house.pace if pace is None else pace,
            state=ChallengeState.DRAFT if is_draft else ChallengeState.OPEN,
        )
        return await self._add(offer)

    async def house(self, guild: int) -> House:
        """What a server has chosen."""
        return await self._store.house(guild)

    async def change_house(self, guild: int, change: Callable[[House], House]) -> House:
        """Change what a server has chosen; matches under way keep what they began with."""
        async with self._desk:
            house = change(await self._store.house(guild))
            await self._store.set_house(guild, house)
        return house

    async def block(self, player: int, opponent: Player) -> None:
        """Keep an opponent from sitting down with a player; what they play now goes on.

        Raises:
            CannotChallenge: the opponent is the player himself, or a bot.
        """
        if opponent.is_bot or opponent.id == player:
            raise CannotChallenge(oneself=opponent.id == player)
        await self._store.block(player, opponent)

    async def unblock(self, player: int, opponent: int) -> None:
        """Let an opponent sit down with a player again."""
        await self._store.unblock(player, opponent)

    async def blocked(self, player: int) -> list[Player]:
        """Whom a player has blocked, by name."""
        return await self._store.blocked(player)

    async def draft(self, challenge: int, player: int, guild: int | None) -> Challenge:
        """A draft of the player's own.

        Raises:
            UnknownChallenge: no challenge of this server has this id.
            NotYours: somebody else is making it up.
            ChallengeClosed: it is no draft any more.
        """
        offer = await self._known(challenge)
        if offer.guild != guild:
            raise UnknownChallenge
        if offer.challenger.id != player:
            raise NotYours(offer)
        if offer.state is not ChallengeState.DRAFT:
            raise ChallengeClosed(offer)
        return offer

    async def revise(self, draft: Challenge, rules: Rules) -> Challenge:
        """Keep other rules for a draft.

        Raises:
            ChallengeClosed: it is no draft any more.
        """
        return await self._revise(replace(draft, rules=rules))

    async def publish(self, draft: Challenge, place: Place) -> Challenge:
        """Make a draft a challenge that others may answer.

        Raises:
            ChallengeClosed: it is no draft any more.
            PlayedElsewhere: not in this channel.
            Blocked, CoolingDown, TooManyChallenges: as for a challenge.
        """
        (await self.house(place.guild)).require_open(place)
        lapses_at = self._clock() + self._lapse_after
        async with self._desk:
            await self._require_welcome(draft)
            published = await self._revise(
                replace(draft, state=ChallengeState.OPEN, lapses_at=lapses_at)
            )
        self._clerk.expect(lapses_at)
        return published

    async def _revise(self, offer: Challenge) -> Challenge:
        try:
            await self._store.revise_challenge(offer)
        except Conflict as conflict:
            raise ChallengeClosed(await self._known(offer.id)) from conflict
        return offer

    async def ask_rematch(self, match: int, player: int, place: Place) -> tuple[Challenge, bool]:
        """The rematch a player asks for, and whether it is new: it may stand already.

        Raises:
            UnknownMatch: no match of this server has this id.
            NotSeated: the player did not play in it.
            StillPlaying: the match has not ended.
            Forgotten: the other player has asked to be forgotten.
            PlayedElsewhere: not in this channel.
            Blocked, CoolingDown, TooManyChallenges: as for a challenge.
        """
        sitting = await self._tables.look(match)
        if sitting.table.guild != place.guild:
            raise UnknownMatch
        seat = sitting.seat_of(player)
        if sitting.match.ended is None:
            raise StillPlaying(sitting)
        if sitting.table.players[other(seat)].id < 0:
            raise Forgotten
        if standing := await self._standing_rematch(match):
            return standing, False
        (await self.house(place.guild)).require_open(place)
        table = sitting.table
        offer = Challenge(
            id=0,
            guild=place.guild,
            channel=place.channel,
            message=None,
            challenger=table.players[seat],
            opponent=table.players[other(seat)],
            rules=sitting.match.rules,
            lapses_at=self._clock() + self._lapse_after,
            pace=table.pace,
            rematch_of=match,
        )
        try:
            asked = await self._add(offer)
        except Conflict:
            # The other player asked in the same moment; his is the one that stands.
            if standing := await self._standing_rematch(match):
                return standing, False
            raise
        return asked, True

    async def require_shown(self, challenge: int, place: Place, message: int) -> None:
        """Make sure that it is this message, in this place, that shows a challenge.

        Raises:
            UnknownChallenge: no challenge has this id, or it stands elsewhere.
        """
        offer = await self._known(challenge)
        # Whoever is very quick may press before the message's id is stored.
        shown = message if offer.message is None else offer.message
        if (offer.guild, offer.channel, shown) != (place.guild, place.channel, message):
            raise UnknownChallenge

    async def accept(
        self,
        challenge: int,
        player: Player,
        message: int | None,
        place: Place,
        thread: ThreadWish = ThreadWish.NONE,
    ) -> Sitting:
        """Sit down opposite the challenger: the match begins and the first hand is dealt.

        `message` is the one the challenge was accepted on; it becomes the table, unless
        the match is to have a thread.

        Raises:
            UnknownChallenge: no challenge has this id.
            ChallengeClosed: it stands no more.
            NotInvited: it is for somebody else.
            CannotChallenge: the challenger cannot accept his own.
            PlayedElsewhere: the server plays in other channels by now.
            Blocked: one of the two has blocked the other.
        """
        offer = await self._open(challenge)
        if offer.challenger.id == player.id:
            raise CannotChallenge(oneself=True)
        _require_invited(offer, player.id)
        await self._require_no_block(player, offer.challenger)
        house = await self.house(offer.guild)
        house.require_open(place)
        table = Table(
            offer.id,
            offer.guild,
            offer.channel,
            message,
            (offer.challenger, player),
            offer.pace,
            thread_wish=thread,
            zone=house.zone,
            private=house.watching is Watching.PLAYERS,
        )
        try:
            first = MatchBegan(offer.rules, self._toss())
            return await self._tables.open(table, [first], player.id)
        except Conflict as conflict:
            raise ChallengeClosed(await self._known(challenge)) from conflict

    async def practise(
        self,
        place: Place,
        player: Player,
        level: Level,
        rules: Rules | None = None,
        thread: ThreadWish = ThreadWish.NONE,
    ) -> tuple[Sitting, bool]:
        """Sit down opposite a computer, and whether that is new: one such match may stand.

        Both may have hints from the start; without `rules` the server's own are played.

        Raises:
            PlayedElsewhere: not in this channel.
        """
        async with self._desk:
            if (standing := await self._store.live_practice(place.guild, player.id)) is not None:
                return await self._tables.look(standing), False
            house = await self.house(place.guild)
            house.require_open(place)
            players = (player, computer(level))
            offer = Challenge(
                id=0,
                guild=place.guild,
                channel=place.channel,
                message=None,
                challenger=players[0],
                opponent=players[1],
                rules=rules or house.rules,
                lapses_at=self._clock(),
                state=ChallengeState.ACCEPTED,
            )
            table = Table(
                *(0, place.guild, place.channel, None, players),
                thread_wish=thread,
                zone=house.zone,
                private=house.watching is Watching.PLAYERS,
            )
            first = (MatchBegan(offer.rules, self._toss()), HintsAgreed(1))
            return await self._tables.open(table, first, player.id, offer), True

    async def decline(self, challenge: int, player: int) -> Challenge:
        """Say no.

        Raises:
            UnknownChallenge, ChallengeClosed, NotInvited: as for accepting.
        """
        offer = await self._open(challenge)
        if offer.opponent is None:
            raise NotInvited(offer)
        _require_invited(offer, player)
        return await self._close(offer, ChallengeState.DECLINED)

    async def cancel(self, challenge: int, player: int) -> Challenge:
        """Take one's own challenge back.

        Raises:
            UnknownChallenge, ChallengeClosed: as for accepting.
            NotYours: somebody else made it.
        """
        offer = await self._known(challenge)
        if offer.challenger.id != player:
            raise NotYours(offer)
        if offer.state is not ChallengeState.DRAFT:
            offer = await self._open(challenge)
        return await self._close(offer, ChallengeState.CANCELLED)

    async def posted(self, challenge: int, message: int) -> Challenge:
        """The challenge is shown by this message; what has become of it meanwhile."""
        await self._store.move_challenge_message(challenge, message)
        return await self._known(challenge)

    async def lapse_overdue(self) -> None:
        """Close every challenge that went unanswered."""
        for offer in await self._store.due_challenges(self._clock()):
            try:
                closed = await self._close(offer, ChallengeState.LAPSED)
            except ChallengeClosed:
                continue  # answered in this very moment
            self._tell(closed)

    async def withdraw(self, player: int) -> None:
        """Close every challenge that a player has made or that was made to him."""
        for offer in await self._store.open_challenges(player):
            with suppress(ChallengeClosed):  # answered in this very moment
                self._tell(await self._close(offer, ChallengeState.CANCELLED))

    def _tell(self, closed: Challenge) -> None:
        """Have a challenge shown as closed, without waiting for it."""
        if self._audience is not None:
            self._errands.send(self._audience.challenge_closed(closed))

    async def _standing_rematch(self, match: int) -> Challenge | None:
        offer = await self._store.rematch(match)
        if offer is None or offer.lapses_at > self._clock():
            return offer
        await self._close(offer, ChallengeState.LAPSED)
        return None

    async def _add(self, offer: Challenge) -> Challenge:
        async with self._desk:
            await self._require_welcome(offer)
            kept = await self._store.add_challenge(offer)
        self._clerk.expect(offer.lapses_at)
        return kept

    async def _require_welcome(self, offer: Challenge) -> None:
        """Make sure that a challenge is one too many for nobody."""
        challenger, opponent = offer.challenger, offer.opponent
        if opponent is not None:
            await self._require_no_block(challenger, opponent)
            declined = await self._store.last_declined(challenger.id, opponent.id)
            if declined is not None and declined + _COOL_DOWN > self._clock():
                raise CoolingDown(opponent.name, declined + _COOL_DOWN)
        fresh = self._clock() + self._lapse_after - _SHOWN_WITHIN
        if await self._store.standing_challenges(challenger.id, fresh) >= _MOST_CHALLENGES:
            raise TooManyChallenges(_MOST_CHALLENGES)

    async def _require_no_block(self, player: Player, opponent: Player) -> None:
        for who, whom in ((player, opponent), (opponent, player)):
            if whom.id in {one.id for one in await self._store.blocked(who.id)}:
                raise Blocked(opponent.name, by_oneself=who is player)

    async def _known(self, challenge: int) -> Challenge:
        offer = await self._store.challenge(challenge)
        if offer is None:
            raise UnknownChallenge
        return offer

    async def _open(self, challenge: int) -> Challenge:
        offer = await self._known(challenge)
        if offer.state is not ChallengeState.OPEN:
            raise ChallengeClosed(offer)
        if offer.lapses_at <= self._clock():
            raise ChallengeClosed(await self._close(offer, ChallengeState.LAPSED))
        return offer

    async def _close(self, offer: Challenge, state: ChallengeState) -> Challenge:
        try:
            await self._store.close_challenge(offer.id, state)
        except Conflict as conflict:
            raise ChallengeClosed(await self._known(offer.id)) from conflict
        return await self._known(offer.id)


def _require_invited(offer: Challenge, player: int) -> None:
    if offer.opponent is not None and offer.opponent.id != player:
        raise NotInvited(offer)
