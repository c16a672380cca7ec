# SPDX-License-Identifier: MIT
"""The command `uriel links`: its options and its forms of output."""
import gzip
import json
import os
import re
import resource
import subprocess
import unittest

from support import BASE, MAIL, PAGE, TARGETS, TIMEOUT, URIEL, CommandTest


class List(CommandTest):
    def test_lines(self):
        out, err = self.run_text("-b", BASE + "page.html", "page.html", cwd=self.page().parent, status=(1,))
        self.assertEqual(out, f"""page.html: base {BASE}page.html (retrieval)
  1:10      a@href            b.html -> {BASE}b.html
  2:11      img@src           /x.png -> http://h.example/x.png
  2:28      a@href            http://[ ->
  3:10      a@href            https://o.example/#f
""")
        self.assertTrue(err.startswith("uriel: page.html:2:28: not a URI reference (RFC 3986): "), err)
        self.assertRegex(err, r"\n  http://\[\n +[~^]+ expected .*\(RFC 3986, 3\.2\.2\)\n$")

    def test_file_size_limit(self):
        """An output that cannot grow is an error with a reason; the signal would end the program silently."""
        page = self.page(data="".join(f'<a href="http://h{i}.example/">' for i in range(3000)))
        for options in ([], ["--json"]):
            with open(self.folder / "out", "wb") as out:
                done = subprocess.run([URIEL, "links", *options, str(page)], stdout=out, stderr=subprocess.PIPE, timeout=TIMEOUT,
                                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)))
            self.assertEqual((done.returncode, done.stderr), (3, b"uriel: cannot write standard output: File too large\n"))

    def test_no_base_is_a_error_and_not_guessed(self):
        out, err = self.run_text(self.page(data='<a href="x?y"><a href="http://h/">'), status=(1,))
        self.assertEqual(out.splitlines()[0].split(": ")[1], "no base")
        self.assertEqual([line.split(maxsplit=2)[2] for line in out.splitlines()[1:]], ["x?y ->", "http://h/"])
        self.assertRegex(err, r"^uriel: \S+page\.html: 1 relative reference, and no base URI is known \(RFC 3986, 5\.1\): "
                              r"see --base and --file-base\n$")

    def test_no_base_is_told_once_of_a_document(self):
        message = "relative references, and no base URI is known (RFC 3986, 5.1): see --base and --file-base"
        data = '<a href="x"><a href="http://h/"><img src="y"><a href="a[b"><iframe srcdoc="<a href=1><a href=2>"></iframe><a href="z">'
        self.page(data=data)
        self.page("b.html", '<a href="x"><a href="/y">')
        for arguments in ((), ("-q",), ("-t",), ("--only-target",), ("--unique",)):
            out, err = self.run_text(*arguments, "--strict", "page.html", "b.html", cwd=self.folder, status=(1,))
            self.assertEqual([line for line in err.splitlines() if "no base" in line],
                             [f"uriel: page.html!1: 2 {message}", f"uriel: page.html: 3 {message}", f"uriel: b.html: 2 {message}"])
            self.assertEqual(err.count("not a URI reference"), 1)
        out, err = self.run_text("-j", "--strict", "page.html", cwd=self.folder, status=(1,))
        self.assertEqual((out.count("base-not-absolute"), err), (5, ""))
        self.assertEqual(self.run_text("-s", "page.html", cwd=self.folder, status=(1,))[1], "")

    def test_no_base_is_told_where_there_are_references(self):
        self.page(data="<p>nothing</p>")
        self.assertEqual(self.run_text("page.html", cwd=self.folder, status=(0,)), ("page.html: no references\n", ""))
        self.assertEqual(self.out("-b", "http://h/", "page.html", cwd=self.folder), "page.html: base http://h/ (retrieval)\n")
        self.assertEqual(self.out("page.html", input=b"", cwd=self.folder, status=(0,)), "page.html: no references\n")
        self.write("m.eml", MAIL.replace("one.html", "http://h/"))
        self.assertEqual(re.findall(r"(?m)^\S+: .*$", self.out("m.eml", cwd=self.folder, status=(0,))),
                         ["m.eml: no base", "m.eml!1: no base", "m.eml!2: no base"])

    def test_folder_without_a_slash_is_told(self):
        self.page(data='<a href="x">')
        word = "does not end in"
        for base, told in (("http://h/d", True), ("http://h/d/", False), ("http://h", False), ("http://h/d/?q", False)):
            self.assertEqual(word in self.run_text("--only-target", "-b", base, self.folder)[1], told, base)
        self.assertNotIn(word, self.run_text("--only-target", "-b", "http://h/d", self.folder / "page.html")[1])
        self.assertNotIn(word, self.run_text("--only-target", "-s", "-b", "http://h/d", self.folder)[1])

    def test_kind_is_declared(self):
        text = b'Intro\n<a href="rel">http://h/t</a> url(u)'
        for kind, targets in (("html", ["rel"]), ("text", ["http://h/t"]), ("css", ["u"]), ("markdown", ["rel", "http://h/t"])):
            out = self.out("--format", "{raw}", f"--kind={kind}", "-b", BASE, input=text, status=(0, 1))
            self.assertEqual(out.split(), targets, kind)
        self.assertEqual(self.out("--format", "{kind}", "--kind", "html", "-b", BASE, input=gzip.compress(text)), "html\n")
        record = json.loads(self.out("-j", "--kind", "message", input=b"text", status=(0, 1)).splitlines()[0])
        self.assertEqual((record["kind"], record["media_type"]), ("message", "message/rfc822"))
        self.assertIn("warc", self.usage("--kind=nonsense"))

    def test_what_blanks_hide_is_quoted(self):
        out = self.out("-b", "http://h/", self.page(data='<a href=""><a href=" x"><a href="y "><a href="z">'))
        self.assertEqual([line.split(maxsplit=2)[2] for line in out.splitlines()[1:]],
                         ['"" -> http://h/', '" x" -> http://h/x', '"y " -> http://h/y', "z -> http://h/z"])

    def test_text_in_markup_stands_in_its_column(self):
        out = self.out(self.write("a.xml", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e SYSTEM 'http://h/e'>]><a>http://h/t</a>"))
        self.assertLessEqual({line.index("http") for line in out.splitlines() if line.startswith("  ")}, {30}, out)
        self.assertEqual(out.count("http"), 2)

    def test_what_is_beyond_the_root_is_told(self):
        out = self.out("-b", "http://h/a/b", self.page(data='<a href="../../../c">'))
        self.assertIn(' ../../../c -> http://h/c (".." beyond the root: 2)\n', out)

    def test_passwords_are_hidden(self):
        path = self.page(data='<a href="http://u:secret@h/"><a href="http://u:secret@h/[">')
        out, err = self.run_text(path)
        self.assertNotIn("secret", out + err)
        self.assertEqual((out + err).count("u:****@h"), 3)
        self.assertIn("http://u:secret@h/\n", self.out("--only-target", path))

    def test_control_characters_are_not_printed(self):
        path = self.write("a\x1b[31m\n.html", '<a href="b\x1b[31m\nc"><a href="\x7f\xc2\x9b">')
        for arguments in ((), ("--color=always",)):
            out, err = self.run_text(*arguments, path)
            for text in (out, err):
                self.assertNotIn("\x1b[31m\n", text)
                self.assertNotIn("\x7f", text)
                self.assertIn("\\x1b[31m", text)
            self.assertEqual(len(out.splitlines()), 3)

    def test_long_texts_are_cut(self):
        path = self.page(data='<a href="data:,' + "x" * 5000 + '">')
        out = self.out(path)
        self.assertLess(len(out), 1200)
        self.assertTrue(out.endswith("xxx...\n"), out[-20:])
        self.assertEqual(len(self.out("--only-target", path)), 5007)

    def test_documents_in_documents(self):
        """The heading is the part's number, repeated after the output of nested parts."""
        path = self.write("mail.eml", "From: a@example.com\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
                          'Content-Type: text/html\nContent-Location: a/\n\n<a href="[">\n<iframe srcdoc="<a href=b>"></iframe>\n--b--\n')
        out, err = self.run_text("--strict", "-b", "http://h/", path.name, cwd=self.folder)
        self.assertIn("mail.eml!1.1: base http://h/a/ (entity)\n  1:9       a@href            b -> http://h/a/b\n", out)
        self.assertIn("\nmail.eml!1: continued\n", out)
        self.assertIn("uriel: mail.eml!1:1:10: not a URI reference", err)

    def test_note(self):
        """Notes on how a document was read, if that is unusual."""
        out = self.out("-b", "http://h/", self.page("a.svg", "<svg><a href='b'/></g>"), status=(1,))
        self.assertRegex(out, r"\n  1:15      a@href            b -> http://h/b\n  note: not well-formed.*\n$")

    def test_relation_and_part(self):
        path = self.write("a.http", "HTTP/1.1 200 OK\r\nLink: <n>; rel=\"next \x07\"; anchor=a\r\n\r\n")
        out = self.out("-b", "http://h/", path)
        self.assertIn("  2:8       Link:             n -> http://h/n (rel next \\x07)\n", out)
        self.assertIn(" Link@anchor:      a -> http://h/a (a name)\n", out)
        path = self.write("mail.eml", MAIL.replace("one.html", "cid:x").replace("text/plain", "text/plain\nContent-ID: <x>"))
        self.assertIn(" cid:x (part 2)\n", self.out(path))

    def test_binary(self):
        png = self.write("a.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
        self.assertRegex(self.out(png, status=(0,)), r"a\.png: binary \(png\)\n$")
        self.assertEqual(self.out(self.folder, status=(0,)), "")
        records = [json.loads(line) for line in self.out("--json", self.folder).splitlines()]
        self.assertEqual([(record["type"], record.get("kind"), record.get("status")) for record in records],
                         [("document", "binary", None), ("end", None, "binary")])

    def test_colour(self):
        out, err = self.run_text("--color=always", "-b", BASE, self.page())
        self.assertIn("\x1b[1;32mh.example\x1b[0m", out)
        self.assertIn("\x1b[1;31mhttp://[\x1b[0m ->", out)
        self.assertIn("\x1b[1;31m", err)
        self.assertNotIn("\x1b", self.out("-b", BASE, self.page()))


class Bases(CommandTest):
    """The four steps of RFC 3986, 5.1, and the sources of a retrieval URI."""

    def heading(self, *arguments, **how):
        return self.out(*arguments, **how).splitlines()[0].partition(": ")[2]

    def test_content(self):
        path = self.page(data='<base href="sub/"><a href="x">')
        self.assertEqual(self.heading("-b", "http://h/d/p", path), "base http://h/d/sub/ (content: base element)")
        self.assertEqual(self.out("--only-target", "-b", "http://h/d/p", path).split()[1], "http://h/d/sub/x")

    def test_entity(self):
        path = self.write("mail.eml", "Content-Base: http://e/d/\n" + MAIL)
        headings = [line for line in self.out(path).splitlines() if not line.startswith(" ")]
        self.assertEqual([heading.partition("mail.eml")[2] for heading in headings],
                         [": base http://e/d/ (content: Content-Base)", "!1: base http://e/d/ (entity)",
                          "!2: base http://e/d/ (entity)"])
        self.assertIn("http://e/d/one.html\n", self.out("--only-target", path))

    def test_retrieval(self):
        path = self.page()
        self.assertEqual(self.heading("-b", "http://h/p#f", path), "base http://h/p (retrieval)")
        self.assertEqual(self.heading("-b", "http://h/p", input=PAGE.encode()), "base http://h/p (retrieval)")
        self.assertEqual(self.heading("--file-base", path), f"base file://{path} (retrieval)")

    def test_none(self):
        self.assertEqual(self.heading(self.page()), "no base")
        self.assertEqual(self.heading("--file-base", input=PAGE.encode()), "no base")
        self.assertEqual(self.heading("--file-base", "-", input=PAGE.encode()), "no base")

    def test_redirects(self):
        """The last one is used; each is resolved against the previous one."""
        for chain, base in ((["http://h/a/b", "c"], "http://h/a/c"), (["http://h/a/b", "../x/", "?q"], "http://h/x/?q"),
                            (["http://h/a", "//i/b", "c/"], "http://i/c/"), (["http://h/a", "https://j/"], "https://j/"),
                            (["http://h/a?q#f", ""], "http://h/a?q")):
            options = [f"--base={uri}" for uri in chain]
            self.assertEqual(self.heading(*options, self.page()), f"base {base} (retrieval)")

    def test_bases_as_people_have_them(self):
        """RFC 3986, 2.1: invalid characters are percent-encoded; a host is converted by IDNA (RFC 3987, 3.1)."""
        for chain, base in ((["http://h/?x[]=1"], "http://h/?x%5B%5D=1"), (["<http://h/A|B>"], "http://h/A%7CB"),
                            (["http://b\u00fccher.example/Caf\u00e9"], "http://xn--bcher-kva.example/Caf%C3%A9"),
                            (["http://h/a/", "b c"], "http://h/a/b%20c"), (["http://h/100%"], "http://h/100%25")):
            for options in ((), ("--spec=rfc3986",), ("--spec=whatwg",)):
                self.assertEqual(self.heading(*options, *(f"--base={uri}" for uri in chain), self.page()), f"base {base} (retrieval)")
            self.write("site/p.html", "<a href=x>")
            if len(chain) == 1:
                self.assertEqual(self.out("--check", "--json", f"--base={chain[0]}", self.folder / "site"),
                                 self.out("--check", "--json", f"--base={base}", self.folder / "site"))

    def test_bases_that_are_none(self):
        for chain, word in ((["a"], "a base URI needs a scheme"), (["//h/"], "a base URI needs a scheme"),
                            (["http://["], "not a URI reference"), (["http://h/", "//a b/"], "a space is not allowed")):
            self.assertIn(word, self.usage(*(f"--base={uri}" for uri in chain), self.page()))

    def test_folders(self):
        self.write("a b/c:d.html", "<a href=x>")
        self.write("e.html", "<a href=x>")
        self.assertEqual(self.out("--only-target", "--base=http://h/s/", self.folder).split(), ["http://h/s/a%20b/x", "http://h/s/x"])
        self.assertEqual(self.out("--only-target", "--file-base", self.folder).split(),
                         [f"file://{self.folder}/a%20b/x", f"file://{self.folder}/x"])
        self.assertEqual(self.out("--only-target", "--file-base", ".", cwd=self.folder), self.out("--only-target", "--file-base", self.folder))
        out = self.out("a b/", "e.html", cwd=self.folder)
        self.assertEqual(re.findall(r"(?m)^(\S.*): ", out), ["a b/c:d.html", "e.html"])


class Json(CommandTest):
    def test_document_reference_end(self):
        told = self.links("page.html", PAGE)
        path = str(self.folder / "page.html")
        self.assertEqual(told.documents, [{"type": "document", "file": path, "document": 1, "kind": "html", "format": "html",
                                           "retrieval": BASE + "page.html", "base": BASE + "page.html", "base_source": "retrieval"}])
        self.assertEqual(told.references[1],
                         {"type": "reference", "file": path, "document": 1, "ordinal": 2, "kind": "html", "offset": 33,
                          "line": 2, "column": 11, "element": "img", "attribute": "src", "raw": "/x.png", "valid": True,
                          "reference": "/x.png",
                          "form": "relative", "base": BASE + "page.html", "base_source": "retrieval",
                          "target": "http://h.example/x.png", "normal": "http://h.example/x.png"})
        self.assertEqual(told.ends, [{"type": "end", "file": path, "document": 1, "status": "done", "size": len(PAGE),
                                      "references": 4, "errors": 1}])
        self.assertEqual(told[0]["type"], "document")
        self.assertEqual(told[-1]["type"], "end")

    def test_errors(self):
        error = self.links("page.html", PAGE).references[2]["error"]
        self.assertEqual((error["code"], error["component"], error["section"]), ("host-unclosed", "host", "3.2.2"))
        record = self.links("page.html", "<a href=x>", base=None).references[0]
        self.assertEqual((record["error"]["code"], record["base_source"]), ("base-not-absolute", "none"))
        self.assertFalse({"base", "target", "normal"} & set(record))

    def test_excess(self):
        records = self.links("page.html", "<a href=../../../x><a href=y>").references
        self.assertEqual([record.get("excess") for record in records], [2, None])

    def test_bases_of_one_reference(self):
        """base_source describes the base that the reference was resolved against, not always the document's."""
        told = self.links("page.html", "<base href=b/><a href=x><object codebase=c/ data=y></object>")
        self.assertEqual(told.documents[0]["base_source"], "content")
        self.assertEqual(told.values("raw", "base", "base_source")[0], ("b/", BASE + "page.html", "retrieval"))
        self.assertEqual(told.values("raw", "base", "base_source")[1], ("x", BASE + "b/", "content"))
        self.assertIn(("y", BASE + "b/c/", "content"), told.values("raw", "base", "base_source"))

    def test_parts(self):
        told = self.links("mail.eml", MAIL, base=None)
        self.assertEqual([(record["type"], record.get("part"), record.get("parent")) for record in told
                          if record["type"] != "reference"],
                         [("document", None, None), ("document", "1", 1), ("end", "1", None), ("document", "2", 1),
                          ("end", "2", None), ("end", None, None)])
        self.assertEqual([(record["part"], record["document"], record["raw"]) for record in told.references],
                         [("1", 2, "one.html"), ("2", 3, "http://example.com/two")])

    def test_odd_bytes(self):
        """Output is always JSON, and the bytes can be recovered."""
        data = b'<meta charset=utf-8><a href="http://h/\xff\xfe"><a href="\x01\x02"><a href="\xe2\x80\xae&quot;\\">' + b'<a href="\xf0\x9f\x92">'
        name = os.fsdecode(b"odd\xff\n\".html")
        done = self.run_uriel("--json", "-b", BASE, self.write(name, data))
        records = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n")[:-1]]
        raws = [bytes.fromhex(record["raw_hex"]) for record in records if "raw_hex" in record]
        self.assertEqual(raws, [b"http://h/\xff\xfe", b"\xf0\x9f\x92"])
        self.assertTrue(all(bytes.fromhex(record["file_hex"]).endswith(b"odd\xff\n\".html") for record in records))
        self.assertEqual(records[2]["raw"], "\x01\x02")
        self.assertEqual(done.stderr, b"")

    def test_quiet_prints_the_errors_for_people(self):
        out, err = self.run_text("--json", "-q", "-b", BASE, self.page(), status=(1,))
        self.assertEqual((out, err.count("not a URI reference")), ("", 1))


class Forms(CommandTest):
    def test_only_target(self):
        self.assertEqual(self.out("--only-target", "-b", BASE, self.page()).splitlines(), TARGETS)
        self.assertEqual(self.out("--only-target", "-0", "-b", BASE, self.page()).split("\0"), [*TARGETS, ""])

    def test_unique(self):
        data = '<a href="a"><a href="./a"><a href="HTTP://H.EXAMPLE/d/a"><a href="b"><a href="["><a href="["><a href="a#">'
        path = self.page(data=data)
        for paths in ([path], [path, path]):
            self.assertEqual(self.out("--only-target", "--unique", "--strict", "-b", BASE, *paths).splitlines(), [BASE + "a", BASE + "b", BASE + "a#"])
        self.assertEqual(len(self.out("--unique", "--strict", "-b", BASE, path, path).splitlines()), 2 + 3 + 4)

    def test_unique_of_many(self):
        path = self.page(data="".join(f'<a href="{i % 3000}">' for i in range(9000)))
        self.assertEqual(self.out("--only-target", "--unique", "-b", BASE, path).splitlines(), [BASE + str(i) for i in range(3000)])

    def test_tsv(self):
        lines = self.out("--tsv", "--header", "-b", BASE, self.page("a.html", PAGE)).splitlines()
        header = lines[0].split("\t")
        self.assertEqual(header, "file part kind line column offset element attribute header raw reference form base base_source "
                                 "target normal excess names relation identifies guess original host host_unicode elsewhere "
                                 "error_code error_offset".split())
        rows = [dict(zip(header, line.split("\t"))) for line in lines[1:]]
        self.assertEqual([row["target"] for row in rows], [*TARGETS[:2], "\\N", TARGETS[2]])
        self.assertEqual([row["error_code"] for row in rows], ["\\N", "\\N", "host-unclosed", "\\N"])
        self.assertEqual((rows[1]["line"], rows[1]["column"], rows[1]["offset"], rows[1]["part"]), ("2", "11", "33", "\\N"))

    def test_tsv_escapes(self):
        out = self.out("--tsv", "--strict", "-b", BASE, self.page(data='<a href="\n\ta\\">'))
        self.assertIn("\t\\n\\ta\\\\\ta\\\\\t", out)
        self.assertEqual(out.count("\n"), 1)

    def test_format(self):
        """An invalid reference also has a line, without a target."""
        out = self.out("--format", "{line}:{column} {element}@{attribute} [{target:upper}]{error_code}", "-b", BASE, self.page())
        self.assertEqual(out.splitlines()[1:3], ["2:11 img@src [HTTP://H.EXAMPLE/X.PNG]", "2:28 a@href []host-unclosed"])
        self.assertEqual(self.out("-0", "--format={raw}", "-b", BASE, self.page()).split("\0")[:2], ["b.html", "/x.png"])

    def test_quiet_and_silent(self):
        out, err = self.run_text("-q", "-b", BASE, self.page(), status=(1,))
        self.assertEqual((out, err.count("\n")), ("", 3))
        out, err = self.run_text("-s", "-b", BASE, self.page(), status=(1,))
        self.assertEqual((len(out.splitlines()), err), (5, ""))

    def test_guesses(self):
        """Only on request, only references, and never checked."""
        path = self.write("guess.html", '<a href="#a" id="a" data-href="b.html"><img data-original="[" data-srcset="c, http://[ 2x">')
        self.assertEqual(len(self.out("--only-target", "-b", BASE, path).splitlines()), 1)
        out = self.out("-b", BASE, "--guess", path)
        self.assertEqual(out.count(" (a guess)\n"), 3, out)
        self.assertNotIn("http://[", out)
        self.assertEqual(self.run_uriel("--check", "--guess", path).returncode, 0)
        path = self.write("if.html", '<a href="if.html"><!--[if IE]><link href="ie.css"><a id="b" href="#c"><![endif]--><!--<a href="d">-->')
        self.assertEqual(self.out("--only-target", "-b", BASE, path).splitlines(), [BASE + "if.html"])
        out = self.out("-b", BASE, "--guess", path)
        self.assertEqual([line.split()[0] for line in out.splitlines() if "(a guess)" in line], ["1:43", "1:67"], out)
        self.assertEqual(self.run_uriel("--check", "--guess", path).returncode, 0)
        xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><img data-src="b" src="guess.html"/><param name="movie" value="c"/></html>'
        path = self.write("guess.xhtml", xhtml)
        self.assertNotIn("guess)", self.out("-b", BASE, path))
        out = self.out("-b", BASE, "--guess", path)
        self.assertEqual(out.count(" (a guess)\n"), 2, out)
        self.assertEqual(self.run_uriel("--check", "--guess", path).returncode, 0)

    def test_identifiers(self):
        path = self.write("a.xhtml", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><a href="x"/></html>')
        self.assertIn(" (a name)\n", self.out("-b", BASE, path))
        self.assertNotIn(" (a name)\n", self.out("-b", BASE, "--no-identifiers", path))
        self.assertEqual(self.out("--only-target", "-b", BASE, "--no-identifiers", path).splitlines(), [BASE + "x"])
        records = [json.loads(line) for line in self.out("--json", "-b", BASE, path).splitlines()]
        self.assertEqual([record.get("identifies") for record in records if record["type"] == "reference"], [True, None])

    def test_max_size(self):
        path = self.page("a.css", "@import 'x';" + " " * 1000)
        out, err = self.run_text("--max-size=1000", "-b", BASE, path, status=(1,))
        self.assertEqual(len(out.splitlines()), 1)
        self.assertRegex(err, r"a\.css: .*1000 bytes")
        for size in ("1012", "1k", "1K", "1m", "512M"):
            self.assertEqual(self.out("--only-target", f"--max-size={size}", "-b", BASE, path, status=(0,)), BASE + "x\n")
        for name, data, noun in (("a.css", "a { }" * 300, "a style sheet"), ("robots.txt", "Allow: /\n" * 300, "robots.txt")):
            self.assertIn(f"{noun} of more than 1000 bytes (see --max-size)\n",
                          self.run_text("--max-size=1000", self.page(name, data), status=(1,))[1])
        html = self.page(data="<a href=x>" + " " * 1000)  # is not read as a whole
        self.assertEqual(self.out("--only-target", "--max-size=100", "-b", BASE, html, status=(0,)), BASE + "x\n")
        path = self.page("a.css", "@import 'x';" + " " * 1020)
        self.assertEqual(self.run_text("--max-size=1k", "-b", BASE, path, status=(1,))[1].count("1024 bytes"), 1)

    def test_include_and_exclude(self):
        for name in ("a.html", "b.htm", "s/c.html", "t/d.html"):
            self.write(name, f'<a href="http://h/{name}">')
        for options, names in (([], "a.html b.htm s/c.html t/d.html"), (["--include=*.html"], "a.html s/c.html t/d.html"),
                               (["--exclude=s", "--exclude=*.htm"], "a.html t/d.html"), (["--include", "*.html", "--exclude", "s"], "a.html t/d.html"),
                               (["--include=*.html", "--exclude=t/"], "a.html s/c.html")):
            self.assertEqual(self.out("--only-target", *options, self.folder).split(), [f"http://h/{name}" for name in names.split()])

    def test_compressed(self):
        path = self.write("a.html.gz", gzip.compress(PAGE.encode()))
        self.assertEqual(self.out("--only-target", "-b", BASE, path).splitlines(), TARGETS)


class Files(CommandTest):
    def test_list(self):
        """-f: reads paths from the lines of a file, instead of operands."""
        self.page("a.html", "<a href=http://h/a>")
        self.page("t/b.html", "<a href=http://h/b>")
        paths = self.page("list", "a.html\r\n\nt\n")
        for more, input in ((["-f", paths], b""), (["--file=-"], b"a.html\nt"), (["-0", "-f-"], b"a.html\0t\0")):
            out = self.out("--only-target", *more, cwd=self.folder, input=input)
            self.assertEqual(out.replace("\0", "\n").split(), ["http://h/a", "http://h/b"])
        self.assertEqual(self.out("-f-", cwd=self.folder, input=b""), "")
        out, err = self.run_text("--only-target", "-f-", cwd=self.folder, input=b"gone\na.html\n", status=(3,))
        self.assertEqual((out, err), ("http://h/a\n", "uriel: cannot read gone: No such file or directory\n"))
        self.assertEqual(self.run_text("-f", "gone", cwd=self.folder, status=(3,))[1], "uriel: cannot read gone: No such file or directory\n")
        self.assertIn("operands and --file exclude each other", self.usage("-f", "x", "y"))


class Usage(CommandTest):
    def test_errors(self):
        for arguments, word in ((["--wrong"], "unknown option"), (["-", "-"], "standard input can be read only once"),
                                (["--json", "--tsv"], "exclude each other"), (["--only-target", "--format={raw}"], "exclude each other"),
                                (["--base=http://h/", "--file-base"], "exclude each other"), (["--header"], "goes with --tsv"),
                                (["--format={targt}"], 'did you mean "target"'), (["--max-size=0"], "takes a number"),
                                (["--max-size=1kB"], "takes a number of bytes from 1 to 536870912, such as 65536, 64k or 64M"),
                                (["--max-size=513M"], "takes a number"), (["--max-size=k"], "takes a number"),
                                (["--include="], 'option "--include" takes a pattern, not ""'), (["--color=x"], "auto, always or never")):
            with self.subTest(arguments):
                self.assertIn(word, self.usage(*arguments))

    def test_help(self):
        self.assertTrue(self.out("--help", status=(0,)).startswith("Usage: uriel links "))

    def test_status(self):
        good, bad = self.page("good.html", "<a href=http://h/>"), self.page("bad.html", "<a href=http://[>")
        none, gone = self.page("none.html", "<p>"), self.folder / "gone"
        for operands, status in (([good], 0), ([none], 0), ([bad], 1), ([good, bad], 1), ([gone], 3), ([bad, gone, good], 3)):
            self.run_uriel(*operands, status=(status,))


class Names(CommandTest):
    def test_names_of_files(self):
        """uriel(1), OUTPUT: no name ends a record; with -0 names are unchanged; JSON has the bytes in file_hex."""
        name, shown = b"a\nb\x1b[31m\xff.html", b"a\\x0ab\\x1b[31m\\xff.html"
        path = os.fsencode(self.folder) + b"/" + name
        with open(path, "wb") as file:
            file.write(b"<a href=http://h.example/>")
        where = os.fsencode(self.folder) + b"/"
        run = lambda *options: self.run_uriel(*options, os.fsdecode(where), status=(0,)).stdout
        self.assertEqual(run("--format={file} {line}"), where + shown + b" 1\n")
        self.assertEqual(run("--format={file} {line}", "-0"), where + name + b" 1\0")
        self.assertEqual(run().split(b": no base\n")[0], where + shown)
        self.assertEqual(run("--tsv").split(b"\t")[0], where + name.replace(b"\n", b"\\n"))
        for line in run("--json").decode().splitlines():
            self.assertEqual(bytes.fromhex(json.loads(line)["file_hex"]), where + name)


if __name__ == "__main__":
    unittest.main()
