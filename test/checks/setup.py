# SPDX-License-Identifier: MIT
"""tools/setup on simulated machines: PATH is only a folder of substitutes."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).parents[2] / "tools" / "setup"
QUIET = SETUP.with_name("setup-quiet")
BASICS = ("sh", "tr", "sort", "paste", "find", "awk", "wc", "cat", "touch", "sed", "dirname", "rm", "mkdir", "chmod")
INSTALL = "apt-get install -q --no-install-recommends"


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
        """An apt-get that records its arguments, then runs `script`."""
        self.stand_in("apt-get", f'echo "apt-get $*" >>{self.said}\n{script}')

    QUIETLY = f"-y -o DPkg::Path={QUIET}:/usr/sbin:/usr/bin:/sbin:/bin"

    def run_setup(self, *arguments, setup=SETUP):
        environment = {"PATH": str(self.bin), "URIEL_SETUP_DOCUMENTS": str(self.folder / "doc"),
                       "URIEL_SETUP_SBIN": str(self.folder)}
        return subprocess.run([setup, *arguments], env=environment, capture_output=True, text=True,
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
        self.assertEqual(result.stderr.splitlines()[-1], f"{SETUP} build")
        self.assertEqual(self.asked(), [])

    def test_installs_as_root(self):
        self.user(0)
        (self.bin / "cmake").unlink()
        self.apt_get(f'case "$*" in *install*) cd {self.bin} && touch cmake && chmod +x cmake;; esac')
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.asked(), ["apt-get -q update", f"{INSTALL} --assume-no cmake", f"{INSTALL} {self.QUIETLY} cmake"])

    def test_python_needs_headers_and_environments(self):
        """The interpreter is the one that PYTHON names, or python3."""
        self.stand_in("node", "")
        self.stand_in("python3", 'case "$*" in *ensurepip* | *Python.h*) exit 1;; esac')
        self.apt_get()
        result = self.run_setup("--check", "python")
        self.assertIn("missing: Python's venv, Python.h.", result.stderr)
        self.assertIn("python3-venv", result.stderr)
        self.assertIn("python3-dev", result.stderr)

    def test_spark_needs_java_17(self):
        self.apt_get()
        for answer, missing in (("exit 127", True), ("echo 'openjdk version \"11.0.2\" 2019-01-15' >&2", True),
                                ("echo 'openjdk version \"17.0.15\" 2025-04-15' >&2", False)):
            self.stand_in("java", answer)
            self.assertEqual("openjdk-17-jre-headless  runs Spark" in self.run_setup("--check", "spark").stderr, missing, answer)

    def test_says_first_what_is_installed_and_why(self):
        self.user(0)
        (self.bin / "cmake").unlink()
        (self.bin / "re2c").unlink()
        self.apt_get(f"""case "$*" in
          *--assume-no*) printf 'Need to get 9 MB of archives.\\nAfter this operation, 20 MB of additional disk space will be used.\\n'
                         echo '0 upgraded, 4 newly installed, 0 to remove and 0 not upgraded.' ;;
          *install*) echo INSTALLING; for each in cmake re2c; do touch {self.bin}/$each; chmod +x {self.bin}/$each; done ;;
        esac""")
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"(?s)missing: cmake, re2c\..*  cmake +configures the build\n  re2c +makes .*\n"
                         r".*Need to get 9 MB.*20 MB of additional.* 4 newly installed.*INSTALLING")

    def test_every_package_has_a_reason(self):
        self.apt_get()
        for stand_in in self.bin.iterdir():
            if stand_in.name not in (*BASICS, "id", "apt-get"):
                stand_in.unlink()
        for name in ("cc", "pkg-config", "clang", "c++", "python3", "aarch64-linux-gnu-gcc", "i686-linux-gnu-gcc"):
            self.stand_in(name, "exit 1")
        for group in ("all", "lint", "harvest", "get", "ci", "bench-programs", "demo"):
            names = re.search("missing: (.*)\\. Packages", self.run_setup(group).stderr)[1].split(", ")
            self.assertEqual(len(names), len(set(names)), names)
            listed = [line for line in self.run_setup(group).stderr.splitlines() if line.startswith("  ")]
            self.assertTrue(listed, group)
            for line in listed:
                self.assertGreater(len(line.split()), 1, f"{line} ({group})")

    SERVERS = {"gophernicus": "usr/sbin/gophernicus", "inetutils-telnetd": "usr/sbin/telnetd", "inn2": "usr/lib/news/bin/nnrpd",
               "inn2-inews": "usr/lib/news/libinn.so", "libcanlock3": "usr/lib/x86_64-linux-gnu/libcanlock.so.3", "nginx": "usr/sbin/nginx",
               "pygopherd": "usr/sbin/pygopherd", "python3-simpletal": "usr/lib/python3/dist-packages/simpletal", "vsftpd": "usr/sbin/vsftpd"}

    def copy(self, without=()):
        """tools/setup in a project of its own, on a machine where only these servers are missing."""
        for name in ("curl", "chromium", "lynx", "python3"):
            self.stand_in(name, "")
        self.assertIn('-o "DPkg::Path=$quiet:', SETUP.read_text())
        copied = self.folder / "project" / "tools"
        (copied / "setup-quiet").mkdir(parents=True)
        shutil.copy(SETUP, copied)
        self.user(0)
        self.apt_get('case "$*" in *download*) touch $3_1_amd64.deb ;; esac')
        files = "".join(f"*/{name}_1_amd64.deb) file={file} ;;\n" for name, file in self.SERVERS.items() if name not in without)
        self.stand_in("dpkg", f'echo "dpkg $*" >>{self.said}\ncase $2 in\n{files}*) exit ;;\nesac\nmkdir -p "$3/${{file%/*}}"\n'
                      'printf "#!/bin/sh\\n" >"$3/$file"\nchmod +x "$3/$file"')
        return copied / "setup"

    def test_servers_are_unpacked_and_not_installed(self):
        """Their packages would make them servers of this machine: gophernicus' would enable a socket on port 70."""
        setup = self.copy()
        result = self.run_setup("clients", setup=setup)
        self.assertEqual(result.returncode, 0, result.stderr)
        installed = " ".join(line for line in self.asked() if " install " in line).split()
        self.assertEqual([name for name in self.SERVERS if name in installed], [])
        for name in self.SERVERS:
            self.assertIn(f"apt-get -q download {name}", self.asked())
            self.assertIn(f"dpkg -x build-setup/{name}_1_amd64.deb build-setup", self.asked())
        self.assertEqual(self.run_setup("clients", setup=setup).stderr, "")

    def test_a_server_that_cannot_run(self):
        """Its package lacks the program, or a library is missing."""
        setup = self.copy(without=("vsftpd",))
        self.assertIn("still missing after", self.run_setup("clients", setup=setup).stderr)
        self.stand_in("ldd", 'case $1 in */nginx) echo "libpcre2-8.so.0 => not found" ;; esac')
        self.assertIn("missing: a library of nginx, vsftpd.", self.run_setup("--check", "clients", setup=setup).stderr)

    def run_make(self, *targets):
        (self.bin / "nproc").exists() or self.stand_in("nproc", "echo 1")
        command = [shutil.which("make"), "-C", str(SETUP.parents[1]), "HARVEST=OFF", "GET=OFF", *targets]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
        return subprocess.run(command, env={**environment, "PATH": str(self.bin), "CI": ""}, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)

    @unittest.skipUnless(shutil.which("make"), "make is not installed")
    def test_plain_make_installs_nothing(self):
        """Even as root: it lists what is missing, and prints the command that installs it."""
        self.user(0)
        self.apt_get()
        self.stand_in("cmake", f'echo "cmake $*" >>{self.said}')
        (self.bin / "ninja").unlink()
        for targets in ((), ("build",)):
            result = self.run_make(*targets)
            self.assertEqual(result.returncode, 2)
            self.assertEqual(self.asked(), [])
            self.assertIn("missing: ninja.", result.stderr)
            self.assertRegex(result.stderr, "(?m)^  ninja-build +runs the compilers$")
            self.assertRegex(result.stderr, "(?m)^tools/setup +build$")
        for target in ("demo", "check", "install"):
            self.said.unlink(missing_ok=True)
            self.run_make(target)
            self.assertEqual(self.asked()[:1], ["apt-get -q update"], target)
            self.assertNotIn("cmake", " ".join(self.asked()).replace("apt-get", ""))

    def test_installs_through_sudo(self):
        self.stand_in("sudo", f'echo "sudo $*" >>{self.said}')
        (self.bin / "cmake").unlink()
        self.apt_get()
        self.run_setup("build")
        self.assertIn("sudo -n true", self.asked())
        self.assertTrue(self.asked()[-1].endswith(f"{INSTALL} {self.QUIETLY} cmake"), self.asked())

    def test_sudo_that_asks(self):
        self.stand_in("sudo", "exit 1")
        (self.bin / "cmake").unlink()
        self.apt_get()
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 1)
        self.assertIn("run this as root", result.stderr)

    def test_apt_fails(self):
        self.user(0)
        (self.bin / "cmake").unlink()
        for when, what in (("*install*", "install cmake"), ("*update*", "read the lists of packages")):
            self.apt_get(f'case "$*" in {when}) exit 100 ;; esac')
            result = self.run_setup("build")
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"apt-get could not {what} (", result.stderr)

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
        self.stand_in("pkg-config", 'test "$2" != expat')
        result = self.run_setup("harvest")
        self.assertIn("missing: the expat library.", result.stderr)

    def documents(self, *counts):
        for number, count in enumerate(counts):
            folder = self.folder / "doc" / f"package{number}" / "html"
            folder.mkdir(parents=True)
            for page in range(count):
                (folder / f"{page}.html").touch()
        for name in ("python3", "rg", "lynx"):
            self.stand_in(name, "")

    def test_documents(self):
        self.apt_get()
        self.documents(3, 500)
        self.assertNotIn("postgresql-doc", self.run_setup("bench-programs").stderr)

    def test_too_few_documents(self):
        self.user(0)
        self.apt_get()
        self.documents(499, 300)
        result = self.run_setup("bench-programs")
        self.assertIn("500 HTML pages of one package", result.stderr)
        self.assertIn("--path-include=/usr/share/doc/*", self.asked()[-1])

    def test_unknown_group(self):
        result = self.run_setup("everything")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no group is called everything", result.stderr)


