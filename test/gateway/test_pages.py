# SPDX-License-Identifier: MIT
"""uriel gateway: menus, listings, news and forms as pages, whose links lead through the gateway."""
import socket
import unittest
from urllib.parse import quote, urlencode

from gateways import Case, ftp_server
from test_prospero import Prospero
from test_wais import Wais


def news_server(replies):
    """Answers each command with the lines that its beginning selects."""
    def serve(peer, connection, _):
        connection.sendall(b"200 ready\r\n")
        for line in connection.makefile("rb"):
            peer.heads.append(line)
            command = line.decode().strip()
            answer = next((reply for start, reply in replies.items() if command.startswith(start)), "500 what")
            connection.sendall(answer.encode() + b"\r\n")
    return serve


ASK = ("+ASK:\r\n Note: For <all>\r\n Ask: Name?\tAnn \"A\"\r\n AskP: Password?\r\n AskL: Why?\r\n AskF: File?\r\n"
       " Choose: Colour?\tred\tgreen\r\n Select: Mail?\t1\r\n Select: Post?\t0\r\n+ADMIN:\r\n Admin: x\r\n").encode()


def form_server(peer, connection, _):
    """A Gopher+ item with a form (Gopher+, +ASK)."""
    data = b""
    while not data.endswith(b"\n"):
        data += connection.recv(1)
    if data.endswith(b"+\t1\r\n"):
        while not data.endswith(b"\r\n.\r\n"):
            data += connection.recv(1)
    peer.heads.append(data)
    connection.sendall(b"+-1\r\nThanks\r\n.\r\n" if b"\t1\r\n" in data else b"+%d\r\n%s" % (len(ASK), ASK))


class Menus(Case):
    def test_items(self):
        """RFC 1436, 3.5 and Appendix; RFC 4266, 2: every item leads to its URL, and information stays in order."""
        menu = ("iWelcome  <b>to</b> café\tfake\t(NULL)\t0\r\n0Text\t/a b?c#d\tg.example\t70\r\n+Copy\t/a\tm.example\t7070\r\n"
                "1Sub\t/s\t[2001:db8::1]\t70\r\n7Find\t/f\tg.example\t70\r\n0Plus\t/p\tg.example\t70\t+\r\n0Form\t/p\tg.example\t70\t?\r\n"
                "8Session\tme\tbbs.example\t23\r\nTScreen\t\tvm.example\t24\r\nhPage\tURL:https://w.example/?a=1&b=\"\tg.example\t70\r\n"
                "hSlash\t/URL:ftp://f.example/x\tg.example\t70\r\nhMail\tURL:mailto:a@b.example\tg.example\t70\r\n"
                "Inine\tx\tg.example\t70\r\n3No such file\t\terror.host\t1\r\n\r\nbroken\r\n1Bad port\tx\tg.example\tp\r\n"
                "\tx\tg.example\t70\r\n\t\r\n1\t/n\tg.example\t70\r\n.\r\n")
        gateway, peer = self.gateway(), self.gopher(menu.encode())
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/1")
        self.assertEqual((answer.status, answer.field("Content-Type")), (200, "text/html; charset=utf-8"))
        self.assertEqual(answer.links(), [
            ("/gopher/g.example/0/a%20b%3Fc%23d", "Text"), ("/gopher/m.example:7070/0/a", "Copy"),
            ("/gopher/g.example/7/f", "Find"), ("/gopher/g.example/0/p%09%09+", "Plus"), ("/gopher/g.example/0/p%09%09%3F", "Form"),
            ("telnet://me@bbs.example/", "Session"), ("tn3270://vm.example:24/", "Screen"), ("https://w.example/?a=1&b=%22", "Page"),
            ("/ftp/f.example/x", "Slash"), ("mailto:a@b.example", "Mail"), ("/gopher/g.example/Ix", "nine"),
            ("/gopher/g.example/1/n", "(without a name)")])
        lines = answer.lines()
        self.assertEqual(lines[0], "          Welcome  <b>to</b> café")
        self.assertEqual(lines[1], "text      Text")
        self.assertEqual(lines[3], "menu      Sub")  # its host is not one of a URI
        self.assertEqual(lines[13:17], ["error     No such file", "", "          broken", "          1Bad port\tx\tg.example\tp"])
        self.assertEqual(peer.heads, [b"\r\n"])

    def test_addresses_of_hosts(self):
        menu = b"1Sub\t/s\t2001:db8::1\t70\r\n"
        gateway, peer = self.gateway(), self.gopher(menu)
        (link, _), = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/").links()
        self.assertEqual(link, "/gopher/%5B2001:db8::1%5D/1/s")
        self.assertEqual(gateway.ask(link).status, 403)  # it is read as that address, a documentation address

    def test_bytes_that_are_not_utf_8(self):
        gateway, peer = self.gateway(), self.gopher(b"icaf\xe9 \x80\t\t\t\r\nibell \a\t\t\t\r\n0\xfc\t/\xfc\tg.example\t70\r\n")
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/1")
        self.assertEqual([line.strip() for line in answer.lines()[:3]], ["café €", "bell \\x07", "text      ü"])
        self.assertEqual(answer.links(), [("/gopher/g.example/0/%FC", "ü")])

    def test_scripts(self):
        """No link leads to a script or into the machine, and no markup of a menu is markup of the page."""
        menu = ("hOne\tURL:javascript:alert(1)\tg.example\t70\r\nhTwo\tURL: JavaScript:alert(1)\tg.example\t70\r\n"
                "hThree\tURL:data:text/html,<script>alert(1)</script>\tg.example\t70\r\nhFour\tURL:file:///etc/passwd\tg.example\t70\r\n"
                "h<script>alert(1)</script>\tURL:https://w.example/\"onclick=\"alert(1)\tg.example\t70\r\n"
                "i\" onclick=\"alert(1)\"><img src=x onerror=alert(1)>\t\t\t\r\n1\"><script>\t\"><script>\tg.example\t70\r\n")
        gateway, peer = self.gateway(), self.gopher(menu.encode())
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/1/%22%3E%3Cscript%3E")
        self.assertEqual([label for _, label in answer.links()], ["<script>alert(1)</script>", "\"><script>"])
        self.assertEqual([href for href, _ in answer.links()],
                         ["https://w.example/%22onclick=%22alert(1)", "/gopher/g.example/1%22%3E%3Cscript%3E"])
        for markup in ("<script", "<img", "javascript:", "onclick=\"", "data:"):
            self.assertNotIn(f'{markup}', answer.text.lower().replace("&quot; onclick=&quot;", ""))
        policy = answer.field("Content-Security-Policy")
        for directive in ("default-src 'none'", "style-src 'unsafe-inline'", "img-src 'self'", "form-action 'self'"):
            self.assertIn(directive, policy)

    def test_long_lines_and_menus(self):
        line = b"i" + b"x" * 200000 + b"\t\t\t\r\n"
        gateway, peer = self.gateway(), self.gopher(line + b"1Item\t/1\tg.example\t70\r\n" * 20000)
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/1")
        self.assertTrue(answer.whole)
        self.assertEqual(len(answer.links()), 20000)
        self.assertEqual(sum(line.count("x") for line in answer.lines()), 200000)


