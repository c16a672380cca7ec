# SPDX-License-Identifier: MIT
"""The vectors of namespaces through the program; the tables of doc/namespaces.md are correct and list all namespaces that are checked."""
import unittest

import vectors
from support import ROOT, uriel

DOCUMENT = ROOT / "doc/namespaces.md"
DATA = ROOT / "data/urn-namespaces.tsv"
BEFORE = "well-formed, but not a valid "


def tables():
    """The rows of each table of the document, without backquotes, by the heading that it stands under."""
    found, heading = {}, ""
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("| ") and not line.startswith("|--"):
            found.setdefault(heading, []).append([cell.strip().strip("`") for cell in line.strip("|").split(" |")])
    return {heading: rows[1:] for heading, rows in found.items()}


def nid(urn):
    return urn.split(":")[1].lower()


class Namespaces(unittest.TestCase):
    def setUp(self):
        self.tables = tables()
        rows = [line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        self.checked = [row[0] for row in rows if row[4] == "yes"]

    def test_each_is_told_of(self):
        self.assertEqual([row[0] for row in self.tables["The rules"]], self.checked)
        self.assertEqual([nid(row[0]) for row in self.tables["Examples"]], self.checked)

    def test_accepted(self):
        for accepted, normal, *_ in self.tables["Examples"]:
            with self.subTest(accepted):
                self.assertEqual(uriel("urn", "check", accepted).status, 0)
                self.assertEqual(uriel("urn", "normal", accepted).lines, [normal])
                self.assertEqual(uriel("urn", "normal", normal).lines, [normal])
                self.assertEqual(uriel("urn", "compare", accepted, normal).status, 0)

    def test_refused(self):
        for accepted, _, refused, because in self.tables["Examples"]:
            with self.subTest(refused or accepted):
                self.assertEqual(bool(refused), nid(accepted) != "example")
                if refused:
                    done = uriel("urn", "check", "--json", refused)
                    self.assertEqual(done.status, 1)
                    message = done.records[0]["error"]["message"]
                    self.assertTrue(message.startswith(BEFORE) and message.endswith(": " + because), message)
                    self.assertEqual(nid(refused), nid(accepted))


class Vectors(unittest.TestCase):
    def test_check(self):
        rows = vectors.read("urn_namespaces")
        records = uriel("urn", "check", "--json", input=b"".join(row["input"] + b"\n" for row in rows)).records
        self.assertEqual(len(records), len(rows))
        for row, record in zip(rows, records):
            with self.subTest(row["input"]):
                self.assertIs(record["valid"], row["error"] is None)
                if row["error"] is not None:
                    error = record["error"]
                    self.assertEqual((error["code"], str(error["offset"]), error["message"]),
                                     (row["error"].decode(), row["offset"].decode(), BEFORE + row["words"].decode()))

    def test_normal(self):
        rows = vectors.read("urn_namespaces")
        result = uriel("urn", "normal", input=b"".join(row["input"] + b"\n" for row in rows))
        self.assertEqual(result.out.splitlines(), [b"" if row["error"] else row["normal"] for row in rows])
        self.assertEqual(result.status, 1, "a name that its namespace refuses has no normal form")

    def test_equal(self):
        for row in vectors.read("urn_namespaces_equal"):
            with self.subTest(f"{row['a']} {row['b']}"):
                self.assertEqual(uriel("urn", "compare", row["a"], row["b"]).status, 0 if row["equal"] == b"1" else 1)


if __name__ == "__main__":
    unittest.main()
