# SPDX-License-Identifier: MIT
"""Identifiers occur once (doc/database.md, `identifier`), even if the table of known identifiers is full, if a run continues
the database of another, or if the indexes cannot be created."""
import resource
import signal
import sqlite3
import subprocess
import unittest

from support import URIEL, HarvestTest

INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY 1"
LATE = {"identifier_normal", "reference_identifier", "identifier_host", "identifier_scheme", "error_code", "document_parent"}


class Identifiers(HarvestTest):
    def documents(self, count=40):
        """Each identifier in several documents, some with a host that is decoded."""
        for i in range(count):
            self.write(f"{i:03}.txt", "".join(
                f"http://{'xn--bcher-kva' if k % 9 == 0 else 'h'}.example/{(i * 50 + k * 7) % 3000}/{'x' * (k % 30)}\n"
                for k in range(200)))

    def fresh(self, *options, **how):
        for path in self.place.glob("test.db*"):
            path.unlink()
        return self.harvest("--quiet", *options, **how)

    def indexes(self):
        return {name for name, in self.query(INDEXES)}

    def test_table_is_full(self):
        """The index is used instead, and the database is the same."""
        self.documents()
        self.fresh("--jobs=1")
        expected = self.dump()
        self.assertEqual(self.query("SELECT count(*), count(DISTINCT normal) FROM identifier"),
                         self.query("SELECT count(DISTINCT normal), count(*) FROM identifier"))
        for memory in ("--memory=2M", "--memory=1M", "--memory=300K"):
            for jobs in ("--jobs=1", "--jobs=3"):
                self.fresh(memory, jobs)
                self.assert_same(self.dump(), expected, (memory, jobs))

    def test_indexes_after_a_kill(self):
        """The indexes created at the end are missing, and the next run creates them."""
        self.documents()
        self.fresh()
        expected = self.indexes()
        self.assertLessEqual(LATE, expected)
        self.db.unlink()
        for i in range(300):
            self.write(f"few/{i}.txt", f"http://few.example/{i}\n")
        process = subprocess.Popen([URIEL, "harvest", "-q", "--jobs=1", "-o", self.db, self.folder, "-"], stdin=subprocess.PIPE)
        self.addCleanup(process.stdin.close)
        while not self.committed():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertEqual(self.indexes() & LATE, set())
        self.harvest("--quiet", "-", str(self.folder), input=b"")
        self.assertEqual(self.indexes(), expected)
        self.dump()

    def committed(self):
        try:
            return self.db.exists() and self.query("SELECT EXISTS (SELECT 1 FROM identifier)") == [(1,)]
        except sqlite3.OperationalError:
            return False

    def test_index_that_does_not_fit(self):
        """The disk is full when the run ends; the next run creates the indexes."""
        self.documents()
        self.fresh()
        expected = self.dump()
        size = self.db.stat().st_size
        failed = 0
        for limit in range(size // 2, size + 1, size // 16):
            result = self.fresh("--jobs=1", status=None, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            self.assertIn(result.status, (0, 3))
            failed += result.status == 3
            self.harvest("--quiet")
            self.assert_same(self.dump(), expected, limit)
        self.assertGreater(failed, 1)

    def test_database_of_an_older_uriel(self):
        """Its index of identifiers has another name, and stays the only one."""
        self.documents(20)
        self.fresh()
        connection = sqlite3.connect(self.db)
        connection.executescript("""
            PRAGMA legacy_alter_table = ON; ALTER TABLE identifier RENAME TO old;
            CREATE TABLE identifier(id INTEGER PRIMARY KEY, normal TEXT NOT NULL UNIQUE, scheme TEXT NOT NULL, userinfo TEXT,
              host TEXT, host_kind TEXT NOT NULL, port INTEGER, path TEXT NOT NULL, query TEXT, fragment TEXT, host_unicode TEXT);
            INSERT INTO identifier SELECT * FROM old; DROP TABLE old;""")
        connection.close()
        self.documents(40)
        self.harvest("--quiet")
        self.assertNotIn("identifier_normal", self.indexes())
        self.assertIn("sqlite_autoindex_identifier_1", self.indexes())
        found = self.query("SELECT normal FROM identifier ORDER BY id")
        self.fresh()
        self.assertEqual(self.query("SELECT normal FROM identifier ORDER BY id"), found)


if __name__ == "__main__":
    unittest.main()
