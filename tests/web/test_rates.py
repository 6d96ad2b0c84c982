"""Who asks too often waits, and nobody else does."""

import asyncio
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from arena.store import Store, new_token
from arena.web.accounts import Accounts
from arena.web.app import application
from arena.web.doorman import Doorman
from arena.web.rates import Limiter, Limits, Rate, client_key
from tests.web.crawl import HOME


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Nothing was played yet."""
    path = tmp_path / "s.sqlite"
    Store(path, create=True).close()
    return path


class Clock:
    """Time that stands still until it is moved."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_so_many_a_second() -> None:
    clock = Clock()
    limiter = Limiter(Rate(3, 0.5), clock)
    assert [limiter.spend("a") for _ in range(3)] == [0, 0, 0]
    assert limiter.spend("a") == pytest.approx(2)
    assert limiter.spend("b") == 0
    clock.now += 2
    assert limiter.spend("a") == 0
    assert limiter.spend("a") == pytest.approx(2)
    clock.now += 1000
    assert [limiter.spend("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_however_many_ask_memory_is_bounded() -> None:
    limiter = Limiter(Rate(1, 1), Clock(), kept=10)
    for number in range(1000):
        assert limiter.spend(f"192.0.2.{number}") == 0
    assert len(limiter) == 10
    assert limiter.spend("192.0.2.999") > 0


def test_a_network_is_one_client() -> None:
    assert client_key("192.0.2.1") != client_key("192.0.2.2")
    assert client_key("2001:db8:1:2::1") == client_key("2001:db8:1:2:ffff::9")
    assert client_key("2001:db8:1:2::1") != client_key("2001:db8:1:3::1")
    assert client_key("::ffff:192.0.2.1") == client_key("192.0.2.1")
    assert client_key(None) == client_key("")


def test_a_flood_from_one_client_does_not_stop_another(store: Path) -> None:
    app = application(store, limits=Limits(requests=Rate(20, 0.01)))
    flood = TestClient(app, base_url=HOME, client=("192.0.2.1", 1))
    other = TestClient(app, base_url=HOME, client=("192.0.2.2", 1))
    answers = [flood.get("/reading") for _ in range(100)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 80
    assert 0 < int(answers[-1].headers["retry-after"]) <= 100
    assert answers[-1].headers["content-security-policy"]
    assert other.get("/reading").status_code == 200


def test_wrong_tokens_are_slowed_down_and_the_right_one_is_let_in(store: Path) -> None:
    with Store(store) as opened:
        _, text = new_token(opened, "zahra", organiser=True)
    app = application(store, limits=Limits(wrong_tokens=Rate(3, 0.01)))
    client = TestClient(app, base_url=HOME, client=("192.0.2.1", 1))

    def asked(token: str) -> int:
        headers = {"authorization": f"Bearer {token}"}
        return client.get("/organiser", headers=headers).status_code

    assert [asked(f"hokm_{n:08}_{'0' * 64}") for n in range(5)] == [401, 401, 401, 429, 429]
    origin = {"origin": HOME}
    answer = client.post("/sign-in", data={"token": "wrong"}, headers=origin)
    assert (answer.status_code, "retry-after" in answer.headers) == (429, True)
    assert asked(text) == 200
    signed = client.post("/sign-in", data={"token": text}, headers=origin, follow_redirects=False)
    assert signed.status_code == 303


def test_one_client_cannot_take_all_places(store: Path) -> None:
    async def at_the_door() -> None:
        leave = asyncio.Event()

        async def stays(scope: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": 200})
            await leave.wait()

        limits = Limits(at_once=2)
        doorman = Doorman(stays, Accounts(store), limits, Limiter(limits.wrong_tokens))

        async def asks(client: str) -> int:
            sent: list[Message] = []

            async def send(message: Message) -> None:
                sent.append(message)

            scope = {"type": "http", "client": (client, 1), "headers": [], "scheme": "http"}
            await doorman(scope, asyncio.Event().wait, send)  # type: ignore[arg-type]
            status: int = sent[0]["status"]
            return status

        inside = [asyncio.create_task(asks("192.0.2.1")) for _ in range(2)]
        other = asyncio.create_task(asks("192.0.2.2"))
        await asyncio.sleep(0)
        assert await asks("192.0.2.1") == 429
        leave.set()
        assert await asyncio.gather(*inside, other) == [200] * 3
        assert await asks("192.0.2.1") == 200

    asyncio.run(at_the_door())
