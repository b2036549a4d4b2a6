"""From a sitting to what one person looks at."""

from __future__ import annotations

from bot.engine import Seat
from bot.rendering.sight import Sight
from bot.rendering.words import Names
from bot.sessions import Sitting, Table


def sight_of(sitting: Sitting, seat: Seat | None) -> Sight:
    """What a seat, or with None a spectator, looks at."""
    table = sitting.table
    return Sight(
        match=table.id,
        view=sitting.view(seat),
        names=Names(table.names),
        next_deal=table.deadlines.deal,
        turn_due=table.deadlines.turn,
    )


def link_to(table: Table) -> str:
    """The address of a table's message, or of its channel (docs: message links)."""
    parts = (table.guild, table.channel, table.message)
    place = "/".join(str(part) for part in parts if part is not None)
    return f"https://discord.com/channels/{place}"
