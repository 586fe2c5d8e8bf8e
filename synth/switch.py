#!/usr/bin/env python3
"""Writes the area of the switch, block by block, as Markdown (standard output) and CSV.

switch.py NAME=TITLE=RESULT.json ... --csv FILE    RESULT: written by synth.sh with KEEP=1
The count of a block includes its submodules, and all instances of the block.
"""
import csv
import re
import sys

import cells

# The switch consists of these groups, and each group of PARTS.
GROUPS = {"ingress_pipeline", "buffer", "admission", "host"}
PARTS = {
    "inputs": "streams to cells", "header": "header", "table": "MAC table", "arrive": "cells of a frame", "copy": "copies", "free": "free cells",
    "lists": "queues, descriptors", "depart": "reading, scheduler", "outputs": "cells to streams", "statistics": "counters", "registers": "registers",
    "classify": "class of a frame to many ports", "axil": "AXI4-Lite", "messages": "messages", "watchdog": "watchdog", "queue": "queue number", "memory": "cell memory, links",
    "wheel": "slot wheel", "pauses": "counting of pause messages", "ecn": "decisions of ECN", "management": "management port", "credits": "credits",
    "interrupt": "interrupt",
}
KINDS = ["LUT", "FF", "carry", "RAM", "LUT RAM"]


def main():
    runs, path = sys.argv[1:-2], sys.argv[-1]
    out = csv.writer(open(path, "w", newline=""))
    out.writerow(["switch", "block", "instances"] + KINDS)
    print("## Area of the switch\n\nECP5, SLUICE_LUTRAM, 8 classes, DSH, no statistics of the MMU, before placement.\n"
          "Each module is synthesised without flattening; a flattened switch is smaller.")
    for run in runs:
        name, title, result = run.split("=")
        modules = cells.modules(result)
        top = "sluice_switch"
        rows, own = {}, dict.fromkeys(KINDS, 0)

        def add(module, times):
            """Adds the blocks of a module and of its groups to rows, and the cells outside of blocks to own."""
            for cell, n in modules[module]["num_cells_by_type"].items():
                if cell not in modules:
                    k = cells.kind(cell)
                    if k in own:
                        own[k] += n * times
                    continue
                block = re.search(r"sluice_(?:switch_)?(\w+?)(?:$|\\)", cell[cell.rindex("sluice_"):]).group(1)
                if block in GROUPS:
                    add(cell, n * times)
                    continue
                number, total = rows.get(block, (0, dict.fromkeys(KINDS, 0)))
                inner = cells.count(modules, cell)
                rows[block] = (number + n * times, {k: total[k] + n * times * inner[k] for k in KINDS})

        add(top, 1)
        print(f"\n### {title}\n\n| block | | " + " | ".join({"RAM": "block RAM"}.get(k, k) for k in KINDS) + " |")
        print("| --- | --- |" + " ---: |" * len(KINDS))
        listed = [("mmu", "the MMU")] + list(PARTS.items()) + [(b, "") for b in rows if b not in PARTS and b != "mmu"]
        for block, what in [(b, w) for b, w in listed if b in rows]:
            number, n = rows[block]
            print(f"| {block}{f', {number}' if number > 1 else ''} | {what} | " + " | ".join(f"{n[k]:,}" for k in KINDS) + " |")
            out.writerow([name, block, number] + [n[k] for k in KINDS])
        print("| | glue logic | " + " | ".join(f"{own[k]:,}" for k in KINDS) + " |")
        out.writerow([name, "", 1] + [own[k] for k in KINDS])
        whole = cells.count(modules, top)
        print("| **sum** | | " + " | ".join(f"**{whole[k]:,}**" for k in KINDS) + " |")


main()
