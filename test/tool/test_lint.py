# SPDX-License-Identifier: MIT
"""lint: its rules with test/vectors/lint.tsv, its options, its forms of output; and doc/lint.md lists the program's rules."""
import json
import os
import re
import tempfile
import unittest

import vectors
from support import ROOT, ToolTest, has_historic, is_sanitized, uriel

DOCUMENT = ROOT / "doc/lint.md"


def lint(inputs, *options):
    """The findings of each input."""
    done = uriel("lint", "--json", "-0", *options, input=b"".join(text + b"\0" for text in inputs))
    return [record["findings"] for record in done.records]


def sarif(*arguments, input=b""):
    done = uriel("lint", "--sarif", *arguments, input=input)
    return json.loads(done.text), done


class Rules(ToolTest):
    @classmethod
    def setUpClass(cls):
        cls.rows = vectors.read("lint")
        cls.rules = sarif()[0]["runs"][0]["tool"]["driver"]["rules"]
        found = {spec: iter(lint([row["input"] for row in cls.rows if row["spec"] == spec], f"--spec={spec.decode()}"))
                 for spec in (b"rfc3986", b"iri")}
        cls.findings = [next(found[row["spec"]]) for row in cls.rows]

    def each(self):
        for row, findings in zip(self.rows, self.findings):
            with self.subTest(row["input"][:80], rule=row["rule"]):
                yield row, row["rule"].decode(), findings

    def test_vectors(self):
        for row, rule, findings in self.each():
            names = [finding["rule"] for finding in findings]
            self.assertEqual([name for name in names if name != rule], row["others"].decode().split())
            if row["section"] is None:
                self.assertNotIn(rule, names)
                continue
            finding = findings[names.index(rule)]
            fix = finding.get("fix")
            self.assertEqual((finding["section"], finding["offset"], finding["length"], None if fix is None else fix.encode()),
                             (row["section"].decode(), int(row["offset"]), int(row["length"]), row["fix"]))

    def test_each_has_both(self):
        for section in (True, False):
            named = {row["rule"].decode() for row in self.rows if (row["section"] is None) == section}
            self.assertEqual(named, {rule["id"] for rule in self.rules})

    def test_findings_are_in_the_text(self):
        for row, _, findings in self.each():
            for finding in findings:
                self.assertLessEqual(finding["offset"] + finding["length"], len(row["input"]))
                self.assertTrue(finding["message"].isascii() and finding["section"] and finding["message"])
            self.assertEqual([finding["offset"] for finding in findings], sorted(finding["offset"] for finding in findings))

    def test_fixes_are_final(self):
        """With the fix, the rule finds nothing, and the text is a reference."""
        fixed = {b"rfc3986": [], b"iri": []}
        for row, _, findings in self.each():
            for finding in findings:
                if "fix" in finding:
                    end = finding["offset"] + finding["length"]
                    text = row["input"][:finding["offset"]] + finding["fix"].encode() + row["input"][end:]
                    fixed[row["spec"]].append((finding["rule"], text))
        self.assertGreater(len(fixed[b"rfc3986"]), 30)
        for spec, rows in fixed.items():
            for (rule, text), findings in zip(rows, lint([text for _, text in rows], f"--spec={spec.decode()}")):
                with self.subTest(text, rule=rule):
                    self.assertNotIn(rule, [finding["rule"] for finding in findings])
                    self.assertNotIn("syntax", [finding["rule"] for finding in findings])

    def test_examples(self):
        rules = [rule for rule in self.rules if "example" in rule["properties"]]
        self.assertGreaterEqual(len(rules), len(self.rules) - 2)
        for rule, findings in zip(rules, lint([rule["properties"]["example"].encode() for rule in rules])):
            with self.subTest(rule["id"]):
                self.assertIn(rule["id"], [finding["rule"] for finding in findings])

    def test_document(self):
        """The page's tables match the program's."""
        rows = re.findall(r"^\| `(.*?)` \| (.*?) \| (.*?) \| `?(.*?)`? \|", DOCUMENT.read_text(encoding="utf-8"), re.M)
        expected = [(rule["id"], rule["defaultConfiguration"]["level"], rule["properties"]["section"],
                     rule["properties"].get("example", "none")) for rule in self.rules]
        self.assertEqual([row for row in rows if row[1] in ("note", "warning", "error")], expected)

    def test_list(self):
        text = uriel("lint", "--list-rules", "--rule", "cleartext=off", "--only", "cleartext,userinfo").text
        for rule in self.rules:
            level = "warning" if rule["id"] == "userinfo" else "off"
            self.assertRegex(text, rf"(?m)^{rule['id']} +{level} +{re.escape(rule['properties']['section'])} ")
            self.assertIn(rule["shortDescription"]["text"], text)
            self.assertIn(rule["properties"].get("example", ""), text)

    def test_no_rule_without_a_reason(self):
        """References that people write, with nothing to find."""
        good = [row["input"] for row, findings in zip(self.rows, self.findings) if not findings and row["spec"] == b"rfc3986"]
        self.assertGreater(len(good), 50)
        self.check(["lint", "-0"], "", input=b"".join(text + b"\0" for text in good))


