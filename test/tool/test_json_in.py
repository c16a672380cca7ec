# SPDX-License-Identifier: MIT
"""--json-in: lines of JSON in every command that reads lines."""
import json
import unittest

from support import ToolTest, uriel

# References that every command accepts and that are written without escapes in JSON.
REFERENCES = ("http://H.example/b/../a?x=1&utm_source=2", "https://h.example:443/", "ftp://u@h.example/%7ea", "urn:example:A", "http://a.example/z#f",
              "http://h.example/a?x=1", "https://h.example/")
CHANGES = (["normalize"], ["normalize", "--level=case"], ["resolve", "-b", "http://h.example/"], ["relative", "-b", "http://h.example/"], ["encode"], ["decode"],
           ["wrap"], ["edit", "--set=fragment=g"], ["edit", "--strip-tracking", "--normalize"], ["build", "--set=fragment=g", "--stdin"])
# Commands that print some of the lines.
SELECTS = (["check"], ["check", "--scheme-rules"], ["filter", "scheme == http"], ["filter", "not (host or path == example)"], ["sort"], ["sort", "--by=host,path", "--reverse"],
           ["sort", "--unique", "--by=host"], ["sample", "--seed=1", "3"], ["sample", "--seed=1", "50%"], ["sample", "99"])
# Other commands, and other forms of output: of the field only.
READS = (["parse"], ["parse", "--json"], ["check", "--json"], ["check", "--tsv"], ["filter", "-F{host}", "scheme"], ["sort", "--json"], ["sample", "99", "--tsv"], ["count"],
         ["count", "--by=path"], ["lint"], ["lint", "--json"], ["lineage"], ["lineage", "--json"], ["plan"], ["plan", "--json"], ["urn", "check", "--json"],
         ["schemes", "--stdin"])


def line_of(text, number=7):
    return f'{{"n":[{number}, {{"u":"x"}}],  "a":{{"u" : {json.dumps(text)}}} , "b":1.50}}'


def lines_of(texts):
    return "".join(line_of(text, number) + "\n" for number, text in enumerate(texts))


