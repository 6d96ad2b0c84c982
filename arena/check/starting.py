"""Steps before any card is dealt: the folder, the build, the start."""

import msgspec

from arena.check.report import Finding, Said
from arena.check.trial import Trial
from arena.errors import InputError
from arena.rules import Seat
from arena.tournament import keep_bot, load_bot, missing_program

MANIFEST_RULE = "a bot is a folder with a bot.toml (bots/README.md, A manifest)"


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
    """It builds, and the program that `run` names is there."""
    assert trial.bot is not None
    try:
        program = missing_program(trial.bot)
    except InputError as error:
        return Finding(str(error), MANIFEST_RULE, "Mend what is said.")
    if program is not None:
        own = program.startswith("./")
        return Finding(
            problem=f"`run` needs {program!r}, which "
            + ("is not in the folder" if own else "this host does not have"),
            rule=MANIFEST_RULE,
            advice="Is it to be made by `build`, or is its name another one?"
            if own
            else "Install it for the whole machine (below /usr), or name another program in `run`. "
            "A script's first line names one, too.",
        )
    trial.bot = keep_bot(trial.bot, trial.library)
    return Said("nothing to build")


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
