# SPDX-License-Identifier: MIT
"""What people have (--spec=lenient): what everyday commands read, and that they accept each other's output."""
import pathlib
import random
import unittest

from support import ToolTest, uriel

ROOT = pathlib.Path(__file__).resolve().parents[2]
EVERYDAY = (["clean"], ["edit", "--set", "query.z=1"], ["edit", "--strip-tracking", "--sort-query"], ["filter", "scheme"], ["sort"],
            ["sample", "99999"])
EXACT = (["check"], ["normalize"], ["resolve", "--base=http://base.example/a/b"])
LISTS = (["clean"], ["filter", "valid or not valid"], ["sort"], ["sample", "9"], ["edit", "--remove=fragment"], ["count", "--by=host"])

# A text, how it is read, and the reference that is read; None: it is not valid.
READ = (("http://h/a b", "encoded", "http://h/a%20b"), ("http://h/?a[]=%&b=|", "encoded", "http://h/?a%5B%5D=%25&b=%7C"),
        ("http://b\u00fccher.example/\u00e4", "encoded", "http://xn--bcher-kva.example/%C3%A4"), ("http://a@b@h/", "encoded", "http://a%40b@h/"),
        (" http://h/", "whatwg", "http://h/"), ("http://h/a", None, "http://h/a"), ("a/b?c", None, "a/b?c"))
UNREAD = ("just prose", "http://a b/", "%", "http://[::1/", "http://h:80a/", "http://a\uff0fb/")

# A text, options of edit, and the result: all other bytes stay.
EDITED = (("http://h/a b/c|d?x=[1]&utm_source=\u00fc y&z= #f g", ["--strip-tracking"], "http://h/a b/c|d?x=[1]&z= #f g"),
          ("http://h/a b/c|d?y=[1]&x=\u00fc y#f g", ["--sort-query", "--set=host=x.org"], "http://x.org/a b/c|d?x=\u00fc y&y=[1]#f g"),
          ("http://b\u00fccher.example/a b/100%?%", ["--set=path.2=c d", "--set=port=81"], "http://b\u00fccher.example:81/a b/c%20d?%"),
          ("http://b\u00fccher.example/ ", ["--set=host=k\u00f6ln.example"], "http://k%C3%B6ln.example/ "),
          ("http://u v@h/ ", ["--remove=userinfo"], "http://h/ "), ("http://u v@h/ ", ["--set=scheme=x"], "x://u v@h/ "),
          ("http://h/a b?a b=1&a%20b=2", ["--remove=query.a b"], "http://h/a b"), ("http://h/ ?", ["--append=query.q=1"], "http://h/ ?q=1"),
          ("http://h/ ", ["--normalize"], "http://h/%20"), (" http://h/|", ["--set=path.-1=a"], "http://h/a"))


def awkward(count):
    """Lines that people have, from pieces; some are not references."""
    chance = random.Random(28)
    pieces = ["a", "B", "/", "//", "?", "#", ":", "@", "[", "]", "|", " ", "%", "%41", "%zz", "\\", "\u00e9", "\u65e5", "&", "=", "{x}", "^", "`", '"', "<", "..", "."]
    return [chance.choice(["http://h.example/", "https://b\u00fccher.example", "ftp://", "mailto:", "//", "", "x:"]) +
            "".join(chance.choice(pieces) for _ in range(chance.randint(0, 8))) for _ in range(count)]


