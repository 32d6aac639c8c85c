"""The vocabulary of all games: Game and its parts by role, Position, Move, Outcome, patterns, errors.

Pure: no files but the kernels' cache, no network, no clock.
"""
