# SPDX-License-Identifier: MIT
"""uriel agree: whether programs read the same host and port. The readings themselves are tested in test/readers."""
import json
import pathlib
import re
import unittest

from support import ToolTest, uriel

SOME = "--among=rfc3986,whatwg,go"


class Agree(ToolTest):
    def test_answers(self):
        for url, place, host, port, verdict, exact in (
                ("http://example.com/", True, True, True, True, False),
                ("http://0x7f.1/", False, False, True, True, False),
                ("http://EXAMPLE.com:80/", True, True, True, True, True),
                ("http:a.example/", False, False, False, True, False),
                ("http://[", False, False, False, False, False)):
            for on, expected in (("place", place), ("host", host), ("port", port), ("verdict", verdict), ("exact", exact)):
                with self.subTest(url=url, on=on):
                    self.check(["agree", SOME, f"--on={on}", url], "yes\n" if expected else "no\n", status=0 if expected else 1)

    def test_lines(self):
        self.check(["agree", SOME], "yes\nno\n\n", input="http://a/\nhttp://127.1/\n\n", status=1)
        self.check(["agree", SOME, "-0"], "yes\0no\0", input="http://a/\0http://127.1/\0", status=1)
        self.check(["agree", SOME, "--tsv", "--header"], "input\tagree\trules\nhttp://a/\ttrue\t\\N\nhttp://127.1/\tfalse\tnumber-host\n", input="http://a/\nhttp://127.1/\n", status=1)
        many = "http://a/\nhttp://127.1/\nhttp://b:81/\n" * 20000
        one, two = (uriel("agree", SOME, f"--jobs={jobs}", input=many) for jobs in (1, 3))
        self.assertEqual((one.status, one.out.decode()), (two.status, two.out.decode()))
        self.assertEqual(one.out.decode(), "yes\nno\nyes\n" * 20000)

    def test_json(self):
        record = json.loads(uriel("agree", SOME, "--json", "http://0x7f.1/").out.decode())
        self.assertEqual(record, {
            "input": "http://0x7f.1/", "agree": False,
            "readers": [{"reader": "rfc3986", "valid": True, "scheme": "http", "host": "0x7f.1", "port": 80},
                        {"reader": "whatwg", "valid": True, "scheme": "http", "host": "127.0.0.1", "port": 80},
                        {"reader": "go", "valid": True, "scheme": "http", "host": "0x7f.1"}],
            "rules": [{"code": "number-host", "offset": 7, "length": 6,
                       "message": "Browsers and curl read numbers as an IPv4 address; other programs as a name."}]})
        self.assertEqual(json.loads(uriel("agree", SOME, "--json", "http://a/").out.decode())["rules"], [])

    def test_long(self):
        self.check(["agree", SOME, "--long", "http://a@b@c:080/", "http://[/"],
                   "http://a@b@c:080/\n  host c port 80: whatwg go\n  refused: rfc3986\n\n"
                   "http://[/\n  refused: rfc3986 whatwg go\n  http://[/\n         ^ brackets: Programs differ in where they accept brackets, and in what they accept"
                   " between them.\n\n", status=1)

    def test_controls(self):
        """A host that a program decodes to several lines stays on its line, and is exact in JSON."""
        out = uriel("agree", "--long", "--among=perl,php", "http://a%0d%0ab.example/").out.decode()
        self.assertIn("host a\\x0d\\x0ab.example port 80: perl\n", out)
        self.assertNotIn("\r", out)
        self.assertIn("a\\r\\nb.example", uriel("agree", "--json", "--among=perl", "http://a%0d%0ab.example/").out.decode())

    def test_list(self):
        lines = uriel("agree", "--list").out.decode().splitlines()
        names = [line.split()[0] for line in lines]
        self.assertEqual(len(names), len(set(names)))
        for name in ("iri", "rfc3986", "whatwg", "go"):
            self.assertIn(name, names)
        self.assertEqual(uriel("agree", "--list", "--among=go").out.decode().splitlines(), [line for line in lines if line.startswith("go ")])
        records = uriel("agree", "--list", "--json").records
        self.assertEqual([record["reader"] for record in records], names)
        self.assertIn({"reader": "rfc3986", "program": "RFC 3986"}, records)
        for record, line in zip(records, lines, strict=True):
            self.assertEqual(f"{record['reader']:<20} {record['program']} {record.get('version', '')}".rstrip(), line)
        version = next(record["version"] for record in records if record["reader"] == "go")
        self.check(["agree", "--list", "--among=whatwg,go", "--format={reader} {version}"], f"whatwg 2026-07\ngo {version}\n")
        self.check(["agree", "--list", "--among=go", "--tsv", "--header"], f"reader\tprogram\tversion\ngo\tnet/url of Go\t{version}\n")
        usual = json.loads(uriel("agree", "--json", "http://a/").out.decode())["readers"]
        self.assertEqual([reader["reader"] for reader in usual][:2], ["rfc3986", "whatwg"])

    def test_advisories(self):
        """The table of doc/agreement.md."""
        text = (pathlib.Path(__file__).resolve().parents[2] / "doc" / "agreement.md").read_text()
        rows = re.findall(r"^\| [^|]+ \| `(.*)` \| (yes|no) \| (allowed|denied: [^|]+) \|$", text, re.M)
        self.assertGreaterEqual(len(rows), 10)
        for url, agree, guard in rows:
            with self.subTest(url=url):
                self.assertEqual(uriel("agree", "--", url).out.decode(), agree + "\n")
                self.assertEqual(uriel("guard", "--", url).out.decode(), guard + "\n")

    def test_usage(self):
        self.usage(["agree", "--among=zzzzzz", "a"], 'no reader "zzzzzz"', "--list")
        self.usage(["agree", "--among=whatgw", "a"], '"whatwg"')
        self.usage(["agree", "--list", "a"], "operands")
        self.usage(["agree", "--on=hosts", "a"], "place, host, port, verdict or exact")


if __name__ == "__main__":
    unittest.main()
