# SPDX-License-Identifier: MIT
"""uriel get beside servers of Debian that tools/setup unpacks: nginx, vsftpd, pygopherd, inn2 and inetutils' telnetd. The objects are the
bytes of the servers' files, and what the servers receive is what uriel plan shows."""
import configparser
import getpass
import grp
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error

from support import UNPACKED, gateway, get, has_gateway, needs, plan, server_program, write
from wire import TIMEOUT, Inetd, Relay

TEXT = b"two\r\nlines\r\n"
BYTES = bytes(range(256)) * 300
OPENSSL = shutil.which("openssl")


def sent(uri, *options):
    """The bytes of the plan of a URI that leads to no other steps."""
    return b"".join(bytes.fromhex(step["text_hex"]) if "text_hex" in step else step["text"].encode()
                    for step in plan(*options, uri)["steps"] if step["do"] == "send")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as unused:
        return unused.getsockname()[1]


def start(case, port, *command, **options):
    """Starts a server for the class, and waits until it listens."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)

    def stop():
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
    case.addClassCleanup(stop)
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    process.kill()
    raise AssertionError(f"{command[0]} does not start: {process.communicate()[1].decode()}")


def certificate(folder):
    subprocess.run([OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
                    "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"], check=True, capture_output=True)
    return folder / "certificate.pem"


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.folder.chmod(0o755)

    def relayed(self, scheme, port, rest, *options):
        """What get receives through a relay that records what it sends, which must be the plan's bytes."""
        with Relay(port) as relay:
            uri = f"{scheme}://127.0.0.1:{relay.port}{rest}"
            result = get(*options, uri)
        self.assertEqual(b"".join(map(bytes, relay.received)), sent(uri, *options))
        return result


NGINX = server_program("nginx")


