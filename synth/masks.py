#!/usr/bin/env python3
"""Removes needless write masks from the block RAMs of an iCE40 netlist: masks.py NETLIST.json, in place.

Yosys drives the clock enable of the write port with the write enable, and each mask bit with its complement. A mask has no effect
while the clock is disabled, so such a mask bit becomes 0. Otherwise the write enable, often the end of a long path, has 16 more loads
per RAM, behind one more LUT. Masks of parts of a word remain.
The function of the circuit does not change.
"""
import json
import sys


def main():
    name = sys.argv[1]
    with open(name) as f:
        design = json.load(f)
    top = next(m for m in design["modules"].values() if int(m["attributes"].get("top", "0"), 2))
    cells = top["cells"]
    inverters = {}  # output of an inverter: its name, its input
    for n, cell in cells.items():
        if cell["type"] == "SB_LUT4":
            pins = [cell["connections"].get(f"I{k}", ["0"])[0] for k in range(4)]
            wires = [k for k in range(4) if isinstance(pins[k], int)]
            table = int(cell["parameters"]["LUT_INIT"], 2)
            if len(wires) == 1 and "1" not in pins and table & 1 and not table >> (1 << wires[0]) & 1:
                inverters[cell["connections"]["O"][0]] = n, pins[wires[0]]
    for cell in cells.values():
        if cell["type"] == "SB_RAM40_4K":
            pins = cell["connections"]
            pins["MASK"] = ["0" if inverters.get(bit, (None, None))[1] == pins["WCLKE"][0] else bit for bit in pins["MASK"]]
    used = {bit for cell in cells.values() for pin, bits in cell["connections"].items() if pin != "O" for bit in bits}
    used |= {bit for port in top["ports"].values() for bit in port["bits"]}
    for bit, (n, _) in inverters.items():
        if bit not in used:
            del cells[n]
    with open(name, "w") as f:
        json.dump(design, f)


main()
