"""A Discord on loopback: the HTTP API and the gateway, for discord.py's own network code.

What it takes and gives is Discord's, down to the traps (docs: reference): JSON is exactly
`application/json`, a callback with `with_response` is answered with what came of it, a 429 that
is Discord's own has a `Via` header. It records every byte that it was sent.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from . import denials, payloads
from .denials import Denied
from .faults import Fault, Faults, kind_of
from .gateway import Gateway
from .limits import Limits
from .world import PRIVATE_THREAD, PUBLIC_THREAD, Channel, World

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
"""Of a bot token's form, and nobody's."""

_API = "/api/v10"
_KEPT_REQUESTS = 2000
_RETRY_AFTER = 0.2


@dataclass(frozen=True)
class Sent:
    """One request of the bot's, with every byte of it."""

    method: str
    path: str
    query: str
    authorization: str
    raw: bytes
    payload: dict[str, Any]
    files: dict[str, bytes]

    @property
    def kind(self) -> str:
        return kind_of(self.method, self.path)


@dataclass
class Double:
    """The server; what the bot has made of the world is in `world`."""

    world: World = field(default_factory=World)
    faults: Faults = field(default_factory=Faults)
    limits: Limits = field(default_factory=Limits)
    slow: Callable[[str], float] = lambda kind: 0.0
    """How many seconds a call of a kind takes."""
    sent: deque[Sent] = field(default_factory=lambda: deque(maxlen=_KEPT_REQUESTS))
    """The latest requests; `watchers` see all of them, before they are carried out."""
    watchers: list[Callable[[Sent], None]] = field(default_factory=list)
    refused: list[tuple[str, Denied]] = field(default_factory=list)
    """What this Discord itself refused, no fault being asked for."""
    address: str = ""

    def __post_init__(self) -> None:
        self.gateway = Gateway(self.world, TOKEN)
        self._routes = [
            (method, re.compile(pattern), handler) for method, pattern, handler in _routes(self)
        ]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Double]:
        """Listen on a free port of loopback."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", _API + "/{path:.*}", self._handle)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        _, port = runner.addresses[0][:2]
        self.address = f"127.0.0.1:{port}"
        self.gateway.resume_url = f"ws://{self.address}/gateway"
        try:
            yield self
        finally:
            await runner.cleanup()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        try:
            sent = await _read(request)
        except (ConnectionError, web.RequestPayloadError):
            return web.Response(status=400)  # whoever sent it is gone
        self.sent.append(sent)
        for watch in self.watchers:
            watch(sent)
        await asyncio.sleep(self.slow(sent.kind))
        fault = self.faults.for_call(
            self._channel_of(sent), sent.method, sent.path, json.dumps(sent.payload)
        )
        if fault is not None:
            failed = await self._fail(request, sent, fault)
            if failed is not None:
                return failed
        retry_after, headers = self.limits.count(sent)
        if retry_after:
            return _too_many(retry_after, headers)
        return await self._carry_out(sent, headers)

    def _channel_of(self, sent: Sent) -> int:
        """The channel that a request concerns, a thread's parent for a thread; 0 for none."""
        parts = sent.path.split("/")
        if parts[1] == "channels":
            id = int(parts[2])
        elif parts[1] in {"webhooks", "interactions"} and parts[3] in self.world.interactions:
            id = self.world.interactions[parts[3]].channel
        else:
            return 0
        channel = self.world.channels.get(id)
        return channel.parent if channel and channel.parent else id

    async def _fail(
        self, request: web.Request, sent: Sent, fault: Fault
    ) -> web.StreamResponse | None:
        if fault is Fault.HANGS:
            await asyncio.sleep(3600)
        if fault is Fault.LOST:
            await self._carry_out(sent, {})
        if fault.status is None:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        if fault is Fault.TOO_MANY:
            return _too_many(_RETRY_AFTER, {})
        return _json(Denied(fault.status, fault.code).body, status=fault.status)

    async def _carry_out(self, sent: Sent, headers: dict[str, str]) -> web.StreamResponse:
        try:
            answer = await self._answer(sent)
        except Denied as denied:
            self.refused.append((sent.kind, denied))
            return _json(denied.body, status=denied.status, headers=headers)
        if answer is None:
            return web.Response(status=204, headers=headers)
        return _json(answer, headers=headers)

    async def _answer(self, sent: Sent) -> Any:
        by_webhook = sent.path.startswith(("/interactions/", "/webhooks/"))
        if not by_webhook and sent.authorization != f"Bot {TOKEN}":
            raise denials.unauthorized()
        for method, pattern, handler in self._routes:
            if method == sent.method and (found := pattern.fullmatch(sent.path)):
                return await handler(sent, *found.groups())
        raise Denied(404, 0, f"404: Not Found ({sent.method} {sent.path})")


