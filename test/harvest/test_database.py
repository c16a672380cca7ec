# SPDX-License-Identifier: MIT
"""The database is the same for the same documents, after any interruption."""
import concurrent.futures
import os
import pathlib
import random
import resource
import signal
import sqlite3
import subprocess
import time
import unittest

from support import FAULTY, PARSER, URIEL, HarvestTest, is_sanitized, sample


def corpus(test, count, seed=1):
    """Documents with references to each other and outside, some wrong, in folders."""
    rand = random.Random(seed)
    for i in range(count):
        body = "".join(f'<a href="../{rand.randrange(count):05}.html#s{rand.randrange(9)}">'
                       f'<img src="http://h{rand.randrange(50)}.example/{rand.randrange(count)}">'
                       for _ in range(rand.randrange(1, 12)))
        test.write(f"{i % 7}/{i:05}.html", f"<!DOCTYPE html><title>{i}</title>{body}" + '<a href="a[b">' * (i % 5 == 0))


class Same(HarvestTest):
    def fresh(self, name="other.db", *arguments):
        """A dump of the folder harvested into a separate database."""
        db = self.place / name
        db.unlink(missing_ok=True)
        self.run_uriel("-q", "-o", db, *arguments, self.folder)
        return self.dump(db)

    def test_two_runs_from_nothing(self):
        corpus(self, 300)
        self.harvest()
        self.assert_same(self.dump(), self.fresh())

    def test_unchanged_documents_are_skipped(self):
        corpus(self, 300)
        self.harvest()
        before = self.dump()
        counts = self.harvest("--json").json["run"]
        self.assertEqual((counts["documents"], counts["unchanged"]), (0, 300))
        self.assert_same(self.dump(), before)

    def test_changed_document_is_replaced(self):
        self.write("a.html", '<!DOCTYPE html><a href="http://only.example/"><a href="http://both.example/">')
        self.write("b.html", '<!DOCTYPE html><a href="http://both.example/"><a href="a[">')
        self.harvest("--strict")
        self.write("a.html", '<!DOCTYPE html><a href="http://new.example/">')
        counts = self.harvest("--strict", "--json").json["run"]
        self.assertEqual((counts["documents"], counts["replaced"], counts["unchanged"]), (1, 1, 1))
        self.assertEqual(self.query("SELECT normal FROM identifier ORDER BY 1"),
                         [("http://both.example/",), ("http://new.example/",)])
        self.assertEqual(self.query("SELECT path FROM document ORDER BY id"),
                         [(f"{self.folder}/a.html",), (f"{self.folder}/b.html",)])
        self.assertEqual(self.references(), ["http://new.example/", "http://both.example/", "a["])
        self.dump()

    def test_time_alone_is_a_change(self):
        path = self.write("a.html", "<!DOCTYPE html><a href=x>")
        self.harvest()
        os.utime(path, ns=(0, 1234567890123456789))
        self.assertEqual(self.harvest("--json").json["run"]["replaced"], 1)
        self.assertEqual(self.query("SELECT mtime_ns FROM document"), [(1234567890123456789,)])

    def test_another_base_is_a_change(self):
        self.write("a.html", "<!DOCTYPE html><a href=x>")
        self.harvest()
        self.harvest("--base=http://h.example/")
        self.assertEqual(self.references("target"), ["http://h.example/x"])
        self.assertEqual(self.query("SELECT count(*) FROM identifier"), [(1,)])

    def test_document_that_becomes_binary(self):
        self.write("a.html", "<!DOCTYPE html><a href=x>")
        self.harvest()
        self.write("a.html", b"\x89PNG\r\n\x1a\n")
        self.harvest()
        self.assertEqual(self.query("SELECT kind, status, (SELECT count(*) FROM reference) FROM document"),
                         [("binary", "binary", 0)])

    def test_prune(self):
        for name in "abc":
            self.write(name + ".html", f"<!DOCTYPE html><a href=http://{name}.example/><a href='[[[[:'>")
        self.harvest("--strict")
        (self.folder / "b.html").unlink()
        self.harvest("--strict")
        self.assertEqual(self.query("SELECT count(*) FROM document"), [(3,)])
        self.assertEqual(self.harvest("--strict", "--json", "--prune").json["run"]["forgotten"], 1)
        self.assertEqual(self.query("SELECT normal FROM identifier ORDER BY 1"),
                         [("http://a.example/",), ("http://c.example/",)])
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(2,)])
        self.dump()

    def test_prune_forgets_what_is_no_longer_a_file(self):
        self.write("a.html", "x")
        self.write("b/c.html", "x")
        self.harvest()
        (self.folder / "a.html").unlink()
        (self.folder / "a.html").symlink_to("b/c.html")
        (self.folder / "b/c.html").unlink()
        (self.folder / "b").rmdir()
        self.write("b", "x")
        self.harvest("--prune")
        self.assertEqual(self.query("SELECT path FROM document"), [(f"{self.folder}/b",)])

    def test_prune_forgets_what_became_a_folder(self):
        """It also forgets the row of a folder that became a file."""
        self.write("a.html", "x")
        self.write("b.html", "x")
        self.harvest()
        (self.folder / "a.html").unlink()
        (self.folder / "a.html").mkdir()
        self.assertEqual(self.harvest("--json", "--prune").json["run"]["forgotten"], 1)
        connection = sqlite3.connect(self.db)
        connection.execute("UPDATE document SET kind = 'folder' WHERE path LIKE '%b.html'")
        connection.commit()
        connection.close()
        counts = self.run_uriel("-o", self.db, "--json", "--prune", self.folder / "a.html").json["run"]
        self.assertEqual(counts["forgotten"], 1)
        self.assertEqual(self.query("SELECT count(*) FROM document"), [(0,)])

    def test_killed_while_a_file_is_forgotten(self):
        """One with more parts than fit in one transaction: its own row is deleted last, so that the file can come back."""
        path = self.write("a.mbox", "From a@b.example Thu Jan  1 00:00:00 1970\nSubject: x\n\nhttp://a.example/\n\n" * 2)
        self.harvest()
        expected = self.dump()
        connection = sqlite3.connect(self.db)
        connection.execute("WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 100020)"
                           " INSERT INTO document(id, path, part, kind, size, mtime_ns, base_source, status,"
                           " reference_count, error_count) SELECT i, path, i, 'text', 0, 0, 'none', 'done', 0, 0 FROM n"
                           " JOIN document WHERE part = ''")
        connection.execute("CREATE TRIGGER stop BEFORE DELETE ON document WHEN (SELECT count(*) FROM (SELECT 1 FROM document"
                           " LIMIT 10)) < 10 BEGIN SELECT raise(ABORT, 'as if killed'); END")
        connection.commit()
        connection.close()
        path.rename(self.place / "kept")
        err = self.harvest("--prune", status=3).err
        self.assertIn("another program changed it", err)
        self.assertNotIn("as if killed", err)
        self.assertLess(self.query("SELECT count(*) FROM document"), [(100,)])
        self.assertEqual(self.query("SELECT status FROM document WHERE part = ''"), [("partial",)])
        self.drop_trigger()
        (self.place / "kept").rename(path)
        self.harvest()
        self.assert_same(self.dump(), expected)

    def drop_trigger(self):
        connection = sqlite3.connect(self.db)
        connection.execute("DROP TRIGGER stop")
        connection.commit()
        connection.close()

    def test_standard_input_is_read_each_time_and_never_pruned(self):
        self.harvest("-", input=b"http://a.example/")
        self.assertEqual(self.query("SELECT path, base, base_source FROM document"), [("-", None, "none")])
        self.harvest("--prune", "-", input=b"http://b.example/")
        self.assertEqual(self.references(), ["http://b.example/"])
        self.assertEqual(self.query("SELECT normal FROM identifier"), [("http://b.example/",)])


