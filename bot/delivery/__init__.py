"""From a page to Discord: messages, private panels, and the edge where every click is answered."""

from .boundary import answered
from .members import Members
from .messages import GinItem, Interaction, Messenger, Painter, is_private, note
from .nudges import Nudges
from .panels import PageFor, Panels
from .permissions import MissingPermissions, require_sight, require_table
from .sights import link_to, look_of, sight_of
from .threads import Threads, thread_wish

__all__ = [
    "GinItem",
    "Interaction",
    "Members",
    "Messenger",
    "MissingPermissions",
    "Nudges",
    "PageFor",
    "Painter",
    "Panels",
    "Threads",
    "answered",
    "is_private",
    "link_to",
    "look_of",
    "note",
    "require_sight",
    "require_table",
    "sight_of",
    "thread_wish",
]
