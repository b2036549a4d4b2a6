"""The documents say what the program does, and nothing that it does not."""

from __future__ import annotations

import re
import tempfile
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import discord
import pytest

import bot.engine.errors
import bot.sessions.errors
from bot.app import Settings
from bot.app.settings import variable
from bot.delivery.boundary import line_for
from bot.engine import (
    CLASSIC,
    Card,
    GinError,
    MatchBegan,
    Obstacle,
    Phase,
    Proposal,
    Refused,
    replay,
)
from bot.rendering import refusals
from bot.rendering.help_pages import COMMANDS, CONTEXT_MENU
from bot.rendering.privacy_page import KEPT
from bot.rendering.words import Names
from bot.sessions import (
    Challenge,
    ChallengeState,
    Conflict,
    Doubled,
    Player,
    Sitting,
    Stale,
    Table,
)
from bot.storage.schema import metadata
from cogs.archive import ArchiveCog
from cogs.gin import GinCog
from cogs.practice import PracticeCog
from cogs.privacy import PrivacyCog
from cogs.scores import ScoresCog
from cogs.tutorial import TutorialCog

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "PRIVACY.md"),
    *("assets/README.md", ".env.example"),
]
HOSTS = {"discord.com", "keepachangelog.com", "www.latofonts.com"}
"""Whom the documents may send people to."""

FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def text_of(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


def code_in(document: str) -> list[str]:
    """The lines of code blocks, and what stands between backticks."""
    text = text_of(document)
    blocks = [line for block in FENCED.findall(text) for line in block.splitlines()]
    return [*blocks, *INLINE.findall(FENCED.sub("", text))]


def table_rows(document: str) -> dict[str, str]:
    """The second column of every table, by the first."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", text_of(document), re.MULTILINE)
    return {first.strip("`"): second.strip("`") for first, second in rows}


# Settings


def default_of(setting: str) -> str:
    """A setting's default as it is documented: as on a machine with the usual folders."""
    default = Settings.model_fields[setting].default
    if default is None:
        return ""
    if isinstance(default, bool):
        return str(default).lower()
    return str(default).replace(tempfile.gettempdir(), "/tmp")  # noqa: S108 (words, not a file)


def example_lines() -> dict[str, tuple[str, str]]:
    """Each variable of .env.example with its value and the line above it."""
    lines = text_of(".env.example").splitlines()
    found = [re.fullmatch(r"(?:# )?([A-Z_]+)=(.*)", line) for line in lines]
    return {match[1]: (match[2], lines[number - 1]) for number, match in enumerate(found) if match}


def test_the_example_has_every_setting_and_no_other() -> None:
    assert list(example_lines()) == [variable(setting) for setting in Settings.model_fields]


@pytest.mark.parametrize("setting", Settings.model_fields)
def test_the_example_shows_a_default_and_says_what_it_is(setting: str) -> None:
    value, comment = example_lines()[variable(setting)]

    assert value == default_of(setting)
    assert re.match(r"# \w.{10,}", comment)
    assert "=" not in comment


def test_the_example_asks_for_the_token_alone() -> None:
    asked = re.findall(r"^([A-Z_]+)=.*$", text_of(".env.example"), re.MULTILINE)

    assert asked == [variable("token")]


@pytest.mark.parametrize("setting", Settings.model_fields)
def test_readme_has_a_setting_with_its_default(setting: str) -> None:
    assert table_rows("README.md")[variable(setting)] == (default_of(setting) or "none")


def test_readme_has_no_setting_that_is_none() -> None:
    named = {word for code in code_in("README.md") for word in re.findall(r"\bGIN_\w+", code)}

    assert named == {variable(setting) for setting in Settings.model_fields}


# Commands


def subcommands() -> list[str]:
    """Those of the cog whose group it is, and those of the cogs that join it."""
    own = [command.name for command in GinCog.__cog_app_commands__]
    cogs = (ArchiveCog, PracticeCog, PrivacyCog, ScoresCog, TutorialCog)
    return [*own, *(name for cog in cogs for name in cog.names)]


def test_help_has_every_command_and_no_other() -> None:
    assert sorted(COMMANDS) == sorted(subcommands())


def test_readme_has_every_command_and_no_other() -> None:
    rows = [name for name in table_rows("README.md") if name.startswith("/gin ")]

    assert sorted(rows) == sorted(f"/gin {name}" for name in subcommands())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_names_no_command_that_is_none(document: str) -> None:
    named = {name for code in code_in(document) for name in re.findall(r"^/gin ([\w-]+)", code)}

    assert named <= set(subcommands())


def test_readme_names_the_entry_in_a_members_menu() -> None:
    assert f"Apps → **{CONTEXT_MENU}**" in text_of("README.md")


def test_readme_begins_with_the_two_commands() -> None:
    title, empty, fence, play, run, end, *_ = text_of("README.md").splitlines()

    assert title.startswith("# ")
    assert (empty, fence, end) == ("", "```sh", "```")
    assert play.split("#")[0].strip() == "make play"
    assert run.split("#")[0].strip() == "GIN_TOKEN=… make run"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_named_exists(document: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    named = {
        name for code in code_in(document) for name in re.findall(r"(?:^| )make ([a-z-]+)", code)
    }

    assert named <= targets


# Discord


def test_the_invitation_asks_for_what_is_said_and_nothing_more() -> None:
    needed = discord.Permissions(
        view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
    )
    threads = discord.Permissions(needed.value, create_public_threads=True)
    readme = text_of("README.md")

    assert re.findall(r"permissions=(\d+)", readme) == [str(needed.value)]
    assert "scope=bot+applications.commands" in readme
    assert str(threads.value) in table_rows("README.md")["Create Public Threads"]


# The rules


def test_readme_has_the_figures_of_the_rules_on_offer() -> None:
    rows = table_rows("README.md")
    figures = {
        "knock limit": CLASSIC.knock_limit,
        "gin bonus": CLASSIC.gin_bonus,
        "Big Gin bonus": CLASSIC.big_gin_bonus,
        "undercut bonus": CLASSIC.undercut_bonus,
        "target, in hand points": CLASSIC.target,
        "line bonus, for each hand won, both players": CLASSIC.line_bonus,
        "game bonus, to whoever reaches the target": CLASSIC.game_bonus,
    }

    assert {row: rows[row] for row in figures} == {row: str(is_) for row, is_ in figures.items()}


# Refusals


def leaves(root: type[GinError]) -> list[type[GinError]]:
    """The classes at the ends of an error tree, those of the program itself."""
    below = [kind for kind in root.__subclasses__() if kind.__module__.startswith("bot.")]
    return [leaf for kind in below for leaf in leaves(kind)] or [root]


ALICE, BOB = Player(1, "alice"), Player(2, "bob")
CHALLENGE = Challenge(
    id=1,
    guild=1,
    channel=1,
    message=1,
    challenger=ALICE,
    opponent=BOB,
    rules=CLASSIC,
    lapses_at=datetime(2026, 1, 1, tzinfo=UTC),
    state=ChallengeState.DECLINED,
)
SAMPLES: dict[str, Any] = {
    "turn": 0,
    "phase": Phase.DRAW,
    "card": Card.parse("7h"),
    "deadwood": 12,
    "limit": 10,
    "oneself": True,
    "challenge": CHALLENGE,
    "proposal": Proposal.TAKE_BACK,
    "obstacle": Obstacle.DECLINED,
    "most": 3,
    "opponent": "bob",
    "reason": "database is locked",
    "until": datetime(2026, 1, 1, tzinfo=UTC),
    "name": "bob",
    "by_oneself": False,
    "channels": (1,),
    "finished": 2,
    "sitting": Sitting(Table(1, 1, 1, 1, (ALICE, BOB)), replay([MatchBegan(CLASSIC, 0)])),
}
"""What a refusal may carry, by the name of its field."""


def example(kind: type[GinError]) -> GinError:
    carried = getattr(kind, "__dataclass_fields__", ())
    return kind(**{name: SAMPLES[name] for name in carried})


def names_of(kinds: list[type[GinError]]) -> list[str]:
    return [kind.__name__ for kind in kinds]


REFUSED = leaves(Refused)
BY_SESSIONS = [kind for kind in leaves(GinError) if kind.__module__ == "bot.sessions.errors"]
NEVER_A_PLAYERS = {Conflict}
"""A store's answer, which the sessions turn into one of the others."""
AT_THE_TABLE = {Stale, Doubled}
"""The cog of the table answers these with the present hand and a line on top of it."""
ANSWERED_IN_ONE_LINE = [kind for kind in BY_SESSIONS if kind not in NEVER_A_PLAYERS | AT_THE_TABLE]


@pytest.mark.parametrize("kind", REFUSED, ids=names_of(REFUSED))
def test_a_refusal_of_the_rules_has_words_of_its_own(kind: type[GinError]) -> None:
    assert kind in refusals.refusal.registry
    assert len(refusals.refusal(example(kind), Names(("alice", "bob")))) > 20


def test_no_two_refusals_say_the_same() -> None:
    said = {kind: refusals.refusal(example(kind), Names(("alice", "bob"))) for kind in REFUSED}
    said |= {kind: line_for(example(kind)) for kind in ANSWERED_IN_ONE_LINE}
    said |= {Stale: refusals.STALE, Doubled: refusals.DOUBLED, GinError: refusals.TROUBLE}
    same = {
        frozenset(names_of([one, other]))
        for one, other in combinations(said, 2)
        if said[one] == said[other]
    }

    # Both come from a button of a deal that is not there any more.
    assert same == {frozenset({"UnknownMatch", "UnknownChallenge"})}


@pytest.mark.parametrize("kind", ANSWERED_IN_ONE_LINE, ids=names_of(ANSWERED_IN_ONE_LINE))
def test_what_the_sessions_refuse_has_a_line(kind: type[GinError]) -> None:
    assert len(line_for(example(kind))) > 20


CLOSED = [state for state in ChallengeState if state is not ChallengeState.OPEN]


@pytest.mark.parametrize("state", CLOSED)
def test_a_closed_challenge_says_why(state: ChallengeState) -> None:
    assert refusals.challenge_closed(state.value)


@pytest.mark.parametrize("module", [bot.engine.errors, bot.sessions.errors])
def test_the_tree_drawn_at_the_head_of_its_file_is_the_tree(module: Any) -> None:
    drawn = re.findall(r"[├└]── (\w+)", module.__doc__)
    kinds = [
        name
        for name, kind in vars(module).items()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and kind is not GinError
    ]

    assert drawn == kinds


# What documents must not name


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_names_no_folder_of_somebodys_machine(document: str) -> None:
    ours = r"(?<![\w.])/(?:home|root|work|Users|opt|srv|mnt|media|usr|etc|var|private)\b"

    assert re.findall(rf"{ours}|\b[A-Z]:\\", text_of(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_sends_nobody_to_a_package_index(document: str) -> None:
    text = text_of(document)
    hosts = set(re.findall(r"\w+://([\w.-]+)", text.replace("sqlite+aiosqlite:///", "")))

    assert hosts <= HOSTS
    assert re.findall(r"pypi|pythonhosted|index-url|artifactory|devpi", text, re.IGNORECASE) == []


# The rooms and the decisions


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_room_is_in_the_table_of_rooms(document: str) -> None:
    rooms = {f"bot/{entry.parent.name}" for entry in ROOT.glob("bot/*/__init__.py")}

    assert {row for row in table_rows(document) if row.startswith("bot/")} == rooms


def test_a_decision_is_dated_and_takes_five_lines_at_most() -> None:
    decisions = text_of("CONTRIBUTING.md").partition("\n## Decisions\n")[2].split("\n### ")[1:]
    lengths = {}
    for decision in decisions:
        title, *reason = decision.strip().splitlines()
        assert re.fullmatch(r".+ \(\d{4}-\d\d-\d\d\)", title)
        lengths[title] = len([line for line in reason if line])

    assert lengths
    assert {title: lines for title, lines in lengths.items() if lines > 5} == {}


def test_what_is_said_to_be_stored_is_said_alike_in_privacy_and_in_discord() -> None:
    """`/gin privacy` lists `KEPT`, see tests/discord/test_privacy.py."""
    text = (ROOT / "PRIVACY.md").read_text("utf-8")
    stored = text.split("## What is stored")[1].split("##")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", stored, re.MULTILINE)
    assert tuple(rows[1:]) == KEPT


def test_no_table_of_the_database_holds_what_is_not_said_to_be_stored() -> None:
    """Each table belongs to a row of that list; a new one has to be told of."""
    told = {
        "Discord's ids of servers": {"guild_channels"},
        "the Discord ids and display names": {"players", "seats"},
        "challenges: ": {"challenges"},
        "matches: ": {"matches", "events"},
        "`/gin settings`": {"preferences"},
        "blocked": {"blocks"},
        "`/gin-admin`": {"guilds"},
        "sign of life": {"signs"},
        "`/gin tutorial`": {"lessons"},
        "against the computer": set(),  # they are in the tables of all matches
        "results of hands": {"hand_results", "results", "standings", "rebuilds"},
        "left the server": {"members"},
    }
    for phrase in told:
        assert len([what for what, _ in KEPT if phrase in what]) == 1, phrase
    assert set().union(*told.values()) == set(metadata.tables)
    assert len(told) == len(KEPT)
