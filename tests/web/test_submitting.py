"""Bots that are handed in: who may, who sees what came of it, and that nothing stays behind.

What looks at them here is a stub; `test_handing_in.py` has the real one.
"""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect
from starlette.testclient import TestClient

from arena.errors import HostError
from arena.store import Store, new_token, uploads
from arena.web import submitting
from arena.web.app import application
from arena.web.intake import body, inspecting, queue
from arena.web.intake.queue import EACH, Intake
from arena.web.rates import Limits, Rate
from tests.tournament.running import eventually
from tests.web.crawl import HOME, browser

STUB = """
import json, os, sys, time

store, folder, author, level = sys.argv[1:]
place = os.path.dirname(store)
word = open(folder + "/upload.zip").read()
with open(place + "/looked", "a") as file:
    print(author, word, os.getpid(), file=file)


def say(**news):
    print(json.dumps(news), flush=True)


say(type="doing", what="build", bot="mine")
while os.path.exists(place + "/brake"):
    time.sleep(0.01)
if word == "nonsense":
    print("{}", flush=True)
    time.sleep(60)
if word == "die":
    sys.exit(3)
if word == "host":
    say(type="end", outcome="failed", host="what only the organiser sees")
else:
    found = {"problem": "p", "rule": "r", "advice": "a", "stderr": "<b>of " + author}
    say(type="step", number=3, name="start", title="t", verdict="failed", text="x", finding=found)
    say(type="end", outcome="refused", bot="mine", error="because of " + word)
"""


