"""Nobody is ever told a card that is hidden from him.

Matches are played by seeded chance: any deck, any of the buttons that are offered. After
each click all that the bot has sent since is compared with the true hands in the store.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.app import logs
from bot.app.logs import start_log
from bot.engine import (
    DECK,
    Card,
    Event,
    HandDealt,
    HandEnded,
    Knocked,
    Threw,
    cards_in,
    least_deadwood,
    replay,
)
from bot.rendering.scenes import Scene
from tests.builders import SALT, Order, ScriptedDealer
from tests.room import Key, Person, Room, room
from tests.sealing import cards_named
from tests.strategies import random_deck, rich_deck, ripe_deck

MATCHES = 20
HANDS = 2
CLICKS = 60
"""A match that has not come to the end of its second hand by then has shown enough."""


class SeededDealer:
    """Deals decks of all kinds by chance that can be repeated."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def deck(self) -> Order:
        kind = self._rng.choice((random_deck, rich_deck, ripe_deck, ripe_deck))
        return kind(self._rng)

    def salt(self) -> str:
        return SALT


@dataclass(frozen=True)
class Knowledge:
    """What is hidden in a match as it stands, by the events in the store."""

    hidden: frozenset[Card]
    """From everybody who only watches."""
    hands: tuple[frozenset[Card], frozenset[Card]]

    def hidden_from(self, seat: int) -> frozenset[Card]:
        return self.hidden - self.hands[seat]


def knowledge_of(history: list[Event]) -> Knowledge:
    """Cards that have lain on the pile are known, and both hands once the hand is over."""
    deal = replay(history).deal
    assert deal is not None
    hands = frozenset(cards_in(deal.hands[0])), frozenset(cards_in(deal.hands[1]))
    known: set[Card] = set()
    for event in history:
        match event:
            case HandDealt(order=order):
                known = {order[20]}
            case Threw(card=thrown) | Knocked(card=thrown):
                known.add(thrown)
            case HandEnded():
                known |= hands[0] | hands[1]
            case _:
                pass
    return Knowledge(frozenset(DECK) - known, hands)


@dataclass(frozen=True)
class Sent:
    """One message that the bot sent or edited, and who may read it; None: everybody."""

    path: str
    body: dict[str, Any]
    reader: int | None


class Watch:
    """Reads along with all that the bot sends, and with every message that stands."""

    def __init__(self, opened: Room) -> None:
        self._room = opened
        self._read = len(opened.env.http_requests)
        self.public_requests = 0
        self.private_requests = 0

    def new(self) -> list[Sent]:
        """What was sent since the last look."""
        requests = self._room.env.http_requests[self._read :]
        self._read += len(requests)
        sent = [self._sent(request) for request in requests]
        return [one for one in sent if one is not None]

    def _sent(self, request: Any) -> Sent | None:
        backend, body = self._room.env.backend, request.json
        if request.path.startswith("/channels/"):
            return Sent(request.path, body or {}, None)
        _, kind, first, token, *_ = request.path.split("/")
        if kind == "interactions":
            record = backend.interactions[int(first)]
            body = body.get("data") or {}
            source = record.source_message_id if request.json["type"] == 7 else None
            private = self._is_private(source) if source else bool(body.get("flags", 0) & 64)
        else:
            (record,) = (one for one in backend.interactions.values() if one.token == token)
            original = record.message_id or record.source_message_id
            private = self._is_private(original)
        return Sent(request.path, body, record.user_id if private else None)

    def _is_private(self, message: int | None) -> bool:
        assert message is not None
        stored = self._room.env.backend.get_message(self._room.channel.id, message)
        return bool(stored.is_ephemeral)

    def standing(self, *readers: int | None) -> list[Sent]:
        """The messages for these readers as they stand; None is for those that all can read."""
        messages = self._room.env.backend.messages[self._room.channel.id].values()
        return [
            Sent(f"message {one.id}", body_of(one), reader_of(one))
            for one in messages
            if reader_of(one) in readers
        ]


def body_of(stored: Any) -> dict[str, Any]:
    return {"components": stored.components, "attachments": stored.attachments}


SEAL = re.compile(r"[0-9a-f]{64}")


def unsealed(told: list[tuple[str, str, bytes]]) -> list[tuple[str, str, bytes]]:
    """The same without the seals.

    Two orders have two seals, which is what they are for; nobody can tell a card from one.
    """
    return sorted((path, SEAL.sub("", body), picture) for path, body, picture in told)


