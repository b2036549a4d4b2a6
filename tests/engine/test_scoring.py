"""What a hand is worth, what a match comes to, and who deals next."""

from __future__ import annotations

import pytest

from bot.engine import (
    CLASSIC,
    PRESETS,
    Ending,
    FinalCount,
    HandEnded,
    HandResult,
    Rules,
    Seat,
    SeatScore,
    count_up,
    next_dealer,
    running_score,
    score_columns,
    showdown,
)
from bot.engine.scoring import Showdown
from tests.builders import Table, deck_with, hands_won, names, undercut, void, won

# One hand. Seat 0 draws Ks and knocks with it; seat 1 defends.

MELDED_NINE = "4h 5h 6h 9c 9d 9s Jd Qd Kd"
GIN_HAND = "4h 5h 6h 9c 9d 9s Td Jd Qd Kd"
OWN_MELDS = "As 2s 3s Tc Ts Th"
"""What every defender here has melded; 9h and 7h go onto the knocker's nines and run."""

TWENTY_FIVE = ["classic", "playcards", "cardgames", "simple"]
TEN = ["pagat", "bicycle"]
NO_LAY_OFF_ON_GIN = [name for name in PRESETS if name != "bicycle"]


def knocked(knocker: str, defender: str, rules: str = "classic", words: str = "knock Ks") -> Table:
    """Both pass, seat 0 draws and ends the hand."""
    stock = "7h" if words == "big gin" else "Ks"
    deck = deck_with(non_dealer=knocker, dealer=defender, stock=stock)
    table = Table(deck, rules=rules)
    table.play("pass", "pass", "draw", words)
    return table


def result(table: Table) -> HandResult:
    ended = [event for event in table.history if isinstance(event, HandEnded)]
    return ended[-1].result


def shown(table: Table) -> Showdown:
    assert table.match.deal is not None
    open_hands = showdown(table.match.rules, table.match.deal)
    assert open_hands is not None
    return open_hands


def score(table: Table) -> tuple[Ending, int | None, int, int]:
    last = result(table)
    return last.ending, last.winner, last.difference, last.bonus


@pytest.mark.parametrize("rules", PRESETS)
def test_a_knock_scores_the_difference(rules: str) -> None:
    """7 against 20 after 9h and 7h have gone: 13."""
    table = knocked(f"{MELDED_NINE} 7c", f"{OWN_MELDS} 9h 7h Kh Qs", rules)
    assert score(table) == (Ending.KNOCK, 0, 13, 0)
    assert result(table).deadwood == (7, 20)


def test_3_against_21_is_18() -> None:
    table = knocked(f"{MELDED_NINE} 3c", f"{OWN_MELDS} Kh 5s 4d 2d")
    assert score(table) == (Ending.KNOCK, 0, 18, 0)


@pytest.mark.parametrize("rules", TWENTY_FIVE)
def test_an_undercut_scores_the_difference_and_25(rules: str) -> None:
    """A knock on 7, the defender down from 21 to 5: 27."""
    table = knocked(f"{MELDED_NINE} 7c", f"{OWN_MELDS} 9h 7h 2c 3d", rules)
    assert score(table) == (Ending.UNDERCUT, 1, 2, 25)


@pytest.mark.parametrize("rules", TEN)
def test_an_undercut_scores_the_difference_and_10(rules: str) -> None:
    table = knocked(f"{MELDED_NINE} 7c", f"{OWN_MELDS} 9h 7h 2c 3d", rules)
    assert score(table) == (Ending.UNDERCUT, 1, 2, 10)
    assert result(table).points == 12


@pytest.mark.parametrize("rules", PRESETS)
def test_equal_counts_are_an_undercut(rules: str) -> None:
    """5 against 5."""
    table = knocked(f"{MELDED_NINE} 5c", f"{OWN_MELDS} 9h 7h 2c 3d", rules)
    assert score(table) == (Ending.UNDERCUT, 1, 0, PRESETS[rules].undercut_bonus)


def test_one_point_more_than_the_knocker_is_no_undercut() -> None:
    """5 against 6."""
    table = knocked(f"{MELDED_NINE} 5c", f"{OWN_MELDS} 9h 7h 2c 4d")
    assert score(table) == (Ending.KNOCK, 0, 1, 0)


