# SPDX-License-Identifier: MIT
"""The ranges of a harvest, without Spark: however an archive is cut, its rows are the rows of `uriel harvest`."""
import gzip
import io
import json
import os
import pathlib
import random
import tempfile

import crawl
import pyarrow.parquet
import pytest
from uriel_spark import _files, _plan, _range, harvest

READ = {"spec": "lenient", "guess": False, "to_uri": False, "memory": 1 << 28, "max_size": 0}
HOW = {"read": READ, "url": "url", "content": "content"}


class Here:
    """Runs the tasks of a job one after the other, in this process."""

    def __init__(self, order=None):
        self.order, self.tasks = order, 0

    def getConf(self):
        return {}

    def parallelize(self, items, _):
        self.items = sorted(items, key=lambda _: self.order.random()) if self.order else list(items)
        return self

    def map(self, function):
        self.function = function
        return self

    def collect(self):
        self.tasks += len(self.items)
        return [self.function(item) for item in self.items]

    def foreach(self, function):
        self.map(function).collect()


class Last(Here):
    """Each task is in its last attempt."""

    def getConf(self):
        return {"spark.task.maxFailures": "1"}


def ranges_of(operands, split=1 << 30, base=None):
    return _plan.ranges(_plan.entries(map(str, operands), base), split)


def job(operands, out, split=1 << 30, context=None, base=None):
    """Reads and finishes the ranges of a job, and returns its rows and reports."""
    folder = _files.Folder(str(out))
    folder.make("_work")
    context = context or Here()
    plan = ranges_of(operands, split, base)
    reports = harvest._read_all(context, plan, folder, HOW)
    harvest._finish_all(context, plan, reports, folder)
    return crawl.read(out), reports


@pytest.mark.parametrize("split", [1 << 30, 5000, 1500, 400])
def test_any_cut_gives_the_rows_of_uriel_harvest(files, expected, tmp_path, split):
    found, reports = job([files], tmp_path, split)
    for table, rows in expected.items():
        assert found[table] == rows, table
    assert split == 1 << 30 or len(reports) > 20


def test_cuts_at_random(files, tmp_path):
    """Each archive by itself, cut at every size from a seed, in any order of tasks."""
    chance = random.Random(32)
    for name in ("by-record.warc.gz", "nested.warc.gz", "damaged.warc.gz", "blocks.warc.gz", "cut.warc.gz"):
        wanted = crawl.harvested([files / name], tmp_path / f"{name}.db")
        for i in range(4):
            split = chance.randrange(60, 4000)
            assert job([files / name], tmp_path / f"{name}-{i}", split, Here(chance))[0] == wanted, (name, split)


def test_errors_of_the_archive_itself(tmp_path):
    """An error that an archive has in several ranges is one row, with the number of all; also if its first range has no error."""
    pages = [crawl.record(b"http://h.example/%d" % i, b"<a href=x>" * 40) for i in range(12)]
    noisy = [page + b"junk\r\n" if i % 3 == 2 else page for i, page in enumerate(pages)]
    (tmp_path / "a.html").write_text("<a href=q>q</a>")
    (tmp_path / "b.warc.gz").write_bytes(b"".join(gzip.compress(member, mtime=0) for member in noisy))
    wanted = crawl.harvested([tmp_path / "a.html", tmp_path / "b.warc.gz"], tmp_path / "x.db")
    assert [row[8] for row in wanted["error"]] == [b"no record begins here (the first of 4 such errors)"]
    for split in (1 << 30, 1000, 500, 200):
        assert job([tmp_path / "a.html", tmp_path / "b.warc.gz"], tmp_path / str(split), split)[0] == wanted, split


def packed(*contents):
    return b"".join(gzip.compress(content, mtime=0) for content in contents)


