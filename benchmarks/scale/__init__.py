"""Servers on one PostgreSQL: what they do measured, and what that means for a million players a day."""
