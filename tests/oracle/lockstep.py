"""One hand played by OpenSpiel and by the engine side by side, compared before every action.

OpenSpiel's answer is put right where it is known to differ (`differences`), and must then be
ours to the last card.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.engine import (
    Action,
    BigGin,
    HandDealt,
    HandResult,
    Knock,
    Match,
    MatchBegan,
    Phase,
    Resign,
    Throw,
    cards_in,
    decide,
    evolve,
    least_deadwood,
    legal,
    replay,
)
from bot.engine.deal import Deal
from tests.builders import Order
from tests.oracle.hands import ENDLESS
from tests.oracle.spiel import KNOCK, PASS, Spiel, SpielHand, with_the_tie


def corrected(spiel: Spiel, theirs: set[Action], deal: Deal) -> set[Action]:
    """What OpenSpiel lists, without its known errors."""
    if deal.phase is not Phase.THROW:
        return theirs
    held = cards_in(deal.hands[deal.turn])
    if not any(isinstance(action, Knock) for action in theirs):  # it may have hidden some
        theirs = theirs | {Knock(card) for card in spiel.discards(held, limit=10)}
    if deal.taken is not None:  # which it would let go back
        theirs = theirs - {Throw(deal.taken), Knock(deal.taken)}
    return theirs | {BigGin()} if spiel.least_deadwood(held) == 0 else theirs


@dataclass(frozen=True)
class Chance:
    """A player at both seats: how often he knocks where he may, and throws what leaves least."""

    rng: Random
    knocks: float
    careful: float

    def choose(self, actions: list[Action], deal: Deal) -> Action:
        """One of the actions."""
        ends = [action for action in actions if isinstance(action, Knock)]
        if ends and self.rng.random() < self.knocks:
            return self.rng.choice(ends)
        throws = [action for action in actions if isinstance(action, Throw)]
        if throws and self.rng.random() < self.careful:
            held = deal.hands[deal.turn]
            return min(throws, key=lambda throw: least_deadwood(held ^ throw.card.bit))
        return self.rng.choice([action for action in actions if action not in ends])


@dataclass(frozen=True)
class Played:
    """A hand that both played alike."""

    order: Order
    actions: tuple[Action, ...]
    """Ours, from the opening on."""
    history: tuple[int, ...]
    """OpenSpiel's, the cards dealt and drawn included."""
    ending: str


def play(spiel: Spiel, order: Order, chance: Chance) -> Played:
    """Play a hand on both sides."""
    match = replay((MatchBegan(ENDLESS, 1), HandDealt(1, order)))
    hand = spiel.deal(order)
    actions: list[Action] = []
    while match.to_move is not None and hand.phase != spiel.phases.GAME_OVER:
        action = agreed(spiel, hand, match, chance)
        actions.append(action)
        hand.play(action)
        for event in decide(match, match.to_move, action):
            match = evolve(match, event)
    ending = "capped" if match.to_move is not None else ended_alike(spiel, hand, match)
    return Played(order, tuple(actions), tuple(hand.state.history()), ending)


def agreed(spiel: Spiel, hand: SpielHand, match: Match, chance: Chance) -> Action:
    """An action that both allow, once they agree about what is legal."""
    assert match.to_move is not None
    assert match.deal is not None
    ours, theirs = legal(match, match.to_move), hand.legal()
    assert set(ours) - {Resign()} == corrected(spiel, theirs, match.deal), (match.deal, theirs)
    return chance.choose([action for action in ours if action in theirs], match.deal)


def ended_alike(spiel: Spiel, hand: SpielHand, match: Match) -> str:
    """How the hand ended, once both have paid the same for it."""
    assert match.deal is not None
    result = match.results[-1]
    if result.winner is None:
        assert hand.phase == spiel.phases.WALL
        assert {PASS} <= set(hand.state.legal_actions()) <= {PASS, KNOCK}
        hand.state.apply_action(PASS)
        assert hand.returns() == points(result) == (0, 0)
    else:
        assert settle(spiel, hand, match.deal) == points(result), match.deal
    return str(result.ending)


def settle(spiel: Spiel, hand: SpielHand, deal: Deal) -> tuple[int, int]:
    """What OpenSpiel pays both for a knock, in the reading that is best for the knocker."""
    ten = cards_in(deal.hands[deal.turn])
    knocker = 0 if deal.turn != deal.dealer else 1
    branches = []
    for melds in spiel.readings(ten):
        branch = hand.copy()
        branch.spread(melds)
        branch.answer()
        branches.append(branch)
    best = max(branches, key=lambda branch: branch.returns()[knocker])
    hand.state = best.state
    return with_the_tie(hand.returns(), knocker, gin=spiel.least_deadwood(ten) == 0)


def points(result: HandResult) -> tuple[int, int]:
    """Ours as OpenSpiel counts: what one wins the other loses, the non-dealer first."""
    won = result.points if result.winner != result.dealer else -result.points
    return (0, 0) if result.winner is None else (won, -won)
