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
# the server has filled them in. `flag_at` is the server time at which that player's time is up, null if no clock runs,
# and 0 in rows of an earlier version until the server has found it out. `seating` counts how often seats have moved to
# another session.
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
    Column("flag_at", BigInteger),
    Column("seating", Integer, nullable=False, server_default="0"),
)
_flag_at = tables.c.flag_at
Index("flags_of_tables", _flag_at, sqlite_where=_flag_at.is_not(None), postgresql_where=_flag_at.is_not(None))

# Events, append-only. The last event of a command carries its id, so that a resend finds its version, and a digest of
# the command, so that another command under the same id is noticed; rows of earlier versions have no digest.
events = Table(
    "events",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("command_id", String(40)),
    Column("command", String(16)),
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

# Transfers of a session's seats at a table to another device, used once: `taker` is the session that has used it.
transfers = Table(
    "transfers",
    metadata,
    Column("token", String(64), primary_key=True),
    _table_id(),
    Column("session", String(64), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("taker", String(64)),
)

# Computers' turns that are to be searched, deleted with the commit of the move. Of servers that share the database,
# `worker` is the one that searches (`leases.py`).
jobs = Table(
    "jobs",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("worker", String(8)),
)

# Reviews of games; `worker` as above.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", Text, nullable=False),
    Column("start", Text),
    Column("moves", Text, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("worker", String(8)),
)

# One row that is written every second, to know whether anything can be written: when that was, by the wall clock and in
# server time, the milliseconds that the server has been running since the database was created. `stored_at` is when it
# was stored by the clock of PostgreSQL, for servers that share it.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("server_time", BigInteger, nullable=False),
    Column("stored_at", BigInteger, nullable=False, server_default="0"),
)

# The servers that share a PostgreSQL, by the names that they have among each other; `seen` is when each last wrote its
# row, by the database's clock.
workers = Table(
    "workers",
    metadata,
    Column("name", String(8), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# The plies of reviews, as JSON; they are only ever added.
review_plies = Table(
    "review_plies",
    metadata,
    Column("review_id", String(16), ForeignKey("reviews.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
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

# Studies: `chapters` are the ids in their order, as JSON; `version` counts changes of title and order. `command` is the
# id of the last change, so that a resend is noticed.
studies = Table(
    "studies",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("title", Text, nullable=False),
    Column("chapters", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("command", String(40)),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

# The chapters of studies: a record as JSON, and what lists of chapters need of it. `version` and `command` as above.
chapters = Table(
    "chapters",
    metadata,
    Column("study_id", String(16), ForeignKey("studies.id"), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("command", String(40)),
    Column("title", Text, nullable=False),
    Column("game", String(100), nullable=False),
    Column("task", String(8)),
    Column("data", Text, nullable=False),
)

# Which sessions may edit a study; its owner may delete it, too.
study_editors = Table(
    "study_editors",
    metadata,
    Column("study_id", String(16), ForeignKey("studies.id"), primary_key=True),
    Column("session", String(64), primary_key=True),
    Column("owner", Boolean, nullable=False),
    Index("editors_of_session", "session"),
)

# Links that permit to edit a study, good until the owner ends them.
study_links = Table(
    "study_links",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("study_id", String(16), ForeignKey("studies.id"), nullable=False),
    Index("links_of_study", "study_id"),
)

# Tournaments as JSON; `version` counts their changes.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

# Which session a player of a tournament has; the organiser's number is -1.
entrants = Table(
    "entrants",
    metadata,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("session", String(64), nullable=False),
    Index("entrants_of_session", "session"),
)