class Killed(HarvestTest):
    """SIGKILL at random moments, many times, then one run to the end."""

    DOCUMENTS = 300 if is_sanitized() else 2500
    KILLS = 6  # in each round

    def kill(self, rand, seconds):
        """Starts a run and kills it after a random time. Returns False if it had already ended."""
        process = subprocess.Popen([URIEL, "harvest", "-q", "-o", str(self.db), str(self.folder)])
        time.sleep(rand.random() * seconds)
        process.kill()
        status = process.wait()
        self.assertIn(status, (0, -signal.SIGKILL))
        if status == 0:  # the machine is faster now than when the run's time was measured
            self.seconds *= 0.8
        return status != 0

    def rounds(self, prepare=None):
        """Several kills in succession, then a complete run: from early to late in a run."""
        rand = random.Random(20)
        for round_ in sample(range(6), 3):
            self.begin_again(prepare)
            killed = tries = 0
            while tries < self.KILLS or killed < 3:
                tries += 1
                self.assertLess(tries, 100)
                if self.kill(rand, self.seconds * (round_ + 1) / 5):
                    killed += 1
                elif tries >= self.KILLS:
                    self.begin_again(prepare)
            # Each moment leaves a database that others can read.
            if self.db.exists():
                self.assertEqual(self.query("PRAGMA integrity_check"), [("ok",)])
            self.harvest()
            self.assert_same(self.dump(), self.expected, f"round {round_}")

    def begin_again(self, prepare):
        self.remove_database()
        if prepare:
            prepare()

    def remove_database(self):
        for path in self.place.glob("test.db*"):
            path.unlink()

    def test_first_run(self):
        corpus(self, self.DOCUMENTS)
        begin = time.monotonic()
        self.harvest()
        self.seconds = time.monotonic() - begin
        self.expected = self.dump()
        self.rounds()

    def test_run_that_replaces(self):
        """The run is killed while it replaces documents of a complete database."""
        corpus(self, self.DOCUMENTS)
        self.harvest()
        complete = self.db.read_bytes()
        for i in range(0, self.DOCUMENTS, 2):
            self.write(f"{i % 7}/{i:05}.html", f"<!DOCTYPE html><a href='http://new.example/{i % 100}'><a href=x>")
        begin = time.monotonic()
        self.harvest()
        self.seconds = time.monotonic() - begin
        self.expected = self.dump()
        self.rounds(lambda: self.db.write_bytes(complete))

    def test_asked_to_stop(self):
        corpus(self, self.DOCUMENTS)
        self.harvest()
        expected = self.dump()
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            self.remove_database()
            for pause in (0.01, 0.02, 0.05, 0.1):
                process = subprocess.Popen([URIEL, "harvest", "-q", "-o", str(self.db), str(self.folder)],
                                           stderr=subprocess.PIPE)
                time.sleep(pause)
                process.send_signal(number)
                _, err = process.communicate()
                if process.returncode == status:
                    self.assertIn(b"the same command continues from there", err)
                else:  # before it was ready for the signal, or after its end
                    self.assertIn(process.returncode, (0, -number))
            self.harvest()
            self.assert_same(self.dump(), expected)


