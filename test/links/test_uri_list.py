# SPDX-License-Identifier: MIT
"""Lists of URIs (RFC 2483, 5)."""
import unittest

from support import FAULTY, LinksTest

# The example of RFC 2483, 5.
LIST = """# urn:isbn:0-201-08372-8
http://www.huh.org/books/foo.html
http://www.huh.org/books/foo.pdf
ftp://ftp.foo.org/books/foo.txt
"""
TARGETS = ["urn:isbn:0-201-08372-8", "http://www.huh.org/books/foo.html", "http://www.huh.org/books/foo.pdf",
           "ftp://ftp.foo.org/books/foo.txt"]


class UriList(LinksTest):
    def test_example(self):
        for text in (LIST, LIST.replace("\n", "\r\n"), LIST[:-1], "\ufeff" + LIST):
            told = self.links("a.uris", text)
            self.assertEqual(told.documents[0]["kind"], "uri-list")
            self.assertEqual(told.targets, TARGETS, text)
            self.assertEqual([record.get("identifies", False) for record in told.references], [True, False, False, False])
            self.assertEqual(told.values("line"), [1, 2, 3, 4])
            self.assertEqual(told.errors, [])

    def test_comments(self):
        """Only a first line can name the resource; "#" within a URI begins its fragment."""
        told = self.links("a.uri", "# no URI: it is text\n# http://a.example/\nhttp://b.example/#c\n\n#\n")
        self.assertEqual(told.values("target", "line"), [("http://b.example/#c", 3)])
        self.assertEqual(self.links("a.uri", "http://b.example/\n# http://a.example/").targets, ["http://b.example/"])

    def test_malformed(self):
        told = self.links("a.uris", "http://a.example/\nb.html\nhttp://c.example/d e\n# http://[\n")
        self.assertEqual(told.values("target"), ["http://a.example/", "http://c.example/d%20e"])
        self.assertEqual([(error["code"], error["offset"], error["length"], error["message"][:9]) for error in told.errors
                          if error["code"] == "line-malformed"], [("line-malformed", 18, 6, "line 2: a")])

    def test_declared(self):
        for options in (["--kind=uri-list"], []):
            head = "" if options else "HTTP/1.1 200 OK\r\nContent-Type: text/uri-list; charset=utf-8\r\n\r\n"
            told = self.links("a", head + "#\nx\n", *options)
            self.assertEqual([error["code"] for error in told.errors], ["line-malformed"])
            self.assertEqual(told.documents[-1]["kind"], "uri-list")

    def test_long(self):
        """Lines of more than 64 KiB are an error, unless they are comments; the memory of a list is constant."""
        for length in (65536 - 9, 65536 - 8, 200000, 300000):
            long = "http://a/" + length * "x"
            text = f"#{9 * long}\n{long}\nhttp://b.example/\n"
            told = self.links("a.uris", text)
            fits = len(long) <= 65536
            self.assertTrue(told.targets == [long][:fits] + ["http://b.example/"], length)
            self.assertEqual([error["code"] for error in told.errors], [] if fits else ["reference-too-long"])
        told = self.links("a.uris", "".join(f"http://a.example/{i}\r\n" for i in range(20000)), "--memory=1M")
        self.assertEqual((len(told.targets), told.errors), (20000, []))

    def test_pieces(self):
        text = LIST.replace("\n", "\r\n") + 70000 * "x" + "\r\nb\r\nhttp://c.example/"
        whole = self.links("a.uris", text)
        for piece in (1, 7, 4096):
            self.assertEqual(self.links("a.uris", text, program=FAULTY, env={"URIEL_PIECE": str(piece)}), whole)


if __name__ == "__main__":
    unittest.main()
