#!/usr/bin/env python3
"""Writes the short tables of docs/hardware/area.md from synth/results.md, between the comments synth:begin and synth:end.

page.py RESULTS.md PAGE.md [--check]    --check: changes nothing, fails if the PAGE differs from RESULTS.md
If RESULTS.md has none of these tables, the PAGE keeps its text, and --check fails.
"""
import re
import sys

BEGIN, END = "<!-- synth:begin -->\n", "<!-- synth:end -->"
SIZES = ("4 x 8", "32 x 8")
SETS = ("STATIC", "SIH", "DSH", "SIH + DSH", "all")
DEVICES = {"Timing, iCE40": "iCE40-HX8K", "Timing, ECP5": "ECP5-45, speed grade 6"}
MMUS = {"mmu": "MMU, 4 x 8, SIH + DSH", "mmu_32x8": "MMU, 32 x 8, SIH + DSH",
        "mmu_ports": "MMU, 4 x 8, SIH + DSH, PORT_LIMITS", "mmu_32x8_ports": "MMU, 32 x 8, SIH + DSH, PORT_LIMITS", "mmu_all": "MMU, 4 x 8, all schemes, statistics"}
SWITCHES = {"switch": "switch, 4 ports of 64 bits, 8 classes, DSH", "switch_1g": "switch, 4 ports of 8 bits, 8 classes, DSH",
            "switch_wide": "switch, 4 ports of 128 bits, 8 classes, DSH",
            "switch_10g": "lossless switch, 4 ports of 128 bits, 8 classes, DSH, with the crossings to 10G MACs",
            "switch_mixed": "the same with limits per port, and the crossings to two MACs of 10G and two of 1G"}
COST = "SHP, credits and time-based GFC"
COST_DEVICES = {f"Timing of {COST}, iCE40": "iCE40-HX8K", f"Timing of {COST}, ECP5": "ECP5-45, speed grade 6"}
COST_SHORT = {"iCE40": "iCE40-HX8K", "ECP5": "ECP5-45, speed grade 6"}
SWITCH_DEVICE = "ECP5-85, speed grade 6"


def tables(text):
    """Yields (section, subsection, rows) of each table; a row is {title: cell}."""
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        for part in re.split(r"^### ", section, flags=re.M):
            lines = [[c.strip() for c in x.strip("|\n ").split("|")] for x in part.splitlines() if x.startswith("|")]
            if lines:
                yield section.split("\n")[0], part.split("\n")[0], [dict(zip(lines[0], x)) for x in lines[2:]]


def table(heading, note, titles, words, rows):
    """A table under a heading; the first `words` columns are text, the others numbers."""
    head = ["| " + " | ".join(titles) + " |", "|" + " --- |" * words + " ---: |" * (len(titles) - words)]
    return [f"### {heading}", "", note, ""] + head + ["| " + " | ".join(r[t] for t in titles) + " |" for r in rows]


def clock(device, design, row):
    speed = row["median"].strip("*")
    return {"device": device, "design": design, "median MHz": speed or row["block RAM"], "min": row["Fmax min"], "max": row["max"],
            "seeds": row["seeds"] if speed else ""}


def block(text):
    area, switches, clocks, switch_clocks, asic, cost, cost_clocks = [], [], [], [], [], [], []
    for section, part, rows in tables(text):
        if (section, part) == ("Area", "iCE40"):
            area = [r for r in rows if r["ports x classes"] in SIZES and r["schemes"] in SETS]
        if section == "Area of the switch":
            switches += [{**{k: v.strip("*") for k, v in r.items()}, "switch": part} for r in rows if r["block"] == "**sum**"]
        if section in DEVICES:
            clocks += [clock(DEVICES[section], MMUS[r["module"]], r) for r in rows if r["module"] in MMUS]
            switch_clocks += [clock(SWITCH_DEVICE, SWITCHES[r["module"]], r) for r in rows if r["module"] in SWITCHES]
        if (section, part) == ("ASIC", "ASIC"):
            asic = rows
        if section == COST:
            cost = rows
        if section in COST_DEVICES:
            cost_clocks += [clock(SWITCH_DEVICE if r["module"].startswith("switch") else COST_DEVICES[section], r["module"], r) for r in rows]
    out = []
    if area:
        out.append(table("MMU on the iCE40", "Counter width 18, no statistics, before placement.",
                         ["ports x classes", "schemes", "LUT", "FF", "carry", "block RAM"], 2, area))
    if switches:
        out.append(table("Switch on the ECP5", "8 classes, DSH, no statistics of the MMU, before placement.",
                         ["switch", "LUT", "FF", "carry", "block RAM", "LUT RAM"], 1, switches))
    if clocks or switch_clocks:
        out.append(table("Clock", "Median, slowest and fastest of the seeds, in MHz.",
                         ["device", "design", "median MHz", "min", "max", "seeds"], 2, clocks + switch_clocks))
    if asic:
        out.append(table("MMU as an ASIC", "Cells of the OSU 0.18 um library, memories outside, paths in FO4 ([assumptions](#asic-assumptions)).",
                         ["ports x classes", "schemes", "NAND2", "memory bits", "FO4", "into a memory", "out of a memory"], 2, asic))
    if cost:
        speed = {(r["device"], r["design"]): r["median MHz"] for r in cost_clocks}
        rows = [{**r, **{f"{short} MHz": speed.get((device, r["design"]), "") for short, device in COST_SHORT.items()}} for r in cost]
        out.append(table(COST, "4 ports of 8 classes, counters of 18 bits, before placement; MHz: median of the seeds.\n"
                         "*Credits* and *GFC* are without an MMU.",
                         ["design", "iCE40 LUT", "iCE40 FF", "iCE40 MHz", "ECP5 LUT", "ECP5 FF", "ECP5 MHz", "NAND2", "FO4"], 1, rows))
    return "\n\n".join("\n".join(lines) for lines in out) + "\n" if out else None


def main():
    results, page = sys.argv[1:3]
    with open(page) as f:
        old = f.read()
    with open(results) as f:
        new = block(f.read())
    if new is None:
        if "--check" in sys.argv:
            sys.exit(f"{results}: expected the tables of {page}, got none")
        return
    start, end = old.index(BEGIN) + len(BEGIN), old.index(END)
    if old[start:end] == new:
        return
    if "--check" in sys.argv:
        sys.exit(f"{page}: the tables differ from {results}; run synth/page.py {results} {page}")
    with open(page, "w") as f:
        f.write(old[:start] + new + old[end:])


main()
