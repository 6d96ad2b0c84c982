"""What a request asks for: the store, the viewer, numbers within bounds."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response

from arena.errors import ArenaError
from arena.store import Store
from arena.views.csv import csv_text
from arena.web.addresses import VIEWS, View
from arena.web.cache import Views
from arena.web.pages import Heading, NotFoundError, heading
from arena.web.permission import What, may, token_of
from arena.web.preferences import cookies, preferences
from arena.web.render import Viewer, render

NONE = Heading((), None, running=False)


def viewer_of(request: HTTPConnection) -> Viewer:
    """Who asks."""
    found = preferences(
        request.query_params, request.cookies, request.headers.get("accept-language", "")
    )
    return Viewer(
        found,
        quote(request.scope["path"], safe="/:"),
        dict(request.query_params),
        token=token_of(request),
        accounts=True,
        takes_bots=request.app.state.intake is not None,
    )


@contextmanager
def opened(request: Request) -> Iterator[Store]:
    """The store, as it is at one moment.

    Raises:
        NotFoundError: it is not there.
        StoreError: it cannot be read.
    """
    path: Path = request.app.state.store
    if not path.exists():
        raise NotFoundError("no store yet")
    with Store(path) as store, store.snapshot():
        yield store


def views_of(request: Request) -> Views:
    """The views that were worked out before."""
    views: Views = request.app.state.views
    return views


def heading_of(request: Request, store: Store) -> Heading:
    """What stands above the page that is asked for.

    Raises:
        NotFoundError: there is no such tournament.
    """
    return heading(store, request.path_params.get("tournament"))


def newest(request: Request) -> Heading:
    """What stands above a page that is about no tournament: the newest, if there is one yet."""
    try:
        with opened(request) as store:
            return heading(store)
    except NotFoundError:
        return NONE


class NotAllowedError(ArenaError):
    """Whoever asks may not; the text is what is to be said: `token`, or `other_token`."""


def demand(request: Request, what: What) -> None:
    """Go on only for who may do that.

    Raises:
        NotAllowedError: they may not.
    """
    if not may(request, what):
        raise NotAllowedError("token" if token_of(request) is None else "other_token")


def page(
    request: Request, template: str, above: Heading, status: int = 200, **values: Any
) -> Response:
    """A page for whoever asks; what they chose is remembered."""
    html = render(template, viewer_of(request), above, **values)
    response = HTMLResponse(html, status)
    response.headers["vary"] = "Cookie, Accept-Language"
    # What only some may see stays in no cache, where others might find it.
    response.headers["cache-control"] = "no-cache" if token_of(request) is None else "no-store"
    return remembered(request, response)


def remembered(request: Request, response: Response) -> Response:
    """The same with what the viewer chose in the address as cookies."""
    for cookie in cookies(request.query_params):
        response.headers.append("set-cookie", cookie)
    return response


def table(fields: tuple[str, ...], records: list[dict[str, object]]) -> Response:
    """A table as comma-separated values."""
    return Response(csv_text(fields, records), media_type="text/csv; charset=utf-8")


def view_of(request: Request) -> View:
    """Through whose eyes a replay is asked for; all cards if it is not said."""
    asked = request.query_params.get("view")
    return next((view for view in VIEWS if view == asked), "all")


def number(request: HTTPConnection, name: str, default: int, least: int, most: int) -> int:
    """A number in the address: the nearest allowed, the default where it is no number."""
    try:
        asked = int(request.query_params.get(name, default))
    except ValueError:
        return default
    return max(least, min(most, asked))
