# SPDX-License-Identifier: MIT
"""The completions of bash offer what the program has."""
import re
import shutil
import subprocess
import unittest

from support import ROOT, TIMEOUT, URIEL, ToolTest, environment, uriel

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
        self.assertEqual(self.complete("re"), {"resolve", "relative"})
        self.assertEqual(self.complete("help", "en"), {"encode"})
        self.assertEqual(self.complete("help", "urn", "wh"), {"where"})

    def test_actions_of_urn(self):
        actions = set(re.findall(r"(?m)^  ([a-z]+)  ", uriel("help", "urn").text.split("Actions")[1].split("Options:")[0]))
        self.assertEqual(actions, {"parse", "check", "normal", "compare", "encode", "show", "where"})
        self.assertEqual(self.complete("urn", ""), actions)
        self.assertEqual(self.complete("urn", "where", "--resolver"), {"--resolver=", "--resolvers="})

    def test_options(self):
        for name in ("parse", "lineage", "resolve", "compare", "build", "schemes", "plan"):
            self.assertEqual(self.complete(name, "--"), options(name))
        self.assertEqual(self.complete("parse", "--js"), {"--json"})

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
        """What the completion offers is accepted, and what the program names is offered."""
        for arguments, option in ((["normalize"], "--level"), (["compare"], "--level"), (["encode"], "--component"),
                                  (["build"], "--unset"), (["check"], "--color"), (["check"], "--spec"),
                                  (["resolve"], "--dots"), (["plan"], "--spec"), (["urn", "check"], "--spec"),
                                  (["urn", "where"], "--service")):
            listed = re.search(r"there (?:are|is only) (.*)", uriel(*arguments, option, "?").errors)[1].split(", ")
            self.assertEqual(self.complete(*arguments, option, ""), set(listed))


if __name__ == "__main__":
    unittest.main()
