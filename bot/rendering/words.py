"""The sentences of the table: cards, moves, rules, scores. British-neutral, one line each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import bidirectional, category

from bot.engine import (
    Arrangement,
    Card,
    Ending,
    Meld,
    Move,
    Rules,
    Seat,
    Shutout,
    View,
    other,
)

_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# The selector U+FE0E asks for the text glyph: without it Discord draws clubs and spades
# as dark emoji on its dark background (looked at in a browser).
_SUITS = ("♣\ufe0e", "♦\ufe0e", "♥\ufe0e", "♠\ufe0e")
_RANK_WORDS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
_SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs"})
_SEEN = frozenset("\u200d\n\t ")
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that no font draws: fillers of Hangul, an empty pattern of Braille."""
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ISOLATE, _POP = "\u2068", "\u2069"
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@-]|:(?=//))")


@dataclass(frozen=True, slots=True)
class Names:
    """The two players' names by seat: `names[seat]` is safe in a message's markdown.

    `written` has them as they are, for pictures, and `spoken` as descriptions have them: markdown
    means nothing in either.
    """

    written: tuple[str, str]

    def __getitem__(self, seat: Seat) -> str:
        return plain(self.written[seat])

    @property
    def spoken(self) -> tuple[str, str]:
        """The names for descriptions, each on one line that it does not turn around."""
        first, second = (isolated(cut(name)) for name in self.written)
        return first, second

    def __iter__(self) -> Iterator[str]:
        return (plain(name) for name in self.written)


def card(of: Card) -> str:
    """A card as on a button: 7♥."""
    return _RANKS[of.rank] + _SUITS[of.suit]


def rank(of: Card) -> str:
    """A card's rank as it stands in its corner: 7, K."""
    return _RANKS[of.rank]


def cards(of: Iterable[Card]) -> str:
    """Cards side by side."""
    return " ".join(card(one) for one in of)


def spoken(of: Card) -> str:
    """A card for somebody who listens: seven of hearts."""
    return f"{_RANK_WORDS[of.rank]} of {_SUIT_WORDS[of.suit]}"


def spoken_cards(of: Iterable[Card]) -> str:
    """Cards for somebody who listens, commas between them."""
    return ", ".join(spoken(one) for one in of) or "none"


def spoken_meld(of: Meld) -> str:
    """A meld for somebody who listens and has heard its cards before: set of nines."""
    if of.is_set:
        return _spoken_set(of)
    return f"run from {_RANK_WORDS[of.cards[0].rank]} to {spoken(of.cards[-1])}"


def _spoken_set(of: Meld) -> str:
    rank = _RANK_WORDS[of.cards[0].rank]
    return f"set of {rank}{'es' if rank.endswith('x') else 's'}"


def _spoken_kind(of: Meld) -> str:
    """A meld as its bracket names it: set of nines, run of hearts."""
    return _spoken_set(of) if of.is_set else f"run of {_SUIT_WORDS[of.cards[0].suit]}"


def plain(name: str, longest: int = 32) -> str:
    """A player's name that cannot act as markdown, a mention or a line break."""
    return isolated(harmless(cut(name, longest)))


def isolated(name: str) -> str:
    """A name that leaves its neighbours where they are, though it be read from right to left.

    Numbers that follow such a name would else change places with it (Unicode Annex 9).
    """
    turns = any(bidirectional(sign) in _RIGHT_TO_LEFT for sign in name)
    return f"{_ISOLATE}{name}{_POP}" if turns else name


def harmless(text: str) -> str:
    """Text in which nothing acts as markdown or as a mention."""
    return _MARKDOWN.sub(r"\\\1", text)


def cut(name: str, longest: int = 32) -> str:
    """A player's name on one line, shortened where it is too long.

    What would turn the rest of the line around, or is not to be seen at all, is left out;
    the joiner that emoji are made with stays.
    """
    seen = (sign for sign in name if sign in _SEEN or category(sign) not in _UNSEEN)
    line = " ".join("".join(seen).split())
    if not any(_has_ink(sign) for sign in line):
        return "someone"
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _has_ink(sign: str) -> bool:
    """Whether a character shows by itself: no space, no filler, no mark that needs another."""
    return sign not in _BLANK and category(sign)[0] not in "CMZ"


def points(count: int) -> str:
    """`1 point`, `2 points`."""
    return "1 point" if count == 1 else f"{count} points"


def lines(count: int) -> str:
    """`1 line`, `2 lines`."""
    return "1 line" if count == 1 else f"{count} lines"


def meld(of: Meld) -> str:
    """A meld with its kind: set 7♣ 7♦ 7♥."""
    return f"{'set' if of.is_set else 'run'} {cards(of.cards)}"


def reading(of: Arrangement) -> str:
    """A hand in one line: its melds, then the deadwood and what it counts."""
    loose = f"deadwood {cards(of.deadwood)} = {of.points}" if of.deadwood else "no deadwood"
    return " · ".join([*(meld(one) for one in of.melds), loose])


def spoken_reading(of: Arrangement) -> str:
    """A hand for somebody who listens, in reading order."""
    melds = [f"{_spoken_kind(one).capitalize()}: {spoken_cards(one.cards)}." for one in of.melds]
    return " ".join([*melds, f"Deadwood {of.points}: {spoken_cards(of.deadwood)}."])


def rules_line(rules: Rules) -> str:
    """What is being played, in one line."""
    big_gin = "no Big Gin" if rules.big_gin_bonus is None else f"Big Gin {rules.big_gin_bonus}"
    ends = [f"to {rules.target}"]
    if rules.line_bonus:
        ends.append(f"lines {rules.line_bonus}")
    if rules.game_bonus:
        ends.append(f"game {rules.game_bonus}")
    parts = [rules.name, _ending_line(rules), f"gin {rules.gin_bonus}", big_gin]
    if not rules.straight:
        parts.append(f"undercut {rules.undercut_bonus}")
    if rules.lay_off_on_gin:
        parts.append("lay-off on gin")
    if rules.hollywood:
        parts.append("Hollywood")
    return " · ".join([*parts, ", ".join(ends)])


def _ending_line(rules: Rules) -> str:
    """What ends a hand, in a word or two."""
    if rules.straight:
        return "straight gin"
    if rules.oklahoma:
        return "Oklahoma, spades double" if rules.spades_double else "Oklahoma"
    return f"knock {rules.knock_limit}"


PACES = {
    "live": "3 minutes a turn",
    "relaxed": "1 hour a turn",
    "mail": "3 days a turn",
    "none": "no clock",
}
"""How much time a player has, by the name of the pace."""


def limit(view: View) -> str | None:
    """What the present hand's knock limit is called; None where the rules fix it."""
    if not (view.rules.oklahoma or view.rules.straight):
        return None
    named = f"Knock {view.limit}" if view.limit else "Gin only"
    return named if view.multiplier == 1 else f"{named} · doubled"


def shutout(rules: Rules) -> str:
    """What a shutout is worth under these rules."""
    match rules.shutout:
        case Shutout.NONE:
            return "no bonus for a shutout"
        case Shutout.DOUBLE_POINTS:
            void = ", and no hand was void" if rules.void_breaks_shutout else ""
            return f"whoever crosses having won every hand{void} doubles the hand points first"
        case Shutout.DOUBLE_GAME:
            return "the game bonus doubles if the loser never scored"
        case Shutout.ADD_HUNDRED:
            return "100 more if the loser never scored"


def latest(lines: Sequence[str], room: int) -> str:
    """The last of some lines that fit into `room` characters, and how many came before.

    Discord takes 4,000 characters of text in a message (docs: components, text display).
    """
    kept: list[str] = []
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    left_out = len(lines) - len(kept)
    return "\n".join([*([f"… {left_out} earlier …"] if left_out else []), *reversed(kept)])


def history(moves: Sequence[Move], names: Names, turns: int = 3) -> list[str]:
    """The last turns of a hand in words, oldest first: who took or drew what and threw what."""
    told: list[str] = []
    pending: Move | None = None
    for move in moves:
        if move.kind == "took back" and move.card is not None:
            leave = f"with **{names[other(move.seat)]}**'s leave"
            told.append(f"**{names[move.seat]}** took {card(move.card)} back, {leave}")
            continue
        if move.kind in ("took", "drew"):
            pending = move
            continue
        told.append(f"**{names[move.seat]}** {_turn(pending, move)}")
        pending = None
    if pending is not None:
        told.append(f"**{names[pending.seat]}** {_came_in(pending)}")
    return told[-turns:]


def _turn(came_in: Move | None, last: Move) -> str:
    if last.kind == "passed":
        return "left the upcard"
    first = f"{_came_in(came_in)} and " if came_in else ""
    if last.kind == "big gin":
        return f"{first}laid down eleven cards: Big Gin!"
    shown = card(last.card) if last.card is not None else ""
    return f"{first}{'threw' if last.kind == 'threw' else 'knocked with'} {shown}"


def _came_in(move: Move) -> str:
    if move.kind == "took" and move.card is not None:
        return f"took {card(move.card)} from the pile"
    return "drew from the stock"


ENDINGS: dict[Ending, str] = {
    Ending.KNOCK: "Knock",
    Ending.GIN: "Gin",
    Ending.BIG_GIN: "Big Gin",
    Ending.UNDERCUT: "Undercut",
    Ending.VOID: "Void",
}


def opponent(names: Names, seat: Seat) -> str:
    """The name across the table."""
    return names[other(seat)]
