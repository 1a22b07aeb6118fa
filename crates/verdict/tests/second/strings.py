"""Nondeterministic automata of what strings may be, and the walks over them.

A Graph is a list of states; a state is [accepts, [(lo, hi, target)], [targets reached by reading nothing]].
Every operation here yields at least the words that it should (over-approximates), and says where it is exact.
"""


from reading import Malformed, Words


class TooLarge(Exception):
    """More states than this checker follows: it cannot check the fact."""


LIMIT = 400_000
MARK = 1 << 21


def build(start, expand):
    """The graph whose states are the places found from start; expand(place) = (accepts, edges, jumps)."""
    number, order, graph = {start: 0}, [start], []

    def state(place):
        if place not in number:
            if len(order) > LIMIT:
                raise TooLarge()
            number[place] = len(order)
            order.append(place)
        return number[place]

    while len(graph) < len(order):
        accepts, edges, jumps = expand(order[len(graph)])
        targets = [(lo, hi, state(place)) for lo, hi, place in edges]
        graph.append([accepts, targets, [state(place) for place in jumps]])
    return graph


def alphabet_ranges(last, marked):
    return [(0, last)] + ([(MARK, MARK + last)] if marked else [])


def anything(last, marked):
    return [[True, [(lo, hi, 0) for lo, hi in alphabet_ranges(last, marked)], []]]


def of_word(word):
    return [[False, [(c, c, at + 1)], []] for at, c in enumerate(word)] + [[True, [], []]]


def of_table(table):
    return [[accepts, list(edges), []] for accepts, edges in table.states]


def step(table, state, symbol):
    if state is None:
        return None
    for lo, hi, target in table.states[state][1]:
        if lo <= symbol <= hi:
            return target
    return None


def cut(lo, hi, tables, states):
    """lo..hi in pieces on which every table goes the same way."""
    points = {lo}
    for table, state in zip(tables, states):
        if state is not None:
            for first, final, _ in table.states[state][1]:
                points.update(p for p in (first, final + 1) if lo < p <= hi)
    points = sorted(points)
    return list(zip(points, [p - 1 for p in points[1:]] + [hi]))


def meet(graph, premises):
    """Exact: the words of the graph that are in each table, or not in it: premises = [(table, holds)]."""
    tables = [table for table, _ in premises]

    def expand(place):
        at, states = place
        accepts, edges, jumps = graph[at]
        for (table, holds), state in zip(premises, states):
            accepts = accepts and (state is not None and table.states[state][0]) == holds
        out = []
        for lo, hi, target in edges:
            for first, final in cut(lo, hi, tables, states):
                after = tuple(step(table, state, first) for table, state in zip(tables, states))
                if all(s is not None or not holds for s, (_, holds) in zip(after, premises)):
                    out.append((first, final, (target, after)))
        return accepts, out, [(target, states) for target in jumps]

    return build((0, (0,) * len(premises)), expand)


def intersection(left, right):
    """Exact: the words of both graphs."""

    def expand(place):
        a, b = left[place[0]], right[place[1]]
        edges = [
            (max(lo, low), min(hi, high), (to, target))
            for lo, hi, to in a[1]
            for low, high, target in b[1]
            if low <= hi and lo <= high
        ]
        jumps = [(to, place[1]) for to in a[2]] + [(place[0], to) for to in b[2]]
        return a[0] and b[0], edges, jumps

    return trim(build((0, 0), expand))


def trim(graph):
    """The same words without the states from which none is accepted."""
    sources = [[] for _ in graph]
    for at, (_, edges, jumps) in enumerate(graph):
        for target in [edge[2] for edge in edges] + jumps:
            sources[target].append(at)
    alive = {at for at, state in enumerate(graph) if state[0]}
    stack = list(alive)
    while stack:
        for source in sources[stack.pop()]:
            if source not in alive:
                alive.add(source)
                stack.append(source)
    keep = lambda edges: [edge for edge in edges if edge[2] in alive]
    return [[a, keep(edges), [to for to in jumps if to in alive]] for a, edges, jumps in graph]


def is_empty(graph):
    seen, stack = {0}, [0]
    while stack:
        accepts, edges, jumps = graph[stack.pop()]
        if accepts:
            return False
        for target in [edge[2] for edge in edges] + jumps:
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return True


