# SPDX-License-Identifier: MIT
"""The completions of bash and zsh offer what the program has."""
import os
import re
import shutil
import subprocess
import unittest

from support import ROOT, TIMEOUT, URIEL, ToolTest, environment, has_historic, uriel

BASH = ROOT / "tools" / "completions" / "uriel"
ZSH = ROOT / "tools" / "completions" / "_uriel"


def options(name):
    text = uriel("help", name).text.split("\nOptions:\n")[1].split("\nExamples:")[0]
    return set(re.findall(r"(?m)^  (?:-\w, |    )(--[\w-]+=?)", text))


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class Bash(ToolTest):
    def complete(self, *words):
        """What is offered for the last of `words`."""
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


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class Zsh(ToolTest):
    """Asks a zsh on a terminal of its own (zpty) to list the completions of a line."""

    SCRIPT = r"""
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; setopt nolistbeep; path=($1 \$path); fpath=($2 \$fpath); autoload -Uz compinit; compinit -D -u"
zpty -w z "zstyle ':completion:*' list-grouped false; zstyle ':completion:*' force-list always; LISTMAX=1000; stty cols 200"
zpty -w z 'bindkey "^I" list-choices; print REA''DY'
while zpty -r z line; do [[ $line == *READY* ]] && break; done
zpty -w -n z "$3"$'\t'
sleep $4
zpty -w -n z $'\C-u'
zpty -w z 'print EN''D'
while zpty -r z line; do [[ $line == *END* ]] && break; print -r -- "$line"; done
zpty -d z
"""

    def complete(self, line, seconds):
        """What is shown within so many seconds."""
        arguments = [os.path.dirname(URIEL), str(ZSH.parent), line, str(seconds)]
        done = subprocess.run(["zsh", "-f", "-c", self.SCRIPT, "zsh", *arguments], capture_output=True, text=True,
                              timeout=TIMEOUT, env=environment(), check=False)
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", done.stdout)

    def test_syntax(self):
        done = subprocess.run(["zsh", "-n", str(ZSH)], capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_offers(self):
        for line, *words in (("uriel ", "parse", "normalize", "the components of references"),
                             ("uriel resolve --", "--base", "--lenient", "--json"),
                             ("uriel encode --component=query-", "query-key", "query-value"),
                             ("uriel compare --level ", "string", "percent"),
                             ("uriel parse --spec ", *(["url-1993", "uri-2003"] if has_historic() else ["rfc3986"])),
                             ("uriel lineage --b", "--base"),
                             ("uriel help n", "normalize")):
            with self.subTest(line):
                for seconds in (0.5, 2, 10):
                    shown = self.complete(line, seconds)
                    if all(word in shown for word in words):
                        break
                for word in words:
                    self.assertIn(word, shown)


if __name__ == "__main__":
    unittest.main()
