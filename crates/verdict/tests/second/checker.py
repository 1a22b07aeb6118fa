"""The second checker of certificates, which shares nothing with the first but the file format.

    python3 checker.py FILE...

For each file one line: `accepted`, or `part` when not all facts were shown, and for each assertion `proved`,
`unreachable` or `open`; or `rejected` and why. It is written from the meaning of programs (docs/sil.md) and of certificates (docs/certificates.md): a
certificate is accepted when some case holds at the entry, and whatever action is taken from whatever case, some case of
the next label holds. What it cannot show it never takes for granted.

Kinds of facts that it does not know are left out of every case, and what it cannot show is dropped until the rest is
inductive. What remains is a weaker certificate, and what that proves is proved.
"""

import sys
from itertools import islice, product

import meaning
import reading
import strings
from premises import Premises, in_piece
from strings import Lengths, TooLarge


class Rejected(Exception):
    """The certificate is not accepted."""


class Step:
    """An action under one disjunct of its condition, from one case."""

    def __init__(self, file, case, literals, update, hints):
        self.file, self.update, self.literals = file, update, literals
        self.premises = Premises(file, case, literals)
        self.bounds, self.lengths, self.known = {}, {}, None
        # ('s', n), ('i', n), ('b', n) or None
        self.assigned = None
        if update[0] in ("string", "integer", "boolean"):
            self.assigned = (update[0][0], update[1])
        elif update[0] == "havoc":
            self.assigned = update[1:]
        self.use(hints)

    def use(self, hints):
        """Keeps the hints that are true."""
        for var, text in hints[0]:
            lengths = Lengths.read(text)
            track = ({self.after(("l", var)): 1}, 0)
            outside = [in_piece(track, piece, 901) for piece in lengths.complement().pieces()]
            if given_up(lambda: not any(map(self.may_hold, outside))):
                self.bounds[var] = lengths
        for var, text in hints[1]:
            lengths = Lengths.read(text)
            others = lengths.complement()
            if given_up(lambda: strings.is_empty(strings.restricted(self.values(var), others))):
                self.lengths[var] = lengths

    def after(self, quantity):
        """The track of a quantity after the action."""
        kind = "s" if quantity[0] == "l" else quantity[0]
        return (*quantity, 1 if self.assigned == (kind, quantity[1]) else 0)

    def cases(self):
        """What is known of the new value of a quantity."""
        if self.known is None:
            self.known = self.new_value()
        return self.known

    def new_value(self):
        if self.update[0] == "string":
            cases, new = meaning.new_length(self.update[2]), ("l", self.update[1], 1)
        elif self.update[0] == "integer":
            cases, new = self.premises.integer(self.update[3], self.update[2]), ("i", self.update[1], 1)
        else:
            return [[]]
        rename = lambda terms: {(new if track == "new" else track): factor for track, factor in terms.items()}
        return [[(rename(terms), constant, kind) for terms, constant, kind in case] for case in cases]

    def may_hold(self, more, sets=()):
        return self.premises.may_hold(more, sets, self.cases())

    def values(self, var):
        """What a string may be after the action."""
        if self.assigned == ("s", var):
            known = self.update[0] == "string"
            graph = self.premises.value(self.update[2]) if known else self.premises.anything()
        else:
            graph = self.premises.variable(var)
        return strings.restricted(graph, self.bounds[var]) if var in self.bounds else graph

    # Facts

    def unshown(self, case, most=None):
        """The facts of a case that are not shown, or the first of them."""
        facts = [("value", var) for var in sorted(case.values)]
        facts += [("sum", sum_) for sum_ in case.sums]
        facts += [("language", var) for var in sorted(case.languages)]
        facts += [("tuple", at) for at in range(len(case.tuples))]
        facts += [("equal", pair) for pair in case.equal] + [("slice", fact) for fact in case.slices]
        facts += [("define", at) for at in range(len(case.definitions))]
        unshown = (fact for fact in facts if not given_up(lambda: self.shows(fact, case)))
        return list(islice(unshown, most))

    def shows(self, fact, case):
        kind, what = fact
        before = self.premises.case
        if kind == "language":
            kept = before.languages.get(what) is case.languages[what] and self.assigned != ("s", what)
            return kept or strings.included(self.values(what), [case.languages[what]])
        if kind == "sum":
            return self.shows_sum(what)
        if kind == "tuple":
            return self.shows_numbers([case.tuples[what]])
        if kind == "value":
            return self.shows_boolean(what, case.values[what])
        if kind == "equal":
            sources = [self.source(var) for var in what]
            return None not in sources and sources[1] in self.premises.equals(sources[0])
        if kind == "slice":
            return self.shows_slice(what)
        return self.shows_definition(case.definitions[what])

    def shows_sum(self, sum_):
        terms, constant = sum_
        after = {self.after(quantity): factor for quantity, factor in terms.items()}
        if all(track[2] == 0 for track in after) and sum_ in self.premises.case.sums:
            return True
        # It would be 1 or more.
        above = {track: -factor for track, factor in after.items()}
        return not self.may_hold([(above, 1 - constant, "most")])

    def shows_numbers(self, facts):
        """Whether one of the facts holds at least."""
        outside = [("set", [self.after(q) for q in quantities], table, False) for quantities, table in facts]
        if not self.may_hold([], outside):
            return True
        pieces = [
            [in_piece(({self.after(("l", var)): 1}, 0), piece, 910 + var) for piece in lengths.pieces()]
            for var, lengths in sorted(self.lengths.items())
        ]
        for choice in product(*pieces):
            if self.may_hold([constraint for piece in choice for constraint in piece], outside):
                return False
        return True

    def shows_boolean(self, var, value):
        if self.assigned != ("b", var):
            return self.premises.boolean(var) == value
        if self.update[0] == "havoc":
            return False
        contrary = meaning.negated(self.update[2]) if value else self.update[2]
        for literals in meaning.disjuncts(contrary):
            premises = Premises(self.file, self.premises.case, self.literals + literals)
            if not premises.contradictory():
                self.premises.partial |= premises.partial
                return False
        return True

    def source(self, var):
        """The string before the action that has the value of one after it."""
        if self.assigned != ("s", var):
            return var
        copied = self.update[0] == "string" and self.update[2][0] == "copy" and self.update[2][1][0] == "var"
        return self.update[2][1][1] if copied else None

    def shows_slice(self, fact):
        part, whole, start, end = fact
        if self.assigned == ("s", part):
            if self.update[0] != "string" or self.update[2][0] != "slice" or part == whole:
                return False
            _, of, first, past = self.update[2]
            constant = not first[0] and (past is None or not past[0])
            made = (max(first[1], 0), None if past is None else max(past[1], 0)) if constant else None
            return of == ("var", whole) and made == (start, end)
        return self.assigned != ("s", whole) and fact in self.premises.case.slices

    def shows_definition(self, definition):
        var, literal = definition
        if meaning.mentions(literal[1], ("b", var)):
            return False
        if self.assigned == ("b", var):
            made = self.update[2] if self.update[0] == "boolean" else None
            # The copy of a boolean may also be defined as that one is.
            copies = (
                ("literal", (holds, ("true", other)))
                for other, (known, test) in self.premises.case.definitions
                if test == literal[1]
                for holds in [known == literal[0]]
            )
            return made == ("literal", literal) or made in copies
        touched = self.assigned is not None and meaning.mentions(literal[1], self.assigned)
        return definition in self.premises.case.definitions and not touched

    def lacking(self, cases):
        """Nothing when one of the cases always holds after the action, else the facts that each lacks."""
        lacking = []
        for case in cases:
            lacking.append(self.unshown(case, 2))
            if not lacking[-1]:
                return []
        if given_up(lambda: self.together(cases, lacking)) or given_up(self.premises.contradictory):
            return []
        return [self.unshown(case) for case in cases] or [None]

    def together(self, cases, lacking):
        """Whether of several cases that lack one fact each one always holds."""
        nearly = [(case, missing[0]) for case, missing in zip(cases, lacking) if len(missing) == 1]
        for kind, what in [fact for _, fact in nearly]:
            alike = [case for case, fact in nearly if fact == (kind, what)]
            if kind == "language" and strings.included(self.values(what), [c.languages[what] for c in alike]):
                return True
            if kind == "value" and {case.values[what] for case in alike} == {True, False}:
                return True
        sets = [case.tuples[fact[1]] for case, fact in nearly if fact[0] == "tuple"]
        return bool(sets) and self.shows_numbers(sets)


