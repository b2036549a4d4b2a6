"""What can be wrong with a database before the bot starts."""

from bot.engine import GinError


class CannotOpen(GinError):
    """There is no usable database at this address; the argument says why."""


class SchemaTooNew(GinError):
    """The database was written by a newer program; its revision is the argument."""
