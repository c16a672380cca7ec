# SPDX-License-Identifier: MIT
"""Shared by the tests with clients and servers: the program, curl, and skips for missing programs."""
import contextlib
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
URIEL = os.environ.get("URIEL", str(ROOT / "build" / "uriel"))
CURL = shutil.which("curl")
UNPACKED = ROOT / "build-setup"  # packages that tools/setup unpacks and does not install
TIMEOUT = 60
MISSING = "{0} is not installed: tools/setup clients"
# Without the settings of the user: proxies and the file of curl.
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}


def server_program(name):
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:{UNPACKED}/usr/sbin")


GOPHERNICUS = server_program("gophernicus")


def plan(*arguments):
    """The plan of the program, as its JSON object."""
    done = subprocess.run([URIEL, "plan", "--json", *arguments], capture_output=True, timeout=TIMEOUT, env=ENVIRONMENT)
    records = [json.loads(line) for line in done.stdout.decode().splitlines()]
    if not records:
        raise AssertionError(f"uriel plan {arguments}: {done.stderr.decode()}")
    return records[-1]


def sent_bytes(step):
    return bytes.fromhex(step["text_hex"]) if "text_hex" in step else step.get("text", "").encode()


def get(*arguments):
    """The exit status and the output of uriel get."""
    done = subprocess.run([URIEL, "get", "--silent", *arguments], capture_output=True, timeout=TIMEOUT, env=ENVIRONMENT,
                          start_new_session=True, check=False)
    return done.returncode, done.stdout


def curl(*arguments, input=None):
    """Runs curl without user interaction."""
    return subprocess.run([CURL, "-q", "-sS", "--max-time", "20", *arguments], capture_output=True, timeout=TIMEOUT,
                          env=ENVIRONMENT, **({"input": input} if input is not None else {"stdin": subprocess.DEVNULL}))


def write(folder, files):
    for name, content in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def python_with(module):
    """A Python that has the module: Debian's packages belong to Debian's Python, which may not be the running one."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.access(python, os.X_OK) and subprocess.run([python, "-c", f"import {module}"], capture_output=True,
                                                         timeout=TIMEOUT).returncode == 0:
            return python
    return None


def needs(program, name):
    return unittest.skipUnless(program, MISSING.format(name))


def has_gateway():
    return subprocess.run([URIEL, "help", "gateway"], capture_output=True, timeout=TIMEOUT, env=ENVIRONMENT, check=False).returncode == 0


@contextlib.contextmanager
def gateway(*options):
    """A function that returns the links and the bytes of a path at a gateway."""
    with tempfile.NamedTemporaryFile("w", suffix=".policy") as policy:
        policy.write("allow network 127.0.0.0/8\n")
        policy.flush()
        process = subprocess.Popen([URIEL, "gateway", "--silent", "--listen=127.0.0.1:0", f"--policy={policy.name}", *options], stdout=subprocess.PIPE,
                                   text=True, env=ENVIRONMENT)
        url = process.stdout.readline().strip()

        def ask(path):
            with urllib.request.urlopen(urllib.request.Request(url + path.lstrip("/"), headers={"Accept": "text/html"}), timeout=TIMEOUT) as answer:
                body = answer.read()
            return [html.unescape(link.decode()) for link in re.findall(rb'<a href="([^"]*)"', body)][1:], body
        try:
            yield ask
        finally:
            process.terminate()
            process.communicate(timeout=TIMEOUT)
