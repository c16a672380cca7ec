# SPDX-License-Identifier: MIT
"""uriel get with HTTP: bytes of requests, redirects under the policy, passwords, and faults of servers."""
import hashlib
import pathlib
import subprocess
import time
import unittest

from support import Case, Names, Peer, Secure, drain, drip, flood, get, page, plan, redirect, reset, web

LOOPBACK = "allow network 127.0.0.0/8\n"


class Requests(Case):
    def test_bytes_of_the_plan(self):
        with web({}) as server:
            for rest in ("", "/", "/a/../b?q#f", "/%2e%2E/a%2Fb;c", "//x", "?q=a%20b", "/a?b?c"):
                for options in ((), ("--user-agent=me/1.0",)):
                    with self.subTest(rest + str(options)):
                        uri = f"http://127.0.0.1:{server.port}{rest}"
                        self.fails(get(*options, uri), 4, 'the server answers "404"')
                        self.assertEqual([server.heads[-1]], plan(*options, uri))

    def test_bodies(self):
        large = bytes(range(256)) * 5000
        with web({"/": page(b"hello", "Content-Type: text/plain"), "/large": page(large), "/empty": page(b""),
                  "/204": b"HTTP/1.1 204 none\r\n\r\n",
                  "/end": b"HTTP/1.1 200 x\r\n\r\nto the end",
                  "/chunks": b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
                  "/trailer": b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nLocation: /x\r\nX-Sum: 1\r\n\r\n",
                  **{path: b"HTTP/1.1 200 x\r\nContent-Length: %s\r\n\r\nabc" % length for path, length in
                     (("/much", b"9" * 20), ("/minus", b"-1"), ("/none", b""), ("/list", b"3, 3"))},
                  "/lengths": b"HTTP/1.1 200 x\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\nabcd",
                  "/part": b"HTTP/1.1 206 x\r\nContent-Range: bytes 0-2/100\r\nContent-Length: 3\r\n\r\nabc",
                  "/100": b"HTTP/1.1 100 c\r\n\r\nHTTP/1.1 103 e\r\nLink: <x>\r\n\r\n" + page(b"after")}) as server:
            base = f"http://127.0.0.1:{server.port}"
            for path, body in (("/", b"hello"), ("/large", large), ("/empty", b""), ("/204", b""), ("/end", b"to the end"),
                               ("/chunks", b"abcde"), ("/trailer", b"abc"), ("/100", b"after")):
                with self.subTest(path):
                    result = get(base + path)
                    self.assertEqual((result.status, result.out, result.errors), (0, body, ""))
            self.fails(get(base + "/lengths"), 3, "has two lengths")
            # RFC 9112, 6.3: otherwise a response that is cut would be whole.
            self.fails(get(base + "/much"), 3, "one that is not a number")
            for path in ("/minus", "/none", "/list"):
                self.assertEqual(get(base + path).status, 3)
            self.fails(get(base + "/part"), 3, "was not requested")
            self.assertEqual(get("--header=Range: bytes=0-2", base + "/part").out, b"abc")
            record, = get("--json", base + "/").json()
            self.assertEqual([record[key] for key in ("input", "target", "status", "media_type", "length", "sha256")],
                             [base + "/", base + "/", "done", "text/plain", 5, hashlib.sha256(b"hello").hexdigest()])
            self.assertEqual([(step["do"], step.get("reply")) for step in record["steps"]],
                             [("connect", None), ("send", None), ("expect", "200"), ("close", None)])

    def test_statuses(self):
        codes = {"404": (4, "absent"), "410": (4, "absent"), "403": (5, "refused"), "500": (5, "refused"),
                 "503": (3, "failed"), "429": (3, "failed"), "401": (5, "refused"), "304": (5, "refused")}
        with web({f"/{code}": page(b"", code=f"{code} x") for code in codes}) as server:
            for code, (status, word) in codes.items():
                with self.subTest(code):
                    uri = f"http://127.0.0.1:{server.port}/{code}"
                    result = get("--json", uri)
                    self.assertEqual((result.status, result.json()[0]["status"]), (status, word))
                    self.assertIn(code, result.json()[0]["reason"])
            uris = [f"http://127.0.0.1:{server.port}/{code}" for code in ("404", "403", "503")]
            self.assertEqual(get(*uris).status, 5)


    def test_options(self):
        with web({"/a": page(b"", "Content-Type: text/plain"), "/a?x+y": page(b"found")}) as server:
            uri = f"http://127.0.0.1:{server.port}/a"
            options = ("--header=Accept: text/html", "--header=X-A: b", "--user-agent=me")
            self.assertEqual(get(*options, uri).status, 0)
            self.assertEqual([server.heads[-1]], plan(*options, uri))
            self.assertIn(b"\r\nX-A: b\r\n", server.heads[-1])
            result = get("--head", uri)
            self.assertEqual(result.out, page(b"", "Content-Type: text/plain"))
            self.assertEqual([server.heads[-1]], plan("--head", uri))
            self.assertEqual(get("--words=x y", uri).out, b"found")
            self.assertEqual(get("--header", uri).status, 2)

    def test_proxy(self):
        """The name of a redirect is checked, but not its address, which the proxy looks up."""
        answers = {"http://h.example/": page(b"through"), "http://h.example/a": redirect("http://10.0.0.1/"),
                   "http://h.example/b": redirect("http://other.example/"), "http://other.example/": page(b"other")}
        with web(answers) as proxy:
            option = f"--proxy=127.0.0.1:{proxy.port}"
            self.assertEqual(get(option, "http://h.example/").out, b"through")
            self.assertEqual([proxy.heads[-1]], plan(option, "http://h.example/"))
            self.fails(get(option, "http://h.example/a"), 5, "(network)")
            self.assertEqual(get(option, "http://h.example/b").out, b"other")

    def test_only_the_proxy_is_trusted(self):
        """A redirect to the proxy's host at another port, or directly, is to an address that the policy denies."""
        with web({"/": page(b"inside")}) as inside, web({"/": page(b"the proxy")}) as proxy, Names({"p.example": ["127.0.0.1"]}) as names:
            options = (names.option, f"--proxy=p.example:{proxy.port}")
            environment = {"no_proxy": "127.0.0.1,p.example"}.items()
            for port in (inside.port, proxy.port):
                with self.subTest(port), web({"/": redirect(f"http://p.example:{port}/")}) as server:
                    self.fails(get(*options, f"http://127.0.0.1:{server.port}/", environment=environment), 5, "denies the address")
            self.assertEqual((inside.count, proxy.count), (0, 0))

    def test_only_named_gateways_are_trusted(self):
        policy = self.temporary() / "policy"
        policy.write_text("allow scheme x\nrequire agreement no\n")
        with web({"/a": page(b"inside")}) as inside, Names({"p.example": ["127.0.0.1"]}) as names, \
                web({"/": redirect("x://p.example:8080/a")}) as server:
            options = (names.option, f"--policy={policy}")
            uri = f"http://127.0.0.1:{server.port}/"
            self.fails(get(*options, f"--gateway=x=http://{{host}}:{inside.port}/a?{{path}}", uri), 5, "denies the address")
            self.assertEqual(inside.count, 0)
        with web({"/a?p.example": page(b"the gateway")}) as inside, web({"/": redirect("x://p.example:8080/a")}) as server:
            self.assertEqual(get(options[1], f"--gateway=x=http://127.0.0.1:{inside.port}/a?{{host}}", f"http://127.0.0.1:{server.port}/").out,
                             b"the gateway")

    def test_redirects_of_gateways(self):
        """RFC 9110, 10.2.2: a relative Location is relative to the URI that the gateway was asked for, and keeps the fragment of
        the user's. The gateway's origin was named by the user, and is not reached through another gateway."""
        answers = {"/g/a?u=x%3A%2F%2Fname%2Fp%2Fq": redirect("../b?c"), "/b?c": redirect("/d"), "/d": page(b"at last"),
                   "/h?http%3A%2F%2Fh.example%2F": redirect("d"), "/away?name": redirect("http://10.0.0.1/"), "/self?name": redirect("x://name/2")}
        with web(answers) as server, web({"/r": page(b"not here")}) as other:
            base = f"http://127.0.0.1:{server.port}"
            record, = get("--json", f"--gateway=x={base}/g/a?u={{uri}}", "x://name/p/q#part").json()
            self.assertEqual((record["status"], record["length"], record["target"]), ("done", 7, base + "/d#part"))
            self.assertEqual(get("--header=X-A: b", f"--gateway=http={base}/h?{{uri}}", "http://h.example/").out, b"at last")
            self.assertIn(b"X-A: b", server.heads[-1])
            self.fails(get(f"--gateway=x={base}/away?{{host}}", "x://name"), 5, "(network)")
            self.fails(get("--max-redirects=3", f"--gateway=x={base}/self?{{host}}", "x://name"), 3, "more than 3 times")
            self.fails(get(f"--gateway=x={base}/e?{{host}}", "x://name"), 4, "404")
            # Another port is another origin.
            with web({"/a?name": redirect(f"http://127.0.0.1:{other.port}/r")}) as first:
                self.fails(get(f"--gateway=x=http://127.0.0.1:{first.port}/a?{{host}}", "x://name"), 5, "(network)")
            self.assertEqual(other.count, 0)

    def test_redirects_through_a_proxy(self):
        """RFC 9110, 7.1: the user's URI is the target of the request to a proxy."""
        with web({"http://h.example/a/b": redirect("c"), "http://h.example/a/c": page(b"there")}) as proxy:
            record, = get("--json", f"--proxy=127.0.0.1:{proxy.port}", "http://h.example/a/b").json()
            self.assertEqual((record["status"], record["target"]), ("done", "http://h.example/a/c"))

    def test_proxy_of_the_environment(self):
        with web({"http://h.example/": page(b"through")}) as proxy, web({"/": page(b"direct")}) as server:
            environment = {"http_proxy": f"http://127.0.0.1:{proxy.port}/", "no_proxy": "x.example, 0.0.1"}.items()
            self.assertEqual(get("http://h.example/", environment=environment).out, b"through")
            self.assertEqual(get(f"http://127.0.0.1:{server.port}/", environment=environment).out, b"direct")
            self.fails(get("--connect-timeout=1", "http://a.x.example/", environment=environment), 3, "a.x.example")
            self.assertEqual(get("http://h.example/", environment={"http_proxy": "a b"}.items()).status, 2)


