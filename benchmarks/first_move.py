"""Plays the first move of a person and the computer's answer, as a script for a fresh process.

    python benchmarks/first_move.py GAME middle|full

`middle` answers at the middle level, `full` searches 2,000 nodes at full strength. It uses nothing but names of the
package that older commits have too, and prints the answer.
"""

from __future__ import annotations

import sys

import veier

NODES = 2000


def answer(game: str, strength: str) -> veier.Analysis:
    """Return the computer's answer to the move in the middle of the list."""
    start = veier.game(game).start()
    position = start.play(start.legal_moves[len(start.legal_moves) // 2])
    if strength == "full":
        # Without the book, which would answer without a search.
        return veier.think(position, veier.Limits(nodes=NODES), book=False)
    return veier.think_at_level(position, (veier.level_count(position.game) + 1) // 2)


if __name__ == "__main__":
    print(answer(sys.argv[1], sys.argv[2]).best.move.text)
