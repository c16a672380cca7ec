# SPDX-License-Identifier: MIT
"""uriel get --cache: RFC 9111, whose sections the tests name, and faults of the file."""
import contextlib
import email.utils
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

from support import ENVIRONMENT, Names, Peer, URIEL, drain, get, page, reset

DAY = 24 * 60 * 60
LOOPBACK = "allow network 127.0.0.0/8\n"


def date(seconds=0):
    return email.utils.formatdate(time.time() + seconds, usegmt=True)


def series(*answers):
    """A server that gives the next answer to each request, and the last one to all others."""
    def serve(peer, connection, number):
        peer.head(connection)
        answer = answers[min(number, len(answers)) - 1]
        if callable(answer):
            answer(connection)
        else:
            connection.sendall(answer)
            drain(connection)
    return Peer(serve)


class Case(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.file = self.folder / "cache"

    def server(self, *answers):
        server = series(*answers)
        self.addCleanup(self.close, server)
        return server, f"http://127.0.0.1:{server.port}/"

    @staticmethod
    def close(server):
        with contextlib.suppress(OSError):  # it is closed already
            server.close()

    def get(self, *arguments, **more):
        return get(f"--cache={self.file}", *arguments, **more)

    def result(self, *arguments):
        """The outcome of the cache, the status, and the other steps."""
        record, = self.get("--json", *arguments).json()
        steps = [step.get("result", step["do"]) for step in record["steps"]]
        return [word for word in steps if word in ("hit", "validated", "stored")], record

    def outcomes(self, server, uri, expected, *arguments):
        """Gets the URI for each expected outcome: h(it), v(alidated), s(tored), or -; each but a hit is a request."""
        words = {"h": ["hit"], "v": ["validated"], "s": ["stored"], "-": []}
        before = server.count
        for number, letter in enumerate(expected):
            self.assertEqual(self.result(*arguments, uri)[0], words[letter], f"{expected}, number {number}")
        self.assertEqual(server.count - before, len(expected.replace("h", "")))


class Freshness(Case):
    def check(self, expected, *fields, arguments=(), code="200 OK"):
        with self.subTest(fields):
            server, uri = self.server(page(b"x", *fields, code=code))
            self.outcomes(server, uri, expected, *arguments)

    def test_hit(self):
        """4: a fresh response is used without the server."""
        server, uri = self.server(page(b"hello", "Cache-Control: max-age=60", "Content-Type: text/x"))
        for _ in range(3):
            result = self.get(uri)
            self.assertEqual((result.status, result.out, result.errors), (0, b"hello", ""))
        found, record = self.result(uri + "#part")
        self.assertEqual(found, ["hit"])
        self.assertEqual([(step["do"], step["bytes"]) for step in record["steps"]], [("cache", 5)])
        self.assertEqual([record[key] for key in ("status", "target", "media_type", "length")], ["done", uri + "#part", "text/x", 5])
        self.assertEqual(server.count, 1)
        self.assertEqual(get(uri).out, b"hello")
        self.assertEqual(server.count, 2)

    def test_lifetime(self):
        """4.2.1: max-age, then Expires less Date; an invalid value is stale. s-maxage is for shared caches (5.2.2.10)."""
        self.check("sh", "Cache-Control: max-age=60")
        self.check("sh", "Cache-Control: private, MAX-AGE=\"60\"")
        self.check("sh", "Cache-Control: max-age=99999999999999999999")
        self.check("--", "Cache-Control: max-age=0")
        self.check("--", "Cache-Control: max-age=soon")
        self.check("--", "Cache-Control: s-maxage=60")
        self.check("--", "Cache-Control: x=\"a, max-age=60\"")
        self.check("sh", f"Expires: {date(60)}")
        self.check("--", f"Expires: {date(-60)}")
        self.check("--", "Expires: 0")
        self.check("sh", f"Date: {date(-100)}", f"Expires: {date(-40)}", "Age: 0", "Cache-Control: max-age=200")
        self.check("--", f"Date: {date(-100)}", f"Expires: {date(-40)}")
        self.check("--", f"Expires: {date(60)}", "Cache-Control: max-age=0")
        self.check("sh", "Expires: 0", "Cache-Control: max-age=60")
        self.check("--", "X: max-age=60")

    def test_dates(self):
        """5.3, and RFC 9110, 5.6.7: three forms of dates."""
        later = time.gmtime(time.time() + DAY)
        for form in ("%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y", "%a, %d %b %Y %H:%M:%S GMT"):
            self.check("sh", "Expires: " + time.strftime(form, later))
        self.check("--", "Expires: " + time.strftime("%a, %d %b %Y %H:%M:%S CET", later))
        self.check("--", "Expires: Sunday, 06-Nov-94 08:49:37 GMT")

    def test_heuristic(self):
        """4.2.2: a tenth of the time since Last-Modified, at most a day, and not with an explicit lifetime."""
        self.check("sh", f"Last-Modified: {date(-DAY)}")
        self.check("sh", f"Last-Modified: {date(-100 * DAY)}", f"Age: {DAY - 100}")
        self.check("ss", f"Last-Modified: {date(-100 * DAY)}", f"Age: {DAY + 100}")
        self.check("ss", f"Last-Modified: {date(-5)}", "Age: 100")
        self.check("ss", f"Last-Modified: {date(-DAY)}", "Cache-Control: max-age=0")
        self.check("--", f"Last-Modified: {date(-DAY)}", code="302 x")

    def test_age(self):
        """4.2.3: the age of the response when it came, by Age or by Date, and the time since then."""
        self.check("sh", "Cache-Control: max-age=60", "Age: 30")
        self.check("ss", "Cache-Control: max-age=60", "Age: 60", "ETag: \"a\"")
        self.check("ss", "Cache-Control: max-age=60", f"Date: {date(-61)}", "ETag: \"a\"")
        self.check("sh", "Cache-Control: max-age=60", f"Date: {date(-30)}", "Age: nonsense")
        self.check("sh", "Cache-Control: max-age=60", f"Date: {date(1000)}")

    def test_time_passes(self):
        """4.2.3: resident_time."""
        server, uri = self.server(page(b"x", "Cache-Control: max-age=60"))
        self.outcomes(server, uri, "sh")
        for ago, expected in ((50, "h"), (70, "s"), (-100, "s")):  # the last: the clock was set back
            with contextlib.closing(sqlite3.connect(self.file)) as database, database:
                database.execute("UPDATE response SET requested = requested - ?1, received = received - ?1", (ago,))
            self.outcomes(server, uri, expected)

    def test_slow_response(self):
        """4.2.3: response_delay is part of the age."""
        def slowly(connection):
            time.sleep(2.1)
            connection.sendall(page(b"x", "Cache-Control: max-age=60", "Age: 58", "ETag: \"a\""))
        server, uri = self.server(slowly)
        self.outcomes(server, uri, "ss")


class Storing(Case):
    check = Freshness.check

    def test_no_store(self):
        """3, 5.2.2.5: no byte of such a response is in the file."""
        server, uri = self.server(page(b"never written", "Cache-Control: max-age=60", "Cache-Control: no-store", "X-A: or this"))
        self.outcomes(server, uri, "--")
        for file in self.folder.iterdir():
            self.assertNotIn(b"never written", file.read_bytes())
            self.assertNotIn(b"or this", file.read_bytes())

    def test_request_no_store(self):
        """5.2.1.5: the request is not stored either."""
        self.check("--", "Cache-Control: max-age=60", arguments=("--header=Cache-Control: no-store",))

    def test_codes(self):
        """3: final responses whose code is understood."""
        for code in ("200 x", "203 x", "204 x", "404 x", "410 x"):
            body = b"" if code[0:3] == "204" else b"x"
            answer = page(body, "Cache-Control: max-age=60", code=code).replace(b"Content-Length: 0\r\n", b"")
            with self.subTest(code):
                server, uri = self.server(answer)
                self.outcomes(server, uri, "sh")
                self.assertEqual(self.get(uri).status, 4 if code[0] == "4" else 0)
        for code in ("403 x", "500 x", "503 x", "201 x", "299 x"):
            self.check("--", "Cache-Control: max-age=60", code=code)
        self.check("--", code="404 x")

    def test_partial(self):
        """3.3: a partial response is not stored, and does not answer for the whole."""
        server, uri = self.server(page(b"x", "Cache-Control: max-age=60", "Content-Range: bytes 0-0/2", code="206 x"),
                                  page(b"xy", "Cache-Control: max-age=60"))
        self.outcomes(server, uri, "-", "--header=Range: bytes=0-0")
        self.outcomes(server, uri, "sh")
        self.outcomes(server, uri, "-", "--header=Range: bytes=0-0")

    def test_truncated(self):
        """3.3: an incomplete response is not stored."""
        def half(connection):
            connection.sendall(page(b"x" * 100000, "Cache-Control: max-age=60")[:50000])
            reset(connection)
        server, uri = self.server(half, page(b"x" * 10, "Cache-Control: max-age=60")[:-1],
                                  b"HTTP/1.1 200 x\r\nCache-Control: max-age=60\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
                                  page(b"whole", "Cache-Control: max-age=60"))
        self.outcomes(server, uri, "---sh")
        self.assertEqual(self.get(uri).out, b"whole")

    def test_limit(self):
        """--max-size holds for both: a larger object is neither stored nor passed on from the cache."""
        server, uri = self.server(page(b"x" * 1000, "Cache-Control: max-age=60"))
        self.outcomes(server, uri, "-", "--max-size=999")
        self.outcomes(server, uri, "sh")
        result = self.get("--max-size=999", uri)
        self.assertEqual((result.status, server.count), (3, 2))
        self.assertIn("more than 999 bytes", result.errors)

    def test_large(self):
        body = os.urandom(3_000_001)
        server, uri = self.server(page(body, "Cache-Control: max-age=60"))
        self.outcomes(server, uri, "shh")
        self.assertEqual(self.get(uri).out, body)
        self.outcomes(server, uri, "s", "--header=Cache-Control: no-cache")
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            self.assertEqual(database.execute("SELECT count(*), sum(length) FROM response").fetchall(), [(1, len(body))])
            self.assertEqual(database.execute("SELECT sum(length(bytes)) FROM piece").fetchall(), [(len(body),)])

    def test_credentials(self):
        """3.5: the response for one user is not stored, and a response for all does not answer a user."""
        server, uri = self.server(page(b"x", "Cache-Control: max-age=60"))
        for field in ("Authorization: Bearer TOKEN", "Cookie: a=TOKEN", "Proxy-Authorization: x"):
            self.outcomes(server, uri, "--", f"--header={field}")
        self.outcomes(server, uri.replace("//", "//me:TOKEN@"), "--")
        self.outcomes(server, uri, "sh")
        self.outcomes(server, uri, "-", "--header=Cookie: a=TOKEN")
        server, uri = self.server(page(b"", 'WWW-Authenticate: Basic realm="x"', "Cache-Control: max-age=60", code="401 x"),
                                  page(b"mine", "Cache-Control: max-age=60"))
        netrc = self.folder / "netrc"
        netrc.write_text("machine 127.0.0.1 login me password TOKEN\n")
        self.assertEqual(self.get(uri, environment={"NETRC": str(netrc)}.items()).out, b"mine")
        self.outcomes(server, uri, "s")
        netrc.unlink()
        for file in self.folder.iterdir():
            self.assertNotIn(b"TOKEN", file.read_bytes())
            self.assertNotIn(b"mine", file.read_bytes().replace(b"mine", b"", 1))

    def test_fields(self):
        """3.1: fields of the connection, and cookies, are not stored."""
        _, uri = self.server(page(b"x", "Cache-Control: max-age=60", "Connection: close, X-Hop", "X-Hop: one", "X-Stays: two",
                                  "Set-Cookie: three", "Proxy-Authentication-Info: four", "Keep-Alive: five", "X-Folded: six\r\n seven"))
        self.get(uri)
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            (header,), = database.execute("SELECT header FROM response").fetchall()
        self.assertEqual(header.split("\r\n"), ["Content-Length: 1", "Cache-Control: max-age=60", "X-Stays: two", "X-Folded: six", " seven", ""])

    def test_head(self):
        """Only GET is stored."""
        server, uri = self.server(page(b"", "Cache-Control: max-age=60"))
        self.outcomes(server, uri, "--", "--head")


class Selection(Case):
    def test_vary(self):
        """4.1: a response is selected by the fields that Vary names; white space does not matter."""
        server, uri = self.server(page(b"x", "Cache-Control: max-age=60", "Vary: Accept, x-a"))
        html, text = "--header=Accept: text/html", "--header=Accept: text/plain"
        self.outcomes(server, uri, "sh", html)
        self.outcomes(server, uri, "sh", text)
        self.outcomes(server, uri, "sh")
        self.outcomes(server, uri, "sh", html, "--header=X-A: b")
        self.outcomes(server, uri, "h", html, "--header=X-A:   b ")
        self.outcomes(server, uri, "h", html, "--header=X-Other: b")
        self.outcomes(server, uri, "h", text)

    def test_vary_all(self):
        """4.1: "*" always fails to match."""
        server, uri = self.server(page(b"x", "Cache-Control: max-age=60", "Vary: Accept, *"))
        self.outcomes(server, uri, "--")

    def test_key(self):
        """2, and RFC 9110, 4.2.3: URIs that are equivalent have one entry; the fragment is not part of it."""
        server, uri = self.server(page(b"x", "Cache-Control: max-age=60"))
        self.outcomes(server, uri + "a?b", "s")
        for other in ("a?b#c", "%61?b", "./a?%62"):
            self.outcomes(server, uri + other, "h")
        self.outcomes(server, uri.replace("http", "HTTP") + "a?b", "h")
        self.outcomes(server, uri[:-1], "s")
        self.outcomes(server, uri, "h")
        for other in ("A?b", "a?B", "a", "a?b&", "a%3Fb"):
            self.outcomes(server, uri + other, "s")

    def test_newest(self):
        """4: the most recent of several."""
        server, uri = self.server(page(b"old", "Cache-Control: max-age=60"), page(b"new", "Cache-Control: max-age=60", "Vary: X"))
        self.outcomes(server, uri, "s")
        self.outcomes(server, uri, "s", "--header=Cache-Control: no-cache")
        self.assertEqual(self.get(uri).out, b"new")


class Validation(Case):
    def test_both_validators(self):
        """4.3.1: the tag in If-None-Match and the date in If-Modified-Since; 4.3.3: 304 means the stored response."""
        modified = date(-5)
        server, uri = self.server(page(b"stored", "ETag: W/\"a\"", f"Last-Modified: {modified}", "Cache-Control: no-cache", "Content-Type: text/x"),
                                  page(b"", code="304 x"))
        self.outcomes(server, uri, "svv")
        self.assertNotIn(b"If-", server.heads[0])
        for head in server.heads[1:]:
            self.assertIn(f"\r\nIf-None-Match: W/\"a\"\r\nIf-Modified-Since: {modified}\r\n".encode(), head)
            self.assertEqual(head.replace(f"If-None-Match: W/\"a\"\r\nIf-Modified-Since: {modified}\r\n".encode(), b""), server.heads[0])
        result = self.get(uri)
        self.assertEqual((result.status, result.out, result.errors), (0, b"stored", ""))
        record, = self.get("--json", uri).json()
        self.assertEqual([step["do"] for step in record["steps"]], ["connect", "send", "expect", "close", "cache"])
        self.assertEqual((record["steps"][2]["reply"], record["media_type"], record["length"]), ("304", "text/x", 6))

    def test_shown(self):
        """--json shows the conditions that were sent, and --dry-run, which sends nothing, would show the same bytes."""
        server, uri = self.server(page(b"x", "ETag: \"a\"", f"Last-Modified: {date(-5)}", "Cache-Control: no-cache", "Vary: X-A"), page(b"", code="304 x"))
        option = "--header=X-A: b"
        self.outcomes(server, uri, "sv", option)
        self.assertEqual(self.get("--json", option, uri).json()[0]["steps"][1]["text"].encode(), server.heads[2])
        self.assertEqual(server.count, 3)
        for arguments, head in (((option,), server.heads[1]), ((), server.heads[0].replace(b"X-A: b\r\n", b""))):
            plan, other = self.get("--dry-run", "--json", *arguments, uri, "data:,x").json()
            self.assertEqual([step["text"].encode() for step in plan["steps"] if step["do"] == "send"], [head])
            self.assertEqual([step["do"] for step in other["steps"]], ["decode"])
        server, uri = self.server(page(b"x", "Cache-Control: max-age=60"))
        self.outcomes(server, uri, "s")
        result = self.get("--dry-run", uri)
        self.assertIn(f"nothing is sent for {uri}, whose stored answer is fresh", result.errors)
        self.assertEqual((result.status, self.get("--dry-run", "--silent", uri).errors, server.count), (0, "", 1))
        missing = self.folder / "none"
        self.assertEqual((get(f"--cache={missing}", "--dry-run", uri).status, missing.exists()), (0, False))

    def test_no_validator(self):
        """4.3.1: without validators the request is not conditional."""
        server, uri = self.server(page(b"x", "Cache-Control: max-age=1, no-cache", "ETag:"), page(b"x"))
        self.outcomes(server, uri, "s-")
        self.assertNotIn(b"If-", b"".join(server.heads))

    def test_full_response(self):
        """4.3.3: a full response replaces the stored one."""
        server, uri = self.server(page(b"old", "ETag: \"a\""), page(b"new", "ETag: \"b\"", "Cache-Control: max-age=60"))
        self.outcomes(server, uri, "ssh")
        self.assertEqual(self.get(uri).out, b"new")

    def test_update(self):
        """4.3.4, 3.2: 304 updates the stored fields, except those about content."""
        server, uri = self.server(page(b"stored", "ETag: \"a\"", "X-A: old", "X-B: stays", "Content-Type: text/x", "Content-Language: a", "Content-Language: b"),
                                  page(b"", "ETag: \"a\"", "X-A: new", "x-c: added", "Content-Type: text/y", "Content-Language: c",
                                       "Cache-Control: max-age=60", "Set-Cookie: no", code="304 x"))
        self.outcomes(server, uri, "svh")
        self.assertEqual(self.result(uri)[1]["media_type"], "text/x")
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            (header,), = database.execute("SELECT header FROM response").fetchall()
        self.assertEqual(header.split("\r\n"), ["Content-Length: 6", "X-B: stays", "Content-Type: text/x", "ETag: \"a\"", "X-A: new", "x-c: added",
                                                "Content-Language: c", "Cache-Control: max-age=60", ""])

    def test_update_forbids(self):
        """4.3.4: after 304 with no-store the stored response is used once, and then gone."""
        server, uri = self.server(page(b"stored", "ETag: \"a\""), page(b"", "Cache-Control: no-store", code="304 x"), page(b"other"))
        self.outcomes(server, uri, "sv-")
        self.assertNotIn(b"If-", server.heads[2])

    def test_other_validator(self):
        """4.3.4: 304 with another tag is not about the stored response, so the request is sent again without conditions."""
        for tag in ("ETag: \"b\"", "ETag: W/\"b\"", f"Last-Modified: {date(-99)}"):
            with self.subTest(tag):
                server, uri = self.server(page(b"stored", "ETag: \"a\"", f"Last-Modified: {date(-9)}", "Cache-Control: no-cache"),
                                          page(b"", tag, code="304 x"), page(b"new"))
                self.outcomes(server, uri, "s")
                self.assertEqual(self.get(uri).out, b"new")
                self.assertEqual([b"If-" in head for head in server.heads], [False, True, False])

    def test_weak_tags(self):
        """4.3.4: a weak tag corresponds to a strong one with the same text, but not the reverse."""
        for stored, sent, count in (("\"a\"", "W/\"a\"", 2), ("W/\"a\"", "\"a\"", 3), ("W/\"a\"", "W/\"a\"", 2)):
            with self.subTest(stored + sent):
                server, uri = self.server(page(b"x", f"ETag: {stored}"), page(b"", f"ETag: {sent}", code="304 x"), page(b"x"))
                self.assertEqual((self.get(uri).out, self.get(uri).out, server.count), (b"x", b"x", count))

    def test_errors(self):
        """4.3.3: an error of the server is passed on, and 4.2.4: a stale response is not used when the server cannot be reached."""
        server, uri = self.server(page(b"stored", "ETag: \"a\""), page(b"", code="500 x"), page(b"", code="404 x"), page(b"", code="304 x"))
        self.assertEqual([self.get(uri).status for _ in range(4)], [0, 5, 4, 0])
        server.close()
        result = self.get(uri)
        self.assertEqual((result.status, result.out), (3, b""))

    def test_unasked(self):
        """A response 304 to a request without conditions is an error."""
        server, uri = self.server(page(b"", code="304 x"))
        self.assertEqual(self.get(uri).status, 5)

    def test_own_conditions(self):
        """Conditions of the user: the cache takes no part."""
        server, uri = self.server(page(b"x", "ETag: \"a\"", "Cache-Control: max-age=60"), page(b"", code="304 x"))
        self.outcomes(server, uri, "s")
        result = self.get("--header=If-None-Match: \"z\"", uri)
        self.assertEqual((result.status, server.count), (5, 2))
        self.assertIn(b"If-None-Match: \"z\"", server.heads[1])


class Requests(Case):
    """5.2.1: directives of requests."""

    def check(self, directive, lifetime, letter, *fields):
        with self.subTest(directive + str(fields)):
            server, uri = self.server(page(b"x", f"Cache-Control: max-age={lifetime}", *fields))
            self.outcomes(server, uri, "s")
            self.outcomes(server, uri, letter, f"--header={directive}")

    def test_directives(self):
        self.check("Cache-Control: no-cache", 60, "s")
        self.check("Pragma: no-cache", 60, "s")
        self.check("Cache-Control: x", 60, "h")
        self.check("Cache-Control: max-age=100", 600, "h", "Age: 50")
        self.check("Cache-Control: max-age=40", 600, "s", "Age: 50")
        self.check("Cache-Control: max-age=x", 600, "s", "Age: 50")
        self.check("Cache-Control: min-fresh=100", 600, "h", "Age: 450")
        self.check("Cache-Control: min-fresh=100", 600, "s", "Age: 550")
        self.check("Cache-Control: max-stale", 60, "h", "Age: 500", "ETag: \"a\"")
        self.check("Cache-Control: max-stale=500", 60, "h", "Age: 500", "ETag: \"a\"")
        self.check("Cache-Control: max-stale=400", 60, "s", "Age: 500", "ETag: \"a\"")
        self.check("Cache-Control: max-stale", 60, "s", "Age: 500", "ETag: \"a\"", "Cache-Control: must-revalidate")

    def test_no_cache_response(self):
        """5.2.2.4: no-cache means validation each time, also with a lifetime and with names of fields."""
        for directive in ("no-cache", "no-cache=\"Set-Cookie, X\""):
            with self.subTest(directive):
                server, uri = self.server(page(b"x", f"Cache-Control: max-age=60, {directive}", "ETag: \"a\""), page(b"", code="304 x"))
                self.outcomes(server, uri, "svv")

    def test_only_if_cached(self):
        """5.2.1.7: a stored response, or 504."""
        server, uri = self.server(page(b"x", "Cache-Control: max-age=60"))
        only = "--header=Cache-Control: only-if-cached"
        for field in ((only,), (only, "--header=Cookie: a")):
            result = self.get(*field, uri)
            self.assertEqual((result.status, server.count), (3, 0))
            self.assertIn("(504)", result.errors)
        self.outcomes(server, uri, "s")
        self.outcomes(server, uri, "h", only)


class Redirects(Case):
    def test_permanent(self):
        """3, and RFC 9110, 15.4: 301 and 308 without a lifetime are stored for a day, others with one only."""
        for code, lifetime, expected in (("301", False, 1), ("308", False, 1), ("302", False, 2), ("307", True, 1), ("303", True, 1)):
            with self.subTest(code):
                fields = ["Cache-Control: max-age=60"] * lifetime
                server, uri = self.server(page(b"moved", "Location: /b", *fields, code=f"{code} x"),
                                          page(b"there", "Cache-Control: max-age=60"),
                                          page(b"moved", "Location: /b", code=f"{code} x"))
                self.assertEqual(self.get(uri).out, b"there")
                found, record = self.result(uri)
                self.assertEqual((record["target"], server.count), (uri + "b", 1 + expected))
                self.assertEqual(found, ["hit", "hit"] if expected == 1 else ["hit"])

    def test_policy(self):
        """What a stored response came from has to pass the policy of this run."""
        policy = self.folder / "policy"
        policy.write_text(LOOPBACK)
        inside, _ = self.server(page(b"inside", "Cache-Control: max-age=60"))
        with Names({"good.example": ["127.0.0.1"]}) as names:
            there = f"http://good.example:{inside.port}/"
            server, uri = self.server(page(b"", f"Location: {there}", code="301 x"))
            self.assertEqual(self.get(names.option, there).out, b"inside")
            result = self.get(names.option, uri)
            self.assertEqual((result.status, result.out), (5, b""))
            self.assertIn("denies the address 127.0.0.1", result.errors)
            self.assertEqual(self.get(names.option, f"--policy={policy}", uri).out, b"inside")
            self.assertEqual((server.count, inside.count), (1, 1))


class Faults(Case):
    def setUp(self):
        super().setUp()
        self.peer, self.uri = self.server(page(b"x" * 1000, "Cache-Control: max-age=60"))

    def works(self, note, file, *arguments, environment=()):
        """The object arrives, with a note about the file; --silent leaves the note out."""
        result = get(f"--cache={file}", *arguments, self.uri, environment=environment)
        self.assertEqual((result.status, result.out), (0, b"x" * 1000))
        self.assertRegex(result.errors, rf"\Auriel: note: the cache is not used: {file}: .*{note}.*\n\Z")
        self.assertEqual(get("--silent", f"--cache={file}", self.uri).errors, "")

    def test_other_files(self):
        for name, content in (("text", b"my notes"), ("empty-name", b"x" * 5000)):
            file = self.folder / name
            file.write_bytes(content)
            self.works("not a file of --cache: left unchanged", file)
            self.assertEqual(file.read_bytes(), content)
        file = self.folder / "other"
        with contextlib.closing(sqlite3.connect(file)) as database, database:
            database.execute("CREATE TABLE t(a)")
        content = file.read_bytes()
        self.works("a database of another program: left unchanged", file)
        self.assertEqual(file.read_bytes(), content)
        self.works("", self.folder)
        self.works("No such file", self.folder / "no" / "file")
        self.works("", "/dev/full")

    def test_harvest(self):
        file = self.folder / "harvest.db"
        (self.folder / "page.html").write_text("<a href=x>")
        subprocess.run([URIEL, "harvest", "-o", file, self.folder / "page.html"], capture_output=True, env=ENVIRONMENT, check=False)
        if not file.exists():
            self.skipTest("this build does not include harvest")
        self.works("a database of uriel harvest", file)

    def test_damaged(self):
        self.get(self.uri)
        content = bytearray(self.file.read_bytes())
        for begin, end in ((100, len(content)), (4096, len(content)), (0, 5000)):
            with self.subTest(begin):
                bad = self.folder / f"bad{begin}"
                bad.write_bytes(content[:begin] + b"\xff" * (end - begin) + content[end:])
                result = get(f"--cache={bad}", self.uri)
                self.assertEqual((result.status, result.out), (0, b"x" * 1000))
                self.assertIn("the cache is not used", result.errors)

    def test_read_only(self):
        self.get(self.uri)
        self.file.chmod(0o444)
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        other = {"user": 65534} if os.geteuid() == 0 else {}  # root may write to every file
        try:
            done = subprocess.run([URIEL, "get", f"--cache={self.file}", self.uri], capture_output=True, env=ENVIRONMENT, check=False, **other)
        except PermissionError:
            self.skipTest("another user cannot run uriel here")
        self.assertEqual((done.returncode, done.stdout), (0, b"x" * 1000))
        self.assertRegex(done.stderr, rb"note: the cache is not used: .*: .*readonly")

    def test_full(self):
        """The disk, or the limit on the size of files, is reached while a response is stored."""
        body = os.urandom(2_000_000)
        peer, uri = self.server(page(body, "Cache-Control: max-age=60"))
        self.get(self.uri)
        script = "ulimit -f 600; exec \"$@\""
        done = subprocess.run(["sh", "-c", script, "sh", URIEL, "get", f"--cache={self.file}", uri], capture_output=True, env=ENVIRONMENT, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, body), done.stderr)
        self.assertIn(b"note: the cache is not used", done.stderr)
        self.outcomes(self.peer, self.uri, "h")
        self.outcomes(peer, uri, "sh")

    def test_permissions(self):
        """Only the owner can read a new file."""
        self.get(self.uri)
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)

    def test_two_processes(self):
        """Eight processes at once share a new file; each of them gets each object, and afterwards all are stored."""
        body = os.urandom(200_000)
        peers = [self.server(page(body + bytes([i]), "Cache-Control: max-age=60")) for i in range(4)]
        uris = [uri for _, uri in peers]
        running = [subprocess.Popen([URIEL, "get", f"--cache={self.file}", *uris], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
                   for _ in range(8)]
        for process in running:
            out, errors = process.communicate()
            self.assertEqual((process.returncode, out, errors), (0, b"".join(body + bytes([i]) for i in range(4)), b""))
        for peer, uri in peers:
            self.outcomes(peer, uri, "h")
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM response").fetchall(), [(4,)])

    def test_killed(self):
        """kill -9, while content arrives and while responses are stored, leaves a file that can be used."""
        def stall(connection):
            connection.sendall(page(b"y" * 2_000_000, "Cache-Control: max-age=60")[:1_000_000])
            time.sleep(20)
        peer, uri = self.server(stall, page(b"whole", "Cache-Control: max-age=60"))
        self.get(self.uri)
        process = subprocess.Popen([URIEL, "get", f"--cache={self.file}", uri], stdout=subprocess.DEVNULL, env=ENVIRONMENT)
        deadline = time.monotonic() + 10
        while peer.count == 0 and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.2)
        process.kill()
        process.wait()
        self.outcomes(self.peer, self.uri, "h")
        self.outcomes(peer, uri, "sh")
        many, base = self.server(page(os.urandom(300_000), "Cache-Control: max-age=60"))
        for delay in (0.05, 0.1, 0.15, 0.2):
            process = subprocess.Popen([URIEL, "get", f"--cache={self.file}", *(f"{base}{i}" for i in range(1000))], stdout=subprocess.DEVNULL,
                                       env=ENVIRONMENT)
            time.sleep(delay)
            process.kill()
            process.wait()
            with contextlib.closing(sqlite3.connect(shutil.copytree(self.folder, self.folder.with_suffix(f".{delay}")) / "cache")) as database:
                self.addCleanup(shutil.rmtree, self.folder.with_suffix(f".{delay}"))
                self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
                self.assertEqual(database.execute("SELECT count(*) FROM response AS r WHERE length <>"
                                                  " (SELECT coalesce(sum(length(bytes)), 0) FROM piece WHERE response_id = r.id)").fetchall(), [(0,)])
        self.outcomes(self.peer, self.uri, "h")
        self.assertEqual(self.get(uri).out, b"whole")

    def test_removed_meanwhile(self):
        """Another process removes the response between the request that validates it and 304."""
        def remove(connection):
            with contextlib.closing(sqlite3.connect(self.file)) as database, database:
                database.execute("DELETE FROM response")
                database.execute("DELETE FROM piece")
            connection.sendall(page(b"", code="304 x"))
            drain(connection)
        peer, uri = self.server(page(b"old", "ETag: \"a\""), remove, page(b"new"))
        self.assertEqual([self.get(uri).out, self.get(uri).out, peer.count], [b"old", b"new", 3])

    def test_large_header(self):
        """A response with a header of over 16 KiB is not stored."""
        peer, uri = self.server(page(b"x", "Cache-Control: max-age=60", "X-A: " + "a" * 20000))
        self.outcomes(peer, uri, "--")


unittest.main()
