# SPDX-License-Identifier: MIT
"""clean, sort, sample and count: against Python's answers, in any memory; --seen; writes that fail."""
import collections
import fcntl
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

from support import FAULTY, URIEL, ToolTest, environment, is_sanitized, sample, uriel

MEMORIES = ("1k", "20k", "1G")


def lines_of(count, different, seed=1):
    """References in normal form, with duplicates; some share a prefix of their hash."""
    chance = random.Random(seed)
    return [f"http://h{n % 7}.example/{'p' * (n % 50)}{n}?a={n % 3}&b{n % 5}=1"
            for n in (chance.randrange(different) for _ in range(count))]


def first_of(lines, key=lambda line: line):
    """The lines whose key is new."""
    found = {}
    for line in lines:
        found.setdefault(key(line), line)
    return list(found.values())


def host(line):
    return line.split("/")[2]


def text(lines):
    return "".join(line + "\n" for line in lines)


def small(count):
    return count // 10 if is_sanitized() else count


class Clean(ToolTest):
    def test_first_of_each(self):
        lines = lines_of(small(20_000), small(9000))
        for memory in MEMORIES:
            with self.subTest(memory):
                result = uriel("clean", "-s", f"--memory={memory}", input=text(lines))
                self.assertEqual(result.lines, first_of(lines))
                result = uriel("clean", "-s", "--json", f"--memory={memory}", input=text(lines))
                self.assertEqual(result.records, [{"input": line, "valid": True, "output": line} for line in first_of(lines)])

    def test_all_different_and_all_same(self):
        for lines in ([f"a{n}" for n in range(small(20_000))], ["a"] * small(20_000)):
            self.assertEqual(uriel("clean", "-s", "--memory=1k", input=text(lines)).lines, first_of(lines))

    def test_long_lines(self):
        lines = [letter * 70_000 for letter in "abcabcdefgabc"]
        for memory in MEMORIES:
            self.assertEqual(uriel("clean", "-s", f"--memory={memory}", input=text(lines)).lines, first_of(lines))

    def test_keys(self):
        lines = lines_of(2000, 800)
        def names(line):
            return line.split("?")[0], sorted(pair.split("=")[0] for pair in line.split("?")[1].split("&"))
        for memory in ("1k", "1G"):
            for keys, key in (("host", host), ("host,path,query-names", lambda line: repr(names(line))),
                              ("length", len), ("query.a", lambda line: line.split("?")[1][:3])):
                with self.subTest(keys, memory=memory):
                    result = uriel("clean", "-s", f"--memory={memory}", f"--unique={keys}", input=text(lines))
                    self.assertEqual(result.lines, first_of(lines, key))

    def test_modifiers(self):
        """Modifiers of formats, also where keys are listed; a colon in the name of a parameter is %3A there, too."""
        lines = ["/B?q=a+b", "/b?q=a%20b", "/a?q=c", "/a", "/a?a:b=1"]
        self.check(["count", "--by=query.q:form"], "2\t\\N\n2\ta b\n1\tc\n", input=text(lines))
        self.check(["count", "--by=query.a%3Ab", "--top=1", "--json"], '{"count":4}\n', input=text(lines))
        self.check(["count", "--by=query-names:upper", "--top=2"], "3\tQ\n1\t\\N\n", input=text(lines))
        self.check(["count", "--by=host:upper"], "2\tA\n", input="//a/1\n//A/2\n")
        self.check(["clean", "-s", "--unique=path:lower,query.q:form:upper"], "/B?q=a+b\n/a?q=c\n/a\n", input=text(lines))
        self.check(["sort", "--by=path:lower,reference:upper"], "/a\n/a?a:b=1\n/a?q=c\n/b?q=a%20b\n/B?q=a+b\n", input=text(lines))
        self.check(["sort", "--by=reference:lower"], "//a/x\n//A/y\n", input="//A/y\n//a/x\n")
        self.check(["sample", "1", "--per=path:lower", "/a", "/B"], "/a\n/B\n")
        self.assertEqual(uriel("parse", "--json", "--keys=query.q:form", "/?q=a+b").records[0]["query.q:form"], "a b")
        self.usage(["sort", "--by=host:lowr", "x"], 'no modifier "lowr": did you mean "lower"')
        self.usage(["sort", "--by=hots:lower", "x"], 'did you mean "host"')
        self.usage(["sort", "--by=host" + ":lower" * 5, "x"], "at most 4 modifiers")

    def test_pattern(self):
        """The first of the URLs that differ only in numbers and identifiers; also for count."""
        lines = ["HTTP://h/a/1", "http://h/a/22", "http://h/b/1?q=1", "http://h/b/2?q=x", "http://h/b/3?q=2", "http://g/a/1",
                 "http://h/c/a1b2c3d4", "http://h/c/550e8400-e29b-41d4-a716-446655440000", "http://h/c/d", "http://h/a/x y"]
        self.check(["clean", "-s", "--unique=pattern"], "http://h/a/1\nhttp://h/b/1?q=1\nhttp://h/b/2?q=x\nhttp://g/a/1\n"
                   "http://h/c/a1b2c3d4\nhttp://h/c/d\nhttp://h/a/x%20y\n", input=text(lines))
        self.check(["count", "--by=pattern", "--top=2"], "2\thttp://h/b/{n}?q={n}\n2\thttp://h/c/{id}\n", input=text(lines))
        self.check(["filter", "pattern == 'http://h/a/{n}'"], "http://h/a/22\n", input=text(lines))

    def test_what_it_does(self):
        lines = ("HTTP://A.example/%7e\n\n <URL:http://a.example/~> \n\"http://b.example\",\n#c d\nhttp://[/\nb c\n"
                 "\ufeffhttp://b.example/#f\nmailto:a@b\nmailto:c@d\n \t\n")
        result = self.check(["clean", "--comments"], "http://a.example/~\nhttp://b.example/\nhttp://b.example/#f\n"
                            "mailto:a@b\nmailto:c@d\n", 1, None, lines)
        self.assertIn("uriel: clean: 11 read, 2 empty, 1 comments, 2 invalid, 1 duplicates, 5 written; 0 repaired, 4 changed, 0 stripped\n", result.errors)
        self.assertIn("uriel: 7: not a URI reference (RFC 3986): a space", result.errors)
        for options, out in (
                (["--level=string", "--strip-fragment"],
                 "HTTP://A.example/%7e\nhttp://b.example\nmailto:a@b\nmailto:c@d\n"),
                (["--level=string", "--unique=text", "--comments"],
                 "HTTP://A.example/%7e\nhttp://a.example/~\nhttp://b.example\nhttp://b.example/#f\nmailto:a@b\nmailto:c@d\n"),
                (["--no-unique", "--level=case", "--comments"],
                 "http://a.example/%7E\nhttp://a.example/~\nhttp://b.example\nhttp://b.example/#f\nmailto:a@b\nmailto:c@d\n"),
                (["--unique=host", "--comments"], "http://a.example/~\nhttp://b.example/\nmailto:a@b\nmailto:c@d\n")):
            with self.subTest(options):
                self.check(["clean", "-s", *options], out, 1, "", lines)

        self.check(["clean", "-s", "--comments"], "#b\nx\n", 0, "", " #a\n<#b>\n<URL:>\nx\n")

    def test_one_page_has_one_key(self):
        """doc/key.md: http and https, "www.", tracking parameters and fragments make no difference."""
        lines = "http://www.example.com/a?b=1&utm_source=x#f\nhttps://EXAMPLE.com:443/a?b=1\nhttp://example.com/a?b=2\n"
        self.check(["clean", "-s", "--unique=key"],
                   "http://www.example.com/a?b=1&utm_source=x#f\nhttp://example.com/a?b=2\n", 0, "", lines)

    def test_colour(self):
        result = uriel("clean", "-s", "--color=always", input="HTTP://A.example/\nhttp://a.example/\n")
        self.assertIn(b"\x1b[", result.out)
        self.assertEqual(re.sub(r"\x1b\[[0-9;]*m", "", result.out.decode()), "http://a.example/\n")

    def test_repair(self):
        """The written URI is the one that lenient reading makes: an encoded line is a duplicate of its URI."""
        result = self.check(["clean"], "http://a/b%20c\nhttp://a/%7C\nhttp://a/~\n", 1, None,
                            "http://a/b c\nhttp://A/b%20c\nhttp://a/|\nhttp://a/%7C\nhttp://a/%7e\nhttp://[\n")
        self.assertIn("6 read, 0 empty, 0 comments, 1 invalid, 2 duplicates, 3 written; 2 repaired, ", result.errors)

    def test_forms_of_spilled_lines(self):
        """Lines written at the end look like lines written at once."""
        lines = "".join(f"http:\\\\{i % 70}.example\\a b\n//x{i % 90}\nhttp://p{i % 80}/%\n" for i in range(400))
        for options in (["--invalid=keep"], ["--guess-scheme"], ["--strict", "--invalid=keep"], ["--spec=whatwg"]):
            for form in (["--json"], ["--tsv"], ["--format={output} {host} {error_code}"]):
                results = [uriel("clean", "-s", f"--memory={memory}", *options, *form, input=lines) for memory in ("1M", "1024")]
                self.assertEqual(results[0].lines, results[1].lines, (options, form))

    def test_strip(self):
        lines = "http://a/?utm_source=x&q=1#f\nhttp://a/?q=1\nhttp://a/?%75tm_source=x\nhttp://a/?q=1&utm_id=2#f\nhttp://b/|?fbclid=1&z#q\n"
        for form in ([], ["--format={output}"]):
            result = self.check(["clean", "--strip-tracking", "--strip-fragment", *form],
                                "http://a/?q=1\nhttp://a/\nhttp://b/%7C?z\n", 0, None, lines)
            self.assertIn("5 read, 0 empty, 0 comments, 0 invalid, 2 duplicates, 3 written; 1 repaired, 4 changed, 4 stripped\n", result.errors)
        self.check(["clean", "-s", "--strip-tracking", "--format={output} {query} {host}"], "http://a/?q=1#f q=1 a\n",
                   input=lines.split("\n")[0])

    def test_invalid_kept(self):
        lines = lines_of(300, 200)
        lines[50] = lines[60] = lines[250] = "a b"
        kept = [line for at, line in enumerate(lines) if line == "a b" or line not in lines[:at]]
        for memory in ("1k", "1G"):
            result = uriel("clean", "--invalid=keep", f"--memory={memory}", input=text(lines))
            self.assertEqual((result.status, result.lines), (1, kept))
            self.assertEqual([line.split(":")[1] for line in result.errors.splitlines() if "not a URI" in line],
                             [" 51", " 61", " 251"])
            result = uriel("clean", "--invalid=keep", "--json", f"--memory={memory}", input=text(lines))
            self.assertEqual([record["input"] for record in result.records], kept)
            self.assertEqual([record["input"] for record in result.records if "error" in record], ["a b"] * 3)
            self.assertNotIn("not a URI", result.errors)

    def test_null(self):
        self.check(["clean", "-0s"], "a\0b\0", 0, "", "a\0b\0\0a\0")


