# SPDX-License-Identifier: MIT
"""Rules of a regular language, read from text and compiled to a minimal automaton over bytes.

Abnf(text) reads ABNF (RFC 2234), with RFC 822's "|" as well as "/", Utf8Abnf(text) the same over UTF-8, Bnf(text) the notation of
the drafts of 1993 and 1994, AngleBnf(text) the notation of RFC 2141. Their automaton(rule) returns an Automaton, which decides
whether a text is a member, and finds the first byte that no member has after the preceding text.
"""
import re


class Grammar:
    """The rules of a text, each a tree of tuples: set, sequence, choice, repeat, rule. A notation defines its tokens (TOKEN, with
    at least the groups `name`, `mark` and `skip`), the separator of alternatives (OR), the brackets (CLOSING), the start of a
    rule (_name) and elements (_element)."""

    BEGIN = "[A-Za-z]"  # what a rule's first line begins with

    def __init__(self, text):
        self.rules = {}
        for chunk in re.split(rf"\n(?={self.BEGIN})", "\n" + text):
            if chunk.strip() and not chunk.lstrip().startswith(self.COMMENT):
                self._read_rule(re.sub(rf"(?m)^{self.COMMENT}.*", "", chunk))

    def _read_rule(self, chunk):
        tokens, at = [], 0
        while at < len(chunk):
            match = self.TOKEN.match(chunk, at)
            if not match:
                raise ValueError(f"no token: {chunk[at:at + 20]!r}")
            if match.lastgroup != "skip":
                tokens.append(match.groupdict())
            at = match.end()
        self._tokens, self._at = tokens, 0
        name = self._name()
        self.rules[name.lower()] = self._choice()
        if not name or self._at != len(self._tokens):
            raise ValueError(f"not a rule: {chunk!r}")

    def _next(self):
        self._at += 1
        return self._tokens[self._at - 1] if self._at <= len(self._tokens) else {}

    def _mark(self):
        return self._tokens[self._at]["mark"] if self._at < len(self._tokens) else None

    def _choice(self):
        branches = [self._sequence()]
        while self._mark() and self._mark() in self.OR:
            self._at += 1
            branches.append(self._sequence())
        return ("choice", branches)

    def _sequence(self):
        parts = []
        while self._at < len(self._tokens) and not (self._mark() and self._mark() in self.OR + ")]"):
            parts.append(self._element())
        return ("sequence", parts)

    def _bracketed(self, opening):
        inner = self._choice()
        if self._next().get("mark") != {"(": ")", "[": "]"}[opening]:
            raise ValueError("a bracket without its other")
        return inner if opening == "(" else ("repeat", 0, 1, inner)

    def automaton(self, *rules):
        """The automaton of the union of the rules."""
        nfa = Nfa(self.rules)
        begin, end = nfa.state(), nfa.state()
        nfa.add(("choice", [("rule", rule) for rule in rules]), begin, end)
        return determinize(nfa, begin, end)


class Abnf(Grammar):
    """ABNF. Names and strings are the same in either case (RFC 2234, 2.1 and 2.3)."""

    COMMENT = ";"
    OR = "/|"
    TOKEN = re.compile(r"""
        (?P<string>"[^"]*") | <(?P<prose>[^>]*)> | %x(?P<low>[0-9A-Fa-f]+)(?:-(?P<high>[0-9A-Fa-f]+))?
      | (?P<repeat>\d*\*\d*|\d+) | (?P<name>[A-Za-z][A-Za-z0-9_-]*) | (?P<mark>[=/|()\[\]])
      | (?P<skip>\s+|;[^\n]*)""", re.X)

    def _name(self):
        name = self._next()["name"]
        return name if self._next().get("mark") == "=" else None

    def _element(self):
        count = self._tokens[self._at]["repeat"]
        if count is None:
            return self._single()
        self._at += 1
        low, star, high = count.replace(",", "*").partition("*")
        low = int(low or 0)
        return ("repeat", low, (int(high) if high else None) if star else low, self._single())

    def _single(self):
        token = self._next()
        if token["string"] is not None:
            return ("sequence", [("set", frozenset((ord(c.lower()), ord(c.upper())))) for c in token["string"][1:-1]])
        if token["low"]:
            low = int(token["low"], 16)
            return ("set", frozenset(range(low, int(token["high"] or token["low"], 16) + 1)))
        if token["name"] or token["prose"]:
            return ("rule", token["name"] or token["prose"])
        if token["mark"] not in ("(", "["):
            raise ValueError(f"not an element: {token}")
        return self._bracketed(token["mark"])