class Options(ToolTest):
    TEXT = "HTTP://example.com/?\n"  # a warning, a warning and a note
    ALL = [["scheme-case", "warning"], ["cleartext", "warning"], ["empty-query", "note"]]

    def findings(self, *options, status=1):
        done = uriel("lint", "--format={rule} {severity}", *options, input=self.TEXT)
        self.assertEqual((done.status, done.errors), (status, ""))
        return [line.split() for line in done.lines]

    def test_severities(self):
        self.assertEqual(self.findings(), self.ALL)
        self.assertEqual(self.findings("--severity=warning"), self.ALL[:2])
        self.assertEqual(self.findings("--severity=error", status=0), [])
        self.assertEqual(self.findings("--rule", "cleartext=off", "--rule=scheme-case=error", "--rule=empty-query=warning"),
                         [["scheme-case", "error"], ["empty-query", "warning"]])
        self.assertEqual(self.findings("--only=empty-query", "--only", "cleartext,local-name"), self.ALL[1:])

    def test_status(self):
        for options, status in ((["--only=empty-query"], 0), (["--only=empty-query", "--fail-on=note"], 1), (["--fail-on=error"], 0),
                                (["--fail-on=never"], 0), (["--fail-on=warning"], 1), (["--rule=cleartext=error", "--fail-on=error"], 1),
                                (["--severity=error", "--fail-on=note"], 0)):
            with self.subTest(options):
                self.findings(*options, status=status)
                self.assertEqual(uriel("lint", "-q", *options, input=self.TEXT).status, status)

    def test_invalid(self):
        self.check(["lint", "--only=cleartext", "a b"], "")
        self.check(["lint", "--rule=syntax=note", "--format={rule} {severity}", "a b"], "syntax note\n")
        for what in ("drop", "keep", "empty"):
            self.check(["lint", f"--invalid={what}", "--format={input}", "http://a.b/", "a b"], "http://a.b/\na b\n", status=1)
        self.check(["lint", "--invalid=stop", "--format={input}", "http://a.b/", "a b", "ws://a.b/"], "http://a.b/\n", status=1, err=None)

    def test_usage(self):
        self.usage(["lint", "--rule=cleartxt=off"], 'no rule "cleartxt"', 'did you mean "cleartext"')
        self.usage(["lint", "--rule=cleartext"], "NAME=SEVERITY")
        self.usage(["lint", "--rule=cleartext=of"], "off, note, warning or error")
        self.usage(["lint", "--only=syntax,"], 'no rule ""')
        self.usage(["lint", "--severity=off"], "note, warning or error")
        self.usage(["lint", "--sarif", "--jobs=2"], "exclude each other")
        self.usage(["lint", "--sarif", "--json"], "exclude each other")
        self.usage(["lint", "--list-rules", "x"], "no operands")


