"""From a page to Discord: messages, private panels, and the edge where every click is answered."""

from .boundary import answered
from .messages import GinItem, Interaction, Messenger, Painter, is_private, note
from .nudges import Nudges
from .panels import PageFor, Panels
from .permissions import MissingPermissions, require_table

__all__ = [
    "GinItem",
    "Interaction",
    "Messenger",
    "MissingPermissions",
    "Nudges",
    "PageFor",
    "Painter",
    "Panels",
    "answered",
    "is_private",
    "note",
    "require_table",
]
