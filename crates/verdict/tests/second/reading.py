"""Reads a certificate file (docs/certificates.md) into plain Python values.

Words of a program become tuples whose first element is their name; a linear term is ({quantity: factor}, constant).
Whatever does not follow the format raises Malformed.
"""


from itertools import chain


class Malformed(Exception):
    """The file is not a certificate that this checker can read."""


class Words:
    """A deterministic automaton: states[i] = (accepts, [(lo, hi, target)]), edges ascending and disjoint."""

    def __init__(self, states):
        if not states:
            raise Malformed("a table without states")
        for _, edges in states:
            before = -1
            for lo, hi, target in edges:
                if not (before < lo <= hi and 0 <= target < len(states)):
                    raise Malformed("a bad edge")
                before = hi
        self.states = states


class Numbers:
    """A deterministic automaton over letters of one bit a track.

    A diagram is ('n', node) or ('leaf', value); nodes[i] = (track, low, high); rows[i] = (next, last)."""

    def __init__(self, tracks, nodes, rows):
        if not rows:
            raise Malformed("a table without rows")
        highest = []
        for at, (track, low, high) in enumerate(nodes):
            best = 0
            for kind, value in (low, high):
                if kind == "n":
                    if value >= at or nodes[value][0] <= track:
                        raise Malformed("a node out of order")
                    best = max(best, highest[value])
                else:
                    best = max(best, value)
            if track >= tracks:
                raise Malformed("no such track")
            highest.append(best)
        for row in rows:
            for (kind, value), end in zip(row, (len(rows), 2)):
                if kind == "n" and value >= len(nodes):
                    raise Malformed("no such node")
                if (highest[value] if kind == "n" else value) >= end:
                    raise Malformed("a diagram that leads nowhere")
        self.tracks, self.nodes, self.rows = tracks, nodes, rows


class Case:
    """The facts of one case."""

    def __init__(self):
        self.languages = {}
        self.values = {}
        self.tuples = []
        # Sums that are 0 or less.
        self.sums = []
        self.equal = []
        self.slices = []
        self.definitions = []
        self.counts, self.hints = [], []

    def without(self, facts):
        """The case without some facts: (kind, which)."""
        case, gone = Case(), set(map(repr, facts))
        case.counts, case.hints = self.counts, self.hints
        keep = lambda kind, what: repr((kind, what)) not in gone
        case.languages = {var: table for var, table in self.languages.items() if keep("language", var)}
        case.values = {var: value for var, value in self.values.items() if keep("value", var)}
        case.tuples = [fact for at, fact in enumerate(self.tuples) if keep("tuple", at)]
        case.sums = [fact for fact in self.sums if keep("sum", fact)]
        case.equal = [fact for fact in self.equal if keep("equal", fact)]
        case.slices = [fact for fact in self.slices if keep("slice", fact)]
        case.definitions = [fact for at, fact in enumerate(self.definitions) if keep("define", at)]
        return case

    def says_nothing(self):
        facts = (self.languages, self.values, self.tuples, self.sums, self.equal, self.slices, self.definitions)
        return not any(facts)


class File:
    """A whole certificate file."""

    def __init__(self):
        self.functions, self.languages, self.code, self.claims = [], [], [], []


class Claim:
    """Facts that are inductive by themselves: the cases of each label."""

    def __init__(self):
        self.labels, self.words, self.numbers = [], [], []
        # Kinds of facts that this checker leaves out.
        self.unknown = set()


def number(text):
    if not (text.isascii() and text.isdigit()):
        raise Malformed("not a number: " + text)
    return int(text)


def signed(text):
    return -number(text[1:]) if text[:1] == "-" else number(text)


def index(letter, text):
    if text[:1] != letter:
        raise Malformed("expected %s: %s" % (letter, text))
    return number(text[1:])


def word(text):
    if text[:1] != "w":
        raise Malformed("expected a word: " + text)
    return tuple(number(part) for part in text[1:].split(".")) if text[1:] else ()


def term(text):
    return ("word", word(text)) if text[:1] == "w" else ("var", index("s", text))


def linear(text):
    *parts, constant = text.split(",")
    factors = {}
    for part in parts:
        quantity, factor = part.split("*")
        if quantity[:1] not in "il":
            raise Malformed("no quantity: " + quantity)
        factors[(quantity[:1], number(quantity[1:]))] = signed(factor)
    return factors, signed(constant)