class Searches(Case):
    def test_gopher(self):
        """url-1994, Gopher: the words become a URI, which can be passed on."""
        gateway, peer = self.gateway(), self.gopher(b"0Found\t/f\tg.example\t70\r\n.\r\n")
        uri = f"gopher://127.0.0.1:{peer.port}/7/s"
        page = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/7/s")
        self.assertEqual(page.status, 200)
        self.assertIn(f'<input type="hidden" name="uri" value="{uri}">', page.text)
        self.assertIn('name="words"', page.text)
        self.assertEqual(peer.heads, [])
        answer = gateway.ask("/?" + urlencode({"uri": uri, "words": "a b & ü"}))
        self.assertEqual((answer.status, answer.field("Location")), (302, f"/gopher/127.0.0.1:{peer.port}/7/s%09a%20b%20%26%20%C3%BC"))
        self.assertEqual(gateway.ask(answer.field("Location")).links(), [("/gopher/g.example/0/f", "Found")])
        self.assertEqual(peer.heads, ["/s\ta b & ü\r\n".encode()])
        self.assertEqual(gateway.ask("/?" + urlencode({"uri": uri, "words": ""})).status, 400)
        self.assertEqual(gateway.ask("/?" + urlencode({"uri": uri, "words": "a\r\nb"})).status, 400)
        self.assertEqual(gateway.ask(f"/gopher/127.0.0.1:{peer.port}/7/s?a").links(), [("/gopher/g.example/0/f", "Found")])

    def test_wais(self):
        """RFC 4156; RFC 1625: a database is a form, and its results lead to documents."""
        peer, gateway = Wais({b"One <1>": b"text of one"}), self.gateway()
        self.addCleanup(peer.close)
        self.assertIn('name="words"', gateway.ask(f"/wais/127.0.0.1:{peer.port}/x").text)
        answer = gateway.ask("/?" + urlencode({"uri": f"wais://127.0.0.1:{peer.port}/x", "words": "one"}))
        self.assertEqual(answer.field("Location"), f"/wais/127.0.0.1:{peer.port}/x?one")
        (link, label), = gateway.ask(answer.field("Location")).links()
        self.assertIn("One <1>", label)
        document = gateway.ask(link)
        self.assertEqual((document.body, document.field("Content-Type")), (b"text of one", "text/plain; charset=utf-8"))


