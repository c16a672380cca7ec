# SPDX-License-Identifier: MIT
"""uriel urn: names. test/vectors decides which texts are names and which are equivalent; this tests the program's output."""
import os
import pathlib
import tempfile
import unittest

from support import FAULTY, ROOT, ToolTest, environment, on_terminal, uriel

ACTIONS = ["parse", "check", "normal", "compare", "encode", "show", "where"]


def urn(action, *arguments, **how):
    return uriel("urn", action, *arguments, **how)


class Usage(ToolTest):
    def test_actions(self):
        overview = uriel("help", "urn").text
        for action in ACTIONS:
            with self.subTest(action):
                self.assertRegex(overview, rf"(?m)^  {action} ")
                text = uriel("help", "urn", action).text
                self.assertTrue(text.startswith(f"Usage: uriel urn {action} "), text)
                self.assertEqual(urn(action, "--help").text, text)
                self.assertRegex(text, rf"\nExamples:\n  uriel urn {action} ")
                for line in text.splitlines():
                    self.assertLessEqual(len(line), 80, line)
                self.usage(["urn", action, "--jsn"], f"uriel urn {action}: ", "did you mean \"--json\"?", f"uriel help urn {action}")

    def test_wrong(self):
        self.usage(["urn"], "uriel urn: an action is missing", "uriel help urn")
        self.usage(["urn", "parze"], "did you mean \"parse\"?")
        self.usage(["urn", "\x1b[2J"], "unknown action")
        self.usage(["urn", "--json", "parse"], "must follow an action")
        self.usage(["help", "urn", "parze"], "did you mean \"parse\"?")
        self.usage(["help", "urn", "parse", "check"], "help takes one")
        self.usage(["help", "parse", "urn"], "help takes one")
        self.usage(["urn", "encode", "a"], "--nid")
        self.usage(["urn", "compare", "urn:example:a"], "two operands")

    def test_specs_of_names_alone(self):
        self.usage(["urn", "check", "--spec=rfc3986", "a"], "rfc2141, urn-2011 or rfc8141, not \"rfc3986\"\n")
        self.usage(["urn", "check", "--spec=url-1993", "a"], "rfc2141, urn-2011 or rfc8141, not \"url-1993\"\n")


class Parse(ToolTest):
    def test_parts(self):
        """RFC 8141, 2 and 2.3: r-, q- and f-components."""
        self.assertEqual(urn("parse", "--json", "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk?=a=b#c").records[0],
                         {"input": "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk?=a=b#c", "valid": True, "nid": "example",
                          "nss": "foo-bar-baz-qux", "r_component": "CCResolve:cc=uk", "q_component": "a=b", "f_component": "c",
                          "namespace": {"kind": "formal", "document": "RFC 6963", "fragment": False, "checked": True}})

    def test_namespaces(self):
        """RFC 8141, 5.2: informal ones are urn- and a number; RFC 3406, 3.1: x- is experimental."""
        for name, kind in (("urn:urn-7:a", "informal"), ("urn:x-foo:a", "experimental"), ("urn:isbn:a", "formal")):
            self.assertEqual(urn("parse", "--json", name).records[0]["namespace"]["kind"], kind)
        self.assertNotIn("namespace", urn("parse", "--json", "urn:no-such-namespace:a").records[0])

    def test_forms(self):
        self.check(["urn", "parse", "urn:no-such-one:a/b"], "nid=no-such-one\tnss=a/b\n")
        self.check(["urn", "parse", "--format={nid:lower} {nss} {namespace_kind}", "urn:EXAMPLE:a"], "example a formal\n")
        self.check(["urn", "parse", "--long", "urn:no-such-one:a"], "urn:no-such-one:a\n  nid        no-such-one\n  nss        a\n\n")
        self.assertIn("\n  namespace_kind     formal\n", urn("parse", "--long", "urn:example:a").text)
        header, row = urn("parse", "--tsv", "--header", "urn:no-such-one:a").lines
        self.assertEqual(header.split("\t"), ["input", "valid", "nid", "nss", "r_component", "q_component", "f_component",
                                              "namespace_kind", "namespace_document", "error_code", "error_offset"])
        self.assertEqual(row.split("\t"), ["urn:no-such-one:a", "true", "no-such-one", "a"] + ["\\N"] * 7)
        self.assertEqual(on_terminal("urn", "parse", "--color=never", "urn:example:a").out, urn("parse", "--long", "urn:example:a").out)

    def test_spec(self):
        """"?" is not in RFC 2141's NSS (2.2); "/" neither, which RFC 8141 added (2.2)."""
        for name in ("urn:example:a?+b", "urn:example:a/b"):
            self.assertEqual([urn("parse", "-q", f"--spec={spec}", name).status for spec in ("rfc2141", "rfc8141")], [1, 0])
        record = urn("parse", "--json", "--spec=urn-2011", "urn:example:a?b#c").records[0]
        self.assertEqual((record["q_component"], record["f_component"]), ("b", "c"), "query and fragment, as RFC 3986 has them")

    def test_errors(self):
        for name, code in (("http://h/", "urn-scheme"), ("urn:a+b:c", "nid-character"), ("urn:a:b", "nid-length"),
                           ("urn:example:", "nss-empty"), ("urn:example", "nid-missing"), ("urn:example:a?b", "urn-component-order"),
                           ("urn:example:a?+b?=", "urn-component-empty")):
            with self.subTest(name):
                record = urn("parse", "--json", name).records[0]
                self.assertEqual((record["valid"], record["error"]["code"]), (False, code))
        result = urn("parse", "--spec=rfc2141", "urn:example:a", "urn:urn:a", "urn:example:b")
        self.assertEqual((result.status, [bool(line) for line in result.lines]), (1, [True, False, True]))
        self.assertTrue(result.errors.startswith('uriel: 2: not a URN (RFC 2141): "urn" is reserved and cannot be a namespace\n  urn:urn:a\n'), result.errors)


