# SPDX-License-Identifier: MIT
"""The forms of output that every subcommand has: plain, --json, --tsv, --format, and -0 with each."""
import json
import random
import subprocess
import tempfile
import unittest

from support import TIMEOUT, URIEL, ToolTest, environment, has_historic, sample, uriel

BASE = "http://a/b/c/d;p?q"

# A run of each subcommand on one input (compare: a pair), and the key of its result.
RUNS = {
    "parse": (["parse"], None),
    "check": (["check"], "form"),
    "resolve": (["resolve", "-b", BASE], "target"),
    "relative": (["relative", "-b", BASE], "target"),
    "normalize": (["normalize"], "normal"),
    "compare": (["compare"], "level"),
    "encode": (["encode"], "output"),
    "decode": (["decode", "--lenient"], "output"),
    "build": (["build", "--stdin"], "reference"),
    "wrap": (["wrap", "--width=8"], "output"),
}

BAD_BYTES = [b"\xff", b"a\xc3", b"\xe2\x82", b"\xe2\x82x", b"\xf0\x9f\x98", b"\xf0\x80\x80", b"\xed\xa0\x80", b"\xc0\xaf",
             b"\xf4\x90\x80\x80", b"\xf8\x88", b"\x80\x80", b"\xe2\xe2\x82\xac", b"\xc3\xa9\xff\xc3\xa9"]


def as_input(name, text):
    """`text` as a record of the subcommand's input."""
    return text + b"\t" + text if name == "compare" else text


class Json(ToolTest):
    def test_any_bytes_give_valid_json(self):
        chance = random.Random(3986)
        texts = [bytes([byte]) for byte in range(1, 256)] + BAD_BYTES
        texts += [bytes(chance.choice(b"a%:/?#[]@\"\\\x1b\x7f\xc3\xa9\xf0\xff\t\n\r") for _ in range(chance.randrange(40)))
                  for _ in range(500)]
        for name, (arguments, _) in RUNS.items():
            with self.subTest(name):
                stream = b"".join(as_input(name, text) + b"\0" for text in texts)
                result = uriel(*arguments, "--json", "-0", input=stream)
                self.assertIn(result.status, (0, 1))
                self.assertEqual(result.err, b"")
                self.assertEqual(len(result.records), len(texts))

    def test_byte_0(self):
        self.assertEqual(uriel("check", "--json", input=b"a\0b\n").records[0]["input"], "a\0b")

    def test_bytes_beside_text(self):
        for raw in BAD_BYTES:
            with self.subTest(raw):
                record = uriel("check", "--json", input=raw).records[0]
                self.assertEqual(record["input"], raw.decode("utf-8", "replace"))
                self.assertEqual(record["input_hex"], raw.hex())
                self.assertEqual(list(record)[:2], ["input", "input_hex"])

    def test_utf8_has_no_bytes_beside(self):
        text = "é€😀\u0085\u202e\x7f\t\\\""
        result = uriel("check", "--json", input=text)
        self.assertEqual(result.records[0]["input"], text)
        self.assertNotIn("input_hex", result.records[0])
        for raw in ("\u0085", "\u202e", "\x7f"):
            self.assertNotIn(raw.encode(), result.out, "a terminal must not be sent it")

    def test_each_result_has_its_bytes(self):
        record = uriel("compare", "--json", input=b"\xff\t\xfe").records[0]
        self.assertEqual((record["a_hex"], record["b_hex"]), ("ff", "fe"))

    def test_undefined_is_absent_and_never_null(self):
        text = uriel("parse", "--json", "x:").text
        self.assertNotIn("null", text)
        self.assertEqual(json.loads(text), {"input": "x:", "valid": True, "form": "opaque", "scheme": "x", "path": ""})

    def test_null_is_not_in_json(self):
        self.assertEqual(uriel("check", "-0", "--json", input="a\0b\0").out.count(b"\0"), 0)


