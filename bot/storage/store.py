"""The store: everything that outlives the process, in one database."""

from bot.sessions import MatchStore

from .boards import Boards
from .matches import Matches
from .offers import Offers
from .played import Played
from .privacy import Privacy
from .records import Records


class Store(Matches, Offers, Records, Boards, Played, Privacy, MatchStore):
    """Its parts together; each method is one transaction."""
