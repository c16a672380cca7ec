# SPDX-License-Identifier: MIT
"""Several threads read, one writes: the database is the same for any number of them, also after a kill or a stop."""
import os
import random
import resource
import signal
import subprocess
import threading
import time
import unittest

from support import URIEL, HarvestTest
from test_database import corpus

MBOX = "From a@b.example Thu Jan  1 00:00:00 1970\nSubject: {0}\nContent-Type: text/html\n\n" \
       "<a href='http://h{0}.example/'><a href='x[{0}'>\n\n"


class Jobs(HarvestTest):
    def documents(self):
        """Small ones, some much larger than what is read ahead of them, documents in documents, and what cannot be read."""
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
        for jobs in (2, 3, 7, 64):
            self.assert_same(self.fresh(jobs), expected, jobs)

    def test_operands_that_overlap(self):
        self.documents()
        operands = (self.folder / "3", self.folder, self.folder / "0.txt", self.folder / "3" / "large.txt")
        self.assert_same(self.fresh(7, *operands), self.fresh(1, *operands))

    def test_named_twice(self):
        """While the first of them is still to be written."""
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
        """In particular within a large file, of which a part is in the database then."""
        self.documents()
        self.write("1.txt", "".join(f"http://h.example/{i % 5000} see\n" for i in range(60000)))
        begin = time.monotonic()
        expected = self.fresh(1)
        seconds = time.monotonic() - begin
        rand = random.Random(7)
        killed = 0
        for round_ in range(4):
            self.remove()
            for when in (lambda: time.sleep(rand.random() * seconds), self.wait_for_partial):
                process = subprocess.Popen([URIEL, "harvest", "-q", f"--jobs={round_ % 3 + 1}", "-o", self.db, self.folder])
                self.process = process
                when()
                process.kill()
                killed += process.wait() != 0
            self.harvest("-q", f"--jobs={3 - round_ % 3}")
            self.assert_same(self.dump(), expected, round_)
        self.assertGreater(killed, 2)

    def wait_for_partial(self):
        """Until a part of the large file is in the database, or the run has ended."""
        while not self.partial() and self.process.poll() is None:
            time.sleep(0.005)

    def test_stopped_within_a_file(self):
        """A file that lasts long is left where a batch of it ends."""
        self.write("1.txt", "".join(f"http://h.example/{i % 5000}\n" for i in range(130000)))
        expected = self.fresh(1)
        for jobs in (1, 2):
            for _ in range(5):
                self.remove()
                if self.stop_within(jobs):
                    break
            self.assertEqual(self.query("SELECT status FROM document"), [("partial",)])
            self.assertEqual(self.harvest("--json").json["run"]["replaced"], 0)
            self.assert_same(self.dump(), expected)

    def stop_within(self, jobs):
        """Stops a run when a part of the file is in the database. False where it ended before that was seen."""
        process = subprocess.Popen([URIEL, "harvest", "-q", f"--jobs={jobs}", "-o", self.db, self.folder],
                                   stderr=subprocess.PIPE)
        self.process = process
        self.wait_for_partial()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, 143), err)
        if process.returncode == 143:
            self.assertIn(b"the same command goes on from there", err)
        return process.returncode == 143 and bool(self.partial())

    def partial(self):
        try:
            return self.query("SELECT 1 FROM document WHERE status = 'partial'")
        except Exception:
            return []

    def test_very_many_rows_are_replaced(self):
        """More than go in one transaction."""
        self.write("1.txt", "".join(f"http://h.example/{i % 5000}\n" for i in range(110000)))
        self.harvest("-q")
        self.write("1.txt", "http://other.example/")
        self.harvest("-q")
        self.assertEqual(self.references(), ["http://other.example/"])
        self.assertEqual(self.query("SELECT status, reference_count FROM document"), [("done", 1)])
        self.assertEqual(self.query("SELECT count(*) FROM identifier"), [(1,)])

    def test_pipe_is_read_alone(self):
        """What may have no end is read neither ahead nor behind others."""
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
        """Where the system lets no thread start, or few files be open, there are fewer."""
        self.documents()
        expected = self.fresh(1)
        for what, limit in ((resource.RLIMIT_NOFILE, 45),):
            self.remove()
            self.harvest("-q", "--jobs=64", before=lambda: resource.setrlimit(what, (limit, limit)))
            self.assert_same(self.dump(), expected, what)


if __name__ == "__main__":
    unittest.main()
