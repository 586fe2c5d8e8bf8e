#!/usr/bin/env python3
"""Counts the points of Verilator's coverage by kind and by module, and lists the points that were not reached.

Lines and branches are counted per source line; a line is reached if any instance of the module reaches it. Toggles are counted per module and
its parameters. Left out are bits that Yosys proves constant in the flattened RTL, undriven elements of arrays, and the signals in LIST.
The exit status is 1 if too few points are reached (LEAST), or if LIST leaves out a bit that is reached or that does not exist.

usage: points.py FILE JSON LIST    FILE: coverage counts; JSON: the flattened RTL; LIST: file | signal [of place] | reason
"""
import collections
import json
import os
import re
import sys


LEAST = {"line": 100, "branch": 100, "toggle": 98}  # percent of each kind that must be reached


class Constants:
    """The bits of the flattened RTL that never change."""

    def __init__(self, name):
        with open(name, encoding="ascii") as text:
            module = next(m for m in json.load(text)["modules"].values() if "cells" in m and m["attributes"].get("top"))
        driven = {bit for port in module["ports"].values() if port["direction"] == "input" for bit in port["bits"]}
        for cell in module["cells"].values():
            for port, bits in cell["connections"].items():
                if cell["port_directions"][port] == "output":
                    driven.update(bits)
        self.names = collections.defaultdict(list)
        for net, of in module["netnames"].items():
            signal = re.sub(r"\[\d+\]$", "", net).rpartition(".")[2]
            self.names[signal].append((net, [bit not in driven for bit in of["bits"]], of.get("offset", 0)))

    def __contains__(self, point):
        """Whether a bit is constant in all instances that match a place, in which * matches any text."""
        place, what = point
        signal, *index = re.findall(r"\w+", what)
        path = re.escape(place.partition("sluice_mmu")[2].lstrip(".")).replace(r"\*", ".*")
        path = (path + r"\." if path else "") + re.escape(signal)
        found = []
        for net, constant, offset in self.names[signal]:
            for element in ("", r"\[%s\]" % index[0] if index else ""):
                bits = index[1:] if element else index
                if re.fullmatch(path + element, net) and len(bits) <= 1:
                    at = int(bits[0]) - offset if bits else 0
                    found.append(at < len(constant) and constant[at])
        return bool(found) and all(found)


def points(name):
    """Yields kind, file, line, name, count and place of each point."""
    counts = collections.Counter()
    with open(name, encoding="latin-1") as text:
        for row in text:
            found = re.match(r"C '(.*)' (\d+)$", row)
            if not found:
                continue
            keys = dict(part.split("\x02", 1) for part in found.group(1).split("\x01") if "\x02" in part)
            kind = keys["page"][2:].partition("/")[0]
            place = keys["h"] if kind == "toggle" else ""
            counts[kind, os.path.basename(keys["f"]), int(keys["l"]), int(keys["n"]), keys.get("o", ""), place] += int(found.group(2))
    for (kind, file, line, _, what, place), count in counts.items():
        yield kind, file, line, what, count, place


class Excluded:
    """A list of `file | signal [of place] | reason`."""

    def __init__(self, name):
        with open(name, encoding="ascii") as text:
            self.rules = [re.split(r" +\| +", line.strip()) for line in text if line.strip() and not line.startswith("#")]
        self.used, self.reached = set(), {}

    def reason(self, kind, file, line, what, count, place):
        """The reason to leave out a point that is not reached, or None. Notes the rules that match a bit that is reached."""
        for n, (of, signal, reason) in enumerate(self.rules):
            text = "%s %d" % (kind, line) if kind != "toggle" else what + " of " + place if " of " in signal else what
            if of != file or not re.fullmatch(signal, text):
                continue
            if count == 0:
                self.used.add(n)
                return reason
            if kind == "toggle":
                self.reached[n] = what
        return None

    def faults(self):
        for n, (of, signal, _) in enumerate(self.rules):
            if n in self.reached:
                yield "%s | %s: %s is reached" % (of, signal, self.reached[n])
            elif n not in self.used:
                yield "%s | %s: no such point is unreached" % (of, signal)


def main(name, netlist, exceptions):
    constants, exceptions = Constants(netlist), Excluded(exceptions)
    rows = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
    kinds, missed, left_out = [], [], collections.Counter()
    for kind, file, line, what, count, place in points(name):
        if kind not in kinds:
            kinds.append(kind)
        if count == 0 and kind == "toggle" and (place, what) in constants:
            left_out["toggles of bits that are constant"] += 1
            continue
        reason = exceptions.reason(kind, file, line, what, count, place)
        if reason:
            left_out[reason] += 1
            continue
        for row in (file, "~"):
            rows[row][kind][0] += count > 0
            rows[row][kind][1] += 1
        if count == 0:
            missed.append("%s:%d: %s %s%s" % (file, line, kind, what, " of " + place if place else ""))
    print("| module | %s |\n| --- |%s" % (" | ".join(kinds), " ---: |" * len(kinds)))
    for file, row in sorted(rows.items()):
        cells = ("%d of %d" % tuple(row[kind]) if row[kind][1] else "" for kind in kinds)
        print("| %s | %s |" % ("all" if file == "~" else file[:-3], " | ".join(cells)))
    print("left out:\n" + "\n".join("%d %s" % (n, why) for why, n in left_out.most_common()))
    print("\n".join(["not reached:"] + sorted(missed)) if missed else "every point reached")
    faults = ["%s: %s" % (sys.argv[3], fault) for fault in exceptions.faults()]
    for kind, percent in LEAST.items():
        reached, of = rows["~"][kind]
        if of == 0 or 100 * reached < percent * of:
            faults.append("expected %d %% of the points of kind %s, got %d of %d" % (percent, kind, reached, of))
    for fault in faults:
        print("coverage: " + fault, file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
