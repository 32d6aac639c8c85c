"""Prints the microseconds that a call of a kernel from Python takes, as a script for the installed package."""

from __future__ import annotations

from timeit import Timer

import veier

CALLS = 20_000


def main() -> None:
    position = veier.game("4eyes").start()
    rules = position.game.rules
    names = {"count": rules.kernels.count, "tables": rules.tables, "state": position.state}
    timer = Timer("count(tables, state)", globals=names)
    print(min(timer.repeat(20, CALLS)) / CALLS * 1e6)


if __name__ == "__main__":
    main()
