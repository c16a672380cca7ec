# SPDX-License-Identifier: MIT
"""The job `uriel-spark harvest` as a whole, on two threads and on the cluster."""
import collections
import gzip
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import crawl
import pyarrow.parquet
import pytest
import uriel_uri
from uriel_spark import _job, harvest
from uriel_spark._lock import Lock

LIMIT = 300  # seconds, for every wait
LARGE = pytest.mark.skipif("URIEL_LARGE" not in os.environ, reason="make check-release runs it")


def run(spark, operands, out, *options):
    harvest.run(spark, harvest.options_of([*options, *map(str, operands), str(out)]))
    return crawl.read(out)


def rows(out, table, *columns):
    """The rows of a table in the order of its files."""
    files = sorted(pathlib.Path(out, table).glob("part-*"))
    return [row for file in files for row in pyarrow.parquet.read_table(file, columns=list(columns) or None).to_pylist()]


def text(out, table):
    return "".join(gzip.open(file, "rt").read() for file in sorted(pathlib.Path(out, table).glob("part-*")))


def hosts_of(found):
    """The links between hosts in the rows of a harvest."""
    site = {row[:2]: row[10] for row in found["document"]}
    edges = collections.Counter()
    for row in found["reference"]:
        from_host, normal = site[row[:2]], row[17]
        to_host = normal and uriel_uri.host(normal, spec="lenient")
        if from_host and to_host and row[12] == 0 and from_host.decode() != to_host:
            edges[from_host.decode(), to_host] += 1
    return edges


def site_of(host):
    return uriel_uri.site(f"http://{host}/") or host


@pytest.fixture(scope="module")
def done(local, files, tmp_path_factory):
    """The tables of the crawl."""
    out = tmp_path_factory.mktemp("out")
    run(local, [files], out, "--split=3000", "--cc-webgraph")
    return out


def test_the_tables_are_those_of_uriel_harvest(done, expected):
    assert crawl.read(done) == expected
    assert sorted(os.listdir(done)) == [
        "_SUCCESS", "disagreement", "document", "error", "host", "host_edge", "reference", "site", "site_edge", "webgraph"]


def test_spark_reads_the_tables(local, done, expected):
    for table, wanted in expected.items():
        assert local.read.parquet(str(done / table)).count() == len(wanted)
    references = local.read.parquet(str(done / "reference"))
    documents = local.read.parquet(str(done / "document")).withColumnRenamed("id", "document_id")
    assert references.join(documents, "document_id").count() == len(expected["reference"])


def test_edges(done, expected):
    edges = hosts_of(expected)
    assert {(row["from_host"], row["to_host"]): row["count"] for row in rows(done, "host_edge")} == edges and len(edges) > 40
    sites = collections.Counter()
    for (from_host, to_host), count in edges.items():
        if site_of(from_host) != site_of(to_host):
            sites[site_of(from_host), site_of(to_host)] += count
    assert {(row["from_site"], row["to_site"]): row["count"] for row in rows(done, "site_edge")} == sites


def test_degrees(done, expected):
    edges = hosts_of(expected)
    found = {row["host"]: row for row in rows(done, "host")}
    assert set(found) >= {host for edge in edges for host in edge}
    for host, row in found.items():
        incoming = [count for (_, to_host), count in edges.items() if to_host == host]
        outgoing = [count for (from_host, _), count in edges.items() if from_host == host]
        assert (row["in_degree"], row["in_count"]) == (len(incoming), sum(incoming))
        assert (row["out_degree"], row["out_count"]) == (len(outgoing), sum(outgoing))
        assert row["document_count"] == sum(line[10] == host.encode() and line[3] != b"http" for line in expected["document"])
    assert {site_of(host) for host in found} == {row["site"] for row in rows(done, "site")}


def test_tables_are_sorted_for_their_readers(done):
    for table, key in (("host_edge", ("to_host", "from_host")), ("site_edge", ("to_site", "from_site")), ("host", ("host_reversed", "host")),
                       ("site", ("site",)), ("reference", ("id",))):
        keys = [tuple(row[name] or "" for name in key) for row in rows(done, table, *key)]
        assert keys == sorted(keys), table


