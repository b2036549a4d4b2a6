"""What a button or menu asks for, and the custom_id that says so.

    gin1:<match>:<version>:<verb>[:<card>]    a move, or a look at a match
    ginset1:<challenge>:<field>[:<value>]     a setting of a challenge still being made up
    ginleaf1:<book>:<page>                    another page of a text
    ginpref1:<field>:<value>                  what a player chooses for himself
    ginboard1:<turn>:<h|w>:<key>:<m|s|a>:<page>   another page of the leaderboards
    ginreplay1:<match>:<hand>:<step>[:<way>]  a moment of a finished hand, or where it leads
    ginproof1:<match>:<hand>                  the deck of a finished hand
    gintext1:<match>                          a match as a text file
    ginpast1:<player>:<page>                  a page of the matches a player has finished
    ginpractice1:<level>[:<match>]            a match against a computer, as the one before
    ginreview1:<match>:<hand>                 the clicker's own moves in a finished hand
    ginlesson1:<lesson>:<answer>              an answer to a lesson of the tutorial

The 1 is the version of the grammar, so that a button from before a change is still
recognised as one of ours. A challenge has the id that its match will have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from bot.engine import (
    Action,
    Agree,
    BigGin,
    Card,
    Claim,
    Decline,
    Draw,
    GinError,
    Knock,
    NextHand,
    Pass,
    PlayOn,
    Proposal,
    Propose,
    Resign,
    StandIn,
    Take,
    Throw,
    WaitOn,
)
from bot.players import Level
from bot.scores import BoardKey

ANY_OF_OURS = r"(?s:gin.*)"
"""Matches every custom_id this bot has ever made."""

_GRAMMAR = re.compile(
    r"gin1:(?P<match>\d{1,18}):(?P<version>\d{1,9}):(?P<verb>[a-z-]+)(?::(?P<card>\w\w))?",
    re.ASCII,
)


_SETTING = re.compile(
    r"ginset1:(?P<challenge>\d{1,18}):(?P<field>[a-z_]{1,20})(?::(?P<value>[a-z0-9 ]{1,20}))?",
    re.ASCII,
)
_LEAF = re.compile(r"ginleaf1:(?P<book>[a-z]{1,20}|\d{1,18}):(?P<page>\d{1,2})", re.ASCII)

_PREFERENCE = re.compile(
    r"ginpref1:(?P<field>[a-z]{1,20}):(?P<value>[a-z]{1,20}|\d{1,19})", re.ASCII
)


_BOARD = re.compile(
    r"ginboard1:(?P<turn>[bnwtk]):(?P<where>[hw]):(?P<key>[a-z_]{1,10}):(?P<span>[msa])"
    r":(?P<page>\d{1,6})",
    re.ASCII,
)

_MOMENT = re.compile(
    r"ginreplay1:(?P<match>\d{1,18}):(?P<hand>\d{1,4}):(?P<step>\d{1,6})(?::(?P<way>[a-z]+))?",
    re.ASCII,
)
_PROOF = re.compile(r"ginproof1:(?P<match>\d{1,18}):(?P<hand>\d{1,4})", re.ASCII)
_TEXT = re.compile(r"gintext1:(?P<match>\d{1,18})", re.ASCII)
_PAST = re.compile(r"ginpast1:(?P<player>\d{1,19}):(?P<page>\d{1,5})", re.ASCII)
_REVIEW = re.compile(r"ginreview1:(?P<match>\d{1,18}):(?P<hand>\d{1,4})", re.ASCII)
_LESSON = re.compile(
    r"ginlesson1:(?P<lesson>[a-z-]{1,20}):(?P<answer>[A-Za-z0-9-]{1,20}(?: \w\w)?)", re.ASCII
)


_PRACTICE = re.compile(
    r"ginpractice1:(?P<level>easy|normal|expert)(?::(?P<match>\d{1,18}))?", re.ASCII
)

_FIRST_TOO_LARGE = 2**63
"""Ids from here on are none that a database can look for."""


class BadControl(GinError, ValueError):
    """The custom_id is none of this version's; it is the exception's argument."""


class Verb(StrEnum):
    """What a click wants."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    REMATCH = "rematch"
    HAND = "hand"
    TABLE = "table"
    SHEET = "sheet"
    HISTORY = "history"
    RULES = "rules"
    KNOCKS = "knocks"
    """Show the cards one may knock with; nothing is played."""
    PASS = "pass"
    TAKE = "take"
    DRAW = "draw"
    THROW = "throw"
    SURE = "sure"
    """Ask whether to knock with this card though another leaves less; nothing is played."""
    KNOCK = "knock"
    BIG_GIN = "big-gin"
    NEXT = "next"
    LEAVE = "leave"
    """Ask whether to resign; nothing is played."""
    RESIGN = "resign"
    ASK_BACK = "ask-back"
    """Ask to take the last discard back."""
    ALLOW_BACK = "allow-back"
    REFUSE_BACK = "refuse-back"
    ASK_PAUSE = "ask-pause"
    ASK_HINTS = "ask-hints"
    ASK_STAND_IN = "ask-stand-in"
    ALLOW_PAUSE = "allow-pause"
    REFUSE_PAUSE = "refuse-pause"
    PLAY_ON = "play-on"
    CLAIM = "claim"
    WAIT = "wait"
    STAND_IN = "stand-in"
    """Let the computer play on for the other player."""
    ALLOW_STAND_IN = "allow-stand-in"
    REFUSE_STAND_IN = "refuse-stand-in"
    ALLOW_HINTS = "allow-hints"
    REFUSE_HINTS = "refuse-hints"
    HINT = "hint"
    """Say what the expert would do; nothing is played."""


