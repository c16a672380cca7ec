# SPDX-License-Identifier: MIT
"""check: --require-scheme, --absolute and --scheme-rules."""
import json
import unittest
import xml.etree.ElementTree

import vectors
from support import ToolTest, uriel

# An input, and the codes that it has with --require-scheme, --absolute and --scheme-rules; "-": valid.
REFERENCES = """
http://h/             - - -
http://h/#f           - fragment-not-allowed -
http://h/#            - fragment-not-allowed -
urn:example:a         - - -
www.example.com       scheme-missing scheme-missing -
//h/x                 scheme-missing scheme-missing -
//h:65536/x           scheme-missing scheme-missing -
?q#f                  scheme-missing scheme-missing -
x:y                   - - -
x://h:65535/          - - -
x://h:65536/          - - port-too-large
http:///x             - - part-empty
https:x               - - part-missing
rtsp:///x             - - part-empty
file:///x             - - -
file://server/share   - - -
file:x                - - part-form
http://h:0/           - - part-number
http://h:/            - - -
http://h%2Fb/         - - host-decoded
ws://h/#f             - fragment-not-allowed part-not-allowed
tel:abc               - - part-missing
tel:+1-555            - - -
mailto:a              - - part-form
mailto:a@b            - - -
mailto:?subject=x     - - -
data:x                - - part-missing
data:,x               - - -
tag:x                 - - part-missing
telnet://h/x          - - part-not-allowed
urn:isbn:0395363412   - - name-check
urn:isbn:0395363411   - - -
urn:uuid:x            - - name-form
urn:x                 - - nid-missing
a%2                   percent percent percent
""".split("\n")[1:-1]


class Options(ToolTest):
    def rows(self):
        return [line.split() for line in REFERENCES]

    def test_errors(self):
        data = "".join(row[0] + "\n" for row in self.rows())
        for column, option in enumerate(("--require-scheme", "--absolute", "--scheme-rules"), 1):
            codes = [record.get("error", {}).get("code", "-") for record in uriel("check", option, "--json", input=data).records]
            self.assertEqual(codes, [row[column] for row in self.rows()], option)

    def test_forms_agree(self):
        """The fast path prints the same as records."""
        data = "".join(row[0] + "\n" for row in self.rows()) + "\n\n"
        for options in (["--require-scheme"], ["--absolute"], ["--scheme-rules"], ["--absolute", "--scheme-rules"]):
            valid = [record.get("valid") for record in uriel("check", *options, "--json", input=data).records]
            done = uriel("check", "-s", *options, input=data)
            self.assertEqual(done.lines, [row[0] if good else "" for row, good in zip(self.rows() + [[""]] * 2, valid)], options)
            self.assertEqual(done.status, 1)
            quiet = uriel("check", "-q", *options, input=data)
            self.assertEqual((quiet.out, quiet.err, quiet.status), (b"", uriel("check", *options, input=data).err, 1))
            only = "".join(line + "\n" for line in done.lines if line)
            self.assertEqual(uriel("check", "-q", *options, input=only).status, 0)
            self.check(["check", *options, "--format={input}"], only, input=only)

    def test_sections(self):
        records = uriel("check", "--absolute", "--json", "a", "x:#").records
        self.assertEqual([record["error"]["section"] for record in records], ["RFC 3986, 3.1", "RFC 3986, 4.3"])
        self.assertEqual([record["error"]["offset"] for record in records], [0, 2])
        records = uriel("check", "--scheme-rules", "--json", "http:///", "urn:x", "x://h:65536").records
        self.assertEqual([record["error"]["section"] for record in records], ["RFC 9110, 4.2.1", "2", "3.2.3"])

    def test_other_documents(self):
        for spec in ("iri", "whatwg"):
            self.assertEqual(uriel("check", f"--spec={spec}", "--absolute", "http://ä/#f").status, 1, spec)
            self.assertEqual(uriel("check", f"--spec={spec}", "--absolute", "--scheme-rules", "http://ä/f").status, 0, spec)
        self.assertEqual(uriel("check", "--spec=rfc8141", "--scheme-rules", "urn:isbn:0395363412").status, 1)
        self.check(["check", "--guess-scheme", "--require-scheme", "www.example.com"], "www.example.com\n")

    def test_parts(self):
        """It rejects exactly the URIs that uriel schemes refuses."""
        rows = [row for row in vectors.read("parts") if row["spec"] == b"rfc3986"]
        self.assertGreater(len(rows), 50)
        records = uriel("check", "--scheme-rules", "--json", input=b"".join(row["input"] + b"\n" for row in rows)).records
        for row, record in zip(rows, records):
            with self.subTest(row["input"]):
                if row["code"] is not None:
                    self.assertEqual(record.get("error", {}).get("code"), row["code"].decode())
                elif not record["valid"]:
                    self.assertIn(record["error"]["component"], ("host", "port"))


