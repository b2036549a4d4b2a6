"""The private form in which a custom rule set is made up: menus, switches, Challenge."""

from __future__ import annotations

from typing import Any

from bot.engine import PRESETS, NextDealer, Rules

from . import words
from .challenge_page import Offer
from .controls import BadControl, Setting
from .pages import Button, Menu, Option, Page, Row, Style, Text, page

PUBLISH, DISCARD, MAKE_DEFAULT = "publish", "discard", "default"
"""Fields that are no settings: post the challenge, drop it, keep the rules for the server."""

_BASE = "base"
_OFF, _ON = "off", "on"

_SWITCHES = {
    "straight": "Straight gin",
    "oklahoma": "Oklahoma",
    "spades_double": "Spades double",
    "hollywood": "Hollywood",
    "lay_off_on_gin": "Lay-off on gin",
}
_OPTIONS = ("straight", "oklahoma", "spades_double", "hollywood")
"""What stays when another base is chosen; its figures are those of the base."""

_NUMBERS: dict[str, tuple[str, tuple[int | None, ...]]] = {
    "target": ("Target {}", (50, 75, 100, 125, 150, 200, 250, 300, 400, 500)),
    "gin_bonus": ("Gin bonus {}", (0, 10, 20, 25, 30, 40, 50, 75, 100)),
    "big_gin_bonus": ("Big Gin bonus {}", (None, 20, 25, 31, 40, 50, 60, 75, 100, 125, 150)),
    "undercut_bonus": ("Undercut bonus {}", (0, 10, 15, 20, 25, 30, 40, 50, 75, 100)),
    "line_bonus": ("{} for each hand won", (0, 5, 10, 20, 25, 30, 40, 50, 75, 100)),
    "game_bonus": ("Game bonus {}", (0, 50, 100, 150, 200, 250, 300, 400, 500)),
}
_DEALERS = {
    NextDealer.ALTERNATE: "The deal alternates",
    NextDealer.WINNER: "The winner deals next",
    NextDealer.LOSER: "The loser deals next",
}

PRESET_LINES = {
    "classic": "Classic: to 100, gin 25, Big Gin 31, undercut 25, lines 25, game 100",
    "playcards": "PlayCards: to 100, gin 25, undercut 25, no Big Gin, no end bonuses",
    "pagat": "Pagat: to 100, gin 20, undercut 10, lines 20, game 100, first to 100 wins",
    "bicycle": "Bicycle: as Pagat, and the defender lays off on gin too",
    "cardgames": "Card Games: as Classic, but voids break the shutout; the upcard stays open",
    "simple": "Simple: to 100, gin 25, undercut 25, no Big Gin, no end bonuses, deal alternates",
}
"""Each preset in one line, for menus."""

CUSTOM = "custom"
CUSTOM_LINE = "Custom: make up your own, with Oklahoma, straight gin, Hollywood"


def form_page(offer: Offer, *, may_default: bool, notice: str | None = None) -> Page:
    """The form as the rules stand; `may_default` offers to keep them for the server."""
    challenge, rules = offer.id, offer.rules
    invited = f"**{words.plain(offer.opponent_name)}**" if offer.opponent_name else "anyone"
    return page(
        Text(f"⚠️ {notice}") if notice else None,
        Text(f"### Your own rules, for a challenge to {invited}\n-# {words.rules_line(rules)}"),
        _bases(challenge, rules),
        Row(tuple(_switch(challenge, rules, field) for field in _SWITCHES)),
        *(_numbers(challenge, rules, field) for field in _NUMBERS),
        _dealers(challenge, rules),
        _ends(challenge, may_default=may_default),
    )


def done_page(said: str) -> Page:
    """What is left of a form that has done its work."""
    return page(Text(said))


def _bases(challenge: int, rules: Rules) -> Menu:
    options = (Option(line, key, key == rules.base) for key, line in PRESET_LINES.items())
    return Menu(Setting(challenge, _BASE), tuple(options))


def _switch(challenge: int, rules: Rules, field: str) -> Button:
    is_on = getattr(rules, field)
    label = f"{_SWITCHES[field]}: {_ON if is_on else _OFF}"
    control = Setting(challenge, field, _OFF if is_on else _ON)
    return Button(label, control, Style.GOOD if is_on else Style.PLAIN)


def _numbers(challenge: int, rules: Rules, field: str) -> Menu:
    form, offered = _NUMBERS[field]
    present = getattr(rules, field)
    values = offered if present in offered else (*offered, present)
    options = (
        Option(form.format(_shown(value)), _shown(value), value == present) for value in values
    )
    return Menu(Setting(challenge, field), tuple(options))


def _shown(value: int | None) -> str:
    return _OFF if value is None else str(value)


def _dealers(challenge: int, rules: Rules) -> Menu:
    options = (
        Option(line, dealer.value, dealer is rules.next_dealer) for dealer, line in _DEALERS.items()
    )
    return Menu(Setting(challenge, "next_dealer"), tuple(options))


def _ends(challenge: int, *, may_default: bool) -> Row:
    buttons = [
        Button("Challenge", Setting(challenge, PUBLISH), Style.MAIN),
        Button("Discard", Setting(challenge, DISCARD)),
    ]
    if may_default:
        buttons.append(Button("Make this the server's default", Setting(challenge, MAKE_DEFAULT)))
    return Row(tuple(buttons))


def revised(rules: Rules, asked: Setting) -> Rules:
    """The rules once a setting of the form has been changed.

    Raises:
        BadControl: there is no such setting, or no such value of it.
        BadRules: the settings make no sense together.
    """
    if asked.value is None:
        raise BadControl(asked.encode())
    if asked.field == _BASE and asked.value in PRESETS:
        options = {field: getattr(rules, field) for field in _OPTIONS}
        return PRESETS[asked.value].revise(**options)
    return rules.revise(**{asked.field: _value(asked.field, asked.value)})


def _value(field: str, value: str) -> Any:
    if field in _SWITCHES and value in {_ON, _OFF}:
        return value == _ON
    if field == "next_dealer" and value in set(NextDealer):
        return NextDealer(value)
    if field in _NUMBERS and (value.isdecimal() or (value == _OFF and field == "big_gin_bonus")):
        return None if value == _OFF else int(value)
    raise BadControl(f"{field}:{value}")
