# SPDX-License-Identifier: MIT
"""tools/check-instructions: detects more instructions than in the baseline, and prints the remedy."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECK = ROOT / "tools" / "check-instructions"
COUNTED = os.environ.get("COUNTED", str(ROOT / "build" / "test" / "uriel-counted"))


class Instructions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.urls = cls.folder / "urls"
        cls.urls.write_text("http://example.com/a/b?c#d\nhttps://www.example.org/\nmailto:a@example.net\n")
        cls.kept = cls.folder / "kept"
        done = cls.check(cls.kept, "--renew")
        assert done.returncode == 0, done.stderr
        cls.baseline = cls.kept.read_text()

    @classmethod
    def check(cls, baseline, *options):
        return subprocess.run([CHECK, COUNTED, cls.urls, baseline, *options], capture_output=True, text=True, timeout=120)

    def changed(self, change):
        """The verdict on the baseline after `change` of its text."""
        path = self.folder / "changed"
        path.write_text(change(self.baseline))
        return self.check(path)

    @staticmethod
    def times(factor):
        """Multiplies each count."""
        return lambda text: re.sub(r"(?m)^(.*\t.*\t.*\t)(\d+)(\t[\d.]+)$",
                                   lambda row: f"{row[1]}{round(int(row[2]) * factor)}{row[3]}", text)

    def test_the_same_twice(self):
        result = self.check(self.kept)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"^\d\d+ counts, none more than 2% above the baseline\n$")

    def test_more_than_allowed(self):
        result = self.changed(self.times(1 / 1.03))
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"hash, uriel_hash \(.*\): [\d.]+ instructions a URL, [\d.]+ before: \+3\.\d%")
        self.assertIn("run `make instructions` and commit", result.stderr)

    def test_a_little_more(self):
        self.assertEqual(self.changed(self.times(1 / 1.01)).returncode, 0)

    def test_less_is_told(self):
        result = self.changed(self.times(1.1))
        self.assertEqual(result.returncode, 0)
        self.assertIn("renew the baseline to keep that", result.stdout)

    def test_no_count_for_it(self):
        result = self.changed(lambda text: re.sub(r"(?m)^hash\t.*\n", "", text))
        self.assertEqual(result.returncode, 1)
        self.assertIn("has no count in the baseline", result.stderr)

    def test_no_longer_counted(self):
        result = self.changed(lambda text: text + re.search(r"(?m)^hash\t.*\n", text)[0].replace("hash", "gone"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("is in the baseline and was not counted", result.stderr)

    def test_kernel_of_another_machine(self):
        result = self.changed(lambda text: text + "parse\turiel_parse\tothers\t1\t1.0\n")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("cannot run them: others", result.stdout)

    def test_another_compiler(self):
        result = self.changed(lambda text: re.sub(r"(?m)^compiler\t.*", "compiler\tanother one", text))
        self.assertEqual(result.returncode, 77)
        self.assertIn("The baseline is of another one, this of ", result.stdout)

    def test_no_baseline(self):
        for path, words in ((self.folder / "none", "No such file"), (self.urls, "is no baseline")):
            result = self.check(path)
            self.assertEqual(result.returncode, 1)
            self.assertIn(words, result.stderr)
            self.assertIn("`make instructions` makes one", result.stderr)

    def test_no_urls(self):
        result = subprocess.run([COUNTED, self.folder / "none"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 3)
        self.assertIn("No such file", result.stderr)
        result = subprocess.run([COUNTED], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (2, ""))

    def test_usage(self):
        result = subprocess.run([CHECK], capture_output=True, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertTrue(result.stderr.startswith("usage:"), result.stderr)


unittest.main()
