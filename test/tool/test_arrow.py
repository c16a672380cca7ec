# SPDX-License-Identifier: MIT
"""uriel parse --arrow (uriel-parse(1), "Arrow") and uriel clean --arrow (uriel-clean(1)): the stream against --json and --tsv, read by test/tool/arrow.py."""
import os
import resource
import signal
import subprocess
import tempfile
import unittest

import arrow
from support import ROOT, TIMEOUT, ToolTest, URIEL, environment, has_historic, on_terminal, uriel

LINES = b"".join((
    b"http://user@example.com:80/a/b?c#d\n", b"\n", b"mailto:jane@example.com\n", b"a b\n", b"//[::1]:/\n", b"?\n", b"#\r\n",
    b"http://xn--bcher-kva.example/%41\n", b"http://h/\xff\xfe\n", b"http://h/\xc3\xbc\t\\\n", b"\x00\n", b"x" * 3000 + b"\n", b"last"))
URLS = (ROOT / "bench" / "urls.txt").read_bytes()
TEXTS = ("form", "scheme", "authority", "userinfo", "host", "host_kind", "port", "path", "query", "fragment")


def expected(record):
    """The row of a JSON record."""
    error = record.get("error", {})
    return {"input": record["input"], "valid": record.get("valid"), **{key: record.get(key) for key in TEXTS},
            "error_code": error.get("code"), "error_offset": error.get("offset")}


class Arrow(ToolTest):
    def compare(self, lines, *options, status):
        result, json = uriel("parse", "--arrow", *options, input=lines), uriel("parse", "--json", *options, input=lines)
        self.assertEqual((result.status, json.status), (status, status), result.errors)
        found, wanted = arrow.rows(result.out), [expected(record) for record in json.records]
        self.assertEqual(len(found), len(wanted))
        for number, (row, other) in enumerate(zip(found, wanted), 1):
            self.assertEqual(row, other, number)
        self.assertEqual(uriel("parse", "--tsv", *options, input=lines).err, result.err)

    def test_like_json(self):
        for options in ([], ["--spec=lenient"], ["--jobs=2"], ["--empty=reference"], ["--invalid=drop"], ["--null"], ["-f", "-"]):
            with self.subTest(options):
                self.compare(LINES, *options, status=1)

    def test_many(self):
        """More rows than a batch has, and blocks of input for several threads."""
        lines = URLS * 30
        for options in ([], ["--jobs=3"]):
            self.compare(lines, *options, status=1)

    def test_long(self):
        """Lines over 1 MiB, and blocks of references over 1 MiB."""
        self.compare(b"a\n" + b"b" * (3 << 20) + b"\n" + (b"http://h/" + b"c" * 9000 + b"\n") * 300 + b"d e" * (1 << 20) + b"\nf\n", status=1)

    def test_schema(self):
        fields, batches = arrow.read(uriel("parse", "--arrow", input=b"").out)
        self.assertEqual(fields, [("input", "utf8"), ("valid", "bool"), *((name, "utf8") for name in TEXTS),
                                  ("error_code", "utf8"), ("error_offset", "int")])
        self.assertEqual(batches, [])

    def test_columns_of_a_spec(self):
        """With --spec the columns are the same as with --tsv."""
        for spec in (*(["url-1994"] if has_historic() else []), "iri", "whatwg", "rfc8141"):
            with self.subTest(spec):
                tsv = uriel("parse", "--tsv", "--header", f"--spec={spec}", input=LINES)
                result = uriel("parse", "--arrow", f"--spec={spec}", input=LINES)
                self.assertEqual([name for name, _ in arrow.read(result.out)[0]], tsv.lines[0].split("\t"))
                text = {None: "\\N", True: "true", False: "false"}
                table = [[text[value] if value is None or isinstance(value, bool) else
                          str(value).replace("\\", "\\\\").replace("\t", "\\t") for value in row.values()]
                         for row in arrow.rows(result.out)]
                self.assertEqual(table, [line.split("\t") for line in tsv.out.decode(errors="replace").split("\n")[1:-1]])

    def test_utf8(self):
        """Bytes that are not UTF-8 become U+FFFD, as in JSON."""
        row, = arrow.rows(uriel("parse", "--arrow", input=b"\xed\xa0\x80a\xc3").out)
        self.assertEqual(row["input"], "\ufffd\ufffd\ufffda\ufffd")

    def test_operands(self):
        result = uriel("parse", "--arrow", "http://h/a", "", "a b")
        self.assertEqual([(row["input"], row["valid"], row["path"]) for row in arrow.rows(result.out)],
                         [("http://h/a", True, "/a"), ("", True, ""), ("a b", False, None)])
        self.assertEqual(result.status, 1)
        self.assertIn("3: not a URI reference", result.errors)

    def test_stop(self):
        """--invalid=stop: the records before the invalid one, and the end of the stream."""
        for jobs in ("1", "2"):
            result = uriel("parse", "--arrow", "--invalid=stop", f"--jobs={jobs}", input=b"a\nb\nc d\ne\n")
            self.assertEqual([row["input"] for row in arrow.rows(result.out)], ["a", "b"])
            self.assertEqual(result.status, 1)
            self.assertIn("3: not a URI reference", result.errors)

    def test_quiet(self):
        result = uriel("parse", "--arrow", "-q", input=b"a\nb c\n")
        self.assertEqual((arrow.rows(result.out), result.status), ([], 1))
        self.assertEqual(uriel("parse", "--arrow", "-s", input=b"b c\n").errors, "")

    def test_json_in(self):
        result = uriel("parse", "--arrow", "--json-in=u.v", input=b'{"u":{"v":"http://h/"}}\n{}\nx\n')
        self.assertEqual([(row["input"], row["valid"], row["host"]) for row in arrow.rows(result.out)][:2],
                         [("http://h/", True, "h"), ("", None, None)])

    def test_terminal(self):
        result = on_terminal("parse", "--arrow", "a")
        self.assertEqual(result.status, 2)
        self.assertIn("a terminal cannot show", result.errors + result.text)

    def test_usage(self):
        for other in ("--json", "--tsv", "--long", "--format={host}"):
            self.usage(["parse", "--arrow", other, "a"], "exclude each other")