class Forms(ToolTest):
    def test_people(self):
        self.check(["lint", "https://example.com/", "ftp://joe:secret@EXAMPLE.com:21/"],
                   "2:1: warning: ftp does not encrypt [cleartext, RFC 2577, 6]\n"
                   "  ftp://joe:****@EXAMPLE.com:21/\n"
                   "  ^~~\n"
                   "2:11: error: a password: everyone who sees the reference, or a log with it, knows it [password, RFC 3986, 7.5]\n"
                   "  ftp://joe:****@EXAMPLE.com:21/\n"
                   "            ^~~~\n"
                   "2:18: warning: the host has upper-case letters [host-case, RFC 3986, 6.2.2.1]\n"
                   "  ftp://joe:****@EXAMPLE.com:21/\n"
                   "                 ^~~~~~~~~~~\n"
                   "2:29: warning: the port is the default of ftp [default-port, RFC 3986, 6.2.3]\n"
                   "  ftp://joe:****@EXAMPLE.com:21/\n"
                   "                            ^~~\n", status=1)
        self.check(["lint", "https://example.com:"],
                   '1:20: warning: a ":" without a port [empty-port, RFC 3986, 6.2.3]\n  https://example.com:\n                     ^ remove it\n'
                   '1:21: note: an empty path is equivalent to "/" [missing-slash, RFC 3986, 6.2.3]\n'
                   '  https://example.com:\n                      ^ insert "/"\n'
                   '1:21: error: Programs refuse an unusual port, shorten it, or read its beginning. [readers-disagree, RFC 3986, 7.6]\n'
                   '  https://example.com:\n                      ^\n', status=1)

    def test_files_and_empty_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "list")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n\nhttps://example.com/\r\nws://a.example/\n")
            done = self.check(["lint", "-f", path], f"{path}:4:1: warning: ws does not encrypt: use wss [cleartext, RFC 6455, 10.6]\n"
                              '  ws://a.example/\n  ^~ write "wss"\n', status=1)
            self.assertEqual(uriel("lint", "-f", path, "-f", path).text, 2 * done.text)
            self.assertEqual(len(uriel("lint", "--json", "-f", path).records), 2)

    def test_json(self):
        self.check(["lint", "--json"],
                   '{"input":"https://example.com/","findings":[]}\n'
                   '{"input":"a b","findings":[{"rule":"syntax","severity":"error","section":"RFC 3986, 3.3","offset":1,"length":2,'
                   '"message":"a space is not allowed in a path"}]}\n'
                   '{"input":"//a.b:","findings":[{"rule":"empty-port","severity":"warning","section":"RFC 3986, 6.2.3","offset":5,"length":1,'
                   '"message":"a \\":\\" without a port","fix":""}]}\n', status=1, input="https://example.com/\n\na b\n//a.b:\n")

    def test_tables(self):
        self.check(["lint", "--tsv", "--header", "https://example.com/?#", "x.y:1"],
                   "input\trule\tseverity\tsection\toffset\tlength\tmessage\tfix\n"
                   'https://example.com/?#\tempty-query\tnote\tRFC 3986, 6.2.3\t20\t1\ta "?" without a query: not equivalent to the same without "?"\t\\N\n'
                   'https://example.com/?#\tempty-fragment\tnote\tRFC 3986, 6.2.3\t21\t1\ta "#" without a fragment: not the same reference as without "#"\t\\N\n'
                   'x.y:1\tsuffix-reference\twarning\tRFC 3986, 4.5\t0\t3\t"x.y" is read as a scheme: a host needs "//" before it\t\\N\n', status=1)
        self.check(["lint", "-0", "--format={rule}", "--fail-on=never"], "empty-query\0empty-query\0", input=b"https://a.b/?\0\0https://a.b/?")

    def test_jobs(self):
        data = (b"https://example.com/\nhttp://h/%7e\n\n[\nHTTP://u:p@H:80\n" + b"\n".join(row["input"] for row in vectors.read("lint")) + b"\n") * 20
        for options in ([], ["--json"], ["--tsv"], ["-q"], ["--spec=iri", "--format={rule}"]):
            one, many = uriel("lint", *options, input=data), uriel("lint", *options, "--jobs=3", input=data)
            self.assertEqual((one.status, one.out == many.out, one.errors), (many.status, True, many.errors), options)

    @unittest.skipUnless(has_historic(), "needs the documents before RFC 3986")
    def test_other_documents(self):
        for spec in ("url-1994", "url-1997", "uri-2003"):
            found = uriel("lint", f"--spec={spec}", "--format={rule}", "ftp://joe:secret@EXAMPLE.com/")
            self.assertLessEqual({"password", "cleartext", "host-case"}, set(found.lines), spec)

    def test_long_inputs(self):
        """Time grows with the length."""
        data = b"http://h.example/" + b"%7e/../" * 300_000 + b"?" + b"%25%41" * 300_000 + b"\nhttp://" + b"a." * 500_000 + b"/\n"
        done = uriel("lint", "--format={rule}", input=data)
        self.assertEqual(done.status, 1)
        self.assertIn("long", done.lines)


