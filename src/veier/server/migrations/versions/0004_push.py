"""Push: the key that messages are signed with, and the browsers that asked for messages.

Revision ID: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables for push."""
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_of_session", "subscriptions", ["session"])
