"""Whom a bot can talk to: its referee, over its own socket, and nobody else."""

import json
import os
import socket
import stat
from contextlib import closing

import pytest
import zmq

from arena.sandbox import LaunchPlan
from tests.sandbox.support import Playground, outcomes


def test_a_python_bot_with_pyzmq_answers_over_its_socket(playground: Playground) -> None:
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
    path = playground.launcher.run_dir / "referee"
    with zmq.Context() as context, context.socket(zmq.DEALER) as server:
        server.linger = 0
        server.bind(f"ipc://{path}")
        bot = playground.launcher.launch(LaunchPlan(("python3", "bot.py"), folder, path), seat=0)
        assert bot.endpoint == "ipc:///run/referee.sock"
        assert server.poll(10_000), bot.log_tail()
        assert server.recv() == b"hello"
        server.send(b"welcome")
        assert str(bot.wait(10)) == "exit code 0"
        bot.kill()
        assert bot.log_tail() == "welcome\n"


LOCAL = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}


@pytest.mark.promise(7)
@pytest.mark.parametrize("family", LOCAL)
def test_the_network_is_empty(playground: Playground, family: socket.AddressFamily) -> None:
    host = LOCAL[family]
    with (
        closing(socket.socket(family)) as stream,
        closing(socket.socket(family, socket.SOCK_DGRAM)) as datagrams,
    ):
        for server in (stream, datagrams):
            server.bind((host, 0))
            server.setblocking(False)
        stream.listen()
        place = stream.getsockname()[:2]
        ran = playground.python(
            outcomes(
                f"socket.create_connection({place!r}, 2)",
                f"socket.create_connection(({host!r}, 22), 2)",
                "socket.create_connection(('10.0.0.1', 80), 2)",
                "socket.create_connection(('2001:db8::1', 80), 2)",
            )
            + f"""
for target in ({datagrams.getsockname()[:2]!r}, ("255.255.255.255", 9)):
    family = socket.AF_INET6 if ":" in target[0] else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as sending:
        sending.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        try:
            sending.sendto(b"x", target)
        except OSError:
            pass
lines = open("/proc/net/dev").readlines()[2:]
counts = {{line.split(":")[0].strip(): line.split(":")[1].split() for line in lines}}
print(json.dumps([results, {{name: int(words[1]) for name, words in counts.items()}}]))
"""
        )
        results, received = ran.result
        assert set(results.values()) <= {"ECONNREFUSED", "ENETUNREACH", "EADDRNOTAVAIL"}, results
        assert received.keys() == {"lo"}
        for server in (stream, datagrams):
            with pytest.raises(BlockingIOError):
                server.accept() if server is stream else server.recv(1)


@pytest.mark.promise(8)
@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET])
def test_abstract_sockets_of_the_host_are_out_of_reach(
    playground: Playground, kind: socket.SocketKind
) -> None:
    name = f"hokm-test-{os.getpid()}"
    with closing(socket.socket(socket.AF_UNIX, kind)) as server:
        server.bind(f"\0{name}")
        if kind is not socket.SOCK_DGRAM:
            server.listen()
        ran = playground.python(
            outcomes(f"socket.socket(socket.AF_UNIX, {kind:d}).connect({chr(0) + name!r})")
            + "print(json.dumps([results, open('/proc/net/unix').read()]))"
        )
        results, listed = ran.result
        assert set(results.values()) == {"ECONNREFUSED"}
        assert "Inode" in listed
        assert name not in listed


