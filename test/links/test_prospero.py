# SPDX-License-Identifier: MIT
"""Answers of a Prospero server: lines of words, of which some are quoted (section numbers: the description of its protocol)."""
import unittest

from support import FAULTY, LinksTest

# Section 7.
LINK = "LINK  L FILE a INTERNET-D LOCALHOST(11525) ASCII '/d/pub/a' 0\n"
METHOD = "ATTRIBUTE LINK INTRINSIC ACCESS-METHOD SEQUENCE "
EXTERNAL = "LINK L EXTERNAL x INTERNET-D h.example ASCII AFTP/pub/x 0\n"


class Prospero(LinksTest):
    def answer(self, text, **how):
        return self.links("a", text, "--kind=prospero", **how)

    def test_link(self):
        for text in (LINK, LINK[:-1]):
            told = self.links("a", text)
            self.assertEqual((told.documents[0]["kind"], told.errors), ("prospero", []))
            self.assertEqual(told.values("raw", "target", "line", "column"), [("'/d/pub/a'", "prospero://LOCALHOST:11525//d/pub/a", 1, 50)])

    def test_targets(self):
        """Section 7: names of other spaces and what cannot be read are not links; section 10: the version, and what a URL cannot hold."""
        for target, found in (("FILE", 1), ("DIRECTORY", 1), ("DIRECTORY+FILE", 1), ("OBJECT", 1), ("SYMBOLIC", 0), ("NULL", 0), ("EXTERNAL", 0)):
            for kind in "LU":
                told = self.answer(f"LINK {kind} {target} a INTERNET-D h ASCII AFTP/b 0\n")
                self.assertEqual((told.targets, told.errors), (found * ["prospero://h/AFTP/b"], []))
        for words, target in (("'/d/two words' 3", "prospero://h//d/two%20words;OBJECT-VERSION=3"), ("a;b?c#d%", "prospero://h/a%3Bb%3Fc%23d%25"),
                              ("a", "prospero://h/a"), ("'a' DEST-EXP x", None)):
            told = self.answer(f"LINK L FILE x INTERNET-D h ASCII {words}\n")
            self.assertEqual((told.targets, len(told.errors)), ([target] if target else [], 0 if target else 1), words)

    def test_quotes(self):
        """Section 3: a word is a row of bare and quoted runs, in which two quotes are one; lines end outside of quotes."""
        for word, name in (("two' words.txt'", "two%20words.txt"), ("it'''s here'", "it's%20here"), ("'/d/pub/it''s'", "/d/pub/it's"), ("''''", "'"),
                           ("'a\nb'", "a%0Ab"), ("a''b", "ab")):
            told = self.answer(f"LINK L FILE {word} INTERNET-D h ASCII {word} 0\nLINK L FILE x INTERNET-D h ASCII y 0\n")
            self.assertEqual((told.targets, told.errors), (["prospero://h/" + name, "prospero://h/y"], []), word)
            self.assertEqual(told.values("line")[-1], 2 + 2 * word.count("\n"))
        contents = b"ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA 'LINK\nLINK L FILE x INTERNET-D h ASCII n 0\n\0\xff'\n"
        told = self.links("a", contents + LINK.encode())
        self.assertEqual((told.documents[0]["kind"], told.targets, told.errors), ("prospero", ["prospero://LOCALHOST:11525//d/pub/a"], []))

    def test_methods(self):
        """Section 8."""
        for words, target in (
                ("AFTP INTERNET-D LOCALHOST ASCII '/pub/r' BINARY", "ftp://LOCALHOST/pub/r;type=i"), ("AFTP INTERNET-D a(21) ASCII 'r s;' TEXT", "ftp://a:21/r%20s%3B;type=a"),
                ("FTP INTERNET-D a ASCII r BINARY", "ftp://a/r;type=i"), ("AFTP '' '' '' '' BINARY", "ftp://h.example/AFTP/pub/x;type=i"),
                ("GOPHER INTERNET-D a(71) ASCII 1/b 1", "gopher://a:71/11/b"), ("GOPHER INTERNET-D a ASCII '0b c'", "gopher://a/0b%20c"),
                ("TELNET INTERNET-D a(23) ASCII '' text", "telnet://a:23/"), ("PROSPERO-CONTENTS '' '' '' ''", None),
                ("PROSPERO-CONTENTS INTERNET-D a ASCII b", "prospero://a/b"), ("LOCAL '' '' '' /etc/x", None), ("NFS INTERNET-D a ASCII /b /c", None)):
            for line in (METHOD + words, METHOD.replace("SEQUENCE ", "") + words, METHOD.replace("LINK", "CACHED") + words):
                told = self.answer(EXTERNAL + line + "\n")
                self.assertEqual((told.targets, told.errors), ([target] if target else [], []), line)
        told = self.answer(EXTERNAL + METHOD + "WAIS INTERNET-D a ASCII WAIS/OBJECT/x\n")
        self.assertEqual((told.targets, [error["offset"] for error in told.errors]), ([], [len(EXTERNAL) + len(METHOD)]))

    def test_object(self):
        """Section 6: the methods of the object that was asked for."""
        text = "ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE 10' bytes'\nATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n"
        method = "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE AFTP INTERNET-D a ASCII b BINARY\n"
        told = self.links("a", text + method)
        self.assertEqual((told.documents[0]["kind"], told.targets, told.errors), ("prospero", ["ftp://a/b;type=i"], []))
        self.assertEqual(len(self.answer(text + method.replace(" a ", " '' ")).errors), 1)

    def test_others(self):
        """Section 5: other lines have no references."""
        told = self.answer("VERSION 5 P53\nFORWARDED INTERNET-D a ASCII b 0\nNONE-FOUND\n\nUNRESOLVED c\nFAILURE NOT-FOUND http://d.example/\nERROR 'x'\n")
        self.assertEqual((told.targets, told.errors), (["prospero://a/b"], []))

    def test_malformed(self):
        for line in ("LINK", "LINK X FILE a INTERNET-D h ASCII b 0", "LINK L FILE a INTERNET-D h OTHER b 0", "LINK L FILE a INTERNET-D h ASCII", "FORWARDED a b",
                     "LINK L FILE a INTERNET-D h ASCII b x", METHOD + "AFTP", "LINK L FILE a INTERNET-D h ASCII '..' 0"):
            told = self.answer(f"\n{line}\n{LINK}")
            self.assertEqual((told.targets, [error["code"] for error in told.errors]), (["prospero://LOCALHOST:11525//d/pub/a"], ["line-malformed"]), line)
            self.assertTrue(told.errors[0]["message"].startswith("line 2: "))
        told = self.answer(LINK + "LINK 'L\n" + LINK.replace("'", ""))
        self.assertEqual((len(told.targets), [error["offset"] for error in told.errors]), (1, [len(LINK) + 5]))

    def test_by_content(self):
        for text, kind in (("LINK L FILE x", "prospero"), ("LINK L OTHER x", "text"), ("LINK", "text"), ("ATTRIBUTE OBJECT FIELD", "prospero"), ("ATTRIBUTE OBJECT of a", "text"), ("LINKS L FILE x", "text")):
            self.assertEqual(self.links("a", text).documents[0]["kind"], kind, text)

    def test_pieces(self):
        text = EXTERNAL + METHOD + "AFTP '' '' '' 'x\ny' TEXT\n" + LINK
        self.assertEqual(self.answer(text, program=FAULTY, env={"URIEL_PIECE": "3"}), self.answer(text))


if __name__ == "__main__":
    unittest.main()
