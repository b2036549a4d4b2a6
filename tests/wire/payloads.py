"""The world in Discord's own words, as JSON (docs: the resources of these names)."""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from typing import Any

from .world import Channel, Guild, Interaction, Message, User, World, walk

_JOINED = "2026-01-01T00:00:00+00:00"
_COMPONENT_CLICK, _COMMAND = 3, 2


def user(of: User) -> dict[str, Any]:
    return {
        "id": str(of.id),
        "username": of.name,
        "discriminator": "0",
        "global_name": of.name,
        "avatar": None,
        "bot": of.bot,
        "public_flags": 0,
    }


def member(of: User) -> dict[str, Any]:
    bare: dict[str, Any] = {
        "roles": [],
        "nick": None,
        "joined_at": _JOINED,
        "deaf": False,
        "mute": False,
    }
    return {**bare, "flags": 0, "avatar": None, "premium_since": None, "user": user(of)}


def channel(of: Channel) -> dict[str, Any]:
    said: dict[str, Any] = {"id": str(of.id), "type": of.kind, "last_message_id": None}
    if of.recipient is not None:
        return said
    said |= {"guild_id": str(of.guild), "name": of.name, "parent_id": _id(of.parent)}
    if not of.is_thread:
        return said | {"position": 0, "permission_overwrites": [], "topic": None, "nsfw": False}
    return said | {
        "owner_id": str(of.guild),
        "message_count": 0,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "thread_metadata": {
            "archived": of.is_archived,
            "auto_archive_duration": 10080,
            "archive_timestamp": _JOINED,
            "locked": False,
        },
    }


def guild(of: Guild, world: World) -> dict[str, Any]:
    role: dict[str, Any] = {
        "id": str(of.id),
        "name": "@everyone",
        "permissions": str(world.permissions),
    }
    role |= {"position": 0, "color": 0, "hoist": False, "managed": False, "mentionable": False}
    return {
        "id": str(of.id),
        "name": of.name,
        "owner_id": str(of.id),
        "roles": [role | {"flags": 0}],
        "emojis": [],
        "stickers": [],
        "features": [],
        "channels": [channel(world.channels[one]) for one in of.channels],
        "threads": [],
        "members": [member(world.bot)],
        "member_count": len(of.members),
        "large": False,
        "unavailable": False,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "system_channel_flags": 0,
        "joined_at": _JOINED,
        "afk_timeout": 300,
    }


def message(of: Message, world: World) -> dict[str, Any]:
    said: dict[str, Any] = {
        "id": str(of.id),
        "channel_id": str(of.channel),
        "type": 0 if of.asked_by is None else 20,
        "author": user(world.bot),
        "application_id": str(world.bot.id),
        "content": "",
        "timestamp": _time_of(of.id),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "flags": of.flags,
        "components": components(of),
    }
    if of.asked_by is not None:
        interaction, asker = of.asked_by
        said["interaction_metadata"] = {
            "id": str(interaction),
            "type": _COMMAND,
            "user": user(world.users[asker]),
            "authorizing_integration_owners": {},
        }
    return said


def components(of: Message) -> list[dict[str, Any]]:
    """A message's components as Discord gives them back: numbered, with files at addresses."""
    given = copy.deepcopy(of.components)
    for number, part in enumerate(walk(given), 1):
        if "type" in part:
            part["id"] = number
        url = part.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            name = url.removeprefix("attachment://")
            address = f"http://127.0.0.1/attachments/{of.channel}/{of.id}/{name}"
            part |= {"url": address, "proxy_url": address, "content_type": "image/png"}
            part |= {"width": 100, "height": 100, "loading_state": 2}
    return given


def interaction(of: Interaction, world: World) -> dict[str, Any]:
    where = world.channels[of.channel]
    said: dict[str, Any] = {
        "id": str(of.id),
        "application_id": str(world.bot.id),
        "type": of.data["interaction_type"],
        "token": of.token,
        "version": 1,
        "data": {key: value for key, value in of.data.items() if key != "interaction_type"},
        "channel_id": str(of.channel),
        "channel": channel(where),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(where.guild or 0)},
        "context": 0 if where.guild else 1,
        "attachment_size_limit": 10 * 1024 * 1024,
        "app_permissions": str(world.permissions),
    }
    if where.guild is None:
        said["user"] = user(world.users[of.user])
    else:
        said["guild_id"] = str(where.guild)
        said["guild_locale"] = "en-US"
        permissions = {"permissions": str(world.permissions)}
        said["member"] = member(world.users[of.user]) | permissions
    if of.source is not None:
        said["message"] = message(world.messages[of.source], world)
    return said


def answer(of: Interaction, world: World) -> dict[str, Any]:
    """What a callback is answered with where it asks for that (docs: interaction callback)."""
    about: dict[str, Any] = {"id": str(of.id), "type": of.data["interaction_type"]}
    said: dict[str, Any] = {"interaction": about}
    shown = world.messages.get(of.original or 0)
    if shown is not None:
        about["response_message_id"] = str(shown.id)
        about["response_message_loading"] = of.kind == 5
        about["response_message_ephemeral"] = shown.owner is not None
        said["resource"] = {"type": of.kind, "message": message(shown, world)}
    return said


def _id(of: int | None) -> str | None:
    return None if of is None else str(of)


def _time_of(id: int) -> str:
    return datetime.fromtimestamp(((id >> 22) + 1_420_070_400_000) / 1000, UTC).isoformat()
