"""The environment of alembic: migrations use the connection that the server passes."""

from __future__ import annotations

from alembic import context

from veier.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
