"""What `arena doctor` says line by line, and what is played with less than a full sandbox."""

import json
import subprocess
from pathlib import Path

import pytest

from arena.sandbox import Detection, Launcher, detect, enforcement
from arena.tournament import SelfTest
from arena.wire import Format
from tests.cli.commands import ARENA, call
from tests.sandbox.support import masked_container
from tests.tournament.running import Arena

WATCHED = Detection("full", "watchdog", Path("/usr/bin/bwrap"), "0.8.0")
ACCEPT = "--accept-reduced-sandbox"


def masked(*arguments: object) -> "subprocess.CompletedProcess[str]":
    """The command in a container that hides parts of /proc."""
    command = masked_container(str(ARENA), *map(str, arguments))
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)


def test_every_line_of_what_is_enforced_is_told_in_words_and_as_json() -> None:
    lines = enforcement(detect())
    answer = call("doctor")
    for what, how in lines.items():
        assert f"{what} " in answer.out
        assert how in answer.out
    assert json.loads(call("doctor", "--json").out)["enforced"] == lines


def test_the_lines_follow_what_was_detected() -> None:
    grouped = Detection("full", "cgroup v2", WATCHED.bwrap, "0.8.0")
    watched, exact = enforcement(WATCHED), enforcement(grouped)
    assert watched.keys() == exact.keys()
    changed = {line for line in watched if watched[line] != exact[line]}
    assert changed == {"memory", "processes limit", "CPU time", "freezing"}
    assert set(enforcement(Detection("none", "none")).values()) == {"not enforced"}


def test_doctor_fails_where_the_sandbox_is_reduced_and_says_what_mends_it() -> None:
    ran = masked("doctor")
    assert ran.returncode == 1
    assert ran.stdout.startswith("sandbox: reduced (bubblewrap ")
    assert "unmask=ALL" in ran.stdout
    assert "no /proc, without which Java and parts of Node do not run" in ran.stdout


def test_a_reduced_sandbox_is_refused_and_the_option_is_named(arena: Arena) -> None:
    config = arena.write(["naive", "random"], cycles=1)
    for command in (
        ["run", config, "--store", arena.place.store],
        ["play", "naive", "value"],
    ):
        ran = masked(*command)
        assert ran.returncode == 1
        assert ran.stdout == ""
        assert "error: sandbox: reduced " in ran.stderr
        assert "unmask=ALL" in ran.stderr
        assert ACCEPT in ran.stderr
        assert "--unsafe-no-sandbox" not in ran.stderr
    assert not arena.place.store.exists()


def test_a_reduced_sandbox_that_is_accepted_is_shouted_and_stands_in_every_record(
    arena: Arena,
) -> None:
    config = arena.write(["naive", "random"], cycles=1)
    ran = masked("run", config, "--store", arena.place.store, "-j", "1", ACCEPT)
    assert ran.returncode == 0, ran.stderr
    warning = "WARNING: reduced sandbox. Bots get no /proc, and some do not start without it.\n"
    assert ran.stderr.startswith(warning)
    assert ran.stderr.endswith(warning)  # with the standings
    assert "sandbox:     reduced (" in ran.stderr
    levels = {record["sandbox"]["level"] for record in arena.records().values()}
    assert levels == {"reduced"}


def test_accepting_less_changes_nothing_where_the_sandbox_is_full() -> None:
    answer = call("play", "naive", "random", "--json", ACCEPT)
    assert answer.code == 0
    assert "WARNING" not in answer.err
    assert json.loads(answer.out)["sandbox"]["level"] == "full"


def test_accepting_a_reduced_sandbox_does_not_accept_none(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Detection("none", "none", reasons=("no sandbox today",))
    monkeypatch.setattr("arena.cli.confinement.detect", lambda: nothing)
    answer = call("play", "naive", "random", ACCEPT)
    assert answer.code == 1
    assert "no sandbox today" in answer.err
    assert "--unsafe-no-sandbox" in answer.err


def test_the_harness_tests_itself_in_the_real_sandbox() -> None:
    shown = call("doctor", "--self-test")
    assert shown.code == 0
    assert "\nself-test: passed: two copies of a bot got exactly half of each of 2 " in shown.out
    assert shown.out.endswith("half of each of 10 mirror pairs of single deals\n")
    found = json.loads(call("doctor", "--self-test", "--json").out)["self_test"]
    assert found["passed"] is True
    assert [form["format"] for form in found["formats"]] == ["match", "deals"]
    assert [form["pieces"] for form in found["formats"]] == [2, 10]


def test_a_self_test_that_fails_is_told_and_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def unfair(form: Format, bots: Path, launcher: Launcher) -> SelfTest:
        return SelfTest(form, 2, 1, ("pair 1:self-test: its two halves were not played alike",))

    monkeypatch.setattr("arena.cli.doctor.self_test", unfair)
    shown = call("doctor", "--self-test")
    assert shown.code == 1
    assert "self-test: FAILED: of 2 mirror pairs of matches, two copies" in shown.out
    assert "not played alike" in shown.out
    answer = call("doctor", "--self-test", "--json")
    assert answer.code == 1
    assert json.loads(answer.out)["self_test"]["passed"] is False


def test_without_a_sandbox_the_self_test_is_not_run_and_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nothing = Detection("none", "none", reasons=("no sandbox today",))
    monkeypatch.setattr("arena.cli.doctor.detect", lambda: nothing)
    shown = call("doctor", "--self-test")
    assert shown.code == 1
    assert shown.out.endswith("self-test: FAILED: not run, as no sandbox can be started\n")
