# SPDX-License-Identifier: MIT
"""_uriel.Harvest, which ext/spark uses: its tables are the tables of doc/database.md, row for row as `uriel harvest` writes them; ISO 28500
(WARC), annex D (compression record by record); RFC 1952, 2.2 (members).

URIEL_FULL is the program with all subcommands; otherwise it is build/uriel of the clone."""
import bisect
import errno
import gc
import gzip
import io
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import threading
import urllib.parse
import weakref
import zlib

import pytest
from uriel_uri import _uriel

FULL = os.environ.get("URIEL_FULL", str(pathlib.Path(__file__).parents[3] / "build" / "uriel"))
TABLES = ("document", "reference", "error", "disagreement")
RANDOM = random.Random(32)

HTML = (
    b"<!doctype html><meta charset=utf-8><title>t</title><base href='/b/'><link rel='stylesheet next' href=s.css>\n"
    b"<a href=' x y '>1</a><a href=\"http://Example.COM:80/%7e/../a#f\">2</a><a href='http://a_b.example/'>3</a><a href='http://['>4</a>\n"
    b"<a href='https://user@h.example\\@other.example/'>5</a><img srcset='q 1x, z 2x' src=i.png><a href=//n.example>6</a>\n"
    b"<style>@import 'j.css'; b{background:url(\"k.png\")}</style><object codebase='/d/' data='o'></object><a href='../../../../up'>7</a>\n"
    b"<a href='http://\xc3\xbc.example/\xc3\xa9?\xe9'>8</a><a href='mailto:a@b.example'>9</a><iframe srcdoc='&lt;a href=n>'></iframe>\n"
)
LATIN = b"<html><head><meta charset=iso-8859-1></head><a href='caf\xe9?\xe9'>x</a><a href='\x81\xff'>y</a>"
TEXT = b"See http://one.example/a, <http://two.example/b\nc> and www.three.example; \xff\xfe http://four.example/\xe9 and http://[::1/\n"
CSS = b"@import url(a.css); b { background: url('http://css.example/b.png') } c { src: url(ht tp) }"
WAT = (
    b'{"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":"http://wat.example/p"},"Payload-Metadata":{"HTTP-Response-Metadata":'
    b'{"Headers":{"Location":"/moved"},"HTML-Metadata":{"Head":{"Base":"/b/","Link":[{"path":"LINK@/href","url":"s.css"}]},'
    b'"Links":[{"path":"A@/href","url":"http://x.example/"},{"path":"IMG@/src","url":"i.png"},{"path":"A@/href","url":"http://["}]}}}}}'
)


def http(body, *fields):
    return b"HTTP/1.1 200 OK\r\n" + b"".join(field + b"\r\n" for field in fields) + b"\r\n" + body


def record(target, block, media_type=b"application/http;msgtype=response", kind=b"response"):
    return (
        b"WARC/1.0\r\nWARC-Type: " + kind + b"\r\nWARC-Target-URI: " + target + b"\r\nContent-Type: " + media_type
        + b"\r\nContent-Length: %d\r\n\r\n" % len(block) + block + b"\r\n\r\n"
    )


def packed(data, window=31):
    made = zlib.compressobj(6, zlib.DEFLATED, window)
    return made.compress(data) + made.flush()


