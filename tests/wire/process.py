"""The bot as a process of its own, which can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from .double import TOKEN, Double

ROOT = Path(__file__).parents[2]
_STARTS_WITHIN = 40.0


@dataclass
class BotProcess:
    """Starts `python -m bot` in a directory, against a double; its words are in `log`."""

    home: Path
    double: Double
    settings: dict[str, str] = field(default_factory=dict)
    launch: dict[str, str] = field(default_factory=dict)
    process: asyncio.subprocess.Process | None = None
    starts: int = 0

    @property
    def database(self) -> Path:
        return self.home / "gin.sqlite3"

    @property
    def log(self) -> Path:
        return self.home / "bot.log"

    @property
    def words(self) -> str:
        """All that it has written."""
        return self.log.read_text() if self.log.exists() else ""

    def environment(self) -> dict[str, str]:
        kept = {"PATH": os.environ["PATH"], "TMPDIR": str(self.home), "PYTHONPATH": str(ROOT)}
        wire = {"WIRE_ADDRESS": self.double.address, **self.launch}
        return kept | wire | {"GIN_TOKEN": TOKEN, "GIN_CARD_EMOJIS": "false"} | self.settings

    async def begin(self) -> asyncio.subprocess.Process:
        """Start it, without waiting until it is there."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-X", "dev") if "dev" in self.launch else (),
                *("-m", "tests.wire.launch"),
                cwd=self.home,
                env=self.environment(),
                stdout=log,
                stderr=log,
            )
        self.starts += 1
        return self.process

    async def start(self) -> None:
        """Start it and wait until it hears the gateway."""
        identified = self.double.gateway.identified
        process = await self.begin()
        async with asyncio.timeout(_STARTS_WITHIN):
            while self.double.gateway.identified == identified:
                if process.returncode is not None:
                    raise AssertionError(f"the bot ended with {process.returncode}: {self.words}")
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """End it as a power cut does."""
        await self._end(signal.SIGKILL)

    async def terminate(self) -> int:
        """Ask it to stop; its exit code."""
        return await self._end(signal.SIGTERM)

    async def ended(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        if self.process is None:
            raise AssertionError("nothing was started")
        return await self.process.wait()

    async def _end(self, number: signal.Signals) -> int:
        if self.process is None:
            raise AssertionError("nothing was started")
        with suppress(ProcessLookupError):
            self.process.send_signal(number)
        return await self.process.wait()

    async def close(self) -> None:
        """Leave nothing behind."""
        if self.process is not None and self.process.returncode is None:
            await self.kill()

    # What the machine says about it.

    @property
    def resident_kb(self) -> int:
        """How much memory it has."""
        lines = self._proc("status").read_text().splitlines()
        (found,) = [line for line in lines if line.startswith("VmRSS:")]
        return int(found.split()[1])

    @property
    def open_files(self) -> list[str]:
        """What its file descriptors lead to."""
        names = []
        for entry in self._proc("fd").iterdir():
            with suppress(FileNotFoundError):
                names.append(str(entry.readlink()))
        return sorted(names)

    async def tasks(self) -> list[str]:
        """Its open tasks."""
        if self.process is None:
            raise AssertionError("nothing was started")
        file = Path(self.launch["WIRE_CENSUS"])
        file.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        async with asyncio.timeout(10):
            while not file.exists() or not file.read_text():
                await asyncio.sleep(0.02)
        return file.read_text().splitlines()[1:]

    def _proc(self, entry: str) -> Path:
        if self.process is None:
            raise AssertionError("nothing was started")
        return Path("/proc", str(self.process.pid), entry)
