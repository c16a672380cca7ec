# SPDX-License-Identifier: MIT
"""--spec: the tool applies an older document in every subcommand with this option, and names it.

The expectations are the documents' own examples; test/vectors has all of them."""
import unittest

from support import ToolTest, has_historic, on_terminal, uriel

HISTORIC = ["url-1993", "url-1994", "url-1997", "uri-2003"]
BASE = "http://a/b/c/d;p?q"

DOCUMENTS = {"url-1993": ("URL", "draft-ietf-uri-url-01"), "url-1994": ("URL", "draft-ietf-uri-url-03"),
             "url-1997": ("URL reference", "draft-fielding-url-syntax-05"),
             "uri-2003": ("URI reference", "draft-fielding-uri-rfc2396bis-01")}

# Appendix C.1 and C.2 of url-1997.
URL_1997 = {
    "g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
    "//g": "http://g", "?y": "http://a/b/c/?y", "g?y": "http://a/b/c/g?y", "#s": "(current document)#s",
    "g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s", ".": "http://a/b/c/", "./": "http://a/b/c/", "..": "http://a/b/",
    "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/", "../../": "http://a/", "../../g": "http://a/g",
    "": "(current document)", "../../../g": "http://a/../g", "../../../../g": "http://a/../../g", "/./g": "http://a/./g",
    "/../g": "http://a/../g", "g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g", "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h", "g;x=1/./y": "http://a/b/c/g;x=1/y", "g;x=1/../y": "http://a/b/c/y",
    "g?y/./x": "http://a/b/c/g?y/x", "g?y/../x": "http://a/b/c/x", "g#s/./x": "http://a/b/c/g#s/./x",
    "g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g", "http:": "http:",
}

# Appendix C.1 and C.2 of uri-2003, if they differ from url-1997.
URI_2003 = {**URL_1997, "?y": "http://a/b/c/d;p?y", "g?y/./x": "http://a/b/c/g?y/./x", "g?y/../x": "http://a/b/c/g?y/../x"}
del URI_2003["http:"]  # hier-part and opaque-part are not empty (3)


needs_historic = unittest.skipUnless(has_historic(), "the historic documents are not built")


class Option(ToolTest):
    COMMANDS = (["parse"], ["check"], ["resolve", "-b", "x:/"], ["relative", "-b", "x:/"], ["normalize"], ["compare"],
                ["encode"], ["decode"])

    @needs_historic
    def test_unknown(self):
        for arguments in self.COMMANDS:
            with self.subTest(arguments):
                self.usage([*arguments, "--spec=url-1992", "x:y"], "did you mean \"url-1993\"?",
                           "takes url-1993, url-1994, url-1997, uri-2003, rfc3986")

    def test_what_is_built(self):
        """Help and messages name only the documents that this build reads."""
        for arguments in self.COMMANDS:
            with self.subTest(arguments):
                options = uriel("help", arguments[0]).text.split("--spec=SPEC")[1].split("\nExamples:")[0].split("\n  -")[0]
                message = uriel(*arguments, "--spec=?", "x:y").errors
                for spec in HISTORIC:
                    self.assertEqual(spec in options, has_historic())
                    self.assertEqual(spec in message, has_historic())
                for spec in ("rfc3986", "rfc2141", "urn-2011", "rfc8141"):
                    self.assertIn(spec, options)
                    self.assertIn(spec, message)

    def test_not_built(self):
        for spec in HISTORIC:
            result = uriel("check", f"--spec={spec}", "x:y")
            if result.status == 2:
                self.assertIn(f"does not read {spec} ({DOCUMENTS[spec][1]})", result.errors)
                self.assertIn("URIEL_HISTORIC", result.errors)
            else:
                self.assertIn(result.status, (0, 1))

    def test_which_subcommands(self):
        self.usage(["lineage", "--spec=rfc3986", "x:y"], "unknown option")
        for name in ("build", "resolve", "relative", "normalize", "compare", "encode"):
            self.usage([name, "--require-prefix", "x:y"], "unknown option")
            self.usage([name, "--partial", "x:y"], "unknown option")

    def test_prefix_is_of_one(self):
        for spec in ("rfc3986", "url-1993", "url-1997", "uri-2003"):
            if spec == "rfc3986" or has_historic():
                self.usage(["check", "--require-prefix", f"--spec={spec}", "x:y"], "--require-prefix goes with --spec=url-1994")

    def test_default_prints_no_spec(self):
        for arguments in (["parse", "--json", "x:y"], ["check", "--json", "x:y"]):
            plain = uriel(*arguments)
            self.assertEqual(plain.out, uriel(*arguments, "--spec=rfc3986").out)
            for key in ("spec", "prefix", "own"):
                self.assertNotIn(key, plain.records[0])
        self.check(["check", "--tsv", "--header", "--spec=rfc3986", "a"], "input\tvalid\tform\terror_code\terror_offset\n"
                   "a\ttrue\trelative\t\\N\t\\N\n")


    def test_partial_is_of_two(self):
        for spec in ("rfc3986", "url-1997", "uri-2003"):
            if spec == "rfc3986" or has_historic():
                for name in ("check", "parse"):
                    self.usage([name, "--partial", f"--spec={spec}", "x:y"],
                               "--partial goes with --spec=url-1993 and --spec=url-1994")


