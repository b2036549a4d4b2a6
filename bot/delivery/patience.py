"""How long one request to Discord may take, and the bound that every one of them is kept to.

discord.py tries again for minutes, and waits as long for an answer that does not come (tried).
"""

from __future__ import annotations

import asyncio
import math

SECONDS = 20.0


def patience(most: float = math.inf) -> asyncio.Timeout:
    """Bounds what is awaited inside, to `most` seconds where less is enough.

    Raises:
        TimeoutError: on the way out, where it took too long.
    """
    return asyncio.timeout(min(SECONDS, most))
