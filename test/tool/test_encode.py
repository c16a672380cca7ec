# SPDX-License-Identifier: MIT
"""uriel encode and uriel decode: RFC 3986, 2.1, and which characters each component allows."""
import unittest

from support import ToolTest, has_historic, uriel

PRINTABLE = bytes(range(0x20, 0x7F))
UNRESERVED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
SUB_DELIMS = b"!$&'()*+,;="

# Characters that stay unchanged, besides unreserved ones; "%" is for a test of its own.
ALLOWED = {
    "userinfo": SUB_DELIMS + b":",
    "host": SUB_DELIMS,
    "path": SUB_DELIMS + b":@/",
    "path-segment": SUB_DELIMS + b":@",
    "query": SUB_DELIMS + b":@/?",
    "fragment": SUB_DELIMS + b":@/?",
    "query-key": b"!$'()*,:@/?",
    "query-value": b"!$'()*,=:@/?",
    "any": b"",
}


def encoded(text, allowed):
    return "".join(chr(byte) if byte in UNRESERVED + allowed else f"%{byte:02X}" for byte in text)


class Encode(ToolTest):
    def test_components(self):
        text = PRINTABLE.replace(b"%", b"").decode()
        for component, allowed in ALLOWED.items():
            with self.subTest(component):
                self.check(["encode", "--component", component, "--", text], encoded(text.encode(), allowed) + "\n")

    def test_default_is_reference(self):
        """RFC 3986, 2.1 and 3: delimiters stay, and characters that no reference contains are encoded."""
        for text, expected in (("http://example.com/ü", "http://example.com/%C3%BC"), ("a b/c:@", "a%20b/c:@"),
                               ("http://[::1]/a[b]", "http://[::1]/a%5Bb%5D"), ("a#b#c", "a#b%23c"), ("100%", "100%25"),
                               ("http://u:p@h:80/a;b?c=d&e#f", "http://u:p@h:80/a;b?c=d&e#f"), ("http://a:port/", "http://a:port/")):
            with self.subTest(text):
                self.check(["encode", text], expected + "\n")
                self.check(["encode", "--component=reference", text], expected + "\n")

    def test_path_segment(self):
        self.check(["encode", "--component", "path-segment", "a b/c:@"], "a%20b%2Fc:@\n")

    def test_form(self):
        for form in (["--component", "form"], ["--form"]):
            self.check(["encode", *form, "a b+c", "é=1&%41"], "a+b%2Bc\n%C3%A9%3D1%26%41\n")
            self.check(["decode", *form, "a+b%2Bc", "%2B%26"], "a b+c\n+&\n")
        self.usage(["encode", "--form", "--component=path", "x"], "exclude each other")
        self.usage(["decode", "--form", "--component=path", "x"], "exclude each other")

    def test_international_host(self):
        """RFC 3986, 3.2.2: DNS has the host in ASCII (UTS #46, 4.2 and 4.3)."""
        host = ["--component=host"]
        for text, name, back in (("bücher.example", "xn--bcher-kva.example", None), ("Straße.DE", "xn--strae-oqa.de", "straße.de"),
                                 ("b%75%cc%88ü", "xn--b-ehaa", "büü"), ("例え。テスト.", "xn--r8jz45g.xn--zckzah.", "例え.テスト."),
                                 ("a%41", "a%41", "aa"), ("EXAMPLE", "EXAMPLE", "example"), ("１２.３", "12.3", "12.3")):
            with self.subTest(text):
                self.check(["encode", *host, text], name + "\n")
                self.check(["decode", *host, name], (back or text) + "\n")
        self.check(["encode", *host, "--also=-", "üx"], "xn%2D%2Dx%2Ddha\n")
        self.check(["encode", *host, "--percent", "ü%41"], "\n", 1, None)
        self.check(["encode", *host, "--spec=iri", "ü"], "ü\n")
        self.check(["encode", "--component=path", "ü"], "%C3%BC\n")

    def test_international_host_errors(self):
        host = ["--component=host", "--json"]
        for command, text, code, begin, length, offset in (
                ("encode", "a.b\u200dü.c", "idna-joiner", 2, 6, 3), ("encode", "%61.ü..b", "idna-empty", 7, 0, 7),
                ("encode", "ü" * 63, "idna-label-length", 0, 126, 0),
                ("encode", "ü b.c", "host-character", 0, 6, 2), ("encode", "ü%00.c", "host-character", 0, 7, 2), ("encode", "ü%2Fb.c", "host-character", 0, 8, 2),
                ("encode", "\u00fc\uff0fb", "host-character", 0, 6, 0), ("decode", "a.xn--a-", "idna-punycode", 2, 6, 2),
                ("decode", "%61.xn--zz%7az", "idna-punycode", 4, 10, 14), ("decode", "%ff", "not-utf-8", 0, 3, 0)):
            with self.subTest(text):
                result = uriel(command, *host, text)
                error = result.records[0]["error"]
                self.assertEqual((result.status, error["code"], error["begin"], error["length"], error["offset"]),
                                 (1, code, begin, length, offset))
        self.check(["decode", "--component=host", "--lenient", "xn--bcher-kva.xn--a-"], "bücher.xn--a-\n")

    def test_never_twice(self):
        self.check(["encode", "%41%", "a%2fb%zz"], "%41%25\na%2fb%25zz\n")
        self.check(["encode", "--percent", "%41%"], "%2541%25\n")

    def test_bytes(self):
        self.check(["encode"], "%C3%A9\n%FF\n%00%0D%0A\n".replace("%0A", ""), input="é\n".encode() + b"\xff\n\0\r\r\n")
        self.check(["encode", "-0"], "%0A%0D\0", input="\n\r\0")

    def test_json(self):
        self.assertEqual(list(uriel("encode", "-j", "a b").records[0].items()),
                         [("input", "a b"), ("valid", True), ("output", "a%20b")])

    def test_unknown_component(self):
        self.usage(["encode", "--component", "paht", "x"], "paht", "did you mean \"path\"", "query-value")


    def test_segment_parameter(self):
        """RFC 3986, 3.3: ";", "=" and "," delimit parameters of a segment."""
        text = PRINTABLE.replace(b"%", b"")
        allowed = bytes(byte for byte in ALLOWED["path-segment"] if byte not in b";=,")
        self.check(["encode", "--component=segment-parameter", "--", text.decode()], encoded(text, allowed) + "\n")

    def test_sets(self):
        """--keep and --also change only how single characters are treated."""
        text = PRINTABLE.replace(b"%", b"").decode()
        for component, allowed in ALLOWED.items():
            keep, also = " |/&", "a~:!"
            expected = encoded(text.encode(), allowed)
            for character in keep:
                expected = expected.replace(f"%{ord(character):02X}", character)
            for character in also:
                expected = expected.replace(character, f"%{ord(character):02X}")
            with self.subTest(component):
                self.check(["encode", "--component", component, "--keep", keep, "--also", also, "--", text], expected + "\n")

    def test_sets_in_context(self):
        for arguments, text, expected in (
                (["--also=#"], "http://[::1]/[a]#b#c", "http://[::1]/%5Ba%5D%23b%23c"), (["--keep=#"], "a#b#c#", "a#b#c#"),
                (["--also=41a"], "%41a1%4", "%41%61%31%25%34"), (["--also=%"], "100%25", "100%2525"),
                (["--keep=%"], "100% %41 %", "100%%20%41%20%"), (["--component=form", "--also= "], "a b+c", "a%20b%2Bc"),
                (["--component=form", "--keep=+"], "a b+c", "a+b+c"), (["--spec=iri", "--also=:"], "http://\u00e9/\u00fc", "http%3A//\u00e9/\u00fc"),
                (["--also=x"], "", ""), (["--component=segment-parameter", "--keep=;"], "a;b=c", "a;b%3Dc")):
            with self.subTest(arguments=arguments, text=text):
                self.check(["encode", *arguments, "--", text], expected + "\n")
        if has_historic():
            self.check(["encode", "--spec=url-1993", "--also=r", "Z\u00fcrich=\u00e91"], "Z%FC%72ich%3D%E91\n")

    def test_sets_that_are_wrong(self):
        self.usage(["encode", "--keep=ab", "--also=bc", "x"], '"b" is a character both of --keep and of --also')
        self.usage(["encode", "--keep=\u00e9", "x"], "has a character beyond US-ASCII")
        self.usage(["encode", "--percent", "--keep=%", "x"], '--percent encodes "%"')
        self.usage(["decode", "--only=a", "--keep=b", "x"], "exclude each other")


