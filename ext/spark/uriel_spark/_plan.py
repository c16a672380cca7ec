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
LEAST_SPLIT, MOST_SPLIT = 8 << 20, 128 << 20  # unless --split says otherwise


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


def entries(operands: Iterable[str], base: str | None = None) -> list[list]:
    """The files of the operands: of each location, size, mtime_ns, error, retrieval."""
    found = []
    for operand in operands:
        folder = _files.absolute(operand)
        found += [[*file, retrieval_of(file.location, folder, base)] for file in _files.walk(operand)]
    return found


def split_of(files: list[list], cores: int) -> int:
    """The size of ranges for these files: some for each core, but not so small that their number costs more."""
    total = sum(file[1] for file in files if _kind(file) != "files")
    return min(max(total // (4 * cores), LEAST_SPLIT), MOST_SPLIT)


def _kind(file: list) -> str:
    if ARCHIVE.search(file[0]):
        return "archive"
    return "table" if TABLE.search(file[0]) else "files"


def ranges(files: list[list], split: int) -> list[Range]:
    """Cuts files into ranges of about `split` bytes."""
    made: list[Range] = []
    small: list[list] = []

    def add_small() -> None:
        if small:
            made.append(Range(len(made), "files", list(small), 0, 0))
            small.clear()

    for file in files:
        kind, size = _kind(file), file[1]
        if file[3] or kind == "files":
            if small and (len(small) == MOST_FILES or sum(other[1] for other in small) + size > split):
                add_small()
            small.append(file)
            continue
        add_small()
        for begin in range(0, max(size, 1), split):
            made.append(Range(len(made), kind, [file], begin, min(begin + split, size)))
    add_small()
    if len(made) > MOST_RANGES:
        raise ValueError(f"{len(made)} ranges are too many: use a larger --split")
    return made or [Range(0, "files", [], 0, 0)]
