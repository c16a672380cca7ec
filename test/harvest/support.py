# SPDX-License-Identifier: MIT
"""Shared by the tests of harvest: a temporary folder, running the program, and reading the database."""
import functools
import itertools
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "test"))
from terminal import open_terminal, read_terminal  # noqa: E402 (for other tests as well)

URIEL = os.environ.get("URIEL", str(ROOT / "build" / "uriel"))
FAULTY = os.environ.get("URIEL_FAULTY", str(ROOT / "build" / "test" / "uriel_faulty"))
PARSER = os.environ.get("URIEL_PARSER_PROGRAM", str(ROOT / "build" / "test" / "uriel_parser"))
TIMEOUT = 300
# A file system in memory, where a run that syncs takes no time; None is where temporary files go otherwise.
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK) else None
LAUNCHER = """
import os, resource, sys
status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, usage.ru_maxrss, usage.ru_utime + usage.ru_stime)
"""


@functools.lru_cache
def is_sanitized():
    """Whether the program was built with AddressSanitizer, which takes additional memory and time."""
    return b"__asan_init" in pathlib.Path(URIEL).read_bytes()


def sample(things, every):
    """All items; only every n-th if the program is sanitized, because it then takes 20 times as long to start."""
    return things[::every] if is_sanitized() else things


class Result:
    def __init__(self, status, out, err):
        self.status = status
        self.out = out.decode("utf-8", "surrogateescape")
        self.err = err.decode("utf-8", "surrogateescape")
        self.kilobytes = 0
        self.seconds = 0

    @property
    def json(self):
        return json.loads(self.out)


class HarvestTest(unittest.TestCase):
    """A test case with its own folder `self.folder` and its own database `self.db`."""

    maxDiff = None

    def setUp(self):
        self.place = self.make_place(MEMORY)
        self.folder = self.place / "documents"
        self.folder.mkdir()
        self.db = self.place / "test.db"

    def make_place(self, where):
        place = pathlib.Path(os.path.realpath(tempfile.mkdtemp(prefix="uriel-harvest-", dir=where)))
        self.addCleanup(shutil.rmtree, place, ignore_errors=True)
        return place

    def write(self, name, data):
        """Makes a document; `name` may contain slashes. Returns its path."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def run_uriel(self, *arguments, status=0, input=b"", program=URIEL, env=None, before=None, cwd=None, subcommand="harvest"):
        """Runs `uriel harvest ARGUMENTS`; fails unless it exits with `status` (None: any status except a signal)."""
        plain = {key: value for key, value in os.environ.items() if key not in ("URIEL_FAIL", "URIEL_PIECE")}
        plain.update(env or {})
        process = subprocess.Popen([program, subcommand, *map(str, arguments)], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=plain, preexec_fn=before, cwd=cwd)
        try:
            out, err = process.communicate(input, TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f"no end within {TIMEOUT} s: uriel harvest {arguments}")
        result = Result(process.returncode, out, err)
        if status is None:
            self.assertGreaterEqual(result.status, 0, result.err)
        else:
            self.assertEqual(result.status, status, result.err)
        return result

    def harvest(self, *arguments, **how):
        """Harvests the folder (or what `arguments` name after options) into the database."""
        operands = [argument for argument in map(str, arguments) if not argument.startswith("--")]
        options = [argument for argument in map(str, arguments) if argument.startswith("--")]
        return self.run_uriel("-o", self.db, *options, *(operands or [self.folder]), **how)

    def measure(self, *arguments, status=0):
        """Runs `uriel harvest ARGUMENTS` and puts its peak of memory, in KiB, and its processor time into the result.

        Starts it from a small process, because a process begins with the peak of its parent."""
        done = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, URIEL, "harvest", *map(str, arguments)],
                              capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        ended, kilobytes, seconds = done.stdout.split()[-3:]
        self.assertEqual(int(ended), status, done.stderr)
        result = Result(int(ended), b"", done.stderr)
        result.kilobytes, result.seconds = int(kilobytes), float(seconds)
        return result

    def query(self, sql, *values, db=None):
        connection = sqlite3.connect(db or self.db)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def dump(self, db=None):
        """The content of the database, as SQL. Asserts that the database is one plain file."""
        db = db or self.db
        self.assertEqual([path.name for path in db.parent.glob(db.name + "-*")], [])
        connection = sqlite3.connect(db)
        try:
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            self.assertEqual(connection.execute("PRAGMA foreign_key_check").fetchall(), [])
            self.assertEqual(connection.execute("PRAGMA application_id").fetchone(), (0x7572696C,))
            return "\n".join(connection.iterdump())
        finally:
            connection.close()

    def assert_same(self, dump, expected, what=""):
        """Asserts that two dumps are equal; prints only the first line that differs."""
        if dump == expected:
            return
        for ours, theirs in itertools.zip_longest(dump.split("\n"), expected.split("\n")):
            if ours != theirs:
                self.fail(f"{what}: {ours!r}\nis not {theirs!r}")

    def references(self, columns="raw", where="1", db=None):
        """Columns of the references in order; one column gives a plain list."""
        rows = self.query(f"SELECT {columns} FROM reference WHERE {where} ORDER BY document_id, ordinal", db=db)
        return [row[0] for row in rows] if "," not in columns else rows

    def html(self, text, columns="raw", name="page.html", *arguments):
        """The references of one HTML document, harvested again."""
        self.write(name, text)
        self.db.unlink(missing_ok=True)
        self.harvest(*arguments)
        return self.references(columns)