class Tsv(ToolTest):
    def test_undefined_and_escapes(self):
        self.check(["encode", "--tsv", "-0"], "a\\tb\\nc\\rd\\\\e\ttrue\ta%09b%0Ac%0Dd%5Ce\t\\N\t\\N\0",
                   input="a\tb\nc\rd\\e\0")
        self.check(["check", "--tsv", "a b", "\\N"], "a b\tfalse\t\\N\tpath-character\t1\n"
                   "\\\\N\tfalse\t\\N\tpath-character\t0\n", 1, None)

    def test_header(self):
        for name, (arguments, _) in RUNS.items():
            with self.subTest(name):
                keys = list(uriel(*arguments, "--json", input=as_input(name, b"http://u@h:1/p?#f")).records[0])
                header, row = uriel(*arguments, "--tsv", "--header", input=as_input(name, b"a")).lines
                only_json = ["scheme", "authority", "userinfo", "host", "host_kind", "port", "path", "query", "fragment"] if name == "check" else ["evidence"]
                keys = [key for key in keys if key not in only_json]
                self.assertEqual(header.split("\t"), keys + ["error_code", "error_offset"])
                self.assertEqual(len(row.split("\t")), len(header.split("\t")))

    def test_header_of_no_input(self):
        self.check(["check", "--tsv", "--header"], "input\tvalid\tform\terror_code\terror_offset\n")
        self.check(["check", "--tsv", "--header", "-q"], "")

    def test_header_needs_tsv(self):
        self.usage(["check", "--header", "a"], "--tsv")


