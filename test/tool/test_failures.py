# SPDX-License-Identifier: MIT
"""Each system call that can fail is made to fail, in turn: the program reports it and ends with status 3.

Runs the variant of the program that test/tool/faulty.c describes."""
import functools
import unittest

from support import FAULTY, ROOT, ToolTest, environment, is_sanitized, sample, uriel

LINES = b"http://user@h/%41?q#f\na b\n" + b"x" * 600_000 + b"\nlast"
TEXT = ("See <http://a.example/x\n  y>, http://b.example/\u00e4, me@c.example, www.d.example \"http://e.example/%zz\"\n".encode() * 3000
        + b"http://f.example/" + b"x" * 70000)

# Each subcommand, so that every allocation is passed.
REPAIRED = b" HTTP:\\\xc3\xbc.example\\" + b"^" * 40 + b"\nhttp://a\xe2\x80\x8db/\nx:\xc3\xbc\n"
LISTS = b"".join(b"http://h%d.example/%d?a%d=1&b\n" % (n % 7, n % 30, n % 20) for n in range(80)) + LINES[:30]
RUNS = [
    (["parse", "--json"], LINES),
    (["parse", "--long"], LINES),
    (["parse", f"--suffix-list={ROOT}/data/psl/public_suffix_list.dat", "--format={site}"], b"//a.b.co.uk\n"),
    (["parse", "--tsv", "--header"], LINES),
    (["parse", "--format", "{path:decode:upper}x{error_message}"], LINES),
    (["parse", "--arrow", "--columns=input,site,host:lower,error_code,depth"], LISTS + b"\n"),
    (["parse", "--arrow"], LISTS + b"\n"),  # one block, since blocks become batches
    (["parse", "--arrow", "--jobs=2", "--spec=whatwg"], b"http:a\n"),
    (["check", "http://u:p@h/[", "b"], b""),
    (["check", "--file=-", "--invalid=keep"], b"\n" + LINES),
    (["compare", "--json"], b"a\t\n\n" + LINES),
    (["check", "--jobs=2", "--invalid=stop"], LINES),
    (["resolve", "-b", "http://a/b"], LINES),
    (["relative", "-b", "http://user@h/b"], LINES),
    (["normalize"], LINES),
    (["compare"], b"a\tA\n" + LINES),
    (["parse", "--jobs=2", "--format", "{path:decode}{error_message}"], LINES),
    (["normalize", "--jobs=3"], LINES),
    (["lineage", "--long"], LINES),
    (["lineage", "--json", "--base", "http://user@h/b"], b"#s\n../../..\n" + LINES),
    (["lineage", "--base", "mailto:a"], b"#s\n" + LINES),
    (["lineage", "-b", "b", "a"], b""),
    (["parse", "--long", "--spec=url-1997"], LINES),
    (["parse", "--tsv", "--header", "--spec=url-1997"], LINES),
    (["resolve", "-b", "http://a/b", "--spec=uri-2003", "--dots=error"], b"#s\n../../..\n" + LINES),
    (["normalize", "--spec=whatwg", "--guess-scheme"], LINES + REPAIRED),
    (["parse", "--spec=whatwg", "--json"], REPAIRED),
    (["parse", "--json"], b"http://xn--bcher-kva.example/\n"),
    (["check", "--spec=whatwg"], REPAIRED),
    (["check", "--scheme-rules", "tel:a", "http://u:p@h:0/"], b""),
    (["lint", "HTTP://u:p@xn--a/%7e", "a b"], b""),
    (["lint", "--sarif"], b"a b\nws://h.b/\n"),
    (["compare", "--spec=whatwg", "--jobs=2"], b"http:a\thttp:b\n" * 3),
    (["resolve", "-b", "a.b", "--spec=whatwg", "--guess-scheme", "--json"], REPAIRED),
    (["lineage", "--long", "-b", "http:A"], REPAIRED),
    (["normalize", "--to-uri", "--nfc"], REPAIRED),
    (["normalize", "--display", "--jobs=2"], "http://раураӏ.com/\nhttp://p\u0430\u05d0/\n".encode()),
    (["normalize", "--to-iri", "--spec=whatwg", "--jobs=2"], REPAIRED),
    (["normalize", "--host-canonical", "--to-iri"], b"http://0x7f.1/%c3%bc\nhttp://[0::1]/\n"),
    (["resolve", "--pairs", "--jobs=2"], b"http://h/\t?q\na\tb\n"),
    (["parse", "-F{surt}{host_reversed}{query_names}{params}{path.-1:encode}{ip}{query.q:form:upper}"], b"http://127.1/a/%41?q=a&%62#f\n"),
    (["filter", "query.q:form == x or host in (h*, 'i') and not ip in 10.0.0.0/8 or query has %* or site"], LISTS),
    (["filter", "--jobs=2", "--json", "not valid or path.1:decode like *A"], LISTS),
    (["filter", "hst == a"], b""),
    (["filter", "--jobs=2", "path matches 'a+(b|c)' or query.q:decode matches ^x"], LISTS),
    (["redact", "--parameter=a", "--keep=b", "--count"], b"https://u:p@h/?a=b&token=c " * 9),
    (["encode", "--spec=url-1993"], "ü\n€\n".encode()),
    (["check", "--spec=none"], b""),
    (["encode"], LINES),
    (["encode", "--also=h", "--keep= "], LINES),
    (["decode", "--only=A"], LINES),
    (["wrap", "--width=8"], LINES),
    (["find", "--typed", "--json"], b"see <http://a.example/b-\n c> and http://user@h/"),
    (["decode", "a%zz", "b"], b""),
    (["build", "--stdin", "--encode", "--set", "query=a b", "--set", "authority=h"], LINES),
    (["edit", "--set", "query.a:=b c", "--sort-query", "--set", "ftp.type=I", "--normalize", "--host-canonical"], LINES),
    (["resolve", "-b", "b", "a"], b""),
    (["plan", "--long", "--gateway", "x-a=http://g/{uri}"], b"ftp://u:p@h:22/a/b\nftp://h/c\nx-a:b\nhttp://h/" + b"x" * 3000 + b"\n" + LINES),
    (["plan", "--json"], b"whois://u:p@h/%ff\nftp://h/%ff/b\n"),
    (["plan", "--format={steps}{warnings}"], b"whois://u@h/a\n"),
    (["schemes"], b""),
    (["schemes", "gopher", "htpt", "whois://u:p@h/a", "a:b"], b""),
    (["schemes", "--json", "urn:example:a", "ftp://h/a/b/c"], b""),
    (["urn", "parse", "--long", "urn:example:a?+b", "urn:a:b"], b""),
    (["urn", "check", "urn:isbn:1"], b""),
    (["urn", "normal", "URN:ISBN:0395363411"], b""),
    (["urn", "compare"], b"urn:example:a\tURN:example:b\nx\n"),
    (["urn", "encode", "--nid=example"], "ü\n\n".encode()),
    (["urn", "show", "urn:example:%C3%BC"], b""),
    (["urn", "where", "--long", "urn:ietf:rfc:1", "urn:nbn:se:1", "urn:example:a"], b""),
    (["urn", "where", "--resolver=http://r/", "urn:example:a"], b""),
    (["clean", "--memory=1k", "--unique=host,path"], LISTS[-700:]),
    (["clean", "--json", "--memory=1k", "--invalid=keep"], LISTS[-700:]),
    (["sort", "--by=length,host", "--memory=1k", "--unique"], LISTS),
    (["count", "--by=query-names", "--memory=1k"], LISTS[:1500]),
    (["sample", "--json", "--seed=1", "9"], LISTS),
    (["find", "--unique", "--abbreviated", "--to-uri"], TEXT),
    (["find", "--json", "--mail", "--scheme=http,ftp", "--include=a"], TEXT),
    (["find", "--format={uri}{error_message}", "-"], TEXT),
    (["find", "--count"], b"\0"),
    (["check", "--wrong"], b""),
    (["help", "parse"], b""),
    (["--help"], b""),
    (["--version"], b""),
]