class JsonIn(ToolTest):
    def test_changes(self):
        """The field becomes what the command makes of the text, and no other byte changes."""
        for command in CHANGES:
            for jobs in ([], ["--jobs=3"]):
                with self.subTest(command, jobs=jobs):
                    plain = uriel(*command, input="".join(text + "\n" for text in REFERENCES))
                    self.assertEqual((plain.status, len(plain.lines)), (0, len(REFERENCES)))
                    self.check([*command, "--json-in=a.u", *jobs], lines_of(plain.lines), input=lines_of(REFERENCES))
        self.check(["urn", "normal", "--json-in=a.u"], lines_of(["urn:example:A%2C"]), input=lines_of(["URN:example:A%2c"]))
        self.check(["urn", "encode", "--nid=example", "--json-in=u"], '{"u":"urn:example:a%20b"}\n', input='{"u":"a b"}\n')
        self.check(["normalize", "--json-in=u", '{"u":"HTTP://h"}', '{"u":""}'], '{"u":"http://h/"}\n{"u":""}\n')
        self.check(["normalize", "--json-in=u", "-0"], '{"u":"http://h/"}\0{}\0', input='{"u":"HTTP://h"}\0{}\0')

    def test_clean(self):
        given = [*REFERENCES, " HTTP://x/ ", "http://x/#f", "http://x/ \u00fc", "http://x/"]
        line = dict((text, line_of(text, number)) for number, text in enumerate(given))
        for options in ([], ["--unique=host"], ["--no-unique"], ["--strip-tracking"], ["--strip-fragment", "--level=case"], ["--unique=text"], ["--memory=1024"]):
            with self.subTest(options):
                run = ["clean", "-s", *options]
                # The lines that are written, each with the text that is written for it.
                records = uriel(*run, "--json", input="".join(text + "\n" for text in given)).records
                expected = [line[record["input"]].replace(json.dumps(record["input"]), json.dumps(record["output"], ensure_ascii=False)) for record in records]
                self.assertGreater(len(expected), 3)
                self.check([*run, "--json-in=a.u"], "".join(text + "\n" for text in expected), input=lines_of(given))
        # With little memory, the lines wait in temporary files, and so do invalid ones.
        many = [f"HTTP://h/{i % 3000}" for i in range(6000)]
        self.assertEqual(uriel("clean", "-s", "--memory=64k", "--json-in=a.u", input=lines_of(many)).lines,
                         [line_of(f"http://h/{i}", i) for i in range(3000)])
        kept = uriel("clean", "-s", "--memory=64k", "--json-in=a.u", "--invalid=keep", input=lines_of(many) + "no\n" + lines_of(["x y", "http://h/0", "%"])).lines
        self.assertEqual(kept[3000:], ["no", line_of("x y", 0), line_of("%", 2)])
        self.assertEqual(uriel("clean", "--json-in=a.u", input=lines_of(["http://h/"] * 2) + "{}\n#\n").errors.split("\n")[-2],
                         "uriel: clean: 4 read, 1 empty, 0 comments, 1 invalid, 1 duplicates, 1 written; 0 repaired, 0 changed, 0 stripped")

    def test_selects(self):
        """A line is printed unchanged."""
        number = dict((text, number) for number, text in enumerate(REFERENCES))
        for command in SELECTS:
            for options in ([], ["--jobs=3"]) if command[0] in ("check", "filter") else ([],):
                with self.subTest(command):
                    plain = uriel(*command, input="".join(text + "\n" for text in REFERENCES))
                    self.assertTrue(plain.lines)
                    self.check([*command, "--json-in=a.u", *options], "".join(line_of(text, number[text]) + "\n" for text in plain.lines), plain.status,
                               input=lines_of(REFERENCES))

    def test_reads(self):
        for command in READS:
            with self.subTest(command):
                plain = uriel(*command, input="".join(text + "\n" for text in REFERENCES))
                self.assertTrue(plain.text)
                result = uriel(*command, "--json-in=a.u", input=lines_of(REFERENCES))
                self.assertEqual((result.text.replace('"in":"a.u",', ""), result.status), (plain.text, plain.status))

    def test_other_lines(self):
        """A line without the field is an empty line, which a changed list keeps; a line that is not JSON, or has a bad field, is invalid."""
        absent = ["{}", "[]", '{"u":null}', '{"u":""}', '"u"', "1", ""]
        bad = ["no JSON", '{"u":1}', '{"u":"a","u":"b"}', '{"u":"//h"']
        good = '{"u":"http://h/"}'
        for command in (*SELECTS, *CHANGES, ["parse"], ["lint", "--only=syntax"], ["count"]):
            changes = command in CHANGES
            for line in absent + bad:
                with self.subTest(line, command=command):
                    result = uriel(*command, "--json-in=u", input=f"{good}\n{line}\n")
                    one = uriel(*command, "--json-in=u", input=f"{good}\n")
                    self.assertEqual(result.status, line in bad)
                    self.assertEqual("2: cannot be read as JSON" in result.errors, line in bad and command[0] != "lint")
                    rest = "" if command[0] in ("filter", "sort", "count", "sample") or (command[0] == "lint" and line in absent) else line + "\n" if changes else "\n"
                    if command[0] != "lint" or line in absent:
                        self.assertEqual(result.text, one.text + rest if "50%" not in command else one.text)
        self.assertIn("1: u: not a URI reference", uriel("check", "--json-in=u", input='{"u":"a b"}\n').errors)
        self.assertIn("\n  a b\n   ^", uriel("sort", "--strict", "--json-in=u", input='{"x":1,"u":"a b"}\n').errors)
        self.check(["sort", "-s", "--json-in=u", "--invalid=keep"], '{"u":"a"}\n{"u":"b"}\n{"u":"%"}\nno\n', 1, input='{"u":"b"}\n{"u":"%"}\n{"u":"a"}\nno\n{}\n')
        self.check(["sample", "-s", "9", "--json-in=u", "--invalid=keep"], '{"u":"%"}\nno\n', 1, input='{"u":"%"}\nno\n{}\n')
        self.check(["filter", "-s", "not valid", "--json-in=u"], '{"u":"%"}\nno\n', 1, input='{"u":"%"}\nno\n{}\n{"u":"a"}\n')
        self.check(["check", "-s", "--json-in=u", "--invalid=keep"], '{"u":"%"}\nno\n\n', 1, input='{"u":"%"}\nno\n{}\n')
        records = uriel("parse", "--json-in=u", "--json", input='{"u":"%"}\nno\n{}\n').records
        self.assertEqual([(record["input"], record.get("error", {}).get("code"), record.get("error", {}).get("in")) for record in records],
                         [("%", "percent", "u"), ("no", "json", None), ("", None, None)])

    def test_usage(self):
        for command in CHANGES:
            for form in ("--json", "--tsv", "-F{input}"):
                self.usage([*command, form, "--json-in=u"], "--json-in exclude each other")
        for command in (["compare"], ["resolve", "--pairs"], ["urn", "compare"]):
            self.usage([*command, "--json-in=u"], "--json-in and pairs exclude each other")
        self.usage(["parse", "--json-in="], "takes the name of a field")
        for jobs in "1", "2":
            for line, noted in (('{"u":"http://h/"}', False), ('{"v":1}', True), ("{}", True), ("x", False), ("", False)):
                result = uriel("normalize", "--json-in=u", f"--jobs={jobs}", input=line + "\n" if line else "")
                self.assertEqual('note: no line has the field "u"' in result.errors, noted, line)
        self.usage(["parse", "--json-in=a", "--json-in=b"], 'names one field: "a" or "b"')


if __name__ == "__main__":
    unittest.main()
