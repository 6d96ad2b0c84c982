"""`arena doctor`: what this host can enforce, which languages it can run, and a self-test."""

import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

import click

from arena.cli.options import cores, json_option, print_json
from arena.cli.table import table
from arena.cli.text import plural
from arena.errors import ArenaError, InputError
from arena.registry import shipped
from arena.sandbox import Detection, LaunchPlan, detect, enforcement, find_program, open_launcher
from arena.tournament import SelfTest, self_test
from arena.views.text import harmless, harmless_line
from arena.wire import Format

LANGUAGES = {
    "Python": "python3",
    "JavaScript": "node",
    "Java": "java",
    "C++": "g++",
    "Rust": "cargo",
    "Go": "go",
    "Perl": "perl",
}
"""Languages and the program that runs or builds their bots."""


@click.command()
@click.option(
    "--self-test",
    "tests_itself",
    is_flag=True,
    help="Play two copies of one bot against each other, too: each must get exactly half of every "
    "pair.",
)
@json_option
@click.pass_context
def doctor(context: click.Context, tests_itself: bool, as_json: bool) -> None:
    """Say what this host can enforce and how, and which languages it can run.

    The sandbox is not guessed at: a process is really started in it, in the same way as
    `arena run` would. Exit code 1 where bots cannot be fully confined, or where the self-test
    fails.
    """
    found = detect()
    enforced = enforcement(found)
    languages = {language: _found(program) for language, program in LANGUAGES.items()}
    tests, failure = _self_test(found) if tests_itself else ([], "")
    failed = bool(failure) or not all(test.passed for test in tests)
    if as_json:
        print_json(
            {
                "sandbox": found.level,
                "memory": found.memory,
                "bubblewrap": {
                    "path": str(found.bwrap) if found.bwrap else None,
                    "version": found.version or None,
                },
                "enforced": enforced,
                "reasons": found.reasons,
                "cores": cores(),
                "kernel": platform.release(),
                "python": platform.python_version(),
                "languages": languages,
                **({"self_test": _test_json(tests, failure)} if tests_itself else {}),
            }
        )
    else:
        click.secho(harmless(str(found)), fg="green" if found.level == "full" else "red")
        for reason in found.reasons if found.level != "none" else ():
            click.echo(f"  {harmless(reason)}")
        click.echo(f"\n{table(enforced.items(), ('what', 'how'))}\n")
        click.echo(
            f"cores: {cores()}, kernel {platform.release()}, Python {platform.python_version()}\n"
        )
        rows = [
            (language, harmless_line(path or "not found")) for language, path in languages.items()
        ]
        click.echo(table(rows, ("language", "program")))
        if tests_itself:
            _print_tests(tests, failure)
    context.exit(0 if found.level == "full" and not failed else 1)


def _self_test(found: Detection) -> tuple[list[SelfTest], str]:
    """One test for each format, or why there is none."""
    if found.level == "none":
        return [], "not run, as no sandbox can be started"
    try:
        with open_launcher(detection=found) as launcher:
            return [self_test(form, shipped("bots"), launcher) for form in get_args(Format)], ""
    except ArenaError as error:
        return [], str(error)


def _test_json(tests: list[SelfTest], failure: str) -> dict[str, Any]:
    return {
        "passed": not failure and all(test.passed for test in tests),
        "failure": failure or None,
        "formats": [asdict(test) | {"passed": test.passed} for test in tests],
    }


def _print_tests(tests: list[SelfTest], failure: str) -> None:
    """A line for each format, that says whether it passed."""
    click.echo()
    if failure:
        click.secho(f"self-test: FAILED: {harmless(failure)}", fg="red")
    for test in tests:
        pairs = plural(test.pieces, "mirror pair")
        what = f"{pairs} of {'matches' if test.format == 'match' else 'single deals'}"
        if test.passed:
            said = f"passed: two copies of a bot got exactly half of each of {what}"
        else:
            said = f"FAILED: of {what}, two copies of a bot got exactly half of {test.halves}"
        click.secho(f"self-test: {said}", fg="green" if test.passed else "red")
        for problem in test.problems:
            click.echo(f"  {harmless_line(problem)}")


def _found(program: str) -> str | None:
    """Where a bot's sandbox finds the program; None if it does not."""
    try:
        return find_program(LaunchPlan((program,), Path("/"), Path("/no/socket"))).argv[0]
    except InputError:
        return None
