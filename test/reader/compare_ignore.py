#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the files that `uriel find` reads in random trees with the files that git does not ignore.

Usage: compare_ignore.py URIEL [TREES [SEED]]

Each tree has files and folders with names of few letters, and several .gitignore files and an info/exclude with random patterns,
which are replaced many times. Prints each difference, and exits with 1 if there is one. Without git, exits with 77."""
import os
import random
import shutil
import subprocess
import sys
import tempfile

# Wildcards, escapes, and characters with a meaning only in some places.
PIECES = ["a", "b", "ab", "A", "*", "**", "?", "/", "/", "**/", "/**", "[ab]", "[!a]", "[^b]", "[a-c]", "[]a]", "[a-]", "[[:alpha:]]",
          "[[:upper:]b]", "[[:digit:]", "[[:x:]]", "[[.a]", "[[:]", "[a", "[\\a]", "[a-\\c]", "[\\]-a]", "[!/]", "[--/]", "\\a", "\\*", "\\", "\\/",
          "\\ ", " ", "  ", "\t", "!", "#", "-", ".", "c", "]", "é", "[é]", "\r", "\0", "a/b", "\\[", "[[:punct:]]", "[[:space:]]", "[*]"]
NAMES = ["a", "b", "ab", "ba", "abc", "A", "c", "a b", "a ", " ", "*", "a*", "[a", "]", "#", "!a", "-", ".a", "é", "\\", "a\\", "a\t", "1", "[", "^a",
         "a\r", "aab", "x.a"]
ROUNDS = 20


def pattern(choice):
    text = "".join(choice.choice(PIECES) for _ in range(choice.randint(1, choice.choice((2, 4, 7)))))
    return choice.choice(("", "", "", "!", "/", "**/", "#", "\\#", "\\!")) + text + choice.choice(("", "", "", "/", " ", "  ", "\\ "))


def patterns(choice):
    lines = [pattern(choice) for _ in range(choice.randint(0, 12))]
    mark = choice.choice(("", "", "\ufeff"))
    return (mark + choice.choice(("\n", "\n", "\r\n")).join(lines) + choice.choice(("", "\n", "\n\n"))).encode()


def make_tree(choice, root):
    """Makes folders and files; returns the folders."""
    folders = [root]
    for _ in range(choice.randint(1, 12)):
        folders.append(os.path.join(choice.choice(folders), choice.choice(NAMES)))
        os.makedirs(folders[-1], exist_ok=True)
    for folder in folders:
        for name in choice.sample(NAMES, 10):
            path = os.path.join(folder, name)
            if not os.path.lexists(path):
                with open(path, "w", encoding="utf-8") as file:
                    file.write("http://a.example/")
    return folders


def write_patterns(choice, root, folders):
    for folder in folders:
        path = os.path.join(folder, ".gitignore")
        if os.path.exists(path):
            os.remove(path)
        if folder == root or choice.random() < 0.2:
            with open(path, "wb") as file:
                file.write(patterns(choice))
    with open(os.path.join(root, ".git/info/exclude"), "wb") as file:
        file.write(patterns(choice) if choice.random() < 0.3 else b"")


def run(command, root):
    return subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False).stdout


def kept_by_git(root):
    return {name for name in run(["git", "ls-files", "-z", "--others", "--exclude-standard"], root).split(b"\0") if name}


def kept_by_uriel(uriel, root, operand):
    out = run([uriel, "find", "-0", "--jobs=1", "--format={file}", "--", operand], root).split(b"\0")
    skip = 2 if operand == "." else 0
    return {name[skip:] for name in out if name}


def main():
    uriel = os.path.abspath(sys.argv[1])
    trees = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    choice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    if not shutil.which("git"):
        print("git is not installed")
        return 77
    os.environ.update(HOME="/nonexistent", XDG_CONFIG_HOME="/nonexistent", GIT_CONFIG_NOSYSTEM="1", GIT_CEILING_DIRECTORIES=tempfile.gettempdir())
    cases = differences = 0
    for _ in range(trees):
        with tempfile.TemporaryDirectory() as root:
            run(["git", "init", "-q"], root)
            folders = make_tree(choice, root)
            files = {os.path.relpath(os.path.join(at, name), root).encode() for at, _, names in os.walk(root) if "/.git" not in at for name in names}
            for _ in range(ROUNDS):
                write_patterns(choice, root, folders)
                git, uriels = kept_by_git(root) & files, kept_by_uriel(uriel, root, ".")
                top = os.path.relpath(choice.choice(folders), root)
                below = kept_by_uriel(uriel, root, top) if top != "." and any(name.startswith(top.encode() + b"/") for name in git) else set()
                wrong = (git ^ uriels) | {name for name in below if name not in git}
                cases += len(files)
                for name in sorted(wrong):
                    differences += 1
                    print(f"{name!r}: {'git' if name in git else 'uriel'} reads it; the patterns:")
                    for at in [os.path.join(folder, '.gitignore') for folder in folders] + [os.path.join(root, ".git/info/exclude")]:
                        if os.path.exists(at):
                            with open(at, "rb") as file:
                                print(" ", os.path.relpath(at, root), file.read())
                if differences > 5:
                    return 1
    print(f"{cases} files in {trees} trees, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
