# SPDX-License-Identifier: MIT
"""Every vector of test/vectors that a subcommand can take, through the program: in JSON and plainly."""
import collections
import unittest

import vectors
from support import ToolTest, uriel

COMPONENTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def exact(record, key):
    """The bytes of a text in JSON; None where it is absent."""
    if key + "_hex" in record:
        return bytes.fromhex(record[key + "_hex"])
    return record[key].encode() if key in record else None


class Vectors(ToolTest):
    def records(self, arguments, inputs):
        """The JSON records of a run over inputs, of which none holds a NUL, or all are sent as lines."""
        if any(b"\0" in text for text in inputs):
            self.assertFalse(any(b"\n" in text or text.endswith(b"\r") for text in inputs))
            result = uriel(*arguments, "--json", input=b"".join(text + b"\n" for text in inputs))
        else:
            result = uriel(*arguments, "--json", "-0", input=b"".join(text + b"\0" for text in inputs))
        self.assertIn(result.status, (0, 1), result.errors)
        self.assertEqual(len(result.records), len(inputs))
        return result.records

    def each(self, name, arguments, rows, column="input"):
        """Pairs of a row and its record; rows whose input no separator allows go one by one."""
        self.assertTrue(rows, name)
        nul = [row for row in rows if b"\0" in row[column]]
        plain = [row for row in rows if b"\0" not in row[column]]
        pairs = list(zip(plain, self.records(arguments, [row[column] for row in plain])))
        sendable = [row for row in nul if b"\n" not in row[column] and not row[column].endswith(b"\r")]
        pairs += zip(sendable, self.records(arguments, [row[column] for row in sendable]))
        for row, record in pairs:
            with self.subTest(f"{name}.tsv:{row['line']}", input=row[column]):
                yield row, record

    def results(self, name, arguments, rows, key, wanted, column="input"):
        """The result under `key` is that of the column `wanted`; and plainly the same."""
        for row, record in self.each(name, arguments, rows, column):
            self.assertEqual(exact(record, key), row[wanted], record)
        plain = [row for row in rows if not any(b"\0" in row[each] for each in (column, wanted))]
        result = uriel(*arguments, "-0", input=b"".join(row[column] + b"\0" for row in plain))
        self.assertEqual(result.out.split(b"\0")[:-1], [row[wanted] for row in plain])

    def test_parse_valid(self):
        keys = ("authority", *COMPONENTS, "form")
        for row, record in self.each("parse_valid", ["parse"], vectors.read("parse_valid")):
            self.assertIs(record["valid"], True, record)
            self.assertEqual({key: exact(record, key) for key in keys}, {key: row[key] for key in keys})
            kind = row["host_kind"].decode()
            self.assertEqual(record.get("host_kind", "none"), kind)

    def test_parse_invalid(self):
        for row, record in self.each("parse_invalid", ["check"], vectors.read("parse_invalid")):
            self.assertIs(record["valid"], False, record)
            fault = record["fault"]
            for key in ("code", "component"):
                if row[key] is not None:
                    self.assertEqual(fault[key], row[key].decode())
            for key in ("offset", "begin", "length"):
                if row[key] is not None:
                    self.assertEqual(fault[key], int(row[key]), key)

    def by(self, name, *columns):
        """The rows of a table in groups that agree in `columns`."""
        groups = collections.defaultdict(list)
        for row in vectors.read(name):
            groups[tuple(row[column] for column in columns)].append(row)
        return groups.items()

    def test_resolve(self):
        for (base,), rows in self.by("resolve", "base"):
            for options, wanted in (([], "target"), (["--lenient"], "lenient")):
                rows_of = [row for row in rows if row[wanted] is not None]
                if rows_of:
                    self.results("resolve", ["resolve", b"--base=" + base, *options], rows_of, "target", wanted, "reference")

    def test_relative(self):
        for (base,), rows in self.by("relative", "base"):
            for row, record in self.each("relative", ["relative", b"--base=" + base], rows, "target"):
                target = exact(record, "target")
                if row["relative"] is not None:
                    self.assertEqual(target, row["relative"])
                if row["resolved"] is not None:
                    back = self.records(["resolve", b"--base=" + base], [target])[0]
                    self.assertEqual(exact(back, "target"), row["resolved"])

    def test_normalize(self):
        rows = vectors.read("normalize")
        for level in ("case", "percent", "path", "scheme"):
            self.results("normalize", ["normalize", "--level", level], rows, "normal", level)

    def test_equal(self):
        rows = [{"pair": row["a"] + b"\t" + row["b"], **row} for row in vectors.read("equal")]
        self.results("equal", ["compare"], rows, "rung", "rung", "pair")

    def test_encode(self):
        for (where, options), rows in self.by("encode", "for", "options"):
            arguments = ["encode", "--component", where.decode()] + (["--percent"] if options else [])
            self.results("encode", arguments, rows, "output", "output")

    def test_decode(self):
        for (options,), rows in self.by("decode", "options"):
            arguments = ["decode"] + (["--plus"] if options else [])
            self.results("decode", [*arguments, "--lenient"], rows, "output", "output")
            for row, record in self.each("decode", arguments, rows):
                self.assertEqual(record["valid"], row["fault"] is None)

    def check_built(self, row, record):
        self.assertEqual(exact(record, "reference"), row["output"], record)
        if row["output"] is None:
            for key in ("code", "component"):
                if row.get(key) is not None and (key != "component" or "offset" in row):
                    self.assertEqual(record["fault"][key], row[key].decode())
            if row.get("offset") is not None:
                self.assertEqual(record["fault"]["offset"], int(row["offset"]))

    def test_build(self):
        for row in vectors.read("build"):
            parts = {name: row[name] for name in COMPONENTS if row[name] is not None}
            if not any(b"\0" in value for value in parts.values()):
                with self.subTest(f"build.tsv:{row['line']}"):
                    arguments = [b"--set=" + name.encode() + b"=" + value for name, value in parts.items()]
                    self.check_built(row, uriel("build", "--json", *(arguments or ["--unset=path"])).records[0])

    def test_set(self):
        for row in vectors.read("set"):
            if row["value"] is None or b"\0" not in row["value"]:
                with self.subTest(f"set.tsv:{row['line']}"):
                    name = row["component"]
                    change = b"--unset=" + name if row["value"] is None else b"--set=" + name + b"=" + row["value"]
                    record = uriel("build", "--json", change, "--", row["input"]).records[0]
                    self.check_built({**row, "component": None}, record)


if __name__ == "__main__":
    unittest.main()
