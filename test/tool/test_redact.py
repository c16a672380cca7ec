# SPDX-License-Identifier: MIT
"""uriel redact: text and JSON without the secrets of their URLs; every other byte stays."""
import json
import os
import pathlib
import random
import select
import subprocess
import tempfile
import time
import unittest

from support import TIMEOUT, URIEL, ToolTest, environment, sample, uriel

LOG = ('10.0.0.1 - - "GET /a?token=abc&x=1 HTTP/1.1" 200 "https://u:pw@h.example/?q=1"\n', '10.0.0.1 - - "GET /a?token=REDACTED&x=1 HTTP/1.1" 200 "https://u:REDACTED@h.example/?q=1"\n')


class Texts(ToolTest):
    def test_logs(self):
        self.check(["redact"], LOG[1], input=LOG[0])
        self.check(["redact", "-"], LOG[1], input=LOG[0])
        self.check(["redact", "--lines"], LOG[1] * 3, input=LOG[0] * 3)
        self.check(["redact"], "", input="")
        self.check(["redact"], "no line feed https://h/?sid=REDACTED", input="no line feed https://h/?sid=1")

    def test_text(self):
        for text, output in (
                ("see <https://h/?a=1&\n token=ab\n cd>, (https://h/?token=x). token=1", "see <https://h/?a=1&\n token=REDACTED>, (https://h/?token=REDACTED). token=1"),
                ("[a](https://h/?token=x) `https://h/?token=y`", "[a](https://h/?token=REDACTED) `https://h/?token=REDACTED`"),
                ("https://h/?password=a|b{c}d, www.example.com/?sid=1;", "https://h/?password=REDACTED, www.example.com/?sid=REDACTED;"),
                ("{https://h/?token=x} index.php?sid=1&a=2 'x?sid=1'", "{https://h/?token=REDACTED} index.php?sid=REDACTED&a=2 'x?sid=REDACTED'"),
                ("<a href=\"/x?a=1&amp;token=2&amp;b\">", "<a href=\"/x?a=1&amp;token=REDACTED&amp;b\">"),
                ("u=/a?token=x.ba/y(z, /a?u=http://h/?token=x(y).", "u=/a?token=REDACTED, /a?u=http://h/?token=REDACTED."),
                ("password=a b=c //host/?b token", "password=a b=c //host/?b token"),
                ('{"body":"password=a&user=b"} curl -d \'user=a&pw=b\'', '{"body":"password=REDACTED&user=b"} curl -d \'user=a&pw=REDACTED\''),
                ("git clone https://abc:x-oauth-basic@github.com/a https://abc:@h/", "git clone https://REDACTED:x-oauth-basic@github.com/a https://REDACTED:@h/"),
                ("curl https://ghp_0123456789abcdefghij0123456789abcdef@github.com/a", "curl https://REDACTED@github.com/a")):
            with self.subTest(text):
                self.check(["redact"], output, input=text)

    def test_json(self):
        records = [{"u": "https://u:p@h/?a=1&token=x/y=z", "password": "stays: not a URL"}, {"p": "/x?sig=a%3D", "t": "see https://h/\u00e9?sid=1 \"q\" \\ \n"}]
        redacted = [{"u": "https://u:R*@h/?a=1&token=R*", "password": "stays: not a URL"}, {"p": "/x?sig=R*", "t": "see https://h/\u00e9?sid=R* \"q\" \\ \n"}]
        escaped = [json.dumps(record) for record in records]
        for escapes in ({}, {"/": "\\/"}, {"&": "\\u0026", "=": "\\u003d", "/": "\\/"}, {"&": "\\u0026", "=": "\\u003D"}):
            text = "\n".join(escaped)
            for byte, escape in escapes.items():
                text = text.replace(byte, escape)
            with self.subTest(text):
                result = uriel("redact", "--replace=R*", input=text)
                self.assertEqual([json.loads(line) for line in result.text.split("\n")], redacted)

    def test_escapes(self):
        """A backslash that belongs to the string around a reference stays."""
        for text in (
                r'{"msg":"GET \"/a?token=SECRET\" 200"}',
                r'{"body":"{\"path\":\"/a?token=SECRET\",\"status\":200}"}',
                r'{"u":"{\"url\":\"https:\\/\\/example.com\\/?token=SECRET\",\"x\":1}"}',
                r'{"body":"{\"u\":\"/cb?u=http://h/&token=SECRET\",\"user\":\"bob\"}"}',
                r'{"w":"{\"a\":\";jsessionid=\"}"}',
                r'{"w":"{\"w\":\"{\\\"u\\\":\\\"/a?token=SECRET\\\"}\"}"}',
                r'{"a":"/a?token=SECRET\n x","b":"/a?token=SECRET\tx","c":"/a?token=SECRET\r\n","d":"/a?token=SECRET\\"}',
                r'{"a":"x?sid=SECRET\nhttps://h/?token=SECRET\nhttps://h/?sid=SECRET\n/b?token=SECRET"}',
                r'{"a":"https://h/?password=SECRET\"","b":"\/a?x=1\u0026token=SECRET\u0026b"}',
                "curl /a?token=SECRET \\\n /b?token=SECRET\\\n \\"):
            with self.subTest(text):
                for secret in ("abc", "a/b", "a|b", "a=b"):
                    self.check(["redact"], text.replace("SECRET", "REDACTED"), input=text.replace("SECRET", secret))

    def test_parentheses(self):
        for form in ("https://u:{}@h.example/x", "https://u:{}@h.example/", "https://h.example/?token={}", "https://h.example/?token={}&x=1", "(see https://h/?token={})", "(see https://h/?token={}).", "/a?token={}&x=1"):
            for secret in ("abc", "a).b", "a\\xFFb", "pa(SECRET", "pa)SECRET", "pa)(SECRET", "p(a)(b)c)d", "(SECRET"):
                with self.subTest(form, secret=secret):
                    if not (form.startswith("(") and secret.count("(") > secret.count(")")):
                        self.check(["redact"], form.format("REDACTED"), input=form.format(secret))

    def test_passwords(self):
        """Nothing of a password survives, whatever is before its "@"."""
        for secret in ("a).b", "a(.b", "a.),b", "(b", "a[b]c", "a|.b", "a^b{c}d", "a!b?c", "a,b;c", "a\\b", "a)b@c).d", "a/b#c?d", "a$b%", "a).b/c"):
            for form in ("https://u:{}@h.example/x y", "see https://u:{}@h.example, then", "(see ssh://u:{}@h.example/)", "[a](https://u:{}@h.example/)", "[a](ftp://u:{}@h.example)", "sip:ann:{}@h.example;a=b"):
                if form.startswith("sip") and "/" in secret:
                    continue
                with self.subTest(form, secret=secret):
                    self.check(["redact"], form.format("REDACTED"), input=form.format(secret))
        self.check(["redact"], "http://h.example), ann:a@h (http://h.example:80).", input="http://h.example), ann:a@h (http://h.example:80).")

    def test_brackets(self):
        for text in ("https://h/?token[]=SECRET&user[pw]=SECRET&x=1", "a https://h/?token[0]=SECRET) b", "(/a?user[token]=SECRET)", "https://h/(a)=b/token=SECRET", "{h}?token={SECRET&b"):
            with self.subTest(text):
                self.check(["redact"], text.replace("{SECRET", "SECRET").replace("SECRET", "REDACTED"), input=text)

    def test_punctuation(self):
        for text in (
                "(/a?token=abc) x", "[l](/x?token=abc), next", "/x?token=abc; next", "/x?token=abc. ", "/x?token=abc, x", "/x?token=abc", "url(a.php?sid=abc)!",
                "[https://h/?token=abc](https://h/?token=abc)", "https://h/?password=abc|abc. x", "/a=b/(S(abc)), x", "(//h/(S(abc)))"):
            with self.subTest(text):
                self.check(["redact"], text.replace("abc|abc", "abc").replace("abc", "REDACTED"), input=text)

    def test_options(self):
        text = "https://h/?code=a&page=b&token=c&Sid=d\n"
        self.check(["redact", "--parameter=code", "--parameter", "P?ge"], "https://h/?code=REDACTED&page=REDACTED&token=REDACTED&Sid=REDACTED\n", input=text)
        self.check(["redact", "--keep=token", "--keep=s*"], text, input=text)
        self.check(["redact", "--replace=[x y]"], "https://h/?code=a&page=b&token=%5Bx%20y%5D&Sid=%5Bx%20y%5D\n", input=text)
        result = uriel("redact", "--count", input=text + "https://h/\nhttps://h/?token=REDACTED&pw=1\n")
        self.assertEqual((result.status, result.errors), (0, "uriel: 3 secrets in 2 references were replaced\n"))
        self.assertEqual(uriel("redact", "--count", input="https://u:p@h").errors, "uriel: 1 secret in 1 reference was replaced\n")
        self.usage(["redact", "--replace="], "replace")
        self.usage(["redact", "--frob"], "frob")
        self.usage(["redact", "-", "-"], "only once")

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.log")
            path.write_text(LOG[0])
            self.check(["redact", str(path), str(path)], LOG[1] * 2)
            self.check(["redact", "-f", str(path)], LOG[1])
            result = uriel("redact", str(path) + "x", str(path))
            self.assertEqual((result.status, result.text), (3, LOG[1]))
            self.assertIn("cannot read", result.errors)
            self.assertEqual(uriel("redact", folder).status, 3)
            with open(path, "ab") as out:
                done = subprocess.run([URIEL, "redact", str(path)], stdout=out, stderr=subprocess.PIPE, timeout=TIMEOUT, env=environment())
            self.assertEqual(done.returncode, 2)
            self.assertEqual(path.read_text(), LOG[0])
        result = uriel("redact", "https://u:p@h/")
        self.assertEqual(result.status, 3)
        self.assertIn("reads files", result.errors)

    def test_other_encodings(self):
        for data in (LOG[0].encode("utf-16-le"), b"a\0b\n"):
            result = uriel("redact", input=data)
            self.assertEqual((result.status, result.out), (1, data))
            self.assertEqual(result.errors, "uriel: standard input: has NUL bytes, as UTF-16 and binary files do: secrets may be left in the output\n")
        self.check(["redact"], "\udcff https://h/?sid=REDACTED \udcfe", input=b"\xff https://h/?sid=1 \xfe")


