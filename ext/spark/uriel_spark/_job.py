# SPDX-License-Identifier: MIT
"""What the jobs share: statuses, the session, files through Hadoop, and the reason of a failure in one line."""
import contextlib
import logging
import os
import re
import signal
import sys
import threading

OK, INVALID, USAGE, IO = 0, 1, 2, 3  # the exit statuses of uriel
INTERRUPTED = 128 + signal.SIGINT  # as a shell has it


class Refusal(Exception):
    """Ends a job, with a message for people."""

    def __init__(self, message, status=USAGE):
        super().__init__(message)
        self.status = status


def say(message):
    print(f"uriel-spark: {message}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def session(name, master):
    """The active session, or a new one, which ends with the job."""
    from pyspark.sql import SparkSession
    active = SparkSession.getActiveSession()
    if active:
        yield active
        return
    builder = SparkSession.builder.appName(name)
    if master:
        builder = builder.master(master)
    made = builder.config("spark.ui.showConsoleProgress", str(sys.stderr.isatty()).lower()).getOrCreate()
    context = made.sparkContext
    if "PYSPARK_PYTHON" not in os.environ and context.master.startswith("local"):
        context.pythonExec = sys.executable
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _interrupt)  # PySpark's own handler calls Java, perhaps in the middle of a call
    try:
        yield made
    finally:
        made.stop()


def _interrupt(*_):
    """Ends the job at SIGINT. What PySpark logs of calls that it cuts off is not for people."""
    logging.disable(logging.CRITICAL)
    raise KeyboardInterrupt


@contextlib.contextmanager
def settings(spark, values):
    """Settings of the session during the job."""
    before = {name: spark.conf.get(name, None) for name in values}
    for name, value in values.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                spark.conf.unset(name)
            else:
                spark.conf.set(name, value)


def reason(error):
    """The reason of a failure of Spark, in one line: the exception in the worker's Python, or the first cause in Java."""
    text, cause = str(error), getattr(error, "java_exception", None)
    while cause is not None:
        text, cause = cause.toString(), cause.getCause()
    whole = f"{text}\n{error}"
    found = re.findall(r"^(?:.*PythonException: )?((?:\w+\.)*\w+Error)(?:: (.+))?$", whole, re.MULTILINE) if "Python" in whole else ()
    if found:
        return found[-1][1] or found[-1][0]
    return text.strip().split("\n")[0] or type(error).__name__


class Files:
    """Files of every file system that Spark reads, by the names that Spark takes."""

    def __init__(self, spark):
        self._path = spark._jvm.org.apache.hadoop.fs.Path
        self._configuration = spark._jsc.hadoopConfiguration()

    def place(self, name):
        """The file system of a name, and its path."""
        path = self._path(name)
        system = path.getFileSystem(self._configuration)
        return system, system.makeQualified(path)

    def whole(self, name):
        """The name with its file system."""
        return self.place(name)[1].toString()

    def local(self, name):
        """The path of a name on this machine, or None."""
        system, path = self.place(name)
        return path.toUri().getPath() if system.getUri().getScheme() == "file" else None

    def exists(self, name):
        system, path = self.place(name)
        return system.exists(path)

    def matches(self, name):
        """Returns whether a name, or a pattern of names, is of a file or folder."""
        system, path = self.place(name)
        found = system.globStatus(path)
        return found is not None and len(found) > 0

    def make_folder(self, name):
        system, path = self.place(name)
        if system.exists(path) and not system.getFileStatus(path).isDirectory():
            raise Refusal(f"{name}: it is a file: OUT is a folder")
        system.mkdirs(path)

    def delete(self, name):
        """Deletes a file or a folder with all in it, if it exists."""
        system, path = self.place(name)
        system.delete(path, True)

    def rename(self, name, other):
        """Returns whether it was renamed: not if the other exists."""
        system, path = self.place(name)
        return system.rename(path, self._path(other))

    def modified(self, name):
        """The time of the last change, in seconds of the file system's clock."""
        system, path = self.place(name)
        return system.getFileStatus(path).getModificationTime() / 1000

    def read(self, name, most=1 << 20):
        """The first bytes of a file."""
        system, path = self.place(name)
        stream = system.open(path)
        try:
            return bytes(stream.readNBytes(most))
        finally:
            stream.close()

    def write(self, name, content, over=True):
        """Writes a file; without `over` it must not exist."""
        system, path = self.place(name)
        stream = system.create(path, over)
        try:
            stream.write(bytearray(content))
        finally:
            stream.close()
