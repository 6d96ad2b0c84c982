"""Steps before any card is dealt: the folder, the build, the start."""

import shlex
from pathlib import Path

import msgspec

from arena.check.report import Finding, Said
from arena.check.trial import Trial
from arena.errors import InputError
from arena.registry import BuildFailed, Built, Manifest, keep_bot, load_bot, missing_program
from arena.rules import Seat

MANIFEST_RULE = "a bot is a folder with a bot.toml (bots/README.md, A manifest)"
BUILD_RULE = "`build` makes what `run` runs, in the sandbox (bots/README.md, A manifest)"


def folder(trial: Trial) -> Said | Finding:
    """`bot.toml` and the folder are in order."""
    try:
        bot = load_bot(trial.folder)
    except InputError as error:
        return Finding(
            problem=str(error),
            rule=MANIFEST_RULE,
            advice="Mend what is said; `arena new NAME --lang …` makes a folder that is in order.",
        )
    trial.bot = bot
    manifest = bot.manifest
    said = f"{bot.name}, version {bot.version}, {manifest.transport}"
    figures = {"name": bot.name, "version": bot.version, "transport": manifest.transport}
    return Said(said, figures=figures)


def build(trial: Trial) -> Said | Finding:
    """It builds in the sandbox, and the program that `run` names is there."""
    bot = trial.bot
    assert bot is not None
    try:
        program = missing_program(bot)
    except InputError as error:
        return Finding(str(error), MANIFEST_RULE, "Mend what is said.")
    if program is not None:
        return _missing(program)
    outcomes: list[Built | BuildFailed] = []

    def builds(sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
        outcomes.append(trial.builds(sources, manifest, into))
        return outcomes[-1]

    try:
        trial.bot = keep_bot(bot, trial.copies, builds)
    except InputError as error:
        failed = next((one for one in outcomes if isinstance(one, BuildFailed)), None)
        if failed is None:
            return Finding(str(error), BUILD_RULE, "Mend what is said, and try again.")
        return Finding(
            problem=f"`{shlex.join(failed.command)}`: {failed.why}",
            rule=BUILD_RULE,
            advice=failed.advice,
            stderr=failed.output,
        )
    built = next((one for one in outcomes if isinstance(one, Built)), None)
    if built is None:
        return Said("built before, of the same files" if bot.manifest.build else "nothing to build")
    remarks = [
        f"the build made {name!r} anew: it belongs in `ignore`" for name in built.overwritten
    ]
    return Said(f"in {built.seconds:.1f} s", tuple(remarks), {"seconds": built.seconds})


def _missing(program: str) -> Finding:
    if program.startswith("./"):
        return Finding(
            problem=f"`run` needs {program!r}, which is not in the folder",
            rule=MANIFEST_RULE,
            advice="Is its name another one, or is it to be made by `build`?",
        )
    return Finding(
        problem=f"it needs {program!r}, which this host does not have",
        rule=MANIFEST_RULE,
        advice="Install it for the whole machine, below /usr, or name another program in `build` "
        "or `run`. (The first line of a script names one, too.) `arena doctor` lists the languages "
        "that are here.",
    )


def start(trial: Trial) -> Said | Finding:
    """It says `hello` in time."""
    assert trial.bot is not None
    allowed = trial.settings.time.startup_ms
    with trial.subject.seated() as seated:
        game = seated.play("start", Seat.ZERO, decks=0)
    if finding := trial.wrong(game):
        return finding
    assert game.hello_s is not None
    took = round(1000 * game.hello_s)
    name = msgspec.json.decode(game.came[0]).get("name")
    remarks = []
    if name != trial.bot.name:
        remarks.append(f"`hello` says the name {name!r}, bot.toml {trial.bot.name!r}")
    if took > allowed / 2:
        remarks.append("that is more than half of the time: a slower machine may be too slow")
    figures = {"hello_ms": took, "startup_ms": allowed}
    return Said(f"`hello` after {took:,} ms of {allowed:,}", tuple(remarks), figures)
