#!/usr/bin/env python3
"""Writes the cells that a scheme adds to a build as Markdown (standard output).

schemes.py RESULT.json ...    RESULT: .../NPxNCxWsSCHEMES.json, written by synth.sh; all of one technology and size
"""
import re
import sys

import cells

KINDS = ("LUT", "FF", "carry", "RAM")
# (set of schemes, set without the added schemes); None: the row is not compared.
STEPS = [(1, None), (2, None), (4, None), (64, None), (6, 2), (66, 2), (7, 6), (15, 7), (23, 7), (39, 7), (55, 7), (71, 7), (127, 7)]
INTRODUCTION = """## What a scheme costs

The MMU with these schemes in the build, {} x {}, counter width {}, iCE40, without statistics, flattened.
*Added* is the difference to the build in brackets, which leaves the added schemes out.
"""


def main():
    sets = {}
    for path in sys.argv[1:]:
        *size, schemes = re.search(r"(\d+)x(\d+)x(\d+)s(\d+)\.json$", path).groups()
        sets[int(schemes)] = cells.read(path)
    print(INTRODUCTION.format(*size))
    print("| schemes | LUT | FF | carry | block RAM | added | LUT | FF | carry |")
    print("| --- |" + " ---: |" * 4 + " --- |" + " ---: |" * 3)
    for schemes, base in STEPS:
        n = sets[schemes]
        line = f"| {cells.set_name(schemes)} | " + " | ".join(f"{n[k]:,}" for k in KINDS)
        if base is None:
            line += " |" * 5
        else:
            line += f" | {cells.set_name(schemes & ~base)} ({cells.set_name(base)}) | "
            line += " | ".join(f"{n[k] - sets[base][k]:+,}" for k in KINDS[:3]) + " |"
        print(line)
    print()


main()
