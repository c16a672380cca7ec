# SPDX-License-Identifier: MIT
"""ABNF (RFC 2234) of a regular language, read from text and made into a minimal automaton over bytes.

Grammar(text).automaton(rule) gives an Automaton, which tells members from others and the first byte with which no
member could go on.
"""
import re

TOKEN = re.compile(r"""
    (?P<string>"[^"]*") | <(?P<prose>[^>]*)> | %x(?P<low>[0-9A-Fa-f]+)(?:-(?P<high>[0-9A-Fa-f]+))?
  | (?P<repeat>\d*\*\d*|\d+) | (?P<name>[A-Za-z][A-Za-z0-9-]*) | (?P<mark>[=/()\[\]])
  | (?P<skip>\s+|;[^\n]*)""", re.X)


class Grammar:
    """The rules of an ABNF text, each a tree of tuples: set, sequence, choice, repeat, rule."""

    def __init__(self, text):
        self.rules = {}
        for chunk in re.split(r"\n(?=[A-Za-z])", "\n" + text):
            if chunk.strip() and not chunk.lstrip().startswith(";"):
                self._read_rule(chunk)

    def _read_rule(self, chunk):
        tokens, at = [], 0
        while at < len(chunk):
            match = TOKEN.match(chunk, at)
            if not match:
                raise ValueError(f"not ABNF: {chunk[at:at + 20]!r}")
            if match.lastgroup != "skip":
                tokens.append(match)
            at = match.end()
        if len(tokens) < 3 or not tokens[0]["name"] or tokens[1]["mark"] != "=":
            raise ValueError(f"not a rule: {chunk!r}")
        self._tokens, self._at = tokens[2:], 0
        self.rules[tokens[0]["name"]] = self._choice()
        if self._at != len(self._tokens):
            raise ValueError(f"not a rule: {chunk!r}")

    def _mark(self):
        return self._tokens[self._at]["mark"] if self._at < len(self._tokens) else ""

    def _choice(self):
        branches = [self._sequence()]
        while self._mark() == "/":
            self._at += 1
            branches.append(self._sequence())
        return ("choice", branches)

    def _sequence(self):
        parts = []
        while self._at < len(self._tokens) and self._mark() not in ("/", ")", "]"):
            parts.append(self._repetition())
        return ("sequence", parts)

    def _repetition(self):
        count = self._tokens[self._at]["repeat"]
        if count is None:
            return self._element()
        self._at += 1
        low, star, high = count.partition("*")
        low = int(low or 0)
        return ("repeat", low, (int(high) if high else None) if star else low, self._element())

    def _element(self):
        token = self._tokens[self._at]
        self._at += 1
        if token["string"] is not None:
            # RFC 2234, 2.3: strings are case-insensitive.
            return ("sequence", [("set", frozenset((ord(c.lower()), ord(c.upper())))) for c in token["string"][1:-1]])
        if token["low"]:
            low = int(token["low"], 16)
            return ("set", frozenset(range(low, int(token["high"] or token["low"], 16) + 1)))
        if token["name"] or token["prose"]:
            return ("rule", token["name"] or token["prose"])
        if token["mark"] not in ("(", "["):
            raise ValueError(f"not an element: {token[0]!r}")
        inner = self._choice()
        if self._mark() != {"(": ")", "[": "]"}[token["mark"]]:
            raise ValueError("a bracket without its other")
        self._at += 1
        return inner if token["mark"] == "(" else ("repeat", 0, 1, inner)

    def automaton(self, *rules):
        """The automaton of the union of the rules."""
        nfa = Nfa(self.rules)
        begin, end = nfa.state(), nfa.state()
        nfa.add(("choice", [("rule", rule) for rule in rules]), begin, end)
        return determinize(nfa, begin, end)


class Nfa:
    """A Thompson automaton: `free` edges take no byte, `edges` take one of a set."""

    def __init__(self, rules):
        self.rules, self.free, self.edges = rules, [], []

    def state(self):
        self.free.append([])
        self.edges.append([])
        return len(self.free) - 1

    def add(self, node, begin, end):
        getattr(self, "_" + node[0])(node, begin, end)

    def _set(self, node, begin, end):
        self.edges[begin].append((node[1], end))

    def _rule(self, node, begin, end):
        self.add(self.rules[node[1]], begin, end)

    def _choice(self, node, begin, end):
        for branch in node[1]:
            self.add(branch, begin, end)

    def _sequence(self, node, begin, end):
        for part in node[1]:
            step = self.state()
            self.add(part, begin, step)
            begin = step
        self.free[begin].append(end)

    def _repeat(self, node, begin, end):
        _, low, high, part = node
        for _ in range(low):
            step = self.state()
            self.add(part, begin, step)
            begin = step
        if high is None:
            loop = self.state()
            self.free[begin].append(loop)
            self.add(("sequence", [part]), loop, loop)
            self.free[loop].append(end)
            return
        for _ in range(high - low):
            self.free[begin].append(end)
            step = self.state()
            self.add(part, begin, step)
            begin = step
        self.free[begin].append(end)

    def closure(self, states):
        seen, stack = set(states), list(states)
        while stack:
            for other in self.free[stack.pop()]:
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        return frozenset(seen)


