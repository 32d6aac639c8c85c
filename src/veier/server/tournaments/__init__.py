"""Tournaments: those in memory, what changes them, who holds which link, and what their pages see."""
