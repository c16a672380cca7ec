# SPDX-License-Identifier: MIT
"""uriel lineage: the verdict of every generation, side by side, and where they differ."""
import json
import random
import unittest

from support import ToolTest, has_historic, on_terminal, sample, uriel

SPECS = ["url-1993", "url-1994", "url-1997", "uri-2003", "rfc3986", "iri"]
OLD = SPECS[:5]
ROWS = SPECS + ["whatwg"]


def lineage(text, *arguments):
    """The record of one reference, and its verdicts by generation."""
    record = uriel("lineage", "--json", *arguments, "--", text).records[0]
    return record, {verdict["spec"]: verdict for verdict in record["verdicts"]}


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Verdicts(ToolTest):
    def test_json(self):
        record, verdicts = lineage("http://example.com/a")
        self.assertEqual(list(record), ["input", "verdicts", "hosts_agree"])
        self.assertEqual(list(verdicts), ROWS)
        self.assertEqual(verdicts["whatwg"].pop("normal"), "http://example.com/a")
        for spec in ROWS:
            self.assertEqual(verdicts[spec], {"spec": spec, "valid": True, "form": "absolute", "host": "example.com"})

    def test_invalid(self):
        """--invalid concerns inputs that RFC 3986 rejects; the record says why, or standard error if no record is written."""
        lines = b"http://h/\na b\nrel\n"
        shown = uriel("lineage", input=lines)
        self.assertEqual((shown.status, len(shown.text.splitlines()), shown.errors), (1, 3, ""))
        for jobs in ("--jobs=1", "--jobs=2"):
            for form in ("--json", "--tsv", "--short", "--long"):
                with self.subTest(form, jobs=jobs):
                    dropped = uriel("lineage", "--invalid=drop", form, jobs, input=lines)
                    alone = uriel("lineage", form, input=b"http://h/\nrel\n")
                    self.assertEqual((dropped.status, dropped.text), (1, alone.text))
                    self.assertIn("a space is not allowed in a path", dropped.errors)
                    stopped = uriel("lineage", "--invalid=stop", form, jobs, input=lines)
                    self.assertEqual((stopped.status, stopped.text), (1, uriel("lineage", form, "http://h/").text))
                    self.assertIn("a space is not allowed in a path", stopped.errors)
        self.assertEqual(uriel("lineage", "--invalid=drop", "--base=http://e/", input=b"a b\nrel\n").text.count("\n"), 1)

    def test_are_those_of_check(self):
        """Each verdict, with its error, equals the verdict of `check --spec`."""
        texts = ["http://a:b/", "HTTP://h/", "URL:http://h/", "a b", "x:?[", "", "#s", "http://h?q", "1a:b", "a_b:c", ":a",
                 "http://[::1]/", "mailto:a@b", "gopher://h/1x", "http://1.2.3.999/", "http://a_b/", "\xff", "http://h/%4"]
        for text in sample(texts, 4):
            _, verdicts = lineage(text)
            for spec in ROWS:
                with self.subTest(text, spec=spec):
                    record = uriel("parse", "--json", f"--spec={spec}", "--", text).records[0]
                    for key in ("valid", "form", "host", "repairs", "error"):
                        self.assertEqual(verdicts[spec].get(key), record.get(key))

    def test_hosts(self):
        for text, hosts, agree in (
                # 1993's hostname takes nearly everything; its prose has no port that is not digits
                ("http://a:b/", {"url-1993": "a:b", "uri-2003": "a:b"}, True),
                ("http://a@b/", {"url-1993": "b", "url-1994": "b", "url-1997": "b", "uri-2003": "b", "rfc3986": "b"}, True),
                # "_" is not a hostname: 1993 and 1994 allow "@" in one, 2003 has a registry's name
                ("http://a@_/", {"url-1993": "a@_", "url-1994": "a@_", "uri-2003": "a@_", "rfc3986": "_"}, False),
                # no label holds a "_", so that all is a registry's name in 2003
                ("http://u@a_b/", {"url-1993": "a_b", "url-1994": "a_b", "uri-2003": "u@a_b", "rfc3986": "a_b"}, False),
                ("mailto:a@b", {}, True)):
            with self.subTest(text):
                record, verdicts = lineage(text)
                seen = {spec: verdict["host"] for spec, verdict in verdicts.items() if "host" in verdict and spec in OLD}
                self.assertEqual(seen, hosts)
                self.assertEqual(record["hosts_agree"], agree)

    def test_valid_json_always(self):
        chance = random.Random(5)
        texts = [bytes(chance.choice(b"a:/?#[]@%\xff\xc3\xa9\"\\\x01 ") for _ in range(chance.randrange(12)))
                 for _ in range(500)]
        for base in ([], ["--base=http://a/b/c"]):
            records = uriel("lineage", "--json", "-0", "--empty=reference", *base, input=b"".join(text + b"\0" for text in texts)).records
            self.assertEqual(len(records), len(texts))
            for record in records:
                self.assertNotIn("null", json.dumps(record))
                self.assertEqual(len(record["verdicts"]), len(ROWS))
                for verdict in record["verdicts"]:
                    self.assertEqual(verdict["valid"], "error" not in verdict)
                    if base and verdict["valid"]:
                        ways = [key for key in ("target", "current_document", "base_error") if key in verdict]
                        self.assertEqual(len(ways), 1, verdict)

    def test_exit_status(self):
        self.assertEqual(uriel("lineage", "http://a/", "#s").status, 0, "valid by RFC 3986")
        self.assertEqual(uriel("lineage", "http://a/", "mailto:a?[x]").status, 1, "only by uri-2003")
        self.assertEqual(uriel("lineage", "-q", "http://a/", "a b").status, 1)
        self.assertEqual(uriel("lineage", "-q", "http://a/", "a b").err, b"")


