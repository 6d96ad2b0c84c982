"""What the example bot of every kit does, and *random-stdio*, in this process."""

from tests.golden.lines import Json


class Example:
    """Any legal action: chance comes from the id of the decision alone."""

    def act(self, message: Json) -> Json:
        legal: list[Json] = message["legal"]
        return legal[chance(message["id"]) * len(legal) >> 32]


def chance(text: str) -> int:
    """A number of 32 bits: the text's FNV-1a hash, then one step of the mulberry32 generator."""
    bits = 0xFFFFFFFF
    number = 0x811C9DC5
    for byte in text.encode():
        number = (number ^ byte) * 0x01000193 & bits
    number = number + 0x6D2B79F5 & bits
    mixed = (number ^ number >> 15) * (number | 1) & bits
    mixed ^= mixed + ((mixed ^ mixed >> 7) * (mixed | 61) & bits) & bits
    return mixed ^ mixed >> 14
