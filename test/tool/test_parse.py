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
        "host_kind": "ipv6", "path": "/c=GB", "query": "objectClass?one"},
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
        "host_kind": "name", "port": "8042", "path": "/over/there", "query": "name=ferret", "fragment": "nose"},
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

KEYS = ["input", "valid", "form", "scheme", "authority", "userinfo", "host", "host_kind", "port", "path", "query",
        "fragment", "error"]


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
                self.check(["parse", "--", text], "\t".join(f"{key}={value}" for key, value in parts.items()) + "\n")

    def test_tsv(self):
        result = uriel("parse", "--tsv", "--header", "--", *PARSED)
        header, *rows = result.lines
        self.assertEqual(header.split("\t"), KEYS[:-1] + ["error_code", "error_offset"])
        for (text, parts), row in zip(PARSED.items(), self.as_many(PARSED, rows)):
            expected = [text, "true"] + [parts.get(key, "\\N") for key in KEYS[2:-1]] + ["\\N", "\\N"]
            self.assertEqual(row.split("\t"), expected)

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
        self.assertEqual(result.records[0], {"input": "x:y", "valid": True, "form": "opaque"})
        self.assertEqual(list(result.records[1]), ["input", "valid", "error"])

    def test_json_quiet_prints_the_error(self):
        result = uriel("check", "--json", "-q", "a b")
        self.assertEqual((result.out, result.status), (b"", 1))
        self.assertIn("uriel: 1:", result.errors)

    def test_spec(self):
        self.usage(["check", "--spec=rfc39", "a"], "rfc39", "did you mean", "rfc3986")


if __name__ == "__main__":
    unittest.main()
