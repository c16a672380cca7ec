# SPDX-License-Identifier: MIT
"""The ten queries of doc/database.md, on a small corpus with known answers; and the demo's script."""
import re
import sqlite3
import subprocess
import unittest

from support import ROOT, HarvestTest

PAGE = (ROOT / "doc" / "database.md").read_text()
QUERIES = {int(number): (title, sql) for number, title, sql in
           re.findall(r"^### (\d+)\. (.*?)\n.*?^```sql\n(.*?)^```", PAGE, re.M | re.S)}

A = """<!DOCTYPE html>
<a href="http://www.gnu.org/licenses">1</a>
<a href="HTTP://WWW.GNU.ORG:80/licenses">2</a>
<a href="https://www.gnu.org/licenses">3</a>
<a href="a[b">4</a> <a href="c d">5</a>
<a href="sub/missing.html">6</a> <a href="b.html">7</a> <a href="with%20space.html">7</a>
<a href="../../../../../../../../x">8</a>
<a href="http://me:secret@h.example/">9</a>
"""
B = """<!DOCTYPE html>
<a href="http://www.gnu.org/licenses">1</a> <a href="https://ftp.gnu.org/">2</a>
<a href="http://h.example:x/">3</a> <a href="mailto:a@h.example">4</a> <a href="sub/missing.html">5</a>
"""


class Queries(HarvestTest):
    def setUp(self):
        super().setUp()
        self.write("a.html", A)
        self.write("b.html", B)
        self.write("with space.html", "<!DOCTYPE html>")
        self.harvest("--strict")

    def answer(self, number):
        return self.query(QUERIES[number][1])

    def path(self, name):
        return f"{self.folder}/{name}"

    def test_there_are_ten(self):
        self.assertEqual(sorted(QUERIES), list(range(1, 11)))

    def test_1_broken_references(self):
        self.assertEqual(self.answer(1), [(2, self.path("a.html"), "5:10", "a[b"),
                                          (1, self.path("b.html"), "3:10", "http://h.example:x/")])

    def test_2_hosts(self):
        self.assertEqual(self.answer(2), [("www.gnu.org", 4, 2, 2), ("ftp.gnu.org", 1, 1, 1), ("h.example", 1, 1, 1)])

    def test_3_http_beside_https(self):
        self.assertEqual(self.answer(3), [("http://www.gnu.org/licenses", 3)])

    def test_4_spelt_differently(self):
        rows = self.answer(4)
        self.assertEqual([row[:2] for row in rows], [("http://www.gnu.org/licenses", 2)])
        self.assertEqual(set(rows[0][2].split(",")), {"http://www.gnu.org/licenses", "HTTP://WWW.GNU.ORG:80/licenses"})

    def test_5_above_the_root(self):
        self.assertEqual(self.answer(5), [(self.path("a.html"), 7, 10, "../../../../../../../../x", "file:///x")])

    def test_6_schemes(self):
        self.assertEqual(self.answer(6), [("file", 5, 4, 2), ("http", 4, 2, 2), ("https", 2, 2, 2),
                                          ("mailto", 1, 1, 1)])

    def test_7_errors(self):
        rows = self.answer(7)
        self.assertEqual([row[:3] + row[4:] for row in rows], [("path-character", 2, 1, "3.3"),
                                                               ("port-not-digits", 1, 1, "3.2.3")])

    def test_8_documents_of_a_host(self):
        self.assertEqual(self.answer(8), [(self.path("a.html"), 3), (self.path("b.html"), 2)])

    def test_9_pages_that_are_not_there(self):
        self.assertEqual(self.answer(9), [(2, self.path("sub/missing.html"), self.path("a.html:6"))])

    def test_10_user_information(self):
        self.assertEqual(self.answer(10), [(self.path("a.html"), 8, 10, "http://me@h.example", 1)])

    def test_the_page_names_each_column(self):
        """Each table's columns are the rows of its table in the page."""
        for table in ("operand", "document", "reference", "identifier", "error", "missing", "broken"):
            columns = {row[1] for row in self.query(f"PRAGMA table_info({table})")}
            section = re.search(rf"^### `{table}`(.*?)^##", PAGE, re.M | re.S).group(1)
            named = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\|([^|]*)\|", section, re.M))))
            self.assertEqual(named, columns, table)

    def test_indexes_are_used(self):
        """The obvious queries use an index."""
        for sql in ("SELECT * FROM document WHERE path = ''", "SELECT * FROM document WHERE parent_id = 1", "SELECT * FROM identifier WHERE normal = ''",
                    "SELECT * FROM identifier WHERE host = ''", "SELECT * FROM identifier WHERE scheme = ''",
                    "SELECT * FROM reference WHERE document_id = 1", "SELECT * FROM reference WHERE identifier_id = 1",
                    "SELECT * FROM error WHERE code = ''", "SELECT * FROM error WHERE reference_id = 1",
                    "SELECT * FROM error WHERE document_id = 1"):
            plan = self.query("EXPLAIN QUERY PLAN " + sql)[0][3]
            self.assertIn("USING INDEX", plan, sql)

    def test_deleting_a_document_takes_what_hangs_on_it(self):
        connection = sqlite3.connect(self.db)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM document WHERE path LIKE '%a.html'")
        rows = connection.execute("SELECT count(*) FROM reference").fetchall()
        connection.close()
        self.assertEqual(rows, [(5,)])

    def test_demo(self):
        script = ROOT / "tools" / "demo-queries"
        done = subprocess.run([script, self.db], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for number in (9, 3, 4):
            self.assertIn(QUERIES[number][0], done.stdout)
        self.assertIn("sub/missing.html", done.stdout)
        self.assertEqual(subprocess.run([script, self.db, "77"], capture_output=True).returncode, 1)
        self.assertEqual(subprocess.run([script, self.place / "nowhere"], capture_output=True).returncode, 1)


if __name__ == "__main__":
    unittest.main()