class Redirects(Case):
    def test_same_origin(self):
        with web({"/a": redirect("b?x"), "/b?x": redirect("/c#there"), "/c": page(b"at last")}) as server:
            base = f"http://127.0.0.1:{server.port}"
            self.assertEqual(get(base + "/a").out, b"at last")
            record, = get("--json", base + "/a#here").json()
            self.assertEqual(record["target"], base + "/c#there")
            record, = get("--json", base + "/b?x#here").json()
            self.assertEqual(record["target"], base + "/c#there")

    def test_fragment_stays(self):
        with web({"/a": redirect("/c"), "/c": page(b"x")}) as server:
            base = f"http://127.0.0.1:{server.port}"
            self.assertEqual(get("--json", base + "/a#here").json()[0]["target"], base + "/c#here")

    def test_loops_and_limits(self):
        with web({"/a": redirect("/b"), "/b": redirect("/a"), "/1": redirect("/2"), "/2": page(b"x")}) as server:
            base = f"http://127.0.0.1:{server.port}"
            self.fails(get(base + "/a"), 3, "redirects more than 10 times")
            self.assertEqual(server.count, 11)
            self.fails(get("--max-redirects=0", base + "/1"), 3, "redirects more than 0 times")
            self.assertEqual(get("--max-redirects=1", base + "/1").out, b"x")

    def test_denied(self):
        with web({"/": page(b"secret")}) as inside:
            for location, part in ((f"http://127.0.0.1:{inside.port}/", "(network)"), ("http://10.0.0.1/", "(network)"),
                                   ("http://0x7f.1/", "(readers network)"), ("http://[::1]/", "(network)"), ("http://169.254.169.254/", "(network)"),
                                   ("file:///etc/passwd", "denies"), ("ftp://example.com/", "(scheme"), ("gopher://127.0.0.1:25/", "denies"),
                                   ("http://me:secret@example.com/", "(userinfo)"), ("http://example.com:25/", "(port)"),
                                   ("http://localhost/", "(name)"), ("//internal/", "(name)"), ("data:,x", "denies")):
                with self.subTest(location), web({"/": redirect(location)}) as server:
                    result = get(f"http://127.0.0.1:{server.port}/")
                    self.fails(result, 5, part)
                    self.assertEqual(result.out, b"")
                    self.assertNotIn("secret", result.errors)
            self.assertEqual(inside.count, 0)

    def test_policy(self):
        policy = self.temporary() / "policy"
        with web({"/": page(b"inside")}) as inside, web({"/": redirect(f"http://127.0.0.1:{inside.port}/")}) as server:
            policy.write_text(LOOPBACK)
            self.assertEqual(get(f"--policy={policy}", f"http://127.0.0.1:{server.port}/").out, b"inside")
            policy.write_text(LOOPBACK + f"deny port {inside.port}\n")
            self.fails(get(f"--policy={policy}", f"http://127.0.0.1:{server.port}/"), 5, "(port)")
            policy.write_text(LOOPBACK + "limit redirects 0\n")
            self.fails(get(f"--policy={policy}", f"http://127.0.0.1:{server.port}/"), 5, "the policy sets the limit")
            policy.write_text("allow nonsense\n")
            self.assertEqual(get(f"--policy={policy}", f"http://127.0.0.1:{server.port}/").status, 2)

    def test_policy_of_standard_input(self):
        """DESIGN, 5: standard input is read once, as uriel guard says."""
        uris = self.temporary() / "uris"
        with web({"/": page(b"inside")}) as inside, web({"/": redirect(f"http://127.0.0.1:{inside.port}/")}) as server:
            uri = f"http://127.0.0.1:{server.port}/"
            uris.write_text(uri + "\n")
            for inputs in ((uri,), ("-f", str(uris))):
                self.assertEqual(get("--policy=-", *inputs, input=LOOPBACK.encode()).out, b"inside")
            for inputs in ((), ("-f", "-"), ("-f", str(uris), "-f", "-"), ("--dry-run",)):
                self.fails(get("--policy=-", *inputs, input=LOOPBACK.encode()), 2, "give the URLs as operands or with -f FILE")
            self.fails(get("--policy=-", "--policy=-", uri, input=b""), 2, "standard input can be read only once")

    def test_names_of_private_networks(self):
        """A name passes the guard; its address does not."""
        with web({}) as inside, web({"/": redirect(f"http://good.example:{inside.port}/")}) as server, \
                Names({"good.example": ["127.0.0.1"]}) as names:
            self.fails(get(names.option, f"http://127.0.0.1:{server.port}/"), 5,
                       "the policy denies the address 127.0.0.1 of good.example, which is loopback")
            self.assertEqual(inside.count, 0)

    def test_an_answer_that_changes(self):
        """A name is looked up once: a second answer, for the redirect, is never asked for."""
        def serve(peer, connection, number):
            peer.head(connection)
            connection.sendall(redirect("/again") if number == 1 else page(b"same"))
            drain(connection)
        with Peer(serve) as server, Names({"changes.example": ["127.0.0.1", "192.0.2.1"]}) as names:
            self.assertEqual(get(names.option, f"http://changes.example:{server.port}/").out, b"same")
            self.assertEqual(names.asked, ["changes.example"])

    def test_names_beyond_ascii(self):
        """RFC 3986, 3.2.2: the name is transformed to IDNA before it is looked up. The field Host is the plan's."""
        with Names({"xn--bcher-kva.example": ["127.0.0.1"]}) as names, web({"/": page(b"found"), "/r": redirect("http://b%FCcher.example/")}) as server:
            for host in ("b%C3%BCcher.example", "B%C3%9Ccher%2Eexample", "xn--bcher-kva.example"):
                with self.subTest(host):
                    uri = f"http://{host}:{server.port}/"
                    self.assertEqual(get(names.option, uri).out, b"found")
                    self.assertEqual(server.heads[-1], plan(uri)[0])
            record, = get("--json", names.option, uri).json()
            self.assertEqual(record["steps"][0]["host"], "xn--bcher-kva.example")
            self.assertEqual(set(names.asked), {"xn--bcher-kva.example"})
            for host in ("b%FCcher.example", "%C3%BC_.example", "%C3%BC" * 64):
                self.assertEqual(get(names.option, f"gopher://{host}/").status, 1)
            self.fails(get(names.option, f"http://127.0.0.1:{server.port}/r"), 5, "cannot be retrieved")

    def test_not_to_a_uri(self):
        for location in ("http://[/", "", "http://a b/"):
            with self.subTest(location), web({"/": redirect(location)}) as server:
                self.assertEqual(get(f"http://127.0.0.1:{server.port}/").status, 5)
        with web({"/": page(b"x", code="302 Found")}) as server:
            self.fails(get(f"http://127.0.0.1:{server.port}/"), 5, "not to a URI")