class Seen(ToolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "seen"

    def clean(self, lines, *options, **how):
        return uriel("clean", "-s", f"--seen={self.file}", *options, input=text(lines), **how)

    def test_runs(self):
        all_lines = lines_of(small(6000), small(4000))
        for memory in MEMORIES:
            self.file.unlink(missing_ok=True)
            found = []
            for part in range(3):
                lines = all_lines[part::3]
                result = self.clean(lines, f"--memory={memory}")
                self.assertEqual((result.lines, result.errors), ([line for line in first_of(lines) if line not in set(found)], ""))
                found += result.lines
            self.assertEqual(self.file.read_text(), text(["# uriel clean --seen, keys: normal", *found]))

    def test_cut(self):
        self.clean(["a", "b"])
        whole = self.file.read_bytes()
        for end in range(len(whole)):
            self.file.write_bytes(whole[:end])
            self.clean(["a", "b"])
            self.assertEqual(self.file.read_bytes(), whole)
        self.file.write_bytes(whole + b"http://c")
        result = uriel("clean", f"--seen={self.file}", input="http://c\nd\na\n")
        self.assertEqual(result.lines, ["http://c/", "d"])
        self.assertIn("ends in a line that is cut", result.errors)
        self.assertEqual(self.file.read_bytes(), whole + b"http://c/\nd\n")

    def test_kinds(self):
        self.clean(["http://a/b", "http://a/c"], "--unique=host")
        before = self.file.read_bytes()
        self.usage(["clean", f"--seen={self.file}", "x"], "was made with host, not with normal")
        for other in (b"http://a/\n", b"x", b"\n"):
            self.file.write_bytes(other)
            self.usage(["clean", f"--seen={self.file}", "x"], "not a file that uriel clean --seen made")
            self.assertEqual(self.file.read_bytes(), other)
        self.file.write_bytes(before)
        self.assertEqual(self.clean(["http://a/d", "http://b/"], "--unique=host").lines, ["http://b/"])
        self.usage(["clean", "--seen=/dev/null", "x"], "not a regular file")
        self.usage(["clean", f"--seen={self.file}", "--no-unique", "x"], "--no-unique")

    def test_kinds_of_suffixes(self):
        """Sites depend on the list and its private section, so keys for one list do not work with another. Other keys do not depend on it."""
        lists = []
        for i, rules in enumerate(("com\n", "com\na.com\n", "// another text\n\ncom\n")):
            lists.append(f"--suffix-list={self.file}-{i}")
            pathlib.Path(f"{self.file}-{i}").write_text(f"// ===BEGIN ICANN DOMAINS===\n{rules}// ===END ICANN DOMAINS===\n")
        ways = [[], ["--private-suffixes"], [lists[0]], [lists[1]], [lists[0], "--private-suffixes"]]
        for keys in ("site", "suffix", "host,site"):
            for made in ways:
                self.file.unlink(missing_ok=True)
                self.assertEqual(self.clean(["http://b.a.com/"], f"--unique={keys}", *made).status, 0)
                before = self.file.read_bytes()
                for other in ways:
                    run = ["clean", f"--seen={self.file}", f"--unique={keys}", *other, "http://b.a.com/x"]
                    if other == made:
                        self.assertEqual(uriel(*run).lines, [])
                    else:
                        self.usage(run, f"was made with {keys}", "the keys differ")
                    self.assertEqual(self.file.read_bytes(), before)
        self.file.unlink()
        self.clean(["http://a.com/"], "--unique=site", lists[0])
        self.assertEqual(self.clean(["http://a.com/"], "--unique=site", lists[2]).lines, [])  # the same rules
        for keys in ("normal", "text", "host", "host,path"):
            self.file.unlink()
            for options in ways:
                self.clean(["http://a.com/"], f"--unique={keys}", *options)
                self.assertEqual(self.file.read_text().split("\n")[0], f"# uriel clean --seen, keys: {keys}")

    def test_quiet(self):
        """With -q no line is printed, so --seen records no line."""
        for memory in MEMORIES:
            self.file.unlink(missing_ok=True)
            lines = [f"b{n}" for n in range(300)] + ["b1"]
            for _ in range(2):
                self.assertEqual(self.clean(lines, "-q", f"--memory={memory}").out, b"")
            self.assertEqual(self.clean(lines).lines, first_of(lines))
            self.assertEqual(self.clean(lines + ["new"], "-q").out, b"")
            self.assertEqual(self.clean(lines + ["new"]).lines, ["new"])

    def waits(self, while_waiting):
        """A run that waits for the file's lock: what it writes if `while_waiting` is called meanwhile."""
        with open(self.file, "rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            process = subprocess.Popen([URIEL, "clean", f"--seen={self.file}", "a", "b"], env=environment(),
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertIn(b"another process uses", process.stderr.readline())
            while_waiting()
        out, errors = process.communicate()
        self.assertEqual(process.returncode, 0, errors)
        return out

    def test_renamed(self):
        """The file of that name gets the keys, not the one that had the name before the wait."""
        self.clean(["a"])
        before, old = self.file.read_bytes(), pathlib.Path(f"{self.file}.old")
        self.assertEqual(self.waits(lambda: self.file.rename(old)), b"a\nb\n")
        self.assertEqual((old.read_bytes(), self.file.read_bytes()), (before, before + b"b\n"))

        def replace():
            old.write_bytes(before.replace(b"a\n", b"b\n"))
            old.rename(self.file)
        self.clean(["x"])
        self.assertEqual(self.waits(replace), b"a\n")
        self.assertEqual(self.file.read_bytes(), before.replace(b"a\n", b"b\na\n"))
        self.assertEqual(self.waits(self.file.unlink), b"a\nb\n")
        self.assertEqual(self.file.read_bytes(), before + b"b\n")

    def test_renamed_during_the_run(self):
        """Lines are read while the file is another's: neither gets keys, and the error says so."""
        self.clean(["a"])
        before, old = self.file.read_bytes(), pathlib.Path(f"{self.file}.old")
        process = subprocess.Popen([URIEL, "clean", "-s", f"--seen={self.file}"], env=environment(), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(b"b\n")
        process.stdin.flush()
        self.assertEqual(process.stdout.readline(), b"b\n")
        self.file.rename(old)
        _, errors = process.communicate(b"")
        self.assertEqual(process.returncode, 3)
        self.assertIn(b"renamed or replaced", errors)
        self.assertEqual((old.read_bytes(), self.file.exists()), (before, False))

    def test_lock(self):
        self.clean(["a"])
        with open(self.file, "rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            process = subprocess.Popen([URIEL, "clean", f"--seen={self.file}", "a", "b"], env=environment(),
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertIn(b"another process uses", process.stderr.readline())
        out, _ = process.communicate()
        self.assertEqual((process.returncode, out), (0, b"b\n"))

    def test_processes(self):
        """Of several at the same time, only one writes each line."""
        lines = [f"b{n}" for n in range(500)]
        processes = [subprocess.Popen([URIEL, "clean", "-s", f"--seen={self.file}", *lines[at:], *lines[:at]], env=environment(),
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for at in range(0, 500, 100)]
        written = [line for process in processes for line in process.communicate()[0].splitlines()]
        self.assertEqual(sorted(written), sorted(lines))
        self.assertEqual(sorted(self.file.read_text().splitlines()[1:]), sorted(lines))

    def test_kill(self):
        """Before each write, of five bytes: lines in the file were written, and the next run completes it."""
        self.clean(["a"])
        before = self.file.read_bytes()
        lines = [f"b{n}" for n in range(12)]
        for number in range(1, 100):
            self.file.write_bytes(before)
            process = subprocess.Popen([FAULTY, "clean", "-s", f"--seen={self.file}", *lines], stdout=subprocess.PIPE,
                                       env=environment(URIEL_FAIL=f"write:{number}:stop", URIEL_PIECE="5"), text=True)
            _, status = os.waitpid(process.pid, os.WUNTRACED)
            process.kill()
            written = process.communicate()[0].splitlines()
            kept = self.file.read_text().split("\n")[2:-1]
            self.assertTrue(not kept or written == lines, (kept, written))
            self.assertEqual(kept, lines[:len(kept)])
            if not os.WIFSTOPPED(status):
                break
            result = uriel("clean", f"--seen={self.file}", *lines)
            self.assertEqual(result.lines, lines[len(kept):])
            self.assertEqual(self.file.read_bytes(), before + text(lines).encode())
        self.assertGreater(number, 10)

    def test_failures(self):
        """After any failure, the file is either unchanged or complete, and contains only lines that were written."""
        self.clean(["a"])
        before = self.file.read_bytes()
        lines = [f"b{n}" for n in range(50)]
        for call in ("write", "read", "pread", "malloc", "calloc", "realloc"):
            for number in sample(range(1, 400), 6):
                self.file.write_bytes(before)
                result = uriel("clean", f"--seen={self.file}", "--memory=1k", input=text(lines), program=FAULTY,
                               env=environment(URIEL_FAIL=f"{call}:{number}"))
                if result.status == 0:
                    self.assertEqual(self.file.read_bytes(), before + text(lines).encode())
                    break
                self.assertEqual(result.status, 3)
                if self.file.read_bytes() != before:
                    self.assertEqual((self.file.read_bytes(), result.lines), (before + text(lines).encode(), lines))
            else:
                self.fail(f"{call}: no run passed")


class Sort(ToolTest):
    def test_against_python(self):
        lines = lines_of(small(10_000), small(5000), 2)
        keys = {"reference": lambda line: line, "host,path": lambda line: (host(line), line.split("?")[0]), "length": len,
                "host,length": lambda line: (host(line), len(line)), "query.b1": lambda line: "b1" in line}
        for by, key in keys.items():
            for memory in MEMORIES:
                with self.subTest(by, memory=memory):
                    result = uriel("sort", f"--by={by}", f"--memory={memory}", input=text(lines))
                    self.assertEqual((result.lines, result.errors), (sorted(lines, key=key), ""))
                    result = uriel("sort", f"--by={by}", "--reverse", "--unique", f"--memory={memory}", input=text(lines))
                    self.assertEqual(result.lines, sorted(first_of(lines, key), key=key, reverse=True))

    def test_likeness(self):
        """Keys that share their first bytes, that end in others, or that are equal; in order, in reverse, or in none."""
        chance = random.Random(3)
        lists = [["x" * (n % 70 + 1) for n in range(small(3000))], ["http://h/" + "p" * 100 + str(n % 900) for n in range(small(3000))],
                 ["http://h/"] * small(3000), [f"http://h/{n:06}" for n in range(small(3000))], ["a" * n for n in range(1, 20)],
                 [chance.choice("ab") * chance.randrange(6, 10) + chance.choice("ab/") for _ in range(small(3000))]]
        for lines in lists:
            for given in (lines, lines[::-1], chance.sample(lines, len(lines))):
                with self.subTest(given[:2]):
                    for memory in MEMORIES:
                        self.assertEqual(uriel("sort", f"--memory={memory}", input=text(given)).lines, sorted(given))
                        self.assertEqual(uriel("sort", "--unique", f"--memory={memory}", input=text(given)).lines, sorted(set(given)))
                    self.assertEqual(uriel("sort", "--by=scheme", input=text(given)).lines, given)

    def test_values(self):
        """Undefined ones first, numbers as numbers, hosts without regard to case."""
        lines = ["http://B:10/", "x:", "http://a:9/", "http://b:9/", "http://a:/", "//A", "http://a:010/"]
        self.check(["sort", "--by=port"], text(["x:", "//A", "http://a:/", "http://a:9/", "http://b:9/", "http://B:10/",
                                                "http://a:010/"]), 0, "", text(lines))
        self.check(["sort", "--by=host"], text(["x:", "http://a:9/", "http://a:/", "//A", "http://a:010/", "http://B:10/",
                                                "http://b:9/"]), 0, "", text(lines))

    def test_invalid(self):
        lines = "b\na b\n\na\nc d\n"
        self.check(["sort", "-s"], "a\nb\n", 1, "", lines)
        self.check(["sort", "-s", "--invalid=keep", "--reverse"], "b\na\na b\nc d\n", 1, "", lines)
        result = uriel("sort", "--invalid=keep", input=lines)
        self.assertEqual(result.errors.count("not a URI reference"), 2)
        self.assertIn("uriel: 2: not", result.errors)
        result = uriel("sort", "--invalid=keep", "--json", input=lines)
        self.assertEqual([(record["input"], record["valid"]) for record in result.records],
                         [("a", True), ("b", True), ("a b", False), ("c d", False)])
        self.assertEqual((result.status, result.errors), (1, ""))
        self.assertEqual(result.records[0]["form"], "relative")


    def test_other_documents(self):
        """Lines that are read again at the end are read under the same document."""
        lines = "http:\\\\b\\x y\nHTTP://A/\n"
        for command in (["sort"], ["sample", "9"]):
            records = uriel(*command, "--spec=whatwg", "--json", input=lines).records
            self.assertEqual(sorted((record["host"], record["path"], "repairs" in record) for record in records), [("a", "/", False), ("b", "/x%20y", True)])
            result = uriel(*command, "--guess-scheme", "--format={scheme} {host}", input="a/b\n")
            self.assertEqual(result.text, "http a\n")


class Count(ToolTest):
    def test_against_python(self):
        lines = lines_of(small(10_000), small(5000), 3)
        keys = {"host": host, "path": lambda line: "/" + line.split("/")[3].split("?")[0], "length": lambda line: str(len(line)),
                "query.b1": lambda line: "1" if "b1=" in line else None}
        for by, key in keys.items():
            counts = collections.Counter(map(key, lines))
            right = sorted(counts.items(), key=lambda item: (-item[1], item[0] or ""))
            for memory in MEMORIES:
                with self.subTest(by, memory=memory):
                    result = uriel("count", f"--by={by}", f"--memory={memory}", "--json", input=text(lines))
                    self.assertEqual([(record.get("key"), record["count"]) for record in result.records], right)
                    result = uriel("count", f"--by={by}", f"--memory={memory}", "--top=3", input=text(lines))
                    self.assertEqual(result.lines, [f"{count}\t{value or chr(92) + 'N'}" for value, count in right[:3]])

    def test_names(self):
        """Each once for a reference, decoded."""
        self.check(["count", "--by=query-names", "--tsv", "--header"], "key\tcount\n"
                   "a\t2\nb\t2\n\\N\t1\n", 0, "", "?a=1&a=2&b\n?%61&b\nx\n?\n")
        self.check(["count", "--by=query-names", "--json"], '{"key":"","count":2}\n{"key":"a","count":1}\n', 0, "", "?=1\n?=&a\n?&\n")
        self.check(["count", "--by=query-names"], "2\ta%0Ab\n", 0, "", "?a%0ab\n?a%0Ab\n")

    def test_depth(self):
        """RFC 3986, 3.3: path-abempty has an empty segment after "/"; also for filter and formats."""
        urls = ["http://h", "http://h/", "http://h/a", "http://h/a/", "http://h//a", "x:a/b/c", "/a", ""]
        self.check(["count", "--by=depth"], "3\t1\n2\t2\n1\t0\n1\t3\n", input=text(urls))
        self.check(["filter", "depth >= 2", "--format={depth}"], "2\n2\n3\n", input=text(urls))

    def test_names_of_queries_in_any_memory(self):
        """A name is counted once for a query, in any spelling, even if the table becomes full within the query."""
        chance = random.Random(3)
        names = [f"n{number}" for number in range(400)]
        queries = [[chance.choice(names) for _ in range(chance.randint(1, 9))] for _ in range(500)]
        lines = ["?" + "&".join(name.replace("n", chance.choice(("n", "%6e", "%6E"))) + "=1" for name in query) for query in queries]
        counts = collections.Counter(name for query in queries for name in set(query))
        expected = [f"{count}\t{name}" for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
        for memory in MEMORIES:
            with self.subTest(memory):
                self.assertEqual(uriel("count", "--by=query-names", f"--memory={memory}", input=text(lines)).lines, expected)

    def test_usage(self):
        self.usage(["count", "--by=host,path"], "one key")
        self.usage(["count", "--by=hots"], 'did you mean "host"')
        self.usage(["count", "--invalid=keep"], "--invalid")
        self.usage(["sort", "--by="], "no key")
        self.usage(["sort", "--invalid=stop"], "--invalid")


class Sample(ToolTest):
    def test_size_and_order(self):
        lines = [f"a{n}" for n in range(1000)]
        for wanted in (0, 1, 10, 999, 1000, 2000):
            chosen = uriel("sample", str(wanted), "--seed=7", input=text(lines)).lines
            self.assertEqual((len(chosen), len(set(chosen))), (min(wanted, 1000),) * 2)
            self.assertEqual(chosen, sorted(chosen, key=lines.index))
        self.assertNotEqual(*(uriel("sample", "500", input=text(lines)).lines for _ in range(2)))

    @unittest.skipIf(is_sanitized(), "hundreds of runs that reach nothing else")
    def test_each_choice_is_as_likely(self):
        """Chi-square of the ten pairs of five, with fixed seeds, at 0.1 %."""
        counts = collections.Counter(uriel("sample", "2", f"--seed={seed}", *"abcde").text for seed in range(300))
        self.assertEqual(len(counts), 10)
        self.assertLess(sum((count - 30) ** 2 / 30 for count in counts.values()), 27.9)

    def test_each_place_is_as_likely(self):
        """Chi-square of 20 parts of the list, at 0.1 %: of N, and of a share."""
        lines = [f"{n}" for n in range(50_000)]
        for wanted in ("5000", "10%", "10.0%"):
            chosen = uriel("sample", wanted, "--seed=1", input=text(lines)).lines
            parts = collections.Counter(int(line) // 2500 for line in chosen)
            mean = len(chosen) / 20
            self.assertLess(abs(len(chosen) - 5000), 300)
            self.assertLess(sum((parts[part] - mean) ** 2 / mean for part in range(20)), 43.8)

    def test_per(self):
        """N of each value, or all if there are fewer; a single value gives the same choice as none."""
        lines = [f"http://h{n % 7}/{n}" for n in range(700)] + ["http://few/", "http:///y", "http:///z"]
        for wanted in (0, 1, 5, 100, 200):
            chosen = uriel("sample", str(wanted), "--per=host", "--seed=3", input=text(lines)).lines
            self.assertEqual(chosen, sorted(set(chosen), key=lines.index))
            counts = collections.Counter(map(host, chosen))
            self.assertEqual(dict(counts), {key: value for key, count in collections.Counter(map(host, lines)).items()
                                            if (value := min(count, wanted)) > 0})
        same = [uriel("sample", "9", *more, "--seed=3", input=text(lines)).out for more in ([], ["--per=fragment"], ["--per=fragment"])]
        self.assertEqual(*same[:2])
        self.assertEqual(*same[1:])
        self.assertNotEqual(same[0], uriel("sample", "9", "--per=fragment", "--seed=4", input=text(lines)).out)
        self.check(["sample", "1", "--per=host,path.1"], "//a/b/1\n//a/c/1\n//d/b/1\n", input="//a/b/1\n//a/c/1\n//d/b/1\n")
        self.check(["sample", "1", "--per=depth", "--seed=1"], "//a/b\n//a/b/c\n", input="//a/b\n//a/b/c\n")
        self.check(["sample", "-s", "2", "--per=host", "--strict", "--invalid=keep"], "//a\nb c\nd e\n", 1, input="//a\nb c\nd e\n")
        self.usage(["sample", "--per=host", "5%"], "goes with a number")
        self.usage(["sample", "--per=hots", "5"], 'did you mean "host"')

    def test_per_is_as_likely(self):
        """Chi-square of the places of each of 40 hosts, at 0.1 %."""
        lines = [f"http://h{n % 40}/{n // 40}" for n in range(40 * 250)]
        chosen = uriel("sample", "50", "--per=host", "--seed=1", input=text(lines)).lines
        parts = collections.Counter(int(line.split("/")[3]) // 25 for line in chosen)
        self.assertLess(sum((parts[part] - 200) ** 2 / 200 for part in range(10)), 27.9)

    def test_share(self):
        self.check(["sample", "0%"], "", input="a\nb\n")
        self.usage(["sample", "50%", "--invalid=stop"], "--invalid must be drop (the default) or keep")
        self.check(["sample", "100%"], "a\nb\n", input="a\n\nb\n")
        self.check(["sample", "-s", "100%", "--invalid=keep"], "a\nb c\n", 1, input="a\nb c\n")
        self.check(["sample", "-s", "9", "--invalid=keep"], "a\nb c\n", 1, input="a\nb c\n")
        result = uriel("sample", "-s", "9", "--json", input="http://a/\n")
        self.assertEqual(result.records[0]["host"], "a")

    def test_usage(self):
        for wrong in ("-1", "x", "1e3", "101%", "5%%", "1.5", "", "."):
            self.usage(["sample", "--", wrong], "neither a number")
        self.usage(["sample"], "missing")


if __name__ == "__main__":
    unittest.main()
