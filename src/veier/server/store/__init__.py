"""The durable store: SQLAlchemy Core on SQLite or PostgreSQL, one writer with group commit."""
