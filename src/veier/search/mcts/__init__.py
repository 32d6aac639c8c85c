"""Monte Carlo tree search: one win probability per seat in each node, for two or three players."""
