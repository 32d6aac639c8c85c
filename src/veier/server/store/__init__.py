"""What the server keeps: SQLAlchemy Core on SQLite or PostgreSQL, written by one writer with group commit."""
