"""Where the judges err or play another game: each known difference, seen."""

from __future__ import annotations

import pytest

from bot.engine import (
    CLASSIC,
    BigGin,
    Card,
    Draw,
    HandDealt,
    HandEnded,
    Knock,
    Match,
    MatchBegan,
    Pass,
    Take,
    Throw,
    arrange,
    card_set,
    decide,
    evolve,
    lay_off,
    least_deadwood,
    legal,
    parse_cards,
    replay,
)
from tests.builders import Order, deck_with
from tests.engine import oracle
from tests.oracle.differences import SHOWN, Difference, shows
from tests.oracle.hands import after_a_draw, hands
from tests.oracle.rl import RLCard
from tests.oracle.spiel import DRAW, KNOCK, PASS, TAKE, Spiel, SpielHand, card, number


def at_the_throw(spiel: Spiel, hand: str, **settings: int) -> SpielHand:
    """OpenSpiel's player 0 with these eleven cards, the last of them drawn from the stock."""
    deal = after_a_draw(parse_cards(hand)).deal
    assert deal is not None
    theirs = spiel.deal(deal.order, **settings)
    for action in (Pass(), Pass(), Draw()):
        theirs.play(action)
    return theirs


@shows(Difference.ELEVEN_BEFORE_THE_DISCARD)
@pytest.mark.parametrize(
    ("hand", "thrown", "least", "openspiel"),
    [
        ("3s 6s 2c 5c 4d 5d 6d 3h 4h 5h 6h", "6s", 10, 12),
        ("4c 5c 6c 3d 4d 5d 6d 2h 3h 5h 6h", "6h", 10, 12),
        ("3c 4c 5c 6c 3d 5d 6d 2h 4h 5h 6h", "6d", 10, 12),
        ("As 6s 4c 5c 6c 2d 4d 5d 6d 3h 4h", "6s", 10, 11),
    ],
)
def test_openspiel_refuses_a_knock(
    spiel: Spiel, hand: str, thrown: str, least: int, openspiel: int
) -> None:
    """Though its own list of discards has the card."""
    cards = parse_cards(hand)
    leaving = {card: least_deadwood(card_set(cards) ^ card.bit) for card in cards}
    assert min(leaving.values()) == leaving[Card.parse(thrown)] == least
    assert spiel.own.min_deadwood(spiel.numbers(cards)) == openspiel
    assert KNOCK not in at_the_throw(spiel, hand).state.legal_actions()
    assert Card.parse(thrown) in spiel.discards(cards, limit=10)
    assert Knock(Card.parse(thrown)) in legal(after_a_draw(cards), 0)


@shows(Difference.ELEVEN_BEFORE_THE_DISCARD)
@pytest.mark.parametrize(
    ("hand", "thrown", "openspiel"),
    [
        ("4s 5s 6s 3c 4c 5c 3d 4d 5d 6d 6h", "6h", 3),
        ("3s 4s 5s 5c 2d 3d 4d 2h 3h 4h 5h", "5c", 2),
        ("As 2s 3s 2c 3c 4c Ad 2d 3d 4d 4h", "4h", 1),
    ],
)
def test_openspiel_overlooks_gin(spiel: Spiel, hand: str, thrown: str, openspiel: int) -> None:
    """So where only gin ends a hand it does not let this one end."""
    cards = parse_cards(hand)
    assert least_deadwood(card_set(cards) ^ Card.parse(thrown).bit) == 0
    assert spiel.own.min_deadwood(spiel.numbers(cards)) == openspiel
    assert KNOCK not in at_the_throw(spiel, hand, knock_card=0).state.legal_actions()


@shows(Difference.ELEVEN_BEFORE_THE_DISCARD)
def test_openspiel_never_counts_less_than_there_is_and_seldom_more(spiel: Spiel) -> None:
    more = 0
    for hand in hands("rich", 11):
        least = min(least_deadwood(card_set(hand) ^ card.bit) for card in hand)
        theirs = spiel.own.min_deadwood(spiel.numbers(hand))
        assert theirs >= least, hand
        more += theirs > least
    assert 0 < more < 500