def damaged_archives():
    """Archives whose records do not end where their members do, and files that only have the name of an archive."""
    whole = crawl.records(14)
    some = range(3, len(whole), 5)

    def changed(change):
        return packed(*(change(record) if i in some else record for i, record in enumerate(whole)))

    return {
        "too-long": changed(lambda record: record.replace(b"Content-Length: ", b"Content-Length: 3")),
        "too-short": changed(lambda record: record.replace(b"Content-Length: ", b"Content-Length: 1 ")),
        "no-length": changed(lambda record: record.replace(b"Content-Length", b"Length")[:-4]),
        "no-end": changed(lambda record: record[:60]),
        "other-bytes": changed(lambda record: b"\xff\xff"),
        "pages": packed(*[b"<a href='http://h.example/[%d'>x</a>\n" % i for i in range(40)]),
        "text-first": packed(b"See http://h.example/.\n", *whole),
        "page-first": packed(b"<!doctype html><a href=q>q</a>\n", *whole),
    }


@pytest.mark.parametrize("name", damaged_archives())
def test_any_cut_of_what_is_not_quite_an_archive(tmp_path, name):
    """A record that ends after its member, also by a wrong length, is read as without ranges; so is a page with the name of an archive."""
    path = tmp_path / f"{name}.warc.gz"
    path.write_bytes(damaged_archives()[name])
    wanted = crawl.harvested([path], tmp_path / "x.db")
    for split in (1 << 30, 1500, 700, 400, 250):
        assert job([path], tmp_path / str(split), split)[0] == wanted, split


def test_the_default_split():
    """Ranges for each core, within bounds; only of files that can be cut."""
    archive, page = ["a.warc.gz", 1 << 30, 0, 0, None], ["a.html", 1 << 40, 0, 0, None]
    assert _plan.split_of([archive, page], 4) == 1 << 26
    assert _plan.split_of([archive], 1000) == _plan.LEAST_SPLIT and _plan.split_of([archive] * 10, 1) == _plan.MOST_SPLIT
    assert _plan.split_of([], 2) == _plan.LEAST_SPLIT