def test_the_defender_at_nothing_undercuts() -> None:
    table = knocked(f"{MELDED_NINE} 7c", "As 2s 3s 4s Tc Ts Th 9h 7h 8h")
    assert score(table) == (Ending.UNDERCUT, 1, 7, 25)


def test_the_knocker_never_lays_off() -> None:
    """His 4s would go onto A-2-3 of spades."""
    table = knocked(f"{MELDED_NINE} 4s", f"{OWN_MELDS} Kh Qs 2c 3d")
    assert result(table).deadwood == (4, 25)


@pytest.mark.parametrize(
    ("rules", "bonus"),
    [("classic", 25), ("playcards", 25), ("pagat", 20), ("cardgames", 25), ("simple", 25)],
)
def test_on_gin_nothing_is_laid_off(rules: str, bonus: int) -> None:
    """9 + 7 + 10 + 2 loose."""
    table = knocked(GIN_HAND, "As 2s 3s 6c 6d 6s 9h 7h Kh 2c", rules)
    assert score(table) == (Ending.GIN, 0, 28, bonus)


def test_in_bicycle_the_defender_lays_off_on_gin() -> None:
    """9h and 7h go, 10 + 2 stay."""
    table = knocked(GIN_HAND, "As 2s 3s 6c 6d 6s 9h 7h Kh 2c", "bicycle")
    assert score(table) == (Ending.GIN, 0, 12, 20)
    assert len(shown(table).answer.laid_off) == 2


@pytest.mark.parametrize("rules", PRESETS)
def test_gin_against_nothing_is_the_bonus_alone(rules: str) -> None:
    table = knocked(GIN_HAND, "As 2s 3s 4s 6c 6d 6s Ah 2h 3h", rules)
    assert score(table) == (Ending.GIN, 0, 0, PRESETS[rules].gin_bonus)


def test_in_bicycle_gin_is_not_undercut_by_a_defender_who_lays_all_off() -> None:
    table = knocked(GIN_HAND, "As 2s 3s 4s 6c 6d 6s 9h 7h 8h", "bicycle")
    assert score(table) == (Ending.GIN, 0, 0, 20)


@pytest.mark.parametrize("rules", ["classic", "cardgames"])
def test_big_gin_scores_everything_and_31(rules: str) -> None:
    """9 + 8 + 10 + 2; the 8h may not go onto the 4-5-6-7."""
    table = knocked(GIN_HAND, "As 2s 3s 6c 6d 6s 9h 8h Kh 2c", rules, "big gin")
    assert score(table) == (Ending.BIG_GIN, 0, 29, 31)


def test_big_gin_against_nothing_is_the_bonus_alone() -> None:
    table = knocked(GIN_HAND, "As 2s 3s 4s 6c 6d 6s Ah 2h 3h", words="big gin")
    assert score(table) == (Ending.BIG_GIN, 0, 0, 31)


def test_in_a_custom_bicycle_the_defender_lays_off_on_big_gin_too() -> None:
    """8h onto 4-5-6-7 and then the 9h: 10 + 2 stay."""
    rules = PRESETS["bicycle"].model_copy(update={"big_gin_bonus": 31})
    deck = deck_with(non_dealer=GIN_HAND, dealer="As 2s 3s 6c 6d 6s 9h 8h Kh 2c", upcard="7h")
    table = Table(deck, rules=rules)
    table.play("take", "big gin")
    assert score(table) == (Ending.BIG_GIN, 0, 12, 31)


# Equal readings of the knocker's hand: the fives or 4-5-6 leave ten either way.

TWO_READINGS = "4d 5d 6d 5c 5s 9h Th Jh Qh Kh"


@pytest.mark.parametrize(
    ("defender", "chosen", "left"),
    [
        ("3d 7d 2s 2c 8c 8s Jc Tc Qs 6h", "5c 5d 5s", 66),
        ("5h 7s 2s 2c 8c 8s Jc Tc Qs 6h", "4d 5d 6d", 68),
        ("Ah 7s 2s 2c 8c 8s Jc Tc Qs 6h", "5c 5d 5s", 64),
    ],
)
def test_the_reading_counts_that_leaves_the_defender_most(
    defender: str, chosen: str, left: int
) -> None:
    """Against 3d 7d the set, against 5h the run, and the smallest melds where it is all one."""
    open_hands = shown(knocked(TWO_READINGS, defender))
    assert names(open_hands.shown.melds[0].cards) == chosen
    assert open_hands.answer.points == left


