"""Handing in a bot, and what came of it: for its author, and for the organiser."""

from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from arena.store import Store, find_upload
from arena.web.addresses import Addresses
from arena.web.asking import demand, newest, page
from arena.web.i18n import language
from arena.web.intake.body import MOST_BYTES, BodyError, receive
from arena.web.intake.queue import AGAIN_S, BusyError, Intake
from arena.web.pages import NotFoundError
from arena.web.permission import may, token_of
from arena.web.rates import Limiter
from arena.web.uploads import Shown, in_work, shown_now, shown_over, shown_uploads, upload_json

LISTED: Final = 20

STATUS: Final = {
    "too_large": 413,
    "too_slow": 408,
    "no_file": 400,
    "no_form": 400,
    "own": 429,
    "often": 429,
    "busy": 503,
    "full": 503,
}
"""By what is said, the status of the answer."""


async def form(request: Request) -> Response:
    """Where a bot is handed in, and the author's last uploads."""
    return await _form(request)


async def hand_in(request: Request) -> Response:
    """Take a zip file, and say under which ticket it is looked at."""
    demand(request, "submit")
    intake, author = _intake(request), _author(request)
    often: Limiter = request.app.state.uploads
    if wait_s := often.spend(author):
        return await _refused(request, "often", wait_s)
    try:
        with intake.admitted(author) as ticket:
            await receive(request, intake.archive(ticket))
            intake.put(ticket)
    except ClientDisconnect:
        return Response(status_code=400)
    except BusyError as error:
        return await _refused(request, str(error), AGAIN_S)
    except BodyError as error:
        return await _refused(request, str(error))
    if _wants_page(request):
        return RedirectResponse(Addresses().submit(ticket.id), 303)
    return JSONResponse(
        {"ticket": ticket.id, "state": ticket.state, "address": f"/submit/{ticket.id}.json"}, 202
    )


async def ticket(request: Request) -> Response:
    """What came of an upload so far."""
    found = await _found(request)
    return await run_in_threadpool(
        lambda: page(request, "ticket.html", newest(request), upload=found)
    )


async def ticket_json(request: Request) -> Response:
    """The same for programs."""
    found = await _found(request)
    return Response(
        msgspec.json.encode(upload_json(found, with_host=may(request, "organise"))),
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


async def _form(request: Request, problem: str = "", status: int = 200) -> Response:
    intake = _intake(request)
    token = token_of(request)
    now = in_work(intake, token.author) if token else []

    def render() -> Response:
        past = []
        if token:
            with Store(request.app.state.store) as store:
                past = shown_uploads(store, token.author, LISTED)
        return page(
            *(request, "submit.html", newest(request), status),
            problem=problem,
            uploads=now + past,
            most=MOST_BYTES >> 20,
        )

    return await run_in_threadpool(render)


async def _refused(request: Request, problem: str, wait_s: float = 0.0) -> Response:
    status = STATUS[problem]
    if _wants_page(request):
        response = await _form(request, problem, status)
    else:
        detail = language("en").words(f"refusal.{problem}", n=MOST_BYTES >> 20)
        response = JSONResponse({"error": problem, "detail": detail}, status)
    if wait_s:
        response.headers["retry-after"] = str(int(wait_s) + 1)
    return response


async def _found(request: Request) -> Shown:
    """The upload that is asked for. To others than its author there is none."""
    demand(request, "submit")
    intake, id_ = _intake(request), request.path_params["ticket"]
    waiting = intake.find(id_)
    found = (
        shown_now(intake, waiting) if waiting else await run_in_threadpool(_stored, request, id_)
    )
    if found is None or (found.author != _author(request) and not may(request, "organise")):
        raise NotFoundError("no such ticket")
    return found


def _stored(request: Request, id_: str) -> Shown | None:
    with Store(request.app.state.store) as store:
        row = find_upload(store, id_)
    return shown_over(row) if row else None


def _intake(request: Request) -> Intake:
    intake: Intake | None = request.app.state.intake
    if intake is None:
        raise NotFoundError("bots are not taken here")
    return intake


def _author(request: Request) -> str:
    token = token_of(request)
    assert token is not None
    return token.author


def _wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")
