"""What an author may have done wrong, and what to try: one table, by fault and symptom.

The first symptom that fits counts; the last one of each fault fits always.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arena.check.signs import (
    Evidence,
    Fits,
    always,
    answer,
    answered_twice,
    detail,
    every,
    held_back,
    idle,
    no_json,
    not_connected,
    on_stdio,
    wrote,
)
from arena.records import Fault, FaultKind


@dataclass(frozen=True, slots=True)
class Symptom:
    """Something that can be seen, and what to try then."""

    fits: Fits
    advice: str


FLUSH = (
    "It had the answer, and said it only when its input was closed: did you flush standard output "
    "after each line? (Python: print(…, flush=True); C: fflush(stdout); C++: std::flush; Rust: "
    "stdout().flush(); Go: writer.Flush(); Java: out.flush().)"
)
STDOUT = (
    "On standard output there may be messages only, one JSON object a line. Print debugging text "
    "to standard error, which is kept in a log."
)

SYMPTOMS: Mapping[FaultKind, tuple[Symptom, ...]] = MappingProxyType(
    {
        FaultKind.FAILED_START: (
            Symptom(held_back, FLUSH),
            Symptom(every(on_stdio, no_json), STDOUT),
            Symptom(
                wrote(r"ModuleNotFoundError|ImportError|Cannot find module|NoClassDefFoundError"),
                "A library is not there. In the sandbox a bot has its own folder, and what is "
                "installed beside the language below /usr, nothing of your home folder: put what "
                "it needs into its folder.",
            ),
            Symptom(
                wrote(r"error while loading shared libraries"),
                "A shared library is not there in the sandbox: link statically, or put it into "
                "the folder.",
            ),
            Symptom(
                detail(r"exit code 12[67]"),
                "The program of `run` was found but could not be executed: is it executable, "
                "built for this kind of processor, and is the interpreter in its first line "
                "there?",
            ),
            Symptom(
                detail(r"closed its connection before the handshake"),
                "Connect a socket of type DEALER (not REQ, PAIR or SUB) to ARENA_ENDPOINT.",
            ),
            Symptom(
                detail(r"process ended: exit code 0"),
                "The program came to its end: connect, say `hello`, and wait for messages until "
                "`bye`.",
            ),
            Symptom(
                detail(r"process ended"),
                "It failed before it said anything; the end of what it wrote is below. In the "
                "sandbox its folder is read-only and there is no network.",
            ),
            Symptom(
                detail(r"over the limit: memory"),
                "It needs more memory to start than it gets: load less, or less at once.",
            ),
            Symptom(
                detail(r"first message is not"),
                'Say {"type":"hello","protocol":1,"name":"…"} first, before any answer.',
            ),
            Symptom(
                every(not_connected, detail(r"no `hello` in time")),
                "Nothing ever connected: connect a DEALER socket to the endpoint that the "
                'environment variable ARENA_ENDPOINT names, or say transport = "stdio" in '
                "bot.toml if the bot speaks standard input and output.",
            ),
            Symptom(
                every(on_stdio, detail(r"no `hello` in time")),
                "Write a line with `hello` to standard output as soon as the bot is ready, and "
                "flush it; the referee says nothing before. Does setting up take long? Do it "
                "before, in `build`.",
            ),
            Symptom(
                detail(r"no `hello` in time"),
                "It connected and then said nothing: send `hello` first; the referee says nothing "
                "before. Does setting up take long? Do it before, in `build`.",
            ),
            Symptom(
                always,
                'The first message has to be {"type":"hello","protocol":1,"name":"…"}, with no '
                "other fields but `author`.",
            ),
        ),
        FaultKind.TIMEOUT: (
            Symptom(held_back, FLUSH),
            Symptom(
                detail(r"came too late"),
                "Answer earlier: `move_ms` and `bank_ms` of the request say how much time there "
                "is, for the whole way there and back. Keep a reserve: rated play may be on a "
                "slower machine.",
            ),
            Symptom(
                idle,
                "It did next to nothing in that time, so it waits for something: does it answer "
                "every `act`, and flush what it writes? Does it wait for a message that nobody "
                "sends, or for a lock?",
            ),
            Symptom(
                always,
                "It was still computing: stop at the time that `move_ms` and `bank_ms` of the "
                "request leave.",
            ),
        ),
        FaultKind.MALFORMED: (
            Symptom(every(on_stdio, no_json), STDOUT),
            Symptom(
                every(detail(r"\$\.id"), answered_twice),
                "This is the id of an earlier request, so that one was answered twice, or "
                "something was sent that nobody asked for: send one `action` for each `act`, and "
                "nothing else after `hello`.",
            ),
            Symptom(
                detail(r"\$\.id"),
                "Put the `id` of the request into the answer as it is, as text.",
            ),
            Symptom(
                detail(r"said once"),
                "Say `hello` once, when the process starts, not at each match.",
            ),
            Symptom(
                every(detail(r"Expected `array`"), detail(r"throw")),
                'Cards thrown are a list, as in {"throw":["2H","3C"]}, not a text.',
            ),
            Symptom(
                answer(r'(?i)"(pass|fold|check|none|skip)"'),
                "Nobody can pass: choose one of `legal`, and send that object back as it came.",
            ),
            Symptom(
                detail(r"Expected `object`.*\$\.action"),
                "An action is an object: send back one of `legal` as it came, not its text or its "
                "number.",
            ),
            Symptom(
                detail(r"unknown field"),
                "Send the fields `type`, `id`, `action` and, if you like, `note`, and no other; "
                "in `action` those of one of `legal`.",
            ),
            Symptom(
                detail(r"more than once"),
                "Each field may stand in an object once.",
            ),
            Symptom(
                detail(r"missing required field"),
                'An answer is {"type":"action","id":…,"action":…}.',
            ),
            Symptom(
                detail(r"frames instead of one"),
                "Send one frame. A DEALER that talks to a DEALER needs no empty frame before it.",
            ),
            Symptom(
                detail(r"(?i)utf-8"),
                "Write JSON in UTF-8, whatever the system's locale is.",
            ),
            Symptom(
                no_json,
                "A message is one JSON object; is that debugging text, or a value without its "
                "braces?",
            ),
            Symptom(
                always,
                'Send back one of `legal` as it came: {"type":"action","id":…,"action":…}. The '
                "schema is in protocol/schemas/action.json.",
            ),
        ),
        FaultKind.ILLEGAL: (
            Symptom(
                always,
                "Choose from `legal`: it lists every action that is allowed now, and nothing else "
                "is. (A led suit has to be followed; a card thrown or played is no longer held.)",
            ),
        ),
        FaultKind.OVERSIZE: (
            Symptom(
                detail(r"flood"),
                "Send one `action` for each `act`, and nothing else after `hello`.",
            ),
            Symptom(
                always,
                "An answer takes some hundred bytes: send the action alone, not the request with "
                "it.",
            ),
        ),
        FaultKind.CRASH: (
            Symptom(
                detail(r"closed its connection"),
                "Keep the connection open until `bye`.",
            ),
            Symptom(
                detail(r"signal (SIGSEGV|SIGABRT|SIGBUS|SIGILL|SIGFPE)"),
                "A crash of native code: build with its sanitizer or debugging, and run `arena "
                "repro`.",
            ),
            Symptom(
                detail(r"exit code 0$"),
                "It ended by itself: go on reading messages after `deal_end` and `match_end`, "
                "until `bye`.",
            ),
            Symptom(
                always,
                "It ended instead of answering; the end of what it wrote is below. `arena repro` "
                "puts the same request to it again.",
            ),
        ),
        FaultKind.RESOURCE: (
            Symptom(
                detail(r"memory"),
                "Use less memory, or give it back after each decision. Files in /tmp count.",
            ),
            Symptom(
                detail(r"output"),
                "Write less: what a bot prints in one match has an end. Log a line a decision, "
                "not a tree.",
            ),
            Symptom(
                detail(r"processes"),
                "Start fewer threads or processes: a match has one core, so more than a few gain "
                "nothing.",
            ),
            Symptom(
                detail(r"cpu"),
                "Compute only while a request is open, and end threads that are not needed any "
                "more.",
            ),
            Symptom(
                always,
                "Use less of it; [limits] in configs/README.md says more.",
            ),
        ),
    }
)


def advice_for(seen: Evidence) -> str:
    """What to try."""
    return next(s.advice for s in SYMPTOMS[seen.fault.kind] if s.fits(seen))


def rule_for(fault: Fault) -> str:
    """What the protocol says about the fault."""
    return f"{fault.kind}: {fault.kind.when} (protocol/README.md, Faults)"
