# SPDX-License-Identifier: MIT
"""uriel plan: what a client would send, in each form. test/vectors/plan.tsv checks the plans against the documents; this checks
how the program prints them, for people and for machines."""
import json
import random
import unicodedata
import unittest
from urllib.parse import quote

from support import ToolTest, environment, has_historic, on_terminal, uriel

FTP = "ftp://ftp.example.com/pub/docs/README"

# RFC 1738, 3.2: USER, PASS, CWD for each segment, TYPE, then the file; 3.2.4: image where no type is given.
FTP_SENDS = ["USER anonymous\r\n", "PASS anonymous@\r\n", "CWD pub\r\n", "CWD docs\r\n", "TYPE I\r\n", "EPSV\r\n",
             "RETR README\r\n", "QUIT\r\n"]


def plan(uri, *arguments):
    return uriel("plan", "--json", *arguments, "--", uri).records[0]


def sends(record):
    return [step["text"] for step in record["steps"] if step["do"] == "send"]


class Json(ToolTest):
    def test_keys(self):
        record = plan("whois://whois.example.com/nic-1")
        self.assertEqual(list(record), ["input", "scheme", "parts", "steps", "warnings"])
        # RFC 3912, 2: a connection to port 43, the query and CR LF, the answer up to its end
        self.assertEqual([step["do"] for step in record["steps"]], ["connect", "send", "expect", "close"])
        self.assertEqual(record["steps"][0], {"do": "connect", "host": "whois.example.com", "port": 43, "transport": "tcp"})
        self.assertEqual(record["steps"][1], {"do": "send", "text": "nic-1\r\n"})
        self.assertEqual(record["parts"], {"host": "whois.example.com", "query": "nic-1"})
        self.assertEqual(record["warnings"], [])

    def test_ftp(self):
        record = plan(FTP)
        self.assertEqual(sends(record), FTP_SENDS)
        self.assertEqual(record["parts"]["directories"], ["pub", "docs"])
        control, data = [step for step in record["steps"] if step["do"] == "connect"]
        self.assertEqual((control["host"], control["port"], "channel" in control), ("ftp.example.com", 21, False))
        self.assertEqual((data["channel"], "port" in data), ("data", False), "RFC 2428, 3: the reply tells the port")
        self.assertTrue(all(set(step["reply"]) <= set("0123456789 ") for step in record["steps"] if "reply" in step))

    def test_replies(self):
        """RFC 2428, 3: a server without EPSV refuses it; RFC 959, 5.4: USER may be answered with 230."""
        record = plan(FTP)
        steps = record["steps"] + record["aside"]
        user, epsv = steps[3], steps[13]
        self.assertEqual((user["reply"], user["form"], user["use"]), ("331 230", "lines", "status"))
        self.assertEqual(steps[user["branches"][0]["to"] - 1]["text"], "CWD pub\r\n")
        self.assertEqual(user["branches"][-1], {"codes": "4", "action": "later"})
        self.assertEqual((epsv["use"], epsv["branches"][0]["codes"]), ("port", "5"))
        self.assertEqual(steps[epsv["branches"][0]["to"] - 1]["text"], "PASV\r\n")
        self.assertIn({"codes": "215", "reply": "MVS"}, [{key: branch.get(key) for key in ("codes", "reply")} for step in record["aside"]
                                                        for branch in step.get("branches", [])])
        self.assertEqual([(step["fill"], step["after"]) for step in steps if step["do"] == "ask"], [("account", "\r\n")])
        self.assertEqual([step.get("inside") for step in plan("https://h/", "--proxy=p")["steps"]].count(True), 1)
        for step in steps:
            self.assertEqual("form" in step, step["do"] == "expect")
            for branch in step.get("branches", []):
                self.assertEqual("to" in branch, branch["action"] == "step")
                self.assertLessEqual(branch.get("to", 1), len(steps))

    def test_messages(self):
        """RFC 1625; the message itself is compared in test_plan_messages.c."""
        step = plan("wais://h/x/TEXT/1=a;")["steps"][1]
        data = step["bytes"].encode()
        self.assertEqual((data[:26], int(data[:10])), (b"0000000166z2wais        0\0", len(data) - 25))
        self.assertEqual([data[step[place]:][:10] for place in ("first", "last")], [b"0000000000", b"0000010000"])
        self.assertEqual(plan("prospero://h/a")["aside"][0]["bytes"].splitlines()[-1], "GET-OBJECT-INFO CONTENTS ASCII a 0")
        shown = uriel("plan", "--long", "--replies", "wais://h/x").lines
        self.assertIn(" " * 16 + "plan again, with the words", shown)
        self.assertTrue(any(line.startswith(" " * 16 + "the bytes 0000000031z2wais") for line in shown))

    def test_a_list_is_an_array(self):
        self.assertEqual(plan("ftp://h/a/b")["parts"]["directories"], ["a"])
        self.assertNotIn("directories", plan("ftp://h/b")["parts"])

    def test_text_that_is_not_utf_8(self):
        step = plan("whois://h/a%ff%c3%a9")["steps"][1]
        self.assertEqual((step["text"], step["text_hex"]), ("a\ufffdé\r\n", "61ffc3a90d0a"))
        self.assertNotIn("text_hex", plan("whois://h/%c3%a9")["steps"][1])
        parts = plan("ftp://h/a/%ff/c")["parts"]
        self.assertEqual((parts["directories"], parts["directories_hex"]), (["a", "\ufffd"], ["61", "ff"]))

    def test_no_plan(self):
        for uri, code in (("tag:example.com,2004:a", "plan-none"), ("x500:a", "plan-undefined"), ("no-such-scheme:a", "plan-unknown"),
                          ("//h/a", "plan-base"), ("a b", "path-character"), ("whois://h/a%0d%0ab", "part-line-break"),
                          ("ftp://h/a%0D%0ADELE%20b", "part-line-break"), ("telnet://a%0ab@h/", "part-line-break")):
            with self.subTest(uri):
                result = uriel("plan", "--json", uri)
                record = result.records[0]
                self.assertEqual((result.status, result.err), (1, b""))
                self.assertEqual(record["error"]["code"], code)
                self.assertNotIn("steps", record)
        self.assertEqual(plan("TAG:example.com,2004:a")["scheme"], "tag", "in lower case")
        error = plan("whois://h/a%0db")["error"]
        self.assertEqual((error["offset"], error["part"]), (len("whois://h/a"), "query"))
        self.assertNotIn("part", plan("a b")["error"])
        self.check(["plan", "-s", "--format={error_part}|{error_code}", "whois://h/a%0d", "a b"],
                   "query|part-line-break\n|path-character\n", 1)

    def test_valid_json_always(self):
        chance = random.Random(4)
        schemes = [b"ftp://", b"gopher://", b"http://", b"mailto:", b"whois://", b"data:", b"news:", b"telnet://", b"wais://", b"urn:"]
        texts = [chance.choice(schemes) + bytes(chance.choice(b"a1:/?#[]@%0d;=,.\xff\xc3\xa9\\\x01 ") for _ in range(chance.randrange(16)))
                 for _ in range(2000)]
        records = uriel("plan", "--json", "-0", "--empty=reference", input=b"".join(text + b"\0" for text in texts)).records
        self.assertEqual(len(records), len(texts))
        for record in records:
            self.assertNotIn("null", json.dumps({**record, "input": ""}).replace("anonymous", ""))
            self.assertNotEqual("error" in record, "steps" in record, record)


