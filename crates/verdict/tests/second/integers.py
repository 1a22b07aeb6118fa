"""Whether constraints on integers can hold together, by reading their bits from the lowest on.

A constraint is ('sum', {track: factor}, constant, 'zero' or 'most', holds): the sum is 0, or at most 0, or not; or
('set', [tracks], table, holds): the tuple is in the table, or not. Integers are in two's complement, the last letter
holds the signs. The state of a sum is its carry, so no automaton is built.
"""

from strings import TooLarge

LIMIT = 200_000


def possible(constraints):
    """Whether some integers satisfy all constraints. Those without a common track are asked apart."""
    groups = []
    for constraint in constraints:
        if constraint[0] == "set" and (not constraint[1] or list(constraint[1]) != sorted(set(constraint[1]))):
            # Letters are read in the order of the tracks, and so must the diagrams be.
            raise TooLarge()
        tracks = set(constraint[1])
        if not tracks:
            _, _, constant, kind, holds = constraint
            if ((constant == 0) if kind == "zero" else (constant <= 0)) != holds:
                return False
            continue
        touching = [group for group in groups if group[0] & tracks]
        groups = [group for group in groups if not group[0] & tracks]
        members = [constraint]
        for group in touching:
            tracks |= group[0]
            members += group[1]
        groups.append((tracks, members))
    return all(group_possible(sorted(tracks), members) for tracks, members in groups)


def group_possible(tracks, constraints):
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
                if len(seen) > LIMIT:
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
