# SPDX-License-Identifier: MIT
"""Reads one range in a worker, and writes its rows as Parquet.

The rows of an attempt are in a folder of its own. The attempt is committed when the report of the range, a small
file that names this folder, is put in its place in one step; later attempts replace it by another whole one.
"""

from __future__ import annotations

import errno
import io
import json
import os
import uuid
import zlib
from typing import Any, Iterator

import pyarrow
import pyarrow.compute
import pyarrow.parquet
import uriel_uri
from pyspark import TaskContext
from uriel_uri import _uriel

from . import _files
from ._plan import ID_BITS, Range

PIECE = 1 << 20
ENOUGH = 4096  # of a member of gzip for its first bytes
EDGES = 1 << 20  # rows that are counted at once
_TEXTS = (pyarrow.string(), pyarrow.large_string(), pyarrow.binary(), pyarrow.large_binary())


def report_name(number: int) -> str:
    return f"report-{number:07}.json"


# ---- Where the records of an archive begin ------------------------------------------------------------------


def _begins_record(data: bytes) -> bool:
    """Whether a gzip member begins here whose content begins as a record of WARC."""
    try:
        return zlib.decompressobj(31).decompress(data, 5) == b"WARC/"
    except zlib.error:
        return False


def find_member(file: _Input, begin: int, end: int) -> int | None:
    """Returns where the first gzip member that begins with a record begins, from `begin` to before `end`; or None.

    Compressed data can contain such bytes by chance, or because it is an archive in an archive: the driver compares
    the answer with the end of the range before it.
    """
    while begin < end:
        file.seek(begin)
        data, failure = b"", None
        try:
            while len(data) < PIECE + ENOUGH and (piece := file.bytes(PIECE + ENOUGH - len(data))):
                data += piece
        except Unreadable as error:
            failure = error  # unless a record begins before it
        at = data.find(b"\x1f\x8b\x08")
        while 0 <= at < min(PIECE, end - begin):
            if _begins_record(data[at : at + ENOUGH]):
                return begin + at
            at = data.find(b"\x1f\x8b\x08", at + 1)
        if failure:
            raise failure
        begin += PIECE
    return None


def _is_member(file: _Input, at: int) -> bool:
    """Whether a record begins here. In the last attempt, also where the file fails: the range that begins there says so."""
    file.seek(at)
    data = b""
    while len(data) < ENOUGH and (piece := file.read(ENOUGH - len(data))):
        if isinstance(piece, int):
            return True
        data += piece
    return _begins_record(data)


# ---- The rows -----------------------------------------------------------------------------------------------


class Rows:
    """The tables of one attempt, each a file."""

    def __init__(self, folder: _files.Folder, name: str, task: Range):
        self.folder, self.name = folder, name
        self.own = (task.number << ID_BITS) + 1  # the id of the file's document, in a range of one file
        # Readers need the schemas, and the first range of an archive gets the archive's errors of all ranges.
        self.all = task.number == 0 or (task.kind == "archive" and task.begin == 0)
        self.errors: list[dict[str, Any]] = []  # of that document, not of its references
        self.status = {"status": "done", "note": None}  # of it
        self.kind: str | None = None
        self.writers: dict[str, pyarrow.parquet.ParquetWriter] = {}
        self.edges: list[pyarrow.Table] = []
        self.edge_rows = 0
        folder.make(name)

    def write(self, table: str, batch: Any) -> None:
        rows = pyarrow.table(pyarrow.record_batch(batch))
        if table == "edge":
            self.edges.append(_count_edges(rows, "count_all"))
            self.edge_rows += self.edges[-1].num_rows
            if self.edge_rows > EDGES:
                self._merge_edges()
                if self.edge_rows > EDGES // 2:
                    self._write_edges()
            return
        if table == "document":
            own = rows.filter(pyarrow.compute.equal(rows["id"], self.own)).select([*self.status, "kind"])
            for row in own.to_pylist():
                self.kind, self.status = row.pop("kind"), row
        elif table == "error":
            of_own = pyarrow.compute.equal(rows["document_id"], self.own)
            self.errors += rows.filter(
                pyarrow.compute.and_(of_own, pyarrow.compute.is_null(rows["reference_id"]))
            ).to_pylist()
        self.put(table, rows)

    def put(self, table: str, rows: pyarrow.Table) -> None:
        if rows.num_rows == 0 and not self.all:
            return
        if table not in self.writers:
            self.writers[table] = pyarrow.parquet.ParquetWriter(
                self.folder.at(f"{self.name}/{table}.parquet"),
                rows.schema,
                filesystem=self.folder.files,
                compression="zstd",
            )
        self.writers[table].write_table(rows)

    def _merge_edges(self) -> None:
        self.edges = [_count_edges(pyarrow.concat_tables(self.edges), "sum")] if self.edges else []
        self.edge_rows = sum(rows.num_rows for rows in self.edges)

    def _write_edges(self) -> None:
        for rows in self.edges:
            self.put("edge", rows)
        self.edges, self.edge_rows = [], 0

    def close(self) -> None:
        self._merge_edges()
        self._write_edges()
        for writer in self.writers.values():
            writer.close()

    def drop(self) -> None:
        for writer in self.writers.values():
            try:
                writer.close()
            except OSError:
                pass
        try:
            self.folder.delete(self.name)
        except OSError:
            pass  # the driver deletes the rest at the end


