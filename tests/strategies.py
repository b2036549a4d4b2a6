"""Generated hands, rule sets and histories, as seeded walks and as hypothesis strategies.

A history is made by walking `legal`, and now and then `courtesies`: whatever the engine
offers can come up, so a new action joins the generated histories by being offered.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from bot.engine import (
    DECK,
    PRESETS,
    Action,
    BigGin,
    CallTime,
    Card,
    Claim,
    DealHand,
    EndMatch,
    Event,
    Knock,
    Match,
    MatchBegan,
    MatchEnding,
    NextHand,
    Recall,
    Resign,
    Rules,
    Seat,
    Throw,
    card_set,
    courtesies,
    decide,
    evolve,
    least_deadwood,
    legal,
    replay,
)

Order = tuple[Card, ...]


def so_many(cases: int) -> int:
    """So many generated cases, or the share of them that `make mutants` has time for."""
    return max(1, round(cases * float(os.environ.get("TEST_SHARE", "1"))))


# Seeded generators.


def random_hand(rng: Random, size: int) -> Order:
    """So many cards from a shuffled deck."""
    return tuple(rng.sample(DECK, size))


def rich_cards(rng: Random, size: int, ranks: int = 5) -> Order:
    """So many cards of a few neighbouring ranks, which meld in many ways at once."""
    lowest = rng.randrange(14 - ranks)
    near = [card for card in DECK if lowest <= card.rank < lowest + ranks]
    return tuple(rng.sample(near, size))


def random_deck(rng: Random) -> Order:
    """A shuffled deck."""
    return tuple(rng.sample(DECK, 52))


def rich_deck(rng: Random) -> Order:
    """A deck whose two hands are of neighbouring ranks each, and so soon ready to knock."""
    near = sorted(DECK, key=lambda card: (card.rank + rng.random() * 4, card.suit))
    first, second = near[:16], near[20:36]
    mine, theirs = rng.sample(first, 10), rng.sample(second, 10)
    if rng.random() < 0.5:
        mine, theirs = theirs, mine
    rest = [card for card in DECK if card not in mine and card not in theirs]
    rng.shuffle(rest)
    dealt = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    return (*dealt, *rest)


def ripe_deck(rng: Random) -> Order:
    """A deck with one hand of ten melded cards or nearly so; the upcard may be the eleventh."""
    suits = rng.sample(range(4), 3)
    starts = [rng.randrange(9), rng.randrange(11), rng.randrange(11)]
    runs = zip(suits, starts, (5, 3, 3), strict=True)
    melded = [DECK[suit * 13 + start + step] for suit, start, size in runs for step in range(size)]
    eleventh, *mine = melded
    rest = [card for card in DECK if card not in melded]
    rng.shuffle(rest)
    if rng.random() < 0.5:
        mine[-1], rest[0] = rest[0], mine[-1]
    rest.insert(rng.choice((10, 11, 20)), eleventh)
    hands = (mine, rest[:10]) if rng.random() < 0.5 else (rest[:10], mine)
    return (*(card for pair in zip(*hands, strict=True) for card in pair), *rest[10:])


def any_deck(rng: Random) -> Order:
    """A deck of any of these kinds."""
    kind = rng.choices((random_deck, rich_deck, ripe_deck), weights=(4, 4, 2))[0]
    return kind(rng)


def some_rules(rng: Random) -> Rules:
    """A preset, or a custom set on top of one, options included."""
    preset = rng.choice(list(PRESETS.values()))
    if rng.random() < 0.5:
        return preset
    gin_bonus = rng.choice((0, 20, 25, 50))
    option = rng.choice(("none", "straight", "oklahoma", "spades_double"))
    return preset.revise(
        target=rng.choice((50, 100, 250)),
        gin_bonus=gin_bonus,
        big_gin_bonus=rng.choice((None, gin_bonus, 31 + gin_bonus)),
        undercut_bonus=rng.choice((0, 10, 25)),
        lay_off_on_gin=option != "straight" and rng.random() < 0.5,
        game_bonus=rng.choice((0, 50, 100)),
        straight=option == "straight",
        oklahoma=option in {"oklahoma", "spades_double"},
        spades_double=option == "spades_double",
        hollywood=rng.random() < 0.3,
    )


class Walker:
    """A player at both seats who does anything that is legal.

    Each hand has its own mood: how often a possible end of the hand is claimed, and how
    often a throw is the one that leaves least instead of any.
    """

    def __init__(self, rng: Random, resigns: float = 0.0005) -> None:
        self._rng = rng
        self._resigns = resigns
        self.new_mood()

    def new_mood(self) -> None:
        """Pick the habits of the next hand."""
        self._claims = self._rng.choice((0.0, 0.3, 0.7, 1.0, 1.0))
        self._careful = self._rng.choice((0.0, 0.5, 1.0, 1.0))

    def choose(self, match: Match, seat: Seat) -> Action:
        """One of the legal actions of a seat; Big Gin is the last of them to be listed."""
        rng = self._rng
        if rng.random() < self._resigns:
            return Resign()
        open_to = [action for action in legal(match, seat) if not isinstance(action, Resign)]
        ends = [action for action in open_to if isinstance(action, Knock | BigGin)]
        if ends and rng.random() < self._claims:
            return ends[-1] if rng.random() < 0.5 else rng.choice(ends)
        plain = [action for action in open_to if action not in ends]
        if match.deal is not None and isinstance(plain[0], Throw) and rng.random() < self._careful:
            held = match.deal.hands[seat]
            throws = [action for action in plain if isinstance(action, Throw)]
            return min(throws, key=lambda throw: least_deadwood(held ^ throw.card.bit))
        return rng.choice(plain)

    def beside(self, match: Match) -> tuple[Seat | None, Action] | None:
        """Now and then, something beside the game: a courtesy, or what the table does."""
        rng = self._rng
        is_pending = match.proposed or match.paused or match.late or match.stood_in is not None
        if match.to_move is None or rng.random() >= (_PENDING if is_pending else _BESIDE):
            return None
        if rng.random() < _ENDED_FROM_OUTSIDE:
            return None, EndMatch(rng.choice(_FROM_OUTSIDE))
        open_to: list[tuple[Seat | None, Action]] = [
            (seat, action) for seat in (0, 1) for action in courtesies(match, seat)
        ]
        if match.late is None and not match.paused:
            open_to.append((None, CallTime()))
        if match.late is not None:
            open_to.append((None, Recall()))
        seat, action = rng.choice(open_to)
        is_claim = isinstance(action, Claim)
        return None if is_claim and rng.random() < _LENIENT else (seat, action)


_BESIDE = 0.03
_PENDING = 0.3
"""How often it is taken up again while something of the kind is under way."""
_LENIENT = 0.9
_ENDED_FROM_OUTSIDE = 0.003
_FROM_OUTSIDE = (MatchEnding.STOPPED, MatchEnding.CALLED_OFF, MatchEnding.ABANDONED)


class Walk(NamedTuple):
    """A history, and the state that came of it while it was played."""

    history: list[Event]
    match: Match


def walk(rng: Random, rules: Rules, hands: int, resigns: float = 0.0005) -> Walk:
    """A match of at most so many hands, played by a `Walker`."""
    walker = Walker(rng, resigns)
    history: list[Event] = [MatchBegan(rules, rng.randrange(2))]
    match = replay(history)
    while not match.ended and not (match.between_hands and len(match.results) >= hands):
        for event in _step(rng, walker, match):
            history.append(event)
            match = evolve(match, event)
    return Walk(history, match)


def _step(rng: Random, walker: Walker, match: Match) -> tuple[Event, ...]:
    if (beside := walker.beside(match)) is not None:
        return decide(match, *beside)
    if match.to_move is not None:
        return decide(match, match.to_move, walker.choose(match, match.to_move))
    waiting = [seat for seat in (0, 1) if NextHand() in legal(match, seat)]
    if waiting and not match.all_ready:
        return decide(match, rng.choice(waiting), NextHand())
    walker.new_mood()
    return decide(match, None, DealHand(any_deck(rng)))


def walks(seed: int, hands: int) -> Iterator[Walk]:
    """Matches, under all sorts of rules, until they hold so many hands together."""
    rng = Random(seed)
    while hands > 0:
        played = walk(rng, some_rules(rng), min(hands, 10))
        yield played
        hands -= sum(1 for event in played.history if event.kind == "dealt")


# Hypothesis strategies.

cards = st.sampled_from(DECK)
seeds = st.integers(0, 2**32 - 1)


def hands(size: int) -> st.SearchStrategy[Order]:
    """Hands of so many cards, at random or rich in melds."""
    anything = st.lists(cards, min_size=size, max_size=size, unique=True).map(tuple)
    rich = seeds.map(lambda seed: rich_cards(Random(seed), size))
    return st.one_of(anything, rich)


def hand_masks(size: int) -> st.SearchStrategy[int]:
    """The same as sets."""
    return hands(size).map(card_set)


decks = st.permutations(DECK).map(tuple)
presets = st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__)
rule_sets = seeds.map(lambda seed: some_rules(Random(seed)))


@st.composite
def histories(draw: st.DrawFn, hands: int = 3) -> list[Event]:
    """Histories of at most so many hands."""
    rng = Random(draw(seeds))
    return walk(rng, draw(rule_sets), hands).history
