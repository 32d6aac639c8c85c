"""4EYES by Gérard Pierson: tiles with a stone of each player on large fields, and its beginners' board."""

from __future__ import annotations

from collections.abc import Mapping

from veier.core.game import GameSpec, Group, Option, Sample
from veier.games.eyes.rules import EyesRules


def _spec(
    side: int, tiles: tuple[int, int, int], group: Group, minutes: int, sample: str, books: Mapping[str, str]
) -> GameSpec:
    a, b, d = tiles
    options = (
        Option("side", side, 3, 5),
        Option("a", a, 0, 12, assumed="split"),
        Option("b", b, 0, 12, assumed="split"),
        Option("d", d, 0, 12, assumed="split"),
    )
    return GameSpec(
        name=group.id,
        package=__name__,
        group=group,
        author="Gérard Pierson",
        year=2007,
        colours=("red", "blue"),
        options=options,
        make_rules=EyesRules,
        minutes=minutes,
        sample=Sample(sample, 1),
        books=books,
    )


# The author's mix of tiles is not known for certain: the other natural one has a book as well.
GAMES = (
    _spec(
        side=5,
        tiles=(3, 3, 4),
        group=Group("4eyes", "game.4eyes.title"),
        minutes=20,
        sample="r31r41..b24/...r41./..r31.b12/r23.b14b43b41/r24.r21.b32",
        books={"": "4eyes", "a=4&b=4&d=2": "4eyes-442"},
    ),
    _spec(
        side=4,
        tiles=(2, 2, 3),
        group=Group("4eyes-beginners", "web.group.beginners"),
        minutes=10,
        sample="r32r31../b13.b34r14/b42r12.r12/b42...",
        books={"": "4eyes-beginners", "a=3&b=3&d=1": "4eyes-beginners-331"},
    ),
)
