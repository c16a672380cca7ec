# SPDX-License-Identifier: MIT
"""uriel get --articles: news and nntp from a spool, a mailbox and a Maildir, as a server answers (RFC 3977); and the server of the system."""
import subprocess
import unittest

import support
from support import ENVIRONMENT, TIMEOUT, URIEL, Peer, Result, get


def article(number, *fields, body=b"text\n", feed=b"\n", groups="comp.lang.c"):
    lines = [f"From: a{number}@h", f"Newsgroups: {groups}", f"Subject: s{number}", "Date: today", f"Message-ID: <{number}@h>", *fields, ""]
    return feed.join(line.encode() for line in lines) + feed + body


def overview(number, *more, size, lines):
    return "\t".join([str(number), f"s{number}", f"a{number}@h", "today", f"<{number}@h>", "", str(size), str(lines), *more]).encode() + b"\r\n"


class Case(support.Case):
    def setUp(self):
        self.folder = self.temporary()

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def get(self, uri, *options, path=""):
        return get(*options, f"--articles={self.folder / path}", uri)

    def gives(self, uri, content, *options, path=""):
        result = self.get(uri, *options, path=path)
        self.assertEqual((result.status, result.errors, result.out), (0, "", content))


class Spool(Case):
    def setUp(self):
        super().setUp()
        self.odd = article(9, body=b".dot\n..\n.\nend without a line feed")
        for name, content in (("comp/lang/c/2", article(2)), ("comp/lang/c/10", article(10, "References:", " <2@h>\t<x@h>", "Xref: h comp.lang.c:10 comp.misc:1")),
                              ("comp/lang/c/9", self.odd), ("comp/lang/c++/3", article(3, groups="comp.lang.c++")),
                              ("comp/misc/1", article(10)), ("comp/lang/c/notes", article(99)), ("7", article(7))):
            self.write(name, content)

    def test_articles(self):
        """RFC 3977, 6.2.1; RFC 5538, 3 and 4."""
        for uri, content in (("nntp://h/comp.lang.c/2", article(2)), ("nntp://h/comp.lang.c++/3", article(3, groups="comp.lang.c++")),
                             ("news:2@h", article(2)), ("news://h/2@h", article(2)), ("news:99@h", article(99)), ("news:7@h", article(7)),
                             ("nntp://h/comp.lang.c/9", self.odd + b"\r\n")):
            with self.subTest(uri):
                self.gives(uri, content)
        self.gives("nntp://h/comp.lang.c/2", article(2)[:-len(b"\ntext\n")], "--head")
        record, = self.get("nntp://h/comp.lang.c/2", "--json").json()
        self.assertEqual((record["media_type"], record["length"]), ("message/rfc822", len(article(2))))
        self.assertEqual(record["steps"][0], {**record["steps"][0], "do": "open", "text": str(self.folder)})

    def test_line_ends(self):
        self.write("crlf/1", article(1, feed=b"\r\n", body=b".a\r\n"))
        self.gives("nntp://h/crlf/1", article(1, feed=b"\r\n", body=b".a\r\n"))

    def test_overviews(self):
        """RFC 3977, 8.3: the line of the file .overview, or else one that is made of the header."""
        made = overview(2, size=len(article(2)) + article(2).count(b"\n"), lines=1)
        ten = article(10, "References:", " <2@h>\t<x@h>", "Xref: h comp.lang.c:10 comp.misc:1")
        last = b"10\ts10\ta10@h\ttoday\t<10@h>\t<2@h> <x@h>\t%d\t1\tXref: h comp.lang.c:10 comp.misc:1\r\n" % (len(ten) + ten.count(b"\n"))
        nine = overview(9, size=len(self.odd) + self.odd.count(b"\n"), lines=4)
        for uri in ("news:comp.lang.c", "nntp://h/comp.lang.c"):
            self.gives(uri, made + nine + last)
        self.write("comp/lang/c/.overview", b"9\tof the file\r\nnonsense\n\n1\texpired\n99999999999999999999\tx\n2\tso\n")
        self.gives("news:comp.lang.c", b"2\tso\r\n9\tof the file\r\n" + last)

    def test_groups(self):
        """RFC 3977, 4 and 7.6.3."""
        whole = b"comp.lang.c 10 2 y\r\ncomp.lang.c++ 3 3 y\r\ncomp.misc 1 1 y\r\n"
        for uri, content in (("news:*", whole), ("news:", whole), ("news:comp.lang.*", whole[:-len(b"comp.misc 1 1 y\r\n")]),
                             ("news:*,!comp.lang.*", b"comp.misc 1 1 y\r\n"), ("news:*,!*c,comp.lang.c", whole[:-len(b"comp.misc 1 1 y\r\n")]), ("news:x%3F", b"")):
            with self.subTest(uri):
                self.gives(uri, content)

    def test_absent(self):
        self.fails(self.get("nntp://h/comp.lang.c/3"), 4, "the group has no article with this number in")
        self.fails(self.get("nntp://h/comp.lang/1"), 4, "no article of the group in")
        self.fails(self.get("news:none@h"), 4, "no message has it in")
        self.fails(self.get("news:*", path="none"), 3, "No such file")
        self.fails(self.get("news:*", path="comp/lang/c/notes/x"), 3, "Not a directory")

    def test_nothing_is_contacted(self):
        with Peer(lambda *_: None) as server:
            for options in ((f"--proxy=127.0.0.1:{server.port}",), (f"--gateway=news=http://127.0.0.1:{server.port}/{{uri}}",),
                            (f"--news-server=127.0.0.1:{server.port}",)):
                self.gives("news:2@h", article(2), *options)
            self.assertEqual(server.count, 0)
        result = self.get("news:2@h", "--dry-run")
        self.assertIn("no server is contacted", result.errors)
        self.assertIn(b"ARTICLE <2@h>", result.out)


