# SPDX-License-Identifier: MIT
"""A small crawl for the tests: archives, pages and a table, and what `uriel harvest` makes of them."""
import gzip
import os
import pathlib
import sqlite3
import subprocess
import zlib

import pyarrow
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("URIEL_FULL") or ROOT / "build" / "uriel"

TABLES = {
    "document": "path part parent kind format encoding media_type size mtime_ns retrieval site base base_source base_by "
    "status note reference_count error_count spec",
    "reference": "path part ordinal offset line column element attribute header raw cleaned form identifies base target "
    "excess names_part normal original elsewhere relation",
    "error": "path part ordinal code component offset begin length message section",
    "disagreement": "path part ordinal rule first others",
}


def record(url, content, media_type=b"text/html", kind=b"response", http=b"HTTP/1.1 200 OK\r\n"):
    """A record of an archive; with `http`, its content is a response."""
    block = media_type
    if http:
        content = http + b"Content-Type: " + media_type + b"\r\n\r\n" + content
        block = b"application/http; msgtype=response"
    head = [b"WARC/1.0", b"WARC-Type: " + kind, b"Content-Type: " + block, b"Content-Length: %d" % len(content)]
    if url:
        head.append(b"WARC-Target-URI: " + url)
    return b"\r\n".join([*head, b"", b""]) + content + b"\r\n\r\n"


def pages(count=40, links=12):
    """Pages of several hosts, which link to each other, to files that do not parse, and to hosts of their own."""
    for i in range(count):
        host = b"h%d.example" % (i % 7)
        anchors = [b'<a href="/p/%d?q=%d#f">x</a> <a href="http://h%d.example/%d">y</a>' % (j, i, (i + j) % 9, j) for j in range(links)]
        anchors += [b'<a href="http://sub.h%d.test.co.uk/[%d">z</a>' % (i % 3, i), b'<a href="//B\xc3\xbccher.example/a b">u</a>',
                    b'<a href="http://a@h%d.example:80\\@evil.example/">v</a>' % i, b"<img src='http://192.0.2.%d/i.png'>" % i,
                    b'<a href="mailto:a@h.example">m</a><link rel="next" href="?page=%d">' % i]
        base = b'<base href="/b%d/">' % i if i % 5 == 0 else b""
        yield b"http://%s/page/%d" % (host, i), b"<!doctype html><title>%d</title>%s" % (i, base) + b"\n".join(anchors)


def records(count=40):
    """The records of an archive of the crawl."""
    made = [record(None, b"software: uriel\r\n", b"application/warc-fields", b"warcinfo", b"")]
    for i, (url, page) in enumerate(pages(count)):
        if i % 6 == 1:
            made.append(record(url, gzip.compress(page), b"text/html\r\nContent-Encoding: gzip"))
        elif i % 6 == 2:
            made.append(record(url, b"Read http://w%d.example/ and <http://v.example/%d>." % (i, i), b"text/plain", b"conversion", b""))
        elif i % 6 == 3:
            made.append(record(url, b"", b"text/html", http=b"HTTP/1.1 301 Moved\r\nLocation: http://r%d.example/\r\n" % i))
        else:
            made.append(record(url, page))
    made.append(record(b"http://css.example/s.css", b"@import 'a.css'; b { background: url(http://h1.example/\xff.png) }", b"text/css"))
    made.append(record(b"not a URL", b"<a href=x>y</a>"))
    return made


