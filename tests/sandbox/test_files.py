"""Which files a bot can see and write, tried from inside by bots that mean harm."""

import os
import sys
from pathlib import Path

import pytest

from arena.sandbox import LaunchPlan
from tests.sandbox.support import PROJECT, Playground, eventually, find_below, outcomes

CORE_PATTERN = "/proc/sys/kernel/core_pattern"


@pytest.mark.promise(1)
def test_files_of_the_host_do_not_exist(playground: Playground) -> None:
    secret = playground.home / "secret"
    secret.write_text("secret")
    other = playground.folder(plan_txt="what the other bot's author knows")
    hidden = ["/etc/shadow", "/etc/hostname", "/var", "/sys", "/opt", "/srv", "/lost+found"]
    hidden += [str(secret), str(playground.launcher.run_dir), str(PROJECT / "tests")]
    hidden += ["/dev/tty", "/dev/kmsg", "/dev/mem", "/dev/pts", "/dev/ptmx"]
    for start in ("", "/proc/1/root", "/proc/self/cwd/..", "/bot/../../.."):
        hidden += [f"{start}{path}" for path in ("/etc/shadow", other, other / "plan.txt")]
    with playground.bot("sleep", "60", folder=other, seat=1):
        found = playground.python(outcomes(*(f"os.stat({path!r})" for path in hidden))).result
    assert set(found.values()) <= {"ENOENT", "EACCES"}, found
    # The way through the first process may be closed as a whole, the others lead nowhere.
    assert {line for line, error in found.items() if error != "ENOENT"} <= {
        f"os.stat('/proc/1/root{path}')" for path in ("/etc/shadow", other, other / "plan.txt")
    }


@pytest.mark.promise(1)
def test_home_folders_hold_nothing_but_the_way_to_the_interpreter(playground: Playground) -> None:
    ran = playground.python(
        """
import json, os, sys
shown = {}
for root in ["/root/x", "/home/x", *map(os.path.realpath, (sys.prefix, sys.base_prefix))]:
    parent = os.path.dirname(root)
    while parent not in ("/", "/usr", "/usr/local"):
        shown[parent] = os.listdir(parent) if os.path.exists(parent) else []
        parent = os.path.dirname(parent)
print(json.dumps(shown))
"""
    )
    assert {"/root", "/home"} <= ran.result.keys()
    # The environment's own folder may be reached through links, and each name on the way is there.
    ways = {*map(os.path.realpath, (sys.prefix, sys.base_prefix)), sys.prefix, sys.base_prefix}
    for parent, names in ran.result.items():
        for name in names:
            assert any(f"{way}/".startswith(f"{parent}/{name}/") for way in ways), parent


WAYS_TO_WRITE = (
    "open('{}/new', 'w')",
    "os.mkdir('{}/new')",
    "os.mknod('{}/new')",
    "os.symlink('x', '{}/new')",
    "os.link('/tmp', '{}/new')",
)
WAYS_TO_CHANGE = ("os.chmod('{}', 0o777)", "os.utime('{}')", "os.setxattr('{}', 'user.x', b'1')")


@pytest.mark.promise(2)
def test_only_the_temporary_folders_are_writable(playground: Playground) -> None:
    folder = playground.folder(data_txt="data")
    folder.chmod(0o777)
    (folder / "data.txt").chmod(0o666)
    places = ["", "/bot", "/usr", "/usr/bin", "/dev", "/etc", "/run"]
    lines = [way.format(place) for place in places for way in WAYS_TO_WRITE]
    lines += [way.format(place or "/") for place in [*places, "/proc"] for way in WAYS_TO_CHANGE]
    lines += ["open('/bot/data.txt', 'a')", "os.unlink('/bot/data.txt')"]
    lines += ["open('/proc/self/comm', 'w')", "open('/proc/self/uid_map', 'w')"]
    (folder / "bot.py").write_text(outcomes(*lines))
    found = playground.run("python3", "-I", "bot.py", folder=folder).result
    assert len(found) == len(lines)
    assert set(found.values()) == {"EROFS"}, found
    # /proc takes no new names in any case.
    found = playground.python(outcomes(*(way.format("/proc") for way in WAYS_TO_WRITE))).result
    assert set(found.values()) == {"ENOENT"}, found

    found = playground.python(
        outcomes("open('/tmp/new', 'w').write('x')", "open('/dev/shm/new', 'w').write('x')")
    ).result
    assert set(found.values()) == {""}
    assert sorted(path.name for path in folder.iterdir()) == ["bot.py", "data.txt"]


@pytest.mark.promise(2)
def test_settings_of_the_kernel_cannot_be_opened_for_writing(playground: Playground) -> None:
    before = Path(CORE_PATTERN).read_text()
    settings = [CORE_PATTERN, "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger", "/proc/1/mem"]
    found = playground.python(
        outcomes(*(f"os.open({path!r}, os.O_WRONLY)" for path in settings))
    ).result
    assert set(found.values()) <= {"EROFS", "EACCES", "EPERM", "ENOENT"}, found
    assert found[f"os.open({CORE_PATTERN!r}, os.O_WRONLY)"] != "ENOENT"
    assert Path(CORE_PATTERN).read_text() == before


@pytest.mark.promise(2)
def test_no_process_of_a_bot_has_the_user_id_of_root(playground: Playground) -> None:
    with playground.bot("sleep", "10.4711") as bot:
        process = find_below(os.getpid(), "sleep", "10.4711")
        assert bot.exit() is None
        seen = set()
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            key, _, value = line.partition(":")
            words = value.split()
            if key in {"Uid", "Gid"}:
                assert "0" not in words, line
            elif key == "Groups":
                assert os.geteuid() != 0 or words == [], line
            elif key in {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}:
                assert int(value, 16) == 0, line
            elif key == "NoNewPrivs":
                assert words == ["1"]
            else:
                continue
            seen.add(key)
        assert len(seen) == 9, seen


def test_standard_error_can_be_opened_by_name(playground: Playground) -> None:
    ran = playground.run("/bin/sh", "-c", "echo out; echo named >/dev/stderr; echo err >&2")
    assert ran.text == "out\nnamed\nerr\n"


def test_programs_of_ours_are_copied_in_and_can_be_run(playground: Playground) -> None:
    script = playground.home / "adapter.py"
    script.write_text("import sys; print('adapter', *sys.argv[1:])")
    script.chmod(0o600)
    folder = playground.folder(bot="")
    (folder / "bot").chmod(0o755)
    with playground.listener() as (path, _):
        argv = ("python3", "/run/adapter.py", "./bot")
        plan = LaunchPlan(argv, folder, path, programs={"/run/adapter.py": script})
        bot = playground.launcher.launch(plan, seat=0)
        bot.wait(10)
        bot.kill()
        assert bot.log_tail() == "adapter ./bot\n"
        assert eventually(lambda: bot.exit() is not None)
