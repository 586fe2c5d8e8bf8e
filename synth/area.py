#!/usr/bin/env python3
"""Writes the area of the MMU as Markdown (standard output) and CSV.

area.py RESULT.json ... [--full] --csv FILE
  RESULT: .../TECH/NPxNCxWsSCHEMES[+stats].json, written by synth.sh
  --full: the title of the table of `make synth-full`
"""
import csv
import re
import sys

import cells

TECHS = {
    "generic": ("Gates", "2-input gates and 2:1 multiplexers after `abc`. Each RAM array counts as one memory"),
    "ice40": ("iCE40", "4-input LUTs, block RAMs of 4 Kbit"),
    "ecp5": ("ECP5", "4-input LUTs, carry cells of 2 bits, block RAMs of 16 Kbit, LUT RAMs of 16 x 4. SLUICE_LUTRAM is set up to 256 queues"),
    "xilinx": ("Xilinx 7", "LUTs of up to 6 inputs, carry cells of 4 bits, block RAMs of 18 or 36 Kbit, LUT RAMs of 32 x 6"),
}


def main():
    paths, csv_path = [a for a in sys.argv[1:-2] if a != "--full"], sys.argv[-1]
    rows = []
    for path in paths:
        tech, ports, classes, width, schemes, stats = re.search(
            r"([^/]+)/(\d+)x(\d+)x(\d+)s(\d+)(\+stats)?\.json$", path).groups()
        rows.append((tech, int(ports), int(classes), int(width), int(schemes), bool(stats), cells.read(path)))

    with open(csv_path, "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["technology", "ports", "classes", "width", "schemes", "statistics", "gates"] + cells.KINDS)
        for tech, ports, classes, width, schemes, stats, n in rows:
            out.writerow([tech, ports, classes, width, cells.set_name(schemes), int(stats), n["gate"]] +
                         [n[k] for k in cells.KINDS])

    print("## Area, other builds and technologies\n" if "--full" in sys.argv else "## Area\n")
    print(f"Yosys, counter width {rows[0][3]}, flattened, before placement.\nBuilds have no statistics unless the row says so.\n")
    for tech in TECHS:
        if not any(r[0] == tech for r in rows):
            continue
        name, note = TECHS[tech]
        mine = [r for r in rows if r[0] == tech]
        columns = [k for k in ["gate"] + cells.KINDS if any(r[6][k] for r in mine)]
        titles = {"gate": "gates", "RAM": "memories" if tech == "generic" else "block RAM", "mult": "multipliers"}
        print(f"### {name}\n\n{note[0].upper() + note[1:]}.\n".replace(". ", ".\n"))
        print("| ports x classes | schemes | " + " | ".join(titles.get(k, k) for k in columns) + " |")
        print("| --- | --- |" + " ---: |" * len(columns))
        for _, ports, classes, _, schemes, stats, n in mine:
            extra = ", statistics" if stats else ""
            print(f"| {ports} x {classes} | {cells.set_name(schemes)}{extra} | " + " | ".join(f"{n[k]:,}" for k in columns) + " |")
        print()


main()
