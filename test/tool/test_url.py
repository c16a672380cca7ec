# SPDX-License-Identifier: MIT
"""--spec whatwg and iri, --guess-scheme, and both forms of a host."""
import unittest

from support import ToolTest, has_historic, on_terminal, uriel
from test_lineage import lineage


def typed(text, *arguments, command="normalize", guess="--guess-scheme"):
    """The URL that the program makes of an address, or None."""
    record = uriel(command, "--json", guess, *arguments, "--", text).records[0]
    return record.get("normal", record.get("target"))


class GuessScheme(ToolTest):
    def test_rule_of_curl(self):
        """curl's manual: "curl makes a guess based on host names starting with certain names"."""
        for scheme in ("ftp", "dict", "ldap", "imap", "smtp", "pop3"):
            for spec in ("rfc3986", "iri", "whatwg"):
                with self.subTest(scheme, spec=spec):
                    self.assertEqual(typed(f"{scheme}.example.com/x", f"--spec={spec}"), f"{scheme}://{scheme}.example.com/x")
                    if spec != "whatwg" or scheme == "ftp":  # else the URL standard keeps the case of a host
                        self.assertEqual(typed(f"{scheme.upper()}.a/x", f"--spec={spec}"), f"{scheme}://{scheme}.a/x")
                    self.assertEqual(typed(f"u@{scheme}.a:99/x", f"--spec={spec}"), f"{scheme}://u@{scheme}.a:99/x")
                    self.assertEqual(typed(f"x{scheme}.a/", f"--spec={spec}"), f"http://x{scheme}.a/")
                    self.assertEqual(typed(f"{scheme}/", f"--spec={spec}"), f"http://{scheme}/")

    def test_ports(self):
        for text, url in (("localhost:8080", "http://localhost:8080/"), ("example.com:80/x", "http://example.com/x"),
                          ("example.com:81?q", "http://example.com:81/?q"), ("example.com:81#f", "http://example.com:81/#f"),
                          ("127.0.0.1:81", "http://127.0.0.1:81/"), ("[::1]:81/a", "http://[::1]:81/a"), ("a_b:81", "http://a_b:81/"),
                          ("example.com", "http://example.com/"), ("//example.com/x", "http://example.com/x"),
                          ("//ftp.example.com", "ftp://ftp.example.com/"), ("user:pw@h.example/x", "http://user:pw@h.example/x"),
                          ("user:1@h", "http://user:1@h/"), ("a/b:c", "http://a/b:c"), ("a?b:c", "http://a/?b:c")):
            for spec in ("rfc3986", "whatwg"):
                with self.subTest(text, spec=spec):
                    self.assertEqual(typed(text, f"--spec={spec}"), url)

    def test_scp(self):
        """Addresses of scp and git: "git@host:path"; digits are a port."""
        for text, url in (("git@h.example:a/b.git", "ssh://git@h.example/a/b.git"), ("git@h:/a/b", "ssh://git@h/a/b"), ("u@ftp.h:a", "ssh://u@ftp.h/a"),
                          ("u@h:~a?b#c", "ssh://u@h/~a?b#c"), ("u@h:2a", "ssh://u@h/2a"), ("u@h:81", "http://u@h:81/"), ("u@h:81/x", "http://u@h:81/x"),
                          ("u@h:", "http://u@h/"), ("u@h/a:b", "http://u@h/a:b"), ("u@[::1]:81", "http://u@[::1]:81/"), ("u@h?a:b", "http://u@h/?a:b"),
                          ("//u@h:81/a", "http://u@h:81/a"), ("git@[::1]:a/b", "ssh://git@[::1]/a/b"), ("u@[::1]:/a", "ssh://u@[::1]/a"),
                          ("u@[::1]/a", "http://u@[::1]/a")):
            with self.subTest(text):
                self.assertEqual(typed(text), url)
                self.assertEqual(typed(text, guess="--guess-scheme=gopher"), url.replace("http", "gopher"))
        for text in ("u@h:a b", "u@h:/a b"):
            error = uriel("check", "--json", "--guess-scheme", text).records[0]["error"]
            begin = 3 + (text[4] == "/")
            self.assertEqual((error["offset"], error["begin"], error["length"]), (text.index(" "), begin, len(text) - begin))
            self.check(["clean", "-s", "--guess-scheme", text], "ssh://u@h/a%20b\n")
            self.check(["edit", "--guess-scheme", "--set=fragment=f", text], "ssh://u@h/a b#f\n")
        for command in (["check"], ["clean"], ["lint"]):
            self.assertIn("" if command == ["lint"] else "write ssh://git@h/a", uriel(*command, "git@h:a").errors)

    def test_default(self):
        for text, url in (("example.com", "https://example.com/"), ("ftp.a", "ftp://ftp.a/"), ("localhost:443", "https://localhost/")):
            self.assertEqual(typed(text, guess="--guess-scheme=https"), url)
        self.check(["parse", "--guess-scheme=gopher", "--format={scheme}", "a"], "gopher\n")
        for value in ("", "1a", "a:b", "a/", "ä", "x" * 40):
            self.usage(["check", f"--guess-scheme={value}", "a"], "scheme")

    def test_suggestions(self):
        note = 'uriel: note: "https" is read as an address; did you mean --guess-scheme=https?\n'
        self.assertEqual(uriel("check", "--guess-scheme", "https", "a").errors, note)
        hint = "%C3%BC, or the host in its ASCII form, xn--...; uriel clean repairs it, and parse --spec=lenient reads it; " \
               "normalize --to-uri does, too, and --spec=iri accepts it\n"
        self.assertTrue(uriel("check", "http://b\u00fc/").errors.endswith(hint))
        self.assertNotIn("--to-uri", uriel("check", "http://b\u00fc/ ", "http://b c/").errors, "no IRI")
        for name, near in (("rfc3987", "iri"), ("URL", "whatwg"), ("browser", "whatwg")):
            self.usage(["check", f"--spec={name}", "a"], f'did you mean "{near}"?')
        for arguments in (["--guess-scheme=http", "https"], ["--guess-scheme", "x.example"], ["--guess-scheme", "-s", "https"], ["https"]):
            self.assertEqual(uriel("check", *arguments).errors, "")

    def test_what_is_no_address(self):
        for text in ("http://a/", "mailto:a@b", "tel:+1", "urn:isbn:1", "a:b", "a:1b", "sip:1@host", "mailto:1@host", "a:b/@c", "/x", "./x", "../x", ".", "?q", "#f",
                     "a:", "///x", "//", "//?q"):
            with self.subTest(text):
                self.assertEqual(uriel("check", "--guess-scheme", text).text, f"{text}\n")
                self.assertEqual(uriel("parse", "--json", "--guess-scheme", text).records, uriel("parse", "--json", text).records)
        self.assertEqual(typed(" \t example.com ", "--spec=whatwg"), "http://example.com/")
        self.assertIsNone(typed("/x", "--spec=whatwg"), "a relative reference")

    def test_places(self):
        """Errors and repairs are where the text is wrong, not where the completed one is."""
        for spec, text, offset, begin, length in (("rfc3986", "a.b/c d", 5, 3, 4), ("whatwg", "a.b:99999/", 4, 4, 5),
                                                  ("whatwg", "  a.b:99999/", 6, 6, 5), ("rfc3986", "//a b", 3, 2, 3)):
            with self.subTest(text):
                error = uriel("check", "--json", "--guess-scheme", f"--spec={spec}", text).records[0]["error"]
                self.assertEqual((error["offset"], error["begin"], error["length"]), (offset, begin, length))
        record = uriel("check", "--json", "--guess-scheme", "--spec=whatwg", "a.b\\c").records[0]
        self.assertEqual([repair["offset"] for repair in record["repairs"]], [3])
        self.assertIn("a space is not allowed in a path\n  a.b/c d\n     ~~^~ ", uriel("check", "--guess-scheme", "a.b/c d").errors)
        self.assertIn("\"|\" is not allowed in a path", uriel("check", "--guess-scheme", "u@h:/a|b").errors)

    def test_lines(self):
        """Also on the lines of standard input, which other readers parse together."""
        lines = b"example.com\n\nlocalhost:80\nhttp://h/\n"
        for jobs in ("--jobs=1", "--jobs=3"):
            self.check(["normalize", "--guess-scheme", jobs], "http://example.com/\n\nhttp://localhost/\nhttp://h/\n", input=lines)
            self.check(["check", "--guess-scheme", jobs], lines.decode(), input=lines)

    def test_resolve(self):
        """The base is an address that someone types; a reference without a scheme is relative to it."""
        for spec in ("rfc3986", "iri", "whatwg"):
            self.check(["resolve", "--guess-scheme", f"--spec={spec}", "-b", "example.com/a/b", "c", "../d", "//h/", "ftp.x"],
                       "http://example.com/a/c\nhttp://example.com/d\nhttp://h/\nhttp://example.com/a/ftp.x\n")

    def test_where_it_is(self):
        for command in ("relative", "encode"):
            self.usage([command, "--guess-scheme", "a"], "unknown option")
        self.check(["compare", "--guess-scheme", "example.com", "http://example.com/"], "scheme\n")


