"""Consent, patience and ends from outside: what happens at a table beside the game."""

from __future__ import annotations

import pytest

from bot.engine import (
    DECK,
    Action,
    Agree,
    CallTime,
    CannotAsk,
    Card,
    Claim,
    DealHand,
    Decline,
    Draw,
    EndMatch,
    Lateness,
    MatchEnded,
    MatchEnding,
    Move,
    NoStandIn,
    NotAsked,
    NotLate,
    NotPaused,
    NotStoodIn,
    Obstacle,
    OutOfPlace,
    Phase,
    PlayOn,
    Proposal,
    Propose,
    Proposed,
    Recall,
    Refused,
    SatBack,
    SitBack,
    StandIn,
    TimeCalled,
    WaitOn,
    courtesies,
    facts_of,
    legal,
    replay,
    view_for,
)
from tests.builders import Table, deck_with, hands_won

BACK, PAUSE = Proposal.TAKE_BACK, Proposal.PAUSE
HINTS, STAND_IN = Proposal.HINTS, Proposal.STAND_IN
DECK_OF_KINGS = deck_with(non_dealer="Kd Kh", upcard="Ks", stock="7h 2c")


@pytest.fixture
def thrown() -> Table:
    """Seat 0 took K♠ and threw K♦; seat 1 is to draw."""
    table = Table(DECK_OF_KINGS)
    table.play("take", "throw Kd")
    return table


# A discard taken back.


def test_a_discard_goes_back_with_the_others_consent(thrown: Table) -> None:
    before = replay(thrown.history[:-1])
    thrown.act(0, Propose(BACK))

    match = thrown.act(1, Agree(BACK))

    assert match.deal is not None
    assert before.deal is not None
    kept = (match.deal.hands, match.deal.pile, match.deal.phase, match.deal.turn)
    assert kept == (before.deal.hands, before.deal.pile, Phase.THROW, 0)
    assert legal(match, 0) == legal(before, 0)  # K♠, taken this turn, still stays
    assert match.turned == match.version


def test_everybody_sees_that_it_went_back(thrown: Table) -> None:
    thrown.act(0, Propose(BACK))
    thrown.act(1, Agree(BACK))
    assert view_for(thrown.match, None).moves[-1] == Move(0, "took back", Card.parse("Kd"))


def test_a_drawn_card_may_be_thrown_after_another_went_back() -> None:
    table = Table(DECK_OF_KINGS)
    table.play("pass", "pass", "draw", "throw Kd")
    table.act(0, Propose(BACK))
    table.act(1, Agree(BACK))
    assert table.match.deal is not None
    assert table.match.deal.drawn == Card.parse("7h")
    table.play("throw 7h")
    assert table.match.to_move == 1


def test_without_consent_it_stays(thrown: Table) -> None:
    thrown.act(0, Propose(BACK))
    deal = thrown.match.deal
    match = thrown.act(1, Decline(BACK))
    assert match.deal == deal
    with pytest.raises(CannotAsk) as refused:
        thrown.act(0, Propose(BACK))
    assert refused.value == CannotAsk(BACK, Obstacle.DECLINED)


def test_once_the_other_has_moved_it_is_too_late(thrown: Table) -> None:
    thrown.act(0, Propose(BACK))
    thrown.play("draw")
    refused(thrown, 0, Propose(BACK), CannotAsk)
    refused(thrown, 1, Agree(BACK), NotAsked)


@pytest.mark.parametrize("seat", [0, 1])
def test_only_who_threw_may_ask(seat: int) -> None:
    table = Table(DECK_OF_KINGS)
    refused(table, seat, Propose(BACK), CannotAsk)
    table.play("take")
    refused(table, seat, Propose(BACK), CannotAsk)


def test_the_knock_card_of_a_finished_hand_never_goes_back() -> None:
    table = Table(deck_with(non_dealer="4h 5h 6h 9c 9d 9s Td Jd Qd Kd", stock="Ks"))
    table.play("pass", "pass", "draw", "knock Ks")
    refused(table, 0, Propose(BACK), CannotAsk)


def test_nobody_answers_his_own_question(thrown: Table) -> None:
    thrown.act(0, Propose(BACK))
    refused(thrown, 0, Agree(BACK), NotAsked)
    refused(thrown, 0, Decline(BACK), NotAsked)
    refused(thrown, 1, Agree(PAUSE), NotAsked)


# Pauses.


