#!/usr/bin/env python3
"""Changes the carries of an iCE40 netlist so that nextpnr packs them into fewer cells: carries.py NETLIST.json, in place.

A logic cell of the iCE40 has a carry of its inputs I1 and I2, a LUT and a flop. The carry reaches the LUT of the next cell without
a wire only through input I3. Yosys ignores this, so the script changes three cases:
1. If a carry drives another input of one LUT, the script swaps that input with I3. Otherwise the carry leaves the chain through
   one more cell, which takes 1 to 2 ns.
2. If a carry drives a flop, the script inserts a LUT that passes the carry on, for the same reason.
3. A carry of a comparison leaves the LUT and the flop of its cell unused. If a flop only delays an operand, the script moves
   it into that cell, for one set of control nets per chain.
The function of the circuit does not change.
"""
import json
import sys
from collections import defaultdict

OUTPUTS = {"O", "Q", "CO", "RDATA"}


def swapped(init, pin):
    """Returns the table of a LUT after its inputs pin and 3 are swapped."""
    table = 0
    for i in range(16):
        low, high = i >> pin & 1, i >> 3 & 1
        j = i & ~(1 << pin | 8) | high << pin | low << 3
        table |= (init >> i & 1) << j
    return table


def main():
    name = sys.argv[1]
    with open(name) as f:
        design = json.load(f)
    top = next(m for m in design["modules"].values() if int(m["attributes"].get("top", "0"), 2))
    cells = top["cells"]
    loads, driver = defaultdict(list), {}
    for n, cell in cells.items():
        for pin, bits in cell["connections"].items():
            for bit in bits:
                if pin in OUTPUTS:
                    driver[bit] = n
                else:
                    loads[bit].append((n, pin))
    for port in top["ports"].values():
        if port["direction"] == "output":
            for bit in port["bits"]:
                loads[bit].append((None, None))
    fresh = max(b for b in list(loads) + list(driver) if isinstance(b, int)) + 1

    def pass_through(inputs, table, flop):
        """Inserts a LUT with these inputs and this table in front of a flop."""
        nonlocal fresh
        n = f"{flop}$passed"
        cells[n] = {"hide_name": 1, "type": "SB_LUT4", "parameters": {"LUT_INIT": f"{table:016b}"}, "attributes": {},
                    "port_directions": {**{p: "input" for p in inputs}, "O": "output"},
                    "connections": {**{p: [b] for p, b in inputs.items()}, "O": [fresh]}}
        cells[flop]["connections"]["D"] = [fresh]
        fresh += 1

    sums = {tuple(c["connections"].get(p, ["0"])[0] for p in ("I1", "I2", "I3")) for c in cells.values() if c["type"] == "SB_LUT4"}
    movable = defaultdict(list)  # by chain and control nets of the flops: the operands that can move
    for n in [n for n, c in cells.items() if c["type"] == "SB_CARRY"]:
        pins = cells[n]["connections"]
        carry, operands, before = pins["CO"][0], [pins.get(p, ["0"])[0] for p in ("I0", "I1")], pins.get("CI", ["0"])[0]
        if len(loads[carry]) == 1 and loads[carry][0][0]:
            user, pin = loads[carry][0]
            if cells[user]["type"].startswith("SB_DFF") and pin == "D":
                pass_through({"I0": "0", "I1": "0", "I2": "0", "I3": carry}, 0xFF00, user)
            elif cells[user]["type"] == "SB_LUT4" and pin != "I3":
                lut = cells[user]
                third = lut["connections"].get("I3", ["0"])
                if cells.get(driver.get(third[0]), {}).get("type") != "SB_CARRY":
                    lut["connections"].update({pin: third, "I3": [carry]})
                    lut["parameters"]["LUT_INIT"] = f"{swapped(int(lut['parameters']['LUT_INIT'], 2), int(pin[1])):016b}"
        if (*operands, before) in sums or not isinstance(before, int):
            continue
        first = n
        while cells.get(below := driver.get(cells[first]["connections"].get("CI", ["0"])[0]), {}).get("type") == "SB_CARRY":
            first = below
        for k, operand in enumerate(operands):
            if isinstance(operand, int) and (cells.get(driver.get(operand), {}).get("type") != "SB_LUT4" or len(loads[operand]) > 1):
                for flop in (u for u, pin in loads[operand] if pin == "D" and cells[u]["connections"]["D"] == [operand]):
                    controls = tuple(cells[flop]["connections"].get(p, ["0"])[0] for p in ("C", "E", "R", "S"))
                    movable[first, controls].append((n, k, flop))
    # The cells of a tile have their controls in common, so a chain takes flops with the same controls, or nextpnr would cut it.
    chains, moved = set(), set()
    for (first, _), choices in sorted(movable.items(), key=lambda m: -len(m[1])):
        if first in chains:
            continue
        chains.add(first)
        for n, k, flop in choices:
            if n in moved or flop in moved:
                continue
            moved |= {n, flop}
            operands, before = ([cells[n]["connections"].get(p, ["0"])[0] for p in names] for names in (("I0", "I1"), ("CI",)))
            pass_through({"I0": "0", "I1": operands[0], "I2": operands[1], "I3": before[0]}, (0xCCCC, 0xF0F0)[k], flop)
    with open(name, "w") as f:
        json.dump(design, f)


main()
