"""What a hand is worth, and what a match comes to in the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .actions import Seat, other
from .cards import cards_in
from .deal import Deal
from .events import Ending, HandResult
from .layoff import LayOff, lay_off, no_lay_off
from .melds import Arrangement, arrange, arrangements
from .rules import NextDealer, Rules, Shutout, Victory


@dataclass(frozen=True, slots=True)
class Showdown:
    """Both hands laid open after a knock, gin or Big Gin."""

    knocker: Seat
    shown: Arrangement
    """The knocker's cards as they are read for the score."""
    answer: LayOff
    """What the defender laid off, and how the rest of his hand is read."""


def showdown(rules: Rules, deal: Deal) -> Showdown | None:
    """The open hands of a deal that somebody ended; None for a void or a live one.

    Of the knocker's equal readings the one counts that leaves the defender most, then
    the first in order.
    """
    if deal.knocker is None:
        return None
    defender = cards_in(deal.hands[other(deal.knocker)])
    readings = arrangements(deal.hands[deal.knocker])
    if readings[0].points == 0 and not rules.lay_off_on_gin:
        return Showdown(deal.knocker, readings[0], no_lay_off(defender))
    answers = [(lay_off(reading, defender), reading) for reading in readings]
    answer, shown = max(answers, key=lambda pair: pair[0].points)
    return Showdown(deal.knocker, shown, answer)


def score_hand(rules: Rules, deal: Deal) -> HandResult:
    """The result of a deal that is over, by knock, gin, Big Gin or as void."""
    open_hands = showdown(rules, deal)
    if open_hands is None:
        counts = tuple(arrange(cards_in(hand)).points for hand in deal.hands)
        return HandResult(Ending.VOID, deal.dealer, None, None, (counts[0], counts[1]))
    knocker, mine, theirs = open_hands.knocker, open_hands.shown.points, open_hands.answer.points
    ending, bonus = _ending(rules, deal, mine, theirs)
    return HandResult(
        ending=ending,
        dealer=deal.dealer,
        knocker=knocker,
        winner=other(knocker) if ending is Ending.UNDERCUT else knocker,
        deadwood=(mine, theirs) if knocker == 0 else (theirs, mine),
        difference=abs(theirs - mine),
        bonus=bonus,
        multiplier=deal.multiplier,
    )


def _ending(rules: Rules, deal: Deal, mine: int, theirs: int) -> tuple[Ending, int]:
    """How the knocker fared with `mine` against `theirs`, and the bonus of the winner."""
    if deal.knock_card is None:
        return Ending.BIG_GIN, rules.big_gin_bonus or 0
    if mine == 0:
        return Ending.GIN, rules.gin_bonus
    if theirs <= mine:
        return Ending.UNDERCUT, rules.undercut_bonus
    return Ending.KNOCK, 0


def next_dealer(rules: Rules, result: HandResult) -> Seat:
    """Who deals after a hand with this result."""
    if result.winner is None:
        return other(result.dealer) if rules.void_moves_deal else result.dealer
    if rules.next_dealer is NextDealer.ALTERNATE:
        return other(result.dealer)
    return result.winner if rules.next_dealer is NextDealer.WINNER else other(result.winner)


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's column: hand points, hands won, and the end bonuses in points."""

    points: int
    lines: int
    shutout: int = 0
    line_bonus: int = 0
    game_bonus: int = 0

    @property
    def total(self) -> int:
        """The grand total."""
        return self.points + self.shutout + self.line_bonus + self.game_bonus


def running_score(results: Iterable[HandResult]) -> tuple[SeatScore, SeatScore]:
    """Hand points and lines so far, without any end bonus."""
    points, lines = [0, 0], [0, 0]
    for result in results:
        if result.winner is not None:
            points[result.winner] += result.points
            lines[result.winner] += 1
    return SeatScore(points[0], lines[0]), SeatScore(points[1], lines[1])


@dataclass(frozen=True, slots=True)
class FinalCount:
    """The bonus count of a match played to its target."""

    crosser: Seat
    scores: tuple[SeatScore, SeatScore]
    winner: Seat


