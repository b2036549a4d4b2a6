"""The store: everything that outlives the process, in one database."""

from bot.sessions import MatchStore

from .matches import Matches
from .offers import Offers
from .records import Records


class Store(Matches, Offers, Records, MatchStore):
    """Its parts together; each method is one transaction."""
