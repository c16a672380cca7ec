# SPDX-License-Identifier: MIT
"""doc/tools.md, "Options of lychee": each row's commands do on a small loopback site what the row states. Needs no lychee."""
import functools
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

from support import ROOT, open_terminal, read_terminal
from test_online import DEAD_NAMES, PAGE, TIMEOUT, URIEL, Site, to

CHECK = "uriel links --check --online "
# `uriel` of the rows: answers on loopback are allowed, names have no addresses, and nothing waits, unless a row has these options.
WRAPPER = f"""#!/bin/sh
subcommand=$1
shift
case " $* " in
  *" --online "*) exec "$URIEL" "$subcommand" --policy="$FOLDER/policy" {DEAD_NAMES} --connect-timeout=1 --retries=0 --rate=0 "$@" ;;
esac
exec "$URIEL" "$subcommand" "$@"
"""


def read_rows():
    """The commands of the second column, by the first column."""
    text = (ROOT / "doc" / "tools.md").read_text(encoding="utf-8")
    text = text[text.index("### Options of lychee"):]
    rows = {}
    for line in text[:text.index("\n#", 1)].splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
        if len(cells) == 5 and cells[1] != "lychee" and cells[1].strip("-"):
            rows[cells[1]] = [part.replace("\\|", "|") for part in re.findall(r"`([^`]+)`", cells[2])]
    return rows


ROWS = read_rows()
TESTED = []


