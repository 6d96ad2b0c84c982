"""The two pages: where a bot is chosen, and the table. Both need scripts, and say so."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from arena.web.asking import demand, newest, page, viewer_of
from arena.web.moments import Frame
from arena.web.pages import NotFoundError
from arena.web.play.messages import TARGETS
from arena.web.play.opponents import opponents
from arena.web.play.sight import frame
from arena.web.play.tables import Tables

COOKIE: Final = "table"
"""Where this browser sat last: only to find the way back. It is the page's address that counts."""
NO_FRAME: Final = Frame.empty()


def choose(request: Request) -> Response:
    """Choose a bot to sit down against. `NotAllowedError`: it takes a token."""
    demand(request, "play")
    tables: Tables = request.app.state.tables
    last = tables.find(request.cookies.get(COOKIE, ""))
    return page(
        request,
        "play.html",
        newest(request),
        bots=opponents(tables.store),
        targets=TARGETS[::-1],
        back=last if last is not None and last.in_play else None,
    )


def table(request: Request) -> Response:
    """A table, as it is now; scripts go on from there. `NotAllowedError`: it takes a token."""
    demand(request, "play")
    tables: Tables = request.app.state.tables
    found = tables.find(request.path_params["table"])
    if found is None:
        raise NotFoundError("no such table")
    language = viewer_of(request).preferences.language
    sight = found.sight()
    frames = [frame(found, moment, language) for _, moment in sight.moments]
    response = page(
        request,
        "play_table.html",
        newest(request),
        frame=frames[-1] if frames else NO_FRAME,
        lines=[each.texts for each in frames],
        seen=sight.moments[-1][0] if frames else 0,
        names=[language.words("play.you"), found.invitation.bot.name],
        table=found,
    )
    response.headers["cache-control"] = "no-store"
    response.set_cookie(COOKIE, found.id, path="/play", httponly=True, samesite="strict")
    return response
