# SPDX-License-Identifier: MIT
"""uriel harvest of pages: what --follow follows, robots.txt, redirects, conditional requests, and runs that are killed."""
import contextlib
import http.server
import os
import pathlib
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

from support import ENVIRONMENT, Names, OPENSSL, Peer, TIMEOUT, URIEL, certificate, listen, redirect, run, web

LARGE = bool(os.environ.get("URIEL_LARGE"))
LOOPBACK = "allow network 127.0.0.0/8\nallow port 1024-65535\n"


class Site:
    """A server on the loopback interface. `pages` maps a target to the text of a page, or to (code, fields, body); `requests` has
    (target, fields) of each request. A page has an ETag if `tags` has one, and is not sent again to who has it."""

    def __init__(self, pages, tags=None, dates=None):
        site = self
        self.pages, self.tags, self.dates, self.requests = dict(pages), dict(tags or {}), dict(dates or {}), []
        self.served = lambda: None  # called before each answer

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                site.requests.append((self.path, dict(self.headers)))
                site.served()
                code, fields, body = site.answer(self.path, self.headers)
                self.wfile.write(b"".join([f"HTTP/1.1 {code} x\r\n".encode(), *(f"{name}: {value}\r\n".encode() for name, value in fields),
                                           b"" if code == 304 else f"Content-Length: {len(body)}\r\n".encode(), b"\r\n", body]))

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # the client was killed

        self.server = Server(("127.0.0.1", 0), Handler)
        self.at = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def answer(self, target, fields):
        page = self.pages.get(target)
        if page is None:
            return 404, [], b"none"
        if not isinstance(page, str):
            return page
        own, page = [("Content-Type", "text/html")], page or "<p>"
        if target in self.tags:
            own.append(("ETag", self.tags[target]))
            if fields.get("If-None-Match") == self.tags[target]:
                return 304, own[1:], b""
        if target in self.dates:
            own.append(("Last-Modified", self.dates[target]))
            if fields.get("If-Modified-Since") == self.dates[target]:
                return 304, own[1:], b""
        return 200, own, page.encode()

    def targets(self):
        """The targets of the requests since the last call, without robots.txt."""
        requests, self.requests = self.requests, []
        return [target for target, _ in requests if target != "/robots.txt"]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def links(*references):
    return "".join(f"<a href='{reference}'>" for reference in references)


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        holder = tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.db = self.folder / "site.db"
        self.policy = self.folder / "policy"
        self.policy.write_text(LOOPBACK)

    def site(self, pages, **how):
        site = Site(pages, **how)
        self.addCleanup(site.close)
        return site

    def arguments(self, *arguments, db=None):
        return ["harvest", "--quiet", "-o", str(db or self.db), "--rate=0", *arguments]

    def harvest(self, *arguments, status=0, db=None):
        result = run(*self.arguments(*arguments, db=db))
        self.assertIn(result.status, (0, 1) if status is None else (status,), result.errors)
        return result

    def query(self, sql, *values, db=None):
        with contextlib.closing(sqlite3.connect(db or self.db)) as connection:
            return connection.execute(sql, values).fetchall()

    def states(self):
        """The state of each page, by its path and query."""
        return {"/" + url.split("/", 3)[3]: state for url, state in self.query("SELECT url, ifnull(state, 'waiting') FROM page")}

    def dump(self, db=None):
        """The content of the database without times. Asserts that it is whole."""
        connection = sqlite3.connect(db or self.db)
        try:
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            self.assertEqual(connection.execute("PRAGMA foreign_key_check").fetchall(), [])
            connection.execute("UPDATE page SET time = 0")
            connection.execute("UPDATE origin SET robots_time = 0")
            return "\n".join(connection.iterdump())
        finally:
            connection.rollback()
            connection.close()


