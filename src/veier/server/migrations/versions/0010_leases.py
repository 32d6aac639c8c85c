"""Turns of computers and reviews are leased: of the servers that share a database, one works on each.

Revision ID: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the server that works on a turn or a review."""
    op.add_column("jobs", sa.Column("worker", sa.String(8)))
    op.add_column("reviews", sa.Column("worker", sa.String(8)))