def given_up(ask):
    """The answer to a question, or False when that takes too much."""
    try:
        return ask()
    except (TooLarge, RecursionError):
        return False


def fits(file):
    """Whether everything that is named exists."""
    limits = {"s": file.strings, "l": file.strings, "i": file.integers, "b": file.booleans}
    if any(len(claim.labels) != len(file.code) for claim in file.claims):
        raise Rejected("the number of labels differs")
    for case in [case for claim in file.claims for cases in claim.labels for case in cases]:
        named = [("s", var) for var in case.languages] + [("b", var) for var in case.values]
        named += [quantity for quantities, _ in case.tuples for quantity in quantities]
        named += [quantity for terms, _ in case.sums for quantity in terms]
        named += [("s", var) for pair in case.equal for var in pair]
        named += [("s", var) for fact in case.slices for var in fact[:2]]
        named += [("b", var) for var, _ in case.definitions]
        if any(not 0 <= number < limits[kind] for kind, number in named):
            raise Rejected("a variable that does not exist")


def ways(file, label):
    """Where a run goes on from a label: [(target, condition, update)]."""
    action, always = file.code[label], ("all", [])
    name = action[0]
    if name == "assume":
        return [(label + 1, action[1], ("nothing",))]
    if name == "assert":
        return [(label + 1, always, ("nothing",))]
    if name == "jump":
        return [(action[1], always, ("nothing",))]
    if name == "branch":
        other = (label + 1, meaning.negated(action[2]), ("nothing",))
        return [(action[1], action[2], ("nothing",)), other]
    if name in ("return", "halt", "abort"):
        return []
    return [(label + 1, always, action)]


