# SPDX-License-Identifier: MIT
"""The completions of bash offer the program's options; they and the lists of the manual are generated from the option tables."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from support import ROOT, TIMEOUT, URIEL, ToolTest, environment, has_historic, uriel

BASH = ROOT / "tools" / "completions" / "uriel"


def options(name):
    text = uriel("help", name).text.split("\nOptions:\n")[1].split("\nExamples:")[0]
    return set(re.findall(r"(?m)^  (?:-\w, |    )(--[\w-]+=?)", text))


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class Bash(ToolTest):
    def complete(self, *words):
        """The completions offered for the last of `words`."""
        script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _uriel; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", script, str(BASH), URIEL, *words], capture_output=True, text=True,
                              timeout=TIMEOUT, env=environment(), check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return set(done.stdout.split())

    def test_subcommands(self):
        self.assertLessEqual({"parse", "check", "harvest", "help", "--version"}, self.complete(""))
        self.assertEqual(self.complete("re"), {"resolve", "relative", "redact"})
        self.assertEqual(self.complete("help", "en"), {"encode"})
        self.assertEqual(self.complete("help", "urn", "wh"), {"where"})

    def test_actions_of_urn(self):
        actions = set(re.findall(r"(?m)^  ([a-z]+)  ", uriel("help", "urn").text.split("Actions")[1].split("Options:")[0]))
        self.assertEqual(actions, {"parse", "check", "normal", "compare", "encode", "show", "where", "namespaces"})
        self.assertEqual(self.complete("urn", ""), actions)
        self.assertEqual(self.complete("urn", "where", "--resolver"), {"--resolver=", "--resolvers="})

    def test_options(self):
        for name in ("parse", "lineage", "resolve", "compare", "build", "schemes", "plan"):
            offered = self.complete(name, "--")
            if not has_historic():
                offered -= {"--require-prefix", "--partial"}
            self.assertEqual(offered, options(name))
        self.assertEqual(self.complete("parse", "--js"), {"--json", "--json-in="})

    def test_values(self):
        self.assertEqual(self.complete("normalize", "--level", "p"), {"percent", "path"})
        self.assertEqual(self.complete("compare", "--level", "=", "s"), {"string", "scheme"})
        self.assertEqual(self.complete("check", "--invalid", "="), {"empty", "drop", "keep", "stop"})
        self.assertEqual(self.complete("check", "--empty", "=", "r"), {"reference"})
        self.assertEqual(self.complete("encode", "--component", "query-"), {"query-key", "query-value"})
        self.assertEqual(self.complete("check", "--color", "="), {"auto", "always", "never"})
        self.assertEqual(self.complete("build", "--set", "sch"), {"scheme="})
        self.assertEqual(self.complete("parse", "--long", ""), set())

    def test_values_are_the_program_s(self):
        """The program accepts each offered value, and each value that it names is offered."""
        for arguments, option in ((["normalize"], "--level"), (["compare"], "--level"), (["encode"], "--component"),
                                  (["build"], "--unset"), (["check"], "--color"), (["check"], "--spec"),
                                  (["resolve"], "--dots"), (["plan"], "--spec"), (["urn", "check"], "--spec"),
                                  (["urn", "where"], "--service")):
            listed = re.split(", | or ", re.search(r" takes (.*), not ", uriel(*arguments, option, "?").errors)[1])
            self.assertEqual(self.complete(*arguments, option, ""), set(listed))


class Made(ToolTest):
    """tools/make-options --check fails if a file differs from the output of the option tables."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("tools/completions", "doc/man"):
            shutil.copytree(ROOT / name, self.folder / name)
        shutil.copy(ROOT / "tools" / "make-options", self.folder / "tools")

    def make(self, *arguments):
        program = os.environ.get("URIEL_OPTIONS", str(ROOT / "build" / "test" / "uriel_options"))
        done = subprocess.run([str(self.folder / "tools" / "make-options"), *arguments, program], capture_output=True, text=True,
                              timeout=TIMEOUT, check=False)
        return done.returncode, done.stderr

    @unittest.skipUnless((pathlib.Path(URIEL).parent / "uriel-harvest").exists() and has_historic(), "a build without all options")
    def test_check(self):
        self.assertEqual(self.make("--check"), (0, ""))
        kept = {}
        for name, before, after in (("tools/completions/uriel", "--json", "--jsn"), ("tools/completions/_uriel", "--json", "--jsn"),
                                    ("doc/man/uriel-find.1", "-jobs Ns = Ns Ar n\n", "-jobs\n"),
                                    ("doc/man/uriel.1", ".It Fl q , Fl -quiet", ".It Fl -quiet")):
            path = self.folder / name
            kept[path] = path.read_text(encoding="utf-8")
            self.assertIn(before, kept[path])
            path.write_text(kept[path].replace(before, after), encoding="utf-8")
        status, errors = self.make("--check")
        self.assertEqual((status, errors.count(" is not as tools/make-options makes it\n")), (1, 4))
        self.assertEqual(self.make(), (0, ""))
        for path, text in kept.items():
            self.assertEqual(path.read_text(encoding="utf-8"), text)
        path.write_text(text.replace("-quiet", "-quite"), encoding="utf-8")
        self.assertEqual(self.make("--check"), (1, "doc/man/uriel.1: no option --quite\n"))


if __name__ == "__main__":
    unittest.main()