def _count_edges(rows: pyarrow.Table, how: str) -> pyarrow.Table:
    counted = rows.group_by(["from_host", "to_host"], use_threads=False)
    if how == "sum":
        return counted.aggregate([("count", "sum")]).rename_columns(["from_host", "to_host", "count"])
    return counted.aggregate([([], "count_all")]).rename_columns(["from_host", "to_host", "count"])


# ---- A range ------------------------------------------------------------------------------------------------


class Unreadable(Exception):
    """A file of the input cannot be read: the message says why. Another attempt may be able to."""

    def __init__(self, location: str, error: OSError | pyarrow.ArrowInvalid):
        super().__init__(getattr(error, "strerror", None) or str(error))
        self.location = location
        self.may_pass = isinstance(error, OSError) and error.errno not in (errno.ENOENT, errno.EACCES)


class _Input:
    """A file of the input: its errors are not the errors of the output."""

    def __init__(self, entry: list, is_last: bool = False):
        self.location, self.is_last, self.has_failed = entry[0], is_last, False
        try:
            if entry[3]:
                raise OSError(entry[3], os.strerror(entry[3]))
            self.file = _files.open_input(self.location)
        except OSError as error:
            raise Unreadable(self.location, error) from error

    def __enter__(self) -> _Input:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def read(self, most: int) -> bytes | int:
        """For a harvest: in the last attempt, it records the error, and keeps what it has read."""
        try:
            return self.bytes(most)
        except Unreadable:
            if not self.is_last:
                raise
            self.has_failed = True
            return -errno.EIO

    def bytes(self, most: int) -> bytes:
        try:
            return self.file.read(most)
        except OSError as error:
            raise Unreadable(self.location, error) from error

    def seek(self, offset: int) -> None:
        try:
            self.file.seek(offset)
        except OSError as error:
            raise Unreadable(self.location, error) from error


class _NotByRecord(Exception):
    """The file is not an archive, or not compressed record by record."""