@needs_historic
class Partial(ToolTest):
    """url-1993, Partial form: a full form has a colon before any slash; --partial has the others too."""

    def test_check(self):
        for spec in ("url-1993", "url-1994"):
            with self.subTest(spec):
                texts = ["../a", "/a/b?c", "//h/a", "", "#s", "http://h/"]
                self.check(["check", f"--spec={spec}", "--partial", *texts], "".join(text + "\n" for text in texts))
                self.assertEqual(uriel("check", f"--spec={spec}", "-s", *texts).lines, [""] * 5 + ["http://h/"])
                self.assertEqual(uriel("check", f"--spec={spec}", "--partial", "HTTP://h/").status, 1, "a full form is as ever")

    def test_parse(self):
        record, = uriel("parse", "--json", "--spec=url-1993", "--partial", "//h/a#f").records
        self.assertEqual((record["valid"], record["form"], record["host"], record["own"]["fragmentid"]),
                         (True, "relative", "h", "f"))


@needs_historic
class Errors(ToolTest):
    def test_head_names_the_document(self):
        for spec, (noun, document) in DOCUMENTS.items():
            with self.subTest(spec):
                head, text, caret = uriel("check", f"--spec={spec}", "http://h/\"{").errors.splitlines()[:3]
                self.assertTrue(head.startswith(f"uriel: 1: not a {noun} ({document}): "), head)
                self.assertEqual(text, "  http://h/\"{")
                self.assertEqual(caret.index("^"), 2 + (10 if spec in ("url-1993", "url-1994") else 9))
                self.assertRegex(caret, rf"   rule [\w-]+ \({document}, .+\)$")

    def test_sections(self):
        for spec, text, rule, section in (("url-1993", "http://h/{", "path", "BNF syntax"),
                                          ("url-1994", "ftp://h/a;type=Q", "ftptype", "Data type"),
                                          ("url-1997", "http://h/{", "pchar", "4.3.2"),
                                          ("uri-2003", "http://h/{", "pchar", "3.3")):
            result = uriel("check", f"--spec={spec}", text)
            self.assertIn(f"   rule {rule} ({DOCUMENTS[spec][1]}, {section})\n", result.errors)

    def test_json(self):
        record = uriel("check", "--json", "--spec=url-1993", "HTTP://h/").records[0]
        self.assertEqual((record["valid"], record["spec"]), (False, "url-1993"))
        self.assertLessEqual({"offset", "code", "component", "message", "section"}, set(record["error"]))

    def test_password_behind_a_prefix(self):
        result = uriel("check", "--spec=url-1994", "URL:ftp://user:secret@host/{")
        self.assertEqual(result.status, 1)
        self.assertNotIn("secret", result.errors)
        self.assertIn("****", result.errors)


