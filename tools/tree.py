# SPDX-License-Identifier: MIT
"""Shared by the checks in this folder: the root of the tree, and its files."""
import pathlib
import subprocess
import sys


def root_of_arguments():
    """The folder named on the command line, otherwise the project of this file."""
    named = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
    return pathlib.Path(named).resolve()


def files_of(root):
    """The files that git tracks or would track; without git, as in a release, every file outside build folders."""
    git = subprocess.run(["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"], capture_output=True)
    if git.returncode == 0:
        paths = [root / name for name in git.stdout.decode().split("\0") if name]
    else:
        paths = [path for path in root.rglob("*") if not path.relative_to(root).parts[0].startswith("build")]
    return sorted(path for path in paths if path.is_file())


def end_with(errors):
    """Prints the errors, and exits with status 1 if there are any."""
    for error in errors:
        print(error, file=sys.stderr)
    sys.exit(1 if errors else 0)