class Whatwg(ToolTest):
    def test_json(self):
        """The contract of JSON."""
        self.check(["normalize", "--spec=whatwg", "--json", "http://A/../b"],
                   '{"input":"http://A/../b","valid":true,"normal":"http://a/b"}\n')
        self.check(["resolve", "--spec=whatwg", "-b", "HTTP://A/b/c", "--json", "../d"],
                   '{"input":"../d","valid":true,"target":"http://a/d"}\n')
        result = uriel("normalize", "--spec=whatwg", "--json", "http://a:99999/")
        record = result.records[0]
        self.assertEqual((result.status, record["valid"], "normal" in record), (1, False, False))
        self.assertLessEqual({"offset", "code", "component", "message", "section"}, set(record["error"]))
        self.assertEqual((record["error"]["code"], record["error"]["offset"], record["error"]["component"]), ("port-out-of-range", 9, "port"))

    def test_parse(self):
        """The components are the URL's."""
        record = uriel("parse", "--spec=whatwg", "--json", " HTTP:\\\\u:p@EXAMPLE.com:80\\a b?c d#e f").records[0]
        parts = {"scheme": "http", "authority": "u:p@example.com", "userinfo": "u:p", "host": "example.com", "host_kind": "name",
                 "path": "/a%20b", "query": "c%20d", "fragment": "e%20f", "form": "absolute", "spec": "whatwg"}
        self.assertEqual({key: record.get(key) for key in parts}, parts)
        self.assertNotIn("port", record)
        self.assertEqual({repair["code"] for repair in record["repairs"]},
                         {"invalid-URL-unit", "special-scheme-missing-following-solidus", "invalid-reverse-solidus", "invalid-credentials"})
        for key in ("offset", "message"):
            self.assertTrue(all(key in repair for repair in record["repairs"]))
        self.assertEqual(uriel("parse", "--spec=whatwg", "--json", "http://0x7f.1").records[0]["host_kind"], "ipv4")
        self.assertNotIn("repairs", uriel("parse", "--spec=whatwg", "--json", "http://a/").records[0])

    def test_check(self):
        result = uriel("check", "--spec=whatwg", "http://example.com\\@evil.example/", "http://a/")
        self.assertEqual((result.status, result.lines), (0, ["http://example.com\\@evil.example/", "http://a/"]))
        self.assertEqual(result.errors.count("uriel: "), 1)
        self.assertIn('uriel: 1: warning (the URL standard): "\\" stands for "/"\n  http://example.com\\@evil.example/\n', result.errors)
        self.assertEqual(result.errors.split("\n")[2].index("^"), 2 + 18)
        self.assertEqual(uriel("check", "-s", "--spec=whatwg", "http:a").err, b"")
        self.assertIn("warning", uriel("check", "-q", "--json", "--spec=whatwg", "http:a").errors)
        self.assertEqual(uriel("check", "--json", "--spec=whatwg", "http:a").err, b"")

    def test_many_repairs(self):
        """The list is limited, and its last line states that."""
        text = "http://h/" + "^" * 5000
        record = uriel("check", "--spec=whatwg", "--json", input=text).records[0]
        self.assertEqual((len(record["repairs"]), record["repair_count"]), (64, 5000))
        errors = uriel("check", "--spec=whatwg", input=text).errors
        self.assertEqual(errors.count("warning (the URL standard)"), 64)
        self.assertTrue(errors.endswith("uriel: 1: and 4936 more warnings\n"))
        failure = uriel("check", "--spec=whatwg", "--json", input="http:" + "\\/" * 100).records[0]
        self.assertEqual((len(failure["repairs"]), failure["error"]["code"]), (64, "host-missing"))
        self.assertGreater(failure["repair_count"], 64)

    def test_password_is_hidden(self):
        """The authority is the one that the parser finds (4.4), also in the messages of other documents."""
        for text in ("http://u:secret@h|:x/", "https:u:secret@h|:x/", "http:\\\\u:secret@h|:x/", "ws:///u:secret@h|:x/", "ftp:/u:secret@h|:x/",
                     " http://u:secret@h|:x/", "ht\ttp:/\t/u:secret@h|:x/", "/\\u:secret@h|:x/"):
            for spec in ("whatwg", "rfc3986", "iri"):
                with self.subTest(text, spec=spec):
                    result = uriel("check", f"--spec={spec}", text)
                    self.assertIn("****", result.errors)
                    self.assertNotIn("secret", result.errors)

    def test_normalize_cleans_lists(self):
        lines = (b" http://a/ \nHTTP:\\\\B\\c\nhttp:d\nhttps:///e\n\nhttp://B\xc3\x9cCHER.example/\nftp://f:21/\nhttp://[\n"
                 b"http://a/?\xff\nhttp://1.2.3/\n")
        wanted = ("http://a/\nhttp://b/c\nhttp://d/\nhttps://e/\n\nhttp://xn--bcher-kva.example/\nftp://f/\n\nhttp://a/?%EF%BF%BD\n"
                  "http://1.2.0.3/\n")
        for jobs in ("--jobs=1", "--jobs=4"):
            result = uriel("normalize", "--spec=whatwg", jobs, input=lines)
            self.assertEqual((result.text, result.status, result.errors.count("uriel: ")), (wanted, 1, 1))

    def test_resolve(self):
        for reference, target in (("?y", "http://a/b/c?y"), ("#s", "http://a/b/c?q#s"), ("\\\\h\\x", "http://h/x"), ("http:g", "http://a/b/g"),
                                  ("", "http://a/b/c?q"), ("https:g", "https://g/"), ("../../../x", "http://a/x"), ("mailto:x", "mailto:x")):
            self.check(["resolve", "--spec=whatwg", "-b", "http://A/b/c?q#f", reference], target + "\n")
        self.usage(["resolve", "--spec=whatwg", "-b", "b", "x"], "base", "scheme")
        self.check(["resolve", "--spec=whatwg", "-b", "mailto:a", "x", "#f"], "\nmailto:a#f\n", 1, None)
        self.usage(["resolve", "--spec=whatwg", "--lenient", "-b", "http://a", "x"], "--lenient")
        self.usage(["resolve", "--spec=whatwg", "--dots=keep", "-b", "http://a", "x"], "always drops them")

    def test_compare(self):
        for a, b, level in (("http://a/", "http://a/", "string"), ("http://a", "HTTP://A:80/", "scheme"), ("http:a", "http://a/", "scheme"),
                            ("http://bücher.example", "http://xn--bcher-kva.example", "scheme"), ("http://a", "http://b", "different"),
                            ("http:a", "http:a", "string"), ("http://a/?", "http://a/", "different")):
            self.check(["compare", "--spec=whatwg", a, b], level + "\n", int(level == "different"))
        self.check(["compare", "--spec=whatwg", "--level=string", "http://a", "http://a/"], "scheme\n", 1)
        self.assertEqual(uriel("compare", "--spec=whatwg", "--json", "http://a", "x").records[0]["error"]["in"], "b")
        self.check(["compare", "--spec=whatwg", "--jobs=3"], "scheme\n" * 5000, input=b"http:a\thttp://A/\n" * 5000)

    def test_forms(self):
        header, row = uriel("parse", "--spec=whatwg", "--tsv", "--header", "http:xn--bcher-kva.example").lines
        cells = dict(zip(header.split("\t"), row.split("\t")))
        self.assertEqual((cells["spec"], cells["host"], cells["host_unicode"]), ("whatwg", "xn--bcher-kva.example", "bücher.example"))
        self.check(["parse", "--spec=whatwg", "--format={host} {path}", "http:A\\b"], "a /b\n")
        shown = on_terminal("parse", "--spec=whatwg", "http:A\\b").text
        block = uriel("parse", "--long", "--spec=whatwg", "http://A\\b^").lines
        self.assertEqual(block[-3:], ['  repair     at 8: "\\" stands for "/"', '  repair     at 10: "^" is not allowed in a URL at this place', ""])
        self.assertIn("             and 2 more", uriel("parse", "--long", "--spec=whatwg", "http://A/" + "^" * 10).lines)
        self.assertIn("/b", shown)
        self.assertIn("\x1b[", shown)