_WITHOUT_CARD: dict[Verb, Action] = {
    Verb.PASS: Pass(),
    Verb.TAKE: Take(),
    Verb.DRAW: Draw(),
    Verb.BIG_GIN: BigGin(),
    Verb.NEXT: NextHand(),
    Verb.RESIGN: Resign(),
    Verb.ASK_BACK: Propose(Proposal.TAKE_BACK),
    Verb.ALLOW_BACK: Agree(Proposal.TAKE_BACK),
    Verb.REFUSE_BACK: Decline(Proposal.TAKE_BACK),
    Verb.ASK_PAUSE: Propose(Proposal.PAUSE),
    Verb.ALLOW_PAUSE: Agree(Proposal.PAUSE),
    Verb.REFUSE_PAUSE: Decline(Proposal.PAUSE),
    Verb.PLAY_ON: PlayOn(),
    Verb.CLAIM: Claim(),
    Verb.WAIT: WaitOn(),
    Verb.STAND_IN: StandIn(),
    Verb.ALLOW_STAND_IN: Agree(Proposal.STAND_IN),
    Verb.REFUSE_STAND_IN: Decline(Proposal.STAND_IN),
    Verb.ALLOW_HINTS: Agree(Proposal.HINTS),
    Verb.REFUSE_HINTS: Decline(Proposal.HINTS),
}
_WITH_CARD: dict[Verb, type[Throw | Knock]] = {Verb.THROW: Throw, Verb.KNOCK: Knock}


@dataclass(frozen=True, slots=True)
class Control:
    """One button: the match or challenge, the version its maker saw, the verb and its card."""

    match: int
    version: int
    verb: Verb
    card: Card | None = None

    def encode(self) -> str:
        """The custom_id, at most 100 characters (docs: components, custom_id)."""
        tail = "" if self.card is None else f":{self.card}"
        return f"gin1:{self.match}:{self.version}:{self.verb}{tail}"

    @classmethod
    def decode(cls, custom_id: str) -> Control:
        """The control that `encode` wrote.

        Raises:
            BadControl: the text is not of this grammar.
        """
        found = _GRAMMAR.fullmatch(custom_id)
        if found is None:
            raise BadControl(custom_id)
        try:
            verb = Verb(found["verb"])
            card = Card.parse(found["card"]) if found["card"] else None
        except ValueError as error:
            raise BadControl(custom_id) from error
        if (card is not None) != (verb in _WITH_CARD or verb is Verb.SURE):
            raise BadControl(custom_id)
        return cls(int(found["match"]), int(found["version"]), verb, card)

    @property
    def action(self) -> Action | None:
        """What the click plays; None where it only shows something."""
        if self.card is not None and self.verb in _WITH_CARD:
            return _WITH_CARD[self.verb](self.card)
        return _WITHOUT_CARD.get(self.verb)


@dataclass(frozen=True, slots=True)
class Setting:
    """A change to the rules of a challenge; a menu sends its `value` apart from its id."""

    challenge: int
    field: str
    value: str | None = None

    def encode(self) -> str:
        """The custom_id."""
        tail = "" if self.value is None else f":{self.value}"
        return f"ginset1:{self.challenge}:{self.field}{tail}"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a book: the rules of a preset, by its name, or of a match, by its id."""

    book: str
    page: int

    def encode(self) -> str:
        """The custom_id."""
        return f"ginleaf1:{self.book}:{self.page}"


@dataclass(frozen=True, slots=True)
class Preference:
    """Something a player chooses for himself."""

    field: str
    value: str

    def encode(self) -> str:
        """The custom_id."""
        return f"ginpref1:{self.field}:{self.value}"


class Turn(StrEnum):
    """Which of a leaderboard's controls it is: two in one message may not have one id."""

    BACK = "b"
    NEXT = "n"
    WHERE = "w"
    WHEN = "t"
    KEY = "k"


