# SPDX-License-Identifier: MIT
"""A database in each of its states: while a run writes, after it was killed, on a read-only file system
(doc/database.md, "What it promises")."""
import os
import pathlib
import re
import signal
import sqlite3
import struct
import subprocess
import sys
import time
import unittest

from support import ROOT, URIEL, HarvestTest
from test_database import corpus

ANSWERS = ((), ("--json",), ("--list=broken",), ("--list=external",), ("--list=duplicates",), ("--list=insecure",),
           ("--by=site",), ("--by=document",), ("--report=-",))
QUERIES = re.findall(r"^### \d+\. .*?^```sql\n(.*?)^```", (ROOT / "doc" / "database.md").read_text(), re.M | re.S)
RAW = re.compile("constraint failed|readonly database|malformed|unable to open|no such table|disk I/O|database is|SQL")

# Leaves a transaction of the plain kind as a process does that is killed within it: some of it is in the file.
HALF = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 2")
connection.execute("BEGIN IMMEDIATE")
connection.execute(f"PRAGMA application_id = {0x7572696c}")
connection.execute("PRAGMA user_version = 2")
connection.execute("CREATE TABLE extra(x)")
for i in range(2000):
    connection.execute("INSERT INTO extra VALUES(?)", ("x" * 1000,))
os._exit(0)
"""

# A journal's header (SQLite's file format, 3): no page was there before, pages have 4096 bytes.
JOURNAL = struct.pack(">8s5I484x", bytes.fromhex("d9d505f920a163d7"), 0, 1, 0, 512, 4096)


class StateTest(HarvestTest):
    def setUp(self):
        super().setUp()
        self.processes = []
        self.addCleanup(self.end)

    def end(self):
        for process in self.processes:
            process.kill()
            process.communicate()

    def hold(self):
        """Starts a run, which writes most documents and waits for its standard input."""
        process = subprocess.Popen([URIEL, "harvest", "-q", "--jobs=1", "-o", self.db, self.folder, "-"], stdin=subprocess.PIPE)
        self.processes.append(process)
        while self.written() < 512:
            self.assertIsNone(process.poll())
            time.sleep(0.005)
        return process

    def written(self):
        """The number of documents that other processes see."""
        try:
            return self.query("SELECT count(*) FROM document")[0][0] if self.db.exists() else 0
        except sqlite3.OperationalError:
            return 0

    def half(self):
        subprocess.run([sys.executable, "-c", HALF, self.db], check=True)
        self.assertGreater(self.place.joinpath("test.db-journal").stat().st_size, 0)

    def ask(self, *arguments, status=0, **how):
        return self.run_uriel("-o", self.db, *arguments, status=status, **how)

    def assert_message(self, result, word):
        self.assertIn(word, result.err)
        self.assertTrue(result.err.startswith("uriel: "), result.err)
        self.assertNotRegex(result.err, RAW)



class Unfinished(StateTest):
    def steps(self, sql):
        """The work of a query, in thousands of SQLite's instructions."""
        count = 0

        def step():
            nonlocal count
            count += 1
            if count > 100000:
                return 1
            return 0
        connection = sqlite3.connect(self.db)
        connection.set_progress_handler(step, 1000)
        try:
            connection.execute(sql).fetchall()
        finally:
            connection.close()
        return count

    def test_queries_are_as_quick_as_in_the_end(self):
        """Counts instructions, because time depends on the load of the machine."""
        corpus(self, 600)
        process = self.hold()
        running = [self.steps(sql) for sql in QUERIES]
        process.kill()
        process.wait()
        killed = [self.steps(sql) for sql in QUERIES]
        self.harvest("--quiet")
        finished = [self.steps(sql) for sql in QUERIES]
        for name, steps in (("running", running), ("killed", killed)):
            for number, (before, after) in enumerate(zip(steps, finished), 1):
                self.assertLess(before, 10 * after + 200, (name, number))

    def test_answers_while_a_run_writes(self):
        corpus(self, 600)
        process = self.hold()
        for arguments in ANSWERS:
            self.ask(*arguments, status=int("--list=broken" in arguments))
        self.assertEqual(process.poll(), None)
        process.communicate(b"http://end.example/")
        self.assertEqual(process.returncode, 0)
        self.dump()

    def test_answers_after_a_kill(self):
        """Each query is the first to open the database."""
        corpus(self, 600)
        for arguments in ANSWERS:
            process = self.hold()
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.ask(*arguments, status=int("--list=broken" in arguments))
            self.assertGreaterEqual(self.written(), 512)
        self.harvest("--quiet", "-", str(self.folder), input=b"")
        self.dump()

    def test_killed_in_the_first_transaction(self):
        """A journal, and a file that is not a database yet: there is nothing to query, and a run begins."""
        self.harvest("--quiet")
        half = self.db.read_bytes()[:2 * 4096]
        for arguments in ANSWERS:
            self.db.write_bytes(half)
            self.place.joinpath("test.db-journal").write_bytes(JOURNAL)
            self.assert_message(self.ask(*arguments, status=3), "it is empty")
        self.db.write_bytes(half)
        self.place.joinpath("test.db-journal").write_bytes(JOURNAL)
        self.write("a.html", "<a href=http://a.example/>")
        self.harvest("--quiet")
        self.assertEqual(self.references(), ["http://a.example/"])
        self.dump()

    def test_journal_of_another_program(self):
        self.write("a.html", "<a href=http://a.example/>")
        for arguments in ANSWERS:
            self.db.unlink(missing_ok=True)
            self.harvest("--quiet")
            self.half()
            self.ask(*arguments)
            self.assertEqual(self.query("SELECT count(*) FROM sqlite_master WHERE name = 'extra'"), [(0,)])

    def test_no_index(self):
        """An older program left the database unfinished: the message suggests a remedy, and a run repairs it."""
        corpus(self, 10)
        self.harvest("--quiet")
        expected = {row for row in self.query("SELECT name FROM sqlite_master WHERE type = 'index'")}
        connection = sqlite3.connect(self.db)
        connection.execute("DROP INDEX reference_identifier")
        connection.execute("DROP INDEX error_reference")
        connection.close()
        for arguments in ANSWERS:
            self.assert_message(self.ask(*arguments, status=3), "did not finish")
        self.harvest("--quiet")
        self.assertEqual({row for row in self.query("SELECT name FROM sqlite_master WHERE type = 'index'")}, expected)

    def test_tables_of_another_program(self):
        connection = sqlite3.connect(self.db)
        for sql in ("PRAGMA application_id = 1970432364", "PRAGMA user_version = 2", "CREATE TABLE other(x)"):
            connection.execute(sql)
        connection.close()
        for arguments in ANSWERS:
            self.assertNotRegex(self.ask(*arguments, status=3).err, RAW)
        self.assert_message(self.harvest(status=3), "another program changed")

    def test_rows_of_another_program(self):
        """A run finds that it cannot add its own."""
        self.write("a.html", "<a href=http://a.example/>")
        self.harvest("--quiet")
        connection = sqlite3.connect(self.db)
        connection.execute("CREATE UNIQUE INDEX mine ON reference(line)")
        connection.close()
        self.write("b.html", "<a href=http://b.example/>")
        self.assert_message(self.harvest(status=3), "another program changed it")

    def test_rows_that_another_program_refuses(self):
        self.write("a.html", "<a href=http://a.example/>")
        self.harvest("--quiet")
        connection = sqlite3.connect(self.db)
        connection.execute("CREATE TRIGGER mine BEFORE INSERT ON reference BEGIN SELECT RAISE(IGNORE); END")
        connection.close()
        self.write("b.html", "<a href=http://b.example/>")
        self.assert_message(self.harvest(status=3), "another program changed it")