_Handler = Callable[..., Awaitable[Any]]


def _routes(double: Double) -> list[tuple[str, str, _Handler]]:
    world = double.world
    application = f"/applications/{world.bot.id}"

    async def me(_: Sent) -> Any:
        return payloads.user(world.bot)

    async def about(_: Sent) -> Any:
        owner = payloads.user(world.bot)
        return {
            "id": str(world.bot.id),
            "name": "Gin Rummy",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": owner,
            "verify_key": "0" * 64,
            "flags": 0,
            "summary": "",
            "rpc_origins": [],
        }

    async def gateway_bot(_: Sent) -> Any:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {
            "url": f"ws://{double.address}/gateway",
            "shards": 1,
            "session_start_limit": limit,
        }

    async def put_commands(sent: Sent) -> Any:
        commands: list[dict[str, Any]] = sent.payload["commands"]
        world.commands = [
            {"type": 1, "version": "1", "description": "", "options": [], **one}
            | {"id": str(world.snowflake()), "application_id": str(world.bot.id)}
            for one in commands
        ]
        return world.commands

    async def emojis(_: Sent) -> Any:
        return {"items": [_emoji(id, name) for id, name in world.emojis.items()]}

    async def put_emoji(sent: Sent) -> Any:
        id = world.snowflake()
        world.emojis[id] = sent.payload["name"]
        return _emoji(id, sent.payload["name"])

    return [
        ("GET", "/users/@me", me),
        ("GET", "/oauth2/applications/@me", about),
        ("GET", "/gateway/bot", gateway_bot),
        ("PUT", f"{application}/commands", put_commands),
        ("GET", f"{application}/emojis", emojis),
        ("POST", f"{application}/emojis", put_emoji),
        *_interaction_routes(world),
        *_channel_routes(world),
        *_place_routes(double),
    ]


def _interaction_routes(world: World) -> list[tuple[str, str, _Handler]]:
    async def callback(sent: Sent, id: str, token: str) -> Any:
        answered = world.respond(int(id), token, sent.payload, sent.files)
        return payloads.answer(answered, world) if "with_response" in sent.query else None

    async def get_original(_: Sent, token: str) -> Any:
        return payloads.message(world.original(token), world)

    async def edit_original(sent: Sent, token: str) -> Any:
        return payloads.message(world.edit_original(token, sent.payload, sent.files), world)

    async def follow_up(sent: Sent, token: str) -> Any:
        return payloads.message(world.follow_up(token, sent.payload, sent.files), world)

    original = r"/webhooks/\d+/([^/]+)/messages/@original"
    return [
        ("POST", r"/interactions/(\d+)/([^/]+)/callback", callback),
        ("GET", original, get_original),
        ("PATCH", original, edit_original),
        ("POST", r"/webhooks/\d+/([^/]+)", follow_up),
    ]


def _channel_routes(world: World) -> list[tuple[str, str, _Handler]]:
    async def post(sent: Sent, channel: str) -> Any:
        return payloads.message(world.post(int(channel), sent.payload, sent.files), world)

    async def edit(sent: Sent, channel: str, id: str) -> Any:
        edited = world.edit(int(channel), int(id), sent.payload, sent.files)
        return payloads.message(edited, world)

    async def delete(_: Sent, channel: str, id: str) -> Any:
        world.delete(int(channel), int(id))

    async def look_up(_: Sent, channel: str) -> Any:
        return payloads.channel(world.channel(int(channel)))

    async def change(sent: Sent, channel: str) -> Any:
        found = world.channel(int(channel))
        found.is_archived = bool(sent.payload.get("archived", found.is_archived))
        return payloads.channel(found)

    message = r"/channels/(\d+)/messages/(\d+)"
    return [
        ("POST", r"/channels/(\d+)/messages", post),
        ("PATCH", message, edit),
        ("DELETE", message, delete),
        ("GET", r"/channels/(\d+)", look_up),
        ("PATCH", r"/channels/(\d+)", change),
    ]


