"""A table counts how often its seats have moved, so that no server decides a change by its former owners.

Revision ID: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the number of times that seats of a table were moved to another session."""
    op.add_column("tables", sa.Column("seating", sa.Integer, nullable=False, server_default="0"))
