"""What a bot can see and reach, tried from inside by bots that mean harm."""

import os
import socket
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena.sandbox import LaunchPlan
from tests.sandbox.support import PROJECT, Playground, eventually, find_below, outcomes

CORE_PATTERN = "/proc/sys/kernel/core_pattern"


def test_a_python_bot_with_pyzmq_answers_over_its_socket(playground: Playground) -> None:
    zmq = pytest.importorskip("zmq")
    folder = playground.folder(
        bot_py="""
import os, zmq
context = zmq.Context()
dealer = context.socket(zmq.DEALER)
dealer.connect(os.environ["ARENA_ENDPOINT"])
dealer.send(b"hello")
print(dealer.recv().decode())
"""
    )
    context = zmq.Context()
    server = context.socket(zmq.DEALER)
    server.linger = 0
    path = playground.launcher.run_dir / "referee"
    server.bind(f"ipc://{path}")
    bot = playground.launcher.launch(LaunchPlan(("python3", "bot.py"), folder, path), seat=0)
    assert bot.endpoint == "ipc:///run/referee.sock"
    assert server.poll(10_000), bot.log_tail()
    assert server.recv() == b"hello"
    server.send(b"welcome")
    assert str(bot.wait(10)) == "exit code 0"
    bot.kill()
    assert bot.log_tail() == "welcome\n"
    server.close()
    context.term()


def test_files_of_the_host_do_not_exist(playground: Playground) -> None:
    hidden = ["/etc/shadow", "/etc/hostname", "/var", "/sys", "/opt", "/srv", "/lost+found"]
    hidden += [str(playground.home), str(playground.launcher.run_dir), str(PROJECT / "tests")]
    hidden += ["/dev/tty", "/dev/kmsg", "/dev/mem", "/dev/pts"]
    found = playground.python(outcomes(*(f"os.stat({path!r})" for path in hidden))).result
    assert set(found.values()) == {"ENOENT"}, found


def test_of_the_interpreters_parents_only_the_way_to_it_exists(playground: Playground) -> None:
    ran = playground.python(
        """
import json, os, sys
shown = {}
for root in map(os.path.realpath, {sys.prefix, sys.base_prefix}):
    parent = os.path.dirname(root)
    while parent not in ("/", "/usr", "/usr/local"):
        shown[parent] = os.listdir(parent)
        parent = os.path.dirname(parent)
print(json.dumps(shown))
"""
    )
    for parent, names in ran.result.items():
        roots = [os.path.realpath(prefix) for prefix in (sys.prefix, sys.base_prefix)]
        for name in names:
            assert any(f"{root}/".startswith(f"{parent}/{name}/") for root in roots), parent


def test_only_the_temporary_folders_are_writable(playground: Playground) -> None:
    places = ["/", "/bot", "/usr", "/usr/bin", "/dev", "/etc", "/run", "/proc", "/proc/self"]
    lines = [f"open('{place}/new', 'w')" for place in places]
    found = playground.python(outcomes(*lines, "open('/bot/bot.py', 'a')")).result
    assert set(found.values()) <= {"EROFS", "EACCES", "EPERM", "ENOENT"}, found
    assert found["open('/bot/new', 'w')"] == "EROFS"

    found = playground.python(
        outcomes("open('/tmp/new', 'w').write('x')", "open('/dev/shm/new', 'w').write('x')")
    ).result
    assert set(found.values()) == {""}


def test_settings_of_the_kernel_cannot_be_opened_for_writing(playground: Playground) -> None:
    before = Path(CORE_PATTERN).read_text()
    settings = [CORE_PATTERN, "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger"]
    found = playground.python(
        outcomes(*(f"os.open({path!r}, os.O_WRONLY)" for path in settings))
    ).result
    assert set(found.values()) <= {"EROFS", "EACCES", "EPERM", "ENOENT"}, found
    assert Path(CORE_PATTERN).read_text() == before


def test_no_process_of_a_bot_has_the_user_id_of_root(playground: Playground) -> None:
    with playground.bot("sleep", "10.4711") as bot:
        process = find_below(os.getpid(), "sleep", "10.4711")
        assert bot.exit() is None
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(("Uid:", "Gid:")):
                assert "0" not in line.split()[1:]
            if line.startswith(("CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:")):
                assert int(line.split()[1], 16) == 0, line
            if line.startswith("NoNewPrivs:"):
                assert line.split()[1] == "1"


def test_other_processes_can_be_neither_seen_nor_signalled(playground: Playground) -> None:
    with playground.bot("sleep", "10.4712", seat=1):
        other = find_below(os.getpid(), "sleep", "10.4712")
        ran = playground.python(
            outcomes(
                f"os.kill({os.getpid()}, 0)",
                f"os.kill({other}, 0)",
                "os.kill(1, signal.SIGKILL); os.kill(1, 0); "
                "raise OSError(errno.EALREADY, 'init ignores what it has no handler for')",
            )
            + "\nprint(json.dumps([results, sorted(filter(str.isdigit, os.listdir('/proc')))]))"
        )
    results, seen = ran.result
    assert set(results.values()) <= {"ESRCH", "EPERM", "EALREADY"}, results
    assert len(seen) == 2
    assert max(map(int, seen)) < 5


