"""The database tables. Times are milliseconds since 1970; secrets are stored as SHA-256 digests only."""

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


# Games being played: the setup, and what lists of games need without folding the events: `game` is the game's name,
# `mover` the number in `setup.seats` of the player whose turn it is. Both are null in rows of an earlier version until
# the server has filled them in.
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
    Column("game", String(100)),
    Column("mover", Integer),
)

# Events, append-only. The last event of a command carries its id, so that a resend finds its version.
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

# Which session owns which seat.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("session", String(64), nullable=False),
    Index("seats_of_session", "session"),
)

# The players of a table by their number in `setup.seats`, for searches in lists of games. `name` is in lower case and
# without accents; `outcome` is "won", "lost" or "drawn", null while the game runs.
players = Table(
    "players",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("outcome", String(8)),
)

# Invites to one seat each, used once.
invites = Table(
    "invites",
    metadata,
    Column("token", String(64), primary_key=True),
    _table_id(),
    Column("seat", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

# Transfers of a session's seats at a table to another device, used once.
transfers = Table(
    "transfers",
    metadata,
    Column("token", String(64), primary_key=True),
    _table_id(),
    Column("session", String(64), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

# Computers' turns that are to be searched, deleted with the commit of the move.
jobs = Table(
    "jobs",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
)

# Reviews of games: the game, and the plies reviewed so far.
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

# Secrets of this server, made once: the private key that push messages are signed with.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

# Browsers that asked for push messages, by the digest of their endpoint, with the keys to encrypt for them.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("session", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("subscriptions_of_session", "session"),
)
