"""What is for the organiser alone: uploads of all, what bots wrote, why pairs were spoiled."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arena.records import log_file
from arena.rules import Seat
from arena.web import pages
from arena.web.asking import demand, heading_of, newest, opened, page
from arena.web.pages import NotFoundError
from arena.web.uploads import in_work, shown_uploads

LISTED: Final = 100
LOG_BYTES: Final = 64 * 1024
"""Of what a bot wrote, the end; `arena logs` shows all of it."""


@dataclass(frozen=True, slots=True)
class Log:
    """What a bot wrote to standard error during a match."""

    bot: str
    text: str
    cut: bool
    """Whether that is not all of it."""


async def home(request: Request) -> Response:
    """Uploads, and the tournaments."""
    demand(request, "organise")
    now = in_work(request.app.state.intake, None)

    def render() -> Response:
        with opened(request) as store:
            past, names = shown_uploads(store, None, LISTED), store.tournament_names()
        return page(
            request, "organiser.html", newest(request), uploads=now + past, tournaments=names
        )

    return await run_in_threadpool(render)


def tournament(request: Request) -> Response:
    """Why the host spoiled pairs, and the matches that a fault ended."""
    demand(request, "organise")
    with opened(request) as store:
        above, name = heading_of(request, store), request.path_params["tournament"]
        return page(
            *(request, "organiser_tournament.html", above),
            reasons=store.void_reasons(name),
            voids=store.void_rows(name)[: -LISTED - 1 : -1],
            matches=store.matches(name, faults=True, limit=LISTED),
        )


def match(request: Request) -> Response:
    """What a match left behind: its last messages, and all that its bots wrote."""
    demand(request, "organise")
    with opened(request) as store:
        above, name = heading_of(request, store), request.path_params["tournament"]
        played = pages.match(store, name, request.path_params["match"])
        folder = store.beside("logs") / name
    record = played.record
    logs = [_log(record.bots[seat].name, log_file(folder, record.match, seat)) for seat in Seat]
    return page(
        *(request, "organiser_match.html", above), record=record, crash=played.crash, logs=logs
    )


def _log(bot: str, path: Path) -> Log:
    """The end of a log; a bot that wrote nothing has none."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - LOG_BYTES))
            text = file.read(LOG_BYTES).decode("utf-8", "backslashreplace")
    except FileNotFoundError:
        return Log(bot, "", cut=False)
    except OSError as error:
        raise NotFoundError(f"{path}: {error.strerror}") from None
    return Log(bot, text, cut=size > LOG_BYTES)