class Passwords(Case):
    def test_only_after_401_and_only_there(self):
        def serve(peer, connection, number):
            head = peer.head(connection)
            if b"Authorization: Basic bWU6c2VjcmV0" in head:  # me:secret
                connection.sendall(redirect(f"http://127.0.0.1:{other.port}/") if b"/away" in head else page(b"mine"))
            else:
                connection.sendall(page(b"", 'WWW-Authenticate: Basic realm="x"', code="401 no"))
            drain(connection)
        policy = self.temporary() / "policy"
        policy.write_text(LOOPBACK)
        with Peer(serve) as server, web({"/": page(b"elsewhere")}) as other:
            uri = f"http://me:secret@127.0.0.1:{server.port}/"
            result = get("--json", uri)
            self.assertEqual(result.json()[0]["status"], "done")
            self.assertNotIn(b"Authorization", server.heads[0])
            self.assertEqual([server.heads[0]], plan(uri))
            self.assertEqual(get(uri).out, b"mine")
            self.assertEqual(get(f"--policy={policy}", uri + "away").out, b"elsewhere")
            self.assertNotIn(b"Authorization", other.heads[0])
            wrong = get(f"http://me:wrong@127.0.0.1:{server.port}/")
            self.fails(wrong, 5, "401")
            self.assertNotIn("wrong@", wrong.errors)
            self.fails(get(f"http://127.0.0.1:{server.port}/"), 5, "401")
            file = policy.with_name("netrc")
            for text, status in (("machine 127.0.0.1 login me password secret", 0), ("default login me password secret", 0),
                                 ('machine other login me password wrong\nmacdef m\nmachine 127.0.0.1\n\nmachine 127.0.0.1\n  login me\n  password "secret"\n', 0),
                                 ("machine 127.0.0.1 login me password wrong", 5), ("machine other login me password secret", 5),
                                 ("machine 127.0.0.1 login", 5), ("", 5)):
                with self.subTest(text):
                    file.write_text(text)
                    self.assertEqual(get(f"http://127.0.0.1:{server.port}/", environment={"NETRC": str(file)}.items()).status, status)
                    self.assertEqual(get(f"http://me@127.0.0.1:{server.port}/", environment={"NETRC": str(file)}.items()).status, status)
                    self.assertEqual(get(f"http://you@127.0.0.1:{server.port}/", environment={"NETRC": str(file)}.items()).status, 5)


    def test_schemes(self):
        """RFC 9110, 11.6.1 and RFC 7617, 2: a password goes only to a server that asks for Basic, and in a form that it can have."""
        def serve(fields):
            def answer(peer, connection, _):
                head = peer.head(connection)
                connection.sendall(page(b"in") if b"Authorization" in head else page(b"", *fields, code="401 no"))
                drain(connection)
            server = Peer(answer)
            self.addCleanup(server.close)
            return server
        for fields, asks in ((('WWW-Authenticate: Basic realm="x"',), True), (("www-authenticate: BASIC",), True), (("WWW-Authenticate: Basic  realm=x",), True),
                             (('WWW-Authenticate: Digest realm="Basic", nonce="a, Basic", Basic realm="x"',), True),
                             (('WWW-Authenticate: Digest realm="x"', 'WWW-Authenticate: Basic realm="x"'), True),
                             (('WWW-Authenticate: Digest realm="x, Basic realm=y"',), False), (("WWW-Authenticate: Digest Basic=x",), False),
                             (("WWW-Authenticate: Digest a=b, Basic=x",), False), (("WWW-Authenticate: Digest a=b, Basic =x",), False),
                             (("WWW-Authenticate: Basically",), False), (("WWW-Authenticate: Negotiate",), False), ((), False)):
            with self.subTest(fields):
                server = serve(fields)
                result = get(f"http://me:secret@127.0.0.1:{server.port}/")
                self.assertEqual((result.status, server.count), (0, 2) if asks else (5, 1))
                self.assertEqual("other than Basic" in result.errors, not asks)
        server = serve(('WWW-Authenticate: Basic realm="x"',))
        for login in ("a%3Ab:secret", "a%01:secret", "a:secret%1B", "a%7F:b"):
            with self.subTest(login):
                count = server.count
                self.fails(get(f"http://{login}@127.0.0.1:{server.port}/"), 5, "cannot be sent in the scheme Basic")
                self.assertEqual(server.count, count + 1)
        self.assertEqual(get(f"http://a:b:c%20d%C3%A9@127.0.0.1:{server.port}/").status, 0)
        self.assertIn(b"Authorization: Basic YTpiOmMgZMOp\r\n", server.heads[-1])

    def test_fields_stay_with_the_origin(self):
        policy = self.temporary() / "policy"
        policy.write_text(LOOPBACK)
        options = (f"--policy={policy}", "--header=Authorization: Bearer TOKEN", "--header=Cookie: a=TOKEN", "--header=X-Y: TOKEN")
        with web({"/": page(b"other")}) as other, web({"/": redirect("/b"), "/b": redirect(f"http://127.0.0.1:{other.port}/")}) as server:
            result = get("--json", *options, f"http://127.0.0.1:{server.port}/")
            self.assertEqual((result.status, [head.count(b"TOKEN") for head in server.heads], other.heads[0].count(b"TOKEN")), (0, [3, 3], 0))
            self.assertNotIn("TOKEN", str(result.json()))

    def test_no_password_for_a_gateway(self):
        for scheme in ("http", "https"):
            with self.subTest(scheme), web({"/g?h.example": page(b"", 'WWW-Authenticate: Basic realm="x"', code="401 no")}) as server:
                result = get(f"--gateway={scheme}=http://127.0.0.1:{server.port}/g?{{host}}", f"{scheme}://me:secret@h.example/")
                self.assertEqual((result.status, server.count), (5, 1))

    def test_no_password_for_a_proxy(self):
        with web({"http://h.example/": page(b"", 'Proxy-Authenticate: Basic realm="x"', code="407 no")}) as proxy:
            result = get(f"--proxy=127.0.0.1:{proxy.port}", "http://me:secret@h.example/")
            self.assertEqual((result.status, proxy.count), (5, 1))

    def test_not_printed(self):
        with web({"/": page(b"x"), "/?a+b": page(b"x")}) as server:
            uri = f"http://me:secret@127.0.0.1:{server.port}/"
            for arguments in ((f"<{uri}>",), ("URL:" + uri,), ("--words=a b", uri), ("--json", uri), ("--json", "http://me:secret@h h/")):
                with self.subTest(arguments):
                    result = get(*arguments)
                    self.assertNotIn("secret", result.errors + result.out.decode())


