"""OpenSpiel's gin_rummy, spoken to in our cards and actions.

Its cards are numbered like ours but for the order of the suits (s c d h), so a card is
translated by its suit alone. Its player 0 always moves first: our non-dealer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, TypeAlias

from bot.engine import DECK, Action, Card, Draw, Knock, Pass, Take, Throw

Melds: TypeAlias = list[tuple[Card, ...]]

TAKE, DRAW, PASS, KNOCK, MELD = 52, 53, 54, 55, 56
_LONGEST_MELD = 5
_PLAIN: dict[int, Action] = {TAKE: Take(), DRAW: Draw(), PASS: Pass()}
_HAND_SIZE_NEVER_MET = 52
"""Its solver throws a card first when it sees a hand and one more; with this it never does."""


def number(card: Card) -> int:
    """Our card as OpenSpiel counts."""
    return (card.suit + 1) % 4 * 13 + card.rank


_CARDS = tuple(sorted(DECK, key=number))
_NUMBERS = tuple(map(number, DECK))


def card(number: int) -> Card:
    """OpenSpiel's card as ours."""
    return _CARDS[number]


def short(meld: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """A meld in the pieces OpenSpiel knows: it has no run longer than five."""
    while len(meld) > _LONGEST_MELD:
        yield meld[:3]
        meld = meld[3:]
    yield meld


def joined(melds: Melds) -> tuple[tuple[Card, ...], ...]:
    """Melds in order, with the pieces of long runs put together again."""
    whole: Melds = []
    for meld in sorted(melds):
        before = whole[-1] if whole else ()
        if before and _is_run(before) and _is_run(meld) and _touch(before[-1], meld[0]):
            whole[-1] = (*before, *meld)
        else:
            whole.append(meld)
    return tuple(whole)


def _is_run(meld: tuple[Card, ...]) -> bool:
    return meld[0].suit == meld[1].suit


def _touch(last: Card, first: Card) -> bool:
    return last + 1 == first and last.suit == first.suit


def with_the_tie(returns: tuple[int, int], knocker: int, *, gin: bool) -> tuple[int, int]:
    """What OpenSpiel pays after a knock, but 25 to the defender where it pays nothing for a tie."""
    if returns != (0, 0) or gin:
        return returns
    return (-25, 25) if knocker == 0 else (25, -25)


def _in_order(group: list[list[int]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(sorted(tuple(sorted(map(card, meld))) for meld in group))


class Spiel:
    """The judge: its counting, and its state machine."""

    def __init__(self, pyspiel: Any) -> None:
        gin = pyspiel.gin_rummy
        self.phases = gin.Phase
        self.exact = gin.GinRummyUtils(13, 4, _HAND_SIZE_NEVER_MET)
        """Counts all the cards it is given."""
        self.own = gin.GinRummyUtils(13, 4, 10)
        """Counts as the state machine does: from eleven cards one is thrown."""
        self._load = pyspiel.load_game

    @staticmethod
    def numbers(cards: Iterable[Card]) -> list[int]:
        """Our cards as OpenSpiel counts."""
        return [_NUMBERS[card] for card in cards]

    def least_deadwood(self, cards: Iterable[Card]) -> int:
        """The least all these cards can count."""
        return int(self.exact.min_deadwood(self.numbers(cards)))

    def discards(self, cards: Iterable[Card], limit: int) -> set[Card]:
        """The cards of eleven that leave no more than `limit` when they are thrown."""
        return set(map(card, self.own.legal_discards(self.numbers(cards), limit)))

    def readings(self, hand: Iterable[Card]) -> list[Melds]:
        """Every choice of melds that leaves ten cards with the least deadwood, once or more."""
        held = self.numbers(hand)
        groups = self.own.all_meld_groups(held)
        worth = [self.own.total_card_value(group) for group in groups]
        best = [group for group, points in zip(groups, worth, strict=True) if points == max(worth)]
        return [list(melds) for melds in {_in_order(group) for group in best}] or [[]]

    def least_after_lay_off(self, melds: Melds, defender: Iterable[Card]) -> int:
        """The least a defender can be left with, tried in every order that its rules allow."""
        laid_down = [
            self.own.meld_to_int(self.numbers(part)) for meld in melds for part in short(meld)
        ]
        held = frozenset(self.numbers(defender))
        return min(
            self.least_deadwood(map(card, held.difference(laid)))
            for laid in self._lay_offs(laid_down, held)
        )

    def _lay_offs(self, melds: list[int], held: frozenset[int]) -> Iterator[tuple[int, ...]]:
        waiting: list[tuple[int, ...]] = [()]
        seen = {frozenset[int]()}
        while waiting:
            laid = waiting.pop()
            yield laid
            for more in held.intersection(self.own.all_layoffs(melds, list(laid))).difference(laid):
                if (grown := frozenset((*laid, more))) not in seen:
                    seen.add(grown)
                    waiting.append((*laid, more))

    def deal(self, order: Iterable[Card], **settings: Any) -> SpielHand:
        """A hand dealt from `order`; our non-dealer is player 0."""
        return SpielHand(self, self.game(**settings), tuple(order))

    def game(self, **settings: Any) -> Any:
        """Its game of one hand."""
        return self._load("gin_rummy", settings)


class SpielHand:
    """One hand in OpenSpiel's state machine."""

    def __init__(self, judge: Spiel, game: Any, order: tuple[Card, ...]) -> None:
        self._judge = judge
        self._stock = iter(order[21:])
        self.state = game.new_initial_state()
        for dealt in (*order[0:20:2], *order[1:20:2], order[20]):
            self.state.apply_action(number(dealt))

    def copy(self) -> SpielHand:
        """The same hand, to be played on apart; nothing more is drawn from the stock in it."""
        branch = copy(self)
        branch.state = self.state.clone()
        return branch

    @property
    def phase(self) -> Any:
        return self.state.current_phase()

    def legal(self) -> set[Action]:
        """What the player to move may do, each knock with the card it may be made with."""
        actions = self.state.legal_actions()
        if self.phase != self._judge.phases.DISCARD:
            return {_PLAIN[action] for action in actions}
        throws: set[Action] = {Throw(card(action)) for action in actions if action < TAKE}
        if KNOCK not in actions:
            return throws
        return throws | {Knock(card(left)) for left in self.state.child(KNOCK).legal_actions()}

    def play(self, action: Action) -> None:
        """Do one of our actions, a stock draw with the card that comes."""
        match action:
            case Throw(thrown):
                self.state.apply_action(number(thrown))
            case Knock(thrown):
                self.state.apply_action(KNOCK)
                self.state.apply_action(number(thrown))
            case Draw():
                self.state.apply_action(DRAW)
                self.state.apply_action(number(next(self._stock)))
            case _:
                self.state.apply_action(TAKE if action == Take() else PASS)

    def spread(self, melds: Melds) -> None:
        """The knocker lays down these melds."""
        self._meld(part for meld in melds for part in short(meld))

    def answer(self) -> None:
        """The defender lays off as well as its rules let him, and melds the rest."""
        if not self.state.finished_layoffs():  # as they are from the first against gin
            for action in self._best_lay_off():
                self.state.apply_action(action)
            self.state.apply_action(PASS)
        held = self.state.hands()[self.state.current_player()]
        self._meld(tuple(map(card, meld)) for meld in self._judge.own.best_meld_group(held))

    def _meld(self, parts: Iterable[tuple[Card, ...]]) -> None:
        for part in parts:
            self.state.apply_action(MELD + self._judge.own.meld_to_int(self._judge.numbers(part)))
        self.state.apply_action(PASS)

    def _best_lay_off(self) -> list[int]:
        """Among all lay-offs that it lists as legal, one after another, the best."""
        defender = self.state.current_player()
        waiting, seen = [self.state], {frozenset[int]()}
        outcomes = []
        while waiting:
            state = waiting.pop()
            left = self._judge.exact.min_deadwood(state.hands()[defender])
            outcomes.append((left, state.layoffs()))
            for action in state.legal_actions():
                grown = frozenset((*state.layoffs(), action))
                if action < TAKE and grown not in seen:
                    seen.add(grown)
                    waiting.append(state.child(action))
        return list(min(outcomes)[1])

    def returns(self) -> tuple[int, int]:
        """The points of the non-dealer and of the dealer."""
        first, second = self.state.returns()
        return int(first), int(second)
