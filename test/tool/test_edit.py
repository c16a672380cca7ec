# SPDX-License-Identifier: MIT
"""uriel edit: single changes and several in order; no other byte changes, and no result is a different reference."""
import json
import random
import unittest

from support import ToolTest, has_historic, uriel

# Options, then pairs of an input and its output; None: not valid.
CASES = [
    (["--set", "scheme=https"], [
        ("HTTP://U%41@%68ost:080/../%7e?a?#%20", "https://U%41@%68ost:080/../%7e?a?#%20"), ("a/b", "https:a/b"),
        ("//h", "https://h"), ("https:", "https:"), ("http://a b/", None)]),
    (["--set", "path=/x y%?#"], [("http://h", "http://h/x%20y%25%3F%23"), ("a", "/x%20y%25%3F%23")]),
    (["--set", "path:=/x%20y"], [("http://h", "http://h/x%20y")]),
    (["--set", "path:=/x y"], [("http://h", None), ("a b", None)]),
    (["--set", "path="], [("http://h/a?b", "http://h?b"), ("mailto:a", "mailto:")]),
    (["--set", "path=//x"], [("http://h/a", "http://h//x"), ("http:/a", None)]),
    (["--set", "path=a:b"], [("x:c", "x:a:b"), ("c", None), ("//h", None)]),
    (["--remove", "scheme"], [("x:a", "a"), ("x:a:b", None), ("x://h:1", "//h:1"), ("a", "a")]),
    (["--set", "host=Ex\u00e4mple \u00fc"], [("http://a.b:1/", "http://Ex%C3%A4mple%20%C3%BC:1/"), ("a", None), ("/a", "//Ex%C3%A4mple%20%C3%BC/a")]),
    (["--set", "host=a:80"], [("http://h/", None)]),
    (["--set", "host=a/b"], [("http://h/", None)]),
    (["--set", "host=[::1]"], [("http://h/", "http://[::1]/")]),
    (["--set", "host=::1"], [("http://h/", None)]),
    (["--set", "user=a:b@c"], [("http://h/", "http://a%3Ab%40c@h/"), ("http://x:y:z@h/", "http://a%3Ab%40c:y:z@h/"), ("/a", None)]),
    (["--set", "user="], [("http://h/", "http://@h/"), ("http://x@h/", "http://@h/"), ("http://x:y@h/", "http://:y@h/")]),
    (["--set", "password=a:b@"], [("http://h/", "http://:a:b%40@h/"), ("http://x:y@h/", "http://x:a:b%40@h/")]),
    (["--set", "user="], [("http://h/", "http://@h/"), ("http://a:b@h/", "http://:b@h/")]), (["--set", "password="], [("http://a@h/", "http://a:@h/")]),
    (["--set", "host="], [("http://h/", "http:///")]), (["--set", "port="], [("http://h/", "http://h:/")]), (["--set", "query="], [("http://h/", "http://h/?")]),
    (["--remove", "user"], [("http://x:y@h/", "http://:y@h/"), ("http://x@h/", "http://h/"), ("http://h/", "http://h/")]),
    (["--remove", "password"], [("http://x:y@h/", "http://x@h/"), ("http://:y@h/", "http://h/"), ("http://x@h/", "http://x@h/")]),
    (["--set", "user?=a"], [("http://h/", "http://a@h/"), ("http://b@h/", "http://b@h/")]),
    (["--replace", "password=p"], [("http://x:y@h/", "http://x:p@h/"), ("http://x@h/", "http://x@h/")]),
    (["--set", "authority=u@h:1"], [("http://x/y", "http://u@h:1/y")]),
    (["--remove", "authority"], [("http://x/y", "http:/y"), ("//x//y", None)]),
    (["--set", "port=8080"], [("http://h:1/", "http://h:8080/"), ("a", None)]),
    (["--set", "port?=99"], [("http://h:88/", "http://h:88/"), ("http://h/", "http://h:99/"), ("http://h:/", "http://h:/")]),
    (["--remove", "port", "--remove", "fragment"], [("http://h:1/#", "http://h/"), ("a", "a")]),
    (["--append", "path=a/b c"], [("http://h", "http://h/a%2Fb%20c"), ("http://h/x", "http://h/x/a%2Fb%20c"), ("http://h/x/?q", "http://h/x/a%2Fb%20c?q"),
                                  ("", ""), ("x", "x/a%2Fb%20c"), ("#f", "a%2Fb%20c#f"), ("mailto:", "mailto:a%2Fb%20c")]),
    (["--append", "path:=a/b"], [("http://h/", "http://h/a/b")]),
    (["--set", "path.2=x/y"], [("http://h/a/b/c", "http://h/a/x%2Fy/c"), ("http://h/a/", "http://h/a/x%2Fy"), ("http://h/a", None), ("a/b", "a/x%2Fy"),
                               ("http://h", None)]),
    (["--set", "path.-1=x"], [("http://h/a/b", "http://h/a/x"), ("http://h/", "http://h/x"), ("a", "x")]),
    (["--remove", "path.1"], [("http://h/a/b", "http://h/b"), ("http://h/a", "http://h"), ("a/b", "b"), ("a", ""), ("//h", "//h")]),
    (["--remove", "path.-1"], [("http://h/a/b", "http://h/a"), ("http://h/a/", "http://h/a"), ("a/b", "a")]),
    (["--replace", "path.2=x"], [("/a/b", "/a/x"), ("/a", "/a")]),
    (["--set", "query.q=a b&c"], [("http://h", "http://h?q=a%20b%26c"), ("http://h?x=%7e&%71=1&q=2#f", "http://h?x=%7e&%71=a%20b%26c#f")]),
    (["--set", "query.q"], [("http://h?q=1", "http://h?q"), ("http://h", "http://h?q")]),
    (["--set", "query.q="], [("http://h?q=1", "http://h?q="), ("http://h", "http://h?q=")]),
    (["--set", "query.a%3d:=b+c,%20"], [("?a%3D=x&y", "?a%3D=b+c,%20&y"), ("#", "?a%3D=b+c,%20#")]),
    (["--set", "query.a:=b c"], [("http://h/?a=b", None)]),
    (["--set", "query.q?=1"], [("?q", "?q"), ("?r", "?r&q=1")]),
    (["--set", "query=a=b&c d"], [("http://h/?x", "http://h/?a=b&c%20d")]),
    (["--append", "query.q=1", "--append", "query.r"], [("http://h", "http://h?q=1&r"), ("http://h?q=2", "http://h?q=2&q=1&r")]),
    (["--append", "query=a=b c"], [("http://h", "http://h?a=b%20c"), ("?x", "?x&a=b%20c"), ("?x&", "?x&a=b%20c")]),
    (["--append", "query.a:=1+1"], [("?a=2", "?a=2&a=1+1")]),
    (["--replace", "query.q=1"], [("?q=2&x&q=3", "?q=1&x"), ("?x", "?x"), ("a", "a")]),
    (["--replace", "query.*=x y"], [("?q=2&x&&q=", "?q=x%20y&x=x%20y&&q=x%20y"), ("a?", "a?"), ("a", "a")]),
    (["--replace", "query.a?"], [("?ab=2&a=1&%61c", "?ab&a=1&%61c")]), (["--form", "--replace", "query.a*:=b+%20"], [("?ab=2&b", "?ab=b+%20&b")]),
    (["--replace", "query.\\*=1"], [("?*=2&a=2", "?*=1&a=2")]), (["--separator=:", "--replace", "query.*=a:b"], [("?a=1:b&c", "?a=a%3Ab:b&c=a%3Ab")]),
    (["--remove", "query.utm_*"], [("?utm_a=1&b=%7e&&%75tm_c", "?b=%7e&"), ("?utm_a", ""), ("?xutm_", "?xutm_"), ("a?", "a?")]),
    (["--remove", "query.a?"], [("?ab&a&abc&ac=1", "?a&abc")]),
    (["--remove", "query.\\*"], [("?*=moo&user=many#more", "?user=many#more"), ("?a", "?a")]),
    (["--remove", "query.?\\**"], [("?a*=1&*&ab&%C3%BC**=2", "?*&ab")]), (["--remove", "query.\\\\a"], [("?%5Ca&a", "?a"), ("?%5C%5Ca", "?%5C%5Ca")]),
    (["--remove", "query"], [("http://h?#", "http://h#"), ("a", "a")]),
    (["--rename", "query.a=b c"], [("?a=1&A=2&%61", "?b%20c=1&A=2&b%20c"), ("?x", "?x")]),
    (["--ignore-case", "--rename", "query.a=b"], [("?a=1&A=2", "?b=1&b=2")]),
    (["--sort-query"], [("?b=1&a=%7e&b=0", "?a=%7e&b=1&b=0"), ("?a", "?a"), ("a", "a")]),
    (["--separator=&;", "--sort-query"], [("?b;a&c", "?a;b&c")]),
    (["--remove-empty"], [("?&&a&&b=&", "?a&b="), ("?", "?"), ("?&&", "?&&"), ("?a", "?a"), ("a", "a")]),
    (["--form", "--set", "query.a b=c d"], [("?a+b=1&a%20b=2", "?a+b=c+d"), ("?x", "?x&a+b=c+d")]),
    (["--form", "--normalize", "--sort-query"], [("HTTP://h?b%20=%7e&a=%20#%20", "http://h/?a=+&b+=~#%20")]),
    (["--default-port"], [("http://h", "http://h:80"), ("https://h:/", "https://h:443/"), ("http://h:1", "http://h:1"), ("x://h", "x://h"), ("http:a", "http:a")]),
    (["--no-default-port"], [("http://h:80/", "http://h/"), ("http://h:0080", "http://h"), ("http://h:/", "http://h/"), ("https://h:80", "https://h:80")]),
    (["--normalize", "--set", "path=/a/../B"], [("HTTP://H:80/%7e#%7e", "http://h/B#~"), ("http://%zz", None)]),
    (["--separator=&;", "--set", "query.c=1", "--append", "query=d"], [("?a;", "?a;c=1&d"), ("?a&;", "?a&;c=1&d"), ("?a", "?a&c=1&d")]),
    (["--form", "--separator=;", "--set", "query.c=a b=~"], [("?c", "?c=a+b%3D%7E"), ("?x", "?x;c=a+b%3D%7E")]),
    (["--separator=:", "--sort-query"], [("?b:a:a&c", "?a:a&c:b")]),
    (["--separator=:", "--set", "query.a=x:y&z"], [("?b:a&:d", "?b:a&:d:a=x%3Ay%26z"), ("?a=1:a=2", "?a=x%3Ay%26z")]),
    (["--separator=,", "--set", "query.a:=1&2", "--append", "query=d&e"], [("?b,a,c&d", "?b,a=1&2,c&d,d&e"), ("a", "a?a=1&2,d&e")]),
    (["--separator=;", "--remove", "query.b*", "--rename", "query.c=d&", "--replace", "query.x=;"], [("?b&x;bb;c;x=1", "?d%26;x=%3B"), ("?b", "")]),
    (["--normalize", "--keep-port", "--host-canonical"], [("HTTP://0x7f.1:80", "http://127.0.0.1:80/"), ("http://[0:0::1]", "http://[::1]/"), ("http://a.", "http://a./")]),
    (["--normalize", "--default-port"], [("HTTPS://h", "https://h:443/"), ("http://h:81", "http://h:81/")]),
    (["--require", "query.q", "--require", "host"], [("//h?q=", "//h?q="), ("//h?q", None), ("?q=", None), ("a", None)]),
    (["--require=scheme", "--guess-scheme=https"], [("h/a", "https://h/a"), ("/a:b", None), ("?:", None), ("x:", "x:")]),
    (["--set", "ftp.type=I"], [("ftp://h/a", "ftp://h/a;type=I"), ("FTP://h/a%2fb;type=a#f", "ftp://h/a%2Fb;type=I#f"), ("http://h/", "http://h/")]),
    (["--append", "mailto.to=c%d@e"], [("mailto:a@b?subject=x%20y", "mailto:a@b,c%25d@e?subject=x%20y"), ("mailtoo:a", "mailtoo:a")]),
    (["--remove", "mailto.fields"], [("mailto:a@b?subject=x&cc=y", "mailto:a@b")]),
    (["--set", "tel.extension?=5"], [("tel:+1-2", "tel:+12;ext=5"), ("tel:+1;ext=3", "tel:+1;ext=3")]),
    (["--set", "gopher.type="], [("gopher://h/1x", None)]),
    (["--set", "query.a=1", "--set", "query.b=2", "--remove", "query.a", "--sort-query"], [("?c&a", "?b=2&c")]),
]

