"""From a page to Discord: messages, private panels, and the edge where every click is answered."""

from .boundary import GinTree, answered
from .doorway import Doorway
from .messages import (
    UNREACHABLE,
    GinItem,
    Interaction,
    Messenger,
    Painter,
    is_private,
    note,
)
from .nudges import Nudges
from .panels import PageFor, Panels
from .permissions import MissingPermissions, require_sight, require_table
from .sights import link_to, look_of, sight_of
from .threads import NoPrivacy, StaysInThread, Threads, thread_wish
from .whereabouts import Whereabouts

__all__ = [
    "UNREACHABLE",
    "Doorway",
    "GinItem",
    "GinTree",
    "Interaction",
    "Messenger",
    "MissingPermissions",
    "NoPrivacy",
    "Nudges",
    "PageFor",
    "Painter",
    "Panels",
    "StaysInThread",
    "Threads",
    "Whereabouts",
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
