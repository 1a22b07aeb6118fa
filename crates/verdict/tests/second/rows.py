"""Whether linear constraints over integers contradict each other, by exact rational arithmetic.

A row is ({track: factor}, constant, kind): the sum is 0 for the kind 'zero', and 0 or less for 'most'. Equations are
solved first, then a simplex looks for a point that satisfies the inequalities. Rows are tightened to whole numbers, which
is the only use made of integrality: what is called contradictory is, the contrary need not be.
"""

from fractions import Fraction
from math import gcd

MOST_PIVOTS = 5_000


def tightened(row):
    """The row divided by what its factors have in common: a row, True when it always holds, False when it never does."""
    terms, constant, kind = row
    terms = {track: factor for track, factor in terms.items() if factor}
    if not terms:
        return constant == 0 if kind == "zero" else constant <= 0
    common = gcd(*terms.values())
    if kind == "zero" and constant % common:
        return False
    # -(-c // g) is c / g rounded up: the sum is at most a whole number.
    return {track: factor // common for track, factor in terms.items()}, -(-constant // common), kind


def contradictory(rows):
    """Whether no integers satisfy all rows, as far as rational numbers and rounding show it."""
    rows = [tightened(row) for row in rows]
    while False not in rows:
        rows = [row for row in rows if row is not True]
        equations = [row for row in rows if row[2] == "zero"]
        if not equations:
            return bounded(rows) is False
        solved = min(equations, key=lambda row: (min(map(abs, row[0].values())), len(row[0])))
        track = min(solved[0], key=lambda each: (abs(solved[0][each]), each))
        rows = [tightened(without(row, track, solved)) for row in rows if row is not solved]
    return True


def without(row, track, equation):
    """The row with a track replaced by what an equation says of it."""
    if track not in row[0]:
        return row
    factor, own = row[0][track], equation[0][track]
    sign = 1 if own > 0 else -1
    terms = {each: abs(own) * value for each, value in row[0].items()}
    for each, value in equation[0].items():
        terms[each] = terms.get(each, 0) - sign * factor * value
    return terms, abs(own) * row[1] - sign * factor * equation[1], row[2]


def bounded(rows):
    """False when inequalities contradict each other, else True or None."""
    tightest = {}
    for terms, constant, _ in rows:
        key = tuple(sorted(terms.items()))
        tightest[key] = max(constant, tightest.get(key, constant))
    rows = [(dict(key), constant) for key, constant in tightest.items()]
    while True:
        # A track that is only pushed to one side gives way: its rows are satisfied last.
        signs = {}
        for terms, _ in rows:
            for track, factor in terms.items():
                signs.setdefault(track, set()).add(factor > 0)
        free = {track for track, both in signs.items() if len(both) == 1}
        kept = [row for row in rows if not free & set(row[0])]
        if len(kept) == len(rows):
            break
        rows = kept
    for terms, constant in rows:
        opposite = tuple(sorted((track, -factor) for track, factor in terms.items()))
        if constant + tightest.get(opposite, -constant) > 0:
            return False
    return simplex(rows) if rows else True


def simplex(rows):
    """Whether some rational point satisfies sum + constant <= 0 for all rows; None when that takes too long.

    Each row has a slack that is its sum and is at most minus the constant. Slacks that depend on others and are too large are
    exchanged, the first one first, so that this ends."""
    most = {("slack", at): Fraction(-constant) for at, (_, constant) in enumerate(rows)}
    table = {("slack", at): {("x", t): Fraction(f) for t, f in terms.items()} for at, (terms, _) in enumerate(rows)}
    value = {name: Fraction(0) for row in table.values() for name in row}
    value.update({name: Fraction(0) for name in table})
    for _ in range(MOST_PIVOTS):
        wrong = min((name for name in table if name in most and value[name] > most[name]), default=None)
        if wrong is None:
            return True
        row = table.pop(wrong)
        # The sum falls when a track falls that has a positive factor, or one rises that has a negative one and may.
        can = [name for name, factor in row.items() if factor > 0 or name not in most or value[name] < most[name]]
        if not can:
            return False
        enter = min(can)
        factor = row.pop(enter)
        solved = {name: -each / factor for name, each in row.items()}
        solved[wrong] = 1 / factor
        change = (most[wrong] - value[wrong]) / factor
        value[wrong] = most[wrong]
        value[enter] += change
        for name, other in table.items():
            times = other.pop(enter, None)
            if times is None:
                continue
            value[name] += times * change
            for each, own in solved.items():
                total = other.get(each, 0) + times * own
                if total:
                    other[each] = total
                else:
                    other.pop(each, None)
        table[enter] = solved
    return None
