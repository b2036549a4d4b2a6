"""Whole hands of random legal actions, played by OpenSpiel and by the engine side by side.

Before every action both say what is legal. OpenSpiel's answer is put right where it is known
to differ (`differences`), and must then be ours to the last card.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from bot.engine import (
    CLASSIC,
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
from tests import strategies
from tests.oracle.spiel import KNOCK, PASS, Spiel, SpielHand, with_the_tie

HANDS = 1500


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


def choose(rng: Random, actions: list[Action], deal: Deal, claims: float) -> Action:
    """An action, now and then the end of the hand, and half of the time a sensible throw."""
    ends = [action for action in actions if isinstance(action, Knock)]
    if ends and rng.random() < claims:
        return rng.choice(ends)
    throws = [action for action in actions if isinstance(action, Throw)]
    if throws and rng.random() < 0.5:
        held = deal.hands[deal.turn]
        return min(throws, key=lambda throw: least_deadwood(held ^ throw.card.bit))
    return rng.choice([action for action in actions if action not in ends])


def settled(spiel: Spiel, hand: SpielHand, deal: Deal) -> tuple[int, int]:
    """What OpenSpiel pays both once its hand has been knocked: the knocker's best reading."""
    ten = cards_in(deal.hands[deal.turn])
    paid = []
    for melds in spiel.readings(ten):
        branch = hand.copy()
        branch.spread(melds)
        branch.answer()
        paid.append(branch.returns())
    best = max(paid, key=lambda returns: returns[player(deal)])
    return with_the_tie(best, player(deal), gin=spiel.least_deadwood(ten) == 0)


def player(deal: Deal) -> int:
    """OpenSpiel's number for the seat whose turn it is."""
    return 0 if deal.turn != deal.dealer else 1


def points(result: HandResult) -> tuple[int, int]:
    """Ours as OpenSpiel counts: what one wins the other loses, the non-dealer first."""
    won = result.points if result.winner != result.dealer else -result.points
    return (0, 0) if result.winner is None else (won, -won)


def play(spiel: Spiel, rng: Random) -> str:
    """One hand on both sides; how it ended."""
    rules = CLASSIC.model_copy(update={"target": 10_000})
    order = strategies.any_deck(rng)
    match = replay((MatchBegan(rules, 1), HandDealt(1, order)))
    hand = spiel.deal(order)
    claims = rng.choice((0.0, 0.2, 1.0))
    while match.to_move is not None and match.deal is not None:
        if hand.phase == spiel.phases.GAME_OVER:
            return "fifty takes"
        seat, deal = match.to_move, match.deal
        ours, theirs = set(legal(match, seat)) - {Resign()}, hand.legal()
        assert ours == corrected(spiel, theirs, deal), (deal, theirs)
        both = [action for action in legal(match, seat) if action in theirs]
        action = choose(rng, both, deal, claims)
        hand.play(action)
        for event in decide(match, seat, action):
            match = evolve(match, event)
    return ended_alike(spiel, hand, match)


def ended_alike(spiel: Spiel, hand: SpielHand, match: Match) -> str:
    assert match.deal is not None
    result = match.results[-1]
    if result.winner is None:
        assert hand.phase == spiel.phases.WALL
        assert {PASS} <= set(hand.state.legal_actions()) <= {PASS, KNOCK}
        hand.state.apply_action(PASS)
        assert hand.returns() == points(result) == (0, 0)
    else:
        assert settled(spiel, hand, match.deal) == points(result), match.deal
    return str(result.ending)


def test_openspiel_plays_the_same_hands(spiel: Spiel) -> None:
    rng = Random(2)
    endings = Counter(play(spiel, rng) for _ in range(HANDS))
    assert min(endings[ending] for ending in ("knock", "gin", "undercut", "void")) > 5, endings
