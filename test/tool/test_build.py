# SPDX-License-Identifier: MIT
"""uriel build: references built from components, and edits; results always parse back."""
import unittest

from support import ToolTest, has_historic, uriel


class Build(ToolTest):
    def test_from_nothing(self):
        self.check(["build", "--set", "scheme=https", "--set", "userinfo=u", "--set", "host=h", "--set", "port=1",
                    "--set", "path=/p", "--set", "query=q=1", "--set", "fragment=f"], "https://u@h:1/p?q=1#f\n")
        self.check(["build", "--set", "path="], "\n")
        self.check(["build", "--set", "query="], "?\n")
        self.check(["build", "--set", "host="], "//\n")

    def test_authority(self):
        self.check(["build", "--set", "authority=u@h:80", "--set", "path=/"], "//u@h:80/\n")
        self.check(["build", "--set=authority=u@h:80", "--set=host=x"], "//u@x:80\n")
        self.check(["build", "--set=host=x", "--set=authority=h"], "//h\n")
        self.check(["build", "--unset", "authority", "http://u@h:1/p"], "http:/p\n")
        self.check(["build", "--set", "authority=", "x:/p"], "x:///p\n")

    def test_edit_leaves_every_other_byte(self):
        text = "HTTP://U%41@%68ost:080/../%7e?a?#%20"
        self.check(["build", text], text + "\n")
        self.check(["build", "--set", "port=81", text], "HTTP://U%41@%68ost:81/../%7e?a?#%20\n")
        self.check(["build", "--unset", "query", "--set", "fragment=", text], "HTTP://U%41@%68ost:080/../%7e#\n")
        self.check(["build", "--unset", "userinfo", "--unset", "port", text], "HTTP://%68ost/../%7e?a?#%20\n")

    def test_stdin(self):
        self.check(["build", "--stdin", "--set", "scheme=https"], "https://a\n\nhttps:b\n", 1, None,
                   input="http://a\na b\nb\n")
        self.usage(["build", "--stdin", "a"], "no operands")

    def test_spec(self):
        """For each document: references that its grammar allows and the grammar of RFC 3986 does not, and vice versa."""
        if not has_historic():
            self.skipTest("without historic")
        self.check(["build", "--spec=url-1994", "--set-encoded", "path=/a;type=I", "ftp://h/b"], "ftp://h/a;type=I\n")
        self.check(["build", "--spec=url-1993", "--set-encoded", "path=a/b", "--set-encoded", "query=c+d"], "a/b?c+d\n")
        self.check(["build", "--spec=url-1997", "--set-encoded", "scheme=1a", "--set-encoded", "path=b"], "1a:b\n")
        self.check(["build", "--spec=uri-2003", "--set-encoded", "authority=a@b_c", "http://x/"], "http://a@b_c/\n")
        self.check(["build", "--spec=url-1994", "--set-encoded", "host=g", "URL:http://h/"], "http://g/\n")
        self.check(["build", "--spec=url-1993", "--encode", "--set", "path=/\u00e9 x", "http://h/"], "http://h/%E9%20x\n")
        for arguments, words in ((["--spec=url-1997", "--set-encoded", "host=a_b", "http://h/"], "is not allowed in a host"),
                                 (["--spec=url-1993", "--set-encoded", "path=b", "http://a/"], "different components"),
                                 (["--spec=uri-2003", "--set-encoded", "userinfo=a", "--set-encoded", "host=b_c"], "different components"),
                                 (["--spec=url-1994", "--set-encoded", "path=/a;type=x", "ftp://h/"], "A or E")):
            self.check(["build", *arguments], "\n", 1, None)
            self.assertIn(words, uriel("build", *arguments).errors)

    def test_spec_of_names(self):
        self.check(["build", "--spec=rfc8141", "--set", "query=+r?=q", "urn:example:a"], "urn:example:a?+r?=q\n")
        self.check(["build", "--spec=rfc8141", "--set", "query=+r?=", "urn:example:a"], "\n", 1, None)
        self.check(["build", "--spec=rfc2141", "--set", "path=isbn:1"], "\n", 1, None)
        self.usage(["build", "--spec=rfc8141", "--local", "/a"], "--spec goes with components")
        self.usage(["build", "--spec=rfc8141", "--scheme=ftp"], "--spec goes with components")

    def test_parameters_and_segments(self):
        """As in edit: query.NAME is a parameter, path.NUMBER a segment."""
        self.check(["build", "--set=scheme=https", "--set=host=h", "--set=path=/a b", "--set=query.q=x&y", "--set=query.l=d"],
                   "https://h/a%20b?q=x%26y&l=d\n")
        self.check(["build", "--set=path.2=z/", "--unset=query.x", "http://h/a/b?x=1&y"], "http://h/a/z%2F?y\n")
        self.check(["build", "--set-encoded=query.q=%41", "http://h"], "http://h?q=%41\n")
        self.check(["build", "--encode", "--set=query.q=%41 %", "http://h"], "http://h?q=%41%20%25\n")
        self.check(["build", "--set=path.3=z", "http://h/a"], "\n", 1, None)
        self.usage(["build", "--set=query.q=1", "--set=query.q=2"], "set the same")
        self.usage(["build", "--set=foo.q=1"], "write query, path or a scheme")
        self.usage(["build", "--spec=whatwg", "--set=query.q=1", "http://h/"], "use uriel edit")

    def test_values_are_decoded(self):
        """As in edit: --set takes decoded values, --set-encoded encoded ones, which can be mixed."""
        for name, value, decoded, encoded in (("query", "a b&%41", "?a%20b&%2541", None), ("path", "a%2Fb", "a%252Fb", "a%2Fb"),
                                              ("fragment", "#%25", "#%23%2525", None), ("host", "a%62", "//a%2562", "//a%62"),
                                              ("scheme", "x", "x:", "x:"), ("authority", "u@h:1", "//u@h:1", "//u@h:1")):
            with self.subTest(name):
                self.check(["build", f"--set={name}={value}"], decoded + "\n")
                self.check(["build", f"--set-encoded={name}={value}"], (encoded or "") + "\n", 0 if encoded else 1, "" if encoded else None)
        self.check(["build", "--set=host=h", "--set-encoded=path=/a%20b", "--set=query=%20"], "//h/a%20b?%2520\n")
        self.check(["build", "--encode", "--set-encoded=path=/%41 ", "//h"], "\n", 1, None)
        self.check(["build", "--spec=whatwg", "--set-encoded=path=/a b%20", "http://h/"], "http://h/a%20b%20\n")

    def test_encode(self):
        self.check(["build", "--encode", "--set", "query=a b", "--set", "path=/x y", "http://h"],
                   "http://h/x%20y?a%20b\n")
        self.check(["build", "--set", "query=a b", "--encode", "http://h"], "http://h?a%20b\n")
        self.check(["build", "--encode", "--set", "userinfo=u@v:w", "--set", "host=a b", "--set", "path=a?#[", "--set", "query=#?",
                    "--set", "fragment=#?", "//h/"], "\n", 1, None)
        self.check(["build", "--encode", "--set", "userinfo=u@v:w", "--set", "host=a b", "--set", "path=/a?#[", "--set", "query=#?",
                    "--set", "fragment=#?", "//h/"], "//u%40v:w@a%20b/a%3F%23%5B?%23?#%23?\n")
        self.check(["build", "--encode", "--set", "host=[::1]", "--set", "path=/%41%", "//h"], "//[::1]/%41%25\n")
        self.check(["build", "--encode", "--set", "port=x", "//h"], "\n", 1, None)

    def test_refused(self):
        for arguments, word in ((["--set-encoded", "path=a:b"], "cannot contain"), (["--set-encoded", "path=//x"], "//"),
                                (["--set-encoded", "path=a?b"], "\"?\" is not allowed in a path"),
                                (["--set-encoded", "host=h", "--set-encoded", "path=a"], "start with \"/\""),
                                (["--set-encoded", "port=1"], "needs a host"),
                                (["--set-encoded", "host=a b"], "a space is not allowed in a host"),
                                (["--set-encoded", "authority=a b"], "a space is not allowed in a host"),
                                (["--set-encoded", "authority=u@a/b"], "\"/\" is not allowed in a host"),
                                (["--set-encoded", "scheme=1"], "letter"), (["--set-encoded", "scheme="], "scheme"),
                                (["--unset", "scheme", "x:a:b"], "cannot contain"),
                                (["--unset", "host", "//u@h"], "needs a host")):
            with self.subTest(arguments):
                result = self.check(["build", *arguments], "\n", 1, None)
                self.assertIn(word, result.errors)

    def test_error_is_in_the_component(self):
        error = uriel("build", "--json", "--set-encoded", "host=h", "--set-encoded", "path=/a[").records[0]["error"]
        self.assertEqual((error["in"], error["component"], error["offset"]), ("path", "path", 2))
        error = uriel("build", "--json", "--set-encoded", "authority=h:x").records[0]["error"]
        self.assertEqual((error["in"], error["component"], error["begin"], error["length"]), ("authority", "port", 2, 1))

    def test_json(self):
        self.assertEqual(uriel("build", "-j", "--set", "path=a").records, [{"valid": True, "reference": "a"}])
        self.assertEqual(list(uriel("build", "-j", "--set", "path=b", "a?").records[0].items()),
                         [("input", "a?"), ("valid", True), ("reference", "b?")])

    def test_password_is_not_shown(self):
        for arguments in (["--set-encoded", "userinfo=u:secret["], ["--set-encoded", "authority=u:secret[@h"]):
            result = uriel("build", *arguments, "http://h")
            self.assertEqual(result.status, 1)
            self.assertNotIn("secret", result.errors)
            self.assertIn("u:****", result.errors)

    def test_usage(self):
        self.usage(["build"], "nothing to build")
        self.usage(["build", "--set", "path"], "NAME=VALUE")
        self.usage(["build", "--set", "hots=x"], "hots", "did you mean \"host\"")
        self.usage(["build", "--unset", "x"], "fragment")