def test_webgraph(done):
    """Vertices have ids from 0 in the order of the bytes of their names; edges are sorted by number."""
    vertices = [line.split("\t") for line in text(done, "webgraph/vertices").splitlines()]
    names = [name for _, name in vertices]
    assert [int(number) for number, _ in vertices] == list(range(len(vertices)))
    assert names == sorted(names, key=str.encode) and "example.h1" in names and "192.0.2.1" not in names
    edges = [tuple(map(int, line.split("\t"))) for line in text(done, "webgraph/edges").splitlines()]
    assert edges == sorted(edges)
    links = hosts_of(crawl.read(done))
    reverse = {host: uriel_uri.host_reversed(f"http://{host}/") for edge in links for host in edge}
    wanted = {(reverse[a], reverse[b]) for a, b in links if reverse[a] in names and reverse[b] in names}
    assert {(names[a], names[b]) for a, b in edges} == wanted


def test_a_finished_job_is_not_overwritten(local, done, files):
    with pytest.raises(_job.Refusal, match="--overwrite"):
        run(local, [files], done)


def test_a_second_job_is_refused(local, files, tmp_path):
    with Lock(str(tmp_path), local), pytest.raises(_job.Refusal, match=f"process {os.getpid()}"):
        run(local, [files], tmp_path)


def test_a_folder_of_others_is_refused(local, files, tmp_path):
    (tmp_path / "mine").write_text("x")
    with pytest.raises(_job.Refusal, match="not empty"):
        run(local, [files], tmp_path)
    assert (tmp_path / "mine").read_text() == "x"


def test_an_unfinished_job_continues_only_as_it_began(local, files, expected, tmp_path):
    folder = harvest._files.Folder(str(tmp_path))
    folder.make("_work")
    harvest._begin(folder, harvest._plan(local, folder, harvest.options_of(["--split=3000", str(files), str(tmp_path)])))
    with pytest.raises(_job.Refusal, match="other inputs or options"):
        run(local, [files], tmp_path, "--split=4000")
    assert run(local, [files], tmp_path) == expected  # with its split


def test_tables_in_the_input_are_refused(local, files, tmp_path):
    for operand, out in ((files, files / "out"), (tmp_path / "a" / "in", tmp_path / "a"), (files, files)):
        with pytest.raises(_job.Refusal, match="choose another folder"):
            run(local, [operand], out)
    assert not (files / "out").exists() and not (tmp_path / "a").exists()


def test_nothing_to_read(local, tmp_path):
    (tmp_path / "in").mkdir()
    found = run(local, [tmp_path / "in"], tmp_path / "out", "--cc-webgraph")
    assert found == {table: [] for table in found}
    assert local.read.parquet(str(tmp_path / "out" / "host_edge")).count() == 0
    assert text(tmp_path / "out", "webgraph/vertices") == ""


def test_large_hostile_pages(local, tmp_path):
    """A page of one tag, links without end and a record whose length is a lie stop nothing."""
    page = b"<a href='" + b"x" * (5 << 20)
    lie = crawl.record(b"http://h.example/", b"<a href=y>").replace(b"Content-Length: ", b"Content-Length: 9999")
    content = [crawl.record(b"http://h.example/1", page), crawl.record(b"http://h.example/2", b"<a href=z>" * 100000), lie]
    (tmp_path / "x.warc.gz").write_bytes(b"".join(map(gzip.compress, content)))
    wanted = crawl.harvested([tmp_path / "x.warc.gz"], tmp_path / "x.db", "--memory=4M")
    assert run(local, [tmp_path / "x.warc.gz"], tmp_path / "out", "--memory=4M", "--split=9000") == wanted