class Follow(Case):
    def test_breadth_first(self):
        """Pages are read in the order of their distance, up to N links away, and only of the same scheme, host and port."""
        other = self.site({"/": "x"})
        site = self.site({"/": links("a", "b", other.at + "/", "ftp://127.0.0.1/", "mailto:a@b"), "/a": links("c", "/"), "/b": links("c", "d"),
                          "/c": links("e"), "/d": "", "/e": ""})
        for depth, expected in ((0, ["/"]), (1, ["/", "/a", "/b"]), (2, ["/", "/a", "/b", "/c", "/d"]), (9, ["/", "/a", "/b", "/c", "/d", "/e"])):
            with self.subTest(depth):
                self.db.unlink(missing_ok=True)
                self.harvest(f"--follow={depth}", site.at + "/")
                self.assertEqual(site.targets(), expected)
                self.assertEqual(self.query("SELECT path FROM document WHERE kind = 'html' ORDER BY id"), [(site.at + path,) for path in expected])
        self.assertEqual(other.targets(), [])
        self.assertEqual(self.query("SELECT depth, group_concat(substr(url, -1)) FROM page GROUP BY depth"),
                         [(0, "/"), (1, "a,b"), (2, "c,d"), (3, "e")])

    def test_normal_forms(self):
        """RFC 3986, 6.2.2 and 6.2.3: equivalent URLs are one page; 6.1: the fragment is not part of it."""
        site = self.site({"/": links("b", "./b", "/a/../b", "b#x", "%62", f"HTTP{'{}'}/b"), "/b": links("B", "b?", "b?q", "%2Fb"), "/B": "", "/b?": "",
                          "/b?q": "", "/%2Fb": ""})
        site.pages["/"] = site.pages["/"].format(site.at[4:])
        self.harvest("--follow=5", site.at.upper().replace("HTTP", "hTTp") + "/x/..#y")
        self.assertEqual(site.targets(), ["/", "/b", "/B", "/b?", "/b?q", "/%2Fb"])

    def test_references(self):
        """HTML, 4.6.2 and 4.6.6: links to pages, also in the header (RFC 8288); not links with rel=nofollow, nor resources."""
        site = self.site({"/": (200, [("Content-Type", "text/html"), ("Link", "<l1>; rel=next, <l2>; rel=preload, <l3>; rel='next nofollow'"),
                                      ("Refresh", "5; url=r")], """
            <link rel=stylesheet href=css><link rel="prev alternate" href=k1><link rel=icon href=i><link href=none>
            <a href=a1>1</a><a href=a2 rel="external NoFollow">2</a><a href=a3 rel=external ping=p>3</a>
            <map><area href=m></map><iframe src=f></iframe><iframe srcdoc="<a href=s>"></iframe>
            <img src=img><script src=js></script><form action=form></form><q cite=q></q><object data=o></object>
            <meta property=og:image content=og>""".encode())})
        self.harvest("--follow=1", site.at + "/", status=1)
        self.assertEqual(sorted(site.targets()), ["/", "/a1", "/a3", "/f", "/k1", "/l1", "/m", "/r", "/s"])

    def test_long_urls(self):
        """Links of more than 4096 bytes are not followed."""
        site = self.site({"/": links("?" + "x" * 4000, "?" + "y" * 4100)})
        self.harvest("--follow=1", site.at + "/", status=1)
        self.assertEqual([target[:2] for target in site.targets()], ["/", "/?"])

    def test_base(self):
        """RFC 3986, 5.1: a link is resolved against the base of its page before its origin is compared."""
        site = self.site({"/": "<base href='http://h.example/'>" + links("a"), "/b": "<base href='/d/'>" + links("c"), "/d/c": ""})
        self.harvest("--follow=2", site.at + "/", site.at + "/b")
        self.assertEqual(site.targets(), ["/", "/b", "/d/c"])

    def test_two_operands(self):
        """Links between the origins of operands are followed."""
        second = self.site({"/": "", "/deep": ""})
        first = self.site({"/": links(second.at + "/deep", "a"), "/a": ""})
        self.harvest("--follow=1", first.at + "/", second.at + "/")
        self.assertEqual((first.targets(), second.targets()), (["/", "/a"], ["/", "/deep"]))

    def test_rows(self):
        """A page is a message of the kind http with its body; the relation of a link is kept."""
        site = self.site({"/": (200, [("Content-Type", "text/html; charset=utf-8"), ("Link", "<n>; rel=next")], b"<a href=a rel='up x'>")})
        (self.folder / "local.html").write_text("<a href=z>")
        self.harvest(site.at + "/?q#f", str(self.folder / "local.html"), status=3)
        self.harvest(site.at + "/#f")
        self.assertEqual(self.query("SELECT path, part, kind, media_type, retrieval, base, base_source, site, mtime_ns, status FROM document"
                                    " WHERE path LIKE 'http%' ORDER BY id"),
                         [(site.at + "/", "", "http", "message/http", site.at + "/", site.at + "/", "retrieval", "127.0.0.1", 0, "done"),
                          (site.at + "/", "1", "html", "text/html; charset=utf-8", site.at + "/", site.at + "/", "retrieval", "127.0.0.1", 0, "done")])
        self.assertEqual(self.query("SELECT header, element, target, relation FROM reference ORDER BY id"),
                         [(None, "a", f"file://{self.folder}/z", None), ("Link", None, site.at + "/n", "next"), (None, "a", site.at + "/a", "up x")])
        self.assertEqual(self.query("SELECT path, retrieval FROM operand WHERE path LIKE 'http%'"), [(site.at + "/?q", None), (site.at + "/", None)])

    def test_schemes(self):
        """RFC 1436, RFC 2397: pages of other schemes are read, and their links not followed."""
        def menu(peer, connection, _):
            connection.recv(100)
            connection.sendall(b"1More\t/more\t127.0.0.1\t%d\r\n.\r\n" % peer.port)
        with Peer(menu) as peer:
            self.harvest("--follow=2", f"gopher://127.0.0.1:{peer.port}/1/", "data:text/html,%3Ca%20href=http://h.example/%3E")
            self.assertEqual(peer.count, 1)
        self.assertEqual(self.query("SELECT kind, reference_count FROM document ORDER BY id"), [("gopher", 1), ("html", 1)])


    def test_broken(self):
        """References to pages that failed are broken, with any fragment, in the list and in the number."""
        site = self.site({"/": links("gone", "gone#f", "gone2", "loop", "a"), "/a": "", "/loop": (302, [("Location", "/loop2")], b""),
                          "/loop2": (302, [("Location", "/loop")], b""), "/gone2": (403, [], b"")})
        self.harvest("--follow=1", "--max-redirects=1", site.at + "/", status=1)
        result = run("harvest", "-o", str(self.db), "--list=broken", "--json")
        self.assertEqual([(record["raw"], record["error"]["code"], record["status"]) for record in result.json()],
                         [("gone", "server-status", "404"), ("gone#f", "server-status", "404"), ("gone2", "server-status", "403")])
        self.assertEqual((result.status, run("harvest", "-o", str(self.db), "--json").json()[0]["broken"]), (1, 3))
        self.harvest("--check-online", f"--policy={self.policy}", status=0)
        again = run("harvest", "-o", str(self.db), "--list=broken", "--json").json()
        self.assertEqual([record["raw"] for record in again], ["gone", "gone#f", "gone2", "loop"])


