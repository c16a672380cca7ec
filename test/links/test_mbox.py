# SPDX-License-Identifier: MIT
"""Mailboxes: messages one after the other."""
import unittest

from support import LinksTest

FROM = "From a@b.example Mon Jan  1 00:00:00 2001\n"


class Mbox(LinksTest):
    def targets(self, data, **how):
        told = self.links("m.mbox", data, **how)
        parts, targets = {}, []
        for record in told:
            if record["type"] == "document":
                parts[record["document"]] = record.get("part", "")
            if record["type"] == "reference":
                targets.append((parts[record["document"]], record["target"]))
        return targets

    def test_messages(self):
        data = (FROM + "From: a\nSubject: http://s.example/\n\nhttp://one.example/\n\n" +
                FROM + "From: c\nSubject: d\nContent-Type: text/html\nContent-Base: http://b.example/\n\n<a href=two>\n\n" +
                FROM + "From: e\nSubject: f\n\nhttp://three.example/")
        for given in (data, data.replace("\n", "\r\n")):
            self.assertEqual(self.targets(given), [("1", "http://s.example/"), ("1.1", "http://one.example/"),
                                                   ("2", "http://b.example/"), ("2.1", "http://b.example/two"),
                                                   ("3.1", "http://three.example/")])

    def test_from_in_text(self):
        """A line that begins like a separator separates only after an empty line and with a date."""
        data = (FROM + "From: a\nSubject: b\n\nFrom here on\n\nFrom here on too\nx\n" + FROM +
                "\n>From c@d.example Mon Jan  1 00:00:00 2001\n\nhttp://one.example/\n\n" + FROM + "Subject: c\n\nhttp://two.example/\n")
        self.assertEqual(self.targets(data), [("1.1", "http://one.example/"), ("2.1", "http://two.example/")])

    def test_base_of_the_file(self):
        told = self.links("m.mbox", FROM + "From: a\nContent-Type: text/html\n\n<a href=x>")
        self.assertEqual([document["base_source"] for document in told.documents], ["retrieval", "entity", "entity"])
        self.assertEqual(told.targets, ["http://h.example/d/x"])

    def test_long_lines(self):
        """Lines longer than the window, and separators around its end."""
        for length in (65500, 65530, 65536, 65540, 131072, 200000):
            data = FROM + "From: a\nSubject: b\n\n" + "x" * length + "\n\n" + FROM + "From: c\n\nhttp://two.example/\n"
            self.assertEqual(self.targets(data), [("2.1", "http://two.example/")], length)

    def test_separators_at_the_end_of_the_window(self):
        for length in range(65536 - 140, 65536 - 60):
            data = FROM + "From: a\nSubject: b\n\n" + "x" * 50 + "\n" + "y" * length + "\n\n" + FROM + "From: c\n\nhttp://two.example/\n"
            self.assertEqual(self.targets(data), [("2.1", "http://two.example/")], length)

    def test_a_thousand(self):
        data = "".join(f"{FROM}From: a\nSubject: b\n\nhttp://h.example/{i}\n\n" for i in range(1000))
        self.assertEqual(self.targets(data), [(f"{i + 1}.1", f"http://h.example/{i}") for i in range(1000)])


if __name__ == "__main__":
    unittest.main()
