#!/usr/bin/env python3
"""Writes Fmax over the seeds and the critical paths as Markdown (standard output) and CSV.

timing.py TECH DIR NAME:SEED,SEED,... ... [--cost] --csv FILE
  --cost: the NAMEs are those of the table of costs
  DIR/NAME_SEED.json: report of nextpnr
  DIR/NAME_SEED.icetime: report of icetime, with TECH ice40
  DIR/NAME.alone.log: log of nextpnr for packing the module without the harness; not with --cost
A path is the list of its nets that have a name in the RTL, each with its arrival time.
"""
import csv
import json
import re
import statistics
import sys

import cells as designs

INTRODUCTION = """## Timing, {name}

nextpnr-{tech} on the {device}, one run per seed.
The MMU has 4 ports{more}, 8 classes, counter width 18, SIH + DSH and no statistics.
A harness drives every input from a flip-flop and registers every output{lean}.
Cells are {cells} of the module packed alone, and placed with the harness.
{note}
"""
ICE40 = {"name": "iCE40", "tech": "ice40", "device": "iCE40-HX8K in ct256", "more": "", "cells": "logic cells", "lean": ", three outputs of the MMU in one flip-flop",
         "note": "mmu_ports has PORT_LIMITS. Blocks have the parameters of 4 ports; alone they are larger than in the MMU, because their inputs are free.\n"
                 "*icetime* is the median of icetime for the same placements."}
ECP5 = {"name": "ECP5", "tech": "ecp5", "device": "LFE5U-45F, speed grade 6, in CABGA381", "more": " or 32",
        "cells": "LUTs, with carries and LUT RAM,", "lean": "", "note": "mmu_all has 4 ports, all schemes and statistics; the designs _ports have PORT_LIMITS.\n"
                 "The switches have the sizes of the table above, with DSH alone, on the LFE5U-85F.\n"
                 "switch_wide has words of 128 bits and cells of 128 bytes; switch_10g is the lossless switch of this size, with the crossings to four 10G MACs.\n"
                 "switch_mixed is the same with PORT_LIMITS, and the MACs of ports 2 and 3 have 1G and 125 MHz; all MACs are placed for 156.25 MHz."}
COST = """## Timing of SHP, credits and time-based GFC, {name}

nextpnr-{tech} on the {device}, one run per seed, in the harness of the section *Timing*.
The designs are those of the section *SHP, credits and time-based GFC*.
Cells are {cells} placed with the harness.{note}
"""
COST_ICE40 = dict(ICE40, note="\nThe MMU is mapped for the average of all paths.\n*icetime* is the median of icetime for the same placements.")
COST_ECP5 = dict(ECP5, note="")
SWITCH = "The switch is on the LFE5U-85F, mapped for the average of all paths."
# Suffixes that synthesis and packing append to the name of a net to name a cell.
CELL = r"_SB_|_DFFLC|_LC$|_TRELLIS_|_LUT4|_CCU2C|_PFUMX|_L6MUX21|\$"


def rtl_name(net):
    """Returns the name of a net in the RTL, or None if synthesis created the net."""
    name = re.sub(r"(\[\d+\])+$", "", net)
    if not name.startswith("dut.") or re.search(CELL + r"|\.\d+_[A-Z]", name):
        return None
    return name[4:]


def endpoint(cell):
    """Returns the RTL name with which the name of the first or last cell of a path begins."""
    name = re.sub(r"^dut\.", "", cell)
    name = re.sub(r"\.mem\.\d+\.\d+.*", ".mem", name)
    return re.split(CELL, name)[0]


def clocks(report):
    """Returns {name: (net, MHz)} of the clocks, `clk` first."""
    found = {re.search(r"\w*clk\b", net.replace("$", " "))[0]: (net, f["achieved"]) for net, f in report["fmax"].items()}
    return dict(sorted(found.items(), key=lambda c: (c[0] != "clk", c[0])))


def path(report, clock="clk"):
    """Returns [(name, arrival time in ns)] of the longest path between two flops of a clock, and its length in ns."""
    edge = "posedge " + clocks(report)[clock][0]
    steps = next(p["path"] for p in report["critical_paths"] if p["from"] == p["to"] == edge)
    time = steps[0]["delay"]
    names = [(endpoint(steps[1]["from"]["cell"]), time)]
    for step in steps[1:]:
        if step["type"] == "routing":
            name = rtl_name(step["net"])
            if name and name != names[-1][0] and name.split(".")[-1] != names[-1][0].split(".")[-1]:
                names.append((name, time))
        time += step["delay"]
    last = endpoint(steps[-1]["to"]["cell"])
    if last != names[-1][0]:
        names.append((last, time))
    else:
        names[-1] = (last, time)
    return names, time


