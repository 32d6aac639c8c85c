"""Migrations of the database, run at every start: one file in `versions` a change of the schema."""