class Decode(ToolTest):
    def test_sets(self):
        self.check(["decode", "--keep=/%", "a%20b%2fc%25"], "a b%2fc%25\n")
        self.check(["decode", "--only= /", "a%20b%2Fc%41%FF"], "a b/c%41%FF\n")
        self.check(["decode", "--only=A", "--plus", "+%41%20"], " A%20\n")
        self.check(["decode", "--lenient", "--keep=A", "%%41%4%42"], "%%41%4B\n")
        result = self.check(["decode", "--keep=A", "%41%41%4"], "\n", 1, None)
        self.assertEqual(result.errors.splitlines()[1:3], ["  %41%41%4", "          ^ expected a hexadecimal digit   rule pct-encoded (RFC 3986, 2.1)"])

    def test_round_trip(self):
        for component in ALLOWED:
            with self.subTest(component):
                raw = bytes(byte for byte in range(1, 256) if byte != 0x25)
                there = uriel("encode", "-0", "--component", component, input=raw + b"\0")
                back = uriel("decode", "-0", input=there.out)
                self.assertEqual(back.out, raw + b"\0")

    def test_once(self):
        self.check(["decode", "%2541"], "%41\n")

    def test_plus(self):
        self.check(["decode", "a+b"], "a+b\n")
        self.check(["decode", "--plus", "a+b%2B"], "a b+\n")

    def test_error(self):
        result = self.check(["decode", "a%20b", "x%2"], "a b\n\n", 1, None)
        self.assertEqual(result.errors.splitlines()[1:],
                         ["  x%2", "     ^ expected a hexadecimal digit   rule pct-encoded (RFC 3986, 2.1)",
                          "  hint: write \"%\" itself as %25"])
        record = uriel("decode", "--json", "x%2").records[0]
        self.assertEqual((record["valid"], record["error"]["code"]), (False, "percent"))
        self.assertNotIn("output", record)

    def test_lenient(self):
        self.check(["decode", "--lenient", "x%2%41%"], "x%2A%\n")

    def test_bytes_in_json(self):
        record = uriel("decode", "--json", "%FF%41").records[0]
        self.assertEqual((record["output"], record["output_hex"]), ("\ufffdA", "ff41"))


if __name__ == "__main__":
    unittest.main()
