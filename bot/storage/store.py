"""The store: everything that outlives the process, in one database."""

from bot.sessions import MatchStore

from .boards import Boards
from .matches import Matches
from .offers import Offers
from .played import Played
from .records import Records


class Store(Matches, Offers, Records, Boards, Played, MatchStore):
    """Its parts together; each method is one transaction."""
