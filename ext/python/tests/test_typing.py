# SPDX-License-Identifier: MIT
"""mypy and pyright accept the stubs and tests/typed.py in strict mode, and the stubs describe the module."""
import pathlib
import subprocess
import sys

import uriel_uri

TESTS = pathlib.Path(__file__).resolve().parent
TYPED = TESTS / "typed.py"
PACKAGE = pathlib.Path(uriel_uri.__file__).parent


def run(*arguments, folder):
    result = subprocess.run([sys.executable, "-m", *map(str, arguments)], cwd=folder, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_mypy(tmp_path):
    run("mypy", "--strict", "--cache-dir", tmp_path, TYPED, *PACKAGE.glob("**/*.pyi"), folder=tmp_path)


def test_pyright(tmp_path, monkeypatch):
    """In the environment with the wheel only, so that types of other packages are not read."""
    monkeypatch.setenv("PYRIGHT_PYTHON_IGNORE_WARNINGS", "1")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "reportMissingModuleSource": "none"}')
    (tmp_path / "typed.py").write_text(TYPED.read_text())
    run("pyright", "--pythonpath", sys.executable, "typed.py", *PACKAGE.glob("**/*.pyi"), folder=tmp_path)


def test_stubs_agree_with_the_module(tmp_path):
    run("mypy.stubtest", "uriel_uri", folder=tmp_path)


def test_typed_runs():
    subprocess.run([sys.executable, "-B", TYPED], check=True)