@needs(NGINX and OPENSSL, "nginx")
class Nginx(Case):
    """RFC 9112; RFC 9110, 4.2.2 for https."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        write(cls.folder / "www", {"index.html": b"<p>top", "a b/c%d": b"odd", "bytes": BYTES, "text.txt": TEXT, "private/a": b"mine"})
        cls.ca = f"--ca-file={certificate(cls.folder)}"
        (cls.folder / "users").write_text("me:{PLAIN}the secret\n")
        cls.port, cls.secure = free_port(), free_port()
        temporary = "\n".join(f"{name}_temp_path {cls.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        inside = f"""root {cls.folder}/www;
          location /moved {{ return 301 /text.txt; }}
          location /unsafe {{ return 302 http://127.0.0.1:{cls.port}/text.txt; }}
          location /private/ {{ auth_basic x; auth_basic_user_file {cls.folder}/users; }}"""
        (cls.folder / "conf").write_text(f"""daemon off; master_process off; pid {cls.folder}/pid; error_log stderr crit; events {{}}
          http {{ access_log off; {temporary} types {{ text/plain txt; text/html html; }} default_type application/octet-stream;
          server {{ listen 127.0.0.1:{cls.port}; {inside} }}
          server {{ listen 127.0.0.1:{cls.secure} ssl; ssl_certificate {cls.folder}/certificate.pem; ssl_certificate_key {cls.folder}/key.pem; {inside} }} }}""")
        start(cls, cls.port, NGINX, "-e", "stderr", "-p", str(cls.folder), "-c", str(cls.folder / "conf"))

    def test_files(self):
        for rest, content in (("", b"<p>top"), ("/", b"<p>top"), ("?q#f", b"<p>top"), ("/a%20b/c%25d", b"odd"), ("/bytes", BYTES), ("/./text.txt", TEXT)):
            with self.subTest(rest):
                self.assertEqual(self.relayed("http", self.port, rest), (0, content))
                self.assertEqual(get(self.ca, f"https://127.0.0.1:{self.secure}{rest}"), (0, content))
        self.assertEqual(self.relayed("http", self.port, "/none"), (4, b""))
        status, head = self.relayed("http", self.port, "/bytes", "--head")
        self.assertEqual((status, b"Content-Length: %d\r\n" % len(BYTES) in head), (0, True))

    def test_certificates(self):
        self.assertEqual(get(f"https://127.0.0.1:{self.secure}/bytes"), (3, b""))

    def test_redirects(self):
        self.assertEqual(get(f"http://127.0.0.1:{self.port}/moved"), (0, TEXT))
        self.assertEqual(get(self.ca, f"https://127.0.0.1:{self.secure}/moved"), (0, TEXT))
        self.assertEqual(get(self.ca, f"https://127.0.0.1:{self.secure}/unsafe"), (5, b""))

    def test_users(self):
        for user, result in (("me:the%20secret@", (0, b"mine")), ("me:wrong@", (5, b"")), ("", (5, b""))):
            self.assertEqual(get(self.ca, f"https://{user}127.0.0.1:{self.secure}/private/a"), result)


VSFTPD = server_program("vsftpd")


@needs(VSFTPD and OPENSSL, "vsftpd")
class Vsftpd(Case):
    """RFC 959, RFC 2428; with TLS from the first byte RFC 4217. For TLS vsftpd wants the session of the control connection."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        write(cls.folder / "root", {"a file": b"with a space", "pub/text": TEXT, "pub/bytes": BYTES})
        (cls.folder / "empty").mkdir()
        cls.ca = f"--ca-file={certificate(cls.folder)}"
        common = f"""listen=NO\nanonymous_enable=YES\nanon_root={cls.folder}/root\nsecure_chroot_dir={cls.folder}/empty\nxferlog_enable=NO
run_as_launching_user=YES\nftp_username={getpass.getuser()}\nseccomp_sandbox=NO\nisolate=NO\nisolate_network=NO\nascii_download_enable=YES\n"""
        tls = f"""ssl_enable=YES\nimplicit_ssl=YES\nallow_anon_ssl=YES\nforce_anon_data_ssl=YES\nforce_anon_logins_ssl=YES\nrequire_ssl_reuse=YES
rsa_cert_file={cls.folder}/certificate.pem\nrsa_private_key_file={cls.folder}/key.pem\nssl_ciphers=HIGH\n"""
        servers = []
        for name, text in (("plain", common), ("tls", common + tls)):
            (cls.folder / name).write_text(text)
            server = Inetd(VSFTPD, str(cls.folder / name))
            server.__enter__()
            cls.addClassCleanup(server.__exit__)
            servers.append(server.port)
        cls.port, cls.secure = servers

    def test_files(self):
        for rest, content in (("/a%20file", b"with a space"), ("/pub/bytes", BYTES), ("/pub%2Fbytes;type=i", BYTES), ("/pub/text;type=i", TEXT)):
            with self.subTest(rest):
                self.assertEqual(self.relayed("ftp", self.port, rest), (0, content))
                self.assertEqual(get(self.ca, f"ftps://127.0.0.1:{self.secure}{rest}"), (0, content))
        for rest in ("/none", "/pub/none", "/none/text"):
            self.assertEqual(get(f"ftp://127.0.0.1:{self.port}{rest}"), (4, b""))
            self.assertEqual(get(self.ca, f"ftps://127.0.0.1:{self.secure}{rest}"), (4, b""))

    def test_folders(self):
        for status, listing in (self.relayed("ftp", self.port, "/pub/"), get(self.ca, f"ftps://127.0.0.1:{self.secure}/pub/"),
                                get(f"ftp://127.0.0.1:{self.port}/pub"), get(self.ca, f"ftps://127.0.0.1:{self.secure}/pub")):
            self.assertEqual((status, sorted(line.split()[-1] for line in listing.splitlines())), (0, [b"bytes", b"text"]))
        self.assertEqual(self.relayed("ftp", self.port, "/pub/;type=d")[1].split(), [b"bytes", b"text"])

    def test_facts(self):
        for result in (get("--head", f"ftp://127.0.0.1:{self.port}/pub/bytes"), get(self.ca, "--head", f"ftps://127.0.0.1:{self.secure}/pub/bytes")):
            self.assertIn(b"size=%d;" % len(BYTES), result[1])

    def test_certificates(self):
        self.assertEqual(get(f"ftps://127.0.0.1:{self.secure}/pub/bytes"), (3, b""))
        self.assertEqual(get(self.ca, f"ftps://127.0.0.1:{self.port}/pub/bytes"), (3, b""))


PYGOPHERD = server_program("pygopherd")


@needs(PYGOPHERD and (UNPACKED / "etc/pygopherd").is_dir(), "pygopherd")
class Pygopherd(Case):
    """RFC 1436; Gopher+, which gophernicus lacks."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        write(cls.folder / "root", {"about.txt": b"about this\n", "about.txt.abstract": b"What it says.\n", "about.txt.ask": b"Ask: Your name?\n",
                                    "bytes.gif": BYTES, "folder/with 50%.txt": b"odd\n"})
        config = configparser.ConfigParser(interpolation=None)
        config.read(UNPACKED / "etc/pygopherd/pygopherd.conf")
        cls.port = free_port()
        (cls.folder / "mime.types").write_text("text/plain txt\nimage/gif gif\n")
        for name, value in (("port", cls.port), ("servername", "127.0.0.1"), ("interface", "127.0.0.1"), ("usechroot", "no"), ("pidfile", cls.folder / "pid"),
                            ("root", cls.folder / "root"), ("mimetypes", cls.folder / "mime.types"), ("detach", "no")):
            config["pygopherd"][name] = str(value)
        for name in ("setuid", "setgid"):
            config.remove_option("pygopherd", name)
        config["logger"]["logmethod"] = "none"
        config["protocols.gopherp.GopherPlusProtocol"]["admin"] = "Someone <someone@example.com>"
        with open(cls.folder / "conf", "w", encoding="utf-8") as file:
            config.write(file)
        start(cls, cls.port, "/usr/bin/python3", "-B", PYGOPHERD, str(cls.folder / "conf"),
              env={**os.environ, "PYTHONPATH": str(UNPACKED / "usr/lib/python3/dist-packages")})

    def test_gopher(self):
        for rest, content in (("/0/about.txt", b"about this\n"), ("/g/bytes.gif", BYTES), ("/0/folder/with%2050%25.txt", b"odd\n")):
            with self.subTest(rest):
                self.assertEqual(self.relayed("gopher", self.port, rest), (0, content))
        status, menu = self.relayed("gopher", self.port, "/")
        self.assertEqual(status, 0)
        self.assertIn(b"\t/about.txt\t127.0.0.1\t%d" % self.port, menu)

    def test_gopher_plus(self):
        """Gopher+, 2.3: a length, and the length -2 of menus and attributes, which the end of the connection ends."""
        for rest, content in (("/0/about.txt%09%09+", b"about this\n"), ("/g/bytes.gif%09%09+", BYTES)):
            with self.subTest(rest):
                self.assertEqual(self.relayed("gopher", self.port, rest), (0, content))
        status, attributes = self.relayed("gopher", self.port, "/0/about.txt%09%09!")
        self.assertEqual(status, 0)
        for block in (b"+INFO: 0", b"+ADMIN:\r\n Admin: Someone <someone@example.com>", b"+VIEWS:\r\n text/plain: <0k>", b"+ABSTRACT:\r\n What it says.",
                      b"+ASK:\r\n Ask: Your name?"):
            self.assertIn(block, attributes)
        self.assertEqual(get("--head", f"gopher://127.0.0.1:{self.port}/0/about.txt%09%09+"), (0, attributes))
        status, menu = self.relayed("gopher", self.port, "/1%09%09$")
        self.assertEqual(status, 0)
        for item in (b"+INFO: 0about\t/about.txt\t", b"+INFO: gbytes\t/bytes.gif\t", b"+INFO: 1folder\t/folder\t"):
            self.assertIn(item, menu)

    @needs(has_gateway(), "the gateway")
    def test_in_a_gateway(self):
        """Every item leads through the gateway."""
        with gateway() as ask:
            links, _ = ask(f"/gopher/127.0.0.1:{self.port}/1%09%09+")
            for link, content in (("/g/bytes.gif", BYTES), ("/1/folder", b"with 50%"), ("/0/about.txt", b"about this")):
                link, = [each for each in links if link in each]
                self.assertIn(content, ask(link)[1])
            with self.assertRaises(urllib.error.HTTPError) as raised:  # it knows no request for one attribute
                ask(f"/gopher/127.0.0.1:{self.port}/0/about.txt%09%09?")
            self.assertEqual(raised.exception.code, 502)
            raised.exception.close()

    def test_errors_of_gopher_plus(self):
        """Gopher+, 2.3: "--" and an error, whose code 1 means that the item is not available."""
        self.assertEqual(get(f"gopher://127.0.0.1:{self.port}/0/none%09%09+"), (4, b""))


NNRPD = UNPACKED / "usr/lib/news/bin/nnrpd"


@needs(NNRPD.exists(), "inn2")
class Inn(Case):
    """RFC 3977, with the reader's daemon of INN; and the same spool without a server."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.articles = cls.folder / "spool/articles"
        write(cls.articles / "comp/lang/c", {str(number): cls.article(number) for number in (1, 2, 10)})
        write(cls.folder / "etc", {"storage.conf": b"method tradspool {\n newsgroups: *\n class: 0\n}\n", "expire.ctl": b"/remember/:11\n*:A:1:10:never\n",
                                   "readers.conf": b'auth "all" {\n hosts: "*"\n default: "<x>"\n}\naccess "all" {\n users: "<x>"\n newsgroups: "*"\n access: R\n}\n'})
        write(cls.folder / "db", {"active": b"comp.lang.c 0000000010 0000000001 y\nempty.group 0000000000 0000000001 y\n", "active.times": b"", "newsgroups": b"",
                                  "history": b""})
        write(cls.folder / "spool", {"tradspool.map": b"comp.lang.c 1\nempty.group 2\n"})
        paths = {"articles": "spool/articles", "db": "db", "etc": "etc", "filter": "etc", "log": "log", "overview": "spool/overview", "run": "run", "spool": "spool",
                 "incoming": "spool/incoming", "tmp": "run", "outgoing": "spool/outgoing"}
        for path in paths.values():
            (cls.folder / path).mkdir(parents=True, exist_ok=True)
        settings = {"mta": '"/bin/true %s"', "ovmethod": "tradindexed", "hismethod": "hisv6", "pathhost": "test.example", "domain": "test.example",
                    "pathnews": UNPACKED / "usr/lib/news", "runasuser": getpass.getuser(), "runasgroup": grp.getgrgid(os.getgid()).gr_name,
                    "enableoverview": "true", "wireformat": "false", **{f"path{name}": cls.folder / path for name, path in paths.items()}}
        (cls.folder / "etc/inn.conf").write_text("".join(f"{name}: {value}\n" for name, value in settings.items()))
        libraries = [UNPACKED / "usr/lib/news", *UNPACKED.glob("usr/lib/*-linux-gnu")]
        environment = {"INNCONF": f"{cls.folder}/etc/inn.conf", "LD_LIBRARY_PATH": ":".join(map(str, libraries))}
        for tool, *arguments in (("makehistory", "-O"), ("makedbz", "-s", "10", "-o")):
            subprocess.run([NNRPD.with_name(tool), "-f", cls.folder / "db/history", *arguments], check=True, capture_output=True, env={**os.environ, **environment})
        cls.server = Inetd(str(NNRPD), environment=environment.items())
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    @staticmethod
    def article(number):
        lines = ["Path: test.example!not-for-mail", f"From: a{number}@h.example", "Newsgroups: comp.lang.c", f"Subject: s{number}",
                 "Date: Sat, 28 Nov 2026 10:00:00 +0000", f"Message-ID: <{number}@h.example>", f"Xref: test.example comp.lang.c:{number}", "Lines: 3", "",
                 ".dot", "..dots", "text", ""]
        return "\n".join(lines).encode()

    def test_articles(self):
        for number in (1, 2, 10):
            wanted = self.article(number).replace(b"\n", b"\r\n")
            self.assertEqual(self.relayed("nntp", self.server.port, f"/comp.lang.c/{number}"), (0, wanted))
            self.assertEqual(self.relayed("news", self.server.port, f"/{number}@h.example"), (0, wanted))
        self.assertEqual(self.relayed("nntp", self.server.port, "/comp.lang.c/1", "--head"), (0, self.article(1).replace(b"\n", b"\r\n").partition(b"\r\n.dot")[0]))

    def test_groups(self):
        groups = b"comp.lang.c 0000000010 0000000001 y\r\nempty.group 0000000000 0000000001 y\r\n"
        self.assertEqual(self.relayed("news", self.server.port, "/*"), (0, groups))
        self.assertEqual(get(f"nntp://127.0.0.1:{self.server.port}/empty.group"), (0, b""))

    @needs(has_gateway(), "the gateway")
    def test_in_a_gateway(self):
        """From the list of groups to an article, and from there to its group."""
        with gateway(f"--news-server=127.0.0.1:{self.server.port}") as ask:
            self.assertEqual(ask("/news:*")[0], ["/news:comp.lang.c", "/news:empty.group"])
            links, page = ask("/news:comp.lang.c")
            self.assertEqual(links, [f"/news:{number}@h.example" for number in (1, 2, 10)])
            self.assertIn(b"s10</a><td>a10@h.example<td>Sat, 28 Nov 2026", page)
            links, page = ask(links[2])
            self.assertEqual(links, ["/news:comp.lang.c", "/news:10@h.example"])
            self.assertIn(b"\n.dot\n..dots\ntext\n", page)
            self.assertEqual(ask(f"/nntp/127.0.0.1:{self.server.port}/comp.lang.c")[0][0], f"/nntp/127.0.0.1:{self.server.port}/comp.lang.c/1")
            self.assertEqual(ask("/news:empty.group")[0], [])

    def test_what_is_not_there(self):
        for scheme, rest in (("nntp", "/comp.lang.c/3"), ("nntp", "/no.group/1"), ("nntp", "/no.group"), ("news", "/none@h.example")):
            with self.subTest(rest):
                self.assertEqual(get(f"{scheme}://127.0.0.1:{self.server.port}{rest}"), (4, b""))

    def test_without_the_server(self):
        """The spool itself gives the same overview, made of the headers, and the same article, with the line ends of its file."""
        option = f"--articles={self.articles}"
        overview = get(f"nntp://127.0.0.1:{self.server.port}/comp.lang.c")
        self.assertEqual((overview[0], overview[1].count(b"\n")), (0, 3))
        self.assertEqual(get(option, "news:comp.lang.c"), overview)
        self.assertEqual(get(option, "nntp://h/comp.lang.c/10"), (0, self.article(10)))


TELNETD = server_program("telnetd")


@needs(TELNETD, "telnetd")
class Telnetd(Case):
    """RFC 854, RFC 1143: options are refused, and the session's text remains."""

    def test_a_session(self):
        script = self.folder / "login"
        script.write_text("#!/bin/sh\necho welcome\nsleep 0.2\n")
        script.chmod(0o755)
        with Inetd(TELNETD, "-h", "-E", str(script)) as server:
            self.assertEqual(get("--timeout=10", f"telnet://127.0.0.1:{server.port}/"), (0, b"welcome\r\n"))


if __name__ == "__main__":
    sys.exit(unittest.main())
