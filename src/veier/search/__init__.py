"""Search: think, levels, proofs and books. Written against the kernels' signatures, never against a game."""
