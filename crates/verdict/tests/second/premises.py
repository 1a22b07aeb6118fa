"""What is known when an action is taken: one case of its label and one disjunct of its condition.

possible_values and contradictory are asked by the checker. Values are over-approximated, so what is shown from them is
true; where an operation is not followed the strings are any, and `partial` tells that the checker gave something up.
"""

from itertools import product

import meaning
import reading
import strings
from integers import possible
from strings import Lengths

MOST_CASES = 2_000


class Premises:
    """A case and the literals of a disjunct, with definitions of booleans unfolded."""

    def __init__(self, file, case, literals):
        self.file, self.case, self.partial = file, case, False
        self.literals = list(literals)
        for boolean, (holds, test) in case.definitions:
            value = self.boolean(boolean)
            if value is not None:
                self.literals.append((holds == value, test))

    def boolean(self, boolean):
        for holds, test in self.literals:
            if test == ("true", boolean):
                return holds
        return self.case.values.get(boolean)

    # Strings

    def equals(self, var):
        """The strings that are equal to one, itself included."""
        pairs = list(self.case.equal)
        for holds, test in self.literals:
            if holds and test[0] == "equal" and test[1][0] == test[2][0] == "var":
                pairs.append((test[1][1], test[2][1]))
        known = {var}
        while True:
            more = {b for pair in pairs for a, b in (pair, pair[::-1]) if a in known} - known
            if not more:
                return known
            known |= more

    def by_tables(self, var):
        # Equal strings may differ in their marks, so tables are shared only where there are none.
        family = {var} if self.file.marked else self.equals(var)
        tables = [(self.case.languages[v], True) for v in sorted(family) if v in self.case.languages]
        for holds, test in self.literals:
            if test[0] == "in" and test[1][0] == "var" and test[1][1] in family:
                tables.append((self.file.languages[test[2]], holds))
            if test[0] in ("equal", "contains", "starts", "ends"):
                sides = [test[1:]] + ([test[:0:-1]] if test[0] == "equal" else [])
                for subject, other in sides:
                    if subject[0] == "var" and subject[1] in family and other[0] == "word":
                        table = strings.compared(self.file.last, self.file.marked, test[0], other[1])
                        tables.append((table, holds))
        return strings.trim(strings.meet(self.anything(), tables))

    def anything(self):
        return strings.anything(self.file.last, self.file.marked)

    def variable(self, var):
        values = self.by_tables(var)
        for part, whole, start, end in self.case.slices:
            if whole == var:
                around = strings.wholes(self.by_tables(part), start, end, self.anything())
                values = strings.intersection(values, around)
        return values

    def term(self, term):
        return strings.of_word(term[1]) if term[0] == "word" else self.variable(term[1])

    def value(self, value):
        """What a string expression may yield."""
        name = value[0]
        if name == "copy":
            return self.term(value[1])
        if name == "reverse":
            return strings.reverse(self.term(value[1]))
        if name == "concat":
            return strings.concat([self.term(part) for part in value[1]])
        if name == "slice":
            return self.slice(*value[1:])
        if name == "apply":
            return strings.image(self.term(value[2]), self.file.functions[value[1]])
        if name == "repeat":
            return strings.power(self.term(value[1]), self.counts(value[2], 0))
        if name == "numeral":
            return numerals(value[2], self.may_hold([meaning.at_most(value[1], meaning.const(-1))]))
        if name == "input-in":
            return strings.of_table(self.file.languages[value[1]])
        if name == "replace":
            what = self.term(value[3])
            # Occurrences are found whatever is marked.
            what = strings.through_marks(what) if self.file.marked else what
            return strings.replaced(self.term(value[2]), what, self.term(value[4]))
        self.partial = self.partial or name == "replace-match"
        return self.anything()

    def slice(self, of, start, end):
        whole, starts = self.term(of), self.counts(start, 0)
        if end is None:
            return strings.sliced(whole, starts, None)
        terms, width = meaning.total((1, end), (-1, start))
        if terms or width < 0:
            return strings.sliced(whole, starts, self.counts(end, 1))
        # A window of a constant width begins the rest; it is shorter where it would begin before the string.
        negative = self.may_hold([meaning.at_most(start, meaning.const(-1))])
        widths = Lengths.between(0 if negative else width, width)
        return strings.sliced(strings.sliced(whole, starts, None), Lengths.between(0, 0), widths)

    def counts(self, term, place):
        """The positions that a term may stand for, negative ones being 0: its constant, or the hint if it is true."""
        if not term[0]:
            count = max(term[1], 0)
            return Lengths.between(count, count)
        if place >= len(self.case.counts):
            return Lengths.anything()
        hint = Lengths.read(self.case.counts[place])
        negative = [meaning.at_most(term, meaning.const(-1))]
        if not hint.has(0) and self.may_hold(negative):
            return Lengths.anything()
        for piece in hint.complement().pieces():
            if self.may_hold(in_piece(term, piece, 900)):
                return Lengths.anything()
        return hint

    # Integers

    def integer(self, value, width):
        """The cases of an integer that is assigned, with what the words say about a search or a numeral."""
        cases = meaning.wrapped(value, width)
        if width != "unbounded":
            return cases
        if value[0] in ("index", "last-index") and value[1][0] == "var" and value[2][0] == "word" and value[2][1]:
            missing, found = cases
            table = strings.compared(self.file.last, self.file.marked, "contains", value[2][1])
            values = self.variable(value[1][1])
            everywhere = value[0] == "last-index" or (not value[3][0] and value[3][1] <= 0)
            if everywhere and strings.included(values, [table]):
                return [found]
            return [missing] if strings.is_empty(strings.meet(values, [(table, True)])) else cases
        if value[0] == "parse":
            if strings.included(self.term(value[1]), [signed_digits(value[2], self.file.marked)]):
                return meaning.parsed(value[1], value[2])
        return cases

    def may_hold(self, more, sets=(), cases=((),)):
        """Whether the premises leave room for more constraints, more sets, and one of some cases."""
        known = [meaning.tested(holds, test) for holds, test in self.literals]
        known += [[self.measured(*literal)] for literal in self.literals if self.case.sums]
        total = len(cases)
        for options in known:
            total *= len(options)
        if total > MOST_CASES:
            self.partial = True
            return True
        for choice in product(cases, *known):
            linear = list(more)
            for number, case in enumerate(choice):
                linear += [own_any(constraint, number) for constraint in case]
            found = possible(self.joined(linear, sets), self.known_sums())
            if found is None:
                self.partial = True
            if found is not False:
                return True
        return False

    def measured(self, holds, test):
        """What a literal about words says of lengths."""
        if holds and test[0] == "in" and test[1][0] == "var":
            least, most = strings.extent(self.file.languages[test[2]])
            length = meaning.length(test[1])
            above = [] if most is None else [meaning.at_most(length, meaning.const(most))]
            return above + [meaning.at_most(meaning.const(least), length)]
        if not holds and test[0] == "equal" and ("word", ()) in test[1:]:
            other = test[1] if test[2] == ("word", ()) else test[2]
            return [meaning.at_most(meaning.const(1), meaning.length(other))]
        return []

    def known_sums(self):
        """The sums that are 0 or less by the facts, and that the lengths in them are 0 or more."""
        sums = [
            ("sum", {(*quantity, 0): factor for quantity, factor in terms.items()}, constant, "most", True)
            for terms, constant in self.case.sums
        ]
        lengths = {track for _, terms, _, _, _ in sums for track in terms if track[0] == "l"}
        return sums + [("sum", {track: -1}, 0, "most", True) for track in sorted(lengths)]

    def joined(self, linear, sets):
        constraints = [("set", [(*q, 0) for q in quantities], table, True) for quantities, table in self.case.tuples]
        constraints += sets
        for terms, constant, kind in linear:
            named = {(track if len(track) == 3 else (*track, 0)): factor for track, factor in terms.items()}
            constraints.append(("sum", named, constant, kind, True))
        lengths = {track for c in constraints for track in c[1] if track[0] == "l"}
        return constraints + [("sum", {track: -1}, 0, "most", True) for track in sorted(lengths)]

    def contradictory(self):
        """Whether no state satisfies the premises."""
        known = dict(self.case.values)
        for holds, test in self.literals:
            if (not holds, test) in self.literals or (test[0] == "true" and known.get(test[1], holds) != holds):
                return True
        if not self.may_hold([]):
            return True
        named = {term[1] for _, test in self.literals for term in test[1:] if is_var(test, term)}
        named |= {whole for part, whole, _, _ in self.case.slices if part in named}
        return any(strings.is_empty(self.variable(var)) for var in sorted(named))


