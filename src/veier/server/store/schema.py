"""The tables of the database. Times are milliseconds since 1970; secrets are kept as SHA-256 only."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _table_id() -> Column[str]:
    return Column("table_id", String(16), ForeignKey("tables.id"), nullable=False)


# A game being played: how it was set up, and what lists of games need to know without folding its events.
tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
)

# What happened, append-only. The last event of a command carries its id, so that a resend finds its version.
events = Table(
    "events",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("command_id", String(40)),
    Column("data", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "seat", "command_id", name="one_command_once"),
)

# Who sits where: a seat belongs to a session.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("session", String(64), nullable=False),
    Index("seats_of_session", "session"),
)

# A way to sit down at one seat, once.
invites = Table(
    "invites",
    metadata,
    Column("token", String(64), primary_key=True),
    _table_id(),
    Column("seat", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

# A way to take one's seats at a table to another device, once.
transfers = Table(
    "transfers",
    metadata,
    Column("token", String(64), primary_key=True),
    _table_id(),
    Column("session", String(64), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

# A computer's turn that waits to be thought about; it goes when the move is written.
jobs = Table(
    "jobs",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
)

# A game looked at after it: what is asked, and what is known so far.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", Text, nullable=False),
    Column("start", Text),
    Column("moves", Text, nullable=False),
    Column("plies", Text, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)
