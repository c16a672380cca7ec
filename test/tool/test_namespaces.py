# SPDX-License-Identifier: MIT
"""The tables of doc/namespaces.md tell the truth, and of all namespaces that are checked."""
import unittest

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
        self.assertEqual([row[0] for row in self.tables["What is known"]], self.checked)
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
                    message = done.records[0]["fault"]["message"]
                    self.assertTrue(message.startswith(BEFORE) and message.endswith(": " + because), message)
                    self.assertEqual(nid(refused), nid(accepted))


if __name__ == "__main__":
    unittest.main()
