# SPDX-License-Identifier: MIT
"""Pages: operands of uriel links and uriel find that are URIs, from servers on the loopback interface."""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import ENVIRONMENT, Peer, TIMEOUT, URIEL, Result, page, redirect, run, web

HTML = "Content-Type: text/html"
LAUNCHER = """
import os, resource, sys
status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


class Case(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def serve(self, answers):
        server = web(answers)
        self.addCleanup(server.close)
        return f"http://127.0.0.1:{server.port}"

    def links(self, *arguments, status=0):
        """The records of uriel links --json."""
        result = run("links", "--json", *arguments)
        self.assertEqual(result.status, status, result.errors)
        return result.json()

    def references(self, *arguments, **how):
        return [(record.get("header") or record.get("element"), record["raw"], record.get("target"))
                for record in self.links(*arguments, **how) if record["type"] == "reference"]


class Links(Case):
    def test_base(self):
        """RFC 3986, 5.1.3: the base is the URI at the end of the redirects, without its fragment."""
        at = self.serve({"/": redirect("/a/b?c#d"), "/a/b?c": redirect("../e/f", "301 x"), "/e/f": page(b"<a href=g>", HTML)})
        records = self.links(at + "/#x")
        self.assertEqual([(record["type"], record.get("kind"), record.get("part")) for record in records[:2]],
                         [("document", "http", None), ("document", "html", "1")])
        for record in records[:2]:
            self.assertEqual([record[key] for key in ("file", "retrieval", "base", "base_source")],
                             [at + "/#x", at + "/e/f", at + "/e/f", "retrieval"])
        self.assertEqual(self.references(at + "/#x"), [("a", "g", at + "/e/g")])
        self.assertEqual(run("links", "--only-target", at + "/").out.decode(), at + "/e/g\n")

    def test_fields(self):
        """RFC 8288, 3, and Refresh: the references of the header; RFC 7231, Appendix B: no Content-Location is a base."""
        at = self.serve({"/d/": page(b"<a href=x>", HTML, "Link: <n>; rel=next", "Content-Location: ../c/y", "Refresh: 5; url=z",
                                     "Content-Base: http://h.example/b/")})
        for spec, base in (("rfc3986", at + "/d/"), ("lenient", at + "/d/"), ("whatwg", at + "/d/"),
                           ("uri-2003", at + "/c/"), ("url-1997", "http://h.example/b/")):
            with self.subTest(spec):
                found = {raw: target for _, raw, target in self.references(f"--spec={spec}", at + "/d/")}
                self.assertEqual([found[raw] for raw in ("x", "n", "z")], [base + "x", base + "n", base + "z"])

    def test_charset(self):
        """RFC 9110, 8.3.2: the charset of Content-Type; HTML: queries are in the encoding of the page."""
        body = "<a href='?q=\u3042'>".encode("shift_jis")
        at = self.serve({"/": page(body, HTML + "; charset=Shift_JIS"), "/plain": page(b"<a href=x> http://h.example/", "Content-Type: text/plain"),
                         "/unknown": page(b"<html><a href=x>")})
        self.assertEqual(self.references("--spec=whatwg", at + "/")[0][2], at + "/?q=%82%A0")
        self.assertEqual(self.references(at + "/plain"), [(None, "http://h.example/", "http://h.example/")])
        self.assertEqual(self.references(at + "/unknown"), [("a", "x", at + "/x")])
        self.assertEqual(self.references("--kind=text", at + "/plain"), [(None, "http://h.example/", "http://h.example/")])
        self.assertEqual(self.references("--kind=html", at + "/plain"), [("a", "x", at + "/x")])

    def test_codings(self):
        """RFC 9112, 7.1: the coding of the transfer is undone once; RFC 9110, 8.4: codings of the content are undone."""
        body = b"a\n<a href=x>"  # it looks like a chunk
        at = self.serve({"/": b"HTTP/1.1 200 x\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
                              % (len(body), body),
                         "/gzip": page(gzip.compress(body), HTML, "Content-Encoding: gzip"), "/empty": page(b"", HTML)})
        for path in ("/", "/gzip"):
            self.assertEqual(self.references(at + path), [("a", "x", at + "/x")])
        self.assertEqual([record["kind"] for record in self.links(at + "/empty") if record["type"] == "document"], ["http"])

    def test_schemes(self):
        """RFC 1436: a menu; RFC 2397: data; RFC 8089: a file. The kind comes from the media type, else the name."""
        def menu(peer, connection, _):
            connection.recv(100)
            connection.sendall(b"0About\t/about\tg.example\t70\r\n1More\t/more\tg.example\t70\r\n.\r\n")
        with Peer(menu) as peer:
            records = self.links(f"gopher://127.0.0.1:{peer.port}/1/")
        self.assertEqual(records[0]["kind"], "gopher")
        self.assertEqual([record["target"] for record in records if record["type"] == "reference"],
                         ["gopher://g.example/0/about", "gopher://g.example/1/more"])
        self.assertEqual(self.references("data:text/html,%3Ca%20href=http://h.example/%3E"), [("a", "http://h.example/", "http://h.example/")])
        path = self.folder / "x.md"
        path.write_text("[a](b)")
        self.assertEqual(self.references(f"file://{path}"), [(None, "b", f"file://{self.folder}/b")])

    def test_errors(self):
        """A page that cannot be read is an error as for a file, and the other operands are read."""
        at = self.serve({"/": page(b"<a href=x>", HTML), "/loop": redirect("/loop")})
        result = run("links", "--only-target", at + "/404", at + "/loop", "http://127.0.0.1:1/", "http://[x", "foo://h.example/",
                     "data:,x", at + "/")
        self.assertEqual((result.status, result.out.decode()), (3, at + "/x\n"))
        lines = result.errors.splitlines()
        for line, (uri, part) in zip(lines, ((at + "/404", '"404"'), (at + "/loop", "more than 10 times"), ("http://127.0.0.1:1/", "refused"),
                                             ("http://[x", ""), ("foo://h.example/", ""))):
            self.assertIn(f"cannot read {uri}: ", line)
            self.assertIn(part, line)
        self.assertEqual(len(lines), 5)
        record, = self.links(at + "/404", status=3)
        self.assertEqual((record["type"], record["file"]), ("error", at + "/404"))

    def test_policy(self):
        """A redirect to another origin passes the guard (uriel_guard.h)."""
        other = self.serve({"/": page(b"<a href=x>", HTML)})
        at = self.serve({"/": redirect(other + "/")})
        result = run("links", at + "/")
        self.assertEqual(result.status, 3)
        self.assertIn("the policy denies", result.errors)
        policy = self.folder / "policy"
        policy.write_text("allow network 127.0.0.0/8\nallow port 1024-65535\n")
        self.assertEqual(self.references(f"--policy={policy}", at + "/"), [("a", "x", other + "/x")])

    def test_cache(self):
        """RFC 9111, 4.2: a fresh answer is used again, with its header."""
        server = web({"/": b"HTTP/1.1 200 x\r\nContent-Type: text/html\r\nCache-Control: max-age=60\r\nLink: <n>\r\n"
                           b"Transfer-Encoding: chunked\r\n\r\nb\r\na\n<a href=x\r\n1\r\n>\r\n0\r\n\r\n"})
        self.addCleanup(server.close)
        at = f"http://127.0.0.1:{server.port}/"
        for _ in range(2):
            self.assertEqual(self.references(f"--cache={self.folder}/cache", at), [("Link", "n", at + "n"), ("a", "x", at + "x")])
        self.assertEqual(server.count, 1)

    def test_password(self):
        """RFC 3986, 7.5: no password is printed; RFC 7617: it is sent if the server asks for it."""
        def serve(connection):
            self.assertIn(b"\r\nAuthorization: Basic dTpzZWNyZXQ=\r\n", server.heads[-1])
            connection.sendall(page(b"<a href=//h.example/x>", HTML))
        calls = [lambda connection: connection.sendall(page(b"", "WWW-Authenticate: Basic realm=x", code="401 x")), serve]
        server = web({"/": lambda connection: calls.pop(0)(connection)})
        self.addCleanup(server.close)
        result = run("links", f"http://u:secret@127.0.0.1:{server.port}/")
        self.assertEqual(result.status, 0, result.errors)
        self.assertIn("-> http://h.example/x", result.out.decode())
        self.assertNotIn("secret", result.out.decode() + result.errors)

    def test_file_with_the_name(self):
        """A file whose name is a URI is read, with a note."""
        (self.folder / "http:" / "h.example").mkdir(parents=True)
        (self.folder / "http:" / "h.example" / "a").write_text("<a href=http://h.example/b>")
        done = subprocess.run([URIEL, "links", "--only-target", "http://h.example/a"], cwd=self.folder, capture_output=True,
                              timeout=TIMEOUT, env=ENVIRONMENT)
        self.assertEqual((done.returncode, done.stdout), (0, b"http://h.example/b\n"))
        self.assertIn(b'"http://h.example/a" is also a URI: the file', done.stderr)

    def test_list(self):
        """The lines of --file can be URIs of pages."""
        at = self.serve({"/": page(b"<a href=http://h.example/1>", HTML), "/x": page(b"<a href=http://h.example/2>", HTML)})
        (self.folder / "local.html").write_text("<a href=http://h.example/3>")
        lines = f"{at}/\n{self.folder}/local.html\n{at}/x\n".encode()
        for command in (("links", "--only-target"), ("find", "--only-reference")):
            self.assertEqual(run(*command, "-f-", input=lines).out, b"http://h.example/1\nhttp://h.example/3\nhttp://h.example/2\n")

    def test_memory(self):
        """A page is kept in a temporary file, not in memory."""
        body = b"see http://h.example/ and so on\n" * (1 << 21)
        at = self.serve({"/": page(body, "Content-Type: text/plain")})
        done = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, URIEL, "links", "--only-target", "--unique", at + "/"],
                              capture_output=True, timeout=TIMEOUT, check=True)
        targets, (status, kilobytes) = done.stdout.split()[:-2], done.stdout.split()[-2:]
        self.assertEqual((targets, int(status)), ([b"http://h.example/"], 0))
        if b"__asan_init" not in pathlib.Path(URIEL).read_bytes():
            self.assertLess(int(kilobytes), 32 * 1024)


class Find(Case):
    def test_find(self):
        at = self.serve({"/": redirect("/x"), "/x": page(b"see http://h.example/a.\nand <http://h.example/b>\n", "Content-Type: text/plain"),
                         "/none": page(b"")})
        self.assertEqual(run("find", at + "/").out, b"http://h.example/a\nhttp://h.example/b\n")
        result = run("find", "--with-place", at + "/x", at + "/none")
        self.assertEqual((result.status, result.out.decode()), (0, f"{at}/x:1:5: http://h.example/a\n{at}/x:2:6: http://h.example/b\n"))
        result = run("find", "--count", "--max-redirects=0", at + "/", "http://127.0.0.1:1/", at + "/none", "-", input=b"http://h.example/")
        self.assertEqual((result.status, result.out.decode()), (3, f"{at}/none: 0\n-: 1\n"))
        self.assertIn("more than 0 times", result.errors)
        self.assertIn("refused", result.errors)
        result = run("find", "--timeout=x", at + "/")
        self.assertEqual(result.status, 3)
        self.assertIn('"--timeout" takes a number', result.errors)

    def test_json(self):
        at = self.serve({"/": page(b"http://h.example/")})
        record, = run("find", "--json", at + "/").json()
        self.assertEqual((record["file"], record["reference"]), (at + "/", "http://h.example/"))


if __name__ == "__main__":
    unittest.main()