@shows(Difference.TIE_IS_NOTHING)
def test_openspiel_pays_nothing_for_a_tie(spiel: Spiel) -> None:
    """Five against five, and nothing to lay off: 25 to the defender."""
    mine = "Ac 2c 3c 7d 8d 9d Jh Qh Kh 5s Ks"
    match = after_a_draw(parse_cards(mine), parse_cards("2d 3d 4d 6h 7h 8h Tc Jc Qc 5c"))
    assert match.deal is not None
    theirs = spiel.deal(match.deal.order)
    knock = Knock(Card.parse("Ks"))
    for action in (Pass(), Pass(), Draw(), knock):
        theirs.play(action)
    theirs.spread([meld.cards for meld in arrange(parse_cards(mine)[:10]).melds])
    theirs.answer()
    assert theirs.returns() == (0, 0)
    [_, ended] = decide(match, 0, knock)
    assert isinstance(ended, HandEnded)
    assert (ended.result.winner, ended.result.points) == (1, 25)


@shows(Difference.TAKEN_CARD_GOES_BACK)
def test_openspiel_lets_the_taken_card_go_back_and_voids_a_hand_for_it(spiel: Spiel) -> None:
    order = deck_with()
    upcard = order[20]
    theirs = spiel.deal(order)
    for _ in range(2):
        theirs.play(Take())
        assert Throw(upcard) in theirs.legal()
        theirs.play(Throw(upcard))
    assert theirs.phase == spiel.phases.GAME_OVER
    taken = played(order, Take())
    assert Throw(upcard) not in legal(taken, 0)


def played(order: Order, *actions: Take | Draw | Throw | Pass) -> Match:
    """Our match after some actions of whoever is to move; seat 0 begins."""
    match = replay((MatchBegan(CLASSIC, 1), HandDealt(1, order)))
    for action in actions:
        for event in decide(match, match.to_move, action):
            match = evolve(match, event)
    return match


@shows(Difference.NO_BIG_GIN)
def test_openspiel_pays_eleven_melded_cards_as_gin(spiel: Spiel) -> None:
    """Four kings, and one of them thrown: 25, where Big Gin is 31."""
    hand = "Ac 2c 3c 4c 5d 6d 7d Kc Kd Kh Ks"
    theirs = at_the_throw(spiel, hand)
    assert len(theirs.legal()) == 11 + len(spiel.discards(parse_cards(hand), limit=10))
    theirs.play(Knock(Card.parse("Ks")))
    theirs.spread([meld.cards for meld in arrange(parse_cards(hand[:-3])).melds])
    against = spiel.least_deadwood(map(card, theirs.state.hands()[1]))
    theirs.answer()
    assert theirs.returns() == (25 + against, -25 - against)
    ours = after_a_draw(parse_cards(hand))
    assert BigGin() in legal(ours, 0)


@shows(Difference.CHAIN_OF_TWO)
def test_openspiel_ends_a_lay_off_after_two_cards_at_one_end(spiel: Spiel) -> None:
    """The nine could follow; but 7-8-9 is a run, and worth as much in the hand."""
    run, chain = parse_cards("4s 5s 6s"), parse_cards("7s 8s 9s")
    meld = [spiel.own.meld_to_int(spiel.numbers(run))]
    assert number(chain[1]) in spiel.own.all_layoffs(meld, spiel.numbers(chain[:1]))
    assert number(chain[2]) not in spiel.own.all_layoffs(meld, spiel.numbers(chain[:2]))
    assert oracle.is_run(frozenset(run + chain))
    knocker, defender = parse_cards("4s 5s 6s Jc Qc Kc Ah 2h 3h 4d"), chain + parse_cards("Td")
    assert lay_off(arrange(knocker), defender).points == 10


@shows(Difference.KNOCK_AT_THE_WALL)
def test_openspiel_lets_the_next_player_knock_with_the_last_discard(spiel: Spiel) -> None:
    """The 9s, drawn and thrown with two cards left, would make the dealer's third meld."""
    order = list(deck_with(dealer="Ac 2c 3c 5d 6d 7d 9d 9h 2s Kd"))
    here, last = order.index(Card.parse("9s")), 21 + 28
    order[here], order[last] = order[last], order[here]
    theirs, ours = spiel.deal(order), played(tuple(order), Pass(), Pass())
    theirs.play(Pass())
    theirs.play(Pass())
    for drawn in order[21 : last + 1]:
        for action in (Draw(), Throw(drawn)):
            theirs.play(action)
            for event in decide(ours, ours.to_move, action):
                ours = evolve(ours, event)
    assert theirs.state.legal_actions() == [PASS, KNOCK]
    assert ours.results[-1].winner is None


