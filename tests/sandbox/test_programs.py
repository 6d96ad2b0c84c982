"""Which program a command means, and what is mounted for it."""

import os
import sys
from pathlib import Path

import pytest

from arena.errors import InputError, MissingProgramError
from arena.sandbox import LaunchPlan, Workshop
from arena.sandbox.programs import (
    find_program,
    interpreter_roots,
    link_chain,
    outermost,
    runtime_root,
    script_interpreter,
    search_path,
)


def plan(home: Path, *argv: str) -> LaunchPlan:
    return LaunchPlan(argv, home, home / "socket")


def make_program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", ["python", "python3", f"python3.{sys.version_info.minor}"])
def test_python_is_the_referees_interpreter(home: Path, name: str) -> None:
    program = find_program(plan(home, name, "bot.py"))
    assert program.argv == (sys.executable, "bot.py")
    assert program.path.split(":")[0] == os.path.dirname(sys.executable)
    assert program.roots == interpreter_roots()


def test_the_interpreter_is_mounted_even_for_bots_in_other_languages(home: Path) -> None:
    assert set(interpreter_roots()) <= set(find_program(plan(home, "sh")).roots)


def test_a_relative_program_stays_relative(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_program(home / "bin" / "bot")
    assert find_program(plan(home, "./bin/bot", "x")).argv == ("./bin/bot", "x")
    monkeypatch.chdir(home)
    assert find_program(LaunchPlan(("./bin/bot",), Path(), home / "s")).argv == ("./bin/bot",)
    for outside in ("../bot", "./bin/../../bot"):
        with pytest.raises(InputError, match="outside its folder"):
            find_program(plan(home, outside))


def test_a_runtime_elsewhere_is_mounted_with_all_names_on_the_way(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = make_program(home / "runtimes" / "node-20.1" / "bin" / "node")
    (home / "runtimes" / "node").symlink_to("node-20.1")
    tools = home / "tools"
    (tools / "bin").mkdir(parents=True)
    (tools / "bin" / "node").symlink_to("../../runtimes/node/bin/node")
    monkeypatch.setenv("PATH", f"{tools / 'bin'}:/usr/bin")
    program = find_program(plan(home, "node"))
    assert program.argv == (str(tools / "bin" / "node"),)
    assert {tools, home / "runtimes" / "node", real.parent.parent} <= set(program.roots)
    assert program.path.endswith(f":{tools / 'bin'}")


def test_a_program_of_rustup_is_the_one_of_its_toolchain(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = make_program(home / "toolchains" / "stable" / "bin" / "cargo")
    rustup = make_program(home / ".cargo" / "bin" / "rustup")
    rustup.write_text(
        f'#!/bin/sh\n[ "$*" = "which cargo" ] && [ "$PWD" = / ] && echo "{real}" || exit 1\n'
    )
    for name in ("cargo", "rustc"):
        (rustup.parent / name).symlink_to("rustup")
    monkeypatch.setenv("PATH", f"{rustup.parent}:/usr/bin:/bin")
    program = find_program(plan(home, "cargo", "build"))
    assert program.argv == (str(real), "build")
    assert real.parent.parent in program.roots
    assert rustup.parent.parent not in program.roots
    assert program.path.endswith(f":{real.parent}")
    with pytest.raises(MissingProgramError, match="'rustc': rustup has no toolchain"):
        find_program(plan(home, "rustc"))


def test_what_a_build_runs_is_in_reach_but_for_what_it_has_yet_to_make(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = make_program(home / "compiler" / "bin" / "cc9")
    monkeypatch.setenv("PATH", f"{compiler.parent}:/usr/bin")
    workshop = Workshop(1, ("cc9", "./configure"))
    build = LaunchPlan(("python3",), home, home / "socket", workshop=workshop)
    program = find_program(build)
    assert compiler.parent.parent in program.roots
    assert str(compiler.parent) in program.path.split(":")
    (home / "configure").write_text("#!/bin/sh\n")
    with pytest.raises(InputError, match=r"'./configure' is not executable"):
        find_program(build)


def test_private_folders_are_never_mounted_for_a_program(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(home))
    for name in ("bin/bot", ".local/bin/bot", ".cargo/bin/bot"):
        assert runtime_root(home / name) == home / name
    assert runtime_root(Path("/opt/bin/bot")) == Path("/opt/bin/bot")
    assert runtime_root(Path("/root/bin/bot")) == Path("/root/bin/bot")
    assert runtime_root(home / ".pyenv/versions/3.12/bin/python") == home / ".pyenv/versions/3.12"
    assert runtime_root(home / "miniconda3/bin/node") == home / "miniconda3"
    assert runtime_root(Path("/nix/store/abc-node/bin/node")) == Path("/nix/store")


def test_the_search_path_leaves_out_what_others_control(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("good", "shims", "open"):
        (home / name).mkdir()
    (home / "open").chmod(0o777)
    entries = [".", "", "relative", *(str(home / n) for n in ("open", "shims", "good", "missing"))]
    monkeypatch.setenv("PATH", ":".join(entries))
    found = search_path()
    assert found[0] == Path(sys.executable).parent
    assert [path for path in found if path.is_relative_to(home)] == [home / "good"]
    assert all(path.is_absolute() for path in found)


def test_a_loop_of_links_is_not_followed_for_ever(home: Path) -> None:
    (home / "a").symlink_to("b")
    (home / "b").symlink_to("a")
    with pytest.raises(RuntimeError):
        list(link_chain(home / "a"))
    with pytest.raises(InputError, match="Too many levels of symbolic links"):
        find_program(plan(home, str(home / "a")))


def test_only_the_outermost_folders_outside_the_system_are_mounted() -> None:
    paths = map(
        Path, ("/opt/a/b", "/opt/a", "/usr/local", "/opt/ab", "/bin/x", "/etc/alternatives")
    )
    assert outermost(paths) == (Path("/opt/a"), Path("/opt/ab"))


def test_an_absolute_path_is_taken_only_where_the_host_has_programs(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_program(home / "project" / "bin" / "tool")
    for name in (str(project), f"/usr/..{project}"):
        with pytest.raises(InputError, match="nor in a folder of the PATH"):
            find_program(plan(home, name))
    monkeypatch.setenv("PATH", str(project.parent))
    assert find_program(plan(home, str(project))).argv == (str(project),)
    assert find_program(plan(home, "/bin/sh")).argv == ("/bin/sh",)
    assert find_program(plan(home, sys.executable)).argv == (sys.executable,)


FIRST_LINES = {
    "": None,
    "print()": None,
    "#!": None,
    "#!/bin/sh": "/bin/sh",
    "#! /bin/sh -e": "/bin/sh",
    "#!/usr/bin/env node": "node",
    "#!/usr/bin/env -S node --x": "node",
    "#!/usr/bin/env": None,
    "#!/bin/env python3\r": "python3\r",
    "#!bin/tool": "./bin/tool",
}


@pytest.mark.parametrize("line", FIRST_LINES)
def test_a_script_needs_the_interpreter_of_its_first_line(home: Path, line: str) -> None:
    script = home / "bot"
    script.write_text(f"{line}\nmore\n", newline="")
    assert script_interpreter("./bot", script) == FIRST_LINES[line]


def test_the_interpreter_of_a_script_is_mounted_and_found(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = make_program(home / "tools" / "bin" / "tool")
    folder = home / "bot"
    make_program(folder / "run").write_text("#!/usr/bin/env tool\n")
    with pytest.raises(MissingProgramError, match="'tool' is not on this machine") as raised:
        find_program(plan(folder, "./run"))
    assert raised.value.program == "tool"
    monkeypatch.setenv("PATH", str(tool.parent))
    program = find_program(plan(folder, "./run"))
    assert program.argv == ("./run",)
    assert tool.parent.parent in program.roots
    assert program.path.endswith(f":{tool.parent}")


def test_a_script_that_is_its_own_interpreter_is_not_followed_for_ever(home: Path) -> None:
    make_program(home / "run").write_text("#!./run\n")
    assert find_program(plan(home, "./run")).argv == ("./run",)


def test_what_our_own_program_starts_is_looked_up_too(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = make_program(home / "tools" / "bin" / "tool")
    monkeypatch.setenv("PATH", str(tool.parent))
    ours = {"/run/adapter.py": home / "adapter.py"}
    argv = ("python3", "/run/adapter.py", "tool", "/run/adapter.py", "x")
    program = find_program(LaunchPlan(argv, home, home / "socket", programs=ours))
    assert program.argv == (sys.executable, argv[1], str(tool), *argv[3:])
    assert tool.parent.parent in program.roots
    absent = LaunchPlan((*argv[:2], "./absent"), home, home / "socket", programs=ours)
    with pytest.raises(MissingProgramError, match="absent' is not in its folder"):
        find_program(absent)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's bots are another user")
def test_a_runtime_that_is_closed_to_roots_bots_is_refused_with_the_remedy(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = make_program(home / "tools" / "bin" / "tool")
    monkeypatch.setenv("PATH", str(tool.parent))
    tool.parent.parent.chmod(0o700)
    with pytest.raises(InputError, match=f"chmod -R o\\+rX {tool.parent.parent}"):
        find_program(plan(home, "tool"))


def test_plans_that_cannot_be_meant_are_refused(home: Path) -> None:
    socket = home / "s"
    with pytest.raises(InputError, match="empty"):
        LaunchPlan((), home, socket)
    with pytest.raises(InputError, match="zero byte"):
        LaunchPlan(("a\0b",), home, socket)
    with pytest.raises(InputError, match="not a folder"):
        LaunchPlan(("a",), home / "missing", socket)
    with pytest.raises(InputError, match="107 bytes"):
        LaunchPlan(("a",), home, home / ("s" * 100))
    for inside in ("/tmp/x", "/run/a/b", "/run/../x", "/run/referee.sock"):
        with pytest.raises(InputError, match="directly below /run"):
            LaunchPlan(("a",), home, socket, programs={inside: home})
