"""Laws that hold in every match, on ten thousand hands played by random legal actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, get_args

import pytest

from bot.engine import (
    DECK,
    Action,
    Agree,
    BigGin,
    CallTime,
    Card,
    Claim,
    DealHand,
    Decline,
    Draw,
    Drew,
    Ending,
    EndMatch,
    Event,
    HandDealt,
    Knock,
    Match,
    MatchEnding,
    NextHand,
    Pass,
    Phase,
    PlayOn,
    Proposal,
    Propose,
    Recall,
    Refused,
    Resign,
    Seat,
    SitBack,
    StandIn,
    Take,
    Throw,
    Took,
    TookBack,
    WaitOn,
    card_set,
    cards_in,
    courtesies,
    decide,
    decode,
    encode,
    evolve,
    legal,
    other,
    replay,
    view_for,
)
from bot.engine.deal import Deal
from tests.strategies import Walk, so_many, walks

HANDS = so_many(10_000)
EVERY_ACTION: tuple[Action, ...] = (
    Pass(),
    Take(),
    Draw(),
    BigGin(),
    NextHand(),
    Resign(),
    DealHand(DECK),
    CallTime(),
    Recall(),
    *(EndMatch(ending) for ending in MatchEnding),
    *(kind(proposal) for kind in (Propose, Agree, Decline) for proposal in Proposal),
    PlayOn(),
    Claim(),
    WaitOn(),
    StandIn(),
    SitBack(),
    *(Throw(card) for card in DECK),
    *(Knock(card) for card in DECK),
)


@pytest.fixture(scope="module")
def played() -> list[Walk]:
    return list(walks(seed=1, hands=HANDS))


def states(history: list[Event]) -> Iterator[tuple[int, Match]]:
    """Every state of a match that a player can meet, and how many events led to it."""
    match = replay(history[:1])
    for count, event in enumerate(history[1:], start=2):
        match = evolve(match, event)
        if is_settled(history, count):
            yield count, match


def is_settled(events: list[Event], count: int) -> bool:
    """Whether the first `count` events end with all that one action decided.

    A turn, the score and the end of the match are one: nothing can be met in between.
    """
    if count == len(events):
        return True
    last, following = events[count - 1].kind, events[count].kind
    return following != "hand ended" and (last, following) != ("hand ended", "match ended")


def sampled(played: list[Walk], every: int) -> Iterator[tuple[list[Event], int, Match]]:
    """About one state in so many, the ends of hands and matches among them."""
    rng = Random(every)
    for history, _ in played:
        for count, match in states(history):
            if rng.randrange(every) == 0 or (match.to_move is None and rng.random() < 0.1):
                yield history, count, match


# The generator itself.


def test_the_hands_end_in_every_way(played: list[Walk]) -> None:
    """Otherwise the laws below would hold for want of cases."""
    endings = Counter(result.ending for walk in played for result in walk.match.results)
    assert min(endings[ending] for ending in Ending) >= 50, endings
    ends = {walk.match.ended.ending for walk in played if walk.match.ended}
    assert ends == set(MatchEnding)


def test_every_kind_of_event_comes_up(played: list[Walk]) -> None:
    assert {type(event) for walk in played for event in walk.history} == set(get_args(Event))


def test_there_are_ten_thousand_hands(played: list[Walk]) -> None:
    dealt = sum(event.kind == "dealt" for walk in played for event in walk.history)
    assert dealt >= HANDS


# What may be done.


def test_every_legal_action_is_decided(played: list[Walk]) -> None:
    for _, _, match in sampled(played, every=8):
        for seat in (0, 1):
            for action in (*legal(match, seat), *courtesies(match, seat)):
                assert decide(match, seat, action), (match, seat, action)


def test_every_other_action_is_refused_and_leaves_the_state_alone(played: list[Walk]) -> None:
    for history, count, match in sampled(played, every=100):
        for seat in (0, 1):
            allowed = {*legal(match, seat), *courtesies(match, seat)}
            wrong = [action for action in EVERY_ACTION if action not in allowed]
            assert not_refused(match, seat, wrong) == [], (match, seat)
        assert match == replay(history[:count])


def not_refused(match: Match, seat: Seat | None, actions: Iterable[Action]) -> list[Action]:
    """Those of the actions that went through."""
    return [action for action in actions if not _is_refused(match, seat, action)]


def _is_refused(match: Match, seat: Seat | None, action: Action) -> bool:
    try:
        decide(match, seat, action)
    except Refused:
        return True
    return False


FROM_OUTSIDE = [
    EndMatch(MatchEnding.STOPPED),
    EndMatch(MatchEnding.CALLED_OFF),
    EndMatch(MatchEnding.ABANDONED),
]


def test_the_table_deals_calls_the_time_ends_a_match_and_does_nothing_else(
    played: list[Walk],
) -> None:
    for _, _, match in sampled(played, every=200):
        waits = match.to_move is not None and not match.paused and match.late is None
        allowed: list[Action] = [DealHand(DECK)] if match.between_hands else []
        allowed += [CallTime()] if waits else []
        allowed += [Recall()] if match.late is not None else []
        allowed += [] if match.ended else FROM_OUTSIDE
        assert not_refused(match, None, EVERY_ACTION) == allowed, match


def test_a_turn_ends_what_was_between_the_players(played: list[Walk]) -> None:
    for history, _ in played:
        for count, match in states(history):
            if match.turned == match.version:
                between = (match.proposed, match.declined, match.paused, match.late)
                assert between == (None, frozenset(), False, None), (history[count - 1], match)


def test_one_seat_is_to_move_during_a_hand_and_nobody_outside(played: list[Walk]) -> None:
    for _, _, match in sampled(played, every=50):
        movers = [seat for seat in (0, 1) if set(legal(match, seat)) - {NextHand(), Resign()}]
        assert movers == ([] if match.to_move is None else [match.to_move]), match


# Histories.


def test_the_history_replays_to_the_live_state(played: list[Walk]) -> None:
    for history, live in played:
        assert replay(history) == live


def test_decoding_undoes_encoding_to_the_very_types(played: list[Walk]) -> None:
    """Equal numbers would do for cards, so what is written is compared too."""
    for history, _ in played:
        for event in history:
            copy = decode(encode(event))
            assert (type(copy), copy, repr(copy)) == (type(event), event, repr(event))


def test_the_version_counts_the_events(played: list[Walk]) -> None:
    for history, _ in played:
        for count, match in states(history):
            assert match.version == count
            assert match.turned <= count


# Cards.


def places(deal: Deal) -> list[Card]:
    """All cards of a deal, place by place."""
    hands = [*cards_in(deal.hands[0]), *cards_in(deal.hands[1])]
    apart = [deal.knock_card] if deal.knock_card is not None else []
    return [*hands, *deal.pile, *deal.stock, *apart]


def test_each_card_is_in_one_place_after_every_event_and_two_stay_in_the_stock(
    played: list[Walk],
) -> None:
    whole = card_set(DECK)
    for history, _ in played:
        match = replay(history[:1])
        for event in history[1:]:
            match = evolve(match, event)
            if match.deal is not None:
                cards = places(match.deal)
                assert len(cards) == 52, match
                assert card_set(cards) == whole, match
                assert match.deal.stock_left >= 2, match


def test_a_hand_holds_ten_cards_and_eleven_between_draw_and_throw(played: list[Walk]) -> None:
    for _, _, match in sampled(played, every=10):
        if match.deal is not None and match.deal.phase is not Phase.SHOWN:
            full = match.deal.turn if match.deal.phase is Phase.THROW else None
            sizes = [hand.bit_count() for hand in match.deal.hands]
            assert sizes == [11 if seat == full else 10 for seat in (0, 1)], match


# Knowledge.


def unseen(deal: Deal, seat: Seat | None) -> list[Card]:
    """The cards that a seat, or a spectator, cannot place."""
    if deal.phase is Phase.SHOWN:
        return list(deal.stock)
    public = {event.card for event in deal.moves if isinstance(event, Took | TookBack)}
    others = [other(seat)] if seat is not None else [0, 1]
    hidden = [card for hand in others for card in cards_in(deal.hands[hand])]
    return [*deal.stock, *(card for card in hidden if card not in public)]


def swapped(event: Event, cards: dict[Card, Card]) -> Event:
    """The event with other cards where they were dealt or drawn."""
    if isinstance(event, HandDealt):
        return HandDealt(event.dealer, tuple(cards.get(card, card) for card in event.order))
    if isinstance(event, Drew):
        return Drew(event.seat, cards.get(event.card, event.card))
    return event


def evolved(match: Match, events: Iterable[Event]) -> Match:
    for event in events:
        match = evolve(match, event)
    return match


def hands_of(history: list[Event]) -> Iterator[tuple[Match, list[Event]]]:
    """Each hand of a history: the match before it was dealt, and its events."""
    deals = [number for number, event in enumerate(history) if event.kind == "dealt"]
    match = replay(history[: deals[0]] if deals else history)
    for first, end in zip(deals, [*deals[1:], len(history)], strict=True):
        yield match, history[first:end]
        match = evolved(match, history[first:end])


def moments(played: list[Walk]) -> Iterator[tuple[Match, list[Event], Random]]:
    """A random moment of every hand."""
    rng = Random(7)
    for history, _ in played:
        for before, events in hands_of(history):
            ends = [n for n in range(1, len(events) + 1) if is_settled(events, n)]
            yield before, events[: rng.choice(ends)], rng


def in_disguise(events: list[Event], deal: Deal, seat: Seat | None, rng: Random) -> list[Event]:
    """The same hand as far as a seat can tell, with everything it cannot see shuffled."""
    cards = unseen(deal, seat)
    exchange = dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
    return [swapped(event, exchange) for event in events]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_a_seat_cannot_see_makes_no_difference_to_its_view(
    played: list[Walk], seat: Seat | None
) -> None:
    for before, events, rng in moments(played):
        match = evolved(before, events)
        assert match.deal is not None
        disguised = evolved(before, in_disguise(events, match.deal, seat, rng))
        assert view_for(disguised, seat) == view_for(match, seat), (match, disguised)


def test_the_disguised_hands_could_have_been_played(played: list[Walk]) -> None:
    """So the law above compares real matches: the same wishes lead through the disguise."""
    for before, events, rng in list(moments(played))[::5]:
        deal = evolved(before, events).deal
        assert deal is not None
        match = before
        for event in in_disguise(events, deal, 0, rng):
            if (wish := WISHES.get(event.kind)) is not None:
                assert decide(match, event.seat, wish(event))[0] == event  # type: ignore[union-attr]
            match = evolve(match, event)
        assert sorted(places(match.deal)) == list(DECK)  # type: ignore[arg-type]


WISHES: dict[str, Callable[[Any], Action]] = {
    "passed": lambda event: Pass(),
    "took": lambda event: Take(),
    "drew": lambda event: Draw(),
    "threw": lambda event: Throw(event.card),
    "proposed": lambda event: Propose(event.proposal),
    "declined": lambda event: Decline(event.proposal),
    "paused": lambda event: Agree(Proposal.PAUSE),
    "hints agreed": lambda event: Agree(Proposal.HINTS),
    "stand-in agreed": lambda event: Agree(Proposal.STAND_IN),
    "sat back": lambda event: SitBack(),
    "played on": lambda event: PlayOn(),
    "waited on": lambda event: WaitOn(),
    "knocked": lambda event: Knock(event.card),
    "big gin": lambda event: BigGin(),
}
