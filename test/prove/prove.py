#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""prove.py VERDICT [--length N] [--random N] [--seed N] [--rule "name = ..."]: compares what the verdict program says
of texts with what RFC 3986 says of them.

The texts are every one up to --length symbols over an alphabet with one byte for each class that the grammar tells
apart (the classes are worked out from the grammar), then --random members and near misses. --rule replaces a rule
of the grammar: a proof of another language has to fail.
"""
import argparse
import pathlib
import random
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
from oracle import Oracle

BATCH = 200_000
SHOWN = 20
EMBEDDED = (  # rules that a walk from the top rarely gets through, and what to put around a member
    ("URI-reference", b"", b""), ("authority", b"//", b""), ("authority", b"s://", b"/p?q"),
    ("IPv6address", b"//[", b"]"), ("IPv6address", b"h://[", b"]:1/"), ("IPvFuture", b"//[", b"]"),
    ("IPv4address", b"//", b""), ("IPv4address", b"//[::", b"]"), ("scheme", b"", b":p"),
)


def alphabet(classes):
    """A byte for each class: a letter or digit where it has one, NUL never."""
    return bytes(next((b for b in members if chr(b).isalnum() and b < 128), members[-1]) for members in classes)


def all_texts(symbols, length):
    """Every text of up to `length` symbols, the shorter ones first."""
    layer = [b""]
    yield b""
    for step in range(length):
        last = step == length - 1
        following = []
        for text in layer:
            for symbol in symbols:
                longer = text + bytes((symbol,))
                yield longer
                if not last:
                    following.append(longer)
        layer = following


def mutate(rng, text, interesting):
    """A near miss: a byte changed, put in, taken out, doubled, or a piece moved."""
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


def random_texts(oracle, interesting, count, seed):
    """Members by random walks on the automata, and as many mutations of them."""
    rng = random.Random(seed)
    for _ in range(count // 2):
        rule, before, after = rng.choice(EMBEDDED)
        automaton = oracle.reference if rule == "URI-reference" else oracle.rules[rule]
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


def verdicts(program, batch):
    stream = b"".join(struct.pack("<I", len(text)) + text for text in batch)
    run = subprocess.run([program], input=stream, stdout=subprocess.PIPE, check=False)
    if run.returncode:
        sys.exit(f"prove: {program} ended with status {run.returncode}")
    return run.stdout.decode("ascii").splitlines()


def prove(program, oracle, texts):
    """Prints the first disagreements; returns how many texts, members and disagreements there were."""
    total = members = wrong = 0
    for batch in batches(texts):
        got = verdicts(program, batch)
        if len(got) != len(batch):
            sys.exit(f"prove: {len(batch)} texts, {len(got)} verdicts")
        for text, line in zip(batch, got):
            expected = oracle.line(text)
            members += expected[0] == "+"
            if line != expected:
                wrong += 1
                if wrong <= SHOWN:
                    print(f"{text!r}\n  expected {expected}\n  got      {line}")
        total += len(batch)
    return total, members, wrong


def report(what, counts):
    total, members, wrong = counts
    print(f"{what}: {total} texts, {members} of them references, {wrong} disagreements", flush=True)
    return wrong


def changed_grammar(rule):
    text = pathlib.Path(__file__).with_name("rfc3986.abnf").read_text()
    name = rule.split("=")[0].strip()
    changed, count = re.subn(rf"(?m)^{re.escape(name)} +=.*(\n[ ].*)*", lambda _: rule, text)
    if count != 1:
        sys.exit(f"prove: the grammar has no rule {name}")
    return changed


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("verdict")
    arguments.add_argument("--length", type=int, default=3)
    arguments.add_argument("--random", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=3986)
    arguments.add_argument("--rule")
    given = arguments.parse_args()
    oracle = Oracle(changed_grammar(given.rule) if given.rule else None)
    classes = oracle.reference.classes()
    symbols = alphabet(classes)
    print(f"{len(oracle.reference.rows)} states, {len(classes)} classes of bytes: {symbols!r}")
    wrong = report(f"all texts of up to {given.length} symbols",
                   prove(given.verdict, oracle, all_texts(symbols, given.length)))
    wrong += report(f"random members and near misses (seed {given.seed})",
                    prove(given.verdict, oracle, random_texts(oracle, symbols, given.random, given.seed)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
