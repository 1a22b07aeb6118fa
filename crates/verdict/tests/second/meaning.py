"""What actions and tests of a program say about integers and lengths (docs/sil.md), as cases of constraints.

A list of cases means: in every run, one of them holds. A case is a list of constraints ({track: factor}, constant,
'zero' or 'most'). Tracks are ('i', n) and ('l', n) before the action, 'new' for what is assigned, ('any', n) for
an integer that exists. Where an operation is not linear the cases say less; they never say more than is true.
"""


def total(*parts):
    """The sum of (factor, (terms, constant))."""
    terms, constant = {}, 0
    for factor, (more, number) in parts:
        constant += factor * number
        for track, each in more.items():
            terms[track] = terms.get(track, 0) + factor * each
    return {track: each for track, each in terms.items() if each}, constant


def zero(sum_):
    return sum_[0], sum_[1], "zero"


def at_most(left, right, add=0):
    """left + add <= right."""
    terms, constant = total((1, left), (-1, right), (1, ({}, add)))
    return terms, constant, "most"


def same(left, right):
    return zero(total((1, left), (-1, right)))


def const(value):
    return {}, value


def length(term):
    return const(len(term[1])) if term[0] == "word" else ({("l", term[1]): 1}, 0)


NEW = ({"new": 1}, 0)


def clip(position, whole):
    """A position cut to 0..whole: [(when, value)]."""
    return [
        ([at_most(position, const(0))], const(0)),
        ([at_most(const(0), position), at_most(position, whole)], position),
        ([at_most(whole, position)], whole),
    ]


# Values whose length is that of what is read, times something: the cases here do not say it.
MEASURED = ("apply", "repeat", "replace", "replace-match", "numeral")


def new_length(value):
    """The cases of the length of a string that is assigned."""
    name = value[0]
    if name in ("copy", "reverse"):
        return [[same(NEW, length(value[1]))]]
    if name == "concat":
        return [[same(NEW, total(*[(1, length(part)) for part in value[1]]))]]
    if name == "slice":
        _, of, start, end = value
        whole, cases = length(of), []
        for when, first in clip(start, whole):
            for if_end, past in [([], whole)] if end is None else clip(end, whole):
                inside = [at_most(first, past), same(NEW, total((1, past), (-1, first)))]
                cases.append(when + if_end + inside)
                cases.append(when + if_end + [at_most(past, first), same(NEW, const(0))])
        return cases
    if name == "input-to":
        most = value[1]
        return [[at_most(most, const(0)), same(NEW, const(0))], [at_most(NEW, most)]]
    if name == "numeral":
        return numeral_lengths(value[1], value[2])
    return [[]]


def numeral_lengths(of, radix):
    """A natural below radix^d has at most d digits, and a negative number one character more than its opposite."""
    cases, least = [], 0
    for digits in range(1, 35):
        most = radix**digits - 1
        natural = [at_most(const(least), of), at_most(of, const(most)), same(NEW, const(digits))]
        below, above = const(-most), const(-max(least, 1))
        cases += [natural, [at_most(below, of), at_most(of, above), same(NEW, const(digits + 1))]]
        least = most + 1
        if least > 10**10:
            break
    long = at_most(const(digits + 1), NEW)
    return cases + [[at_most(const(least), of), long], [at_most(of, const(-least)), long]]


def parsed(of, radix):
    """The integer of a sign or none and digits, by the number of these characters."""
    cases = []
    for digits in range(1, 35):
        most = const(radix**digits - 1)
        bounds = [at_most(const(-most[1]), NEW), at_most(NEW, most)]
        cases.append([same(length(of), const(digits))] + bounds)
        if most[1] > 10**10:
            break
    return cases + [[at_most(const(digits + 1), length(of))]]


def new_integer(value):
    """The cases of an integer that is assigned, before it is wrapped."""
    name = value[0]
    if name == "sum":
        return [[same(NEW, value[1])]]
    if name == "times":
        for factor, other in ((value[1], value[2]), (value[2], value[1])):
            if not factor[0]:
                return [[same(NEW, total((factor[1], other)))]]
    if name in ("div", "mod") and not value[2][0] and value[2][1] != 0:
        divisor, dividend = value[2][1], value[1]
        some = ({("any", 0): 1}, 0)
        quotient, rest = (NEW, some) if name == "div" else (some, NEW)
        whole = same(dividend, total((divisor, quotient), (1, rest)))
        most = const(abs(divisor) - 1)
        up = [at_most(const(0), dividend), at_most(const(0), rest), at_most(rest, most)]
        down = [at_most(dividend, const(0)), at_most(rest, const(0)), at_most(const(-most[1]), rest)]
        return [up + [whole], down + [whole]]
    if name in ("index", "last-index"):
        room = total((1, length(value[1])), (-1, length(value[2])))
        found = [at_most(const(0), NEW), at_most(NEW, room)]
        if name == "index":
            found.append(at_most(value[3], NEW))
        return [[same(NEW, const(-1))], found]
    if name == "code":
        at, whole = value[2], length(value[1])
        inside = [at_most(const(0), NEW), at_most(const(0), at), at_most(at, whole, 1)]
        return [[same(NEW, const(-1))], inside]
    return [[]]


def wrapped(value, width):
    """The cases of an integer that is assigned and wrapped to a width."""
    if width == "unbounded":
        return new_integer(value)
    kind, bits = width.split(":")
    low, high = (0, 2 ** int(bits) - 1) if kind == "unsigned" else (-(2 ** (int(bits) - 1)), 2 ** (int(bits) - 1) - 1)
    fits = [at_most(const(low), NEW), at_most(NEW, const(high))]
    cases = [case + fits for case in new_integer(value)]
    if value[0] == "sum":
        # It was outside of the range before it was wrapped.
        below, above = at_most(value[1], const(low), 1), at_most(const(high), value[1], 1)
        return cases + [[below] + fits, [above] + fits]
    return cases + [fits]


def tested(holds, test):
    """What a literal says of integers and lengths."""
    name = test[0]
    if name == "zero":
        if holds:
            return [[zero(test[1])]]
        return [[at_most(test[1], const(-1))], [at_most(const(1), test[1])]]
    if name == "most":
        return [[at_most(test[1], const(0))]] if holds else [[at_most(const(1), test[1])]]
    if holds and name == "equal":
        return [[same(length(test[1]), length(test[2]))]]
    if holds and name in ("contains", "starts", "ends"):
        return [[at_most(length(test[2]), length(test[1]))]]
    return [[]]


def negated(condition):
    kind, inside = condition
    if kind == "literal":
        return "literal", (not inside[0], inside[1])
    return {"all": "any", "any": "all"}[kind], [negated(part) for part in inside]


def disjuncts(condition):
    """The condition as a list of lists of literals."""
    kind, inside = condition
    if kind == "literal":
        return [[inside]]
    if kind == "any":
        return [literals for part in inside for literals in disjuncts(part)]
    whole = [[]]
    for part in inside:
        whole = [left + right for left in whole for right in disjuncts(part)]
        if len(whole) > 4096:
            raise RecursionError("a condition with too many cases")
    return whole


def mentions(test, variable):
    """Whether a test speaks of a variable ('s', n), ('i', n) or ('b', n)."""
    for part in test[1:]:
        if test[0] == "true":
            if variable == ("b", part):
                return True
        elif test[0] in ("zero", "most"):
            names = {("s" if kind == "l" else kind, number) for kind, number in part[0]}
            if variable in names:
                return True
        elif isinstance(part, tuple) and part[0] == "var" and variable == ("s", part[1]):
            return True
    return False