class Lenient(ToolTest):
    def test_read(self):
        for text, read, reference in READ:
            with self.subTest(text):
                result = uriel("filter", "--json", "valid or not valid", input=text + "\n")
                self.assertEqual((result.status, result.errors), (0, ""))
                record, = result.records
                self.assertEqual((record["input"], record["valid"], record.get("read"), "error" in record), (text, not read, read, bool(read)))
                self.check(["filter", "--format={valid} {read} {reference}", "valid or not valid", "--", text],
                           f"{'false' if read else 'true'} {read or ''} {reference}\n")
                if read:
                    self.assertEqual(record["error"], uriel("filter", "--json", "--strict", "--invalid=keep", "not valid", "--", text).records[0]["error"])
                    self.check(["clean", "-s", "--level=string", "--", text.strip() and text], reference + "\n")

    def test_unread(self):
        for text in UNREAD:
            for command in LISTS:
                with self.subTest(text, command=command):
                    result = uriel(*command, input=text + "\n")
                    self.assertEqual(result.status, 1)
                    self.assertIn("not a URI reference (RFC 3986)", result.errors)

    def test_blamed(self):
        """If only one error keeps a text from being an IRI, the message blames that one, not the first letter beyond ASCII."""
        for text, place in (("http://b\u00fc cher.de/", 10), ("http://\u00fc/a[b:c@\u00fc :1", 7), ("http://\u00fc\u00fc:8a/", 14), ("http://b c/\u00fc", 8)):
            for command in (["clean", "--invalid=keep"], ["filter", "not valid"], ["edit", "--set=port=1"], ["parse", "--spec=lenient"]):
                if not uriel("clean", "-s", text).text:
                    self.assertEqual(uriel(*command, "--json", text).records[0]["error"]["offset"], place, (text, command))
        self.assertIn("hint: remove the space", uriel("clean", "http://b\u00fc cher.de/").errors)

    def test_json(self):
        """check has the parts that parse has, and all have the verdict and the error under the same keys."""
        texts = [*(text for text, _, _ in READ), *UNREAD]
        for jobs in ([], ["--jobs=2"]):
            given = "".join(text + "\n" for text in texts)
            parsed = uriel("parse", "--json", "--spec=lenient", *jobs, input=given).records
            checked = uriel("check", "--json", "--spec=lenient", *jobs, input=given).records
            self.assertEqual(len(parsed), len(texts))
            for one, two in zip(parsed, checked):
                one.pop("params", None)
                self.assertEqual(one, two)
            for command in (["clean", "--no-unique", "--invalid=keep"], ["edit", "--remove=fragment", *jobs]):
                for one, two in zip(parsed, uriel(*command, "--json", input=given).records):
                    if one["input"].strip(" \t\"<>") != one["input"]:
                        continue  # clean removes these
                    for key in ("input", "valid", "read", "error"):
                        self.assertEqual(one.get(key), two.get(key), (command, one))
                    self.assertEqual("output" in two, "form" in one)
        for text in ("http://u@h:1/a?b#c", "a", "//h?x=%22", "x:%00"):
            given, record = text + "\n", uriel("parse", "--json", text).records[0]
            record.pop("params", None)
            self.assertEqual([record] * 2, [uriel("check", "--json", text).records[0], uriel("check", "--json", input=given).records[0]])

    def test_input_is_printed(self):
        lines = "".join(text + "\n" for text, _, _ in READ)
        for command in (["filter", "valid or not valid"], ["sample", "99"], ["sample", "100%"]):
            self.check(command, lines, input=lines)
        self.assertEqual(sorted(uriel("sort", input=lines).lines), sorted(lines.splitlines()))

    def test_valid(self):
        """The word means valid under RFC 3986, as in JSON."""
        lines = "".join(text + "\n" for text, _, _ in READ)
        self.check(["filter", "valid"], "".join(text + "\n" for text, read, _ in READ if not read), input=lines)
        self.check(["filter", "not valid"], "".join(text + "\n" for text, read, _ in READ if read), input=lines)

    def test_strict(self):
        lines = "".join(text + "\n" for text, _, _ in READ) + "".join(text + "\n" for text in UNREAD)
        for command in LISTS:
            for form in ([], ["--json"]) if command[0] != "count" else ([],):
                strict, named = (uriel(*command, *form, option, input=lines) for option in ("--strict", "--spec=rfc3986"))
                self.assertEqual((strict.out, strict.errors, strict.status), (named.out, named.errors, named.status))
                self.assertEqual(strict.status, 1)
        self.usage(["clean", "--strict", "--spec=iri"], "--strict")

    def test_edit(self):
        for text, options, expected in EDITED:
            with self.subTest(text, options=options):
                self.check(["edit", *options], expected + "\n", input=text + "\n")
                self.assertEqual(uriel("edit", "--json", *options, "--", text).records[0]["output"], expected)

    def test_edit_of_typed_addresses(self):
        self.check(["edit", "--guess-scheme", "--set=query.q=1", "h.example/a b", "b\u00fccher.example/ |"],
                   "http://h.example/a b?q=1\nhttp://b\u00fccher.example/ |?q=1\n")

    def test_edit_of_nothing(self):
        """A change that does not apply returns the text, or the URL that the URL standard makes of it."""
        lines = [line for line in awkward(2000) if line]
        records = uriel("filter", "--json", "scheme or not scheme", input="".join(line + "\n" for line in lines)).records
        for record in records:
            if record.get("read") == "whatwg":
                record["input"] = uriel("filter", "--format={reference}", "scheme", "--", record["input"]).lines[0]
        result = uriel("edit", "-s", "--invalid=drop", "--remove=query.absent", input="".join(line + "\n" for line in lines))
        self.assertGreater(sum(record.get("read") == "encoded" for record in records), 500)
        self.assertEqual(result.lines, [record["input"] for record in records])

    def test_exact_commands_on_request(self):
        record, = uriel("parse", "--json", "--spec=lenient", "http://h/a b").records
        self.assertEqual((record["valid"], record["read"], record["path"]), (False, "encoded", "/a%20b"))
        self.check(["normalize", "--spec=lenient", "HTTP://H/a b"], "http://h/a%20b\n")

    def test_lines_agree_with_records(self):
        """Lines are parsed together, records terminated by NUL one by one; threads change nothing."""
        lines = awkward(300)
        for command in (["filter", "-s", "host or path"], ["edit", "-s", "--set=query.q=1"]):
            expected = uriel(*command, input="".join(line + "\n" for line in lines)).text
            self.assertEqual(uriel(*command, "-0", input="".join(line + "\0" for line in lines)).text.replace("\0", "\n"), expected)
            self.assertEqual(uriel(*command, "--jobs=3", input="".join(line + "\n" for line in lines)).text, expected)


class Pipes(ToolTest):
    def test_all_pairs(self):
        """Everyday commands accept the output of every command, exact commands the output of clean and of each other."""
        real = (ROOT / "bench" / "urls.txt").read_text().splitlines()[:2000]
        lines = "".join(line + "\n" for line in real + awkward(500))
        for first in EVERYDAY + EXACT:
            made = uriel(*first, "-s", "--invalid=drop", input=lines)
            self.assertIn(made.status, (0, 1))
            for then in EVERYDAY + (EXACT if first in EXACT or first == ["clean"] else ()):
                with self.subTest(first=first, then=then):
                    result = uriel(*then, input=made.text)
                    self.assertEqual((result.status, [line for line in result.errors.splitlines() if not line.startswith("uriel: clean: ")]), (0, []))


if __name__ == "__main__":
    unittest.main()
