"""Proof files: a strategy that can be checked, or an unfinished search that can be resumed.

A file begins with two lines of text, `veier proof 1` and a header as JSON; then follow columns of numbers, compressed
with xz. Keys are sorted and stored as differences, byte by byte, so that similar bytes stand together.
"""

from __future__ import annotations

import json
import lzma
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veier.core.errors import VeierError
from veier.core.game import RULES_VERSION
from veier.kernels.state import Words
from veier.messages import message
from veier.search.solve.strategy import FROM_THE_POSITION, Strategy

_MAGIC = b"veier proof 1\n"
# No header is longer.
_HEADER_LIMIT = 100_000
# What reading may raise where the header is damaged, or does not fit the rest.
_DAMAGE = (lzma.LZMAError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class UnfinishedSearch:
    """What the proof searches of a position have found so far.

    found   by attacker the keys of positions and their numbers
    within  the plies in which a win must be complete; 0 for any
    """

    game: str
    moves: tuple[str, ...]
    found: dict[int, Words]
    seconds: float
    within: int = 0


def check_place(path: Path) -> None:
    """Raise OSError where no file could be written: better before a long search than after it."""
    with _named(path):
        _beside(path).open("ab").close()
        _beside(path).unlink()


def write_strategy(path: Path, strategy: Strategy) -> None:
    """Write a strategy to a file."""
    header: dict[str, Any] = {"winner": strategy.winner, "positions": strategy.keys.size}
    if strategy.lines != FROM_THE_POSITION:
        header["lines"] = strategy.lines
    keys = strategy.keys.view(np.uint64)
    order = np.argsort(keys)
    columns = [np.diff(keys[order], prepend=np.uint64(0)), strategy.chosen[order], strategy.plies[order]]
    _write(path, "strategy", strategy.game, strategy.moves, header, columns)


def write_unfinished(path: Path, unfinished: UnfinishedSearch) -> None:
    """Write an unfinished search to a file."""
    sizes = {str(attacker): len(table) for attacker, table in unfinished.found.items()}
    header = {"sizes": sizes, "seconds": round(unfinished.seconds, 1), "within": unfinished.within}
    columns: list[NDArray[Any]] = []
    for table in unfinished.found.values():
        table = table[np.argsort(table[:, 0].view(np.uint64))]
        columns += [np.diff(table[:, 0].view(np.uint64), prepend=np.uint64(0)), table[:, 1]]
    _write(path, "search", unfinished.game, unfinished.moves, header, columns)


def read_proof_file(path: Path) -> Strategy | UnfinishedSearch:
    """Read either kind of file; raise VeierError if it is damaged or of another version."""
    return parse_proof_file(path.read_bytes(), path.name)


def parse_proof_file(raw: bytes, name: str) -> Strategy | UnfinishedSearch:
    """Read the bytes of a proof file; its name is for error messages."""
    if not raw.startswith(_MAGIC):
        raise VeierError(message("proof.no_proof", file=name))
    end = raw.find(b"\n", len(_MAGIC), len(_MAGIC) + _HEADER_LIMIT)
    try:
        header = json.loads(raw[len(_MAGIC) : end])
        if header["rules"] != RULES_VERSION:
            raise VeierError(message("proof.rules", file=name, version=header["rules"], ours=RULES_VERSION))
        body = lzma.decompress(raw[end + 1 :])
        about = str(header["game"]), tuple(str(move) for move in header["moves"])
        if header["kind"] == "strategy":
            return _read_strategy(about, header, body)
        return _read_unfinished(about, header, body)
    except _DAMAGE as error:
        if isinstance(error, VeierError):
            raise
        raise VeierError(message("proof.damaged", file=name)) from error


def _read_strategy(about: tuple[str, tuple[str, ...]], header: dict[str, Any], body: bytes) -> Strategy:
    n, winner = int(header["positions"]), int(header["winner"])
    if winner not in (0, 1):
        raise ValueError("no such seat")
    lines = tuple(tuple(str(move) for move in line) for line in header.get("lines", FROM_THE_POSITION))
    differences, chosen, plies = _columns(body, [(n, np.uint64), (n, np.uint16), (n, np.uint8)])
    # Keys are compared as signed numbers, as kernels see them.
    keys = np.cumsum(differences, dtype=np.uint64).view(np.int64)
    order = np.argsort(keys)
    return Strategy(*about, winner, keys[order], chosen[order], plies[order], lines)


def _read_unfinished(about: tuple[str, tuple[str, ...]], header: dict[str, Any], body: bytes) -> UnfinishedSearch:
    sizes = {int(attacker): int(size) for attacker, size in header["sizes"].items()}
    seconds = float(header["seconds"])
    if set(sizes) != {0, 1} or not 0 <= seconds < math.inf:
        raise ValueError("no such search")
    columns = _columns(body, [(size, kind) for size in sizes.values() for kind in (np.uint64, np.int64)])
    found = {}
    for attacker, differences, numbers in zip(sizes, columns[::2], columns[1::2], strict=True):
        keys = np.cumsum(differences, dtype=np.uint64).view(np.int64)
        found[attacker] = np.stack([keys, numbers], axis=1)
    return UnfinishedSearch(*about, found, seconds, int(header.get("within", 0)))


def _columns(body: bytes, wanted: list[tuple[int, Any]]) -> list[NDArray[Any]]:
    """Split the columns, which were written byte by byte."""
    if min(n for n, _ in wanted) < 0 or len(body) != sum(n * np.dtype(kind).itemsize for n, kind in wanted):
        raise ValueError("columns of another length")
    columns, begin = [], 0
    for n, kind in wanted:
        size = np.dtype(kind).itemsize
        flat = np.frombuffer(body, np.uint8, n * size, begin)
        columns.append(np.ascontiguousarray(flat.reshape(size, n).T).view(kind).reshape(n))
        begin += n * size
    return columns


def _write(
    path: Path, kind: str, game: str, moves: tuple[str, ...], header: dict[str, Any], columns: list[NDArray[Any]]
) -> None:
    """Write a file beside its place, then move it there, so that it is never half-written."""
    text = json.dumps({"kind": kind, "rules": RULES_VERSION, "game": game, "moves": list(moves), **header})
    planes = [column.astype(column.dtype.newbyteorder("<")) for column in columns]
    # The shape is given in full: a win at once has no positions.
    split = [np.ascontiguousarray(plane.view(np.uint8).reshape(len(plane), plane.itemsize).T) for plane in planes]
    body = lzma.compress(b"".join(plane.tobytes() for plane in split), preset=6)
    with _named(path):
        _beside(path).write_bytes(_MAGIC + text.encode("ascii") + b"\n" + body)
        os.replace(_beside(path), path)


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".part")


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let errors name the file of the caller, not the one beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
