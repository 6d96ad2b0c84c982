"""Names that people choose, for bots and tournaments. They are shown everywhere: nothing hidden."""

import unicodedata

NAME_LIMIT = 40
NAME_RULE = "1–40 characters: letters of any script, digits, - _ ."


def valid_name(name: str) -> bool:
    """Whether the name keeps `NAME_RULE` and does not begin with a sign."""
    return (
        0 < len(name) <= NAME_LIMIT
        and all(_allowed(character) for character in name)
        and name[0] not in "-_."
    )


def same_name(name: str) -> str:
    """The form under which two names count as one: case and spelling of letters do not matter."""
    return unicodedata.normalize("NFKC", name).casefold()


def _allowed(character: str) -> bool:
    category = unicodedata.category(character)
    # Marks (M) belong to letters in many scripts; format characters (Cf) change direction or hide.
    return character in "-_." or category[0] in "LM" or category == "Nd"
