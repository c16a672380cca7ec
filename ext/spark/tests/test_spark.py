# SPDX-License-Identifier: MIT
"""The fixtures of the other tests: local Spark, the cluster, and the loss of a worker."""
import concurrent.futures
import os
import pathlib
import select
import subprocess
import sys

import pyarrow
import uriel_uri
from cluster import LIMIT
from pyspark import TaskContext


def test_local(local):
    assert local.range(10, numPartitions=3).selectExpr("sum(id)").collect()[0][0] == 45


def test_command():
    program = pathlib.Path(sys.prefix, "bin", "uriel-spark")
    def run(*arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60)
    assert run("--version").stdout == f"uriel-spark {uriel_uri.__version__}\n"
    assert run("--help").stdout.startswith("usage: uriel-spark ")
    assert (run().returncode, run("nothing").returncode) == (2, 2)
    assert "no job is called 'nothing'" in run("nothing").stderr


def parent_of(process):
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def worker_of(cluster, process):
    """The worker of the cluster under which a process of a task runs."""
    while process > 1:
        process = parent_of(process)
        for worker in cluster.workers:
            if worker.popen.pid == process:
                return worker
    raise AssertionError("no worker has the process")


def test_two_workers(cluster):
    """Each has a task of a stage whose tasks run at the same time."""
    def process_of_each(batches):
        for batch in batches:
            yield pyarrow.record_batch({"process": [os.getpid()] * len(batch)})
    rows = cluster.session().range(2, numPartitions=2).mapInArrow(process_of_each, "process long", barrier=True).collect()
    assert {worker_of(cluster, row.process) for row in rows} == set(cluster.workers)


def test_worker_is_lost(cluster, tmp_path):
    """A worker is killed with -9 while its task waits; the task runs again, and no row is lost."""
    started, wait = str(tmp_path / "started"), str(tmp_path / "wait")
    os.mkfifo(started)
    os.mkfifo(wait)
    def rows(batches):
        task = TaskContext.get()
        if task.partitionId() == 0 and task.attemptNumber() == 0:
            pathlib.Path(started).write_text(str(os.getpid()))
            pathlib.Path(wait).read_text()
        yield from batches
    query = cluster.session().range(1000, numPartitions=4).mapInArrow(rows, "id long")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        answer = pool.submit(query.collect)
        pipe = os.open(started, os.O_RDONLY | os.O_NONBLOCK)
        assert select.select([pipe], [], [], LIMIT)[0]
        lost = worker_of(cluster, int(os.read(pipe, 100)))
        os.close(pipe)
        lost.kill()
        cluster.add_workers(1)
        assert sorted(row.id for row in answer.result(LIMIT)) == list(range(1000))
