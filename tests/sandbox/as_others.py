"""Runs the tests of confinement as root and as an ordinary user, both with another interpreter.

    python -m tests.sandbox.as_others

Who runs the referee and whether its interpreter is in reach of other users decide how bots get
their user id and what holds their limits. A plain test run shows one of these cases; this one makes
a copy of the project and an environment that every user can read, and a user, and removes them.
Needs root. Where something is missing it says so, and fails in continuous integration.
"""

import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PROJECT = Path(__file__).parents[2]
COPIED = ("pyproject.toml", "README.md", "LICENSE", "arena", "bots", "configs", "protocol", "tests")
ATTACKS = "tests/referee/test_hostile_peers.py::test_a_hostile_peer_harms_nobody_but_itself"
BOT_BUILDS = "tests/registry/test_build.py"
MATCHES = "tests/referee/test_real_processes.py"
FAULT = f"{MATCHES}::test_the_bot_that_misbehaves_loses_in_either_seat_and_its_report_says_why"
TESTS = (
    "tests/sandbox",
    "tests/referee/test_limits.py",
    # All of them take minutes, and who the bot's user is matters to few.
    f"{ATTACKS}[garbage on 50 connections]",
    f"{ATTACKS}[60 connections]",
    f"{ATTACKS}[second identity]",
    f"{ATTACKS}[64 MiB frame]",
    f"{ATTACKS}[deafness]",
    f"{ATTACKS}[flood]",
    f"{BOT_BUILDS}::test_its_commands_run_one_after_the_other_where_the_bot_will_play",
    f"{BOT_BUILDS}::test_it_writes_nowhere_but_in_its_copy_of_the_folder_and_in_tmp",
    f"{BOT_BUILDS}::test_it_has_no_network",
)
ALONE = ("tests/referee/test_busy_host.py", "tests/sandbox/test_memory.py")
"""Run last by the ordinary user, with nothing beside them: they judge what becomes of time, and how
soon a process that looks at memory gets to look."""

USERS = (
    # What a bot says is judged alike whoever it is; how it ends and what is left of it is not.
    f"{FAULT}[exit]",
    f"{FAULT}[kill]",
    f"{FAULT}[hang]",
    f"{FAULT}[close]",
    f"{FAULT}[stderr]",
    f"{FAULT}[memory]",
    f"{MATCHES}::test_a_crash_report_has_the_last_words_and_the_last_messages",
    f"{MATCHES}::test_after_a_fault_a_fresh_process_plays_on_and_the_other_bot_keeps_its_own",
    f"{MATCHES}::test_a_second_connection_is_refused_once_the_bot_has_said_hello",
    f"{MATCHES}::test_leftover_children_are_gone_after_the_match_even_deaf_daemons",
    f"{MATCHES}::test_after_a_fault_nothing_of_the_offender_is_left_while_the_job_goes_on",
    f"{MATCHES}::test_ctrl_c_leaves_no_orphans",
    f"{MATCHES}::test_nothing_is_left_of_a_launcher",
    f"{MATCHES}::test_a_bots_log_is_one_file_for_each_match_in_which_it_wrote",
    f"{MATCHES}::test_the_record_of_a_real_match_replays_and_says_what_confined_it",
    f"{MATCHES}::test_standard_input_and_output_in_python",
    f"{MATCHES}::test_a_program_that_is_not_there_fails_to_start_and_is_named",
)
"""For the ordinary user alone: the same wherever root's interpreter lies."""

BUILDS = "tests/sandbox/test_languages.py"
"""Run first, as root: an ordinary user may have no compilers, and gets what they have made."""

DONE = (
    BUILDS,
    "tests/sandbox/test_identity.py::test_root_with_everything",
    "tests/sandbox/test_identity.py::test_an_ordinary_user",
    "tests/sandbox/test_start_stop_soak.py",
)
"""Left out of root's run: done before, a short form of what is done here, or long and the same
wherever the interpreter lies."""

TOOLS = ("hypothesis", "pytest", "pytest-timeout", "pytest-xdist")
"""What these tests need of the development tools, which are half a gigabyte."""

SHARED = ("-n", "2", "--dist", "worksteal")
"""Most tests wait for processes."""

GRACE_S = 10.0
"""What janitors get to end by themselves after the tests; far more than they need."""

OLDEST = (3, 11)
NOBODY = 65534


class CannotError(Exception):
    """Something is missing here; the message says what."""