class Junit(ToolTest):
    def junit(self, *arguments, input=b"", status=1):
        done = uriel("check", "--junit", *arguments, input=input)
        self.assertEqual((done.status, done.errors), (status, ""))
        return xml.etree.ElementTree.fromstring(done.out)

    def test_cases(self):
        """A case for each record, also of bytes that XML cannot hold; no case for an empty one."""
        lines = [b"http://h/a b", b"ok", b"", b"http://h:x/", b"<&\"'>", b"\x00\x01\x1f", b"\xff", "\ufffe\U000e0001".encode(), b"]]>"]
        for options in ([], ["--invalid=drop"], ["--spec=iri"]):
            suite, = self.junit(*options, input=b"".join(line + b"\n" for line in lines))
            self.assertEqual((suite.get("name"), suite.get("tests"), suite.get("failures")), ("stdin 1-9", "8", "7"))
            self.assertEqual([case.get("name") for case in suite], ["http://h/a b", "ok", "http://h:x/", "<&\"'>", "\\x00\\x01\\x1f", "\\xff",
                                                                    "\\xef\\xbf\\xbe\\xf3\\xa0\\x80\\x81", "]]>"])
            self.assertEqual([int(case.get("line")) for case in suite], [1, 2, 4, 5, 6, 7, 8, 9])
            self.assertEqual(suite[0].find("failure").get("type"), "path-character")
            self.assertIn("a space is not allowed", suite[0].find("failure").get("message"))

    def test_suites(self):
        """Suites have 1000 cases, so that the memory is bounded."""
        suites = self.junit(input=b"a\n" * 2500 + b"%\n")
        self.assertEqual([(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites],
                         [("stdin 1-1000", "1000", "0"), ("stdin 1001-2000", "1000", "0"), ("stdin 2001-2501", "501", "1")])
        self.assertEqual([suite.get("name") for suite in self.junit("a", "%")], ["operands 1-2"])
        self.assertEqual(len(self.junit(input=b"\n", status=0)), 0)
        case, = self.junit("--spec=iri", "http://\u0430pple.com/", status=0)[0]
        self.assertIn("looks", case.find("system-out").text)
        suite, = self.junit("--spec=whatwg", "http:\\\\u@h/%zz", "http://h/", "a b:c", status=1)  # "validation errors" of the URL standard, 1.1
        self.assertEqual([case.findtext("system-out") for case in suite][1:], [None, None])
        repairs = uriel("check", "--json", "--spec=whatwg", "http:\\\\u@h/%zz").records[0]["repairs"]
        once = {(repair["code"], repair["offset"]): repair["message"] for repair in repairs}  # its states report a character twice
        self.assertEqual(suite[0].findtext("system-out").split("; "), list(once.values()))
        self.assertTrue(self.junit("--spec=whatwg", "http://h/" + "|%" * 300, status=0)[0][0].findtext("system-out").endswith("; and more"))
        self.check(["check", "--junit", "-q", "a b"], "", 1, None)
        self.usage(["check", "--junit", "--sarif"], "exclude each other")


class Sarif(ToolTest):
    def sarif(self, *arguments, input=b"", status=1):
        """The run of the document."""
        done = uriel("check", "--sarif", *arguments, input=input)
        self.assertEqual(done.status, status, done.errors)
        self.assertEqual(done.errors, "", "errors are in the document")
        document = json.loads(done.text)
        self.assertEqual(document["version"], "2.1.0")
        return document["runs"][0]

    def test_errors(self):
        """A result for each error that JSON has; the rules are the codes of the results."""
        lines = ["http://h/a b", "ok", "", "http://h:x/", "http://\u00e9\u00e9:x/", "%", "http://h/%4", "1:", "\u65e5|"]
        given = "".join(line + "\n" for line in lines)
        for options in ([], ["--require-scheme"], ["--scheme-rules"], ["--spec=iri"], ["--spec=lenient"], ["--invalid=drop"], ["--invalid=keep"]):
            with self.subTest(options):
                run = self.sarif(*options, input=given)
                records = uriel("check", "--json", *[option for option in options if option != "--invalid=drop"], input=given).records
                errors = [(number, line, record["error"]) for number, (line, record) in enumerate(zip(lines, records), 1)
                          if "error" in record and "read" not in record]
                self.assertEqual(len(run["results"]), len(errors))
                rules = run["tool"]["driver"]["rules"]
                self.assertTrue(all(rule["shortDescription"]["text"] for rule in rules))
                self.assertEqual([rule["id"] for rule in rules], list(dict.fromkeys(error["code"] for _, _, error in errors)))
                for result, (number, line, error) in zip(run["results"], errors):
                    self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
                    self.assertEqual((result["ruleId"], result["level"], result["message"]["text"]),
                                     (error["code"], "error", "; ".join([error["message"], *filter(None, [error.get("hint")])])))
                    place = result["locations"][0]["physicalLocation"]
                    offset, length = result["properties"]["offset"], result["properties"]["length"]
                    self.assertEqual(offset + length, error["begin"] + error["length"])
                    columns = [len(line.encode()[:at].decode()) + 1 for at in (offset, offset + length)]
                    self.assertEqual(place, {"artifactLocation": {"uri": "stdin"},
                                             "region": {"startLine": number, "startColumn": columns[0], "endColumn": columns[1]}})

    def test_warnings(self):
        run = self.sarif("--spec=iri", "http://\u0430pple.com/", "http://h/", "http://\u05d0a.b@\u05d0a\u200b/", status=0)
        results = run["results"]
        self.assertEqual([rule["id"] for rule in run["tool"]["driver"]["rules"] if not rule.get("shortDescription", {}).get("text")], [])
        self.assertGreater(len(run["tool"]["driver"]["rules"]), 3)
        self.assertEqual(results[0]["locations"][0]["physicalLocation"]["artifactLocation"], {"uri": "operands"})
        self.assertEqual({result["level"] for result in results}, {"warning"})
        self.assertIn("looks-ascii", [result["ruleId"] for result in results])
        results = self.sarif("--spec=whatwg", "http:\\\\h\\", status=0)["results"]
        self.assertIn(("invalid-reverse-solidus", "warning"), [(result["ruleId"], result["level"]) for result in results])
        self.assertEqual(len(results), len({(result["ruleId"], result["properties"]["offset"]) for result in results}))

    def test_one_document(self):
        for data in (b"", b"\n", b"http://h/\n"):
            self.assertEqual(self.sarif(input=data, status=0)["results"], [])
        self.assertEqual(len(self.sarif("-s", input=b"%\n%\n")["results"]), 2)
        done = uriel("check", "--sarif", "--invalid=stop", input=b"a\n%\n%\n")
        self.assertEqual((done.status, json.loads(done.text)["runs"][0]["results"]), (1, []))
        self.check(["check", "--sarif", "-q", "a b"], "", 1, None)
        for options in (["--json"], ["--tsv"], ["-F{input}"], ["--jobs=2"]):
            self.usage(["check", "--sarif", *options], "exclude each other")

    def test_json_in(self):
        """The line of JSON is known, not the column."""
        for command in ("check", "lint"):
            run = json.loads(uriel(command, "--sarif", "--json-in=u", input='{"u":"http://h.b/"}\n{"u":"http://h.b/ "}\n').text)["runs"][0]
            self.assertEqual(run["results"][-1]["locations"][0]["physicalLocation"]["region"], {"startLine": 2})
            self.assertNotIn("fixes", run["results"][0])
            self.assertTrue(all(rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"]))


if __name__ == "__main__":
    unittest.main()
