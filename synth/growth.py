#!/usr/bin/env python3
"""Writes the growth of each block with the number of ports as Markdown (standard output) and CSV.

growth.py DIR SMALL LARGE --csv FILE    SMALL, LARGE: two sizes, such as 4x8 and 32x8
  DIR/RAM/SIZE/MODULE.json: cell counts, written by synth.sh
  RAM: block (every memory is a block RAM) or chosen (Yosys chooses)
"""
import csv
import sys

import cells

# (module, number of instances in the MMU)
SHARED = [("account", 1), ("threshold", 1), ("snapshot", 1), ("examine", 2), ("config", 1), ("scan", 1), ("quanta", 1)]
PER_PORT = [("pause_state", 1), ("pause_tx", 1), ("refresh", 1), ("pause_rx", 1), ("gate", 1)]
KINDS = ["LUT", "FF", "carry", "RAM"]
TITLES = {
    "block": ("Every memory a block RAM", "This table compares logic, because both sizes have the same memories."),
    "chosen": ("Memories as Yosys chooses", "With few ports, Yosys builds small memories from flip-flops and multiplexers.\n"
               "Many ports have none of these, so this table shows too little growth."),
}
INTRODUCTION = """## More ports

Each block alone on the iCE40, {} -> {}, counter width 18, SIH + DSH, no statistics, before placement.
The sum of the blocks that are not per port may grow by 20 %.
A block alone is larger than in the MMU, because its inputs are free.
"""


def main():
    folder, small, large, _, csv_path = sys.argv[1:]
    out = csv.writer(open(csv_path, "w", newline=""))
    out.writerow(["memories", "module", "instances", "size"] + KINDS)
    print(INTRODUCTION.format(*(s.replace("x", " x ") for s in (small, large))))
    for ram, (title, note) in TITLES.items():
        def count(module, size, times):
            n = cells.read(f"{folder}/{ram}/{size}/{module}.json")
            return [times * n[k] for k in KINDS]

        def line(name, a, b):
            growth = f"{100 * (b[0] - a[0]) / a[0]:+.0f} %" if a[0] else ""
            print(f"| {name} | " + " | ".join(f"{x:,} -> {y:,}" if x != y else f"{x:,}" for x, y in zip(a, b)) + f" | {growth} |")

        print(f"### {title}\n\n{note}\n")
        print("| block | LUT | FF | carry | block RAM | LUT |\n| --- |" + " ---: |" * 5)
        for group, what in ((SHARED, "not per port"), (PER_PORT, "per port")):
            sums = [[0] * len(KINDS), [0] * len(KINDS)]
            for module, times in group:
                both = [count(module, size, times) for size in (small, large)]
                line(module + (f", {times} of them" if times > 1 else ""), *both)
                for size, n in zip((small, large), both):
                    out.writerow([ram, module, times, size] + n)
                sums = [[x + y for x, y in zip(s, n)] for s, n in zip(sums, both)]
            line(f"**{what}, sum**", *sums)
        print()


main()