def main() -> int:
    """Exit code: 0 when all tests have passed, or where the run is left out."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        if os.geteuid() != 0:
            raise CannotError("only root can run tests as another user")
        with tempfile.TemporaryDirectory(prefix="hokm-as-others-") as name:
            place = Path(name)
            place.chmod(0o755)
            environment = install(place, find_python())
            with new_user(place / "home") as user:
                return run_all(place, environment, user)
    except CannotError as error:
        print(f"left out: tests as root and as another user: {error}", file=sys.stderr)
        return 1 if os.environ.get("CI") else 0


def find_python() -> Path:
    """An interpreter that is new enough and that any user can run."""
    for name in ("/usr/bin/python3", "/usr/local/bin/python3", sys.executable):
        path = Path(name).resolve()
        check = [str(path), "-I", "-c", f"import sys; sys.exit(sys.version_info < {OLDEST})"]
        try:
            tried = subprocess.run(check, user=NOBODY, group=NOBODY, check=False)
        except OSError:
            continue
        if tried.returncode == 0:
            return path
    raise CannotError("no Python 3.11 or later that other users can reach")


def install(place: Path, python: Path) -> dict[str, str]:
    """Copy the project, make an environment beside it; what the tests' environment has to say."""
    for name in COPIED:
        source = PROJECT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".*", "*.sqlite*")
            shutil.copytree(source, place / name, ignore=ignored)
        else:
            shutil.copyfile(source, place / name)
    if subprocess.run([python, "-c", "import ensurepip"], check=False).returncode != 0:
        if shutil.which("apt-get") is None:
            raise CannotError(f"{python} cannot make virtual environments")
        subprocess.run(["apt-get", "-qq", "update"], check=True)
        subprocess.run(
            ["apt-get", "-qq", "-y", "install", "python3-venv"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    binaries = place / "venv" / "bin"
    subprocess.run([python, "-m", "venv", place / "venv"], check=True)
    project = f"{place}" if shutil.which("bwrap") else f"{place}[bwrap]"
    subprocess.run(
        [binaries / "pip", "install", "--quiet", "--editable", project, *tools(place)], check=True
    )
    built = place / "built"
    built.mkdir()
    subprocess.run(["chmod", "-R", "a+rX", place], check=True)
    kept = {
        name: os.environ[name] for name in ("CI", "LANG", "PYTEST_ADDOPTS") if name in os.environ
    }
    return kept | {
        "ARENA_TESTS_BUILT": str(built),
        "PATH": f"{binaries}:{os.environ['PATH']}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def tools(place: Path) -> list[str]:
    """What the project asks of those tools."""
    project = tomllib.loads((place / "pyproject.toml").read_text("utf-8"))["project"]
    asked = project["optional-dependencies"]["dev"]
    return [each for each in asked if re.split(r"[<>=~!]", each)[0] in TOOLS]


@contextmanager
def new_user(home: Path) -> Iterator[str]:
    """An ordinary user with that home, for as long as this context lasts."""
    name = f"hokm-{secrets.token_hex(4)}"
    try:
        subprocess.run(["useradd", "--no-create-home", "--home-dir", home, name], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotError(f"no user can be made: {error}") from None
    try:
        home.mkdir()
        shutil.chown(home, name, name)
        yield name
    finally:
        number = pwd.getpwnam(name).pw_uid
        for process in processes_of(number):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        left_after(number, GRACE_S)
        subprocess.run(["userdel", name], check=True)


def processes_of(user: int) -> dict[int, str]:
    """What still runs as this user, with its command line. Zombies are dead: whether their parent
    collects them is not our matter."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if place.stat().st_uid == user and "\nState:\tZ" not in (place / "status").read_text():
                found[int(place.name)] = (place / "cmdline").read_text().replace("\0", " ")
    return found


def left_after(user: int, grace_s: float) -> dict[int, str]:
    """What still runs as this user when nothing does, or that time is over."""
    until = time.monotonic() + grace_s
    while (left := processes_of(user)) and time.monotonic() < until:
        time.sleep(0.1)
    return left


def run_all(place: Path, environment: dict[str, str], user: str) -> int:
    """Both at the same time, each on a core of its own."""
    pytest = [str(place / "venv/bin/python"), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    as_root = environment | {"HOME": os.environ["HOME"]}
    as_user = environment | {"HOME": str(place / "home"), "USER": user}
    cores = sorted(os.sched_getaffinity(0))
    print("== builds, as root", flush=True)
    codes = [subprocess.run([*pytest, BUILDS], cwd=place, env=as_root, check=False).returncode]
    print("== as root, with an interpreter that all can reach", flush=True)
    with (place / "log").open("w+") as log:
        os.sched_setaffinity(0, cores[-1:])  # for what is started next
        later = [f"--ignore={test}" for test in ALONE]
        users = start_as(user, [*pytest, *SHARED, *TESTS, *USERS, *later], place, as_user, log)
        try:
            os.sched_setaffinity(0, cores[:1])
            command = [*pytest, *SHARED, *TESTS, *(f"--deselect={test}" for test in DONE)]
            codes.append(subprocess.run(command, cwd=place, env=as_root, check=False).returncode)
            codes.append(users.wait())
            command = [*pytest, *ALONE]
            codes.append(start_as(user, command, place, as_user, log).wait())
        finally:
            users.kill()
            users.wait()
        log.seek(0)
        print("== as an ordinary user", log.read(), sep="\n", flush=True)
    left = left_after(pwd.getpwnam(user).pw_uid, GRACE_S)
    print("processes that are left:", left or "none")
    return max(*codes, len(left))


def start_as(
    user: str, command: list[str], place: Path, environment: dict[str, str], log: IO[str]
) -> "subprocess.Popen[bytes]":
    """The command as that user; what it prints goes to the log."""
    return subprocess.Popen(
        command,
        cwd=place,
        env=environment,
        stdout=log,
        stderr=subprocess.STDOUT,
        user=user,
        group=user,
        extra_groups=[],
    )


if __name__ == "__main__":
    sys.exit(main())
