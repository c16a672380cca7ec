# SPDX-License-Identifier: MIT
"""What the checks of this folder share: which tree they look at, and which files are of it."""
import pathlib
import subprocess
import sys


def root_of_arguments():
    """The folder that the command line names, else the project that this file belongs to."""
    named = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
    return pathlib.Path(named).resolve()


def files_of(root):
    """What git tracks or would; where there is no git, as in a release, every file outside build folders."""
    git = subprocess.run(["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"], capture_output=True)
    if git.returncode == 0:
        paths = [root / name for name in git.stdout.decode().split("\0") if name]
    else:
        paths = [path for path in root.rglob("*") if not path.relative_to(root).parts[0].startswith("build")]
    return sorted(path for path in paths if path.is_file())


def end_with(errors):
    """Prints the errors, if any, and leaves with the verdict."""
    for error in errors:
        print(error, file=sys.stderr)
    sys.exit(1 if errors else 0)
