"""The system calls that a bot may not make, as a classic BPF program for `bwrap --seccomp`.

A deny list: bots come in every language, and runtimes use most of the rest. It closes what the
namespaces leave open: new namespaces and mounts, tracing, kernel interfaces with a history of
holes, memory that no accounting sees, and the file locks and watches through which two bots could
signal to each other over a read-only file that both see.

The numbers in `syscalls.json` were resolved with libseccomp, so that it isn't needed at run time.
Filter semantics: https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html
"""

import errno
import json
import platform
import socket
import struct
from functools import cache
from importlib import resources

from arena.errors import SandboxError

__all__ = ["seccomp_filter"]

ALLOW, FAIL, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
"""What a filter returns: SECCOMP_RET_ALLOW, _ERRNO (the errno in the low bits), _KILL_PROCESS."""

ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""AUDIT_ARCH_*: the calling convention that the syscall numbers belong to."""

NUMBER, ARCH, ARGUMENT_0, ARGUMENT_1 = 0, 4, 16, 24
"""Offsets in struct seccomp_data. Of an argument only the low 32 bits are looked at, because that
is all the kernel looks at for these calls."""

NEWEST_NUMBER = 462
"""mseal, the newest call in the table. Newer ones answer ENOSYS until someone has judged them."""

X32_BIT = 0x40000000
"""Marks x86-64's second calling convention, whose numbers would dodge the list."""

STATMOUNT, LISTMOUNT = 457, 458
"""The same number on every architecture, and newer than libseccomp's tables."""

CLONE_NEW_ANYTHING = 0x7E020080
"""NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, NEWTIME."""

TIOCSTI, TIOCLINUX = 0x5412, 0x541C
"""Terminal requests that put words into the mouth of whoever holds the terminal."""

LOCK_COMMANDS = (6, 7, 37, 38, 1024, 1026)
"""fcntl: F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_NOTIFY."""

REFUSED = {
    errno.EPERM: """
        unshare setns mount umount umount2 pivot_root chroot add_key request_key keyctl kexec_load
        kexec_file_load init_module finit_module delete_module create_module get_kernel_syms
        query_module bpf perf_event_open syslog acct swapon swapoff reboot settimeofday
        clock_settime clock_adjtime adjtimex sethostname setdomainname iopl ioperm modify_ldt
        quotactl quotactl_fd nfsservctl lookup_dcookie fanotify_init name_to_handle_at
        open_by_handle_at _sysctl ustat sysfs uselib vhangup ptrace process_vm_readv
        process_vm_writev kcmp pidfd_getfd process_madvise process_mrelease move_pages
        migrate_pages mbind set_mempolicy get_mempolicy set_mempolicy_home_node
        sched_setaffinity""",
    # "No such call" where programs know how to go on without it: glibc falls back from clone3,
    # whose flags lie in memory where a filter cannot see them, to clone.
    errno.ENOSYS: """
        move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr clone3 io_uring_setup
        io_uring_enter io_uring_register userfaultfd memfd_secret shmget shmat shmctl shmdt msgget
        msgsnd msgrcv msgctl mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr
        inotify_init inotify_init1 inotify_add_watch""",
    errno.ENOLCK: "flock",
}
"""Refused whatever the arguments. sched_setaffinity, because the referee gives both bots of a match
one core. Not sched_setscheduler: libzmq calls it in each of its threads and aborts on failure."""

Instruction = bytes


