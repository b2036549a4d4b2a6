"""The rules as played, the fine print, strategy and questions: pages to leaf through.

The figures come from the rule set; the rulings are those listed in README.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.engine import NextDealer, Rules, Shutout, Victory

from . import words
from .controls import Leaf
from .pages import Button, Page, Row, Text, page

SERVER_BOOK = "server"
"""The book that shows what the server plays, whatever that is when a page is turned."""


def default_line(rules: Rules) -> str:
    """What a server plays unless a challenge says otherwise."""
    return f"This server plays **{words.rules_line(rules)}** unless a challenge says otherwise."


def rules_page(rules: Rules, book: str, number: int) -> Page:
    """One page of the rules; a number beyond the last shows the last."""
    shown = min(number, len(_PAGES) - 1)
    title, lines = _PAGES[shown]
    heading = f"### {title}\n-# {words.rules_line(rules)}"
    body = "\n".join(f"- {line}" for line in lines(rules))
    return page(Text(heading), Text(body), _leafing(book, shown))


def _leafing(book: str, shown: int) -> Row:
    buttons = []
    if shown > 0:
        buttons.append(Button(f"◀\ufe0e {_PAGES[shown - 1][0]}", Leaf(book, shown - 1)))
    if shown < len(_PAGES) - 1:
        buttons.append(Button(f"{_PAGES[shown + 1][0]} ▶\ufe0e", Leaf(book, shown + 1)))
    return Row(tuple(buttons))


def _play(rules: Rules) -> list[str]:
    first_draw = (
        "takes an ordinary turn and may still take the upcard"
        if rules.upcard_after_passes
        else "has to draw from the stock"
    )
    return [
        "Ten cards each, one at a time; the 21st lies face up as the **upcard** and 31 are the "
        "**stock**. Who deals first is chance.",
        "**Melds** are sets, three or four of a rank, and runs, three or more of a suit in "
        "sequence. Aces are low: A-2-3 is a run, Q-K-A is not. A card serves in one meld only.",
        "What is in no meld is **deadwood**: an ace counts 1, 2 to 10 their number, J Q K 10. "
        "Your hand is always read so that it leaves the least.",
        "The non-dealer may take the upcard or pass, then the dealer; if both pass, the "
        f"non-dealer {first_draw}.",
        "A turn is one draw, from the stock or the top of the **discard pile**, and one discard. "
        "A card taken from the pile stays in your hand for that turn.",
        *_ways_to_end(rules),
    ]


def _ways_to_end(rules: Rules) -> list[str]:
    told = [_knocking(rules)]
    if rules.big_gin_bonus is None:
        told.append("Eleven melded cards are gin too: one of them is thrown.")
    else:
        told.append(
            "**Big Gin** is all eleven cards in melds right after the draw, nothing thrown. You "
            "claim it; you may also play on."
        )
    if not rules.straight:
        on_gin = "after gin as well" if rules.lay_off_on_gin else "but not after gin"
        told.append(
            "After a knock the other player **lays off** loose cards on the knocker's melds, "
            f"{on_gin}. It is done for you, in the way that leaves you least."
        )
    told.append(
        "When two cards are left in the stock and the turn ends with a plain discard, the hand "
        "is **void**: nobody scores."
    )
    return told


def _knocking(rules: Rules) -> str:
    if rules.straight:
        return "**Straight gin**: a hand ends only with **gin**, nothing loose in ten cards."
    limit = "the hand's limit" if rules.oklahoma else str(rules.knock_limit)
    told = (
        f"**Knock** when the ten cards you keep count {limit} or less: your card goes face down "
        "and both hands are shown. You never have to. Nothing loose is **gin**."
    )
    if not rules.oklahoma:
        return told
    spade = " A spade doubles all that the hand scores." if rules.spades_double else ""
    return (
        f"{told} **Oklahoma**: the upcard sets the limit, 10 for a face; an ace means gin only."
        f"{spade}"
    )


def _score(rules: Rules) -> list[str]:
    told = []
    if not rules.straight:
        told.append("**Knock**: the difference of the two counts, to the knocker.")
        told.append(
            "**Undercut**: if the other player is level or below, that player scores the "
            f"difference and {rules.undercut_bonus}."
        )
    told.append(f"**Gin**: the other's deadwood and {rules.gin_bonus}; it cannot be undercut.")
    if rules.big_gin_bonus is not None:
        told.append(f"**Big Gin**: the other's deadwood and {rules.big_gin_bonus}.")
    told.append(f"Each hand won is a **line**. The match goes to {rules.target} hand points.")
    return [*told, *_end_bonuses(rules), *_hollywood(rules), _deal(rules)]


def _end_bonuses(rules: Rules) -> list[str]:
    if not (rules.line_bonus or rules.game_bonus):
        return ["There are no bonuses at the end; the hands are the score."]
    wins = (
        "The higher grand total wins, so lines can beat whoever crossed first."
        if rules.victory is Victory.HIGHER_TOTAL
        else f"Whoever reaches {rules.target} first wins, even with the lower grand total."
    )
    bonuses = [words.shutout(rules)]
    if rules.line_bonus:
        bonuses.append(f"{rules.line_bonus} for each line, both players")
    if rules.game_bonus:
        bonuses.append(f"a game bonus of {rules.game_bonus} to whoever reached {rules.target}")
    return [f"At the end, in this order: {'; '.join(bonuses)}.", wins]


def _hollywood(rules: Rules) -> list[str]:
    if not rules.hollywood:
        return []
    return [
        "**Hollywood**: three columns. Your first win goes to the first column, your second to "
        "the first and second, every later one to all that are open. A column closes at "
        f"{rules.target} with its own bonuses; most columns win."
    ]


def _deal(rules: Rules) -> str:
    dealer = {
        NextDealer.ALTERNATE: "The deal alternates",
        NextDealer.WINNER: "The winner of a hand deals the next",
        NextDealer.LOSER: "The loser of a hand deals the next",
    }[rules.next_dealer]
    void = "passes on too" if rules.void_moves_deal else "is dealt again by the same player"
    return f"{dealer}; a void hand {void}."


def _fine_print(rules: Rules) -> list[str]:
    told = [
        "The last two cards are never drawn. Drawing the third from last and ending the hand "
        "counts; with three left, taking the discard keeps it alive.",
        "A hand won with 0 points is a line all the same.",
        f"Exactly {rules.target} counts as reached.",
        "Resigning: the score so far stands, no more points or bonuses, the other player wins.",
    ]
    if not rules.straight:
        told = [*_of_knocking(rules), *told]
    if rules.victory is Victory.HIGHER_TOTAL:
        told.append(f"Equal grand totals go to whoever reached {rules.target} first.")
    if rules.void_breaks_shutout:
        told.append("A void hand breaks a shutout.")
    if rules.spades_double:
        told.append("A doubled hand is still one line, and its points count doubled to the target.")
    return told


def _of_knocking(rules: Rules) -> list[str]:
    breaks = "" if rules.shutout is Shutout.NONE else "it breaks a shutout and "
    return [
        "The card you throw does not count: 3, 5 and 9 loose, knock with the 9 and keep 8.",
        "A card taken from the pile may not be the knock card either.",
        "You may knock on your very first turn, the upcard taken or not.",
        "Laying off may break one of your own melds where that leaves less; between equal ways "
        "your melds stay whole, then the fewest cards are laid off.",
        "If the knocker's cards can be read in several equal ways, the one counts that leaves the "
        "other player most.",
        f"An undercut is the other player's hand: {breaks}is that player's line.",
    ]


def _strategy(rules: Rules) -> list[str]:
    told = [
        "Early in a hand throw high cards that nothing goes with; they cost most when caught.",
        "Two cards that can become a meld in two ways are worth more than a pair that waits for "
        "one card.",
        "Remember what the other player took, and do not throw its neighbours.",
        "What was thrown and left is a safe throw, and so are its neighbours for a while.",
        "Sevens fit more runs than any other card; kings and aces the fewest.",
        "Low cards cost little to keep and help a knock.",
    ]
    if rules.straight:
        return [*told, "Nobody can knock: hold on to melds and wait for the card that completes."]
    patience = (
        "An undercut is dear here: late in a hand, knock low or wait for gin."
        if rules.undercut_bonus >= rules.gin_bonus
        else "An undercut costs little here: an early knock is seldom wrong."
    )
    return [*told, "A knock in the first few turns mostly catches a full hand.", patience]


def _questions(rules: Rules) -> list[str]:
    told = [
        "**Do I have to declare melds?** No. Hands are always read in the best way.",
        "**Can I pick up the card I have just thrown?** No: by your next draw the other player's "
        "discard lies on it.",
        "**What if I lose sight of my hand?** Press My hand on the table, or type `/gin hand`.",
        "**Does a void hand count as a line?** No, for nobody.",
    ]
    if not rules.straight:
        told += [
            "**Why is there no Knock button?** It appears only when throwing some card leaves few "
            "enough points.",
            "**Can I rearrange after a knock?** It is done for you: whatever leaves you least.",
        ]
    if rules.oklahoma:
        told.append(
            "**Does the limit change when the upcard is taken?** No, it stays for the hand."
        )
    if rules.victory is Victory.HIGHER_TOTAL and rules.line_bonus:
        told.append(
            "**How can I lose after crossing?** Lines count for both, and the higher total wins."
        )
    return told


_PAGES: tuple[tuple[str, Callable[[Rules], list[str]]], ...] = (
    ("How to play", _play),
    ("Scoring", _score),
    ("Fine print", _fine_print),
    ("Strategy", _strategy),
    ("Questions", _questions),
)
