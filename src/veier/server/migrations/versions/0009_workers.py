"""Servers that share a database: each has a row, and server time is stored with the database's own time.

Revision ID: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the servers, and when the heartbeat was stored by the database's clock."""
    op.create_table(
        "workers",
        sa.Column("name", sa.String(8), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.add_column("heartbeat", sa.Column("stored_at", sa.BigInteger, nullable=False, server_default="0"))