class Robots(Case):
    def follow(self, robots, *arguments, status=0, **pages):
        """The targets that are asked for, with robots.txt."""
        site = self.site({"/": links("a", "b/c", "b/d"), "/a": "", "/b/c": "", "/b/d": "", "/robots.txt": robots, **pages})
        self.db.unlink(missing_ok=True)
        self.errors = self.harvest("--follow=1", *arguments, site.at + "/", status=status).errors
        return [target for target, _ in site.requests]

    def test_rules(self):
        """RFC 9309, 2.2: the rules for "uriel"; the page that the user names is always read."""
        self.assertEqual(self.follow("User-agent: *\nDisallow: /\n\nUser-agent: Uriel\nDisallow: /b/\nAllow: /b/d\n"),
                         ["/", "/robots.txt", "/a", "/b/d"])
        self.assertEqual(self.states(), {"/": "read", "/a": "read", "/b/c": "denied", "/b/d": "read"})
        self.assertEqual(self.follow("User-agent: *\nDisallow: /\n"), ["/", "/robots.txt"])

    def test_agent(self):
        """RFC 9309, 2.2.1: the product token is in the field User-Agent."""
        site = self.site({"/": links("a"), "/a": ""})
        self.harvest("--follow=1", site.at + "/")
        self.assertEqual({fields["User-Agent"].split("/")[0] for _, fields in site.requests}, {"uriel"})
        self.harvest("--follow=1", "--user-agent=me", site.at + "/")
        self.assertEqual(site.requests[-1][1]["User-Agent"], "me")

    def test_unavailable(self):
        """RFC 9309, 2.3.1.3: with a status 4xx all pages may be read."""
        for code in (404, 401, 403, 410):
            self.assertEqual(self.follow((code, [], b"")), ["/", "/robots.txt", "/a", "/b/c", "/b/d"])

    def test_unreachable(self):
        """RFC 9309, 2.3.1.4: with a status 5xx no page may be read; the pages wait."""
        self.assertEqual(self.follow((500, [], b"User-agent: *\nAllow: /\n"), status=3), ["/", "/robots.txt"])
        self.assertIn('/robots.txt: the server answers "500"', self.errors)
        self.assertIn("3 pages wait: the same command continues", self.errors)
        self.assertEqual(self.query("SELECT count(*) FROM page WHERE waiting"), [(3,)])

    def test_redirects(self):
        """RFC 9309, 2.3.1.2: five redirects are followed; the rules are for the first authority."""
        hops = {f"/r{i}": (302, [("Location", f"/r{i + 1}")], b"") for i in range(1, 5)}
        self.assertEqual(self.follow((301, [("Location", "/r1")], b""), **hops, **{"/r5": "User-agent: uriel\nDisallow: /b\n"}),
                         ["/", "/robots.txt", "/r1", "/r2", "/r3", "/r4", "/r5", "/a"])

    def test_not_followed(self):
        """Without --follow, uriel is not a crawler and does not ask for robots.txt."""
        self.assertEqual(self.follow("User-agent: *\nDisallow: /\n", "--follow=0"), ["/"])


