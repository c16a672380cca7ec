# SPDX-License-Identifier: MIT
"""The vectors of names and of schemes' parts through the program; test/api runs the vectors that only the library can read."""
import collections
import unittest

import vectors
from support import ToolTest, has_historic, uriel

HISTORIC = ("url-1993", "url-1994", "url-1997", "uri-2003")


def exact(record, key):
    """The bytes of a text in JSON; None where it is absent."""
    if key + "_hex" in record:
        return bytes.fromhex(record[key + "_hex"])
    return record[key].encode() if key in record else None


class Runs(ToolTest):
    def each(self, name, arguments, columns=("input",), by="spec"):
        """Each row of a table with its record: a run for each document."""
        groups = collections.defaultdict(list)
        for row in vectors.read(name):
            if not any(b"\0" in row[column] or b"\t" in row[column] for column in columns):
                groups[(row[by] or b"").decode() if by else ""].append(row)
        for spec, rows in groups.items():
            if spec in HISTORIC and not has_historic():
                continue
            options = [f"--spec={spec}"] if by == "spec" and spec else []
            result = uriel(*arguments, "--json", "-0", "--empty=reference", *options,
                           input=b"".join(b"\t".join(row[column] for column in columns) + b"\0" for row in rows))
            self.assertEqual(len(result.records), len(rows))
            yield from zip(rows, result.records)

    def error_is(self, record, code):
        self.assertEqual(record.get("error", {}).get("code"), code.decode() if code else None)


class Names(Runs):
    def test_parse(self):
        for table in ("urn", "urn_members"):
            for row, record in self.each(table, ["urn", "parse"]):
                with self.subTest(line=row["line"], record=record):
                    self.error_is(record, row.get("code"))
                    for key in ("nid", "nss", "r_component", "q_component", "f_component"):
                        if not row.get("code"):
                            self.assertEqual(exact(record, key), row[key])

    def test_check(self):
        for row, record in self.each("urn", ["urn", "check"]):
            with self.subTest(line=row["line"], record=record):
                self.error_is(record, row["code"] or row["check"])

    def test_errors(self):
        for row, record in self.each("urn_errors", ["urn", "parse"]):
            with self.subTest(line=row["line"], record=record):
                self.error_is(record, row["code"])
                self.assertEqual(record["error"]["offset"], int(row["offset"]))

    def test_normal(self):
        for row, record in self.each("urn_members", ["urn", "normal"]):
            with self.subTest(line=row["line"], record=record):
                self.assertEqual(exact(record, "normal"), row["normal"])

    def test_compare(self):
        for row, record in self.each("urn_equal", ["urn", "compare"], ("a", "b")):
            with self.subTest(line=row["line"], record=record):
                self.assertEqual(record["equivalent"], row["equal"] == b"yes")

    def test_show(self):
        for row, record in self.each("urn_show", ["urn", "show"]):
            with self.subTest(line=row["line"], record=record):
                self.assertEqual(exact(record, "output"), row["shown"])

    def test_namespaces(self):
        for row, record in self.each("urn_namespaces", ["urn", "check"], by=None):
            with self.subTest(line=row["line"], record=record):
                self.error_is(record, row["error"])
                if row["words"]:
                    self.assertIn(row["words"].decode(), record["error"]["message"])
        for row, record in self.each("urn_namespaces_equal", ["urn", "compare"], ("a", "b"), by=None):
            with self.subTest(line=row["line"], record=record):
                self.assertEqual(record["equivalent"], row["equal"] == b"1")

    def test_encode(self):
        for row in vectors.read("urn_encode"):
            if b"\0" in row["nid"] or b"\0" in row["name"]:
                continue
            with self.subTest(f"urn_encode.tsv:{row['line']}"):
                options = ["--percent"] if row["options"] == b"percent" else []
                record = uriel("urn", "encode", "--json", "--empty=reference", b"--nid=" + row["nid"], *options, "-0",
                               input=row["name"] + b"\0").records[0]
                self.error_is(record, row["code"])
                self.assertEqual(exact(record, "output"), row["urn"])

    def test_requests(self):
        """An invalid resolver is a usage error."""
        for row in vectors.read("urn_request"):
            with self.subTest(f"urn_request.tsv:{row['line']}"):
                result = uriel("urn", "where", "--json", "-0", b"--resolver=" + row["resolver"], b"--service=" + row["service"],
                               *([b"--spec=" + row["spec"]] if row["spec"] in (b"rfc2141", b"urn-2011", b"rfc8141") else []),
                               input=row["input"] + b"\0")
                if row["request"]:
                    self.assertEqual(exact(result.records[0], "url"), row["request"])
                else:
                    self.assertIn(result.status, (1, 2))


class Parts(Runs):
    def test_parts(self):
        for row, record in self.each("parts", ["schemes", "--stdin"]):
            with self.subTest(line=row["line"], record=record):
                if row["code"]:
                    self.error_is(record, row["code"])
                    if row["part"]:
                        self.assertEqual(record["error"].get("part"), row["part"].decode())
                    continue
                wanted = [part.lstrip(b"~").split(b"=", 1) for part in (row["parts"] or b"").split(b"\x1f") if part]
                required = [part.split(b"=", 1)[0] for part in (row["parts"] or b"").split(b"\x1f") if part and not part.startswith(b"~")]
                for name in {name.decode() for name, _ in wanted}:
                    values = [value for key, value in wanted if key.decode() == name]
                    found = record.get("parts", {}).get(name)
                    if found is None:
                        self.assertNotIn(name.encode(), required)
                    elif isinstance(found, list):
                        hexes = record["parts"].get(name + "_hex")
                        self.assertEqual([bytes.fromhex(text) for text in hexes] if hexes else [text.encode() for text in found], values)
                    else:
                        self.assertEqual([exact(record["parts"], name)], values)


if __name__ == "__main__":
    unittest.main()
