# SPDX-License-Identifier: MIT
"""`python -m uriel_uri` runs the program `uriel` of this package."""
import importlib.metadata
import os
import sys


def program() -> str:
    """Returns the path of the program that was installed with this package."""
    for file in importlib.metadata.files("uriel-uri") or ():
        if file.name == "uriel" and file.parent.name == "bin":
            return os.path.realpath(str(file.locate()))
    raise SystemExit("uriel_uri: the program uriel is not installed with this package: install the wheel again")


if __name__ == "__main__":
    os.execv(program(), ["uriel", *sys.argv[1:]])
