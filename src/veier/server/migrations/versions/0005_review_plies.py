"""The plies of reviews become rows, so that a review's progress is appended instead of written again and again.

Revision ID: 0005
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table of plies and move those of earlier reviews there."""
    plies = op.create_table(
        "review_plies",
        sa.Column("review_id", sa.String(16), sa.ForeignKey("reviews.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    reviews = connection.execute(sa.text("SELECT id FROM reviews ORDER BY id")).scalars().all()
    for name in reviews:
        text = connection.execute(sa.text("SELECT plies FROM reviews WHERE id = :name"), {"name": name}).scalar_one()
        rows = [
            {"review_id": name, "ply": ply, "data": json.dumps(data, ensure_ascii=False, separators=(",", ":"))}
            for ply, data in enumerate(json.loads(text))
        ]
        if rows:
            connection.execute(plies.insert(), rows)
    op.drop_column("reviews", "plies")
