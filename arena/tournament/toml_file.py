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
        data = path.read_bytes()
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder, a TOML file is expected") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    if len(data) > SIZE_LIMIT:
        raise InputError(f"{path}: {len(data)} bytes, at most {SIZE_LIMIT} are read")
    try:
        table = tomli.loads(data.decode())
    except (tomli.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
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
    if unknown := _UNKNOWN.fullmatch(problem):
        key, allowed = unknown[1], _keys_of(kind, table)
        close = difflib.get_close_matches(key, allowed, 1)
        hint = f"; did you mean `{close[0]}`?" if close else ""
        return f"unknown key `{prefix}{key}`{hint} Allowed here: {', '.join(allowed)}"
    if missing := _MISSING.fullmatch(problem):
        return f"key `{prefix}{missing[1]}` is missing"
    return f"key `{table}`: {problem[0].lower()}{problem[1:]}"


def _keys_of(kind: type[msgspec.Struct], table: str) -> list[str]:
    """The keys of a table, named as in `time` or `bots[0]`."""
    info = msgspec.inspect.type_info(kind)
    for part in filter(None, re.sub(r"\[[^]]*\]", "", table).split(".")):
        assert isinstance(info, msgspec.inspect.StructType)
        info = next(field.type for field in info.fields if field.encode_name == part)
        if isinstance(info, msgspec.inspect.VarTupleType):
            info = info.item_type
    assert isinstance(info, msgspec.inspect.StructType)
    return [field.encode_name for field in info.fields]