def determinize(nfa, begin, end):
    """Subset construction, then minimisation; states from which no member can be reached are left out."""
    start = nfa.closure([begin])
    number, rows, order = {start: 0}, [], [start]
    for subset in order:
        row, moves = [-1] * 256, {}
        for accepted, other in (edge for state in subset for edge in nfa.edges[state]):
            for byte in accepted:
                moves.setdefault(byte, set()).add(other)
        for byte, to in moves.items():
            target = nfa.closure(to)
            if target not in number:
                number[target] = len(order)
                order.append(target)
            row[byte] = number[target]
        rows.append(row)
    return minimize(rows, [end in subset for subset in order])


def living(rows, accept):
    """The states from which an accepting one can be reached."""
    alive = {state for state, yes in enumerate(accept) if yes}
    grew = True
    while grew:
        more = {state for state, row in enumerate(rows) if state not in alive and not alive.isdisjoint(row)}
        alive |= more
        grew = bool(more)
    return alive


def minimize(rows, accept):
    """Moore's refinement. Part -1 is the dead one."""
    alive = living(rows, accept)
    part = [int(yes) if state in alive else -1 for state, yes in enumerate(accept)]
    while True:
        signatures, refined = {}, []
        for state, row in enumerate(rows):
            if state not in alive:
                refined.append(-1)
                continue
            signature = (part[state], tuple(part[to] if to >= 0 else -1 for to in row))
            refined.append(signatures.setdefault(signature, len(signatures)))
        stable = len(set(refined)) == len(set(part))
        part = refined  # numbered from 0, which the parts at first are not
        if stable:
            break
    table, accepting = {}, {}
    for state, row in enumerate(rows):
        if part[state] >= 0:
            table[part[state]] = [part[to] if to >= 0 else -1 for to in row]
            accepting[part[state]] = accept[state]
    size = len(table)
    return Automaton(part[0], [table[s] for s in range(size)], [accepting[s] for s in range(size)])


class Automaton:
    """A deterministic automaton in which every state lies on the way to a member."""

    def __init__(self, start, rows, accept):
        self.start, self.rows, self.accept = start, rows, accept
        self.distance = self._distances()
        self.class_of = {byte: number for number, bytes_of in enumerate(self.classes()) for byte in bytes_of}

    def _distances(self):
        """How few bytes lead from each state to a member's end."""
        distance = [0 if yes else None for yes in self.accept]
        step = 0
        while None in distance:
            step += 1
            for state, row in enumerate(self.rows):
                if distance[state] is None and any(to >= 0 and distance[to] == step - 1 for to in row):
                    distance[state] = step
        return distance

    def offset(self, text):
        """The first byte with which no member could go on, the length where only the end is wrong; None: a member."""
        state = self.start
        for at, byte in enumerate(text):
            state = self.rows[state][byte]
            if state < 0:
                return at
        return None if self.accept[state] else len(text)

    def classes(self):
        """The bytes that the language tells apart: lists of bytes that lead to the same states everywhere."""
        columns = {}
        for byte in range(256):
            columns.setdefault(tuple(row[byte] for row in self.rows), []).append(byte)
        return sorted(columns.values())

    def member(self, random, length):
        """A random member, hardly longer than `length`: a walk of random classes that makes for an end when long."""
        state, text = self.start, bytearray()
        while not (self.accept[state] and (len(text) >= length or random.random() < 0.06)):
            near = len(text) >= length
            moves = {}
            for byte, to in enumerate(self.rows[state]):
                if to >= 0 and (not near or self.distance[to] < self.distance[state]):
                    moves.setdefault(self.class_of[byte], []).append(byte)
            if not moves:
                break
            text.append(random.choice(moves[random.choice(list(moves))]))
            state = self.rows[state][text[-1]]
        return bytes(text)
