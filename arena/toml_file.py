"""TOML files as typed structs; every mistake is answered with file, key and what is allowed."""

import difflib
import re
from pathlib import Path
from typing import TypeVar

import msgspec
import tomli

from arena.errors import InputError

SIZE_LIMIT = 256 * 1024
"""Bytes; far more than a person writes by hand."""

Kind = TypeVar("Kind", bound=msgspec.Struct)


def load_toml(path: Path, kind: type[Kind]) -> Kind:
    """The file's content as a struct of this kind.

    Raises:
        InputError: the file is missing, not TOML, or does not fit the struct.
    """
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder, a TOML file is expected") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    if len(data) > SIZE_LIMIT:
        raise InputError(f"{path}: too large, at most {SIZE_LIMIT} bytes are read")
    try:
        table = tomli.loads(data.decode())
    except (ValueError, RecursionError) as error:  # ValueError: not UTF-8, not TOML, endless digits
        raise InputError(f"{path}: not a TOML file: {error}") from None
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{path}: {_explain(str(error), kind)}") from None


_PLACE = re.compile(r"(?P<problem>.*?)(?: - at `\$\.?(?P<key>[^`]*)`)?", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`")


def _explain(message: str, kind: type[msgspec.Struct]) -> str:
    """A validation message in a config writer's words: the key, then what is allowed there."""
    found = _PLACE.fullmatch(message)
    assert found is not None
    problem, table = found["problem"], found["key"] or ""
    prefix = f"{table}." if table else ""
    unknown, here = _UNKNOWN.fullmatch(problem), _type_at(kind, table)
    if unknown and isinstance(here, msgspec.inspect.StructType):
        key, allowed = unknown[1], [field.encode_name for field in here.fields]
        close = difflib.get_close_matches(key, allowed, 1)
        hint = f"; did you mean `{close[0]}`?" if close else "."
        return f"unknown key `{prefix}{key}`{hint} Allowed here: {', '.join(allowed)}"
    if missing := _MISSING.fullmatch(problem):
        return f"key `{prefix}{missing[1]}` is missing"
    explained = f"key `{table}`: {problem[0].lower()}{problem[1:]}"
    if isinstance(here, msgspec.inspect.LiteralType):
        return f"{explained}; allowed: {', '.join(map(repr, here.values))}"
    return explained


def _type_at(kind: type[msgspec.Struct], place: str) -> msgspec.inspect.Type | None:
    """The type at a place named as in `time.move_ms` or `bots[0]`; None if there is no such."""
    info: msgspec.inspect.Type = msgspec.inspect.type_info(kind)
    for part in filter(None, re.sub(r"\[[^]]*\]", "", place).split(".")):
        fields = info.fields if isinstance(info, msgspec.inspect.StructType) else ()
        types = [field.type for field in fields if field.encode_name == part]
        if not types:
            return None
        info = types[0]
        if isinstance(info, msgspec.inspect.UnionType):
            # What may be given or not: the other type is that of None.
            info = info.types[0]
        if isinstance(info, msgspec.inspect.VarTupleType):
            info = info.item_type
    return info
