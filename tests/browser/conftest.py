"""A real browser against the real `python -m bot --offline`."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium")

# Without these the browser keeps trying to reach its maker's servers.
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def offline_url(tmp_path: Path) -> Iterator[str]:
    """The address that the offline bot prints; it has a database of its own."""
    database = f"sqlite+aiosqlite:///{tmp_path / 'offline.sqlite3'}"
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "--offline"],
        cwd=ROOT,
        env=os.environ | {"GIN_OFFLINE_DATABASE_URL": database},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    line = process.stdout.readline()
    assert "open http://127.0.0.1:" in line, process.stderr.read()
    yield line.split("open ")[1].strip()
    process.send_signal(signal.SIGINT)
    rest, complaints = process.communicate(timeout=20)
    assert process.returncode == 0
    assert rest == ""
    assert complaints == ""


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium, driven by Playwright."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield running
        await running.close()
