"""The second checker of certificates, which shares nothing with the first but the file format.

    python3 checker.py FILE...

For each file one line: `accepted` and, for each assertion, `proved`, `unreachable` or `open`; or `rejected` or `cannot
check`, and why. It is written from the meaning of programs (docs/sil.md) and of certificates (docs/certificates.md): a
certificate is accepted when some case holds at the entry, and whatever action is taken from whatever case, some case of
the next label holds. What it cannot show it never takes for granted.

Kinds of facts that it does not know are left out of every case, where they are premises as well as where they would have
to be shown. What remains is a weaker certificate; when that is accepted, what it proves is proved. When it is not,
this checker cannot tell.
"""

import sys
from itertools import product

import meaning
import reading
import strings
from premises import Premises, in_piece
from strings import Lengths, TooLarge


class Rejected(Exception):
    """The certificate is not accepted."""


class CannotCheck(Exception):
    """This checker does not know enough to tell."""


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
            if not any(self.may_hold(in_piece(track, piece, 901)) for piece in lengths.complement().pieces()):
                self.bounds[var] = lengths
        for var, text in hints[1]:
            lengths = Lengths.read(text)
            if strings.is_empty(strings.restricted(self.values(var), lengths.complement())):
                self.lengths[var] = lengths

    def after(self, quantity):
        """The track of a quantity after the action."""
        kind = "s" if quantity[0] == "l" else quantity[0]
        return (*quantity, 1 if self.assigned == (kind, quantity[1]) else 0)

    def is_measured(self):
        """Whether the new value is of a function, a search or a numeral, of which more can be said than is said here."""
        measured = {"string": (2, meaning.MEASURED), "integer": (3, ("index", "last-index", "parse", "code"))}
        at, names = measured.get(self.update[0], (0, ()))
        return bool(at) and self.update[at][0] in names

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

    def unshown(self, case):
        """The facts of a case that are not shown."""
        facts = [("language", var) for var in sorted(case.languages)]
        facts += [("tuple", at) for at in range(len(case.tuples))]
        facts += [("value", var) for var in sorted(case.values)]
        facts += [("equal", pair) for pair in case.equal] + [("slice", fact) for fact in case.slices]
        facts += [("define", at) for at in range(len(case.definitions))]
        return [fact for fact in facts if not self.shows(fact, case)]

    def shows(self, fact, case):
        kind, what = fact
        before = self.premises.case
        if kind == "language":
            kept = before.languages.get(what) is case.languages[what] and self.assigned != ("s", what)
            return kept or strings.included(self.values(what), [case.languages[what]])
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

    def covered(self, cases):
        """Whether one of the cases always holds after the action."""
        nearly = []
        for case in cases:
            missing = self.unshown(case)
            if not missing:
                return True
            if len(missing) == 1:
                nearly.append((case, missing[0]))
        for kind, what in [fact for _, fact in nearly]:
            alike = [case for case, fact in nearly if fact == (kind, what)]
            if kind == "language" and strings.included(self.values(what), [c.languages[what] for c in alike]):
                return True
            if kind == "value" and {case.values[what] for case in alike} == {True, False}:
                return True
        sets = [case.tuples[fact[1]] for case, fact in nearly if fact[0] == "tuple"]
        return bool(sets) and self.shows_numbers(sets)


def fits(file):
    """Whether everything that is named exists."""
    limits = {"s": file.strings, "l": file.strings, "i": file.integers, "b": file.booleans}
    if len(file.labels) != len(file.code):
        raise Rejected("the number of labels differs")
    for case in [case for cases in file.labels for case in cases]:
        named = [("s", var) for var in case.languages] + [("b", var) for var in case.values]
        named += [quantity for quantities, _ in case.tuples for quantity in quantities]
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
    return words and numbers and nothing and True not in case.values.values()


def check(file):
    """What the certificate says of each assertion: {id: [proof of each place]}."""
    fits(file)
    if not any(starts(case) for case in file.labels[0]):
        raise Rejected("the facts do not hold at the entry")
    proofs = {number: [] for number in range(file.assertions)}
    for label, cases in enumerate(file.labels):
        for case in cases:
            hints = iter(case.hints)
            for target, condition, update in ways(file, label):
                for literals in meaning.disjuncts(condition):
                    step = Step(file, case, literals, update, next(hints, ([], [])))
                    if step.covered(file.labels[target]) or step.premises.contradictory():
                        continue
                    if step.premises.partial or step.is_measured() or file.unknown:
                        raise CannotCheck("instruction %d" % label)
                    raise Rejected("instruction %d to %d" % (label, target))
        if file.code[label][0] == "assert":
            proofs[file.code[label][1]].append(proof(file, cases, file.code[label][2]))
    return proofs


def proof(file, cases, condition):
    if not cases:
        return "unreachable"
    for case in cases:
        for literals in meaning.disjuncts(meaning.negated(condition)):
            if not Premises(file, case, literals).contradictory():
                return "open"
    return "proved"


def verdict(places):
    for found in ("open", "proved"):
        if found in places:
            return found
    return "unreachable"


def judge(text):
    """The one line that is printed for a certificate."""
    try:
        proofs = check(reading.read(text))
        return " ".join(["accepted"] + [verdict(proofs[number]) for number in sorted(proofs)])
    except Rejected as why:
        return "rejected: %s" % why
    except reading.Malformed as why:
        return "rejected: %s" % why
    except (CannotCheck, TooLarge, RecursionError) as why:
        return "cannot check: %s" % (str(why) or type(why).__name__)
    except (IndexError, KeyError) as why:
        return "rejected: something that does not exist: %r" % (why,)


def main():
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8", errors="surrogateescape") as handle:
            print(judge(handle.read()), flush=True)


if __name__ == "__main__":
    main()
