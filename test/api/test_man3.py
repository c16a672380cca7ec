#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_man3.py ROOT: tools/make-man3 writes a page for every function of the headers, and mandoc finds nothing wrong with them."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
import headers


class Man3(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pages = pathlib.Path(cls.folder.name) / "man3"
        subprocess.run([sys.executable, "-B", ROOT / "tools" / "make-man3", cls.pages], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_each_function_has_one(self):
        for header in headers.headers_of(ROOT):
            text = header.read_text()
            names = headers.functions_of(text)
            self.assertEqual(len(names), text.count("\nURIEL_API ") + text.count("\nURIEL_INLINE "))
            for name in names:
                page = (self.pages / f"{name}.3").read_text()
                self.assertIn(f".Nm {name}", page)
                self.assertIn(f"{name}(", page)

    def test_each_function_has_a_comment(self):
        """The first comment of uriel.h is the contract of functions that name enumerators."""
        for header in headers.headers_of(ROOT):
            for _, entries in headers.sections_of(header):
                for entry in entries:
                    if any(not name.endswith("_name") for name in entry.functions):
                        self.assertTrue(entry.comment, f"{header.name}: {entry.functions[0]} has no comment")

    def test_no_attribute_is_left(self):
        for page in self.pages.glob("*.3"):
            self.assertNotRegex(page.read_text(), r"URIEL_API|URIEL_INLINE|\n *return ")

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_well_formed(self):
        for page in sorted(self.pages.glob("*.3")):
            if not page.is_symlink():
                done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (0, ""))


unittest.main()
