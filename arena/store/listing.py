"""The query behind a list of matches."""


def listing(
    tournament: str, bot: str | None, opponent: str | None, faults: bool, limit: int
) -> tuple[str, tuple[object, ...]]:
    """The query that lists matches, and its arguments: each part of it reads one index backwards.

    An index is named, not left to be chosen: without statistics SQLite would sort all matches.
    """
    columns = "number, match, zero, one, points_zero, points_one, winner, reason, fault, deals"
    only = " AND fault IS NOT NULL" if faults else ""
    parts: list[tuple[str, str]]
    arguments: list[tuple[str, ...]]
    if bot is None:
        index = "match_with_fault" if faults else "match_by_number"
        parts, arguments = [(index, "")], [(tournament,)]
    else:
        parts = [("match_by_zero", " AND zero = ?"), ("match_by_one", " AND one = ?")]
        arguments = [(tournament, bot)] * 2
        if opponent is not None:
            parts = [
                (index, f"{which} AND {other} = ?")
                for (index, which), other in zip(parts, ("one", "zero"), strict=True)
            ]
            arguments = [(tournament, bot, opponent)] * 2
    union = " UNION ALL ".join(
        f"SELECT * FROM (SELECT {columns} FROM match INDEXED BY {index} "
        f"WHERE tournament = ?{which}{only} ORDER BY number DESC LIMIT ?)"
        for index, which in parts
    )
    query = (
        "SELECT match, zero, one, points_zero, points_one, winner, reason, fault, deals "
        f"FROM ({union}) ORDER BY number DESC LIMIT ?"
    )
    return query, (*(value for part in arguments for value in (*part, limit)), limit)
