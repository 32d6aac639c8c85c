"""Measuring instruments: how fast the rules run and how well the players play. See README.md beside this file."""
