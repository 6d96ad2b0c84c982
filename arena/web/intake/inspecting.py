"""Has an inspector look at an upload: a process that is heard, waited for, and ended."""

import asyncio
import contextlib
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Final

import msgspec

from arena.web.intake.news import LINE_BYTES, End, News, Outcome, Step
from arena.web.intake.ticket import Ticket

LONGEST_S: Final = 30 * 60.0
"""For all that is done with one upload: a build may take ten minutes, and so may slow matches."""
END_S: Final = 10.0
"""For an inspector to end by itself."""


async def inspected(command: Sequence[str], ticket: Ticket) -> End:
    """Run an inspector; what it says meanwhile goes to the ticket.

    Whatever becomes of it, and of who waits for this, it is not there any more at the end.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE_BYTES,
            start_new_session=True,  # Ctrl-C is for the server, which ends it in order
        )
    except OSError as error:
        return End(Outcome.FAILED, host=f"no inspector can be started: {error.strerror}")
    try:
        async with asyncio.timeout(LONGEST_S):
            end = await _listen(process, ticket)
            await process.wait()
    except TimeoutError:
        end = End(Outcome.REFUSED, error=f"it took longer than {LONGEST_S / 60:.0f} minutes")
    except (ValueError, msgspec.MsgspecError) as error:
        end = End(Outcome.FAILED, host=f"the inspector talks nonsense: {error}")
    finally:
        await _end(process)
    return end or End(Outcome.FAILED, host=f"the inspector ended with {process.returncode}")


async def _listen(process: Process, ticket: Ticket) -> End | None:
    """Hear what an inspector has to say; None if it ends without its last word."""
    assert process.stdout is not None
    decoder = msgspec.json.Decoder(News)
    async for line in process.stdout:
        news = decoder.decode(line)
        if isinstance(news, End):
            return news
        if isinstance(news, Step):
            ticket.steps.append(news)
        else:
            ticket.doing = news
    return None


async def _end(process: Process) -> None:
    """End an inspector that has not ended: it cleans up, or its janitor does."""
    for stop in (process.terminate, process.kill):
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                stop()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(END_S):
                    await process.wait()
