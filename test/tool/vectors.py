# SPDX-License-Identifier: MIT
"""The vectors of test/vectors: tables whose fields hold any bytes."""
import re

from support import ROOT

VECTORS = ROOT / "test" / "vectors"
ESCAPE = re.compile(rb"\\(x[0-9A-Fa-f]{2}|.)")
LETTERS = {b"t": b"\t", b"n": b"\n", b"\\": b"\\"}


def field(text):
    """A field's bytes, None where it is undefined."""
    if text == b"\\N":
        return None
    return ESCAPE.sub(lambda escape: bytes([int(escape[1][1:], 16)]) if len(escape[1]) == 3 else LETTERS[escape[1]], text)


def read(name):
    """The rows of a table, each a dictionary from column to bytes or None, and "line"."""
    columns, rows = None, []
    for number, line in enumerate((VECTORS / f"{name}.tsv").read_bytes().split(b"\n"), 1):
        if line.startswith(b"#") or (not line and columns is None) or (columns and not line and b"\t" not in line):
            continue
        fields = line.split(b"\t")
        if columns is None:
            columns = [column.decode() for column in fields]
            continue
        if len(fields) != len(columns):
            raise ValueError(f"{name}.tsv:{number}: {len(fields)} fields, not {len(columns)}")
        rows.append({"line": number, **dict(zip(columns, map(field, fields)))})
    return rows