class OfScheme(ToolTest):
    def build(self, scheme, *parts):
        return uriel("build", f"--scheme={scheme}", *(f"--part={part}" for part in parts))

    def test_parts(self):
        """RFC 4266, 2.1: %09 between selector and search; RFC 1738, 3.2.2: "/" inside a segment is %2F."""
        for scheme, parts, uri in (
                ("gopher", ["host=h", "type=7", "selector=/find", "search=cats and dogs"], "gopher://h/7/find%09cats%20and%20dogs"),
                ("ftp", ["user=me", "host=h", "directories=pub", "directories=/etc", "name=motd", "type=A"],
                 "ftp://me@h/pub/%2Fetc/motd;type=A"),
                ("whois", ["host=2001:db8::7", "query=a b"], "whois://[2001:db8::7]/a%20b")):
            with self.subTest(scheme):
                result = self.build(scheme, *parts)
                self.assertEqual((result.text, result.errors), (uri + "\n", ""))
                shown = uriel("schemes", "--format={parts}", uri).text.rstrip("\n").split("\t")
                self.assertEqual(shown, parts)

    def test_errors(self):
        for scheme, parts, code, where in (("whois", ["host=h", "query=a\nb"], "part-line-break", "query"),
                                           ("whois", ["query=a"], "part-missing", "host"),
                                           ("whois", ["host=h", "selector=a"], "part-not-allowed", "selector"),
                                           ("foo", ["host=h"], "scheme-other", None)):
            with self.subTest(scheme, parts=parts):
                result = uriel("build", f"--scheme={scheme}", *(f"--part={part}" for part in parts), "--json")
                error = result.records[0]["error"]
                self.assertEqual((result.status, error["code"], error.get("in")), (1, code, where))
        self.assertIn("uriel: 1: query: not possible in a URI of this scheme: ", self.build("whois", "host=h", "query=a\nb").errors)

    def test_error_of_a_list_is_in_its_item(self):
        """RFC 1738, 3.2.2; RFC 6068, 5; RFC 3966, 3 (pname); RFC 2397, 3; each item is decoded, as given."""
        for scheme, parts, name, text, offset in (
                ("ftp", ["host=h", "directories=okay", "directories=a\nb", "name=c"], "directories", "a\\x0ab", 1),
                ("ftp", ["host=h", "directories=a\n", "directories=b\n", "name=c"], "directories", "a\\x0a", 1),
                ("mailto", ["to=a@b", "to=\x01%c\n@d", "to=e@f"], "to", "\\x01%c\\x0a@d", 3),
                ("mailto", ["to=a@b", "to=c@d", "fields=a=b\nc"], "fields", "a=b\\x0ac", 3),
                ("ldap", ["host=h", "attributes=sn", "attributes=cn", "extensions=1.2", "extensions=a?b"], "extensions", "a?b", 1),
                ("ldap", ["host=h", "attributes=s n", "attributes=c n", "extensions=1.2"], "attributes", "s n", 1),
                ("tel", ["number=+1", "parameters=a=b", "parameters=c_=1"], "parameters", "c_=1", 1)):
            with self.subTest(scheme, parts=parts):
                result = self.build(scheme, *parts)
                self.assertEqual(result.errors.splitlines()[1], "  " + text)
                error = uriel("build", "--json", f"--scheme={scheme}", *(f"--part={part}" for part in parts)).records[0]["error"]
                self.assertEqual((error["in"], error["offset"]), (name, offset))
        self.assertIn("end a line of the protocol: LF\n", self.build("ftp", "host=h", "directories=a", "directories=\n", "name=c").errors)

    def test_messages(self):
        for scheme, parts, errors in (
                ("nope", [], "uriel: 1: nothing to build: uriel does not know the parts of this scheme\n  nope\n  ^\n"),
                ("urn", ["nid=a"], "uriel: 1: nothing to build: uriel does not know the parts of this scheme\n  urn\n  ^\n"),
                ("ftp", ["name=a"], "uriel: 1: host: not possible in a URI of this scheme: the part is missing\n"),
                ("ftp", ["host=h", "name=a", "name=b"],
                 "uriel: 1: name: not possible in a URI of this scheme: given twice, but it is not a list\n  b\n  ^\n"),
                ("mailto", ["subject=x"], "uriel: 1: subject: not possible in a URI of this scheme: not a part of this "
                 "scheme's URIs, whose parts are to, fields\n  x\n  ^\n")):
            with self.subTest(scheme, parts=parts):
                self.assertEqual(self.build(scheme, *parts).errors.lstrip("\n"), errors)

    def test_usage(self):
        self.usage(["build", "--local", "--scheme=ftp"], "--local can only be used with --windows")
        self.usage(["build", "--local", "--set=host=h"], "--local can only be used with --windows")
        self.usage(["build", "--windows", "--set=host=h"], "--windows goes with --local")
        for words in (["http://h/a b"], ["--scheme=http", "--part=host=h"], ["--local", "/a"], ["--stdin"]):
            self.usage(["build", "--encode", *words], "--encode goes with --set")
        self.usage(["schemes", "--windows", "file:/a"], "--windows goes with --local")
        self.usage(["build", "--part=host=h"], "--part goes with --scheme")
        self.usage(["build", "--scheme=whois", "--set=host=h"], "--scheme can only be used with --part")
        self.usage(["build", "--scheme=whois", "http://h/"], "--scheme can only be used with --part")
        self.usage(["build", "--scheme=whois", "--stdin"], "--scheme can only be used with --part")
        self.usage(["build", "--scheme=whois", "--part=host"], "NAME=VALUE")
        self.usage(["build", "--scheme=whois", "--part==h"], "NAME=VALUE")