@needs_historic
class Own(ToolTest):
    """The document's names for the parts of a reference."""

    def own(self, spec, text):
        return uriel("parse", "--json", f"--spec={spec}", text).records[0].get("own")

    def test_1993(self):
        self.assertEqual(self.own("url-1993", "wais://quake.think.com/wais-discussion-archives?lynch"),
                         {"hostname": "quake.think.com", "database": "wais-discussion-archives", "search": "lynch"})
        self.assertEqual(self.own("url-1993", "http://1.2.3.4/a#b"), {"hostnumber": "1.2.3.4", "fragmentid": "b"})
        self.assertEqual(self.own("url-1993", "news:comp.infosystems"), {"group": "comp.infosystems"})

    def test_1994(self):
        self.assertEqual(self.own("url-1994", "ftp://user:pw@ds.internic.net/rfc;type=AN"),
                         {"login": "user:pw@ds.internic.net", "user": "user", "password": "pw", "hostname": "ds.internic.net",
                          "ftptype": "AN"})

    def test_1997(self):
        self.assertEqual(self.own("url-1997", "http://u:p@1.2.3.4:80/"),
                         {"site": "u:p@1.2.3.4:80", "user": "u", "password": "p", "hostnumber": "1.2.3.4"})

    def test_2003(self):
        self.assertEqual(self.own("uri-2003", "mailto:a?[x]"), {"opaque-part": "a?[x]"})
        self.assertEqual(self.own("uri-2003", "http://a_b:x/"), {"reg-name": "a_b:x"})

    def test_none(self):
        self.assertIsNone(self.own("rfc3986", "http://u:p@1.2.3.4:80/"))

    def test_names(self):
        """RFC 8141, 2: namestring = assigned-name [ rq-components ] [ "#" f-component ]."""
        self.assertEqual(self.own("rfc8141", "urn:example:a?+b?=c#d"),
                         {"NID": "example", "NSS": "a", "r-component": "b", "q-component": "c", "f-component": "d"})
        self.assertEqual(self.own("urn-2011", "urn:example:a?b#c"), {"NID": "example", "NSS": "a"})

    def test_forms(self):
        arguments = ["parse", "--spec=url-1997", "http://u@h/"]
        self.check([*arguments, "--format", "{own.user} {own.site} {own.password}|{own}"], "u u@h |site=u@h user=u hostname=h\n")
        self.check([*arguments, "--long"],
                   "http://u@h/\n  form       absolute\n  scheme     http\n  authority  u@h\n  userinfo   u\n  host       h\n"
                   "  host_kind  name\n  path       /\n  own\n    site          u@h\n    user          u\n    hostname      h\n\n")
        self.check(arguments, "form=absolute\tscheme=http\tauthority=u@h\tuserinfo=u\thost=h\thost_kind=name\tpath=/\t"
                   "own.site=u@h\town.user=u\town.hostname=h\n")
        header, row = uriel(*arguments, "--tsv", "--header").lines
        cells = dict(zip(header.split("\t"), row.split("\t")))
        self.assertEqual((cells["spec"], cells["prefix"], cells["own"]), ("url-1997", "\\N", "site=u@h user=u hostname=h"))
        self.assertEqual(on_terminal(*arguments, "--color=never").out, uriel(*arguments, "--long").out)
        self.usage(["parse", "--format", "{own.hostnam}", "a"], "did you mean \"own.hostname\"?")
        self.usage(["check", "--format", "{own.site}", "a"], "no key")

    def test_every_name_has_a_key(self):
        """Each name that the library gives is a key of --format."""
        texts = {
            "url-1993": ["afs://c/p", "http://h/p?s#f", "http://1.2.3.4/", "ftp://u@h/", "telnet://u@h", "news:a", "news:a@b",
                         "wais://h/d?s", "wais://h/d/t/1?p", "prospero://h/a%00b%00c", "gopher://h/1s?q"],
            "rfc2141": ["urn:example:a"], "urn-2011": ["urn:example:a?b#c"], "rfc8141": ["urn:example:a?+b?=c#d"],
            "url-1994": ["ftp://u:p@h/a;type=I", "http://1.2.3.4/?s", "news:a", "news:a@b", "nntp:g/1", "wais://h/d/t/1=a;",
                         "prospero://h/a%00b%00c", "gopher://h/1g", "mailto:a@b", "mid:a@b", "cid:a@b", "telnet://u@h"],
            "url-1997": ["http://u:p@h:1/", "http://1.2.3.4/"],
            "uri-2003": ["http://u@h:1/", "http://1.2.3.4/", "http://[::1]/", "http://a_b/", "mailto:a", "a/b"],
        }
        for spec, inputs in texts.items():
            records = uriel("parse", "--json", f"--spec={spec}", *inputs).records
            self.assertTrue(any("own" in record for record in records), spec)
            for record in records:
                for name, text in record.get("own", {}).items():
                    with self.subTest(spec, name=name):
                        self.check(["parse", f"--spec={spec}", "--format", f"{{own.{name}}}", record["input"]], text + "\n")


