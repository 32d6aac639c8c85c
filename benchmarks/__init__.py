"""Benchmarks: the speed of the rules and the strength of the players. See README.md in this folder."""
