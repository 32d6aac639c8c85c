"""Many tables at once: copies of one, written straight into the database of a server that is stopped."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_PARTS = {"tables": "id", "events": "table_id", "seats": "table_id", "players": "table_id"}


def copy_table(folder: Path, table: str, count: int, first: int = 0) -> list[str]:
    """Copy a table with all that belongs to it; return the ids of the copies."""
    names = [f"{number:016}" for number in range(first, first + count)]
    with closing(sqlite3.connect(folder / "games.sqlite3")) as database, database:
        for part, key in _PARTS.items():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({part})")]
            rows = database.execute(f"SELECT {', '.join(columns)} FROM {part} WHERE {key} = ?", [table]).fetchall()
            place = columns.index(key)
            made = [(*row[:place], name, *row[place + 1 :]) for name in names for row in rows]
            database.executemany(f"INSERT INTO {part} VALUES ({', '.join('?' * len(columns))})", made)
    return names
