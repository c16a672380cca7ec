# SPDX-License-Identifier: MIT
"""Several runs into one database: one owns it, the others are refused or wait (doc/database.md, "One run at a time")."""
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import time
import unittest

from support import FAULTY, URIEL, HarvestTest, sample
from test_database import corpus

MESSAGE = "From a@b.example Thu Jan  1 00:00:00 1970\nSubject: {0}\nContent-Type: text/html\n\n" \
          "<a href='http://h{1}.example/{0}'><a href='x[{0}'>\n\n"


class Writers(HarvestTest):
    """Runs that the test starts, pauses at a known point, and ends."""

    def start(self, *arguments, db=None, **how):
        process = subprocess.Popen([URIEL, "harvest", "-q", "-o", str(db or self.db), *map(str, arguments)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def end(self, process):
        """The run's status and output."""
        _, err = process.communicate(timeout=300)
        return process.returncode, err.decode()

    def holder(self, *arguments, db=None):
        """A run that owns the database until its standard input ends."""
        db = db or self.db
        process = self.start("--jobs=1", *arguments, "-", db=db, stdin=subprocess.PIPE)
        while not all(pathlib.Path(f"{os.path.realpath(db)}{suffix}").exists() for suffix in ("-wal", "-shm")):
            self.assertIsNone(process.poll(), process.poll() and process.stderr.read())
            time.sleep(0.001)
        return process

    def release(self, process, text=b"http://held.example/"):
        _, err = process.communicate(text, timeout=300)
        return process.returncode, err.decode()

    def remove(self):
        for path in self.place.glob("test.db*"):
            path.unlink()


class Owner(Writers):
    def setUp(self):
        super().setUp()
        self.page = self.write("a.html", '<a href="http://a.example/"><a href="x[">')

    def assert_refused(self, process, db=None):
        """Rejected immediately, without changes."""
        result = self.run_uriel("-o", db or self.db, self.page, status=3)
        self.assertIn(f"process {process.pid} is writing to it", result.err)
        self.assertIn("--wait", result.err)
        self.assertEqual((result.out, result.err.count("\n")), ("", 1))

    def test_second_run_is_refused(self):
        process = self.holder()
        self.assert_refused(process)
        self.assertEqual(self.release(process), (0, ""))
        self.assertEqual(self.query("SELECT path FROM document"), [("-",)])
        self.run_uriel("-o", self.db, self.page)

    def test_the_lock_is_the_file_s(self):
        """A symbolic link, a hard link and a new name lead to the same file."""
        soft, hard, folder = self.place / "soft.db", self.place / "hard.db", self.place / "folder"
        self.run_uriel("-q", "-o", self.db, self.page)
        soft.symlink_to("test.db")
        os.link(self.db, hard)
        folder.symlink_to(".")
        process = self.holder()
        for name in (soft, hard, folder / "test.db"):
            self.assert_refused(process, name)
        moved = self.place / "moved.db"
        self.db.rename(moved)
        self.assert_refused(process, moved)
        moved.rename(self.db)
        self.assertEqual(self.release(process), (0, ""))

    def test_another_database_is_free(self):
        process = self.holder()
        self.run_uriel("-q", "-o", self.place / "other.db", self.page)
        self.assertEqual(self.release(process), (0, ""))

    def test_the_lock_dies_with_the_process(self):
        process = self.holder()
        process.kill()
        process.wait()
        self.run_uriel("-q", "-o", self.db, self.page)
        self.assertEqual(self.query("SELECT path FROM document"), [(str(self.page),)])

    def test_a_stopped_process_keeps_it(self):
        process = self.holder()
        process.send_signal(signal.SIGSTOP)
        self.assert_refused(process)
        process.send_signal(signal.SIGCONT)
        self.assertEqual(self.release(process), (0, ""))

    def test_reading_does_not_end_it(self):
        """Whatever other processes open and close, and whatever is in the folder that the owner reads."""
        for name in ("one", "two"):
            self.write(f"{name}.html", "<a href=http://b.example/>")
        self.run_uriel("-q", "-o", self.db, self.page)
        os.link(self.db, self.folder / "link.html")
        process = self.holder(self.folder)
        for _ in range(3):
            self.run_uriel("-o", self.db)
            self.run_uriel("-o", self.db, "--by=site")
            self.query("SELECT count(*) FROM reference")
            self.assert_refused(process)
        self.assertEqual(self.release(process), (0, ""))

    def test_wait(self):
        """Waits until the owner has ended."""
        process = self.holder()
        waiting = self.start("--wait", self.page)
        self.assertRaises(subprocess.TimeoutExpired, waiting.wait, 0.2)
        self.assertEqual(self.release(process), (0, ""))
        self.assertEqual(self.end(waiting), (0, ""))
        self.assertEqual(self.query("SELECT path FROM document ORDER BY id"), [("-",), (str(self.page),)])

    def test_wait_until_the_owner_is_killed(self):
        process = self.holder()
        waiting = self.start("--wait=100000", self.page)
        process.kill()
        self.assertEqual(self.end(waiting), (0, ""))

    def test_wait_is_told(self):
        process = self.holder()
        waiting = subprocess.Popen([URIEL, "harvest", "-o", str(self.db), "--wait", str(self.page)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(waiting.communicate)
        self.addCleanup(waiting.kill)
        self.assertRegex(waiting.stderr.readline().decode(), rf"^uriel: waiting: .*test\.db: process {process.pid} is writing to it\n$")
        self.release(process)
        self.assertEqual(waiting.wait(), 0)

    def test_wait_is_over(self):
        process = self.holder()
        for seconds in (0, 1):
            begin = time.monotonic()
            self.assertIn(f"process {process.pid}", self.run_uriel("-q", "-o", self.db, f"--wait={seconds}", self.page, status=3).err)
            self.assertGreaterEqual(time.monotonic() - begin, seconds)
        self.release(process)

    def test_wait_is_stopped(self):
        process = self.holder()
        waiting = subprocess.Popen([URIEL, "harvest", "-o", str(self.db), "--wait", str(self.page)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(waiting.communicate)
        self.addCleanup(waiting.kill)
        waiting.stderr.readline()
        waiting.send_signal(signal.SIGTERM)
        self.assertEqual(waiting.wait(60), 143)
        self.release(process)

    def test_file_system_without_locks(self):
        """It is refused, with advice; an unknown file system is accepted."""
        if not pathlib.Path(FAULTY).exists():
            self.skipTest("the program with failing calls is not built")
        result = self.run_uriel("-o", self.db, self.page, status=3, program=FAULTY, env={"URIEL_FAIL": "lock:1"})
        self.assertIn("test.db: the file cannot be locked (No locks available)", result.err)
        self.assertIn("put the database on a file system that has locks", result.err)
        self.run_uriel("-q", "-o", self.db, self.page, program=FAULTY, env={"URIEL_FAIL": "lock:2"})

    def test_usage(self):
        for value in ("x", "-1", "1.5", "1s", "9" * 30):
            self.run_uriel("-o", self.db, f"--wait={value}", self.page, status=2)
        self.run_uriel("-o", self.db, "--wait", status=2)
        self.assertFalse(self.db.exists())

    def test_who_reads_is_not_kept_out(self):
        """A reader has the database while it is written, and does not own it."""
        process = self.holder(self.page)
        for arguments in ((), ("--list=external",), ("--by=site",), ("--json",), ("--report=-",)):
            self.run_uriel("-o", self.db, *arguments)
        self.query("SELECT count(*) FROM document")
        self.assertEqual(self.release(process), (0, ""))


class Gone(Writers):
    """A database that is moved, removed or replaced during a run: the run reports it."""

    def setUp(self):
        super().setUp()
        self.page = self.write("a.html", '<a href="http://a.example/">')

    def gone(self, change):
        process = self.holder(self.page)
        change()
        status, err = self.release(process)
        self.assertEqual(status, 3)
        self.assertIn("test.db: it was moved, removed or replaced", err)
        self.assertNotIn("continues from there", err)
        self.remove()

    def replace(self, data):
        other = self.place / "replacement"
        other.write_bytes(data)
        other.rename(self.db)

    def test_removed(self):
        self.gone(self.db.unlink)
        self.gone(self.remove)

    def test_moved(self):
        self.gone(lambda: self.db.rename(self.place / "elsewhere.db"))

    def test_replaced(self):
        self.gone(lambda: self.replace(b""))
        self.run_uriel("-q", "-o", self.place / "other.db", self.page)
        data = (self.place / "other.db").read_bytes()
        self.gone(lambda: self.replace(data))

    def test_new_one_beside_the_shared_memory_of_the_old(self):
        """SQLite would mix both, so the new run is refused as long as the old database exists."""
        process = self.holder(self.page)
        self.db.unlink()
        err = self.run_uriel("-q", "-o", self.db, self.page, status=3).err
        self.assertIn(f"process {process.pid} uses a database that had this name and was removed", err)
        self.assertEqual(self.release(process)[0], 3)
        self.run_uriel("-q", "-o", self.db, self.page)
        self.assertEqual(self.query("SELECT path FROM document"), [(str(self.page),)])

    def test_the_old_run_leaves_the_new_one_alone(self):
        process = self.holder(self.page)
        self.remove()
        new = self.holder(self.page)
        self.assertEqual(self.release(process)[0], 3)
        self.assertEqual(self.release(new), (0, ""))
        self.assertEqual(self.query("SELECT path FROM document ORDER BY id"), [(str(self.page),), ("-",)])
        self.dump()

    def test_log_under_another_name(self):
        """Continues from a killed run under its original name."""
        process = self.holder(self.page)
        process.kill()
        process.wait()
        other = self.place / "other.db"
        os.link(self.db, other)
        for arguments in (("-o", other, self.page), ("-o", other)):
            self.assertIn("another name (a hard link)", self.run_uriel(*arguments, status=3).err)
        self.run_uriel("-q", "-o", self.db, self.page)
        self.run_uriel("-q", "-o", other, self.page)


class Races(Writers):
    """Two and four runs at random offsets: the result equals one undisturbed run, or the other runs were refused."""

    def setUp(self):
        super().setUp()
        self.mbox = self.place / "a.mbox"
        self.mbox.write_text("".join(MESSAGE.format(i, i % 50) for i in range(1200)))
        corpus(self, 300)
        self.expected = {}
        for name, operands in (("mbox", [self.mbox]), ("pages", [self.folder]), ("both", [self.mbox, self.folder]),
                               ("turned", [self.folder, self.mbox])):
            begin = time.monotonic()
            self.run_uriel("-q", "-o", self.db, *operands)
            self.seconds = time.monotonic() - begin
            self.expected[self.content()] = name
            self.remove()
        self.rand = random.Random(14)

    def content(self):
        """Everything except ids, which depend on which run was first."""
        rows = self.query("SELECT d.path, d.part, d.status, d.reference_count, d.error_count, r.ordinal, r.line, r.raw, i.normal,"
                          " f.code FROM document AS d LEFT JOIN reference AS r ON r.document_id = d.id"
                          " LEFT JOIN identifier AS i ON i.id = r.identifier_id LEFT JOIN error AS f ON f.reference_id = r.id"
                          " ORDER BY d.path, d.part, r.ordinal")
        self.assertEqual(self.query("SELECT count(*) FROM document WHERE status NOT IN ('done', 'binary') OR reference_count <>"
                                    " (SELECT count(*) FROM reference WHERE document_id = document.id)"), [(0,)])
        return hash(tuple(rows))

    def race(self, operands, kill, options=()):
        """Starts runs at random offsets and kills some of them. Returns their statuses."""
        processes = []
        for operand in operands:
            processes.append(self.start(*options, operand))
            time.sleep(self.rand.random() * self.seconds / len(operands))
        for process in processes:
            if kill and self.rand.random() < 0.5:
                time.sleep(self.rand.random() * self.seconds / 4)
                process.kill()
        ended = [self.end(process) for process in processes]
        for status, err in ended:
            self.assertIn(status, (0, 3, -signal.SIGKILL), err)
            if status == 3:
                self.assertRegex(err, r"(process \d+|another process) is writing to it")
            else:
                self.assertEqual(err, "")
        return [status for status, _ in ended]

    def settle(self, statuses, operands, before=()):
        """The rows of successful runs are present; another run writes the missing ones."""
        done = {operand for operand, status in zip(operands, statuses) if status == 0} | set(before)
        paths = {path for path, in self.query("SELECT path FROM document WHERE part = ''")} if done else set()
        if self.mbox in done:
            self.assertIn(str(self.mbox), paths)
        if self.folder in done:
            self.assertEqual(len([path for path in paths if path.startswith(str(self.folder))]), 300)
        self.run_uriel("-q", "-o", self.db, self.mbox, self.folder)
        self.assertIn(self.expected.get(self.content()), ("both", "turned"))
        self.dump()
        return done

    def rounds(self, count, number, kill, options=(), resumed=False):
        for round_ in sample(range(count), 3):
            self.remove()
            before = []
            if resumed:
                before = [self.mbox]
                self.run_uriel("-q", "-o", self.db, self.mbox)
                if round_ % 2:
                    self.mbox.touch()  # it is read again, and its rows are replaced
            operands = [(self.mbox, self.folder)[(i + round_) % 2] for i in range(number)]
            statuses = self.race(operands, kill, options)
            if options and not kill:
                self.assertEqual(statuses, [0] * number)
            with self.subTest(round=round_, statuses=statuses):
                self.settle(statuses, operands, before if not round_ % 2 else ())

    def test_two_fresh(self):
        self.rounds(8, 2, False)

    def test_two_resumed(self):
        self.rounds(8, 2, False, resumed=True)

    def test_two_killed(self):
        self.rounds(12, 2, True)

    def test_two_resumed_and_killed(self):
        self.rounds(12, 2, True, resumed=True)

    def test_two_that_wait(self):
        self.rounds(4, 2, False, ("--wait",))

    def test_four_fresh(self):
        self.rounds(6, 4, False)

    def test_four_killed(self):
        self.rounds(8, 4, True)

    def test_four_resumed_and_killed(self):
        self.rounds(8, 4, True, ("--wait",), resumed=True)

    def test_four_that_wait(self):
        self.rounds(3, 4, False, ("--wait",))

    def test_the_same_moment(self):
        """Of many concurrent runs, exactly one creates the database."""
        for _ in sample(range(10), 3):
            self.remove()
            processes = [self.start(self.mbox) for _ in range(6)]
            statuses = [self.end(process) for process in processes]
            self.assertIn(0, [status for status, _ in statuses])
            for status, err in statuses:
                self.assertIn(status, (0, 3))
                if status:
                    self.assertRegex(err, "process .*is writing to it")
            self.assertEqual(self.expected.get(self.content()), "mbox")


if __name__ == "__main__":
    unittest.main()
