"""Bot folders made to trick whoever mounts them."""

import os
from pathlib import Path

from arena.sandbox import Exit
from tests.sandbox.support import Playground


def snapshot(folder: Path) -> dict[str, int]:
    """Names below a folder, with the time of the last change."""
    return {
        os.path.join(where, name): os.lstat(os.path.join(where, name)).st_mtime_ns
        for where, folders, files in os.walk(folder)
        for name in (*folders, *files)
    }


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
    (folder / "proc").symlink_to("/proc/1/root")
    (folder / "root").symlink_to("/")
    (folder / "out").symlink_to(target)
    (folder / "up").symlink_to("../target")
    (folder / "dangling").symlink_to("/nowhere/at/all")
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "fifo")
    (folder / "new\nline").write_text("x")
    (folder / "-option").write_text("x")
    many = folder / "many"
    many.mkdir()
    for number in range(2_000):
        (many / str(number)).touch()
    if os.geteuid() == 0:
        os.mknod(folder / "memory", 0o20666, os.makedev(1, 1))

    before = snapshot(playground.home)
    ran = playground.run("python3", "bot.py", folder=folder)
    assert (ran.exit, ran.text) == (Exit(0, None), "ran\n")
    for name in ("out/secret", "up/secret", "oldroot/secret", "proc/etc/shadow", "root/etc/shadow"):
        assert playground.run("cat", name, folder=folder).exit == Exit(1, None), name
    if os.geteuid() == 0:
        assert "Permission denied" in playground.run("cat", "memory", folder=folder).text
    after = snapshot(playground.home)
    new = {name for name in after if name not in before}
    assert all(name.startswith(f"{playground.home}/bot") for name in new), new
    assert {name: after[name] for name in before} == before
    assert list(target.iterdir()) == [target / "secret"]


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
