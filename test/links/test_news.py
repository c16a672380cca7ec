# SPDX-License-Identifier: MIT
"""Identifiers of messages and articles, newsgroups, and overviews of articles."""
import unittest

from support import BASE, FAULTY, LinksTest

# RFC 5322, A.2.
REPLY = """From: Mary Smith <mary@example.net>
To: John Doe <jdoe@machine.example>
Reply-To: "Mary Smith: Personal Account" <smith@home.example>
Subject: Re: Saying Hello
Date: Fri, 21 Nov 1997 10:01:10 -0600
Message-ID: <3456@example.net>
In-Reply-To: <1234@local.machine.example>
References: <1234@local.machine.example>

This is a reply to your hello.
"""
# RFC 5536, 3.1: the mandatory fields of an article.
ARTICLE = """From: a@b.example
Date: Fri, 21 Nov 1997 10:01:10 -0600
Newsgroups: example.apple, example.bogus.reply
Followup-To: example.orange,poster
Subject: s
Message-ID: <i3$%@b.example>
References: <1@a.example> <2@b.example>
 (with comment <3@c.example>) <4@d.example>
Path: b.example!a

text
"""
# RFC 3977, 8.3.3.
OVERVIEW = """3000234\tI am just a test article\t"Demo User" <nobody@example.com>\t6 Oct 1998 04:38:40 -0500\t<45223423@example.com>\t<45454@example.net>\t1234\t17\tXref: news.example.com misc.test:3000363
3000235\tAnother test article\tnobody@nowhere.to (Demo User)\t6 Oct 1998 04:38:45 -0500\t<45223425@to.to>\t\t4818\t37\t\tDistribution: fi
3000238\tRe: I am just a test article\tsomebody@elsewhere.to\t7 Oct 1998 11:38:40 +1200\t<kfwer3v@elsewhere.to>\t<45223423@to.to>\t9234\t51
.
"""
ARTICLES = ["news:45223423@example.com", "news:45454@example.net", "news:45223425@to.to", "news:kfwer3v@elsewhere.to", "news:45223423@to.to"]


class Headers(LinksTest):
    def rows(self, text, **how):
        told = self.links("a.eml", text, **how)
        return [(row[0], row[1], bool(row[2])) for row in told.values("header", "target", "identifies")], told

    def test_mail(self):
        """RFC 2392, 2."""
        rows, told = self.rows(REPLY)
        self.assertEqual(rows, [("Message-ID", "mid:3456@example.net", True), ("In-Reply-To", "mid:1234@local.machine.example", False),
                                ("References", "mid:1234@local.machine.example", False)])
        self.assertEqual(told.values("raw", "line", "column"), [("3456@example.net", 6, 14), ("1234@local.machine.example", 7, 15),
                                                                ("1234@local.machine.example", 8, 14)])
        self.assertEqual(told.references[0].get("names"), "")

    def test_article(self):
        """RFC 5538, 4: articles and groups; RFC 5536, 3.2.6: "poster" is not a group; comments are not references."""
        rows, told = self.rows(ARTICLE)
        self.assertEqual(rows, [("Newsgroups", "news:example.apple", False), ("Newsgroups", "news:example.bogus.reply", False),
                                ("Followup-To", "news:example.orange", False), ("Message-ID", "news:i3$%25@b.example", True),
                                ("References", "news:1@a.example", False), ("References", "news:2@b.example", False),
                                ("References", "news:4@d.example", False)])
        self.assertEqual(told.values("line", "column")[1:3] + told.values("line", "column")[-1:], [(3, 28), (4, 14), (8, 32)])

    def test_base(self):
        """url-1994, News: in an article, the identifier of another article or the name of a group is a URL in its partial form."""
        page = "MIME-Version: 1.0\nContent-Type: text/html\n\n<a href='c@d'>"
        article = ARTICLE.split("\n\n")[0] + "\n" + page
        told = self.links("a", article, base=None)
        self.assertEqual([(told.documents[0].get(key)) for key in ("base", "base_source", "base_by")],
                         ["news:i3$%25@b.example", "content", "Message-ID"])
        self.assertEqual((told.targets[-1], told.documents[1]["base_source"]), ("news:c@d", "entity"))
        # Any other base comes first; mail does not get one.
        self.assertEqual(self.links("a", article).targets[-1], BASE + "c@d")
        self.assertEqual(self.links("a", "Content-Base: http://x.example/\n" + article, base=None).targets[-1], "http://x.example/c@d")
        self.assertEqual(self.links("a", REPLY.split("\n\n")[0] + "\n" + page, base=None).documents[0]["base_source"], "none")

    def test_folded(self):
        rows, told = self.rows("From: a\nSubject: b\nReferences: <a\n b@c.example>\n\t<d@\n e>\n\n")
        self.assertEqual(([row[1] for row in rows], told.errors), (["mid:ab@c.example", "mid:d@e"], []))

    def test_phrases(self):
        """RFC 5322, 4.5.4: words may stand in place of identifiers, except in Message-ID (3.6.4)."""
        for field, errors in (("In-Reply-To: Your message of \"Fri <x\"", 1), ("In-Reply-To: Your message", 0), ("References: a <b@c> d", 0), ("References:", 0),
                              ("Message-ID: a@b", 1), ("Message-ID:", 1), ("Message-ID: <a>", 1), ("References: <a@b> <c@d", 1), ("References: <> <a@b>", 1)):
            rows, told = self.rows(f"From: a\nSubject: b\n{field}\n\n")
            self.assertEqual([error["code"] for error in told.errors], errors * ["header-field-malformed"], field)
            self.assertEqual([row[1] for row in rows], [target for target in ("mid:b@c", "mid:a@b") if f"<{target[4:]}>" in field], field)

    def test_groups(self):
        rows, told = self.rows("From: a\nSubject: b\nNewsgroups: ,a.b,, c d ,\n e.f\n\n")
        self.assertEqual(([row[1] for row in rows], [error["offset"] for error in told.errors]), (["news:a.b", "news:e.f"], [38]))

    def test_http(self):
        """The fields of mail and news have no meaning in HTTP."""
        self.assertEqual(self.links("a.http", "HTTP/1.1 200 OK\r\nReferences: <a@b>\r\nMessage-ID: <c@d>\r\nNewsgroups: e\r\n\r\n").targets, [])


