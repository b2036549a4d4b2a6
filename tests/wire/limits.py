"""Rate limits: so many requests a bucket in so many seconds, with the headers that tell."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Protocol


class _Request(Protocol):
    @property
    def method(self) -> str: ...

    @property
    def path(self) -> str: ...


@dataclass
class Limits:
    """One bucket a route and channel, or webhook token; with `most` 0 there are none."""

    most: int = 0
    window: float = 1.0
    exceeded: int = 0
    """How often the bot was told that it had asked too much."""
    _used: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def count(self, sent: _Request) -> tuple[float, dict[str, str]]:
        """How long to wait, 0 for not at all, and what the headers say."""
        if not self.most or sent.path.startswith("/interactions/"):
            return 0.0, {}
        bucket = sent.method + re.sub(r"/messages/.*", "/messages", sent.path)
        now = time.monotonic()
        used = [moment for moment in self._used[bucket] if moment > now - self.window]
        self._used[bucket] = used
        if len(used) >= self.most:
            self.exceeded += 1
            return used[0] + self.window - now, self._headers(bucket, used, now)
        used.append(now)
        return 0.0, self._headers(bucket, used, now)

    def _headers(self, bucket: str, used: list[float], now: float) -> dict[str, str]:
        after = max(used[0] + self.window - now, 0.0)
        return {
            "X-RateLimit-Limit": str(self.most),
            "X-RateLimit-Remaining": str(max(self.most - len(used), 0)),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": f"{abs(hash(bucket)):x}",
        }