class Mailboxes(Case):
    def test_numbers(self):
        """Numbers come from Xref (RFC 5536, 3.2.14); articles without it are counted."""
        counted = [article(i, groups="a.b, c.d" if i == 2 else "a.b") for i in (1, 2, 3)]
        self.write("box", b"".join(b"From x\n" + each + b"\n" for each in counted))
        self.gives("nntp://h/a.b/3", article(3, groups="a.b"), path="box")
        self.gives("nntp://h/c.d/1", counted[1], path="box")
        self.assertEqual([line.split(b"\t")[:2] for line in self.get("news:a.b", path="box").out.splitlines()], [[b"1", b"s1"], [b"2", b"s2"], [b"3", b"s3"]])
        self.gives("news:*", b"a.b 3 1 y\r\nc.d 1 1 y\r\n", path="box")
        known = article(5, "Xref: server c.d:1 a.b:1234", groups="a.b,c.d", body=b">From here\n")
        self.write("Maildir/cur/1.x.h:2,S", known)
        self.write("Maildir/new/2.x.h", article(6, "Xref: a.bb:7", groups="a.b"))
        self.write("Maildir/tmp/3.x.h", article(7, "Xref: h a.b:1234", groups="a.b"))
        self.gives("nntp://h/a.b/1234", known, path="Maildir")
        self.gives("nntp://h/a.b/1235", article(6, "Xref: a.bb:7", groups="a.b"), path="Maildir")
        self.gives("news:6@h", article(6, "Xref: a.bb:7", groups="a.b"), path="Maildir")
        self.write("one", known)
        self.gives("nntp://h/c.d/1", known, path="one")

    def test_quoted_lines(self):
        self.write("box", b"From x\n" + article(1, body=b">From here\n>>From there\n") + b"\nFrom y\n" + article(2))
        self.gives("nntp://h/comp.lang.c/1", article(1, body=b"From here\n>From there\n"), path="box")
        self.gives("news:1@h", article(1, body=b"From here\n>From there\n"), path="box")

    def test_damaged(self):
        for content in (b"", b"\n", b"From \n", b"From x", b"Newsgroups: a\n", b"Newsgroups: ,, ,a\nXref: a:0\n\n", b"\0" * 100, b"Newsgroups:\ta\n b\n",
                        b"Newsgroups: a\nXref: h a:99999999999999999 a: a:-1\n\nx", b"From x\nNewsgroups: a\n\nFrom y\nNewsgroups: a\n"):
            self.write("x", content)
            for uri in ("news:a", "nntp://h/a/1", "nntp://h/a/2", "news:*", "news:a@h"):
                with self.subTest(uri, content=content):
                    self.assertIn(self.get(uri, path="x").status, (0, 4))


class Server(Case):
    def test_of_the_system(self):
        """The file /etc/news/server, unless an option or NNTPSERVER names a server."""
        def serve(_, connection, __):
            connection.sendall(b"200 ready\r\n")
            connection.recv(100)
            connection.sendall(b"220 0 <a@b>\r\n\r\nhere\r\n.\r\n")
            connection.recv(100)
            connection.sendall(b"205 bye\r\n")

        def run(content, *options, environment=()):
            script = 'mount -t tmpfs none /etc && mkdir /etc/news && printf %s "$1" > /etc/news/server && shift && exec "$@"'
            return Result(subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script, "-", content, URIEL, "get", *options, "news:a@b"],
                                         capture_output=True, timeout=TIMEOUT, env={**ENVIRONMENT, **dict(environment)}, check=False))
        if subprocess.run(["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/etc"], capture_output=True, check=False).returncode:
            self.skipTest("this system allows no mounts of users")
        with Peer(serve) as one, Peer(serve) as other:
            address, better = (f"127.0.0.1:{peer.port}" for peer in (one, other))
            for content in (address, f"{address}\n", f"\n {address} more\n"):
                self.assertEqual(run(content).out, b"\r\nhere\r\n")
            self.assertEqual((one.count, other.count), (3, 0))
            self.assertEqual(run(address, f"--news-server={better}").status, 0)
            self.assertEqual(run(address, environment={"NNTPSERVER": better}.items()).status, 0)
            self.assertEqual((one.count, other.count), (3, 2))
        self.fails(run("a/b"), 2, "/etc/news/server")
        self.fails(run("", "--connect-timeout=1"), 3, "news")


unittest.main()
