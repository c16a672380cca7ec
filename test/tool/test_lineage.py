# SPDX-License-Identifier: MIT
"""uriel lineage: the verdict of every generation, side by side, and where they differ."""
import json
import random
import unittest

from support import ToolTest, has_historic, on_terminal, uriel

SPECS = ["url-1993", "url-1994", "url-1997", "uri-2003", "rfc3986"]


def lineage(text, *arguments):
    """The record of one reference, and its verdicts by generation."""
    record = uriel("lineage", "--json", *arguments, "--", text).records[0]
    return record, {verdict["spec"]: verdict for verdict in record["verdicts"]}


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Verdicts(ToolTest):
    def test_json(self):
        record, verdicts = lineage("http://example.com/a")
        self.assertEqual(list(record), ["input", "verdicts", "hosts_agree"])
        self.assertEqual(list(verdicts), SPECS)
        for spec in SPECS:
            self.assertEqual(verdicts[spec], {"spec": spec, "valid": True, "form": "absolute", "host": "example.com"})

    def test_are_those_of_check(self):
        """Each verdict is what `check --spec` says, its fault too."""
        texts = ["http://a:b/", "HTTP://h/", "URL:http://h/", "a b", "x:?[", "", "#s", "http://h?q", "1a:b", "a_b:c", ":a",
                 "http://[::1]/", "mailto:a@b", "gopher://h/1x", "http://1.2.3.999/", "http://a_b/", "\xff", "http://h/%4"]
        for text in texts:
            _, verdicts = lineage(text)
            for spec in SPECS:
                with self.subTest(text, spec=spec):
                    record = uriel("parse", "--json", f"--spec={spec}", "--", text).records[0]
                    for key in ("valid", "form", "host", "fault"):
                        self.assertEqual(verdicts[spec].get(key), record.get(key))

    def test_hosts(self):
        for text, hosts, agree in (
                # 1993's hostname takes nearly everything; its prose has no port that is not digits
                ("http://a:b/", {"url-1993": "a:b", "uri-2003": "a:b"}, True),
                ("http://a@b/", {"url-1993": "b", "url-1994": "b", "url-1997": "b", "uri-2003": "b", "rfc3986": "b"}, True),
                # "_" is no hostname: 1993 and 1994 allow "@" in one, 2003 has a registry's name
                ("http://a@_/", {"url-1993": "a@_", "url-1994": "a@_", "uri-2003": "a@_", "rfc3986": "_"}, False),
                # no label holds a "_", so that all is a registry's name in 2003
                ("http://u@a_b/", {"url-1993": "a_b", "url-1994": "a_b", "uri-2003": "u@a_b", "rfc3986": "a_b"}, False),
                ("mailto:a@b", {}, True)):
            with self.subTest(text):
                record, verdicts = lineage(text)
                seen = {spec: verdict["host"] for spec, verdict in verdicts.items() if "host" in verdict}
                self.assertEqual(seen, hosts)
                self.assertEqual(record["hosts_agree"], agree)

    def test_valid_json_always(self):
        chance = random.Random(5)
        texts = [bytes(chance.choice(b"a:/?#[]@%\xff\xc3\xa9\"\\\x01 ") for _ in range(chance.randrange(12)))
                 for _ in range(500)]
        for base in ([], ["--base=http://a/b/c"]):
            records = uriel("lineage", "--json", "-0", *base, input=b"".join(text + b"\0" for text in texts)).records
            self.assertEqual(len(records), len(texts))
            for record in records:
                self.assertNotIn("null", json.dumps(record))
                self.assertEqual(len(record["verdicts"]), len(SPECS))
                for verdict in record["verdicts"]:
                    self.assertEqual(verdict["valid"], "fault" not in verdict)

    def test_exit_status(self):
        self.assertEqual(uriel("lineage", "http://a/", "#s").status, 0, "valid by RFC 3986")
        self.assertEqual(uriel("lineage", "http://a/", "mailto:a?[x]").status, 1, "by uri-2003 alone")
        self.assertEqual(uriel("lineage", "-q", "http://a/", "a b").status, 1)
        self.assertEqual(uriel("lineage", "-q", "http://a/", "a b").err, b"")


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Forms(ToolTest):
    def test_block(self):
        block = uriel("lineage", "--long", "http://u@a_b/", "http://h/")
        first, second, rest = block.text.split("\n\n")
        self.assertEqual(rest, "")
        lines = first.split("\n")
        self.assertEqual(lines[0], "http://u@a_b/")
        self.assertEqual([line[:10] for line in lines[1:6]],
                         ["  url-1993", "  url-1994", "  url-1997", "* uri-2003", "  rfc3986 "])
        self.assertEqual(lines[4], "* uri-2003  valid      absolute  host u@a_b")
        self.assertEqual(lines[5], "  rfc3986   valid      absolute  host a_b")
        self.assertRegex(lines[3], r"^  url-1997  not valid  at \d+: .")
        self.assertEqual(lines[6], "* the generations do not agree about the host")
        self.assertEqual(len(lines), 7)
        self.assertNotIn("*", second)

    def test_on_a_terminal(self):
        arguments = ["lineage", "http://u@a_b/"]
        self.assertEqual(on_terminal(*arguments, "--color=never").out, uriel(*arguments, "--long").out)
        shown = on_terminal(*arguments).out
        self.assertIn(b"\x1b[1;31mu@a_b\x1b[0m", shown, "the differing host in the tone of warnings")
        self.assertIn(b"\x1b[1;32ma_b\x1b[0m", shown)
        self.assertEqual(on_terminal(*arguments, "--short", "--color=never").out, uriel(*arguments).out)

    def test_line(self):
        """One line for each input, so that grep finds what differs."""
        result = uriel("lineage", "http://u@a_b/", "a b", "http://h/")
        self.assertEqual(result.err, b"")
        self.assertEqual(len(result.lines), 3)
        pairs = [dict(pair.split("=", 1) for pair in line.split("\t")) for line in result.lines]
        self.assertEqual([line["hosts_agree"] for line in pairs], ["false", "true", "true"])
        self.assertEqual((pairs[0]["uri_2003"], pairs[0]["uri_2003_host"], pairs[0]["rfc3986_host"]), ("valid", "u@a_b", "a_b"))
        self.assertEqual((pairs[1]["rfc3986"], "rfc3986_host" in pairs[1]), ("path character", False))

    def test_tsv(self):
        header, row = uriel("lineage", "--tsv", "--header", "http://h/").lines
        self.assertEqual(header.split("\t"),
                         ["input", "url_1993", "url_1993_host", "url_1994", "url_1994_host", "url_1997", "url_1997_host",
                          "uri_2003", "uri_2003_host", "rfc3986", "rfc3986_host", "hosts_agree", "fault_code", "fault_offset"])
        self.assertEqual(row.split("\t"), ["http://h/"] + ["valid", "h"] * 5 + ["true", "\\N", "\\N"])
        header = uriel("lineage", "--tsv", "--header", "--base=x:/", "http://h/").lines[0].split("\t")
        self.assertEqual(header[1:4], ["url_1993", "url_1993_host", "url_1993_target"])
        self.assertIn("targets_agree", header)

    def test_format(self):
        self.check(["lineage", "--format", "{hosts_agree} {rfc3986_host}", "http://u@a_b/", "a b"], "false a_b\ntrue \n", 1)
        self.check(["lineage", "--format", "{rfc3986_target}", "-b", "http://a/b", "c"], "http://a/c\n")
        self.usage(["lineage", "--format", "{rfc3986_target}", "c"], "no key")

    def test_too_long_and_empty_input(self):
        self.check(["lineage", "--json"], "")
        self.assertEqual(len(uriel("lineage", "--json", input=b"\n\n").records), 2)


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Base(ToolTest):
    """How each generation resolves."""

    def targets(self, text, base="http://a/b/c/d;p?q"):
        record, verdicts = lineage(text, f"--base={base}")
        return record["targets_agree"], {spec: verdict.get("target") for spec, verdict in verdicts.items()}

    def test_are_those_of_resolve(self):
        for text in ("g", "?y", "../../../g", "#s", "", "g?y/./x", "/./g", "//g", ".", "x:y", "a b"):
            _, verdicts = lineage(text, "--base=http://a/b/c/d")
            for spec in SPECS:
                with self.subTest(text, spec=spec):
                    record = uriel("resolve", "--json", f"--spec={spec}", "-b", "http://a/b/c/d", "--", text).records[0]
                    for key in ("valid", "target", "current_document", "fragment", "fault"):
                        self.assertEqual(verdicts[spec].get(key), record.get(key))

    def test_query_alone(self):
        """url-1997, C.1, against uri-2003, C.1."""
        agree, targets = self.targets("?y")
        self.assertFalse(agree)
        self.assertEqual((targets["url-1997"], targets["uri-2003"], targets["rfc3986"]),
                         ("http://a/b/c/?y", "http://a/b/c/d;p?y", "http://a/b/c/d;p?y"))

    def test_dots_above_root(self):
        _, targets = self.targets("../../../g", "http://a/b/c/d")
        self.assertEqual(targets, {"url-1993": "http://a/../g", "url-1994": "http://a/../g", "url-1997": "http://a/../g",
                                   "uri-2003": "http://a/../g", "rfc3986": "http://a/g"})

    def test_current_document(self):
        record, verdicts = lineage("#s", "--base=http://a/b")
        self.assertFalse(record["targets_agree"])
        self.assertEqual(verdicts["uri-2003"], {"spec": "uri-2003", "valid": True, "form": "relative",
                                                "current_document": True, "fragment": "s"})
        self.assertEqual(verdicts["rfc3986"]["target"], "http://a/b#s")

    def test_block(self):
        lines = uriel("lineage", "--long", "-b", "http://a/b/c/d", "#s").lines
        self.assertEqual(lines[3], "* url-1997  valid      relative  no host  -> (current document)#s")
        self.assertEqual(lines[5], "  rfc3986   valid      relative  no host  -> http://a/b/c/d#s")
        self.assertEqual(lines[6], "* the generations do not agree about the target")

    def test_base_that_some_take(self):
        """"~" stands nowhere in 1993's rules; the others go on."""
        result = uriel("lineage", "--json", "--base=http://a/~b/c", "g")
        self.assertEqual(result.status, 0)
        verdicts = {verdict["spec"]: verdict for verdict in result.records[0]["verdicts"]}
        self.assertFalse(verdicts["url-1993"]["valid"])
        self.assertEqual(verdicts["url-1993"]["fault"]["in"], "base")
        self.assertEqual(verdicts["rfc3986"]["target"], "http://a/~b/g")
        self.assertIn("  url-1993  not valid  base at 9: ", uriel("lineage", "--long", "--base=http://a/~b/c", "g").text)

    def test_opaque_base(self):
        result = uriel("lineage", "--json", "--base=mailto:a@b", "g")
        verdicts = {verdict["spec"]: verdict for verdict in result.records[0]["verdicts"]}
        self.assertEqual(verdicts["uri-2003"]["fault"]["code"], "base opaque")
        self.assertEqual(verdicts["rfc3986"]["target"], "mailto:g")

    def test_base_that_none_takes(self):
        for base in ("/b", "", "a b", "x:a b"):
            result = self.usage(["lineage", "-b", base, "g"], "uriel: base: not a ")
            self.assertEqual(result.out, b"")


class Without(ToolTest):
    def test_rows_are_what_is_built(self):
        self.assertEqual(list(lineage("x:y")[1]), SPECS if has_historic() else ["rfc3986"])

    def test_always_has_the_default(self):
        record, verdicts = lineage("http://h/")
        self.assertEqual(verdicts["rfc3986"]["host"], "h")
        self.assertTrue(record["hosts_agree"])


if __name__ == "__main__":
    unittest.main()