class Overview(LinksTest):
    def overview(self, text, **how):
        return self.links("a", text, "--kind=overview", **how)

    def test_example(self):
        for text in (OVERVIEW, OVERVIEW.replace("\n", "\r\n"), OVERVIEW[:-3]):
            told = self.links("a", text)
            self.assertEqual((told.documents[0]["kind"], told.targets, told.errors), ("overview", ARTICLES, []))
        self.assertEqual(told.values("header", "line")[:3], [("Message-ID", 1), ("References", 1), ("Message-ID", 2)])
        self.assertEqual({record.get("identifies", False) for record in told.references}, {False})
        self.assertEqual(told.values("column")[0], OVERVIEW.index("45223423@example.com") + 1)

    def test_fields(self):
        """Trailing empty fields may be left out; fields after the eighth are whole headers; a subject is text."""
        told = self.overview("1\tsee http://a.example/\tb\tc\t<d@e>\n0\t\t\t\t<f@g>\t<h@i> <j@k>\t\t\tNewsgroups: l,m\t:x 5\tLink: <n>;rel=o\n")
        self.assertEqual(told.targets, ["http://a.example/", "news:d@e", "news:f@g", "news:h@i", "news:j@k", "news:l", "news:m", BASE + "n"])
        self.assertEqual(told.errors, [])

    def test_malformed(self):
        good = "2\ta\tb\tc\t<d@e>\n"
        for line in ("x\ta\tb\tc\t<d@e>", "", "1\ta\tb\tc", "1\ta\tb\tc\t", "1\ta\tb\tc\td@e", "1\ta\tb\tc\t<d>", "1", "x"):
            told = self.overview(good + line + "\n" + good)
            self.assertEqual((told.targets, [error["code"] for error in told.errors]), (2 * ["news:d@e"], ["line-malformed"][:bool(line)]), line)
            self.assertTrue(all(error["message"].startswith("line 2: ") for error in told.errors))
        self.assertEqual([error["offset"] for error in self.overview(good + ".\n" + good).errors], [len(good) + 2])
        self.assertEqual([error["code"] for error in self.overview("1\t" + 70000 * "x" + "\n" + good).errors], ["reference-too-long"])

    def test_by_content(self):
        for text, kind in ((OVERVIEW[:-20], "overview"), ("1\ta\tb\tc\t<d>\n", "overview"), ("1\ta\tb\tc\td\n", "text"), ("x\ta\tb\tc\t<d>\n", "text"),
                           (OVERVIEW.split("\n")[0] + "\nx\n", "text")):
            self.assertEqual(self.links("a", text).documents[0]["kind"], kind, text)
        self.assertEqual(self.links("a.overview", "x").documents[0]["kind"], "overview")

    def test_pieces(self):
        text = OVERVIEW[:-2] + "x\n1\t" + 70000 * "y" + "\n" + OVERVIEW
        for piece in (1, 7, 4096):
            self.assertEqual(self.overview(text, program=FAULTY, env={"URIEL_PIECE": str(piece)}), self.overview(text))


if __name__ == "__main__":
    unittest.main()