def faulty(arguments, stream, **env):
    return uriel(*arguments, input=stream, program=FAULTY, env=environment(**env))


@functools.lru_cache(maxsize=None)
def without_failure(case):
    return faulty(*RUNS[case])


class Failures(ToolTest):
    ENOUGH = 5 if is_sanitized() else 20

    def fail_each(self, call):
        """Runs with the 1st, 2nd, ... call failing until a run passes; how many failed in all."""
        failed = 0
        for case, (arguments, stream) in enumerate(RUNS):
            right = without_failure(case)
            for number in sample(range(1, 500), 4, case):
                result = faulty(arguments, stream, URIEL_FAIL=f"{call}:{number}")
                if result.status == right.status:
                    self.assertEqual((result.out, result.err), (right.out, right.err), (arguments, number))
                    break
                with self.subTest(arguments, call=call, number=number):
                    failed += 1
                    self.assertEqual(result.status, 3, result.errors)
                    self.assertRegex(result.errors, r"(?m)^uriel: (out of memory|cannot (read|write) (standard \w+|a temporary file in \S+|/\S+): .+)$")
                    self.assertTrue(right.out.startswith(result.out) or call == "write", "what came out is right")
            else:
                self.fail(f"{arguments}: no run passed")
        return failed

    def test_memory(self):
        for call in ("malloc", "calloc", "realloc"):
            with self.subTest(call):
                failed = self.fail_each(call)
                if call == "realloc":
                    self.assertGreater(failed, self.ENOUGH)

    def test_read(self):
        self.assertGreater(self.fail_each("read"), self.ENOUGH)

    def test_write(self):
        self.assertGreater(self.fail_each("write"), self.ENOUGH)

    def test_interrupted_calls_are_made_again(self):
        for call in ("read", "write"):
            for kind in (":intr", ":again"):
                for case, (arguments, stream) in sample(list(enumerate(RUNS)), 3):
                    right = without_failure(case)
                    for number in (1, 2, 5):
                        with self.subTest(arguments, call=call, kind=kind, number=number):
                            result = faulty(arguments, stream, URIEL_FAIL=f"{call}:{number}{kind}")
                            self.assertEqual((result.status, result.out, result.err), (right.status, right.out, right.err))

    def test_pieces(self):
        for arguments, stream in sample(RUNS, 3):
            stream = stream[:5000]
            right = faulty(arguments, stream)
            for piece in ("1", "7"):
                with self.subTest(arguments, piece=piece):
                    result = faulty(arguments, stream, URIEL_PIECE=piece)
                    self.assertEqual((result.status, result.out, result.err), (right.status, right.out, right.err))


