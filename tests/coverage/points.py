#!/usr/bin/env python3
"""Counts the points of a coverage file of Verilator, by kind and by module, and lists those that were not reached.

Lines and branches are those of the text: one that the parameters of an instance leave out is reached in another, or not at all.
Toggles are of each module as its parameters make it.

usage: points.py FILE
"""
import collections
import os
import re
import sys


def points(name):
    """Kind, file, line, what, count."""
    counts = collections.Counter()
    with open(name, encoding="latin-1") as text:
        for row in text:
            found = re.match(r"C '(.*)' (\d+)$", row)
            if not found:
                continue
            keys = dict(part.split("\x02", 1) for part in found.group(1).split("\x01") if "\x02" in part)
            kind, _, module = keys["page"][2:].partition("/")
            place = (os.path.basename(keys["f"]), int(keys["l"]), int(keys["n"]), module if kind == "toggle" else "")
            counts[(kind,) + place + (keys.get("o", ""),)] += int(found.group(2))
    for (kind, file, line, _, module, what), count in counts.items():
        yield kind, file, line, what + (" of " + module if module else ""), count


def main(name):
    rows = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
    kinds, missed = [], []
    for kind, file, line, what, count in points(name):
        if kind not in kinds:
            kinds.append(kind)
        for row in (file, "~"):
            rows[row][kind][0] += count > 0
            rows[row][kind][1] += 1
        if count == 0:
            missed.append("%s:%d: %s %s" % (file, line, kind, what))
    print("| module | %s |\n| --- |%s" % (" | ".join(kinds), " ---: |" * len(kinds)))
    for file, row in sorted(rows.items()):
        cells = ("%d of %d" % tuple(row[kind]) if row[kind][1] else "" for kind in kinds)
        print("| %s | %s |" % ("all" if file == "~" else file[:-3], " | ".join(cells)))
    print("\n".join(["not reached:"] + sorted(missed)) if missed else "every point reached")


if __name__ == "__main__":
    main(*sys.argv[1:])
