"""4EYES by Gérard Pierson: tiles with a stone of each player on large fields, and its beginners' board."""

from __future__ import annotations

from collections.abc import Mapping

from veier.core.evaluation import Evaluation, ThreatSupport
from veier.core.game import Ages, GameParts, GameSpec, Group, Option, Sample
from veier.games.eyes.drawing import EyesDrawing
from veier.games.eyes.encoding import EyesEncoding
from veier.games.eyes.notation import EyesNotation
from veier.games.eyes.rules import EyesRules
from veier.games.eyes.weights import BEGINNERS_LEVEL_SCALE, LEVEL_SCALE, MCTS_PARAMS, make_eval_tables
from veier.games.squares.options import NO_GIFTS
from veier.games.squares.overlooking import Overlooking
from veier.games.squares.patterns import SquarePatterns, make_threat_tables
from veier.kernels.state import EvalKernels, ThreatKernels
from veier.view.model import Colour, SquareMark

_Books = Mapping[str, tuple[str, ...]]


def _make_parts(colours: tuple[Colour, ...], options: Mapping[str, int]) -> GameParts:
    rules = EyesRules(colours, options)
    threat_support = ThreatSupport(_load_threat_kernels, lambda: make_threat_tables(rules), sees_phase_2=True)

    evaluation = Evaluation(
        load_kernels=_load_eval_kernels,
        make_tables=lambda: make_eval_tables(rules.side, threat_support.tables),
        mcts_params=MCTS_PARAMS,
        level_scale=BEGINNERS_LEVEL_SCALE if rules.side < 5 else LEVEL_SCALE,
        overlook=Overlooking(rules),
    )
    return GameParts(
        rules,
        EyesNotation(rules),
        EyesDrawing(rules),
        SquarePatterns(rules),
        evaluation,
        threat_support,
        encoding=EyesEncoding(rules),
    )


def _load_eval_kernels() -> EvalKernels:
    from veier.games.eyes.evaluation import EVAL_KERNELS

    return EVAL_KERNELS


def _load_threat_kernels() -> ThreatKernels:
    from veier.games.eyes.threats import THREAT_KERNELS

    return THREAT_KERNELS


# First moves after which nobody wins by force while tiles are placed, found by `python -m benchmarks.first_moves`.
_UNFORCED = {
    "4eyes-beginners": {"": ("14@A1", "23@A1", "14@B1", "24@B1"), "a=3&b=3&d=1": ("23@A1", "21@B1")},
}


def _spec(
    side: int,
    tiles: tuple[int, int, int],
    group: Group,
    ages: Ages,
    sample: Sample,
    books: Mapping[str, tuple[str, ...]],
) -> GameSpec:
    split = "split" if group.id == "4eyes" else "beginners"
    kinds = [Option(name, count, 0, 12, assumed=split) for name, count in zip("abd", tiles, strict=True)]
    options = (Option("side", side, 3, 5), *kinds, NO_GIFTS)
    return GameSpec(
        name=group.id,
        package=__name__,
        group=group,
        author="Gérard Pierson",
        year=2007,
        colours=("red", "blue"),
        options=options,
        make_parts=_make_parts,
        minutes=20,
        ages=ages,
        credits=("credit.by", "credit.haffner"),
        sample=sample,
        books=books,
        unforced=_UNFORCED.get(group.id, {}),
    )


# Three sheets are known: two say 12+ and leave the beginners' version out, the one that has it says 12-99.
# The author's mix of tiles is not known for certain: the other natural one has books as well. Where Red wins, the
# second book is Blue's, against the first moves that lose.
GAMES = (
    _spec(
        side=5,
        tiles=(3, 3, 4),
        group=Group("4eyes", "game.4eyes.title"),
        ages=Ages(12),
        sample=Sample(
            "b42.r31r13./r34..b24./b32..r42r34/.b32.b13r42/r34.b14..",
            mover=1,
            square=SquareMark("made", "red", ("e2", "j5", "g10", "b7"), (5, 3)),
        ),
        books={"": ("4eyes",), "a=4&b=4&d=2": ("4eyes-442",)},
    ),
    _spec(
        side=4,
        tiles=(2, 2, 3),
        group=Group("4eyes-beginners", "web.group.beginners"),
        ages=Ages(12, 99),
        sample=Sample("r32r31../b13.b34r14/b42r12.r12/b42...", mover=1),
        books={
            "": ("4eyes-beginners", "4eyes-beginners-blue"),
            "a=3&b=3&d=1": ("4eyes-beginners-331", "4eyes-beginners-331-blue"),
        },
    ),
)