URLS = [  # by whatwg
    (["--set", "host=B\u00dccher.example", "--set", "port=443"], [("https://h:1/", "https://xn--bcher-kva.example/"), ("mailto:a", None)]),
    (["--set", "host=0x7f.1"], [("http://h/", "http://127.0.0.1/")]),
    (["--set", "host=a:1"], [("http://h/", None)]),
    (["--set", "host=h"], [("http://h:8/", "http://h:8/")]),
    (["--set", "scheme=HTTPS"], [("http://h/", "https://h/"), ("https://h", "https://h/"), ("foo://h", None)]),
    (["--set", "port=x"], [("http://h/", None)]),
    (["--set", "port=80"], [("http://h:81/", "http://h/"), ("http://h/", "http://h/"), ("https://h/", "https://h:80/")]),
    (["--set", "user=a:b;", "--set", "password=%"], [("http://h/", "http://a%3Ab%3B:%25@h/"), ("file:///a", None)]),
    (["--set", "path=/a b?\\"], [("http://h/x?q", "http://h/a%20b%3F%5C?q"), ("mailto:x", None)]),
    (["--set", "query=?#"], [("http://h/", "http://h/??%23")]),
    (["--set", "fragment=#x"], [("http://h/", "http://h/#%23x")]),
    (["--set", "query.a=b c", "--remove", "fragment"], [("http://h?x#f", "http://h/?x&a=b%20c")]),
    (["--append", "path=a", "--remove", "path.1"], [("http://h/x/y", "http://h/y/a")]),
    (["--no-default-port"], [("http://h:80", "http://h/")]),
]


