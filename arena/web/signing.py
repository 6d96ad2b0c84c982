"""Signing in and out, by a form that needs no script. A token is never part of an address."""

import re
from typing import Final
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.web.accounts import Accounts, cookie_name, set_cookie
from arena.web.addresses import Addresses
from arena.web.asking import newest, page
from arena.web.rates import Limiter, client_key, too_many_requests

LARGEST_FORM: Final = 4_096
PLACE: Final = re.compile(r"/(?!/)[\w/.:%-]{0,200}", re.ASCII)
"""Pages of this server, and nowhere else."""


def form(request: Request) -> Response:
    """Where one signs in."""
    return _form(request, request.query_params.get("to", ""))


async def sign_in(request: Request) -> Response:
    """Begin a session for who knows a token."""
    sent = await _sent(request)
    accounts: Accounts = request.app.state.accounts
    token = await run_in_threadpool(accounts.of_token, sent.get("token", "").strip())
    to = sent.get("to", "")
    if token is None:
        wrong: Limiter = request.app.state.wrong_tokens
        if wait_s := wrong.spend(client_key(request.client.host if request.client else None)):
            return too_many_requests(wait_s, "Too many wrong tokens; wait a little.")
        return await run_in_threadpool(_form, request, to, wrong=True)
    response = RedirectResponse(to if PLACE.fullmatch(to) else Addresses().home(), 303)
    set_cookie(response, accounts.begin(token), request.url.scheme)
    return response


async def sign_out(request: Request) -> Response:
    """End the session that the cookie is of."""
    accounts: Accounts = request.app.state.accounts
    accounts.end(request.cookies.get(cookie_name(request.url.scheme), ""))
    response = RedirectResponse(Addresses().home(), 303)
    set_cookie(response, "", request.url.scheme)
    return response


def _form(request: Request, to: str, *, wrong: bool = False) -> Response:
    to = to if PLACE.fullmatch(to) else ""
    status = 403 if wrong else 200
    return page(request, "sign_in.html", newest(request), status, to=to, wrong=wrong)


async def _sent(request: Request) -> dict[str, str]:
    """The fields of a form; nothing of one that is too large."""
    body = b""
    async for data in request.stream():
        body += data
        if len(body) > LARGEST_FORM:
            return {}
    fields = parse_qs(body.decode("utf-8", "replace"), max_num_fields=20)
    return {name: values[0] for name, values in fields.items()}