def test_a_reading_with_more_deadwood_does_not_count_whatever_it_denies() -> None:
    """The run leaves 2 + 2, the set would leave 3 + 4 and keep 5d and Ad out."""
    table = knocked("2d 3d 4d 2c 2s 9h Th Jh Qh Kh", "5d Ad 8c 8s Jc Tc Qs 6h 7s 3h")
    assert result(table).deadwood == (4, 62)


# The running score.


def test_points_and_lines_add_up_for_each_winner() -> None:
    results = [won(0, 13), undercut(1, 27), void(), won(0, 40, bonus=25)]
    assert running_score(results) == (SeatScore(53, 2), SeatScore(27, 1))


def test_a_void_hand_is_no_line() -> None:
    assert running_score([void()]) == (SeatScore(0, 0), SeatScore(0, 0))


def test_a_hand_won_for_nothing_is_a_line() -> None:
    assert running_score([won(1, 0)]) == (SeatScore(0, 0), SeatScore(0, 1))


# The final count.


def count(
    rules: Rules | str,
    mine: tuple[int, int],
    theirs: tuple[int, int] = (0, 0),
    voids: int = 0,
    seat: Seat = 0,
) -> FinalCount:
    """A match of so many points and lines for the crosser, the other player, and void hands."""
    before = hands_won(1 - seat, *theirs) if theirs[1] else ()
    results = (*before, *(void() for _ in range(voids)), *hands_won(seat, *mine))
    found = count_up(PRESETS[rules] if isinstance(rules, str) else rules, results)
    assert found is not None
    return found


def totals(final: FinalCount) -> tuple[int, int]:
    """The crosser's total and the other's."""
    return final.scores[final.crosser].total, final.scores[1 - final.crosser].total


@pytest.mark.parametrize(
    ("rules", "mine", "theirs"),
    [
        ("classic", 104 + 75 + 100, 82 + 125),
        ("cardgames", 104 + 75 + 100, 82 + 125),
        ("playcards", 104, 82),
        ("simple", 104, 82),
        ("pagat", 104 + 60 + 100, 82 + 100),
        ("bicycle", 104 + 60 + 100, 82 + 100),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_104_and_3_lines_against_82_and_5(rules: str, mine: int, theirs: int, seat: Seat) -> None:
    final = count(rules, (104, 3), (82, 5), seat=seat)
    assert (totals(final), final.winner) == ((mine, theirs), seat)


@pytest.mark.parametrize("rules", ["classic", "cardgames"])
def test_equal_totals_go_to_the_crosser(rules: str) -> None:
    """104 + 75 + 100 and 79 + 200 are both 279."""
    final = count(rules, (104, 3), (79, 8))
    assert (totals(final), final.winner) == ((279, 279), 0)


@pytest.mark.parametrize("rules", ["classic", "cardgames"])
def test_one_point_more_wins_against_the_crosser(rules: str) -> None:
    final = count(rules, (104, 3), (80, 8))
    assert (totals(final), final.winner) == ((279, 280), 1)


def test_four_lines_more_never_beat_the_crosser_five_can() -> None:
    """225 against 99 + 125 and against 99 + 150."""
    assert count("classic", (100, 1), (99, 5)).winner == 0
    assert count("classic", (100, 1), (99, 6)).winner == 1


@pytest.mark.parametrize("rules", ["pagat", "bicycle"])
def test_in_pagat_and_bicycle_the_crosser_wins_with_the_lower_total(rules: str) -> None:
    """104 + 20 + 100 against 99 + 160."""
    final = count(rules, (104, 1), (99, 8))
    assert (totals(final), final.winner) == ((224, 259), 0)


@pytest.mark.parametrize("rules", ["playcards", "simple"])
def test_without_end_bonuses_the_hand_points_are_the_total(rules: str) -> None:
    final = count(rules, (104, 1), (99, 8))
    assert (totals(final), final.winner) == ((104, 99), 0)
    assert final.scores[1].lines == 8


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        ("classic", 208 + 75 + 100),
        ("cardgames", 208 + 75 + 100),
        ("pagat", 104 + 60 + 200),
        ("bicycle", 104 + 60 + 200),
        ("playcards", 104),
        ("simple", 104),
    ],
)
def test_a_shutout(rules: str, total: int) -> None:
    assert totals(count(rules, (104, 3))) == (total, 0)


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        ("classic", 383),
        ("cardgames", 279),
        ("pagat", 364),
        ("bicycle", 364),
        ("playcards", 104),
        ("simple", 104),
    ],
)
@pytest.mark.parametrize("voids", [1, 3])
def test_a_shutout_with_void_hands(rules: str, total: int, voids: int) -> None:
    """Only cardgames asks that no hand was void: 104 + 75 + 100."""
    assert totals(count(rules, (104, 3), voids=voids)) == (total, 0)


