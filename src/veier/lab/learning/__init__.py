"""Learning from games: a small network trained on a dataset, and played by a kernel. Only training needs PyTorch."""
