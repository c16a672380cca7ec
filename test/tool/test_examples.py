# SPDX-License-Identifier: MIT
"""Every example of the manual pages, of README.md and of doc/*.md prints the output shown.

With files as arguments, only the examples of those files."""
import pathlib
import sys
import tempfile
import unittest

import examples
from support import ROOT, URIEL, environment, has_historic, uriel

FILES = sorted(ROOT.glob("doc/man/*.1")) + sorted(ROOT.glob("README.md")) + sorted(ROOT.glob("doc/*.md"))


def is_possible(block, has_harvest, has_get, has_gateway, historic):
    texts = [command.text for command in block.commands]
    return ((has_get or not any("uriel get" in text or "--fetched" in text for text in texts)) and
            (has_gateway or not any("uriel gateway" in text for text in texts)) and
            (has_harvest or not any(name in text for text in texts for name in ("uriel links", "uriel harvest", "sqlite3 "))) and
            (historic or not any("--spec" in text or "uriel lineage" in text for text in texts)))


class Documentation(unittest.TestCase):
    maxDiff = None

    def test_examples(self):
        has_harvest, has_get, has_gateway = (uriel("help", name).status == 0 for name in ("harvest", "get", "gateway"))
        historic = has_historic()
        for path in FILES:
            with tempfile.TemporaryDirectory(prefix="uriel-example-") as folder:
                for block in examples.blocks_of(path):
                    if is_possible(block, has_harvest, has_get, has_gateway, historic):
                        self.check_block(block, folder)

    def check_block(self, block, folder):
        with self.subTest(block.name):
            errors = examples.errors_of(block, URIEL, environment(), folder)
            self.assertFalse(errors, "\n" + "\n".join(errors))

    def test_each_page_has_examples(self):
        for path in FILES:
            if path.suffix == ".1" and path.stem != "uriel-spark":  # whose examples ext/spark/tests reads
                with self.subTest(path.name):
                    self.assertTrue(examples.blocks_of(path), "no examples")


class Extractor(unittest.TestCase):
    """The extractor finds all examples, and wrong examples fail."""

    def blocks(self, text, suffix):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "page" + suffix)
            path.write_text(text, encoding="utf-8")
            return examples.blocks_of(path)

    def errors(self, text):
        with tempfile.TemporaryDirectory() as folder:
            return [error for block in self.blocks(text, ".md")
                    for error in examples.errors_of(block, URIEL, environment(), folder)]

    def test_manual(self):
        blocks = self.blocks(".Bd -literal -offset indent\n$ printf \\(aqa\\enb\\en\\(aq\na\n\\&.b\n.Ed\ntext\n"
                             ".Bd -literal\nno command\n.Ed\n", ".1")
        self.assertEqual(len(blocks), 1)
        self.assertEqual(blocks[0].commands, [examples.Command(2, "printf 'a\\nb\\n'", ["a", ".b"])])

    def test_markdown(self):
        blocks = self.blocks("```console\n$ a\n> b\nc\n$ d\n```\n```sh\n$ e\n```\n```console no-run\n$ f\n```\n"
                             "- x\n  ```console\n  $ g\n  h\n  ```\n", ".md")
        self.assertEqual([[(command.text, command.expected) for command in block.commands] for block in blocks],
                         [[("a\nb", ["c"]), ("d", [])], [("g", ["h"])]])

    def test_right_examples_pass(self):
        self.assertEqual(self.errors("```console\n$ echo a; echo b >&2\na\nb\n$ false\n$ echo $?\n1\n```\n"), [])
        self.assertEqual(self.errors("```console\n$ seq 9\n1\n...\n9\n$ printf a\na\n$ echo\n\n```\n"), [])
        self.assertEqual(self.errors("```console\n$ echo x > file\n```\n```console\n$ cat file\nx\n```\n"), [])

    def test_wrong_examples_fail(self):
        for block in ("$ echo a\nb", "$ echo a", "$ true\na", "$ echo a\na\nb", "$ seq 9\n1\n...\n8", "$ echo",
                      "$ exit 3\n$ echo a\na", "$ uriel parse x\nwrong"):
            with self.subTest(block):
                self.assertTrue(self.errors(f"```console\n{block}\n```\n"))

    def test_example_without_command_is_an_error(self):
        with self.assertRaises(ValueError):
            self.blocks("```console\nuriel parse\n```\n", ".md")


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        FILES = [pathlib.Path(name) for name in sys.argv[1:]]
        sys.argv[1:] = ["Documentation.test_examples"]
    unittest.main()
