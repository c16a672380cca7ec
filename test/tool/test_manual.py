# SPDX-License-Identifier: MIT
"""The manual pages: well formed, one for each subcommand, and with exactly the options of the program."""
import re
import shutil
import subprocess
import unittest

from support import ROOT, ToolTest, has_historic, uriel

PAGES = ROOT / "doc" / "man"


def subcommands():
    """The subcommands that this build has, from its overview."""
    names = re.findall(r"(?m)^  ([a-z]+) ", uriel("--help").text.split("Subcommands:")[1].split("Options:")[0])
    return [name for name in names if name != "help" and uriel("help", name).status == 0]


def options_of_help(name):
    """The options in the help of a subcommand: {"--json", "-j", ...}."""
    options = uriel("help", name).text.split("\nOptions:\n")[1].split("\nExamples:")[0]
    found = set()
    for letter, word in re.findall(r"(?m)^  (?:-(\w), |    )(?:--([\w-]+))?", options):
        found |= {f"-{letter}"} if letter else set()
        found |= {f"--{word}"} if word else set()
    return found


def options_of_page(path, section="OPTIONS"):
    """The options in the items of a section of a page."""
    options = path.read_text(encoding="utf-8").split(f"\n.Sh {section}\n")[1].split("\n.Sh ")[0]
    found = set()
    for item in re.findall(r"(?m)^\.It (.*)$", options):
        found |= {"-" + flag.replace("\\-", "-") for flag in re.findall(r"Fl (\S+)", item)}
    return found


class Pages(ToolTest):
    def test_each_subcommand_has_one(self):
        for name in subcommands():
            self.assertTrue((PAGES / f"uriel-{name}.1").exists(), name)

    def test_the_overview_page_names_each(self):
        text = (PAGES / "uriel.1").read_text(encoding="utf-8")
        for name in subcommands():
            self.assertIn(f".It Xr uriel-{name} 1\n", text)

    def test_options_are_those_of_the_program(self):
        common = options_of_page(PAGES / "uriel.1")
        records = options_of_page(PAGES / "uriel.1", "RECORDS")
        self.assertIn("--json", common)
        for name in subcommands():
            if name in ("links", "harvest", "find", "compare") and "get" not in subcommands():
                continue  # without the options that ask servers
            with self.subTest(name):
                page = options_of_page(PAGES / f"uriel-{name}.1")
                if name not in ("gateway", "get", "harvest", "redact"):
                    page |= common
                if name not in ("find", "gateway", "get", "links", "harvest", "redact"):
                    page |= records
                if not has_historic():
                    page -= {"--require-prefix", "--partial"}
                self.assertEqual(page, options_of_help(name))

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_well_formed(self):
        for path in sorted(PAGES.glob("*.1")):
            with self.subTest(path.name):
                done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", str(path)], capture_output=True, text=True,
                                      timeout=60, check=False)
                self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
