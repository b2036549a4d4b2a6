"""What is sealed: no byte that somebody is sent holds a card that is hidden from him.

`cards_named` finds every card that a message names, whichever way. `search` plays generated
matches and searches all that the bot would send to each player and to everybody, down to the
bytes of the requests; what is hidden it reads from the events, not from the views.
"""

from __future__ import annotations

import dataclasses
import json
import re
import struct
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import discord

from bot.delivery import Messenger, sight_of
from bot.engine import (
    DECK,
    Card,
    Event,
    HandDealt,
    HandEnded,
    Knocked,
    Match,
    Refused,
    Seat,
    Threw,
    cards_in,
    decide,
    evolve,
    replay,
)
from bot.rendering import refusals
from bot.rendering.courtesy_page import late_page, question_page
from bot.rendering.hand_page import hand_page, knocks_page, resign_page, sure_page
from bot.rendering.look import Look
from bot.rendering.nudge_page import nudge_page
from bot.rendering.pages import Page
from bot.rendering.painting import paint
from bot.rendering.scenes import Scene
from bot.rendering.score_page import score_page
from bot.rendering.table_page import history_page, moved_page, table_page
from bot.sessions import Doubled, NoClock, NotSeated, Player, Sitting, Stale, StillPlaying, Table
from tests.engine.test_laws import EVERY_ACTION, in_disguise, is_settled
from tests.payloads import parts_of
from tests.room import plain
from tests.strategies import walks

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANK_WORDS = [
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
]
SUITS = "♣♦♥♠"
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")

GLYPHS = re.compile(rf"(10|[2-9AJQK])([{SUITS}])")
SPOKEN = re.compile(rf"({'|'.join(RANK_WORDS)}) of ({'|'.join(SUIT_WORDS)})", re.IGNORECASE)
CODES = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK][cdhs])(?![A-Za-z0-9])")


def card(rank: int, suit: int) -> Card:
    return DECK[suit * 13 + rank]


def cards_named(body: Any) -> set[Card]:
    """Every card that a message names: in its text, alt text, custom_ids or file names."""
    words = plain(json.dumps(body, ensure_ascii=False))
    named = {card(RANKS.index(rank), SUITS.index(suit)) for rank, suit in GLYPHS.findall(words)}
    for rank, suit in SPOKEN.findall(words):
        named.add(card(RANK_WORDS.index(rank.lower()), SUIT_WORDS.index(suit.lower())))
    for part in parts_of(body):
        for field in ("custom_id", "filename", "url"):
            named.update(map(Card.parse, CODES.findall(str(part.get(field, "")))))
    return named


# What is hidden.


class Known:
    """What everybody has seen of the present hand, told by its events."""

    def __init__(self) -> None:
        self._seen: set[Card] = set()
        self._hands: tuple[frozenset[Card], frozenset[Card]] = (frozenset(), frozenset())

    def see(self, event: Event, match: Match) -> None:
        """Take in an event and the match as it is then."""
        if match.deal is not None:
            first, second = (frozenset(cards_in(hand)) for hand in match.deal.hands)
            self._hands = first, second
        match event:
            case HandDealt(order=order):
                self._seen = {order[20]}
            case Threw(card=thrown) | Knocked(card=thrown):
                self._seen.add(thrown)
            case HandEnded():
                self._seen |= self._hands[0] | self._hands[1]
            case _:
                pass

    def hidden_from(self, reader: Seat | None) -> frozenset[Card]:
        """The cards that a player, or with None a spectator, cannot know."""
        own = frozenset[Card]() if reader is None else self._hands[reader]
        return frozenset(DECK) - self._seen - own


# What is sent.


@dataclass(frozen=True)
class Parcel:
    """A request of the bot's: its body, and its files with their names."""

    body: dict[str, Any]
    files: tuple[tuple[str, bytes], ...]


class _Caught(Exception):
    def __init__(self, parcel: Parcel) -> None:
        self.parcel = parcel