class Redirects(Case):
    def test_same_origin(self):
        """RFC 9110, 15.4: the target of a redirect is a page, at the same depth, which is read once."""
        site = self.site({"/": links("r", "a"), "/r": (301, [("Location", "t#f")], b""), "/t": links("u"), "/u": links("v"), "/a": links("t"),
                          "/v": "", "/l": ""})
        self.harvest("--follow=2", site.at + "/")
        self.assertEqual(site.targets(), ["/", "/r", "/a", "/t", "/u"])
        self.assertEqual(self.query("SELECT target, state FROM page WHERE url LIKE '%/r'"), [(site.at + "/t#f", "redirect")])
        self.assertEqual(self.query("SELECT count(*) FROM document WHERE path LIKE '%/r'"), [(0,)])

    def test_loops_and_limits(self):
        site = self.site({"/": links("l", "c0"), "/l": (302, [("Location", "m")], b""), "/m": (302, [("Location", "l")], b""),
                          "/n": (302, [], b""), **{f"/c{i}": (302, [("Location", f"c{i + 1}")], b"") for i in range(9)}})
        self.harvest("--follow=1", "--max-redirects=3", site.at + "/", status=1)
        self.assertEqual(site.targets(), ["/", "/l", "/c0", "/m", "/c1", "/c2", "/c3"])
        self.assertEqual(self.query("SELECT note FROM page WHERE state = 'failed'"), [("the server redirects more often than --max-redirects allows",)])
        self.harvest(site.at + "/n", status=3, db=self.folder / "n.db")

    def test_other_origin(self):
        """What an operand names may redirect to another origin that the policy allows, which then is followed; a link may not."""
        other = self.site({"/": links("x"), "/x": "", "/y": ""})
        site = self.site({"/": (302, [("Location", other.at + "/")], b""), "/a": links("b"), "/b": (302, [("Location", other.at + "/y")], b"")})
        self.assertIn("the policy denies", self.harvest("--follow=1", site.at + "/", status=3).errors)
        self.assertEqual(other.targets(), [])
        self.harvest("--follow=1", f"--policy={self.policy}", site.at + "/")
        self.assertEqual(other.targets(), ["/", "/x"])
        self.harvest("--follow=1", f"--policy={self.policy}", site.at + "/a", db=self.folder / "a.db")
        self.assertEqual(other.targets(), [])

    @unittest.skipUnless(OPENSSL, "openssl is not installed")
    def test_unprotected(self):
        """A redirect from https to http is not followed."""
        plain = self.site({"/": ""})
        authority, context = certificate(self.folder)
        with web({"/": redirect(plain.at + "/")}, context=context) as server, Names({"good.example": ["127.0.0.1"]}) as names:
            result = self.harvest(f"--ca-file={authority}", names.option, f"--policy={self.policy}", f"https://good.example:{server.port}/", status=3)
        self.assertIn("from https to an unprotected scheme", result.errors)
        self.assertEqual(plain.targets(), [])

    def test_killed_after_a_redirect(self):
        """A run that was killed continues with the origin to which an operand redirected."""
        other = self.site({"/": links("x", "y"), "/x": "", "/y": ""})
        site = self.site({"/": (302, [("Location", other.at + "/")], b"")})
        arguments = ["--follow=1", f"--policy={self.policy}", site.at + "/"]
        self.harvest("--max-pages=3", *arguments, status=1)
        self.harvest(*arguments)
        self.assertEqual((site.targets(), other.targets()), (["/"], ["/", "/x", "/y"]))


