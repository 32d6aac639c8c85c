"""Reads datasets, with every checksum compared: damage is reported, never read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from veier.core.errors import VeierError
from veier.datasets.schema import CHECKSUMS, FILES, PlayedGame, arrow_schema, load_pyarrow
from veier.messages import message


class Dataset:
    """The games in a directory. One that is still being written has the games that are done."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.files = sorted(directory.glob(FILES))
        missing = sorted(self._checksums.keys() - {file.name for file in self.files})
        if missing:
            raise VeierError(message("datasets.missing", file=directory / missing[0]))
        if not self.files:
            raise VeierError(message("datasets.none", directory=directory))

    @property
    def is_complete(self) -> bool:
        """Whether all games are there."""
        return bool(self._checksums)

    def __len__(self) -> int:
        return sum(table.num_rows for table in self.tables("number"))

    def tables(self, *columns: str) -> Iterator[Any]:
        """Return the Arrow table of each file with these columns, or with all."""
        arrow = load_pyarrow()
        for file in self.files:
            raw = file.read_bytes()
            known = self._checksums.get(file.name)
            if known and hashlib.sha256(raw).hexdigest() != known:
                raise VeierError(message("datasets.damaged", file=file))
            try:
                # `read_table` starts threads, which now and then abort the process at its end.
                file_reader = arrow.parquet.ParquetFile(
                    arrow.BufferReader(raw), page_checksum_verification=True, pre_buffer=False
                )
                table = file_reader.read(columns=list(columns) or None, use_threads=False)
            except (OSError, arrow.ArrowException) as error:
                raise VeierError(message("datasets.damaged", file=file)) from error
            expected = arrow_schema()
            if not all(field.type == expected.field(field.name).type for field in table.schema):
                raise VeierError(message("datasets.other", file=file))
            yield table

    def games(self) -> Iterator[PlayedGame]:
        """Return the games one by one."""
        for table in self.tables():
            for row in table.to_pylist():
                del row["version"]
                row["levels"] = tuple(row["levels"])
                row["chances"] = np.array(row["chances"], np.float32)
                yield PlayedGame(**row)

    @cached_property
    def _checksums(self) -> dict[str, str]:
        place = self.directory / CHECKSUMS
        if not place.exists():
            return {}
        pairs = [line.split(maxsplit=1) for line in place.read_text(encoding="ascii", errors="replace").splitlines()]
        if not all(len(pair) == 2 for pair in pairs):
            raise VeierError(message("datasets.damaged", file=place))
        return {name: digest for digest, name in pairs}
