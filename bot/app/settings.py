"""Settings, from `GIN_…` variables and a `.env` file; each is explained in `.env.example`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Literal

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bot.engine import GinError

_PREFIX = "GIN_"
_FILE = ".env"


class BadSetting(GinError):
    """A setting that is well formed and still cannot be used; the argument names it and why."""


class Credentials(BaseSettings):
    """What proves to Discord who the bot is; read apart, so that its fault is named too."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_file=_FILE, extra="ignore")

    token: SecretStr | None = None


class Settings(Credentials):
    """Everything one can set. Durations carry their unit in their name."""

    database_url: str = "sqlite+aiosqlite:///gin.sqlite3"
    shard_count: int = Field(default=1, ge=1)
    challenge_minutes: int = Field(default=15, ge=1, le=24 * 60)
    next_hand_seconds: int = Field(default=60, ge=5, le=24 * 60 * 60)
    computer_pause_seconds: float = Field(default=1.5, ge=0, le=60)
    card_emojis: bool = True
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    heartbeat_file: Path = Path(tempfile.gettempdir()) / "gin-rummy-heartbeat"
    offline_port: int = Field(default=0, ge=0, le=65535)
    offline_database_url: str = "sqlite+aiosqlite:///gin-offline.sqlite3"

    @field_validator("database_url", "offline_database_url")
    @classmethod
    def _asynchronous(cls, value: str) -> str:
        """The address of a database with a driver that does not block."""
        try:
            driver = make_url(value).get_dialect().is_async
        except (ArgumentError, ImportError) as error:
            raise ValueError("no database address") from error
        if not driver:
            raise ValueError("needs an asynchronous driver, such as sqlite+aiosqlite")
        return value


def variable(field: str) -> str:
    """The environment variable of a setting."""
    return _PREFIX + field.upper()


def faults(error: ValidationError) -> list[str]:
    """The settings that an error names, each with what is wrong, in one short clause."""
    return [
        f"{variable(str(fault['loc'][0]))} ({fault['msg'].removeprefix('Value error, ')})"
        for fault in error.errors()
    ]


def unknown() -> list[str]:
    """Variables that look like settings of ours but are none, a misspelt one mostly."""
    known = {variable(field) for field in Settings.model_fields}
    given = {*os.environ, *dotenv_values(_FILE)}
    strangers = sorted(name for name in given - known if name.startswith(_PREFIX))
    return [f"{name} (no such setting)" for name in strangers]
