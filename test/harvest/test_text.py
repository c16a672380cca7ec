# SPDX-License-Identifier: MIT
"""Plain text and kinds of documents: how each is read, through a window, with places."""
import os
import unittest

from support import HarvestTest, is_sanitized

WINDOW = 1024 * 1024
LIMIT = 64 * 1024

# Megabytes of a document that is larger than the window.
LARGE = 1024 if os.environ.get("URIEL_LARGE") else 64 if is_sanitized() else 192


class Text(HarvestTest):
    def text(self, text, columns="raw"):
        self.write("page.txt", text)
        self.db.unlink(missing_ok=True)
        self.harvest()
        return self.references(columns)

    def test_delimiters_and_punctuation(self):
        self.assertEqual(self.text('See <http://a.example/x>, "http://b.example/y" (http://c.example/z).\n'),
                         ["http://a.example/x", "http://b.example/y", "http://c.example/z"])

    def test_wrapped(self):
        rows = self.text("see <http://a.example/x/\n   y> end", "raw, cleaned, target")
        self.assertEqual(rows, [("http://a.example/x/\n   y", "http://a.example/x/y", "http://a.example/x/y")])

    def test_places(self):
        text = "one http://a.example/1\n\n\ttwo http://a.example/2 http://a.example/3\r\nhttp://a.example/4"
        for raw, offset, line, column in self.text(text, 'raw, "offset", line, "column"'):
            self.assertEqual(text[offset:offset + len(raw)], raw)
            self.assertEqual(text.split("\n")[line - 1][column - 1:][:len(raw)], raw)
        self.assertEqual(len(self.references()), 4)

    def test_no_element(self):
        self.assertEqual(self.text("http://a.example/", "element, attribute"), [(None, None)])

    def test_text_that_is_not_utf8(self):
        self.assertEqual(self.text(b"caf\xe9 http://a.example/ \xff http://b.example/\xe9"),
                         ["http://a.example/", "http://b.example/"])

    def test_dot_segments_of_a_uri(self):
        self.assertEqual(self.text("http://a.example/x/../y", "target"), ["http://a.example/y"])

    def test_across_the_window(self):
        """A reference at each place around the end of the window, in lines and in one line."""
        uri = "http://host.example/some/path"
        for space in (b" ", b"\n"):
            for shift in range(0, 140, 7):
                before = b"x" * (WINDOW - 100 + shift)
                rows = self.text(before + space + uri.encode() + space + b"tail", 'raw, "offset"')
                self.assertEqual(rows, [(uri, len(before) + 1)], (space, shift))

    def test_many_windows(self):
        text = "".join(f"text http://h{i}.example/{'p' * (i % 100)} and so on\n" for i in range(30000))
        rows = self.text(text, "raw, line, \"column\"")
        self.assertEqual(len(rows), 30000)
        self.assertEqual(rows, [(f"http://h{i}.example/{'p' * (i % 100)}", i + 1, 6) for i in range(30000)])

    def test_longest_reference(self):
        uri = "http://a.example/" + "x" * (LIMIT - 17)
        self.assertEqual(self.text("a " + uri + " b"), [uri])
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(0,)])

    def test_too_long_reference(self):
        for length in (LIMIT + 1, LIMIT + 1000, LIMIT + 1200, 3 * LIMIT, WINDOW, WINDOW + 1, 5 * WINDOW):
            with self.subTest(length):
                uri = "http://a.example/" + "x" * (length - 17)
                self.assertEqual(self.text("one\n  " + uri + " http://b.example/"), ["http://b.example/"])
                self.assertEqual(self.query('SELECT code, reference_id, "offset", message FROM error'),
                                 [("reference-too-long", None, 6,
                                   "a reference of more than 65536 bytes at line 2, column 3")])
                self.assertEqual(self.query("SELECT status FROM document"), [("done",)])

    def test_one_very_long_line(self):
        """In constant memory: the peak is far below the line's length."""
        size = LARGE
        filler = b"and so on, without an end: "
        piece = b"http://h.example/p/ " + filler * ((1 << 20) // len(filler))
        path = self.make_place(None) / "line.txt"
        with open(path, "wb") as file:
            for _ in range(size):
                file.write(piece)
        result = self.measure("-q", "-o", self.db, path)
        self.assertEqual(self.query("SELECT count(*), count(DISTINCT raw), max(line), max(\"column\") FROM reference"),
                         [(size, 1, 1, (size - 1) * len(piece) + 1)])
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(0,)])
        if not is_sanitized():
            self.assertLess(result.kilobytes, 64 * 1024)

    def test_one_very_long_reference(self):
        size = LARGE
        path = self.make_place(None) / "reference.txt"
        with open(path, "wb") as file:
            file.write(b"http://h.example/")
            for _ in range(size):
                file.write(b"x" * (1 << 20))
            file.write(b"\nhttp://b.example/")
        result = self.measure("-q", "-o", self.db, path)
        self.assertEqual(self.references("raw, line"), [("http://b.example/", 2)])
        self.assertEqual(self.query("SELECT code FROM error"), [("reference-too-long",)])
        if not is_sanitized():
            self.assertLess(result.kilobytes, 64 * 1024)


