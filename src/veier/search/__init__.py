"""Players: what to do in a position. Written against the kernels' signatures, never against a game."""
