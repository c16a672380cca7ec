# SPDX-License-Identifier: MIT
"""uriel schemes: the registry, one scheme, and URIs in the terms of their schemes."""
import json
import random
import unittest

from support import ToolTest, has_historic, on_terminal, uriel


def scheme(operand, *arguments):
    return uriel("schemes", "--json", *arguments, "--", operand).records[0]


class Table(ToolTest):
    def test_rows(self):
        result = uriel("schemes")
        self.assertEqual((result.status, result.err), (0, b""))
        rows = {line.split()[0]: line.split()[1:5] for line in result.lines}
        # RFC 1738, 3.2.1; RFC 4266, 1; RFC 9110, 4.2.1 and 4.2.2; url-1993, WHOIS
        for name, facts in (("ftp", ["21", "tcp", "yes", "registered"]), ("gopher", ["70", "tcp"]), ("http", ["80", "tcp", "yes"]),
                            ("https", ["443", "tls", "yes", "registered"]), ("whois", ["43", "tcp", "no"]), ("mailto", ["-"])):
            with self.subTest(name):
                self.assertEqual(rows[name][:len(facts)], facts)
        self.assertGreater(len(rows), 300, "IANA's registry")
        self.assertEqual(len(rows), len(result.lines), "each once")

    def test_columns_are_aligned(self):
        lines = uriel("schemes").lines
        column = lines[0].index(" registered")
        for line in lines:
            self.assertEqual(line, line.rstrip())
            self.assertEqual((line[column], line[column + 1] != " "), (" ", True), line)

    def test_header_on_a_terminal_alone(self):
        shown = on_terminal("schemes", "--color=never")
        self.assertEqual(shown.lines[0].split(), ["name", "port", "transport", "hierarchical", "status", "title", "document"])
        self.assertEqual(shown.lines[1:], uriel("schemes").lines)
        self.assertIn(b"\x1b[", on_terminal("schemes").out)

    def test_json(self):
        records = {record["name"]: record for record in uriel("schemes", "--json").records}
        self.assertEqual(list(records["ftp"]), ["name", "port", "transport", "hierarchical", "status", "title", "document",
                                                "empty_host", "empty_path"])
        self.assertEqual((records["ftp"]["port"], records["ftp"]["hierarchical"], records["ftp"]["transport"]), (21, True, "tcp"))
        self.assertNotIn("port", records["mailto"])
        self.assertEqual(records["file"]["empty_host"], True, "RFC 8089, 2")

    def test_tsv(self):
        header, *rows = uriel("schemes", "--tsv", "--header").lines
        self.assertEqual(header.split("\t"), ["name", "port", "transport", "hierarchical", "status", "title", "document", "empty_host",
                                              "empty_path"])
        self.assertEqual({len(row.split("\t")) for row in rows}, {9})
        self.assertIn("\\N", [row for row in rows if row.startswith("mailto\t")][0].split("\t"))

    def test_format(self):
        self.assertIn("21 ftp", uriel("schemes", "--format={port} {name}").lines)
        self.usage(["schemes", "--format={prot}"], "did you mean \"port\"?")


class Names(ToolTest):
    def test_block(self):
        lines = uriel("schemes", "GOPHER").lines
        self.assertEqual(lines[0], "gopher")
        facts = {line[2:16].strip(): line[16:] for line in lines[1:-1]}
        self.assertEqual((facts["port"], facts["transport"], facts["status"], facts["hierarchical"]), ("70", "tcp", "registered", "no"))
        self.assertEqual(lines[-1], "")

    def test_experimental(self):
        """url-1994, Registration of naming schemes: names that begin with "x-"; url-1993: "x."."""
        for name in ("x-mine", "X-MINE", "x.mine"):
            self.assertIn("  status        experimental", uriel("schemes", name).text)
            self.assertEqual(scheme(name)["name"], name.lower())

    def test_undefined_by_the_documents(self):
        """url-1993, X.500: the form is not defined."""
        for name in ("x500",):
            self.assertIn("  status        undefined: the document names it and leaves its URIs undefined\n", uriel("schemes", name).text)
            self.assertTrue(scheme(name)["document"])

    def test_kept_for_names(self):
        self.assertEqual(scheme("urn")["status"], "names")
        self.assertIn("uriel help urn", uriel("schemes", "urn").text)

    def test_unknown(self):
        result = uriel("schemes", "HTPT", "ftp")
        self.assertEqual((result.status, result.lines[:2]), (1, ["", "ftp"]))
        self.assertTrue(result.errors.startswith('uriel: 1: not a known scheme: no scheme of that name is known: did you mean "http"?\n'),
                        result.errors)
        error = scheme("\x1b[2J")["error"]
        self.assertEqual((error["code"], error["offset"]), ("scheme-unknown", 0))
        for name in ("", "no-such-scheme", "-", "a" * 5000):
            self.assertEqual(uriel("schemes", "--", name).status, 1)
        self.assertNotIn(b"\x1b", uriel("schemes", "\x1b[2J").err)