class Format(ToolTest):
    def test_keys(self):
        text = "http://u@H:1/%41?q#f"
        self.check(["parse", "--format", "{input}|{valid}|{form}|{scheme}|{authority}|{userinfo}|{host}|{host_kind}|{port}|"
                    "{path}|{query}|{fragment}", text], f"{text}|true|absolute|http|u@H:1|u|H|name|1|/%41|q|f\n")
        for name, (arguments, key) in RUNS.items():
            if key:
                plain = uriel(*arguments, input=as_input(name, b"http://h/%7e"))
                formatted = uriel(*arguments, f"--format={{{key}}}", input=as_input(name, b"http://h/%7e"))
                if name != "check":
                    self.assertEqual(plain.out, formatted.out, name)

    def test_modifiers(self):
        self.check(["parse", "--format", "{host:lower} {host:upper} {path:decode} {path:decode:upper}", "x://aB/%61%2541"],
                   "ab AB /a%41 /A%41\n")
        self.check(["parse", "--format", "{path:upper:decode}", "/%c3%a9%zz".replace("%zz", "")], "/é\n")

    def test_filename(self):
        """Also of an empty or missing value of a reference; not of an invalid line."""
        name = "{path.-1:filename}|{path.-1:decode:filename}|{query:filename:upper}"
        for text, expected in (("http://h/a%2Fb:c?x", "a%2Fb_c|a_b_c|X"), ("http://h", "_|_|_"), ("/..%2f?CON", "..%2f|.._|_CON")):
            self.keys(name, text, expected)
        self.check(["check", "--format", name, "a b"], "\n", 1, None)
        self.check(["filter", "path.-1:decode:filename == 'a_b'", "/a%2Fb", "/a_b", "/b"], "/a%2Fb\n/a_b\n")
        self.check(["filter", "path.-1:filename == _", "/", "/_", "/b"], "/\n/_\n")
        self.check(["encode", "--format", "{output:filename}", "a b/"], "a%20b_\n")

    def keys(self, formatted, text, expected, *arguments):
        self.check([*(arguments or ["check"]), "--format", formatted, text], expected + "\n")

    def test_keys_of_a_reference(self):
        text = "http://u:p%40:@[0:0::1]:080/a//b.tar.gz?q=a+b%20c&x&%71=2&&x=1=%3D%25&=e#f"
        self.keys("{scheme}|{authority}|{userinfo}|{host}|{port}|{path}|{fragment}|{reference}", text,
                  f"http|u:p%40:@[0:0::1]:080|u:p%40:|[0:0::1]|080|/a//b.tar.gz|f|{text}")
        self.keys("{user}|{password}|{host_kind}|{ip}|{port_effective}|{form}|{length}|{extension}", text,
                  f"u|p%40:|ipv6|::1|80|absolute|{len(text)}|gz")
        self.keys("{path.1}|{path.2}|{path.3}|{path.4}|{path.-1}|{path.-2}|{path.-3}|{path.-4}", text, "a||b.tar.gz||b.tar.gz||a|")
        self.keys("{query.q}|{query.%71}|{query.x}|{query.y}|{query.q:decode}|{query.q:form}", text, "a+b%20c|a+b%20c|||a+b c|a b c")
        self.keys("{query_all.a}|{query-all.a:form}|{query_all.b}", "http://h/?a=1&x&%61=b+%63&a", "1 b+%63|1 b c|")
        self.keys("{query.q}|{query.%71}|{query.x}|{query.y}|{query.q:decode}|{query.q:form}|{query_all.q}|{query_all.x}", text,
                  "a+b%20c|a+b%20c|||a+b c|a b c|a+b%20c 2|1=%3D%25")
        self.keys("{params}|{query_names}|{query-names}", text, "q=a+b%20c x q=2 x=1==%25 =e|&q&x|&q&x")
        self.keys("{query.a%3Ab}{query.a%7Db}", "?a:b=1&a%7db=2", "12")
        self.keys("[{user}{password}{ip}{port_effective}{path.1}{query.a}{params}{extension}{host_kind}]", "", "[]")

    def test_addresses(self):
        for host, address in (("0x7f.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("127.0.0.1", "127.0.0.1"), ("[0:0::1]", "::1"),
                              ("[::ffff:7F00:1]", "127.0.0.1"), ("[::ffff:127.0.0.1]", "127.0.0.1"), ("[2001:DB8:0::]", "2001:db8::"),
                              ("example.com", ""), ("[v1.a]", ""), ("", ""), ("1.2.3.4.5", "")):
            self.keys("{host:address}|{ip}", f"//{host}", f"{address}|{address}")
        self.keys("{host:address:upper:encode}", "//[2001:db8::A]", "2001%3ADB8%3A%3AA")

    def test_sites(self):
        self.keys("{site}|{suffix}|{host_reversed}|{surt}", "http://www.Example.co.uk:80/B?b&a", "example.co.uk|co.uk|uk.co.example.www|uk,co,example)/b?a&b")
        self.keys("[{site}|{suffix}|{ip}]", "//%31.2.3.4", "[||1.2.3.4]")
        self.keys("[{site}{suffix}{host_reversed}]", "a", "[]")
        self.keys("[{surt}]", "http://a:70000/", "[]")
        self.keys("{site} {suffix}", "//a.github.io", "github.io io", "parse")
        self.keys("{site} {suffix}", "//b.a.github.io", "a.github.io github.io", "parse", "--private-suffixes")
        with tempfile.NamedTemporaryFile("w", suffix=".dat") as file:
            file.write("example\nco.example\n")
            file.flush()
            self.keys("{site}", "//a.b.co.example", "b.co.example", "parse", f"--suffix-list={file.name}")
            self.check(["filter", f"--suffix-list={file.name}", "-F{site}", "site == B.co.example", "//a.b.co.example", "//co.example"], "b.co.example\n")
        self.check(["filter", "suffix == CO.uk and site like e*", "//a.E.co.uk", "//co.uk", "//e.uk"], "//a.E.co.uk\n")

    def test_extensions(self):
        for path, extension in (("a.b", "b"), ("/a.b/c", ""), ("/a.b/", ""), (".a", ""), ("/.a", ""), ("..", ""), ("a.", ""), ("/a.b.c", "c"),
                                ("a", ""), ("/.a.b", "b")):
            self.keys("{extension}", path, extension)

    def test_ports(self):
        for reference, port in (("http://h", "80"), ("HTTPS://h:/", "443"), ("x://h", ""), ("http:a", ""), ("//h:0", "0"), ("//h:00070000", "70000")):
            self.keys("{port_effective}", reference, port)

    def test_keys_of_the_result(self):
        self.keys("{host} {path.1} {input}", "HTTP://EX/%7ea", "ex ~a HTTP://EX/%7ea", "normalize")
        self.keys("{path.-1} {fragment} {scheme}", "../d#f", "d f http", "resolve", "-b", BASE)
        self.keys("{path.-1} {query}", "http://a/b/c/e?q", "e q", "relative", "-b", BASE)
        self.keys("{reference} {path.1}", "http://h/a", "http://h/x x", "build", "--set=path=/x")
        self.keys("{host} {path.1} {ip}", "http:\\\\0x7f.1\\b", "127.0.0.1 b 127.0.0.1", "parse", "--spec=whatwg")
        self.keys("{path.1} {scheme}", "urn:a-b:c", "a-b:c urn", "urn", "check")
        self.check(["resolve", "-b", BASE, "-s", "--format={path.1}{error_code}", "a b"], "path-character\n", 1)
        for name in ("compare", "encode", "decode"):
            self.usage([name, "--format={query.q}", "a", "b"], "no key")

    def test_literals(self):
        self.check(["parse", "--format", "a{{{path}}}\\t\\\\\\n%", "p"], "a{p}\t\\\n%\n")
        self.check(["parse", "--format", "", "p"], "\n")
        self.check(["parse", "--format", "{path}\\0", "p"], "p\0\n")
        self.check(["parse", "-0", "--format", "{path}", "p", "q"], "p\0q\0")

    def test_undefined_is_nothing(self):
        self.check(["parse", "--format", "[{query}][{fragment}]", "?"], "[][]\n")

    def test_invalid(self):
        self.check(["parse", "--format", "{path}!", "a", "a b"], "a!\n\n", 1, None)
        self.check(["parse", "-s", "--format", "{valid} {error_code} {error_offset} {error_component} {error_section} "
                    "{error_begin} {error_length}", "a b", "a"], "false path-character 1 path 3.3 0 3\ntrue      \n", 1)
        self.check(["check", "-s", "--format", "{error_message}: {error_expected}", "a["],
                   "\"[\" is not allowed in a path: a letter, a digit, %XX, \"/\", \"?\", \"#\", the end or one of "
                   "!$&'()*+,-.:;=@_~\n", 1)

    def test_usage(self):
        for wrong, *words in (("{hst}", "hst", "did you mean \"host\""), ("{target}", "target"), ("{}", "no key"), ("{path.0}", "no key"),
                              ("{query.}", "no key"), ("{extention}", "did you mean \"extension\""), ("{host:lwer}", "lwer", "did you mean \"lower\""), ("{host", "without \"}\""),
                              ("}", "without \"{\""), ("\\q", "\\q"), ("\\", "escape"), ("{host:}", "no modifier"),
                              ("{host" + ":lower" * 9 + "}", "modifiers")):
            with self.subTest(wrong):
                self.usage(["parse", "--format", wrong, "a"], "uriel parse: --format: ", *words)

    def test_usage_before_any_input(self):
        self.assertEqual(uriel("parse", "--format", "{x}", input="a\n" * 5).out, b"")


class Null(ToolTest):
    def test_every_subcommand(self):
        for name, (arguments, _) in RUNS.items():
            with self.subTest(name):
                lines = uriel(*arguments, input=b"".join(as_input(name, text) + b"\n" for text in (b"a", b"b:c", b"")))
                nulls = uriel(*arguments, "-0", input=b"".join(as_input(name, text) + b"\0" for text in (b"a", b"b:c", b"")))
                self.assertEqual(lines.out.replace(b"\n", b"\0"), nulls.out)
                self.assertEqual(nulls.out.count(b"\0"), 3)


# Every subcommand that reads records, with options that make it read standard input.
READERS = [arguments for arguments, _ in RUNS.values()] + [
    # Without the historic documents, lineage says that it has nothing to compare with.
    *([["lineage"], ["lineage", "-b", BASE]] if has_historic() else []), ["build", "--local"], ["schemes", "--stdin"], ["schemes", "--stdin", "--local"], ["plan"],
    *(["urn", action] for action in ("parse", "check", "normal", "compare", "show", "where")), ["urn", "encode", "--nid=example"]]


class Empty(ToolTest):
    """An empty line is not a reference: it is passed on as an empty record, neither valid nor invalid."""

    def test_passed_on_in_each_form(self):
        for arguments in sample(READERS, 3):
            with self.subTest(arguments):
                for more in ([], ["--format={error_code}x"]):
                    self.check([*arguments, *more], "\n\n\n", 0, input="\n\r\n\n")
                    self.check([*arguments, *more, "-0"], "\0\0", 0, input="\0\0")
                self.check([*arguments, "--json"], '{"input":""}\n' * 2, 0, input="\n\n")
                self.check([*arguments, "-q"], "", 0, input="\n\n")
                header, row = uriel(*arguments, "--tsv", "--header", input="\n").text.split("\n")[:2]
                self.assertEqual(row.split("\t"), [""] + ["\\N"] * header.count("\t"), arguments)

    def test_long_form(self):
        for name in ("parse", "plan", *(["lineage"] if has_historic() else [])):
            self.check([name, "--long"], "\n\n", 0, input="\n\n")

    def test_among_others(self):
        """Also where lines are printed by the block."""
        for arguments in (["check"], ["normalize"], ["resolve", "-b", "x:/"], ["relative", "-b", "x:/"], ["parse", "--format={path}"]):
            target = "x:/" if arguments[0] == "resolve" else ""
            self.check(arguments, f"{target}a\n\n\n{target}b\n", 0, input="a\n\n\r\nb\n")
        self.check(["check", "--tsv"], "a\ttrue\trelative\t\\N\t\\N\n\t\\N\t\\N\t\\N\t\\N\n", 0, input="a\n\n")
        self.check(["check", "--json"], '{"input":"a","valid":true,"form":"relative","path":"a"}\n{"input":""}\n', 0, input="a\n\n")

    def test_operand_is_the_empty_reference(self):
        self.check(["resolve", "-b", "http://e.com/a", ""], "http://e.com/a\n")
        self.check(["check", "--json", ""], '{"input":"","valid":true,"form":"relative","path":""}\n')

    def test_option_reads_it_as_a_reference(self):
        self.check(["resolve", "-b", "http://e.com/a", "--empty=reference"], "http://e.com/a\nhttp://e.com/b\n", 0, input="\nb\n")
        self.check(["resolve", "-b", "http://e.com/a", "--empty=pass"], "\n", 0, input="\n")
        self.check(["urn", "check", "--empty=reference"], "\n", 1, None, input="\n")
        self.usage(["check", "--empty=refrence"], 'did you mean "reference"?')

    def test_rejected_in_one_stage_stays_rejected(self):
        """This holds in every form with empty records, and for any next stage."""
        for first in (["normalize"], ["check"], ["parse", "--format={scheme}:{path}"], ["resolve", "-b", "x:/"], ["decode"]):
            rejected = uriel(*first, "-s", input="%zz[\n")
            self.assertEqual((rejected.status, rejected.out), (1, b"\n"))
            for then in sample(READERS, 5):
                self.check(then, "\n", 0, input=rejected.out)

    def test_pair_with_an_empty_side(self):
        """A side that was rejected before leaves nothing to compare."""
        for arguments in (["compare"], ["urn", "compare"]):
            self.check(arguments, "\n\n\n", 0, input="a\t\n\ta\n\t\n")
            self.check([*arguments, "--json"], '{"a":"a","b":""}\n{"a":"","b":"a"}\n{"a":"","b":""}\n', 0, input="a\t\n\ta\n\t\n")
            self.check([*arguments, "--tsv"], "a\t\t\\N\t\\N\t\\N\t\\N\n", 0, input="a\t\n")
        self.check(["compare", "--empty=reference"], "different\nstring\n", 1, input="a\t\n\t\n")
        self.check(["compare", "a", ""], "different\n", 1)


class Invalid(ToolTest):
    """--invalid selects the output for invalid records; the exit status is 1 if there was one, with any choice."""

    LINES = "a\nb c\n\nd\n"

    def invalid(self, what, *arguments, input=LINES):
        result = uriel(*arguments, f"--invalid={what}", input=input)
        self.assertEqual(result.status, 1, result.errors)
        self.assertIn("uriel: 2: not a URI reference", result.errors)
        return result.text

    def test_plain(self):
        for arguments in (["check"], ["normalize"], ["parse", "--format={path}"], ["decode"], ["build", "--stdin"]):
            input = self.LINES.replace("b c", "%zz")
            for what, out in (("empty", "a\n\n\nd\n"), ("drop", "a\n\nd\n"), ("keep", input), ("stop", "a\n")):
                with self.subTest(arguments, what=what):
                    result = uriel(*arguments, f"--invalid={what}", input=input)
                    self.assertEqual((result.status, result.text), (1, out), result.errors)
                    self.assertEqual(result.errors.count("uriel: 2: not "), 1)

    def test_empty_is_the_default(self):
        for form in ([], ["--json"], ["--tsv"], ["--long"]):
            self.assertEqual(uriel("parse", *form, "--invalid=empty", input=self.LINES).out, uriel("parse", *form, input=self.LINES).out)

    def test_json(self):
        valid = ['{"input":"a","valid":true,"form":"relative","path":"a"}', '{"input":""}', '{"input":"d","valid":true,"form":"relative","path":"d"}']
        for what, count, kept in (("empty", 0, [0, 2, 3]), ("keep", 0, [0, 2, 3]), ("drop", 1, [0, 1, 2])):
            result = uriel("check", "--json", f"--invalid={what}", input=self.LINES)
            self.assertEqual(result.errors.count("uriel: 2: "), count, "the error is in the record, if there is one")
            self.assertEqual([result.lines[i] for i in kept], valid)
        self.assertEqual(self.invalid("stop", "check", "--json"), valid[0] + "\n")

    def test_tsv_has_the_row(self):
        rows = uriel("check", "--tsv", input=self.LINES).lines
        self.assertEqual(self.invalid("keep", "check", "--tsv").splitlines(), rows)
        self.assertEqual(self.invalid("drop", "check", "--tsv").splitlines(), [rows[0], *rows[2:]])
        self.assertEqual(self.invalid("stop", "check", "--tsv", "--header").splitlines()[1:], rows[:1])

    def test_format_that_tells_errors(self):
        """It is filled in for invalid records: there is no empty record that the input could take the place of."""
        self.assertEqual(self.invalid("keep", "check", "--format={valid}"), "true\nfalse\n\ntrue\n")

    def test_long_form(self):
        self.assertEqual(self.invalid("keep", "parse", "--long"), uriel("parse", "--long", input="a").text + "b c\n\n\n" +
                         uriel("parse", "--long", input="d").text)
        self.assertEqual(self.invalid("drop", "parse", "--long"), uriel("parse", "--long", input="a\n\nd").text)

    def test_keep_has_the_bytes(self):
        self.assertEqual(uriel("check", "--invalid=keep", input=b"\xff\x1b \n").out, b"\xff\x1b \n")
        self.assertEqual(uriel("check", "-0", "--invalid=keep", input=b"a\nb\r\0").out, b"a\nb\r\0")
        self.assertEqual(uriel("compare", "--invalid=keep", input=b"a b\tc\nx\n").out, b"a b\tc\nx\n")
        self.check(["compare", "--invalid=keep", "a b", "c"], "a b\tc\n", 1, None)
        self.check(["build", "--set-encoded", "path=a b", "--invalid=keep"], "\n", 1, None)

    def test_quiet_and_silent(self):
        for what in ("empty", "drop", "keep", "stop"):
            self.check(["check", "-qs", f"--invalid={what}"], "", 1, input=self.LINES)

    def test_operands(self):
        for what, out in (("drop", "a\nd\n"), ("keep", "a\nb c\nd\n"), ("stop", "a\n")):
            self.check(["check", "-s", f"--invalid={what}", "a", "b c", "d"], out, 1)

    def test_not_equivalent_is_valid(self):
        self.check(["compare", "--invalid=stop"], "different\nstring\n", 1, input="a\tb\na\ta\n")

    def test_all_valid(self):
        for what in ("empty", "drop", "keep", "stop"):
            self.check(["check", f"--invalid={what}"], "a\n\nb\n", 0, input="a\n\nb\n")

    def test_stop_reads_no_more(self):
        for jobs in (1, 3):
            process = subprocess.Popen([URIEL, "check", "-s", "--invalid=stop", f"--jobs={jobs}"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, env=environment())
            process.stdin.write(b"a\nb c\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.read(), b"a\n")
            self.assertEqual(process.wait(TIMEOUT), 1)
            process.stdin.close()
            process.stdout.close()

    def test_usage(self):
        self.usage(["check", "--invalid=drpo"], "empty, drop, keep or stop")


class Exclusive(ToolTest):
    def test_forms_exclude_each_other(self):
        self.usage(["parse", "--json", "--tsv", "a"], "--json and --tsv")
        self.usage(["parse", "--format", "{path}", "--long", "a"], "--format and --long")
        self.check(["check", "--json", "--json", "a"], '{"input":"a","valid":true,"form":"relative","path":"a"}\n')


if __name__ == "__main__":
    unittest.main()
