"""Bot folders made to trick whoever mounts them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.sandbox import Exit
from tests.sandbox.support import PROJECT, Playground

MANY = 10_000


def snapshot(folder: Path) -> dict[str, int]:
    """Names below a folder, with the time of the last change."""
    return {
        os.path.join(where, name): os.lstat(os.path.join(where, name)).st_mtime_ns
        for where, folders, files in os.walk(folder)
        for name in (*folders, *files)
    }


@pytest.mark.promise(25)
def test_a_hostile_folder_makes_nothing_on_the_host_and_shows_nothing(
    playground: Playground,
) -> None:
    folder = playground.folder(bot_py="print('ran')")
    target = playground.home / "target"
    target.mkdir()
    (target / "secret").write_text("secret")
    # bwrap before 0.12 sets up with the host's root at /oldroot, and follows links into it.
    (folder / "oldroot").symlink_to(f"/oldroot{target}")
    (folder / "run").symlink_to(f"/oldroot{target}/made")
    (folder / "tmp").symlink_to(f"/newroot/../oldroot{target}/made")
    (folder / "proc").symlink_to("/proc/1/root")
    (folder / "root").symlink_to("/")
    (folder / "out").symlink_to(target)
    (folder / "up").symlink_to("../target")
    (folder / "dangling").symlink_to("/nowhere/at/all")
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "fifo")
    (folder / "new\nline").write_text("x")
    (folder / "-option").write_text("x")
    (folder / "\x1b[2J\udcff").write_text("x")
    many = folder / "many"
    many.mkdir()
    for number in range(MANY):
        (many / str(number)).touch()
    if os.geteuid() == 0:
        os.mknod(folder / "memory", 0o20666, os.makedev(1, 1))
        os.mknod(folder / "disk", 0o60666, os.makedev(8, 0))

    before = snapshot(playground.home)
    outside = snapshot_of_names("/", "/tmp", "/run", playground.home.parent)
    ran = playground.run("python3", "bot.py", folder=folder)
    assert (ran.exit, ran.text) == (Exit(0, None), "ran\n")
    for name in ("out/secret", "up/secret", "oldroot/secret", "proc/etc/shadow", "root/etc/shadow"):
        assert playground.run("cat", name, folder=folder).exit == Exit(1, None), name
    if os.geteuid() == 0:
        for device in ("memory", "disk"):
            assert "Permission denied" in playground.run("cat", device, folder=folder).text
    after = snapshot(playground.home)
    assert after == before
    assert list(target.iterdir()) == [target / "secret"]
    made = snapshot_of_names("/", "/tmp", "/run", playground.home.parent) - outside
    assert not {path for path in made if path.rpartition("/")[2] in HOSTILE}, made


HOSTILE = {"oldroot", "newroot", "made", "bot", "nowhere", "many", "fifo"}


def snapshot_of_names(*folders: str | Path) -> set[str]:
    return {f"{folder}/{name}" for folder in folders for name in os.listdir(folder)}


def test_a_program_that_is_a_link_out_of_the_folder_does_not_run(playground: Playground) -> None:
    folder = playground.folder()
    outside = playground.home / "outside"
    outside.write_text("#!/bin/sh\necho escaped\n")
    outside.chmod(0o755)
    (folder / "bot").symlink_to(outside)
    ran = playground.run("./bot", folder=folder)
    assert ran.exit == Exit(127, None)
    assert "escaped" not in ran.text


def test_names_with_odd_characters_are_taken_literally(playground: Playground) -> None:
    folder = playground.home / "a b\n--bind\n$(touch x);'\""
    folder.mkdir()
    (folder / "bot.py").write_text("import sys; print(sys.argv[1:])")
    arguments = ["--", "--bind", "$(touch /tmp/x)", "a\nb", ""]
    ran = playground.run("python3", "bot.py", *arguments, folder=folder)
    assert eval(ran.text) == arguments


DENY_NAMESPACES = """
import ctypes, errno, os, struct, sys
from arena.sandbox import seccomp as s
numbers = s.syscall_numbers()[os.uname().machine]
code = [s.load(s.NUMBER)]
for name in ("unshare", "mount", "umount2", "setns", "pivot_root"):
    code += [s.jump_equal(numbers[name], 0, 1), s.fail(errno.EPERM)]
code += [s.jump_equal(numbers["clone3"], 0, 1), s.fail(errno.ENOSYS)]
refused = [s.jump_any_bit(s.CLONE_NEW_ANYTHING, 0, 1), s.fail(errno.EPERM), s.give(s.ALLOW)]
code += [*s.by_argument(numbers["clone"], s.ARGUMENT_0, refused), s.give(s.ALLOW)]
program = ctypes.create_string_buffer(b"".join(code))
filter = struct.pack("HxxxxxxP", len(code), ctypes.addressof(program))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS
assert libc.prctl(22, 2, filter) == 0  # PR_SET_SECCOMP, as Docker's default profile would
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs a command where namespaces are denied."""


@pytest.mark.promise(25)
def test_where_namespaces_are_denied_bots_are_refused_and_not_run_without_a_sandbox(
    home: Path,
) -> None:
    bot, witness = home / "bot", home / "made"
    bot.mkdir()
    witness.mkdir()
    witness.chmod(0o777)
    (bot / "bot.toml").write_text('name = "witness"\nrun = ["python3", "bot.py"]\n')
    (bot / "bot.py").write_text(f"open('{witness}/ran', 'w')")
    (home / "league.toml").write_text(
        '[tournament]\nname = "x"\ncycles = 1\n[[bots]]\npath = "bot"\n[[bots]]\n'
        f'path = "{PROJECT}/bots/naive"\n'
    )

    def arena(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = Path(sys.executable).with_name("arena")
        return subprocess.run(
            [sys.executable, "-c", DENY_NAMESPACES, command, *arguments],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            cwd=home,
            env=os.environ | {"PYTHONPATH": str(PROJECT)},
        )

    for arguments in (["play", "bot", "naive"], ["run", "league.toml"]):
        refused = arena(*arguments)
        assert refused.returncode == 1, refused
        assert "--security-opt seccomp=unconfined" in refused.stderr
        assert refused.stdout == ""
    assert list(witness.iterdir()) == []
    assert not (home / "hokm-arena.sqlite").exists()
    # It would have been seen to run.
    assert "WARNING: no sandbox" in arena("play", "bot", "naive", "--unsafe-no-sandbox").stderr
    assert list(witness.iterdir()) == [witness / "ran"]
