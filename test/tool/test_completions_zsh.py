# SPDX-License-Identifier: MIT
"""The completions of zsh offer what the program has."""
import os
import re
import shutil
import subprocess
import unittest

from support import ROOT, TIMEOUT, URIEL, ToolTest, environment, has_historic

ZSH = ROOT / "tools" / "completions" / "_uriel"


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
        """The text shown within that many seconds."""
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
