# SPDX-License-Identifier: MIT
"""trurl's own cases, translated to uriel's commands (test/tool/trurl.py); and the rows of doc/trurl.md."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import trurl
from support import ROOT, TIMEOUT, URIEL, ToolTest, environment, sample

# Cases whose answer is another one, by their number from 0: doc/trurl.md has the reasons.
OTHER = {36: "{options}", 40: "zone", 41: "zone", 83: "case of a host", 94: "%00", 109: "{query:}", 116: "zone", 164: "%00", 165: "%00",
         184: "; in a password", 190: "two --get", 191: "two --url-file"}

# The rows of doc/trurl.md: for the first column, a command line of trurl, and its output.
ROWS = {
    "`URL`, `--url URL`": (["--url", "example.com/a/../b", "h"], "http://example.com/b\nhttp://h/\n"),
    "`--accept-space`": (["--accept-space", "http://h/a b?c d"], "http://h/a%20b?c+d\n"),
    "`-a`, `--append path=SEGMENT`": (["http://h/a", "-a", "path=b c"], "http://h/a/b%20c\n"),
    "`--append query=NAME=VALUE`": (["http://h/?a=1", "--append", "query=b=c&d"], "http://h/?a=1&b=c%26d\n"),
    "`--as-idn`": (["--as-idn", "http://xn--bcher-kva.example/"], "http://b\u00fccher.example/\n"),
    "`--curl`": (["--curl", "http://h/", "foo://h/", "ftp://h"], "http://h/\nftp://h/\n"),
    "`--default-port`": (["--default-port", "--get", "{default:port}", "https://h/"], "443\n"),
    "`-f`, `--url-file FILE`": (["-f", "testfiles/test0001.txt"],
                                "https://curl.se/\nhttps://docs.python.org/\ngit://github.com/curl/curl.git\nhttp://example.org/\nxyz://hello/?hi\n"),
    "`-g`, `--get FORMAT`": (["-g", "{scheme}: {host}\\n", "http://h/"], "http: h\n\n"),
    "`--iterate NAME=VALUES`": (["--iterate", "port=1 2", "http://h/"], "http://h:1/\nhttp://h:2/\n"),
    "`--json`": (["--json", "http://h/a"], [{"url": "http://h/a", "parts": {"scheme": "http", "host": "h", "path": "/a"}}]),
    "`--keep-port`": (["--keep-port", "http://h:80/"], "http://h:80/\n"),
    "`--no-guess-scheme`": (["--no-guess-scheme", "h", "http://h"], "http://h/\n"),
    "`--punycode`": (["--punycode", "b\u00fccher.example"], "http://xn--bcher-kva.example/\n"),
    "`--query-separator C`": (["--query-separator", ":", "--sort-query", "http://h/?b:a"], "http://h/?a:b\n"),
    "`--quiet`": (["--quiet", "http://h/"], "http://h/\n"),
    "`--redirect URL`": (["http://h/a/b", "--redirect", "../c"], "http://h/c\n"),
    "`--replace NAME=VALUE`": (["--replace", "a=1", "http://h/?a=2&a=3", "http://h/?b"], "http://h/?a=1\nhttp://h/?b\n"),
    "`--force-replace`, `--replace-append NAME=VALUE`": (["--replace-append", "a=1", "http://h/?b"], "http://h/?b&a=1\n"),
    "`-s`, `--set NAME=VALUE`": (["-s", "host=g", "--set", "path=a b", "http://h/"], "http://g/a%20b\n"),
    "`--set query=TEXT`": (["--set", "query=a=b", "http://h/"], "http://h/?a%3Db\n"),
    "`--set scheme?=NAME`": (["--set", "scheme?=https", "h", "ftp://h"], "https://h/\nftp://h/\n"),
    "`--sort-query`": (["--sort-query", "http://h/?b&a"], "http://h/?a&b\n"),
    "`--trim query=NAME`, `--qtrim NAME`": (["--trim", "query=utm_*", "--qtrim", "x", "http://h/?utm_a=1&x=2&y"], "http://h/?y\n"),
    "`--urlencode`": (["--urlencode", "--get", "{path}", "http://h/a%2fb"], "/a%2Fb\n"),
    "`--verify`": (["--verify", "http://h/", "http://h:x/", "http://g/"], "http://h/\n"),
    "no URL, only `--set`": (["--set", "scheme=ftp", "--set", "host=h"], "ftp://h/\n"),
    "`{url}`": (["-g", "{url}!", "h"], "http://h/!\n"),
    "`{scheme}`, `{host}`, `{port}`": (["-g", "{scheme} {host} {port}", "http://h:1/"], "http h 1\n"),
    "`{user}`, `{path}`, `{fragment}`": (["-g", "{user} {path} {fragment}", "http://%20@h/%20#%20"], "  /   \n"),
    "`{query}`": (["-g", "{query}", "http://h/?a%20b+c"], "a b c\n"),
    "`{:path}`, `{url:path}`": (["-g", "{:path} {url:path}", "http://h/%20"], "/%20 /%20\n"),
    "`{:password}`": (["-g", "{:password}", "ftp://u:a;b@h"], "a%3Bb\n"),
    "`{query:NAME}`": (["-g", "{query:a}", "http://h/?b=2&a=%201"], " 1\n"),
    "`{query-all:NAME}`": (["-g", "{query-all:a}", "http://h/?a=1&b=2&a=3"], "1 3\n"),
    "`{default:port}`": (["-g", "{default:port}", "http://h/"], "80\n"),
    "`{default:url}`": (["-g", "{default:url}", "http://h/"], "http://h:80/\n"),
    "`{must:query}`": (["-g", "{must:query}", "http://h/?a", "http://h/"], "a\n"),
    "`{puny:host}`": (["-g", "{puny:host}", "http://b\u00fccher.example/"], "xn--bcher-kva.example\n"),
    "`{idn:host}`": (["-g", "{idn:host}", "http://xn--bcher-kva.example/"], "b\u00fccher.example\n"),
    "`[host]`": (["-g", "[host] {host}", "http://h/"], "h {host}\n"),
}


def read_cases():
    files, cases = {}, []
    for line in (ROOT / "test" / "vectors" / "trurl.tsv").read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if fields[0] == "file":
            files[fields[1]] = json.loads(fields[2])
        elif line[:1] == "[":
            cases.append((json.loads(fields[0]), json.loads(fields[1]), fields[2] == "fails"))
    return files, cases


def pipe(stages, folder):
    """Runs the stages. Returns the output of the last, and all statuses."""
    data, statuses = b"", []
    for stage in stages:
        done = subprocess.run([URIEL, *stage], input=data, capture_output=True, timeout=TIMEOUT, env=environment(), cwd=folder)
        data = done.stdout
        statuses.append(done.returncode)
    return data.decode("utf-8", "surrogateescape"), statuses


def decoded(text, raw, plus=False):
    text = text.replace("+", " ") if plus and not raw else text
    return text if raw else urllib.parse.unquote(text, errors="surrogateescape")


def shape(record, raw):
    """A record of parse --json under trurl's keys."""
    parts = {name: record[name] for name in ("scheme", "host", "port") if name in record}
    userinfo = record.get("userinfo")
    if userinfo is not None:
        user, colon, password = userinfo.partition(":")
        parts["user"] = decoded(user, raw)
        if colon:
            parts["password"] = decoded(password, raw)
    for name in ("path", "query", "fragment"):
        if name in record:
            parts[name] = decoded(record[name], raw, name == "query")
    made = {"url": record["input"], "parts": parts}
    if "query" in record:
        pairs = [pair.partition("=") for pair in record["query"].split("&") if pair]
        made["params"] = [{"key": decoded(name, False, True), "value": decoded(value, False, True)} for name, _, value in pairs]
    return made


