# SPDX-License-Identifier: MIT
"""Compares the bytes that curl sends for a URI with the plan. Each difference is named here with the passage that decides
(doc/rulings.md, "Access plans"), and must occur: otherwise the test fails, too."""
import re
import unittest

from support import CURL, curl, needs, plan, sent_bytes
from wire import Ftp, Gopher, Http, Telnet


def without(pattern):
    return lambda lines: [line for line in lines if not re.match(pattern, line)]


def replaced(pattern, by):
    return lambda lines: [re.sub(pattern, by, line) for line in lines]


def before(first, second):
    """Puts the line that matches `first` before the one that matches `second`."""
    def move(lines):
        at = next(number for number, line in enumerate(lines) if re.match(first, line))
        line = lines[at]
        others = lines[:at] + lines[at + 1:]
        to = next(number for number, other in enumerate(others) if re.match(second, other))
        return others[:to] + [line] + others[to:]
    return move


def behind(line, another):
    return lambda lines: [each for one in lines for each in ((one, another) if one == line else (one,))]


def joined(first, second, by):
    """Replaces two lines by one."""
    def join(lines):
        at = lines.index(first)
        return lines[:at] + [by] + lines[at + 2:] if lines[at + 1] == second else lines
    return join


# The differences of curl: the function that converts its lines to the lines of the plan, and the passage for the plan.
DIFFERENCES = {
    # ftp
    "PWD": (without(r"PWD\r"), "no document has it: a path is of CWD and RETR alone (url-1994, FTP, Path; RFC 1738, 3.2.2)"),
    "SIZE": (without(r"SIZE "), "RFC 3659, 4, a courtesy to the user; no document asks for it"),
    "mail address": (replaced(r"PASS ftp@example\.com\r", "PASS anonymous@\r"),
                     "the password is the user's mail address (url-1994, FTP, User name and password), which nobody gave"),
    "TYPE first": (before(r"TYPE ", r"EPSV"),
                   "either order is right (RFC 959, 5.4); url-1994, FTP, Path has CWD, TYPE, RETR"),
    "decoded before split": (joined("CWD /\r\n", "CWD etc\r\n", "CWD /etc\r\n"),
                             "%2Fetc is one segment: \"CWD /etc\" (RFC 1738, 3.2.2)"),
    "decoded name": (lambda lines: replaced(r"RETR motd", "RETR /etc/motd")(
        [line for line in lines if line not in ("CWD /\r\n", "CWD etc\r\n")]),
                     "%2F does not separate (RFC 1738, 3.2.2; url-1994, Encoding prohibited characters)"),
    "null CWD": (replaced(r"CWD /\r", "CWD \r"), "an empty segment is CWD with a null argument (RFC 1738, 3.2.2)"),
    "no null CWD": (behind("CWD a\r\n", "CWD \r\n"),
                    "an empty segment is CWD with a null argument (RFC 1738, 3.2.2)"),
    "format code": (replaced(r"TYPE A\r", "TYPE A N\r"),
                    "the format code is part of the type (RFC 959, 5.3.1; url-1994, FTP)"),
    "type L": (replaced(r"TYPE I\r", "TYPE L 8\r"), "\"L digits\" is a type (url-1994, FTP and BNF; RFC 959, 5.3.1)"),
    "NLST of a name": (replaced(r"NLST\r", "NLST b\r"), "\"NLST with <name> as the argument\" (RFC 1738, 3.2.2)"),
    "password asked for": (replaced(r"PASS \r\n", "PASS "),
                           "a user without a password: the user is asked (RFC 1738, 3.2.1)"),
    # gopher
    "Gopher+ behind a tab": (replaced("\t\t", "\t"), "a Gopher+ string follows the selector and one tab (url-1994, Gopher)"),
    "a form ends itself": (lambda lines: lines[:-1], "\".\" and CR LF end a form (url-1994, Gopher, its example)"),
    "query searched": (replaced(r"\?", "\t"), "what is behind \"?\" is the search (url-1993, BNF, gopheraddress)"),
    # http
    "headers": (without(r"(User-Agent|Accept|Proxy-Connection): "),
                "no header beside Host is required (RFC 9110, 7.2; RFC 9112, 3.2)"),
    "Connection": (lambda lines: lines[:-1] + ["Connection: close\r\n"] + lines[-1:],
                   "no second request is meant: \"close\" (RFC 9112, 9.6)"),
    "Authorization": (without(r"(Proxy-)?Authorization: "),
                      "user and password are sent only if the server asks for them (RFC 9110, 4.2.4 and 11.6.2)"),
    "a port in Host": (replaced(r"Host: ftp\.example\.org:21", "Host: ftp.example.org"),
                       "Host is \"identical to that authority component\" (RFC 9110, 7.2), which has no port"),
    # telnet
    "negotiation": (lambda lines: [], "options are negotiated when the user takes over (RFC 854), not told by the URI"),
}
ANONYMOUS = ("PWD", "SIZE", "mail address", "TYPE first")
LISTED = ("PWD", "mail address", "TYPE first")
NAMED = ("PWD", "SIZE", "TYPE first")
PAGE = ("headers", "Connection")


