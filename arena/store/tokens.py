"""Tokens: who holds one may do what others may not (`arena/web/permission.py` says what).

A token is `hokm_ID_SECRET`. Its id finds it and may be shown; of the whole only a hash is stored.
The secret is 256 random bits, which nobody guesses: a plain hash is enough, and cheap to look up.

They are in the store and not in a file beside it, because who a bot's name belongs to is there too:
both are written, backed up and mended together. That a backup holds them has a price: a token that
was revoked after it counts again where it is put back.
"""

import hashlib
import hmac
import re
import secrets

from arena.errors import InputError
from arena.store.database import Database
from arena.store.rows import StoredToken
from arena.store.store import utc_now

PREFIX = "hokm"
ID_BYTES, SECRET_BYTES = 4, 32
FORM = re.compile(f"{PREFIX}_([0-9a-f]{{{2 * ID_BYTES}}})_[0-9a-f]{{{2 * SECRET_BYTES}}}")

_COLUMNS = "id, author, organiser, made, revoked"


def new_token(store: Database, author: str, *, organiser: bool) -> tuple[StoredToken, str]:
    """Store a new token.

    Returns:
        What is known of it, and the token itself, which is told here and never again.
    """
    id_, secret = secrets.token_hex(ID_BYTES), secrets.token_hex(SECRET_BYTES)
    text = f"{PREFIX}_{id_}_{secret}"
    token = StoredToken(id_, author, organiser, utc_now())
    with store.transaction():
        _insert(store, token, _hash(text))
    return token, text


def stored_tokens(store: Database) -> list[StoredToken]:
    """All tokens, also those that were revoked, the newest last."""
    return [
        StoredToken(id_, author, bool(organiser), made, revoked)
        for id_, author, organiser, made, revoked in store.fetch(
            f"SELECT {_COLUMNS} FROM token ORDER BY rowid", ()
        )
    ]


def token_of_text(store: Database, text: str) -> StoredToken | None:
    """The token that this is, if it counts. How long that takes tells nothing about its secret."""
    parts = FORM.fullmatch(text)
    if parts is None:
        return None
    query = f"SELECT {_COLUMNS}, hash FROM token WHERE id = ?"
    row = next(iter(store.fetch(query, (parts[1],))), None)
    same = hmac.compare_digest(_hash(text), row[-1] if row else bytes(32))
    if row is None or not same:
        return None
    found = StoredToken(row[0], row[1], bool(row[2]), row[3], row[4])
    return None if found.revoked else found


def token_of_id(store: Database, id_: str) -> StoredToken | None:
    """The token of that id, if it counts."""
    found = next((token for token in stored_tokens(store) if token.id == id_), None)
    return None if found is None or found.revoked else found


def revoke_token(store: Database, id_: str) -> StoredToken:
    """Let a token count no more.

    Raises:
        InputError: there is none of that id.
    """
    query = "UPDATE token SET revoked = coalesce(revoked, ?) WHERE id = ?"
    with store.transaction():
        store.fetch(query, (utc_now(), id_))
    for token in stored_tokens(store):
        if token.id == id_:
            return token
    raise InputError(f"no token has the id {id_!r}; `arena token list` shows them")


def copy_tokens(store: Database, into: Database) -> None:
    """Store in another store the tokens of this one; those that were revoked stay revoked."""
    hashes = dict(store.fetch("SELECT id, hash FROM token", ()))
    with into.transaction():
        for token in stored_tokens(store):
            _insert(into, token, hashes[token.id])


def _insert(store: Database, token: StoredToken, hash_: bytes) -> None:
    store.fetch(
        f"INSERT INTO token ({_COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?)",
        (token.id, token.author, int(token.organiser), token.made, token.revoked, hash_),
    )


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
