# SPDX-License-Identifier: MIT
"""Listings of folders, as ftp servers send them."""
import subprocess
import unittest

from support import FAULTY, LinksTest

FOLDER = "ftp://h.example/d/"
# RFC 3659, 7.7.
MLSD = """Type=cdir;Perm=el;Unique=keVO1+ZF4; test
Type=pdir;Perm=e;Unique=keVO1+d?3; ..
Type=OS.unix=slink:/foobar;Perm=;Unique=keVO1+4G4; foobar
Type=OS.unix=chr-13/29;Perm=;Unique=keVO1+5G4; device
Type=file;Perm=awr;Unique=keVO1+8G4; writable
Type=dir;Perm=cpmel;Unique=keVO1+7G4; promiscuous
Type=file;Perm=r;Unique=keVO1+EG4; two words
Type=file;Perm=r;Unique=keVO1+IH4;  leading space
Type=file;Perm=r;Unique=keVO1+1G4; file1
"""
MLSD_NAMES = ["foobar", "device", "writable", "promiscuous/", "two%20words", "%20leading%20space", "file1"]
UNIX = """total 42
drwxr-xr-x   2 root     wheel        512 Jul 28 12:34 .
drwxr-xr-x  12 root     wheel       1024 Jul 28  1994 ..
drwxrwsr-t+  2 root     wheel        512 Jul 28 12:34 pub
-rw-r--r--   1 Jan      Feb  7       12k Mar  1  1993 a b
lrwxrwxrwx   1 root     wheel         11 Dec 10  1996 c -> ../d e/f
crw-rw-rw-   1 root     wheel     1,   3 Dec  1 01:02 null
-rw-r--r--     root              1234567 Dec  1 01:02  x -> y
-rw-r--r--   1 a        b              1  5 Nov 1996 day first
-rw-r--r--   1 a        b              1 2026-11-05 12:34 iso
-rw-r--r--   1 a        b              1 2026-11-05 12:34:56.789 +0100 full iso
-rw-r--r--   1 a        b              1 11-05 12:34 +0100
"""
UNIX_NAMES = ["pub/", "a%20b", "c", "../d%20e/f", "null", "%20x%20-%3E%20y", "day%20first", "iso", "full%20iso", "+0100"]
DOS = """02-11-99  03:36PM       <DIR>          Program Files
10-20-1999  15:36             1,047 a  b.txt
2026-11-05  12:34    <SYMLINKD>     c
11.02.1999  03:36                12  d
"""
DOS_NAMES = ["Program%20Files/", "a%20%20b.txt", "c/", "%20d"]
VMS = """
Directory DISK$USER:[ANONYMOUS.PUB]

00README.TXT;1             2/3     5-NOV-1996 12:34:56  [SYSTEM]  (RWED,RWED,RE,RE)
SUB.DIR;1                    1     5-NOV-1996 12:34
A_VERY_LONG_NAME_OF_A_FILE.TYPE;12
                           12/15   5-NOV-1996 12:34:56  [SYSTEM]  (RWED,RWED,RE,RE)
SECRET.;3  %RMS-E-PRV, insufficient privilege or file protection violation

Total of 4 files, 15/18 blocks
"""
VMS_NAMES = ["00README.TXT%3B1", "SUB/", "A_VERY_LONG_NAME_OF_A_FILE.TYPE%3B12", "SECRET.%3B3"]
LISTINGS = [(MLSD, MLSD_NAMES), (UNIX, UNIX_NAMES), (DOS, DOS_NAMES), (VMS, VMS_NAMES)]