def steps(result):
    """The kinds of the steps of the only record: with "!" if a step failed after it had sent or received bytes."""
    record, = result.json()
    return [step["do"] + "!" * step.get("incomplete", False) for step in record["steps"]]


class Lists(Case):
    def test_lines(self):
        """DESIGN, 5: one record for each line, in order; an empty line is not a reference; nothing is lost after a bad line."""
        with web({"/": page(b"x")}) as server:
            uri = f"http://127.0.0.1:{server.port}/"
            lines = [uri + "\0", "", "a" * (1 << 21), "-", uri]
            result = get("--json", input="\n".join(lines).encode())
            records = result.json()
            self.assertEqual([record.get("status") for record in records], ["invalid", None, "invalid", "invalid", "done"])
            self.assertEqual(records[1], {"input": ""})
            self.assertEqual([records[i]["error"]["code"] for i in (0, 2, 3)], ["path-character", "plan-base", "plan-base"])
            self.assertEqual(result.status, 1)
            self.assertIn("uriel: 4: no plan", get(input="\n".join(lines).encode()).errors)


class Steps(Case):
    """DESIGN, 5: "steps" lists only the steps that were carried out."""

    def test_connections(self):
        server = web({})
        server.close()
        self.assertEqual(steps(get("--json", f"http://127.0.0.1:{server.port}/")), [])
        self.assertEqual(steps(get("--json", f"--proxy=127.0.0.1:{server.port}", "http://h.example/")), [])
        with Names({}) as names:
            self.assertEqual(steps(get("--json", names.option, "http://none.example/")), ["resolve"])
        with web({"/": page(b"x")}) as server, Names({"h.example": ["127.0.0.1"]}) as names:
            result = get("--json", names.option, f"http://h.example:{server.port}/")
            self.assertEqual(steps(result), ["resolve", "connect", "send", "expect", "close"])
            self.assertEqual(result.json()[0]["steps"][0]["host"], "h.example")
        with web({"/": redirect(f"http://127.0.0.1:{server.port}/")}) as first:
            result = get("--json", f"http://127.0.0.1:{first.port}/")  # the policy denies it
            self.assertEqual((result.status, steps(result)), (5, ["connect", "send", "expect"]))
            self.assertEqual(steps(get("--json", "--max-redirects=0", f"http://127.0.0.1:{first.port}/")), ["connect", "send", "expect"])
        with web({"/g?name": page(b"x")}) as second:
            result = get("--json", *(f"--gateway=x=http://127.0.0.1:{port}/g?{{host}}" for port in (server.port, second.port)), "x://name")
            self.assertEqual(steps(result), ["connect", "send", "expect", "close"])
            self.assertEqual(result.json()[0]["steps"][0]["port"], second.port)

    def test_replies(self):
        def nothing(_, connection, __):
            connection.recv(1)
            reset(connection)
        head = b"HTTP/1.1 200 x\r\nContent-Length: 10\r\n\r\n"
        with web({"/half": head + b"abc", "/no": b"", "/head": head[:20], "/404": page(b"", code="404 x"), "/": page(b"hello")}) as server:
            base = f"http://127.0.0.1:{server.port}"
            for path, kinds in (("/half", ["connect", "send", "expect!"]), ("/no", ["connect", "send"]), ("/head", ["connect", "send", "expect!"]),
                                ("/404", ["connect", "send", "expect"]), ("/", ["connect", "send", "expect", "close"])):
                with self.subTest(path):
                    self.assertEqual(steps(get("--json", base + path)), kinds)
            connect, send, expect = get("--json", base + "/half").json()[0]["steps"]
            self.assertEqual((connect["host"], connect["port"]), ("127.0.0.1", server.port))
            self.assertEqual(send["bytes"], len(server.heads[-1]))
            self.assertEqual((expect["bytes"], expect.get("reply")), (len(head) + 3, None))
        with Peer(nothing) as server:
            self.assertIn(steps(get("--json", f"http://127.0.0.1:{server.port}/")), (["connect", "send"], ["connect"]))

    def test_late(self):
        def wait(_, connection, __):
            time.sleep(5)
        with Peer(wait) as server:
            record, = get("--json", "--timeout=1", f"http://127.0.0.1:{server.port}/").json()
            self.assertEqual([step["do"] for step in record["steps"]], ["connect", "send"])
            # A handshake that does not end: the connection of TLS is not established.
            self.assertEqual(steps(get("--json", "--timeout=1", f"https://127.0.0.1:{server.port}/")), [])