class Streams(ToolTest):
    def test_lines_at_once(self):
        process = subprocess.Popen([URIEL, "redact", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=environment())
        for _ in range(20):
            process.stdin.write(LOG[0].encode())
            self.assertTrue(select.select([process.stdout], [], [], TIMEOUT)[0], "no answer")
            self.assertEqual(process.stdout.read(65536).decode(), LOG[1])
        process.stdin.close()
        self.assertEqual(process.stdout.read(), b"")
        self.assertEqual(process.wait(TIMEOUT), 0)
        process.stdout.close()

    def test_windows(self):
        """Pieces of the input do not matter."""
        chance = random.Random(28)
        lines, outputs = [], []
        for _ in range(len(sample(range(4000), 4))):
            secret = "".join(chance.choice("abc/+%=.") for _ in range(chance.choice((1, 5, 60, 900)))) + "a"
            before, after = "x " * chance.randrange(40), " y" * chance.randrange(40)
            form = chance.choice(("https://h.example/a?b=1&token={}&c", '"/a?token={}&c"', "https://u:{}@h/", "x.php?sid={}"))
            if "@" in form:
                secret = secret.replace("/", "a")
            lines.append(before + form.format(secret) + after)
            outputs.append(before + form.format("REDACTED") + after)
        whole = "\n".join(lines) + "\n"
        self.assertGreater(len(whole), 2 * 65536 if len(lines) > 2000 else 0)
        for line, output in zip(uriel("redact", input=whole).lines, outputs):
            self.assertEqual(line, output)
        read, write = os.pipe()
        process = subprocess.Popen([URIEL, "redact"], stdin=read, stdout=subprocess.PIPE, env=environment())
        os.close(read)
        part = whole.encode()[:40000]
        part = part[:part.rindex(b"\n") + 1]
        for at in range(0, len(part), 997):
            os.write(write, part[at:at + 997])
        os.close(write)
        count = part.count(b"\n")
        self.assertEqual(process.communicate(timeout=TIMEOUT)[0].decode().splitlines(), outputs[:count])

    def test_pieces_of_words(self):
        for text in ("https://h/?token=a|b(c)d)e. x", "https://u:(a@h.example/ x", '"\\"/a?token=a\\\\\\"," x', "https://h/?password=a)b\\n x"):
            process = subprocess.Popen([URIEL, "redact"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=environment())
            for byte in text.encode():
                process.stdin.write(bytes([byte]))
                time.sleep(0.002)
            self.assertEqual(process.communicate(timeout=TIMEOUT)[0].decode(), uriel("redact", input=text).text)

    def test_long_words(self):
        for part in ("https://h/a](", "https://u:a).", "//a:b/", "x=http:"):
            text = part * (1000000 // len(part))
            self.check(["redact"], text, input=text)
        long = "data:image/png;base64," + "A" * 3000000
        self.check(["redact"], f"{long} https://h/?sid=REDACTED\n", input=f"{long} https://h/?sid=1\n")
        self.check(["redact", "--lines"], f"{long} https://h/?sid=REDACTED\n", input=f"{long} https://h/?sid=1\n")


TOKENS = ("// / ? # & ; = @ : %3D %26 %2F %3A %40 %253D %25 % token pw ( ) [ ] . , \" \\ \\u0026 \\/ https: http:// { } | < > ' ! * sid=1 u:p@ S( (S(a)) &amp; - _ \u00e9 \\n ` hooks.slack.com/services/a/b/c "
          "https://u:pa).S@h/ postgres://u:a/b@h sip:u:p@h password=a&user=b [a](https://h/?token=x)").split(" ")


def mutated(chance, texts):
    """A text with up to five changes: pieces of others, tokens, omissions, and percent-encoding."""
    text = chance.choice(texts)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((0, 1, 5, 20)))
        other = chance.choice(texts)
        text = text[:at] + chance.choice(("", chance.choice(TOKENS), other, other[at:], "".join(f"%{byte:02X}" for byte in text[at:end].encode()))) + text[end:]
    return text[:400]


class Results(ToolTest):
    def test_twice(self):
        """A second run changes nothing, except a link of Markdown in user information, which is not always one."""
        chance = random.Random(28)
        vectors = (pathlib.Path(__file__).resolve().parents[1] / "vectors" / "redact.tsv").read_text().splitlines()
        texts = [line.split("\t")[0].replace("\\n", " ").replace("\\\\", "\\") for line in vectors if line[:1] not in ("#", "")]
        once = uriel("redact", "--lines", input="".join(mutated(chance, texts) + "\n" for _ in range(20000))).lines
        twice = uriel("redact", "--lines", input="".join(line + "\n" for line in once)).lines
        self.assertEqual(len(twice), 20000)
        changed = [(a, b) for a, b in zip(once, twice) if a != b]
        self.assertEqual([pair for pair in changed if "@[a](" not in pair[0]], [])
        self.assertLess(len(changed), 3)

    def test_same_hosts(self):
        """The result is a reference with the same host and parameters."""
        text = (pathlib.Path(__file__).resolve().parents[2] / "bench" / "urls.txt").read_text()
        result = uriel("redact", "--lines", input=text)
        keys = "{valid} {scheme} {host} {port} {query_names}"
        self.assertEqual(result.status, 0)
        self.assertEqual(uriel("parse", "-s", "--format", keys, input=result.text).text, uriel("parse", "-s", "--format", keys, input=text).text)


if __name__ == "__main__":
    unittest.main()