def included(graph, tables):
    """Exact: whether every word of the graph is in one of the tables at least."""
    start = (0, (0,) * len(tables))
    seen, stack = {start}, [start]
    while stack:
        at, states = stack.pop()
        accepts, edges, jumps = graph[at]
        if accepts and not any(s is not None and t.states[s][0] for t, s in zip(tables, states)):
            return False
        after = [(target, states) for target in jumps]
        for lo, hi, target in edges:
            for first, _ in cut(lo, hi, tables, states):
                after.append((target, tuple(step(t, s, first) for t, s in zip(tables, states))))
        for place in after:
            if place not in seen:
                if len(seen) > LIMIT:
                    raise TooLarge()
                seen.add(place)
                stack.append(place)
    return True


def concat(parts):
    whole = [[True, [], []]]
    for part in parts:
        base = len(whole)
        for state in whole:
            if state[0]:
                state[0] = False
                state[2] = state[2] + [base]
        for accepts, edges, jumps in part:
            moved = [(lo, hi, to + base) for lo, hi, to in edges]
            whole.append([accepts, moved, [to + base for to in jumps]])
    return whole


def union(parts):
    whole = [[False, [], []]]
    for part in parts:
        base = len(whole)
        whole[0][2].append(base)
        for accepts, edges, jumps in part:
            moved = [(lo, hi, to + base) for lo, hi, to in edges]
            whole.append([accepts, moved, [to + base for to in jumps]])
    return whole


def reverse(graph):
    turned = [[False, [], []]] + [[at == 0, [], []] for at in range(len(graph))]
    for at, (accepts, edges, jumps) in enumerate(graph):
        if accepts:
            turned[0][2].append(at + 1)
        for lo, hi, to in edges:
            turned[to + 1][1].append((lo, hi, at + 1))
        for to in jumps:
            turned[to + 1][2].append(at + 1)
    return turned


def restricted(graph, lengths):
    """Exact: the words whose length is in the set."""

    def expand(place):
        at, position = place
        accepts, edges, jumps = graph[at]
        out = [(lo, hi, (to, lengths.after(position))) for lo, hi, to in edges]
        return accepts and lengths.has(position), out, [(to, position) for to in jumps]

    return trim(build((0, 0), expand))


def power(graph, times):
    """Exact: words one after the other, as many as a number of the set."""

    def expand(place):
        at, position = place
        if at is None:
            return times.has(position), [], [(0, times.after(position))]
        accepts, edges, jumps = graph[at]
        onward = [(to, position) for to in jumps] + ([(None, position)] if accepts else [])
        return False, [(lo, hi, (to, position)) for lo, hi, to in edges], onward

    return trim(build((None, 0), expand))


def sliced(graph, starts, ends):
    """The characters from a position of starts to before one of ends (None: the end), chosen independently."""
    graph = trim(graph)
    if is_empty(graph) or starts.is_empty() or (ends is not None and ends.is_empty()):
        return [[False, [], []]]

    def expand(place):
        if place == "nothing":
            return True, [], []
        at, start, end = place
        accepts, edges, jumps = graph[at]
        later = 0 if ends is None else ends.after(end)
        if start is None:
            over = accepts if ends is None else ends.has(end) or (accepts and ends.reaches(end))
            out = [(lo, hi, (to, None, later)) for lo, hi, to in edges]
            return over, out, [(to, None, end) for to in jumps]
        out = [(to, start, end) for to in jumps]
        out += [(to, starts.after(start), later) for _, _, to in edges]
        if starts.has(start):
            out.append((at, None, end))
            if ends is not None and ends.least() <= end:
                # The end may lie before the start, or at it: then nothing is taken.
                out.append("nothing")
        if accepts and starts.reaches(start):
            out.append("nothing")
        return False, [], out

    return trim(build((0, 0, 0), expand))