def cells(log):
    """Returns the number of logic cells in a log of nextpnr."""
    with open(log) as f:
        return int(re.search(r"(?:ICESTORM_LC|TRELLIS_COMB):\s*(\d+)", f.read()).group(1))


def icetime(path):
    """Returns the clock frequency in MHz of a report of icetime."""
    with open(path) as f:
        return float(re.findall(r"\(([\d.]+) MHz\)", f.read())[-1])


def main():
    argv = [a for a in sys.argv[1:] if a != "--cost"]
    cost = "--cost" in sys.argv
    tech, folder, duts = argv[0], argv[1], argv[2:-2]
    ice40 = tech == "ice40"
    lc, ram = ("ICESTORM_LC", "ICESTORM_RAM") if ice40 else ("TRELLIS_COMB", "DP16KD")
    title = designs.title if cost else str
    out = csv.writer(open(argv[-1], "w", newline=""))
    out.writerow(["module", "seed", "Fmax MHz", "cells"] + ["of the module alone"] * (not cost) + ["block RAMs"] + ["icetime MHz"] * ice40)
    introduction, words = (COST, (COST_ICE40, COST_ECP5)) if cost else (INTRODUCTION, (ICE40, ECP5))
    print(introduction.format(**words[tech == "ecp5"]))
    if cost and any(d.startswith("switch") for d in duts):
        print(SWITCH + "\n")
    print("| module |" + " cells alone |" * (not cost) + " with harness | block RAM | seeds | Fmax min | median | max |" + " icetime |" * ice40)
    print("| --- |" + " ---: |" * (6 + (not cost) + ice40))
    paths = []
    for dut in duts:
        name, _, seeds = dut.partition(":")
        alone = [] if cost else [cells(f"{folder}/{name}.alone.log")]
        row = f"| {title(name)} |" + "".join(f" {n:,} |" for n in alone)
        runs = []
        for seed in seeds.split(","):
            with open(f"{folder}/{name}_{seed}.json") as f:
                report = json.load(f)
            if "too_large" in report:
                break
            fmax = clocks(report)["clk"][1]
            second = [icetime(f"{folder}/{name}_{seed}.icetime")] if ice40 else []
            used = {k: v["used"] for k, v in report["utilization"].items()}
            runs.append((fmax, second, seed, report, used))
            out.writerow([name, seed, f"{fmax:.1f}", used[lc]] + alone + [used[ram]] + [f"{s:.1f}" for s in second])
        if "too_large" in report:
            why = f"does not fit: {report['used']:,} of {report['limit']:,} {report['too_large']}"
            print(f"{row} {report['cells']:,} | {why} | | | | |" + " |" * ice40)
            out.writerow([name, "", "", report["cells"]] + alone + [report["used"] if report["too_large"] == "block RAMs" else ""] + [""] * ice40)
            continue
        runs.sort(key=lambda r: r[0])
        fmax = [r[0] for r in runs]
        used = runs[0][4]
        print(f"{row} {used[lc]:,} | {used[ram]} | {len(runs)} | {fmax[0]:.1f} | **{statistics.median(fmax):.1f}** | {fmax[-1]:.1f} |" +
              (f" {statistics.median(r[1][0] for r in runs):.1f} |" if ice40 else ""))
        paths.append((name, runs[(len(runs) - 1) // 2]))
    print("\nClock frequencies are in MHz.\nCritical paths of the median runs, with the arrival time in ns after each name:\n")
    for name, run in paths:
        others = [f"{c} {mhz:.0f} MHz, from `{path(run[3], c)[0][0][0]}`" for c, (_, mhz) in clocks(run[3]).items() if c != "clk"]
        steps, time = path(run[3])
        print(f"- **{title(name)}**, seed {run[2]}, {time:.1f} ns: " + " -> ".join(f"`{n}` {t:.1f}" for n, t in steps) +
              ("\n  Other clocks: " + ", ".join(others) if others else ""))


main()