def starts(case):
    """Whether a case holds when every string is empty, every integer 0 and every boolean false."""
    def zero(table):
        at = table.rows[0][1]
        while at[0] == "n":
            at = table.nodes[at[1]][1]
        return at == ("leaf", 1)

    words = all(table.states[0][0] for table in case.languages.values())
    numbers = all(zero(table) for _, table in case.tuples)
    nothing = not (case.slices or case.definitions)
    sums = all(constant <= 0 for _, constant in case.sums)
    return words and numbers and sums and nothing and True not in case.values.values()


def check(file, claim):
    """What a claim says of each place of an assertion, [(id, proof)], and where facts were not shown.

    Facts that are not shown are dropped, and what leaves their label is looked at again, until the rest is inductive."""
    labels, dropped = [list(cases) for cases in claim.labels], []
    if not any(starts(case) for case in labels[0]):
        labels[0].append(reading.Case())
        dropped.append(0)
    waiting = {(label, at) for label, cases in enumerate(labels) for at in range(len(cases))}
    while waiting:
        label, at = min(waiting)
        waiting.remove((label, at))
        if at >= len(labels[label]):
            continue
        case = labels[label][at]
        hints = iter(case.hints)
        for target, condition, update in ways(file, label):
            for literals in cut_short(condition):
                step = Step(file, case, literals, update, next(hints, ([], [])))
                lacking = step.lacking(labels[target])
                if lacking:
                    dropped.append(label)
                    waiting.add((target, weaken(labels[target], lacking)))
    asserted = [(label, action) for label, action in enumerate(file.code) if action[0] == "assert"]
    return [(action[1], proof(file, labels[label], action[2])) for label, action in asserted], dropped


def cut_short(condition):
    """The disjuncts of a condition, or one that says nothing when there are too many."""
    found = given_up(lambda: meaning.disjuncts(condition))
    return [[]] if found is False else found


def weaken(cases, lacking):
    """Drops from the case that lacks the fewest facts what it lacks; the position of the case."""
    if lacking == [None]:
        cases.append(reading.Case())
        return len(cases) - 1
    at = min(range(len(cases)), key=lambda at: len(lacking[at]))
    cases[at] = cases[at].without(lacking[at])
    if cases[at].says_nothing():
        cases[:] = [cases[at]]
        return 0
    return at


def proof(file, cases, condition):
    if not cases:
        return "unreachable"
    for case in cases:
        for literals in cut_short(meaning.negated(condition)):
            if not given_up(Premises(file, case, literals).contradictory):
                return "open"
    return "proved"


def verdict(places):
    for found in ("open", "proved"):
        if found in places:
            return found
    return "unreachable"


def best(places):
    """What several claims say of one place: each holds of all runs by itself."""
    return next(found for found in ("unreachable", "proved", "open") if found in places)


def judge(text):
    """The one line that is printed for a certificate."""
    try:
        file = reading.read(text)
        fits(file)
        places, dropped = {number: [] for number in range(file.assertions)}, []
        checked = [check(file, claim) for claim in file.claims]
        for of_place in zip(*[proofs for proofs, _ in checked]):
            places[of_place[0][0]].append(best([found for _, found in of_place]))
        dropped = any(lost or claim.unknown for (_, lost), claim in zip(checked, file.claims))
        words = [verdict(places[number]) for number in sorted(places)]
        return " ".join(["part" if dropped else "accepted"] + words)
    except (Rejected, reading.Malformed) as why:
        return "rejected: %s" % why
    except (IndexError, KeyError) as why:
        return "rejected: something that does not exist: %r" % (why,)


def main():
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8", errors="surrogateescape") as handle:
            print(judge(handle.read()), flush=True)


if __name__ == "__main__":
    main()
