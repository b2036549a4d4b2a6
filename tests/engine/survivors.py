"""The mutants that no test notices, held against the list of those that are explained.

mutmut ends with status 0 whatever has survived; this does not. `SURVIVORS.md` has a row for each
function: how many of its mutants may survive, and why.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

_ROW = re.compile(r"^\| `(?P<function>[^`]+)` \| (?P<count>\d+) \|", re.MULTILINE)
_RESULT = re.compile(r"^ *(?P<function>\S+)__mutmut_\d+: (?P<verdict>.+)$", re.MULTILINE)
_UNNOTICED = {"survived", "no tests"}


def explained() -> Counter[str]:
    """How many mutants of each function are known to survive."""
    text = Path(__file__).with_name("SURVIVORS.md").read_text("utf-8")
    return Counter({row["function"]: int(row["count"]) for row in _ROW.finditer(text)})


def unnoticed(results: str) -> Counter[str]:
    """How many mutants of each function have survived, by what `mutmut results` prints."""
    rows = _RESULT.finditer(results)
    return Counter(row["function"] for row in rows if row["verdict"] in _UNNOTICED)


def main() -> int:
    """Say what is new; the exit status."""
    asked = [sys.executable, "-m", "mutmut", "results"]
    results = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    found = unnoticed(results)
    new = found - explained()
    sys.stdout.write(f"{found.total()} mutants unnoticed, {new.total()} of them not explained\n")
    sys.stdout.writelines(f"{function}: {count} more\n" for function, count in sorted(new.items()))
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
