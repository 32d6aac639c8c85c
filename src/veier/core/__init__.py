"""The vocabulary of all games: Game, Position, Move, Outcome, errors; squares and tables; the kernels' signatures.

Pure: no files but the kernels' cache, no network, no clock.
"""