def test_the_command(files, tmp_path):
    """Statuses and messages, without a session."""
    def command(*arguments):
        return subprocess.run([sys.executable, "-m", "uriel_spark", "harvest", *arguments], capture_output=True, text=True, timeout=LIMIT)

    assert command().returncode == 2
    for wrong, words in (("--split=x", "number of bytes"), ("--memory=10", "at least 4M"), ("--base=a", "needs a scheme"), ("--cc", "unrecognized")):
        refused = command(wrong, "a", "b")
        assert refused.returncode == 2 and words in refused.stderr
    none = command(str(tmp_path / "none"), str(tmp_path / "out"))
    assert none.returncode == 3 and "No such file" in none.stderr and "Traceback" not in none.stderr
    assert not (tmp_path / "out").exists()


# ---- On the cluster -----------------------------------------------------------------------------------------


def committed(out, count):
    """Waits for the reports of ranges."""
    end = time.monotonic() + LIMIT
    while len(list(pathlib.Path(out, "_work").glob("report-*.json"))) < count:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_on_the_cluster_a_killed_worker_loses_nothing(cluster, files, expected, tmp_path):
    spark = cluster.session()
    failed = []

    def work():
        try:
            run(spark, [files], tmp_path / "out", "--split=1500")
        except BaseException as error:
            failed.append(error)

    job = threading.Thread(target=work)
    job.start()
    committed(tmp_path / "out", 5)
    cluster.workers[0].kill()
    job.join(LIMIT)
    cluster.add_workers(1)
    assert not job.is_alive() and not failed
    assert crawl.read(tmp_path / "out") == expected


@LARGE
def test_a_killed_driver_continues(files, expected, tmp_path):
    command = [sys.executable, "-m", "uriel_spark", "harvest", "--master=local[2]", "--split=1000", str(files), str(tmp_path / "out")]
    first = subprocess.Popen(command, start_new_session=True)
    committed(tmp_path / "out", 10)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait(LIMIT)
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "out" / "_work").glob("report-*.json")}
    second = subprocess.Popen(command, start_new_session=True)
    committed(tmp_path / "out", len(before) + 1)
    assert {file: file.stat().st_mtime_ns for file in before if file.exists()} == before
    assert second.wait(LIMIT) == 0
    assert crawl.read(tmp_path / "out") == expected


@LARGE
def test_a_full_disk_fails_the_job_which_then_continues(files, expected, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "none", str(out)], capture_output=True).returncode != 0:
        pytest.skip("mounting needs root")
    command = [sys.executable, "-m", "uriel_spark", "harvest", "--master=local[2]", "--split=3000", str(files), str(out)]
    try:
        full = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        assert full.returncode == 3 and "No space left on device" in full.stderr
        assert not (out / "_SUCCESS").exists()
        subprocess.run(["mount", "-o", "remount,size=100m", str(out)], check=True)
        assert subprocess.run(command, timeout=LIMIT).returncode == 0
        assert crawl.read(out) == expected
    finally:
        subprocess.run(["umount", str(out)], check=True)


@LARGE
def test_a_record_of_2_gb(local, tmp_path):
    """It is read in pieces: memory is bounded by --memory and the pieces. The records around it are complete."""
    size = (1 << 31) + 5
    head = crawl.record(b"http://large.example/", b"")
    head = head.replace(b"Content-Length: %d" % int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0]),
                        b"Content-Length: %d" % (size + len(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")))[:-4]
    with open(tmp_path / "x.warc.gz", "wb") as file:
        file.write(gzip.compress(crawl.record(b"http://a.example/", b"<a href=x>")))
        with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=1) as member:
            member.write(head)
            for begin in range(0, size, 1 << 20):
                piece = b"<a href=/y> " if begin == 1 << 30 else b""
                member.write(piece + b" " * (min(1 << 20, size - begin) - len(piece)))
            member.write(b"\r\n\r\n")
        file.write(gzip.compress(crawl.record(b"http://b.example/", b"<a href=z>")))
    found = run(local, [tmp_path / "x.warc.gz"], tmp_path / "out", "--memory=16M", "--split=100k")
    assert {row[14] for row in found["reference"]} == {b"http://a.example/x", b"http://large.example/y", b"http://b.example/z"}
    assert [row[7] for row in found["document"] if row[1] == b"2.1"] == [size]
