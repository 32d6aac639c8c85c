"""Names of a tournament's players: each as names at tables are, and no two alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veier.table.names import LONGEST_NAME, clean_name


def distinct_names(names: Sequence[str], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Return names of which no two are alike, nor like one that is taken: Mia, Mia 2. Raise Refusal."""
    known = {name.casefold() for name in taken}
    distinct = []
    for name in map(clean_name, names):
        found, count = name, 1
        while found.casefold() in known:
            count += 1
            number = f" {count}"
            found = name[: LONGEST_NAME - len(number)].rstrip() + number
        known.add(found.casefold())
        distinct.append(found)
    return tuple(distinct)
