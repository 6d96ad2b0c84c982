"""System calls that a bot may not make, made for real; test_seccomp.py has the filter in full."""

import os
import signal
import subprocess
import sys

import pytest

from arena.sandbox import Exit
from tests.sandbox.support import Playground, outcomes

only_x86_64 = pytest.mark.skipif(
    os.uname().machine != "x86_64", reason="calling conventions of x86-64"
)

NAMESPACES = {
    "NEWTIME": 0x80,
    "NEWNS": 0x20000,
    "NEWCGROUP": 0x2000000,
    "NEWUTS": 0x4000000,
    "NEWIPC": 0x8000000,
    "NEWUSER": 0x10000000,
    "NEWPID": 0x20000000,
    "NEWNET": 0x40000000,
}


@pytest.mark.promise(12)
def test_new_namespaces_mounts_and_roots_are_denied(playground: Playground) -> None:
    found = playground.python(
        outcomes(
            *(f"call('unshare', {flag})" for flag in NAMESPACES.values()),
            *(
                f"call('clone', {flag | signal.SIGCHLD}, 0, 0, 0, 0)"
                for flag in NAMESPACES.values()
            ),
            "call('setns', os.open('/proc/self/ns/net', os.O_RDONLY), 0)",
            "call('setns', os.pidfd_open(1), 0x7E020080)",
            "call('mount', b'/tmp', b'/tmp', 0, 4096, 0)",  # MS_BIND
            "call('mount', 0, b'/', 0, 32 | 4096, 0)",  # MS_REMOUNT | MS_BIND: writable again
            "call('umount2', b'/proc', 2)",
            "call('pivot_root', b'/tmp', b'/tmp')",
            "os.chroot('/tmp')",
        )
    ).result
    assert set(found.values()) == {"EPERM"}, found
    found = playground.python(
        outcomes(
            "call('clone3', ctypes.create_string_buffer(88), 88)",
            "call('fsopen', b'tmpfs', 0)",
            "call('fspick', -100, b'/', 0)",
            "call('fsmount', -1, 0, 0)",
            "call('open_tree', -100, b'/', 1)",
            "call('move_mount', -100, b'/tmp', -100, b'/bot', 0)",
            "call('mount_setattr', -100, b'/', 0, 0, 0)",
        )
    ).result
    assert set(found.values()) == {"ENOSYS"}, found


@pytest.mark.promise(12)
@pytest.mark.parametrize(
    "command", ["unshare --user true", "unshare --net true", "mount -t tmpfs x /tmp"]
)
def test_the_usual_programs_get_no_further(playground: Playground, command: str) -> None:
    ran = playground.run(*command.split())
    assert ran.exit is not None
    assert ran.exit.code not in {0, 126, 127}, ran
    assert "ermi" in ran.text or "superuser" in ran.text, ran.text


@pytest.mark.promise(13)
def test_risky_kernel_interfaces_are_denied(playground: Playground) -> None:
    found = playground.python(
        outcomes(
            "call('keyctl', 0, -3, 0, 0, 0)",
            "call('add_key', b'user', b'a', b'b', 1, -3)",
            "call('request_key', b'user', b'a', 0, -3)",
            "call('bpf', 0, 0, 0)",
            "call('perf_event_open', 0, 0, -1, -1, 0)",
            "call('open_by_handle_at', -100, 0, 0)",
            "call('name_to_handle_at', -100, b'/', 0, 0, 0)",
            "call('kexec_load', 0, 0, 0, 0)",
            "call('init_module', 0, 0, b'')",
            "call('reboot', 0, 0, 0, 0)",
            "call('sethostname', b'a', 1)",
            "call('personality', 0x40000)",  # ADDR_NO_RANDOMIZE
            "call('sched_setaffinity', 0, 8, b'x' * 8)",
        )
    ).result
    assert set(found.values()) == {"EPERM"}, found
    found = playground.python(
        outcomes(
            "call('io_uring_setup', 1, 0)",
            "call('userfaultfd', 0)",
            "call('memfd_secret', 0)",
            "call(457, 0, 0, 0, 0)",  # statmount
            "call(500)",  # newer than the table
        )
    ).result
    assert set(found.values()) == {"ENOSYS"}, found


@only_x86_64
@pytest.mark.promise(13)
def test_the_second_calling_convention_is_closed(playground: Playground) -> None:
    found = playground.python(
        outcomes(
            "call(0x40000000 | 39)",  # getpid
            "call(0x40000000 | 272, 0x10000000)",  # unshare(CLONE_NEWUSER)
            "call(0x40000000 | 521, 16, 1, 0, 0)",  # ptrace, by the number of its own there
        )
    ).result
    assert set(found.values()) == {"ENOSYS"}, found


INT_80 = """
import ctypes, mmap
code = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 7)
code.write(bytes.fromhex("53 b8 14 00 00 00 cd 80 5b c3"))  # eax = 20, getpid of i386; int 0x80
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
print("process", call(), flush=True)
"""


@only_x86_64
@pytest.mark.promise(13)
def test_a_call_of_32_bit_programs_kills(playground: Playground) -> None:
    outside = subprocess.run([sys.executable, "-c", INT_80], stdout=subprocess.PIPE, check=False)
    ran = playground.python(INT_80)
    assert ran.text == ""
    # A kernel without such calls has a signal of its own for them.
    assert ran.exit == Exit(None, signal.SIGSYS if outside.returncode == 0 else signal.SIGSEGV)


@pytest.mark.promise(14)
def test_nothing_can_be_typed_into_a_terminal(playground: Playground) -> None:
    requests = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
    # The kernel looks at the lower half only.
    halves = (0, 1 << 32, 0x80000000 << 32, 0xFFFFFFFF << 32)
    lines = [
        f"call('ioctl', {descriptor}, ctypes.c_ulong({half | request}), b'x')"
        for request in requests
        for half in halves
        for descriptor in (0, 1, 2)
    ]
    found = playground.python(outcomes(*lines)).result
    assert len(found) == len(lines)
    assert set(found.values()) == {"EPERM"}, found
    # Other requests get as far as the descriptor, and there is no terminal to be had.
    found = playground.python(
        outcomes(
            "call('ioctl', 0, 0x5401, b'x' * 64)",
            "os.openpty()",
            "os.open('/dev/tty', os.O_RDWR)",
        )
    ).result
    assert list(found.values()) == ["ENOTTY", "ENOENT", "ENOENT"]


def test_the_bot_stays_on_the_referees_processors(playground: Playground) -> None:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        ran = playground.python("import os; print(sorted(os.sched_getaffinity(0)))")
    finally:
        os.sched_setaffinity(0, before)
    assert ran.result == [min(before)]
