"""Every exception this project raises on purpose.

A bot's misbehaviour is never an exception: it is a `Fault` (`arena/records/faults.py`).

    ArenaError                  carries a message fit for a user
    ├── InputError              what the user gave is wrong: a config, manifest, argument or record
    │   └── MissingProgramError a bot needs a program that is not on this machine
    ├── IllegalActionError      a rule forbids the action; the message names the rule
    ├── HostError               this machine cannot do what was asked
    │   └── SandboxError        the sandbox is missing, too weak, or failed to start
    └── StoreError              the store is from a newer version, locked or full
        └── DamagedStoreError   what is in it cannot be read

Exit codes of the command line: `InputError` 2, any other `ArenaError` 1.
"""

__all__ = [
    "ArenaError",
    "DamagedStoreError",
    "HostError",
    "IllegalActionError",
    "InputError",
    "MissingProgramError",
    "SandboxError",
    "StoreError",
]


class ArenaError(Exception):
    """Something went wrong that a user can understand and act on."""

    exit_code = 1


class InputError(ArenaError):
    """What the user gave is wrong; the message names the file, the key and what is expected."""

    exit_code = 2


class MissingProgramError(InputError):
    """A bot needs a program that is not on this machine."""

    def __init__(self, message: str, program: str) -> None:
        super().__init__(message)
        self.program = program
        """Its name, as the bot gives it."""


class IllegalActionError(ArenaError):
    """A rule forbids this action now; the message is the rule."""


class HostError(ArenaError):
    """This machine, not a bot, is at fault."""


class SandboxError(HostError):
    """A sandbox is missing, weaker than asked for, or did not start."""


class StoreError(ArenaError):
    """The store cannot be opened or written."""


class DamagedStoreError(StoreError):
    """What is in the store cannot be read; the message says what its owner can do."""
