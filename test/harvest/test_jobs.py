# SPDX-License-Identifier: MIT
"""Several threads read, one writes: the database is the same for any number of threads, even after a kill or a stop."""
import os
import random
import resource
import signal
import sqlite3
import subprocess
import threading
import time
import unittest

from support import FAULTY, URIEL, HarvestTest, sample
from test_database import corpus

MBOX = "From a@b.example Thu Jan  1 00:00:00 1970\nSubject: {0}\nContent-Type: text/html\n\n" \
       "<a href='http://h{0}.example/'><a href='x[{0}'>\n\n"


class Jobs(HarvestTest):
    def documents(self):
        """Small documents, some much larger than the buffer that is read ahead, nested documents, and unreadable files."""
        corpus(self, 100)
        for name in ("3/large.txt", "0.txt", "z.html"):
            self.write(name, "<!DOCTYPE html>\n" * name.endswith("html") +
                       "".join(f'<a href="http://h{i % 100}.example/{i}/{"x" * (i % 90)}">\n' for i in range(4000)))
        self.write("4/list.mbox", "".join(MBOX.format(i) for i in range(60)))
        self.write("5/one.html", '<!DOCTYPE html><a href="' + "y" * 300000 + '"><a href="z">')
        self.write("6/image.png", b"\x89PNG\r\n\x1a\n")

    def fresh(self, jobs, *arguments):
        self.remove()
        self.harvest("-q", f"--jobs={jobs}", *arguments)
        return self.dump()

    def harvest(self, *arguments, **how):
        """Options first, then operands; `-q` is one."""
        quiet = ["-q"] * ("-q" in arguments)
        return super().harvest(*(argument for argument in arguments if argument != "-q"), **how) if not quiet else \
            self.run_uriel("-q", "-o", self.db, *(argument for argument in arguments if argument != "-q"),
                           *([] if any(not str(a).startswith("-") for a in arguments) else [self.folder]), **how)

    def remove(self):
        for path in self.place.glob("test.db*"):
            path.unlink()

    def test_same_for_any_number(self):
        self.documents()
        expected = self.fresh(1)
        self.assertIn("z.html", expected)
        for jobs in sample((2, 3, 7, 64), 2):
            self.assert_same(self.fresh(jobs), expected, jobs)

    def test_operands_that_overlap(self):
        self.documents()
        operands = (self.folder / "3", self.folder, self.folder / "0.txt", self.folder / "3" / "large.txt")
        self.assert_same(self.fresh(7, *operands), self.fresh(1, *operands))

    def test_named_twice(self):
        """This is refused before the first document is written."""
        path = self.write("a.html", "<a href=x>")
        run = self.harvest("--json", "--jobs=4", path, self.folder, path).json["run"]
        self.assertEqual((run["files"], run["unchanged"], run["replaced"]), (1, 2, 0))

    def test_changed_documents(self):
        self.documents()
        dumps = []
        for jobs in (1, 7):
            self.documents()
            for path in self.folder.rglob("*.*"):
                os.utime(path, ns=(0, 0))
            self.fresh(jobs)
            for name in ("3/large.txt", "0/00007.html", "4/list.mbox"):
                os.utime(self.write(name, "<http://new.example/> " * 5), ns=(1, 1))
            counts = self.harvest("--json", f"--jobs={jobs}").json["run"]
            self.assertEqual((counts["files"], counts["replaced"]), (3, 3))
            dumps.append(self.dump())
        self.assert_same(dumps[1], dumps[0])

    def test_killed(self):
        """Runs are killed within a large file, when a part of it is in the database."""
        self.documents()
        self.write("1.txt", "".join(f"http://h.example/{i % 5000} see\n" for i in range(70000)))
        begin = time.monotonic()
        expected = self.fresh(1)
        seconds = time.monotonic() - begin
        rand = random.Random(7)
        killed = 0
        for round_ in range(30):
            if round_ >= 6 and killed > 3:  # usually; a run may end before it is killed
                break
            self.remove()
            for when in (lambda: time.sleep(rand.random() * seconds), self.wait_for_partial):
                process = subprocess.Popen([URIEL, "harvest", "-q", f"--jobs={round_ % 3 + 1}", "-o", self.db, self.folder])
                self.process = process
                when()
                process.kill()
                killed += process.wait() != 0
            self.harvest("-q", f"--jobs={3 - round_ % 3}")
            self.assert_same(self.dump(), expected, round_)
        self.assertGreater(killed, 3)

    def wait_for_partial(self):
        """Waits until a part of the large file is in the database, or the run has ended."""
        while not self.partial() and self.process.poll() is None:
            time.sleep(0.005)

    def test_stopped_within_a_file(self):
        """A long file is interrupted at the end of a batch."""
        self.write("1.txt", "".join(f"http://h.example/{i % 5000}\n" for i in range(200000)))
        expected = self.fresh(1)
        for jobs in sample((2, 1), 2):
            for _ in range(5):
                self.remove()
                if self.stop_within(jobs):
                    break
            self.assertEqual(self.query("SELECT status FROM document"), [("partial",)])
            self.assertEqual(self.harvest("--json").json["run"]["replaced"], 0)
            self.assert_same(self.dump(), expected)

    def stop_within(self, jobs):
        """Stops a run when a part of the file is in the database. Returns False if the run ended before."""
        process = subprocess.Popen([URIEL, "harvest", "-q", f"--jobs={jobs}", "-o", self.db, self.folder],
                                   stderr=subprocess.PIPE)
        self.process = process
        self.wait_for_partial()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, 143), err)
        if process.returncode == 143:
            self.assertIn(b"the same command continues from there", err)
        return process.returncode == 143 and bool(self.partial())

    def partial(self):
        try:
            return self.query("SELECT 1 FROM document WHERE status = 'partial'")
        except Exception:
            return []

    def begin(self, *arguments, **how):
        """A run that the test cleans up."""
        process = subprocess.Popen([URIEL, "harvest", "-q", "-o", self.db, *map(str, arguments)], stderr=subprocess.PIPE,
                                   **how)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for_open(self, process, path):
        """Waits until the run has a file open. Returns False if it ended first."""
        folder = f"/proc/{process.pid}/fd"
        while process.poll() is None:
            try:
                if any(os.readlink(f"{folder}/{fd}") == str(path) for fd in os.listdir(folder)):
                    return True
            except OSError:
                pass
            time.sleep(0.001)
        return False

    def assert_stops(self, process, number=signal.SIGTERM):
        """Stops soon, although reading would never end."""
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + number, err)
        self.assertIn(b"the same command continues from there", err)

    def test_stopped_after_the_walk(self):
        """Files that are listed but not yet written are left to the next run."""
        for i in range(6):
            self.write(f"{i}.txt", "".join(f"http://h.example/{k % 5000}\n" for k in range(8000)))
        expected = self.fresh(1)
        self.remove()
        process = self.begin("--jobs=2", self.folder)
        self.assertTrue(self.wait_for_open(process, self.folder / "5.txt"))
        self.assert_stops(process)
        self.assertLess(self.query("SELECT count(*) FROM document"), [(6,)])
        self.harvest("-q")
        self.assert_same(self.dump(), expected)

    def endless(self, name):
        """A text too long to read to its end, which takes no disk space."""
        path = self.write(name, "http://h.example/ see\n" + "nothing here\n" * 20000)
        os.truncate(path, 1 << 40)
        return path

    def test_stopped_within_a_file_without_references(self):
        path = self.endless("1.txt")
        for jobs, number in ((1, signal.SIGTERM), (3, signal.SIGINT)):
            self.remove()
            process = self.begin(f"--jobs={jobs}", self.folder)
            self.assertTrue(self.wait_for_open(process, path))
            self.assert_stops(process, number)
            self.assertIn(self.query("SELECT status FROM document"), ([("partial",)], []))
            self.assertEqual(self.query("SELECT count(*) FROM error"), [(0,)])
        os.truncate(path, 18)
        self.harvest("-q")
        self.assertEqual(self.references(), ["http://h.example/"])

    def test_failure_ends_the_other_readers(self):
        """The first file fills the disk while the others are read, each by a thread."""
        self.write("0.txt", "".join(f"http://h.example/{i}\n" for i in range(60000)))
        self.endless("1.txt")
        self.endless("2.txt")
        process = self.begin("--jobs=4", self.folder,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)))
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn(b"test.db", err)

    def test_temporary_file_that_does_not_fit(self):
        """Results that are not yet written are in a file beside the database, which is removed."""
        self.write("0.txt", "".join(f"http://h.example/{i}\n" for i in range(60000)))
        process = self.begin("--jobs=2", self.folder,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)))
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn(b"test.db: the temporary file beside it cannot be written: a file has reached the limit on its size", err)
        self.assertIn(b"the same command continues from there", err)
        self.assertEqual([path.name for path in self.place.glob("uriel-*")], [])
        self.harvest("-q")
        self.assertEqual(self.query("SELECT count(*) FROM reference"), [(60000,)])

    def test_stopped_while_a_pipe_is_idle(self):
        """The same whether or not another program has opened the other end; and for standard input."""
        pipe = self.place / "pipe"
        os.mkfifo(pipe)
        self.write("a.html", '<a href="http://a.example/">')
        for jobs in (1, 4):
            self.remove()
            process = self.begin(f"--jobs={jobs}", self.folder, pipe)
            self.assertTrue(self.wait_for_open(process, pipe))
            self.assert_stops(process)
            self.remove()
            process = self.begin(f"--jobs={jobs}", self.folder, pipe)
            with open(pipe, "wb", buffering=0) as writer:
                writer.write(b"http://pipe.example/\n")
                self.assert_stops(process, signal.SIGINT)
            self.remove()
            process = self.begin(f"--jobs={jobs}", self.folder, "-", stdin=subprocess.PIPE)
            while not self.place.joinpath("test.db-wal").exists():
                time.sleep(0.001)
            self.assert_stops(process)
        self.assertIn(self.query("SELECT count(*) FROM document"), ([(0,)], [(1,)]))

    def test_stop_leaves_no_old_rows_of_a_stream(self):
        """A pipe that was read before, and is stopped before its first result, is recorded as partial."""
        self.harvest("-q", "-", input=b"http://stdin.example/")
        process = self.begin("-", stdin=subprocess.PIPE)
        while not self.place.joinpath("test.db-wal").exists():
            time.sleep(0.001)
        self.assert_stops(process)
        rows = self.query("SELECT status, reference_count, (SELECT count(*) FROM reference) FROM document")
        self.assertIn(rows, ([("partial", 0, 0)], [("done", 1, 1)]))

    def test_second_signal(self):
        """A second signal, a second later, ends a run that does not stop, here because it waits for the database."""
        self.harvest("-q")
        holder = sqlite3.connect(self.db, isolation_level=None)
        self.addCleanup(holder.close)
        holder.execute("BEGIN IMMEDIATE")
        process = self.begin(self.folder)
        while not self.catches(process, signal.SIGTERM):
            time.sleep(0.001)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        time.sleep(1.05)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), -signal.SIGTERM)

    def test_document_that_does_not_end(self):
        """One signal still ends the run, and the next run reads the document."""
        self.write("a.html", '<a href="http://a.example/">')
        for jobs, number in ((1, signal.SIGTERM), (2, signal.SIGINT)):
            status = 128 + number
            while status == 128 + number:  # the signal came between opening and reading
                process = subprocess.Popen([FAULTY, "harvest", "-q", f"--jobs={jobs}", "-o", self.db, self.folder],
                                           env={**os.environ, "URIEL_FAIL": "read:1:hang"})
                self.addCleanup(process.kill)
                self.assertTrue(self.wait_for_open(process, self.folder / "a.html"))
                time.sleep(0.1)
                process.send_signal(number)
                status = process.wait(30)
            self.assertEqual(status, -number)
        self.harvest("-q")
        self.assertEqual(self.references(), ["http://a.example/"])

    def catches(self, process, number):
        with open(f"/proc/{process.pid}/status") as status:
            caught = next(line.split()[1] for line in status if line.startswith("SigCgt:"))
        return int(caught, 16) >> (number - 1) & 1

    def test_same_folders_too_deep(self):
        """If few files may be open, threads do not reduce the number for folders."""
        path = self.folder / "/".join("d" * 25)
        path.mkdir(parents=True)
        (path / "a.html").write_text("<a href=x>")
        self.write("z.html", "<a href=x>")
        dumps = []
        for jobs in (1, 2, 4, 16):
            self.remove()
            self.harvest(f"--jobs={jobs}", status=None,
                         before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)))
            dumps.append(self.dump())
            self.assert_same(dumps[-1], dumps[0], jobs)

    def test_very_many_rows_are_replaced(self):
        """More than fit in one transaction."""
        self.write("1.txt", "".join(f"http://h.example/{i % 5000}\n" for i in range(110000)))
        self.harvest("-q")
        self.write("1.txt", "http://other.example/")
        self.harvest("-q")
        self.assertEqual(self.references(), ["http://other.example/"])
        self.assertEqual(self.query("SELECT status, reference_count FROM document"), [("done", 1)])
        self.assertEqual(self.query("SELECT count(*) FROM identifier"), [(1,)])

    def test_pipe_is_read_alone(self):
        """Files that may never end are read neither ahead of others nor after them."""
        self.write("a.html", '<a href="http://a.example/">')
        pipe = self.place / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_text, args=("http://pipe.example/",))
        writer.start()
        self.harvest("-q", "--jobs=4", self.folder, pipe, "-", input=b"http://stdin.example/")
        writer.join()
        self.assertEqual(self.query("SELECT normal FROM identifier ORDER BY id"),
                         [("http://a.example/",), ("http://pipe.example/",), ("http://stdin.example/",)])

    def test_few_threads_and_files(self):
        """If threads cannot be started, or few files may be open, fewer threads run."""
        self.documents()
        expected = self.fresh(1)
        for what, limit in ((resource.RLIMIT_NOFILE, 45),):
            self.remove()
            self.harvest("-q", "--jobs=64", before=lambda: resource.setrlimit(what, (limit, limit)))
            self.assert_same(self.dump(), expected, what)


if __name__ == "__main__":
    unittest.main()