def records(times=100):
    html, text = b"Content-Type: text/html", b"Content-Type: text/plain"
    inner = b"".join(packed(record(b"http://in%d.example/" % i, http(HTML, html))) for i in range(3))
    return [
        record(b"http://info.example/", b"software: test\r\n", b"application/warc-fields", b"warcinfo"),
        record(b"http://Site.example/dir/page", http(HTML, html)),
        record(b"<http://site.example/packed>", http(packed(HTML * 5), html, b"Content-Encoding: gzip")),
        record(b"http://deflate.example/", http(packed(HTML, 15), html, b"Content-Encoding: deflate")),
        record(b"http://raw.example/", http(packed(HTML, -15), html, b"Content-Encoding: deflate")),
        record(b"http://cut.example/", http(packed(HTML * (times // 3 + 1))[:-20], html, b"Content-Encoding: gzip")),
        record(b"http://wrong uri.example/", http(TEXT, text)),
        record(b"not a uri", http(LATIN, html)),
        record(b"http://css.example/a.css", http(CSS, b"Content-Type: text/css", b"Link: <n.css>; rel=\"next up\"")),
        record(b"http://large.example/", http(HTML * times, html)),
        record(b"http://resource.example/", TEXT * 50, b"text/plain", b"resource"),
        record(b"http://nested.example/in.warc.gz", inner, b"application/warc", b"resource"),
        record(b"http://empty.example/", http(b"", html)),
        record(b"http://binary.example/", http(b"\x89PNG\r\n\x1a\n" + bytes(100), b"Content-Type: image/png")),
        record(b"http://wat.example/p", WAT, b"application/json", b"metadata"),
        record(b"http://brotli.example/", http(b"\x0b\x02\x80abc\x03", html, b"Content-Encoding: nothing")),
    ]


def damaged(member, at):
    return member[:at] + bytes(byte ^ 0xFF for byte in member[at : at + 8]) + member[at + 8 :]


def fill(folder):
    """Writes the documents."""
    members = [packed(one) for one in records()]
    incompressible = bytes(RANDOM.randrange(256) for _ in range(3000))
    stored = zlib.compressobj(0, zlib.DEFLATED, 31)
    stored_record = record(b"http://stored.example/in.warc.gz", b"".join(members[:4]), b"application/warc", b"resource")
    folder.mkdir(exist_ok=True)
    for name, data in {
        "a.html": HTML,
        "b.txt": TEXT,
        "c.css": CSS,
        "d-latin.html": LATIN,
        "e-empty": b"",
        "f.html.gz": packed(HTML * 3),
        "g-members.txt.gz": packed(TEXT) + packed(TEXT * 100) + bytes(20),
        "h-cut.html.gz": packed(HTML * 100)[:-200],
        "i-garbage.txt.gz": packed(TEXT) + b"garbage",
        "j-damaged.html.gz": damaged(packed(HTML * 50 + incompressible + HTML * 50), 2500),
        "k-checksum.txt.gz": packed(TEXT * 9)[:-8] + bytes(8),
        "l.bin": incompressible,
        "m.warc": b"".join(records()),
        "n.warc.gz": b"".join(members),
        "o-whole.warc.gz": packed(b"".join(records())),
        "p-cut.warc.gz": b"".join(members + members)[:-60],
        "q-damaged.warc.gz": b"".join(members[:3] + [damaged(members[1], len(members[1]) // 2)] + members[3:]),
        "r-start.warc.gz": b"".join([members[0], damaged(members[1], 0)] + members[2:]),
        "s-stored.warc.gz": members[0] + stored.compress(stored_record) + stored.flush() + members[1],
        "t.gz.gz": packed(packed(HTML)),
        "u-bomb.gz": packed(bytes(100_000_000)),
        "v.md": b"# T\n\n[a](b 'c') <http://m.example/> `http://code.example`\n\n[x]: http://unused.example/\n",
        "w.warc.gz.txt": b"http://w.example/",
    }.items():
        (folder / name).write_bytes(data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("harvest") / "files"
    fill(made)
    return made


class Tables(dict):
    """The rows of each table, and the number of its batches."""

    def __init__(self):
        super().__init__((table, []) for table in (*TABLES, "edge"))
        self.batches = dict.fromkeys(self, 0)

    def __call__(self, table, batch):
        rows = batch.to_pylist()
        assert rows or not self.batches[table]
        self[table] += rows
        self.batches[table] += 1


def read_file(harvest, path, data=None, **more):
    """Reads a file as `uriel harvest` does."""
    stat = path.stat()
    with io.BytesIO(data) if data is not None else path.open("rb") as file:
        return harvest.read(
            file.read, str(path), name=path.name, retrieval="file://" + urllib.parse.quote(str(path)), size=stat.st_size,
            mtime_ns=stat.st_mtime_ns, **more,
        )


def read_folder(folder, **options):
    tables = Tables()
    harvest = _uriel.Harvest(tables, **options)
    for path in sorted(folder.iterdir(), key=lambda path: os.fsencode(path.name)):
        read_file(harvest, path)
    harvest.flush()
    tables["document"].sort(key=lambda row: row["id"])
    return tables


def read_data(data, limit=-1, **options):
    tables = Tables()
    harvest = _uriel.Harvest(tables, **options)
    end = harvest.read(io.BytesIO(data).read, "data", limit=limit)
    harvest.flush()
    tables["document"].sort(key=lambda row: row["id"])
    return end, tables


def expected_tables(folder, database, *options):
    """The tables that the program writes into a new database."""
    database.unlink(missing_ok=True)
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # of the sanitizers, for the extension
    subprocess.run([FULL, "harvest", "-q", *options, "-o", database, folder], check=False, env=plain, timeout=600)
    connection = sqlite3.connect(database)
    connection.text_factory = bytes
    made = {}
    for table in TABLES:
        columns = f"{table}.*" if table != "reference" else "reference.*, normal"
        join = "LEFT JOIN identifier ON identifier.id = identifier_id" if table == "reference" else ""
        cursor = connection.execute(f"SELECT {columns} FROM {table} {join} ORDER BY {table}.id")
        names = [column[0] for column in cursor.description]
        made[table] = [
            {n: v.decode("utf-8", "surrogateescape") if isinstance(v, bytes) else v for n, v in zip(names, row) if n != "identifier_id"}
            for row in cursor
        ]
    connection.close()
    return made


# ---- The rows of the program ------------------------------------------------------------------------


@pytest.mark.skipif(not os.access(FULL, os.X_OK), reason=f"the program with all subcommands is missing: {FULL} (see URIEL_FULL)")
@pytest.mark.parametrize("spec", ["lenient", "rfc3986", "iri", "whatwg", "url-1997", "uri-2003"])
def test_same_rows(folder, tmp_path, spec):
    """doc/database.md: all columns, ids included, and their order."""
    guess = spec == "lenient"
    expected = expected_tables(folder, tmp_path / "db", f"--spec={spec}", *["--guess"] * guess)
    found = read_folder(folder, spec=spec, guess=guess)
    assert len(expected["document"]) > 100 and len(expected["reference"]) > 5000 and len(expected["error"]) > 500
    for table in TABLES:
        assert found[table][0].keys() == expected[table][0].keys()
        for found_row, expected_row in zip(found[table], expected[table]):
            assert found_row == expected_row
        assert len(found[table]) == len(expected[table])


def test_edges(folder):
    """A row for each link between hosts."""
    tables = read_folder(folder, first_id=1000)
    sites = {row["id"]: row["site"] for row in tables["document"]}
    assert min(sites) == 1001
    expected = []
    for row in tables["reference"]:
        host = urllib.parse.urlsplit(row["normal"] or "").netloc.rpartition("@")[2].partition(":")[0]
        if row["identifies"] == 0 and sites[row["document_id"]] and host and "[" not in row["normal"]:
            expected.append({"from_host": sites[row["document_id"]], "to_host": host})
    assert len(expected) > 1000
    assert [row for row in tables["edge"] if "[" not in row["to_host"]] == expected


@pytest.mark.parametrize("rows", [1, 7, 100_000])
def test_batches(folder, rows):
    """A batch has `rows` rows, the last one fewer. flush() writes one of each table at least."""
    tables = read_folder(folder, rows=rows)
    for table, found in tables.items():
        assert tables.batches[table] == max(1, -(-len(found) // rows))
    assert tables == read_folder(folder)


def test_batches_large():
    """A batch ends at about 16 MiB of texts."""
    page = b"".join(b"<a href='http://h.example/%d/%s'>" % (i, b"x" * 50_000) for i in range(300))
    _, tables = read_data(page)
    assert len(tables["reference"]) == 300
    assert 3 * 15_000_000 / (17 << 20) < tables.batches["reference"] < 6


def test_arrow(folder):
    """Arrow's types: utf8, int64; a record batch of each table."""
    pyarrow = pytest.importorskip("pyarrow")
    found = {}
    harvest = _uriel.Harvest(lambda table, batch: found.setdefault(table, pyarrow.record_batch(batch)))
    read_file(harvest, folder / "n.warc.gz")
    harvest.flush()
    numbers = set("id parent_id size mtime_ns reference_count error_count document_id reference_id ordinal offset line column identifies "
                  "excess begin length".split())
    assert set(found) == {*TABLES, "edge"}
    for batch in found.values():
        batch.validate()
        for field in batch.schema:
            assert field.type == (pyarrow.int64() if field.name in numbers else pyarrow.string()) and field.nullable


def test_documents_of_tables():
    """A document with its URL, as a table of a crawl has it."""
    tables = Tables()
    harvest = _uriel.Harvest(tables)
    pieces = iter([b"<a href=x>", memoryview(b"<a hr"), bytearray(b"ef=y>"), b""])
    end = harvest.read(lambda n: next(pieces), "row 1", retrieval="http://Example.com/a b/c", media_type="text/html")
    assert end == (20, 0, 20)
    with pytest.raises(ValueError, match="retrieval"):
        harvest.read(lambda n: b"", "row 2", retrieval="no scheme")
    harvest.read(lambda n: b"", b"row \xff")
    harvest.flush()
    assert [row["target"] for row in tables["reference"]] == ["http://Example.com/a%20b/x", "http://Example.com/a%20b/y"]
    assert [(row["path"], row["site"], row["size"]) for row in tables["document"]] == [("row 1", "example.com", 20), ("row \udcff", None, 0)]


def test_parts():
    """A file that is a part of another one, and one that cannot be read: doc/database.md, part and status."""
    tables = Tables()
    harvest = _uriel.Harvest(tables)
    harvest.read(io.BytesIO(b"".join(records(1)[:2])).read, "a", part="7")
    harvest.unreadable("b", "unknown", "Permission denied", size=9, mtime_ns=8)
    harvest.unreadable(b"c\xff", "folder", "not \udcff UTF-8".encode("utf-8", "replace").decode())
    harvest.flush()
    rows = {row["id"]: row for row in tables["document"]}
    assert [rows[i]["part"] for i in sorted(rows)] == ["7", "7.1", "7.2", "7.2.1", "7.2.1.1", "", ""]
    last = [(row["path"], row["kind"], row["status"], row["size"], row["mtime_ns"], row["error_count"]) for row in tables["document"][-2:]]
    assert last == [("b", "unknown", "unreadable", 9, 8, 1), ("c\udcff", "folder", "unreadable", 0, 0, 1)]
    assert tables["error"][-2]["code"] == "document-unreadable" and tables["error"][-2]["message"] == "Permission denied"
    for wrong in ((None, "unknown", "w"), (7, "unknown", "w"), ("p", None, "w"), ("p",)):
        with pytest.raises(TypeError):
            harvest.unreadable(*wrong)
    harvest.flush()


def test_lacking():
    """The wheel has no libraries: doc/links.md, reader-missing."""
    for data in (b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'/>", b"\x28\xb5\x2f\xfd\x04\x00"):
        _, tables = read_data(data)
        assert [row["code"] for row in tables["error"]] == ["reader-missing"]


# ---- Ranges ----------------------------------------------------------------------------------------


def contents(tables):
    """The documents in the file, with their references and errors, without their places in the file."""
    made = {}
    for row in tables["document"]:
        made[row["id"]] = ({k: v for k, v in row.items() if k not in ("id", "parent_id", "part")}, [], [])
    for which, table in ((1, "reference"), (2, "error")):
        for row in tables[table]:
            made[row["document_id"]][which].append({k: v for k, v in row.items() if not k.endswith("id")})
    first = tables["document"][0]["id"]
    return [made[row["id"]] for row in tables["document"] if row["id"] != first]


def check_ranges(members, cuts):
    """Reads a file in ranges, each from the first member in it."""
    data = b"".join(members)
    places = [sum(map(len, members[:i])) for i in range(len(members))]
    starts = [start for start in places if data[start : start + 2] == b"\x1f\x8b"]
    found, children = [], 0
    cuts = [0, *sorted(cuts), len(data)]
    for begin, end in zip(cuts, cuts[1:]):
        first = bisect.bisect_left(starts, begin)
        if first == len(starts) or starts[first] >= end:
            continue
        last = bisect.bisect_left(places, end)
        (position, some, _), tables = read_data(data[starts[first] :], limit=end - starts[first])
        assert starts[first] + position == (places[last] if last < len(places) else len(data))
        children += some
        found += contents(tables)
    (position, some, _), tables = read_data(data)
    assert position == len(data) and children == some == sum(row["parent_id"] == 1 for row in tables["document"])
    assert found == contents(tables)


def archives():
    members = [packed(one) for one in records(2)]
    broken = [damaged(members[1], len(members[1]) // 2), damaged(members[9], 0), damaged(members[9], 100)]
    return {
        "good": members,
        "cut": members[:-1] + [members[2][:-40]],
        "damaged": members[:3] + broken[:1] + members[3:6] + broken[1:2] + members[6:10] + broken[2:] + members[10:],
    }


@pytest.mark.parametrize("name", ["good", "cut", "damaged"])
def test_ranges(name):
    """Each split at and beside the start of a member, and random ones: no record is lost or read twice."""
    members = archives()[name]
    ends = [sum(map(len, members[:i])) for i in range(1, len(members))]
    for end in ends:
        for cut in (end - 1, end, end + 1):
            check_ranges(members, [cut])
    check_ranges(members, ends)
    size = sum(map(len, members))
    for _ in range(10):
        check_ranges(members, [RANDOM.randrange(1, size) for _ in range(RANDOM.randrange(1, 8))])


def test_limit():
    """A limit within a member, and limits of data that is not compressed in members."""
    members = archives()["good"]
    data = b"".join(members)
    assert read_data(data, limit=0)[0][:2] == (0, 0)
    assert read_data(data, limit=1)[0][:2] == (len(members[0]), 1)
    assert read_data(data, limit=len(data))[0] == read_data(data)[0]
    plain = b"".join(records(2))
    assert read_data(plain, limit=1)[0] == read_data(plain)[0] == (len(plain), len(members), len(plain))
    assert read_data(packed(plain), limit=1)[0] == (len(packed(plain)), len(members), len(plain))
    assert read_data(packed(plain) + bytes(500), limit=len(packed(plain)) + 1)[0][0] == len(packed(plain)) + 500


def test_damage():
    """As much is read before a damaged place as zlib decompresses."""
    member = packed(b"".join(b"<a href='http://h%d.example/%d'>" % (RANDOM.randrange(99), i) for i in range(200)))
    for at in range(10, len(member) - 8, 7):
        wrong = damaged(member, at) + member
        stream, plain, rest = zlib.decompressobj(31), b"", b""
        try:
            for i in range(len(wrong)):
                made, rest = b"-", wrong[i : i + 1]
                while made and not stream.eof:
                    made = stream.decompress(rest, 1)
                    rest = stream.unconsumed_tail
                    plain += made
        except zlib.error:
            pass
        found = read_data(wrong)[1]
        kept = read_data(plain)[1]
        # The last byte, and a link that it ends, is lost if the next one is damaged within the same compressed byte.
        assert len(kept["reference"]) - len(found["reference"]) in (0, 1), at


# ---- Exceptions ------------------------------------------------------------------------------------


class Stop(Exception):
    pass


def raising(*args):
    raise Stop


@pytest.mark.parametrize(
    ("result", "error"), [(None, TypeError), ("text", TypeError), (7, TypeError), (bytes(2 << 20), ValueError), (Stop, Stop)]
)
@pytest.mark.parametrize("before", [[], [b"<a href=x>"], [packed(HTML * 1000)[:900]], [packed(record(b"http://a.example/", HTML))[:-9]]])
def test_read_fails(result, error, before):
    """An exception of read() ends the call, and the harvest."""
    tables, pieces = Tables(), iter(before)

    def read(n):
        piece = next(pieces, result)
        if piece is Stop:
            raise Stop
        return piece

    harvest = _uriel.Harvest(tables, rows=1)
    with pytest.raises(error):
        harvest.read(read, "p")
    for call in (lambda: harvest.read(io.BytesIO(b"").read, "p"), harvest.flush):
        with pytest.raises(ValueError, match="ended"):
            call()


@pytest.mark.parametrize("data", [b"", HTML, packed(HTML), b"".join(map(packed, records(9)))])
def test_read_returns_an_error(data):
    """A negative number of errno.h is recorded; what came before it is read, and the harvest continues."""
    tables, pieces = Tables(), iter([data] if data else [])
    harvest = _uriel.Harvest(tables)
    harvest.read(lambda n: next(pieces, -errno.EIO), "p")
    harvest.read(io.BytesIO(HTML).read, "q")
    harvest.flush()
    rows = {row["path"]: row["status"] for row in tables["document"] if row["parent_id"] is None}
    assert rows == {"p": "unreadable", "q": "done"}
    errors = [row["message"] for row in tables["error"] if row["code"] == "document-unreadable"]
    assert errors == [os.strerror(errno.EIO)] * len(errors) and errors


@pytest.mark.parametrize("data", [HTML, packed(HTML), packed(b"".join(records())), b"".join(records())])
def test_write_fails(data):
    """An exception of write() ends the call."""
    for count in range(4):
        calls = []

        def write(table, batch):
            calls.append(table)
            if len(calls) > count:
                raise Stop

        with pytest.raises(Stop):
            _uriel.Harvest(write, rows=1).read(io.BytesIO(data).read, "p")
        assert len(calls) == count + 1
    harvest = _uriel.Harvest(raising)
    harvest.read(io.BytesIO(data).read, "p")
    with pytest.raises(Stop):
        harvest.flush()


@pytest.fixture
def interruptible():
    """SIGINT raises KeyboardInterrupt, also where the tests run in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_signal(interruptible):
    """A signal handler ends the call: in read(), between the pieces of a document, and in write()."""
    data = packed(b"".join(records()) * 50)
    for where in ("read", "write"):
        calls = []

        def interrupt(name):
            calls.append(name)
            if name == where and calls.count(name) == 3:
                signal.raise_signal(signal.SIGINT)

        def read(n, file=io.BytesIO(data)):
            interrupt("read")
            return file.read(1000)

        with pytest.raises(KeyboardInterrupt):
            _uriel.Harvest(lambda table, batch: interrupt("write"), rows=100).read(read, "p")
        assert calls.count(where) == 3


def test_reentrant():
    """A harvest is used by one call at a time; another one can be used meanwhile."""
    results = []

    def use(*args):
        for call in (harvest.flush, lambda: harvest.read(io.BytesIO(HTML).read, "q")):
            with pytest.raises(ValueError, match="in use"):
                call()
        results.append(read_data(packed(HTML))[1])
        return b""

    harvest = _uriel.Harvest(use, rows=1)
    harvest.read(use, "p")
    assert len(results) == 2 and results[0] == results[1] and len(results[0]["reference"]) > 10


def test_reentrant_memory():
    """`memory` is for the documents of a harvest, not for what read() makes."""
    kept, pieces = [], iter([HTML, HTML, b""])

    def read(n):
        kept.extend(_uriel.Harvest(Tables()) for _ in range(2000))
        return next(pieces)

    harvest = _uriel.Harvest(Tables(), memory=1 << 20)
    harvest.read(read, "p")
    assert len(kept) == 6000
    del kept[:]  # their memory does not belong to the call that has ended


def test_threads():
    """Threads with a harvest each; and one harvest in two threads."""
    data, results = b"".join(map(packed, records())), []
    threads = [threading.Thread(target=lambda: results.append(read_data(data)[1])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(result == results[0] for result in results)
    inside, done = threading.Event(), threading.Event()

    def read(n):
        inside.set()
        done.wait(60)
        return b""

    harvest = _uriel.Harvest(Tables())
    thread = threading.Thread(target=harvest.read, args=(read, "p"))
    thread.start()
    inside.wait(60)
    with pytest.raises(ValueError, match="in use"):
        harvest.flush()
    done.set()
    thread.join()
    harvest.flush()


def test_arguments():
    harvest = _uriel.Harvest(Tables())
    for wrong in ({"spec": "rfc1738"}, {"rows": 0}, {"memory": -1}, {"max_size": -1}, {"first_id": -1}):
        with pytest.raises(ValueError):
            _uriel.Harvest(Tables(), **wrong)
    for args, more in (((), {}), ((len,), {}), ((len, None), {}), ((len, 7), {}), ((len, "p"), {"name": b"x"}), ((len, "p"), {"size": "1"})):
        with pytest.raises(TypeError):
            harvest.read(*args, **more)
    with pytest.raises(TypeError):
        _uriel.Harvest()
    harvest.read(io.BytesIO(HTML).read, "p")  # a wrong argument does not end it


def test_memory():
    """A document that does not fit into `memory` is too large, and the next one is read: as --memory of `uriel links`."""
    rows = read_data(b"".join(map(packed, [record(b"http://a.example/", http(b"a{}" * 2_000_000, b"Content-Type: text/css")), *records()])),
                     memory=4 << 20)[1]["document"]
    assert [row["status"] for row in rows if row["kind"] == "css"][0] == "too large" and len(rows) > 20


def test_freed():
    """A harvest that its own write() refers to is collected."""

    class Writer:
        def write(self, table, batch):
            pass

    writer = Writer()
    writer.harvest = _uriel.Harvest(writer.write)
    writer.harvest.read(io.BytesIO(packed(HTML)).read, "p")
    gone = weakref.ref(writer)
    del writer
    gc.collect()
    assert gone() is None