def test_nothing_can_be_traced_or_read_from_memory(playground: Playground) -> None:
    found = playground.python(
        outcomes(
            "call(101, 16, 1, 0, 0)",  # ptrace(PTRACE_ATTACH, 1)
            "call(310, 1, 0, 0, 0, 0, 0)",  # process_vm_readv
            "call(438, 1, 0, 0)",  # pidfd_getfd
            "open('/proc/1/mem', 'r+b')",
            "os.stat('/proc/1/root/etc/shadow')",
        )
    ).result
    if os.uname().machine != "x86_64":
        pytest.skip("the numbers in this test are those of x86-64")
    assert set(found.values()) <= {"EPERM", "EACCES", "ENOENT", "EROFS"}, found


@pytest.mark.skipif(
    os.geteuid() != 0, reason="a user's bots are that user, as is their first process"
)
def test_roots_bots_cannot_read_the_memory_of_the_first_process(playground: Playground) -> None:
    found = playground.python(outcomes("open('/proc/1/mem', 'rb')")).result
    assert set(found.values()) == {"EACCES"}, found


def test_neither_environment_nor_command_line_tells_of_the_host(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED_SECRET", "sesame-4711")
    ran = playground.python(
        """
import glob
text = b""
for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
    try:
        text += open(path, "rb").read()
    except PermissionError:
        pass
print(repr(text))
"""
    )
    assert "bot.py" in ran.text
    for secret in ("sesame-4711", str(playground.home), str(playground.launcher.run_dir)):
        assert secret not in ran.text


def test_standard_streams_are_all_that_is_inherited(playground: Playground) -> None:
    inherited = os.open("/etc/hostname", os.O_RDONLY)
    os.set_inheritable(inherited, True)
    try:
        ran = playground.python(
            """
import json, os, sys
names = os.listdir("/proc/self/fd")
modes = {n: os.stat(int(n)).st_mode for n in names if os.path.exists(f"/proc/self/fd/{n}")}
print(json.dumps([modes, os.isatty(0) or os.isatty(1), sys.stdin.read()]))
"""
        )
    finally:
        os.close(inherited)
    modes, tty, given = ran.result
    assert {name: stat.S_IFMT(mode) for name, mode in modes.items()} == {
        "0": stat.S_IFCHR,
        "1": stat.S_IFIFO,
        "2": stat.S_IFIFO,
    }
    assert (tty, given) == (False, "")


def test_the_network_is_empty(playground: Playground) -> None:
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as tcp,
        closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as udp,
        closing(socket.socket(socket.AF_UNIX)) as abstract,
    ):
        udp.bind(("127.0.0.1", 0))
        udp.setblocking(False)
        name = f"hokm-test-{os.getpid()}"
        abstract.bind(f"\0{name}")
        abstract.listen()
        ran = playground.python(
            outcomes(
                f"socket.create_connection({tcp.getsockname()!r}, 2)",
                f"socket.socket(socket.AF_UNIX).connect({chr(0) + name!r})",
                "socket.create_connection(('10.0.0.1', 80), 2)",
            )
            + f"""
datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
try:
    datagram.sendto(b"x", {udp.getsockname()!r})
except OSError:
    pass
listed = {name!r} in open("/proc/net/unix").read()
print(json.dumps([results, [n for _, n in socket.if_nameindex()] if 0 else
    [l.split(":")[0].strip() for l in open("/proc/net/dev").readlines()[2:]], listed]))
"""
        )
        results, interfaces, listed = ran.result
        assert set(results.values()) <= {"ECONNREFUSED", "ENETUNREACH"}, results
        assert set(interfaces) <= {"lo"}
        assert not listed
        with pytest.raises(BlockingIOError):
            udp.recv(1)


def test_only_local_and_internet_sockets_can_be_made(playground: Playground) -> None:
    families = {"VSOCK": 40, "NETLINK": 16, "PACKET": 17, "ALG": 38, "XDP": 44, "BLUETOOTH": 31}
    found = playground.python(
        outcomes(*(f"socket.socket({number}, 3)" for number in families.values()))
    ).result
    assert set(found.values()) == {"EAFNOSUPPORT"}, found


def test_the_socket_of_another_bot_is_out_of_reach(playground: Playground) -> None:
    with playground.listener() as (path, _):
        found = playground.python(
            outcomes(f"socket.socket(socket.AF_UNIX).connect({str(path)!r})")
        ).result
    assert set(found.values()) == {"ENOENT"}


