"""From a scene to its picture: `paint` gives the PNG, equal bytes for equal scenes."""

from __future__ import annotations

from PIL import Image

from bot.engine import DECK

from . import easel, geometry
from .course import course
from .deck import card_sprite, covered_sprite, fan_sprite
from .hand import hand
from .inks import FELT
from .leaderboard import leaderboard
from .player_card import player_card
from .replay import replay
from .scenes import (
    CourseScene,
    HandScene,
    LeaderboardScene,
    PlayerCardScene,
    ReplayScene,
    Scene,
    SheetScene,
    ShowdownScene,
    TableScene,
)
from .sheet import sheet
from .showdown import showdown
from .tabletop import table


def paint(scene: Scene) -> bytes:
    """The picture of a scene as a PNG."""
    return easel.finished(_picture(scene), scene.look)


def _picture(scene: Scene) -> Image.Image:
    match scene:
        case HandScene():
            return hand(scene)
        case TableScene():
            return table(scene)
        case ShowdownScene():
            return showdown(scene)
        case ReplayScene():
            return replay(scene)
        case SheetScene():
            return sheet(scene)
        case LeaderboardScene():
            return leaderboard(scene)
        case PlayerCardScene():
            return player_card(scene)
        case CourseScene():
            return course(scene)


def warm_up() -> None:
    """Draw what most pictures need, so that the first ones come as fast as the rest.

    Large cards are drawn when the first player who likes them looks at a hand; another
    cloth and four colours need nothing drawn at all.
    """
    for card in DECK:
        card_sprite(card, geometry.HAND_CARD)
        for pitch in geometry.HAND_PITCHES[:5]:
            covered_sprite(card, geometry.HAND_CARD, (pitch, 0))
    for cards in (10, 11):
        for hanging in (False, True):
            fan_sprite(cards, geometry.FAN_SHOWN, FELT, hanging=hanging)
