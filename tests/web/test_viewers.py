"""A hundred who watch cost the referees next to nothing."""

import asyncio
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.store import Store
from arena.web.live import SHARE
from tests.store.matches import first, last, played, tournament

ARENA = Path(sys.executable).with_name("arena")
VIEWERS = 100
BOTS = [f"bot{number:02}" for number in range(20)]
WATCHED_S = 20.0
BETWEEN_S = 0.5


def processor_s(pid: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def view(port: int, told: list[int], place: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = "GET /tournaments/t/progress/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    writer.write(request.encode())
    try:
        while data := await reader.read(65_536):
            told[place] += data.count(b"event: progress")
    finally:
        writer.close()


@pytest.mark.soak
def test_a_hundred_viewers_take_a_fiftieth_of_the_machine_and_all_are_told(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    told = [0] * VIEWERS

    async def watch(server: "subprocess.Popen[str]", port: int, store: Store) -> float:
        viewers = [asyncio.create_task(view(port, told, place)) for place in range(VIEWERS)]
        while min(told) == 0:
            await asyncio.sleep(0.1)
        began, used = time.monotonic(), processor_s(server.pid)
        for number in range(int(WATCHED_S / BETWEEN_S)):
            one, other = sorted(random.Random(number).sample(BOTS, 2))
            store.save("t", [played(f"{number}:{one}:{other}", (first, last))])
            await asyncio.sleep(BETWEEN_S)
        share = (processor_s(server.pid) - used) / (time.monotonic() - began)
        for viewer in viewers:
            viewer.cancel()
        await asyncio.gather(*viewers, return_exceptions=True)
        return share

    with (
        Store(path, create=True) as store,
        subprocess.Popen(
            [ARENA, "serve", "--store", path, "--port", "0"], stderr=subprocess.PIPE, text=True
        ) as server,
    ):
        store.add_tournament(tournament("t", "a", *BOTS))
        assert server.stderr is not None
        port = int(server.stderr.readline().split()[0].rstrip("/").rpartition(":")[2])
        share = asyncio.run(watch(server, port, store))
        server.terminate()
    # The promise is kept on average; what a look and a telling cost is only known after them.
    assert share < 1.5 * SHARE * len(os.sched_getaffinity(0))
    assert min(told) > 4