class Again(Case):
    def test_conditions(self):
        """RFC 9110, 13.1.2 and 13.1.3: a second run is conditional, and keeps the rows of pages that did not change."""
        date = "Sun, 06 Nov 1994 08:49:37 GMT"
        site = self.site({"/": links("a", "b", "c"), "/a": links("/d"), "/b": "", "/c": "", "/d": ""}, tags={"/": '"1"', "/a": 'W/"2"', "/d": '"3"'}, dates={"/b": date})
        self.harvest("--follow=2", site.at + "/")
        before = self.dump()
        site.targets()
        self.harvest("--follow=2", site.at + "/")
        sent = {target: (fields.get("If-None-Match"), fields.get("If-Modified-Since")) for target, fields in site.requests}
        self.assertEqual(sent, {"/": ('"1"', None), "/robots.txt": (None, None), "/a": ('W/"2"', None), "/b": (None, date), "/c": (None, None), "/d": ('"3"', None)})
        self.assertEqual(self.states(), {"/": "unchanged", "/a": "unchanged", "/b": "unchanged", "/c": "read", "/d": "unchanged"})
        rows = [line for line in before.split("\n") if "INTO \"reference\"" in line or "INTO \"document\"" in line]
        self.assertEqual([line for line in self.dump().split("\n") if line in rows and "/c'" not in line],
                         [line for line in rows if "/c'" not in line])

    def test_changes(self):
        """A changed page replaces its rows; a page that moved has no rows, nor, after --prune, one that does not exist."""
        site = self.site({"/": links("a", "b", "c"), "/a": links("x"), "/b": links("y"), "/c": links("z")}, tags={"/": '"1"', "/a": '"1"'})
        self.harvest("--follow=1", site.at + "/")
        ids = dict(self.query("SELECT path, id FROM document WHERE part = ''"))
        site.pages.update({"/a": links("new"), "/b": (301, [("Location", "/c")], b"")})
        site.tags["/a"] = '"2"'
        del site.pages["/c"]
        site.targets()
        self.harvest("--follow=1", site.at + "/", status=1)
        self.assertEqual(site.targets(), ["/", "/a", "/b", "/c"])
        found = "SELECT raw FROM reference JOIN document ON document.id = document_id WHERE path <> ? ORDER BY raw"
        self.assertEqual(self.query(found, site.at + "/"), [("new",), ("z",)])
        self.assertEqual(self.query("SELECT id FROM document WHERE path = ? AND part = ''", site.at + "/a"), [(ids[site.at + "/a"],)])
        self.harvest("--follow=1", "--prune", site.at + "/", status=1)
        self.assertEqual(self.query(found, site.at + "/"), [("new",)])

    def test_list(self):
        """The lines of --file can be URIs."""
        site = self.site({"/": links("a"), "/b": links("c")})
        (self.folder / "list").write_text(f"{site.at}/\n{site.at}/b\n")
        self.harvest("-f", str(self.folder / "list"))
        self.assertEqual(self.query("SELECT raw FROM reference ORDER BY raw"), [("a",), ("c",)])

    def test_spec(self):
        """Under another --spec, pages are read again without a condition."""
        site = self.site({"/": links("a|b")}, tags={"/": '"1"'})
        self.harvest(site.at + "/")
        self.harvest("--spec=whatwg", site.at + "/")
        self.assertNotIn("If-None-Match", site.requests[-1][1])
        self.assertEqual(self.query("SELECT target FROM reference"), [(site.at + "/a|b",)])

    def test_deeper(self):
        """A run that follows more links, or fewer, continues an unfinished one."""
        site = self.site({"/": links("a"), "/a": links("b"), "/b": links("c"), "/c": ""})
        self.harvest("--follow=2", "--max-pages=2", site.at + "/", status=1)
        self.assertEqual(site.targets(), ["/", "/a"])
        self.harvest("--follow=1", "--max-pages=1", site.at + "/")
        self.assertEqual(site.targets(), [])
        self.harvest("--follow=1", site.at + "/")  # it was finished: a new round
        self.assertEqual(site.targets(), ["/", "/a"])
        self.harvest("--follow=1", "--max-pages=1", site.at + "/", status=1)
        self.harvest("--follow=3", site.at + "/")
        self.assertEqual(site.targets(), ["/", "/a", "/b", "/c"])

    def test_limit(self):
        """--max-pages: the rest waits for the next run."""
        site = self.site({"/": links(*range(10)), **{f"/{i}": "" for i in range(10)}})
        self.assertIn("7 pages wait", self.harvest("--follow=1", "--max-pages=4", site.at + "/", status=1).errors)
        self.assertIn("2 pages wait", self.harvest("--follow=1", "--max-pages=5", site.at + "/", status=1).errors)
        self.harvest("--follow=1", site.at + "/")
        self.assertEqual(site.targets(), ["/", *(f"/{i}" for i in range(10))])

    def test_older_database(self):
        """A database of version 4 gets the tables and the column."""
        site = self.site({"/": links("a"), "/a": ""})
        self.harvest("--follow=1", site.at + "/")
        before = self.query("SELECT raw, target, relation FROM reference ORDER BY id")
        connection = sqlite3.connect(self.db)
        connection.executescript("DROP TABLE page; DROP TABLE origin; ALTER TABLE reference DROP COLUMN relation; PRAGMA user_version = 4")
        connection.close()
        self.harvest("--follow=1", site.at + "/")
        self.assertEqual(self.query("PRAGMA user_version"), [(5,)])
        self.assertEqual(self.query("SELECT raw, target, relation FROM reference ORDER BY id"), before)
        self.assertEqual(self.states(), {"/": "read", "/a": "read"})


