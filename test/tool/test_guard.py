# SPDX-License-Identifier: MIT
"""uriel guard: whether a server may fetch a URL. test/api/test_guard.c has the published bypasses and the policies."""
import json
import pathlib
import tempfile
import unittest

from support import ToolTest, uriel


class Guard(ToolTest):
    def policy(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "policy.txt"
        path.write_text(text)
        return str(path)

    def test_answers(self):
        self.check(["guard", "http://example.com/"], "allowed\n")
        self.check(["guard", "http://0x7f.1/", "http://a.example/", "http://u@[::1]:25/"], "denied: readers loopback\nallowed\ndenied: userinfo port loopback\n", status=1)
        self.check(["guard"], "allowed\n\ndenied: name\n", input="http://a.example/\n\nhttp://a/\n", status=1)
        self.check(["guard", "--tsv", "--header"], "input\tallowed\treasons\tscheme\thost\tport\ttarget\taddresses\n"
                   "http://a.example\ttrue\t\\N\thttp\ta.example\t80\t/\t\\N\nhttp://10.0.0.1/\tfalse\tprivate\t\\N\t\\N\t\\N\t\\N\t10.0.0.1\n",
                   input="http://a.example\nhttp://10.0.0.1/\n", status=1)
        many = "http://a.example/\nhttp://127.1/\nhttp://[::1]/\n" * 5000
        one, two = (uriel("guard", f"--jobs={jobs}", input=many) for jobs in (1, 3))
        self.assertEqual((one.status, one.out.decode()), (two.status, two.out.decode()))
        self.assertEqual(one.out.decode(), "allowed\ndenied: readers loopback\ndenied: loopback\n" * 5000)

    def test_json(self):
        for url, addresses, expected in (
                ("HTTP://Example.com?a b#c", (), {"allowed": True, "reasons": [], "scheme": "http", "host": "example.com", "port": 80, "target": "/?a%20b", "addresses": []}),
                ("https://[2606:4700::1111]:8443/", ("10.0.0.1",), {"allowed": True, "reasons": [], "scheme": "https", "host": "[2606:4700::1111]", "port": 8443, "target": "/",
                                                                     "addresses": ["2606:4700::1111"]}),
                ("http://example.com/", ("10.0.0.1", "8.8.8.8", "10.0.0.2", "::ffff:127.0.0.1"), {"allowed": False, "reasons": ["private", "loopback"],
                                                                                                  "addresses": ["10.0.0.1", "8.8.8.8", "10.0.0.2", "127.0.0.1"]}),
                ("http://example.com/", ("8.8.8.8",), {"allowed": True, "reasons": [], "scheme": "http", "host": "example.com", "port": 80, "target": "/", "addresses": ["8.8.8.8"]}),
                ("ftp://a:25/", (), {"allowed": False, "reasons": ["scheme", "port", "name"], "addresses": []}),
                ("http://[/", (), {"allowed": False, "reasons": ["invalid"], "addresses": []})):
            with self.subTest(url=url):
                out = uriel("guard", "--json", *(f"--address={address}" for address in addresses), url).out.decode()
                self.assertEqual(json.loads(out), {"input": url, **expected})

    def test_long(self):
        self.check(["guard", "--long", "http://10.1/", "http://a.example/b?c"],
                   "http://10.1/\n  readers: programs see different hosts or ports in the URL: try \"uriel agree --long\"\n  private: 10.0.0.1 is in 10.0.0.0/8 (RFC 1918, 3)\n\n"
                   "http://a.example/b?c\n  allowed: http, host a.example, port 80, target /b?c\n\n", status=1)
        policy = self.policy("deny network 8.8.8.8\n")
        self.check(["guard", "--long", "--policy", policy, "http://8.8.8.8/"], "http://8.8.8.8/\n  network: 8.8.8.8 is in a network that the policy denies\n\n", status=1)

    def test_policy(self):
        policy = self.policy("# ours\n\nallow network 10.0.0.0/8 # here\ndeny suffix a.example\n")
        self.check(["guard", f"--policy={policy}", "http://10.0.0.1/", "http://b.a.example/", "http://c.example/"], "allowed\ndenied: name\nallowed\n", status=1)
        usual = uriel("guard", "--list-policy").out.decode()
        listed = uriel("guard", "--list-policy", f"--policy={policy}").out.decode()
        self.assertEqual(listed, usual + "allow network 10.0.0.0/8 # here\ndeny suffix a.example\n")
        again = self.policy(listed)
        self.check(["guard", f"--policy={again}", "http://10.0.0.1/", "http://localhost/"], "allowed\ndenied: name\n", status=1)
        more = self.policy("allow suffix a.example")
        self.check(["guard", f"--policy={policy}", f"--policy={more}", "http://b.a.example/"], "allowed\n")

    def test_ports_of_other_schemes(self):
        """Fetch, 2.9: bad ports are bad for http; a scheme that the policy allows has its own port."""
        policy = self.policy("allow scheme ftp\nallow scheme gopher\n")
        listed = self.policy(uriel("guard", "--list-policy").out.decode() + "allow scheme ftp\nallow scheme gopher\n")
        urls = ("ftp://a.example/", "ftp://a.example:21/", "gopher://a.example:21/", "gopher://a.example/", "ftp://a.example:25/", "http://a.example:21/")
        for name in (policy, listed):
            self.check(["guard", f"--policy={name}", *urls], "allowed\nallowed\ndenied: port\nallowed\ndenied: port\ndenied: port\n", status=1)
        self.check(["guard", f"--policy={policy}", f"--policy={self.policy('deny port 21')}", "ftp://a.example/"], "denied: port\n", status=1)

    def test_policy_of_standard_input(self):
        rules = "allow network 10.0.0.0/8\n"
        self.check(["guard", "--policy=-", "http://10.0.0.1/"], "allowed\n", input=rules)
        self.check(["guard", "--policy=-", "-f", self.policy("http://10.0.0.1/\n")], "allowed\n", input=rules)
        self.assertEqual(uriel("guard", "--list-policy", "--policy=-", input=rules).text, uriel("guard", "--list-policy").text + rules)
        for arguments in ([], ["-f", "-"]):
            self.usage(["guard", "--policy=-", *arguments], "--policy=- reads standard input", "-f FILE", input=rules)
        self.usage(["guard", "--policy=-", "--policy=-", "a"], "only once", input=rules)
        self.usage(["guard", "--policy=-", "a"], "standard input:1:12: a port is a number", input="allow port x")

    def test_usage(self):
        self.usage(["guard", "--policy", self.policy("allow port 1\nallow  port x\n"), "a"], "policy.txt:2:13: a port is a number")
        self.usage(["guard", "--address=host", "a"], "takes an IP address")
        self.usage(["guard", "--list-policy", "a"], "operands")
        self.assertEqual(uriel("guard", "--policy=/nowhere", "a").status, 3)


if __name__ == "__main__":
    unittest.main()