class Edit(ToolTest):
    def run_cases(self, cases, *more):
        for options, pairs in cases:
            with self.subTest(options):
                result = uriel("edit", *more, *options, input="".join(f"{before}\n" for before, _ in pairs))
                self.assertEqual(result.text.split("\n")[:-1], [after or "" for _, after in pairs], result.errors)
                self.assertEqual(result.status, 1 if any(after is None for _, after in pairs) else 0)

    def test_if(self):
        """--if: the others pass unchanged, whatever reads them; invalid lines are errors, and stay."""
        lines = "http://a/x\nHTTPS://b/y z\nx:y\n\nhttp://c/[é\n"
        self.check(["edit", "--if", "scheme == http", "--set=scheme=https"],
                   "https://a/x\nHTTPS://b/y z\nx:y\n\nhttps://c/[é\n", input=lines)
        self.check(["edit", "--if", "scheme == http", "--iterate=port=1 2"],
                   "http://a:1/x\nhttp://a:2/x\nHTTPS://b/y z\nx:y\n\nhttp://c:1/[é\nhttp://c:2/[é\n", input=lines)
        self.check(["edit", "--if", "not valid", "--set=fragment=f"], "http://a/x\nHTTPS://b/y z#f\nx:y\n\nhttp://c/[é#f\n", input=lines)
        self.check(["edit", "--if", "host == x", "--normalize", "--require=query"], "HTTP://y/%7e\nhttp://x\n", 1, None, input="HTTP://y/%7e\nhttp://x\n")
        self.check(["edit", "--strict", "--if", "host == x", "--set=port=1"], "http://y\na b\nhttp://x:1\n", 1, None, input="http://y\na b\nhttp://x\n")
        self.check(["edit", "--if", "host == x", "--jobs=2", "--set=port=1"], "http://y\nhttp://x:1\n" * 5000, input="http://y\nhttp://x\n" * 5000)
        self.check(["edit", "--spec=whatwg", "--if", "host == x", "--set=port=1"], "HTTP://Y\nhttp://x:1/\n", input="HTTP://Y\nhttp:x\n")
        self.check(["edit", "--json-in=u", "--if", "scheme == http", "--set=port=1"], '{"u":"http://a:1" }\n{"u":"x:a" }\n{}\n',
                   input='{"u":"http://a" }\n{"u":"x:a" }\n{}\n')
        self.assertEqual(uriel("edit", "--json", "--if", "host == x", "--set=port=1", "http://y").records, [{"input": "http://y", "valid": True, "output": "http://y"}])
        self.usage(["edit", "--if", "host = x", "--set=port=1"], 'write "==" for equality')

    def test_each_change(self):
        self.run_cases(CASES, "--strict")

    def test_urls(self):
        self.run_cases(URLS, "--spec=whatwg")

    def test_records_agree_with_lines(self):
        """The fast path for lines and the path for single records agree."""
        for options, pairs in CASES[::3]:
            lines = [before for before, _ in pairs]
            records = uriel("edit", "--strict", "--json", *options, input="".join(f"{line}\n" for line in lines)).records
            self.assertEqual([record.get("output", "") for record in records], [after or "" for _, after in pairs])
            self.assertEqual([record["input"] for record in records], lines)

    def test_lines_agree_on_random_references(self):
        """The fast path for lines checks less: its result must be the same for any reference, or it must decline."""
        chance = random.Random(39)
        pieces = ["", "", "a", "x:", "//", "//h", "//u:p@h:80", "//h:", "/", "//", "a:b", "..", "%41", "?", "?a=1&b", "&", "=", "#", "#f", ":", "@", ";", "ftp:", "http:", "utm_a=1", "[::1]"]
        lines = sorted({"".join(chance.choice(pieces) for _ in range(chance.randrange(7))) for _ in range(1200)})
        lines = [line for line in uriel("check", "-s", "--invalid=drop", input="".join(f"{line}\n" for line in lines)).lines if line]
        results = set()
        for options, _ in CASES:
            with self.subTest(options):
                plain = uriel("edit", "-s", "--strict", *options, input="".join(f"{line}\n" for line in lines)).text.split("\n")[:-1]
                records = uriel("edit", "-s", "--strict", "--json", *options, input="".join(f"{line}\n" for line in lines)).records
                self.assertEqual(plain, [record.get("output", "") for record in records])
                results.update(plain)
        self.assertEqual(uriel("check", input="".join(f"{line}\n" for line in sorted(results))).status, 0)

    def test_errors_have_places(self):
        record = uriel("edit", "--json", "--set", "path:=/a b", "http://h").records[0]
        self.assertEqual((record["error"]["offset"], record["error"]["in"]), (2, "path"))
        for options, text, words in ((["--set", "path=//x"], "http:/a", "cannot start with \"//\""), (["--set", "path.3=x"], "/a", "does not have that segment"),
                                     (["--set", "port=1"], "a", "needs a host"), (["--require", "scheme"], "a", "scheme: not complete"),
                                     (["--spec=whatwg", "--set", "port=x"], "http://h", "does not allow")):
            self.assertIn(words, uriel("edit", *options, text).errors)

    def test_errors_show_the_reference(self):
        """An error shows the right text, even if other lines are printed before it in the same buffer."""
        for options, line, shown in ((["--require=host"], "x:a", "x:a"), (["--set=query.a=1", "--require=host"], "x:a", "x:a?a=1"), (["--append=query.a:=b c"], "http://h/?x", "x&a=b c")):
            result = uriel("edit", *options, input=f"{line}\nx:\n{line}\n")
            self.assertEqual(result.errors.split("\n")[1], "  " + shown, options)

    def test_usage(self):
        for options, words in (([], "nothing to change"), (["--set", "hots=a"], "did you mean \"host\"?"), (["--set", "hots.a=a"], "query, path or a scheme"),
                               (["--set", "ftp.x=a"], "user, password, host, port, directories, name, type"), (["--set", "irc.x=a"], "does not know the parts"),
                               (["--set", "path.x=a"], "path.1 (the first)"), (["--set", "path.0=a"], "path.1"), (["--set", "host"], "NAME=VALUE"),
                               (["--append", "host=a"], "path=SEGMENT"), (["--rename", "path=a"], "query.NAME=NAME"), (["--set", "host=a", "--set", "host=b"], "set the same"),
                               (["--set", "query.a=1", "--set", "query.a=2"], "set the same"), (["--set", "host=a", "--iterate", "host=b c"], "set the same"),
                               (["--iterate", "port=1", "--iterate", "port=2"], "set the same"), (["--iterate", "port="], "VALUE VALUE"),
                               (["--json", "--json-in", "a", "--sort-query"], "--json-in"),
                               (["--spec=whatwg", "--set", "userinfo=a"], "user, password"), (["--spec=whatwg", "--default-port"], "never writes a default port"),
                               (["--require", "schem"], "did you mean \"scheme\""), (["--separator", "ab", "--sort-query"], "a character that"), (["--separator", "=", "--sort-query"], "except"),
                               (["--separator", ":", "--set", "query.a\ta:b=1"], "cannot have the separator"), (["--keep-port", "--sort-query"], "--normalize"),
                               (["--append", "path?=a"], "\"?=\""), (["--set", "port"], "NAME=VALUE")):
            self.usage(["edit", *options], words)

    def test_iterate(self):
        self.check(["edit", "--iterate", "port=81 443", "--set", "path=/x", "--iterate", "scheme= sftp  moo ", "https://h"],
                   "sftp://h:81/x\nmoo://h:81/x\nsftp://h:443/x\nmoo://h:443/x\n")
        self.check(["edit", "--iterate", "scheme=http 1", "--jobs=3"], "http:a\n\n\nhttp:b\n\n", 1, None, input="a\n\nb\n")
        self.check(["edit", "--iterate", "query.q=a&b c", "--iterate", "path.1=x y", "/a"], "/x?q=a%26b\n/y?q=a%26b\n/x?q=c\n/y?q=c\n")
        self.check(["edit", "--invalid=drop", "--iterate", "scheme=a b"], "a:x\nb:x\n", 1, None, input="%\nx\n")

    def test_from_nothing(self):
        self.check(["edit", "--set", "scheme=https", "--set", "host=h", "--normalize", ""], "https://h/\n")

    def test_spec(self):
        self.check(["edit", "--spec=iri", "--set", "host=b\u00fccher.example", "--set", "path=/\u00fc \u20ac", "http://h"], "http://b\u00fccher.example/\u00fc%20\u20ac\n")
        self.check(["edit", "--spec=rfc8141", "--set", "query:=+r?=q", "urn:example:a"], "urn:example:a?+r?=q\n")
        if has_historic():
            self.check(["edit", "--spec=url-1994", "--set", "path:=/a;type=I", "ftp://h/b"], "ftp://h/a;type=I\n")
            self.check(["edit", "--spec=url-1993", "--set", "path=/\u00e9 x", "http://h/"], "http://h/%E9%20x\n")
            self.check(["edit", "--spec=url-1997", "--set", "host:=a_b", "http://h/"], "\n", 1, None)

    def test_tracking(self):
        self.check(["edit", "--strip-tracking"], "http://h/?q=1&a=%7e#f\nhttp://h/\n?id=1\na\n", 0, "",
                   input="http://h/?utm_source=x&q=1&fbclid=2&a=%7e#f\nhttp://h/?UTM_Medium=1\n?id=1\na\n")

    def test_jobs(self):
        lines = "".join(f"http://h{i}/?b={i}&a=1\n" for i in range(20000))
        self.check(["edit", "--jobs=4", "--sort-query", "--set", "user=\u00fc"],
                   "".join(f"http://%C3%BC@h{i}/?a=1&b={i}\n" for i in range(20000)), input=lines)