class Listing(LinksTest):
    def listing(self, text, *options, base=FOLDER, **how):
        return self.links("a", text, "--kind=listing", *options, base=base + "a", **how)

    def test_forms(self):
        for text, names in LISTINGS:
            for given in (text, text.replace("\n", "\r\n"), text[:-1]):
                for options in ([], ["--kind=listing"]):
                    told = self.links("a", given, *options, base=FOLDER + "a")
                    self.assertEqual((told.documents[0]["kind"], told.errors), ("listing", []))
                    self.assertEqual(told.values("reference"), names)
        self.assertEqual(self.listing("\n".join(UNIX.split("\n")[3:6])).values("raw", "target", "line", "column"), [
            ("pub", FOLDER + "pub/", 1, 55), ("a b", FOLDER + "a%20b", 2, 55), ("c", FOLDER + "c", 3, 55),
            ("../d e/f", "ftp://h.example/d%20e/f", 3, 60)])

    def test_each_line(self):
        """The lines of a listing have one form, in any order."""
        for text, names in LISTINGS[:3]:
            lines = [line for line in text.split("\n") if line]
            self.assertEqual(self.listing("\n".join(reversed(lines))).errors, [])
            self.assertEqual(sorted(self.listing("\n".join(reversed(lines))).values("reference")), sorted(names))
        mixed = self.listing(UNIX + MLSD + DOS)
        self.assertEqual((mixed.values("reference"), [error["offset"] for error in mixed.errors]), (UNIX_NAMES, [len(UNIX)]))

    def test_names(self):
        """A name is a path relative to the base: RFC 3986, 4.2 (":"), 2.1; RFC 1738, 3.2.2 (";")."""
        for name, reference in (("a:b", "./a:b"), ("a/b:c", "a/b:c"), ("a;type=i", "a%3Btype=i"), ("%41?#[]", "%2541%3F%23%5B%5D"), ("...", "..."),
                                ("\u00fc", "%C3%BC"), ("/pub/x", "/pub/x"), ("//x", "/.//x"), ("-> a", "-%3E%20a"), ("a ", "a%20"), ("a/", "a/")):
            for line in ("type=file; ", "-rw-r--r-- 1 a b 1 Jan  1 00:00 ", "01-02-99  03:04AM   5 "):
                told = self.listing(line + name + "\n")
                self.assertEqual((told.values("reference"), told.errors), ([reference], []), line + name)
        told = self.links("a", b"type=file; \xff\n", base=FOLDER + "a")
        self.assertEqual(told.values("reference"), ["%FF"])

    def test_facts(self):
        """RFC 3659, 7.2: the facts may be empty; 7.5: their names are in any case."""
        told = self.listing("TYPE=Dir;x.y=z; a\n b\nsize=1; c\nType=CDIR; /d\n  e\nb=c d; e\nb;=c; f\n")
        self.assertEqual(told.values("reference"), ["a/", "b", "c", "%20e"])
        self.assertIn("the first of 2 such errors", told.errors[0]["message"])

    def test_wrong(self):
        for line in ("-rw-r--r-- 1 a b 1 Jan  1 00:00", "-rw-r--r-- 1 a b 1 Jan  1 00:00 ", "-rw-r--r-- 1 a b Jan 1 00:00 c", "-rw-r--r- 1 a b 1 Jan  1 00:00 c",
                     "lrwxrwxrwx 1 a b 1 Jan  1 00:00  -> c", "-rw-r--r-- 1 a b 1 Jan 1", "-rw-r--r--", "xrw-r--r-- 1 a b 1 Jan  1 00:00 c",
                     "01-02-99 03:04 x y", "01-02-99 03:04", "01-02-99 3 y", "A.B;x", ";1", "A.B", "type=file;a", "type=file; ", "=x; a", "x"):
            told = self.listing(line + "\n")
            self.assertEqual((told.references, [(error["code"], error.get("length")) for error in told.errors]), ([], [("line-malformed", len(line))]), line)

    def test_recursive(self):
        """ls -lR: names are relative to the folder of the heading."""
        entry = "-rw-r--r-- 1 a b 1 Jan  1 00:00 "
        text = f".:\ntotal 0\n{entry}a\n\n./b c:\n{entry}d\n\n./b c/e:\ntotal 0\n\n/f/:\n{entry}g\n{entry[0:0]}l{entry[1:]}h -> /i\n\nx:y:\n{entry}z\n"
        for options in ([], ["--kind=listing"]):
            told = self.links("ls-lR", text, *options, base=FOLDER + "ls-lR")
            self.assertEqual((told.values("reference"), told.errors), (["a", "b%20c/d", "/f/g", "/f/h", "/i", "./x:y/z"], []))

    def test_ls(self):
        """What ls prints."""
        for name in ("a", "b c", " d", "e:f", "%g", "h;i", "j -> k", "l\u00fc"):
            (self.folder / "t" / "sub").mkdir(parents=True, exist_ok=True)
            (self.folder / "t" / name).write_text("")
        (self.folder / "t" / "link").symlink_to("sub")
        for options in (["-la"], ["-l", "--time-style=long-iso"], ["-l", "--time-style=full-iso"], ["-l", "--time-style=iso"], ["-lh"], ["-lG"], ["-lo"], ["-ln"]):
            text = subprocess.run(["ls", *options, "t"], cwd=self.folder, capture_output=True, check=True, env={"LC_ALL": "C.UTF-8", "PATH": "/bin:/usr/bin"}).stdout
            told = self.links("list", text, "--kind=listing", base=FOLDER + "list")
            self.assertEqual(sorted(told.values("reference")),
                             sorted(["a", "b%20c", "%20d", "./e:f", "%25g", "h%3Bi", "j%20-%3E%20k", "l%C3%BC", "sub/", "link", "sub"]), options)
            self.assertEqual(told.errors, [])

    def test_by_content(self):
        """Only if all complete lines are of one form, and one of them of nothing else."""
        for text, kind in ((UNIX + "x\n", "text"), (UNIX + "-rw", "listing"), ("x=1; y\n", "text"), ("2026-01-02 12:34:56 500 GET /x\n", "text"),
                           ("a;1 x\n", "text"), ("total 5\n", "text"), ("Contents:\n", "text"), ("type=a; b\n", "listing")):
            self.assertEqual(self.links("a", text).documents[0]["kind"], kind, text)

    def test_pieces(self):
        text = UNIX + "-" * 70000 + "\nx\n" + UNIX
        for piece in (1, 7, 4096):
            self.assertEqual(self.listing(text, program=FAULTY, env={"URIEL_PIECE": str(piece)}), self.listing(text))


if __name__ == "__main__":
    unittest.main()
