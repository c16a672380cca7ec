# SPDX-License-Identifier: MIT
"""Menus of gopher (RFC 1436), whose items mean URLs (RFC 4266)."""
import unittest

from support import FAULTY, LinksTest

# RFC 1436, 2.
MENU = """0About internet Gopher\tStuff:About us\trawBits.micro.umn.edu\t70
1Around University of Minnesota\tZ,5692,AUM\tunderdog.micro.umn.edu\t70
1Microcomputer News & Prices\tPrices/\tpserver.bookstore.umn.edu\t70
1Courses, Schedules, Calendars\t\tevents.ais.umn.edu\t9120
1Student-Staff Directories\t\tuinfo.ais.umn.edu\t70
1Departmental Publications\tStuff:DP:\trawBits.micro.umn.edu\t70
.
""".replace("\n", "\r\n")
TARGETS = ["gopher://rawBits.micro.umn.edu/0Stuff:About%20us", "gopher://underdog.micro.umn.edu/1Z,5692,AUM",
           "gopher://pserver.bookstore.umn.edu/1Prices/", "gopher://events.ais.umn.edu:9120/1", "gopher://uinfo.ais.umn.edu/1",
           "gopher://rawBits.micro.umn.edu/1Stuff:DP:"]
# Items of each type at h.example, and what they mean.
ITEMS = [
    # RFC 1436, 3.8: every type except errors and sessions is a gopher URL with that type (RFC 4266, 2.1).
    *((kind, "x", "70", ["gopher://h.example/" + kind.replace("<", "%3C") + "x"]) for kind in "0124567 9gI:;<hsdpX".replace(" ", "")),
    ("i", "x", "70", []), ("3", "x", "70", []),
    # RFC 1436, Appendix: telnet and tn3270 sessions; the selector is the name to log in with.
    ("8", "", "23", ["telnet://h.example/"]), ("8", "me", "23", ["telnet://me@h.example/"]),
    ("8", "a@b c", "2323", ["telnet://a%40b%20c@h.example:2323/"]), ("8", "", "0", ["telnet://h.example/"]),
    ("T", "", "23", ["tn3270://h.example/"]), ("T", "me", "24", ["tn3270://me@h.example:24/"]),
    # RFC 4266, 2.1: bytes that a URL cannot hold are encoded; a type may occur twice; 70 is the default port.
    ("0", "0/a b?c#d%e", "70", ["gopher://h.example/00/a%20b%3Fc%23d%25e"]), ("1", "", "71", ["gopher://h.example:71/1"]),
    # RFC 4266, 2.4: items of Gopher+ are tagged "+" or "?".
    ("0", "x", "70\t+", ["gopher://h.example/0x%09%09+"]), ("1", "x", "70\t?", ["gopher://h.example/1x%09%09%3F"]),
    ("0", "x", "70\tfurther", ["gopher://h.example/0x"]),
    # By convention: a URL of any kind, and a file that the server fetches by ftp.
    ("h", "URL:http://a.example/b?c", "70", ["http://a.example/b?c"]), ("0", "/URL:mailto:a@b.example", "70", ["mailto:a@b.example"]),
    ("1", "ftp:a.example@/b c/", "70", ["gopher://h.example/1ftp:a.example@/b%20c/", "ftp://a.example/b%20c/"]),
    ("1", "ftp:a.example@", "70", ["gopher://h.example/1ftp:a.example@", "ftp://a.example/"]),
    ("1", "ftp:a.example", "70", ["gopher://h.example/1ftp:a.example", "ftp://a.example/"]),
]
# Lines that are not items.
WRONG = ["0", "0a\tb", "0a\tb\tc", "0a\tb\t\t70", "0a\tb\tc\t", "0a\tb\tc\tx", "0a\tb\tc\t65536", "0a\t/../b\tc\t70", "\t\tc\t70"]


class Gopher(LinksTest):
    def menu(self, text, *options, **how):
        return self.links("a", text, "--kind=gopher", *options, **how)

    def test_example(self):
        for text in (MENU, MENU.replace("\r", ""), MENU[:-5]):
            told = self.links("a", text)
            self.assertEqual((told.documents[0]["kind"], told.documents[0]["format"]), ("gopher", "gopher"))
            self.assertEqual((told.targets, told.errors), (TARGETS, []))
        self.assertEqual(told.values("line", "column", "raw")[3],
                         (4, 1, "1Courses, Schedules, Calendars\t\tevents.ais.umn.edu\t9120"))

    def test_types(self):
        for kind, selector, port, targets in ITEMS:
            told = self.menu(f"{kind}Name\t{selector}\th.example\t{port}\r\n.\r\n")
            self.assertEqual((told.targets, told.errors), (targets, []), (kind, selector, port))

    def test_hosts(self):
        for host, target in (("192.0.2.1", "gopher://192.0.2.1/1"), ("2001:db8::1", "gopher://[2001:db8::1]/1")):
            self.assertEqual(self.menu(f"1a\t\t{host}\t70\r\n").targets, [target])

    def test_redundant(self):
        """RFC 1436, Appendix: "+" is a copy of the item before it, of the same type."""
        self.assertEqual(self.menu("7a\tb\tc\t70\n+a\td\te\t70\n+a\tf\tg\t70\n").targets,
                         ["gopher://c/7b", "gopher://e/7d", "gopher://g/7f"])
        told = self.menu("i\t\t\t0\n+a\td\te\t70\n")
        self.assertEqual((told.targets, [error["offset"] for error in told.errors]), ([], [6]))

    def test_malformed(self):
        for line in WRONG:
            told = self.menu(f"0x\ty\tz\t70\r\n{line}\r\n1x\ty\tz\t70\r\n.\r\n")
            self.assertEqual(told.targets, ["gopher://z/0y", "gopher://z/1y"], line)
            self.assertEqual([(error["code"], error["offset"]) for error in told.errors], [("line-malformed", 11)], line)
            self.assertEqual(told.errors[0]["message"][:8], "line 2: ")

    def test_end(self):
        """RFC 1436, Appendix: "." is the last line."""
        told = self.menu("0x\ty\tz\t70\n.\n0a\tb\tc\t70\n")
        self.assertEqual((told.targets, [error["offset"] for error in told.errors]), (["gopher://z/0y"], [12]))
        self.assertEqual(self.menu("0x\t" + 70000 * "y" + "\tz\t70\n1a\tb\tc\t70").targets, ["gopher://c/1b"])

    def test_by_content(self):
        """Only a text whose complete lines are items, one of them at gopher's port."""
        for text, kind in ((MENU[:-9], "gopher"), ("1a\tb\tc\t70\n1x", "gopher"), ("1a\tb\tc\t71\n", "text"), ("1a\tb\tc d\t70\n", "text"),
                           ("1a\tb\tc\t70\nx\n", "text"), ("1a\tb\tc\t70", "text"), (" a\tb\tc\t70\n", "text"), ("i\t\tx\t70\n\n", "text")):
            self.assertEqual(self.links("a", text).documents[0]["kind"], kind, text)
        told = self.links("a", "HTTP/1.1 200 OK\r\nContent-Type: application/gopher-menu\r\n\r\n1a\t\tc\t71\r\n")
        self.assertEqual(told.targets, ["gopher://c:71/1"])

    def test_pieces(self):
        text = MENU[:-3] + "x\r\n1a\t" + 66000 * "b" + "\tc\t70\r\n" + MENU
        whole = self.menu(text)
        for piece in (1, 7, 4096):
            self.assertEqual(self.menu(text, program=FAULTY, env={"URIEL_PIECE": str(piece)}), whole)


if __name__ == "__main__":
    unittest.main()
