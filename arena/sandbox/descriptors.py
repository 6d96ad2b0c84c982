"""File descriptors that cannot be forgotten."""

import os
from types import TracebackType
from typing import Self

__all__ = ["Descriptors"]


class Descriptors:
    """Descriptors of one start; all are closed at the end of the `with` block, except kept ones."""

    def __init__(self) -> None:
        self._open: set[int] = set()

    def pipe(self) -> tuple[int, int]:
        """A pipe's reading and writing end."""
        ends = os.pipe()
        self._open.update(ends)
        return ends

    def data(self, content: bytes) -> str:
        """An anonymous file with this content, as the number of its descriptor."""
        descriptor = os.memfd_create("hokm-arena")
        self._open.add(descriptor)
        with open(descriptor, "wb", closefd=False) as file:
            file.write(content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        return str(descriptor)

    def process(self, pid: int) -> int:
        """A process's pidfd, readable once it has ended."""
        descriptor = os.pidfd_open(pid)
        self._open.add(descriptor)
        return descriptor

    def opened(self) -> set[int]:
        """Those that are open now."""
        return set(self._open)

    def close(self, *descriptors: int) -> None:
        """Close these now."""
        for descriptor in descriptors:
            self._open.remove(descriptor)
            os.close(descriptor)

    def keep(self, descriptor: int) -> int:
        """Leave this one open beyond the block; the caller closes it."""
        self._open.remove(descriptor)
        return descriptor

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close(*self.opened())
