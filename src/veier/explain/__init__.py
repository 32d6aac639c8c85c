"""Explanations: remarks on moves and positions, one-ply tactics, forced wins, hints and reviews."""
