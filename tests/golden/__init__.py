"""Golden games: one a game, written by the slow second implementation and read by people when something differs."""
