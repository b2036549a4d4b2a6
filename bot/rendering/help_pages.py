"""Help, the rules as played, and the leaderboard: texts for `/gin help`, `rules`, `leaderboard`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import NextDealer, Rules, Victory

from . import words
from .pages import Page, Text, page

COMMANDS: dict[str, str] = {
    "challenge": "challenge a friend, or anyone who likes to accept",
    "hand": "your hand, here and in private, whenever you need it again",
    "score": "the score sheet of your match",
    "resign": "give your match up (it asks first)",
    "rules": "the rules as they are played here",
    "leaderboard": "matches won, hand points and lines of this server",
    "help": "this page",
}
"""Each subcommand of /gin and what it does; the commands take their descriptions from here."""

CONTEXT_MENU = "Challenge to Gin Rummy"


def help_page() -> Page:
    """How to play with this bot, on one page."""
    commands = "\n".join(f"`/gin {name}`: {what}" for name, what in COMMANDS.items())
    return page(
        Text(
            "### Gin Rummy\n"
            "Challenge someone with `/gin challenge`, or right-click a member → Apps → "
            f"**{CONTEXT_MENU}**. Once accepted, press **My hand** on the table: your cards come "
            "to you alone, and the buttons under them are the moves you have. Lost the hand? "
            "Press **My hand** again. Buttons never go stale: an old one shows you the present."
        ),
        Text(commands),
    )


def rules_page(rules: Rules) -> Page:
    """The rules as played, with the figures of one rule set."""
    return page(
        Text(f"### How Gin Rummy is played here\n-# {words.rules_line(rules)}"),
        Text("\n".join(f"- {line}" for line in _play(rules))),
        Text("\n".join(f"- {line}" for line in _score(rules))),
    )


def _play(rules: Rules) -> list[str]:
    first_draw = "takes a normal turn" if rules.upcard_after_passes else "draws from the stock"
    big_gin = (
        "Eleven melded cards are gin: throw one of them."
        if rules.big_gin_bonus is None
        else "**Big Gin**: all eleven cards in melds right after the draw, nothing thrown."
    )
    return [
        "Ten cards each. **Melds** are sets (three or four of a rank) and runs (three or more of "
        "a suit in sequence, ace low). The rest is **deadwood**: ace 1, 2 to 10 their number, "
        "J Q K 10. Your hand is always read so that it leaves the least.",
        "The non-dealer may take the **upcard** or pass, then the dealer; if both pass, the "
        f"non-dealer {first_draw}.",
        "A turn is one draw, from the **stock** or the top of the **pile**, and one discard. A "
        "card taken from the pile stays in your hand for that turn.",
        f"**Knock** when the ten cards you keep count {rules.knock_limit} or less: your card goes "
        "face down and both hands are shown. You never have to. Nothing loose is **gin**.",
        big_gin,
        f"After a knock the other player **lays off** loose cards on the knocker's melds, as well "
        f"as can be; {'after gin too' if rules.lay_off_on_gin else 'not after gin'}.",
        "When two cards are left in the stock and nobody has knocked, the hand is **void**.",
    ]


def _score(rules: Rules) -> list[str]:
    dealer = {
        NextDealer.ALTERNATE: "The deal alternates",
        NextDealer.WINNER: "The winner of a hand deals the next",
        NextDealer.LOSER: "The loser of a hand deals the next",
    }[rules.next_dealer]
    void = "passes on too" if rules.void_moves_deal else "is dealt again by the same player"
    end = (
        "the higher grand total wins"
        if rules.victory is Victory.HIGHER_TOTAL
        else "whoever reached the target first wins"
    )
    return [
        "The knocker scores the difference; level or below, the other player **undercuts** and "
        f"scores the difference and {rules.undercut_bonus}.",
        f"Gin: the other's deadwood and {rules.gin_bonus}"
        + ("." if rules.big_gin_bonus is None else f"; Big Gin: {rules.big_gin_bonus} instead."),
        f"The match goes to {rules.target} hand points. Then: {words.shutout(rules)}; "
        f"{rules.line_bonus} for each hand won, both players; {rules.game_bonus} to whoever "
        f"reached {rules.target}; {end}.",
        f"{dealer}; a void hand {void}.",
    ]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a leaderboard; `points` and `lines` are summed over finished matches."""

    name: str
    won: int
    played: int
    points: int
    lines: int


def leaderboard_page(standings: Sequence[Standing]) -> Page:
    """A server's leaderboard, best first; equal rows share a place."""
    if not standings:
        return page(
            Text(
                "### Leaderboard\nNo match has been finished here yet. `/gin challenge` starts one."
            )
        )
    told: list[str] = []
    place, last = 0, None
    for index, row in enumerate(standings, 1):
        key = (row.won, row.points, row.lines)
        place, last = (place, last) if key == last else (index, key)
        matches = "match" if row.played == 1 else "matches"
        told.append(
            f"{place}. **{words.plain(row.name)}** won {row.won} of {row.played} {matches} · "
            f"{words.points(row.points)} · {words.lines(row.lines)}"
        )
    return page(Text("### Leaderboard of this server"), Text("\n".join(told)))
