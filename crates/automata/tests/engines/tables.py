"""Makes the tables in `src/regex/unicode` from the JVM (17) and from this Python's Unicode data (14).

Run from the crate's folder, with `java` on the path:  python3 tests/engines/tables.py
"""

import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

NAMES = (
    "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn"
).split()
LETTER = dict(zip(NAMES, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"))
JAVA_TYPES = dict(zip(
    [1, 2, 3, 4, 5, 6, 8, 7, 9, 10, 11, 23, 20, 21, 22, 29, 30, 24, 25, 26, 27, 28, 12, 13, 14, 15, 16, 19, 18, 0],
    NAMES,
))
DUMP = """
public class Dump {
    public static void main(String[] arguments) {
        StringBuilder out = new StringBuilder();
        for (int c = 0; c <= 0x10FFFF; c++) {
            out.append(Character.getType(c)).append(' ').append(Character.toUpperCase(c)).append(' ');
            out.append(Character.toLowerCase(c)).append('\\n');
        }
        System.out.print(out);
    }
}
"""
WIDTH = 110


def java_rows():
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "Dump.java"
        source.write_text(DUMP)
        text = subprocess.run(["java", source], check=True, capture_output=True, text=True).stdout
    return [tuple(map(int, line.split())) for line in text.splitlines()]


def packed(items):
    """Items on lines of at most WIDTH characters."""
    lines, line = [], "   "
    for item in items:
        if len(line) + len(item) + 2 > WIDTH:
            lines.append(line)
            line = "   "
        line += f" {item},"
    return "\n".join(lines + [line])


def categories(java, python):
    runs, at = "", 0
    while at < len(java):
        start = at
        while at < len(java) and java[at] == java[start]:
            at += 1
        runs += LETTER[java[start]] + (str(at - start) if at - start > 1 else "")
    changed, at = [], 0
    while at < len(java):
        start = at
        while at < len(java) and java[at] != python[at] and python[at] == python[start]:
            at += 1
        if at > start:
            changed.append(f"(0x{start:X}, 0x{at - 1:X}, '{LETTER[python[start]]}')")
        else:
            at += 1
    wrapped = "\\\n".join(runs[i : i + 106] for i in range(0, len(runs), 106))
    return wrapped, changed


def delta_runs(pairs):
    """Runs (first, count, stride, delta) of pairs that are sorted."""
    runs, at = [], 0
    while at < len(pairs):
        first, target = pairs[at]
        best = (1, 1)
        for stride in (1, 2):
            count = 1
            while pairs[at + count : at + count + 1] == [(first + stride * count, target + stride * count)]:
                count += 1
            best = max(best, (count, stride), key=lambda b: b[0])
        runs.append(f"(0x{first:X}, {best[0]}, {best[1]}, {target - first})")
        at += best[0]
    return runs


def families():
    """Characters that are cases of each other by simple mappings; the Turkish ones stand alone."""
    parent = {}

    def root(c):
        while parent.get(c, c) != c:
            c = parent[c]
        return c

    for c in range(0x110000):
        if 0xD800 <= c < 0xE000 or c in (0x130, 0x131):
            continue
        for other in (chr(c).lower(), chr(c).upper(), chr(c).title()):
            if len(other) == 1 and root(c) != root(ord(other)):
                a, b = sorted((root(c), root(ord(other))))
                parent[b] = a
    groups = {}
    for c in range(0x110000):
        groups.setdefault(root(c), []).append(c)
    return [group for group in groups.values() if len(group) > 1]


def main():
    assert unicodedata.unidata_version == "14.0.0", "PCRE2 10.42 has Unicode 14"
    rows = java_rows()
    wrapped, changed = categories(
        [JAVA_TYPES[row[0]] for row in rows], [unicodedata.category(chr(c)) for c in range(0x110000)]
    )
    groups = families()
    tables = {
        "UNICODE_13": wrapped,
        "CHANGED_IN_14": packed(changed),
        "PAIRS": packed(delta_runs(sorted(tuple(g) for g in groups if len(g) == 2))),
        "FAMILIES": packed("&[" + ", ".join(f"0x{c:X}" for c in g) + "]" for g in groups if len(g) > 2),
        "JAVA_UPPER": packed(delta_runs([(c, row[1]) for c, row in enumerate(rows) if row[1] != c])),
        "JAVA_LOWER": packed(delta_runs([(c, row[2]) for c, row in enumerate(rows) if row[2] != c])),
    }
    for file in ("categories.rs", "cases.rs"):
        path = Path("src/regex/unicode") / file
        text = path.read_text()
        stale = [name for name, body in tables.items() if f"const {name}:" in text and body not in text]
        print(f"{path}: {'differs in ' + ', '.join(stale) if stale else 'up to date'}")
        for name in stale:
            print(f"--- {name}\n{tables[name]}")


if __name__ == "__main__":
    sys.exit(main())