class Faults(Case):
    def uri(self, answer):
        server = web({"/": answer})
        self.addCleanup(server.close)
        return f"http://127.0.0.1:{server.port}/"

    def test_no_server(self):
        server = web({})
        server.close()
        self.fails(get(f"http://127.0.0.1:{server.port}/"), 3, "Connection refused")

    def test_cut(self):
        def half(connection):
            connection.sendall(page(b"x" * 1000)[:500])
            reset(connection)
        self.fails(get(self.uri(half)), 3, "connection ended before the response did")
        self.fails(get(self.uri(page(b"12345")[:-2])), 3, "connection ended before the response did")
        self.fails(get(self.uri(b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc")), 3, "connection ended before")
        self.fails(get(self.uri(b"")), 3, "connection ended before")
        self.fails(get(self.uri(b"HTTP/1.1 200 x\r\nContent-Le")), 3, "")

    def test_no_http(self):
        for answer in (b"SSH-2.0-x\r\n", b"\0" * 100, b"HTTP/1.1 nonsense\r\n\r\n",
                       b"HTTP/1.1 200 x\r\nContent-Length: -1\r\n\r\n", b"HTTP/1.1 200 x\r\nContent-Length: 1x\r\n\r\n"):
            with self.subTest(answer):
                self.assertIn(get(self.uri(answer)).status, (3, 5))

    def test_slow(self):
        def slow(connection):
            connection.sendall(b"HTTP/1.1 200 x\r\nContent-Length: 1000\r\n\r\n")
            drip(connection)
        begin = time.monotonic()
        self.fails(get("--timeout=1", self.uri(slow)), 3, "longer than --timeout")
        self.assertLess(time.monotonic() - begin, 3)

    def test_endless(self):
        def header(connection):
            connection.sendall(b"HTTP/1.1 200 x\r\n")
            flood(connection, b"X-More: %s\r\n" % (b"x" * 1000) * 100)

        def body(connection):
            connection.sendall(b"HTTP/1.1 200 x\r\n\r\n")
            flood(connection)

        def refusal(connection):
            connection.sendall(b"HTTP/1.1 404 x\r\n\r\n")
            flood(connection)

        def early(connection):
            flood(connection, b"HTTP/1.1 103 x\r\n\r\n" * 100)
        self.fails(get(self.uri(header)), 3, "header of the response has more than")
        self.fails(get(self.uri(early)), 3, "header of the response has more than")
        self.fails(get("--max-size=1M", self.uri(body)), 3, "--max-size sets the limit")
        self.fails(get(self.uri(refusal)), 4, "404")
        self.assertEqual(get("--max-size=5", self.uri(page(b"12345"))).status, 0)
        self.fails(get("--max-size=4", self.uri(page(b"12345"))), 3, "more than 4 bytes")

    def test_output(self):
        folder = self.temporary()
        file = folder / "file"
        self.assertEqual(get("-o", str(file), self.uri(page(b"new"))).status, 0)
        self.assertEqual(file.read_bytes(), b"new")
        for answer in (page(b"12345")[:-2], page(b"x", code="404 x")):
            self.assertNotEqual(get("-o", str(file), self.uri(answer)).status, 0)
            self.assertEqual(file.read_bytes(), b"new")
            self.assertNotEqual(get("-o", str(folder / "other"), self.uri(answer)).status, 0)
        self.assertEqual([path.name for path in folder.iterdir()], ["file"])
        self.fails(get("-o", "/dev/full", self.uri(page(b"x" * 100000))), 3, "No space left")
        self.fails(get("-o", str(folder / "no" / "file"), self.uri(page(b"x"))), 3, "cannot write")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([*URIEL_GET, self.uri(page(b"x" * 100000))], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 3)

    def test_killed(self):
        def stall(connection):
            connection.sendall(page(b"x" * 100000)[:50000])
            time.sleep(20)
        folder = self.temporary()
        for signal, left in (("TERM", 0), ("KILL", 1)):
            with self.subTest(signal):
                process = subprocess.Popen([*URIEL_GET, "-o", str(folder / "file"), self.uri(stall)])
                deadline = time.monotonic() + 10
                while not list(folder.iterdir()) and time.monotonic() < deadline:
                    time.sleep(0.02)
                getattr(process, {"TERM": "terminate", "KILL": "kill"}[signal])()
                process.wait()
                self.assertFalse((folder / "file").exists())
                self.assertEqual(len(list(folder.iterdir())), left)

    def test_folder(self):
        folder = self.temporary()
        with web({target: page(target.encode()) for target in ("/", "/a.txt", "/x/..%2f..%2fetc", "/a%00b", "/%2e%2e", "/" + "l" * 300)}) as server:
            base = f"http://127.0.0.1:{server.port}"
            uris = [base + rest for rest in ("/", "/a.txt", "/a.txt", "/x/..%2f..%2fetc", "/a%00b", "/%2e%2e", "/" + "l" * 300)]
            self.assertEqual(get(f"--output-dir={folder / 'new'}", *uris).status, 0)
            self.assertEqual([path.name for path in folder.iterdir()], ["new"])
            self.assertEqual(len(list((folder / "new").iterdir())), len(uris))
            self.assertEqual((folder / "new" / "a.txt.1").read_bytes(), b"/a.txt")
            self.assertTrue(all(path.is_file() for path in (folder / "new").iterdir()))
            record, = get("--json", f"--output-dir={folder / 'new'}", base + "/a.txt").json()
            self.assertEqual(pathlib.Path(record["file"]).read_bytes(), b"/a.txt")


class Tls(Secure):
    def test_certificates(self):
        with web({"/": page(b"safe")}, context=self.context) as server, Names({"good.example": ["127.0.0.1"], "bad.example": ["127.0.0.1"]}) as names:
            ca = f"--ca-file={self.certificate}"
            uri = f"https://good.example:{server.port}/"
            self.assertEqual(get(names.option, ca, uri).out, b"safe")
            self.assertEqual([server.heads[0]], plan(uri))
            self.assertEqual(get(ca, f"https://127.0.0.1:{server.port}/").out, b"safe")
            self.fails(get(names.option, uri), 3, "does not prove who it is")
            self.fails(get(names.option, ca, f"https://bad.example:{server.port}/"), 3, "does not prove who it is")
            self.fails(get(names.option, "--ca-file=/no/such", uri), 3, "cannot read /no/such")

    def test_downgrade(self):
        with web({"/": page(b"open")}) as plain, \
                web({"/": redirect(f"http://127.0.0.1:{plain.port}/")}, context=self.context) as server:
            policy = self.folder / "policy"
            policy.write_text(LOOPBACK)
            self.fails(get(f"--ca-file={self.certificate}", f"--policy={policy}", f"https://127.0.0.1:{server.port}/"), 5,
                       "from https to an unprotected scheme")
            self.assertEqual(plain.count, 0)

    def test_no_tls(self):
        with web({}) as server:
            self.assertEqual(get("--timeout=1", f"https://127.0.0.1:{server.port}/").status, 3)


from support import URIEL  # noqa: E402
URIEL_GET = (URIEL, "get")

unittest.main()
