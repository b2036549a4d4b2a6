"""The gateway: sessions, heartbeats, events in order, and what was missed given again."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from . import payloads
from .world import Channel, World

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _RECONNECT = 0, 1, 2, 6, 7
_INVALID_SESSION, _HELLO, _HEARTBEAT_ACK = 9, 10, 11
_UNKNOWN_ERROR, _BAD_TOKEN = 4000, 4004
_KEPT_EVENTS = 1000
_FAR_AWAY = 0.05


@dataclass
class Session:
    """One shard's session; events that came while it was away are kept for its return."""

    id: str
    shard: int
    shards: int
    socket: web.WebSocketResponse | None
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_KEPT_EVENTS))

    def has(self, guild: int | None) -> bool:
        """Whether a server's events go to this shard; direct messages go to the first."""
        return self.shard == ((guild or 0) >> 22) % self.shards

    async def send(self, name: str, data: Any) -> bool:
        """Dispatch an event; whether it went out at once."""
        self.sequence += 1
        frame = json.dumps({"op": _DISPATCH, "t": name, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        return await self._out(frame)

    async def again(self, since: int) -> None:
        """All that came after an event."""
        for number, frame in list(self.sent):
            if number > since:
                await self._out(frame)

    async def _out(self, frame: str) -> bool:
        if self.socket is None or self.socket.closed:
            return False
        try:
            await self.socket.send_str(frame)
        except (ConnectionError, RuntimeError):
            return False
        return True


class Gateway:
    """Serves the websocket; `token` is the only one that may identify."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self.resume_url = ""
        self.sessions: dict[str, Session] = {}
        self.heartbeats = 0
        self.identified = 0
        self.resumed = 0
        self.heartbeat_ms = 41_250

    @property
    def connected(self) -> list[Session]:
        """The sessions that hear what is sent."""
        return [one for one in self.sessions.values() if one.socket and not one.socket.closed]

    def session_of(self, guild: int | None) -> Session | None:
        """The session that a server's events go to (docs: gateway, sharding)."""
        for session in self.connected:
            if session.has(guild):
                return session
        return None

    async def dispatch(self, guild: int | None, name: str, data: Any) -> bool:
        """Send an event to whoever has the server; whether it went out at once."""
        mine = [one for one in self.sessions.values() if one.has(guild)]
        session = self.session_of(guild) or (mine[0] if mine else None)
        return session is not None and await session.send(name, data)

    async def dispatch_channel(self, channel: Channel) -> bool:
        """A channel has been made while the bot was there."""
        return await self.dispatch(channel.guild, "CHANNEL_CREATE", payloads.channel(channel))

    async def drop(self, session: Session) -> None:
        """Cut a connection; its session may be resumed."""
        socket, session.socket = session.socket, None
        if socket is not None:
            await socket.close(code=_UNKNOWN_ERROR)

    async def reconnect(self) -> None:
        """Ask every session to come back, as Discord does when it moves house."""
        for session in self.connected:
            if session.socket is not None:
                await session.socket.send_str(json.dumps({"op": _RECONNECT, "d": None}))

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        hello = {"op": _HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}}
        await socket.send_str(json.dumps(hello))
        session: Session | None = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                said = json.loads(frame.data)
                match said["op"]:
                    case 1:
                        self.heartbeats += 1
                        # discord.py notes when it sent a heartbeat only once it has: an answer
                        # before that looks as late as the heartbeat before (tried).
                        await asyncio.sleep(_FAR_AWAY)
                        await socket.send_str(json.dumps({"op": _HEARTBEAT_ACK}))
                    case 2:
                        session = await self._identify(socket, said["d"])
                    case 6:
                        session = await self._resume(socket, said["d"])
        except ConnectionError:
            pass  # a killed process says no goodbye
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
                if socket.close_code == 1000:
                    self.sessions.pop(session.id, None)
        return socket

    async def _identify(
        self, socket: web.WebSocketResponse, asked: dict[str, Any]
    ) -> Session | None:
        if asked["token"] != self._token:
            await socket.close(code=_BAD_TOKEN)
            return None
        shard, shards = asked.get("shard") or (0, 1)
        for old in [one for one in self.sessions.values() if one.shard == shard]:
            del self.sessions[old.id]
        session = Session(secrets.token_hex(16), shard, shards, socket)
        self.sessions[session.id] = session
        self.identified += 1
        mine = [
            guild for guild in self._world.guilds.values() if (guild.id >> 22) % shards == shard
        ]
        await session.send(
            "READY",
            {
                "v": 10,
                "user": payloads.user(self._world.bot),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
                "session_id": session.id,
                "resume_gateway_url": self.resume_url,
                "shard": [shard, shards],
                "application": {"id": str(self._world.bot.id), "flags": 0},
            },
        )
        for guild in mine:
            await session.send("GUILD_CREATE", payloads.guild(guild, self._world))
        self._world.touched()
        return session

    async def _resume(self, socket: web.WebSocketResponse, asked: dict[str, Any]) -> Session | None:
        session = self.sessions.get(asked["session_id"])
        if session is None or asked["token"] != self._token:
            await socket.send_str(json.dumps({"op": _INVALID_SESSION, "d": False}))
            return None
        session.socket = socket
        self.resumed += 1
        await session.again(asked["seq"])
        await session.send("RESUMED", {})
        self._world.touched()
        return session
