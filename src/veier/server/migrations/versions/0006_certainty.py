"""Certainty: what is needed to answer a command or the use of a transfer a second time, and the heartbeat.

Revision ID: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the digest of each command, the session that has used a transfer, and the row of the heartbeat."""
    op.add_column("events", sa.Column("command", sa.String(16)))
    op.add_column("transfers", sa.Column("taker", sa.String(64)))
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
