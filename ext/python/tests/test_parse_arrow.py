# SPDX-License-Identifier: MIT
"""uriel parse --arrow (uriel-parse(1), "Arrow") read by pyarrow, polars, DuckDB, pandas and nanoarrow: the same values as --tsv."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading

import pytest

pa = pytest.importorskip("pyarrow")
ipc = pytest.importorskip("pyarrow.ipc")
PROGRAM = os.environ.get("URIEL", os.path.join(sys.prefix, "bin", "uriel"))
ROOT = pathlib.Path(__file__).resolve().parents[3]
LINES = (b"http://user@example.com:80/a/b?c#d\n\nmailto:jane@example.com\na b\n//[::1]:/\n?\nhttp://h/\xff\nhttp://h/\xc3\xbc\t\\\n"
         b"http://xn--bcher-kva.example/%41?q=1\nhttp://h:99999/\n" + (ROOT / "bench" / "urls.txt").read_bytes())
COLUMNS = "--columns=input,host,site,key,valid,agree,depth,port_effective,hash,error_code,error_offset,query.q,host:upper"
OPTIONS = [[], [COLUMNS], ["--jobs=2", COLUMNS], ["--spec=whatwg"], ["--spec=lenient", COLUMNS], ["--spec=url-1994"], ["--invalid=drop"]]
MEANING = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


def run(*options, lines=LINES):
    done = subprocess.run([PROGRAM, "parse", "-s", *options], input=lines, stdout=subprocess.PIPE, check=False)
    assert done.returncode in (0, 1)
    return done.stdout


def tsv(*options, lines=LINES):
    """The names of the columns, and the rows as texts and None."""
    header, *rows = run("--tsv", "--header", *options, lines=lines).decode(errors="replace").split("\n")[:-1]
    return header.split("\t"), [[None if cell == "\\N" else re.sub(r"\\(.)", lambda found: MEANING[found[1]], cell)
                                 for cell in row.split("\t")] for row in rows]


def texts(columns):
    """Rows of texts and None, of columns of values."""
    words = {True: "true", False: "false"}
    return [[cell if cell is None else words[cell] if isinstance(cell, bool) else str(cell) for cell in row] for row in zip(*columns)]


@pytest.fixture(params=OPTIONS, ids=" ".join)
def case(request):
    names, rows = tsv(*request.param)
    return run("--arrow", *request.param), names, rows


def test_pyarrow(case):
    stream, names, rows = case
    table = ipc.open_stream(stream).read_all()
    table.validate(full=True)
    assert table.schema.names == names
    assert {str(field.type) for field in table.schema} <= {"string", "bool", "int64"}
    assert texts(column.to_pylist() for column in table.columns) == rows
    assert [column.null_count for column in table.columns] == [sum(row[i] is None for row in rows) for i in range(len(names))]


def test_polars(case):
    polars = pytest.importorskip("polars")
    stream, names, rows = case
    frame = polars.read_ipc_stream(stream)
    assert frame.columns == names
    assert texts(column.to_list() for column in frame) == rows


def test_pandas(case):
    pandas = pytest.importorskip("pandas")
    stream, names, rows = case
    frame = ipc.open_stream(stream).read_all().to_pandas(types_mapper=pandas.ArrowDtype)
    assert list(frame.columns) == names
    assert texts(frame[name].array.__arrow_array__().to_pylist() for name in names) == rows


def test_nanoarrow(case):
    nanoarrow = pytest.importorskip("nanoarrow")
    from nanoarrow.ipc import InputStream
    stream, names, rows = case
    array = nanoarrow.ArrayStream(InputStream.from_readable(stream)).read_all()
    assert texts(array.child(i).to_pylist() for i in range(len(names))) == rows


def test_duckdb_reads_a_pipe():
    """A stream that is read while it is written."""
    duckdb = pytest.importorskip("duckdb")
    lines = LINES * 20
    _, rows = tsv("--columns=host", lines=lines)
    with subprocess.Popen([PROGRAM, "parse", "-s", "--arrow", "--columns=host,depth", "-f", "-"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        writer = threading.Thread(target=lambda: (process.stdin.write(lines), process.stdin.close()))
        writer.start()
        reader = ipc.open_stream(process.stdout)  # noqa: F841 (the query names it)
        found = duckdb.sql("SELECT host, count(*) FROM reader GROUP BY host").fetchall()
        writer.join()
    counts = {}
    for host, in rows:
        counts[host] = counts.get(host, 0) + 1
    assert dict(found) == counts


def test_no_rows():
    polars = pytest.importorskip("polars")
    stream = run("--arrow", lines=b"")
    table = ipc.open_stream(stream).read_all()
    table.validate(full=True)
    assert (table.num_rows, table.num_columns) == (0, 14)
    assert polars.read_ipc_stream(stream).shape == (0, 14)


def test_reader_that_leaves():
    files = ["-f", str(ROOT / "bench" / "urls.txt")] * 100
    with subprocess.Popen([PROGRAM, "parse", "-s", "--arrow", *files], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        batch = ipc.open_stream(process.stdout).read_next_batch()
        assert batch.num_rows > 0
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == -signal.SIGPIPE


def test_many():
    """A million rows if URIEL_LARGE is set."""
    times = 500 if os.environ.get("URIEL_LARGE") else 10
    lines = (ROOT / "bench" / "urls.txt").read_bytes() * times
    names, rows = tsv(COLUMNS, lines=lines)
    table = ipc.open_stream(run("--arrow", COLUMNS, "--jobs=2", lines=lines)).read_all()
    table.validate(full=True)
    assert table.schema.names == names and table.num_rows == len(rows)
    assert texts(column.to_pylist() for column in table.columns) == rows
