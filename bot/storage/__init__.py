"""What outlives the process: matches as lists of events, challenges, results, names."""

from .database import Database, known_revisions
from .errors import CannotOpen, SchemaTooNew
from .store import Store

__all__ = ["CannotOpen", "Database", "SchemaTooNew", "Store", "known_revisions"]