class Places(StateTest):
    """If nothing can be written."""

    def mount(self):
        mount = self.place / "mount"
        mount.mkdir()
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=30m", "none", str(mount)],
                                               capture_output=True).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", str(mount)])
        self.db = mount / "test.db"
        return mount

    def protect(self, mount):
        subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)

    def test_finished_database_on_a_read_only_medium(self):
        corpus(self, 20)
        mount = self.mount()
        self.harvest("--quiet")
        self.protect(mount)
        for arguments in ANSWERS:
            self.ask(*arguments, status=int("--list=broken" in arguments))
        self.assert_message(self.harvest(status=3), "Read-only file system")

    def test_left_with_a_log_that_is_empty(self):
        """After a kill, sqlite3 leaves a database that it has read in WAL mode, but without a log."""
        corpus(self, 600)
        mount = self.mount()
        process = self.hold()
        process.kill()
        process.wait()
        self.query("SELECT count(*) FROM document")
        self.assertFalse(self.db.with_name("test.db-wal").exists())
        self.protect(mount)
        for arguments in ANSWERS:
            self.ask(*arguments, status=int("--list=broken" in arguments))

    def test_killed_database_on_a_read_only_medium(self):
        """A part of the database is in the log: all of it is read, or the message suggests a remedy."""
        corpus(self, 600)
        mount = self.mount()
        process = self.hold()
        process.kill()
        process.wait()
        self.db.with_name("test.db-shm").unlink()
        self.protect(mount)
        for arguments in ANSWERS:
            result = self.ask(*arguments, status=None)
            self.assertIn(result.status, (0, 1, 3))
            if result.status == 3:
                self.assert_message(result, "cannot be")

    def test_folder_without_permission(self):
        """The database can be written, and its log cannot be made beside it."""
        if os.geteuid() != 0:
            self.skipTest("another user is needed")
        self.write("a.html", "<a href=http://a.example/>")
        self.harvest("--quiet")
        for path in (self.place, self.folder, self.folder / "a.html", self.db):
            path.chmod(0o777 if path == self.db else 0o755)
        program = self.place / "uriel"
        for name in ("", "-harvest"):
            copy = self.place / f"uriel{name}"
            copy.write_bytes(pathlib.Path(URIEL + name).read_bytes())
            copy.chmod(0o755)
        result = self.run_uriel("-o", self.db, self.folder, status=3, program=program, before=lambda: os.setuid(65534))
        self.assert_message(result, "test.db: ")
        self.assertRegex(result.err, "permi")
        self.run_uriel("-o", self.db, program=program, before=lambda: os.setuid(65534))


if __name__ == "__main__":
    unittest.main()