class Kinds(HarvestTest):
    def kind(self, name, data):
        self.write(name, data)
        self.db.unlink(missing_ok=True)
        self.harvest(self.folder / name)
        return self.query("SELECT kind, format, status FROM document")[0]

    def test_content_comes_first(self):
        html = ("html", "html", "done")
        for begin in ("<!DOCTYPE html>", "<!doctype HTML PUBLIC x>", "<html>", "\ufeff<html lang=en>", "\n <HTML>",
                      "<!-- comment -->\n<html>", '<?xml version="1.0"?>\n<!DOCTYPE html>', "<head>", "<title>x"):
            self.assertEqual(self.kind("page.txt", begin), html, begin)
        for begin in ("<p>x", "<div class=x>", "<h1>x", "<a href=x>", "<table>"):
            self.assertEqual(self.kind("page", begin), html, begin)

    def test_name_where_content_leaves_it_open(self):
        self.assertEqual(self.kind("page.html", "only text")[0], "html")
        self.assertEqual(self.kind("page.HTM", "only text")[0], "html")
        self.assertEqual(self.kind("README.md", "<p align=center>")[0], "text")
        self.assertEqual(self.kind("page", "only text"), ("text", "text", "done"))
        self.assertEqual(self.kind("page", "<abbr>")[0], "text")
        self.assertEqual(self.kind("empty", ""), ("text", "text", "done"))
        self.assertEqual(self.kind("page.xml", "<?xml version='1.0'?><svg/>")[0], "xml")

    def test_binary(self):
        for data, name in ((b"\x89PNG\r\n\x1a\n", "png"), (b"%PDF-1.4", "pdf"),
                           (b"PK\x03\x04", "zip"), (b"\x7fELF", "elf"), (b"BZh9", "bzip2"),
                           (b"\xfd7zXZ\x00", "xz"), (b"text\x00http://a.example/", "data"),
                           (b"\x01\x02\x03\x04", "data"), (b"\xff\xfeh\x00t\x00", "utf-16"),
                           (b"x" * 257 + b"ustar", "tar"), (b"SQLite format 3\x00", "sqlite")):
            # Named as HTML, a NUL or UTF-16 does not make it binary.
            page = "page" if name in ("data", "utf-16") else "page.html"
            self.assertEqual(self.kind(page, data), ("binary", name, "binary"), name)
        self.assertEqual(self.references(), [])

    def test_text_with_controls(self):
        self.assertEqual(self.kind("log", "a\x1b[1mb\x1b[0m\f\b\n" * 10)[0], "text")


if __name__ == "__main__":
    unittest.main()