class Faults(Case):
    def test_operands(self):
        """A page that cannot be read is an error, and the others are read."""
        site = self.site({"/": links("a")})
        (self.folder / "local.html").write_text("<a href=z>")
        with listen() as closed:
            port = closed.getsockname()[1]
        result = self.harvest(f"http://127.0.0.1:{port}/", site.at + "/404", "about:blank", str(self.folder / "local.html"), site.at + "/", status=3)
        self.assertIn(f"cannot read http://127.0.0.1:{port}/: cannot connect", result.errors)
        self.assertIn(f'cannot read {site.at}/404: the server answers "404"', result.errors)
        self.assertEqual(self.query("SELECT raw FROM reference ORDER BY raw"), [("a",), ("z",)])
        self.assertIn("links of pages", self.harvest("--follow=1", str(self.folder / "local.html"), status=2).errors)
        self.assertIn(".netrc", self.harvest("http://u:secret@h.example/", status=2).errors)
        self.assertNotIn("secret", self.harvest("http://u:secret@h.example/", status=2).errors)
        self.harvest("http://[x", status=3)

    def test_dead_server(self):
        """If the server does not answer, the pages wait, and the same command continues."""
        site = self.site({"/": links(*range(8)), **{f"/{i}": "" for i in range(8)}})
        dead = []

        def serve():
            if len(site.requests) > 4 and not dead:
                dead.append(1)
                site.server.socket.close()
                raise OSError
        site.served = serve
        result = self.harvest("--follow=1", site.at + "/", status=3)
        self.assertIn("refused", result.errors)
        self.assertIn("pages wait", result.errors)
        self.assertEqual(self.query("SELECT count(*) FROM page WHERE state = 'failed'  AND NOT waiting"), [(0,)])
        again = Site(site.pages)
        self.addCleanup(again.close)
        count = self.query("SELECT count(*) FROM page WHERE waiting")[0][0]
        connection = sqlite3.connect(self.db)  # the port of the new server
        for table, column in (("page", "url"), ("page", "origin"), ("origin", "origin"), ("document", "path")):
            connection.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)", (site.at, again.at))
        connection.commit()
        connection.close()
        self.harvest("--follow=1", again.at + "/")
        self.assertEqual(len(again.targets()), count)

    def test_later(self):
        """RFC 6585, 4, and RFC 9110, 10.2.3: a server says when it wants to be asked again."""
        left = [2]
        site = self.site({"/": links("a", "b"), "/a": "", "/b": ""})

        def answer(target, fields):
            if target == "/a" and left[0]:
                left[0] -= 1
                return 429, [("Retry-After", "1")], b""
            return Site.answer(site, target, fields)
        site.answer = answer
        begin = time.monotonic()
        self.harvest("--follow=1", site.at + "/")
        self.assertEqual(site.targets(), ["/", "/a", "/a", "/a", "/b"])
        self.assertGreaterEqual(time.monotonic() - begin, 2)
        site.pages["/a"] = (503, [("Retry-After", "3600")], b"")
        self.assertIn("2 pages wait", self.harvest("--follow=1", site.at + "/", status=3).errors)
        self.assertEqual(site.targets(), ["/", "/a"])

    def test_rate(self):
        site = self.site({"/": links(*range(5)), **{f"/{i}": "" for i in range(5)}})
        begin = time.monotonic()
        self.harvest("--follow=1", "--rate=10", site.at + "/")
        self.assertGreaterEqual(time.monotonic() - begin, 0.6)  # seven requests

    def test_traps(self):
        """A site without an end ends at the depth and at the number of pages."""
        site = self.site({})
        site.answer = lambda target, fields: (200, [("Content-Type", "text/html")], links(target + "x", target + "y").encode())
        self.harvest("--follow=4", site.at + "/")
        self.assertEqual(len(site.targets()), 31)
        self.harvest("--follow=1000000", "--max-pages=50", site.at + "/", status=1)
        self.assertEqual(len(site.targets()), 50)


