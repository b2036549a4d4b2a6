"""What is worth remembering of a hand and of a match once they are over, as plain figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .actions import MatchEnding, Seat, other
from .cards import card_set
from .deal import Deal, Phase
from .events import Drew, Ending, Event, HandEnded, HandResult, Took
from .match import Match, evolve
from .melds import least_deadwood
from .scoring import running_score

_UNSCORED = frozenset({MatchEnding.CALLED_OFF, MatchEnding.ABANDONED})


@dataclass(frozen=True, slots=True)
class HandFact:
    """One hand: its number in the match, how it came out, and how it had begun.

    `turns` is how many cards were drawn or taken by each seat, `dealt` the deadwood in
    points of the ten cards each seat was dealt.
    """

    number: int
    result: HandResult
    turns: tuple[int, int]
    dealt: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchFact:
    """One match: how it ended, and both seats' hand points and hands won.

    `deals` counts the hands dealt, one broken off included. A match that was called off or
    abandoned is not `scored`.
    """

    ending: MatchEnding
    winner: Seat | None
    rules: str
    points: tuple[int, int]
    lines: tuple[int, int]
    deals: int
    hands: tuple[HandFact, ...]
    assisted: bool = False
    """Whether a computer has stood in for one of the players."""

    @property
    def scored(self) -> bool:
        """Whether the match counts for anybody."""
        return self.ending not in _UNSCORED


@dataclass(frozen=True, slots=True)
class Tally:
    """One seat's sums over a match, or a player's over many.

    `undercuts` are those he made, `undercut` those made against him. `caught` is the
    deadwood in points he was left with in the `caught_hands` that the other player ended.
    """

    matches: int = 0
    won: int = 0
    points: int = 0
    lines: int = 0
    hands: int = 0
    gins: int = 0
    big_gins: int = 0
    undercuts: int = 0
    undercut: int = 0
    caught_hands: int = 0
    caught: int = 0
    turns: int = 0
    best_hand: int = 0

    @classmethod
    def of(cls, match: MatchFact, seat: Seat) -> Tally:
        """The sums of one match."""
        results = [hand.result for hand in match.hands]
        mine = [result for result in results if result.winner == seat]
        theirs = [result for result in results if result.winner == other(seat)]
        caught = [result for result in results if result.knocker == other(seat)]
        return cls(
            matches=1,
            won=int(match.winner == seat),
            points=match.points[seat],
            lines=match.lines[seat],
            hands=len(results),
            gins=_count(mine, Ending.GIN),
            big_gins=_count(mine, Ending.BIG_GIN),
            undercuts=_count(mine, Ending.UNDERCUT),
            undercut=_count(theirs, Ending.UNDERCUT),
            caught_hands=len(caught),
            caught=sum(result.deadwood[seat] for result in caught),
            turns=sum(hand.turns[seat] for hand in match.hands),
            best_hand=max((result.points for result in mine), default=0),
        )


def _count(results: Sequence[HandResult], ending: Ending) -> int:
    return sum(result.ending is ending for result in results)


@dataclass(frozen=True, slots=True)
class Facts:
    """What some events have brought to an end: hands, and perhaps the match."""

    hands: tuple[HandFact, ...] = ()
    match: MatchFact | None = None
    """Its `hands` are those of these events; earlier ones are remembered already."""


def facts_of(before: Match, events: Sequence[Event]) -> Facts:
    """What there is to remember once these events have happened in a match."""
    hands: list[HandFact] = []
    match = before
    for event in events:
        if isinstance(event, HandEnded) and match.deal is not None:
            hands.append(_hand_fact(len(match.results) + 1, match.deal, event.result))
        match = evolve(match, event)
    return Facts(tuple(hands), _match_fact(match, tuple(hands)))


def _hand_fact(number: int, deal: Deal, result: HandResult) -> HandFact:
    came_in = [move.seat for move in deal.moves if isinstance(move, Took | Drew)]
    # The non-dealer has the first card of the deck.
    dealt = {
        other(deal.dealer): least_deadwood(card_set(deal.order[0:20:2])),
        deal.dealer: least_deadwood(card_set(deal.order[1:20:2])),
    }
    return HandFact(
        number=number,
        result=result,
        turns=(came_in.count(0), came_in.count(1)),
        dealt=(dealt[0], dealt[1]),
    )


def _match_fact(match: Match, hands: tuple[HandFact, ...]) -> MatchFact | None:
    ended, deal = match.ended, match.deal
    if ended is None:
        return None
    mine, theirs = running_score(match.results)
    broken_off = deal is not None and deal.phase is not Phase.SHOWN
    return MatchFact(
        ending=ended.ending,
        winner=ended.winner,
        rules=match.rules.name,
        points=(mine.points, theirs.points),
        lines=(mine.lines, theirs.lines),
        deals=len(match.results) + int(broken_off),
        hands=hands,
        assisted=match.assisted,
    )
