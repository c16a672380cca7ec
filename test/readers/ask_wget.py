#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ask_wget.py LIBRARY: asks wget, with the library of wget_preload.c; with --version, prints its version. Requests and answers:
compare.py.

Each text is an argument of a command line. A process gets many, each after a URL of the host "uriel-mark.invalid", whose lookup
begins the report of the text. wget reports the scheme in its log. It repeats some failed URLs in another encoding: the first lookup
counts.
"""
import os
import re
import subprocess
import sys

MARK = "uriel-mark.invalid"
BATCH = 400
OPTIONS = ["--no-config", "--no-proxy", "--no-hsts", "--no-dns-cache", "--no-cookies", "--tries=1", "--output-document=/dev/null", "--"]
REPORT = re.compile(rb"^(?:--\d{4}-\d\d-\d\d \d\d:\d\d:\d\d--  ([a-z]+)://|uriel-lookup ([0-9a-f]*)$|uriel-connect (\d+)$)", re.M)


def ask(library, texts):
    arguments = [part for text in texts for part in (b"http://" + MARK.encode() + b"/", text)]
    done = subprocess.run(["/usr/bin/wget", *OPTIONS, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env={**os.environ, "LD_PRELOAD": library})
    answers, mark = [], MARK.encode().hex().encode()
    scheme = host = None
    for found in REPORT.finditer(done.stderr):
        if found[2] == mark:
            answers.append(None)
            scheme, host = b"", None
        elif not answers:
            continue
        elif found[1]:
            scheme = scheme or found[1]
        elif found[2] is not None:
            host = found[2] if host is None else host
        elif host is not None and answers[-1] is None:
            answers[-1] = f"{scheme.hex()}\t{host.decode()}\t{found[3].decode()}"
        elif host is None:
            scheme = b""  # of the mark
    if len(answers) != len(texts):
        raise SystemExit(f"wget stopped: status {done.returncode}: {done.stderr[-300:]!r}")
    return [answer or "-" for answer in answers]


def main():
    if sys.argv[2:] == ["--version"]:
        print(subprocess.run(["/usr/bin/wget", "--version"], stdout=subprocess.PIPE, check=True).stdout.split()[2].decode())
        return
    texts = [bytes.fromhex(line.decode()).split(b"\0")[0] for line in sys.stdin.buffer.read().split(b"\n")[:-1]]
    for at in range(0, len(texts), BATCH):
        print("\n".join(ask(sys.argv[1], texts[at:at + BATCH])))


main()
