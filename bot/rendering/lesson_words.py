"""What the tutorial says: to each lesson its title, its text, praise, and a line for mistakes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.engine import Card, Meld, View, arrange
from bot.players import Lesson

from . import words

_CARDS = re.compile(r"\[((?:[A2-9TJQK][cdhs] ?)+)\]")


def _said(text: str) -> str:
    """A text with its [cards] as they are written on buttons."""
    return _CARDS.sub(lambda found: words.cards(map(Card.parse, found[1].split())), text)


@dataclass(frozen=True, slots=True)
class LessonWords:
    """The words of a lesson. `options` are what its answers are called, where it offers some.

    `wrong` has a line for each wrong answer but throws; what is said to those follows from the
    cards, and to a loose card `plain_throw` if there is one.
    """

    title: str
    text: str
    praise: str
    options: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    plain_throw: str | None = None


WORDS: dict[str, LessonWords] = {
    "melds": LessonWords(
        "Melds",
        "Ten cards are yours, and you want them in **melds**. A **set** is three or four cards of "
        "one rank. A **run** is three or more in a row in one suit. Your [9c 9d 9s] are a set: the "
        "picture holds them together with a bracket. [4d 5d] are the beginning of a run.\n"
        "**Which of these cards would complete that run?**",
        "[4d 5d 6d] is a run: three in a row, all diamonds.",
        {"6c": "[6c]", "6d": "[6d]", "4c": "[4c]"},
        {
            "6c": "[6c] follows on from 5, but it is a club. A run is in one suit, and [4d 5d] are "
            "diamonds.",
            "4c": "[4c 4d] would be only two fours, and a set takes three. The run wants the next "
            "diamond.",
        },
    ),
    "deadwood": LessonWords(
        "Deadwood",
        "Cards in no meld are **deadwood**, and you want little of it. An ace counts 1, two to ten "
        "their number, and jack, queen and king 10 each.\n"
        "**What does your deadwood count?** The picture adds it up for you.",
        "10 + 6 + 5 + 5 + 4 + 2 + 1 = 33. The nines are melded and count nothing.",
        {"60": "60", "36": "36", "33": "33"},
        {
            "60": "That counts the nines as well. Cards in a meld are no deadwood.",
            "36": "That takes the king for 13. Jack, queen and king count 10 each.",
        },
    ),
    "upcard": LessonWords(
        "The upcard",
        "A hand begins with one card face up, the **upcard**. The computer has dealt, so you are "
        "asked first: take it into your hand, or pass and leave it to the computer. Here it is "
        "[6d].\n**Will you take it?**",
        "[4d 5d 6d] are a run now, and they are deadwood no more.",
        wrong={
            "pass": "Passing leaves [6d] to the computer, and it is just the card for your run. "
            "Take it."
        },
    ),
    "throwing": LessonWords(
        "Throwing",
        "Now you hold eleven cards, and a turn ends by **throwing** one onto the pile. Keep your "
        "melds, and of the deadwood let go what counts most. (What you have just taken from the "
        "pile cannot go back at once, so [6d] has no button.)\n**Which card do you throw?**",
        "Without the king your deadwood is down to 14.",
    ),
    "drawing": LessonWords(
        "Drawing",
        "The computer drew a card and threw [Qc]. Each turn begins with a **draw**: the top of "
        "the **stock**, which nobody has seen, or the top of the **pile**, here [Qc]. Take from "
        "the pile what makes a meld; everybody sees it.\n**Where do you draw from?**",
        "The stock gave you [7d], which makes your run one longer.",
        wrong={
            "take": "[Qc] melds with nothing you hold, and would bring 10 points of deadwood. "
            "Better the unknown card of the stock."
        },
    ),
    "knocking": LessonWords(
        "The first knock",
        "Once the ten cards you keep have **10 points of deadwood or less** you may **knock**: the "
        "hand ends, both lay their cards open, and whoever has less deadwood scores the "
        "difference. You can come down to 8.\n**End the hand: press Knock….**",
        "A knock throws one more card, face down, and you choose which.",
        plain_throw="A plain throw lets the computer play on and catch up. You may end the hand "
        "now: press **Knock…**.",
    ),
    "knock-card": LessonWords(
        "The card to knock with",
        "These are the cards that you may knock with, each with the deadwood it leaves you.\n"
        "**Which one is best?**",
        "You knocked, and both hands lie open.",
        wrong={
            "knock 5h": "[5h] leaves 9 and [6s] leaves 8. Every point counts: knock with what "
            "leaves less."
        },
    ),
    "lay-off": LessonWords(
        "A lay-off",
        "Before the count whoever did not knock may **lay off**: add loose cards to the melds of "
        "the knocker, and so be rid of them. It is done for both of you, in the best way. In the "
        "picture a card laid off stands higher than the meld it went to.\n"
        "**Which card did the computer lay off on yours?**",
        "[9h] went to your nines and counts nothing.",
        {"Qh": "[Qh]", "9h": "[9h]", "Tc": "[Tc]"},
        {
            "Qh": "[Qh] is in a run of the computer's own, [Jh Qh Kh]. Look for a card beside one "
            "of your melds.",
            "Tc": "[Tc] fits none of your melds, so it stayed as deadwood. Look for a card beside "
            "one of your melds.",
        },
    ),
    "staying-low": LessonWords(
        "Staying low",
        "A new hand; you both passed the upcard, and you drew [9h]. You cannot knock yet, but the "
        "computer may, any moment, and then your deadwood counts. So it pays to stay low.\n"
        "**Which card do you throw?**",
        "And indeed the computer knocked at once.",
    ),
    "undercut": LessonWords(
        "An undercut",
        "The computer is left with 10. You laid off [9h] on its nines and [4h] on its run, and "
        "are left with 7. You have less than the knocker: an **undercut**! You score the "
        "difference, 3, and 25 on top.\n"
        "**Who would have scored, had both of you been left with 7?**",
        "Level is an undercut too: nothing for the difference, and 25 on top. So a knock with 9 or "
        "10 is a risk.",
        {"computer": "The computer", "me": "I would", "nobody": "Nobody"},
        {
            "computer": "Whoever knocks has to have less than the other. Level is not less.",
            "nobody": "Nobody scores only when the stock runs out. Whoever knocks has to have less "
            "than the other, and level is not less.",
        },
    ),
    "last-card": LessonWords(
        "Waiting for gin",
        "The last hand. All but [5h] is in melds, so you could knock in this turn. But **gin**, "
        "when nothing at all is loose, brings 25 points more, and nobody can undercut it or lay "
        "off on it. The computer has thrown [Ks].\n**Where do you draw from?**",
        "[Ts Js Qs Ks] is a run of four, and ten of your cards are melded.",
        wrong={
            "draw": "The stock may bring anything. [Ks] is what you need: it goes on your run, and "
            "then only [5h] is loose."
        },
    ),
    "gin": LessonWords(
        "Gin",
        "Only [5h] is loose, and it can be the card you throw.\n**How do you end this hand?**",
        "Gin!",
        wrong={
            "knocks": "**Knock…** leads there as well, by way of a list. With nothing loose there "
            "is a shorter word for it: **Gin!**"
        },
        plain_throw="Thrown like that the hand goes on. The same card ends it: press **Gin!**",
    ),
}

FINISHED = (
    "That is all there is to it: draw, throw, and end the hand when it is good. A match is a few "
    "such hands, until somebody has 100 points.\n"
    "- `/gin practice` plays against the computer.\n"
    "- `/gin challenge` asks a friend, or anybody who likes.\n"
    "- `/gin rules` has the fine print, and some strategy."
)

_NO_CHOICE = "That is not one of the choices here."


def words_of(lesson: Lesson) -> LessonWords:
    """The words of a lesson, its cards as they are written on buttons."""
    told = WORDS[lesson.name]
    return LessonWords(
        told.title,
        _said(told.text),
        _said(told.praise),
        {answer: _said(label) for answer, label in told.options.items()},
        {answer: _said(line) for answer, line in told.wrong.items()},
        told.plain_throw,
    )


def mistake(lesson: Lesson, answer: str) -> str:
    """What is wrong with an answer, in one line."""
    told = words_of(lesson)
    verb, _, card = answer.partition(" ")
    if answer in told.wrong:
        return told.wrong[answer]
    held = {str(one): one for one in lesson.view.hand.reading.cards} if lesson.view.hand else {}
    if verb != "throw" or card not in held:
        return _NO_CHOICE
    return _poor_throw(lesson.view, held[card], told.plain_throw)


def _poor_throw(view: View, card: Card, plain_throw: str | None) -> str:
    if view.hand is None:
        return _NO_CHOICE
    reading = view.hand.reading
    meld = next((meld for meld in reading.melds if card in meld.cards), None)
    if meld is not None:
        return _broken(meld, card, view)
    if plain_throw is not None:
        return plain_throw
    dearest = max(reading.deadwood, key=lambda one: one.points)
    return (
        f"{words.card(card)} counts only {card.points}, and {words.card(dearest)} counts "
        f"{dearest.points}. Let go what counts most."
    )


def _broken(meld: Meld, card: Card, view: View) -> str:
    least = view.hand.least_after if view.hand else None
    kept = [one for one in view.hand.reading.cards if one != card] if view.hand else []
    return (
        f"{words.card(card)} is in your {words.meld(meld)}. Without it you are left with "
        f"{arrange(kept).points}, and you can have {least}: keep your melds."
    )
