"""A server's deals beside what chance predicts, in words."""

from __future__ import annotations

from bot.scores import TEN_CARDS, Luck, Verdict, expect_mean, expect_share

from .pages import Page, Text, page

_ENOUGH_HANDS = 100
"""With fewer nothing can be told from chance."""
_SIDES = ("within what chance does", "more than chance does", "less than chance does")


def luck_page(luck: Luck) -> Page:
    """Each figure with what is expected, and the bounds that hold it 95 times of 100."""
    heading = "### The deals of this server, and chance"
    if not luck.hands:
        return page(
            Text(f"{heading}\nNo hand has been finished here yet. `/gin challenge` starts one.")
        )
    if (missing := _ENOUGH_HANDS - luck.hands) > 0:
        more = "1 more hand" if missing == 1 else f"{missing} more hands"
        return page(
            Text(
                f"{heading}\nToo few hands have been finished here to tell anything from chance: "
                f"{luck.hands} so far. After {more} this page says how they were dealt."
            )
        )
    return page(
        Text(
            f"{heading}\n-# {luck.hands} hands finished here, so {2 * luck.hands} times ten cards "
            "dealt"
        ),
        Text("\n".join(f"- {line}" for line in (_dealt(luck), _ready(luck), _gins(luck)))),
        Text(f"- {_first(luck)}") if luck.won else None,
        Text(
            "-# *Within what chance does* means: between two bounds that hold 95 of 100 servers "
            "with as many deals. So of 20 honest servers one falls outside."
        ),
    )


def _dealt(luck: Luck) -> str:
    verdict = expect_mean(luck.dealt_deadwood, luck.hands)
    return (
        f"**Deadwood of ten cards as dealt**: {verdict.found:.2f} on average. Expected "
        f"{verdict.expected:.2f}, by chance between {verdict.low:.2f} and {verdict.high:.2f}: "
        f"{_said(verdict)}."
    )


def _ready(luck: Luck) -> str:
    verdict = expect_share(luck.ready_to_knock, 2 * luck.hands, TEN_CARDS.ready)
    return (
        f"**Dealt with ten points or less**: {luck.ready_to_knock}. Expected "
        f"{verdict.expected:.1f}, {_counted(verdict)}: {_said(verdict)}."
    )


def _gins(luck: Luck) -> str:
    share = 100 * luck.gins / luck.hands
    return (
        f"**Ended in gin or Big Gin**: {luck.gins} of {luck.hands}, {share:.1f} %. Chance predicts "
        "nothing here: it is a matter of how people play."
    )


def _first(luck: Luck) -> str:
    verdict = expect_share(luck.won_by_first, luck.won, 0.5)
    share = 100 * luck.won_by_first / luck.won
    return (
        f"**Won by whoever plays first**: {luck.won_by_first} of {luck.won} scored hands, "
        f"{share:.1f} %. If going first made no difference {verdict.expected:.1f} were expected, "
        f"{_counted(verdict)}: {_said(verdict)}."
    )


def _counted(verdict: Verdict) -> str:
    return f"by chance between {verdict.low:.0f} and {verdict.high:.0f}"


def _said(verdict: Verdict) -> str:
    return f"**{_SIDES[verdict.side]}**"
