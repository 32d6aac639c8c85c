"""Solving games: a solver, strategies, their check by the rules alone, proof files and books."""
