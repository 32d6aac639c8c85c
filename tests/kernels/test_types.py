"""What Python passes to kernels is what they are declared for, and anything else is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from games.playing import GAMES

import veier
from veier.core.bundles import encoding_bundle, eval_bundle, rules_bundle, threat_bundle
from veier.core.perft import perft
from veier.kernels.perft import perft as perft_kernel
from veier.kernels.signatures import ENCODING_BUNDLE, EVAL_BUNDLE, RULES_BUNDLE, THREAT_BUNDLE
from veier.kernels.types import Array, Fields, KernelType, Number, Type


def fits(value: Any, declared: Type) -> bool:
    """Return whether a value is of a declared type."""
    match declared:
        case Number(name):
            return isinstance(value, int if name == "int64" else float)
        case Array(item, dimensions):
            return bool(value.dtype == item.name and value.ndim == dimensions and value.flags.c_contiguous)
        case KernelType(signature):
            return bool(getattr(value, "source", value).signature == signature)
        case Fields(cls, members):
            fields = tuple(value)
            return type(value) is cls and len(fields) == len(members) and all(map(fits, fields, members))


@pytest.mark.parametrize("game", GAMES)
def test_the_bundles_of_every_game_are_of_the_declared_types(game: str) -> None:
    played = veier.game(game)
    assert fits(rules_bundle(played), RULES_BUNDLE)
    assert fits(eval_bundle(played), EVAL_BUNDLE)
    assert fits(encoding_bundle(played), ENCODING_BUNDLE)
    if played.threat_support:
        assert fits(threat_bundle(played), THREAT_BUNDLE)


def test_only_kernels_can_stand_in_a_bundle() -> None:
    position = veier.game("4eyes-beginners").start()
    assert perft(position, 1) == len(position.legal_moves)
    bundle = rules_bundle(position.game)._replace(count=lambda tables, state: 0)
    state = position.state.reshape(1, -1)
    with pytest.raises(AttributeError, match="address"):
        perft_kernel(bundle, state, state, state[0], 0, 1)


def test_other_arguments_than_declared_are_refused() -> None:
    game = veier.game("4eyes-beginners")
    state, count, tables = game.start().state, game.rules.kernels.count, game.rules.tables
    expected = count(tables, state)
    wrong: tuple[tuple[Any, ...], ...] = (
        (tables, state.astype(np.float64)),
        (tables, state.astype(np.int32)),
        (tables, state.reshape(1, -1)),
        (tables, np.repeat(state, 2)[::2]),
        (tables, state.tolist()),
        (tables,),
        (tables, state, 1),
        (tables[:4], state),
        (None, state),
    )
    for arguments in wrong:
        with pytest.raises(TypeError):
            count(*arguments)
    push: Any = game.rules.kernels.push
    for move in ("1", None, 2**70):
        with pytest.raises((TypeError, OverflowError)):
            push(tables, state.copy(), move)
    assert count(tables, state) == expected
