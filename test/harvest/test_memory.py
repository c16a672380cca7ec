# SPDX-License-Identifier: MIT
"""--memory limits the memory of all documents that are read at the same time (doc/links.md, "Limits"). A document that does not
fit is an error, the same for any number of threads, and the run continues."""
import gzip
import unittest

from support import HarvestTest, is_sanitized

MIB = 1024 * 1024
OVERHEAD = 32 * MIB  # doc/links.md: the program itself, and the buffers of its threads
NAMES = '<?xml version="1.0"?><r>' + "".join(f"<n{i:06}/>" for i in range(100000)) + '<a href="http://h.example/"/></r>'
MAIL = "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n" + \
       "--b\nContent-Type: text/html\n\n<a href=x>\n" * 4000 + "--b--\n"
SRCSET = '<!DOCTYPE html><img srcset="' + "a, " * 180000 + '">'
BOMB = gzip.compress(b"<!DOCTYPE html><a href=x>" + b"<p>" * 1500000 + b"<a href=y>", 9)
URI = '<!DOCTYPE html><a href="data:,' + "a" * (3 * MIB) + '">'
PLAIN = '<a href="http://h.example/{0}">'


class Memory(HarvestTest):
    def corpus(self, name, data, count=4):
        """The document `count` times, and an ordinary one after it."""
        for i in range(count):
            self.write(f"{i}-{name}", data)
        self.write("z.html", PLAIN.format("z"))

    def fresh(self, *options, status=0):
        for path in self.place.glob("test.db*"):
            path.unlink()
        return self.measure("-q", *options, "-o", self.db, self.folder, status=status)

    def check(self, name, data, memory, status=0, errors=None, count=4):
        """With one thread and with four: the same database, and no more memory than the budget and the program itself."""
        self.corpus(name, data, count)
        dumps = []
        for jobs in (1, 4):
            result = self.fresh(f"--memory={memory // MIB}M", f"--jobs={jobs}", status=status)
            dumps.append(self.dump())
            if not is_sanitized():
                self.assertLess(result.kilobytes * 1024, memory + OVERHEAD, (name, jobs))
        self.assert_same(dumps[1], dumps[0], name)
        self.assertEqual(self.query("SELECT DISTINCT code, message FROM error"), errors or [])
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(count * len(errors or []),)])
        self.assertEqual(self.query("SELECT target FROM reference WHERE target LIKE 'http:%z'"), [("http://h.example/z",)])

    def test_bomb(self):
        """64 KB of gzip: it is read in pieces."""
        self.check("bomb.html.gz", BOMB, 16 * MIB)
        self.assertEqual(self.references("raw", "ordinal < 3")[:2], ["x", "y"])

    def test_nesting_that_does_not_fit(self):
        """One row for the 1.3 million elements, with their number."""
        self.write("a.html.gz", gzip.compress(b"<q>" * 1500000 + b"<a href=y>"))
        self.fresh("--memory=8M")
        ((code, message, count),) = self.query("SELECT code, message, error_count FROM error JOIN document"
                                               " ON document.id = document_id WHERE reference_id IS NULL")
        self.assertEqual((code, message.endswith(f"(the first of {count} such errors)")), ("tag-too-long", True), message)
        self.assertGreater(count, 1000000)
        self.assertLess(sum(path.stat().st_size for path in self.place.glob("test.db*")), MIB)

    def test_text_that_does_not_fit(self):
        """Its text does not fit: none of it is read, and the status reports this."""
        error = ("document-too-large", "the document takes more memory than the budget has (see --memory)")
        sheet = gzip.compress(b"@import 'x';" + b"a{b:c} " * 700000, 9)
        self.check("bomb.css.gz", sheet, 3 * MIB, status=1, errors=[error])
        self.assertEqual(self.query("SELECT DISTINCT status FROM document WHERE path LIKE '%bomb%'"), [("too large",)])

    @unittest.skipIf(is_sanitized(), "takes memory of its own")
    def test_srcset(self):
        self.check("srcset.html", SRCSET, 28 * MIB, count=2)
        self.assertEqual(self.query("SELECT count(*) FROM reference WHERE attribute = 'srcset'"), [(360000,)])

    def test_names(self):
        self.check("names.xml", NAMES, 24 * MIB)
        self.fresh("--memory=2M", status=1)
        self.assertEqual(self.query("SELECT DISTINCT code FROM error"), [("document-too-large",)])

    def test_mail(self):
        """Its tree is GMime's, which ends the program when memory runs out: its memory is charged in advance."""
        self.check("mail.eml", MAIL, 20 * MIB)
        expected = self.contents()
        self.fresh("--memory=8M", status=1)
        self.assertEqual(self.query("SELECT DISTINCT message FROM error"), [
            ("a message that takes more memory than the budget has (see --memory) is read as running text",)])
        self.assertEqual(self.query("SELECT DISTINCT status FROM document WHERE path LIKE '%mail%'"), [("too large",)])
        self.read_again("--memory=20M", expected)

    def test_mail_of_too_many_bytes(self):
        self.write("a.eml", MAIL)
        self.fresh()
        expected = self.contents()
        self.fresh("--max-size=1000", status=1)
        self.read_again("--max-size=1000000", expected)

    def test_page_in_a_mailbox(self):
        """The mailbox itself was read to its end: the status counts nested documents (doc/database.md, `status`)."""
        page = '<!DOCTYPE html><a href="http://h.example/">' + " " * 2000
        self.write("m.mbox", f"From a@b Sat Jan  1 00:00:00 2000\nFrom: a@b\nMIME-Version: 1.0\nContent-Type: text/html\n\n{page}\n" * 3)
        self.fresh()
        expected = self.contents()
        self.fresh("--max-size=1000", status=1)
        self.measure("-q", "--max-size=1000", "-o", self.db, self.folder, status=1)
        self.read_again("--max-size=1000000", expected)

    def contents(self):
        return [self.query(f"SELECT path, part, status, {columns} FROM {rows} ORDER BY path, part, 4") for columns, rows in (
            ("note", "document"), ("raw", "reference JOIN document ON document.id = document_id"))]

    def read_again(self, option, expected):
        """A message that did not fit, whose parts are lost as they may be encoded, is tried again by the next run (doc/links.md,
        "Limits")."""
        self.measure("-q", option, "-o", self.db, self.folder)
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(0,)])
        self.assertEqual(self.contents(), expected)

    def test_long_reference(self):
        self.check("uri.html", URI, 64 * MIB)
        self.check("uri.html", URI, 24 * MIB, status=1, errors=[
            ("document-too-large", "the document takes more memory than the budget has (see --memory)")])

    def test_more_than_one_at_once(self):
        """Each document fits, but not two at a time: they wait for each other, or start again."""
        for i in range(40):
            kind = i % 4
            data = [SRCSET[:30000] + '">', NAMES[:60000] + "</r>", MAIL[:30000], PLAIN.format(i) * 3000][kind]
            self.write(f"{i:02}.{('html', 'xml', 'eml', 'html')[kind]}", data)
        self.fresh("--jobs=1")
        expected = self.dump()
        for jobs in (1, 2, 5, 16):
            self.fresh("--memory=6M", f"--jobs={jobs}")
            self.assert_same(self.dump(), expected, jobs)

    def test_ordinary_documents_fit(self):
        for i, data in enumerate((PLAIN.format("a") * 20000, NAMES, MAIL, SRCSET)):
            self.write(f"{i}.{('html', 'xml', 'eml', 'html')[i]}", data)
        self.fresh()
        self.assertEqual(self.query("SELECT count(*) FROM error WHERE reference_id IS NULL"), [(0,)])


if __name__ == "__main__":
    unittest.main()
