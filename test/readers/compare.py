#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py ANSWERS [--readers NAME,...] [--count N] [--seed N] [--peers FOLDER] [--asks FOLDER] [--show N] [--need]
[--record]: compares what the readers of uriel_agree.h read in N texts of strings.py with the programs that they model.

ANSWERS is the program of answers.c; FOLDER of --asks has the compiled programs that ask libraries. Each program reads texts as lines
of hexadecimal bytes, and answers a line each: "-" if it refuses the text, else scheme and host in hexadecimal and the port in digits,
with tabs, "-" for what it does not report. FOLDER of --peers has packages of registries: `node_modules` (npm), `python` (pip install
--target), `java` (mvn dependency:copy-dependencies) and `rust` (cargo build, Cargo.toml). A program that is missing, or of another version than its reader, is reported and not compared; with --need, it is an error.

--record writes the answers of the programs that ran to hostile.txt into test/vectors/readers.tsv, beside the recorded ones of the
other readers; a document's are its reader's.

A program runs with LC_ALL=C.UTF-8, an empty home, no proxy and no configuration. The exit status is 1 if an answer differs and the
reader's EXCEPTIONS do not name the difference.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from strings import Maker

HERE = pathlib.Path(__file__).resolve().parent


class Missing(Exception):
    pass


class Run:
    """The folders and the environment of a comparison."""

    def __init__(self, options):
        self.peers = pathlib.Path(options.peers or "/nonexistent").absolute()
        self.asks = pathlib.Path(options.asks or "/nonexistent").absolute()
        self.work = tempfile.TemporaryDirectory()
        self.home = pathlib.Path(self.work.name)
        self.environment = {"LC_ALL": "C.UTF-8", "PATH": f"/usr/bin:/bin:/usr/local/go/bin:/usr/local/bin", "HOME": self.work.name,
                            "GOCACHE": os.environ.get("GOCACHE", f"{self.work.name}/go"), "GOTOOLCHAIN": "local"}

    def call(self, command, **more):
        try:
            return subprocess.run([str(part) for part in command], capture_output=True, env=self.environment, cwd=self.home, **more)
        except FileNotFoundError:
            raise Missing(f"{command[0]} is not installed") from None


def script(*command):
    """A program that reads a file of this folder, named "ask.*"."""
    return lambda run: [HERE / part if part.startswith("ask.") else part for part in command]


def compiled(name):
    """A program that the build made of a file of this folder, if it found the library."""
    def prepare(run):
        program = run.asks / name
        if not program.exists():
            raise Missing(f"{name} is not built: the library is not installed")
        return [program]
    return prepare


def wget(run):
    run.call(["/usr/bin/wget", "--version"])
    return ["/usr/bin/python3", "-B", HERE / "ask_wget.py", *compiled("wget_preload.so")(run)]


def go(run):
    program = run.home / "ask_go"
    if not program.exists():
        # Without a module, Go keeps the behaviour of its version 1.20.
        (run.home / "go.mod").write_text("module ask\ngo 1.26\n")
        (run.home / "ask.go").write_text((HERE / "ask.go").read_text())
        made = run.call(["go", "build", "-o", program, "ask.go"])
        if made.returncode:
            raise Missing("go does not build ask.go: " + made.stderr.decode().strip())
    return [program]


def python(reader):
    """Debian's Python with the packages of the folder of peers."""
    return lambda run: ["/usr/bin/env", f"PYTHONPATH={run.peers}/python", *debian(reader)(run)]


def debian(reader):
    """Debian's Python with Debian's packages."""
    return lambda run: ["/usr/bin/python3", "-B", HERE / "ask.py", reader]


def node(reader):
    """A URL class of Node.js or of its packages."""
    def prepare(run):
        if reader in ("whatwg-url", "fast-uri") and not (run.peers / "node_modules" / reader).exists():
            raise Missing(f"the package {reader} is not in {run.peers}/node_modules")
        return ["node", "--no-deprecation", HERE / "ask.mjs", reader, run.peers]
    return prepare


