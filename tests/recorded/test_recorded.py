"""Recorded deals: every text file beside this one is a story, played line by line.

A story begins with the reason why it is interesting: prose, up to the first empty line.
Then comes one thing a line. Empty lines may stand between; any line not listed here is an
error, and so is a story that claims nothing. A is seat 0, B seat 1.

What is given, before anything is played (what is not given is filled in):

    rules classic                       a preset, classic if nothing is said
    rules pagat with oklahoma, target 50    and options by their names in `Rules`
    B deals                             as it is if nothing is said: A is the first to move
    A has won 104 in 3 hands            earlier hands, in their order; then the rules say who
    a hand was void                     deals
    A: Ac 2c 3c ...                     ten cards of a seat
    upcard: 8d
    stock: Kc Qd                        from the top
    cards: ...                          instead of a deal: some cards to read, or a knocker's
    knocker: ...                        spread and a defender's cards
    defender: ...

What is played:

    A passes · A takes · A draws · A throws Kc · A knocks with Kc · A goes Big Gin · A resigns
    A draws Kc                          the same, and names the card (so does `A takes Kc`)
    both draw and throw it until 3 are left     in the stock

What must come out:

    A cannot throw 8d: CardJustTaken    the move is refused; `, 12 are left` adds a count
    A may knock with Kc Qc              with these cards and no others, or with `nothing`
    A may only pass or take             `draw or take`, `draw`
    A may go Big Gin · A may not go Big Gin
    the limit is 7
    the cards count 12                  all of them: the given ones, or those of who moves
    without 6s they count 10
    they are read as 5c 5d 5s | loose 4d 6d or as 4d 5d 6d | loose 5c 5s    in this order
    the knocker shows 4h 5h 6h | loose 7c
    the defender lays off 7h on 4h 5h 6h, 9h on 9c 9d 9s        or `nothing`
    the defender keeps Tc Th Ts | loose nothing
    15 are left to him
    melding first he would have 17      had he laid off only after melding at his best
    knock: A scores 13 + 0              `gin`, `big gin`, `undercut`; difference and bonus
    gin: A scores 28 + 25 doubled
    A is left with 7 and B with 20
    the hand is void · the hand is not over
    B deals next
    the match goes on · the match goes to A
    points: A 104, B 82                 of the hands; `column 2: points A 90, B 12`
    totals: A 279, B 207                with all bonuses; `column 1: totals A 395, B 32`
    column 3 is open
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recorded.story import BadStory, read, tell

STORIES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_recorded(story: Path) -> None:
    tell(read(story))


def test_there_are_at_least_forty_stories() -> None:
    assert len(STORIES) >= 40


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("why\n\ncards: Ac\nthe cards amount to 1", "s.txt:4: the cards amount to 1: no such line"),
        ("why\n\ncards: Ac", "s.txt:3: nothing is claimed"),
        ("why\ncards: Ac\nthe cards count 1", "first the reason"),
        ("why\n\nrules classic with jokers\nthe limit is 1", "no option jokers"),
        ("why\n\nA: Ac\nA passes\nB: 2c\nthe limit is 10", "s.txt:5: B: 2c: that comes too late"),
    ],
)
def test_what_is_no_story_is_refused(tmp_path: Path, text: str, error: str) -> None:
    story = tmp_path / "s.txt"
    story.write_text(text, "utf-8")
    with pytest.raises(BadStory, match=error):
        tell(read(story))


def test_a_wrong_claim_names_its_line(tmp_path: Path) -> None:
    story = tmp_path / "s.txt"
    story.write_text("why\n\ncards: Ac 2c\nthe cards count 4", "utf-8")
    with pytest.raises(AssertionError, match=r"s\.txt:4: the cards count 4"):
        tell(read(story))