class Post:
    """The bot's own way from a page to the bytes of a request, which goes nowhere.

    Of the pictures only one in `painted` is really painted; each scene is kept in `scenes`.
    """

    def __init__(self, rng: Random, painted: int) -> None:
        self.scenes: list[Scene] = []
        self._rng, self._painted = rng, painted
        client = discord.Client(
            intents=discord.Intents.none(), allowed_mentions=discord.AllowedMentions.none()
        )
        client.http.request = self._catch  # type: ignore[method-assign]
        self._messenger = Messenger(client, self._paint, self._look)

    async def _look(self, player: int) -> Look:
        raise AssertionError("no look is asked for here")

    async def _paint(self, scene: Scene) -> bytes:
        self.scenes.append(scene)
        return paint(scene) if self._rng.randrange(self._painted) == 0 else b""

    async def _catch(self, route: Any, **kwargs: Any) -> None:
        form = kwargs.get("form") or []
        words = [part["value"] for part in form if part["name"] == "payload_json"]
        files = tuple(
            (part["filename"], part["value"].read()) for part in form if "filename" in part
        )
        body = dict(json.loads(words[0]) if words else kwargs["json"])
        body.pop("nonce", None)  # discord.py's own, another one each time
        raise _Caught(Parcel(body, files))

    async def parcel(self, page: Page) -> Parcel:
        """What would be sent for a page."""
        try:
            await self._messenger.post(1, page)
        except _Caught as caught:
            return caught.parcel
        raise AssertionError("nothing was sent")


def sitting_of(match: Match) -> Sitting:
    """A match at a table of two players."""
    players = Player(11, "alice"), Player(12, "bob")
    return Sitting(Table(1, guild=2, channel=3, message=4, players=players), match)


def pages_for(sitting: Sitting, reader: Seat | None, rng: Random) -> list[Page]:
    """Whatever a player, or everybody, can be shown of a match as it stands."""
    sight, view = sight_of(sitting, reader), sitting.view(reader)
    if reader is None:
        called = [nudge_page(sight, player=11, link="https://discord.com/channels/2/3/4")]
        called += [question_page(sight, player=11)] if view.proposed else []
        called += [late_page(sight, player=11)] if view.late else []
        table = [table_page(sight), moved_page(view, sight.names, (2, 3, 5))]
        return [*table, score_page(view, sight.names), history_page(view, sight.names), *called]
    if view.hand is None:
        return []
    asked = rng.choice(view.hand.reading.cards)
    others = [knocks_page(sight), sure_page(sight, asked), resign_page(sight)]
    look = rng.choice((Look(), Look(large=True, four_colours=True), Look(words_only=True)))
    return [hand_page(sight, refusals.STALE).looked_at(look), *others]


# Searching.


def cards_in_scene(node: Any) -> Iterator[Card]:
    """Every card in what a picture is painted from."""
    if isinstance(node, Card):
        yield node
    elif isinstance(node, tuple | frozenset | list):
        for one in node:
            yield from cards_in_scene(one)
    elif dataclasses.is_dataclass(node):
        for field in dataclasses.fields(node):
            yield from cards_in_scene(getattr(node, field.name))


