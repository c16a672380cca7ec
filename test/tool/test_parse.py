# SPDX-License-Identifier: MIT
"""uriel parse and uriel check: which texts are references, and their components."""
import unittest

from support import ToolTest, uriel

# RFC 3986, 1.1.2 and 3; what each has besides `input` and `valid`.
PARSED = {
    "ftp://ftp.is.co.za/rfc/rfc1808.txt": {
        "form": "absolute", "scheme": "ftp", "authority": "ftp.is.co.za", "host": "ftp.is.co.za", "host_kind": "name",
        "path": "/rfc/rfc1808.txt"},
    "http://www.ietf.org/rfc/rfc2396.txt": {
        "form": "absolute", "scheme": "http", "authority": "www.ietf.org", "host": "www.ietf.org",
        "host_kind": "name", "path": "/rfc/rfc2396.txt"},
    "ldap://[2001:db8::7]/c=GB?objectClass?one": {
        "form": "absolute", "scheme": "ldap", "authority": "[2001:db8::7]", "host": "[2001:db8::7]",
        "host_kind": "ipv6", "path": "/c=GB", "query": "objectClass?one", "params": [{"name": "objectClass?one"}]},
    "mailto:John.Doe@example.com": {"form": "opaque", "scheme": "mailto", "path": "John.Doe@example.com"},
    "news:comp.infosystems.www.servers.unix": {
        "form": "opaque", "scheme": "news", "path": "comp.infosystems.www.servers.unix"},
    "tel:+1-816-555-1212": {"form": "opaque", "scheme": "tel", "path": "+1-816-555-1212"},
    "telnet://192.0.2.16:80/": {
        "form": "absolute", "scheme": "telnet", "authority": "192.0.2.16:80", "host": "192.0.2.16",
        "host_kind": "ipv4", "port": "80", "path": "/"},
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2": {
        "form": "opaque", "scheme": "urn", "path": "oasis:names:specification:docbook:dtd:xml:4.1.2"},
    "foo://example.com:8042/over/there?name=ferret#nose": {
        "form": "absolute", "scheme": "foo", "authority": "example.com:8042", "host": "example.com",
        "host_kind": "name", "port": "8042", "path": "/over/there", "query": "name=ferret", "fragment": "nose",
        "params": [{"name": "name", "value": "ferret"}]},
    "http://[v7.a:b]/": {
        "form": "absolute", "scheme": "http", "authority": "[v7.a:b]", "host": "[v7.a:b]", "host_kind": "ipvfuture",
        "path": "/"},
    # Undefined is not empty.
    "http://@h:?#": {
        "form": "absolute", "scheme": "http", "authority": "@h:", "userinfo": "", "host": "h", "host_kind": "name",
        "port": "", "path": "", "query": "", "fragment": ""},
    "//": {"form": "relative", "authority": "", "host": "", "host_kind": "name", "path": ""},
    "file:///etc/fstab": {
        "form": "absolute", "scheme": "file", "authority": "", "host": "", "host_kind": "name", "path": "/etc/fstab"},
    "": {"form": "relative", "path": ""},
    "?": {"form": "relative", "path": "", "query": ""},
    "../a": {"form": "relative", "path": "../a"},
    "x:": {"form": "opaque", "scheme": "x", "path": ""},
    "x:/a": {"form": "absolute", "scheme": "x", "path": "/a"},
}

# Invalid texts: the offset of the first byte after which no valid text can continue, the code, the component.
ERRORS = {
    "http://example.com/a[1].html": (20, "path-character", "path"),
    "http://a:b/": (10, "port-not-digits", "port"),
    "a b": (1, "path-character", "path"),
    "http://h/%4": (11, "percent", "path"),
    "http://[::1/": (11, "host-unclosed", "host"),
    "http://h/?[": (10, "query-character", "query"),
    "http://h/#a#": (11, "fragment-character", "fragment"),
}

# Queries and their parameters.
PARAMS = {
    "a=1&b&c=&=d&=": [{"name": "a", "value": "1"}, {"name": "b"}, {"name": "c", "value": ""}, {"name": "", "value": "d"},
                      {"name": "", "value": ""}],
    "a=1&a=2&&a=1&": [{"name": "a", "value": "1"}, {"name": "a", "value": "2"}, {"name": "a", "value": "1"}],
    "&": None,
    "": None,
    "a=b=c&d;e=f+g": [{"name": "a", "value": "b=c"}, {"name": "d;e", "value": "f+g"}],
    "%61%3D%26=%20%2525": [{"name": "a=&", "value": " %25"}],
    "q=%C3%A9%F0%9F%8C%88&%E4%B8%AD": [{"name": "q", "value": "\u00e9\U0001f308"}, {"name": "\u4e2d"}],
    "q=%22%5c%0A%00%7f": [{"name": "q", "value": '"\\\n\0\x7f'}],
    "q=%C2%85%E2%80%AE": [{"name": "q", "value": "\x85\u202e"}],
    "%FF=a%C3": [{"name": "\ufffd", "name_hex": "ff", "value": "a\ufffd", "value_hex": "61c3"}],
    "a=%C3&b=%A9": [{"name": "a", "value": "\ufffd", "value_hex": "c3"}, {"name": "b", "value": "\ufffd", "value_hex": "a9"}],
    **{"a" * n + "=" + "%2f" * n + "b" * n: [{"name": "a" * n, "value": "/" * n + "b" * n}] for n in (7, 15, 16, 17, 31, 32, 33, 200)},
    "&".join(["x"] * 500): [{"name": "x"}] * 500,
    "&".join(["=%26"] * 500): [{"name": "", "value": "&"}] * 500,
}