def reader_of(stored: Any) -> int | None:
    """Whose message it is; None where everybody can read it."""
    return int(stored.interaction_metadata["user"]["id"]) if stored.is_ephemeral else None


def assert_keeps_secrets(sent: Sent, known: Knowledge, seats: dict[int, int]) -> None:
    """No word of it names a card that its reader may not know."""
    seat = None if sent.reader is None else seats.get(sent.reader)
    hidden = known.hidden if seat is None else known.hidden_from(seat)
    told = cards_named(sent.body) & hidden
    assert not told, f"{sent.path} told {sent.reader or 'everybody'} of {sorted(map(str, told))}"
    assert SALT not in json.dumps(sent.body), "with the salt an order can be guessed"


class Player:
    """Presses any of the buttons it is offered, mostly such as bring a hand to its end."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, keys: list[Key], held: int) -> Key:
        """One of the keys; `held` are the cards of its hand."""
        throws = [key for key in keys if key.verb.startswith("throw:")]
        ends = [key for key in keys if key.verb.startswith(("knock", "big-gin"))]
        if ends and self._rng.random() < 0.7:
            return self._rng.choice(ends)
        if throws and self._rng.random() < 0.8:
            return min(throws, key=lambda key: least_deadwood(held & ~thrown_by(key).bit))
        return self._rng.choice(keys)


def thrown_by(key: Key) -> Card:
    return Card.parse(key.verb.removeprefix("throw:"))


async def blank(scene: Scene) -> bytes:
    """No picture at all: what is checked here is words, and there are many."""
    return b"\x89PNG"


async def watched_match(opened: Room, seed: int) -> Watch:
    """Two hands by chance, with a look at everything after each click."""
    rng = Random(seed)
    alice, bob, carol = opened.alice, opened.bob, opened.carol
    watch, player = Watch(opened), Player(rng)
    opened.bot.services.messenger._painter = blank
    await opened.seat(alice, bob)
    await look(opened, watch)
    people: dict[int, Person] = {0: alice, 1: bob}
    for _ in range(CLICKS):
        match = (await opened.bot.services.tables.look(1)).match
        if match.ended or (len(match.results) == HANDS and match.between_hands):
            break
        seat = rng.randrange(2) if match.to_move is None else match.to_move
        person = people[seat]
        if rng.random() < 0.05:
            await carol.press_table(rng.choice(["Score sheet", "History"]))
        elif rng.random() < 0.05:
            await rng.choice([alice, bob]).command("gin hand")
        elif match.to_move is None and rng.random() < 0.3:
            await person.press_table("Next hand")
        else:
            held = match.deal.hands[seat] if match.deal else 0
            await person.press(player.choose(person.panel.keys, held).verb)
        await look(opened, watch)
    return watch


async def look(opened: Room, watch: Watch) -> None:
    """Compare what was sent, and what stands, with what is hidden now."""
    stored = await opened.bot.services.records.load(1)
    assert stored is not None
    known = knowledge_of(stored[1])
    seats = {opened.alice.id: 0, opened.bob.id: 1}
    for sent in watch.new():
        assert_keeps_secrets(sent, known, seats)
        watch.public_requests += sent.reader is None
        watch.private_requests += sent.reader is not None
    for standing in watch.standing(None):
        assert_keeps_secrets(standing, known, seats)
    for person, seat in ((opened.alice, 0), (opened.bob, 1)):
        panel = opened.handle(person.panel_id or 0).components
        assert not cards_named(panel) & known.hidden_from(seat)


@pytest.fixture
def loggers_as_before() -> Iterator[None]:
    """Those of libraries that `start_log` keeps quiet may speak again afterwards."""
    yield
    for name in logs._TELLTALES:
        logging.getLogger(name).setLevel(logging.NOTSET)


@pytest.mark.usefixtures("loggers_as_before")
@pytest.mark.parametrize("seed", range(MATCHES))
async def test_nobody_is_told_a_hidden_card(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    start_log("DEBUG")
    caplog.set_level("DEBUG")
    async with room(tmp_path / "gin.sqlite3", SeededDealer(Random(seed))) as opened:
        watch = await watched_match(opened, seed)
        assert watch.public_requests > 3
        assert watch.private_requests > 3
        tokens = [record.token for record in opened.env.backend.interactions.values()]
    said = [f"{record.name}: {record.getMessage()}" for record in caplog.records]
    assert said
    assert [line for line in said if cards_named(line)] == []
    assert [line for line in said if any(token in line for token in tokens)] == []


async def test_the_watch_would_see_a_leak(tmp_path: Path) -> None:
    """Each panel names all of its owner's hand, and the other would not be allowed to read it."""
    async with room(tmp_path / "gin.sqlite3", SeededDealer(Random(0))) as opened:
        watch = Watch(opened)
        await opened.seat(opened.alice, opened.bob)
        stored = await opened.bot.services.records.load(1)
        assert stored is not None
        known = knowledge_of(stored[1])
        private = [sent for sent in watch.new() if sent.reader is not None]

        for person, seat in ((opened.alice, 0), (opened.bob, 1)):
            own = [sent for sent in private if sent.reader == person.id]
            assert own
            for sent in own:
                assert known.hands[seat] <= cards_named(sent.body)
                with pytest.raises(AssertionError, match="told everybody of"):
                    assert_keeps_secrets(Sent(sent.path, sent.body, None), known, {})
                with pytest.raises(AssertionError, match="told"):
                    assert_keeps_secrets(sent, known, {person.id: 1 - seat})