def through_marks(graph):
    """The words that differ from one of the graph at most in marks."""
    whole = []
    for accepts, edges, jumps in graph:
        plain = [(lo, min(hi, MARK - 1), to) for lo, hi, to in edges if lo < MARK]
        plain += [(max(lo, MARK) - MARK, hi - MARK, to) for lo, hi, to in edges if hi >= MARK]
        whole.append([accepts, plain + [(lo + MARK, hi + MARK, to) for lo, hi, to in plain], jumps])
    return whole


def replaced(graph, what, put):
    """The words with any number of the occurrences of a word of `what` replaced by words of `put`.

    Which occurrences a replacement takes is not followed, so this is more than what it may yield."""

    def expand(place):
        kind, at, inner = place
        accepts, edges, jumps = graph[at]
        if kind == "between":
            out = [(lo, hi, ("between", to, 0)) for lo, hi, to in edges]
            return accepts, out, [("between", to, 0) for to in jumps] + [("entered", at, 0)]
        if kind == "writing":
            ends, writes, skips = put[inner]
            out = [(lo, hi, ("writing", at, to)) for lo, hi, to in writes]
            return False, out, [("writing", at, to) for to in skips] + ([("between", at, 0)] if ends else [])
        ends, reads, skips = what[inner]
        onward = [(kind, to, inner) for to in jumps] + [(kind, at, to) for to in skips]
        for lo, hi, to in edges:
            onward += [("found", to, target) for low, high, target in reads if low <= hi and lo <= high]
        # The empty word occurs nowhere: something must have been read.
        if kind == "found" and ends:
            onward.append(("writing", at, 0))
        return False, [], onward

    return trim(build(("between", 0, 0), expand))


def image(graph, function):
    """Exact: what a finite-state function writes for the words of the graph."""

    def expand(place):
        kind, at, inner, pending, target = place
        if kind == "write":
            # Still to be written: a list of (lo, hi) ranges, then on to the target.
            if pending:
                lo, hi = pending[0]
                return False, [(lo, hi, ("write", at, inner, pending[1:], target))], []
            return (True, [], []) if target is None else (False, [], [target])
        jumps = [("read", to, inner, None, None) for to in graph[at][2]]
        ending, moves = function[inner]
        if ending is not None and graph[at][0]:
            jumps.append(("write", 0, 0, tuple((c, c) for c in ending), None))
        for reads, before, shift, after, onward in moves:
            lead, tail = tuple((c, c) for c in before), tuple((c, c) for c in after)
            if reads is None:
                jumps.append(("write", 0, 0, lead + tail, ("read", at, onward, None, None)))
                continue
            for lo, hi, to in graph[at][1]:
                for low, high in reads:
                    first, final = max(lo, low), min(hi, high)
                    if first <= final:
                        copied = () if shift is None else ((first + shift, final + shift),)
                        goal = ("read", to, onward, None, None)
                        jumps.append(("write", 0, 0, lead + copied + tail, goal))
        return False, [], jumps

    return trim(build(("read", 0, 0, None, None), expand))


def wholes(graph, start, end, everything):
    """Exact: the words whose characters from start to before end are a word of the graph."""
    before = restricted(everything, Lengths.between(start, start))
    ways = []
    if end is None:
        ways.append(concat([before, graph]))
    else:
        width = max(end - start, 0)
        full = restricted(graph, Lengths.between(width, width))
        ways.append(concat([before, full, everything]))
        if width > 0:
            ways.append(concat([before, restricted(graph, Lengths.between(0, width - 1))]))
    if start > 0 and not is_empty(restricted(graph, Lengths.between(0, 0))):
        ways.append(restricted(everything, Lengths.between(0, start - 1)))
    return trim(union(ways))


def table_of(graph):
    """A deterministic table of the words of a graph, by its sets of states."""

    def closed(states):
        states = set(states)
        stack = list(states)
        while stack:
            for to in graph[stack.pop()][2]:
                if to not in states:
                    states.add(to)
                    stack.append(to)
        return frozenset(states)

    start = closed([0])
    number, order, table = {start: 0}, [start], []
    while len(table) < len(order):
        here = order[len(table)]
        edges = [edge for at in here for edge in graph[at][1]]
        points = sorted({p for lo, hi, _ in edges for p in (lo, hi + 1)})
        out = []
        for lo, past in zip(points, points[1:]):
            after = closed(to for low, high, to in edges if low <= lo <= high)
            if after:
                if after not in number:
                    if len(order) > 10_000:
                        raise TooLarge()
                    number[after] = len(order)
                    order.append(after)
                out.append((lo, past - 1, number[after]))
        table.append((any(graph[at][0] for at in here), out))
    return Words(table)


