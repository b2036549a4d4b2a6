"""Whole matches over the wire: two players, each at a screen of his own, until it is over."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random

from .double import Double
from .player import MOVES, Button, Chooser, Player, button, buttons, eager, text_of
from .world import Channel, Message, User

_SHOWS = frozenset({"knocks", "sure"})
"""What a player presses on the way to a move."""
_OFFERED = MOVES - {"resign"} | _SHOWS
_CLOSED = "accepted already"
_WAITS = 0.4
"""How long a waiting player looks at the screen before he asks again."""


@dataclass
class Game:
    """A match of two players; `id` is known once it is accepted."""

    double: Double
    channel: Channel
    players: tuple[Player, Player]
    rng: Random
    id: int = 0
    hands: int | None = None
    """After so many hands somebody resigns; None plays on to the end."""
    chooser: Chooser = eager
    clicks: int = 0
    failed: int = 0
    ends: list[str] = field(default_factory=list)
    """What each player read on his panel when it was over."""

    async def begin(self, **options: str) -> None:
        """One challenges, the other accepts; until both is done, if need be again and again."""
        first, second = self.players
        accepted = 0
        while self.id == 0:
            offer = self._offer()
            if offer is None and accepted and first.table(accepted) is not None:
                self.id = accepted
                continue
            if offer is None:
                await first.type("gin challenge", opponent=second.user, **options)
                await self._breathe(failed=self._offer() is None)
                continue
            message, accept = offer
            accepted = accept.match
            asked = await second.press(message, accept)
            if second.panel(accept.match) is not None or second.is_told(_CLOSED):
                self.id = accept.match
            await self._breathe(failed=asked is None)

    def _offer(self) -> tuple[Message, Button] | None:
        """The challenge of the two that stands in the channel."""
        for message in self.double.world.feed(self.channel.id):
            accept = button(message, "accept")
            if accept is not None and self._is_ours(message):
                return message, accept
        return None

    def _is_ours(self, message: Message) -> bool:
        return str(self.players[1].user.id) in text_of(message)

    async def play(self) -> None:
        """Both play until the match is over for both."""
        await asyncio.gather(*(self._play(player) for player in self.players))

    async def _play(self, player: Player) -> None:
        while not self._is_over(player):
            panel = player.panel(self.id)
            offered = self.offered(player)
            if panel is None:
                await self.open_hand(player)
            elif offered:
                await self._move(player, panel, offered)
            elif not await self._changed(panel):
                await self._look_again(player, panel)
        panel = player.panel(self.id)
        self.ends.append(text_of(panel) if panel else "")

    async def _move(self, player: Player, panel: Message, offered: list[Button]) -> None:
        chosen = self.chooser(offered, self.rng)
        if self.hands is not None and chosen.verb == "next" and _hand_of(panel) >= self.hands:
            await self._resign(player, panel)
            return
        await self._press(player, panel, chosen)

    async def _resign(self, player: Player, panel: Message) -> None:
        asked = await player.type("gin resign")
        page = player.answer_of(asked) if asked else None
        sure = button(page, "resign") if page else None
        if page is not None and sure is not None:
            await self._press(player, page, sure)

    async def _press(self, player: Player, message: Message, chosen: Button) -> None:
        self.clicks += 1
        if await player.press(message, chosen) is None:
            self.failed += 1
            await self._breathe(failed=True)

    async def open_hand(self, player: Player) -> None:
        table = player.table(self.id)
        hand = button(table, "hand") if table else None
        if table is None or hand is None:
            asked = await player.type("gin hand")
            await self._breathe(failed=asked is None)
            return
        await self._press(player, table, hand)

    async def _look_again(self, player: Player, panel: Message) -> None:
        refresh = button(panel, "hand")
        if refresh is not None:
            await self._press(player, panel, refresh)
        else:
            await self.open_hand(player)

    async def _changed(self, panel: Message) -> bool:
        """Whether a panel that waits was brought up to date in a while."""
        seen = panel.revision
        try:
            async with asyncio.timeout(_WAITS):
                while panel.revision == seen:
                    await self.double.world.changed.wait()
        except TimeoutError:
            return False
        return True

    def offered(self, player: Player) -> list[Button]:
        """What a player's hand offers him to do."""
        panel = player.panel(self.id)
        if panel is None:
            return []
        mine = [one for one in buttons(panel) if one.match == self.id]
        return [one for one in mine if one.verb in _OFFERED]

    def _is_over(self, player: Player) -> bool:
        panel = player.panel(self.id)
        return panel is not None and button(panel, "rematch") is not None

    async def _breathe(self, *, failed: bool) -> None:
        """After a failure a person waits a little, and till the bot is back."""
        while failed and self.double.gateway.session_of(self.channel.guild) is None:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.05 if failed else 0)


def _hand_of(panel: Message) -> int:
    """Which hand a panel is of."""
    return int(text_of(panel).split("\nHand ")[1].split(" ")[0])


def seat_two(
    double: Double, channel: Channel, names: tuple[str, str], rng: Random, **options: object
) -> Game:
    """Two people of a channel, ready for a match."""
    guild = double.world.guilds[channel.guild or 0]
    users: list[User] = [double.world.add_user(name) for name in names]
    guild.members.update(user.id for user in users)
    first, second = (Player(double, user, channel) for user in users)
    return Game(double, channel, (first, second), rng, **options)  # type: ignore[arg-type]