def literal(words):
    """Reads a literal from an iterator of words: (holds, test)."""
    holds = {"is": True, "not": False}[next(words)]
    name = next(words)
    if name == "true":
        return holds, ("true", index("b", next(words)))
    if name == "in":
        return holds, ("in", term(next(words)), index("r", next(words)))
    if name in ("equal", "contains", "starts", "ends"):
        return holds, (name, term(next(words)), term(next(words)))
    if name in ("zero", "most"):
        return holds, (name, linear(next(words)))
    raise Malformed("no test: " + name)


def condition(words):
    """Reads a condition: ('all' or 'any', parts) or ('literal', (holds, test))."""
    first = next(words)
    if first in ("all", "any"):
        return first, [condition(words) for _ in range(number(next(words)))]
    return "literal", literal(chain([first], words))


def string_value(words):
    name = next(words)
    if name in ("copy", "reverse"):
        return name, term(next(words))
    if name == "concat":
        return name, [term(next(words)) for _ in range(number(next(words)))]
    if name == "slice":
        of, start, end = term(next(words)), linear(next(words)), next(words)
        return name, of, start, None if end == "end" else linear(end)
    if name == "apply":
        return name, number(next(words)), term(next(words))
    if name in ("replace", "replace-match"):
        which, of = next(words), term(next(words))
        what = term(next(words)) if name == "replace" else word(next(words))
        return name, which, of, what, term(next(words))
    if name == "repeat":
        return name, term(next(words)), linear(next(words))
    if name == "numeral":
        return name, linear(next(words)), number(next(words))
    if name == "input":
        return (name,)
    if name == "input-in":
        return name, index("r", next(words))
    if name == "input-to":
        return name, linear(next(words))
    raise Malformed("no string expression: " + name)


def integer_value(words):
    name = next(words)
    if name == "sum":
        return name, linear(next(words))
    if name == "index":
        return name, term(next(words)), term(next(words)), linear(next(words))
    if name == "last-index":
        return name, term(next(words)), term(next(words))
    if name == "code":
        return name, term(next(words)), linear(next(words))
    if name == "parse":
        return name, term(next(words)), number(next(words))
    if name == "input":
        return (name,)
    return name, linear(next(words)), linear(next(words))


def action(words):
    name = next(words)
    if name == "string":
        return name, index("s", next(words)), string_value(words)
    if name == "integer":
        return name, index("i", next(words)), next(words), integer_value(words)
    if name == "boolean":
        return name, index("b", next(words)), condition(words)
    if name == "havoc":
        text = next(words)
        return name, text[:1], number(text[1:])
    if name == "assume":
        return name, condition(words)
    if name == "assert":
        return name, number(next(words)), condition(words)
    if name == "jump":
        return name, number(next(words))
    if name == "branch":
        return name, number(next(words)), condition(words)
    if name in ("return", "halt", "abort"):
        return (name,)
    raise Malformed("no action: " + name)


def read(text):
    """Reads the whole file."""
    lines = [line.split() for line in text.split("\n")]
    if lines and not lines[-1]:
        lines.pop()
    if not lines or lines[0] != ["stringent", "certificate", "1"]:
        raise Malformed("no certificate of version 1")
    try:
        return Reader(lines).file()
    except (KeyError, ValueError, IndexError, StopIteration, RuntimeError) as error:
        raise Malformed("cannot be read: %r" % (error,))


