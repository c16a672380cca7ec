# SPDX-License-Identifier: MIT
"""The command uriel-spark: each subcommand is a job, and a module of this package with the function main(arguments)."""
import importlib
import sys

JOBS = {"clean": "cleans a table of URLs, and removes duplicates",
        "harvest": "writes the references of a crawl as tables"}  # names, and a sentence about each

USAGE = "usage: uriel-spark JOB [ARGUMENT...]\n" + "".join(f"\n  {name:8} {sentence}" for name, sentence in JOBS.items())


def main(arguments=None):
    """Runs a job, and returns its exit status."""
    name, *rest = arguments or sys.argv[1:] or [""]
    if name in ("-h", "--help"):
        print(USAGE)
        return 0
    if name == "--version":
        from . import __version__
        print(f"uriel-spark {__version__}")
        return 0
    if name not in JOBS:
        print(f"uriel-spark: no job is called {name!r}\n{USAGE}" if name else USAGE, file=sys.stderr)
        return 2
    return importlib.import_module(f"{__package__}.{name}").main(rest)


if __name__ == "__main__":
    sys.exit(main())
