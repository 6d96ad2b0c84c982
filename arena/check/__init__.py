"""Will a bot survive in a tournament? Numbered steps under the conditions of rated play.

steps.py                what is checked: the table, and the loop through it
starting.py             the folder, the build, the start
playing.py, habits.py   what it does at the table, and how
trial.py, subject.py    the bot at the referee's table, and what a game leaves
watch.py, opponent.py   its line, on which all is kept, and who plays against it
evidence.py, signs.py   from a fault to what its author is told,
    advice.py               and the table of what to try
flush.py                whether a mute bot only forgot to flush
bundle.py, repro.py     one failing decision as a file, and done again
report.py               what is found, as values
submission.py           what a bot has to pass that is submitted
"""

from arena.check.bundle import Bundle, encode_bundle, read_bundle
from arena.check.report import Finding, StepResult, Verdict, passed, result_json
from arena.check.repro import Again, reproduce, settings_of
from arena.check.steps import STEPS, check
from arena.check.subject import Subject
from arena.check.submission import check_submission
from arena.check.trial import Trial

__all__ = [
    "STEPS",
    "Again",
    "Bundle",
    "Finding",
    "StepResult",
    "Subject",
    "Trial",
    "Verdict",
    "check",
    "check_submission",
    "encode_bundle",
    "passed",
    "read_bundle",
    "reproduce",
    "result_json",
    "settings_of",
]