class Local(ToolTest):
    """RFC 8089, 2 and Appendix E.2: file URIs of local paths, and back."""

    def test_any_bytes_go_and_come_back(self):
        paths = b"/a b\0/\xff\xfe%41\0/a\nb\t#?\0/\0"
        made = uriel("build", "--local", "--null", input=paths)
        self.assertEqual((made.text, made.errors), ("file:///a%20b\0file:///%FF%FE%2541\0file:///a%0Ab%09%23%3F\0file:///\0", ""))
        self.assertEqual(uriel("schemes", "--local", "--null", input=made.out).out, paths)
        self.assertEqual(uriel("build", "--local", "/a", "/b c").text, "file:///a\nfile:///b%20c\n")

    def test_windows(self):
        result = uriel("build", "--local", "--windows", "C:\\a b\\c")
        self.assertEqual(result.text, "file:///C:/a%20b/c\n")
        self.assertEqual(uriel("schemes", "--local", "--windows", "--json", result.text.strip()).records,
                         [{"input": "file:///C:/a%20b/c", "local": "C:\\a b\\c"}])

    def test_errors(self):
        self.assertIn("uriel: 1: cannot be a file URI: ", uriel("build", "--local", "a").errors)
        for uri in ("http://h/", "file://h/a", "file:///a%2Fb", "file:///%00"):
            with self.subTest(uri):
                result = uriel("schemes", "--local", uri)
                self.assertEqual((result.status, result.text), (1, "\n"))
                self.assertIn("uriel: 1: cannot be a local path: ", result.errors)


if __name__ == "__main__":
    unittest.main()
