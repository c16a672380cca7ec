# SPDX-License-Identifier: MIT
"""The ranges that a harvest reads: each is one task.

A web archive compressed record by record is cut into ranges of bytes, and so is a Parquet table, between its row
groups. Other files are read whole, small ones together.
"""

from __future__ import annotations

import re
from typing import Iterable, NamedTuple

import uriel_uri

from . import _files

ARCHIVE = re.compile(r"\.(warc|wet|wat)\.gz$", re.IGNORECASE)
TABLE = re.compile(r"\.parquet$", re.IGNORECASE)

# Ids of the rows of a range begin at its number shifted by this, so that the ids of all ranges differ and follow
# the order of reading.
ID_BITS = 38
MOST_RANGES = 1 << (63 - ID_BITS - 1)
MOST_FILES = 1000  # of a range


class Range(NamedTuple):
    number: int
    kind: str  # "archive", "table" or "files"
    files: list[list]  # of each location, size, mtime_ns, error, retrieval
    begin: int
    end: int
    start: int | None = None  # where the first record begins, if that is known


def _path(name: str) -> str:
    """The path of a URI for a file's name, which is not encoded."""
    return uriel_uri.encode(name.replace("%", "%25"), "path")


def retrieval_of(location: str, folder: str, base: str | None) -> str | None:
    """The URI that a file was retrieved from: its own, or the one under the URI of its folder."""
    if base is not None:
        below = location[len(folder) :].lstrip("/") if location != folder else ""
        return uriel_uri.resolve("./" + _path(below) if below else "", base)
    if _files.is_remote(location):
        return location if uriel_uri.valid(location) else uriel_uri.clean(location)
    return "file://" + _path(location)


def ranges(operands: Iterable[str], split: int, base: str | None = None) -> list[Range]:
    """Cuts the files of the operands into ranges of about `split` bytes."""
    made: list[Range] = []
    small: list[list] = []

    def add(kind: str, files: list[list], begin: int, end: int) -> None:
        made.append(Range(len(made), kind, files, begin, end))

    def add_small() -> None:
        if small:
            add("files", list(small), 0, 0)
            small.clear()

    for operand in operands:
        folder = _files.absolute(operand)
        for file in _files.walk(operand):
            entry = [*file, retrieval_of(file.location, folder, base)]
            is_archive, is_table = ARCHIVE.search(file.location), TABLE.search(file.location)
            if file.error or not (is_archive or is_table):
                if small and (len(small) == MOST_FILES or sum(f[1] for f in small) + file.size > split):
                    add_small()
                small.append(entry)
                continue
            add_small()
            for begin in range(0, max(file.size, 1), split):
                add("archive" if is_archive else "table", [entry], begin, min(begin + split, file.size))
    add_small()
    if len(made) > MOST_RANGES:
        raise ValueError(f"{len(made)} ranges are too many: use a larger --split")
    return made
