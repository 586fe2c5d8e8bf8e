#!/usr/bin/env python3
"""The outcomes of mutants, one file per folder, and the table of all folders.

A line of a file: digest of the source, path, line, source before and after the change, outcome, and the test that found the mutant; separated by
tabs. So a sample can grow: a mutant whose source has not changed is not run again.
outcome: killed, survived, timed out, equal (the same code, or proven), left out (does not build)

usage: outcomes.py FOLDER..    prints the table of these folders, and the mutants that were not found
       outcomes.py --check
"""
import collections
import glob
import hashlib
import os
import sys
import threading

import places
import places_rtl

BUILD = os.environ.get("BUILD", "build")
FOLDER = os.path.join(BUILD, "mutate", "outcomes" + ("-" + places.SINCE if places.SINCE else ""))
UNCOUNTED = {"left out", "equal", "argued"} if places.SINCE else {"left out"}
NETLIST = ("rtl/mmu", "rtl/common")
EQUIVALENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "equivalent")


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Outcomes:
    """The outcomes of one folder."""

    def __init__(self, folder, digests, again=False):
        """digests: path -> digest of the present source. again: also tries the mutants that no test found; until then they keep their outcome."""
        os.makedirs(FOLDER, exist_ok=True)
        self.path, self.digests, self.lock = os.path.join(FOLDER, folder.replace("/", "-")), digests, threading.Lock()
        kept = []
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as lines:
                kept = [line.rstrip("\n").split("\t") for line in lines]
        kept = list({(f[1], f[3], f[4]): f for f in kept if digests.get(f[1]) == f[0]}.values())
        self.known = {(f[1], f[3], f[4]): f[5] for f in kept if not (again and f[5] in ("survived", "timed out"))}
        if places.SINCE:
            self.known.update(dict.fromkeys(equivalent(), "argued"))
        with open(self.path, "w", encoding="utf-8") as to:
            to.writelines("\t".join(f) + "\n" for f in kept)

    def add(self, m, outcome, by):
        with self.lock, open(self.path, "a", encoding="utf-8") as to:
            self.known[m.path, m.before, m.after] = outcome
            to.write("\t".join((self.digests[m.path], m.path, str(m.line), m.before, m.after, outcome, by)) + "\n")

    def wanted(self, mutants, count):
        """The mutants of the first `count` of a sequence that have no outcome. Mutants that are left out do not count, nor, since a commit, equal ones."""
        taken = 0
        for m in mutants:
            if taken >= count:
                return
            outcome = self.known.get((m.path, m.before, m.after))
            taken += outcome not in UNCOUNTED
            if outcome is None:
                yield m
                # The caller has added the outcome by now, or will; a mutant that does not count makes place for another.
                taken -= self.known.get((m.path, m.before, m.after)) in UNCOUNTED


def replace(folder, lines):
    """Writes all outcomes of a folder anew: lists of fields."""
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, folder.replace("/", "-")), "w", encoding="utf-8") as to:
        to.writelines("\t".join(fields) + "\n" for fields in lines)


def equivalent():
    """(path, before, after) -> why no test can tell the mutant from the original. Three lines each in the file `equivalent`."""
    with open(EQUIVALENT, encoding="utf-8") as lines:
        blocks = "".join(line for line in lines if not line.startswith("#")).strip().split("\n\n")
    reasons = {}
    for block in filter(None, blocks):
        where, after, why = block.strip().split("\n")
        path, before = where.split(": ", 1)
        reasons[path, before, after.removeprefix("-> ")] = why
    return reasons


def rows(folders):
    """Each folder and its lines, with outcome `argued` for those in the file `equivalent`."""
    argued = equivalent()
    for folder in folders:
        path, fields = os.path.join(FOLDER, folder.replace("/", "-")), []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as lines:
                # Two programs may have tried the same mutant.
                fields = list({tuple(f[1:5]): f for f in (line.rstrip("\n").split("\t") for line in lines)}.values())
        for f in fields:
            why = argued.get((f[1], f[3], f[4]))
            if why is not None and f[5] == "killed":
                print("mutate: argued to be equivalent, but killed by %s: %s: %s" % (f[6], f[1], f[4]))
            elif why is not None and f[5] in ("survived", "timed out"):
                f[5], f[6] = "argued", why
        yield folder, fields


def check():
    """Every entry of the file `equivalent` must be a mutant of the present source."""
    reasons = equivalent()
    results = places_rtl.outputs(open(path, encoding="utf-8").read() for path in glob.glob("rtl/**/*.sv", recursive=True))
    failed = 0
    for path in sorted({entry[0] for entry in reasons}):
        with open(path, encoding="utf-8") as source:
            text = source.read()
        changes = places.changes(text) if path.endswith((".c", ".h")) else (change.mutation for change in places_rtl.changes(text, results))
        mutants = {(m.path, m.before, m.after) for m in places.mutants_of(path, text, changes)}
        for entry in sorted(e for e in reasons if e[0] == path and e not in mutants):
            print("mutate: tests/mutate/equivalent: no such mutant of %s: %s -> %s" % entry, file=sys.stderr)
            failed = 1
    sys.exit(failed)


def main():
    if sys.argv[1:] == ["--check"]:
        check()
    print("| folder | method | mutants | killed | timed out | same code | argued equal | survived | score | does not build |\n| --- | --- |" + " ---: |" * 8)
    total, lists = collections.Counter(), collections.defaultdict(list)
    for folder, fields in rows(sys.argv[1:]):
        count = collections.Counter(f[5] for f in fields)
        total += count
        print_row(folder, "netlist" if folder in NETLIST else "source", count)
        for f in fields:
            lists[f[5]].append("%s:%s: %s\n    -> %s%s" % (f[1], f[2], f[3], f[4], "\n    " + f[6] if f[6] else ""))
    print_row("all", "", total)
    for outcome in ("argued", "timed out", "survived"):
        if lists[outcome]:
            print("\n%s:" % outcome, *lists[outcome], sep="\n")


def print_row(name, method, count):
    tried = count["killed"] + count["survived"] + count["timed out"]
    print("| %s | %s | %d | %d | %d | %d | %d | %d | %s | %d |" % (
        name, method, tried + count["equal"] + count["argued"], count["killed"], count["timed out"], count["equal"], count["argued"], count["survived"],
        "%.1f %%" % (100 * count["killed"] / tried) if tried else "-", count["left out"]))


if __name__ == "__main__":
    main()
