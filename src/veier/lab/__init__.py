"""The lab: many games by computer players, on all cores or on a cluster, and what they say about a game."""
