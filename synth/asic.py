#!/usr/bin/env python3
"""Writes area and longest paths in the cells of a library as Markdown (standard output) and CSV.

asic.py LIBERTY DIR BUILD ... --csv FILE
  BUILD: NPxNCxWsSCHEMES. DIR/BUILD: the files of asic.sh; DIR/BUILD/paths and DIR/fo4: the output of asic.tcl.
Environment, in FO4: ACCESS and SETUP, the times of a memory, and AIM, the requested delay.
"""
import csv
import os
import re
import sys

import cells

ACCESS, SETUP, AIM = (float(os.environ[k]) for k in ("ACCESS", "SETUP", "AIM"))
INTRODUCTION = """## ASIC

Yosys and OpenSTA, cells of the OSU 0.18 um library, typical, 1.8 V, 25 C, counter width 18, no statistics.
Area is in NAND2X1 of {nand2:.0f} um2, without memories.
Paths are in FO4, the delay of an INVX1 that drives four of its kind.
The same tool measures {fo4:.1f} ps for it in this library; {aim:.0f} FO4 are {mhz:.0f} MHz.
Paths include clock-to-output and set-up time of the flip-flops; wires, clock uncertainty and margin are not included.

Memories are macros outside, each with one write port and the listed read ports.
Their times are **assumed**, not measured: outputs {access:.0f} FO4 after the clock, inputs {setup:.0f} FO4 before it.
Only the paths into and out of a memory include these times.
"""


class Build:
    def __init__(self, folder, name, area, fo4):
        ports, classes, schemes = re.match(r"(\d+)x(\d+)x\d+s(\d+)$", name).groups()
        self.size, self.schemes = f"{ports} x {classes}", cells.set_name(int(schemes))
        folder = f"{folder}/{name}"
        with open(f"{folder}/blocks") as f:
            times = dict(line.split() for line in f)
        paths = {}
        with open(f"{folder}/paths") as f:
            for block, kind, ns, start, end in map(str.split, f):
                paths.setdefault(block, {})[kind] = (float(ns) / fo4, start, end)
        self.memories = cells.memories(f"{folder}/mmu.memories.json")
        # {block: [area, area of flops, flops, memory bits, {kind: path}]}. A module with two sets of parameters, such as examine
        # and examine2, is one block.
        self.blocks = {}
        for block in ["mmu"] + sorted(times):
            n = int(times.get(block, 1))
            row = [n * x for x in cells.netlist(f"{folder}/{block}.json", area) + [cells.bits(cells.memories(f"{folder}/{block}.memories.json"))]]
            name = block.rstrip("0123456789")
            old = self.blocks.setdefault(name, [0, 0, 0, 0, {}])
            if row[0] == 0:  # the block has no cells
                paths.pop(block, None)
            longest = {k: max(p for p in (old[4].get(k), paths[block].get(k)) if p) for k in {**old[4], **paths.get(block, {})}}
            self.blocks[name] = [a + b for a, b in zip(old, row)] + [longest]


def both(values):
    """The values of two sizes as "a -> b", or as "a" if they are equal."""
    values = list(dict.fromkeys(values))
    return " -> ".join(values)


def fo4s(path):
    return f"{path[0]:.1f}" if path else "-"


def main():
    liberty, folder, *names = sys.argv[1:-2]
    area = cells.areas(liberty)
    nand2 = area["NAND2X1"]
    with open(f"{folder}/fo4") as f:
        fo4 = float(f.read().split()[1])
    builds = [Build(folder, n, area, fo4) for n in names]
    with open(sys.argv[-1], "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["ports x classes", "schemes", "block", "NAND2", "NAND2 of flops", "flops", "memory bits", "path FO4",
                      "into a memory FO4", "out of a memory FO4", "path from", "path to"])
        for b in builds:
            for block, (total, flops, count, held, paths) in b.blocks.items():
                out.writerow([b.size, b.schemes, block, round(total / nand2), round(flops / nand2), count, held] +
                             [fo4s(paths.get(k)) for k in ("logic", "to", "from")] + list(paths.get("logic", ("", "", ""))[1:]))

    print(INTRODUCTION.format(nand2=nand2, fo4=1000 * fo4, aim=AIM, mhz=1000 / AIM / fo4, access=ACCESS, setup=SETUP))
    print("| ports x classes | schemes | NAND2 | of them flops | memory bits | FO4 | into a memory | out of a memory |")
    print("| --- | --- |" + " ---: |" * 6)
    for b in builds:
        total, flops, _, held, paths = b.blocks["mmu"]
        print(f"| {b.size} | {b.schemes} | {total / nand2:,.0f} | {flops / nand2:,.0f} | {held:,} | **{fo4s(paths['logic'])}** | "
              f"{fo4s(paths.get('to'))} | {fo4s(paths.get('from'))} |")
    print("\nThe longest paths:\n")
    for b in builds:
        for kind in ("logic", "from"):
            length, start, end = b.blocks["mmu"][4][kind]
            print(f"- {b.size}, {b.schemes}, {length:.1f} FO4: `{start}` -> `{end}`")
    for schemes in dict.fromkeys(b.schemes for b in builds):
        mine = [b for b in builds if b.schemes == schemes]
        sizes = " -> ".join(b.size for b in mine)
        print(f"\n### {schemes}, block by block, {sizes}\n")
        print("Each block is mapped alone, with its parameters of the MMU.\nThe MMU is optimised across the borders of the blocks, too.\n")
        print("| block | NAND2 | of them flops | memory bits | FO4 | into a memory | out of a memory |\n| --- |" + " ---: |" * 6)
        for block in sorted({k for b in mine for k in b.blocks} - {"mmu"}, key=lambda k: -mine[0].blocks[k][0]):
            rows = [b.blocks[block] for b in mine if block in b.blocks]
            columns = [both(f"{r[i] / nand2:,.0f}" for r in rows) for i in (0, 1)] + [both(f"{r[3]:,}" for r in rows)]
            columns += [both(fo4s(r[4].get(k)) for r in rows) for k in ("logic", "to", "from")]
            print(f"| {block} | " + " | ".join(columns) + " |")
        print("\n| memory | words x bits, read ports |\n| --- | --- |")
        for name in sorted({k for b in mine for k in b.memories}):
            shapes = []
            for b in mine:
                shapes.append(", ".join((f"{n} of " if n > 1 else "") + f"{words} x {width}, {reads}"
                                        for (words, width, reads), n in b.memories.get(name, {}).items()) or "-")
            print(f"| {name} | {both(shapes)} |")


main()