class Sarif(ToolTest):
    def test_structure(self):
        document, done = sarif("a b", "HTTPS://Example.COM:443/é\xff".encode("utf-8"), "https://example.com/")
        self.assertEqual((done.status, done.errors), (1, ""))
        self.assertEqual((document["version"], sorted(document)), ("2.1.0", ["$schema", "runs", "version"]))
        run, = document["runs"]
        self.assertEqual(run["tool"]["driver"]["name"], "uriel")
        rules = run["tool"]["driver"]["rules"]
        self.assertEqual(run["columnKind"], "unicodeCodePoints")
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertIn(result["level"], ("note", "warning", "error"))
            self.assertTrue(result["message"]["text"])
            location = result["locations"][0]["physicalLocation"]
            self.assertEqual(location["artifactLocation"], {"uri": "operands"})
            self.assertLessEqual(1, location["region"]["startColumn"])
            self.assertLessEqual(location["region"]["startColumn"], location["region"]["endColumn"])

    def test_regions(self):
        document, _ = sarif("--spec=iri", "--only=empty-query,default-port", input="https://é.example:443/é?\n\nhttps://a.b/?\n")
        regions = [(result["ruleId"], *result["locations"][0]["physicalLocation"]["region"].values(), result["properties"]["offset"])
                   for result in document["runs"][0]["results"]]
        self.assertEqual(regions, [("default-port", 1, 18, 22, 18), ("empty-query", 1, 24, 25, 25), ("empty-query", 3, 13, 14, 12)])

    def test_fixes(self):
        document, _ = sarif("ws://a.b/", "https://a:secret@H.b/")
        results = document["runs"][0]["results"]
        self.assertEqual(results[0]["fixes"], [{"artifactChanges": [{"artifactLocation": {"uri": "operands"}, "replacements": [
            {"deletedRegion": {"startLine": 1, "startColumn": 1, "endColumn": 3}, "insertedContent": {"text": "wss"}}]}]}])
        self.assertEqual([result["ruleId"] for result in results[1:]], ["password", "host-case"])
        self.assertNotIn("secret", json.dumps(results))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a b.txt", "x:y"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write("ws://h.b/\n")
            whole = os.path.join(folder, "a b.txt")
            before = os.getcwd()
            os.chdir(folder)
            try:
                document, _ = sarif("-f", "a b.txt", "-f", "x:y", "-f", whole)
            finally:
                os.chdir(before)
            self.assertEqual([result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in document["runs"][0]["results"]],
                             ["a%20b.txt", "./x:y", "file://" + whole.replace(" ", "%20")])

    def test_always_one_document(self):
        for data in (b"", b"\n", b"\n\n\n", b"\xff\n\x01\n", b"https://example.com/\n"):
            for options in ([], ["-0"]):
                document, _ = sarif(*options, input=data)
                self.assertEqual(len(document["runs"]), 1)
        self.check(["lint", "--sarif", "-q", "a b"], "", status=1)

    def test_full_disk(self):
        if is_sanitized():
            self.skipTest("the program's own check is the same")
        for options in ([], ["--sarif"], ["--list-rules"]):
            self.assertEqual(os.waitstatus_to_exitcode(os.system(f"'{uriel.__globals__['URIEL']}' lint {' '.join(options)} "
                                                                 f"{'' if options == ['--list-rules'] else 'ws://h.b/'} >/dev/full 2>&1")), 3)


if __name__ == "__main__":
    unittest.main()
