"""Bundles: what Python passes to kernels unchecked is what they are compiled for."""

from __future__ import annotations

from typing import Any

import numba
import pytest
from games.playing import GAMES

import veier
from veier.core.bundles import eval_bundle, rules_bundle, threat_bundle
from veier.core.perft import perft
from veier.kernels.arguments import KernelType
from veier.kernels.perft import perft as perft_kernel
from veier.kernels.signatures import EVAL_BUNDLE, RULES_BUNDLE, THREAT_BUNDLE


def mismatches(bundle: Any, declared: Any) -> list[str]:
    """List the fields of a bundle that are not of the declared type."""
    wrong = []
    for name, value, wanted in zip(bundle._fields, bundle, declared.types, strict=True):
        if isinstance(wanted, KernelType):
            fits = list(value.overloads) == [wanted.signature.args]
        else:
            fits = numba.typeof(value) == wanted  # type: ignore[no-untyped-call]
        wrong += [] if fits else [name]
    return wrong


@pytest.mark.parametrize("game", GAMES)
def test_the_bundles_of_every_game_are_of_the_declared_types(game: str) -> None:
    played = veier.game(game)
    assert mismatches(rules_bundle(played), RULES_BUNDLE) == []
    assert mismatches(eval_bundle(played), EVAL_BUNDLE) == []
    if played.threat_support:
        assert mismatches(threat_bundle(played), THREAT_BUNDLE) == []


def test_only_kernels_can_stand_in_a_bundle() -> None:
    position = veier.game("4eyes-beginners").start()
    assert perft(position, 1) == len(position.legal_moves)
    bundle = rules_bundle(position.game)._replace(count=numba.njit(lambda tables, state: 0))
    state = position.state.reshape(1, -1)
    with pytest.raises(AttributeError, match="address"):
        perft_kernel(bundle, state, state, state[0], 0, 1)
