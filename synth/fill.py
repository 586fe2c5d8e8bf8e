#!/usr/bin/env python3
"""Moves LUTs of an iCE40 netlist into cells of which nextpnr uses only the carry: fill.py NETLIST.json, in place, after carries.py.

A comparison uses the carry of a logic cell, but not its LUT. nextpnr puts a LUT there only if the LUT reads both operands and the
carry in. But the carry needs only the inputs I1 and I2, so any LUT with at most two inputs besides the operands fits. The script
writes such a cell as an ICESTORM_LC, with carry and LUT.
A moved LUT lies in a chain, so its wires become longer. Only a LUT on short paths is moved: the estimate of its longest path is at most
LIMIT. nextpnr does not know that the LUT ignores the operands, so paths from them count too, and no operand may depend on the LUT.
A LUT that reads an operand is moved first, then a LUT of the same module.
The function of the circuit does not change.
"""
import json
import sys
from collections import defaultdict

# Estimates in ns. LIMIT: a path through a LUT that moves. WIRE, LUT; FLOP and RAM: from the clock edge to the output; TO_CARRY: from an operand to its
# carry; STEP: to the next carry; FROM_CARRY: through the LUT behind a carry; SETUP: of a RAM, an enable or a reset.
LIMIT, WIRE, LUT, FLOP, RAM, TO_CARRY, STEP, FROM_CARRY, SETUP = 5.0, 0.9, 0.4, 0.5, 2.1, 0.4, 0.13, 0.6, 0.3
PINS = ("I0", "I1", "I2", "I3")
OUTPUTS = {"O", "Q", "CO", "COUT", "LO", "RDATA"}
KINDS = {"SB_LUT4": "lut", "SB_CARRY": "carry", "SB_RAM40_4K": "ram"}


class Netlist:
    """Cells of the top module, with the driver and the loads of each net, and the hierarchy that its name contains."""

    def __init__(self, design):
        top = next(m for m in design["modules"].values() if int(m["attributes"].get("top", "0"), 2))
        self.cells, self.driver, self.loads, self.module = top["cells"], {}, defaultdict(list), {}
        for name, cell in self.cells.items():
            for pin, bits in cell["connections"].items():
                for bit in bits:
                    if pin in OUTPUTS:
                        self.driver[bit] = name
                    elif isinstance(bit, int):
                        self.loads[bit].append((name, pin))
        for port in top["ports"].values():
            if port["direction"] == "output":
                for bit in port["bits"]:
                    self.loads[bit].append((None, None))
        for name, net in sorted(top["netnames"].items(), key=lambda n: ("$" in n[0], len(n[0]), n[0])):
            for bit in net["bits"]:
                self.module.setdefault(bit, name.split(".")[:-1])
        self.arrivals, self.rests, self.ignored = {}, {}, {}  # ignored: by output of a moved LUT, the operands that it ignores

    def kind(self, name):
        """Returns the kind of a cell: lut, carry, ram or other; None for a port and for the driver of a constant."""
        return KINDS.get(self.cells[name]["type"], "other") if name else None

    def pins(self, name, pins):
        """Returns the nets at some pins of a cell; constants and open pins are text."""
        return [self.cells[name]["connections"].get(pin, ["0"])[0] for pin in pins]

    def carried(self, bit):
        """Returns whether a net is the output of a carry."""
        return self.kind(self.driver.get(bit)) == "carry"

    def only_flop(self, bit):
        """Returns whether a net drives nothing but the data of a flop: LUT and flop then share a cell."""
        return len(self.loads[bit]) == 1 and self.loads[bit][0][1] == "D"

    def step(self, bit, name, pin):
        """Returns the delay from a net through an input of a cell, and the net behind the cell, or None if the path ends there."""
        if self.kind(name) == "lut":
            return FROM_CARRY if self.carried(bit) else WIRE + LUT, self.pins(name, ["O"])[0]
        if self.kind(name) == "carry":
            return STEP if pin == "CI" else WIRE + TO_CARRY, self.pins(name, ["CO"])[0]
        return 0 if self.only_flop(bit) else WIRE + SETUP, None

    def arrival(self, bit):
        """Returns the estimated time from the clock edge to a net."""
        if bit not in self.arrivals:
            name = self.driver.get(bit)
            self.arrivals[bit] = RAM if self.kind(name) == "ram" else FLOP
            if self.kind(name) in ("lut", "carry"):
                self.arrivals[bit] = max((self.arrival(bits[0]) + self.step(bits[0], name, pin)[0] for pin, bits in self.cells[name]["connections"].items()
                                          if pin not in OUTPUTS and isinstance(bits[0], int)), default=0)
        return self.arrivals[bit]

    def rest(self, bit):
        """Returns the estimated time from a net to the end of its longest path."""
        if bit not in self.rests:
            steps = [self.step(bit, name, pin) for name, pin in self.loads[bit]]
            self.rests[bit] = max((time + (self.rest(behind) if behind else 0) for time, behind in steps), default=0)
        return self.rests[bit]


    def depends(self, bit, on):
        """Returns whether a path of LUTs and carries leads from one net to another; through a moved LUT also from the operands."""
        open_nets, seen = [bit], set()
        while open_nets:
            bit = open_nets.pop()
            if bit == on:
                return True
            name = self.driver.get(bit)
            if bit not in seen and self.kind(name) in ("lut", "carry"):
                open_nets += [b for pin, bits in self.cells[name]["connections"].items() if pin not in OUTPUTS for b in bits if isinstance(b, int)]
                open_nets += self.ignored.get(bit, [])
            seen.add(bit)
        return False


