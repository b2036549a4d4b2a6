"""From a sitting to what one person looks at."""

from __future__ import annotations

from bot.engine import Seat
from bot.rendering.look import Cloth, Look, Order
from bot.rendering.sight import Sight
from bot.rendering.words import Names
from bot.sessions import Preferences, Sitting, Table, level_of


def sight_of(sitting: Sitting, seat: Seat | None) -> Sight:
    """What a seat, or with None a spectator, looks at."""
    table = sitting.table
    return Sight(
        match=table.id,
        view=sitting.view(seat),
        names=Names(table.names),
        next_deal=table.deadlines.deal,
        turn_due=table.deadlines.turn,
        computer=level_of(table.players[1]),
    )


def link_to(table: Table) -> str:
    """The address of a table's message, or of its channel (docs: message links)."""
    parts = (table.guild, table.channel, table.message)
    place = "/".join(str(part) for part in parts if part is not None)
    return f"https://discord.com/channels/{place}"


def look_of(chosen: Preferences) -> Look:
    """How pictures are to look to a player."""
    return Look(
        four_colours=chosen.four_colours,
        large=chosen.large_cards,
        contrast=chosen.high_contrast,
        order=Order(chosen.hand_order),
        cloth=Cloth(chosen.cloth),
        words_only=chosen.words_only,
    )