@cache
def seccomp_filter(*, memfd: bool, locks: bool = False, machine: str = platform.machine()) -> bytes:
    """The filter program for this machine.

    `memfd` allows memfd_create: its memory is seen by a cgroup, but by no watchdog. `locks` allows
    file locks, for builds: compilers take them, and no other bot runs that could be signalled to.
    Raises SandboxError on an architecture without a table.
    """
    if machine not in ARCHITECTURE:
        raise SandboxError(f"the sandbox knows no system call numbers for {machine} machines")
    numbers = syscall_numbers()[machine]
    code = [
        load(ARCH),
        jump_equal(ARCHITECTURE[machine], 1, 0),
        give(KILL_PROCESS),
        load(NUMBER),
    ]
    if machine == "x86_64":
        code += [jump_at_least(X32_BIT, 0, 1), fail(errno.ENOSYS)]
    code += [jump_above(NEWEST_NUMBER, 0, 1), fail(errno.ENOSYS)]
    refused = refused_numbers(numbers, memfd=memfd)
    if locks:
        del refused[numbers["flock"]]
    for number, error in sorted(refused.items()):
        code += [jump_equal(number, 0, 1), fail(error)]

    namespaces = [jump_any_bit(CLONE_NEW_ANYTHING, 0, 1), fail(errno.EPERM)]
    code += by_argument(numbers["clone"], ARGUMENT_0, [*namespaces, give(ALLOW)])
    code += by_argument(
        numbers["ioctl"], ARGUMENT_1, unless((TIOCSTI, TIOCLINUX), ALLOW, FAIL | errno.EPERM)
    )
    if not locks:
        code += by_argument(
            numbers["fcntl"], ARGUMENT_1, unless(LOCK_COMMANDS, ALLOW, FAIL | errno.ENOLCK)
        )
    # The network namespace is empty, so INET is harmless; VSOCK and the like are not covered by it.
    families = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6)
    other_family = FAIL | errno.EAFNOSUPPORT
    code += by_argument(numbers["socket"], ARGUMENT_0, unless(families, other_family, ALLOW))
    code += by_argument(
        numbers["socketpair"], ARGUMENT_0, unless((socket.AF_UNIX,), other_family, ALLOW)
    )
    # Asking for the personality (~0) and the usual one (0) stay: some runtimes do both at start.
    code += by_argument(
        numbers["personality"], ARGUMENT_0, unless((0, 0xFFFFFFFF), FAIL | errno.EPERM, ALLOW)
    )
    return b"".join([*code, give(ALLOW)])


def syscall_numbers() -> dict[str, dict[str, int]]:
    """Numbers by architecture and name."""
    table: dict[str, dict[str, int]] = json.loads(
        resources.files("arena.sandbox").joinpath("syscalls.json").read_text()
    )
    return table


def refused_numbers(numbers: dict[str, int], *, memfd: bool) -> dict[int, int]:
    """The errno for each call that is refused whatever its arguments."""
    refused = {
        numbers[name]: error
        for error, names in REFUSED.items()
        for name in names.split()
        if name in numbers
    }
    refused |= dict.fromkeys((STATMOUNT, LISTMOUNT), errno.ENOSYS)
    if not memfd:
        refused[numbers["memfd_create"]] = errno.ENOSYS
    return refused


def by_argument(number: int, offset: int, body: list[Instruction]) -> list[Instruction]:
    """For one call decide by an argument. The body has to end in a return."""
    decide = [load(offset), *body]
    return [jump_equal(number, 0, len(decide)), *decide]


def unless(values: tuple[int, ...], otherwise: int, result: int) -> list[Instruction]:
    """Return `result` for the given values of the loaded argument, else `otherwise`."""
    tests = [step for value in values for step in (jump_equal(value, 0, 1), give(result))]
    return [*tests, give(otherwise)]


def instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> Instruction:
    """One struct sock_filter; jumps count instructions to skip."""
    return struct.pack("<HBBI", code, if_true, if_false, value)


def load(offset: int) -> Instruction:
    """Load a 32-bit word of struct seccomp_data (BPF_LD|BPF_W|BPF_ABS)."""
    return instruction(0x20, offset)


def jump_equal(value: int, if_true: int, if_false: int) -> Instruction:
    """BPF_JMP|BPF_JEQ|BPF_K."""
    return instruction(0x15, value, if_true, if_false)


def jump_above(value: int, if_true: int, if_false: int) -> Instruction:
    """BPF_JMP|BPF_JGT|BPF_K."""
    return instruction(0x25, value, if_true, if_false)


def jump_at_least(value: int, if_true: int, if_false: int) -> Instruction:
    """BPF_JMP|BPF_JGE|BPF_K."""
    return instruction(0x35, value, if_true, if_false)


def jump_any_bit(value: int, if_true: int, if_false: int) -> Instruction:
    """BPF_JMP|BPF_JSET|BPF_K."""
    return instruction(0x45, value, if_true, if_false)


def give(result: int) -> Instruction:
    """BPF_RET|BPF_K."""
    return instruction(0x06, result)


def fail(error: int) -> Instruction:
    """Let the call fail with this errno."""
    return give(FAIL | error)