class Reader:
    """Reads the files of a range into the rows of an attempt. Each method returns what its report adds."""

    def __init__(self, task: Range, options: dict[str, Any], rows: Rows, is_last: bool):
        self.task, self.options, self.made, self.is_last = task, options, rows, is_last
        self.harvest = _uriel.Harvest(rows.write, first_id=task.number << ID_BITS, **options["read"])

    def read(self, source: _Input | io.BytesIO, entry: list, **more: Any) -> tuple[int, int, int]:
        return self.harvest.read(source.read, entry[0], size=entry[1], mtime_ns=entry[2], **more)

    def open(self, entry: list) -> _Input | None:
        """Opens a file. Returns None for one that cannot be read, which is recorded as `uriel harvest` does."""
        why = self.options.get("unreadable", {}).get(entry[0])
        if why is None:
            try:
                return _Input(entry, self.is_last)
            except Unreadable as error:
                if error.may_pass:
                    raise
                why = str(error)
        kind = "folder" if os.path.isdir(entry[0]) else "unknown"
        self.harvest.unreadable(entry[0], kind, why, size=entry[1], mtime_ns=entry[2])
        return None

    def files(self) -> dict[str, Any]:
        for entry in self.task.files:
            if source := self.open(entry):
                with source:
                    self.read(source, entry, name=os.path.basename(entry[0]), retrieval=entry[4])
        return {}

    def archive(self) -> dict[str, Any]:
        """Reads the records that begin in the range."""
        task, entry = self.task, self.task.files[0]
        source = self.open(entry)
        if not source:
            return {"unreadable": True, "start": None, "position": task.end, "children": 0, "size": 0}
        with source:
            start = task.start
            if start is None:
                start = 0 if task.begin == 0 else find_member(source, task.begin, task.end)
            if start is None:
                return {"start": None, "position": task.end, "children": 0, "size": 0}
            limit = -1 if self.options.get("whole") else task.end - start
            source.seek(start)
            name = os.path.basename(entry[0])
            position, children, size = self.read(source, entry, name=name, retrieval=entry[4], limit=limit)
            found = {"start": start, "position": position + start, "children": children, "size": size}
            if limit < 0:
                found["position"] = entry[1]  # also if damage ended the reading: no range after it is read
            elif found["position"] < entry[1]:
                self.harvest.flush()  # the row of the file
                if source.has_failed and self.made.status["status"] != "done":
                    return {**found, "position": task.end, "unreadable": True}
                if self.made.kind != "warc" or not _is_member(source, found["position"]):
                    raise _NotByRecord
            return found

    def table(self) -> dict[str, Any]:
        """Reads the rows of the row groups that begin in the range."""
        entry = self.task.files[0]
        source = self.open(entry)
        if not source:
            return {"unreadable": True}
        with source:
            rows = self.rows(source)
            while True:
                try:
                    row = next(rows, None)
                except (OSError, pyarrow.ArrowInvalid) as error:
                    raise Unreadable(entry[0], error) from error
                if row is None:
                    return {}
                self.row(entry, *row)

    def rows(self, source: _Input) -> Iterator[tuple[int, pyarrow.Scalar, pyarrow.Scalar]]:
        """The rows of the range, with their numbers in the table from 1, their URLs and contents."""
        table = pyarrow.parquet.ParquetFile(source.file)
        columns = [self.options["url"], self.options["content"]]
        for name in columns:
            at = table.schema_arrow.get_field_index(name)
            if at < 0:
                raise pyarrow.ArrowInvalid(f'the table does not have the column "{name}"')
            if table.schema_arrow.field(at).type not in _TEXTS:
                raise pyarrow.ArrowInvalid(f'the column "{name}" of the table is not text')
        number = 0
        for group in range(table.num_row_groups):
            meta = table.metadata.row_group(group)
            first = meta.column(0)
            begin = first.dictionary_page_offset or first.data_page_offset
            if not self.task.begin <= begin < self.task.end:
                number += meta.num_rows
                continue
            for batch in table.iter_batches(64, [group], columns, use_threads=False):
                for url, content in zip(batch[columns[0]], batch[columns[1]]):
                    number += 1
                    yield number, url, content

    def row(self, entry: list, number: int, stated: pyarrow.Scalar, content: pyarrow.Scalar) -> None:
        """Reads a row of a table as a document: its part is the number of the row."""
        url = stated.as_py()
        text = content.as_buffer().to_pybytes() if content.is_valid else b""
        retrieval = url if uriel_uri.scheme(url) else uriel_uri.clean(url)
        if not uriel_uri.scheme(retrieval):
            retrieval = None
        self.read(io.BytesIO(text), [entry[0], len(text), entry[2]], retrieval=retrieval, part=str(number))


def read_range(task: Range, options: dict[str, Any], out: str, is_last: bool = False) -> dict[str, Any]:
    """Reads the range, commits its rows in the folder `out`, and returns its report.

    If a file cannot be read, all of the range is read again, elsewhere if possible. In the last attempt, the file is
    recorded as unreadable, with what was read before its error.
    """
    folder = _files.Folder(out)
    name = f"rows-{task.number:07}-{uuid.uuid4().hex[:12]}"
    rows = Rows(folder, name, task)
    try:
        reader = Reader(task, options, rows, is_last)
        found: dict[str, Any] = getattr(reader, task.kind)()
        reader.harvest.flush()
        rows.close()
    except _NotByRecord:
        rows.drop()
        return read_range(task, {**options, "whole": True}, out, is_last)
    except Unreadable as error:
        rows.drop()
        if error.may_pass and not is_last:
            raise
        known = {**options.get("unreadable", {}), error.location: str(error)}
        return read_range(task, {**options, "unreadable": known}, out, is_last)
    except BaseException:
        rows.drop()
        raise
    report = {"range": task.number, "rows": name, **found}
    if task.kind == "archive":
        report.update(errors=rows.errors, own=rows.status)
    folder.put(report_name(task.number), json.dumps(report).encode())
    return report


def run(options: dict[str, Any], out: str, most: int, task: tuple) -> dict[str, Any]:
    """The task of a range. Spark makes at most `most` attempts."""
    attempt = TaskContext.get()
    number = attempt.attemptNumber() if attempt else 0
    return read_range(Range(*task), options, out, number + 1 >= most)