class Columns(ToolTest):
    """uriel-parse(1), --columns: in every layout."""

    NAMES = ("host", "site", "key", "input", "valid", "error_code", "error_offset", "length", "agree", "host:upper", "query.a", "path.-1",
             "port", "port_effective", "hash", "read", "params", "error_begin", "form", "depth", "normalize")
    TYPES = {"valid": "bool", "agree": "bool", "error_offset": "int", "length": "int", "port_effective": "int", "hash": "int",
             "error_begin": "int", "depth": "int"}

    def test_like_tsv(self):
        for options in ([], ["--spec=lenient"], ["--jobs=2"], ["--spec=iri"]):
            with self.subTest(options):
                options = ["--columns=" + ",".join(self.NAMES), *options]
                lines = LINES + b"\nhttp://h:99999999999999999999/?a=1&b\n" + URLS
                tsv, result = uriel("parse", "--tsv", "--header", *options, input=lines), uriel("parse", "--arrow", *options, input=lines)
                self.assertEqual(result.err, tsv.err)
                self.assertEqual(arrow.read(result.out)[0], [(name, self.TYPES.get(name, "utf8")) for name in self.NAMES])
                header, *rows = tsv.out.decode(errors="replace").split("\n")[:-1]
                self.assertEqual(header.split("\t"), list(self.NAMES))
                text = {None: "\\N", True: "true", False: "false"}
                found = [[text[value] if value is None or isinstance(value, bool) else
                          str(value).replace("\\", "\\\\").replace("\t", "\\t") for value in row.values()] for row in arrow.rows(result.out)]
                rows = [row.split("\t") for row in rows]
                port = self.NAMES.index("port_effective")
                self.assertEqual(rows[len(LINES.split(b"\n"))][port], "9" * 20)
                for row in rows:  # an integer beyond int64 is null
                    row[port] = "\\N" if len(row[port]) == 20 else row[port]
                self.assertEqual(found, rows)

    def test_layouts(self):
        text = "http://User@Example.com/a?q=%41"
        self.check(["parse", "--columns=host:lower,query.q:decode,depth,userinfo", text], "host:lower=example.com\tquery.q:decode=A\tdepth=1\tuserinfo=User\n")
        self.check(["parse", "--tsv", "--columns=port,valid,host", text], "\\N\ttrue\tExample.com\n")
        self.check(["parse", "--json", "--columns=depth,valid,port,params", text],
                   '{"depth":1,"valid":true,"params":[{"name":"q","value":"A"}]}\n')
        self.check(["parse", "--tsv", "--columns=params,input", text], "q=A\t" + text + "\n")
        self.check(["parse", "--long", "--columns=host,site", text], text + "\n  host       Example.com\n  site       example.com\n\n")

    def test_errors(self):
        self.check(["parse", "--tsv", "--columns=error_code,error_offset,input,host", "a b"], "path-character\t1\ta b\t\\N\n", 1, None)
        record, = uriel("parse", "--json", "--columns=error_offset,host", "a b").records
        self.assertEqual((record["error_offset"], record["error"]["code"]), (1, "path-character"))
        self.check(["parse", "--tsv", "--columns=read,valid,error_code", "--spec=lenient", "http://h/a b"], "encoded\tfalse\tpath-character\n")

    def test_invalid(self):
        """An invalid input is an empty record for functions of a text, too."""
        names = ("guard", "agree", "safe_browsing", "key", "read", "host", "form")
        self.check(["parse", "--tsv", "--columns=input,valid,spec," + ",".join(names), "a b"], "a b\tfalse\t\\N" + "\t\\N" * len(names) + "\n", 1, None)
        self.check(["parse", "--format={guard}{agree}", "a b"], "\n", 1, None)
        out = uriel("parse", "--arrow", "--columns=guard,agree", input=b"a b\nhttp://h/\n").out
        self.assertEqual([list(row.values()) for row in arrow.rows(out)], [[None, None], [False, True]])

    def test_names(self):
        record, = uriel("parse", "--json", '--columns=query."a\\', '?%22a%5C=1').records
        self.assertEqual(record, {'query."a\\': "1"})
        self.check(["parse", "--tsv", "--header", "--columns=host-unicode,query.\\t", "//xn--bcher-kva/"],
                   "host_unicode\tquery.\\\\t\nb\u00fccher\t\\N\n")

    def test_usage(self):
        for names, *words in (("hots", 'did you mean "host"?'), ("quux", "columns are"), ("find", "find() returns a list", "columns are"),
                              ("ip_in", "needs the argument network"), ("param", "needs the argument name"),
                              ("filename", "takes a text"), ("error", 'no column "error"', "error_"), ("host,host", "twice"),
                              ("host:lowr", 'did you mean "lower"?'), ("query.*", "pattern"), ("", "not empty"),
                              (b"query.\xff", "not UTF-8"), (",".join(f"path.{n}" for n in range(1, 65)), "at most 63")):
            with self.subTest(names):
                self.usage(["parse", b"--columns=" + names if isinstance(names, bytes) else "--columns=" + names, "a"], *words)
        self.usage(["parse", "--columns=host", "--format={host}", "a"], "exclude each other")