class Hosts(ToolTest):
    """Both forms of a host."""

    def test_parse(self):
        for spec, text, host in (("rfc3986", "http://xn--bcher-kva.example/", "bücher.example"), ("rfc3986", "http://a.XN--BCHER-KVA/", "a.bücher"),
                                 ("whatwg", "http://Bücher.example/", "bücher.example"), ("iri", "http://bücher.example/", "bücher.example"),
                                 ("rfc3986", "http://a-b.c/", None), ("rfc3986", "http://axn--b/", None), ("rfc3986", "http://[::1]/", None),
                                 ("rfc3986", "mailto:xn--a", None), ("rfc3986", "http://xn--a/", "xn--a"), ("rfc3986", "http://a/xn--b", None),
                                 ("rfc3986", "http://b%C3%BCcher.example/", "bücher.example")):
            with self.subTest(text, spec=spec):
                record = uriel("parse", "--json", f"--spec={spec}", text).records[0]
                self.assertEqual(record.get("host_unicode"), host)
                lines = uriel("parse", "--json", f"--spec={spec}", input=f"http://h/\n{text}\nhttp://h/\n").records
                self.assertEqual(lines[1], record, "also in a row")
                self.assertEqual(uriel("parse", "--format={host_unicode}", f"--spec={spec}", text).text, f"{host or ''}\n")
                plain = uriel("parse", "--short", f"--spec={spec}", input=f"http://h/\n{text}\n").lines[1]
                self.assertEqual("host_unicode=" in plain, host is not None)
        self.assertNotIn("host_unicode", uriel("parse", "--tsv", "--header", "http://xn--bcher-kva.example/").text)


