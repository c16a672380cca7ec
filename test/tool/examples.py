# SPDX-License-Identifier: MIT
"""Finds the examples of the documentation, runs them, and compares their output with the documentation.

An example is a block of lines as on a terminal: "$ " before a command, "> " before each continuation line, then the output
(standard output and error together). A line "..." matches any number of lines. The commands of a file run in one folder, one after
the other, so that later commands find the files of earlier ones; the commands of a block run in one shell, where "$?" is the status
of the previous command.

  - in Markdown, a block fenced by ```console; a block fenced by ```console no-run is skipped
  - in manual pages (mdoc), a block between ".Bd -literal" and ".Ed" with a line that begins with "$ "
"""
import dataclasses
import os
import pathlib
import re
import subprocess

ANYTHING = "..."


@dataclasses.dataclass
class Command:
    line: int
    text: str
    expected: list


@dataclasses.dataclass
class Block:
    path: pathlib.Path
    commands: list

    @property
    def name(self):
        return f"{self.path.name}:{self.commands[0].line}"


ROFF = {"\\-": "-", "\\(aq": "'", "\\(dq": '"', "\\(ha": "^", "\\(ti": "~", "\\(ga": "`", "\\&": "", "\\e": "\\"}


def roff_text(line):
    """A line of a literal block as it is shown."""
    return re.sub(r"\\\(..|\\.", lambda escape: ROFF[escape[0]], line)


def manual_blocks(lines):
    inside = None
    for number, line in enumerate(lines, 1):
        if re.match(r"\.Bd\b.*-literal", line):
            inside = []
        elif line.startswith(".Ed"):
            if inside and any(text.startswith("$ ") for _, text in inside):
                yield inside
            inside = None
        elif inside is not None:
            inside.append((number, roff_text(line)))


def markdown_blocks(lines):
    inside, fence = None, None
    for number, line in enumerate(lines, 1):
        opening = re.match(r"(\s*)(```+|~~~+)\s*(.*?)\s*$", line)
        if fence is None and opening:
            fence, indent = opening[2], len(opening[1])
            inside = [] if opening[3] == "console" else None
        elif fence is not None and line.strip() == fence:
            if inside:
                yield inside
            inside, fence = None, None
        elif inside is not None:
            inside.append((number, line[indent:] if not line[:indent].strip() else line))


def commands_of(block):
    """The commands of a block's (number, text) lines. Lines before the first command are an error of the page."""
    commands = []
    for number, text in block:
        if text.startswith("$ "):
            commands.append(Command(number, text[2:], []))
        elif not commands:
            raise ValueError(f"line {number}: an example begins with \"$ \", not with {text!r}")
        elif text.startswith("> ") and not commands[-1].expected:
            commands[-1].text += "\n" + text[2:]
        else:
            commands[-1].expected.append(text)
    return commands


def blocks_of(path):
    """The examples of one file, by its kind."""
    lines = path.read_text(encoding="utf-8").splitlines()
    find = markdown_blocks if path.suffix == ".md" else manual_blocks
    try:
        return [Block(path, commands_of(block)) for block in find(lines)]
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from error


def script_of(block):
    """One script that runs all commands and marks the end of the output of each."""
    parts = ["status=0"]
    for index, command in enumerate(block.commands):
        marker = f"=== example {index}: "
        parts.append(f"(exit $status)\n{command.text}\nstatus=$?\necho\necho '{marker}'$status' ==='")
    return "\n".join(parts) + "\n"


def run(block, program, environment, folder):
    """The output of each command: a list of lists of lines, fewer if the shell ended early."""
    path = os.path.dirname(os.path.abspath(program)) + os.pathsep + environment.get("PATH", "/usr/bin:/bin")
    # timeout sends SIGCONT after SIGTERM. If that comes while a sanitizer stops the process to look for leaks, it waits for ever.
    if "timeout " in script_of(block):
        environment = {**environment, "ASAN_OPTIONS": "detect_leaks=0"}
    done = subprocess.run(["sh", "-c", script_of(block)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, cwd=folder, timeout=300, check=False,
                          env={**environment, "PATH": path, "HOME": folder})
    printed = done.stdout.decode("utf-8", "replace")
    pieces = re.split(r"\n=== example \d+: \d+ ===\n", printed)
    return [lines_of(piece) for piece in pieces[:-1]]


def lines_of(text):
    """Lines without an empty last line, which comes from the line feed before the marker."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def matches(expected, actual):
    """Whether the lines match the expected ones, where ANYTHING matches any number of lines."""
    if not expected:
        return not actual
    if expected[0] == ANYTHING:
        return any(matches(expected[1:], actual[skip:]) for skip in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


def errors_of(block, program, environment, folder):
    """A list of texts, one for each command whose output differs from the page."""
    printed = run(block, program, environment, folder)
    errors = []
    for index, command in enumerate(block.commands):
        actual = printed[index] if index < len(printed) else ["(the shell ended before this command)"]
        if not matches(command.expected, actual):
            errors.append(f"{block.path.name}:{command.line}: $ {command.text}\n--- the page says\n"
                          + "\n".join(command.expected) + "\n--- it prints\n" + "\n".join(actual))
    return errors
