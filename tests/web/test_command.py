"""`arena serve` and `arena report` as commands."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

import arena.web
from arena.registry import zipped
from arena.store.uploads import KEPT
from arena.web import accounts, lines
from arena.web.intake import body, queue
from arena.web.rates import Limits
from arena.web.routes import PATHS
from tests.cli.commands import call

ARENA = Path(sys.executable).with_name("arena")
README = (Path(arena.web.__file__).parent / "README.md").read_text("utf-8")


def test_it_serves_until_it_is_interrupted(store: Path) -> None:
    with subprocess.Popen(
        [ARENA, "serve", "--store", store, "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        address = process.stderr.readline().split()[0]
        assert address.startswith("http://127.0.0.1:")
        with urlopen(f"{address}tournaments.json") as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""


def test_a_store_in_no_folder_is_not_served(tmp_path: Path) -> None:
    answer = call("serve", "--store", tmp_path / "no" / "s.sqlite", "--port", "0")
    assert (answer.code, answer.out) == (2, "")
    assert f"there is no folder {tmp_path / 'no'}" in answer.err


def test_a_port_that_is_taken_is_said(store: Path) -> None:
    with subprocess.Popen(
        [ARENA, "serve", "--store", store, "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        port = process.stderr.readline().split()[0].rstrip("/").rpartition(":")[2]
        answer = call("serve", "--store", store, "--port", port)
        process.terminate()
    assert answer.code == 1
    assert f"cannot listen at 127.0.0.1, port {port}" in answer.err


@pytest.mark.parametrize(("command", "module"), [("serve", "server"), ("report", "report")])
def test_without_the_extra_it_says_how_to_get_it(
    store: Path, monkeypatch: pytest.MonkeyPatch, command: str, module: str
) -> None:
    for name in [name for name in sys.modules if name.startswith("arena.web.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    answer = call(command, "--store", store)
    assert (answer.code, answer.out) == (2, "")
    assert "pip install 'hokm-arena[web]'" in answer.err


def test_a_report_has_one_style_and_one_script_and_names_them(store: Path, tmp_path: Path) -> None:
    from arena.web.report import policy

    out = call("report", "--store", store, "--replays", "1").out
    style = re.findall(r"<style>(.*?)</style>", out, re.DOTALL)
    script = re.findall(r"<script>(.*?)</script>", out, re.DOTALL)
    (policed,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', out)
    assert policed.replace("&#39;", "'") == policy(*style, *script)
    assert out.count("<script") - out.count('<script type="application/json"') == 1
    assert not re.search(r"\sstyle=|\son\w+=|(src|href)=\"(https?:)?//", out)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("other",), "no tournament 'other'"),
        (("t", "--match", "77:a:b.1"), "no match '77:a:b.1' in t"),
        (("t", "-o", "/nowhere/at/all.html"), "No such file or directory"),
    ],
)
def test_what_is_wrong_with_a_report_is_said(
    store: Path, arguments: tuple[str, ...], said: str
) -> None:
    answer = call("report", "--store", store, *arguments)
    assert answer.code == 2
    assert said in answer.err


def test_a_report_of_a_tournament_without_a_pair_says_so(store: Path) -> None:
    out = call("report", "older", "--store", store).out
    assert "No mirror pair is over yet" in out
    assert 'class="replay"' not in out


@pytest.mark.parametrize("path", [path for path in PATHS if path != "/static/{path:path}"])
def test_every_address_is_documented(path: str) -> None:
    shown = path.replace("/tournaments/{tournament}", "T").replace("{one}/{other}", "BOT/OPPONENT")
    shown = re.sub(r"\{(\w+)\}", lambda name: name[1].upper(), shown)
    address, dot, ending = shown.partition(".")
    rows = [row for row in README.splitlines() if row.startswith("| ") and f"`{address}`" in row]
    assert rows
    assert not dot or any(f"`.{ending}`" in row for row in rows)


def test_the_limits_that_are_documented_are_those_that_count() -> None:
    limits, words = Limits(), " ".join(README.split())
    requests, wrong, uploads = limits.requests, limits.wrong_tokens, limits.uploads
    for said in (
        f"{requests.per_s} requests a second and {requests.burst} at once",
        f"{limits.at_once} answers under way",
        f"{lines.EACH} connections",
        f"a wrong token every {1 / wrong.per_s:.0f} seconds and {wrong.burst} at once",
        f"an upload every {1 / uploads.per_s / 60:.0f} minutes and {uploads.burst} at once",
        f"at most {accounts.LASTS_S // 3600} hours",
        f"at most {body.MOST_BYTES >> 20} MiB",
        f"client_max_body_size {(body.MOST_BYTES >> 20) + 1}m",
        f"more than {zipped.RATIO_LIMIT} times its size",
        f"at most {queue.WAITING} wait, {queue.EACH} of one author",
        f"The newest {KEPT} reports",
        f"less than {queue.ROOM_BYTES >> 30} GiB is free",
    ):
        assert said in words, said