KEYS = ["input", "valid", "form", "scheme", "authority", "userinfo", "host", "host_kind", "port", "path", "query",
        "fragment", "params", "error"]


class Parse(ToolTest):
    def test_json(self):
        result = uriel("parse", "--json", "--", *PARSED)
        self.assertEqual(result.status, 0, result.errors)
        for (text, parts), record in zip(PARSED.items(), self.as_many(PARSED, result.records)):
            with self.subTest(text):
                self.assertEqual(record, {"input": text, "valid": True, **parts})
                self.assertEqual(list(record), [key for key in KEYS if key in record], "the order of keys")

    def test_plain(self):
        for text, parts in PARSED.items():
            with self.subTest(text):
                self.check(["parse", "--", text],
                           "\t".join(f"{key}={value}" for key, value in parts.items() if key != "params") + "\n")

    def test_tsv(self):
        result = uriel("parse", "--tsv", "--header", "--", *PARSED)
        header, *rows = result.lines
        keys = KEYS[:-2]
        self.assertEqual(header.split("\t"), keys + ["error_code", "error_offset"])
        for (text, parts), row in zip(PARSED.items(), self.as_many(PARSED, rows)):
            expected = [text, "true"] + [parts.get(key, "\\N") for key in keys[2:]] + ["\\N", "\\N"]
            self.assertEqual(row.split("\t"), expected)

    def test_params(self):
        """As an operand, and as a line, which has a fast path."""
        texts = [f"//h/p?{query}{fragment}" for query in PARAMS for fragment in ("", "#f=%41")]
        lines = uriel("parse", "--json", input="\n".join(texts)).records
        operands = uriel("parse", "--json", "--", *texts).records
        self.assertEqual(lines, operands)
        for text, record in zip(texts, self.as_many(texts, lines)):
            with self.subTest(text[:60]):
                self.assertEqual(record.get("params"), PARAMS[text.split("#")[0][6:]])
        for form in ("--short", "--long", "--tsv"):
            self.assertEqual(uriel("parse", form, "?a").lines, [line for line in uriel("parse", form, "?a").lines if "params" not in line])
        record, = uriel("parse", "--json", "--spec=iri", "?\u00e9=%C3%A9").records
        self.assertEqual(record["params"], [{"name": "\u00e9", "value": "\u00e9"}])

    def test_long(self):
        self.check(["parse", "--long", "http://u@h:1/p?q#f", "a"],
                   "http://u@h:1/p?q#f\n  form       absolute\n  scheme     http\n  authority  u@h:1\n"
                   "  userinfo   u\n  host       h\n  host_kind  name\n  port       1\n  path       /p\n"
                   "  query      q\n  fragment   f\n\na\n  form       relative\n  path       a\n\n")

    def test_errors(self):
        for text, (offset, code, component) in ERRORS.items():
            with self.subTest(text):
                record = uriel("parse", "--json", "--", text).records[0]
                self.assertEqual(list(record), ["input", "valid", "error"])
                self.assertIs(record["valid"], False)
                error = record["error"]
                self.assertEqual((error["offset"], error["code"], error["component"]), (offset, code, component))
                self.assertEqual(list(error)[:5], ["offset", "code", "component", "message", "section"])
                self.assertTrue(error["message"])
                self.assertRegex(error["section"], r"^\d+(\.\d+)*$")

    def test_invalid_is_an_empty_record_and_a_error(self):
        result = self.check(["parse", "a", "a b", "c"], "form=relative\tpath=a\n\nform=relative\tpath=c\n", 1, None)
        self.assertTrue(result.errors.startswith("uriel: 2: not a URI reference (RFC 3986): "), result.errors)

    def test_spec(self):
        self.check(["parse", "--spec=rfc3986", "a"], "form=relative\tpath=a\n")
        self.usage(["parse", "--spec", "rfc3968", "a"], "rfc3968", "rfc3986")


class Check(ToolTest):
    def test_filter(self):
        self.check(["check"], "a\n\nc\n", 1, None, input="a\na b\nc\n")
        self.check(["check", "-s"], "a\n\nc\n", 1, input="a\na b\nc\n")
        self.check(["check", "a", "http://h/"], "a\nhttp://h/\n")

    def test_quiet(self):
        result = self.check(["check", "-q", "a b"], "", 1, None)
        self.assertIn("uriel: 1:", result.errors)
        self.check(["check", "-qs", "a b"], "", 1)
        self.check(["check", "--quiet", "--silent", "a"], "", 0)

    def test_json_has_the_error_in_the_record(self):
        result = uriel("check", "--json", "x:y", "a b")
        self.assertEqual(result.err, b"")
        self.assertEqual(result.status, 1)
        self.assertEqual(result.records[0], {"input": "x:y", "valid": True, "form": "opaque", "scheme": "x", "path": "y"})
        self.assertEqual(list(result.records[1]), ["input", "valid", "error"])

    def test_json_quiet_prints_the_error(self):
        result = uriel("check", "--json", "-q", "a b")
        self.assertEqual((result.out, result.status), (b"", 1))
        self.assertIn("uriel: 1:", result.errors)

    def test_spec(self):
        self.usage(["check", "--spec=rfc39", "a"], "rfc39", "did you mean", "rfc3986")


if __name__ == "__main__":
    unittest.main()
