# SPDX-License-Identifier: MIT
"""The vectors of namespaces through the program; the valid and invalid names of each file of data/namespaces."""
import unittest

import vectors
from support import ROOT, uriel

FOLDER = ROOT / "data/namespaces"
BEFORE = "well-formed, but not a valid "


def values(text, name):
    """The values of the fields of that name, without the white space around lines."""
    found = []
    for line in text.splitlines():
        if line[:1].isspace() and found:
            found[-1] += " " + line.strip()
        elif line.partition(":")[0] == name:
            found.append(line.partition(":")[2].strip())
        elif found and not line.startswith("#"):
            found.append("")  # another field; its lines are not of this one
    return [value for value in found if value.startswith(("urn:", "URN:"))]


def names(text, field):
    """The names of each such field: one, or two that are equivalent."""
    return [[side.split()[0] for side in value.split(" = ")] for value in values(text, field)]


class Files(unittest.TestCase):
    def setUp(self):
        self.texts = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}

    def every(self, field):
        return [(nid, name) for nid, text in self.texts.items() for sides in names(text, field) for name in sides]

    def test_valid(self):
        every = self.every("valid")
        self.assertGreater(len(every), 250)
        records = uriel("urn", "check", "--json", input="".join(name + "\n" for _, name in every).encode()).records
        for (nid, name), record in zip(every, records, strict=True):
            with self.subTest(name):
                self.assertTrue(record["valid"], record.get("error"))
                self.assertEqual(name.split(":")[1].lower(), nid)

    def test_invalid(self):
        every = self.every("invalid")
        self.assertGreater(len(every), 120)
        records = uriel("urn", "check", "--json", input="".join(name + "\n" for _, name in every).encode()).records
        for (nid, name), record in zip(every, records, strict=True):
            with self.subTest(name):
                self.assertFalse(record["valid"])
                self.assertTrue(record["error"]["message"].startswith(BEFORE), record["error"]["message"])
                self.assertEqual(name.split(":")[1].lower(), nid)

    def test_equivalent(self):
        pairs = [sides for text in self.texts.values() for sides in names(text, "valid") if len(sides) == 2]
        self.assertGreater(len(pairs), 30)
        for one, other in pairs:
            with self.subTest(one):
                self.assertEqual(uriel("urn", "compare", one, other).lines, ["equivalent"])

    def test_rules_have_names(self):
        for nid, text in self.texts.items():
            if "\nsyntax:" in text:
                with self.subTest(nid):
                    self.assertTrue(names(text, "valid") or "\nsyntax:      any " in text)
                    self.assertTrue(names(text, "invalid") or "\nsyntax:      any " in text or "NSS = 1*char" in text)


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