def path_of(value, path):
    """The field, None without one; ValueError if it is not a string."""
    for i, key in enumerate(path):
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
        if value is not None and not isinstance(value, str) and i == len(path) - 1:
            raise ValueError("no string")
    return value

    def test_dot_segments(self):
        """No segment becomes "." or "..", in any spelling: resolving would remove it, and the one before it (RFC 3986, 5.2.4 and 6.2.2.2)."""
        for value in ("=.", "=..", ":=.", ":=..", ":=%2e", ":=%2E.", ":=%2e%2E", ":=a/..", ":=../a", ":=a/%2e%2e/b", ":=./"):
            for option in ("--append=path", "--set=path.1", "--replace=path.-1", "--iterate=path.2"):
                for spec in ("rfc3986", "iri", "whatwg", "uri-2003"):
                    with self.subTest(f"{option}{value} {spec}"):
                        result = self.check(["edit", f"--spec={spec}", option + value, "http://h/a/b"], "\n", 1, None)
                        self.assertIn("leads to another folder", result.errors)
        self.check(["edit", "--spec=whatwg", "--append=path:=a\\..\\b", "http://h/a/b"], "\n", 1, None)
        for value, segment in (("=...", "..."), ("=%2e%2E", "%252e%252E"), ("=../..", "..%2F.."), ("=..\\..", "..%5C.."), (":=a/b/", "a/b/"), ("=", ""), (":=%2e%2e%2e", "%2e%2e%2e")):
            self.check(["edit", "--append=path" + value, "http://h/a"], f"http://h/a/{segment}\n")
        # A whole path belongs to the caller, and other segments stay unchanged.
        self.check(["edit", "--set=path=/../a", "http://h/a"], "http://h/../a\n")
        self.check(["edit", "--append=path=b", "http://h/../a"], "http://h/../a/b\n")
        self.check(["edit", "--remove=path.1", "http://h/../a"], "http://h/a\n")
        self.check(["edit", "--invalid=keep", "-s", "--append=path=..", "http://h/a"], "http://h/a\n", 1)


