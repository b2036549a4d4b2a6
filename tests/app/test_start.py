"""Starting and stopping: settings at fault are named in one line, and the end is in good order."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord.builders import ChannelHandle

from bot.__main__ import main
from bot.app import Settings, build_bot, offline
from bot.storage import Database

ROOT = Path(__file__).parents[2]
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
"""Of a bot token's form, and nobody's."""


@dataclass(frozen=True)
class Ended:
    """How a program ended."""

    code: int
    out: str
    complaints: str

    def names(self, *settings: str) -> bool:
        """Whether it refused in one line that names these settings and no other."""
        assert self.code == 2
        assert self.out == ""
        assert len(self.complaints.splitlines()) == 1
        assert self.complaints.endswith("\n")
        assert "Traceback" not in self.complaints
        assert "`make play`" in self.complaints
        return set(re.findall(r"GIN_[A-Z_]+", self.complaints)) == set(settings)


class Home:
    """An empty directory to start the bot in, with nothing in the environment."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.offline_database = path / "gin-offline.sqlite3"

    def environment(self, settings: dict[str, str]) -> dict[str, str]:
        kept = {"PATH": os.environ["PATH"], "TMPDIR": str(self.path)}
        return kept | {"PYTHONPATH": str(ROOT)} | settings

    def begin(self, *arguments: str, **settings: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "bot", *arguments],
            cwd=self.path,
            env=self.environment(settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(self, *arguments: str, **settings: str) -> Ended:
        """Start it and wait until it has ended by itself."""
        process = self.begin(*arguments, **settings)
        out, complaints = process.communicate(timeout=60)
        return Ended(process.returncode, out, complaints)

    @contextmanager
    def offline(self, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
        """Play offline; gives the process and the address it has printed."""
        process = self.begin("--offline", **settings)
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("Gin Rummy is on the table: open http://127.0.0.1:"), line
            yield process, line.split("open ")[1].strip()
        finally:
            process.kill()
            process.communicate(timeout=20)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def stop(process: subprocess.Popen[str], number: signal.Signals) -> Ended:
    process.send_signal(number)
    out, complaints = process.communicate(timeout=20)
    return Ended(process.returncode, out, complaints)


# The same without a process of its own, for the many ways to be wrong.


class Here:
    """Starts the bot in this process."""

    def __init__(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.path, self._monkeypatch, self._capsys = path, monkeypatch, capsys
        monkeypatch.chdir(path)
        for name in [name for name in os.environ if name.upper().startswith("GIN_")]:
            monkeypatch.delenv(name)

    def start(self, *arguments: str, **settings: str) -> Ended:
        for name, value in settings.items():
            self._monkeypatch.setenv(name, value)
        code = main(list(arguments))
        said = self._capsys.readouterr()
        return Ended(code, said.out, said.err)

    def write(self, *lines: str) -> None:
        (self.path / ".env").write_text("".join(f"{line}\n" for line in lines))


@pytest.fixture
def here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Here:
    return Here(tmp_path, monkeypatch, capsys)


# Settings at fault.


def test_without_a_token_one_line_says_so(home: Home) -> None:
    assert home.start().names("GIN_TOKEN")


def test_several_wrong_settings_are_named_in_the_same_line(home: Home) -> None:
    ended = home.start(
        GIN_TOKEN="nonsense",
        GIN_SHARD_COUNT="many",
        GIN_NEXT_HAND_SECONDS="1",
        GIN_DATABASE_URL="nonsense",
        GIN_CHALENGE_MINUTES="5",
    )

    assert ended.names(
        "GIN_TOKEN",
        "GIN_SHARD_COUNT",
        "GIN_NEXT_HAND_SECONDS",
        "GIN_DATABASE_URL",
        "GIN_CHALENGE_MINUTES",
    )


def test_settings_are_read_from_a_file_too(home: Home) -> None:
    (home.path / ".env").write_text(f"GIN_TOKEN={TOKEN}\nGIN_LOG_LEVEL=LOUD\nGIN_SHARDS=2\n")

    assert home.start().names("GIN_LOG_LEVEL", "GIN_SHARDS")


@pytest.mark.parametrize(
    "token",
    ["", "   ", "x", "a.b.c", f"Bot {TOKEN}", TOKEN[:-25], TOKEN.replace(".", " ")],
    ids=["empty", "blank", "a letter", "too short", "with Bot", "cut off", "with spaces"],
)
def test_what_has_not_the_form_of_a_token_is_refused_unseen(here: Here, token: str) -> None:
    ended = here.start(GIN_TOKEN=token)

    assert ended.names("GIN_TOKEN")
    assert "abcdefghij" not in ended.complaints


WRONG = [
    ("GIN_SHARD_COUNT", "0"),
    ("GIN_SHARD_COUNT", "two"),
    ("GIN_CHALLENGE_MINUTES", "0"),
    ("GIN_CHALLENGE_MINUTES", "1441"),
    ("GIN_CHALLENGE_MINUTES", ""),
    ("GIN_NEXT_HAND_SECONDS", "4"),
    ("GIN_NEXT_HAND_SECONDS", "86401"),
    ("GIN_NEXT_HAND_SECONDS", "1.5"),
    ("GIN_LOG_LEVEL", "LOUD"),
    ("GIN_OFFLINE_PORT", "-1"),
    ("GIN_OFFLINE_PORT", "65536"),
    ("GIN_DATABASE_URL", "nonsense"),
    ("GIN_DATABASE_URL", ""),
    ("GIN_DATABASE_URL", "sqlite:///gin.sqlite3"),
    ("GIN_DATABASE_URL", "nosuch+driver://somewhere/gin"),
    ("GIN_OFFLINE_DATABASE_URL", "sqlite:///gin.sqlite3"),
    ("GIN_TOKNE", "x"),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_setting_is_named(here: Here, name: str, value: str) -> None:
    assert here.start(GIN_TOKEN=TOKEN, **{name: value}).names(name)


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_setting_is_named_offline_too(here: Here, name: str, value: str) -> None:
    assert here.start("--offline", **{name: value}).names(name)


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_setting_in_the_file_is_named(here: Here, name: str, value: str) -> None:
    here.write(f"GIN_TOKEN={TOKEN}", f"{name}={value}")

    assert here.start().names(name)


def test_the_environment_wins_over_the_file(here: Here) -> None:
    here.write(f"GIN_TOKEN={TOKEN}", "GIN_SHARD_COUNT=0", "GIN_LOG_LEVEL=LOUD")

    assert here.start(GIN_SHARD_COUNT="1").names("GIN_LOG_LEVEL")


def test_a_file_that_is_no_text_is_said_to_be_none(here: Here) -> None:
    (here.path / ".env").write_bytes(b"GIN_TOKEN=\xff\xfe\n")

    ended = here.start()

    assert ended.code == 2
    assert ".env" in ended.complaints
    assert len(ended.complaints.splitlines()) == 1


def test_other_programs_settings_are_none_of_ours(here: Here) -> None:
    here.write("OTHER_THING=1", "GIN=2")

    assert here.start(BEGIN_HERE="3").names("GIN_TOKEN")


def test_a_complaint_about_a_database_does_not_tell_its_password(here: Here) -> None:
    ended = here.start(GIN_TOKEN=TOKEN, GIN_DATABASE_URL="postgresql://gin:hunter2@db/gin")

    assert ended.names("GIN_DATABASE_URL")
    assert "hunter2" not in ended.complaints


# Settings that are right.


def test_the_defaults_are_those_that_are_documented(here: Here) -> None:
    settings = Settings()

    assert settings.model_dump() == {
        "token": None,
        "database_url": "sqlite+aiosqlite:///gin.sqlite3",
        "shard_count": 1,
        "challenge_minutes": 15,
        "next_hand_seconds": 60,
        "computer_pause_seconds": 1.5,
        "card_emojis": True,
        "log_level": "INFO",
        "heartbeat_file": settings.heartbeat_file,
        "offline_port": 0,
        "offline_database_url": "sqlite+aiosqlite:///gin-offline.sqlite3",
    }


def test_each_setting_can_be_set_by_its_variable(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {
        "token": TOKEN,
        "database_url": "sqlite+aiosqlite:///other.sqlite3",
        "shard_count": 3,
        "challenge_minutes": 7,
        "next_hand_seconds": 11,
        "computer_pause_seconds": 2.5,
        "card_emojis": False,
        "log_level": "DEBUG",
        "heartbeat_file": "beat",
        "offline_port": 8123,
        "offline_database_url": "sqlite+aiosqlite:///third.sqlite3",
    }
    for name, value in values.items():
        monkeypatch.setenv(f"GIN_{name.upper()}", str(value))

    settings = Settings()

    assert settings.token is not None
    assert settings.token.get_secret_value() == TOKEN
    dumped = settings.model_dump() | {"token": TOKEN, "heartbeat_file": str(Path("beat"))}
    assert dumped == values
    assert settings.heartbeat_file == Path("beat")


def test_the_token_is_not_in_the_settings_repr(here: Here) -> None:
    here.write(f"GIN_TOKEN={TOKEN}")

    settings = Settings()

    assert settings.token is not None
    assert TOKEN not in repr(settings)
    assert TOKEN not in str(settings.model_dump())


async def test_a_bot_can_be_built_without_any_setting(here: Here) -> None:
    bot = build_bot(Settings(database_url=f"sqlite+aiosqlite:///{here.path / 'gin.sqlite3'}"))

    assert bot.shard_count == 1
    assert bot.intents.value == 1, "guilds, and nothing that is privileged"


async def test_a_bot_that_never_connected_can_be_closed(here: Here) -> None:
    """Whoever builds one, and then changes his mind, gets his file back."""
    bot = build_bot(Settings(database_url=f"sqlite+aiosqlite:///{here.path / 'gin.sqlite3'}"))

    await bot.close()

    assert bot.is_closed()


# A sign of life.


def beat(home: Home, age: float) -> None:
    file = home.path / "gin-rummy-heartbeat"
    file.touch()
    then = time.time() - age
    os.utime(file, (then, then))


def test_a_bot_that_never_ran_is_not_in_good_health(home: Home) -> None:
    assert home.start("--health") == Ended(1, "", "")


@pytest.mark.parametrize(("age", "code"), [(0, 0), (60, 0), (100, 1), (86400, 1)])
def test_health_is_a_heartbeat_of_late(
    here: Here, monkeypatch: pytest.MonkeyPatch, age: float, code: int
) -> None:
    beat(Home(here.path), age)

    ended = here.start("--health", GIN_HEARTBEAT_FILE=str(here.path / "gin-rummy-heartbeat"))

    assert ended == Ended(code, "", "")


def test_health_needs_no_token_but_right_settings(here: Here) -> None:
    assert here.start("--health", GIN_SHARD_COUNT="0").code == 2


# Offline.


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda one: one.name)
def test_a_signal_ends_offline_play_in_good_order(home: Home, number: signal.Signals) -> None:
    with home.offline() as (process, url):
        with urllib.request.urlopen(url, timeout=5) as page:  # noqa: S310 (our own page)
            assert page.status == 200
        ended = stop(process, number)

    assert ended == Ended(0, "", "")
    with closing(sqlite3.connect(home.offline_database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        assert isinstance(port, int)
        return port


def test_the_port_can_be_set(home: Home) -> None:
    port = free_port()

    with home.offline(GIN_OFFLINE_PORT=str(port)) as (process, url):
        assert f":{port}/" in f"{url}/"
        ended = stop(process, signal.SIGINT)

    assert ended.code == 0


def test_a_port_that_is_taken_is_one_line(home: Home) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = home.start("--offline", GIN_OFFLINE_PORT=str(taken.getsockname()[1]))

    assert ended.names("GIN_OFFLINE_PORT")


def test_offline_play_asks_for_no_token_and_minds_no_bad_one(home: Home) -> None:
    with home.offline(GIN_TOKEN="nonsense") as (process, _):
        assert stop(process, signal.SIGINT) == Ended(0, "", "")


def test_offline_play_leaves_the_bots_own_database_alone(home: Home) -> None:
    with home.offline() as (process, _):
        stop(process, signal.SIGINT)

    assert home.offline_database.exists()
    assert not (home.path / "gin.sqlite3").exists()


def test_a_database_by_a_newer_program_is_named(home: Home) -> None:
    """And it is the offline one, for that is the one in use."""

    async def make() -> None:
        database = Database(f"sqlite+aiosqlite:///{home.offline_database}")
        await database.migrate()
        await database.close()

    asyncio.run(make())
    with closing(sqlite3.connect(home.offline_database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()

    ended = home.start("--offline")

    assert "9999" in ended.complaints
    assert ended.names("GIN_OFFLINE_DATABASE_URL")


def test_a_database_that_cannot_be_opened_is_named(home: Home) -> None:
    ended = home.start(
        "--offline", GIN_OFFLINE_DATABASE_URL="sqlite+aiosqlite:////no/such/place/gin.sqlite3"
    )

    assert len(ended.complaints.splitlines()) == 1
    assert "Traceback" not in ended.complaints
    assert ended.names("GIN_OFFLINE_DATABASE_URL")


async def test_offline_scores_are_there_at_the_next_start(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page itself is left out: what it does is done by its people directly."""
    seen: list[str] = []

    async def play(
        env: simcord.Env,
        channel: ChannelHandle,
        actors: list[simcord.MemberActor],
        *rest: Any,
    ) -> None:
        north, south = actors[:2]
        await north.slash(channel, "gin challenge", opponent=south)
        assert channel.last_message is not None
        await south.click(channel.last_message, label="Accept")
        asked = await south.slash(channel, "gin resign")
        assert asked.response is not None
        await south.click(asked.response, label="Resign")

    async def look(
        env: simcord.Env,
        channel: ChannelHandle,
        actors: list[simcord.MemberActor],
        *rest: Any,
    ) -> None:
        result = await actors[2].slash(channel, "gin leaderboard", by="won")
        assert result.response is not None
        seen.append(str(result.response.components))

    for what in (play, look):
        monkeypatch.setattr(offline, "_serve", what)
        await offline.play_offline(Settings(), asyncio.Event())

    assert "**1.** **North** won 1 of 1 match" in seen[0]
    assert "**2.** **South** won 0 of 1 match" in seen[0]
