# SPDX-License-Identifier: MIT
"""A standalone cluster on this machine: a master and two workers, each a process that the tests start and stop."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading

import pyspark
from pyspark.sql import SparkSession

HOST = "127.0.0.1"
LIMIT = 300  # seconds, for every wait
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # otherwise half of the time goes to compilers, for short tests
SPARK_HOME = pathlib.Path(pyspark.__file__).parent
# The same for each session; the first also starts the driver's Java.
SETTINGS = {
    "spark.driver.bindAddress": HOST,
    "spark.driver.host": HOST,
    "spark.driver.extraJavaOptions": JAVA,
    "spark.driver.memory": "1g",
    "spark.sql.parquet.compression.codec": "zstd",  # Spark's snappy does not load where Debian's musl is installed
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}

# On the cluster, the first task waits for both workers.
EXECUTORS = {
    "spark.cores.max": "2",
    "spark.executor.extraJavaOptions": JAVA,
    "spark.executor.memory": "512m",
    "spark.scheduler.maxRegisteredResourcesWaitingTime": f"{LIMIT}s",
    "spark.scheduler.minRegisteredResourcesRatio": "1",
}


def environment(folder):
    """The environment of every process of Spark; temporary files are in the folder."""
    java = os.environ.get("JAVA_HOME") or pathlib.Path(shutil.which("java")).resolve().parents[1]
    return {**os.environ, "JAVA_HOME": str(java), "SPARK_HOME": str(SPARK_HOME), "SPARK_LOCAL_IP": HOST,
            "SPARK_LOCAL_DIRS": str(folder), "SPARK_DAEMON_JAVA_OPTS": JAVA, "SPARK_DAEMON_MEMORY": "256m", "PYSPARK_PYTHON": sys.executable}


def session(master, folder, settings):
    """Starts a session, after the end of the one before, since a process has at most one."""
    before = SparkSession.getActiveSession()
    if before:
        before.stop()
    builder = SparkSession.builder.master(master).appName("check-spark")
    for name, value in {**SETTINGS, "spark.sql.warehouse.dir": str(folder / "warehouse"), **settings}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def end_driver():
    """Ends the driver's Java, which survives if its start is interrupted."""
    for children in pathlib.Path("/proc/self/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            if b"java" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[0]:
                os.kill(child, signal.SIGTERM)


class Process:
    """A process in a group of its own, with its children, and the lines that it printed."""

    def __init__(self, command, variables):
        self.lines, self.ended, self.changed = [], False, threading.Condition()
        self.popen = subprocess.Popen(command, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.popen.stdout:
            with self.changed:
                self.lines.append(line)
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def wait_for(self, pattern, count=1):
        """Waits for `count` lines with the pattern, and returns the match of the last."""
        def found():
            return [match for match in map(re.compile(pattern).search, self.lines) if match]
        with self.changed:
            self.changed.wait_for(lambda: self.ended or len(found()) >= count, LIMIT)
            matches = found()
        assert len(matches) >= count, f"{self.popen.args} did not print {pattern!r} {count} times:\n{''.join(self.lines[-40:])}"
        return matches[count - 1]

    def end(self, number):
        """Sends a signal to the process and its children, and waits for its end."""
        try:
            os.killpg(self.popen.pid, number)
            self.popen.wait(LIMIT)
        except ProcessLookupError:
            self.popen.wait(LIMIT)

    def kill(self):
        """Ends a worker and its executors as the loss of their machine would."""
        self.end(signal.SIGKILL)


class Cluster:
    """A master and workers, each with one core and 1 GB. `url` is for spark.master, `environment` for other processes."""

    def __init__(self, folder):
        self.folder, self.started, self.settings = folder, [], None
        self.environment = environment(folder)
        self.master = self._start("org.apache.spark.deploy.master.Master", "--port", "0", SPARK_MASTER_OPTS="-Dspark.master.rest.enabled=false")
        try:
            self.url = self.master.wait_for(r"Starting Spark master at (spark://\S+)")[1]
            self.add_workers(2)
        except BaseException:
            self.stop()
            raise

    def _start(self, name, *arguments, **variables):
        return Process([SPARK_HOME / "bin" / "spark-class", name, "--host", HOST, "--webui-port", "0", *arguments], {**self.environment, **variables})

    @property
    def workers(self):
        """The workers that live."""
        return [worker for worker in self.started if worker.popen.poll() is None]

    def add_workers(self, count):
        """Starts workers, and waits until the master knows them."""
        for _ in range(count):
            self.started.append(self._start("org.apache.spark.deploy.worker.Worker", "-c", "1", "-m", "1g", "-d", str(self.folder), self.url))
        self.master.wait_for("Registering worker ", len(self.started))

    def session(self, python=sys.executable, **settings):
        """Returns the session whose workers run `python`, and which has other settings besides; "_" in a name is a "."."""
        wanted = {name.replace("_", "."): value for name, value in settings.items()} | {"python": python}
        if self.settings != wanted or not SparkSession.getActiveSession():
            os.environ["PYSPARK_PYTHON"] = str(python)
            self.settings = wanted
            session(self.url, self.folder, {**EXECUTORS, **{name: value for name, value in wanted.items() if name != "python"}})
        return SparkSession.getActiveSession()

    def end_session(self):
        """Frees the cores for another process."""
        if SparkSession.getActiveSession():
            SparkSession.getActiveSession().stop()

    def stop(self):
        """Ends every process."""
        for process in [*self.started, self.master]:
            process.end(signal.SIGTERM)
