"""Players' clocks go by server time, which is stored with the heartbeat; each table knows when a time is up.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add server time, and when the time of the player to move is up: 0 where the server has to find that out."""
    op.add_column("heartbeat", sa.Column("server_time", sa.BigInteger, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("flag_at", sa.BigInteger))
    running = sa.text("flag_at IS NOT NULL")
    op.create_index("flags_of_tables", "tables", ["flag_at"], sqlite_where=running, postgresql_where=running)
    op.execute("""UPDATE tables SET flag_at = 0 WHERE NOT over AND setup LIKE '%"clock":{%'""")
