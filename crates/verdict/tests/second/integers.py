"""Whether constraints on integers can hold together, by reading their bits from the lowest on.

A constraint is ('sum', {track: factor}, constant, 'zero' or 'most', holds): the sum is 0, or at most 0, or not; or
('set', [tracks], table, holds): the tuple is in the table, or not. Integers are in two's complement, the last letter
holds the signs. The state of a sum is its carry, so no automaton is built.
"""

import rows
from strings import TooLarge

LIMIT = 200_000
# Where sums are facts, sums alone are read bit by bit only when they speak of few tracks: that shows what rational numbers do not.
FEW_TRACKS = 4
FEW_STATES = 300


def possible(constraints, known=()):
    """Whether some integers satisfy all constraints; None when that is not found out.

    Those without a common track are asked apart, and of what is known already only what has a track in common with others.
    """
    groups = []
    for at, constraint in enumerate([*constraints, *known]):
        if constraint[0] == "set" and (not constraint[1] or list(constraint[1]) != sorted(set(constraint[1]))):
            # Letters are read in the order of the tracks, and so must the diagrams be.
            raise TooLarge()
        tracks, asked = set(constraint[1]), at < len(constraints)
        if not tracks:
            _, _, constant, kind, holds = constraint
            if asked and ((constant == 0) if kind == "zero" else (constant <= 0)) != holds:
                return False
            continue
        touching = [group for group in groups if group[0] & tracks]
        groups = [group for group in groups if not group[0] & tracks]
        members = [constraint]
        for group in touching:
            tracks |= group[0]
            members += group[1]
            asked = asked or group[2]
        groups.append((tracks, members, asked))
    few = bool(known)
    answers = [group_possible(sorted(tracks), members, few) for tracks, members, asked in groups if asked]
    return False if False in answers else None if None in answers else True


def group_possible(tracks, constraints, few):
    sums = [c for c in constraints if c[0] == "sum"]
    if rows.contradictory([row for c in sums for row in held(c)]):
        return False
    few = few and len(sums) == len(constraints)
    if few and len(tracks) > FEW_TRACKS:
        return None
    try:
        return by_bits(tracks, constraints, FEW_STATES if few else LIMIT)
    except TooLarge:
        return None


def held(constraint):
    """The rows of a sum that holds, or does not."""
    _, terms, constant, kind, holds = constraint
    if holds:
        return [(terms, constant, kind)]
    if kind == "most":
        return [({track: -factor for track, factor in terms.items()}, 1 - constant, "most")]
    return []


def by_bits(tracks, constraints, limit):
    start = tuple(0 if c[0] == "set" else c[2] for c in constraints)
    seen, stack = {start}, [start]
    while stack:
        places = stack.pop()
        for ends in letters(tracks, constraints, places, True):
            if all(accepts(c, end) for c, end in zip(constraints, ends)):
                return True
        for ends in letters(tracks, constraints, places, False):
            after = tuple(onward(c, end) for c, end in zip(constraints, ends))
            if None not in after and after not in seen:
                if len(seen) > limit:
                    raise TooLarge()
                seen.add(after)
                stack.append(after)
    return False


def letters(tracks, constraints, places, is_last):
    """Where the constraints stand within all letters, each outcome once."""
    here = []
    for c, place in zip(constraints, places):
        here.append(c[2].rows[place][1 if is_last else 0] if c[0] == "set" else place)
    outcomes = {tuple(here)}
    for track in tracks:
        decided = set()
        for outcome in outcomes:
            for bit in (0, 1):
                decided.add(tuple(read(c, at, track, bit, is_last) for c, at in zip(constraints, outcome)))
        outcomes = decided
        if len(outcomes) > LIMIT:
            raise TooLarge()
    return outcomes


def read(constraint, at, track, bit, is_last):
    if constraint[0] == "set":
        _, tracks, table, _ = constraint
        # A diagram looks at the tracks in their order, which the order of the letters respects.
        if track in tracks and at[0] == "n" and table.nodes[at[1]][0] == tracks.index(track):
            return table.nodes[at[1]][2 if bit else 1]
        return at
    if at == "other" or not bit:
        return at
    factor = constraint[1].get(track, 0)
    return at - factor if is_last else at + factor


def accepts(constraint, end):
    if constraint[0] == "set":
        return (end == ("leaf", 1)) == constraint[3]
    if end == "other":
        return not constraint[4]
    value = end == 0 if constraint[3] == "zero" else end <= 0
    return value == constraint[4]


def onward(constraint, end):
    """The place before the next letter; None when the constraint can hold no more."""
    if constraint[0] == "set":
        return end[1]  # The tracks are all read, so this is a leaf.
    _, _, _, kind, holds = constraint
    if kind == "most":
        return -((-end) // 2)
    if end == "other":
        return end
    if end % 2:
        # An odd sum is never 0, whatever follows.
        return None if holds else "other"
    return end // 2
