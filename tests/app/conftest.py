"""What the bot says here is held to what Discord takes."""

from tests.speaking import spoken_correctly

__all__ = ["spoken_correctly"]
