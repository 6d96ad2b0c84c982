"""What is asked for where (README.md lists it), and what is said when it is not there."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from arena.errors import ArenaError, InputError
from arena.web import data, html, organising, signing, submitting
from arena.web.asking import NONE, NotAllowedError, page
from arena.web.assets import assets
from arena.web.live import TooManyError
from arena.web.pages import NotFoundError
from arena.web.play import sockets
from arena.web.play.pages import choose, table

FOR_EVER: Final = "public, max-age=31536000, immutable"

Handler = Callable[[Request], Response] | Callable[[Request], Awaitable[Response]]


def static(request: Request) -> Response:
    """Style, scripts and the font."""
    found = assets().get(request.path_params["path"])
    if found is None:
        raise NotFoundError("no such file")
    current = request.query_params.get("v") == found.version
    caching = FOR_EVER if current else "no-cache"
    return Response(found.content, headers={"content-type": found.type, "cache-control": caching})


T: Final = "/tournaments/{tournament}"

PATHS: Final[Mapping[str, Handler]] = {
    "/": html.home,
    "/reading": html.reading,
    "/play": choose,
    "/play/{table}": table,
    "/tournaments": html.tournaments,
    "/tournaments.json": data.tournaments,
    f"{T}/leaderboard": html.leaderboard,
    f"{T}/leaderboard.json": data.leaderboard_json_of,
    f"{T}/leaderboard.csv": data.leaderboard_csv,
    f"{T}/crosstable": html.crosstable,
    f"{T}/crosstable.json": data.crosstable_json_of,
    f"{T}/crosstable.csv": data.crosstable_csv,
    f"{T}/matches": html.matches,
    f"{T}/matches.json": data.matches_json,
    f"{T}/matches.csv": data.matches_csv,
    f"{T}/progress": html.progress,
    f"{T}/progress.json": data.progress_json,
    f"{T}/progress/events": data.events,
    f"{T}/results.ndjson": data.results,
    f"{T}/records.jsonl": data.records,
    f"{T}/bots/{{bot}}": html.bot,
    f"{T}/bots/{{bot}}/pairings.json": data.bot_json,
    f"{T}/bots/{{bot}}/pairings.csv": data.bot_csv,
    f"{T}/pairings/{{one}}/{{other}}": html.pairing,
    f"{T}/pairings/{{one}}/{{other}}/matches.json": data.pairing_json,
    f"{T}/pairings/{{one}}/{{other}}/matches.csv": data.pairing_csv,
    f"{T}/matches/{{match}}": html.match,
    f"{T}/matches/{{match}}/record.json": data.record,
    f"{T}/matches/{{match}}/analysis.json": data.analysis_json_of,
    f"{T}/matches/{{match}}/replay": html.replay,
    f"{T}/matches/{{match}}/replay.json": data.replay_json,
    "/sign-in": signing.form,
    "/submit": submitting.form,
    "/submit/{ticket}.json": submitting.ticket_json,
    "/submit/{ticket}": submitting.ticket,
    "/organiser": organising.home,
    "/organiser/{tournament}": organising.tournament,
    "/organiser/{tournament}/{match}": organising.match,
    "/static/{path:path}": static,
}

POST_PATHS: Final[Mapping[str, Handler]] = {
    "/sign-in": signing.sign_in,
    "/sign-out": signing.sign_out,
    "/submit": submitting.hand_in,
}
"""`security.POSTS` lets them through."""

ROUTES: Final[list[BaseRoute]] = [
    WebSocketRoute("/play/sit", sockets.sit),
    WebSocketRoute("/play/{table}/play", sockets.play),
    *(Route(path, handler, methods=["POST"]) for path, handler in POST_PATHS.items()),
    *(Route(path, handler, methods=["GET"]) for path, handler in PATHS.items()),
]


def _refused(request: Request, status: int, key: str, detail: str = "") -> Response:
    """Say it in the form that was asked for."""
    path = request.url.path
    if path.endswith((".json", ".csv", ".jsonl", ".ndjson", "/events")):
        return JSONResponse({"error": key, "detail": detail}, status)
    return page(request, "error.html", NONE, status, problem=key, detail=detail)


def not_found(request: Request, error: Exception) -> Response:
    """There is no such page, or no such thing in the store."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status != 404:
        return PlainTextResponse(f"{status}\n", status)
    return _refused(request, 404, "not_found")


def unreadable(request: Request, error: Exception) -> Response:
    """The store is locked or damaged. `arena status` says more to the organiser."""
    return _refused(request, 503, "store")


def too_many(request: Request, error: Exception) -> Response:
    """Somebody has to go first."""
    return _refused(request, 503, "too_many")


def not_allowed(request: Request, error: Exception) -> Response:
    """Who asks has to say who they are, or is somebody else."""
    status = 401 if str(error) == "token" else 403
    response = _refused(request, status, str(error))
    if status == 401:
        response.headers["www-authenticate"] = "Bearer"
    return response


ERRORS: Final[Mapping[Any, Callable[[Request, Exception], Response]]] = {
    HTTPException: not_found,
    InputError: not_found,
    ArenaError: unreadable,
    TooManyError: too_many,
    NotAllowedError: not_allowed,
}