def test_a_pause_needs_both(thrown: Table) -> None:
    assert not thrown.act(0, Propose(PAUSE)).paused
    assert thrown.act(1, Agree(PAUSE)).paused
    refused(thrown, 0, Propose(PAUSE), CannotAsk)
    refused(thrown, None, CallTime(), OutOfPlace)


@pytest.mark.parametrize("seat", [0, 1])
def test_either_ends_a_pause(thrown: Table, seat: int) -> None:
    thrown.act(1, Propose(PAUSE))
    thrown.act(0, Agree(PAUSE))
    assert not thrown.act(seat, PlayOn()).paused
    refused(thrown, seat, PlayOn(), NotPaused)


def test_a_move_ends_a_pause(thrown: Table) -> None:
    thrown.act(0, Propose(PAUSE))
    thrown.act(1, Agree(PAUSE))
    assert not thrown.play("draw").paused


# A player who is late.


def test_the_other_may_claim_the_match_of_one_who_is_late(thrown: Table) -> None:
    assert thrown.act(None, CallTime()).late == TimeCalled(1, Lateness.TIME)
    refused(thrown, 1, Claim(), NotLate)
    assert courtesies(thrown.match, 0)[-2:] == (Claim(), WaitOn())

    match = thrown.act(0, Claim())

    assert match.ended == MatchEnded(0, MatchEnding.CLAIMED)


def test_or_wait_on_and_time_is_called_again(thrown: Table) -> None:
    thrown.act(None, CallTime(Lateness.LEFT))
    assert thrown.act(0, WaitOn()).late is None
    refused(thrown, 0, Claim(), NotLate)
    assert thrown.act(None, CallTime()).late is not None


def test_who_moves_after_all_is_not_late(thrown: Table) -> None:
    thrown.act(None, CallTime())
    assert thrown.play("draw").late is None
    refused(thrown, 0, Claim(), NotLate)


def test_time_is_called_once(thrown: Table) -> None:
    thrown.act(None, CallTime())
    refused(thrown, None, CallTime(), OutOfPlace)


def test_who_is_found_after_all_is_not_late(thrown: Table) -> None:
    refused(thrown, None, Recall(), OutOfPlace)
    thrown.act(None, CallTime(Lateness.LEFT))
    assert thrown.act(None, Recall()).late is None
    refused(thrown, 0, Claim(), NotLate)


@pytest.mark.parametrize(
    ("words", "proposal", "obstacle"),
    [
        (["pause", "agree"], PAUSE, Obstacle.PAUSED),
        (["pause"], BACK, Obstacle.STANDING),
        (["draw"], BACK, Obstacle.TOO_LATE),
        (["pause", "decline"], PAUSE, Obstacle.DECLINED),
    ],
)
def test_what_cannot_be_asked_says_why(
    thrown: Table, words: list[str], proposal: Proposal, obstacle: Obstacle
) -> None:
    actions: dict[str, tuple[int, Action]] = {
        "pause": (0, Propose(PAUSE)),
        "agree": (1, Agree(PAUSE)),
    }
    actions |= {"decline": (1, Decline(PAUSE)), "draw": (1, Draw())}
    for word in words:
        seat, action = actions[word]
        thrown.act(seat, action)
    with pytest.raises(CannotAsk) as refused_:
        thrown.act(0, Propose(proposal))
    assert refused_.value.obstacle is obstacle


def test_nobody_is_late_between_hands() -> None:
    table = Table(deck_with(non_dealer="4h 5h 6h 9c 9d 9s Td Jd Qd Kd", stock="Ks"))
    table.play("pass", "pass", "draw", "knock Ks")
    refused(table, None, CallTime(), OutOfPlace)


# What is agreed to for the rest of the match.


@pytest.mark.parametrize("proposal", [HINTS, STAND_IN])
def test_what_is_agreed_holds_over_turns_and_hands(proposal: Proposal) -> None:
    table = Table(DECK_OF_KINGS, DECK_OF_KINGS)
    table.act(0, Propose(proposal))
    assert view_for(table.match, 0).agreed == frozenset()

    table.act(1, Agree(proposal))
    table.play("take", "throw Kd")
    table.run_down(2)
    table.play("next")

    assert table.match.proposed is None
    assert [view_for(table.match, seat).agreed for seat in (0, 1, None)] == [{proposal}] * 3
    with pytest.raises(CannotAsk) as refused_:
        table.act(1, Propose(proposal))
    assert refused_.value.obstacle is Obstacle.AGREED


