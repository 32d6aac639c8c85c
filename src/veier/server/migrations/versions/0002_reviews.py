"""Reviews are made again: they tell what is proved apart from practical chances.

Revision ID: 0002
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Forget the plies reviewed so far."""
    op.execute("UPDATE reviews SET plies = '[]', done = FALSE")
