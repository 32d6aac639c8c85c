"""The routes, one file per concern."""
