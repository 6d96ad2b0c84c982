"""What a bot may touch and use: detection, launch and clean-up of sandboxed bot processes.

    plan.py, limits.py      what to launch
    programs.py             which program that is, and what it needs
    detection.py            what this machine can do; opens the launcher
    enforcement.py          what that means, in words
    diagnosis.py, host.py   what is missing, and the command that mends it on this machine
    launcher.py             launching and cleaning up; sandbox.py and unsafe.py are its two kinds
    namespace.py            starting bwrap: bwrap_args.py, identity.py, seccomp.py, gate.py
    cgroup.py, watchdog.py  limits; scope.py gets a control group from systemd
    process.py, output.py   the running bot and what it prints
    freezer.py              holding it while it has nothing to do
    janitor.py              cleaning up when the referee cannot

The README beside this file says what is promised, by which mechanism, and what is not.
"""

from arena.sandbox.detection import Detection, detect, open_launcher
from arena.sandbox.enforcement import enforcement
from arena.sandbox.launcher import Launcher
from arena.sandbox.limits import Limits
from arena.sandbox.plan import SOURCE_INSIDE, LaunchPlan, Workshop
from arena.sandbox.process import BotProcess, Exit
from arena.sandbox.programs import find_program
from arena.sandbox.scheduling import DelayMeter

__all__ = [
    "SOURCE_INSIDE",
    "BotProcess",
    "DelayMeter",
    "Detection",
    "Exit",
    "LaunchPlan",
    "Launcher",
    "Limits",
    "Workshop",
    "detect",
    "enforcement",
    "find_program",
    "open_launcher",
]