@pytest.mark.parametrize(("rules", "game"), [("pagat", 100), ("bicycle", 150)])
def test_a_shutout_with_a_game_bonus_of_50(rules: str, game: int) -> None:
    custom = PRESETS[rules].model_copy(update={"game_bonus": 50})
    assert totals(count(custom, (104, 3))) == (104 + 60 + game, 0)


@pytest.mark.parametrize("rules", ["classic", "cardgames", "pagat", "bicycle"])
def test_one_undercut_breaks_the_shutout(rules: str) -> None:
    results = (undercut(1, 10), *hands_won(0, 104, 3))
    final = count_up(PRESETS[rules], results)
    assert final is not None
    assert final.scores[0].shutout == 0


@pytest.mark.parametrize("rules", ["classic", "cardgames"])
def test_a_hand_won_for_nothing_breaks_a_shutout_of_hands(rules: str) -> None:
    final = count_up(PRESETS[rules], (won(1, 0), *hands_won(0, 104, 3)))
    assert final is not None
    assert final.scores[0].shutout == 0


def test_lines_and_game_bonus_are_never_doubled() -> None:
    final = count("classic", (104, 3))
    assert final.scores[0] == SeatScore(104, 3, shutout=104, line_bonus=75, game_bonus=100)


@pytest.mark.parametrize("points", [100, 101])
def test_the_target_itself_is_crossed(points: int) -> None:
    assert count_up(PRESETS["classic"], (won(1, points),)) is not None


def test_one_below_the_target_is_not_crossed() -> None:
    assert count_up(PRESETS["classic"], (won(0, 99), won(1, 99), void())) is None


def test_bonuses_do_not_count_towards_the_target() -> None:
    """Ten hands of nine points are 90 and 250 for lines."""
    assert count_up(PRESETS["classic"], hands_won(0, 90, 10)) is None


def test_an_undercut_can_cross() -> None:
    final = count_up(PRESETS["classic"], (won(1, 80), undercut(1, 25)))
    assert final is not None
    assert final.crosser == 1


# Who deals next: whoever dealt, won or lost the last hand.

NEXT_DEALER = {
    # preset: (dealer won, other won, void), as it was seat 0's deal
    "classic": (1, 1, 1),
    "playcards": (0, 1, 0),
    "pagat": (1, 0, 0),
    "bicycle": (1, 0, 0),
    "cardgames": (1, 1, 0),
    "simple": (1, 1, 0),
}


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("dealer", [0, 1])
def test_who_deals_next(rules: str, dealer: Seat) -> None:
    hands = (won(dealer, 10, dealer=dealer), won(1 - dealer, 10, dealer=dealer), void(dealer))
    expected = tuple(seat ^ dealer for seat in NEXT_DEALER[rules])
    assert tuple(next_dealer(PRESETS[rules], hand) for hand in hands) == expected


@pytest.mark.parametrize(("rules", "dealer"), [("playcards", 1), ("pagat", 0), ("bicycle", 0)])
def test_an_undercut_makes_the_defender_the_winner_for_the_deal(rules: str, dealer: Seat) -> None:
    assert next_dealer(PRESETS[rules], undercut(1, 25)) == dealer


def test_a_column_says_which_hands_are_entered_in_it() -> None:
    """A void counts for nobody, and is written down all the same."""
    (column,) = score_columns(CLASSIC, (won(0, 12), void(), won(1, 7)))
    assert column.hands == (0, 1, 2)
    assert [score.points for score in column.scores] == [12, 7]
