"""The rules of a match, and the published sets of them.

A match keeps the `Rules` it began with. The figures of each preset are those of
its source; what a source leaves open is ruled in README's rules section.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field


class Shutout(StrEnum):
    """What a match won without the opponent scoring is worth beyond its points."""

    NONE = "none"
    DOUBLE_POINTS = "double points"
    """The crosser won every scored hand: his hand points double."""
    DOUBLE_GAME = "double game"
    """The opponent has no points: the game bonus doubles."""
    ADD_HUNDRED = "add hundred"
    """The opponent has no points: 100 more."""


class Victory(StrEnum):
    """Who wins a match that was played to its target."""

    HIGHER_TOTAL = "higher total"
    CROSSER = "crosser"


class NextDealer(StrEnum):
    """Who deals after a hand that somebody won."""

    ALTERNATE = "alternate"
    WINNER = "winner"
    LOSER = "loser"


class Rules(BaseModel):
    """One set of rules for two players. Bonuses and target in points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    knock_limit: int = Field(default=10, ge=0, le=10)
    gin_bonus: int = Field(default=25, ge=0)
    big_gin_bonus: int | None = Field(default=31, ge=0)
    """None where eleven melded cards are no more than gin."""
    undercut_bonus: int = Field(default=25, ge=0)
    lay_off_on_gin: bool = False
    target: int = Field(default=100, ge=1)
    line_bonus: int = Field(default=25, ge=0)
    game_bonus: int = Field(default=100, ge=0)
    shutout: Shutout = Shutout.DOUBLE_POINTS
    void_breaks_shutout: bool = False
    victory: Victory = Victory.HIGHER_TOTAL
    next_dealer: NextDealer = NextDealer.ALTERNATE
    void_moves_deal: bool = False
    """Whether a void hand passes the deal on; otherwise the same player deals again."""
    upcard_after_passes: bool = False
    """Whether the non-dealer may still take the upcard once both have passed."""


CLASSIC = Rules(name="Classic", void_moves_deal=True)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "classic": CLASSIC,
        "playcards": Rules(
            name="PlayCards",
            big_gin_bonus=None,
            line_bonus=0,
            game_bonus=0,
            shutout=Shutout.NONE,
            victory=Victory.CROSSER,
            next_dealer=NextDealer.WINNER,
        ),
        "pagat": Rules(
            name="Pagat",
            gin_bonus=20,
            big_gin_bonus=None,
            undercut_bonus=10,
            line_bonus=20,
            shutout=Shutout.DOUBLE_GAME,
            victory=Victory.CROSSER,
            next_dealer=NextDealer.LOSER,
        ),
        "bicycle": Rules(
            name="Bicycle",
            gin_bonus=20,
            big_gin_bonus=None,
            undercut_bonus=10,
            lay_off_on_gin=True,
            line_bonus=20,
            shutout=Shutout.ADD_HUNDRED,
            victory=Victory.CROSSER,
            next_dealer=NextDealer.LOSER,
        ),
        "cardgames": Rules(name="Card Games", void_breaks_shutout=True, upcard_after_passes=True),
        "simple": Rules(
            name="Simple",
            big_gin_bonus=None,
            line_bonus=0,
            game_bonus=0,
            shutout=Shutout.NONE,
            victory=Victory.CROSSER,
        ),
    }
)
"""The published rule sets by the name one asks for them with."""