def row(first):
    """Marks the test of a row, which runs all its commands."""
    def decorate(test):
        @functools.wraps(test)
        def wrapped(self):
            self.commands, self.ran = ROWS[first], set()
            test(self)
            self.assertEqual(self.ran, set(range(len(self.commands))), "a command of the row was not run")
        TESTED.append(first)
        return wrapped
    return decorate


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.docs = self.folder / "docs"
        self.docs.mkdir()
        self.wrap("")
        self.write_text("policy", "")
        self.environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "URIEL": URIEL, "FOLDER": str(self.folder)}

    def write_text(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def wrap(self, options):
        """Gives the commands of the rows further options."""
        self.write_text("bin/uriel", WRAPPER.replace("--rate=0", f"--rate=0 {options}")).chmod(0o755)

    def write(self, *links, name="page.html"):
        return self.write_text(f"docs/{name}", "".join(f'<a href="{link}">x</a>\n' for link in links))

    def site(self, pages, context=None):
        site = Site(pages, context=context)
        self.addCleanup(site.__exit__)
        self.write_text("policy", f"allow network 127.0.0.0/8\nallow port {site.port}\n")
        self.host = f"127.0.0.1:{site.port}"
        return site

    def sh(self, command, status=0, **how):
        """Standard output of a command."""
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=TIMEOUT, cwd=self.folder, env=self.environment, **how)
        self.assertNotIn("Sanitizer", done.stderr)
        self.assertEqual(done.returncode, status, command + "\n" + done.stdout + done.stderr)
        self.errors = done.stderr
        return done.stdout

    def command(self, number=0, **words):
        """A command of the row, with values for its words in upper case. Options follow CHECK."""
        words = {"PATH": "docs", **words}
        command = re.sub(r"\b[A-Z]+\b", lambda word: str(words.get(word[0], word[0])), self.commands[number])
        self.ran.add(number)
        return command

    def run_row(self, number=0, status=0, before="", path="docs", **words):
        command = self.command(number, **words)
        return self.sh(f"{before}{CHECK}{command} {path}" if command[0] == "-" else before + command, status)

    def run_list(self, status=0, **words):
        """Runs a command that writes a list, and checks the list. Returns the list, and the problems that were found."""
        self.run_row(**words)
        found = self.sh(CHECK + "--format='{problem} {raw}' list.uris", status)
        return (self.folder / "list.uris").read_text().split(), found.splitlines()

    def default(self, *options, status=0):
        return self.sh(CHECK + " ".join(options) + " docs", status)

    # ---- The table -------------------------------------------------------------------------------

    def test_each_row_has_a_test(self):
        self.assertEqual(list(ROWS), TESTED)

    def test_the_rows_are_what_options_need(self):
        """An option has one row; so has the one with the same letter."""
        options = [option for first in ROWS for option in re.findall(r"`(--?[A-Za-z-]+)", first)]
        self.assertEqual(len(options), len(set(options)))
        self.assertGreater(len(options), 80)

    # ---- Inputs ----------------------------------------------------------------------------------

    @row("`FILE`, `FOLDER`")
    def test_file(self):
        site = self.site({})
        file = self.write(f"{site.base}/1", name="a.html")
        self.write_text("docs/b", f"see {site.base}/2")
        self.assertEqual(self.run_row(status=1).count("broken: "), 2)
        self.assertEqual(self.run_row(status=1, PATH=file).count("broken: "), 1)

    @row("`URL`")
    def test_url(self):
        site = self.site({"/i": (200, {"Link": "<2>"}, b'<a href="1">')})
        found = self.run_row(status=1, URL=f"{site.base}/i")
        self.assertIn(f"{site.base}/i:", found)
        self.assertEqual(found.count("broken: "), 2)

    @row("`GLOB`")
    def test_glob(self):
        site = self.site({})
        self.write(f"{site.base}/1", name="sub/a.html")
        self.write(f"{site.base}/2", name="sub/a.htm")
        self.assertEqual(self.run_row(status=1, GLOB="*.html").count("broken: "), 1)

    @row("`-`, standard input")
    def test_standard_input(self):
        site = self.site({"/p": PAGE})
        listed, found = self.run_list(status=1, before="printf '<a href=p><a href=no>' | ", URL=f"{site.base}/")
        self.assertEqual(listed, [f"{site.base}/p", f"{site.base}/no"])
        self.assertEqual(found, [f"server-status {site.base}/no"])

    # ---- Options ---------------------------------------------------------------------------------

    @row("`-a`, `--accept CODES`")
    def test_accept(self):
        site = self.site({"/403": (403, {}, b"")})
        self.write(f"{site.base}/403")
        self.default(status=1)
        self.run_row(CODES="403,500-599")

    @row("`--accept-timeouts`")
    def test_accept_timeouts(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            site = self.site({})
            port = silent.getsockname()[1]
            self.write_text("policy", f"allow network 127.0.0.0/8\nallow port {port}\nallow port {site.port}\n")
            self.write(f"http://127.0.0.1:{port}/slow")
            self.wrap("--timeout=1")
            self.default(status=1)
            self.assertEqual(self.run_row(), "")
            self.write(f"http://127.0.0.1:{port}/slow", f"{site.base}/no")
            self.assertEqual(self.run_row(status=1), f"server-status docs/page.html:2 {site.base}/no\n")

    @row("`--archive NAME`, `--suggest`")
    def test_suggest(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p", f"{site.base}/no")
        self.assertEqual(self.run_row(status=1), f"https://web.archive.org/web/{site.base}/no\n")

    @row("`-b`, `--base-url URL`, `--base URL`")
    def test_base_url(self):
        site = self.site({"/d/p": PAGE})
        self.write("p", "/no")
        listed, found = self.run_list(status=1, URL=f"{site.base}/d/")
        self.assertEqual((sorted(listed), found), ([f"{site.base}/d/p", f"{site.base}/no"], [f"server-status {site.base}/no"]))
        site.log.clear()
        self.default(f"--base={site.base}/d/", status=1)
        self.assertEqual(site.log, ["HEAD /no", "GET /no"])

    @row("`--basic-auth 'URL USER:PASSWORD'`")
    def test_basic_auth(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.run_row(HOST=self.host, USER="Aladdin", PASSWORD="sesame")
        self.assertEqual(site.heads[0]["Authorization"], "Basic QWxhZGRpbjpzZXNhbWU=")

    @row("`-c`, `--config FILE`")
    def test_config(self):
        site = self.site({"/403": (403, {}, b"")})
        self.write(f"{site.base}/403")
        self.write_text("options", "--accept=403\n--per-host=1\n")
        self.run_row(FILE="options")

    @row("`--cache`")
    def test_cache(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.run_row(FILE="answers")
        self.run_row(FILE="answers")
        self.assertEqual(site.log, ["HEAD /p"])

    @row("`--cache-exclude-status CODES`")
    def test_cache_exclude_status(self):
        site = self.site({"/p": PAGE, "/429": (429, {}, b"")})
        self.write(f"{site.base}/p", f"{site.base}/429")
        self.default("--cache=answers", status=1)
        site.log.clear()
        self.default("--cache=answers", status=1)
        self.assertEqual(site.log, [])
        self.run_row(FILE="answers", CODES="429, 500")
        self.default("--cache=answers", status=1)
        self.assertEqual(site.log, ["HEAD /429"])

    @row("`--cookie-jar FILE`")
    def test_cookie_jar(self):
        site = self.site({"/p": (302, {"Location": "/q", "Set-Cookie": "c=d"}, b""), "/q": PAGE})
        self.write(f"{site.base}/p")
        self.run_row(HOST=self.host, NAME="a", VALUE="b")
        self.assertEqual([head.get("Cookie") for head in site.heads], ["a=b", "a=b"])

    @row("`--default-extension EXTENSION`")
    def test_default_extension(self):
        site = self.site({})
        self.write_text("docs/page", f"[x](<{site.base}/a b>)")
        self.assertIn("a b: ", self.run_row(status=1, KIND="markdown"))

    @row("`--dump`")
    def test_dump(self):
        site = self.site({})
        self.write(f"{site.base}/p", f"{site.base}/p", f"{site.base}/no")
        self.assertEqual(self.run_row().split(), [f"{site.base}/p", f"{site.base}/no"])
        self.assertEqual(site.log, [])

    @row("`--dump-inputs`")
    def test_dump_inputs(self):
        self.write("x", name="a.html")
        self.write_text("docs/b.txt", "no link")
        documents = [json.loads(line) for line in self.run_row().splitlines()]
        self.assertEqual([document["file"] for document in documents], ["docs/a.html", "docs/b.txt"])

    @row("`-E`, `--exclude-all-private`")
    def test_exclude_all_private(self):
        self.write("http://10.0.0.1/", "http://[fe80::1]/", "http://localhost/", "http://127.0.0.1/")
        self.write_text("policy", "")
        self.assertEqual(self.run_row(), "")

    @row("`--exclude REGEX`")
    def test_exclude(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p", f"{site.base}/no/1", f"{site.base}/no/2")
        self.run_row(GLOB="*/no/*")
        self.assertEqual(site.log, ["HEAD /p"])

    @row("`--exclude-file REGEX`, `--exclude-path REGEX`")
    def test_exclude_path(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.write(f"{site.base}/no", name="old/page.html")
        self.run_row(GLOB="old")

    def not_asked(self, uri):
        site = self.site({"/p": PAGE})
        self.write(uri, f"{site.base}/p")
        self.assertIn("not asked: " + uri, self.default())
        self.write(uri)
        self.assertEqual(self.default("--exclude-private"), "")

    @row("`--exclude-link-local`")
    def test_exclude_link_local(self):
        self.not_asked("http://[fe80::1]/")

    @row("`--exclude-loopback`")
    def test_exclude_loopback(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.write_text("policy", "")
        self.assertIn(f"not asked: {site.base}/p", self.default())
        self.assertEqual(site.log, [])

    @row("`--exclude-private`")
    def test_exclude_private(self):
        self.not_asked("http://10.0.0.1/")

    @row("`--extensions LIST`")
    def test_extensions(self):
        site = self.site({})
        self.write(f"{site.base}/1", name="a.html")
        self.write_text("docs/b.md", f"[x]({site.base}/2)")
        self.write_text("docs/c.txt", f"{site.base}/3")
        both = self.command(EXTENSION="md") + " " + self.command(EXTENSION="html")
        self.assertEqual(self.sh(f"{CHECK}{both} docs", status=1).count("broken: "), 2)

    @row("`-f`, `--format FORMAT`")
    def test_format(self):
        site = self.site({})
        self.write(f"{site.base}/no")
        outputs = [self.run_row(number, status=1) for number in range(5)]
        self.assertEqual(json.loads(outputs[0])["problem"], "server-status")
        self.assertIn('failures="1"', outputs[1])
        self.assertEqual(json.loads(outputs[2])["runs"][0]["results"][0]["ruleId"], "server-status")
        self.assertIn("\tserver-status\t", outputs[3])
        self.assertEqual(outputs[4], f"- [{site.base}/no]({site.base}/no): server-status\n")

    @row("`--fallback-extensions LIST`")
    def test_fallback_extensions(self):
        self.write("guide", "folder")
        self.write(name="guide.html")
        self.write(name="folder/x.html")
        self.write(name="folder.html")
        self.default(status=1)
        self.run_row(LIST="htm,html")

    @row("`--files-from FILE`")
    def test_files_from(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.write(f"{site.base}/no", name="old.html")
        self.write_text("list", "# pages\ndocs/page.html\n")
        self.run_row(FILE="list")
        self.assertEqual(site.log, ["HEAD /p"])

    @row("`--generate KIND`")
    def test_generate(self):
        for name in ("doc/man/uriel-links.1", "tools/completions/uriel", "tools/completions/_uriel"):
            self.assertTrue((ROOT / name).exists(), name)
        self.assertEqual(self.command(0), "uriel-links(1)")

    @row("`--github-token TOKEN`")
    def test_github_token(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.run_row(HOST=self.host, TOKEN="t")
        self.assertEqual(site.heads[0]["Authorization"], "Bearer t")

    @row("`--glob-ignore-case`")
    def test_glob_ignore_case(self):
        site = self.site({"/p": PAGE})
        self.write_text("docs/A.MD", f"[x]({site.base}/p)")
        self.write_text("docs/b.txt", f"{site.base}/no")
        self.run_row(GLOB="*.md")
        self.assertEqual(site.log, ["HEAD /p"])

    @row("`-h`, `--help`")
    def test_help(self):
        self.assertIn("Usage: uriel links", self.run_row())

    @row("`-H`, `--header 'NAME: VALUE'`")
    def test_header(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p", f"http://127.0.0.2:{site.port}/other")
        self.run_row(HOST=self.host, NAME="X-Key", VALUE="k", status=1)
        self.assertEqual([head.get("X-Key") for head in site.heads], ["k"])

    @row("`--hidden`")
    def test_hidden(self):
        site = self.site({})
        self.write(f"{site.base}/no", name=".hidden/.page.html")
        self.assertIn("docs/.hidden/.page.html:1:10: broken", self.default(status=1))
        self.default("--exclude='.*'")

    def slow_site(self, count, seconds):
        def slow(_method, _count):
            time.sleep(seconds)
            return 200, {}, PAGE
        site = self.site({f"/{i}": slow for i in range(count)})
        self.write(*(f"{site.base}/{i}" for i in range(count)))
        return site

    @row("`--host-concurrency N`")
    def test_host_concurrency(self):
        site = self.slow_site(12, 0.05)
        self.default()
        self.assertLessEqual(site.most, 2)
        self.run_row(N=6)
        self.assertGreater(site.most, 2)
        self.assertLessEqual(site.most, 6)

    @row("`--host-request-interval TIME`")
    def test_host_request_interval(self):
        self.slow_site(11, 0)
        begin = time.monotonic()
        self.run_row(N=20)
        self.assertGreaterEqual(time.monotonic() - begin, 0.5)

    @row("`--host-stats`")
    def test_host_stats(self):
        site = self.site({"/p": PAGE, "/q": PAGE})
        self.write(f"{site.base}/p", f"{site.base}/q")
        self.default("--cache=answers")
        self.assertEqual(self.run_row(FILE="answers"), "2\t127.0.0.1\n")

    def secure_site(self, pages):
        """A site with a certificate of its own, which is in the file `certificate`."""
        if not shutil.which("openssl"):
            self.skipTest("needs openssl")
        self.sh("openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout key -out certificate")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "certificate", self.folder / "key")
        return self.site(pages, context), context

    @row("`-i`, `--insecure`")
    def test_insecure(self):
        site, _ = self.secure_site({"/p": PAGE})
        self.write(f"https://{self.host}/p")
        self.assertIn("certificate", self.default(status=1))
        self.run_row(FILE="certificate")
        self.assertEqual(site.log, ["HEAD /p"])

    @row("`--include REGEX`")
    def test_include(self):
        site = self.site({"/api/1": PAGE})
        self.write(f"{site.base}/api/1", f"{site.base}/other")
        listed, found = self.run_list(GLOB="*/api/*")
        self.assertEqual((listed, found, site.log), ([f"{site.base}/api/1"], [], ["HEAD /api/1"]))

    @row("`--include-fragments`")
    def test_include_fragments(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p#a", f"{site.base}/p#nix", f"{site.base}/p#:~:text=not%20there")
        self.assertEqual(self.default("--format={fragment}", status=1), "nix\n")

    @row("`--include-mail`")
    def test_include_mail(self):
        self.write("mailto:joe", "mailto:joe@example.com")
        found = self.run_row(status=1)
        self.assertIn("mailto:joe\n", found)
        self.assertNotIn("joe@", found)

    @row("`--include-verbatim`")
    def test_include_verbatim(self):
        site = self.site({})
        self.write_text("docs/a.md", f"`{site.base}/1`\n\n```\n{site.base}/2\n```\n")
        self.write_text("docs/b.html", f'<pre><a href="{site.base}/3"></pre><code><a href="{site.base}/4"></code>')
        self.assertEqual(self.default(status=1).count("broken: "), 4)
        self.default(f"--ignore='{site.base}/*'")

    @row("`--include-wikilinks`")
    def test_include_wikilinks(self):
        self.write_text("docs/a.md", "[[page]] [[other page|text]]\n")
        self.assertIn(" 0 references", self.default() + self.errors)

    @row("`--index-files LIST`")
    def test_index_files(self):
        self.write("sub/", "empty/")
        self.write(name="sub/readme.html")
        self.write(name="empty/x.html")
        self.assertEqual(self.default(status=1).count("broken: "), 2)
        self.assertEqual(self.run_row(status=1, NAME="readme.html").count("broken: "), 1)
        self.assertEqual(self.run_row(NAME="."), "")

    @row("`-m`, `--max-redirects N`")
    def test_max_redirects(self):
        site = self.site({"/1": to("/2"), "/2": to("/3"), "/3": PAGE})
        self.write(f"{site.base}/1")
        self.run_row(N=2)
        self.assertIn("--max-redirects", self.run_row(N=1, status=1))

    @row("`--max-cache-age TIME`")
    def test_max_cache_age(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.default("--cache=answers")
        self.assertEqual(self.run_row(before="", TIME="1h", path="--cache=answers docs"), "")
        self.assertEqual(site.log, ["HEAD /p"])
        self.run_row(TIME="0s", path="--cache=answers docs")
        self.assertEqual(site.log, ["HEAD /p"] * 2)

    @row("`--max-concurrency N`")
    def test_max_concurrency(self):
        site = self.slow_site(12, 0.05)
        self.run_row(N=3, path="--per-host=9 docs")
        self.assertLessEqual(site.most, 3)

    @row("`--max-retries N`")
    def test_max_retries(self):
        site = self.site({"/p": lambda _, count: (502, {}, b"") if count < 3 else (200, {}, PAGE)})
        self.write(f"{site.base}/p#a")
        self.run_row(N=0, status=1)
        self.run_row(N=1)
        self.assertEqual(site.log, ["GET /p"] * 3)

    @row("`--min-tls VERSION`")
    def test_min_tls(self):
        _, context = self.secure_site({"/p": PAGE})
        self.write(f"https://{self.host}/p")
        self.wrap("--ca-file=certificate")
        self.write_text("tls", "openssl_conf = a\n[a]\nssl_conf = b\n[b]\nsystem_default = c\n[c]\nMinProtocol = TLSv1.3\n")
        self.run_row(FILE="tls")
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        self.default()
        self.run_row(FILE="tls", status=1)

    @row("`--mode MODE`")
    def test_mode(self):
        site = self.site({})
        self.write(f"{site.base}/no")
        self.assertIn("\33[", self.run_row(WHEN="always", status=1))
        self.assertNotIn("\33[", self.run_row(WHEN="never", status=1))

    @row("`-n`, `--no-progress`")
    def test_no_progress(self):
        self.slow_site(6, 0.4)
        self.default()
        self.assertEqual(self.errors.count("\n"), 1)
        master, slave = open_terminal()
        with subprocess.Popen(["sh", "-c", f"{CHECK} docs"], stdout=subprocess.DEVNULL, stderr=slave, cwd=self.folder, env=self.environment):
            os.close(slave)
            self.assertIn(b"requests left", read_terminal(master))
        os.close(master)

    @row("`--no-ignore`")
    def test_no_ignore(self):
        site = self.site({})
        self.write(f"{site.base}/no")
        self.write_text("docs/.gitignore", "page.html\n")
        self.assertEqual(self.default(status=1).count("broken: "), 1)
        if shutil.which("git"):
            self.write(name="docs/known.html")
            self.sh("git init -q . && git add docs && git ls-files docs | " + CHECK + "--file=-")

    @row("`-o`, `--output FILE`")
    def test_output(self):
        site = self.site({})
        self.write(f"{site.base}/no")
        self.assertEqual(self.run_row(FILE="report", status=1), "")
        self.assertIn("broken: ", (self.folder / "report").read_text())

    @row("`--offline`")
    def test_offline(self):
        site = self.site({})
        self.write(f"{site.base}/no", "missing.html")
        self.assertEqual(self.run_row(status=1).count("broken: "), 1)
        self.assertEqual(site.log, [])

    @row("`-p`, `--preprocess COMMAND`")
    def test_preprocess(self):
        site = self.site({"/p": PAGE})
        self.write_text("x.rot", '<n uers="{}/c"> <n uers="{}/ab">'.format(*[site.base.replace("http", "uggc")] * 2))
        listed, found = self.run_list(status=1, COMMAND="tr a-z n-za-m <", FILE="x.rot")
        self.assertEqual((listed, found), ([f"{site.base}/p", f"{site.base}/no"], [f"server-status {site.base}/no"]))

    @row("`-q`, `--quiet`")
    def test_quiet(self):
        site = self.site({})
        self.write(f"{site.base}/no")
        self.assertIn("broken: ", self.run_row(0, status=1))
        self.assertEqual(self.errors, "")
        self.assertEqual(self.run_row(1, status=1), "")

    @row("`-r`, `--retry-wait-time SECONDS`")
    def test_retry_wait_time(self):
        times = []

        def busy(_method, count):
            times.append(time.monotonic())
            return (502, {}, b"") if count < 3 else (200, {}, PAGE)
        site = self.site({"/p": busy})
        self.write(f"{site.base}/p#a")
        self.default("--retries=2")
        self.assertGreaterEqual(times[1] - times[0], 1)
        self.assertGreaterEqual(times[2] - times[1], 2)

    @row("`--remap 'REGEX REPLACEMENT'`")
    def test_remap(self):
        site = self.site({"/new/p": PAGE})
        self.write("http://old.example/p#a")
        self.run_row(GLOB="http://old.example/*", REPLACEMENT=f"{site.base}/new/$1")
        self.assertEqual(site.log, ["GET /new/p"])

    @row("`--require-https`")
    def test_require_https(self):
        _, _ = self.secure_site({"/p": PAGE})
        self.write(f"http://{self.host}/p", f"http://{self.host}/no", "https://x.invalid/")
        self.wrap("--ca-file=certificate")
        listed, found = self.run_list(status=1)
        self.assertEqual(listed, [f"https://{self.host}/p", f"https://{self.host}/no"])
        self.assertEqual(found, [f"server-status https://{self.host}/no"])

    @row("`--root-dir FOLDER`")
    def test_root_dir(self):
        self.write("/top.html", "../../top.html", name="sub/page.html")
        self.write(name="top.html")
        self.assertEqual(self.run_row(FOLDER="docs", path="docs/sub"), "")

    @row("`-s`, `--scheme SCHEME`")
    def test_scheme(self):
        site = self.site({})
        self.write(f"{site.base}/no")
        self.run_row(SCHEME="http")
        self.assertEqual(site.log, [])

    @row("`--skip-missing`")
    def test_skip_missing(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.sh(CHECK + "missing docs", status=3)
        self.run_row(PATH="missing docs")
        self.assertEqual(site.log, ["HEAD /p"] * 2)

    @row("`-t`, `--timeout SECONDS`")
    def test_timeout(self):
        self.slow_site(1, 3)
        begin = time.monotonic()
        self.assertIn("broken: ", self.run_row(SECONDS=1, status=1))
        self.assertLess(time.monotonic() - begin, 3)

    @row("`-T`, `--threads N`")
    def test_threads(self):
        site = self.slow_site(8, 0.2)
        self.default("--per-host=8")
        self.assertGreater(site.most, 2)

    @row("`-u`, `--user-agent TEXT`")
    def test_user_agent(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.run_row(TEXT="me/1")
        self.assertEqual(site.heads[0]["User-Agent"], "me/1")

    @row("`-v`, `--verbose`")
    def test_verbose(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p", f"{site.base}/no")
        self.default("--cache=answers", status=1)
        self.assertEqual(sorted(self.run_row(FILE="answers").split()), [f"200|{site.base}/p", f"404|{site.base}/no"])

    @row("`-V`, `--version`")
    def test_version(self):
        self.assertRegex(self.run_row(), r"^uriel \d")

    @row("`-X`, `--method METHOD`")
    def test_method(self):
        site = self.site({"/p": PAGE, "/q": PAGE})
        self.write(f"{site.base}/p", f"{site.base}/q#a", f"{site.base}/no")
        self.default(status=1)
        self.assertEqual(sorted(site.log), ["GET /no", "GET /q", "HEAD /no", "HEAD /p"])

    @row("`.lycheeignore`")
    def test_lycheeignore(self):
        site = self.site({})
        self.write(f"{site.base}/no")
        self.write_text("ignored", "# old\n*/no\n")
        self.run_row(FILE="ignored")
        self.assertEqual(site.log, [])

    @row("exit status 2")
    def test_exit_status(self):
        self.write("missing.html")
        self.default(status=1)


if __name__ == "__main__":
    unittest.main()