_PIXELS_ALONE = [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


def chunks_of(png: bytes) -> list[bytes]:
    """The kinds of the parts of a PNG file."""
    kinds, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kinds.append(png[at + 4 : at + 8])
        at += length + 12
    return kinds


def leaks(parcel: Parcel, scenes: list[Scene], hidden: frozenset[Card], match: Match) -> list[str]:
    """Every way in which a request tells a card that its reader may not know."""
    found = [f"it names {card}" for card in sorted(cards_named(parcel.body) & hidden)]
    names = " ".join(name for name, _ in parcel.files)
    found += [
        f"a file is called {name}" for name in CODES.findall(names) if Card.parse(name) in hidden
    ]
    found += [f"a picture shows {card}" for card in cards_in_scene(scenes) if card in hidden]
    for name, data in parcel.files:
        if data and chunks_of(data) != _PIXELS_ALONE:
            found.append(f"{name} has more in it than pixels: {chunks_of(data)}")
    return found + numbers_told(json.dumps(parcel.body), match)


def numbers_told(words: str, match: Match) -> list[str]:
    """A hand may leave the engine as a number too: it is a set of bits there."""
    hands = match.deal.hands if match.deal is not None else ()
    return [f"it holds a hand as {hand}" for hand in hands if str(hand) in words]


def leaks_of_errors(match: Match, seat: Seat, hidden: frozenset[Card], rng: Random) -> list[str]:
    """What the log of a refusal, or of trouble at this table, would tell."""
    sitting, action = sitting_of(match), rng.choice(EVERY_ACTION)
    kinds = (Stale, Doubled, NotSeated, StillPlaying, NoClock)
    errors: list[Exception] = [rng.choice(kinds)(sitting)]
    try:
        decide(match, seat, action)
    except Refused as refused:
        errors.append(refused)
    words = "".join(
        f"{error!r} {error} {''.join(traceback.format_exception(error))}" for error in errors
    )
    told = cards_named(words) | set(map(Card.parse, CODES.findall(words)))
    named = {getattr(action, "card", None)}
    found = [f"an error names {card}" for card in sorted(told & hidden - named)]
    return found + numbers_told(words, match)


@dataclass
class Search:
    """What has been looked through, and what was found."""

    found: list[str]
    counted: Counter[str]

    def row(self) -> str:
        """The figures in one line."""
        of = self.counted
        return (
            f"{of['hands']:,} hands, {of['messages']:,} messages, {of['pictures']:,} pictures"
            f" ({of['painted']:,} painted), {of['errors']:,} error reports,"
            f" {of['pairs']:,} pairs of deals compared byte for byte: {len(self.found)} leaks"
        )


async def search(seed: int, hands: int, *, painted: int = 20, every: int = 12) -> Search:
    """Play so many hands; look through one state in `every`, and at pairs of deals."""
    rng, done = Random(seed), Search([], Counter())
    for history, _ in walks(seed, hands):
        post, known = Post(rng, painted), Known()
        match = replay(history[:1])
        before, dealt = match, 1
        for count, event in enumerate(history[1:], start=2):
            if isinstance(event, HandDealt):
                before, dealt = match, count - 1
                done.counted["hands"] += 1
            match = evolve(match, event)
            known.see(event, match)
            if not is_settled(history, count) or match.deal is None:
                continue
            if rng.randrange(every) == 0 or isinstance(event, HandEnded):
                await _look_through(done, post, match, known, rng)
            if rng.randrange(2 * every) == 0:
                await _compare(done, before, history[dealt:count], rng)
    return done


async def _look_through(done: Search, post: Post, match: Match, known: Known, rng: Random) -> None:
    sitting = sitting_of(match)
    readers: tuple[Seat | None, ...] = (None, 0, 1)
    for reader in readers:
        hidden = known.hidden_from(reader)
        for page in pages_for(sitting, reader, rng):
            post.scenes.clear()
            parcel = await post.parcel(page)
            done.found += leaks(parcel, post.scenes, hidden, match)
            done.counted["messages"] += 1
            done.counted["pictures"] += len(post.scenes)
            done.counted["painted"] += sum(bool(data) for _, data in parcel.files)
        if reader is not None:
            done.found += leaks_of_errors(match, reader, hidden, rng)
            done.counted["errors"] += 1


async def _compare(done: Search, before: Match, events: list[Event], rng: Random) -> None:
    """What a reader cannot see makes no difference to a byte that he is sent."""
    match = before
    for event in events:
        match = evolve(match, event)
    if match.deal is None:
        return
    readers: tuple[Seat | None, ...] = (None, 0, 1)
    for reader in readers:
        disguised = before
        for event in in_disguise(events, match.deal, reader, rng):
            disguised = evolve(disguised, event)
        seed = rng.randrange(2**32)
        sent = [await _all_for(one, reader, seed) for one in (match, disguised)]
        done.counted["pairs"] += 1
        if sent[0] != sent[1]:
            done.found.append(f"{reader} can tell two deals apart that look the same to him")


async def _all_for(match: Match, reader: Seat | None, seed: int) -> list[Parcel]:
    post = Post(Random(seed), painted=4)
    pages = pages_for(sitting_of(match), reader, Random(seed))
    return [await post.parcel(page) for page in pages]
