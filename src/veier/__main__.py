"""`python -m veier` is `veier`."""

from veier.cli import main

main()
