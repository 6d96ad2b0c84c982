"""Who may do what, by where a request comes from and the token that came with it."""

import pytest
from starlette.requests import HTTPConnection

from arena.store import StoredToken
from arena.web.permission import PROXY_HEADERS, TOKEN, What, may

AUTHOR = StoredToken("1", "somebody", organiser=False, made="")
ORGANISER = StoredToken("2", "somebody", organiser=True, made="")


def asked(
    client: str | None, host: str, token: StoredToken | None = None, *headers: str
) -> HTTPConnection:
    named = {"host": host} | dict.fromkeys(headers, "x")
    return HTTPConnection(
        {
            "type": "http",
            "client": (client, 1) if client else None,
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            TOKEN: token,
        }
    )


@pytest.mark.parametrize(
    ("token", "allowed"),
    [(None, set()), (AUTHOR, {"play", "submit"}), (ORGANISER, {"play", "submit", "organise"})],
)
def test_a_token_decides_what_a_stranger_may(token: StoredToken | None, allowed: set[What]) -> None:
    stranger = asked("192.0.2.1", "league.example", token)
    every: tuple[What, ...] = ("play", "submit", "organise")
    assert {what for what in every if may(stranger, what)} == allowed


@pytest.mark.parametrize("client", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["127.0.0.1:8470", "localhost", "[::1]:8470"])
def test_at_this_machine_one_may_play_and_no_more(client: str, host: str) -> None:
    here = asked(client, host)
    assert may(here, "play")
    assert not may(here, "submit")
    assert not may(here, "organise")


@pytest.mark.parametrize(
    ("client", "host"),
    [
        ("127.0.0.1", "league.example"),
        ("192.0.2.1", "127.0.0.1"),
        ("::ffff:192.0.2.1", "localhost"),
        ("testclient", "localhost"),
        (None, "localhost"),
        ("127.0.0.1", ""),
    ],
)
def test_half_of_it_does_not_count_as_this_machine(client: str | None, host: str) -> None:
    assert not may(asked(client, host), "play")


@pytest.mark.parametrize("header", PROXY_HEADERS)
def test_what_a_proxy_here_passes_on_is_not_from_here(header: str) -> None:
    assert not may(asked("127.0.0.1", "127.0.0.1", None, header), "play")
