"""Uses the library where nothing but NumPy can be imported beside it."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.metadata import packages_distributions

HIDDEN = set(packages_distributions()) - {"numpy", "veier"}


class OnlyNumpy(MetaPathFinder):
    """Hides every installed package but NumPy and this one."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"hidden: {name}")


sys.meta_path.insert(0, OnlyNumpy())

import veier  # noqa: E402 - after the others are hidden

for game in veier.all_games():
    position = game.start()
    for _ in range(3):
        position = position.play(veier.think_at_level(position, 2, veier.Limits(nodes=50)).best.move)
    assert veier.explain_position(position)
    assert veier.parse_position(veier.format_position(position)) == position
    assert veier.parse_record(veier.format_record(veier.Record.from_moves(game, [])))
    assert veier.perft(position, 1) == len(position.legal_moves)
    assert veier.play_randomly(position, 10, seed=1).plies
    assert position.view().to_data()["plates"] or position.view().to_data()["stones"]
    veier.prepare(position)
print("played", len(veier.all_games()))