class Quiet(unittest.TestCase):
    """tools/setup-quiet: substitutes for the programs with which maintainers' scripts start and enable units."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.said = self.folder / "said"
        self.enabled = self.folder / "enabled"
        self.stand_in("deb-systemd-helper", f'case "$*" in *is-enabled*) [ -e {self.enabled} ];; esac')
        for name in ("deb-systemd-invoke", "invoke-rc.d", "service", "systemctl", "update-rc.d"):
            self.stand_in(name, "")

    def stand_in(self, name, script):
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>{self.said}\n{script}\n')
        path.chmod(0o755)

    def done(self, command):
        """The commands of a package that reach the real programs."""
        self.said.unlink(missing_ok=True)
        name, *arguments = command.split()
        environment = {"URIEL_SETUP_PROGRAMS": f"{self.folder}:/usr/bin:/bin", "URIEL_SETUP_ETC": str(self.folder)}
        done = subprocess.run([QUIET / name, *arguments], env=environment, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, command)
        return self.said.read_text().splitlines() if self.said.exists() else []

    def test_nothing_is_started(self):
        for command in ("invoke-rc.d gophernicus start", "deb-systemd-invoke start gophernicus.socket",
                        "deb-systemd-invoke --user restart a.service", "systemctl --system start a.service",
                        "systemctl enable --now a.service", "systemctl preset-all", "service a restart",
                        "invoke-rc.d --skip-systemd-native a restart"):
            self.assertEqual(self.done(command), [])

    def test_the_rest_is_done(self):
        for command in ("invoke-rc.d a stop", "deb-systemd-invoke stop a.socket", "systemctl --system daemon-reload",
                        "deb-systemd-helper unmask a.socket", "deb-systemd-helper --quiet was-enabled a.socket",
                        "update-rc.d a remove"):
            self.assertEqual(self.done(command), [command])

    def test_what_is_enabled_is_disabled(self):
        self.assertEqual(self.done("deb-systemd-helper --user enable a.socket b.socket"),
                         ["deb-systemd-helper --user is-enabled a.socket b.socket",
                          "deb-systemd-helper --user enable a.socket b.socket",
                          "deb-systemd-helper --user disable a.socket b.socket"])

    def test_what_was_enabled_before_stays_so(self):
        self.enabled.touch()
        self.assertEqual(self.done("deb-systemd-helper enable a.socket")[-1], "deb-systemd-helper enable a.socket")

    @unittest.skipUnless(shutil.which("deb-systemd-helper"), "this is no Debian")
    def test_debians_own_program(self):
        """Without tools/setup-quiet a unit is enabled; with it, the unit is known and disabled, even after a later upgrade."""
        for number, program in enumerate((shutil.which("deb-systemd-helper"), QUIET / "deb-systemd-helper")):
            root = self.folder / str(number)
            units = root / "lib" / "systemd" / "system"
            units.mkdir(parents=True)
            (units / "a.socket").write_text("[Socket]\nListenStream=70\n[Install]\nWantedBy=sockets.target\n")

            def ask(*words):
                environment = {"PATH": "/usr/bin:/bin", "DPKG_ROOT": str(root), "DPKG_MAINTSCRIPT_PACKAGE": "a"}
                return subprocess.run([program, *words], env=environment, capture_output=True).returncode

            self.assertEqual(ask("enable", "a.socket"), 0)
            link = root / "etc" / "systemd" / "system" / "sockets.target.wants" / "a.socket"
            self.assertEqual(link.is_symlink(), number == 0)
            self.assertEqual(ask("--quiet", "was-enabled", "a.socket"), number)

    def test_scripts_of_run_levels(self):
        self.assertEqual(self.done("update-rc.d a defaults"), ["update-rc.d a defaults-disabled"])
        (self.folder / "rc2.d").mkdir()
        (self.folder / "rc2.d" / "S01a").symlink_to("/dev/null")
        self.assertEqual(self.done("update-rc.d a defaults"), ["update-rc.d a defaults"])


unittest.main()