@needs_historic
class Prefix(ToolTest):
    """url-1994, PrePrefix and BNF: prefixedurl."""

    def test_json(self):
        with_prefix, without = uriel("parse", "--json", "--spec=url-1994", "URL:http://h/", "http://h/").records
        self.assertEqual((with_prefix["prefix"], with_prefix["scheme"], with_prefix["host"]), (True, "http", "h"))
        self.assertNotIn("prefix", without)

    def test_required(self):
        self.check(["check", "--spec=url-1994", "--require-prefix", "-s", "url:http://h/", "http://h/"], "url:http://h/\n\n", 1)
        self.check(["check", "--spec=url-1994", "http://h/", "URL:http://h/"], "http://h/\nURL:http://h/\n")

    def test_colour(self):
        shown = on_terminal("check", "--spec=url-1994", "URL:http://h/").out
        self.assertIn(b"\x1b[2mURL:\x1b[0m", shown)


@needs_historic
class Resolve(ToolTest):
    def test_examples_of_the_documents(self):
        for spec, examples in (("url-1997", URL_1997), ("uri-2003", URI_2003)):
            with self.subTest(spec):
                self.check(["resolve", f"--spec={spec}", "-b", BASE, "--", *examples],
                           "".join(target + "\n" for target in examples.values()))

    def test_partial_form(self):
        """url-1993, Partial form: the rules as written."""
        for spec in ("url-1993", "url-1994"):
            self.check(["resolve", f"--spec={spec}", "-b", "http://a/b/c/d", "g", "../g", ".", "/g", "//h/x", "ftp://h/x"],
                       "http://a/b/c/g\nhttp://a/b/g\nhttp://a/b/c\nhttp://a/g\nhttp://h/x\nftp://h/x\n")
            result = uriel("check", f"--spec={spec}", "g")
            self.assertEqual(result.status, 1, "the top rule has no partial form")
            self.assertIn("it is a partial form", result.errors)

    def test_current_document(self):
        arguments = ["resolve", "--spec=uri-2003", "-b", "http://a/b", "#s", "", "c"]
        records = uriel(*arguments, "--json").records
        self.assertEqual([list(record.items()) for record in records], [
            [("input", "#s"), ("valid", True), ("current_document", True), ("fragment", "s")],
            [("input", ""), ("valid", True), ("current_document", True)],
            [("input", "c"), ("valid", True), ("target", "http://a/c")]])
        self.check([*arguments, "--tsv", "--header"],
                   "input\tvalid\ttarget\tcurrent_document\tfragment\terror_code\terror_offset\n"
                   "#s\ttrue\t\\N\ttrue\ts\t\\N\t\\N\n\ttrue\t\\N\ttrue\t\\N\t\\N\t\\N\nc\ttrue\thttp://a/c\t\\N\t\\N\t\\N\t\\N\n")
        self.check([*arguments, "--format", "{target}|{current_document}|{fragment}"], "|true|s\n|true|\nhttp://a/c||\n")
        self.check(["resolve", "-b", "http://a/b", "--tsv", "--header", "#s"],
                   "input\tvalid\ttarget\terror_code\terror_offset\n#s\ttrue\thttp://a/b#s\t\\N\t\\N\n")

    def test_dots(self):
        """uri-2003, 5.2, step 7: an implementation may do any of three."""
        arguments = ["resolve", "--spec=uri-2003", "-b", BASE, "../../../g", "../g"]
        self.check(arguments, "http://a/../g\nhttp://a/b/g\n")
        self.check([*arguments, "--dots=keep"], "http://a/../g\nhttp://a/b/g\n")
        self.check([*arguments, "--dots=drop"], "http://a/g\nhttp://a/b/g\n")
        result = self.check([*arguments, "--dots=error"], "\nhttp://a/b/g\n", 1, None)
        self.assertIn("uriel: 1: cannot be resolved (draft-fielding-uri-rfc2396bis-01): \"..\" leads above the root\n"
                      "  ../../../g\n", result.errors)

    def test_dots_of_the_base(self):
        """If a ".." of the base leads above the root, the error is in the base, at that place."""
        for base, offset in (("http://a/../b", 9), ("http://a/b/../../c", 14), ("http://a/./../", 11), ("http://a//../../b", 13)):
            with self.subTest(base):
                arguments = ["resolve", "--spec=uri-2003", "--dots=error", "-b", base]
                error = uriel(*arguments, "--json", "g").records[0]["error"]
                self.assertEqual((error["in"], error["code"], error["offset"]), ("base", "dots-above-root", offset))
                self.assertEqual((error["begin"], error["length"]), (8, len(base) - 8))
                self.assertEqual(uriel(*arguments, "g").errors.splitlines()[1], "  " + base)
        for base in ("http://a/..", "http://a/b/..", "http://a", "http://a/b/../c"):
            error = uriel("resolve", "--spec=uri-2003", "--dots=error", "-b", base, "--json", "../../g").records[0]["error"]
            self.assertNotIn("in", error)

    def test_dots_where_there_is_no_choice(self):
        for spec in ("url-1993", "url-1994", "url-1997"):
            arguments = ["resolve", f"--spec={spec}", "-b", "http://a/b/c", "../../g"]
            self.assertEqual(uriel(*arguments, "--dots=keep").out, uriel(*arguments).out)
            for dots in ("drop", "error"):
                self.usage([*arguments, f"--dots={dots}"], DOCUMENTS[spec][1], f"--dots={dots}", "always keeps them")
        self.usage(["resolve", "-b", "x:/", "--dots=error", "g"], "RFC 3986", "always drops them")
        self.usage(["resolve", "-b", "x:/", "--dots=kep", "g"], "did you mean \"keep\"?")

    def test_lenient(self):
        """uri-2003, C.2: "for backwards compatibility"."""
        self.check(["resolve", "--spec=uri-2003", "-b", BASE, "--lenient", "http:g"], "http://a/b/c/g\n")
        for spec in ("url-1993", "url-1997"):
            self.usage(["resolve", f"--spec={spec}", "-b", "http://a/b", "--lenient", "g"], "--lenient", DOCUMENTS[spec][1])

    def test_base(self):
        for spec, (_, document) in DOCUMENTS.items():
            result = self.usage(["resolve", f"--spec={spec}", "-b", "/b", "g"], "uriel: base: not a base URI", document)
            self.assertIn("needs a scheme\n  /b\n  ^", result.errors)

    def test_opaque_base(self):
        """uri-2003, 5.2: relative references need a hierarchical base; other references do not."""
        result = uriel("resolve", "--spec=uri-2003", "-b", "mailto:a", "g", "x:/y", "#s")
        self.assertEqual((result.status, result.lines), (1, ["", "x:/y", "(current document)#s"]))
        self.assertTrue(result.errors.startswith(
            "uriel: 1: base: not a base URI (draft-fielding-uri-rfc2396bis-01): a base URI must be hierarchical\n  mailto:a\n"),
            result.errors)
        error = uriel("resolve", "--spec=uri-2003", "-b", "mailto:a", "--json", "g").records[0]["error"]
        self.assertEqual((error["in"], error["code"]), ("base", "base-opaque"))


