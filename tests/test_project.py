"""The project's frame: what lies at its top, how long its parts are, what it installs."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

TOP_LEVEL = {
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "PRIVACY.md", "LICENSE"),
    *("Dockerfile", "Makefile", "pyproject.toml"),
    *("assets", "bot", "cogs", "tests"),
}
LOCKS = {
    "run": PROJECT["dependencies"],
    "offline": [*PROJECT["dependencies"], *EXTRAS["offline"]],
    "dev": [*PROJECT["dependencies"], *(pin for extra in EXTRAS.values() for pin in extra)],
}
LONGEST_FILE = 500
LONGEST_FUNCTION = 50

PINNED = re.compile(
    r"^(?P<name>[a-z0-9-]+)==(?P<version>[^ ;]+)(?: ; [^\\\n]+)? \\\n"
    r"(?:    --hash=sha256:[0-9a-f]{64} \\\n)*"
    r"    --hash=sha256:[0-9a-f]{64}\n",
    re.MULTILINE,
)


def lock_text(lock: str) -> str:
    return (ROOT / ".lock" / f"{lock}.txt").read_text("utf-8")


def locked(lock: str) -> dict[str, str]:
    return {found["name"]: found["version"] for found in PINNED.finditer(lock_text(lock))}


def asked_for(requirement: str) -> tuple[str, str]:
    """The name, as locks spell it, and the version of `Some.Name[extra]==1.2`."""
    name, version = requirement.split("==")
    return re.sub(r"[-_.]+", "-", name.partition("[")[0]).lower(), version


def sources(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        yield from sorted((ROOT / room).rglob("*.py"))


def functions(source: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def dockerfile(instruction: str) -> list[str]:
    """What follows each `instruction` in the last stage of the Dockerfile."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    last_stage = text.rpartition("\nFROM ")[2]
    return re.findall(rf"^{instruction} +(.+)$", last_stage, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_is_nothing_but_pins_with_hashes(lock: str) -> None:
    assert PINNED.sub("", lock_text(lock)) == ""


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_carries_no_address_and_no_path(lock: str) -> None:
    assert not [mark for mark in ("http:", "https:", "file:", "/", "@") if mark in lock_text(lock)]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_what_pyproject_asks_for(lock: str) -> None:
    assert dict(map(asked_for, LOCKS[lock])).items() <= locked(lock).items()


def test_the_locks_agree_so_that_one_venv_can_hold_them_all() -> None:
    assert locked("run").items() <= locked("offline").items() <= locked("dev").items()


def test_the_top_level_holds_exactly_what_it_should() -> None:
    passing = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split()]
    found = {
        entry.name
        for entry in ROOT.iterdir()
        if not entry.name.startswith(".")
        and not any(fnmatch(entry.name, pattern) for pattern in passing)
    }
    assert found == TOP_LEVEL


def test_no_file_is_too_long_to_read_in_one_sitting() -> None:
    lengths = {
        str(source.relative_to(ROOT)): len(source.read_text("utf-8").splitlines())
        for source in sources("bot", "cogs")
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    too_long = [
        f"{source.relative_to(ROOT)}:{function.lineno} {function.name}"
        for source in sources("bot", "cogs")
        for function in functions(source)
        if (function.end_lineno or 0) - function.lineno >= LONGEST_FUNCTION
    ]
    assert too_long == []


def test_nothing_is_a_drawer_for_odds_and_ends() -> None:
    named = [source.relative_to(ROOT).with_suffix("") for source in sources("bot", "cogs", "tests")]
    assert [name for name in named if {"util", "utils"} & set(name.parts)] == []


def test_the_container_passes_signals_on_to_the_bot() -> None:
    assert [json.loads(command) for command in dockerfile("CMD")] == [["python", "-m", "bot"]]


def test_the_container_does_not_run_as_root() -> None:
    user, _, _group = dockerfile("USER")[-1].partition(":")
    assert int(user) > 0


def test_the_container_reports_its_health_without_a_shell() -> None:
    [check] = dockerfile("HEALTHCHECK")
    assert json.loads(check.partition("CMD ")[2]) == ["python", "-m", "bot", "--health"]


def test_make_help_knows_every_target_people_may_use() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    [targets] = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    public = [target for target in targets.split() if not target.startswith("have-")]
    assert public == re.findall(r"^([a-z-]+):.*## .+$", makefile, re.MULTILINE)