class TooLong(ToolTest):
    """The variant's limit is 100,000 bytes, where the program's is 4,294,967,295."""

    LIMIT = 100_000

    def test_limit(self):
        for ending in (b"\n", b"\r\n", b""):
            for size in (self.LIMIT - 1, self.LIMIT):
                result = faulty(["check"], b"a" * size + ending)
                self.assertEqual((result.status, result.out), (0, b"a" * size + b"\n"))

    def test_longer(self):
        for size in (self.LIMIT + 1, self.LIMIT + 2, 3 * self.LIMIT, 1_000_000):
            for ending in (b"\n", b"\r\n", b""):
                for more in ((b"z\n", b"y") if ending else (b"",)):
                    with self.subTest(size=size, ending=ending, more=more):
                        result = faulty(["check", "--json"], b"x\n" + b"a" * size + ending + more)
                        self.assertEqual(result.status, 1)
                        first, second, *rest = result.records
                        self.assertEqual(first["input"], "x")
                        self.assertEqual((second["valid"], second["error"]["code"]), (False, "too-long"))
                        self.assertEqual(second["input"], "a" * 1024)
                        self.assertEqual([record["input"] for record in rest], [more.decode().strip()] if more else [])

    def test_lineage(self):
        record = faulty(["lineage", "--json"], b"a" * 200_000).records[0]
        self.assertEqual((list(record), record["verdicts"]), (["input", "verdicts", "error"], []))

    def test_message(self):
        result = faulty(["check"], b"a" * 200_000 + b"\nb\n")
        self.assertEqual((result.status, result.out), (1, b"\nb\n"))
        self.assertTrue(result.errors.startswith("uriel: 1: not a URI reference (RFC 3986): longer than "), result.errors)


if __name__ == "__main__":
    unittest.main()
