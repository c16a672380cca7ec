# SPDX-License-Identifier: MIT
"""What fragments of text and CSV select: the examples of RFC 5147 and RFC 7111, and random texts whose lines and fields are known."""
import random
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
TABLE = ["date,temperature,place", "2011-01-01,1,Galway", "2011-01-02,-1,Galway", "2011-01-03,0,Galway", "2011-01-01,6,Berkeley", "2011-01-02,8,Berkeley", "2011-01-03,5,Berkeley"]


def cut(text, fragment, csv=False):
    """The part and the status: 0, 1 missing, 2 unknown."""
    done = subprocess.run([PROGRAM, fragment, *["csv"] * csv], input=text if isinstance(text, bytes) else text.encode(), capture_output=True, timeout=60)
    return done.stdout.decode("utf-8", "surrogateescape"), done.returncode


class Cut(unittest.TestCase):
    def table(self, fragment, lines, status=0):
        table = "".join(row + "\n" for row in TABLE)
        self.assertEqual(cut(table, fragment, True), ("".join(line + "\n" for line in lines), status), fragment)

    def test_csv_examples(self):
        columns = [row.split(",") for row in TABLE]
        for fragment, lines in (("row=4", TABLE[3:4]), ("row=5-7", TABLE[4:]), ("row=5-*", TABLE[4:]), ("row=*", TABLE[6:]), ("row=6-99", TABLE[5:]),
                                ("col=2", [row[1] for row in columns]), ("col=1-2", [",".join(row[:2]) for row in columns]), ("col=3-*", [row[2] for row in columns]),
                                ("cell=4,1", ["2011-01-03"]), ("cell=4,1-6,2", ["2011-01-03,0", "2011-01-01,6", "2011-01-02,8"]),
                                ("row=3;6", [TABLE[2], TABLE[5]]), ("row=1-2;5-4;13-16", TABLE[:2]), ("row=3;3", [TABLE[2]] * 2)):
            self.table(fragment, lines)
        for fragment in ("row=8", "row=", "row=1;x", "col=4", "cell=8,1", "row=5-4"):
            self.table(fragment, [], 1)
        self.table("line=1", [], 2)

    def test_text_examples(self):
        text = "".join(f"line {i}\r\n" for i in range(1, 16))
        lines = text.splitlines(keepends=True)
        for fragment, want in (("line=10,20", lines[10:]), ("line=,1", lines[:1]), ("line=3,5", lines[3:5]), ("line=3,", lines[3:]), ("line=4", []), ("char=1,3", ["in"]),
                               ("char=6,8", ["\r\nl"]), ("char=100", []), ("line=0,0", [])):
            self.assertEqual(cut(text, fragment), ("".join(want), 0), fragment)
        for fragment in ("line=16", "line=2,1", "char=", "line=1;length=1"):
            self.assertEqual(cut(text, fragment), ("", 1), fragment)
        self.assertEqual(cut("\ufeffab\u00e9c", "char=1,3"), ("b\u00e9", 0))
        self.assertEqual(cut(b"a\n\xe9b\n", "line=1,2"), ("\udce9b\n", 0))
        self.assertEqual(cut(b"a\n\xe9b\n", "char=1,2"), ("", 2))

    def test_random(self):
        chance = random.Random(7111)
        for _ in range(150):
            lines = ["".join(chance.choice(["a", "\u00e9", "\U0001f600", " "]) for _ in range(chance.randrange(4))) + chance.choice(["\n", "\r\n"]) for _ in range(chance.randrange(1, 7))]
            lines[-1] = "end" + chance.choice(["", "\n", "\r", "\r\n"])
            first = chance.randrange(len(lines))
            end = chance.randrange(first + 1, len(lines) + 2)
            self.assertEqual(cut("".join(lines), f"line={first},{end}"), ("".join(lines[first:end]), 0), lines)
            units = [unit for line in lines for unit in [*line.rstrip("\r\n"), line[len(line.rstrip("\r\n")):]] if unit]
            first = chance.randrange(len(units))
            end = chance.randrange(first + 1, len(units) + 2)
            self.assertEqual(cut("".join(lines), f"char={first},{end}"), ("".join(units[first:end]), 0), lines)
            rows = [[chance.choice(['a"b', "\u00e9", "", '"x,""\r\ny"', '"z"w', '""']) for _ in range(chance.randrange(1, 5))] for _ in range(chance.randrange(1, 6))]
            end = chance.choice(["\n", "\r\n"])
            row, column = chance.randrange(len(rows)), chance.randrange(max(map(len, rows)))
            text = "".join(",".join(row) + end for row in rows)
            self.assertEqual(cut(text, f"row={row + 1}-*", True), ("".join(",".join(each) + end for each in rows[row:]), 0), rows)
            want = "".join(",".join(each[:column + 1]) + end for each in rows[:row + 1])
            self.assertEqual(cut(text, f"cell=1,1-{row + 1},{column + 1}", True), (want, 0), rows)


if __name__ == "__main__":
    unittest.main()
