#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""prove.py FOLDER [LANGUAGE...]: compares the verdicts of the library on texts with the documents. FOLDER has the programs verdict
and sweep; the languages (by default all in oracle.py) are documents with options.

For each language these texts are tried:
  - every text of up to --length symbols over an alphabet with one byte for each class that the grammar distinguishes;
  - for each state of the language's automaton, the shortest text that leads to it, followed by every text of up to --after
    symbols, and the same for single rules: this tries each position in each rule, however deep;
  - --random members, from walks on the automata, including single rules, and near misses.
The first two kinds, hundreds of millions of texts, are enumerated in C (sweep.c). --rule replaces a rule of the document: the
proof must then fail.
"""
import argparse
import concurrent.futures
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from abnf import symbol_of
from oracle import LANGUAGES

BATCH = 100_000
SHOWN = 20


class Report:
    """Counts, and what to print of the first disagreements."""

    def __init__(self):
        self.texts = self.members = self.wrong = 0
        self.lines = []

    def disagree(self, text, expected, got):
        self.wrong += 1
        if self.wrong <= SHOWN:
            self.lines.append(f"  {text!r}\n    expected {expected}\n    got      {got}")

    def say(self, name, what):
        self.lines.insert(0, f"{name}: {what}: {self.texts} texts, {self.members} of them members, "
                             f"{self.wrong} disagreements")
        return self


def alphabet(language):
    """A byte for each class that the whole rule or the rule of a component distinguishes, with the number of the latter class."""
    like = language.told_apart()
    classes = {}
    for byte in range(256):
        classes.setdefault((language.all.class_of[byte], like[byte]), []).append(byte)
    numbers = {}
    return [(symbol_of(members), numbers.setdefault(like[members[0]], len(numbers))) for members in classes.values()]


def sweep_input(language, symbols, stems):
    rows, accept = language.all.rows, language.all.accept
    yield f"{len(symbols)}"
    for byte, like in symbols:
        yield f"{byte} {like}"
    yield f"{len(rows)}"
    for row, accepts in zip(rows, accept):
        yield " ".join(map(str, (int(accepts), *(row[byte] for byte, _ in symbols))))
    yield f"{int(language.every_error)}"
    for stem, most in stems.items():
        yield " ".join(map(str, (most, language.all.run(stem), len(stem), *stem)))


def stems_of(language, after):
    """The texts to extend, and the number of symbols: for each state of the whole language the shortest text that leads to it, and
    the same, with one symbol less, for the rules that are walked, after their prefixes."""
    stems = {}
    for automaton, before, _ in language.walked:
        for stem in automaton.stems().values():
            if language.all.run(before + stem) >= 0:
                stems[before + stem] = after - 1
    stems.update((stem, after) for stem in language.all.stems().values())
    return stems


def words(language):
    return [language.spec, *language.options]


def sweep(folder, language, symbols, stems):
    """All texts of a stem followed by up to this many symbols."""
    report = Report()
    with tempfile.TemporaryFile("w+", encoding="ascii") as given:
        given.write("\n".join(sweep_input(language, symbols, stems)))
        given.seek(0)
        run = subprocess.Popen([folder / "sweep", *words(language)], stdin=given, stdout=subprocess.PIPE, text=True,
                               encoding="ascii")
    with run:
        for answer in run.stdout:
            first, _, rest = answer.rstrip("\n").partition(" ")
            if first == "=":
                report.texts, report.members, wrong = map(int, rest.split())
                report.wrong += max(0, wrong - SHOWN)
                continue
            if first == "x":
                first, _, rest = rest.partition(" ")
            text = bytes.fromhex(first.strip("-"))
            expected = language.line(text)
            if rest != expected or answer.startswith("x"):
                report.disagree(text, expected, rest)
    if run.returncode:
        sys.exit(f"prove: sweep ended with status {run.returncode}")
    return report


def mutate(rng, text, interesting):
    """A near miss: a byte is changed, inserted, removed or doubled, or a piece is moved."""
    data = bytearray(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(data))
        kind = rng.randrange(5)
        byte = rng.choice(interesting) if rng.random() < 0.8 else rng.randrange(256)
        if kind == 0:
            data.insert(at, byte)
        elif kind == 1 and at < len(data):
            data[at] = byte
        elif kind == 2:
            del data[at:at + rng.randint(1, 3)]
        elif kind == 3:
            data[at:at] = data[at:at + rng.randint(1, 4)]
        else:
            piece = data[at:at + 3]
            del data[at:at + 3]
            to = rng.randint(0, len(data))
            data[to:to] = piece
    return bytes(data)


def random_texts(language, interesting, count, seed):
    """Members by random walks on the automata, and as many mutations of them."""
    rng = random.Random(seed)
    for _ in range(count // 2):
        automaton, before, after = rng.choice(language.walked)
        text = before + automaton.member(rng, rng.choice((4, 12, 40, 90))) + after
        yield text
        yield mutate(rng, text, interesting)


def batches(texts):
    batch = []
    for text in texts:
        batch.append(text)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def verdicts(folder, language, batch):
    stream = b"".join(struct.pack("<I", len(text)) + text for text in batch)
    run = subprocess.run([folder / "verdict", *words(language)], input=stream, stdout=subprocess.PIPE, check=False)
    lines = run.stdout.decode("ascii").splitlines()
    if run.returncode or len(lines) != len(batch):
        sys.exit(f"prove: verdict ended with status {run.returncode} and {len(lines)} lines for {len(batch)} texts")
    return lines


def sample(folder, language, texts):
    report = Report()
    for batch in batches(texts):
        for text, line in zip(batch, verdicts(folder, language, batch)):
            expected = language.line(text)
            report.members += expected[0] == "+"
            if line != expected:
                report.disagree(text, expected, line)
        report.texts += len(batch)
    return report


def prove(name, given):
    """The lines to print for one language, and the number of disagreements."""
    begin = time.monotonic()
    language = LANGUAGES[name](given.rule)
    symbols = alphabet(language)
    interesting = bytes(byte for byte, _ in symbols)
    stems = stems_of(language, given.after)
    reports = (
        sweep(given.folder, language, symbols, {b"": given.length}).say(
            name, f"all of up to {given.length} of {len(symbols)} symbols"),
        sweep(given.folder, language, symbols, stems).say(
            name, f"up to {given.after} symbols after each of {len(stems)} texts"),
        sample(given.folder, language, random_texts(language, interesting, given.random, given.seed)).say(
            name, f"random (seed {given.seed})"),
    )
    lines = [line for report in reports for line in report.lines]
    return [*lines, f"{name}: {time.monotonic() - begin:.0f} s"], sum(report.wrong for report in reports)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("languages", nargs="*", metavar="language", help=", ".join(LANGUAGES))
    arguments.add_argument("--length", type=int, default=3)
    arguments.add_argument("--after", type=int, default=1)
    arguments.add_argument("--random", type=int, default=20_000)
    arguments.add_argument("--seed", type=int, default=3986)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--rule")
    given = arguments.parse_args()
    unknown = set(given.languages) - LANGUAGES.keys()
    if unknown:
        arguments.error(f"no such language: {', '.join(unknown)}")
    wrong = 0
    with concurrent.futures.ProcessPoolExecutor(given.jobs) as pool:
        proofs = [pool.submit(prove, name, given) for name in given.languages or LANGUAGES]
        for proof in concurrent.futures.as_completed(proofs):
            lines, disagreements = proof.result()
            print("\n".join(lines), flush=True)
            wrong += disagreements
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
