"""Two whole matches under classic rules, scripted hand by hand, with scores worked out by hand.

Alice challenges Bob, so she deals first; the deal alternates after every hand, voids too.

The first match is Alice's shutout:

1. Alice deals. Bob passes, Alice takes 8d and throws Kc: gin (2-3-4c, 5-6-7-8d, 9-9-9).
   Bob holds K Q J 10 8 7 6 4 2 A, all loose: 10+10+10+10+8+7+6+4+2+1 = 68. 68 + 25 = 93.
2. Bob deals. Both pass, and each throws what he draws until two cards are left: void.
3. Alice deals. Bob takes the upcard Kc and throws 9c; Alice, who holds A-2-3-4c, 5-6-7d
   and 9-9-9, takes it: eleven melded cards. Bob has K-K-K and Q J 10 8 6 3 2 loose:
   10+10+10+8+6+3+2 = 49. 49 + 31 = 80, so Alice crosses with 93 + 80 = 173.

Alice won every scored hand (the void breaks nothing): 173 x 2 + 2 x 25 + 100 = 496 to 0.

The second match is the rematch Bob asks for, so he deals first. He crosses and loses on lines:

1. Bob goes gin against 68 loose points: 93 to Bob.
2. Bob knocks with 3 left, Alice has 3 left as well: an undercut, 0 + 25 = 25 to Alice.
3. to 8. Alice knocks with 3 left against 13: 10 each time, 60 in all. In one of them
   (the third hand) Bob lays 8d off onto 5-6-7d and would have had 21 otherwise.
9. Bob knocks with 3 left against 13: 10 to Bob, who crosses with 103.

Bob: 103 + 2 x 25 + 100 = 253. Alice: 85 + 7 x 25 = 260. Alice wins.
"""

from __future__ import annotations

from .builders import Order, ScriptedDealer, deck_with

GIN_BUT_ONE = "2c 3c 4c 5d 6d 7d 9d 9h 9s Kc"
"""With 8d for Kc it is gin."""
ALL_LOOSE = "Kh Qs Jd Th 8s 7c 6c 4h 2s Ad"
"""Counts 68, and can lay nothing off."""
KNOCK_FOR_THREE = "Ac 2c 3c 5d 6d 7d 9d 9h 9s Kd"
"""With 3h for Kd it leaves 3."""
THIRTEEN = "Jh Qh Kh Jc Qc Kc As 2s 4h 6h"
"""Counts 13 and can lay nothing off."""
THIRTEEN_AFTER_LAY_OFF = "Jh Qh Kh Jc Qc Kc As 2s Td 8d"
"""Counts 21; laying 8d off onto 5-6-7d leaves 13."""
THREE = "Jh Qh Kh Jc Qc Kc Ts Js Qs 3s"
"""Counts 3."""

GIN_BY_THE_DEALER = deck_with(non_dealer=ALL_LOOSE, dealer=GIN_BUT_ONE, upcard="8d")
VOID = deck_with(
    non_dealer="Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d",
    dealer="Ah 3h 5h 7h 9h Jh Kh 2s 4s 6s",
    upcard="8s",
    stock=(
        "Ts Qs 8h Th Qh 2h 4h 6h As 3s 5s 7s 9s Js Ks 2c "
        "4c 6c 8c Tc Qc Ad 3d 5d 7d 9d Jd Kd 8d Td Qd"
    ),
)
BIG_GIN_BY_THE_DEALER = deck_with(
    non_dealer="Kh Ks 9c Qd Jh Ts 8s 6h 3s 2h",
    dealer="Ac 2c 3c 4c 5d 6d 7d 9d 9h 9s",
    upcard="Kc",
)
UNDERCUT_BY_THE_DEALER = deck_with(non_dealer=KNOCK_FOR_THREE, dealer=THREE, upcard="3h")
KNOCK_BY_THE_OTHER = deck_with(non_dealer=KNOCK_FOR_THREE, dealer=THIRTEEN, upcard="3h")
KNOCK_WITH_LAY_OFF = deck_with(
    non_dealer=KNOCK_FOR_THREE, dealer=THIRTEEN_AFTER_LAY_OFF, upcard="3h"
)
KNOCK_BY_THE_DEALER = deck_with(non_dealer=THIRTEEN, dealer=KNOCK_FOR_THREE, upcard="3h")

FIRST_MATCH: tuple[Order, ...] = (GIN_BY_THE_DEALER, VOID, BIG_GIN_BY_THE_DEALER)
SECOND_MATCH: tuple[Order, ...] = (
    GIN_BY_THE_DEALER,
    UNDERCUT_BY_THE_DEALER,
    KNOCK_WITH_LAY_OFF,
    KNOCK_BY_THE_DEALER,
    KNOCK_BY_THE_OTHER,
    KNOCK_BY_THE_DEALER,
    KNOCK_BY_THE_OTHER,
    KNOCK_BY_THE_DEALER,
    KNOCK_BY_THE_DEALER,
)


def both_matches() -> ScriptedDealer:
    """Deals the two matches one after the other."""
    return ScriptedDealer(*FIRST_MATCH, *SECOND_MATCH)
