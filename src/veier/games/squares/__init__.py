"""What the games won by a square share: geometry, kernels, threats, evaluation, symmetry."""