NAMES = ["rfc2141", "urn-2011", "rfc8141"]


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Names(ToolTest):
    """The documents of names are asked only about inputs that begin with "urn:", in any case (RFC 8141, 2)."""

    def test_who_is_asked(self):
        for text in ("urn:example:a", "URN:example:a", "uRn:"):
            self.assertEqual(list(lineage(text)[1]), ROWS + NAMES)
        for text in ("urn", "urns:a", "urnx:", "ur", "", "/urn:a:b", "http://urn:80/", " urn:a00:b"):
            self.assertEqual(list(lineage(text)[1]), ROWS)

    def test_are_those_of_check(self):
        for text in ("urn:example:a", "urn:a:b", "urn:urn:a", "urn:example:", "urn:example:a?b", "urn:example:a?+b", "urn:example:a#f",
                     "urn:example:%00", "urn:-a:b"):
            _, verdicts = lineage(text)
            for spec in NAMES:
                with self.subTest(text, spec=spec):
                    record = uriel("parse", "--json", f"--spec={spec}", "--", text).records[0]
                    for key in ("valid", "form", "error"):
                        self.assertEqual(verdicts[spec].get(key), record.get(key))

    def test_do_not_count(self):
        """They affect neither the exit status, which depends on RFC 3986, nor the agreement."""
        result = uriel("lineage", "--json", "urn:a:b")
        record = result.records[0]
        self.assertEqual((result.status, record["hosts_agree"]), (0, True))
        self.assertFalse(record["verdicts"][-1]["valid"], "RFC 8141, 2.1: at least two characters")

    def test_with_a_base(self):
        record, verdicts = lineage("urn:example:a", "--base=http://a/b")
        self.assertEqual(record["targets_agree"], True)
        for spec in NAMES:
            self.assertEqual(verdicts[spec], {"spec": spec, "valid": True, "form": verdicts["rfc3986"]["form"]})

    def test_forms(self):
        lines = uriel("lineage", "--long", "urn:example:a", "http://h/").lines
        self.assertEqual([line.split()[0] for line in lines[1:11]], ROWS + NAMES)
        self.assertEqual(lines[11:13], ["", "http://h/"])
        self.assertEqual(len(lines), 21)
        line, other = uriel("lineage", "URN:example:a?+b", "http://h/").lines
        self.assertIn("\trfc2141=nss-character\t", line)
        self.assertIn("\trfc8141=valid\t", line)
        self.assertNotIn("rfc8141", other)
        self.check(["lineage", "--format={rfc2141}|{urn_2011}|{rfc8141}", "urn:example:a", "http://h/"], "valid|valid|valid\n||\n")

    def test_tsv_has_the_same_columns_for_all(self):
        header, name, other = uriel("lineage", "--tsv", "--header", "urn:example:a", "http://h/").lines
        self.assertNotIn("rfc8141", header)
        self.assertEqual(len({len(line.split("\t")) for line in (header, name, other)}), 1)


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Forms(ToolTest):
    def test_block(self):
        block = uriel("lineage", "--long", "http://u@a_b/", "http://h/")
        first, second, rest = block.text.split("\n\n")
        self.assertEqual(rest, "")
        lines = first.split("\n")
        self.assertEqual(lines[0], "http://u@a_b/")
        self.assertEqual([line[:10] for line in lines[1:8]],
                         ["  url-1993", "  url-1994", "  url-1997", "* uri-2003", "  rfc3986 ", "  iri     ", "  whatwg  "])
        self.assertEqual(lines[4], "* uri-2003  valid      absolute  host u@a_b")
        self.assertEqual(lines[5], "  rfc3986   valid      absolute  host a_b")
        self.assertRegex(lines[3], r"^  url-1997  not valid  at \d+: .")
        self.assertEqual(lines[8], "            validation error at 8: a URL should not contain a user name or a password")
        self.assertEqual(lines[9], "            validation error at 10: the host is not a valid domain name under UTS #46: a label can contain only "
                                   'letters, digits and "-" in US-ASCII')
        self.assertEqual(lines[10], "* the generations do not agree about the host")
        self.assertEqual(len(lines), 11)
        self.assertNotIn("*", second)

    def test_on_a_terminal(self):
        arguments = ["lineage", "http://u@a_b/"]
        self.assertEqual(on_terminal(*arguments, "--color=never").out, uriel(*arguments, "--long").out)
        shown = on_terminal(*arguments).out
        self.assertIn(b"\x1b[1;31mu@a_b\x1b[0m", shown, "the differing host in the tone of warnings")
        self.assertIn(b"\x1b[1;32ma_b\x1b[0m", shown)
        self.assertEqual(on_terminal(*arguments, "--short", "--color=never").out, uriel(*arguments).out)

    def test_line(self):
        """One line for each input, so that grep finds the differences."""
        result = uriel("lineage", "http://u@a_b/", "a b", "http://h/")
        self.assertEqual(result.err, b"")
        self.assertEqual(len(result.lines), 3)
        pairs = [dict(pair.split("=", 1) for pair in line.split("\t")) for line in result.lines]
        self.assertEqual([line["hosts_agree"] for line in pairs], ["false", "true", "true"])
        self.assertEqual([line["input"] for line in pairs], ["http://u@a_b/", "a b", "http://h/"])
        self.assertTrue(result.text.startswith("input="), "what it is about comes first")
        self.assertEqual((pairs[0]["uri_2003"], pairs[0]["uri_2003_host"], pairs[0]["rfc3986_host"]), ("valid", "u@a_b", "a_b"))
        self.assertEqual((pairs[1]["rfc3986"], "rfc3986_host" in pairs[1]), ("path-character", False))

    def test_tsv(self):
        header, row = uriel("lineage", "--tsv", "--header", "http://h/").lines
        self.assertEqual(header.split("\t"),
                         ["input", "url_1993", "url_1993_host", "url_1994", "url_1994_host", "url_1997", "url_1997_host",
                          "uri_2003", "uri_2003_host", "rfc3986", "rfc3986_host", "iri", "iri_host",
                          "whatwg", "whatwg_host", "whatwg_normal", "whatwg_repairs", "split_host", "hosts_agree"])
        self.assertEqual(row.split("\t"), ["http://h/"] + ["valid", "h"] * 7 + ["http://h/", "\\N", "\\N", "true"])
        header, row = (line.split("\t") for line in uriel("lineage", "--tsv", "--header", "--base=http://a/~", "#s").lines)
        self.assertEqual(header[1:6], ["url_1993", "url_1993_host", "url_1993_target", "url_1993_target_host",
                                       "url_1993_base_error"])
        self.assertEqual(header[-3:], ["hosts_agree", "targets_agree", "target_hosts_agree"])
        self.assertEqual(len(row), len(header))
        cells = dict(zip(header, row))
        self.assertEqual((cells["url_1993"], cells["url_1993_target"], cells["url_1993_base_error"]),
                         ("valid", "\\N", "path-character"))
        self.assertEqual((cells["uri_2003_current_document"], cells["uri_2003_target"]), ("true", "(current document)#s"))
        self.assertEqual([key for key in header if key.endswith("_current_document")],
                         ["url_1997_current_document", "uri_2003_current_document"], "the only ones that have it (5.2)")

    def test_format(self):
        self.check(["lineage", "--format", "{hosts_agree} {rfc3986_host}", "http://u@a_b/", "a b"], "false a_b\ntrue \n", 1)
        self.check(["lineage", "--format", "{rfc3986_target} {rfc3986_target_host} {uri_2003_current_document}", "-b",
                    "http://a/b", "c", ""], "http://a/c a \nhttp://a/b a true\n")
        self.usage(["lineage", "--format", "{rfc3986_target}", "c"], "no key")

    def test_too_long_and_empty_input(self):
        self.check(["lineage", "--json"], "")
        self.assertEqual(len(uriel("lineage", "--json", input=b"\n\n").records), 2)


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Base(ToolTest):
    """How each generation resolves."""

    def targets(self, text, base="http://a/b/c/d;p?q"):
        record, verdicts = lineage(text, f"--base={base}")
        return record["targets_agree"], {spec: verdict.get("target") for spec, verdict in verdicts.items() if spec in OLD}

    def test_are_those_of_resolve(self):
        for text in ("g", "?y", "../../../g", "#s", "", "g?y/./x", "/./g", "//g", ".", "x:y", "a b"):
            _, verdicts = lineage(text, "--base=http://a/b/c/d")
            for spec in ROWS:
                self.assertNotIn("base_error", verdicts[spec])
                with self.subTest(text, spec=spec):
                    record = uriel("resolve", "--json", f"--spec={spec}", "-b", "http://a/b/c/d", "--", text).records[0]
                    for key in ("valid", "target", "current_document", "fragment", "repairs", "error"):
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
                                                "current_document": True, "fragment": "s", "target_host": "a"})
        self.assertEqual(verdicts["rfc3986"]["target"], "http://a/b#s")

    def test_block(self):
        lines = uriel("lineage", "--long", "-b", "http://a/b/c/d", "#s").lines
        self.assertEqual(lines[3], "* url-1997  valid      relative  no host  -> (current document)#s")
        self.assertEqual(lines[5], "  rfc3986   valid      relative  no host  -> http://a/b/c/d#s")
        self.assertEqual(lines[8], "* the generations do not agree about the target")

    def verdict_is_not_the_base_s(self, text, base):
        """The verdict on the reference does not depend on the base: it is the same with a base that all accept."""
        other, expected = lineage(text, "--base=http://a/b")
        record, verdicts = lineage(text, f"--base={base}")
        self.assertEqual(record["hosts_agree"], other["hosts_agree"])
        for spec in SPECS:
            for key in ("valid", "form", "host", "error"):
                self.assertEqual(verdicts[spec].get(key), expected[spec].get(key), (spec, key))
        return record, verdicts

    def test_base_that_some_accept(self):
        """"~" is not in the rules of 1993 and 1994; the other documents resolve."""
        for text in ("g", "http://u@a_b/", "http://h/x", "a b", "#s", "?y", "URL:http://h/"):
            with self.subTest(text):
                _, verdicts = self.verdict_is_not_the_base_s(text, "http://a/~b/c")
                for spec in ("url-1993", "url-1994"):
                    self.assertNotIn("target", verdicts[spec])
                    if verdicts[spec]["valid"]:
                        error = verdicts[spec]["base_error"]
                        self.assertEqual((error["in"], error["offset"], error["code"]), ("base", 9, "path-character"))
        self.assertEqual(lineage("g", "--base=http://a/~b/c")[1]["rfc3986"]["target"], "http://a/~b/g")
        self.assertEqual(uriel("lineage", "--base=http://a/~b/c", "g").status, 0)
        self.assertIn("  url-1993  valid      relative  no host  -> base not valid: at 9: ",
                      uriel("lineage", "--long", "--base=http://a/~b/c", "g").text)

    def test_hosts_of_rows_with_another_base(self):
        """The base hides no disagreement about the reference's own host."""
        record, _ = self.verdict_is_not_the_base_s("http://a@_/", "http://a/~b/c")
        self.assertFalse(record["hosts_agree"])

    def test_opaque_base(self):
        """uri-2003, 5.2: against an opaque base only the current document resolves."""
        result = uriel("lineage", "--json", "--base=mailto:a@b", "g")
        self.assertEqual(result.status, 0)
        _, verdicts = self.verdict_is_not_the_base_s("g", "mailto:a@b")
        self.assertEqual(verdicts["uri-2003"]["base_error"]["code"], "base-opaque")
        self.assertNotIn("target", verdicts["uri-2003"])
        self.assertEqual(verdicts["rfc3986"]["target"], "mailto:g")
        self.assertIn("-> base at ", uriel("lineage", "--long", "--base=mailto:a@b", "g").text)

    def test_base_that_rfc3986_refuses(self):
        """uri-2003 has brackets in an opaque-part (G.1), which RFC 3986 does not allow: the status depends on RFC 3986."""
        result = uriel("lineage", "--json", "--base=mailto:a?[x]", "#s")
        self.assertEqual(result.status, 1)
        verdicts = {verdict["spec"]: verdict for verdict in result.records[0]["verdicts"]}
        self.assertTrue(verdicts["rfc3986"]["valid"])
        self.assertEqual(verdicts["rfc3986"]["base_error"]["in"], "base")

    def test_target_hosts(self):
        """If the base has no path, url-1997 (5.2, 6) and the earlier documents put the reference directly after its host."""
        record, verdicts = lineage("x.evil.example/", "--base=http://good.example")
        self.assertEqual((record["hosts_agree"], record["targets_agree"], record["target_hosts_agree"]), (True, False, False))
        hosts = {spec: verdict["target_host"] for spec, verdict in verdicts.items() if spec in OLD}
        self.assertEqual(hosts, {"url-1993": "good.examplex.evil.example", "url-1994": "good.examplex.evil.example",
                                 "url-1997": "good.examplex.evil.example", "uri-2003": "good.example",
                                 "rfc3986": "good.example"})
        lines = uriel("lineage", "--long", "--base=http://good.example", "x.evil.example/").lines
        self.assertEqual([line[0] for line in lines[1:8]], ["*", "*", "*", " ", " ", " ", " "])
        self.assertEqual(lines[8], "* the generations do not agree about the target's host")
        self.assertNotIn("* the generations do not agree about the target", lines)
        self.check(["lineage", "-b", "http://good.example", "--format", "{target_hosts_agree} {url_1997_target_host}",
                    "x.evil.example/", "/x"], "false good.examplex.evil.example\ntrue good.example\n")

    def test_target_hosts_of_the_same_target(self):
        """One target can have two hosts: "_" makes a registry's name in uri-2003 (3.2.1)."""
        record, verdicts = lineage("//u@a_b/", "--base=http://h/~")
        self.assertEqual((record["targets_agree"], record["target_hosts_agree"]), (True, False))
        self.assertEqual((verdicts["uri-2003"]["target_host"], verdicts["rfc3986"]["target_host"]), ("u@a_b", "a_b"))

    def test_target_hosts_agree(self):
        """Other targets on the same host; the current document is on the base's; some have no host at all."""
        for text, base in (("?y", "http://a/b/c"), ("#s", "http://a/b"), ("", "http://u@a/b"), ("g", "mailto:a"), ("x:y", "http://a/")):
            with self.subTest(text, base=base):
                self.assertTrue(lineage(text, f"--base={base}")[0]["target_hosts_agree"])

    def test_target_that_is_no_member(self):
        """url-1994 has no fragment in any url, so that its own target with one has no host to compare."""
        _, verdicts = lineage("#s", "--base=http://a/b")
        self.assertEqual(verdicts["url-1994"]["target"], "http://a/#s")
        self.assertNotIn("target_host", verdicts["url-1994"])
        self.assertEqual(verdicts["url-1997"]["target_host"], "a")

    def test_colours_of_targets(self):
        """Another host is a warning; another target on the same host is not."""
        warning = b"\x1b[1;31m"
        self.assertIn(warning, on_terminal("lineage", "-b", "http://h", "x").out)
        self.assertNotIn(warning, on_terminal("lineage", "-b", "http://h/a/b", "?y").out)

    def test_base_that_none_accepts(self):
        for base in ("/b", "", "a b", "x y:a b"):
            self.usage(["lineage", "-b", base, "g"], "no generation accepts the base", "uriel: base: not a ")


class Without(ToolTest):
    def test_rows_are_what_is_built(self):
        self.assertEqual(list(lineage("x:y")[1]), ROWS if has_historic() else ["rfc3986", "iri", "whatwg"])

    def test_always_has_the_default(self):
        record, verdicts = lineage("http://h/")
        self.assertEqual(verdicts["rfc3986"]["host"], "h")
        self.assertTrue(record["hosts_agree"])

    @unittest.skipIf(has_historic(), "the historic documents are built")
    def test_has_the_new_documents(self):
        result = uriel("lineage", "http://h/", "x:y")
        self.assertEqual(result.errors, "")
        self.assertEqual(result.lines[0], "input=http://h/\trfc3986=valid\trfc3986_host=h\tiri=valid\tiri_host=h\twhatwg=valid\t"
                         "whatwg_host=h\twhatwg_normal=http://h/\thosts_agree=true")


if __name__ == "__main__":
    unittest.main()
