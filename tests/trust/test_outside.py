"""What a bot can see besides its messages: `protocol/TRUST.md`, the last section.

A bot writes down all of it at every `match_start`, in two halves of two pairs.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.records import PairPlan, PlayedPair
from arena.referee import MatchJob, MatchSettings, play
from arena.registry import load_bot, shipped
from arena.rules import Ruleset, match_seed
from arena.sandbox import open_launcher
from tests.referee.processes import open_folder

INTERPRETER = [Path(sys.prefix).parts[2]] if sys.prefix.startswith("/tmp/") else []
"""What of the interpreter's own place is seen in the temporary folder, where it lies there."""

WITNESS = """
import json, os, sys, time
from hokm_kit import Bot, run


def read(path):
    with open(path) as file:
        return file.read()


def stat(path):
    found = os.stat(path)
    return [found.st_mode, found.st_uid, found.st_gid, found.st_size, found.st_mtime]


class Witness(Bot):
    def match_start(self, message):
        print(json.dumps({
            "match": message["match"],
            "environment": dict(os.environ),
            "arguments": sys.argv,
            "pid": os.getpid(),
            "pids": sorted(name for name in os.listdir("/proc") if name.isdigit()),
            "temporary": [sorted(os.listdir(path)) for path in ("/tmp", "/dev/shm")],
            "host": list(os.uname()),
            "socket": sorted(os.listdir("/run")),
            "files": {name: stat(name) for name in sorted(os.listdir("."))},
            "user": [os.getuid(), os.getgid(), os.getgroups()],
            "cores": sorted(os.sched_getaffinity(0)),
            "resolution": time.get_clock_info("perf_counter").resolution,
            "counters": [read(f"/proc/self/{name}") for name in ("mountinfo", "cgroup", "uid_map")],
        }), file=sys.stderr, flush=True)
        open("/tmp/was-here", "w").close()

    def choose(self, observation, legal):
        return legal[0]


run(Witness, name="witness")
"""

DRAWN = re.compile(
    r"[0-9a-f]{8}(?=\.sock)"  # the socket
    r"|(?<=-)[0-9a-f]{8}$"  # the control group, where its name is seen
    r"|(?<=/bindfile)\w{6}"  # a file that bubblewrap made
    r"|(?<=:)\d+|^\d+ \d+"  # devices and mounts, counted by the kernel
    r"|(?<=^      1000 ) +\d+",  # the user id outside; which seat has which is drawn, too
    re.MULTILINE,
)
"""What of `counters` is another in each process."""

SAME = ("environment", "arguments", "pid", "pids", "host", "socket", "files", "user", "cores")
"""What is the same in every process of a bot, whatever it plays, against whom and in which half."""


@pytest.fixture(scope="module")
def seen() -> Iterator[dict[str, dict[str, Any]]]:
    """What the bot wrote, by match, and under `job` what it must not have known."""
    with open_folder() as folder, open_launcher() as launcher:
        bot = folder / "witness"
        bot.mkdir()
        shutil.copy(shipped("bots") / "random" / "hokm_kit.py", bot)
        (bot / "bot.toml").write_text('name = "witness"\nrun = ["python3", "bot.py"]\n')
        (bot / "bot.py").write_text(WITNESS)
        for path in (bot, *bot.iterdir()):
            path.chmod(0o755)
        programs = [load_bot(path).program for path in (shipped("bots") / "random", bot)]
        plans = [PairPlan(f"{n}:random:witness", match_seed("s", str(n)), 0) for n in (1, 2)]
        settings = MatchSettings(Ruleset(target=1), commitment="c0ffee" * 10)
        job = MatchJob("1-2:random:witness", (programs[0], programs[1]), tuple(plans), settings)
        logs = folder / "logs"
        logs.mkdir()
        with closing(play(job, launcher, logs)) as pairs:
            outcomes = list(pairs)
        assert all(isinstance(outcome, PlayedPair) for outcome in outcomes)
        found = {}
        for path in sorted(logs.iterdir()):
            (line,) = path.read_text().splitlines()
            found[path.name.rsplit(".", 2)[0]] = json.loads(line)
        assert len(found) == 4
        secrets = [plan.seed for plan in plans] + [settings.commitment, job.job, "random:witness"]
        yield {**found, "job": {"secrets": secrets, "half": ["1", "2"]}}


def matches(seen: dict[str, dict[str, Any]], half: int) -> list[dict[str, Any]]:
    """What the process of one half saw, in the order of its matches."""
    return [seen[match] for match in sorted(seen) if match.endswith(f".{half}")]


@pytest.mark.parametrize("what", SAME)
def test_it_is_the_same_in_both_halves_and_in_every_match(
    seen: dict[str, dict[str, Any]], what: str
) -> None:
    kinds = {json.dumps(seen[match][what], sort_keys=True) for match in seen if match != "job"}
    assert len(kinds) == 1, kinds


def test_nothing_of_it_tells_a_seed_a_pair_or_the_opponent(seen: dict[str, dict[str, Any]]) -> None:
    for match in (match for match in seen if match != "job"):
        told = json.dumps(seen[match])
        for secret in seen["job"]["secrets"]:
            assert secret not in told


def test_nothing_is_left_of_the_other_half_nor_of_other_bots(
    seen: dict[str, dict[str, Any]],
) -> None:
    for half in (1, 2):
        first, second = matches(seen, half)
        assert first["temporary"] == [INTERPRETER, []]
        # Its own, of the match before.
        assert second["temporary"] == [sorted([*INTERPRETER, "was-here"]), []]


def test_it_is_alone_with_the_first_process_of_its_sandbox(seen: dict[str, dict[str, Any]]) -> None:
    for half in (1, 2):
        for one in matches(seen, half):
            assert one["pids"] == ["1", str(one["pid"])]


def test_clocks_are_as_fine_as_the_page_says(seen: dict[str, dict[str, Any]]) -> None:
    assert all(one["resolution"] <= 1e-6 for half in (1, 2) for one in matches(seen, half))


def test_names_of_the_host_tell_no_half(seen: dict[str, dict[str, Any]]) -> None:
    """Without what the kernel counts and what was drawn at random, nothing differs."""
    (one, _), (other, _) = matches(seen, 1), matches(seen, 2)
    for here, there in zip(one["counters"], other["counters"], strict=True):
        assert re.sub(DRAWN, "*", here) == re.sub(DRAWN, "*", there)


def test_counters_tell_the_order_in_which_processes_began_as_the_page_says(
    seen: dict[str, dict[str, Any]],
) -> None:
    """If this fails something was closed: take it off the page's list."""
    (one, _), (other, _) = matches(seen, 1), matches(seen, 2)
    assert one["counters"] != other["counters"]
