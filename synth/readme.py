#!/usr/bin/env python3
"""Writes the short tables of README.md from synth/results.md, between the comments synth:begin and synth:end.

readme.py RESULTS.md README.md [--check]    --check: changes nothing, fails where the README says something else
Where RESULTS.md has no such rows, what the README holds stays.
"""
import re
import sys

BEGIN, END = "<!-- synth:begin -->\n", "<!-- synth:end -->"
SIZES = ("4 x 8", "32 x 8")
SETS = ("STATIC", "SIH", "DSH", "SIH + DSH", "all")
DEVICES = {"Timing, iCE40": "an iCE40-HX8K", "Timing, ECP5": "an ECP5-45 of speed grade 6"}
MMUS = {"mmu": "4 x 8", "mmu_32x8": "32 x 8"}
SWITCHES = {"switch": "64 bits", "switch_1g": "8 bits"}


def tables(text):
    """Yields (section, subsection, rows) of each table; a row is {title: cell}."""
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        for part in re.split(r"^### ", section, flags=re.M):
            lines = [[c.strip() for c in x.strip("|\n ").split("|")] for x in part.splitlines() if x.startswith("|")]
            if lines:
                yield section.split("\n")[0], part.split("\n")[0], [dict(zip(lines[0], x)) for x in lines[2:]]


def lines(titles, rows):
    head = ["| " + " | ".join(titles) + " |", "| --- | --- |" + " ---: |" * (len(titles) - 2)]
    return head + ["| " + " | ".join(r[t] for t in titles) + " |" for r in rows]


def block(text):
    area, clocks, switches, asic = [], [], [], []
    for section, part, rows in tables(text):
        if (section, part) == ("Area", "iCE40"):
            area = [r for r in rows if r["ports x classes"] in SIZES and r["schemes"] in SETS]
        if section in DEVICES:
            clocks += [(DEVICES[section], r) for r in rows if r["module"] in MMUS]
            switches += [r for r in rows if r["module"] in SWITCHES]
        if (section, part) == ("ASIC", "ASIC"):
            asic = rows
    out = []
    if area:
        titles = ["ports x classes", "schemes", "LUT", "FF", "carry", "block RAM"]
        out += lines(titles, area)
    for device, row in clocks:
        speed = row["median"].strip("*")
        what = f"{speed} MHz, the median of the seeds ({row['Fmax min']} to {row['max']})" if speed else \
            "does not fit with the harness"
        out += [""] * bool(out) + [f"Clock of the MMU on {device}, {MMUS[row['module']]}, SIH + DSH: {what}."]
    for row in switches:
        seeds = "one seed" if row["seeds"] == "1" else f"the median of {row['seeds']} seeds ({row['Fmax min']} to {row['max']})"
        out += [""] * bool(out) + [f"Clock of the switch on an ECP5-85 of speed grade 6, 4 ports of {SWITCHES[row['module']]}, 8 classes, DSH: "
                                   f"{row['median'].strip('*')} MHz, {seeds}."]
    if asic:
        out += [""] * bool(out) + ["As an ASIC, in the OSU 0.18 um cells, memories outside ([what is assumed](docs/hardware/area.md)):", ""]
        out += lines(["ports x classes", "schemes", "NAND2", "memory bits", "FO4", "into a memory", "out of a memory"], asic)
    return "\n".join(out) + "\n" if out else None


def main():
    results, readme = sys.argv[1:3]
    with open(readme) as f:
        old = f.read()
    with open(results) as f:
        new = block(f.read())
    if new is None:
        return
    start, end = old.index(BEGIN) + len(BEGIN), old.index(END)
    if old[start:end] == new:
        return
    if "--check" in sys.argv:
        sys.exit(f"{readme}: the table of cells is not that of {results}; synth/readme.py writes it")
    with open(readme, "w") as f:
        f.write(old[:start] + new + old[end:])


main()