class Iri(ToolTest):
    def test_parse(self):
        record = uriel("parse", "--spec=iri", "--json", "http://bücher.example/straße?ä#ö").records[0]
        self.assertEqual([record[key] for key in ("spec", "host", "path", "query", "fragment")], ["iri", "bücher.example", "/straße", "ä", "ö"])
        result = uriel("check", "--spec=iri", "http://a/\ue000", "http://a/?\ue000")
        self.assertEqual((result.status, result.text), (1, "\nhttp://a/?\ue000\n"))
        self.assertIn("uriel: 1: not an IRI reference (RFC 3987): ", result.errors)

    def test_operations(self):
        self.check(["resolve", "--spec=iri", "-b", "http://bücher.example/a/b", "../ö", "#ß"],
                   "http://bücher.example/ö\nhttp://bücher.example/a/b#ß\n")
        self.check(["resolve", "--spec=iri", "--lenient", "-b", "http://a/b/c", "http:ö"], "http://a/b/ö\n")
        self.check(["normalize", "--spec=iri", "HTTP://a/./ö/%7e"], "http://a/ö/~\n")
        self.check(["compare", "--spec=iri", "http://a/ö", "HTTP://a/ö"], "case\n")
        self.check(["relative", "--spec=iri", "-b", "http://ü/a/b", "http://ü/a/ö"], "ö\n")
        self.check(["build", "--spec=iri", "--set=scheme=http", "--set=host=ü", "--set=path=/ö"], "http://ü/ö\n")
        self.check(["encode", "--spec=iri", "a bü"], "a%20bü\n")

    def test_conversions(self):
        self.check(["normalize", "--to-uri", "http://bücher.example/straße", "HTTP://A/?ä"],
                   "http://xn--bcher-kva.example/stra%C3%9Fe\nhttp://a/?%C3%A4\n")
        self.check(["normalize", "--to-iri", "http://xn--bcher-kva.example/stra%C3%9Fe%20%FF"], "http://bücher.example/straße%20%FF\n")
        self.check(["normalize", "--to-iri", "--spec=whatwg", "http:bücher.example\\ß"], "http://bücher.example/ß\n")
        decomposed = "http://a/u\u0308"
        self.check(["normalize", "--spec=iri", decomposed], decomposed + "\n")
        self.check(["normalize", "--spec=iri", "--nfc", decomposed], "http://a/ü\n")
        self.check(["normalize", "--nfc", "--to-uri", decomposed], "http://a/%C3%BC\n")
        self.check(["normalize", "--nfc", "--jobs=2"], "http://a/ü\n" * 3000, input=(decomposed + "\n") * 3000)
        self.usage(["normalize", "--to-uri", "--to-iri", "a"], "exclude each other")
        self.usage(["normalize", "--to-uri", "--spec=rfc8141", "a"], "--to-uri")

    def test_display(self):
        fake = "http://p\u0430ypal.com/"
        self.check(["normalize", "--display", "http://xn--bcher-kva.example/%C3%9F", "http://Bücher.example/"],
                   "http://bücher.example/ß\nhttp://bücher.example/\n")
        result = self.check(["normalize", "--display", fake, "http://h/"], "http://xn--pypal-4ve.com/\nhttp://h/\n", err=None)
        self.assertEqual(result.errors.count("uriel: 1: warning: "), 2)
        self.assertIn('uriel: 1: warning: a label of the host looks like "paypal"\n  ' + fake + "\n         ^~~~~~", result.errors)
        self.assertEqual(uriel("normalize", "-s", "--display", fake).err, b"")
        record = uriel("normalize", "--display", "--json", fake).records[0]
        self.assertEqual([(warning["code"], warning["component"], warning["offset"]) for warning in record["warnings"]],
                         [("scripts", "host", 8), ("looks-ascii", "host", 7)])
        self.assertEqual(uriel("normalize", "--display", "--jobs=3", input=fake + "\n").text, "http://xn--pypal-4ve.com/\n")
        self.assertEqual(uriel("normalize", "-s", "--display", "--spec=whatwg", fake[5:].replace("//", "http:")).text,
                         "http://xn--pypal-4ve.com/\n")

    def test_hidden_labels(self):
        def hidden(url, *options):
            record = uriel("normalize", "--display", "--json", *options, url).records[0]
            return record["normal"], [(one["label"], one["rule"]) for one in record["hidden"]]
        self.assertEqual(hidden("http://аррӏе.bücher.example/"),
                         ("http://xn--80ak6aa92e.bücher.example/", [("xn--80ak6aa92e", "looks-ascii")]))
        self.assertEqual(hidden("http://google·com.com/", "--spec=whatwg"), ("http://xn--googlecom-5pa.com/", [("xn--googlecom-5pa", "context")]))
        self.assertEqual(hidden("http://bücher.de/"), ("http://bücher.de/", []))
        self.assertEqual(hidden("http://xn--9999999/"), ("http://xn--9999999/", [("xn--9999999", "idna")]))
        self.assertNotIn("hidden", uriel("normalize", "--json", "http://a/").records[0])
        self.assertNotIn("hidden", uriel("normalize", "--display", "--json", ":").records[0])
        many = "http://" + "аррӏе." * 90 + "com/"  # longer than a name may be
        self.assertEqual([rule for _, rule in hidden(many)[1]], ["idna"] * 90)
        short = "http://" + "сор." * 20 + "com/"
        self.assertEqual([rule for _, rule in hidden(short)[1]], ["looks-ascii"] * 20)

    def test_hosts_that_are_no_domain_names(self):
        for option in ("--display", "--to-iri", "--to-uri"):
            with self.subTest(option=option):
                self.check(["normalize", option, "foo://xn--bcher-kva.example/", "ni://h.xn--bcher-kva/a"],
                           "foo://xn--bcher-kva.example/\nni://h.xn--bcher-kva/a\n")
        self.check(["normalize", "--display", "foo://b%C3%BCcher/", "file://xn--bcher-kva/", "redis://xn--bcher-kva/", "//xn--bcher-kva/"],
                   "foo://b%C3%BCcher/\nfile://bücher/\nredis://bücher/\n//bücher/\n")
        self.check(["normalize", "--to-uri", "foo://bücher/"], "foo://b%C3%BCcher/\n")

    def test_full_width_delimiters(self):
        for text in ("http://h/a%EF%BC%86b?x=a%EF%BC%9Db#a%EF%BC%83", "http://h/a%E2%84%80b?%E2%A9%B4#%EF%B9%96", "http://h/%E2%80%A5/%E2%92%88"):
            self.check(["normalize", "--display", text], text + "\n")

    def test_warnings(self):
        for spec in ("iri", "whatwg"):
            for text, code in (("http://\u05d0a/", "bidi-mixed"), ("http://p\u0430ypal.com/", "looks-ascii")):
                result = uriel("check", f"--spec={spec}", "--json", text)
                if spec == "iri" or "looks" in code:  # UTS #46 has the rules of RFC 5893, and rejects the other
                    self.assertEqual((result.status, result.records[0]["valid"]), (0, True))
                    self.assertIn(code, [warning["code"] for warning in result.records[0]["warnings"]])
        self.assertIn("uriel: 1: warning: ", uriel("check", "--spec=iri", "http://a/\u05d0a").errors)
        self.assertNotIn("warnings", uriel("check", "--spec=iri", "--json", "http://a/\u05d0").records[0])
        many = uriel("check", "--spec=iri", "--json", "http://h/" + "\u05d0a/" * 50).records[0]["warnings"]
        self.assertEqual(len(many), 16)

    def test_userinfo_like_a_host(self):
        result = uriel("normalize", "--display", "http://www.google.com@evil.example/")
        self.assertEqual((result.status, result.text), (0, "http://www.google.com@evil.example/\n"))
        self.assertIn('uriel: 1: warning: the userinfo looks like a host; the host is after the "@"\n', result.errors)

    def test_host_that_idna_rejects(self):
        result = uriel("normalize", "--to-uri", "--json", "http://ä\u200db.example/")
        record = result.records[0]
        self.assertEqual((result.status, record["valid"], record["error"]["code"]), (1, False, "idna-joiner"))
        errors = uriel("normalize", "--to-uri", "http://a_ü.de/").errors
        self.assertTrue(errors.startswith("uriel: 1: its host is not a domain name (UTS #46): a label can contain only letters"), errors)
        self.assertIn("rule UTS #46 V7.3 (section 4.1)\n", errors)
        self.assertNotIn("RFC 3987", errors)


