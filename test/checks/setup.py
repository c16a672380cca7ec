# SPDX-License-Identifier: MIT
"""tools/setup on machines that it has never seen: a folder of stand-ins is the whole of PATH."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).parents[2] / "tools" / "setup"
BASICS = ("sh", "tr", "sort", "paste", "find", "awk", "wc", "cat", "touch")


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        self.said = self.folder / "said"
        for name in BASICS:
            (self.bin / name).symlink_to(shutil.which(name))
        self.user(1000)
        for name in ("cmake", "ninja", "cc", "re2c", "pkg-config"):
            self.stand_in(name, "")

    def stand_in(self, name, script):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def user(self, number):
        self.stand_in("id", f"echo {number}")

    def apt_get(self, script=""):
        """An apt-get that writes down what it is asked, and then does `script`."""
        self.stand_in("apt-get", f'echo "apt-get $*" >>{self.said}\n{script}')

    def run_setup(self, *arguments):
        environment = {"PATH": str(self.bin), "URIEL_SETUP_DOCUMENTS": str(self.folder / "doc")}
        return subprocess.run([SETUP, *arguments], env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)

    def asked(self):
        return self.said.read_text().splitlines() if self.said.exists() else []

    def test_nothing_missing(self):
        self.apt_get()
        result = self.run_setup("build", "harvest")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(self.asked(), [])

    def test_may_not_install(self):
        self.apt_get()
        for name in ("ninja", "re2c"):
            (self.bin / name).unlink()
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 1)
        self.assertIn("missing: ninja, re2c.", result.stderr)
        self.assertEqual(result.stderr.splitlines()[-1],
                         "apt-get update && apt-get install -q -y --no-install-recommends ninja-build re2c")
        self.assertEqual(self.asked(), [])

    def test_installs_as_root(self):
        self.user(0)
        (self.bin / "cmake").unlink()
        self.apt_get(f'case "$*" in *install*) cd {self.bin} && touch cmake && chmod +x cmake;; esac')
        (self.bin / "chmod").symlink_to(shutil.which("chmod"))
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.asked(), ["apt-get -q update", "apt-get install -q -y --no-install-recommends cmake"])

    def test_installs_through_sudo(self):
        self.stand_in("sudo", f'echo "sudo $*" >>{self.said}')
        (self.bin / "cmake").unlink()
        self.apt_get()
        self.run_setup("build")
        self.assertIn("sudo -n true", self.asked())
        self.assertTrue(self.asked()[-1].endswith("install -q -y --no-install-recommends cmake"), self.asked())

    def test_sudo_that_asks(self):
        self.stand_in("sudo", "exit 1")
        (self.bin / "cmake").unlink()
        self.apt_get()
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 1)
        self.assertIn("Run this as root", result.stderr)

    def test_apt_fails(self):
        self.user(0)
        (self.bin / "cmake").unlink()
        self.apt_get("exit 100")
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get could not install cmake", result.stderr)

    def test_installed_to_no_avail(self):
        self.user(0)
        (self.bin / "cmake").unlink()
        self.apt_get()
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 1)
        self.assertIn("still missing after cmake was installed: cmake", result.stderr)

    def test_no_debian(self):
        (self.bin / "re2c").unlink()
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 1)
        self.assertIn("missing: re2c. This is no Debian", result.stderr)

    def test_library(self):
        self.apt_get()
        self.stand_in("pkg-config", 'test "$2" != gumbo')
        result = self.run_setup("harvest")
        self.assertIn("missing: the gumbo library.", result.stderr)

    def documents(self, *counts):
        for number, count in enumerate(counts):
            folder = self.folder / "doc" / f"package{number}" / "html"
            folder.mkdir(parents=True)
            for page in range(count):
                (folder / f"{page}.html").touch()

    def test_documents(self):
        self.apt_get()
        self.documents(3, 500)
        self.assertEqual(self.run_setup("documents").returncode, 0)

    def test_too_few_documents(self):
        self.apt_get()
        self.documents(499, 300)
        result = self.run_setup("documents")
        self.assertEqual(result.returncode, 1)
        self.assertIn("--path-include=/usr/share/doc/*' postgresql-doc-15", result.stderr)

    def test_unknown_group(self):
        result = self.run_setup("everything")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no group is called everything", result.stderr)


unittest.main()