@pytest.mark.promise(9)
def test_only_local_and_internet_sockets_can_be_made(playground: Playground) -> None:
    families = {"VSOCK": 40, "NETLINK": 16, "PACKET": 17, "ALG": 38, "XDP": 44, "BLUETOOTH": 31}
    kinds = {"STREAM": 1, "DGRAM": 2, "RAW": 3, "SEQPACKET": 5}
    lines = [
        f"{call}({family}, {kind})"
        for family in families.values()
        for kind in kinds.values()
        for call in ("socket.socket", "socket.socketpair")
    ]
    found = playground.python(outcomes(*lines)).result
    assert len(found) == len(lines)
    assert set(found.values()) == {"EAFNOSUPPORT"}, found
    found = playground.python(
        outcomes(*(f"socket.socket({family}, {kind})" for family in (2, 10) for kind in (1, 2)))
    ).result
    assert set(found.values()) == {""}, found


@pytest.mark.promise(10)
def test_the_socket_of_another_bot_is_out_of_reach(playground: Playground) -> None:
    with playground.listener() as (path, server):
        plan = LaunchPlan(("sleep", "60"), playground.folder(), path)
        other = playground.launcher.launch(plan, seat=1)
        ran = playground.python(
            outcomes(
                f"os.stat({str(path)!r})",
                f"os.stat({str(path.parent)!r})",
                f"socket.socket(socket.AF_UNIX).connect({str(path)!r})",
                f"socket.socket(socket.AF_UNIX).connect('/proc/1/root{path}')",
            )
            + "print(json.dumps([results, os.listdir('/run')]))"
        )
        results, shown = ran.result
        assert set(results.values()) <= {"ENOENT", "EACCES"}, results
        assert results[f"os.stat({str(path)!r})"] == "ENOENT"
        assert shown == ["referee.sock"]
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()
        other.kill()


@pytest.mark.promise(11)
def test_a_bots_own_socket_cannot_be_replaced_and_it_is_served_afterwards(
    playground: Playground,
) -> None:
    own = "/run/referee.sock"
    attempts = [
        f"os.unlink({own!r})",
        f"open('/tmp/f', 'w'); os.rename('/tmp/f', {own!r})",
        f"os.rename({own!r}, '/tmp/g')",
        f"os.link({own!r}, '/tmp/g')",
        f"os.link({own!r}, '/run/other')",
        f"socket.socket(socket.AF_UNIX).bind({own!r})",
        "socket.socket(socket.AF_UNIX).bind('/run/other')",
        f"os.chmod({own!r}, 0)",
        f"os.chown({own!r}, 1000, 1000)",
        f"os.utime({own!r})",
        f"os.truncate({own!r}, 0)",
        f"call('mount', b'/tmp/f', {own.encode()!r}, 0, 4096, 0)",
        "call('mount', 0, b'/run', b'tmpfs', 0, 0)",
        f"call('umount2', {own.encode()!r}, 2)",
    ]
    code = outcomes(*attempts) + (
        f"server = socket.socket(socket.AF_UNIX)\nserver.connect({own!r})\n"
        "server.sendall(b'here')\nprint(server.recv(100).decode())"
    )
    folder = playground.folder(bot_py=code)
    with playground.listener() as (path, server):
        bot = playground.launcher.launch(LaunchPlan(("python3", "bot.py"), folder, path), seat=0)
        server.settimeout(10)
        line, _ = server.accept()
        with closing(line):
            assert line.recv(100) == b"here"
            line.sendall(b"served")
            assert str(bot.wait(10)) == "exit code 0"
        bot.kill()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    found, served = bot.log_tail(8000).splitlines()
    assert served == "served"
    results = json.loads(found)
    assert len(results) == len(attempts)
    allowed = {"EROFS", "EBUSY", "EADDRINUSE", "EXDEV", "EPERM", "EINVAL", "ENXIO"}
    assert set(results.values()) <= allowed, results


def test_only_root_and_the_bot_may_connect_to_its_socket(playground: Playground) -> None:
    with playground.listener() as (path, _):
        path.chmod(0o777)
        plan = LaunchPlan(("true",), playground.folder(), path)
        playground.launcher.launch(plan, seat=0).kill()
        status = path.stat()
        assert stat.S_IMODE(status.st_mode) == 0o600
        assert status.st_uid != 0