def planned_lines(record):
    """The lines that a plan sends; of an ask step, the bytes before the user's words."""
    return [line.decode("latin-1") for step in record["steps"] if step["do"] in ("send", "ask")
            for line in sent_bytes(step).splitlines(keepends=True)]


@needs(CURL, "curl")
class Curl(unittest.TestCase):
    maxDiff = None

    def compare(self, server, template, *differences, curl_options=(), plan_options=(), received=None):
        """Runs both on the URI, with the server as the host "HOST"."""
        with server, self.subTest(template):
            host = f"127.0.0.1:{server.port}"
            uri = template.replace("HOST", host)
            ran = curl(*(option.replace("HOST", host) for option in curl_options), uri)
            if received is not None:
                self.assertEqual(ran.stdout, received, ran.stderr)
            record = plan(*(option.replace("HOST", host) for option in plan_options), uri)
            self.assertNotIn("error", record)
            lines = [line.decode("latin-1") for line in server.lines()]
            for name in differences:
                same = DIFFERENCES[name][0](lines)
                self.assertNotEqual(same, lines, f"curl does not differ by {name}")
                lines = same
            self.assertEqual(planned_lines(record), lines, f"{uri}: expected is what curl sends, less {differences}")

    def test_ftp(self):
        for template, *differences in (
            ("ftp://HOST/a/b", *ANONYMOUS),
            ("ftp://HOST/b", *ANONYMOUS),
            ("ftp://HOST/a%20b/c%20d", *ANONYMOUS),
            ("ftp://HOST/a/b;type=i", *ANONYMOUS),
            ("ftp://HOST/a/b;type=a", *LISTED),
            ("ftp://HOST/a/b;type=AN", *LISTED, "format code"),
            ("ftp://HOST/a/b;type=L8", *ANONYMOUS, "type L"),
            ("ftp://HOST/a/b;type=d", *LISTED, "NLST of a name"),
            ("ftp://HOST/a/b/", *LISTED),
            ("ftp://HOST/", *LISTED),
            ("ftp://HOST", *LISTED),
            ("ftp://me:secret@HOST/a/b", *NAMED),
            ("ftp://me:@HOST/b", *NAMED),
            ("ftp://me%40home:a%3Ab@HOST/b", *NAMED),
            ("ftp://me@HOST/b", *NAMED, "password asked for"),
            ("ftp://HOST/%2Fetc/motd", *ANONYMOUS, "decoded before split"),
            ("ftp://HOST/%2Fetc%2Fmotd", *ANONYMOUS, "decoded name"),
            ("ftp://HOST//etc/motd", *ANONYMOUS, "null CWD"),
            ("ftp://HOST/a//b", *ANONYMOUS, "no null CWD"),
        ):
            self.compare(Ftp(), template, *differences, received=Ftp.CONTENT)

    def test_gopher(self):
        ask = "%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A"
        for template, *differences in (
            ("gopher://HOST/0a_gopher_selector",), ("gopher://HOST",), ("gopher://HOST/1",), ("gopher://HOST/1/a%20b",),
            ("gopher://HOST/00/Information%20About%20Gopher/About%20Gopher",),
            ("gopher://HOST/7a_gopher_selector%09foobar",), ("gopher://HOST/0%01%FF",),
            ("gopher://HOST/7s%09x%20y%09+",),
            ("gopher://HOST/7a?foobar", "query searched"),
            ("gopher://HOST/0s%09%09+", "Gopher+ behind a tab"), ("gopher://HOST/0s%09%09!", "Gopher+ behind a tab"),
            ("gopher://HOST/0s%09%09$", "Gopher+ behind a tab"),
            ("gopher://HOST/0s%09%09!+ABSTRACT%20+SMELL", "Gopher+ behind a tab"),
            ("gopher://HOST/0s%09%09+application/postscript%20Es_ES", "Gopher+ behind a tab"),
            ("gopher://HOST/0s%09%09+" + ask, "Gopher+ behind a tab", "a form ends itself"),
            ("gopher://HOST/0s%09%09+view_name%20language_name" + ask, "Gopher+ behind a tab", "a form ends itself"),
        ):
            self.compare(Gopher(), template, *differences, received=Gopher.CONTENT)

    def test_http(self):
        for template, *differences in (
            ("http://HOST/", *PAGE), ("http://HOST", *PAGE), ("http://HOST?x", *PAGE), ("http://HOST/a/b?c=d&e#f", *PAGE),
            ("http://HOST/a%20b%2Fc?%26", *PAGE), ("http://HOST/a%0D%0Ab", *PAGE),
            ("http://me:secret@HOST/a", *PAGE, "Authorization"),
        ):
            self.compare(Http(), template, *differences, received=Http.CONTENT)

    def test_http_through_a_proxy(self):
        through = {"curl_options": ("-x", "http://HOST"), "plan_options": ("--proxy", "HOST")}
        for template, *differences in (
            ("http://www.example.org/pub/WWW/TheProject.html", *PAGE), ("http://www.example.org", *PAGE),
            ("http://www.example.org:8080/a?b#c", *PAGE), ("http://me:secret@www.example.org/", *PAGE, "Authorization"),
            ("ftp://ftp.example.org/a/b", *PAGE, "a port in Host"),
        ):
            self.compare(Http(), template, *differences, received=Http.CONTENT, **through)

    def test_https_through_a_proxy(self):
        """Only the request for the tunnel, since this proxy opens no tunnel."""
        with Http() as proxy:
            host = f"127.0.0.1:{proxy.port}"
            curl("-x", f"http://{host}", "https://www.example.com/a")
            steps = plan("--proxy", host, "https://www.example.com/a")["steps"]
            asked = [line.decode() for line in proxy.lines()]
            tunnel = [step for step in steps if b"CONNECT" in sent_bytes(step)]
            self.assertEqual(DIFFERENCES["headers"][0](asked), planned_lines({"steps": tunnel}))

    def test_telnet(self):
        self.compare(Telnet(b"login: "), "telnet://HOST", received=b"login: ")
        self.compare(Telnet(b"login: "), "telnet://me:secret@HOST", received=b"login: ")
        self.compare(Telnet(b"\xff\xfd\x27login: "), "telnet://me@HOST", "negotiation")  # IAC DO NEW-ENVIRON

    def test_line_breaks(self):
        """Neither sends parts of a URI that would end a line, except that curl sends such a selector, which it decodes."""
        for template in ("ftp://HOST/a%0D%0ADELE%20b/c", "ftp://HOST/a%0D%0ADELE%20b", "ftp://a%0D%0Ab:c@HOST/d"):
            with Ftp() as server, self.subTest(template):
                uri = template.replace("HOST", f"127.0.0.1:{server.port}")
                self.assertNotEqual(curl(uri).returncode, 0)
                self.assertEqual(plan(uri)["error"]["code"], "part-line-break")
                self.assertFalse([line for line in server.lines() if b"DELE" in line or line.startswith(b"b")])
        with Gopher() as server:
            uri = f"gopher://127.0.0.1:{server.port}/0a%0D%0AMAIL%20b"
            curl(uri)
            self.assertEqual(plan(uri)["error"]["code"], "part-line-break")
            self.assertIn(b"MAIL b\r\n", server.lines(), "url-1994, Security considerations: the rude message")


if __name__ == "__main__":
    unittest.main()