class Span(StrEnum):
    """The time a leaderboard is of, counted from when it is looked at."""

    MONTH = "m"
    SEASON = "s"
    ALL = "a"


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard; a menu sends its key apart from its id."""

    everywhere: bool = False
    key: BoardKey = BoardKey.RATING
    span: Span = Span.ALL
    page: int = 0
    turn: Turn = Turn.KEY

    def encode(self) -> str:
        """The custom_id."""
        where = "w" if self.everywhere else "h"
        return f"ginboard1:{self.turn}:{where}:{self.key}:{self.span}:{self.page}"


class Way(StrEnum):
    """Where a button of a replay leads from the moment it was made at."""

    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    EARLIER = "earlier"
    """The hand before."""
    LATER = "later"
    """The hand after."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a finished hand, the deal being step 0; with a `way` the one that leads to.

    Two buttons of a message may lead to one step, and no two may have one custom_id.
    """

    match: int
    hand: int
    step: int
    way: Way | None = None

    def encode(self) -> str:
        """The custom_id."""
        tail = "" if self.way is None else f":{self.way}"
        return f"ginreplay1:{self.match}:{self.hand}:{self.step}{tail}"

    @classmethod
    def decode(cls, custom_id: str) -> Moment | None:
        """The moment that `encode` wrote; None for text of another grammar."""
        found = _MOMENT.fullmatch(custom_id)
        if found is None or (found["way"] is not None and found["way"] not in set(Way)):
            return None
        way = Way(found["way"]) if found["way"] else None
        return cls(int(found["match"]), int(found["hand"]), int(found["step"]), way)


@dataclass(frozen=True, slots=True)
class Proof:
    """The deck of a finished hand, and what it was sealed with."""

    match: int
    hand: int

    def encode(self) -> str:
        """The custom_id."""
        return f"ginproof1:{self.match}:{self.hand}"


@dataclass(frozen=True, slots=True)
class AsText:
    """A match as a text file."""

    match: int

    def encode(self) -> str:
        """The custom_id."""
        return f"gintext1:{self.match}"


@dataclass(frozen=True, slots=True)
class Past:
    """A page of the matches that a player has finished."""

    player: int
    page: int

    def encode(self) -> str:
        """The custom_id."""
        return f"ginpast1:{self.player}:{self.page}"


@dataclass(frozen=True, slots=True)
class Practice:
    """A match against a computer of this level, by the rules of `match` where there was one."""

    level: Level
    match: int | None = None

    def encode(self) -> str:
        """The custom_id."""
        tail = "" if self.match is None else f":{self.match}"
        return f"ginpractice1:{self.level}{tail}"


@dataclass(frozen=True, slots=True)
class OwnReview:
    """The coach's review of a finished hand, for whoever clicks: of his own moves alone."""

    match: int
    hand: int

    def encode(self) -> str:
        """The custom_id."""
        return f"ginreview1:{self.match}:{self.hand}"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a lesson: a move as in `throw Kc`, or what a question offers."""

    lesson: str
    answer: str

    def encode(self) -> str:
        """The custom_id."""
        return f"ginlesson1:{self.lesson}:{self.answer}"


Archived: TypeAlias = Moment | Proof | AsText | Past | OwnReview
"""What a button about finished hands and matches asks for."""

Asked: TypeAlias = Control | Setting | Leaf | Preference | Board | Practice | Answer | Archived


def decode(custom_id: str) -> Asked:
    """What a custom_id of ours asks for.

    Raises:
        BadControl: the text is of none of the grammars.
    """
    if found := _SETTING.fullmatch(custom_id):
        return Setting(int(found["challenge"]), found["field"], found["value"])
    if found := _LEAF.fullmatch(custom_id):
        return Leaf(found["book"], int(found["page"]))
    if found := _PREFERENCE.fullmatch(custom_id):
        return Preference(found["field"], found["value"])
    if found := _BOARD.fullmatch(custom_id):
        return Board(
            everywhere=found["where"] == "w",
            key=_board_key(found["key"]),
            span=Span(found["span"]),
            page=int(found["page"]),
            turn=Turn(found["turn"]),
        )
    if found := _PRACTICE.fullmatch(custom_id):
        return Practice(Level(found["level"]), int(found["match"]) if found["match"] else None)
    if found := _LESSON.fullmatch(custom_id):
        return Answer(found["lesson"], found["answer"])
    return _archived(custom_id) or Control.decode(custom_id)


def chosen(asked: Asked, value: str) -> Asked:
    """What a menu asks for, once one of its values was chosen.

    Raises:
        BadControl: the menu has no such value.
    """
    if isinstance(asked, Setting):
        return replace(asked, value=value)
    if isinstance(asked, Board):
        return replace(asked, key=_board_key(value))
    raise BadControl(value)


def _board_key(value: str) -> BoardKey:
    try:
        return BoardKey(value)
    except ValueError as error:
        raise BadControl(value) from error


def _archived(custom_id: str) -> Archived | None:
    if found := _PROOF.fullmatch(custom_id):
        return Proof(int(found["match"]), int(found["hand"]))
    if found := _TEXT.fullmatch(custom_id):
        return AsText(int(found["match"]))
    if (found := _PAST.fullmatch(custom_id)) and int(found["player"]) < _FIRST_TOO_LARGE:
        return Past(int(found["player"]), int(found["page"]))
    if found := _REVIEW.fullmatch(custom_id):
        return OwnReview(int(found["match"]), int(found["hand"]))
    return Moment.decode(custom_id)
