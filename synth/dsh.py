#!/usr/bin/env python3
"""Writes the logic that DSH adds to SIH as Markdown (standard output) and CSV.

dsh.py DIR TECH/NC ... [--full] --csv FILE
  DIR/TECH/NC/PART.json: cell counts of the parts of dsh.sh
  --full: the introduction of the tables of `make synth-full`
"""
import csv
import functools
import sys

import cells

# (item, whether the paper names it, [(instances, part with the item, part without it)]). An empty list: SIH has the item too.
ITEMS = [
    ("subtractor Xqoff = T - eta", True, [(1, "threshold_dsh_queue", "threshold_sih")]),
    ("subtractor Xqon = Xqoff - delta_q (SIH has one: T - delta_q)", True, []),
    ("product Xpoff = NC * T, saturating", True, [(1, "threshold_both_product", "threshold_both_queue")]),
    ("subtractor Xpon = Xpoff - delta_p", True, [(1, "threshold_both", "threshold_both_product")]),
    ("OR gates, one per egress class", True, [(1, "gate_dsh", "gate_sih")]),
    ("comparators of W(p) with Xpoff and Xpon, two snapshots", False, [(2, "examine_dsh", "examine_sih")]),
    ("port states POFF and their changes", False, [(1, "state_dsh", "state_sih")]),
    ("W(p), summed by the scan, in both snapshots", False, [(1, "account_sih_sum", "account_sih")]),
    ("headroom by port instead of by queue", False, [(1, "account_dsh", "account_sih_sum")]),
    ("pause timer per port at the upstream", False, [(1, "rx_dsh", "rx_sih")]),
    ("port states in messages, interoperable", False, [(1, "tx_dsh_interoperable", "tx_sih")]),
    ("port-level messages, native", False, [(1, "tx_dsh", "tx_dsh_interoperable")]),
    ("registers delta_p and native", False, [(1, "config_dsh", "config_sih")]),
]
CHOICE = ("SIH or DSH selectable at run time", False, [
    (1, "threshold_both", "threshold_dsh"), (1, "state_both", "state_dsh"), (1, "account_both", "account_dsh")])
DECISION = {
    "SIH": [(1, "threshold_sih"), (2, "examine_sih"), (1, "state_sih")],
    "DSH": [(1, "threshold_dsh"), (2, "examine_dsh"), (1, "state_dsh")],
    "SIH + DSH": [(1, "threshold_both"), (2, "examine_dsh"), (1, "state_both")],
}
WHOLE = {"SIH": [(1, "mmu_sih")], "DSH": [(1, "mmu_dsh")], "SIH + DSH": [(1, "mmu_both")]}
IN_DECISION = ("threshold", "examine", "state")
EXPLANATION = """## The cost of DSH

Four ports, counter width 18, the same RTL.
Each block is synthesised alone, once with the logic of an item and once without it.
Without it, its inputs are constants and its outputs are removed.
The item is the difference of the two.
Synthesis shares logic between items, so a difference depends on their order; a few cells mean nothing.
The pause decision is thresholds, comparators of two snapshots and states.
The second table has the flattened whole with the scheme fixed to SIH, fixed to DSH, and selectable; STATIC is left out.
"""

FULL = """## The cost of DSH, seven classes and gates

The method is the same as above.
"""


def main():
    folder, *runs = [a for a in sys.argv[1:-2] if a != "--full"]
    out = csv.writer(open(sys.argv[-1], "w", newline=""))
    out.writerow(["technology", "classes", "item", "named by the paper", "cells", "flops", "carry"])
    print(FULL if "--full" in sys.argv else EXPLANATION)
    for run in runs:
        table(folder, *run.split("/"), out)


def table(folder, tech, nc, out):
    unit = "gate" if tech == "generic" else "LUT"
    kinds = [unit, "FF"] + ([] if tech == "generic" else ["carry"])

    @functools.lru_cache
    def part(name, kind):
        return cells.read(f"{folder}/{tech}/{nc}/{name}.json")[kind]

    def difference(terms, kind):
        return sum(n * (part(a, kind) - part(b, kind)) for n, a, b in terms)

    def size(terms, kind):
        return sum(n * part(a, kind) for n, a in terms)

    base, whole = size(DECISION["SIH"], unit), size(WHOLE["SIH"], unit)

    def line(name, values, decision=None, of_whole=None):
        row = [f"{v:+,}" if isinstance(v, int) else v for v in values]
        percent = [f"{100 * decision / base:+.1f} %" if decision is not None else "",
                   f"{100 * of_whole / whole:+.1f} %" if of_whole is not None else ""]
        print(f"| {name} | " + " | ".join(row + percent) + " |")

    names = {"gate": "gates", "LUT": "LUT", "FF": "FF", "carry": "carry"}
    title = {"generic": "Gates", "ice40": "iCE40"}[tech]
    print(f"### {title}, {nc} classes\n")
    print("| added to SIH | " + " | ".join(names[k] for k in kinds) + " | of the SIH pause decision | of the SIH MMU |")
    print("| --- |" + " ---: |" * (len(kinds) + 2))
    totals = {True: [0] * len(kinds), False: [0] * len(kinds)}
    inside = {True: 0, False: 0}
    for name, named, terms in ITEMS + [CHOICE]:
        values = [difference(terms, k) for k in kinds]
        decision = difference([t for t in terms if t[1].startswith(IN_DECISION)], unit)
        line(name + (" (named)" if named else ""), values, decision if decision else None, values[0])
        out.writerow([tech, nc, name, int(named)] + values)
        totals[named] = [a + b for a, b in zip(totals[named], values)]
        inside[named] += decision
    line("**sum of the items that the paper names**", totals[True], inside[True], totals[True][0])
    line("**sum of the other items**", totals[False], inside[False], totals[False][0])
    print()
    print("| whole, synthesised | " + " | ".join(names[k] for k in kinds) + " | against SIH |")
    print("| --- |" + " ---: |" * (len(kinds) + 1))
    for what, variants in (("pause decision", DECISION), ("MMU", WHOLE)):
        for scheme, terms in variants.items():
            values = [size(terms, k) for k in kinds]
            first = size(variants["SIH"], unit)
            print(f"| {what}, {scheme} | " + " | ".join(f"{v:,}" for v in values) +
                  f" | {100 * (values[0] - first) / first:+.1f} % |")
            out.writerow([tech, nc, f"{what}, {scheme}", ""] + values)
    print()


main()