def test_a_bots_own_socket_cannot_be_replaced(playground: Playground) -> None:
    own = "/run/referee.sock"
    found = playground.python(
        outcomes(
            f"os.unlink({own!r})",
            f"open('/tmp/f', 'w'); os.rename('/tmp/f', {own!r})",
            f"socket.socket(socket.AF_UNIX).bind({own!r})",
            "socket.socket(socket.AF_UNIX).bind('/run/other')",
            f"os.chmod({own!r}, 0)",
            f"os.chown({own!r}, 1000, 1000)",
        )
        + f"socket.socket(socket.AF_UNIX).connect({own!r}); print(json.dumps(results))"
    ).result
    assert len(found) == 6
    assert set(found.values()) <= {"EROFS", "EBUSY", "EADDRINUSE", "EXDEV", "EPERM"}, found


def test_only_root_and_the_bot_may_connect_to_its_socket(playground: Playground) -> None:
    with playground.listener() as (path, _):
        path.chmod(0o777)
        plan = LaunchPlan(("true",), playground.folder(), path)
        playground.launcher.launch(plan, seat=0).kill()
        status = path.stat()
        assert stat.S_IMODE(status.st_mode) == 0o600
        assert status.st_uid != 0


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of x86-64 system calls")
def test_new_namespaces_mounts_and_roots_are_denied(playground: Playground) -> None:
    found = playground.python(
        outcomes(
            "call(272, 0x10000000)",  # unshare(CLONE_NEWUSER)
            "call(272, 0x20000)",  # unshare(CLONE_NEWNS)
            "call(56, 0x10000000 | 17, 0, 0, 0, 0)",  # clone(CLONE_NEWUSER)
            "call(435, 0, 0)",  # clone3
            "call(308, os.open('/proc/self/ns/net', os.O_RDONLY), 0)",  # setns
            "call(165, b'/tmp', b'/tmp', 0, 4096, 0)",  # mount
            "call(166, b'/proc', 0)",  # umount2
            "call(155, b'/tmp', b'/tmp')",  # pivot_root
            "os.chroot('/tmp')",
            "call(430, b'tmpfs', 0)",  # fsopen
            "call(428, -100, b'/', 0)",  # open_tree
        )
    ).result
    assert set(found.values()) <= {"EPERM", "ENOSYS"}, found


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of x86-64 system calls")
def test_risky_kernel_interfaces_are_denied(playground: Playground) -> None:
    found = playground.python(
        outcomes(
            "call(250, 0, 0, 0, 0, 0)",  # keyctl
            "call(248, b'user', b'a', b'b', 1, -3)",  # add_key
            "call(321, 0, 0, 0)",  # bpf
            "call(298, 0, 0, -1, -1, 0)",  # perf_event_open
            "call(425, 1, 0)",  # io_uring_setup
            "call(323, 0)",  # userfaultfd
            "call(304, 0, 0, 0)",  # open_by_handle_at
            "call(29, 0, 4096, 0o600)",  # shmget
            "call(500)",  # newer than the table
            "call(0x40000000 | 39)",  # x32 getpid
            "call(16, 0, 0x5412, b'x')",  # ioctl(TIOCSTI)
            "call(16, 0, 0x100005412, b'x')",  # the same, as the kernel truncates it
            "call(203, 0, 8, b'x' * 8)",  # sched_setaffinity
        )
    ).result
    assert set(found.values()) <= {"EPERM", "ENOSYS"}, found


def test_two_bots_cannot_signal_through_file_locks_or_watches(playground: Playground) -> None:
    found = playground.python(
        outcomes(
            "import fcntl; fcntl.flock(os.open('/usr/bin/env', os.O_RDONLY), fcntl.LOCK_SH)",
            "import fcntl; fcntl.lockf(os.open('/tmp/l', os.O_RDWR | os.O_CREAT), fcntl.LOCK_EX)",
            "import fcntl; fcntl.fcntl(os.open('/usr', os.O_RDONLY), fcntl.F_NOTIFY, 1)",
            "fd = libc.inotify_init1(0); fd >= 0 or (_ for _ in ()).throw("
            "OSError(ctypes.get_errno(), ''))",
        )
    ).result
    assert set(found.values()) <= {"ENOLCK", "ENOSYS"}, found


def test_standard_error_can_be_opened_by_name(playground: Playground) -> None:
    ran = playground.run("/bin/sh", "-c", "echo out; echo named >/dev/stderr; echo err >&2")
    assert ran.text == "out\nnamed\nerr\n"


def test_the_bot_stays_on_the_referees_processors(playground: Playground) -> None:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        ran = playground.python("import os; print(sorted(os.sched_getaffinity(0)))")
    finally:
        os.sched_setaffinity(0, before)
    assert ran.result == [min(before)]


def test_programs_of_ours_are_copied_in_and_can_be_run(playground: Playground) -> None:
    script = playground.home / "adapter.py"
    script.write_text("import sys; print('adapter', *sys.argv[1:])")
    script.chmod(0o600)
    with playground.listener() as (path, _):
        argv = ("python3", "/run/adapter.py", "./bot")
        plan = LaunchPlan(argv, playground.folder(), path, programs={"/run/adapter.py": script})
        bot = playground.launcher.launch(plan, seat=0)
        bot.wait(10)
        bot.kill()
        assert bot.log_tail() == "adapter ./bot\n"
        assert eventually(lambda: bot.exit() is not None)
