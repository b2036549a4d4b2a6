"""The clicks of the two scripted matches of `tests.scripts`, and what must be on the table."""

from __future__ import annotations

from tests.room import Person, Room, plain


async def play_both(room: Room) -> None:
    """Both matches, the second as the rematch of the first, checked against hand-made scores."""
    await room.seat(room.alice, room.bob)
    await play_first(room)
    await room.bob.press_table("Rematch")
    await room.sit_down(room.bob, room.alice)
    await play_second(room)


async def play_first(room: Room) -> None:
    """Gin by the dealer, a void hand, Big Gin: a shutout for Alice."""
    alice, bob = room.alice, room.bob
    await gin_by_the_dealer(dealer=alice, other=bob)
    said(room, "alice threw K♣ and has gin", "68 − 0 = 68, and 25 for the gin", "alice scores 93")
    await next_hand(alice, bob)
    await draw_until_void(bob, alice)
    said(room, "Void hand", "alice 93 points, 1 line · bob 0 points, 0 lines")
    await next_hand(alice, bob)
    await bob.press("take")
    await bob.press("throw:9c")
    await alice.press("take")
    await alice.press("Big Gin!")
    said(room, "49 − 0 = 49, and 31 for the Big Gin", "alice scores 80")
    said(
        room,
        "alice: hand points 173 + shutout, points doubled 173 + 2 lines × 25 (50)"
        " + game bonus 100 → 496",
        "bob: hand points 0 + 0 lines × 25 (0) → 0",
        "alice wins the match",
    )


async def play_second(room: Room) -> None:
    """Bob crosses with two hands, Alice has won seven: she wins on lines."""
    alice, bob = room.alice, room.bob
    await gin_by_the_dealer(dealer=bob, other=alice)
    said(room, "bob scores 93")
    await next_hand(alice, bob)

    await knock_with_the_upcard(knocker=bob)
    said(room, "bob knocked with K♦ and is left with 3", "undercut! 3 − 3 = 0, and 25")
    said(room, "alice scores 25")
    await next_hand(alice, bob)

    await knock_with_the_upcard(knocker=alice)
    said(room, "bob laid off 8♦ to run 5♦ 6♦ 7♦", "13 − 3 = 10", "alice scores 10")
    await next_hand(alice, bob)

    for hand in (4, 5, 6, 7, 8):
        await knock_with_the_upcard(knocker=alice, passed_by=bob if hand % 2 == 0 else None)
        said(room, "alice scores 10", f"alice {25 + 10 * (hand - 2)} points")
        await next_hand(alice, bob)

    await knock_with_the_upcard(knocker=bob, passed_by=alice)
    said(
        room,
        "bob scores 10",
        "bob: hand points 103 + 2 lines × 25 (50) + game bonus 100 → 253",
        "alice: hand points 85 + 7 lines × 25 (175) → 260",
        "alice wins the match",
        "bob reached 100 first, but the higher grand total wins",
    )


async def gin_by_the_dealer(*, dealer: Person, other: Person) -> None:
    """The non-dealer passes, the dealer takes the upcard and is gin at once."""
    await other.press("Pass")
    await dealer.press("Take 8♦")
    await dealer.press("Gin!")


async def knock_with_the_upcard(*, knocker: Person, passed_by: Person | None = None) -> None:
    """Take 3h, throw Kd face down, and be left with 3."""
    if passed_by is not None:
        await passed_by.press("Pass")
    await knocker.press("Take 3♥")
    await knocker.press("Knock…")
    await knocker.press("K♦ leaves 3")


async def draw_until_void(first: Person, second: Person) -> None:
    """Both pass and throw back whatever they draw, 29 times."""
    mover, waiter = second, first
    await mover.press("Pass")
    await waiter.press("Pass")
    for _ in range(29):
        shown = await mover.press("draw")
        drawn = plain(shown.text).split("You drew ")[1].split(".")[0]
        await mover.press(drawn)
        mover, waiter = waiter, mover


async def next_hand(alice: Person, bob: Person) -> None:
    """Both want the next hand; it is dealt at once."""
    await alice.press("Next hand")
    await bob.press("Next hand")


def said(room: Room, *phrases: str) -> None:
    """The table says all of this."""
    text = plain(room.table.text).replace("**", "")
    missing = [phrase for phrase in phrases if phrase not in text]
    assert not missing, f"{missing} not in:\n{text}"