class Parts(ToolTest):
    def test_gopher(self):
        """RFC 4266, 2.1: a type, a selector, a search after %09, a Gopher+ string after another."""
        self.check(["schemes", "gopher://h.example/7/find%09cats%20and%20dogs%09+a"],
                   "gopher://h.example/7/find%09cats%20and%20dogs%09+a\n  host          h.example\n  type          7\n"
                   "  selector      /find\n  search        cats and dogs\n  plus          +a\n\n")

    def test_ftp(self):
        """RFC 1738, 3.2.2: %2F stays inside its segment."""
        self.assertEqual(scheme("ftp://user@h/%2Fetc/motd;type=a"),
                         {"input": "ftp://user@h/%2Fetc/motd;type=a", "scheme": "ftp",
                          "parts": {"user": "user", "host": "h", "directories": ["/etc"], "name": "motd", "type": "A"}})

    def test_any_byte(self):
        """url-1994, Gopher: a selector holds any bytes but TAB, CR and LF."""
        uri = "gopher://h/0%00%1b%5B2J%ff%c3%a9%5C"
        self.assertEqual(scheme(uri)["parts"]["selector"], "\0\x1b[2J\ufffdé\\")
        self.assertEqual(scheme(uri)["parts"]["selector_hex"], "001b5b324affc3a95c")
        self.assertIn("  selector      \\x00\\x1b[2J\\xffé\\\\\n", uriel("schemes", uri).text)
        for arguments in ([], ["--json"], ["--tsv"], ["--format={parts}"]):
            out = on_terminal("schemes", "--color=never", *arguments, uri).out
            self.assertNotIn(b"\x1b", out)
            self.assertNotIn(b"\0", out)

    def test_urn(self):
        self.assertEqual(scheme("URN:example:a?+r?=q#f")["parts"],
                         {"nid": "example", "nss": "a", "r_component": "r", "q_component": "q", "f_component": "f"})

    def test_passwords(self):
        uri = "ftp://user:se%63ret@h/f"
        for arguments in ([], ["--format={parts}"]):
            self.assertNotIn("se", uriel("schemes", *arguments, uri).text.replace("user", ""))
            self.assertIn("secret", uriel("schemes", "--show-password", *arguments, uri).text)
        self.assertEqual(scheme(uri)["parts"]["password"], "secret")

    def test_columns(self):
        self.check(["schemes", "--format={name}: {parts}", "WHOIS://h/a%09b"], "whois: host=h\tquery=a\\tb\n")
        header, row = uriel("schemes", "--tsv", "--header", "whois://h/a").lines
        cells = dict(zip(header.split("\t"), row.split("\t")))
        self.assertEqual((cells["input"], cells["valid"], cells["name"], cells["port"], cells["parts"]),
                         ("whois://h/a", "true", "whois", "\\N", "host=h\\tquery=a"))

    def test_errors(self):
        for uri, code in (("whois://h/a%0db", "part-line-break"), ("ftp://h/a;type=x", None), ("a:b", "scheme-without-parts"),
                          ("//h:80/", "scheme-without-parts"), ("a b:", None)):
            with self.subTest(uri):
                result = uriel("schemes", "--json", uri)
                self.assertEqual(result.status, 1)
                if code:
                    self.assertEqual(result.records[0]["error"]["code"], code)
        result = uriel("schemes", "whois://h/a%0db")
        self.assertTrue(result.errors.startswith("uriel: 1: not a URI of its scheme: the query contains a byte that would end a line"),
                        result.errors)

    @unittest.skipUnless(has_historic(), "the historic documents are not built")
    def test_spec(self):
        self.assertEqual(scheme("wais://h/db/TEXT/7/path", "--spec=url-1993")["parts"]["length"], "7")

    def test_valid_json_always(self):
        chance = random.Random(6)
        schemes = [b"ftp://", b"gopher://", b"http://", b"mailto:", b"whois://", b"data:", b"news:", b"ldap://", b"tel:", b"urn:", b""]
        texts = [chance.choice(schemes) + bytes(chance.choice(b"a1:/?#[]@%0d;=,.\xff\xc3\xa9\\\x01 ") for _ in range(chance.randrange(16)))
                 for _ in range(2000)]
        records = uriel("schemes", "--stdin", "--json", "-0", "--empty=reference", input=b"".join(text + b"\0" for text in texts)).records
        self.assertEqual(len(records), len(texts))
        for record in records:
            self.assertEqual(len({"error", "parts", "name"} & set(record)), 1, record)


class Input(ToolTest):
    def test_stdin(self):
        result = uriel("schemes", "--stdin", input="ftp\nnope-nope-nope\nwhois://h/a\n")
        self.assertEqual(result.status, 1)
        self.assertTrue(result.errors.startswith("uriel: 2: not a known scheme"), result.errors)
        self.assertIn("\nwhois://h/a\n  host          h\n  query         a\n", result.text)
        self.usage(["schemes", "--stdin", "ftp"], "no operands")

    def test_table_takes_no_input(self):
        self.assertEqual(uriel("schemes", input="ftp\n").out, uriel("schemes").out)


class WithoutParts(ToolTest):
    def test_mailto(self):
        """RFC 6068, 2: both addresses and header fields may be left out."""
        for uri in ("mailto:", "mailto:#x"):
            result = uriel("schemes", "--json", uri)
            self.assertEqual((result.status, result.records), (0, [{"input": uri, "scheme": "mailto", "parts": {}}]))
        self.assertEqual(uriel("plan", "--json", "mailto:").records[0]["parts"], {})
        self.assertIn("uriel does not know the parts of this scheme", uriel("schemes", "ssh://h/").errors)


if __name__ == "__main__":
    unittest.main()