class Reader:
    """The lines that are still to be read."""

    def __init__(self, lines):
        self.lines, self.at = lines, 1

    def peek(self):
        return self.lines[self.at][0] if self.at < len(self.lines) and self.lines[self.at] else None

    def take(self):
        self.at += 1
        return self.lines[self.at - 1][1:]

    def expect(self, keyword):
        if self.peek() != keyword:
            raise Malformed("line %d: expected %s" % (self.at + 1, keyword))
        return self.take()

    def file(self):
        result = File()
        self.expect("program")
        last, *marked = self.expect("alphabet")
        result.last, result.marked = number(last), marked == ["marked"]
        result.strings, result.integers, result.booleans = map(number, self.expect("variables"))
        result.assertions = number(self.expect("assertions")[0])
        while self.peek() == "language":
            self.numbered(len(result.languages))
            result.languages.append(self.words())
        while self.peek() == "function":
            self.numbered(len(result.functions))
            result.functions.append(self.function())
        while self.peek() == "label":
            at, *words = self.take()
            if number(at) != len(result.code):
                raise Malformed("labels out of order")
            result.code.append(action(iter(words)))
        while not result.claims or self.peek() == "facts":
            self.expect("facts")
            result.claims.append(self.claim())
        self.expect("end")
        if self.at != len(self.lines):
            raise Malformed("something after the end")
        return result

    def claim(self):
        claim = Claim()
        while self.peek() == "words":
            self.numbered(len(claim.words))
            claim.words.append(self.words())
        while self.peek() == "numbers":
            tracks = number(self.lines[self.at][1])
            self.lines[self.at] = ["numbers", self.lines[self.at][2]]
            self.numbered(len(claim.numbers))
            claim.numbers.append(self.table(tracks))
        while self.peek() == "at":
            self.numbered(len(claim.labels))
            cases = []
            while self.peek() == "case":
                self.take()
                cases.append(self.case(claim))
            claim.labels.append(cases)
        return claim

    def numbered(self, expected):
        if number(self.take()[0]) != expected:
            raise Malformed("line %d: number %d expected" % (self.at, expected))

    def words(self):
        states = []
        while self.peek() in ("state", "final"):
            accepts = self.peek() == "final"
            edges = []
            for edge in self.take():
                ends, target = edge.split(":")
                lo, hi = ends.split("-")
                edges.append((number(lo), number(hi), number(target)))
            states.append((accepts, edges))
        return Words(states)

    def function(self):
        """[(ending or None, [(ranges or None, before, shift or None, after, target)])], one a state."""
        states = []
        while self.peek() in ("state", "final"):
            ends = self.peek() == "final"
            rest = self.take()
            moves = []
            while self.peek() == "move":
                reads, before, copied, after, target = self.take()
                ranges = None
                if reads != "nothing":
                    ranges = [tuple(map(number, part.split("-"))) for part in reads.split(",")]
                shift = None if copied == "none" else signed(copied)
                moves.append((ranges, word(before), shift, word(after), number(target)))
            states.append((word(rest[0]) if ends else None, moves))
        if any(move[4] >= len(states) for _, moves in states for move in moves) or not states:
            raise Malformed("a function that leads nowhere")
        return states

    def table(self, tracks):
        def diagram(text):
            return ("n", number(text[1:])) if text[:1] == "n" else ("leaf", number(text))

        nodes, rows = [], []
        while self.peek() == "node":
            track, low, high = self.take()
            nodes.append((number(track), diagram(low), diagram(high)))
        while self.peek() == "row":
            first, last = self.take()
            rows.append((diagram(first), diagram(last)))
        return Numbers(tracks, nodes, rows)

    def case(self, result):
        case = Case()
        while self.peek() not in ("case", "at", "facts", "end", None):
            kind = self.peek()
            words = self.take()
            if kind == "language":
                case.languages[index("s", words[0])] = result.words[number(words[1])]
            elif kind == "value":
                case.values[index("b", words[0])] = {"true": True, "false": False}[words[1]]
            elif kind == "tuple":
                quantities = [(text[:1], number(text[1:])) for text in words[1:]]
                table = result.numbers[number(words[0])]
                if len(quantities) != table.tracks or any(kind not in "il" for kind, _ in quantities):
                    raise Malformed("a tuple that does not fit its table")
                case.tuples.append((quantities, table))
            elif kind == "atmost":
                case.sums.append(linear(words[0]))
            elif kind == "equal":
                case.equal.append((index("s", words[0]), index("s", words[1])))
            elif kind == "slice":
                end = None if words[3] == "end" else number(words[3])
                case.slices.append((index("s", words[0]), index("s", words[1]), number(words[2]), end))
            elif kind == "define":
                case.definitions.append((index("b", words[0]), literal(iter(words[1:]))))
            elif kind == "count":
                case.counts.append(words[0])
            elif kind == "hint":
                case.hints.append(([], []))
            elif kind in ("bound", "length"):
                case.hints[-1][kind == "length"].append((index("s", words[0]), words[1]))
            elif kind not in ("natural", "sides", "moved"):
                result.unknown.add(kind)
        return case