def is_var(test, term):
    return test[0] in ("in", "equal", "contains", "starts", "ends") and isinstance(term, tuple) and term[0] == "var"


def own_any(constraint, number):
    """The same with its integers that exist named apart from those of other cases."""
    terms, constant, kind = constraint
    named = {(("z", number, 0) if track[0] == "any" else track): factor for track, factor in terms.items()}
    return named, constant, kind


def in_piece(term, piece, fresh):
    """That a term is in a part of a set of lengths."""
    least, most, period = piece
    times = ({("y", fresh, 0): period}, 0) if period else meaning.const(0)
    low, high = meaning.total((1, times), (1, meaning.const(least))), meaning.total((1, times), (1, meaning.const(most)))
    bounds = [meaning.at_most(low, term), meaning.at_most(term, high)]
    return bounds + ([({("y", fresh, 0): -1}, 0, "most")] if period else [])


def signed_digits(radix, marked):
    """A table of a sign or none and digits in either case, whatever is marked."""
    small = "0123456789abcdefghijklmnopqrstuvwxyz"[:radix]
    both = lambda characters, to: [
        (c + mark, c + mark, to) for mark in ((0, strings.MARK) if marked else (0,)) for c in characters
    ]
    digits = sorted({ord(c) for c in small + small.upper()})
    signs = sorted(both([ord("+"), ord("-")], 1) + both(digits, 2))
    return reading.Words([(False, signs), (False, both(digits, 2)), (True, both(digits, 2))])


def numerals(radix, signed):
    """A minus sign, when there may be one, or none, and digits without leading zeros."""
    digits = [ord(c) for c in "0123456789abcdefghijklmnopqrstuvwxyz"[:radix]]
    more = [(c, c, 2) for c in digits]
    first = [(c, c, 2) for c in digits[1:]]
    start = [(ord("-"), ord("-"), 1)][: int(signed)] + [(ord("0"), ord("0"), 3)] + first
    return [[False, start, []], [False, first, []], [True, more, []], [True, [], []]]