def upper(text):
    """RFC 3986, 6.2.2.1: the case of hexadecimal digits makes no difference; trurl's depends on its libcurl."""
    return re.sub(r"%[0-9A-Fa-f]{2}", lambda code: code[0].upper(), text)


def answer(arguments, folder):
    stages, strict = trurl.translate(arguments)
    out, statuses = pipe(stages, folder)
    failed = any(status > 1 for status in statuses) or (strict and any(statuses))
    if "--json" in arguments and "--get" not in arguments:
        out = [shape(json.loads(line), "--urlencode" in arguments) for line in out.splitlines() if line]
    return out, failed, stages, statuses


def is_same(out, expected):
    if isinstance(expected, str) and isinstance(out, list):  # "[]\n"
        expected = json.loads(expected or "[]")
    return json.loads(upper(json.dumps(out))) == json.loads(upper(json.dumps(expected)))


def write_files(files, folder):
    for name, text in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.replace("LONG", "https://" + "a" * 4106 + "/\nhttp://example.org\n").encode())


def rows():
    """The rows of doc/trurl.md whose example is above: the first two columns."""
    text = (ROOT / "doc" / "trurl.md").read_text(encoding="utf-8")
    for line in text[:text.index("## What gives another answer")].splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
        if len(cells) > 3 and cells[1] != "trurl" and cells[1].strip("-"):
            yield cells[1], cells[2]


class Trurl(ToolTest):
    def test_rows(self):
        """Each row has an example, whose answer is right, and which uses the options of the second column."""
        files, _ = read_cases()
        self.assertEqual([name for name, _ in rows()], list(ROWS))
        with tempfile.TemporaryDirectory() as folder:
            write_files(files, folder)
            for name, command in rows():
                with self.subTest(name):
                    arguments, expected = ROWS[name]
                    out, _, stages, _ = answer(arguments, folder)
                    self.assertTrue(is_same(out, expected), (stages, out))
                    used = " ".join(word for stage in stages for word in stage)
                    for part in re.findall(r"`([^`]*)`", command):
                        for word in re.findall(r"^[a-z]+(?= )|--[a-z-]+|\{[a-z_]+", part):
                            if "without" not in command or word not in ("--guess-scheme",):
                                self.assertIn(word, used)


    def test_cases(self):
        files, cases = read_cases()
        self.assertEqual(len(cases), 213)
        other = {}
        chosen = sample(list(enumerate(cases)), 4)
        with tempfile.TemporaryDirectory() as folder:
            write_files(files, folder)
            for number, (arguments, expected, fails) in chosen:
                out, failed, stages, statuses = answer(arguments, folder)
                self.assertLessEqual(len(stages), 2 + 2 * (stages[0][0] == "clean"), arguments)
                if not is_same(out, expected) or failed != fails:
                    other[number] = (arguments, stages, out, expected, statuses, fails)
        for number in sorted(set(other) - set(OTHER)):
            print(number, *map(repr, other[number]), sep="\n    ", file=sys.stderr)
        self.assertEqual(sorted(other), sorted(number for number, _ in chosen if number in OTHER))
        self.assertIn(f"{len(cases) - len(OTHER)} of them give", (ROOT / "doc" / "trurl.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