class People(ToolTest):
    def test_block(self):
        block = uriel("plan", "--long", FTP).lines
        self.assertEqual(block[0], FTP)
        self.assertTrue(block[1].startswith("   1  connect   ftp.example.com port 21, tcp"), block[1])
        self.assertEqual(block[2], "   2  expect    220")
        self.assertEqual(block[3], "   3  send      USER anonymous\\r\\n")
        self.assertEqual([int(line[:4]) for line in block[1:-1]], list(range(1, len(block) - 1)))
        self.assertEqual(block[-1], "")
        for line in block:
            self.assertEqual(line, line.rstrip())

    def test_replies(self):
        """The steps are the same; JSON has the same data on replies."""
        short, long = (uriel("plan", "--long", *more, FTP).lines for more in ([], ["--replies"]))
        self.assertEqual([line for line in long if line in short], short)
        self.assertIn(" " * 16 + "lines, port; 5 -> 26", long)
        self.assertIn("  26  send      PASV\\r\\n", long)
        self.assertEqual(long.index("  only after those replies:") + 1, long.index("  24  ask       ACCT "))
        self.assertIn(" " * 16 + "then the account and \\r\\n", long)
        self.assertIn(" " * 16 + "in the connection that is open", uriel("plan", "--long", "--replies", "--proxy=p", "https://h/").lines)

    def test_on_a_terminal(self):
        self.assertEqual(on_terminal("plan", "--color=never", FTP).out, uriel("plan", "--long", FTP).out)
        self.assertEqual(on_terminal("plan", "--color=never", "--short", FTP).out, uriel("plan", FTP).out)
        shown = on_terminal("plan", "whois://u@h/a").out
        self.assertIn(b"\x1b[1ma\\r\\n\x1b[0m", shown, "text to send stands out")
        self.assertIn(b"\x1b[1;31m  warning: \x1b[0m", shown)

    def test_lines_of_what_is_sent(self):
        """RFC 9112, 2.1: lines that end in CR LF, the last of them empty; each is shown on its own."""
        lines = uriel("plan", "--long", "http://h/a").lines
        self.assertEqual(lines[2:6], ["   2  send      GET /a HTTP/1.1\\r\\n", " " * 16 + "Host: h\\r\\n", " " * 16 + "Connection: close\\r\\n",
                                      " " * 16 + "\\r\\n"])

    def test_line(self):
        self.check(["plan", "whois://h/a"], "connect h 43 tcp\tsend a\\r\\n\texpect\tclose\n")
        line = uriel("plan", FTP).text
        self.assertIn("\texpect 220\tsend USER anonymous\\r\\n\texpect 331", line)
        self.assertIn("\tconnect data - - tcp\t", line)
        self.check(["plan", "whois://[2001:db8::7]/"], "connect [2001:db8::7] 43 tcp\tsend \\r\\n\texpect\tclose\n")
        self.assertIn("\twarning: low port: ", uriel("plan", "whois://h:22/a").text)

    def test_escapes(self):
        """Control characters and invalid UTF-8 are never printed raw; a backslash is not mistaken for an escape."""
        uri = "whois://h/%09%5C%1b[2J%ff%c2%85%e2%80%ae%7F%c3%a9"
        shown = "\\t\\\\\\x1b[2J\\xff\\xc2\\x85\\xe2\\x80\\xae\\x7fé\\r\\n"
        uri = uri.replace("[", "%5B")
        for arguments in (["--long"], [], ["--format={steps}"]):
            with self.subTest(arguments):
                self.assertIn("send" + ("      " if "--long" in arguments else " ") + shown, uriel("plan", *arguments, uri).text)
        for arguments in (["--long"], [], ["--json"], ["--tsv"], ["--format={steps}"]):
            out = on_terminal("plan", "--color=never", *arguments, uri).out
            for raw in (b"\x1b", b"\xff", b"\xc2\x85", "\u202e".encode(), b"\x7f"):
                self.assertNotIn(raw, out)

    def test_what_is_expected(self):
        """RFC 1282: the server answers with a zero byte."""
        for arguments in (["--long"], []):
            out = on_terminal("plan", "--color=never", *arguments, "rlogin://u@h/").out
            self.assertNotIn(b"\0", out)
            self.assertRegex(out, rb"expect +\\x00")
        self.assertIn({"do": "expect", "reply": "\0"}, [{key: step.get(key) for key in ("do", "reply")}
                                                       for step in plan("rlogin://u@h/")["steps"]])

    def test_notes_and_warnings(self):
        block = uriel("plan", "--long", "http://www.example.com@0x7f.1:22/").text
        # RFC 3986, 7.4 and 7.6
        self.assertIn("  warning: rare ipv4: ", block)
        self.assertIn("127.0.0.1", block)
        self.assertIn("  warning: userinfo like a host: ", block)
        self.assertIn("  warning: low port: ", block)
        self.assertEqual([warning.split(":")[0] for warning in plan("http://www.example.com@0x7f.1:22/")["warnings"]],
                         ["low port", "userinfo", "userinfo like a host", "rare ipv4", "not sent"])


