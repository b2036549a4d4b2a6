"""Whether Discord would take what the bot sends.

Its published description says what each request may hold; `TEST_OPENAPI` names a copy of
that file. What it does not say is in `LIMITS`. `complaints` knows nothing of SimCord, so that
whoever stands in for Discord can ask it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

SETTING = "TEST_OPENAPI"

_IS_V2 = 1 << 15
_TEXT, _ROW, _CONTAINER, _BUTTON = 10, 1, 17, 2
_UPLOADED = re.compile(r'"attachment://([^"]+)"')
_MESSAGE_CALLBACKS = {4, 7}
_UPDATE = 7
_WITH_BODY = ("application/json", "multipart/form-data")

Body = dict[str, Any]


@dataclass(frozen=True)
class Spoken:
    """One message, new or edited, as the bot gives it to Discord."""

    body: Body
    is_edit: bool

    @property
    def parts(self) -> list[Body]:
        """Every component, however deep."""
        return [part for part in parts_of(self.body.get("components") or []) if "type" in part]

    @property
    def words(self) -> str:
        """The whole message as it goes over the wire."""
        return json.dumps(self.body, ensure_ascii=False)


def parts_of(node: Any) -> Iterator[Body]:
    """Every object inside a message."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from parts_of(value)
    elif isinstance(node, list):
        for value in node:
            yield from parts_of(value)


# What the description leaves out.


def _at_most_forty_components(spoken: Spoken) -> bool:
    return len(spoken.parts) <= 40