@shows(Difference.TAKES_CAPPED)
def test_openspiel_ends_a_hand_at_the_fiftieth_take(spiel: Spiel) -> None:
    """The first take is the upcard's, which it does not count. We go on."""
    theirs, ours = spiel.deal(deck_with()), played(deck_with())
    takes = 0
    while theirs.phase != spiel.phases.GAME_OVER:
        takes += 1
        theirs.play(Take())
        for event in decide(ours, ours.to_move, Take()):
            ours = evolve(ours, event)
        if theirs.phase == spiel.phases.DISCARD:
            assert ours.deal is not None
            away = next(a for a in legal(ours, ours.deal.turn) if isinstance(a, Throw))
            theirs.play(away)
            for event in decide(ours, ours.to_move, away):
                ours = evolve(ours, event)
    assert takes == 51
    assert theirs.returns() == (0, 0)
    assert ours.to_move is not None


def test_openspiel_numbers_its_actions_as_we_think(spiel: Spiel) -> None:
    hand = spiel.deal(deck_with())
    names = {TAKE: "Draw upcard", DRAW: "Draw stock", PASS: "Pass", KNOCK: "Knock"}
    for action, name in names.items():
        assert hand.state.action_to_string(0, action) == f"Player: 0 Action: {name}"


@shows(Difference.RLCARD_NO_OPENING)
def test_rlcard_has_no_upcard(rl: RLCard) -> None:
    game = rl.game()
    [first] = [player for player in game.round.players if len(player.hand) == 11]
    assert first.player_id == game.round.current_player_id
    assert game.round.dealer.discard_pile == []
    assert {type(action) for action in game.judge.get_legal_actions()} <= {
        rl.actions.DiscardAction,
        rl.actions.KnockAction,
        rl.actions.GinAction,
    }


@shows(Difference.RLCARD_FORCES_GIN)
def test_rlcard_allows_nothing_but_gin(rl: RLCard) -> None:
    hand = "Ac 2c 3c 5d 6d 7d 9d 9h 9s 9c Kd"
    game = rl.game(parse_cards(hand))
    assert game.judge.get_legal_actions() == [rl.actions.GinAction()]
    assert Throw(Card.parse("Kd")) in legal(after_a_draw(parse_cards(hand)), 0)


@shows(Difference.RLCARD_NO_LAY_OFF)
def test_rlcard_has_no_lay_off(rl: RLCard) -> None:
    """The defender's 8d and 4c fit the knocker's runs, and he is charged for them."""
    mine = parse_cards("Ac 2c 3c 5d 6d 7d 9d 9h 9s Ah Kd")
    theirs = parse_cards("4c 8d Jh Qh Kh Jc Qc Kc 2s 4h")
    game = rl.game(mine, theirs)
    knocker = game.round.current_player_id
    [king] = rl.cards(parse_cards("Kd"))
    game.step(rl.actions.KnockAction(king))
    while not game.is_over():
        [only] = game.judge.get_legal_actions()
        game.step(only)
    payoffs = game.judge.scorer.get_payoffs(game)
    assert payoffs[knocker] == 0.2
    assert payoffs[1 - knocker] == pytest.approx(-(4 + 8 + 2 + 4) / 100)
    assert lay_off(arrange(mine[:10]), theirs).points == 2 + 4


@shows(Difference.RLCARD_FALSE_GIN)
def test_rlcard_lists_a_card_for_gin_that_leaves_28(rl: RLCard) -> None:
    hand = parse_cards("7s 8s 9s Ts Js 7c 7d Ah 2h 3h 7h")
    _, gins = rl.going_out(hand)
    nine = Card.parse("9s")
    assert nine in gins
    assert least_deadwood(card_set(hand) ^ nine.bit) == 28


@shows(Difference.RLCARD_MOVES_CAPPED)
def test_rlcard_ends_a_hand_after_200_moves(rl: RLCard) -> None:
    """The deal is one of them. Both take what the other throws, for ever if they were let."""
    first, second = "Ac 3d 5h 7s 9c Jd Kh 2s 4c 6d 8h", "Ad 3h 5s 7c 9d Jh Ks 2c 4d 6h"
    game = rl.game(parse_cards(first), parse_cards(second))
    over = rl.actions.DeclareDeadHandAction()
    while over not in (actions := game.judge.get_legal_actions()):
        wanted = rl.actions.PickUpDiscardAction()
        game.step(wanted if wanted in actions else actions[0])
    assert len(game.round.move_sheet) == 200


def test_every_known_difference_is_shown() -> None:
    assert set(Difference) == SHOWN
