"""What goes wrong between the bot and Discord, one call at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias


class Fault(StrEnum):
    """How a call fails. A status with a code is Discord's answer; the others are none."""

    TOO_MANY = "429"
    SERVER_ERROR = "500"
    BAD_GATEWAY = "502"
    DROPPED = "dropped"
    """The connection is cut before the call was done."""
    LOST = "lost"
    """It was done, and the connection cut before the answer."""
    HANGS = "hangs"
    DEAD_TOKEN = "401/50027"
    NO_ACCESS = "403/50001"
    NO_PERMISSION = "403/50013"
    UNKNOWN_CHANNEL = "404/10003"
    UNKNOWN_MESSAGE = "404/10008"
    UNKNOWN_INTERACTION = "404/10062"
    BAD_FORM = "400/50035"
    ACKNOWLEDGED = "400/40060"
    ARCHIVED = "400/50083"

    @property
    def status(self) -> int | None:
        """The HTTP status; None where nothing is answered."""
        return int(self[:3]) if self[:3].isdigit() else None

    @property
    def code(self) -> int:
        """Discord's own code, 0 where it has none."""
        return int(self[4:]) if "/" in self else 0


_KINDS = [
    ("answer", "POST", r"/interactions/\d+/.+/callback"),
    ("push", "PATCH", r"/webhooks/\d+/.+/messages/@original"),
    ("follow up", "POST", r"/webhooks/\d+/[^/]+"),
    ("edit", "PATCH", r"/channels/\d+/messages/\d+"),
    ("post", "POST", r"/channels/\d+/messages"),
    ("delete", "DELETE", r"/channels/\d+/messages/\d+"),
    ("thread", "POST", r"/channels/\d+(/messages/\d+)?/threads"),
    ("thread member", "PUT", r"/channels/\d+/thread-members/\d+"),
    ("channel", "PATCH", r"/channels/\d+"),
    ("look up channel", "GET", r"/channels/\d+"),
    ("look up member", "GET", r"/guilds/\d+/members/\d+"),
    ("open dm", "POST", r"/users/@me/channels"),
]


def kind_of(method: str, path: str) -> str:
    """What a call is for, in a word; a start-up call by its path."""
    for kind, wanted, pattern in _KINDS:
        if method == wanted and re.fullmatch(pattern, path):
            return kind
    return f"{method} {path}"


Plan: TypeAlias = Callable[[str], "Fault | None"]
"""Asked once for each call, by its kind: whether it is to fail, and how."""


@dataclass
class Faults:
    """Decides which call fails; a call that is tried again fails again, being the same call."""

    everywhere: Plan | None = None
    at: dict[int, Plan] = field(default_factory=dict)
    """Plans for what concerns one channel."""
    struck: list[tuple[int, str, Fault]] = field(default_factory=list)
    _same: dict[tuple[str, str, str], Fault] = field(default_factory=dict)

    def for_call(self, channel: int, method: str, path: str, payload: str) -> Fault | None:
        call = (method, path, payload)
        if call in self._same:
            return self._same[call]
        plan = self.everywhere or self.at.get(channel)
        kind = kind_of(method, path)
        fault = plan(kind) if plan is not None else None
        if fault is not None:
            self.struck.append((channel, kind, fault))
            self._same[call] = fault
        return fault
