"""What the games won by a square share: geometry, kernels, patterns, attacks, threats, evaluation, symmetry."""