class Build(ToolTest):
    """`build --spec=whatwg --set` is a setter of the URL standard."""

    def test_attributes(self):
        self.check(["build", "--spec=whatwg", "--set", "hostname=B.example", "--set", "search=a b", "--unset", "hash", "http://a:1/x#y"],
                   "http://b.example:1/x?a%20b\n")
        self.check(["build", "--spec=whatwg", "--set", "port=x", "--set", "fragment=c", "HTTP://a"], "http://a/#c\n")

    def test_href(self):
        result = uriel("build", "--spec=whatwg", "--json", "--set", "href=http://[", "http://a/")
        self.assertEqual((result.status, result.records[0]["valid"]), (1, False))
        self.assertEqual(result.records[0]["error"]["code"], "IPv6-unclosed")

    def test_usage(self):
        for arguments, words in ((["--set", "hash=x", "http://a/"], '"hash" is an attribute of URLs: add --spec=whatwg'),
                                 (["--spec=whatwg", "--set", "userinfo=x", "http://a/"], 'URLs have no attribute "userinfo"'),
                                 (["--spec=whatwg", "--set", "host=x"], "--spec=whatwg changes URLs"),
                                 (["--spec=whatwg", "--encode", "--set", "host=x", "http://a/"], "--spec=whatwg encodes values itself")):
            self.usage(["build", *arguments], words)