def crosser(rules: Rules, results: Iterable[HandResult]) -> Seat | None:
    """The seat whose hand points have reached the target; never both."""
    scores = running_score(results)
    return next((seat for seat in (0, 1) if scores[seat].points >= rules.target), None)


def count_up(rules: Rules, results: Sequence[HandResult]) -> FinalCount | None:
    """The final count, in its order: shutout, lines, game bonus; None before anyone has crossed.

    Equal grand totals go to the crosser.
    """
    ahead = crosser(rules, results)
    if ahead is None:
        return None
    mine, theirs = (running_score(results)[seat] for seat in (ahead, other(ahead)))
    mine = SeatScore(
        points=mine.points,
        lines=mine.lines,
        shutout=_shutout(rules, results, mine, theirs),
        line_bonus=rules.line_bonus * mine.lines,
        game_bonus=rules.game_bonus,
    )
    theirs = SeatScore(theirs.points, theirs.lines, line_bonus=rules.line_bonus * theirs.lines)
    overtaken = rules.victory is Victory.HIGHER_TOTAL and theirs.total > mine.total
    return FinalCount(
        crosser=ahead,
        scores=(mine, theirs) if ahead == 0 else (theirs, mine),
        winner=other(ahead) if overtaken else ahead,
    )


def _shutout(
    rules: Rules, results: Iterable[HandResult], mine: SeatScore, theirs: SeatScore
) -> int:
    """What the crosser's shutout adds to his total, 0 where there is none."""
    if rules.void_breaks_shutout and any(result.winner is None for result in results):
        return 0
    match rules.shutout:
        case Shutout.DOUBLE_POINTS if theirs.lines == 0:
            return mine.points
        case Shutout.DOUBLE_GAME if theirs.points == 0:
            return rules.game_bonus
        case Shutout.ADD_HUNDRED if theirs.points == 0:
            return 100
        case _:
            return 0


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the score: the hands entered in it, and its count once it is closed.

    `hands` are positions in the match's results; a void is entered in every open column.
    """

    hands: tuple[int, ...]
    scores: tuple[SeatScore, SeatScore]
    count: FinalCount | None


_HOLLYWOOD_COLUMNS = 3


def score_columns(rules: Rules, results: Sequence[HandResult]) -> tuple[Column, ...]:
    """The score in its one column, or under Hollywood in its three.

    Hollywood: a won hand goes to every open column in which its winner has an entry, and
    to the first open one in which he has none. A column closes at the target and is then
    frozen with its own lines, bonuses and shutout.
    """
    ledgers: list[list[int]] = [[] for _ in range(_HOLLYWOOD_COLUMNS if rules.hollywood else 1)]
    still_open = list(ledgers)
    for hand, result in enumerate(results):
        for ledger in _entered(still_open, results, result):
            ledger.append(hand)
        still_open = [
            ledger
            for ledger in still_open
            if crosser(rules, (results[entry] for entry in ledger)) is None
        ]
    return tuple(_column(rules, results, ledger) for ledger in ledgers)


def _entered(
    still_open: Sequence[list[int]], results: Sequence[HandResult], result: HandResult
) -> list[list[int]]:
    """The open columns that a hand is entered in."""
    if result.winner is None:
        return list(still_open)
    begun = [
        any(results[entry].winner == result.winner for entry in ledger) for ledger in still_open
    ]
    first_empty = begun.index(False) if False in begun else None
    return [
        ledger
        for number, (ledger, has_entry) in enumerate(zip(still_open, begun, strict=True))
        if has_entry or number == first_empty
    ]


def _column(rules: Rules, results: Sequence[HandResult], ledger: Sequence[int]) -> Column:
    entries = [results[entry] for entry in ledger]
    return Column(tuple(ledger), running_score(entries), count_up(rules, entries))


def match_winner(rules: Rules, results: Sequence[HandResult]) -> Seat | None:
    """Who has won: the winner of the one column, or of most of three; None while any is open."""
    counts = [column.count for column in score_columns(rules, results)]
    winners = [count.winner for count in counts if count is not None]
    if len(winners) < len(counts):
        return None
    return max((0, 1), key=winners.count)
