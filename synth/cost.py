#!/usr/bin/env python3
"""Writes the cost of SHP, credits and GFC from the room, beside PFC with DSH, as Markdown (standard output).

cost.py LIBERTY FO4 DIR NAME ...
  DIR/ice40/NAME.json, DIR/ecp5/NAME.json: written by synth.sh. DIR/asic/NAME.json: written by asic.sh. DIR/asic/NAME.paths, FO4: by asic.tcl
"""
import sys

import cells

TECHS = {"ice40": ("iCE40", ("LUT", "FF", "carry", "RAM")), "ecp5": ("ECP5", ("LUT", "FF", "carry", "LUT RAM"))}
INTRODUCTION = """## SHP, credits and time-based GFC

4 ports of 8 classes, or one link of 8 virtual channels; no statistics, flattened, before placement.
The MMU has counters of 18 bits and contains the pause messages.
The rows of credits and time-based GFC do not contain the MMU.
RAM is block RAM; on the ECP5 these builds use LUT RAM only.
NAND2 equivalents are without memories.
FO4 is the longest path in the cells of the ASIC library, without the access to memories.
"""


def path(file):
    """Returns the longest path between flops, inputs and outputs, in ns."""
    with open(file) as f:
        return next(float(words[2]) for words in map(str.split, f) if words[1] == "logic")


def main():
    liberty, unit, folder, *names = sys.argv[1:]
    area = cells.areas(liberty)
    with open(unit) as f:
        fo4 = float(f.read().split()[1])
    print(INTRODUCTION)
    titles = [f"{tech} {kind}" for tech, kinds in TECHS.values() for kind in kinds] + ["NAND2", "memory bits", "FO4"]
    print("| design | " + " | ".join(titles) + " |")
    print("| --- |" + " ---: |" * len(titles))
    for name in names:
        numbers = []
        for tech, (_, kinds) in TECHS.items():
            counts = cells.read(f"{folder}/{tech}/{name}.json")
            numbers += [counts[k] for k in kinds]
        numbers.append(round(cells.netlist(f"{folder}/asic/{name}.json", area)[0] / area["NAND2X1"]))
        numbers.append(cells.bits(cells.memories(f"{folder}/asic/{name}.memories.json")))
        print(f"| {cells.title(name)} | " + " | ".join(f"{n:,}" for n in numbers) + f" | {path(f'{folder}/asic/{name}.paths') / fo4:.1f} |")
    print()


main()
