# SPDX-License-Identifier: MIT
"""Memory runs out while a document is read: the program reports it, at any point."""
import json
import unittest

from support import BASE, FAULTY, LinksTest

DOCUMENTS = {
    "a.xml": '<?xml version="1.0" encoding="euc-jp"?><?xml-stylesheet href="s"?><!DOCTYPE feed SYSTEM "d" [<!ENTITY e SYSTEM "f">]>'
             '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="b&amp;/"><id>urn:a</id><entry xml:base="c/"><link href="x"/>'
             '<content type="html">&lt;a href="y"></content><summary>http://h.example/ <svg style="fill:url(z)"/></summary>'
             '<style xmlns="http://www.w3.org/1999/xhtml">a{b:url(c)}</style></entry></feed></x>',
    "a.html": '<!DOCTYPE html><base href="b/"><style>@import "s";</style><object codebase="c" data="d&amp;e"></object>'
              '<iframe srcdoc="<a href=x>"></iframe><p style="background:url(y)">',
    "deep.html": "<!DOCTYPE html>" + "<div>" * 600 + '<a href="x&amp;y"><iframe srcdoc="<a href=x>"></iframe>',
    "a.css": "@import 'a';b{c:url(\\64)}",
    "a.md": "[a](b\\(c) http://h.example/\n",
    "robots.txt": "# http://h.example/\nSitemap: /s\n",
    "a.html.2": "<!DOCTYPE html><a href=a rel='b&amp;' rev='c d'>",
    "a.uris": "# urn:x-y:z\nhttp://h.example/\n" + 70000 * "x" + "\ny\n",
    "menu": "0a\tb c\th.example\t70\n1d\tftp:e@f g\th.example\t70\n8h\ti\tj\t70\n0k\t/../l\tm\t70\n",
    "list": "./a b:\n-rw-r--r-- 1 a b 1 Jan  1 00:00 c:d;e\nlrwxrwxrwx 1 a b 1 Jan  1 00:00 f -> /g h\nx\n",
    "a.overview": "1\tsee http://a.example/\tb\tc\t<d@e>\t<f@g> <h>\t\t\tNewsgroups: i,j k\nx\n",
    "set.json": '{"linkset":[{"anchor":"a\\u0062","next":[{"href":"c\\u0064"},{}],"prev":["e"]}]}',
    "wat.json": '{"Envelope":{"Payload-Metadata":{"HTTP-Response-Metadata":{"Headers":{"Lin\\u006b":"<\\u0061>;rel=\\"b\\\\c\\", d","Refresh":"1;e"},'
                '"HTML-Metadata":{"Links":[{"path":"A@/href","url":"f\\n","rel":"\\u0067"},{"path":"OBJECT@/codebase","url":"h"},'
                '{"path":"OBJECT@/data","url":"\\ud800"},{"path":"STYLE/#text","href":"i\\\\j"},{"path":"P@/style","url":"k:url(l\\\\6c)"},{}],'
                '"Head":{"Base":"m\\u0062"}}}},"WARC-Header-Metadata":{"WARC-Target-URI":"http://h\\u002eexample/ "}}}',
    "set.http": "HTTP/1.1 200 OK\r\nContent-Type: application/linkset\r\n\r\n<a>;rel=\"b\\c\";rev=\"d e\";anchor=f, g, <h>",
    "prospero": "LINK L FILE a INTERNET-D h(1) ASCII 'b c' 3\nATTRIBUTE LINK INTRINSIC ACCESS-METHOD SEQUENCE AFTP '' '' '' '' TEXT\n"
                "ATTRIBUTE LINK INTRINSIC ACCESS-METHOD SEQUENCE GOPHER INTERNET-D d ASCII 1e\nLINK\n",
    "a.eml": "Newsgroups: a, b c\nMessage-ID: <d@e>\nReferences: <f@\n g> <h\nContent-Type: text/html\n\n<a href=i>",
}


class Memory(LinksTest):
    def told(self, name, text, fail):
        path = self.write(name, text)
        return self.run_uriel("--json", "--base", BASE + name, path, status=(0, 1, 3), program=FAULTY,
                              env={"URIEL_FAIL": fail} if fail else {})

    def test_each_call(self):
        for name, text in DOCUMENTS.items():
            whole = self.told(name, text, None)
            self.assertIn(whole.returncode, (0, 1))
            for line in whole.stdout.decode().splitlines():
                json.loads(line)
            for call in ("malloc", "calloc", "realloc"):
                failed = 0
                for n in range(1, 1000):
                    done = self.told(name, text, f"{call}:{n}")
                    if done.stdout == whole.stdout and done.returncode == whole.returncode:
                        break
                    self.assertEqual(done.returncode, 3, (name, call, n, done.stderr))
                    self.assertIn(b"memory", done.stderr)
                    failed += 1
                self.assertLess(n, 999, (name, call))
                self.assertTrue(failed or call == "malloc", (name, call))


if __name__ == "__main__":
    unittest.main()
