"""Queries around damage: where a page of a SQLite file is corrupt, rows on other pages are found all the same.

Indexes are not used, because theirs may be the corrupt page; rows that cannot be read are left out. This reads whole
database tables, so it is done only where a query has failed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Row, Select, Table, create_engine
from sqlalchemy.sql.util import find_tables

# The columns that name what a row belongs to, in the order in which they are looked for.
_OWNERS = ("table_id", "review_id", "id")
# A gap of this many row numbers is taken for the end of a database table.
_MAX_GAP = 2**40


def query_around_damage(path: str, queries: Sequence[Select[Any]], about: str | None) -> list[list[Row[Any]]]:
    """Run queries on a copy of all rows that can be read; `about` restricts them to those of one table or review."""
    source = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
    source.text_factory = lambda text: text.decode(errors="replace")
    engine = create_engine("sqlite://")
    try:
        with closing(source), engine.connect() as copy:
            for table in {table for query in queries for table in _tables(query)}:
                _copy(source, copy, table, about)
            return [list(copy.execute(query).all()) for query in queries]
    finally:
        engine.dispose()


def _tables(query: Select[Any]) -> list[Table]:
    found = find_tables(query, check_columns=True, include_selects=True, include_joins=True)
    return [table for table in found if isinstance(table, Table)]


def _copy(source: sqlite3.Connection, copy: Connection, table: Table, about: str | None) -> None:
    table.create(copy)
    names = [column.name for column in table.columns]
    owner = next((names.index(name) for name in _OWNERS if name in names), None)
    places = ", ".join("?" * len(names))
    for row in _readable_rows(source, table.name, names):
        if about is None or owner is None or row[owner] == about:
            # A damaged row may break a constraint, and is left out then.
            copy.exec_driver_sql(f"INSERT OR IGNORE INTO {table.name} VALUES ({places})", row)


def _readable_rows(source: sqlite3.Connection, table: str, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    columns = ", ".join(f'"{name}"' for name in names)
    query = f"SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid"
    start: int | None = 0
    while start is not None:
        try:
            for row in source.execute(query, (start,)):
                yield row[1:]
                start = row[0] + 1
            return
        except sqlite3.DatabaseError:
            start = _next_start(source, table, start)


def _next_start(source: sqlite3.Connection, table: str, start: int) -> int | None:
    """Return the first row number behind an unreadable place; None if there is none."""
    if _can_seek(source, table, start):
        # Only this row is unreadable: what does not fit on its page is elsewhere.
        return start + 1
    gap = 1
    while not _can_seek(source, table, start + gap):
        gap *= 2
        if gap > _MAX_GAP:
            return None
    unreadable, readable = start + gap // 2, start + gap
    while readable - unreadable > 1:
        middle = (unreadable + readable) // 2
        if _can_seek(source, table, middle):
            readable = middle
        else:
            unreadable = middle
    return readable


def _can_seek(source: sqlite3.Connection, table: str, start: int) -> bool:
    query = f"SELECT rowid FROM {table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1"
    try:
        source.execute(query, (start,)).fetchall()
    except sqlite3.DatabaseError:
        return False
    return True
