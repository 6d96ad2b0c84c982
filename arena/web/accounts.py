"""Who is signed in. A session is known to the browser by a cookie, and here by the token's id.

Sessions are kept in memory: when the server ends, everybody is signed out. A token that is revoked
ends its sessions, because it is looked up in the store each time.
"""

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Final

from starlette.responses import Response

from arena.store import Store, StoredToken, token_of_id, token_of_text

COOKIE: Final = "hokm_session"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""Over HTTPS: browsers then take it from this host alone, and send it nowhere without HTTPS."""
LASTS_S: Final = 12 * 3600
EACH: Final = 8
"""Sessions of one token; the oldest ends when there is one more."""


class Accounts:
    """Tokens of a store, and the sessions that were begun with them. Threads may share it."""

    def __init__(self, store: Path, now: Callable[[], float] = time.monotonic) -> None:
        """Nobody is signed in; the store need not be there, `now` is in seconds."""
        self._store, self._now = store, now
        self._sessions: OrderedDict[bytes, tuple[str, float]] = OrderedDict()
        """The token's id and the end of each session, by the hash of what the cookie says."""

    def of_token(self, text: str) -> StoredToken | None:
        """The token that this is, if it counts.

        Raises:
            StoreError: the store cannot be read.
        """
        return self._looked_up(token_of_text, text)

    def begin(self, token: StoredToken) -> str:
        """Begin a session; what its cookie says."""
        said = secrets.token_urlsafe(32)
        own = [key for key, (id_, _) in tuple(self._sessions.items()) if id_ == token.id]
        for key in own[: len(own) - EACH + 1] if len(own) >= EACH else ():
            self._sessions.pop(key, None)
        self._sessions[_hash(said)] = token.id, self._now() + LASTS_S
        return said

    def of_session(self, said: str) -> StoredToken | None:
        """The token of a session that goes on; raises as `of_token` does."""
        key = _hash(said)
        id_, end = self._sessions.get(key, ("", 0.0))
        if not id_:
            return None
        token = self._looked_up(token_of_id, id_)
        if token is None or self._now() > end:
            self._sessions.pop(key, None)
            return None
        return token

    def end(self, said: str) -> None:
        """End a session, if it goes on."""
        self._sessions.pop(_hash(said), None)

    def _looked_up(
        self, look: Callable[[Store, str], StoredToken | None], what: str
    ) -> StoredToken | None:
        if not self._store.exists():
            return None
        with Store(self._store) as store:
            return look(store, what)


def cookie_name(scheme: str) -> str:
    """What the cookie is called where the pages are asked for by that scheme."""
    return SECURE_COOKIE if scheme == "https" else COOKIE


def set_cookie(response: Response, said: str, scheme: str) -> None:
    """Have the browser keep what a session's cookie says, or with "" forget it."""
    response.set_cookie(
        cookie_name(scheme),
        said,
        max_age=None if said else 0,
        path="/",
        secure=scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _hash(said: str) -> bytes:
    return hashlib.sha256(said.encode("utf-8", "replace")).digest()
