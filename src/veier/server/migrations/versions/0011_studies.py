"""Studies: chapters with a version each, who may edit them, and links that permit it.

Revision ID: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add studies and what belongs to them."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("chapters", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("command", sa.String(40)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "chapters",
        sa.Column("study_id", sa.String(16), sa.ForeignKey("studies.id"), primary_key=True),
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("command", sa.String(40)),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.String(100), nullable=False),
        sa.Column("task", sa.String(8)),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "study_editors",
        sa.Column("study_id", sa.String(16), sa.ForeignKey("studies.id"), primary_key=True),
        sa.Column("session", sa.String(64), primary_key=True),
        sa.Column("owner", sa.Boolean, nullable=False),
    )
    op.create_index("editors_of_session", "study_editors", ["session"])
    op.create_table(
        "study_links",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("study_id", sa.String(16), sa.ForeignKey("studies.id"), nullable=False),
    )
    op.create_index("links_of_study", "study_links", ["study_id"])
