"""Whatever is shipped in assets is ours to ship, and says where it is from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ASSETS = Path(__file__).resolve().parents[2] / "assets"
LISTED = re.compile(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
LICENCES = {"SIL Open Font License 1.1": "SIL OPEN FONT LICENSE Version 1.1"}
"""A licence as the list calls it, and words that its text has."""


def entries() -> dict[str, tuple[str, str]]:
    """The origin and licence of each file that the list has; "as above" is what is above."""
    found: dict[str, tuple[str, str]] = {}
    above = ("", "")
    for file, _, origin, licence in LISTED.findall((ASSETS / "README.md").read_text("utf-8")):
        above = tuple(  # type: ignore[assignment]
            before if now.strip() == "as above" else now.strip()
            for now, before in zip((origin, licence), above, strict=True)
        )
        found[file] = above
    return found


def licence_file(licence: str) -> Path:
    (name,) = re.findall(r"`([^`]+)`", licence)
    return ASSETS / str(name)


def shipped() -> set[str]:
    return {str(file.relative_to(ASSETS)) for file in ASSETS.rglob("*") if file.is_file()}


def test_every_file_is_listed_and_every_listed_file_is_there() -> None:
    texts = {str(licence_file(licence).relative_to(ASSETS)) for _, licence in entries().values()}
    assert shipped() == {"README.md", *texts, *entries()}


@pytest.mark.parametrize("file", sorted(entries()))
def test_a_file_has_an_origin_and_the_text_of_its_licence_beside_it(file: str) -> None:
    origin, licence = entries()[file]
    assert re.search(r"https://\S+", origin)
    name = licence.partition(",")[0]
    assert LICENCES[name] in licence_file(licence).read_text("utf-8")
