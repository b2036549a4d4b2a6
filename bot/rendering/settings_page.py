"""What a player chooses for himself: when he is called, how pictures look, whom he blocks."""

from __future__ import annotations

from collections.abc import Sequence

from . import words
from .controls import Preference
from .look import Cloth, Look, Order
from .pages import Button, Page, Row, Style, Text, page, rows

ON, OFF = "on", "off"
NUDGE, BY_DM, POOR_KNOCK, UNBLOCK = "nudge", "dm", "knock", "unblock"
ORDER, CLOTH = "order", "cloth"
FOUR_COLOURS, LARGE, CONTRAST, WORDS_ONLY = "four", "large", "contrast", "words"

_WISHES = {"always": "Always", "away": "When I am away", "never": "Never"}
_ORDERS = {
    Order.MELDS: "By melds",
    Order.SUIT: "By suit",
    Order.RANK: "By rank",
    Order.CAME: "As I got them",
}
_CLOTHS = {cloth: cloth.value.capitalize() for cloth in Cloth}
_MOST_BLOCKED = 20
_LABEL = 30
"""Characters of a name that fit a button on a phone."""


def settings_page(nudge: str, *, by_dm: bool, asks_before_poor_knock: bool, look: Look) -> Page:
    """What a player may choose, and what he has chosen."""
    return page(
        Text(
            "### Your settings\nTell me when it is my turn. *When I am away* means: when my hand "
            "is not open, or I have not moved for a minute."
        ),
        _one_of(NUDGE, _WISHES, nudge),
        Row((_switch("By DM", BY_DM, is_on=by_dm),)),
        Text("Before a knock that another card would improve, ask me once."),
        Row((_switch("Ask first", POOR_KNOCK, is_on=asks_before_poor_knock),)),
        Text(
            "How pictures look to me alone; the table stays as it is for everyone. *Text only* "
            "leaves the pictures out."
        ),
        Row(
            (
                _switch("Four colours", FOUR_COLOURS, is_on=look.four_colours),
                _switch("Large cards", LARGE, is_on=look.large),
                _switch("High contrast", CONTRAST, is_on=look.contrast),
                _switch("Text only", WORDS_ONLY, is_on=look.words_only),
            )
        ),
        Text("How the cards in my hand are ordered."),
        _one_of(ORDER, _ORDERS, look.order),
        Text("The colour of the cloth under them."),
        _one_of(CLOTH, _CLOTHS, look.cloth),
    )


def _one_of(
    field: str, choices: dict[str, str] | dict[Order, str] | dict[Cloth, str], now: str
) -> Row:
    """A button for each; that of the present one is marked by more than its colour."""
    return Row(
        tuple(
            Button(f"✓ {label}", Preference(field, value), Style.GOOD)
            if value == now
            else Button(label, Preference(field, value))
            for value, label in choices.items()
        )
    )


def _switch(label: str, field: str, *, is_on: bool) -> Button:
    now, then = (ON, OFF) if is_on else (OFF, ON)
    return Button(f"{label}: {now}", Preference(field, then), Style.GOOD if is_on else Style.PLAIN)


def blocks_page(blocked: Sequence[tuple[int, str]]) -> Page:
    """Whom a player has blocked, by id and name, with a button that lets each come again."""
    if not blocked:
        return page(
            Text(
                "### Your block list\nNobody is on it. `/gin block player:` keeps somebody from "
                "challenging you and from accepting your challenges."
            )
        )
    shown = blocked[:_MOST_BLOCKED]
    more = len(blocked) - len(shown)
    buttons = [
        Button(f"Unblock {words.cut(name, _LABEL)}", Preference(UNBLOCK, str(player)))
        for player, name in shown
    ]
    told = "They can neither challenge you nor accept your challenges."
    if more:
        told += f" {more} more come into sight as you unblock these."
    return page(Text(f"### Your block list\n{told}"), *rows(buttons, 3))
