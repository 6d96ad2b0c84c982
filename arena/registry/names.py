"""Names that people choose, for bots and tournaments. They are shown everywhere: nothing hidden."""

import unicodedata

NAME_LIMIT = 40
BYTES_LIMIT = 100
"""In UTF-8: a log file is called after a match, which is called after two bots."""
NAME_RULE = (
    f"1–{NAME_LIMIT} characters (at most {BYTES_LIMIT} bytes): letters of any script, digits, "
    "- _ ., a letter or digit first"
)


def valid_name(name: str) -> bool:
    """Whether the name keeps `NAME_RULE`."""
    return (
        0 < len(name) <= NAME_LIMIT
        and len(name.encode("utf-8", "replace")) <= BYTES_LIMIT
        and all(_allowed(character) for character in name)
        and unicodedata.category(name[0])[0] in "LN"
    )


def same_name(name: str) -> str:
    """The form under which two names count as one: case and spelling of letters do not matter."""
    return unicodedata.normalize("NFKC", name).casefold()


def _allowed(character: str) -> bool:
    category = unicodedata.category(character)
    # Marks (M) belong to letters in many scripts; format characters (Cf) change direction or hide.
    return character in "-_." or category[0] in "LM" or category == "Nd"
