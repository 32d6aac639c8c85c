"""Lists of games can be searched by game, opponent and result. Rows are filled in by the server when it starts.

Revision ID: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add what lists of games are searched by."""
    op.add_column("tables", sa.Column("game", sa.String(100)))
    op.add_column("tables", sa.Column("mover", sa.Integer))
    op.create_table(
        "players",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("outcome", sa.String(8)),
    )
