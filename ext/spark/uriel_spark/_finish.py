# SPDX-License-Identifier: MIT
"""Completes the rows of a range with what depends on the ranges before it, and puts them into the tables.

The records of an archive are numbered through all its ranges, and only its first range has the row of the archive
itself. Each step can be repeated after the job was killed.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

import pyarrow
import pyarrow.compute
import pyarrow.parquet

from . import _files
from ._plan import ID_BITS, Range

TABLES = ("document", "reference", "error", "disagreement")


def _groups(plan: list[Range], kind: str) -> list[list[Range]]:
    cut = [item for item in plan if item.kind == kind]
    return [list(group) for _, group in itertools.groupby(cut, key=lambda item: item.files[0][0])]


def archives(plan: list[Range]) -> list[list[Range]]:
    """The ranges of each archive, in order."""
    return _groups(plan, "archive")


UNREADABLE = "document-unreadable"

# The end of the message of an error that a document has several times (links/entity.c).
_COUNT = re.compile(r" \(the first of (\d+) such errors\)$")


def _merge_errors(known: dict[str, dict], errors: list[dict], archive: int, size: int) -> None:
    """Adds a range's errors of the archive itself: a row for each code, whose message ends with the number of all."""
    for error in errors:
        # Errors of records have a place in the archive, which was decompressed from the range's first byte on.
        shift = size if error["code"].startswith("record-") else 0
        count = _COUNT.search(error["message"])
        message = error["message"][: count.start()] if count else error["message"]
        first = known.setdefault(
            error["code"],
            {
                **error,
                "document_id": archive,
                "message": message,
                "number": 0,
                "offset": error["offset"] + shift,
                "begin": error["begin"] + shift,
            },
        )
        first["number"] += int(count[1]) if count else 1


def _merged(known: dict[str, dict]) -> list[dict]:
    rows = []
    for error in known.values():
        number = error.pop("number")
        if number > 1:
            error["message"] += f" (the first of {number} such errors)"
        rows.append(error)
    return rows


def changes(plan: list[Range], reports: dict[int, dict]) -> dict[int, dict[str, Any]]:
    """What each range of an archive needs from the others: the number of records before it, the archive's own row.

    Of a file that cannot be read, only the first range has a row that says so. The rows of a file that one range has
    read are complete.
    """
    made: dict[int, dict[str, Any]] = {}
    for group in _groups(plan, "table"):
        for item in [item for item in group if reports[item.number].get("unreadable")][1:]:
            reports[item.number]["dropped"] = True
    for group in archives(plan):
        records = size = 0
        archive = (group[0].number << ID_BITS) + 1
        errors: dict[str, dict] = {}
        used = [item for item in group if not reports[item.number].get("dropped")]
        if len(used) == 1:
            continue
        for item in used:
            report = reports[item.number]
            known = UNREADABLE if UNREADABLE in errors else None  # one such error is enough
            _merge_errors(errors, [error for error in report["errors"] if error["code"] != known], archive, size)
            made[item.number] = {"records": records, "first": group[0].number, "is_first": item is group[0]}
            records += report["children"]
            size += report["size"]
        total = sum(error["number"] for error in errors.values())
        own = next((reports[item.number]["own"] for item in group if reports[item.number]["own"]["status"] != "done"), None)
        made[group[0].number].update(errors=_merged(errors), own={**(own or {}), "error_count": total})
    return made


def _move_part(part: str | None, records: int) -> str | None:
    if not part:
        return part
    number, dot, rest = part.partition(".")
    return f"{int(number) + records}{dot}{rest}"


def _documents(rows: pyarrow.Table, change: dict[str, Any], own: int) -> pyarrow.Table:
    """The documents of a range, with their places in the archive."""
    archive = (change["first"] << ID_BITS) + 1
    columns = {name: rows[name].to_pylist() for name in ("id", "part", "parent_id", *change.get("own", ()))}
    kept = [change["is_first"] or part != "" for part in columns["part"]]
    columns["part"] = [_move_part(part, change["records"]) for part in columns["part"]]
    columns["parent_id"] = [archive if parent == own else parent for parent in columns["parent_id"]]
    for name, value in change.get("own", {}).items():
        columns[name] = [value if id_ == own else old for id_, old in zip(columns["id"], columns[name])]
    for name, values in columns.items():
        at = rows.schema.get_field_index(name)
        rows = rows.set_column(at, rows.schema.field(at), pyarrow.array(values, rows.schema.field(at).type))
    return rows.filter(pyarrow.array(kept))


def _errors(rows: pyarrow.Table, change: dict[str, Any], own: int) -> pyarrow.Table:
    """The errors of a range: the first range has the archive's own."""
    others = rows.filter(pyarrow.compute.not_equal(rows["document_id"], own))
    if not change["is_first"]:
        return others
    return pyarrow.concat_tables([pyarrow.Table.from_pylist(change["errors"], rows.schema), others])


def run(out: str, task: tuple[int, dict[str, Any], dict[str, Any] | None]) -> None:
    """Puts the rows of a range into the tables."""
    number, report, change = task
    folder = _files.Folder(out)
    own = (number << ID_BITS) + 1
    for table in (*TABLES, "edge"):
        source = f"_work/{report['rows']}/{table}.parquet"
        to = f"_work/edge/part-{number:07}.parquet" if table == "edge" else f"{table}/part-{number:07}.parquet"
        if not folder.exists(source):
            continue  # without rows, or moved by a run that was killed
        if change is None or table not in ("document", "error"):
            folder.move(source, to)
            continue
        with folder.files.open_input_file(folder.at(source)) as file:
            rows = pyarrow.parquet.read_table(file)
        rows = (_documents if table == "document" else _errors)(rows, change, own)
        part = f"_work/{report['rows']}/{table}.finished"
        pyarrow.parquet.write_table(rows, folder.at(part), filesystem=folder.files, compression="zstd")
        folder.move(part, to)
