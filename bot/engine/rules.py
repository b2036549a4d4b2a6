"""The rules of a match, and the published sets of them.

A match keeps the `Rules` it began with. The figures of each preset are those of
its source; what a source leaves open is ruled in README's rules section.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from .cards import Card
from .errors import BadRules


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


class Clash(StrEnum):
    """Why some settings make no sense together."""

    STRAIGHT_AND_OKLAHOMA = "straight gin has no knock limit for an upcard to set"
    SPADES_ALONE = "spades double only where the upcard sets the limit"
    STRAIGHT_AND_LAY_OFF = "in straight gin nobody lays off"
    BIG_GIN_BELOW_GIN = "Big Gin is worth at least as much as gin"
    OUT_OF_RANGE = "a number is out of its range"


class Rules(BaseModel):
    """One set of rules for two players. Bonuses and target in points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    base: str = "classic"
    """The preset these rules are, or were made from."""
    knock_limit: int = Field(default=10, ge=0, le=10)
    gin_bonus: int = Field(default=25, ge=0, le=100)
    big_gin_bonus: int | None = Field(default=31, ge=0, le=150)
    """None where eleven melded cards are no more than gin."""
    undercut_bonus: int = Field(default=25, ge=0, le=100)
    lay_off_on_gin: bool = False
    target: int = Field(default=100, ge=50, le=500)
    line_bonus: int = Field(default=25, ge=0, le=100)
    game_bonus: int = Field(default=100, ge=0, le=500)
    shutout: Shutout = Shutout.DOUBLE_POINTS
    void_breaks_shutout: bool = False
    victory: Victory = Victory.HIGHER_TOTAL
    next_dealer: NextDealer = NextDealer.ALTERNATE
    void_moves_deal: bool = False
    """Whether a void hand passes the deal on; otherwise the same player deals again."""
    upcard_after_passes: bool = False
    """Whether the non-dealer may still take the upcard once both have passed."""
    straight: bool = False
    """A hand ends only with nothing loose."""
    oklahoma: bool = False
    """The upcard sets the knock limit of its hand."""
    spades_double: bool = False
    """A spade as the upcard doubles all that the hand scores."""
    hollywood: bool = False
    """Three columns are kept instead of one."""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        clash = self.clash()
        if clash is not None:
            raise ValueError(clash.value)
        return self

    def clash(self) -> Clash | None:
        """Why these settings make no sense together; None where they do."""
        if self.straight and self.oklahoma:
            return Clash.STRAIGHT_AND_OKLAHOMA
        if self.spades_double and not self.oklahoma:
            return Clash.SPADES_ALONE
        if self.straight and self.lay_off_on_gin:
            return Clash.STRAIGHT_AND_LAY_OFF
        if self.big_gin_bonus is not None and self.big_gin_bonus < self.gin_bonus:
            return Clash.BIG_GIN_BELOW_GIN
        return None

    def revise(self, **changes: Any) -> Rules:
        """These rules with some settings changed, as a custom set of the same base.

        Straight gin ends the lay-off that its base may have on gin. Settings that come to
        a preset's own are that preset.

        Raises:
            BadRules: the settings make no sense together, or one is out of its range.
        """
        if changes.get("straight"):
            changes = {"lay_off_on_gin": False} | changes
        preset = PRESETS[self.base]
        settled = self.model_dump() | changes | {"name": f"Custom (from {preset.name})"}
        bold = Rules.model_construct(**settled)
        if clash := bold.clash():
            raise BadRules(clash)
        try:
            custom = Rules(**settled)
        except ValidationError as error:
            raise BadRules(Clash.OUT_OF_RANGE) from error
        return preset if custom.model_copy(update={"name": preset.name}) == preset else custom

    def limit(self, upcard: Card) -> int:
        """The most deadwood a knock may leave in the hand that begins with `upcard`.

        Straight gin: 0. Oklahoma: the upcard's number, 10 for a face, 0 for an ace.
        """
        if self.straight:
            return 0
        if not self.oklahoma:
            return self.knock_limit
        return 0 if upcard.rank == 0 else upcard.points

    def multiplier(self, upcard: Card) -> int:
        """By what everything scored in the hand that begins with `upcard` is multiplied."""
        return 2 if self.spades_double and upcard.suit == _SPADES else 1


_SPADES = 3

CLASSIC = Rules(name="Classic", void_moves_deal=True)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "classic": CLASSIC,
        "playcards": Rules(
            name="PlayCards",
            base="playcards",
            big_gin_bonus=None,
            line_bonus=0,
            game_bonus=0,
            shutout=Shutout.NONE,
            victory=Victory.CROSSER,
            next_dealer=NextDealer.WINNER,
        ),
        "pagat": Rules(
            name="Pagat",
            base="pagat",
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
            base="bicycle",
            gin_bonus=20,
            big_gin_bonus=None,
            undercut_bonus=10,
            lay_off_on_gin=True,
            line_bonus=20,
            shutout=Shutout.ADD_HUNDRED,
            victory=Victory.CROSSER,
            next_dealer=NextDealer.LOSER,
        ),
        "cardgames": Rules(
            name="Card Games", base="cardgames", void_breaks_shutout=True, upcard_after_passes=True
        ),
        "simple": Rules(
            name="Simple",
            base="simple",
            big_gin_bonus=None,
            line_bonus=0,
            game_bonus=0,
            shutout=Shutout.NONE,
            victory=Victory.CROSSER,
        ),
    }
)
"""The published rule sets by the name one asks for them with."""
