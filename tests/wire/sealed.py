"""Reads along with every byte that the bot sends: does it tell anybody what is hidden from him?"""

from __future__ import annotations

import json
import re
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.engine import Event, HandDealt, HandEnded
from tests.discord.test_secrets import knowledge_of
from tests.histories import stored_history
from tests.sealing import cards_named

from .double import TOKEN, Double, Sent
from .world import EPHEMERAL

_CONTROL = re.compile(r"gin1:(\d+):(\d+):")
_CHUNKS = {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
"""All that a picture of the bot's consists of; text and times would be others."""
_PNG_SIGNATURE = 8


@dataclass
class Reader:
    """Watches a double; `database` is where the true hands are."""

    double: Double
    database: Path
    messages: int = 0
    public: int = 0
    pictures: int = 0
    tokens: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.double.watchers.append(self.read)

    def read(self, sent: Sent) -> None:
        """Hold one request against what its readers may know.

        Raises:
            AssertionError: it says more.
        """
        found = _CONTROL.findall(json.dumps(sent.payload))
        for picture in sent.files.values():
            self._read_picture(picture)
        if not found:
            return
        match, version = max((int(match), int(version)) for match, version in found)
        if version == 0:
            return
        history = stored_history(self.database, match)
        present = history[:version]
        if not any(isinstance(event, HandDealt) for event in present):
            return
        self.messages += 1
        reader = self._reader_of(sent)
        seat = None if reader is None else self._seat_of(match, reader)
        self.public += seat is None
        knowledge = knowledge_of(present)
        hidden = knowledge.hidden if seat is None else knowledge.hidden_from(seat)
        told = cards_named(sent.payload) & hidden
        assert not told, f"{sent.method} {sent.kind} tells {told}"
        names = {name: name for name in sent.files}
        assert not cards_named([{"filename": name} for name in names]) & hidden
        _require_sealed(sent.raw, present)

    def _read_picture(self, picture: bytes) -> None:
        """A picture holds its points and nothing beside them."""
        self.pictures += 1
        place = _PNG_SIGNATURE
        while place < len(picture):
            size, kind = struct.unpack(">I4s", picture[place : place + 8])
            assert kind in _CHUNKS, kind
            place += 12 + size
        assert place == len(picture), "there is something behind the end of a picture"

    def _reader_of(self, sent: Sent) -> int | None:
        """Who alone sees a message; None for everybody."""
        world = self.double.world
        if sent.path.startswith("/channels/"):
            return None
        token = re.split(r"[/?]", sent.path)[3]
        asked = world.interactions[token]
        if asked.token not in self.tokens[-50:]:
            self.tokens.append(asked.token)
        if sent.kind == "answer" and sent.payload["type"] != 7:
            private = int((sent.payload.get("data") or {}).get("flags") or 0) & EPHEMERAL
            return asked.user if private else None
        shown = asked.source if sent.kind == "answer" else asked.original
        return world.messages[shown or 0].owner

    def _seat_of(self, match: int, reader: int) -> int | None:
        return _seats(self.database, match).get(reader)

    def require_discreet(self, log: str) -> None:
        """Make sure that a log has no token, no card and no salt in it."""
        assert TOKEN not in log
        assert not [token for token in self.tokens if token in log]
        assert not cards_named(log)
        assert '"order"' not in log


def _require_sealed(raw: bytes, history: list[Event]) -> None:
    """The deck of a hand that is not over, and what it was sealed with, are nowhere."""
    last = next(event for event in reversed(history) if isinstance(event, HandDealt))
    over = any(isinstance(event, HandEnded) for event in history[history.index(last) :])
    if over:
        return
    assert last.salt.encode() not in raw
    for written in (" ".join(map(str, last.order[20:26])), ",".join(map(str, last.order[20:26]))):
        assert written.encode() not in raw


def _seats(database: Path, match: int) -> dict[int, int]:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT player, seat FROM seats WHERE match = ?"
        rows: list[tuple[int, Any]] = connection.execute(query, (match,)).fetchall()
    return dict(rows)