class Killed(Case):
    def kill(self, count, branches, kills, patience):
        """Reads a site of `count` pages, and kills the run often; at the end, the database is as after one run."""
        pages = {f"/{i}": links(*(f"/{i * branches + k}" for k in range(1, branches + 1) if i * branches + k < count), "/0", f"/{i // 2}", "/gone")
                 for i in range(count)}
        site = self.site(pages, tags={f"/{i}": f'"{i}"' for i in range(0, count, 2)})
        arguments = self.arguments("--follow=100", site.at + "/0")
        last = []  # the request before each kill
        for number in range(kills):
            begin, wanted = len(site.requests), count // (kills + 1)
            process = subprocess.Popen([URIEL, *arguments], env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            end = time.monotonic() + patience
            while len(site.requests) < begin + wanted and time.monotonic() < end:
                time.sleep(0.0003 * (number + 1))
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            time.sleep(0.05)
            last.append(site.requests[-1][0])
        self.harvest("--follow=100", site.at + "/0", status=None)
        targets = site.targets()
        again = sorted(targets)
        for target in set(targets):
            again.remove(target)
        self.assertEqual(set(targets), {*pages, "/gone"})
        self.assertLessEqual(set(again), set(last))  # only the request that a kill cut off is sent again
        self.assertLessEqual(len(again), kills)
        whole = self.folder / "whole.db"
        self.harvest("--follow=100", site.at + "/0", status=1, db=whole)
        self.assertEqual(self.dump(), self.dump(whole))
        site.targets()
        self.harvest("--follow=100", site.at + "/0", status=1)
        self.assertEqual(len(site.targets()), count + 1)
        self.assertEqual(self.query("SELECT state, count(*) FROM page GROUP BY state"),
                         [("failed", 1), ("read", count // 2), ("unchanged", count - count // 2)])

    def test_killed(self):
        """200 pages, killed five times."""
        self.kill(200, 3, 5, 10)

    @unittest.skipUnless(LARGE, "URIEL_LARGE is not set")
    def test_killed_large(self):
        """10,000 pages, killed five times."""
        self.kill(10000, 7, 5, 300)

    def test_stopped(self):
        """A signal stops the run between two pages; the same command continues."""
        site = self.site({"/": links(*range(20)), **{f"/{i}": "" for i in range(20)}})
        process = subprocess.Popen([URIEL, *self.arguments("--rate=20", "--follow=1", site.at + "/")], env=ENVIRONMENT, stderr=subprocess.PIPE)
        while len(site.requests) < 6:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM, errors)
        self.assertIn(b"the same command continues from there", errors)
        self.harvest("--follow=1", site.at + "/")
        self.assertEqual(sorted(site.targets()), sorted(["/", *(f"/{i}" for i in range(20))]))


if __name__ == "__main__":
    unittest.main()
