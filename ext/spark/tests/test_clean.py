# SPDX-License-Identifier: MIT
"""uriel-spark clean (uriel-spark(1)): the same rows as `LC_ALL=C sort IN | uriel clean`, whatever the partitions; errors, locks, restarts."""
import contextlib
import fcntl
import gzip
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time

import cluster as clusters
import pyarrow
import pyarrow.ipc
import pyarrow.parquet
import pytest
from test_spark import worker_of
from uriel_spark import _job, _lock, _worker, clean, harvest

URLS = (pathlib.Path(__file__).parents[3] / "bench" / "urls.txt").read_bytes().splitlines()[:3000]
HOSTILE = [
    b"", b" ", b"# a comment", b"no URL", b"http://h/\xff\xfe", b"http://h/%ff%FE", b"http://h/\xc3\xbc", b"http://H:80/%7ea", b"http://h/~a",
    b"<URL:http://h/~a>", b"http://h/a\0b", b"\0", b"http://[::1", b"http://h/" + b"p" * 2_000_000, b"no " * 100_000, b"http://h/?utm_source=x&a=1#f",
    b"http://h/?a=1", b"http://h/crlf\r", b"http://h/crlf", b"example.com/typed", b"mailto:a@b.example", b"http://user@h:99/", b"//h/x", b"?q",
    b"http://1.2.3.4/", b"http://a_b.example/", b"http://h/a b", b"\xef\xbb\xbfhttp://h/bom", b"\xed\xa0\x80", b"http://xn--bcher-kva.example/"]
OPTIONS = [
    ["--unique=key"], ["--unique=text", "--level=string", "--empty=reference"], ["--strip-tracking", "--strip-fragment", "--level=case"],
    ["--guess-scheme", "--comments", "--unique=site"], ["--spec=whatwg"], ["--strict", "--no-unique"]]


def lines():
    chance = random.Random(32)
    found = [*URLS, *HOSTILE, *chance.choices(URLS, k=1500), *(line.upper() for line in chance.choices(URLS, k=300))]
    chance.shuffle(found)
    return found


def program(command, texts, end=b"\n"):
    """What uriel clean says of sorted lines, and its summary."""
    texts = b"".join(text + end for text in sorted(texts))
    done = subprocess.run([clean.program(), "clean", "--arrow", "--binary", *command], input=texts, capture_output=True, check=False)
    summary = done.stderr.decode(errors="replace").strip().split("\n")[-1].removeprefix("uriel: ")
    return pyarrow.ipc.open_stream(done.stdout).read_all().to_pydict(), summary


def expected(options, texts, end=b"\n"):
    """The tables, and the summary."""
    names = "--columns=input,output,unique,site,error_code,error_offset,error_message"
    rows, summary = program([*options, names], texts, end)
    kept, _ = program(["--invalid=empty", "--no-unique", *options, names], texts, end)
    errors = zip(kept["input"], kept["error_code"], kept["error_offset"], kept["error_message"], kept["output"])
    sites = {site: rows["site"].count(site) for site in set(rows["site"])}
    keys = [key[1:-1] if re.fullmatch(rb"=[^\t]*\t", key) else key for key in rows["unique"]]  # of one function
    return {"url": sorted(zip(rows["output"], rows["input"], keys)), "site": sorted(sites.items(), key=repr),
            "error": sorted(error[:4] for error in errors if error[1] and error[4] is None)}, summary


def table(out, name):
    """The rows of a table, with exact bytes."""
    found = pyarrow.parquet.read_table(out / name)
    assert all(kind in (pyarrow.string(), pyarrow.int64()) for kind in found.schema.types)
    columns = [column.cast(pyarrow.binary()) if column.type == pyarrow.string() else column for column in found.columns]
    return sorted(zip(*(column.to_pylist() for column in columns)), key=repr if name == "site" else None)


def tables(out):
    return {name: table(out, name) for name in ("url", "site", "error")}


@pytest.fixture
def job(local, tmp_path, capfd):
    """Runs the job on the session; returns the status and the last message. job.out is OUT with its contents."""
    def run(*arguments, out=tmp_path / "out"):
        capfd.readouterr()
        status = clean.main([*map(str, arguments), str(out)])
        said = [line for line in capfd.readouterr().err.split("\n") if line.startswith("uriel")]
        run.said = said
        return status, said[-1].removeprefix("uriel-spark: ") if said else ""
    run.out = tmp_path / "out"
    return run


@contextlib.contextmanager
def spark_setting(spark, name, value):
    with _job.settings(spark, {name: value}):
        yield