class Forms(Case):
    def test_ask(self):
        """Gopher+, +ASK: each line is a field; the answers become a URI (url-1994, Gopher)."""
        gateway, peer = self.gateway(), self.peer(form_server)
        path = f"/gopher/127.0.0.1:{peer.port}/0/f%09%09?"
        page = gateway.ask(path)
        self.assertEqual(page.status, 200)
        for part in ("For &lt;all&gt;", '<input type="text" name="l" value="Ann &quot;A&quot;">', '<input type="password" name="l"',
                     '<textarea name="m"', "File?", '<option value="green">green</option>',
                     'Mail?<br><select name="l"><option value="1" selected>yes</option><option value="0">no</option>',
                     'Post?<br><select name="l"><option value="1">yes</option><option value="0" selected>no</option>'):
            self.assertIn(part, page.text)
        self.assertNotIn("Admin", page.text)
        uri = f"gopher://127.0.0.1:{peer.port}/0/f%09%09?"
        fields = [("uri", uri), ("l", "Ann"), ("l", "s"), ("m", "be\r\ncause"), ("l", ""), ("l", "red"), ("l", "1"), ("l", "0")]
        answer = gateway.ask("/?" + urlencode(fields))
        self.assertEqual(answer.status, 302)
        self.assertTrue(answer.field("Location").startswith(f"/gopher/127.0.0.1:{peer.port}/0/f%09%09+%091%0D%0A"))
        result = gateway.ask(answer.field("Location"))
        self.assertEqual((result.status, result.body), (200, b"Thanks\r\n"))
        self.assertEqual(peer.heads[-1], b"/f\t+\t1\r\n+-1\r\nAnn\r\ns\r\n2\r\nbe\r\ncause\r\n\r\nred\r\n1\r\n0\r\n.\r\n")
        self.assertEqual(gateway.ask("/?" + urlencode([("uri", uri), ("l", ".")])).status, 400)
        self.assertEqual(gateway.ask("/?" + urlencode([("uri", uri), ("l", "a\nb")])).status, 400)
        self.assertEqual(gateway.ask("/?" + urlencode([("uri", "gopher://g.example/0/f"), ("l", "a")])).status, 400)

    def test_a_server_without_the_form(self):
        gateway, peer = self.gateway(), self.gopher(b"+-1\r\ntext\r\n.\r\n")
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/0/f%09%09?")
        self.assertEqual(answer.status, 502)
        self.assertIn("does not send the form", answer.text)

    def test_a_form_that_is_too_large(self):
        gateway, peer = self.gateway(), self.gopher(b"+-2\r\n+ASK:\r\n" + b" Ask: x\r\n" * 20000)
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/0/f%09%09?")
        self.assertEqual(answer.status, 502)
        self.assertIn("the form has more than 65536 bytes", answer.text)

    def test_front_page(self):
        gateway = self.gateway("--schemes=gopher, ftp")
        page = gateway.ask("/")
        self.assertEqual(page.status, 200)
        self.assertIn("Schemes: gopher, ftp.", page.text)
        self.assertIn('name="uri"', page.text)
        for typed, location in (("gopher://g.example/1", "/gopher/g.example/1"), (" <URL:ftp://f.example/a;type=i> ", "/ftp/f.example/a;type=i"),
                                ("gopher://[2001:db8::1]:71/1%5B", "/gopher/%5B2001:db8::1%5D:71/1%5B")):
            answer = gateway.ask("/?" + urlencode({"uri": typed}))
            self.assertEqual((answer.status, answer.field("Location")), (302, location))
        for typed, status in (("g.example", 400), ("gopher://g.example/a b", 400), ("", 400), ("news:a.b", 501), ("file:///etc/passwd", 501),
                              ("javascript:alert(1)", 501)):
            answer = gateway.ask("/?" + urlencode({"uri": typed}))
            self.assertEqual((answer.status, answer.field("Location")), (status, None), typed)
        self.assertEqual(gateway.ask("/?other=1").status, 400)
        self.assertEqual(gateway.ask("/robots.txt").body, b"User-agent: *\nDisallow: /\n")


