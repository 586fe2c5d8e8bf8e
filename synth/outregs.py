#!/usr/bin/env python3
"""Puts flops behind block RAMs of an ECP5 netlist into the RAMs' own output registers: outregs.py NETLIST.json, in place.

A DP16KD takes 5.7 ns from its clock to its output, but 0.6 with the register that it has there (REGMODE OUTREG), of which Yosys knows
nothing. Where a side is read in every clock and each of its outputs goes to one flop and nowhere else, of the RAM's clock, without enable or reset,
those flops are that register. RAMs 36 bits wide, whose reader has the outputs of both sides, are left as they are.
The circuit remains what it is.
"""
import json
import sys
from collections import defaultdict


def plain(cell, clock):
    """A flop that takes its input in every clock, and begins with 0."""
    pins, mode = cell["connections"], cell["parameters"]
    return (cell["type"] == "TRELLIS_FF" and pins["CLK"] == clock and mode["CEMUX"].strip() == "1" and mode.get("CLKMUX", "CLK").strip() == "CLK" and
            mode.get("REGSET", "RESET").strip() == "RESET" and pins.get("LSR", ["0"]) == ["0"])


def main():
    name = sys.argv[1]
    with open(name) as f:
        design = json.load(f)
    top = next(m for m in design["modules"].values() if int(m["attributes"].get("top", "0"), 2))
    cells = top["cells"]
    loads = defaultdict(list)
    for n, cell in cells.items():
        for pin, bits in cell["connections"].items():
            if cell["port_directions"][pin] == "input":
                for bit in bits:
                    loads[bit].append((n, pin))
    for port in top["ports"].values():
        if port["direction"] == "output":
            for bit in port["bits"]:
                loads[bit].append((None, None))
    for n in [n for n, c in cells.items() if c["type"] == "DP16KD"]:
        pins, mode = cells[n]["connections"], cells[n]["parameters"]
        for side in "AB":
            here = [p for p in pins if p.startswith("DO" + side) and any(loads[b] for b in pins[p])]
            users = [loads[pins[p][0]] for p in here]
            if not here or int(mode["DATA_WIDTH_B"], 2) > 18 or pins["CE" + side] != ["1"] or \
                    any(len(u) != 1 or u[0][1] not in ("DI", "M") or not plain(cells[u[0][0]], pins["CLK" + side]) for u in users):
                continue
            for p, ((flop, _),) in zip(here, users):
                pins[p] = cells.pop(flop)["connections"]["Q"]
            mode["REGMODE_" + side] = "OUTREG"
            pins["OCE" + side] = ["1"]
    with open(name, "w") as f:
        json.dump(design, f)


main()