class JsonIn(ToolTest):
    def test_fields(self):
        lines = [('{"a": {"u" :"http:\\/\\/h\\/?b=1&a=%7e"}, "b":[1.50e+1,{"u":"x"}]}', '{"a": {"u" :"http://h/?a=%7e&b=1"}, "b":[1.50e+1,{"u":"x"}]}'),
                 ('{"a":{"u":"?\\u0062&\\u0061"}}', '{"a":{"u":"?a&b"}}'), ('{"a":{"\\u0075":"?b&a"}}', '{"a":{"\\u0075":"?a&b"}}'),
                 ('{"a":{"u":"\\u0061"}}', '{"a":{"u":"\\u0061"}}'), ('{"a":{"u":null}}', '{"a":{"u":null}}'), ('{"u":"?b&a"}', '{"u":"?b&a"}'),
                 (' [ {"a":{"u":"?b&a"}} ] ', ' [ {"a":{"u":"?b&a"}} ] '), ('{"a":"u"}', '{"a":"u"}'), ("", ""), ("\"\\ud83d\\ude00\\ud800\"", "\"\\ud83d\\ude00\\ud800\""),
                 ('{"a":{"u":"\\ud83d\\ude00"}}', None), ('{"a":{"u":"\\ude00"}}', None), ('{"a":{"u":1}}', None), ('{"a":{"u":{}}}', None),
                 ('{"a":{"u":"x","u":"y"}}', None), ('{"a":{"u":null,"u":"y"}}', None), ('{"a":{"u":"x","u":null}}', None), ('{"a":{"u\\ud800":"?b&a"}}', '{"a":{"u\\ud800":"?b&a"}}'),
                 ('{"a":{"u":"x y"}}', None)]
        result = uriel("edit", "--json-in=a.u", "--sort-query", input="".join(f"{before}\n" for before, _ in lines))
        self.assertEqual(result.text.split("\n")[:-1], [after or before for before, after in lines], result.errors)
        self.assertEqual(result.status, 1)
        self.check(["edit", "--json-in", "a\\.b", "--spec=iri", "--set", "fragment=\u00fc\"\\"], '{"a.b":"x#\u00fc%22%5C","a":{"b":"x"}}\n',
                   input='{"a.b":"x","a":{"b":"x"}}\n')
        self.check(["edit", "--json-in=u", "--iterate", "port=1 2"], '{"u":"//h:1"}\n{"u":"//h:2"}\n{}\n', input='{"u":"//h"}\n{}\n')

    def test_invalid_lines_stay(self):
        """A line that cannot be changed passes unchanged, with an error: an editor does not erase records. --invalid still rules."""
        good, changed = '{"ts":1,"u":"//h/?fbclid=1"}', '{"ts":1,"u":"//h/"}'
        bad = ['{"ts":1,"u":"https://e.com/?filter[name]=x","level":"error"}', "no JSON", '{"u":1}', '{"u":{"u":"//h"}}', '{"u":["//h"]}', '{"u":true}', '{"u":"a","u":"b"}',
               '{"u":"//h"', '{"u":"\\ud800"}', '\ufeff{"u":"//h"}', "\udcff", '{"u":"' + "x" * 70000 + ' "}']
        absent = ["{}", "[]", '{"u":null}', '[{"u":"%"}]', '{"v":{"u":"%"}}', '"u"', "", "1"]
        for line in bad + absent:
            for jobs in ("1", "3"):
                for end, options in (("\n", []), ("\0", ["-0"])):
                    run = ["edit", "--strict", "--json-in=u", "--strip-tracking", f"--jobs={jobs}", *options]
                    status = 1 if line in bad else 0
                    with self.subTest(line=line[:60], jobs=jobs, end=end):
                        result = self.check(run, end.join([changed, line, changed]) + end, status, None, input=end.join([good, line, good]))
                        self.assertEqual(result.errors.count("uriel: 2: "), status)
        given = "".join(f"{line}\n" for line in [good, bad[0], absent[0], bad[1], good])
        for what, lines in (("empty", [changed, "", absent[0], "", changed]), ("keep", [changed, bad[0], absent[0], bad[1], changed]), ("drop", [changed, absent[0], changed]),
                            ("stop", [changed])):
            self.check(["edit", "-s", "--strict", "--json-in=u", f"--invalid={what}", "--strip-tracking"], "".join(f"{line}\n" for line in lines), 1, input=given)
            self.check(["edit", "-s", "--strict", f"--invalid={what}", "--json-in=u", "--strip-tracking"], "".join(f"{line}\n" for line in lines), 1, input=given)
        # A result that is not valid is one of these lines, in each of its turns; so is a result that lacks a key.
        self.check(["edit", "-s", "--json-in=u", "--iterate", "port=1 x"], '{"u":"//h:1"}\n{"u":"//h"}\n', 1, input='{"u":"//h"}\n')
        self.check(["edit", "-s", "--json-in=u", "--require=scheme", "--sort-query"], '{"u":"//h?b&a"}\n', 1, input='{"u":"//h?b&a"}\n')
        self.check(["edit", "-s", "--json-in=u", "--spec=whatwg", "--sort-query"], '{"u":"?b&a"}\n', 1, input='{"u":"?b&a"}\n')
        # The last of several would be the only one that is changed, without a word.
        self.check(["edit", "--json-in=u", "--json-in=v", "--sort-query"], "", 2, None, input="{}\n")

    def test_places(self):
        for line, place, words in (('{"u":"a b"}', None, "u: not a URI reference"), ('{"u" "a"}', 5, "\":\" is missing"), ('{"x":01}', 6, "\",\" or \"}\""), ('{"u":"a"', 8, "is missing"),
                                   ('[1,]', 3, "a value is missing"), ('{"u":"\\x"}', 6, "an escape"), ('{"u":"a\t"}', 7, "control character"), ('{}x', 2, "after the value"),
                                   ('{"a":1,}', 7, "quotation marks"), ('"a', 2, "without end"), ('{"u":"\\ud800"}', 6, "surrogates"), ('-', 1, "a digit"), ("[", 1, "unexpected end"),
                                   ('{"u":', 5, "unexpected end: expected a value"), ('{"u":5}', 5, 'JSON: the field "u" is not a string'), ('{"u":{}}', 5, 'JSON: the field "u" is not a string'),
                                   ('{"u":"a","u":""}', 13, 'JSON: the field "u" occurs twice'), ('{"u":tru}', 5, 'JSON: the field "u" is not a string'), ('{"x":tru}', 5, "JSON: a value is missing"),
                                   ('{"u":"\udcff"}', 6, "not UTF-8")):
            result = uriel("edit", "--json-in=u", "--sort-query", input=line + "\n")
            self.assertIn(words, result.errors)
            if place is not None and "\udcff" not in line and "\t" not in line:
                self.assertEqual(result.errors.split("\n")[2], " " * (place + 2) + "^")

    def test_against_python(self):
        """Mutated lines: exactly the lines that Python's decoder reads are read, and only the field changes."""
        chance = random.Random(18)
        seeds = ['{"a":{"u":"http://h/?b&a"},"c":[1,-2.5e3,true,false,null,"\\u00e9\\n"]}', '[{"u":"x"},{"a":{"u":"y"}},[],{},[[]]]', '{"x":{"a":{"u":"z"}},"a":{"v":"","u":"?b&a"}}']
        alphabet = list('{}[]":,\\u0eE+-.19 antrfls') + ['"u":', '"a":', '{"u":"q"}', '\\u0061', "null", "true"]
        lines = []
        for _ in range(6000):
            text = chance.choice(seeds)
            for _ in range(chance.randrange(4)):
                at = chance.randrange(len(text))
                text = text[:at] + chance.choice(alphabet + [""]) + text[at + chance.randrange(3):]
            lines.append(text)

        def pairs(items):
            keys = [key for key, _ in items]
            if len(set(keys)) < len(keys):
                raise KeyError("twice")
            return dict(items)
        result = uriel("edit", "--json-in=a.u", "--set=scheme=x", "--silent", input="".join(f"{line}\n" for line in lines))
        outputs = result.text.split("\n")[:-1]
        self.assertEqual(len(outputs), len(lines))
        valid = 0
        for line, output in zip(lines, outputs):
            try:
                value = json.loads(line, object_pairs_hook=pairs, parse_constant=lambda word: json.loads("x"))
                field = path_of(value, ["a", "u"])
            except KeyError:
                continue  # a name occurs twice: only the name of the field matters
            except ValueError:
                self.assertEqual(output, line)
                continue
            if field is None or output == line:
                self.assertEqual(output, line)
            else:
                valid += 1
                changed = json.loads(output)
                self.assertTrue(changed["a"]["u"].startswith("x:"))
                changed["a"]["u"] = value["a"]["u"] = None
                self.assertEqual(changed, value, line)
        self.assertGreater(valid, 1000)


if __name__ == "__main__":
    unittest.main()