class Subcommands(ToolTest):
    def test_who_has_them(self):
        for command in ("relative", "plan", "schemes"):
            self.usage([command, "--spec=whatwg", "x"], ', not "whatwg"', 'option "--spec" takes')
        for command in ("plan", "schemes"):
            self.usage([command, "--spec=iri", "x"], ', not "iri"', 'option "--spec" takes')
        for command in ("parse", "check", "normalize", "compare", "resolve", "build"):
            self.assertIn("whatwg", uriel("help", command).text)
            self.assertIn("--guess-scheme[=SCHEME]", uriel("help", command).text)


@unittest.skipUnless(has_historic(), "the historic documents are not built")
class Lineage(ToolTest):
    def browser(self, text, *arguments):
        record, verdicts = lineage(text, *arguments)
        return record, verdicts["whatwg"]

    def test_url(self):
        record, verdict = self.browser("http://example.com\\@evil.example/")
        self.assertEqual([verdict[key] for key in ("valid", "form", "host", "normal")],
                         [True, "absolute", "example.com", "http://example.com/@evil.example/"])
        self.assertEqual([(repair["code"], repair["offset"]) for repair in verdict["repairs"]], [("invalid-reverse-solidus", 18)])
        self.assertEqual((record["split_host"], record["hosts_agree"]), ("evil.example", False), "no RFC has a host for it, but careless readers do")
        self.assertEqual(uriel("lineage", "-q", "http://example.com\\@evil.example/").status, 1, "by RFC 3986")

    def test_same_host(self):
        """Case, percent-encoding and IDNA make no difference."""
        for text in ("http://EXAMPLE.com/", "http://ex%61mple.com/", "http://bücher.example/", "http://B%C3%BCcher.example/", "file:///x",
                     "file:/x", "http://[::0001]/", "mailto:a", "foo://A/", "file://localhost/x", "http://a:80/", "?x", "//h/x", "a:b"):
            with self.subTest(text):
                self.assertTrue(self.browser(text)[0]["hosts_agree"])

    def test_other_host(self):
        for text, host in (("http://127.1/", "127.0.0.1"), ("http://0x7f.0.0.1/", "127.0.0.1"), ("http:example.com", "example.com"),
                           ("http:///example.com/", "example.com"), ("http:/example.com/", "example.com")):
            with self.subTest(text):
                record, verdict = self.browser(text)
                self.assertEqual((record["hosts_agree"], verdict["host"]), (False, host))

    def test_split(self):
        """The host according to RFC 3986, Appendix B, if RFC 3986 rejects the text and a browser goes elsewhere."""
        for text, host in (("http://good.example\\@evil.example:8/", "evil.example"), ("http://good.example\\.evil.example", "good.example\\.evil.example"),
                           ("http://good.example:80\\@[::1]:8?@x", "[::1]"), ("http:///\\good.example/", ""), ("file://C:\\x", "C"),
                           ("https://good.example\\@a@b#@c", "b"), (" http://good.example\\@b/", "b")):
            with self.subTest(text):
                record = self.browser(text)[0]
                self.assertEqual((record["split_host"], record["hosts_agree"]), (host, False))
        for text in ("http:\\\\a", "http://h\\", "http://exa\tmple.com/", "http://a b@h/", " http://x/", "http://B%C3%BCcher.example/<", "http://h/\\@e/",
                     "http://h:80\\x", "http://h\\@e.example:x y/", "a://b\\@c/", "http://[", "//"):
            with self.subTest(text):
                self.assertEqual("split_host" in self.browser(text)[0], text in ("http://h\\", "http://h\\@e.example:x y/"))
        record = self.browser("//good.example\\@b/", "--base=http://h/")[0]
        self.assertEqual([record[key] for key in ("split_host", "hosts_agree", "targets_agree", "target_hosts_agree")], ["b", False, False, False])
        self.assertIn("* a reader that only splits (RFC 3986, Appendix B) sees an empty host\n", uriel("lineage", "--long", "http:///\\h/").text)
        self.check(["lineage", "--format={split_host} {hosts_agree}", "http://h\\@b/"], "b false\n", 1)

    def test_base(self):
        record, verdict = self.browser("?y", "--base=http://a/b")
        self.assertEqual(verdict, {"spec": "whatwg", "valid": True, "form": "relative", "target": "http://a/b?y", "target_host": "a"})
        record, verdict = self.browser("http:g", "--base=http://a/b")
        self.assertEqual((verdict["target"], verdict["form"], record["target_hosts_agree"]), ("http://a/g", "relative", False))
        record, verdict = self.browser("\\\\evil.example", "--base=http://a/b")
        self.assertEqual((verdict["target_host"], [repair["offset"] for repair in verdict["repairs"]]), ("evil.example", [0, 1]))
        record, verdict = self.browser("http://B/c", "--base=http://a/b")
        self.assertEqual((verdict["host"], verdict["target"], record["targets_agree"]), ("b", "http://b/c", True))
        self.assertEqual(self.browser("g", "--base=mailto:a")[1]["error"]["code"], "missing-scheme-non-relative-URL")

    def test_columns(self):
        self.check(["lineage", "--format={whatwg} {whatwg_host} {whatwg_normal} {whatwg_repairs}", "http:\\a", "x"],
                   "valid a http://a/ special-scheme-missing-following-solidus,special-scheme-missing-following-solidus\n"
                   "missing-scheme-non-relative-URL   \n", 1)

    def test_many_errors(self):
        text = uriel("lineage", "--long", "http://h/" + "^" * 20).text
        self.assertEqual(text.count("validation error at"), 8)
        self.assertIn("            and 12 more\n", text)


if __name__ == "__main__":
    unittest.main()