class Clean(ToolTest):
    """uriel-clean(1), --arrow, --binary, --columns, and --no-unique with --invalid=empty."""

    ROWS = ["--no-unique", "--invalid=empty"]
    LINES = b"http://H/?utm_id=1\n\n#c\nno URL\n <http://h/\xff>\r\nhttp://h\nhttp://h/\n"

    def test_columns(self):
        result = uriel("clean", "--arrow", "--binary", *self.ROWS, "--unique=host", "--comments", "--strip-tracking", "--spec=lenient",
                       "--columns=input,output,unique,site,read,error_code,error_offset,error_message", input=self.LINES)
        self.assertEqual([list(row.values()) for row in arrow.rows(result.out)], [
            [b"http://H/?utm_id=1", b"http://h/", b"=h\t", None, None, None, None, None],
            [b"", *[None] * 7],
            [b"#c", *[None] * 7],
            [b"no URL", None, None, None, None, b"path-character", 2, b"a space is not allowed in a path"],
            [b" <http://h/\xff>", b"http://h/%FF", b"=h\t", None, b"encoded", b"path-character", 9,
             b"the byte 0xFF is not allowed in a path"],
            *([line, b"http://h/", b"=h\t", None, None, None, None, None] for line in (b"http://h", b"http://h/"))])
        self.assertEqual(result.status, 1)
        self.assertIn("7 read, 1 empty, 1 comments, 1 invalid, 0 duplicates, 4 written", result.errors)

    def test_like_tsv(self):
        """Any memory, with duplicates removed; the keys of the output, not of the input."""
        lines = self.LINES + URLS * 3
        for options in ([], ["--unique=host,path"], ["--memory=1k"], ["--memory=1k", "--unique=site"], ["--level=case"], ["--unique=text"]):
            for names in ("input,output,error_code,error_offset", "output,unique,host,input,valid", "unique,path"):
                with self.subTest(options, names=names):
                    options = ["-s", *options, f"--columns={names}"]
                    tsv, result = uriel("clean", "--tsv", *options, input=lines), uriel("clean", "--arrow", *options, input=lines)
                    text = {None: "\\N", True: "true", False: "false"}
                    found = ["\t".join(text[value] if value is None or isinstance(value, bool) else
                                       str(value).replace("\\", "\\\\").replace("\t", "\\t") for value in row.values())
                             for row in arrow.rows(result.out)]
                    self.assertEqual(found, tsv.out.decode(errors="replace").split("\n")[:-1])

    def test_schema(self):
        """Without --columns, the columns of --tsv."""
        fields, _ = arrow.read(uriel("clean", "--arrow", input=b"").out)
        self.assertEqual(fields, [("input", "utf8"), ("output", "utf8"), ("error_code", "utf8"), ("error_offset", "int")])
        fields, _ = arrow.read(uriel("clean", "--arrow", "--binary", "--columns=output,depth,valid", input=b"").out)
        self.assertEqual(fields, [("output", "binary"), ("depth", "int"), ("valid", "bool")])

    def test_every_line(self):
        """A record for each line, in every layout; lines that end in NUL, with line feeds in them."""
        self.check(["clean", "-s", *self.ROWS], "http://h/?utm_id=1\n\n#c\n\nhttp://h/%FF\nhttp://h/\nhttp://h/\n", 1, "", self.LINES)
        result = uriel("clean", "--arrow", "--binary", "-0s", *self.ROWS, input=b"http://h/a\nb\0\0\n\0x\r\0")
        self.assertEqual([(row["input"], row["output"]) for row in arrow.rows(result.out)],
                         [(b"http://h/a\nb", b"http://h/a%0Ab"), (b"", None), (b"\n", None), (b"x\r", b"x")])

    def test_key(self):
        """{unique} is the key that is compared, with and without duplicates."""
        for options in ([], ["--no-unique"]):
            self.check(["clean", "-s", "--level=string", "--format={output} {unique}", *options], "HTTP://h http://h/\n", input="HTTP://h\n")
            self.check(["clean", "-s", "--unique=host", "--format={unique}", *options], "=h\t\n", input="http://H/a\n")

    def test_usage(self):
        self.usage(["clean", "--columns=output", "x"], "--columns goes with --arrow, --json and --tsv")
        self.usage(["clean", "--tsv", "--columns=outptu", "x"], 'did you mean "output"?')
        self.usage(["clean", "--no-unique", "--unique=host", "x"], "exclude each other")
        self.usage(["clean", "--invalid=empty", "x"], "--invalid must be drop")
        self.usage(["clean", "--binary", "x"], "--arrow")