# What cannot be seen makes no difference.


def deal_from(non_dealer: str, dealer: str, upcard: str, stock: str) -> Order:
    """A deck of exactly these cards, the rest of the stock in the order of their numbers."""
    hands = [[Card.parse(name) for name in side.split()] for side in (non_dealer, dealer)]
    dealt = [one for pair in zip(*hands, strict=True) for one in pair]
    named = [*dealt, Card.parse(upcard), *(Card.parse(name) for name in stock.split())]
    return (*named, *(one for one in DECK if one not in named))


BOB = "2c 3c 4c 5d 6d 7d 9d Kh Qs Jd"
ONE = deal_from(BOB, "Ac As Ad 5h 6h 7h Tc Jc Ks Qh", "9h", "8c 8s 2s 2h")
OTHER = deal_from(BOB, "8h 3d Js Th 4s 6c 9c 7c Ks Qh", "9h", "8c 5s 2s Td")
"""The same cards for Bob, and for Alice only the two that she will throw are the same."""


async def play_what_both_see(opened: Room) -> None:
    """Alice takes what she may, draws a card of her own twice, and throws Ks and Qh."""
    await opened.seat(opened.alice, opened.bob)
    await opened.bob.press("Pass")
    await opened.alice.press("Take 9♥")
    await opened.alice.press("throw:Ks")
    await opened.bob.press("draw")
    await opened.bob.press("throw:Jd")
    await opened.alice.press("draw")
    await opened.alice.press("throw:Qh")
    await opened.bob.press("draw")
    await opened.bob.press("throw:Kh")
    await opened.carol.press_table("Score sheet")
    await opened.carol.press_table("History")


async def all_that(opened: Room, readers: tuple[int | None, ...]) -> list[tuple[str, str, bytes]]:
    """Every message to these readers, byte by byte, with the pictures that were uploaded.

    What one change sends to several messages may come in any order, so they are sorted.
    """
    watch = Watch(opened)
    await play_what_both_see(opened)
    sent = [one for one in watch.new() if one.reader in readers]
    blobs = opened.env.backend.cdn._blobs
    pictures = [
        (url.rsplit("/", 1)[1], picture)
        for url, picture in blobs.items()
        if url in json.dumps([one.body for one in watch.standing(*readers)])
    ]
    told = [(one.path, json.dumps(one.body, sort_keys=True), b"") for one in sent]
    return sorted(told + [("picture", name, picture) for name, picture in pictures])


async def test_what_a_spectator_cannot_see_changes_no_byte(tmp_path: Path) -> None:
    told: list[list[tuple[str, str, bytes]]] = []
    for number, deck in enumerate((ONE, OTHER)):
        async with room(tmp_path / f"{number}.sqlite3", ScriptedDealer(deck)) as opened:
            told.append(await all_that(opened, (None, opened.carol.id)))

    assert len(told[0]) > 10
    assert any(picture for _, _, picture in told[0])
    assert told[0] != told[1]
    assert unsealed(told[0]) == unsealed(told[1])


async def test_what_the_opponent_cannot_see_changes_no_byte_of_his_panel(tmp_path: Path) -> None:
    told: list[list[tuple[str, str, bytes]]] = []
    for number, deck in enumerate((ONE, OTHER)):
        async with room(tmp_path / f"{number}.sqlite3", ScriptedDealer(deck)) as opened:
            told.append(await all_that(opened, (opened.bob.id,)))

    assert len(told[0]) > 8
    assert any(picture for _, _, picture in told[0])
    assert told[0] == told[1]