def test_a_false_beginning_is_read_again(files, tmp_path):
    """An archive in an archive looks like records: where a range begins in it, the range is read again from its true beginning."""
    name = files / "nested.warc.gz"
    size = os.path.getsize(name)
    splits = []
    for split in range(size // 6, size // 2, size // 60):
        context = Here()
        _, reports = job([name], tmp_path / str(split), split, context)
        splits.append(context.tasks - len(reports) - sum(not report.get("dropped") for report in reports.values()))
    assert max(splits) > 0


def test_an_archive_not_compressed_by_record_is_read_by_one_task(files, tmp_path):
    _, reports = job([files / "blocks.warc.gz"], tmp_path, 2000)
    used = [report for report in reports.values() if not report.get("dropped")]
    assert len(used) == 1 and used[0]["children"] > 40


def test_a_job_continues_after_its_committed_ranges(files, expected, tmp_path):
    class Killed(Exception):
        pass

    class Dying(Here):
        def collect(self):
            self.items = self.items[: len(self.items) // 2]
            super().collect()
            raise Killed

    with pytest.raises(Killed):
        job([files], tmp_path, 3000, Dying())
    (tmp_path / "_work" / "rows-0000000-dead").mkdir()  # an attempt that was killed
    again = Here()
    found, reports = job([files], tmp_path, 3000, again)
    assert found == expected
    # Finishing is one task for each range, too.
    assert again.tasks < 2 * len(reports) - len(reports) // 3


def test_finishing_can_be_repeated(files, expected, tmp_path):
    _, reports = job([files], tmp_path, 3000)
    assert job([files], tmp_path, 3000)[0] == expected


def test_two_attempts_at_one_range(files, tmp_path):
    """A range that two workers read, because one seemed lost, has its rows once."""
    plan = ranges_of([files / "by-record.warc.gz"], 1 << 30)
    (tmp_path / "_work").mkdir()
    first, second = (_range.read_range(plan[0], HOW, str(tmp_path / "_work")) for _ in range(2))
    assert first["rows"] != second["rows"]
    found, _ = job([files / "by-record.warc.gz"], tmp_path)
    assert found == crawl.harvested([files / "by-record.warc.gz"], tmp_path / "x.db")


def test_a_failed_attempt_leaves_no_rows(files, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(_range.Rows, "put", full)
    with pytest.raises(OSError, match="No space"):
        _range.read_range(ranges_of([files / "page.html"], 1)[0], HOW, str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_base(files, tmp_path):
    found, _ = job([files / "page.html"], tmp_path / "out", base="https://example.org/x")
    assert found == crawl.harvested([files / "page.html"], tmp_path / "x.db", "--base", "https://example.org/x")
    (tmp_path / "in" / "a").mkdir(parents=True)
    (tmp_path / "in" / "a" / "b:c d.html").write_text("<a href=q>q</a>")
    found, _ = job([tmp_path / "in"], tmp_path / "out2", base="https://example.org/x/")
    assert found == crawl.harvested([tmp_path / "in"], tmp_path / "y.db", "--base", "https://example.org/x/")


def test_a_table_has_the_references_of_its_pages(tmp_path):
    """Every cut of a Parquet table: row n is the document of part n."""
    crawl.table(tmp_path / "t.parquet")
    whole, _ = job([tmp_path / "t.parquet"], tmp_path / "whole")
    assert len(whole["document"]) == len(list(crawl.pages())) + 3
    for split in (200, 1000, 5000):
        assert job([tmp_path / "t.parquet"], tmp_path / str(split), split)[0] == whole
    for number, (url, page) in enumerate(crawl.pages(), 1):
        if number % 9 == 0:
            path = tmp_path / f"{number}.html"
            path.write_bytes(page)
            alone = crawl.harvested([path], tmp_path / "one.db", "--base", url)["reference"]
            assert [row[2:] for row in alone if row[0] == os.fsencode(path)] == [
                row[2:] for row in whole["reference"] if row[1] == b"%d" % number]


@pytest.mark.parametrize("content", [b"", b"PAR1", b"no table"])
def test_a_damaged_table_is_unreadable(tmp_path, content):
    (tmp_path / "bad.parquet").write_bytes(content)
    (tmp_path / "page.html").write_text("<a href=q>q</a>")
    found, _ = job([tmp_path / "bad.parquet", tmp_path / "page.html"], tmp_path / "out", 3)
    states = {row[0]: row[14] for row in found["document"]}
    assert states == {os.fsencode(tmp_path / "bad.parquet"): b"unreadable", os.fsencode(tmp_path / "page.html"): b"done"}
    assert len(found["error"]) == 1


def test_a_table_without_a_column_is_recorded(tmp_path):
    pyarrow.parquet.write_table(pyarrow.table({"url": ["http://a.example/"]}), tmp_path / "t.parquet")
    found, _ = job([tmp_path / "t.parquet"], tmp_path / "out")
    assert [row[8] for row in found["error"]] == [b'the table does not have the column "content"']


def test_columns_of_another_type(tmp_path):
    pyarrow.parquet.write_table(pyarrow.table({"url": [1], "content": [b"x"]}), tmp_path / "t.parquet")
    found, _ = job([tmp_path / "t.parquet"], tmp_path / "out")
    assert [row[8] for row in found["error"]] == [b'the column "url" of the table is not text']


@pytest.mark.parametrize("name", ["b.html", "b.warc.gz", "b.parquet"])
def test_a_file_whose_device_fails(tmp_path, monkeypatch, name):
    """Each attempt but the last fails; the last records the file, and the files beside it are read."""
    class Failing(io.BytesIO):
        def read(self, most=-1):
            raise OSError(5, "Input/output error")

    for each in ("a.html", name, "c.html"):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / each).write_text("<a href=q>q</a>")
    opened = _files.open_input
    monkeypatch.setattr(_files, "open_input", lambda location: (Failing if location.endswith(name) else opened)(location))
    monkeypatch.setattr(Failing, "__init__", lambda self, location: io.BytesIO.__init__(self, b"x" * 100))
    plan = ranges_of([tmp_path / "in"])
    of_file = next(item for item in plan if any(file[0].endswith(name) for file in item.files))
    with pytest.raises((_range.Unreadable, OSError)):
        _range.read_range(of_file, HOW, str(tmp_path / "out" / "_work"))
    assert list((tmp_path / "out" / "_work").iterdir()) == []
    found, _ = job([tmp_path / "in"], tmp_path / "out", context=Last())
    assert [(os.path.basename(row[0]), row[14]) for row in found["document"]] == [
        (b"a.html", b"done"), (name.encode(), b"unreadable"), (b"c.html", b"done")]
    assert [row[8] for row in found["error"]] == [b"Input/output error"]


@pytest.mark.parametrize("split", [1 << 30, 100000, 30000])
def test_a_device_that_fails_at_one_place(tmp_path, monkeypatch, split):
    """Records before the place are read, and those that begin in later ranges; the file has one error."""
    chance = random.Random(32)
    members = [packed(crawl.record(b"http://h.example/%d" % i, b"<a href=q>" + chance.randbytes(9000).hex().encode())) for i in range(60)]
    ends = [sum(map(len, members[: i + 1])) for i in range(60)]
    path, bad = tmp_path / "a.warc.gz", ends[30] + 5
    path.write_bytes(b"".join(members))

    class Failing(io.FileIO):
        def read(self, most=-1):
            if self.tell() == bad:
                raise OSError(5, "Input/output error")
            return super().read(most if self.tell() > bad else min(most, bad - self.tell()))

    monkeypatch.setattr(_files, "open_input", Failing)
    found, _ = job([path], tmp_path / "out", split, Last())
    after = -(-bad // split) * split  # the next range begins here
    wanted = {b"http://h.example/%d" % i for i in range(60) if i <= 30 or ends[i - 1] >= after}
    pages = [row for row in found["document"] if row[3] == b"html" and row[14] == b"done"]
    assert {row[9] for row in pages} == wanted and len(pages) == len(wanted) == len(set(found["reference"]))
    assert [row[14] for row in found["document"] if row[1] == b""] == [b"unreadable"]
    assert [row[8] for row in found["error"] if row[1] == b""] == [b"Input/output error"]


def test_files_without_permission_are_recorded():
    """As `uriel harvest` records them. Root can read every file: a child process of another user runs the job."""
    tmp_path = pathlib.Path(tempfile.mkdtemp())
    folder = tmp_path / "in"
    (folder / "closed").mkdir(parents=True)
    for name in ("a.html", "b.warc.gz", "c.parquet", "closed/d.html"):
        (folder / name).write_text("<a href=q>q</a>")
    os.chmod(tmp_path, 0o777)
    out = tmp_path / "out"
    child = os.fork()
    if child == 0:
        try:
            for name in ("a.html", "b.warc.gz", "c.parquet", "closed"):
                os.chmod(folder / name, 0)
            if os.getuid() == 0:
                os.setuid(65534)
            job([folder], out, 5)
            os._exit(0)
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    found = crawl.read(out)
    assert [(row[0], row[3], row[14]) for row in found["document"]] == [
        (os.fsencode(folder / name), kind, b"unreadable")
        for name, kind in (("a.html", b"unknown"), ("b.warc.gz", b"unknown"), ("c.parquet", b"unknown"), ("closed", b"folder"))]
    assert {(row[0], row[8]) for row in found["error"]} == {(row[0], b"Permission denied") for row in found["document"]}


def test_an_operand_that_does_not_exist(tmp_path):
    with pytest.raises(FileNotFoundError):
        _plan.entries([str(tmp_path / "none")])
    with pytest.raises(FileNotFoundError):
        _plan.entries([str(tmp_path / "*.warc.gz")])


def test_a_pattern_names_files(files):
    names = [os.path.basename(item.files[0][0]) for item in ranges_of([files / "*.warc.gz"], 1 << 30)]
    assert "by-record.warc.gz" in names and "page.html" not in names


def test_names_that_are_not_utf_8(tmp_path):
    name = os.path.join(os.fsencode(tmp_path), b"\xff.html")
    with open(name, "wb") as file:
        file.write(b"<a href=q>q</a>")
    found, reports = job([tmp_path], tmp_path / "out")
    assert found["document"][0][0] == name and json.dumps(reports)