class Folders(Case):
    def listed(self, listing, path="/d/", **more):
        gateway, peer = self.gateway(), self.peer(ftp_server(listing, **more))
        return gateway.ask(f"/ftp/127.0.0.1:{peer.port}{path}"), f"/ftp/127.0.0.1:{peer.port}", peer

    def test_unix(self):
        listing = ("total 3\r\ndrwxr-xr-x 2 a b 4096 Nov  5 1996 sub dir\r\n-rw-r--r-- 1 a b 7 Nov  5 12:34 a;b?c#d%e:f.txt\r\n"
                   "lrwxrwxrwx 1 a b 3 Nov  5 12:34 l -> sub dir\r\n-rw-r--r-- 1 a b 7 Nov  5 12:34 <b>\r\n").encode()
        answer, server, _ = self.listed(listing)
        self.assertEqual(answer.links(), [(server + "/", "Parent folder"), (server + "/d/sub%20dir/", "sub dir"),
                                          (server + "/d/a%3Bb%3Fc%23d%25e:f.txt", "a;b?c#d%e:f.txt"), (server + "/d/l", "l"),
                                          (server + "/d/%3Cb%3E", "<b>")])
        self.assertIn("drwxr-xr-x 2 a b 4096 Nov  5 1996 sub dir", answer.lines())
        self.assertIn("lrwxrwxrwx 1 a b 3 Nov  5 12:34 l -> sub dir", answer.lines())

    def test_other_systems(self):
        """MLSD (RFC 3659, 7.2), DOS and VMS."""
        for listing, links in ((b"type=dir;modify=1; pub\r\ntype=cdir; .\r\ntype=file;size=1; x\r\n", [("pub/", "pub"), ("x", "x")]),
                               (b"11-05-96  12:34PM       <DIR>          pub\r\n11-05-96  12:34PM            7 x.txt\r\n", [("pub/", "pub"), ("x.txt", "x.txt")]),
                               (b"Directory DISK:[A]\r\n\r\nPUB.DIR;1  2/3 5-NOV-1996\r\nX.TXT;2  2/3 5-NOV-1996\r\n", [("PUB/", "PUB"), ("X.TXT%3B2", "X.TXT;2")])):
            answer, server, _ = self.listed(listing, "/")
            self.assertEqual(answer.links(), [(f"{server}/{path}", label) for path, label in links])

    def test_a_folder_without_a_slash(self):
        """The server has no such file, so that the client lists the folder (url-1994, FTP)."""
        answer, server, peer = self.listed(b"-rw-r--r-- 1 a b 7 Nov  5 12:34 x\r\n", "/d/e", files=())
        self.assertIn(b"LIST\r\n", peer.heads)
        self.assertEqual(answer.links(), [(server + "/d/", "Parent folder"), (server + "/d/e/x", "x")])

    def test_names(self):
        """url-1994, FTP: the typecode "d" asks for the names only (NLST)."""
        answer, server, peer = self.listed(b"x y\r\nz\r\n", "/d/e/;type=d")
        self.assertIn(b"NLST\r\n", peer.heads)
        self.assertEqual(answer.links(), [(server + "/d/", "Parent folder"), (server + "/d/e/x%20y", "x y"), (server + "/d/e/z", "z")])

    def test_prospero(self):
        """A directory; and an object that an ftp server has, to which the client is sent."""
        gateway = self.gateway()
        ftp = self.peer(ftp_server(b"file", files=("x",)))
        peer = Prospero({b"/o": b"contents"}, {b"/d": [(b"one <1>", b"", b"/o")]})
        moved = Prospero({b"/o": b""}, methods=(f"AFTP '' 127.0.0.1({ftp.port}) '' /x BINARY",))
        self.addCleanup(peer.close)
        self.addCleanup(moved.close)
        server = f"/prospero/127.0.0.1:{peer.port}"
        self.assertEqual(gateway.ask(server + "//d").links(), [(server + "//o", "one <1>")])
        self.assertEqual(gateway.ask(server + "//o").body, b"contents")
        answer = gateway.ask(f"/prospero/127.0.0.1:{moved.port}//o")
        self.assertEqual((answer.status, answer.field("Location")), (302, f"/ftp/127.0.0.1:{ftp.port}/x;type=i"))
        self.assertEqual(gateway.ask(answer.field("Location")).body, b"file")
        away = Prospero({b"/o": b""}, methods=("AFTP '' 10.0.0.1 '' /x BINARY",))
        self.addCleanup(away.close)
        answer = gateway.ask(f"/prospero/127.0.0.1:{away.port}//o")
        self.assertEqual(answer.status, 403)
        self.assertIn("a redirect leads to a URI that the policy denies (network)", answer.text)
        telnet = Prospero({b"/o": b""}, methods=("TELNET '' 127.0.0.1 '' x",))
        self.addCleanup(telnet.close)
        self.assertEqual(gateway.ask(f"/prospero/127.0.0.1:{telnet.port}//o").status, 403)