class Streams(ToolTest):
    def test_at_once(self):
        """A batch is written when no more input is ready, so that a coprocess gets it."""
        process = subprocess.Popen([URIEL, "parse", "--arrow"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
        out = b""
        for number in range(1, 4):
            process.stdin.write(b"http://h/%d\n" % number)
            process.stdin.flush()
            while b"http://h/%d" % number not in out:
                out += os.read(process.stdout.fileno(), 65536)
        process.stdin.close()
        out += process.stdout.read()
        process.stdout.close()
        self.assertEqual(process.wait(TIMEOUT), 0)
        self.assertEqual([row["path"] for row in arrow.rows(out)], ["/1", "/2", "/3"])

    def test_small_pieces(self):
        """Lines that arrive in small pieces share batches."""
        read, write = os.pipe()
        with open(read, "rb") as stdin, open(write, "wb") as pipe, tempfile.TemporaryFile() as out:
            process = subprocess.Popen(["sh", "-c", 'sleep 1; exec "$0" parse --arrow', URIEL], stdin=stdin, stdout=out, env=environment())
            pipe.write(b"http://h/\n" * 5000)
            pipe.close()
            self.assertEqual(process.wait(TIMEOUT), 0)
            out.seek(0)
            _, batches = arrow.read(out.read())
        self.assertEqual(sum(len(batch[0]) for batch in batches), 5000)
        self.assertLessEqual(len(batches), 2)

    def test_reader_that_leaves(self):
        """SIGPIPE ends the program without a message, as with every output."""
        with tempfile.NamedTemporaryFile() as lines:
            lines.write(URLS * 20)
            lines.flush()
            process = subprocess.Popen([URIEL, "parse", "--arrow", "-s", "-f", lines.name], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, env=environment())
            process.stdout.read(1000)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            process.stderr.close()
            self.assertEqual(process.wait(TIMEOUT), -signal.SIGPIPE)

    def test_full_disk(self):
        for lines in (b"", b"a\n", URLS * 20):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([URIEL, "parse", "--arrow", "-s"], input=lines, stdout=full, stderr=subprocess.PIPE, env=environment())
            self.assertEqual(done.returncode, 3)
            self.assertEqual(done.stderr, b"uriel: cannot write standard output: No space left on device\n")

    def test_killed(self):
        """The batches that a killed program had written are whole, and the stream has no end."""
        process = subprocess.Popen([URIEL, "parse", "--arrow"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
        process.stdin.write(b"http://h/\n")
        process.stdin.flush()
        out = b""
        while b"http://h/" not in out:
            out += os.read(process.stdout.fileno(), 65536)
        process.kill()
        out += process.stdout.read()
        self.assertEqual(process.wait(TIMEOUT), -signal.SIGKILL)
        process.stdin.close()
        process.stdout.close()
        self.assertFalse(out.endswith(b"\xff\xff\xff\xff\0\0\0\0"))
        self.assertEqual(len(arrow.rows(out + b"\xff\xff\xff\xff\0\0\0\0")), 1)

    def test_memory(self):
        """Memory does not grow with the input."""
        peaks = []
        for times in (20, 200):
            with tempfile.NamedTemporaryFile() as lines:
                lines.write(URLS * times)
                lines.flush()
                subprocess.run([URIEL, "parse", "--arrow", "-s", "-f", lines.name], stdout=subprocess.DEVNULL, env=environment(), check=False)
            peaks.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        self.assertLess(peaks[1], peaks[0] + 8192)


if __name__ == "__main__":
    unittest.main()
