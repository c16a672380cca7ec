# SPDX-License-Identifier: MIT
"""The vectors of namespaces through the program; the valid and invalid names of each file of data/namespaces."""
import unittest

import vectors
from support import uriel

BEFORE = "well-formed, but not a valid "


class Examples(unittest.TestCase):
    """The names in the files of namespaces, as uriel urn namespaces prints them."""

    def setUp(self):
        self.namespaces = uriel("urn", "namespaces", "--json").records
        self.examples = [(record["nid"], example) for record in self.namespaces for example in record["examples"]]

    def test_examples(self):
        self.assertGreater(len(self.examples), 400)
        each = [(nid, example["valid"], name) for nid, example in self.examples
                for name in (example["name"], example.get("equivalent")) if name]
        records = uriel("urn", "check", "--json", input="".join(name + "\n" for _, _, name in each).encode()).records
        for (nid, valid, name), record in zip(each, records, strict=True):
            with self.subTest(name):
                self.assertEqual(record["valid"], valid, record.get("error"))
                self.assertEqual(name.split(":")[1].lower(), nid)
                if not valid:
                    self.assertTrue(record["error"]["message"].startswith(BEFORE), record["error"]["message"])

    def test_equivalent(self):
        pairs = [(example["name"], example["equivalent"]) for _, example in self.examples if "equivalent" in example]
        self.assertGreater(len(pairs), 30)
        for one, other in pairs:
            with self.subTest(one):
                self.assertEqual(uriel("urn", "compare", one, other).lines, ["equivalent"])

    def test_rules_have_examples(self):
        """A syntax has a name that it refuses, unless it accepts every name."""
        for record in self.namespaces:
            if record["rules"] == "checked":
                with self.subTest(record["nid"]):
                    found = {example["valid"] for example in record["examples"]}
                    self.assertEqual(found, {True} if record["syntax"].strip() == "NSS = 1*char" else {True, False})


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