def jar(reader, name):
    """A class of Java in a library of the folder of peers."""
    def prepare(run):
        if not list(run.peers.glob(f"java/{name}-*.jar")):
            raise Missing(f"{name} is not in {run.peers}/java")
        return ["/usr/bin/java", "-XX:TieredStopAtLevel=1", "-cp", f"{run.peers}/java/*", HERE / "ask.java", reader]
    return prepare


def chromium(run):
    """new URL of headless Chromium, in Node.js."""
    if not any(shutil.which(name, path=run.environment["PATH"]) for name in ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")):
        raise Missing("Chromium is not installed")
    return ["node", HERE / "ask_chromium.mjs"]


def rust(run):
    """The crate url, in the program that the caller built in the folder of peers."""
    program = run.peers / "rust/release/ask-rust"
    if not program.exists():
        raise Missing(f"{program} is not built: {HERE / 'Cargo.toml'} has the command")
    return [program]


# How to run the program of each reader. Its command with --version prints the version.
PROGRAMS = {
    "appendix-b": debian("appendix-b"),
    "curl": compiled("ask_curl"),
    "wget": wget,
    "go": go,
    "php": script("php", "-n", "ask.php"),
    "ruby": script("ruby", "--disable-gems", "ask.rb"),
    "perl": script("perl", "ask.pl"),
    "libxml2": compiled("ask_libxml2"),
    "glib": compiled("ask_glib"),
    "java-uri": script("/usr/bin/java", "-XX:TieredStopAtLevel=1", "ask.java", "uri"),
    "java-url": script("/usr/bin/java", "-XX:TieredStopAtLevel=1", "ask.java", "url"),
    "spring": jar("spring", "spring-web"),
    "okhttp": jar("okhttp", "okhttp-jvm"),
    "python-urllib": python("python-urllib"),
    "chromium": chromium,
    "node": node("node"),
    "node-legacy": node("node-legacy"),
    "whatwg-url": node("whatwg-url"),
    "fast-uri": node("fast-uri"),
    "python-urllib3": python("python-urllib3"),
    "python-urllib3-1.26": debian("python-urllib3"),
    "requests": python("requests"),
    "httpx": python("httpx"),
    "yarl": python("yarl"),
    "rust-url": rust,
    "requests-2.28": debian("requests"),
}

# Known differences: a function of the text and both answers (the reader's, the program's). The reader's file gives the reason.
EXCEPTIONS = {
    "chromium": lambda text, mine, other: b"filesystem:" in text.lower().translate(None, b"\t\n\r") or other == "66696c65\t-\t-" and mine == "66696c65\t6c6f63616c686f7374\t-",
    "spring": lambda text, mine, other: b"\xce\xa3" in text and lower_sigma(mine) == lower_sigma(other),
}


def lower_sigma(answer):
    """The answer with a final sigma in the scheme as another one."""
    scheme, *rest = answer.split("\t")
    return [bytes.fromhex(scheme.replace("-", "")).replace(b"\xcf\x82", b"\xcf\x83"), *rest]


def shown(answer):
    if answer == "-":
        return "refused"
    scheme, host, port = answer.split("\t")
    return f"scheme {text(scheme)} host {text(host)} port {port}"


def text(digits):
    return "-" if digits == "-" else repr(bytes.fromhex(digits))[1:]


def normal(answer):
    """A program's answer in the form of a reading."""
    if answer == "-":
        return answer
    scheme, host, port = answer.split("\t")
    scheme, host = lower(scheme), lower(host)
    if host[:2] == "5b" and host[-2:] == "5d" and len(host) > 2:
        host = host[2:-2]
    return "\t".join((scheme or "-", host or "-", str(min(int(port), 2**31 - 1)) if port != "-" else "-"))


def lower(digits):
    return digits if digits == "-" else bytes.fromhex(digits).lower().hex()


def compare(run, options, reader, version, strings):
    """Returns the number of differences. Raises Missing."""
    if reader not in PROGRAMS:
        return None
    command = PROGRAMS[reader](run)
    found = run.call([*command, "--version"]).stdout.decode().strip()
    if found != version:
        raise Missing(f"version {found or 'unknown'}, not {version}")
    other_answers, ours = ([line for line in made.stdout.decode("ascii").split("\n")[:-1]] for made in (
        run.call(command, input=strings), run.call([options.answers.absolute(), reader], input=strings)))
    asked = strings.decode().split("\n")[:-1]
    if not len(asked) == len(other_answers) == len(ours):
        raise SystemExit(f"{reader}: {len(asked)} texts, {len(other_answers)} answers of the program, {len(ours)} of the reader; the program stopped at"
                         f" {text(asked[min(len(other_answers), len(ours), len(asked) - 1)])}")
    known = EXCEPTIONS.get(reader, lambda *_: False)
    accepted = differences = excepted = 0
    for string, mine, other in zip(asked, ours, other_answers):
        other = normal(other)
        accepted += other != "-"
        if mine == other:
            continue
        if known(bytes.fromhex(string), mine, other):
            excepted += 1
            continue
        differences += 1
        if differences <= options.show:
            print(f"  {text(string)}\n    program: {shown(other)}\n    reader:  {shown(mine)}")
    print(f"{reader} {version}: {len(asked)} texts, {accepted} accepted, {differences} differences, {excepted} known ones", flush=True)
    return differences


def record(run, answers, readers):
    """Writes the vectors."""
    hostile = Maker(1).hostile
    path = HERE.parent / "vectors" / "readers.tsv"
    kept = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")][1:] if path.exists() else []
    lines = {}
    for line in kept:
        lines.setdefault(line.split("\t")[0], []).append(line)
    for reader, version in readers:
        try:
            command = PROGRAMS[reader](run) if reader in PROGRAMS else [answers.absolute(), reader]
            if reader in PROGRAMS and run.call([*command, "--version"]).stdout.decode().strip() != version:
                continue
        except Missing:
            continue
        given = run.call(command, input="".join(text.hex() + "\n" for text in hostile).encode()).stdout.decode().splitlines()
        lines[reader] = ["\t".join((reader, cell(text), *(["refuses", "\\N", "\\N", "\\N"] if answer == "-" else
                                                      ["reads", *(cell(None if part == "-" else bytes.fromhex(part)) for part in answer.split("\t")[:2]),
                                                       answer.split("\t")[2].replace("-", "\\N")])))
                         for text, answer in zip(hostile, map(normal, given))]
    path.write_text(VECTORS_HEAD + "".join(f"{line}\n" for reader, _ in readers for line in lines.get(reader, [])), encoding="utf-8")


VECTORS_HEAD = """# SPDX-License-Identifier: MIT
# What programs read in the texts of test/readers/hostile.txt, recorded from the programs (test/readers/compare.py --record); the
# answers of documents are uriel's.
# Fields are separated by tabs; \\t \\n \\\\ and \\xNN stand for bytes, \\N for undefined (which is not empty).
reader\ttext\tanswer\tscheme\thost\tport
"""


def cell(value):
    if value is None:
        return "\\N"
    return "".join({9: "\\t", 10: "\\n", 92: "\\\\"}.get(byte, chr(byte) if 32 < byte < 127 and byte != 35 or 32 == byte else f"\\x{byte:02X}") for byte in value)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("answers", type=pathlib.Path)
    parser.add_argument("--readers", default="")
    parser.add_argument("--count", type=int, default=50000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peers")
    parser.add_argument("--asks")
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--need", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    readers = [line.split("\t")[:2] for line in subprocess.run([options.answers], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout.splitlines()]
    if options.record:
        record(Run(options), options.answers, readers)
        return
    strings = subprocess.run([sys.executable, "-B", HERE / "strings.py", str(options.count), str(options.seed)], stdout=subprocess.PIPE, check=True).stdout
    run = Run(options)
    wanted = set(options.readers.split(",")) - {""}
    failed = 0
    for reader, version in readers:
        if wanted and reader not in wanted:
            continue
        try:
            failed += bool(compare(run, options, reader, version, strings))
        except Missing as reason:
            print(f"{reader} {version}: not compared: {reason}", flush=True)
            failed += options.need
    sys.exit(1 if failed else 0)


main()