def utf8_ranges(low, high):
    """The byte sequences of the code points from low to high: lists of (first, last), a pair for each byte."""
    for last in (0x7F, 0x7FF, 0xFFFF):  # a range is cut where the sequences become longer
        if low <= last < high:
            return [*utf8_ranges(low, last), *utf8_ranges(last + 1, high)]
    first, final = chr(low).encode(), chr(high).encode()
    for places in range(1, len(first)):  # and where the trailing bytes would not be a whole range
        bits = (1 << 6 * places) - 1
        if low & ~bits != high & ~bits:
            if low & bits:
                return [*utf8_ranges(low, low | bits), *utf8_ranges((low | bits) + 1, high)]
            if high & bits != bits:
                return [*utf8_ranges(low, (high & ~bits) - 1), *utf8_ranges(high & ~bits, high)]
    return [list(zip(first, final))]


class Utf8Abnf(Abnf):
    """ABNF whose terminal values are code points, over the bytes of UTF-8."""

    def _single(self):
        token = self._tokens[self._at]
        if not token["low"] or int(token["high"] or token["low"], 16) < 0x80:
            return super()._single()
        self._at += 1
        low = int(token["low"], 16)
        return ("choice", [("sequence", [("set", frozenset(range(first, last + 1))) for first, last in sequence])
                           for sequence in utf8_ranges(low, int(token["high"] or token["low"], 16))])


class Bnf(Grammar):
    """The notation of the first drafts: a rule is its name and its definition, words of more than one letter are
    rules, and everything else except "|" and [brackets] is literal. Lines that begin with "#" are comments."""

    COMMENT = "#"
    OR = "|"
    TOKEN = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9-]+)|(?P<mark>[|\[\]])|(?P<skip>\s+)|(?P<itself>.)")

    def _name(self):
        return self._next()["name"]

    def _element(self):
        token = self._next()
        if token["itself"]:
            return ("set", frozenset((ord(token["itself"]),)))
        return ("rule", token["name"]) if token["name"] else self._bracketed(token["mark"])


class AngleBnf(Abnf):
    """The notation of RFC 2141: <names> may contain spaces, "::=" separates the name of a rule from the rule, n,m before an element
    is its number of repetitions. Lines that begin with ";" are comments."""

    BEGIN = "<"
    TOKEN = re.compile(r"""
        (?P<string>"[^"]*") | <(?P<name>[^>]*)> | (?P<repeat>\d*\*\d*|\d+,\d+) | (?P<mark>::=|[|()\[\]])
      | (?P<low>(?!))(?P<high>)(?P<prose>) | (?P<skip>\s+)""", re.X)

    def _name(self):
        name = self._next()["name"]
        return name if self._next().get("mark") == "::=" else None


class Nfa:
    """A Thompson automaton: `free` edges consume no byte, `edges` consume one byte of a set."""

    def __init__(self, rules):
        self.rules, self.free, self.edges = rules, [], []
        self.within, self.looping, self.closures = [], {}, {}

    def state(self):
        self.free.append([])
        self.edges.append([])
        return len(self.free) - 1

    def add(self, node, begin, end, last=False):
        """Adds ways from `begin` to `end` for all members of the node, which is the last item of the rule or not."""
        getattr(self, "_" + node[0])(node, begin, end, last)

    def _set(self, node, begin, end, last):
        self.edges[begin].append((node[1], end))

    def _rule(self, node, begin, end, last):
        name = node[1].lower()
        looping = self.looping if last else {}
        if name in looping:  # "digits = digit [ digits ]": back to where the rule began, and on from where it ends
            self.free[begin].append(looping[name])
            return
        if name in self.within:
            raise ValueError(f"{name} holds itself, and not at its end: no automaton does that")
        before = self.looping
        start = self.state()
        self.free[begin].append(start)
        self.within.append(name)
        self.looping = {**looping, name: start}
        self.add(self.rules[name], start, end, True)
        self.looping = before
        self.within.pop()

    def _choice(self, node, begin, end, last):
        for branch in node[1]:
            self.add(branch, begin, end, last)

    def _sequence(self, node, begin, end, last):
        for number, part in enumerate(node[1], 1):
            step = self.state()
            self.add(part, begin, step, last and number == len(node[1]))
            begin = step
        self.free[begin].append(end)

    def _repeat(self, node, begin, end, last):
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
        for number in range(low, high):
            self.free[begin].append(end)
            step = self.state()
            self.add(part, begin, step, last and number + 1 == high)
            begin = step
        self.free[begin].append(end)

    def closure(self, states, end):
        """The states reached over free edges, if they consume a byte or are the end."""
        return frozenset().union(*(self._free_from(state, end) for state in states))

    def _free_from(self, state, end):
        if state not in self.closures:
            seen, stack = {state}, [state]
            while stack:
                for other in self.free[stack.pop()]:
                    if other not in seen:
                        seen.add(other)
                        stack.append(other)
            self.closures[state] = frozenset(other for other in seen if self.edges[other] or other == end)
        return self.closures[state]


