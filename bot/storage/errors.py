"""What can be wrong with a database before the bot starts."""

from bot.engine import GinError


class SchemaTooNew(GinError):
    """The database was written by a newer program; its revision is the argument."""