@pytest.mark.parametrize("proposal", [HINTS, STAND_IN])
def test_a_no_agrees_to_nothing(thrown: Table, proposal: Proposal) -> None:
    thrown.act(0, Propose(proposal))
    assert thrown.act(1, Decline(proposal)).agreed == frozenset()


@pytest.fixture
def late(thrown: Table) -> Table:
    """Both have agreed to a stand-in, and seat 1's time is up."""
    thrown.act(0, Propose(STAND_IN))
    thrown.act(1, Agree(STAND_IN))
    thrown.act(None, CallTime())
    return thrown


def test_a_computer_may_stand_in_only_where_it_was_agreed_and_the_other_is_late(
    thrown: Table,
) -> None:
    refused(thrown, 0, StandIn(), NotLate)
    thrown.act(None, CallTime())
    refused(thrown, 0, StandIn(), NoStandIn)
    assert StandIn() not in courtesies(thrown.match, 0)


def test_it_plays_on_for_the_late_seat_until_its_player_is_back(late: Table) -> None:
    open_to = courtesies(late.match, 0)
    assert open_to[-3:] == (Claim(), WaitOn(), StandIn())
    assert Propose(PAUSE) in open_to
    refused(late, 1, StandIn(), NotLate)

    match = late.act(0, StandIn())

    assert (match.stood_in, match.late, match.assisted) == (1, None, True)
    assert [view_for(match, seat).stood_in for seat in (0, 1, None)] == [1, 1, 1]
    late.play("draw", "throw 7h")
    assert late.match.stood_in == 1
    refused(late, 0, SitBack(), NotStoodIn)
    match = late.act(1, SitBack())
    assert (match.stood_in, match.assisted) == (None, True)
    assert late.history[-1] == SatBack(1)
    refused(late, 1, SitBack(), NotStoodIn)


def test_one_who_is_away_is_asked_for_nothing(late: Table) -> None:
    late.act(0, StandIn())
    late.play("draw", "throw 7h")
    for proposal in Proposal:
        with pytest.raises(CannotAsk) as refused_:
            late.act(0, Propose(proposal))
        assert refused_.value.obstacle is Obstacle.STOOD_IN


def test_the_facts_say_that_a_computer_has_stood_in(late: Table) -> None:
    assert not assisted(late)
    late.act(0, StandIn())
    late.act(1, SitBack())
    assert assisted(late)


def assisted(table: Table) -> bool:
    """Whether the match would be remembered as one with a stand-in, if it ended now."""
    ended = facts_of(table.match, [MatchEnded(0, MatchEnding.RESIGNED)]).match
    assert ended is not None
    return ended.assisted


# Ends from outside.


@pytest.mark.parametrize(
    ("points", "winner"), [((30, 20), 0), ((20, 30), 1), ((30, 30), None), ((0, 0), None)]
)
def test_a_stopped_match_goes_to_who_is_ahead(points: tuple[int, int], winner: int | None) -> None:
    results = [
        *(hands_won(0, points[0], 1) if points[0] else ()),
        *(hands_won(1, points[1], 1) if points[1] else ()),
    ]
    table = Table(DECK_OF_KINGS, results=results)
    match = table.act(None, EndMatch(MatchEnding.STOPPED))
    assert match.ended == MatchEnded(winner, MatchEnding.STOPPED)


@pytest.mark.parametrize("ending", [MatchEnding.CALLED_OFF, MatchEnding.ABANDONED])
def test_a_match_that_does_not_count_has_no_winner(thrown: Table, ending: MatchEnding) -> None:
    assert thrown.act(None, EndMatch(ending)).ended == MatchEnded(None, ending)


@pytest.mark.parametrize("ending", [MatchEnding.PLAYED, MatchEnding.RESIGNED, MatchEnding.CLAIMED])
def test_the_table_ends_no_match_in_the_players_place(thrown: Table, ending: MatchEnding) -> None:
    refused(thrown, None, EndMatch(ending), OutOfPlace)


@pytest.mark.parametrize("action", [DealHand(DECK), CallTime(), EndMatch(MatchEnding.STOPPED)])
def test_a_seat_does_nothing_in_the_tables_place(thrown: Table, action: Action) -> None:
    refused(thrown, 0, action, OutOfPlace)


# What is to be seen.


def test_both_and_spectators_see_what_is_asked_and_only_the_asked_may_answer(
    thrown: Table,
) -> None:
    thrown.act(0, Propose(BACK))
    seen = [view_for(thrown.match, seat) for seat in (0, 1, None)]
    assert [view.proposed for view in seen] == [Proposed(0, BACK)] * 3
    assert [view.courtesies for view in seen] == [(), (Agree(BACK), Decline(BACK)), ()]


