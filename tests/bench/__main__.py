"""Run the benchmarks named on the command line, or all of them."""

from __future__ import annotations

import platform
import sys
from datetime import UTC, datetime
from importlib import import_module

# A group is a module with a `run() -> None` that prints its table. Add new ones here.
GROUPS = {
    "pictures": "tests.bench.pictures",
    "melds": "tests.bench.melds",
    "hands": "tests.bench.hands",
    "scores": "tests.bench.scores",
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        print(f"No such group: {', '.join(unknown)}. There are: {', '.join(GROUPS)}")
        return 2
    now = datetime.now(UTC)
    print(f"{now:%Y-%m-%d %H:%M} UTC, Python {platform.python_version()}, {platform.machine()}")
    for name in names or GROUPS:
        print(f"\n{name}")
        import_module(GROUPS[name]).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