class Lengths:
    """An eventually periodic set of naturals: ranges below a base, and residues from there on."""

    def __init__(self, finite, base, period, residues):
        if base + period > LIMIT:
            raise TooLarge()
        fits = all(0 <= lo <= hi < base for lo, hi in finite) and all(0 <= lo <= hi < period for lo, hi in residues)
        if not fits or (period > 0) != bool(residues):
            raise Malformed("no set of lengths")
        self.finite, self.base, self.period, self.residues = finite, base, period, residues

    @staticmethod
    def between(least, most):
        return Lengths([(least, most)], most + 1, 0, [])

    @staticmethod
    def anything():
        return Lengths([], 0, 1, [(0, 0)])

    @staticmethod
    def read(text):
        finite, rest, residues = text.split("|")
        base, period = rest.split("+")
        ranges = lambda part: [tuple(map(int, piece.split("-"))) for piece in part.split(",")] if part else []
        return Lengths(ranges(finite), int(base), int(period), ranges(residues))

    def has(self, position):
        if position < self.base or not self.period:
            return any(lo <= position <= hi for lo, hi in self.finite)
        return any(lo <= (position - self.base) % self.period <= hi for lo, hi in self.residues)

    def after(self, position):
        """The position after one more character: past the end, or round the period."""
        if position + 1 < self.base + max(self.period, 1):
            return position + 1
        return self.base

    def is_empty(self):
        return not self.finite and not self.residues

    def least(self):
        return min([lo for lo, _ in self.finite] + [self.base + lo for lo, _ in self.residues])

    def reaches(self, position):
        """Whether some member is at the position or later."""
        return bool(self.residues) or any(hi >= position for _, hi in self.finite)

    def pieces(self):
        """The set in parts (least, most or None, period)."""
        whole = [(lo, hi, 0) for lo, hi in self.finite]
        return whole + [(self.base + lo, self.base + hi, self.period) for lo, hi in self.residues]

    def complement(self):
        finite = gaps(self.finite, self.base)
        if not self.period:
            return Lengths(finite, self.base, 1, [(0, 0)])
        free = gaps(self.residues, self.period)
        return Lengths(finite, self.base, self.period if free else 0, free)


def gaps(ranges, end):
    """What lies below end and in none of the ranges."""
    free, at = [], 0
    for lo, hi in sorted(ranges):
        if at < lo:
            free.append((at, min(lo, end) - 1))
        at = max(at, hi + 1)
    return free + ([(at, end - 1)] if at < end else [])


def extent(table):
    """The least and the greatest length of the words of a table; None for the greatest when there is none."""
    live, layer, depth = living(table), {0}, 0
    least, most = None, 0
    while layer & live:
        if any(table.states[at][0] for at in layer):
            least, most = (depth if least is None else least), depth
        if depth > len(table.states):
            return least or 0, None
        layer = {to for at in layer & live for _, _, to in table.states[at][1]}
        depth += 1
    return least or 0, most


def living(table):
    """The states from which a word may end."""
    live = {at for at, (accepts, _) in enumerate(table.states) if accepts}
    while True:
        more = {at for at, (_, edges) in enumerate(table.states) if any(to in live for _, _, to in edges)} - live
        if not more:
            return live
        live |= more


def compared(last, marked, how, word):
    """A table of the texts that are equal to, contain, begin or end with the word, looking through marks."""
    both = lambda lo, hi: [(lo, hi)] + ([(lo + MARK, hi + MARK)] if marked else [])
    everything = anything(last, marked)
    same = [[False, [(lo, hi, at + 1) for lo, hi in both(c, c)], []] for at, c in enumerate(word)]
    same.append([True, [], []])
    graph = {
        "equal": lambda: same,
        "starts": lambda: concat([same, everything]),
        "ends": lambda: concat([everything, same]),
        "contains": lambda: concat([everything, same, everything]),
    }[how]()
    return table_of(graph)
