# SPDX-License-Identifier: MIT
"""The kind of a document: by its first bytes, lines and tags, and by its name if they are ambiguous."""
import unittest

from support import LinksTest

KINDS = [
    ("a", "<!DOCTYPE html><p>", "html", "html"), ("a.html", "text", "html", "html"), ("a.html.gz", "text", "html", "html"),
    ("a.html", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "html", "html"),
    ("a.xhtml", '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>', "xml", "xhtml"),
    ("a.xhtml", "<html><p>", "html", "html"), ("a", "<link rel=a>", "html", "html"),
    ("a", '<?xml version="1.0"?><link/>', "xml", "xml"), ("a", "<feed/>", "xml", "atom"),
    ("a", "<!-- c --><rss version='2.0'/>", "xml", "rss"), ("a", "<x:svg xmlns:x='y'/>", "xml", "svg"),
    ("a", "<a xmlns='b'/>", "xml", "xml"), ("a.xml", "<a/>", "xml", "xml"), ("a", "<urlset/>", "xml", "sitemap"),
    ("a", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b '<x>'>]><opml/>", "xml", "opml"),
    # The name decides between Markdown and HTML.
    *((name, text, "text", "markdown") for name in ("a.md", "A.MD", "a.markdown", "a.md.gz") for text in (
        "<script setup>\n</script>\n\n[a](b)", "<!DOCTYPE html>\n[a](b)", "<html xmlns='http://www.w3.org/1999/xhtml'>", "<!-- c --><h1>",
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "<style>", "<p>", "<svg xmlns='a'>", "# a\n<head>")),
    ("a.html", "# a\n\n[b](c)\n", "html", "html"), ("a.htm", "[b]: c\n", "html", "html"), ("a", "<script setup>\n</script>\n\n[a](b)", "html", "html"),
    ("a.txt", "<!DOCTYPE html>", "html", "html"), ("a.md", "\xff\xfe<\0h\0t\0m\0l\0>\0", "binary", "utf-16"), ("a.md", "<html>\0", "binary", "data"),
    ("a.md", "HTTP/1.1 200 OK\r\n\r\n", "http", "http"), ("a.md", "\x89PNG\r\n\x1a\n", "binary", "png"),
 ("a.txt", '<?xml version="1.0"?><a/>', "text", "text"),
    ("a.uris", "x", "uri-list", "uri-list"), ("a.uri", "<p>", "uri-list", "uri-list"), ("a", "0x\ty\tz\t70\n", "gopher", "gopher"),
    ("a.txt", "0x\ty\tz\t70\n", "gopher", "gopher"), ("a.json", '{"linkset":[', "linkset", "linkset-json"), ("a.json", '{"Container":{},"Envelope":{"Payload-Metadata":', "wat", "wat"), ("a", "LINK L FILE x\n", "prospero", "prospero"), ("a", "0000000003z2wais        0\0\1\x17", "wais", "wais"),
     ("a", "1\ta\tb\tc\t<d>\n", "overview", "overview"),
    ("a.txt", "-rw-r--r-- 1 a b 1 Jan  1 00:00 c\n", "listing", "listing"),
    ("a.css", "p{}", "css", "css"), ("robots.txt", "x", "robots", "robots"), ("xrobots.txt", "x", "text", "text"),
    ("a.csv", "a,b\n", "text", "csv"), ("a.csv", "<!DOCTYPE html>", "html", "html"),
    ("a", "From: a@b\nSubject: c\n\n", "message", "message"), ("a", "From: a\nTo the point", "text", "text"),
    ("a", "Received: x\nX: y\n", "message", "message"), ("a.eml", "X: y\n\n", "message", "message"),
    ("1.2.host:2,S", "X: y\n\n", "message", "message"), ("a", "From a@b Mon Jan  1 00:00:00 2001\nX: y\n\n", "mbox", "mbox"),
    ("a", "From here on: it is text\nand so on", "text", "text"), ("a", "WARC/1.1\r\n", "warc", "warc"),
    ("a", "HTTP/1.1 200 OK\r\n\r\n", "http", "http"), ("a", "HTTP/1.1 is a protocol", "text", "text"),
    ("a.html", "\x89PNG\r\n\x1a\n", "binary", "png"), ("a.html", "a\0b", "html", "html"), ("a", "a\0b", "binary", "data"),
    ("a", "<!DOCTYPE html>" + 20 * "x" + "\0", "html", "html"), ("a.html", 10 * "a\0\1", "binary", "data"),
    ("a", "\xff\xfe<\0h\0t\0m\0l\0>\0", "html", "html"), ("a", "\xfe\xff\0a", "binary", "utf-16"),
    ("a.html", "\xfe\xff\0a", "html", "html"), ("a", "\0<\0!\0D\0O\0C\0T\0Y\0P\0E\0 \0h\0t\0m\0l\0>", "html", "html"),
    # XHTML is XML if its name or <?xml says so, or its root has a prefix.
    ("a", '<?xml version="1.0"?><!DOCTYPE html PUBLIC "a" "b"><html xmlns="http://www.w3.org/1999/xhtml"/>', "xml", "xhtml"),
    ("a.xml", '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>', "xml", "xhtml"),
    ("a.svg", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "xml", "xhtml"),
    ("a", '<!DOCTYPE html><h:html xmlns:h="http://www.w3.org/1999/xhtml"/>', "xml", "xhtml"),
    ("a", '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>', "html", "html"),
    ("a.html", '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>', "html", "html"),
   
    ("a", '{"a":"http://b.example/"}', "text", "text"), ("a.js", "<p>", "text", "text"), ("a", "", "text", "text"),
]


class Kind(LinksTest):
    def test_each(self):
        for name, text, kind, form in KINDS:
            told = self.links(name, text.encode("latin-1"))
            self.assertEqual((told.documents[0]["kind"], told.documents[0]["format"]), (kind, form), (name, text))

    def test_declared(self):
        """Only a web archive has the format "arc"."""
        for kind, told in (("warc", ("warc", "arc")), ("message", ("message", "message"))):
            document = self.links("a", b"filedesc://a 1 2\n\n", "--kind=" + kind).documents[0]
            self.assertEqual((document["kind"], document["format"]), told)


if __name__ == "__main__":
    unittest.main()
