"""What a server has chosen, on one page for those who manage it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import Rules

from . import words
from .pages import Page, Text, page

_SHOWN_CHANNELS = 20


@dataclass(frozen=True, slots=True)
class HouseState:
    """A server's settings as they are shown; `pace` is a name in `words.PACES`."""

    rules: Rules
    pace: str
    threads: bool
    only_players: bool
    channels: Sequence[int]
    live_matches: int
    zone: str = "UTC"
    hides_gone: bool = False


def house_page(state: HouseState, notice: str | None = None) -> Page:
    """The present state, and the command that changes each line of it."""
    told = [
        f"**Rules**: {words.rules_line(state.rules)} · `/gin-admin rules`",
        f"**Pace**: {words.PACES[state.pace]} · `/gin-admin pace`",
        f"**Threads**: {_threads(state)} · `/gin-admin threads`",
        f"**Who may see a match**: {_watching(state)} · `/gin-admin watching`",
        f"**Channels**: {_channels(state.channels)} · `/gin-admin channel`",
        f"**Leaderboard**: players who have left {_gone(state)} · `/gin-admin leaderboard`",
        f"**Time zone** of months and seasons: {words.plain(state.zone)} · `/gin-admin timezone`",
        f"**Matches under way**: {state.live_matches} · `/gin-admin end` ends one",
    ]
    lines = "\n".join(f"- {line}" for line in told)
    return page(
        Text(f"✅ {notice}") if notice else None,
        Text(f"### How this server plays Gin Rummy\n{lines}"),
        Text("-# Matches under way keep the rules and the pace they began with."),
    )


def _threads(state: HouseState) -> str:
    return "each match in a thread of its own" if state.threads else "matches in the channel"


def _gone(state: HouseState) -> str:
    return "are hidden" if state.hides_gone else "stay, under their last name"


def _watching(state: HouseState) -> str:
    if state.only_players:
        return "its players alone, in a private thread"
    return "everyone who sees the channel"


def _channels(channels: Sequence[int]) -> str:
    if not channels:
        return "all of them"
    more = len(channels) - _SHOWN_CHANNELS
    listed = " ".join(f"<#{channel}>" for channel in channels[:_SHOWN_CHANNELS])
    return f"{listed} and {more} more" if more > 0 else listed
