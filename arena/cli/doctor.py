"""`arena doctor`: what this host can enforce, and which languages it can run."""

import platform
from pathlib import Path

import click

from arena.cli.options import cores, json_option, print_json
from arena.cli.text import harmless, harmless_line, table
from arena.errors import InputError
from arena.sandbox import LaunchPlan, detect, enforcement, find_program

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
@json_option
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Say what this host can enforce and how, and which languages it can run.

    The sandbox is not guessed at: a process is really started in it, in the same way as
    `arena run` would. Exit code 1 where bots cannot be fully confined.
    """
    found = detect()
    enforced = enforcement(found)
    languages = {language: _found(program) for language, program in LANGUAGES.items()}
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
    context.exit(0 if found.level == "full" else 1)


def _found(program: str) -> str | None:
    """Where a bot's sandbox finds the program; None if it does not."""
    try:
        return find_program(LaunchPlan((program,), Path("/"), Path("/no/socket"))).argv[0]
    except InputError:
        return None