def table_of(path, columns):
    """A Parquet table; not with snappy, whose library some systems lack."""
    pyarrow.parquet.write_table(pyarrow.table(columns), path, compression="zstd")
    return path


def write(path, texts):
    path.write_bytes(b"\n".join(texts) + b"\n")
    return path


# ---- The same as the program -----------------------------------------------------------------------


@pytest.mark.parametrize("partitions", (1, 2, 7))
def test_partitions(local, job, tmp_path, partitions):
    """Files of any division, one of them compressed, in a folder and by a pattern."""
    texts = lines()
    (tmp_path / "in").mkdir()
    for n in range(partitions):
        part = b"\n".join(texts[n::partitions])
        (tmp_path / "in" / f"{n}.txt").write_bytes(part)
    if partitions == 7:
        (tmp_path / "in" / "0.txt").rename(tmp_path / "in" / "0.txt.gz")
        (tmp_path / "in" / "0.txt.gz").write_bytes(gzip.compress(b"\n".join(texts[0::7])))
    with spark_setting(local, "spark.sql.files.maxPartitionBytes", str(10_000_000 // partitions ** 2)):
        status, summary = job(f"--partitions={partitions}", "--unique=host,path", tmp_path / "in" if partitions < 7 else tmp_path / "in" / "*.txt*")
    wanted, line = expected(["--unique=host,path"], texts)
    assert (status, summary) == (1, line)
    assert tables(job.out) == wanted
    assert sorted(os.listdir(job.out)) == ["error", "site", "url"]


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_options(job, tmp_path, options):
    texts = [*HOSTILE, *URLS[:500], *URLS[:20]]
    wanted, line = expected(options, texts)
    assert job(*options, write(tmp_path / "in.txt", texts)) == (1, line)
    assert tables(job.out) == wanted


def test_parquet(job, tmp_path):
    """Texts with line feeds, NUL and any bytes; NULL is an empty line. The smallest of --order survives, and NULL is larger than all."""
    texts = [*HOSTILE, *URLS[:100], b"http://h/\nx", b"http://h/a\r", b"\0http://h/a\r\n", None, None, b"http://h/1", b"HTTP://h/1",
             b"http://H/1", b"http://h/2", b"HTTP://h/2", b"http://h/3", b"HTTP://h/3"]
    order = [0.5] * (len(texts) - 7) + [3.0, 2.0, None, None, None, 1.0, 1.0]
    rows = table_of(tmp_path / "in", {"other": texts, "link": pyarrow.array(texts, pyarrow.binary()), "order by": order})
    status, summary = job("--column=link", "--order=order by", rows)
    wanted, line = expected([], [text for text in texts if text and not (b"\0" in text and b"\n" in text)], b"\0\n")  # no lines of these
    found = tables(job.out)
    inputs = {url: text for url, text, key in found["url"] if url == key}
    assert [inputs[url] for url in (b"http://h/1", b"http://h/2", b"http://h/3")] == [b"HTTP://h/1", b"HTTP://h/2", b"HTTP://h/3"]
    assert inputs[b"http://h/%0Ax"] == b"http://h/\nx" and inputs[b"http://h/a"] == b"http://h/a\r"
    assert (b"\0http://h/a\r\n", b"nul", 0, b"NUL and an end of line in one text cannot be read") in found["error"]
    assert status == 1 and summary.startswith(f"clean: {len(texts)} read, 4 empty, 0 comments, {len(found['error'])} invalid, ")


def test_column(job, tmp_path):
    """The only column of text, or "url"; a field of a struct."""
    assert job(table_of(tmp_path / "one", {"a": [1], "b": ["http://h/"]}))[0] == 0
    table_of(tmp_path / "two", {"a": ["x"], "s": [{"u": "http://g/"}]})
    assert job("--column=s.u", "--overwrite", tmp_path / "two")[0] == 0
    assert table(job.out, "url") == [(b"http://g/", b"http://g/", b"http://g/")]
    for column, words in (("c", 'no column "c"'), ("s", "not text, but struct"), ("", "no column")):
        status, message = job(f"--column={column}", "--overwrite", tmp_path / "two")
        assert status == 2 and words in message, message
    maps = pyarrow.array([[("k", 1)]], pyarrow.map_(pyarrow.string(), pyarrow.int8()))
    status, message = job("--column=a", "--order=m", "--overwrite", table_of(tmp_path / "map", {"a": ["x"], "m": maps}))
    assert status == 2 and '"m" has no order: it is map' in message
    status, message = job("--overwrite", table_of(tmp_path / "three", {"a": ["x"], "b": ["x"]}))
    assert status == 2 and "--column=NAME must name the column with the URLs: a, b" in message


def test_empty(job, tmp_path):
    """An empty file and an empty folder give empty tables."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    for name in (tmp_path / "folder", tmp_path / "file"):
        status, summary = job("--overwrite", name)
        assert (status, summary) == (0, "clean: 0 read, 0 empty, 0 comments, 0 invalid, 0 duplicates, 0 written; 0 repaired, 0 changed, 0 stripped")
        assert tables(job.out) == {"url": [], "site": [], "error": []}


def test_suffix_list(job, tmp_path):
    """The workers get the file."""
    (tmp_path / "list.dat").write_text("// ===BEGIN ICANN DOMAINS===\nb.example\n// ===END ICANN DOMAINS===\n")
    wanted, _ = expected([f"--suffix-list={tmp_path}/list.dat"], [b"http://c.a.b.example/"])
    assert wanted["site"] == [(b"a.b.example", 1)]
    assert job(f"--suffix-list={tmp_path}/list.dat", write(tmp_path / "in", [b"http://c.a.b.example/"]))[0] == 0
    assert table(job.out, "site") == wanted["site"]


# ---- Skew ------------------------------------------------------------------------------------------


def shuffled(spark, group):
    """How many records each task got from a shuffle, for each stage of a group of jobs."""
    tracker, store = spark.sparkContext.statusTracker(), spark.sparkContext._jsc.sc().statusStore()
    stages = {stage for number in tracker.getJobIdsForGroup(group) for stage in tracker.getJobInfo(number).stageIds}
    found = []
    for stage in sorted(stages):
        tasks = spark._jvm.scala.jdk.javaapi.CollectionConverters.asJava(store.taskList(stage, 0, 1000))
        counts = [task.taskMetrics().get().shuffleReadMetrics().recordsRead() for task in tasks if task.taskMetrics().isDefined()]
        if sum(counts):
            found.append(counts)
    return found


@pytest.mark.parametrize("unique", ("host", "normal"))
def test_skew(local, job, tmp_path, unique):
    """A host with a third of all rows, and a URL with a third of them: no task gets many more rows than the others. Each task that reads
    sends at most one row for each key."""
    texts = [b"http://large.example/" if n % 3 == 0 and unique == "normal" else b"http://large.example/%d" % n if n % 3 == 0 else
             b"http://h%d.example/%d" % (n % 1999, n) for n in range(60_000)]
    with spark_setting(local, "spark.sql.files.maxPartitionBytes", "150000"), \
            spark_setting(local, "spark.sql.adaptive.coalescePartitions.enabled", "false"):
        local.sparkContext.setJobGroup(unique, unique)
        assert job("--partitions=7", f"--unique={unique}", write(tmp_path / "in", texts))[0] == 0
        stages = shuffled(local, unique)
        local.sparkContext.setJobGroup("", "")
    assert max(sum(counts) for counts in stages) > 1000
    for counts in stages:
        if sum(counts) > 1000:
            assert len(counts) == 7
            assert max(counts) < 1.3 * sum(counts) / 7, counts
    if unique == "host":
        assert dict(table(job.out, "site"))[b"large.example"] == 1
        assert max(sum(counts) for counts in stages) <= 2000 * (60_000 * 30 // 150_000 + 2)


# ---- Refusals --------------------------------------------------------------------------------------


def test_usage(job, tmp_path):
    """The program checks its options, before Spark starts a job; those without a meaning in Spark are refused."""
    name = write(tmp_path / "in", [b"http://h/"])
    for options, words in ((["--level=x"], "Try"), (["--unique=hots"], "Try"), (["--wat"], "Try"), (["--spec=x"], "Try"), (["--seen=f"], "--seen"),
                           (["-j"], "Parquet"), (["--json"], "Parquet"), (["--memory=1G"], "spark.executor.memory"), (["-q"], "summary"),
                           (["--format=csv"], "text or parquet"), (["--partitions=0"], "number"), (["--column=a"], "goes with Parquet"),
                           (["--no-unique", "--unique=host"], "exclude"), (["--strict", "--spec=iri"], "Try"), (["--format=text", "--order=a"], "no columns")):
        status, message = job(*options, name)
        assert status == 2 and (words in message or words in "Try"), (options, message)
    assert clean.main([str(name)]) == 2
    assert job("--invalid=keep", name)[0] == 2
    assert job("--column=a", "--format=parquet", name)[0] == 3  # not Parquet
    status, message = job("--suffix-list=/nowhere/list", name)
    assert status == 3 and "list" in "\n".join(job.said)


def test_paths(job, tmp_path):
    status, message = job(tmp_path / "nothing")
    assert status == 3 and "nothing" in message and not job.out.exists()
    name = write(tmp_path / "in", [b"http://h/"])
    if os.geteuid():
        name.chmod(0)
        assert job(name)[0] == 3
        name.chmod(0o600)
    (tmp_path / "file").write_bytes(b"")
    assert job(name, out=tmp_path / "file" / "out")[0] == 3
    status, message = job(name, out=tmp_path / "file")
    assert status == 2 and "it is a file" in message
    assert job(tmp_path, out=tmp_path)[0] == 2
    status, message = job(tmp_path / "out" / "url", out=tmp_path / "out")
    assert status == 2 and "IN is in OUT" in message


def test_existing(job, tmp_path):
    """Finished tables are not replaced without --overwrite, and other files in OUT stay."""
    name = write(tmp_path / "in", [b"http://h/"])
    job.out.mkdir()
    (job.out / "mine").write_bytes(b"x")
    assert job(name)[0] == 0
    write(name, [b"http://g/"])
    status, message = job(name)
    assert status == 2 and "--overwrite" in message and table(job.out, "url")[0][0] == b"http://h/"
    assert job("--overwrite", name)[0] == 0
    assert table(job.out, "url")[0][0] == b"http://g/" and (job.out / "mine").read_bytes() == b"x"


# ---- Locks, restarts, processes that are killed ----------------------------------------------------


def test_lock(local, job, tmp_path):
    name = write(tmp_path / "in", [b"http://h/"])
    job.out.mkdir()
    with _lock.Lock(str(job.out), local):
        status, message = job(name)
        assert status == 3 and message == f"{job.out} is in use by process {os.getpid()} on {os.uname().nodename}"
    assert job(name)[0] == 0
    assert not (job.out / "_lock").exists()


def test_lock_of_the_dead(local, tmp_path):
    """The kernel's lock ends with the process; its file may stay."""
    holder = subprocess.Popen([sys.executable, "-c", "import fcntl, sys, time; f = open(sys.argv[1], 'w'); fcntl.flock(f, fcntl.LOCK_EX);"
                               "f.write('process 1 on it'); f.flush(); print(flush=True); time.sleep(300)", tmp_path / "_lock"], stdout=subprocess.PIPE)
    holder.stdout.readline()
    with pytest.raises(_job.Refusal, match="in use by process 1 on it"):
        _lock.Lock(str(tmp_path), local).__enter__()
    holder.kill()
    holder.communicate()
    with _lock.Lock(str(tmp_path), local):
        with open(tmp_path / "_lock", "rb") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_lock_file(local, tmp_path, monkeypatch):
    """On other file systems: a file that is touched, and can be taken after two minutes."""
    monkeypatch.setattr(_lock, "BEAT", 0.1)
    first = _lock.Lock(str(tmp_path), local, is_local=False)
    with first:
        with pytest.raises(_job.Refusal, match=f"in use by process {os.getpid()} on"):
            _lock.Lock(str(tmp_path), local, is_local=False).__enter__()
        first.check()
        first.ended.set()  # no sign of life any more
        first.beats.join()
        os.utime(tmp_path / "_lock", (0, 0))
        (tmp_path / "._lock.crc").unlink(missing_ok=True)
        with _lock.Lock(str(tmp_path), local, is_local=False):
            first.ended.clear()
            first._beat()
            with pytest.raises(_job.Refusal, match="another job took"):
                first.check()
    assert not (tmp_path / "_lock").exists()


def test_restart(job, tmp_path, monkeypatch):
    """A job that ended between two steps continues after the finished one; other options do not."""
    name, steps, write_step = write(tmp_path / "in", [b"http://h/", b"http://H/", b"no URL"]), [], clean.Tables.write

    def step(self, path, made):
        if steps is not None and path.endswith("/url"):
            raise OSError("the driver ends")
        write_step(self, path, made)
    with monkeypatch.context() as patch:
        patch.setattr(clean.Tables, "write", step)
        assert job(name)[0] == 3
    status, message = job("--strict", name)
    assert status == 2 and "unfinished job" in message
    name.write_bytes(b"")
    assert job(name) == (1, "clean: 3 read, 0 empty, 0 comments, 1 invalid, 1 duplicates, 1 written; 0 repaired, 1 changed, 0 stripped")
    assert "continues the job" in job.said[0]
    assert table(job.out, "url") == [(b"http://h/", b"http://H/", b"http://h/")]


def programs():
    """The processes of the program that workers of this test run."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (folder / "cmdline").read_bytes().startswith(clean.program().encode() + b"\0clean\0"):
                found.append(int(folder.name))
    return found


@contextlib.contextmanager
def at_program(act):
    """Calls `act` once, with a process of the program, when there is one."""
    def look():
        deadline = time.monotonic() + clusters.LIMIT
        while time.monotonic() < deadline:
            for number in programs():
                with contextlib.suppress(OSError):
                    act(number)
                    done.append(number)
                    return
            time.sleep(0.01)
    done, thread = [], threading.Thread(target=look)
    thread.start()
    yield
    thread.join()
    assert done


def test_killed_program(job, tmp_path):
    """The task fails with the reason, and no process stays."""
    name = write(tmp_path / "in", URLS * 80)

    with at_program(lambda number: os.kill(number, signal.SIGKILL)):
        status, message = job(name)
    assert (status, message) == (3, "uriel clean was killed by SIGKILL")
    deadline = time.monotonic() + clusters.LIMIT
    while programs():  # of the other task, which Spark ends
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_worker_without_the_package(job, tmp_path, monkeypatch):
    monkeypatch.setattr(clean, "on_worker", lambda module, *rest: _worker.on_worker("absent", *rest))
    status, message = job(write(tmp_path / "in", [b"http://h/"]))
    assert status == 3 and "lacks the package uriel-uri" in message


def test_lost_worker(cluster, tmp_path):
    """A worker that is killed with -9 loses no row, and none is counted twice."""
    cluster.session()
    name, out = write(tmp_path / "in", [*URLS, b"no URL"] * 60), tmp_path / "out"
    with at_program(lambda number: (worker_of(cluster, number).kill(), cluster.add_workers(1))):
        assert clean.main([str(name), str(out)]) == 1
    wanted, _ = expected([], [*URLS, b"no URL"])
    found = tables(out)
    assert found["url"] == wanted["url"] and found["site"] == wanted["site"]
    assert found["error"] == sorted(wanted["error"] * 60)


def test_killed_driver(job, tmp_path, folder):
    """A driver that is killed frees the lock; the next one continues."""
    name = write(tmp_path / "in", URLS)
    conf = folder / "conf"
    conf.mkdir(exist_ok=True)
    (conf / "spark-defaults.conf").write_text("".join(f"{key} {value}\n" for key, value in clusters.SETTINGS.items()))
    code = ("import os, sys, uriel_spark.__main__ as command, uriel_spark.clean as clean\n"
            "step = clean.Tables.write\n"
            "def write(self, path, made):\n"
            "    if path.endswith('/unique'): os.kill(os.getpid(), 9)\n"
            "    step(self, path, made)\n"
            "clean.Tables.write = write\n"
            "sys.exit(command.main(sys.argv[1:]))\n")
    driver = subprocess.run([sys.executable, "-c", code, "clean", "--master=local[1]", name, job.out], check=False, stderr=subprocess.PIPE,
                            env={**clusters.environment(folder), "SPARK_CONF_DIR": str(conf)})
    assert driver.returncode == -signal.SIGKILL, driver.stderr.decode()[-2000:]
    assert (job.out / "_lock").exists() and (job.out / "_work" / "mapped" / "_SUCCESS").exists()
    wanted, line = expected([], URLS)
    assert job(name)[1] == line
    assert tables(job.out) == wanted


def test_help(capsys):
    assert clean.main(["--help"]) == 0
    assert "uriel-spark clean [OPTION...] IN... OUT" in capsys.readouterr().out


def test_manual():
    """uriel-spark(1) has the options of the jobs, and its examples of this one are valid."""
    page = (pathlib.Path(__file__).parents[3] / "doc" / "man" / "uriel-spark.1").read_text()
    others = {name[2:] for action in harvest.parser()._actions for name in action.option_strings if name.startswith("--")}
    assert set(re.findall(r"Fl -([a-z-]+)", page.split(".Sh OPTIONS")[1])) == {*clean.OWN, *clean.PASSED, *others}
    examples = re.findall(r"(?m)^uriel-spark clean (.*)$", page.split(".Sh DESCRIPTION")[0].replace("\\-", "-"))
    assert len(examples) >= 3
    for example in examples:
        clean.Job(example.split()).check()
