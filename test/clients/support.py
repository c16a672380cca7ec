# SPDX-License-Identifier: MIT
"""What the tests with clients and servers share: the program, curl, and what is skipped where a program is missing."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
URIEL = os.environ.get("URIEL", str(ROOT / "build" / "uriel"))
CURL = shutil.which("curl")
GOPHERNICUS = shutil.which("gophernicus", path=f"{os.environ.get('PATH', '')}:/usr/sbin:{ROOT}/build-setup/usr/sbin")
TIMEOUT = 60
MISSING = "{0} is not installed: tools/setup clients"
# Without what the user's own settings would change: proxies and curl's file.
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}


def plan(*arguments):
    """The plan that the program makes, as its JSON object."""
    done = subprocess.run([URIEL, "plan", "--json", *arguments], capture_output=True, timeout=TIMEOUT, env=ENVIRONMENT)
    records = [json.loads(line) for line in done.stdout.decode().splitlines()]
    if not records:
        raise AssertionError(f"uriel plan {arguments}: {done.stderr.decode()}")
    return records[-1]


def curl(*arguments, input=None):
    """Runs curl, which must not ask anybody."""
    return subprocess.run([CURL, "-q", "-sS", "--max-time", "20", *arguments], capture_output=True, timeout=TIMEOUT,
                          env=ENVIRONMENT, **({"input": input} if input is not None else {"stdin": subprocess.DEVNULL}))


def python_with(module):
    """A Python that has the module: Debian's packages are those of Debian's own, which may not be the one that runs this."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.access(python, os.X_OK) and subprocess.run([python, "-c", f"import {module}"], capture_output=True,
                                                         timeout=TIMEOUT).returncode == 0:
            return python
    return None


def needs(program, name):
    return unittest.skipUnless(program, MISSING.format(name))
