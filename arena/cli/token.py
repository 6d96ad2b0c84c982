"""`arena token`: who may hand in bots through the web, and who may see what is the organiser's."""

from pathlib import Path

import click

from arena.cli.options import json_option, print_json, store_option
from arena.cli.sheet import Form, Sheet, form_options, print_sheet
from arena.errors import InputError
from arena.registry import NAME_RULE, same_name, valid_name
from arena.store import Store, StoredToken, new_token, revoke_token, stored_tokens
from arena.views.text import harmless_line

HEADERS = ("token", "author", "for", "made", "revoked")
FIELDS = ("id", "author", "organiser", "made", "revoked")


@click.group()
def token() -> None:
    """Give out, list and revoke tokens.

    With one others do more than look at `arena serve`. Its author plays from anywhere and hands in
    bots, which are the author's from then on; with an organiser's, stderr, crash reports and all
    uploads can be seen, too.
    """


@token.command()
@click.argument("author")
@store_option
@click.option("--organiser", is_flag=True, help="Let it see what is for the organiser alone, too.")
@json_option
def new(author: str, store: Path, organiser: bool, as_json: bool) -> None:
    """Make a token for an AUTHOR, and print it: this once, only a hash of it is stored.

    It is all that its holder has to know, so hand it over as you would a password. An author may
    have several.
    """
    if not valid_name(author):
        raise InputError(f"{author!r} is not allowed as an author: {NAME_RULE}")
    with Store(store, create=True) as opened:
        for other in {token.author for token in stored_tokens(opened)}:
            if other != author and same_name(other) == same_name(author):
                raise InputError(
                    f"{author!r} differs from the author {other!r} in nothing but case or "
                    "spelling; write it like that, or choose another"
                )
        made, text = new_token(opened, author, organiser=organiser)
    if as_json:
        print_json(_record(made) | {"token": text})
        return
    click.echo(text)
    click.echo(
        f"shown this once, for {_role(made)} {author}; `arena token revoke {made.id}` ends it",
        err=True,
    )


@token.command("list")
@store_option
@form_options
def list_(store: Path, form: Form) -> None:
    """List the tokens, the newest last: by their ids, as nobody knows any more what they say."""
    with Store(store) as opened:
        found = stored_tokens(opened)
    rows = [(row.id, row.author, _role(row), row.made, row.revoked or "") for row in found]
    records = [_record(row) for row in found]
    note = (
        "" if found else f"{harmless_line(str(store))}: no token yet; `arena token new` makes one"
    )
    print_sheet(Sheet(HEADERS, rows, "", note, records, FIELDS), form, lambda: records)


@token.command()
@click.argument("id_", metavar="ID")
@store_option
@json_option
def revoke(id_: str, store: Path, as_json: bool) -> None:
    """Let the token with that ID, which `arena token list` shows, count no more.

    Whoever is signed in with it is signed out at once. What was submitted with it stays.
    """
    with Store(store) as opened:
        revoked = revoke_token(opened, id_)
    if as_json:
        print_json(_record(revoked))
    else:
        click.echo(f"{revoked.id}, for {_role(revoked)} {revoked.author}, counts no more")


def known_author(store: Store, author: str) -> str:
    """The author, if a token was made for it.

    Raises:
        InputError: none was; the message says how to make one.
    """
    if author not in {token.author for token in stored_tokens(store)}:
        raise InputError(f"no token was made for {author!r}; `arena token new` makes one")
    return author


def _role(token: StoredToken) -> str:
    return "organiser" if token.organiser else "author"


def _record(token: StoredToken) -> dict[str, object]:
    return {name: getattr(token, name) for name in FIELDS}