def _at_most_four_thousand_characters(spoken: Spoken) -> bool:
    """Those beyond U+FFFF count twice, as they do for Discord's clients."""
    texts = [part.get("content", "") for part in spoken.parts if part["type"] == _TEXT]
    return sum(len(text.encode("utf-16-le")) // 2 for text in texts) <= 4000


def _at_most_eight_kilobytes(spoken: Spoken) -> bool:
    """Discord fails at about ten, within every documented limit (api-docs 8554)."""
    return len(spoken.words.encode()) <= 8192


def _attachments_on_every_edit(spoken: Spoken) -> bool:
    """An edit drops what it does not upload again, and keeps what it does not mention."""
    return not spoken.is_edit or isinstance(spoken.body.get("attachments"), list)


def _what_is_shown_is_uploaded(spoken: Spoken) -> bool:
    """And nothing else: a V2 message has no other place for a file."""
    uploaded = [one["filename"] for one in spoken.body.get("attachments") or []]
    return sorted(set(_UPLOADED.findall(spoken.words))) == sorted(uploaded)


def _it_says_who_may_be_called(spoken: Spoken) -> bool:
    """Never everyone, never a role, and nobody for being answered."""
    allowed = spoken.body.get("allowed_mentions")
    if not isinstance(allowed, dict):
        return False
    roles = set(allowed.get("parse", [])) & {"everyone", "roles"} or allowed.get("roles")
    return not roles and allowed.get("replied_user") is not True


def _nobody_is_called_by_an_edit(spoken: Spoken) -> bool:
    allowed = spoken.body.get("allowed_mentions") or {}
    return not spoken.is_edit or not (allowed.get("users") or allowed.get("parse"))


def _ids_are_unique(spoken: Spoken) -> bool:
    ids = [part["custom_id"] for part in spoken.parts if "custom_id" in part]
    return len(set(ids)) == len(ids)


def _components_are_all_there_is(spoken: Spoken) -> bool:
    """A V2 message takes neither content nor embeds, and says what it is."""
    flags = spoken.body.get("flags") or 0
    return bool(flags & _IS_V2) and not spoken.body.get("content") and not spoken.body.get("embeds")


def _no_text_is_empty(spoken: Spoken) -> bool:
    return all(part.get("content", "").strip() for part in spoken.parts if part["type"] == _TEXT)


def _rows_hold_one_to_five(spoken: Spoken) -> bool:
    rows = [part["components"] for part in spoken.parts if part["type"] == _ROW]
    return all(1 <= len(row) <= 5 for row in rows)


def _buttons_say_something(spoken: Spoken) -> bool:
    buttons = [part for part in spoken.parts if part["type"] == _BUTTON]
    return all(part.get("label") or part.get("emoji") for part in buttons)


LIMITS: tuple[Callable[[Spoken], bool], ...] = (
    _at_most_forty_components,
    _at_most_four_thousand_characters,
    _at_most_eight_kilobytes,
    _attachments_on_every_edit,
    _what_is_shown_is_uploaded,
    _it_says_who_may_be_called,
    _nobody_is_called_by_an_edit,
    _ids_are_unique,
    _components_are_all_there_is,
    _no_text_is_empty,
    _rows_hold_one_to_five,
    _buttons_say_something,
)


def complaints(method: str, path: str, body: Any) -> list[str]:
    """What Discord would find wrong with a request to `path`, which begins after `/api/v10`."""
    found = [] if description() is None else _against_the_description(method, path, body)
    spoken = spoken_in(method, path, body)
    if spoken is not None:
        broken = [limit for limit in LIMITS if not limit(spoken)]
        found += [limit.__name__.strip("_").replace("_", " ") for limit in broken]
    return [f"{method} {path}: {one}" for one in found]


def spoken_in(method: str, path: str, body: Any) -> Spoken | None:
    """The message in a request, if it brings one."""
    match method, path.strip("/").split("/"):
        case "POST", ["interactions", _, _, "callback"]:
            kind, data = body["type"], body.get("data")
            return Spoken(data or {}, kind == _UPDATE) if kind in _MESSAGE_CALLBACKS else None
        case ("POST", ["channels", _, "messages"]) | ("POST", ["webhooks", _, _]):
            return Spoken(body, is_edit=False)
        case ("PATCH", ["channels", _, "messages", _]) | ("PATCH", ["webhooks", _, _, *_]):
            return Spoken(body, is_edit=True)
    return None


# Discord's published description.


@cache
def description() -> Body | None:
    """The description, where the setting names it.

    Raises:
        FileNotFoundError: it names a file that is not there.
    """
    named = os.environ.get(SETTING)
    if not named:
        return None
    loaded: Body = json.loads(Path(named).read_text(encoding="utf-8"))
    _amend(loaded["components"]["schemas"])
    return loaded


def _amend(schemas: Body) -> None:
    """Where the description asks for more than Discord does, by its own documents."""
    # docs: snowflakes may be sent as numbers too, as discord.py does.
    schemas["SnowflakeType"]["type"] = ["string", "integer"]
    # docs: channel types; what a command calls a forum may be a media channel.
    schemas["ChannelTypes"]["oneOf"].append({"title": "GUILD_MEDIA", "const": 16})


def _against_the_description(method: str, path: str, body: Any) -> list[str]:
    template = _template_of(path)
    if template is None or method.lower() not in _paths()[template]:
        return ["Discord has no such request"]
    validator = _validator(method.lower(), template)
    if validator is None:
        return [] if body is None else ["it takes no body"]
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
        for error in validator.iter_errors(body)
    ]


def _paths() -> Body:
    paths: Body = (description() or {})["paths"]
    return paths


@cache
def _templates() -> list[tuple[list[str], str]]:
    """The more of a path is fixed, the earlier it is tried."""
    split = [(path.strip("/").split("/"), path) for path in _paths()]
    return sorted(split, key=lambda one: sum(part.startswith("{") for part in one[0]))


def _template_of(path: str) -> str | None:
    segments = path.strip("/").split("/")
    for parts, template in _templates():
        if len(parts) == len(segments) and all(
            part.startswith("{") or part == segment
            for part, segment in zip(parts, segments, strict=True)
        ):
            return template
    return None


@cache
def _validator(method: str, template: str) -> Draft202012Validator | None:
    content = _paths()[template][method].get("requestBody", {}).get("content", {})
    schemas = [content[kind]["schema"] for kind in _WITH_BODY if kind in content]
    if not schemas:
        return None
    components = (description() or {})["components"]
    return Draft202012Validator({**schemas[0], "components": components})