class Check(ToolTest):
    def test_valid(self):
        """RFC 8141, 1.1 and 3; RFC 3187, 3.1; RFC 3044, 3.1."""
        for name in ("urn:isbn:0-395-36341-1", "urn:issn:0028-0836", "urn:example:a", "urn:no-such-one:a",
                     "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "URN:OID:1.3.6.1"):
            self.check(["urn", "check", name], name + "\n")

    def test_check_digits(self):
        result = urn("check", "urn:isbn:0-395-36341-2")
        self.assertEqual((result.status, result.text), (1, "\n"))
        self.assertTrue(result.errors.startswith("uriel: 1: well-formed, but not a valid ISBN: "
                                                 "the check digit should be 1\n  urn:isbn:0-395-36341-2\n"), result.errors)
        error = urn("check", "--json", "urn:isbn:0-395-36341-2").records[0]["error"]
        self.assertEqual((error["code"], error["offset"], error["message"]),
                         ("name-check", 21, "well-formed, but not a valid ISBN: the check digit should be 1"))

    def test_assigned_names(self):
        """urn-2011, 2: an assigned name cannot have a query, and a fragment only where the namespace opted in."""
        result = urn("check", "--spec=urn-2011", "urn:example:a?b", "urn:example:a#c", "urn:example:a")
        self.assertEqual((result.status, result.lines), (1, ["", "", "urn:example:a"]))
        self.assertIn("uriel: 1: not an assigned name ", result.errors)
        self.assertEqual(urn("check", "urn:example:a?=b#c").status, 0, "RFC 8141, 2: they may follow any name")

    def test_forms(self):
        self.check(["urn", "check", "--tsv", "urn:isbn:1", "urn:example:a"],
                   "urn:isbn:1\tfalse\tname-form\t10\nurn:example:a\ttrue\t\\N\t\\N\n", 1, None)
        self.check(["urn", "check", "-q", "urn:example:a"], "")
        self.assertEqual(urn("check", input="urn:example:a\r\nb\n").lines, ["urn:example:a", ""])


class Equivalence(ToolTest):
    def test_normal(self):
        """RFC 8141, 3.1: "urn" and NID in lower case, hexadecimal digits in one case; components are ignored."""
        self.check(["urn", "normal", "URN:EXAMPLE:a123,z456", "urn:example:a%2cz456#f", "urn:example:a?+b?=c"],
                   "urn:example:a123,z456\nurn:example:a%2Cz456\nurn:example:a\n")

    def test_isbn_of_10_and_13(self):
        self.check(["urn", "compare", "urn:isbn:0395363411", "URN:ISBN:978-0-395-36341-6"], "equivalent\n")
        ten, thirteen = urn("normal", "urn:isbn:0395363411", "URN:ISBN:978-0-395-36341-6").lines
        self.assertEqual(ten, thirteen)

    def test_compare(self):
        """RFC 8141, 3.2."""
        for a, b, word in (("urn:example:a123,z456", "URN:example:a123,z456", "equivalent"),
                           ("urn:example:a123,z456", "urn:example:a123,z456?+abc", "equivalent"),
                           ("urn:example:a123,z456", "urn:example:a123,z456#789", "equivalent"),
                           ("urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456", "equivalent"),
                           ("urn:example:a123,z456", "urn:example:a123%2Cz456", "different"),
                           ("urn:example:a123,z456", "urn:example:A123,z456", "different"),
                           ("urn:example:a123,z456", "urn:example:a123,z456/foo", "different")):
            with self.subTest(a, b=b):
                self.check(["urn", "compare", a, b], word + "\n", word == "different")

    def test_pairs(self):
        result = urn("compare", "--json", input="urn:example:a\tURN:example:a\nurn:example:a\tb\nx\n")
        first, second, third = result.records
        self.assertEqual(first, {"a": "urn:example:a", "b": "URN:example:a", "valid": True, "equivalent": True})
        self.assertEqual((second["valid"], second["error"]["in"]), (False, "b"))
        self.assertEqual((result.status, third["error"]["code"]), (1, "pair-without-tab"))
        self.check(["urn", "compare", "--tsv", "urn:example:a", "urn:example:b"],
                   "urn:example:a\turn:example:b\ttrue\tfalse\t\\N\t\\N\n", 1)

    def test_spec(self):
        """RFC 2141, 5: URN:FOO:a123%2C456 and urn:foo:a123%2c456 are the same, urn:foo:a123,456 is not."""
        self.check(["urn", "compare", "--spec=rfc2141", "URN:FOO:a123%2C456", "urn:foo:a123%2c456"], "equivalent\n")
        self.check(["urn", "compare", "--spec=rfc2141", "URN:FOO:a123%2C456", "urn:foo:a123,456"], "different\n", 1)
        self.assertEqual(len(set(urn("normal", "--spec=rfc2141", "URN:FOO:a123%2C456", "urn:foo:a123%2c456").lines)), 1)


class Relative(ToolTest):
    def test_there_are_none(self):
        """No document of names has relative references (RFC 8141, 2): a name is its own shortest one."""
        for spec in ("rfc2141", "urn-2011", "rfc8141"):
            self.check(["relative", f"--spec={spec}", "-b", "urn:example:a", "urn:example:b", "URN:example:a"], "urn:example:b\nURN:example:a\n")
            self.check(["resolve", f"--spec={spec}", "-b", "urn:example:a", "urn:example:b", "URN:example:a"], "urn:example:b\nURN:example:a\n")


class Encoding(ToolTest):
    def test_encode(self):
        """RFC 8141, 2.2: UTF-8, percent-encoded; nothing is encoded that need not be."""
        self.check(["urn", "encode", "--nid=example", "Zürich See", "a/b,c", "a%2fb", "50%"],
                   "urn:example:Z%C3%BCrich%20See\nurn:example:a/b,c\nurn:example:a%2Fb\nurn:example:50%25\n", err=None)

    def test_encode_by_document(self):
        """RFC 8141, 2.2: "/" does not change the rules of namespaces from RFC 2141's time."""
        self.check(["urn", "encode", "--nid", "epc", "id:sgtin:0614141.112345.32a/b"], "urn:epc:id:sgtin:0614141.112345.32a%2Fb\n")
        for spec, urn_made in (("rfc2141", "a%2Fb%7E"), ("urn-2011", "a%2Fb~"), ("rfc8141", "a/b~")):
            self.check(["urn", "encode", "--nid", "foo", f"--spec={spec}", "a/b~"], f"urn:foo:{urn_made}\n")

    def test_percent(self):
        self.check(["urn", "encode", "--nid", "example", "--percent", "a%2fb"], "urn:example:a%252fb\n")

    def test_results_pass_the_check(self):
        """RFC 8141, 2.2: urn check accepts every output, in any namespace, under any document."""
        nids = sorted(path.name for path in (ROOT / "data" / "namespaces").iterdir())
        names = ["0395363412", "0-395-36341-1", "039536341-2", "0028-0836", "0028-0837", "-//O//D", "ISO/IEC 10179:1996//D", "1.3.6",
                 "01.3", "rfc:2141", "rfc:x", "params:xml", "de:101:1-2", "x", "a b", "a/b", "a%2Fb", "id:sgtin:0614141.112345.400", "id:x",
                 "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae", "0000-0000-D07A-0090-Q-0000-0000-X", "std:iso:9999:-1:ed-1:en",
                 "it:stato:legge:2003-09-21;456", "def:crs", "\u00e9"]
        for spec in ("rfc2141", "urn-2011", "rfc8141"):
            written = []
            for nid in nids:
                lines = "\n".join(names).encode()
                written += urn("encode", f"--spec={spec}", f"--nid={nid}1" if nid.endswith("-") else f"--nid={nid}", input=lines).lines
            given = [f"urn:{nid}:{name}" for nid in nids for name in names if " " not in name and name.isascii()]
            written += urn("normal", f"--spec={spec}", input="\n".join(given).encode()).lines
            written = [line for line in written if line]
            self.assertGreater(len(written), 2000)
            result = urn("check", f"--spec={spec}", input="\n".join(written).encode())
            self.assertEqual((result.status, result.errors), (0, ""))

    def test_refused_by_the_namespace(self):
        for arguments, code in ((["encode", "--nid=publicid", "--", "-//O//D"], "name-form"), (["encode", "--nid=isbn", "039536341-2"], "name-check"),
                                (["normal", "urn:isbn:039536341-2"], "name-check")):
            record = urn(arguments[0], "--json", *arguments[1:]).records[0]
            self.assertEqual((record["valid"], record["error"]["code"]), (False, code))

    def test_encode_errors(self):
        result = urn("encode", "--nid=a", "--json", "a")
        self.assertEqual((result.status, result.records[0]["error"]["in"]), (1, "nid"))
        for arguments, input in ((["--nid=example", "--spec=rfc2141", "-0"], b"a%00\0"), (["--nid=example"], b"\xff\n"), (["--nid=a"], b"x\n")):
            result = urn("encode", *arguments, input=input)
            self.assertEqual(result.status, 1, (arguments, result.out))
            self.assertIn("not possible in a URN", result.errors)

    def test_show_leads_back(self):
        shown = urn("show", "urn:example:Z%C3%BCrich%20See%2F%FF").text
        self.assertTrue(shown.startswith("urn:example:Zürich"), shown)
        name = shown.strip("\n").split(":", 2)[2]
        self.assertEqual(urn("encode", "--nid=example", name).text, "urn:example:Z%C3%BCrich%20See%2F%FF\n")

    def test_show_on_a_terminal(self):
        out = on_terminal("urn", "show", "--color=never", "urn:example:%1B%5B2J%C2%85%E2%80%AE").out
        for raw in (b"\x1b", b"\xc2\x85", "\u202e".encode()):
            self.assertNotIn(raw, out)


class Where(ToolTest):
    def where(self, *arguments, home="/nonexistent", **extra):
        return urn("where", *arguments, env=environment(HOME=home, XDG_CONFIG_HOME="", **extra))

    def test_thttp(self):
        """RFC 2169, 2: the service's name, then "?" and the name."""
        for service in ("N2L", "N2Ls", "N2R", "N2Rs", "N2C", "N2Ns"):
            self.check(["urn", "where", "--resolver=http://urn.example/", f"--service={service}", "urn:foo:12345"],
                       f"http://urn.example/uri-res/{service}?urn:foo:12345\n")
        for service in ("L2Ns", "L2Ls", "L2C"):
            self.check(["urn", "where", "--resolver=http://urn.example", f"--service={service}", "http://h/a"],
                       f"http://urn.example/uri-res/{service}?http://h/a\n")
        record = urn("where", "--json", "--resolver=http://urn.example/", "urn:foo:12345").records[0]
        self.assertEqual((record["service"], record["url"]), ("N2L", "http://urn.example/uri-res/N2L?urn:foo:12345"))
        self.assertTrue(record["steps"][1]["text"].startswith("GET /uri-res/N2L?urn:foo:12345 HTTP/1.1\r\nHost: urn.example\r\n"))
        self.assertEqual(urn("where", "--resolver=http://urn.example/", "http://h/").status, 1, "no name")

    def test_wrong_options(self):
        self.usage(["urn", "where", "--service=N2L", "urn:foo:bar"], "--service goes with --resolver")
        self.usage(["urn", "where", "--resolver=ftp://h/", "urn:foo:bar"], "http or https")
        self.usage(["urn", "where", "--resolver=http:a", "urn:foo:bar"], "http or https")
        self.usage(["urn", "where", "--resolver=a b", "urn:foo:bar"], "uriel: resolver: ")
        for faulty in ("http://h/?q", "http://h/#f"):
            result = urn("where", f"--resolver={faulty}", "urn:foo:a", "urn:foo:b")
            self.assertEqual((result.status, result.text, result.errors.count("not a resolver")), (2, "", 1), result.errors)
            self.assertIn(f"uriel: resolver: not a resolver: ", result.errors)
            self.assertIn(f"\n  {faulty}\n", result.errors)
        result = urn("where", "--resolver=http://h/", "--service=L2Ns", "a/b")
        self.assertEqual(result.status, 1)
        self.assertNotIn("not a URI", result.errors, "it is a reference, but a relative one")
        self.usage(["urn", "where", "--resolver=http://h/", "--service=n2l", "urn:foo:bar"], "N2Ls")
        self.usage(["urn", "where", "--resolver=http://h/", "--resolvers=x", "urn:foo:bar"], "exclude each other")

    def test_table(self):
        """Each built-in resolver is in the data, and makes a URI of some name."""
        rows = [(path.name, *line.partition(":")[2].strip().split("\t")) for path in (ROOT / "data" / "namespaces").iterdir()
                for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("resolver:")]
        self.assertGreater(len(rows), 10)
        for nid, prefix, template, source in rows:
            key = nid if prefix == "-" else f"{nid}:{prefix}"
            if (key, source) == ("nbn:fi", "RFC 8458, 4.4"):
                continue  # the first resolver of a prefix is used
            with self.subTest(key):
                self.assertTrue(source)
                name = "urn:" + (key + ":1-x" if ":" in key else key + ":0028-0836")
                record = self.where("--json", name).records[0]
                self.assertEqual((record["key"], record["source"], record["valid"]), (key, source, True))
                host = template.split("/")[2]
                self.assertEqual(record["url"].split("/")[2], host)
                self.assertEqual(record["steps"][0]["host"], host.split(":")[0])

    def test_namespaces(self):
        """RFC 8141, A: the registration of a namespace; urn- and x- are kinds of namespaces (RFC 8141, 5.2; RFC 3406, 3.1)."""
        every = urn("namespaces", "--json").records
        self.assertEqual([record["nid"] for record in every], sorted(path.name for path in (ROOT / "data" / "namespaces").iterdir()))
        oid, informal = urn("namespaces", "--json", "OID", "urn-7").records
        self.assertEqual((oid["nid"], oid["kind"], oid["rules"], oid["document"]), ("OID", "formal", "checked", "RFC 3061, X.660"))
        self.assertIn("NSS = ", oid["syntax"])
        self.assertIn({"name": "urn:oid:1.40", "valid": False}, oid["examples"])
        self.assertEqual((informal["kind"], informal["rules"], informal["resolvers"]), ("informal", "none", []))
        clei = urn("namespaces", "--json", "clei").records[0]
        self.assertIn({"name": "URN:CLEI:D4CE18B7AA", "valid": True, "equivalent": "urn:clei:d4ce18b7aa"}, clei["examples"])
        self.assertEqual(urn("namespaces", "--json", "ietf").records[0]["resolvers"][0],
                         {"prefix": "bcp", "template": "https://www.rfc-editor.org/info/bcp{rest}", "source": "RFC Editor; RFC 2648"})
        self.assertEqual(urn("namespaces", "--json", "nbn").records[0]["components"], ["f"])
        self.assertEqual(urn("namespaces", "uuid").lines[1:3], ["title:       Universally Unique IDentifiers", "kind:        formal"])
        result = urn("namespaces", "isbx")
        self.assertEqual((result.status, result.out), (1, b"\n"))
        self.assertIn('did you mean "isbn"?', result.errors)

    def test_well_known(self):
        self.assertEqual(self.where("urn:ietf:rfc:2141", "URN:NBN:FI-fe1", "urn:nbn:se:uu:diva-1?+r?=q#f").lines,
                         ["https://www.rfc-editor.org/info/rfc2141", "https://urn.fi/URN:NBN:FI-fe1",
                          "https://urn.kb.se/resolve?urn=urn%3Anbn%3Ase%3Auu%3Adiva-1%3F%2Br"])

    def test_what_is_passed(self):
        """urn-2011, 2: clients "MUST pass" the fragment "unchanged", and the query is for resolution services; RFC 8141,
        2.3.1: the r-component "SHALL be supplied", 2.3.3: f-components should not."""
        self.assertEqual(self.where("--spec=urn-2011", "urn:nbn:de:a?q=1#f/g", "urn:nbn:se:a?q#f/g", "urn:nbn:de:a#f", "urn:ietf:rfc:1#f").lines,
                         ["https://nbn-resolving.org/urn:nbn:de:a?q=1%23f/g",
                          "https://urn.kb.se/resolve?urn=urn%3Anbn%3Ase%3Aa%3Fq%23f%2Fg",
                          "https://nbn-resolving.org/urn:nbn:de:a%23f", "https://www.rfc-editor.org/info/rfc1%23f"])
        self.assertEqual(self.where("urn:nbn:de:a?+r?=q#f", "urn:nbn:de:a?=q", "urn:ietf:rfc:1#f").lines,
                         ["https://nbn-resolving.org/urn:nbn:de:a?+r", "https://nbn-resolving.org/urn:nbn:de:a",
                          "https://www.rfc-editor.org/info/rfc1"])
        self.assertEqual(self.where("--spec=rfc2141", "urn:nbn:de:a").lines, ["https://nbn-resolving.org/urn:nbn:de:a"])

    def test_unknown(self):
        for name in ("urn:example:a", "urn:nbn:xx:1", "urn:nbn:dex:1", "urn:nbn:d:1"):
            result = self.where("--json", name)
            self.assertEqual((result.status, result.records[0]["error"]["code"]), (1, "resolver-unknown"))
        self.assertIn("--resolver", self.where("urn:example:a").errors)

    def test_block(self):
        lines = self.where("--long", "urn:ietf:rfc:2141").lines
        self.assertEqual(lines[:3], ["urn:ietf:rfc:2141", "  url        https://www.rfc-editor.org/info/rfc2141",
                                     "  key        ietf:rfc"])
        self.assertIn("   1  connect   www.rfc-editor.org port 443, tls", lines)


class OwnTable(ToolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text, name="table.tsv"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def test_option(self):
        path = self.write("# mine\n\nEXAMPLE\thttp://r.example/{+uri}\r\nexample:a\thttp://a.example/{rest}/{nss}\twhere I found it\n"
                          "nbn:de\thttp://de.example/?{uri}")
        result = urn("where", "--json", f"--resolvers={path}", "urn:example:b", "urn:example:a:c%20d", "urn:nbn:de:1", "urn:nbn:ch:1")
        self.assertEqual([record["url"] for record in result.records],
                         ["http://r.example/urn:example:b", "http://a.example/c%2520d/a%3Ac%2520d", "http://de.example/?urn%3Anbn%3Ade%3A1",
                          "https://nbn-resolving.org/urn:nbn:ch:1"])
        self.assertEqual([record["source"] for record in result.records][:2], [path, "where I found it"])

    def test_rest(self):
        """RFC 8141, 3.1: "a/b" and "a%2Fb" are two names, so they have two URIs; a key ends where no letter or digit is."""
        path = self.write("re\thttp://r.example/{rest}\nraw\thttp://r.example/{+rest}\nqu\thttp://r.example/?a={rest}\n"
                          "oid:1.3.6\thttp://o.example/{rest}\nisbn:978-\thttp://i.example/{rest}\n")
        for name, url in (("re:a/b", "a%2Fb"), ("re:a%2Fb", "a%252Fb"), ("raw:a/b", "a/b"), ("raw:a%2Fb", "a%2Fb"),
                          ("qu:a&b=c+%41", "?a=a%26b%3Dc%2B%2541")):
            self.check(["urn", "where", f"--resolvers={path}", f"urn:{name}"], f"http://r.example/{url}\n")
        self.check(["urn", "where", f"--resolvers={path}", "urn:oid:1.3.6.1", "urn:isbn:978-0-395-36341-6"],
                   "http://o.example/1\nhttp://i.example/0-395-36341-6\n")
        # RFC 3986, 5.2.4: a segment "." or ".." would lead out of the template.
        for name in ("urn:re:..", "urn:re:.", "urn:raw:a/../b", "urn:raw:%2e%2E"):
            self.assertEqual(urn("where", f"--resolvers={path}", name).status, 1, name)
        for name in ("urn:oid:1.3.61", "urn:oid:1.3.6", "urn:isbn:9780395363416", "urn:isbn:978-", "urn:ietf:rfc"):
            self.assertEqual(urn("where", f"--resolvers={path}", name).status, 1, name)

    def test_passed_to_the_rest(self):
        """urn-2011, 2, with templates that take the text after the key."""
        path = self.write("re\thttp://r.example/{rest}\nraw\thttp://r.example/{+rest}\nqu\thttp://r.example/?a={rest}&b={uri}\n")
        for name, url in (("re:a?q#f/", "a%3Fq%23f%2F"), ("raw:a?q#f", "a?q%23f"),
                          ("qu:a#f", "?a=a%23f&b=urn%3Aqu%3Aa%23f")):
            self.check(["urn", "where", "--spec=urn-2011", f"--resolvers={path}", f"urn:{name}"], f"http://r.example/{url}\n")

    def test_lines_for_one_beginning(self):
        path = self.write("nbn:de\thttp://a.example/{uri}\n# x\nnbn:ch\thttp://b.example/{uri}\nNBN:de\thttp://c.example/{uri}\n")
        result = urn("where", f"--resolvers={path}", "urn:example:a")
        self.assertEqual((result.status, result.out), (2, b""))
        self.assertIn('line 4: "NBN:de" has a resolver on line 1', result.errors)

    def test_configuration_file(self):
        self.write("example\thttp://home.example/{uri}\n", ".config/uriel/urn-resolvers.tsv")
        self.write("example\thttp://xdg.example/{uri}\n", "xdg/uriel/urn-resolvers.tsv")
        home = {"HOME": str(self.folder), "XDG_CONFIG_HOME": ""}
        self.assertEqual(urn("where", "urn:example:a", env=environment(**home)).text, "http://home.example/urn%3Aexample%3Aa\n")
        xdg = {"HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder / "xdg")}
        self.assertEqual(urn("where", "urn:example:a", env=environment(**xdg)).text, "http://xdg.example/urn%3Aexample%3Aa\n")
        self.assertEqual(urn("where", "urn:example:a", env=environment(HOME=str(self.folder / "none"), XDG_CONFIG_HOME="")).status, 1)

    def test_lines_that_are_none(self):
        for line in ("example", "example\t", "example\thttp://h/", "\thttp://h/{uri}", "example\thttp://h/{uri}\ta\tb"):
            with self.subTest(line):
                result = urn("where", f"--resolvers={self.write('# x' + chr(10) + line)}", "urn:example:a")
                self.assertEqual(result.status, 2, result.errors)
                self.assertIn("line 2", result.errors)

    def test_template_that_makes_no_uri(self):
        result = urn("where", f"--resolvers={self.write('example' + chr(9) + 'http://h/{what}')}", "urn:example:a")
        self.assertEqual(result.status, 1)
        self.assertIn("not a resolver's template", result.errors)

    def test_files_that_cannot_be_read(self):
        for path in (self.folder / "none.tsv", self.folder):
            result = urn("where", f"--resolvers={path}", "urn:example:a")
            self.assertEqual(result.status, 3, result.errors)
            self.assertIn("cannot read ", result.errors)
        self.assertEqual(os.listdir(self.folder), [])

    def test_reads_that_fail(self):
        path = self.write("example\thttp://r.example/{uri}\n")
        for fail, status in (("read:1", 3), ("read:2", 3), ("read:1:intr", 0)):
            with self.subTest(fail):
                result = urn("where", f"--resolvers={path}", "urn:example:a", program=FAULTY, env=environment(URIEL_FAIL=fail))
                self.assertEqual(result.status, status, result.errors)
                self.assertEqual("cannot read " in result.errors, status == 3)

    def test_long_table(self):
        path = self.write("".join(f"example:{number}\thttp://r{number}.example/{{uri}}\n" for number in range(5000)))
        self.assertEqual(urn("where", f"--resolvers={path}", "urn:example:4999:a").text, "http://r4999.example/urn%3Aexample%3A4999%3Aa\n")


if __name__ == "__main__":
    unittest.main()
