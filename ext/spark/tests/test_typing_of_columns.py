# SPDX-License-Identifier: MIT
"""mypy accepts the types and tests/typed.py in strict mode."""
import pathlib
import subprocess
import sys

import uriel_spark


def test_mypy(tmp_path):
    files = [pathlib.Path(__file__).with_name("typed.py"), *pathlib.Path(uriel_spark.__file__).parent.glob("*.pyi")]
    result = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, *files], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
