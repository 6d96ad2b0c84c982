"""The filter's program, run by an interpreter of its few instructions."""

import errno
import socket
import struct
from collections.abc import Callable

import pytest

from arena.errors import SandboxError
from arena.sandbox.seccomp import (
    ALLOW,
    ARCHITECTURE,
    FAIL,
    KILL_PROCESS,
    REFUSED,
    seccomp_filter,
    syscall_numbers,
)

TESTS: dict[int, Callable[[int, int], bool]] = {
    0x15: lambda a, k: a == k,
    0x25: lambda a, k: a > k,
    0x35: lambda a, k: a >= k,
    0x45: lambda a, k: bool(a & k),
}


def run(program: bytes, arch: int, number: int, *arguments: int) -> int:
    """What the program returns for a call, as the kernel would run it."""
    given = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("<iIQ6Q", number, arch, 0, *given)
    code = list(struct.iter_unpack("<HBBI", program))
    position = accumulator = 0
    while True:
        operation, if_true, if_false, value = code[position]
        position += 1
        if operation == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif operation == 0x06:
            return int(value)
        else:
            position += if_true if TESTS[operation](accumulator, value) else if_false


class Machine:
    """The filter of one machine, by the names of calls."""

    def __init__(self, machine: str, *, memfd: bool = True, locks: bool = False) -> None:
        self.numbers = syscall_numbers()[machine]
        self.arch = ARCHITECTURE[machine]
        self.program = seccomp_filter(memfd=memfd, locks=locks, machine=machine)

    def __call__(self, name: str | int, *arguments: int) -> int:
        number = name if isinstance(name, int) else self.numbers[name]
        return run(self.program, self.arch, number, *arguments)


@pytest.fixture(params=sorted(ARCHITECTURE))
def call(request: pytest.FixtureRequest) -> Machine:
    return Machine(request.param)


def test_every_listed_call_is_refused_with_its_errno(call: Machine) -> None:
    for error, names in REFUSED.items():
        for name in names.split():
            if name in call.numbers:
                assert call(name) == FAIL | error, name


def test_every_listed_name_is_known_to_some_machine() -> None:
    known = {name for numbers in syscall_numbers().values() for name in numbers}
    # Dropped from the kernel so long ago that no 64-bit table has it.
    assert {name for names in REFUSED.values() for name in names.split()} - known <= {"umount"}


def test_what_runtimes_need_is_allowed(call: Machine) -> None:
    # libzmq calls it in each of its threads and aborts when it fails.
    assert call("sched_setscheduler") == ALLOW
    assert call("memfd_create") == ALLOW
    assert call("clone", 0x3D0F00) == ALLOW  # what pthread_create asks for
    assert call("ioctl", 1, 0x5401) == ALLOW  # TCGETS, by isatty
    assert call("fcntl", 1, 3) == ALLOW  # F_GETFL
    assert call("personality", 0xFFFFFFFF) == ALLOW
    for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6):
        assert call("socket", family) == ALLOW
    assert call("socketpair", socket.AF_UNIX) == ALLOW


def test_without_a_cgroup_memory_files_are_refused() -> None:
    assert Machine("x86_64", memfd=False)("memfd_create") == FAIL | errno.ENOSYS


@pytest.mark.parametrize("machine", sorted(ARCHITECTURE))
def test_a_build_may_lock_files_and_nothing_more(machine: str) -> None:
    call, build = Machine(machine), Machine(machine, locks=True)
    allowed = [("flock", 3, 2), *(("fcntl", 3, command) for command in (6, 7, 37, 38, 1024, 1026))]
    for one in allowed:
        assert call(*one) == FAIL | errno.ENOLCK
        assert build(*one) == ALLOW
    for name in {name for names in REFUSED.values() for name in names.split()} - {"flock"}:
        if name in call.numbers:
            assert build(name) == call(name) != ALLOW


def test_arguments_decide_where_the_call_itself_is_needed(call: Machine) -> None:
    for flag in (0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 1 << 30):
        assert call("clone", flag | 17) == FAIL | errno.EPERM
    assert call("ioctl", 0, 0x5412) == FAIL | errno.EPERM
    assert call("ioctl", 0, 0x1_0000_5412) == FAIL | errno.EPERM  # the kernel drops the high half
    assert call("ioctl", 0, 0x541C) == FAIL | errno.EPERM
    for command in (6, 7, 37, 38, 1024, 1026):
        assert call("fcntl", 3, command) == FAIL | errno.ENOLCK
    for family in (socket.AF_NETLINK, socket.AF_PACKET, socket.AF_VSOCK, 38, 44, 99):
        assert call("socket", family) == FAIL | errno.EAFNOSUPPORT
    assert call("socketpair", socket.AF_INET) == FAIL | errno.EAFNOSUPPORT
    assert call("personality", 0x0040000) == FAIL | errno.EPERM  # ADDR_NO_RANDOMIZE


def test_unknown_calls_and_foreign_conventions_do_not_dodge_the_list(call: Machine) -> None:
    assert call(463) == FAIL | errno.ENOSYS
    assert call(457) == call(458) == FAIL | errno.ENOSYS
    assert run(call.program, 0x40000003, 165) == KILL_PROCESS  # i386, by int 0x80
    x86 = Machine("x86_64")
    assert x86(0x40000000 | x86.numbers["mount"]) == FAIL | errno.ENOSYS


def test_a_machine_without_a_table_is_refused() -> None:
    with pytest.raises(SandboxError, match="riscv64"):
        seccomp_filter(memfd=True, machine="riscv64")