def alike(keys):
    """Lists of the bytes with equal keys."""
    classes = {}
    for byte, key in enumerate(keys):
        classes.setdefault(key, []).append(byte)
    return list(classes.values())


def determinize(nfa, begin, end):
    """Subset construction, then minimisation; states from which no member can be reached are left out."""
    sets = list({accepted for edges in nfa.edges for accepted, _ in edges})
    classes = alike([tuple(byte in accepted for accepted in sets) for byte in range(256)])
    within = {accepted: [members for members in classes if members[0] in accepted] for accepted in sets}
    start = nfa.closure([begin], end)
    number, rows, order = {start: 0}, [], [start]
    for subset in order:
        row, moves = [-1] * 256, {}
        for accepted, other in (edge for state in subset for edge in nfa.edges[state]):
            for members in within[accepted]:
                moves.setdefault(members[0], (members, set()))[1].add(other)
        for members, to in moves.values():
            target = nfa.closure(to, end)
            if target not in number:
                number[target] = len(order)
                order.append(target)
            for byte in members:
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
    columns = [members[0] for members in alike(zip(*rows))]
    narrow = [[row[byte] for byte in columns] for row in rows]
    part = [int(yes) if state in alive else -1 for state, yes in enumerate(accept)] + [-1]  # the last for "to -1"
    while True:
        signatures = {}
        refined = [signatures.setdefault((part[state], *[part[to] for to in narrow[state]]), len(signatures))
                   if state in alive else -1 for state in range(len(rows))] + [-1]
        stable = len(set(refined)) == len(set(part))
        part = refined  # numbered from 0, which the parts at first are not
        if stable:
            break
    table, accepting = {}, {}
    for state, row in enumerate(rows):
        if part[state] >= 0 and part[state] not in table:
            table[part[state]] = [part[to] for to in row]
            accepting[part[state]] = accept[state]
    size = len(table)
    return Automaton(part[0], [table[s] for s in range(size)], [accepting[s] for s in range(size)])


def product(one, other, accepted):
    """The automaton that has each text in its language for which accepted(in one's, in other's) holds."""
    start = (one.start, other.start)
    number, rows, accept, order = {start: 0}, [], [], [start]
    for a, b in order:
        row = []
        for to in zip(one.rows[a] if a >= 0 else [-1] * 256, other.rows[b] if b >= 0 else [-1] * 256):
            if to not in number:
                number[to] = len(order)
                order.append(to)
            row.append(number[to])
        rows.append(row)
        accept.append(accepted(a >= 0 and one.accept[a], b >= 0 and other.accept[b]))
    return minimize(rows, accept)


class Automaton:
    """A deterministic automaton in which every state lies on the way to a member."""

    def __init__(self, start, rows, accept):
        self.start, self.rows, self.accept = start, rows, accept
        self.distance, self.moves = self._distances(), {}
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
        """The first byte that no member has after the preceding text; the length if only the end is wrong; None for a member."""
        state = self.start
        for at, byte in enumerate(text):
            state = self.rows[state][byte]
            if state < 0:
                return at
        return None if self.accept[state] else len(text)

    def run(self, text):
        """The state that the text leads to, -1 where no member begins with it."""
        state = self.start
        for byte in text:
            state = self.rows[state][byte] if state >= 0 else -1
        return state

    def classes(self):
        """The byte classes of the language: lists of bytes that lead to the same states everywhere."""
        return sorted(alike(zip(*self.rows)))

    def stems(self):
        """For each state the first of the shortest texts that lead to it."""
        found, order = {self.start: b""}, [self.start]
        for state in order:
            for members in self.classes():
                to = self.rows[state][symbol_of(members)]
                if to >= 0 and to not in found:
                    found[to] = found[state] + bytes((symbol_of(members),))
                    order.append(to)
        return found

    def _moves(self, state, near):
        """The bytes that may come next, class by class; near the end only bytes that lead nearer to it."""
        if (state, near) not in self.moves:
            moves = {}
            for byte, to in enumerate(self.rows[state]):
                if to >= 0 and (not near or self.distance[to] < self.distance[state]):
                    moves.setdefault(self.class_of[byte], []).append(byte)
            self.moves[state, near] = list(moves.values())
        return self.moves[state, near]

    def member(self, random, length):
        """A random member, hardly longer than `length`: a walk of random classes that makes for an end when long."""
        state, text = self.start, bytearray()
        while not (self.accept[state] and (len(text) >= length or random.random() < 0.06)):
            moves = self._moves(state, len(text) >= length)
            if not moves:
                break
            text.append(random.choice(random.choice(moves)))
            state = self.rows[state][text[-1]]
        return bytes(text)


def symbol_of(members):
    """A byte that stands for its class: a letter or digit where it has one."""
    return next((byte for byte in members if chr(byte).isalnum() and byte < 128), members[-1])
