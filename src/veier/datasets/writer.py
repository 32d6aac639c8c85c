"""Writes games as a Parquet file: the same games give the same bytes with the same version of pyarrow."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

import numpy as np

from veier.datasets.schema import CHECKSUMS, PlayedGame, arrow_schema, load_pyarrow


def encode_games(games: Sequence[PlayedGame], version: str) -> bytes:
    """Return the games as a Parquet file with a checksum for each page; `version` is that of what played them."""
    arrow = load_pyarrow()
    columns = {
        "game": _names([game.game for game in games]),
        "number": arrow.array([game.number for game in games], arrow.int64()),
        "seed": arrow.array([game.seed for game in games], arrow.int64()),
        "levels": _lists([game.levels for game in games], _names),
        "moves": _lists([game.moves for game in games], _names),
        "winner": arrow.array([game.winner for game in games], arrow.int8()),
        "why": _names([game.why for game in games]),
        "chances": _chances(games),
        "proven": _lists([game.proven for game in games], lambda flat: arrow.array(flat, arrow.int8())),
        "version": _names([version] * len(games)),
    }
    schema = arrow.schema(list(arrow_schema()))
    # Types of lists differ in whether elements can be missing; casting sets that.
    arrays = [columns[field.name].cast(field.type) for field in schema]
    sink = arrow.BufferOutputStream()
    arrow.parquet.write_table(
        arrow.Table.from_arrays(arrays, schema=schema), sink, compression="zstd", write_page_checksum=True
    )
    return bytes(sink.getvalue())


def write_checksums(directory: Path, checksums: Mapping[str, str]) -> None:
    """Write the SHA-256 of all files of a dataset, by name, which completes it."""
    text = "".join(f"{digest}  {name}\n" for name, digest in sorted(checksums.items()))
    beside = directory / f"{CHECKSUMS}.part"
    beside.write_text(text, encoding="ascii", newline="\n")
    os.replace(beside, directory / CHECKSUMS)


def _names(values: Sequence[str]) -> Any:
    """Return texts as numbers into a list of the distinct ones, in the order of their first occurrence."""
    arrow = load_pyarrow()
    return arrow.array(values, arrow.string()).dictionary_encode()


def _lists(values: Sequence[Sequence[Any]], make: Any) -> Any:
    arrow = load_pyarrow()
    return arrow.ListArray.from_arrays(_offsets(map(len, values)), make(list(chain.from_iterable(values))))


def _chances(games: Sequence[PlayedGame]) -> Any:
    arrow = load_pyarrow()
    plies = [game.chances for game in games if len(game.chances)]
    flat = np.round(np.concatenate(plies), 3).astype(np.float32) if plies else np.zeros((0, 1), np.float32)
    each = arrow.ListArray.from_arrays(_offsets([flat.shape[1]] * len(flat)), arrow.array(flat.reshape(-1)))
    return arrow.ListArray.from_arrays(_offsets(len(game.chances) for game in games), each)


def _offsets(lengths: Any) -> Any:
    arrow = load_pyarrow()
    return arrow.array(list(accumulate(lengths, initial=0)), arrow.int32())
