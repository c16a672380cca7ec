# SPDX-License-Identifier: MIT
"""uriel needs the C library only, and runs the programs of find, links and harvest."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from support import URIEL, ToolTest, environment, is_sanitized, uriel

BUILT = pathlib.Path(URIEL).parent


class Programs(ToolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        (self.folder / "bin").mkdir()
        self.program = self.folder / "bin" / "uriel"
        shutil.copy(URIEL, self.program)
        self.env = environment(PATH=str(self.folder / "empty"))

    def find(self, **how):
        return uriel("find", input="see http://a/ there", **{"program": self.program, "env": self.env, **how})

    def install(self, *folder):
        into = self.folder.joinpath(*folder)
        into.mkdir(parents=True, exist_ok=True)
        shutil.copy(BUILT / "uriel-find", into)
        return into

    def finds(self, **how):
        result = self.find(**how)
        self.assertEqual((result.status, result.text, result.errors), (0, "http://a/\n", ""))

    @unittest.skipIf(is_sanitized() or not shutil.which("readelf"), "sanitizers need libraries of their own")
    def test_uriel_needs_libc_only(self):
        listed = subprocess.run(["readelf", "-d", URIEL], capture_output=True, text=True, check=True).stdout
        needed = re.findall(r"NEEDED.*\[(.*)\]", listed)
        self.assertLessEqual(set(needed), {"libc.so.6", *(name for name in needed if name.startswith("ld-linux"))})

    def test_beside_uriel(self):
        self.install("bin")
        self.finds()

    def test_where_it_is_installed(self):
        self.install("libexec", "uriel")
        self.finds()
        link = self.folder / "link"
        link.symlink_to(self.program)
        self.finds(program=link)

    def test_in_path(self):
        self.finds(env=environment(PATH=str(self.install("elsewhere"))))

    def test_not_found(self):
        result = self.find()
        self.assertEqual((result.status, result.text), (3, ""))
        self.assertRegex(result.errors, r'uriel: cannot find uriel-find, the program of "uriel find": .*"make install"')
        self.assertEqual(uriel("help", "find", program=self.program, env=self.env).status, 3)

    def test_cannot_run(self):
        (self.folder / "bin" / "uriel-find").write_text("no program")
        result = self.find()
        self.assertEqual((result.status, result.text), (3, ""))
        self.assertIn(f"uriel: cannot run {self.folder}/bin/uriel-find: Permission denied", result.errors)

    def test_the_rest_needs_no_other(self):
        self.assertEqual(uriel("check", "http://a/", program=self.program, env=self.env).status, 0)
        self.assertIn("links", uriel("--help", program=self.program, env=self.env).text)
        self.assertIn('did you mean "harvest"', uriel("harvset", program=self.program, env=self.env).errors)

    @unittest.skipUnless((BUILT / "uriel-harvest").exists(), "a build without harvest")
    def test_each_names_its_subcommand(self):
        for name in ("find", "links", "harvest"):
            result = uriel("-x", program=BUILT / f"uriel-{name}")
            self.assertEqual(result.status, 2)
            self.assertIn(f'uriel {name}: unknown option "-x"', result.errors)
            self.assertEqual(uriel("help", name).text, uriel("--help", program=BUILT / f"uriel-{name}").text)


if __name__ == "__main__":
    unittest.main()