@needs_historic
class Others(ToolTest):
    def test_relative(self):
        for spec in HISTORIC:
            for target in ("http://a/b/c/g", "http://a/b/g", "http://a/g", "http://g/", "ftp://g/"):
                with self.subTest(spec, target=target):
                    reference = uriel("relative", f"--spec={spec}", "-b", "http://a/b/c/d", target).text[:-1]
                    self.check(["resolve", f"--spec={spec}", "-b", "http://a/b/c/d", "--", reference], target + "\n")
        self.check(["relative", "--spec=url-1997", "-b", "http://a/b", "http://a/b#s"], "#s\n")

    def test_normalize(self):
        """url-1997, 6; uri-2003, 6.2.2.2 and 2.3: only ALPHA DIGIT "_" "~" are decoded."""
        text = "HTTP://Example.COM:80/%7ea%2db%5F/"
        self.check(["normalize", "--spec=uri-2003", text], "http://example.com/~a%2Db_/\n")
        self.check(["normalize", "--spec=url-1997", text], "http://example.com/~a-b_/\n")
        self.check(["normalize", text], "http://example.com/~a-b_/\n")

    def test_compare(self):
        self.check(["compare", "http://h", "http://h/"], "scheme\n")
        for spec in ("url-1997", "uri-2003"):
            self.check(["compare", f"--spec={spec}", "http://h", "http://h/"], "different\n", 1)
            self.check(["compare", f"--spec={spec}", "http://h/a/../b", "http://h/b"],
                       "path\n" if spec == "uri-2003" else "different\n", int(spec == "url-1997"))

    def test_latin_1(self):
        """url-1993, Encoding prohibited characters: "the ISO Latin 1 code for that character"."""
        self.check(["encode", "--spec=url-1993", "Zürich"], "Z%FCrich\n")
        self.check(["encode", "--spec=url-1997", "Zürich"], "Z%C3%BCrich\n")
        self.check(["decode", "--spec=url-1993", "Z%FCrich"], "Zürich\n")
        result = self.check(["encode", "--spec=url-1993", "a", "5€"], "a\n\n", 1, None)
        head, text, caret = result.errors.splitlines()
        self.assertRegex(head, r"^uriel: 2: .*\(draft-ietf-uri-url-01\): .* is not in ISO Latin 1$")
        self.assertEqual((text, caret.index("^")), ("  5€", 3))

    def test_no_escapes(self):
        """url-1997, 4.3.1, host; url-1994, alphanum2: rules without escapes."""
        for spec, component, text, expected in (("url-1997", "host", "a_b", 'an alphanum, "-" or "."'),
                                                ("url-1994", "userinfo", "a%41", 'an alphanum2 or ":"')):
            result = self.check(["encode", f"--spec={spec}", "--component", component, text], "\n", 1, None)
            head, _, caret = result.errors.splitlines()
            self.assertRegex(head, r'"[_%]" is not allowed there, even percent-encoded$')
            self.assertTrue(caret.startswith(f"   ^ expected {expected}   rule "))

    def test_sets_of_encode(self):
        """The characters that each document allows in a path segment."""
        self.check(["encode", "--spec=url-1993", "a=b~c"], "a%3Db%7Ec\n")
        self.check(["encode", "--spec=url-1997", "a=b~c"], "a=b~c\n")
        self.check(["encode", "--spec=url-1993", "--component=path", "a b/c"], "a%20b/c\n")


if __name__ == "__main__":
    unittest.main()
