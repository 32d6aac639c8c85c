"""Bundles: the kernels and tables of a game that a search needs, as one argument of its kernels.

A search is written against a bundle's fields, so that it is compiled once and serves every game. `core/bundles.py`
makes them for a game; `signatures.py` tells Numba their types. Recursive kernels hand the bundle down by value, so it
holds no more than its searches use.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from veier.kernels.state import EncodingTables, EvalTables, Tables, ThreatTables


class RulesBundle(NamedTuple):
    """The rules alone: for perft, random games, one-ply tactics, exhaustive search and the check of strategies."""

    moves: Any
    count: Any
    push: Any
    playout: Any
    tables: Tables


class EvalBundle(NamedTuple):
    """Rules and static evaluation: for alpha-beta and Monte Carlo tree search."""

    count: Any
    push: Any
    evaluate: Any
    candidates: Any
    rollout: Any
    tables: Tables
    eval_tables: EvalTables


class ThreatBundle(NamedTuple):
    """Rules and threat kernels: for threat search, proof search and what reads their results."""

    expand: Any
    estimate: Any
    safe: Any
    evaluate_attacks: Any
    to_move: Any
    push: Any
    tables: Tables
    threat_tables: ThreatTables
    probe_nodes: int
    expansion_nodes: int


class EncodingBundle(NamedTuple):
    """Rules and encoding: for many games at once."""

    push: Any
    mask: Any
    planes: Any
    tables: Tables
    encoding_tables: EncodingTables
