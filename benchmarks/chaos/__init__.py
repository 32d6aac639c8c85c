"""A chaos run: everything is killed at random moments under load, and the players' own logs are checked afterwards."""