def _place_routes(double: Double) -> list[tuple[str, str, _Handler]]:
    world = double.world

    async def opened(thread: Channel) -> Any:
        said = payloads.channel(thread)
        await double.gateway.dispatch(thread.guild, "THREAD_CREATE", said)
        return said

    async def thread(sent: Sent, channel: str) -> Any:
        kind = int(sent.payload.get("type", PRIVATE_THREAD))
        parent = world.channel(int(channel))
        return await opened(world.add_thread(parent, sent.payload["name"], kind))

    async def thread_of(sent: Sent, channel: str, message: str) -> Any:
        found = world.message(int(channel), int(message))
        parent, name = world.channel(int(channel)), sent.payload["name"]
        return await opened(world.add_thread(parent, name, PUBLIC_THREAD, found.id))

    async def join(_: Sent, channel: str) -> Any:
        world.channel(int(channel))

    async def member(_: Sent, guild: str, user: str) -> Any:
        if int(user) not in world.guilds[int(guild)].members:
            raise denials.unknown_member()
        return payloads.member(world.users[int(user)])

    async def dm(sent: Sent) -> Any:
        there = world.dm_with(int(sent.payload["recipient_id"]))
        recipient = payloads.user(world.users[int(sent.payload["recipient_id"])])
        return payloads.channel(there) | {"recipients": [recipient]}

    return [
        ("POST", r"/channels/(\d+)/threads", thread),
        ("POST", r"/channels/(\d+)/messages/(\d+)/threads", thread_of),
        ("PUT", r"/channels/(\d+)/thread-members/\d+", join),
        ("GET", r"/guilds/(\d+)/members/(\d+)", member),
        ("POST", "/users/@me/channels", dm),
    ]


async def _read(request: web.Request) -> Sent:
    """A request with its body: JSON, or JSON and files in parts (docs: uploading files)."""
    raw = await request.read()
    payload: Any = {}
    files: dict[str, bytes] = {}
    if request.content_type == "application/json" and raw:
        payload = json.loads(raw)
    elif request.content_type == "multipart/form-data":
        async for part in await _parts(request):
            if not isinstance(part, BodyPartReader):
                continue
            data = bytes(await part.read())
            if part.name == "payload_json":
                payload = json.loads(data)
            else:
                files[part.filename or part.name or ""] = data
    return Sent(
        method=request.method,
        path=request.path.removeprefix(_API),
        query=request.query_string,
        authorization=request.headers.get("Authorization", ""),
        raw=raw,
        payload=payload if isinstance(payload, dict) else {"commands": payload},
        files=files,
    )


async def _parts(request: web.Request) -> Any:
    # `read` keeps the body, and `multipart` would wait for one that has gone by.
    from aiohttp import MultipartReader, StreamReader
    from aiohttp.base_protocol import BaseProtocol

    loop = asyncio.get_running_loop()
    stream = StreamReader(BaseProtocol(loop), 2**16, loop=loop)
    stream.feed_data(await request.read())
    stream.feed_eof()
    return MultipartReader(request.headers, stream)


def _json(
    body: Any, *, status: int = 200, headers: dict[str, str] | None = None
) -> web.StreamResponse:
    """Exactly `application/json`: discord.py takes it for text with a charset behind it."""
    data = json.dumps(body).encode()
    said = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=data, status=status, headers=said)


def _too_many(retry_after: float, headers: dict[str, str]) -> web.StreamResponse:
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
    told = {"Via": "1.1 google", "Retry-After": str(retry_after), **headers}
    return _json(body, status=429, headers=told)


def _emoji(id: int, name: str) -> dict[str, Any]:
    return {"id": str(id), "name": name, "animated": False, "managed": False, "available": True}
