"""Hypothesis strategies for results."""

from hypothesis import strategies as st

from arena.ratings import PAIR_SCORES, PairTable

Score = tuple[int, int, float]


def names(bots: int) -> tuple[str, ...]:
    """`bots` different names, in an order that is not alphabetical."""
    return tuple(f"bot{i * 7 % 11}-{i}" for i in range(bots))


@st.composite
def scores(draw: st.DrawFn, bots: int, most: int = 60) -> list[Score]:
    """Pairs in a random order, from none at all to many; perfect scores and islands occur."""
    if bots < 2:
        return []
    pairing = st.lists(st.integers(0, bots - 1), min_size=2, max_size=2, unique=True)
    score = st.sampled_from(draw(st.sampled_from([PAIR_SCORES, (0.0, 1.0), (1.0,), (0.5,)])))
    drawn = draw(st.lists(st.tuples(pairing, score), max_size=most))
    return [(i, j, s) for (i, j), s in drawn]


@st.composite
def tables(draw: st.DrawFn, least: int = 0, most: int = 7) -> PairTable:
    """Pools of a few bots with any results, each pair of them perhaps repeated a million times."""
    bots = draw(st.integers(least, most))
    table = PairTable.from_scores(names(bots), draw(scores(bots)))
    times = draw(st.sampled_from([1, 1, 100, 1_000_000]))
    return PairTable(
        table.names,
        {
            key: (a * times, b * times, c * times, d * times, e * times)
            for key, (a, b, c, d, e) in table.counts.items()
        },
    )
