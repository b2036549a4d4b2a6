"""Builders that let a test read like a card table.

`deck_with` stacks a deck, `ScriptedDealer` hands stacked decks out, and `Table` plays a
match from short words: `Table(deck_with(...)).play("pass", "take", "throw Kc")`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.engine import (
    CLASSIC,
    DECK,
    PRESETS,
    Action,
    BigGin,
    Card,
    DealHand,
    Draw,
    Ending,
    Event,
    HandEnded,
    HandResult,
    Knock,
    Match,
    MatchBegan,
    NextHand,
    Pass,
    Resign,
    Rules,
    Seat,
    Take,
    Throw,
    decide,
    evolve,
    other,
    parse_cards,
    replay,
)

Order = tuple[Card, ...]

SALT = "00112233445566778899aabbccddeeff"
"""What scripted decks are sealed with."""

_FILLING = tuple(DECK[number * 5 % 52] for number in range(52))
"""Every card once, far apart, so that cards nobody asked for seldom meld."""


def deck_with(
    *, non_dealer: str = "", dealer: str = "", upcard: str = "", stock: str = ""
) -> Order:
    """A whole deck that deals exactly these cards; what is not named is filled in."""
    wanted = [parse_cards(text) for text in (non_dealer, dealer, upcard, stock)]
    named = [card for cards in wanted for card in cards]
    if len(set(named)) != len(named):
        raise ValueError("a card is in two places")
    spare = iter([card for card in _FILLING if card not in named])
    first, second, turned, rest = (
        _filled(cards, size, spare) for cards, size in zip(wanted, (10, 10, 1, 31), strict=True)
    )
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    return (*dealt, *turned, *rest)


def _filled(cards: Order, size: int, spare: Iterator[Card]) -> Order:
    if len(cards) > size:
        raise ValueError(f"{len(cards)} cards where {size} belong")
    return cards + tuple(card for _, card in zip(range(size - len(cards)), spare, strict=False))


class ScriptedDealer:
    """A dealer whose decks are known beforehand."""

    def __init__(self, *orders: Order) -> None:
        self._orders = iter(orders)

    def deck(self) -> Order:
        """The next of the given decks."""
        order = next(self._orders, None)
        if order is None:
            raise AssertionError("no more decks were scripted")
        return order

    def salt(self) -> str:
        """Always the same, so that a test can seal a deck itself."""
        return SALT


def rules_named(rules: Rules | str) -> Rules:
    """Rules as they are, or a preset by its name."""
    return PRESETS[rules] if isinstance(rules, str) else rules


class Table:
    """A match that is played from words, and its history.

    Seat 1 deals first unless told otherwise, so that seat 0 is the first to move. `results`
    are hands that were played before; they settle who deals.
    """

    def __init__(
        self,
        *orders: Order,
        rules: Rules | str = CLASSIC,
        first_dealer: Seat = 1,
        results: Iterable[HandResult] = (),
    ) -> None:
        self._dealer = ScriptedDealer(*orders)
        self.history: list[Event] = [MatchBegan(rules_named(rules), first_dealer)]
        self.match: Match = replay(self.history)
        for result in results:
            self._put(HandEnded(result))
        if orders:
            self.deal()

    def deal(self) -> Match:
        """Deal the next of the decks."""
        return self.act(None, DealHand(self._dealer.deck()))

    def act(self, seat: Seat | None, action: Action) -> Match:
        """Decide one action and put all that follows from it into the match."""
        for event in decide(self.match, seat, action):
            self._put(event)
        return self.match

    def play(self, *words: str) -> Match:
        """Play words for whoever is to move; `next` makes both ready and deals."""
        for word in words:
            if word == "next":
                self._next_hand()
            else:
                self.act(self.match.to_move, action(word))
        return self.match

    def run_down(self, stock_left: int) -> Match:
        """Both draw and throw what they drew, until so many cards are in the stock."""
        while self.match.deal is not None and self.match.deal.stock_left > stock_left:
            self.play("draw")
            self.play(f"throw {self.match.deal.drawn}")
        return self.match

    def _put(self, event: Event) -> None:
        self.history.append(event)
        self.match = evolve(self.match, event)

    def _next_hand(self) -> None:
        for seat in (0, 1):
            self.act(seat, NextHand())
        self.deal()


def action(words: str) -> Action:
    """The action that words name: `take`, `throw Kc`, `knock 7h`, `big gin`."""
    verb, _, card = words.partition(" ")
    if verb == "throw":
        return Throw(Card.parse(card))
    if verb == "knock":
        return Knock(Card.parse(card))
    return _PLAIN[words]


_PLAIN: dict[str, Action] = {
    "pass": Pass(),
    "take": Take(),
    "draw": Draw(),
    "big gin": BigGin(),
    "ready": NextHand(),
    "resign": Resign(),
}


def won(seat: Seat, points: int, *, dealer: Seat = 0, bonus: int = 0) -> HandResult:
    """A hand that `seat` won by knocking, worth so many points, `bonus` of them for gin."""
    ending = Ending.GIN if bonus else Ending.KNOCK
    loose = points - bonus
    return HandResult(
        ending, dealer, seat, seat, (0, loose) if seat == 0 else (loose, 0), loose, bonus
    )


def undercut(seat: Seat, points: int, *, dealer: Seat = 0) -> HandResult:
    """A hand that `seat` won as the defender, worth so many points."""
    return HandResult(Ending.UNDERCUT, dealer, other(seat), seat, (5, 5), 0, points)


def void(dealer: Seat = 0) -> HandResult:
    """A hand that nobody won."""
    return HandResult(Ending.VOID, dealer, None, None, (30, 30))


def hands_won(seat: Seat, points: int, lines: int) -> tuple[HandResult, ...]:
    """So many hands won by one seat that come to so many points together."""
    share, rest = divmod(points, lines)
    return tuple(won(seat, share + (rest if hand == 0 else 0)) for hand in range(lines))


def names(cards: Iterable[Card]) -> str:
    """Cards as they are written, with spaces between."""
    return " ".join(map(str, cards))