@dataclass
class Office:
    """A server that takes bots, and tokens for it."""

    client: TestClient
    store: Path
    tokens: dict[str, dict[str, str]]

    @property
    def brake(self) -> Path:
        """While it is there, whatever is looked at stays so."""
        return self.store.with_name("brake")

    @property
    def folder(self) -> Path:
        """Where uploads are, while they are not over."""
        return self.store.with_name(f"{self.store.name}.uploads")

    def left(self) -> list[str]:
        """What is in that folder."""
        return [path.name for path in self.folder.iterdir() if path.name != ".lock"]

    def hand_in(self, who: str, word: str = "x", **headers: str) -> Any:
        """The answer to an upload."""
        return self.client.post("/submit", content=word, headers=self.tokens[who] | headers)

    def look(self, ticket: str, who: str) -> Any:
        """What somebody is told of a ticket."""
        return self.client.get(f"/submit/{ticket}.json", headers=self.tokens[who])

    def over(self, ticket: str, who: str = "boss") -> dict[str, Any]:
        """What came of it, once it is over."""
        assert eventually(lambda: self.look(ticket, who).json()["over"])
        found: dict[str, Any] = self.look(ticket, who).json()
        return found


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Nothing was played yet."""
    path = tmp_path / "s.sqlite"
    Store(path, create=True).close()
    return path


@pytest.fixture
def office(store: Path) -> Iterator[Office]:
    with opened(store) as found:
        yield found


@contextmanager
def opened(store: Path, **limits: Any) -> Iterator[Office]:
    stub = store.with_name("stub.py")
    stub.write_text(STUB)
    tokens = {}
    with Store(store) as kept:
        for who in ("zahra", "sara", "boss"):
            _, text = new_token(kept, who, organiser=who == "boss")
            tokens[who] = {"authorization": f"Bearer {text}"}
    intake = Intake(store, inspector=(sys.executable, str(stub)))
    intake.open()
    with browser(application(store, intake=intake, limits=Limits(**limits))) as client:
        office = Office(client, store, tokens)
        yield office
    assert not office.folder.exists()


def test_only_its_author_and_the_organiser_see_what_came_of_a_bot(office: Office) -> None:
    answer = office.hand_in("zahra")
    told = answer.json()
    assert (answer.status_code, told["address"]) == (202, f"/submit/{told['ticket']}.json")
    came = office.over(told["ticket"])
    assert (came["state"], came["error"]) == ("refused", "because of x")
    assert came == office.look(told["ticket"], "zahra").json() | {"host": None}
    page = office.client.get(f"/submit/{told['ticket']}", headers=office.tokens["zahra"])
    assert "&lt;b&gt;of zahra" in page.text
    assert page.headers["cache-control"] == "no-store"
    for ending in ("", ".json"):
        path = f"/submit/{told['ticket']}{ending}"
        assert office.client.get(path, headers=office.tokens["sara"]).status_code == 404
        assert office.client.get(path).status_code == 401
    own = f'href="/submit/{told["ticket"]}"'
    lists = {
        who: office.client.get("/submit", headers=token).text
        for who, token in office.tokens.items()
    }
    assert [own in lists[who] for who in ("zahra", "sara", "boss")] == [True, False, False]
    assert own in office.client.get("/organiser", headers=office.tokens["boss"]).text


def test_what_failed_on_the_host_is_told_to_the_organiser_alone(office: Office) -> None:
    ticket = office.hand_in("zahra", "host").json()["ticket"]
    assert office.over(ticket)["host"] == "what only the organiser sees"
    seen = {
        who: office.client.get(f"/submit/{ticket}", headers=office.tokens[who]).text
        + office.look(ticket, who).text
        for who in ("zahra", "boss")
    }
    assert ["what only" in seen[who] for who in ("zahra", "boss")] == [False, True]
    assert "This machine failed" in seen["zahra"]


def test_one_is_looked_at_after_the_other_and_nobody_fills_the_queue(office: Office) -> None:
    office.brake.touch()
    mine = [office.hand_in("zahra", f"z{n}").json()["ticket"] for n in range(EACH)]
    another = office.hand_in("zahra")
    assert (another.status_code, another.json()["error"]) == (429, "own")
    assert int(another.headers["retry-after"]) > 0
    hers = office.hand_in("sara", "s").json()["ticket"]
    assert eventually(lambda: office.look(mine[0], "zahra").json()["doing"] == "build")
    assert [office.look(each, "boss").json()["before"] for each in (*mine, hers)] == [0, 1, 2, 3]
    page = office.client.get(f"/submit/{hers}", headers=office.tokens["sara"]).text
    assert "bots before it: 3" in page
    assert "ticket.js" in page
    office.brake.unlink()
    office.over(hers)
    looked = office.store.with_name("looked").read_text().split()
    assert looked[1::3] == ["z0", "z1", "z2", "s"]
    assert office.left() == []


def test_too_many_are_asked_to_come_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "WAITING", 1)
    office.brake.touch()
    assert office.hand_in("zahra").status_code == 202
    answer = office.hand_in("sara")
    assert (answer.status_code, answer.json()["error"]) == (503, "busy")
    office.brake.unlink()
    monkeypatch.setattr(queue, "WAITING", 20)
    monkeypatch.setattr(queue, "ROOM_BYTES", 1 << 60)
    assert office.hand_in("sara").json()["error"] == "full"


def test_who_hands_in_too_often_waits_and_nobody_else_does(store: Path) -> None:
    with opened(store, uploads=Rate(2, 0.01)) as office:
        codes = [office.hand_in("zahra", "").status_code for _ in range(3)]
        assert codes == [400, 400, 429]
        assert office.hand_in("sara", "").status_code == 400


def test_when_the_server_ends_what_is_not_over_is_said_to_be_broken_off(store: Path) -> None:
    with opened(store) as office:
        office.brake.touch()
        tickets = [office.hand_in("zahra", str(n)).json()["ticket"] for n in range(2)]
        looked = store.with_name("looked")
        assert eventually(lambda: looked.exists() and looked.read_text().endswith("\n"))
    with Store(store) as kept:
        rows = uploads(kept, "zahra", 10)
    assert {row.ticket: row.outcome for row in rows} == dict.fromkeys(tickets, "stopped")
    assert not Path(f"/proc/{looked.read_text().split()[2]}").exists()


@pytest.mark.parametrize(
    ("word", "why"),
    [("nonsense", "the inspector talks nonsense"), ("die", "the inspector ended with 3")],
)
def test_an_inspector_that_fails_is_the_machine_s_fault(
    office: Office, word: str, why: str
) -> None:
    came = office.over(office.hand_in("zahra", word).json()["ticket"])
    assert (came["state"], why in came["host"]) == ("failed", True)
    assert office.over(office.hand_in("zahra").json()["ticket"])["state"] == "refused"


def test_what_takes_too_long_is_broken_off(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspecting, "LONGEST_S", 0.5)
    office.brake.touch()
    came = office.over(office.hand_in("zahra").json()["ticket"])
    assert (came["state"], "it took longer than" in came["error"]) == ("refused", True)


@pytest.mark.parametrize(
    ("content", "kind", "status", "error"),
    [
        (b"", "application/zip", 400, "no_file"),
        (b"x" * 2000, "application/zip", 413, "too_large"),
        (b"--b--\r\n", "multipart/form-data; boundary=b", 400, "no_file"),
        (b"--b", "multipart/form-data; boundary=b", 400, "no_form"),
    ],
)
def test_what_is_no_upload_is_refused_and_leaves_nothing(
    office: Office,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes,
    kind: str,
    status: int,
    error: str,
) -> None:
    monkeypatch.setattr(body.receive, "__defaults__", (1000,))
    headers = office.tokens["zahra"] | {"content-type": kind}
    answer = office.client.post("/submit", content=content, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert "{" not in answer.json()["detail"]
    page = office.client.post("/submit", content=content, headers=headers | {"accept": "text/html"})
    assert (page.status_code, 'class="wrong"' in page.text) == (status, True)
    assert office.left() == []


def test_whoever_goes_away_leaves_nothing(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*arguments: object) -> None:
        raise ClientDisconnect

    monkeypatch.setattr(submitting, "receive", gone)
    assert office.hand_in("zahra").status_code == 400
    assert office.left() == []


def test_a_form_leads_to_the_ticket(office: Office) -> None:
    token = office.tokens["zahra"]["authorization"].split()[1]
    origin = {"origin": HOME, "accept": "text/html"}
    office.client.post("/sign-in", data={"token": token}, headers=origin)
    files = {"bot": ("bot.zip", b"of a form", "application/zip")}
    answer = office.client.post("/submit", files=files, headers=origin, follow_redirects=False)
    assert answer.status_code == 303
    ticket = answer.headers["location"].removeprefix("/submit/")
    assert office.over(ticket)["error"] == "because of of a form"


def test_without_a_token_nothing_is_taken_wherever_it_comes_from(office: Office) -> None:
    origin = {"origin": HOME}
    assert office.client.post("/submit", content=b"x", headers=origin).status_code == 401
    assert "/sign-in?to=%2Fsubmit" in office.client.get("/submit").text
    assert office.left() == []


def test_a_server_that_takes_no_bots_has_no_such_page(client: TestClient, store: Path) -> None:
    with Store(store) as kept:
        _, text = new_token(kept, "zahra", organiser=False)
    headers = {"authorization": f"Bearer {text}"}
    assert client.get("/submit").status_code == 404
    assert client.post("/submit", content=b"x", headers=headers).status_code == 404
    assert 'href="/submit"' not in client.get("/reading").text


def test_two_servers_do_not_take_bots_for_one_store(store: Path) -> None:
    intake = Intake(store)
    intake.open()
    (intake._folder / "left").mkdir()
    with pytest.raises(HostError, match="another server takes uploads for this store already"):
        Intake(store).open()
    assert intake._lock is not None
    intake._lock.close()  # as where a server was killed
    other = Intake(store)
    other.open()
    assert [path.name for path in other._folder.iterdir()] == [".lock"]
    asyncio.run(other.close())
    assert not other._folder.exists()
