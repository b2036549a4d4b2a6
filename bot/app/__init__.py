"""Puts the rooms together: `build_bot(Settings(…))` is the whole bot, not yet connected."""

from .build import build_bot
from .client import GinBot
from .settings import Settings

__all__ = ["GinBot", "Settings", "build_bot"]