def stored(data):
    """A gzip member whose content is stored, so that it is visible in it."""
    packer = zlib.compressobj(0, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def write(folder):
    """Writes the files of the crawl into a folder: each has a name that says how it differs."""
    folder.mkdir(parents=True, exist_ok=True)
    plain = records()
    members = [gzip.compress(item, mtime=0) for item in plain]
    inner = b"".join(gzip.compress(item, mtime=0) for item in records(6))
    nested = stored(record(b"http://archive.example/a.warc.gz", inner, b"application/octet-stream"))
    files = {
        "by-record.warc.gz": b"".join(members),
        "whole.warc.gz": gzip.compress(b"".join(plain), mtime=0),
        "plain.warc": b"".join(plain),
        "blocks.warc.gz": b"".join(gzip.compress(piece, mtime=0) for piece in _pieces(b"".join(plain), 700)),
        "nested.warc.gz": b"".join(members[:5] + [nested, nested] + members[5:9]),
        "cut.warc.gz": b"".join(members)[:-40],
        "damaged.warc.gz": b"".join(members[:6] + [members[6][:20] + b"\0" * 60 + members[6][80:]] + members[7:]),
        "empty.warc.gz": b"",
        "text.warc.gz": b"This is not an archive: http://h1.example/.",
        "page.html": b"<a href=q>q</a><a href='http://h2.example/'>",
        "empty.html": b"",
        "note.txt": b"See http://h3.example/x.",
        "b%20\xc3\xa4.html": b"<a href=q>q</a>",
    }
    for name, content in files.items():
        path = os.path.join(os.fsencode(folder), name.encode("latin-1"))
        with open(path, "wb") as file:
            file.write(content)
    return folder


def _pieces(data, size):
    return [data[at : at + size] for at in range(0, len(data), size)]


def table(path, rows_per_group=7):
    """A Parquet table of the pages, and of rows without a content or a URL."""
    rows = list(pages())
    urls = [url.decode() for url, _ in rows] + [None, "http://x.example/ y", "http://n.example/"]
    contents = [page for _, page in rows] + [b"<a href=q>q</a>", b"<a href=q>q</a>", None]
    made = pyarrow.table({"url": pyarrow.array(urls), "content": pyarrow.array(contents, pyarrow.binary())})
    pyarrow.parquet.write_table(made, path, row_group_size=rows_per_group)


def harvested(paths, database, *options):
    """The rows of `uriel harvest`: for each table a sorted list, without ids."""
    done = subprocess.run([PROGRAM, "harvest", "-q", "-o", database, *options, *paths], stdin=subprocess.DEVNULL)
    assert done.returncode in (0, 1)
    connection = sqlite3.connect(database)
    connection.text_factory = bytes
    queries = {
        "document": "SELECT d.path, d.part, p.part, d.kind, d.format, d.encoding, d.media_type, d.size, d.mtime_ns, d.retrieval, d.site,"
        " d.base, d.base_source, d.base_by, d.status, d.note, d.reference_count, d.error_count, d.spec"
        " FROM document d LEFT JOIN document p ON p.id = d.parent_id",
        "reference": "SELECT d.path, d.part, ordinal, offset, line, column, element, attribute, header, raw, cleaned, form, identifies,"
        " r.base, target, excess, names_part, i.normal, original, elsewhere, relation FROM reference r"
        " JOIN document d ON d.id = document_id LEFT JOIN identifier i ON i.id = identifier_id",
        "error": "SELECT d.path, d.part, r.ordinal, code, component, e.offset, begin, length, message, section FROM error e"
        " JOIN document d ON d.id = e.document_id LEFT JOIN reference r ON r.id = e.reference_id",
        "disagreement": "SELECT d.path, d.part, r.ordinal, rule, first, others FROM disagreement x"
        " JOIN document d ON d.id = x.document_id JOIN reference r ON r.id = x.reference_id",
    }
    return {name: _sorted(connection.execute(query)) for name, query in queries.items()}


def _sorted(rows):
    return sorted((tuple(rows_value(value) for value in row) for row in rows), key=repr)


def rows_value(value):
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


def read(out):
    """The tables of a job as `harvested` returns them."""
    found = {name: _columns(pathlib.Path(out, name)) for name in TABLES}
    place = {row["id"]: (row["path"], row["part"]) for row in found["document"]}
    ordinal = {row["id"]: row["ordinal"] for row in found["reference"]}
    assert len(place) == len(found["document"]) and len(ordinal) == len(found["reference"])
    made = {}
    for name, columns in TABLES.items():
        rows = []
        for row in found[name]:
            if name == "document":
                row["parent"] = place[row["parent_id"]][1] if row["parent_id"] else None
            else:
                row["path"], row["part"] = place[row["document_id"]]
            if name in ("error", "disagreement"):
                row["ordinal"] = ordinal[row["reference_id"]] if row["reference_id"] else None
            rows.append([row[column] for column in columns.split()])
        made[name] = _sorted(rows)
    return made


def _columns(folder):
    """The rows of a table; texts are bytes, since they need not be UTF-8."""
    files = sorted(folder.glob("part-*.parquet"))
    rows = []
    for file in files:
        part = pyarrow.parquet.read_table(file)
        binary = pyarrow.schema([field.with_type(pyarrow.binary()) if field.type == pyarrow.string() else field for field in part.schema])
        columns = [_binary(column) if field.type == pyarrow.string() else column for field, column in zip(part.schema, part.columns)]
        rows += pyarrow.table(columns, schema=binary).to_pylist()
    return rows


def _binary(column):
    return pyarrow.chunked_array([chunk.view(pyarrow.binary()) for chunk in column.chunks], pyarrow.binary())