class News(Case):
    GROUP = {"GROUP": "211 2 6 7 a.b", "OVER": "224 follows\r\n6\t=?utf-8?Q?Caf=C3=A9?= =?iso-8859-1?B?/A==?= <x>\tAnn <a@b.example>\t1 Jan 2026\t<6@x.example>\t\t1\t1"
             "\r\n7\tRe: x\tBob\t2 Jan 2026\t<7/8@x.example>\t<6@x.example>\t1\t1\r\n.", "QUIT": "205 bye",
             "ARTICLE": "220 0 <6@x.example>\r\nFrom: =?utf-8?B?QW5u?= <a@b.example>\r\nNewsgroups: a.b,c.d\r\nReferences: <1@x.example>\r\n\t<2@x.example>\r\n"
                        "Message-ID: <6@x.example>\r\nSubject: <b>\r\n\r\nText: <i>\r\n..dot\r\n."}

    def test_group(self):
        """RFC 3977, 8.3; RFC 5538: an article leads to the same server, by number or by identifier."""
        peer = self.peer(news_server(self.GROUP))
        gateway = self.gateway(f"--news-server=127.0.0.1:{peer.port}")
        answer = gateway.ask(f"/nntp/127.0.0.1:{peer.port}/a.b")
        self.assertEqual(answer.links(), [(f"/nntp/127.0.0.1:{peer.port}/a.b/6", "Caféü <x>"), (f"/nntp/127.0.0.1:{peer.port}/a.b/7", "Re: x")])
        self.assertIn("<td>Ann &lt;a@b.example&gt;<td>1 Jan 2026", answer.text)
        answer = gateway.ask("/news:a.b")
        self.assertEqual(answer.links(), [("/news:6@x.example", "Caféü <x>"), ("/news:7%2F8@x.example", "Re: x")])
        answer = gateway.ask(f"/news/127.0.0.1:{peer.port}/a.b")
        self.assertEqual(answer.links()[0], (f"/news/127.0.0.1:{peer.port}/6@x.example", "Caféü <x>"))

    def test_article(self):
        peer = self.peer(news_server(self.GROUP))
        gateway = self.gateway(f"--news-server=127.0.0.1:{peer.port}")
        answer = gateway.ask("/news:6@x.example", "Accept: text/html,*/*")
        self.assertEqual(answer.field("Content-Type"), "text/html; charset=utf-8")
        self.assertEqual(answer.links(), [("/news:a.b", "a.b"), ("/news:c.d", "c.d"), ("/news:1@x.example", "1@x.example"),
                                          ("/news:2@x.example", "2@x.example"), ("/news:6@x.example", "6@x.example")])
        self.assertEqual(answer.lines()[:3], ["From: Ann <a@b.example>", "Newsgroups: a.b,c.d", "References: <1@x.example>"])
        self.assertEqual(answer.lines()[5:-1], ["Subject: <b>", "", "Text: <i>", ".dot"])
        answer = gateway.ask(f"/nntp/127.0.0.1:{peer.port}/a.b/6", "Accept: text/html")
        self.assertEqual(answer.links()[:3], [(f"/nntp/127.0.0.1:{peer.port}/a.b", "a.b"), (f"/nntp/127.0.0.1:{peer.port}/c.d", "c.d"),
                                              (f"/news/127.0.0.1:{peer.port}/1@x.example", "1@x.example")])
        plain = gateway.ask("/news:6@x.example")
        self.assertEqual((plain.field("Content-Type"), plain.field("Vary")), ("message/rfc822", "Accept"))
        self.assertTrue(plain.body.startswith(b"From: =?utf-8?B?QW5u?= <a@b.example>\r\n"))

    def test_groups(self):
        peer = self.peer(news_server({"LIST": "215 list\r\na.b 7 6 y\r\nc.d 1 2 m\r\n.", "QUIT": "205 bye"}))
        gateway = self.gateway(f"--news-server=127.0.0.1:{peer.port}")
        self.assertEqual(gateway.ask("/news:*").links(), [("/news:a.b", "a.b"), ("/news:c.d", "c.d")])

    def test_without_a_server(self):
        answer = self.gateway().ask("/news:a.b")
        self.assertEqual(answer.status, 404)
        self.assertIn("--news-server", answer.text)


if __name__ == "__main__":
    unittest.main()