class Trouble(HarvestTest):
    def foreign(self, data, *words):
        self.write("a.html", "<!DOCTYPE html><a href=x>")
        self.db.write_bytes(data)
        result = self.harvest(status=3)
        for word in words:
            self.assertIn(word, result.err)
        self.assertEqual(self.db.read_bytes(), data)
        self.assertEqual(list(self.place.glob("test.db-*")), [])

    def test_file_that_is_no_database(self):
        self.foreign(b"important text\n", "test.db", "not an SQLite database")
        self.foreign(b"x" * 5000, "not an SQLite database")

    def test_database_of_another_program(self):
        other = self.place / "other.db"
        connection = sqlite3.connect(other)
        connection.execute("CREATE TABLE document(x)")
        connection.commit()
        connection.close()
        self.foreign(other.read_bytes(), "another program")

    def test_database_of_a_newer_uriel(self):
        self.harvest()
        connection = sqlite3.connect(self.db)
        connection.execute("PRAGMA user_version = 99")
        connection.close()
        self.foreign(self.db.read_bytes(), "newer uriel")

    def test_database_of_an_older_uriel(self):
        self.harvest()
        connection = sqlite3.connect(self.db)
        connection.execute("PRAGMA user_version = 1")
        connection.close()
        self.foreign(self.db.read_bytes(), "older uriel", "remove this one")

    def test_empty_file_becomes_one(self):
        self.write("a.html", "<!DOCTYPE html><a href=x>")
        self.db.write_bytes(b"")
        self.harvest()
        self.assertEqual(self.references(), ["x"])

    def test_damaged_database(self):
        corpus(self, 50)
        self.harvest()
        data = bytearray(self.db.read_bytes())
        data[100:200] = b"\xff" * 100
        self.db.write_bytes(data)
        self.assertIn("it is damaged", self.harvest(status=3).err)

    def test_database_where_none_can_be(self):
        self.write("a.html", "x")
        for path in (self.place / "nowhere" / "x.db", self.folder, "/proc/x.db"):
            result = self.run_uriel("-o", path, self.folder, status=3)
            self.assertTrue(result.err.startswith(f"uriel: {path}: "), result.err)

    def test_another_program_holds_it(self):
        """One writer and one reader: a run waits some seconds for each, here for both at once."""
        written, read = self.place / "written.db", self.place / "read.db"
        self.write("a.html", "<!DOCTYPE html><a href=x>")
        for db in (written, read):
            self.run_uriel("-q", "-o", db, self.folder)
        self.write("a.html", "<!DOCTYPE html><a href=yy>")
        writer, reader = self.hold(written, "BEGIN IMMEDIATE"), self.hold(read, "BEGIN")
        reader.execute("SELECT * FROM document").fetchall()
        with concurrent.futures.ThreadPoolExecutor() as pool:
            refused = pool.submit(self.run_uriel, "-q", "-o", written, self.folder, status=3)
            # It ends well; a write-ahead log may remain.
            beside = pool.submit(self.run_uriel, "-q", "-o", read, self.folder, status=None)
            self.assertIn("another program is writing to it", refused.result().err)
            self.assertIn(beside.result().status, (0, 3), beside.result().err)
        writer.execute("ROLLBACK")
        reader.execute("COMMIT")
        for db in (written, read):
            self.run_uriel("-q", "-o", db, self.folder)
            self.assertEqual(self.references(db=db), ["yy"])

    def hold(self, db, how):
        connection = sqlite3.connect(db, isolation_level=None)
        self.addCleanup(connection.close)
        connection.execute(how)
        return connection

    def test_last_commit(self):
        """With threads, too, a run whose last commit fails is not a success."""
        corpus(self, 400)
        self.harvest()
        expected, full = self.dump(), self.db.stat().st_size
        failed = 0
        for limit in range(full // 8, full, full // 8):
            for path in self.place.glob("test.db*"):
                path.unlink()
            result = self.harvest("--jobs=2", status=None, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            if result.status == 0:
                self.assertEqual(self.dump(), expected, limit)
            else:
                self.assertEqual(result.status, 3, result.err)
                failed += 1
        self.assertGreater(failed, 0)

    def test_disk_full(self):
        """No file may grow beyond a limit: at each size the run reports it, and succeeds once there is space."""
        corpus(self, 400)
        self.harvest()
        expected = self.dump()
        full = self.db.stat().st_size
        failed = 0
        limits = (0, 1, 4096, 20000, 50000, 65536, 100000, 200000, full // 2, full - 4096, full + 4096, full * 2)
        for limit in sample(limits, 4):
            for path in self.place.glob("test.db*"):
                path.unlink()
            result = self.harvest(status=None, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            if result.status != 0:
                self.assertEqual(result.status, 3, result.err)
                self.assertIn("test.db", result.err)
                self.assertRegex(result.err, "limit on its size|size limit")
                self.assertEqual(result.err.count("uriel: "), 1, result.err)
                failed += 1
            self.harvest()
            self.assert_same(self.dump(), expected, limit)
        self.assertGreaterEqual(failed, 2 if is_sanitized() else 8)

    def test_disk_full_for_real(self):
        """On a small file system, if the tests may create one."""
        mount = self.place / "mount"
        mount.mkdir()
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "none", str(mount)],
                                               capture_output=True).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", str(mount)])
        corpus(self, 700)
        db = mount / "test.db"
        result = self.run_uriel("-o", db, self.folder, status=3)
        self.assertRegex(result.err, "full|No space")
        self.assertIn("the same command continues from there", result.err)
        subprocess.run(["mount", "-o", "remount,size=100m", str(mount)], check=True)
        self.run_uriel("-q", "-o", db, self.folder)
        self.harvest()
        self.assert_same(self.dump(db), self.dump())


class Failing(HarvestTest):
    """Each allocation and each read fails once: the program ends with a message, and the next run succeeds."""

    def setUp(self):
        super().setUp()
        if not pathlib.Path(FAULTY).exists():
            self.skipTest("the program with failing calls is not built")
        self.write("a.html", '<!DOCTYPE html><base href="http://h.example/"><a href="x&amp;y"><a href="b\xff">'
                             '<object codebase="c/" data="d"></object><img srcset="e, f 2x">' + "<p>" * 30)
        self.write("0.txt", "See http://a.example/ and <http://b.example/\n x>.\n" * 50)
        self.write("c/d.html", "<!DOCTYPE html>" + "<div>" * 600 + '<a href="../g&amp;h">')
        self.write("e.png", b"\x89PNG\r\n\x1a\n")
        self.harvest()
        self.expected = self.dump()
        self.expected_content = self.content()

    def content(self):
        """Everything except the ids."""
        return self.query("SELECT d.path, d.kind, d.status, d.note, r.ordinal, r.line, r.raw, r.target, i.normal, f.code"
                          " FROM document AS d LEFT JOIN reference AS r ON r.document_id = d.id"
                          " LEFT JOIN identifier AS i ON i.id = r.identifier_id"
                          " LEFT JOIN error AS f ON f.reference_id = r.id ORDER BY d.path, r.ordinal")

    def fail_each(self, call, statuses, jobs=1):
        """Makes the first calls fail one by one, then some of the others, until a number exceeds the calls of a run."""
        failures = 0
        number = 0
        while number < 1000:
            number += 7 if number >= (8 if is_sanitized() else 400 if jobs == 1 else 40) else 1
            self.remove_database()
            result = self.harvest("--json", f"--jobs={jobs}", program=FAULTY, env={"URIEL_FAIL": f"{call}:{number}"},
                                  status=None)
            self.assertIn(result.status, (0, *statuses), result.err)
            failures += result.status != 0
            if result.status == 3:
                self.assertRegex(result.err, "out of memory|error", f"{call}:{number}")
            clean = result.status == 0 and self.dump() == self.expected
            self.harvest()
            if result.status == 1:  # a document that was read in the second run has later ids
                self.assertEqual(self.content(), self.expected_content, f"{call}:{number}")
            else:
                self.assert_same(self.dump(), self.expected, f"{call}:{number}")
            if clean and number > 40:
                return failures
        self.fail(f"{call} never ends to fail")

    def remove_database(self):
        for path in self.place.glob("test.db*"):
            path.unlink()

    def test_with_threads(self):
        self.assertGreater(self.fail_each("realloc", (3,), jobs=3), 0)
        self.assertGreater(self.fail_each("malloc", (3,), jobs=3), 0)
        self.assertGreater(self.fail_each("read", (1, 3), jobs=3), 0)

    def test_malloc(self):
        self.assertGreater(self.fail_each("malloc", (3,)), 0)

    def test_calloc(self):
        self.assertGreater(self.fail_each("calloc", (3,)), 0)

    def test_realloc(self):
        self.assertGreater(self.fail_each("realloc", (3,)), 3)

    def test_read(self):
        self.assertGreater(self.fail_each("read", (1, 3)), 3)

    def test_reads_in_pieces(self):
        for path in self.place.glob("test.db*"):
            path.unlink()
        self.harvest(program=FAULTY, env={"URIEL_PIECE": "7"})
        self.assert_same(self.dump(), self.expected)

    def test_values_the_database_does_not_take(self):
        """Refuses each text once: no row is written without its text, or with the previous row's text."""
        failures = 0
        for number in sample([*range(1, 40), *range(40, 400, 13)], 6):
            self.remove_database()
            result = self.harvest("--jobs=1", program=PARSER, env={"URIEL_BIND": str(number)}, status=None)
            self.assertIn(result.status, (0, 3), number)
            failures += result.status == 3
            if result.status == 3:
                self.assertIn("too big", result.err)
            else:
                self.assert_same(self.dump(), self.expected, number)
        self.assertGreater(failures, 8 if is_sanitized() else 50)

    def test_interrupted_reads(self):
        for number in range(1, 8):
            for path in self.place.glob("test.db*"):
                path.unlink()
            self.harvest(program=FAULTY, env={"URIEL_FAIL": f"read:{number}:intr"}, status=None)
            self.harvest()
            self.assert_same(self.dump(), self.expected)


class Memory(HarvestTest):
    """The peak does not grow with the number of documents."""

    def peak(self, count):
        folder = self.place / str(count)
        for i in range(count):
            path = folder / str(i % 100)
            if i < 100:
                path.mkdir(parents=True)
            (path / f"{i}.html").write_text("<!DOCTYPE html>" + "".join(
                f'<a href="http://h{i % 500}.example/{i}/{k}"><a href="{k}.html">' for k in range(10)))
        result = self.measure("-q", "-o", self.place / f"{count}.db", folder)
        self.assertEqual(self.query("SELECT count(*) FROM reference", db=self.place / f"{count}.db"), [(count * 20,)])
        return result.kilobytes

    def test_flat(self):
        if is_sanitized():
            self.skipTest("the sanitizer's own memory grows")
        few = self.peak(100)
        many = self.peak(100000 if os.environ.get("URIEL_LARGE") else 5000)
        print(f"peak: {few} KiB for 100 documents, {many} KiB for many")
        self.assertLess(many, 30 * 1024)  # 6 MiB are the libraries of the client
        self.assertLess(many - few, 12 * 1024)


if __name__ == "__main__":
    unittest.main()
