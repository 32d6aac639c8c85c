"""4EYES+ by Gérard Pierson: dominoes with a stone of one's own and one of the next player, and its pencil version."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from veier.core.evaluation import Evaluation, ThreatSupport
from veier.core.game import Ages, GameParts, GameSpec, Group, Option, Sample
from veier.games.plus.drawing import PlusDrawing
from veier.games.plus.encoding import PlusEncoding
from veier.games.plus.notation import PlusNotation
from veier.games.plus.rules import PlusRules
from veier.games.plus.weights import MCTS_PARAMS, find_level_scale, make_eval_tables
from veier.games.squares.options import NO_GIFTS
from veier.games.squares.overlooking import Overlooking
from veier.games.squares.patterns import SquarePatterns, make_threat_tables
from veier.kernels.state import EvalKernels, ThreatKernels
from veier.view.model import Colour

_COLOURS: dict[int, tuple[Colour, ...]] = {2: ("red", "blue"), 3: ("red", "brown", "blue")}
_PLUS, _PENCIL = Group("4eyes-plus", "web.group.plus"), Group("4eyes-pencil", "web.group.pencil")
# The dominoes of each player, by players and side of the board.
_DOMINOES = {(2, 9): 15, (3, 9): 10, (2, 7): 9, (3, 7): 6}
_ELSEWHERE = Option("elsewhere", 0, 0, 1, reading=True)
# Red's strategy, and Blue's against every other first move. Pencils need no more pieces than the dominoes' strategies
# use, so both games share the books.
_BOOKS: dict[tuple[int, int], dict[str, tuple[str, ...]]] = {
    (2, 9): {"": ("4eyes-plus-2p", "4eyes-plus-2p-blue")},
    (2, 7): {"": ("4eyes-plus-2p-7x7", "4eyes-plus-2p-7x7-blue")},
}


def _make_parts(colours: tuple[Colour, ...], options: Mapping[str, int], *, pencil: bool) -> GameParts:
    rules = PlusRules(colours, options, pencil=pencil)
    threats = ThreatSupport(_load_threat_kernels, lambda: make_threat_tables(rules))

    evaluation = Evaluation(
        load_kernels=_load_eval_kernels,
        make_tables=lambda: make_eval_tables(rules.side, rules.players, threats.tables),
        mcts_params=MCTS_PARAMS,
        level_scale=find_level_scale(rules.players, rules.side),
        overlook=Overlooking(rules),
    )
    threat_support = threats if rules.players == 2 else None
    return GameParts(
        rules,
        PlusNotation(rules),
        PlusDrawing(rules),
        SquarePatterns(rules),
        evaluation,
        threat_support,
        encoding=PlusEncoding(rules),
    )


def _load_eval_kernels() -> EvalKernels:
    from veier.games.plus.evaluation import EVAL_KERNELS

    return EVAL_KERNELS


def _load_threat_kernels() -> ThreatKernels:
    from veier.games.plus.threats import THREAT_KERNELS

    return THREAT_KERNELS


def _spec(name: str, players: int, side: int, sample: Sample, *, pencil: bool = False) -> GameSpec:
    """Return the spec of a game with dominoes or pencils."""
    sides = Option("side", side, 3, 11, assumed="board" if side == 9 else None)
    most, dominoes = 60 // players, _DOMINOES[players, side]
    if pencil:
        pieces: tuple[Option, ...] = (Option("turns", 0, 0, most, reading=True, usual=dominoes),)
    else:
        pieces = Option("tiles", dominoes, 1, most), _ELSEWHERE
    return GameSpec(
        name=name,
        package=__name__,
        group=_PENCIL if pencil else _PLUS,
        author="Gérard Pierson",
        year=None,
        colours=_COLOURS[players],
        options=(sides, *pieces, NO_GIFTS),
        make_parts=partial(_make_parts, pencil=pencil),
        minutes=20,
        ages=Ages(12, 99),
        sample=sample,
        books=_BOOKS.get((players, side), {}),
    )


# Boards to show on the cards.
_PLUS_2P = "b......../R^...b..../....R^..../.rr....../.B^B^..R>b../........./..BvbR<..B>r/..rRvbR<.../bR<.b.rB<B>r"
_PLUS_3P = (
    ".....n..r/..R>n.R^..B^/..bN<Rv.bN<./.rB<.n..../..BvbN<R>nB>r/..r.bBv.../bN<Rv.N^rRvR>n/..n...n../..bN<..B>r."
)
_PLUS_2P_7X7 = "Rv....R>b/b....../bbR<b.../R^..R^r../brB<.B^B>r/R^..Bv.Bv./...r.r."
_PLUS_3P_7X7 = "....R>n./..B>rBvB>r/.n..r../.R^nR<B>rNv/.bN<RvN>bb/...n.../.bN<...."
_PENCIL_2P = "..r..br.b/..b.b.brr/rb..rrb../......rb./.rbb...../...r...../....br..b/......r.r/......b.."
_PENCIL_3P = "......b../...nr.n../..brbr.../r.nbnn.b./nnr.nb.r./r..b...../n..r.rnb./bbrb...n./nr......."
_PENCIL_2P_7X7 = "br...br/rb...rb/......./......./br...br/brbrrrb/rb..b.."
_PENCIL_3P_7X7 = "bn...b./...r.n./...b.br/....rn./nr...b./brr.rn./..n.n.."

GAMES = (
    _spec("4eyes-plus-2p", 2, 9, Sample(_PLUS_2P, 1)),
    _spec("4eyes-plus-3p", 3, 9, Sample(_PLUS_3P, 1)),
    _spec("4eyes-plus-2p-7x7", 2, 7, Sample(_PLUS_2P_7X7, 1)),
    _spec("4eyes-plus-3p-7x7", 3, 7, Sample(_PLUS_3P_7X7, 0)),
    _spec("4eyes-pencil-2p", 2, 9, Sample(_PENCIL_2P, 1), pencil=True),
    _spec("4eyes-pencil-3p", 3, 9, Sample(_PENCIL_3P, 2), pencil=True),
    _spec("4eyes-pencil-2p-7x7", 2, 7, Sample(_PENCIL_2P_7X7, 1), pencil=True),
    _spec("4eyes-pencil-3p-7x7", 3, 7, Sample(_PENCIL_3P_7X7, 1), pencil=True),
)