def movable(net, name):
    """Returns whether a cell is a LUT that may move."""
    if net.kind(name) != "lut":
        return False
    out = net.pins(name, ["O"])[0]
    return not net.only_flop(out) and not any(net.carried(b) for b in net.pins(name, PINS)) and net.arrival(out) + net.rest(out) <= LIMIT


def affinity(net, out, wires, operands):
    """Returns how well a LUT with this output and these inputs fits a cell with these operands."""
    mine, theirs = net.module.get(out, []), net.module.get(min(operands, default=None), [])
    common = next((i for i, (m, t) in enumerate(zip(mine, theirs)) if m != t), min(len(mine), len(theirs)))
    return 10 * len(wires & operands) + common


def merged(net, carry, lut):
    """Returns the logic cell of a carry and a LUT."""
    a, b, before, after = net.pins(carry, ("I0", "I1", "CI", "CO"))
    inputs = net.pins(lut, PINS)
    first, second, *_ = [w for w in dict.fromkeys(inputs) if isinstance(w, int) and w not in (a, b)] + ["0", "0"]
    places = [second, a, b, first]
    table, init = 0, int(net.cells[lut]["parameters"]["LUT_INIT"], 2)
    for i in range(16):
        value = {wire: i >> k & 1 for k, wire in enumerate(places)} | {"0": 0, "x": 0, "1": 1}
        table |= (init >> sum(value[wire] << k for k, wire in enumerate(inputs)) & 1) << i
    chained = isinstance(before, int)
    wires = {pin: wire for pin, wire in zip(PINS, places) if wire != "0"} | {"COUT": after, "O": net.pins(lut, ["O"])[0]}
    wires["CIN"] = before if chained else "x"  # nextpnr needs the pin also if it is open
    flags = {"CARRY_ENABLE": 1, "CIN_CONST": not chained, "CIN_SET": before == "1", "DFF_ENABLE": 0, "NEG_CLK": 0, "SET_NORESET": 0, "ASYNC_SR": 0}
    return {"hide_name": 1, "type": "ICESTORM_LC", "attributes": {},
            "parameters": {"LUT_INIT": f"{table:016b}"} | {flag: f"{value:032b}" for flag, value in flags.items()},
            "port_directions": {pin: "output" if pin in OUTPUTS else "input" for pin in wires},
            "connections": {pin: [wire] for pin, wire in wires.items()}}


def main():
    name = sys.argv[1]
    with open(name) as f:
        design = json.load(f)
    net = Netlist(design)
    sums = {tuple(net.pins(n, PINS[1:])) for n in net.cells if net.kind(n) == "lut"}
    free = [n for n in net.cells if net.kind(n) == "carry" and tuple(net.pins(n, ("I0", "I1", "CI"))) not in sums]
    luts = [(n, net.pins(n, ["O"])[0], {b for b in net.pins(n, PINS) if isinstance(b, int)}) for n in net.cells if movable(net, n)]
    choices, moves, done = [], [], set()
    for place, carry in enumerate(free):
        operands = {b for b in net.pins(carry, ("I0", "I1")) if isinstance(b, int)}
        begin = max((net.arrival(b) for b in operands), default=0) + WIRE + LUT
        choices += [(-affinity(net, out, wires, operands), place, lut, out, operands) for lut, out, wires in luts
                    if len(wires - operands) <= 2 and begin + net.rest(out) <= LIMIT]
    for _, place, lut, out, operands in sorted(choices, key=lambda c: c[:3]):
        if lut not in done and place not in done and not any(net.depends(b, out) for b in operands):
            done |= {lut, place}
            net.ignored[out] = operands
            moves.append((free[place], lut))
    for carry, lut in moves:
        net.cells[lut] = merged(net, carry, lut)
        del net.cells[carry]
    with open(name, "w") as f:
        json.dump(design, f)


main()
