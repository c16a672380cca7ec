# SPDX-License-Identifier: MIT
"""The project's vectors: tables whose fields hold any bytes."""
import pathlib
import re

VECTORS = pathlib.Path(__file__).resolve().parents[3] / "test" / "vectors"
ESCAPE = re.compile(rb"\\(x[0-9A-Fa-f]{2}|.)")
LETTERS = {b"t": b"\t", b"n": b"\n", b"\\": b"\\"}


def field(text):
    """Returns the bytes of a field, or None if it is undefined."""
    if text == b"\\N":
        return None
    return ESCAPE.sub(lambda escape: bytes([int(escape[1][1:], 16)]) if len(escape[1]) == 3 else LETTERS[escape[1]], text)


def read(name):
    """Returns the rows of a table: the number of the line, and the fields."""
    rows = []
    for number, line in enumerate((VECTORS / f"{name}.tsv").read_bytes().split(b"\n"), 1):
        if line and not line.startswith(b"#"):
            rows.append((number, *map(field, line.split(b"\t"))))
    return rows[1:]


def elements(text):
    """Returns the elements of a list, each with its fields, which are not escaped."""
    return [[None if part == b"\\N" else part for part in element.split(b"\x1f")] for element in text.split(b"\x1e")[:-1]]
