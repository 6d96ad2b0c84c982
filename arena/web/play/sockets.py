"""The two WebSockets: one to sit down, one to play. Each message is a JSON text.

Whatever the browser says is untrusted: what means nothing, comes too often, is stale or illegal is
refused, and changes nothing.
"""

import asyncio
import time
from collections import deque
from secrets import randbelow
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from arena.errors import ArenaError, InputError, SandboxError
from arena.rules import Seat
from arena.web.asking import number, viewer_of
from arena.web.permission import may
from arena.web.play.messages import (
    LARGEST,
    Do,
    GiveUp,
    Go,
    Refused,
    Rematch,
    Said,
    action_of,
    read_said,
    read_sit,
)
from arena.web.play.opponents import find_opponent
from arena.web.play.sight import told
from arena.web.play.table import Invitation, Table
from arena.web.play.tables import FullError, Tables

MOST_SAID: Final = 100
"""Messages in `WITHIN_S`; no hand plays that fast."""
WITHIN_S: Final = 2.0
WAIT_S: Final = 20.0
"""For the one message with which somebody sits down."""

REFUSED: Final = 4403
GONE: Final = 4404
ELSEWHERE: Final = 4409
"""Somebody with the same address sits here now, in another tab or on another device."""
TOO_MUCH: Final = 1008


class _NonsenseError(Exception):
    """What came is no text, too long, or too much."""


async def sit(socket: WebSocket) -> None:
    """Sit down against a bot: one message, and where the table is or why there is none."""
    if not may(socket, "play"):
        await socket.close(REFUSED)
        return
    await socket.accept()
    tables: Tables = socket.app.state.tables
    try:
        async with asyncio.timeout(WAIT_S):
            asked = read_sit(await _Listening(socket).text())
        if asked is None:
            raise _NonsenseError
        answer = await run_in_threadpool(_invited, socket, tables, asked.bot, asked.target)
        await _send(socket, answer)
        await socket.close()
    except (_NonsenseError, TimeoutError):
        await socket.close(TOO_MUCH)
    except WebSocketDisconnect:
        return


async def play(socket: WebSocket) -> None:
    """Play at a table. Whoever comes last sits there; the one before is told so."""
    tables: Tables = socket.app.state.tables
    if not may(socket, "play"):
        await socket.close(REFUSED)
        return
    await socket.accept()
    table = tables.find(socket.path_params["table"])
    if table is None:
        await socket.close(GONE)
        return
    loop, news = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(news.set)

    entered = table.enter(wake)
    showing = asyncio.create_task(_show(socket, table, entered, news))
    hearing = asyncio.create_task(_hear(socket, tables, table, entered))
    try:
        await asyncio.wait((showing, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.leave(entered)
        for task in (showing, hearing):
            task.cancel()
        await asyncio.gather(showing, hearing, return_exceptions=True)


async def _show(socket: WebSocket, table: Table, entered: int, news: asyncio.Event) -> None:
    """Send what is new; at first what the page has not seen, or only where the match is."""
    language = viewer_of(socket).preferences.language
    seen = number(socket, "seen", 0, 0, table.moments)
    new = "seen" not in socket.query_params
    known: object = None
    while True:
        news.clear()
        if not table.sits(entered):
            await socket.close(ELSEWHERE)
            return
        sight = table.sight(seen)
        state = sight.status, sight.asked
        if sight.moments or state != known:
            for message in told(table, sight, language, newest_only=new):
                await _send(socket, message)
        new, known = False, state
        if sight.moments:
            seen = sight.moments[-1][0]
        await news.wait()


async def _hear(socket: WebSocket, tables: Tables, table: Table, entered: int) -> None:
    """Do what is said."""
    listening = _Listening(socket)
    try:
        while True:
            said = read_said(await listening.text())
            if said is None:
                raise _NonsenseError
            if not table.sits(entered):
                return
            await _do(socket, tables, table, said)
    except _NonsenseError:
        await socket.close(TOO_MUCH)
    except WebSocketDisconnect:
        return


async def _do(socket: WebSocket, tables: Tables, table: Table, said: Said) -> None:
    match said:
        case Do():
            action = action_of(said)
            if action is None or not table.answer(said.ask, action):
                await _send(socket, Refused(_words(socket, "play.refused")))
        case GiveUp():
            table.concede()
        case Rematch() if not table.in_play:
            await _send(socket, await run_in_threadpool(_again, socket, tables, table))


def _invited(socket: WebSocket, tables: Tables, name: str, target: int) -> Go | Refused:
    """A table against the bot of that name, or why there is none."""
    try:
        bot = find_opponent(tables.store, name)
    except ArenaError:
        return Refused(_words(socket, "play.no_bot"))
    return _set(socket, tables, Invitation(bot, Seat(randbelow(2)), target))


def _again(socket: WebSocket, tables: Tables, table: Table) -> Go | Refused:
    """A table for the same two, in each other's seats."""
    before = table.invitation
    return _set(socket, tables, Invitation(before.bot, before.seat.other, before.target))


def _set(socket: WebSocket, tables: Tables, invitation: Invitation) -> Go | Refused:
    try:
        return Go(f"/play/{tables.set(invitation).id}")
    except FullError:
        return Refused(_words(socket, "play.full"))
    except (SandboxError, InputError) as error:
        tables.say(str(error))
        return Refused(_words(socket, "play.no_sandbox"))


class _Listening:
    """What one browser says, as long as it says neither too much nor too often."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._times: deque[float] = deque(maxlen=MOST_SAID)

    async def text(self) -> str:
        """The next message.

        Raises:
            WebSocketDisconnect: there is none.
            _NonsenseError: it is no text, too long, or one of too many.
        """
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        now = time.monotonic()
        often = len(self._times) == MOST_SAID and now - self._times[0] < WITHIN_S
        self._times.append(now)
        text: str | None = message.get("text")
        if text is None or len(text) > LARGEST or often:
            raise _NonsenseError
        return text


async def _send(socket: WebSocket, message: msgspec.Struct) -> None:
    await socket.send_text(msgspec.json.encode(message).decode())


def _words(socket: WebSocket, key: str) -> str:
    return viewer_of(socket).preferences.language.words(key)