class Passwords(ToolTest):
    URI = "ftp://user:se%63ret@h/f"

    def test_hidden(self):
        for arguments in (["--long"], [], ["--tsv"], ["--format={steps}"]):
            with self.subTest(arguments):
                text = uriel("plan", *arguments, self.URI).text
                if arguments != ["--tsv"]:  # whose first column is the input
                    self.assertNotIn("se%63ret", text)
                self.assertNotIn("secret", text)
                self.assertIn("PASS ****", text)

    def test_shown_when_asked_for(self):
        text = uriel("plan", "--long", "--show-password", self.URI).text
        self.assertIn("PASS secret\\r\\n", text)
        self.assertTrue(text.startswith(self.URI + "\n"))

    def test_json_has_what_is_sent(self):
        self.assertIn("PASS secret\r\n", sends(plan(self.URI)))

    def test_hidden_in_errors(self):
        self.assertNotIn("secret", uriel("plan", "ftp://user:secret@h/a%0d").errors)

    def test_a_mail_address_is_none(self):
        self.assertIn("PASS me@example.com\\r\\n", uriel("plan", "--mail-address=me@example.com", FTP).text)


class Options(ToolTest):
    def test_hosts_that_decode(self):
        """RFC 3986, 7.3: a decoded character could be taken for a delimiter."""
        for host in ("a%2Fb", "a%40b", "a%3Fb", "a%20b", "a%EF%BC%8Fb"):
            record = uriel("plan", "--json", f"http://{host}/").records[0]
            self.assertEqual((record["error"]["code"], "steps" in record), ("host-decoded", False))
        record = uriel("plan", "--json", "http://127%e3%80%820%e3%80%820%e3%80%821/").records[0]
        self.assertEqual(record["warnings"], ["rare ipv4: the host is an IPv4 address in a rare form, 127.0.0.1"])
        result = uriel("plan", "http://u@a%2Fb/")
        self.assertIn('a control character: "%2F"; warning: userinfo: ', result.errors)

    def test_hosts_that_map_to_delimiters(self):
        """UTS #46, 4: what NFKC makes a delimiter, a full stop or a blank of; and what changes the order of text (UAX #9, 2)."""
        stops = "\u3002\uff0e\uff61"
        characters = [chr(c) for c in range(0x80, 0x110000) if not 0xD800 <= c <= 0xDFFF and chr(c) not in stops]
        characters = [c for c in characters if set(unicodedata.normalize("NFKC", c)) & set(" .:/?#[]@%\\")]
        self.assertGreater(len(characters), 100)
        characters += "\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"
        hosts = [f"http://a{quote(c)}b/" for c in characters]
        records = uriel("plan", "--json", input="".join(host + "\n" for host in hosts).encode()).records
        self.assertEqual([record["input"] for record in records if "steps" in record], [])
        self.assertEqual({record["error"]["code"] for record in records}, {"host-decoded"})

    def test_rare_addresses(self):
        """RFC 3986, 7.4, of the host as it is looked up: with the root's full stop (3.2.2), without joiners (UTS #46, 4)."""
        for host in ("127.0.0.1.", "127.0.0.1%2e", "127.1.", "127%E2%80%8D.0.0.1", "127%E2%80%8C.0.0.1", "127.0.0.1%E3%80%82"):
            with self.subTest(host):
                record = uriel("plan", "--json", f"http://{host}/").records[0]
                self.assertEqual(record.get("warnings"), ["rare ipv4: the host is an IPv4 address in a rare form, 127.0.0.1"])
        for host in ("127.0.0.1..", "1.2.3.4.5.", "a.", "."):
            with self.subTest(host):
                self.assertEqual(uriel("plan", "--json", f"http://{host}/").records[0]["warnings"], [])

    def test_registry(self):
        """uri-2003, 3.2.1; the warnings are RFC 3986's (7.6)."""
        result = uriel("plan", "--json", "--spec=uri-2003", "http://www.example.com@evil_host/")
        if result.status == 2:
            self.skipTest("without historic")
        record = result.records[0]
        self.assertEqual((record["error"]["code"], "steps" in record), ("host-registry", False))
        self.assertEqual([warning.split(":")[0] for warning in record["warnings"]], ["userinfo", "userinfo like a host"])
        self.assertIn("the host is evil_host", uriel("plan", "--spec=uri-2003", "http://www.example.com@evil_host/").errors)

    def test_gateway(self):
        """url-1994, Registration of naming schemes: a gateway for a scheme."""
        record = plan("wais://w.example/db", "--gateway=WAIS=http://gw.example/{uri}")
        self.assertEqual((record["gateway"], record["scheme"]), ("http://gw.example/{uri}", "wais"))
        self.assertEqual(record["steps"][0]["host"], "gw.example")
        two = ["plan", "--gateway", "x-a=http://a.example/{uri}", "--gateway", "x-b=http://b.example/{+uri}", "x-a:1", "x-b:2", "x-c:3"]
        result = uriel(*two)
        self.assertEqual(result.status, 1)
        self.assertEqual([line.split("\t")[0] for line in result.lines], ["connect a.example 80 tcp", "connect b.example 80 tcp", ""])
        self.assertIn("  through the gateway http://a.example/{uri}\n", uriel(*two[:-2], "--long").text)
        self.check(["plan", "--format={gateway}", "--gateway", "x-a=http://a.example/{uri}", "x-a:1"], "http://a.example/{uri}\n")

    def test_gateway_gets_no_password(self):
        """url-1994, Security considerations: user information is not in {uri}."""
        result = uriel("plan", "--json", "--show-password", "--gateway=ftp=http://gw/{uri}", "ftp://u:SECRET@h/a")
        self.assertEqual(sends(result.records[0])[0].split("\r\n")[0], "GET /ftp%3A%2F%2Fh%2Fa HTTP/1.1")
        self.assertIn("not sent: user and password are sent only if the server asks for them", result.records[0]["warnings"])

    def test_gateway_with_a_password(self):
        """A template's password is not shown either, but in JSON."""
        gateway = ["--gateway", "q=http://u:SECRET@gw/{uri}"]
        for how in ([], ["--long"], ["--tsv"], ["--format={gateway} {steps}"]):
            with self.subTest(how):
                self.assertNotIn("SECRET", uriel("plan", *how, *gateway, "q:a").text)
        self.check(["plan", "--format={gateway}", *gateway, "q:a"], "http://u:****@gw/{uri}\n")
        self.check(["plan", "--format={gateway}", "--show-password", *gateway, "q:a"], "http://u:SECRET@gw/{uri}\n")
        self.assertEqual(plan("q:a", *gateway)["gateway"], "http://u:SECRET@gw/{uri}")

    def test_gateway_that_does_not_fit(self):
        """RFC 3986, 5.2.4: a URI does not lead out of a template; RFC 8141, 2: this one has no namespace."""
        for template, uri, error, excerpt in (
            ("q=file:///srv/{path}/x", "q:..", "part-form", "  q:..\n    ^~\n"),
            ("urn=http://r/{nid}/{nss}", "urn:a%2fb", "part-missing", "  urn:a%2fb\n      ^\n"),
        ):
            with self.subTest(uri):
                result = uriel("plan", "--json", f"--gateway={template}", uri)
                self.assertEqual((result.status, result.records[0]["error"]["code"]), (1, error))
                self.assertIn(excerpt, uriel("plan", f"--gateway={template}", uri).errors)

    def test_gateway_that_is_none(self):
        for value in ("a b=http://h/{uri}", "1a=http://h/{uri}", "a:b=http://h/{uri}", "a/b=http://h/{uri}", "wais", "=http://h/{uri}", "wais=http://h/", "wais=http://h/{what}", "wais={", "wais={uri} {uri}"):
            with self.subTest(value):
                self.usage(["plan", f"--gateway={value}", "wais://h/d"], "uriel plan: ")

    def test_proxy(self):
        """RFC 9112, 3.2.2: the absolute form, to a proxy."""
        record = plan("http://example.com/a#f", "--proxy=proxy.example:3128")
        self.assertEqual((record["steps"][0]["host"], record["steps"][0]["port"]), ("proxy.example", 3128))
        self.assertTrue(sends(record)[0].startswith("GET http://example.com/a HTTP/1.1\r\nHost: example.com\r\n"))
        self.assertEqual(plan("http://example.com/", "--proxy=proxy.example")["steps"][0]["port"], 8080)
        self.assertEqual(plan("http://example.com/", "--proxy=[::1]:8")["steps"][0]["host"], "::1")

    def test_proxy_as_a_uri(self):
        """In the form of the variable http_proxy."""
        for value in ("http://127.0.0.1:3128/", "HTTP://127.0.0.1:3128", "127.0.0.1:3128"):
            with self.subTest(value):
                step = plan("http://h/", f"--proxy={value}")["steps"][0]
                self.assertEqual((step["host"], step["port"]), ("127.0.0.1", 3128))
        self.assertEqual(plan("http://h/", "--proxy=http://p/")["steps"][0]["port"], 8080)

    def test_error_of_a_second_template(self):
        """An error in a template names that template."""
        gateways = "--gateway=wais={+path}:x", "--gateway=x=http://h/{uri}"
        errors = uriel("plan", *gateways, "wais://h/x").errors
        self.assertIn("\n  {+path}:x\n", errors)
        errors = uriel("plan", "--gateway=wais=foo:{+path}", "wais://h/x").errors
        self.assertIn("in the URI that the gateway makes: no way to fetch", errors)
        self.assertIn("\n  wais://h/x\n", errors)

    def test_servers_that_are_none(self):
        for value in ("", "h:x", ":80", "h:0", "ftp://h/", "https://h/", "http://", "http:///", "http://h/p", "a b",
                      "u@h", "[::1", "[::1]x", "1:2:3", "h\n"):
            with self.subTest(value):
                self.usage(["plan", f"--proxy={value}", "http://h/"], "\"--proxy\"")
                self.usage(["plan", f"--news-server={value}", "news:a"], "\"--news-server\"")

    def test_values_that_end_lines(self):
        for option in ("--mail-address", "--local-user", "--terminal", "--user-agent", "--websocket-key"):
            self.usage(["plan", f"{option}=a\r\nb", "http://h/"], "control character")
            self.usage(["plan", f"{option}=", "http://h/"], "not empty")

    def test_user_agent(self):
        self.assertIn("\r\nUser-Agent: me/1\r\n", sends(plan("http://h/", "--user-agent=me/1"))[0])
        self.assertNotIn("User-Agent", sends(plan("http://h/"))[0])

    def test_header(self):
        """RFC 9112, 5: a field is a line."""
        fields = ("--header=Accept: text/html", "--header=X-Y:z")
        self.assertIn("\r\nAccept: text/html\r\nX-Y: z\r\n\r\n", sends(plan("http://h/", *fields))[0])
        self.assertNotIn("Accept", sends(plan("gopher://h/", *fields))[0])
        self.usage(["plan", "--header=A: b\r\nC: d", "http://h/"], "byte 5 of \"A: b\\x0d\\x0aC: d\" would end the line")
        self.usage(["plan", "--header=A b: c", "http://h/"], "byte 2 of")
        self.usage(["plan", "--header", "http://h/"], "goes with --tsv")
        self.usage(["plan", "--header=A", "http://h/"], "with a NAME and a colon")
        self.usage(["plan", "--header=host: a", "http://h/"], "a field that the plan itself does not send")

    def test_head(self):
        self.assertEqual(sends(plan("http://h/a", "--head"))[0], "HEAD /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        record = plan("ftp://h/a", "--head")
        self.assertIn("MLST a\r\n", sends(record))
        self.assertEqual([step["use"] for step in record["steps"] + record["aside"] if step.get("use") not in (None, "status")],
                         ["facts", "size", "time"])
        self.check(["plan", "-s", "--head", "--format={error_code}", "whois://h/a"], "plan-head\n", 1)

    def test_words(self):
        """RFC 4266, 2.1; url-1994, WAIS and HTTP: "+" for spaces."""
        for uri, target in (("gopher://h/7/f", "gopher://h/7/f%09a%20b"), ("wais://h/d", "wais://h/d?a+b"), ("http://h/x?y#z", "http://h/x?a+b")):
            with self.subTest(uri):
                record = plan(uri, "--words=a b")
                self.assertEqual((record["input"], record["target"]), (uri, target))
                self.assertEqual({**plan(target), "input": uri, "target": target}, record)
        self.assertIn("\n  as gopher://h/7/f%09a%20b\n   1  ", uriel("plan", "--long", "--words=a b", "gopher://h/7/f").text)
        self.check(["plan", "-s", "--words=a", "--format={target}|{error_code}", "gopher://h/1", "http://h/"],
                   "|plan-search\nhttp://h/?a|\n", 1)
        self.usage(["plan", "--words=a\tb", "http://h/"], "control character")
        self.usage(["plan", "--words=a", "--answer=b", "http://h/"], "exclude each other")

    def test_answers(self):
        """url-1994, Gopher: a form with specific values."""
        form = "gopher://h/0a%09%09?"
        record = plan(form, "--answer=b c", "--answer=")
        self.assertEqual(sends(record), ["a\t+\t1\r\n+-1\r\nb c\r\n\r\n.\r\n"])
        self.assertEqual(record["target"], "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Ab%20c%0D%0A%0D%0A.%0D%0A")
        self.check(["plan", "-s", "--answer=a", "--format={error_code}", "gopher://h/0a"], "plan-form\n", 1)
        self.usage(["plan", "--answer=a\nb", form], "one line")
        self.usage(["plan", "--answer=.", form], "would end the answers")

    def test_guess_scheme(self):
        self.assertEqual(plan("h.example", "--guess-scheme")["target"], "http://h.example")
        self.assertNotIn("target", plan("http://h.example", "--guess-scheme"))
        self.assertIn("  ftp://ftp.h/a%0A\n              ~^~~", uriel("plan", "--guess-scheme", "ftp.h/a%0A").errors)
        for typed, sent in (("h.example/a", "GET /a HTTP/1.1\r\n"), ("ftp.h.example/a", "USER anonymous\r\n"), ("http://h/a", "GET /a ")):
            with self.subTest(typed):
                self.assertTrue(sends(plan(typed, "--guess-scheme"))[0].startswith(sent))
        self.assertEqual(plan("h.example", "--guess-scheme=gopher")["scheme"], "gopher")
        self.assertEqual(plan("h.example")["error"]["code"], "plan-base")

    def test_websocket_key(self):
        """RFC 6455, 4.1: 16 bytes in base64; 1.3 has the sample."""
        self.assertIn("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", sends(plan("ws://h/"))[0])
        record = plan("ws://h/", "--websocket-key=AQIDBAUGBwgJCgsMDQ4PEA==")
        self.assertIn("Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n", sends(record)[0])
        self.assertEqual(record["warnings"], [])
        self.usage(["plan", "--websocket-key=abc", "ws://h/"], "24 characters")
        self.usage(["plan", "--websocket-key=AQIDBAUGBwgJCgsMDQ4PE===", "ws://h/"], "24 characters")

    def test_rlogin(self):
        """RFC 1282: NUL, the local user, NUL, the remote one, NUL, the terminal and its speed, NUL."""
        record = plan("rlogin://them@h/", "--local-user=us", "--terminal=vt100/9600")
        self.assertIn("us\0them\0vt100/9600\0", "".join(sends(record)))

    def test_news_server(self):
        record = plan("news:comp.infosystems.www", "--news-server=news.example")
        self.assertEqual((record["steps"][0]["host"], record["steps"][0]["port"]), ("news.example", 119))

    @unittest.skipUnless(has_historic(), "the historic documents are not built")
    def test_spec(self):
        """url-1993's gopher also has its search after "?" (BNF syntax)."""
        self.assertEqual(plan("gopher://h/7x?y", "--spec=url-1993")["parts"]["search"], "y")


class Sequence(ToolTest):
    """url-1994, FTP: the connection can be used again where the folder is the same."""

    def test_resume(self):
        first, second, third = uriel("plan", "--json", "ftp://h/a/b", "ftp://h/a/c", "ftp://h/d/e").records
        self.assertNotIn("resume", first)
        step = second["steps"][second["resume"] - 1]
        self.assertEqual(step, {"do": "send", "text": "TYPE I\r\n"})
        self.assertNotIn("resume", third)
        self.assertTrue(any(warning.startswith("reconnect: ") for warning in third["warnings"]))

    def test_in_words(self):
        block = uriel("plan", "--long", "ftp://h/a/b", "ftp://h/a/c").text
        self.assertRegex(block, r"\n  if the connection of the previous URI is still open: continue at step \d+\n\n$")
        self.assertRegex(uriel("plan", "--format={resume}", "ftp://h/a/b", "ftp://h/a/c").text, r"^\n\d+\n$")

    def test_through_what_has_no_plan(self):
        records = uriel("plan", "--json", "ftp://h/a/b", "a b", "tag:h,2000:x", "ftp://h/a/c").records
        self.assertIn("resume", records[-1])
        self.assertNotIn("resume", uriel("plan", "--json", "ftp://h/a/b", "http://h/", "ftp://h/a/c").records[-1])


class Records(ToolTest):
    def test_in_order(self):
        result = uriel("plan", input="whois://h/a\na b\nwhois://h/b\r\n")
        self.assertEqual((result.status, [line.split("\t")[0] for line in result.lines]),
                         (1, ["connect h 43 tcp", "", "connect h 43 tcp"]))
        self.assertTrue(result.errors.startswith("uriel: 2: not a URI reference (RFC 3986): "), result.errors)
        self.check(["plan"], "")

    def test_tsv(self):
        header, row, error = uriel("plan", "--tsv", "--header", "whois://h:22/a", "tag:h,2000:a").lines
        self.assertEqual(header.split("\t"), ["input", "valid", "scheme", "steps", "warnings", "gateway", "resume", "error_code",
                                              "error_offset"])
        cells = row.split("\t")
        self.assertEqual((cells[3], cells[5:]), ("connect h 22 tcp\\tsend a\\\\r\\\\n\\texpect\\tclose", ["\\N"] * 4))
        self.assertTrue(cells[4].startswith("low port: "))
        self.assertEqual(error.split("\t")[1:8], ["false", "tag", "\\N", "\\N", "\\N", "\\N", "plan-none"])

    def test_errors_in_words(self):
        for uri, words in (("tag:h,2000:a", "no plan: URIs of this scheme cannot be fetched"),
                           ("ftp://a%0d@h/b", "no plan: the user name contains a byte that would end a line of the protocol: \"%0d\"")):
            result = uriel("plan", uri)
            self.assertEqual((result.status, result.text), (1, "\n"))
            self.assertTrue(result.errors.startswith(f"uriel: 1: {words}\n  {uri}\n"), result.errors)

    def test_every_step_has_a_line(self):
        """Each kind of step of the schemes that have others than connect, send, expect and close."""
        for uri, kind in (("telnet://h/", "interact"), ("file:///etc/motd", "open"), ("data:,a", "decode"), ("mailto:a@b.example", "compose"),
                          ("mid:a@b.example", "find"), ("tel:+1-201-555-0123", "call"), ("wais://h/d", "request"), ("ftp://u@h/f", "ask")):
            with self.subTest(uri):
                steps = plan(uri)["steps"]
                self.assertIn(kind, [step["do"] for step in steps])
                lines = uriel("plan", "--long", uri).lines
                self.assertEqual(len([line for line in lines[1:] if line[:4].strip().isdigit()]), len(steps))
                self.assertIn(kind, "".join(lines))

    def test_long_input(self):
        uri = "ftp://h/" + "a/" * 20000 + "b"
        record = uriel("plan", "--json", input=uri + "\n").records[0]
        self.assertEqual(sends(record).count("CWD a\r\n"), 20000)

    def test_options_and_no_color(self):
        self.assertNotIn(b"\x1b", on_terminal("plan", FTP, env=environment(NO_COLOR="1")).out)
        self.check(["plan", "-q", "whois://h/a", "tag:h,2000:a"], "", 1, None)
        self.check(["plan", "-s", "tag:h,2000:a"], "\n", 1)


if __name__ == "__main__":
    unittest.main()