def refused(table: Table, seat: int | None, action: Action, why: type[Refused]) -> None:
    """Nothing comes of an action but a refusal of this kind."""
    before = table.match
    with pytest.raises(why):
        table.act(seat, action)
    assert table.match == before


# Whose they are.


def test_what_is_open_to_a_player_who_is_asked_comes_on_top_of_all_the_rest(thrown: Table) -> None:
    thrown.act(0, Propose(PAUSE))
    answers = courtesies(thrown.match, 1)
    assert {Agree(PAUSE), Decline(PAUSE)} <= set(answers)
    assert courtesies(thrown.match, 0) == ()


def test_a_paused_match_offers_to_play_on_and_remembers_who_did(thrown: Table) -> None:
    thrown.act(0, Propose(PAUSE))
    thrown.act(1, Agree(PAUSE))
    assert thrown.match.paused
    assert view_for(thrown.match, 0).paused
    for seat in (0, 1):
        assert PlayOn() in courtesies(thrown.match, seat)
    version = thrown.match.version
    thrown.act(1, PlayOn())
    assert (thrown.match.paused, thrown.match.version) == (False, version + 1)
    assert view_for(thrown.match, 0).paused is False
    assert thrown.history[-1].seat == 1  # type: ignore[union-attr]


def test_who_was_late_is_named_when_time_is_no_longer_called(thrown: Table) -> None:
    """Seat 1 is to draw."""
    thrown.act(None, CallTime())
    late = view_for(thrown.match, 0).late
    assert late is not None
    assert late.seat == 1
    thrown.act(None, Recall())
    assert thrown.history[-1].seat == 1  # type: ignore[union-attr]
    assert view_for(thrown.match, 0).late is None


@pytest.mark.parametrize(
    ("ending", "winner"), [(MatchEnding.STOPPED, 0), (MatchEnding.ABANDONED, None)]
)
def test_only_a_match_that_was_stopped_is_won_by_whoever_leads(
    ending: MatchEnding, winner: int | None
) -> None:
    table = Table(deck_with(), results=hands_won(0, 20, 1))
    table.act(None, EndMatch(ending))
    assert table.match.ended is not None
    assert table.match.ended.winner == winner


def test_a_match_that_is_level_when_it_is_stopped_is_nobodys() -> None:
    table = Table(deck_with(), results=(*hands_won(0, 20, 1), *hands_won(1, 20, 1)))
    table.act(None, EndMatch(MatchEnding.STOPPED))
    assert table.match.ended is not None
    assert table.match.ended.winner is None


def test_nothing_goes_back_where_nothing_was_thrown() -> None:
    """Such a question cannot come up; if it did, it would be refused."""
    table = Table(DECK_OF_KINGS)
    table.match = table.match._replace(proposed=Proposed(1, BACK))
    with pytest.raises(NotAsked) as refused:
        table.act(0, Agree(BACK))
    assert refused.value.proposal is BACK


@pytest.mark.parametrize("proposal", [BACK, PAUSE])
def test_what_nobody_asked_for_is_named(thrown: Table, proposal: Proposal) -> None:
    with pytest.raises(NotAsked) as refused:
        thrown.act(1, Agree(proposal))
    assert refused.value.proposal is proposal


def test_who_waits_on_is_named(thrown: Table) -> None:
    """Seat 1 is late; it is seat 0 who waits."""
    thrown.act(None, CallTime())
    thrown.act(0, WaitOn())
    assert thrown.history[-1].seat == 0  # type: ignore[union-attr]


def test_only_whoever_threw_a_card_may_ask_for_it_back(thrown: Table) -> None:
    """Seat 0 threw K♦."""
    assert Propose(BACK) in courtesies(thrown.match, 0)
    assert Propose(BACK) not in courtesies(thrown.match, 1)
    with pytest.raises(CannotAsk) as refused:
        thrown.act(1, Propose(BACK))
    assert refused.value.obstacle is Obstacle.TOO_LATE


def test_a_pass_is_no_discard_that_could_go_back() -> None:
    """Both have passed, seat 1 last; seat 0 is to draw."""
    table = Table(DECK_OF_KINGS)
    table.play("pass", "pass")
    for seat in (0, 1):
        assert Propose(BACK) not in courtesies(table.match, seat)
