"""Bots are handed in for real: as the README says with curl, and through the pages in a browser.

`HOKM_SCREENSHOTS=folder` keeps a picture of each page.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

import arena.web
from arena.registry import Registry, shipped
from arena.store import Store, new_token, stored_bots
from arena.web.lines import EACH
from tests.referee.processes import open_folder
from tests.store.matches import crashes, first, last, played, tournament
from tests.toolchains import needs
from tests.tournament.places import Place
from tests.tournament.running import eventually
from tests.web.browsing import Watched

ARENA = Path(sys.executable).with_name("arena")
README = (Path(arena.web.__file__).parent / "README.md").read_text("utf-8")
COMMANDS = README.split("<!-- run: hand in -->\n```\n")[1].split("```")[0].splitlines()
FAILS = """
import sys

print("<script>alert(1)</script>\\x1b[2J\\u202e these are my own words", file=sys.stderr)
raise SystemExit(3)
"""


@dataclass(frozen=True)
class Running:
    """A server that takes bots, what it serves, and tokens for it."""

    address: str
    place: Place
    tokens: dict[str, str]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with open_folder() as folder:
        place = Place(folder)
        with Store(place.store, create=True) as store:
            store.add_tournament(tournament("t", "a", "b"))
            store.save("t", [played("1:a:b", (first, crashes)), played("2:a:b", (first, last))])
            tokens = {
                who: new_token(store, who, organiser=who == "boss")[1] for who in ("zahra", "boss")
            }
        with subprocess.Popen(
            [ARENA, "serve", "--store", place.store, "--port", "0", "--accept-submissions"],
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            address = process.stderr.readline().split()[0].rstrip("/")
            try:
                yield Running(address, place, tokens)
            finally:
                process.send_signal(signal.SIGINT)
                said = process.stderr.read()
        assert (process.returncode, said) == (0, "")
        assert not place.store.with_name(f"{place.store.name}.uploads").exists()


def test_a_bot_is_handed_in_with_curl_as_the_readme_says(server: Running) -> None:
    needs("curl")
    folder = server.place.folder
    shutil.copytree(shipped("bots") / "random", folder / "mybot")
    manifest = folder / "mybot" / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"random"', '"mybot"', 1))
    program = folder / "mybot" / "bot.py"
    program.write_text(f"import sys\nprint('I begin', file=sys.stderr)\n{program.read_text()}")
    (folder / "token.txt").write_text(f"Authorization: Bearer {server.tokens['zahra']}\n")

    def run(command: str, ticket: str = "") -> str:
        command = command.replace("http://127.0.0.1:8470", server.address)
        command = command.replace("TICKET", ticket).replace("python3", sys.executable)
        return subprocess.run(
            command.replace("curl", "curl -sS"),
            cwd=folder,
            shell=True,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    zips, hands_in, looks = COMMANDS
    run(zips)
    ticket = json.loads(run(hands_in))["ticket"]
    told: list[dict[str, Any]] = []

    def over() -> bool:
        told.append(json.loads(run(looks, ticket)))
        return bool(told[-1]["over"])

    assert eventually(over, 100, every=1.0)
    came = told[-1]
    assert (came["state"], came["bot"]) == ("taken", "mybot@1"), came
    assert came["stderr"] == "I begin\n"
    assert len(came["steps"]) == 10
    assert {step["verdict"] for step in came["steps"]} <= {"passed", "warned"}
    with Store(server.place.store) as store:
        (row,) = [row for row in stored_bots(store) if row.name == "mybot"]
    assert (row.owner, row.version) == ("zahra", came["version"])
    assert Registry(server.place.store).find("mybot").version == row.version


def test_in_a_browser_one_signs_in_hands_in_and_reads_why_not(
    server: Running, chromium: Browser
) -> None:
    bot = server.place.bot("mine", files={"bot.py": FAILS})
    zipped = shutil.make_archive(str(server.place.folder / "mine"), "zip", bot)
    context = chromium.new_context(viewport={"width": 360, "height": 800})
    context.set_default_timeout(60_000)
    watched = Watched(context)
    page = watched.page
    page.goto(f"{server.address}/submit?lang=en")
    page.locator("main").get_by_role("link", name="Sign in").click()
    looked_at(watched, "sign-in-en")
    page.get_by_label("Token").fill(server.tokens["zahra"])
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Zip file").set_input_files(zipped)
    looked_at(watched, "submit-en")
    page.get_by_role("button", name="Hand it in").click()
    page.wait_for_url(re.compile(r"/submit/[0-9a-f]{16}$"))
    ticket = page.url
    # It changes by itself: nothing is clicked until it is over.
    expect(page.locator("#state.refused")).to_be_visible(timeout=60_000)
    expect(page.locator("#state")).to_have_text("Not taken in. Below is why.")
    expect(page.locator(".steps > li.failed")).to_contain_text("these are my own words")
    assert page.locator(".steps > li").count() == 10
    looked_at(watched, "ticket-en")
    page.goto(f"{ticket}?lang=fa")
    expect(page.locator("#state")).to_have_text("پذیرفته نشد. دلیلش در پایین آمده است.")
    looked_at(watched, "ticket-fa")
    page.goto(f"{server.address}/submit")
    expect(page.locator(".uploads .state.refused")).to_have_text("پذیرفته نشد")
    page.get_by_role("button", name="خروج").click()
    page.goto(ticket)
    expect(page.get_by_role("heading", name="شما که هستید؟")).to_be_visible()
    assert [said for said in watched.complaints if "401" not in said] == []
    context.close()


def test_the_organiser_s_pages_fit_and_are_accessible(server: Running, chromium: Browser) -> None:
    context = chromium.new_context(
        viewport={"width": 360, "height": 800}, color_scheme="dark", java_script_enabled=True
    )
    watched = Watched(context)
    page = watched.page
    page.goto(f"{server.address}/sign-in?lang=fa&to=/organiser")
    page.locator("#token").fill("wrong")
    page.locator("main button").click()
    expect(page.locator("#wrong")).to_be_visible()
    looked_at(watched, "wrong-fa")
    page.locator("#token").fill(server.tokens["boss"])
    page.locator("main button").click()
    page.wait_for_url("**/organiser")
    looked_at(watched, "organiser-fa")
    for name, path in {"tournament": "/organiser/t", "match": "/organiser/t/1:a:b.1"}.items():
        page.goto(server.address + path)
        looked_at(watched, f"organiser-{name}-fa")
    assert [said for said in watched.complaints if "403" not in said] == []
    context.close()


def test_one_client_s_connections_keep_nobody_else_out(server: Running) -> None:
    host, _, port = server.address.removeprefix("http://").partition(":")
    with ExitStack() as stack:
        flood = [
            stack.enter_context(
                socket.create_connection((host, int(port)), 30, source_address=("127.0.0.2", 0))
            )
            for _ in range(EACH + 20)
        ]
        assert eventually(lambda: sum(map(is_cut, flood)) == 20)
        with urlopen(f"{server.address}/reading") as answer:
            assert answer.status == 200


def is_cut(line: socket.socket) -> bool:
    """Whether the server has closed a connection over which it has nothing to say."""
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def looked_at(watched: Watched, name: str) -> None:
    """Keep a picture of the page, and find nothing wrong with it."""
    page: Page = watched.page
    width = page.viewport_size["width"] if page.viewport_size else 0
    if folder := os.environ.get("HOKM_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    assert watched.findings() == [], name
