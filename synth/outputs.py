#!/usr/bin/env python3
"""Replaces flops behind a block RAM or a multiplier of the ECP5 by its output register: outputs.py NETLIST.json, in place.

A RAM takes 5.7 ns from the clock edge to its output, and a multiplier 3.9 ns. With the output register, a word is valid 0.4 or 0.7 ns
after the next edge, and no wire is in front of the register. Yosys 0.23 does not use these registers. The script changes a
multiplier, and a port of a RAM that reads in every cycle, if
- each used output bit drives only flops with one clock, that of the RAM, without enable and without reset.
The enable of the output register is then constantly 1. The circuit behaves as before, except that the values of the flops
before the first read can differ.
"""
import json
import re
import sys
from collections import defaultdict

PLAIN = {"GSR": "DISABLED", "CEMUX": "1", "CLKMUX": "CLK", "REGSET": "RESET"}


def main():
    name = sys.argv[1]
    with open(name) as f:
        design = json.load(f)
    top = next(m for m in design["modules"].values() if int(m["attributes"].get("top", "0"), 2))
    cells = top["cells"]
    loads, alias = defaultdict(list), {}
    for n, cell in cells.items():
        for pin, bits in cell["connections"].items():
            if cell["port_directions"][pin] == "input":
                for bit in bits:
                    loads[bit].append((n, pin))
    for port in top["ports"].values():
        if port["direction"] == "output":
            for bit in port["bits"]:
                loads[bit].append((None, None))

    def plain(n, pin, clock):
        """Whether this load is the data input of a flop with this clock, without enable and reset."""
        if n is None or cells[n]["type"] != "TRELLIS_FF" or pin != "DI":
            return False
        flop = cells[n]
        pins = flop["connections"]
        return (all(flop["parameters"].get(k, v).strip() == v for k, v in PLAIN.items()) and pins["CLK"] == [clock] and
                pins.get("LSR", ["0"]) == ["0"])

    def absorb(pins, bits):
        """Drives the outputs of the flops behind these output bits, [(pin, bit)], from the pins, and removes the flops."""
        for p, b in bits:
            first, *others = [n for n, _ in loads[b]]
            pins[p] = cells[first]["connections"]["Q"]
            for n in others:
                alias[cells[n]["connections"]["Q"][0]] = pins[p][0]
            for n in (first, *others):
                del cells[n]

    for cell in [c for c in cells.values() if c["type"] == "MULT18X18D"]:
        pins = cell["connections"]
        bits = [(p, b) for p in pins if re.fullmatch(r"P\d+", p) for b in pins[p] if loads[b]]
        clock = next((cells[n]["connections"]["CLK"][0] for _, b in bits for n, pin in loads[b] if pin == "DI"), None)
        if not bits or not all(plain(n, pin, clock) for _, b in bits for n, pin in loads[b]):
            continue
        absorb(pins, bits)
        for signal, value in ("CLK", clock), ("CE", "1"), ("RST", "0"):
            pins[f"{signal}0"] = [value]
            cell["port_directions"][f"{signal}0"] = "input"
            cell["parameters"][f"REG_OUTPUT_{signal}"] = f"{signal}0"

    for cell in [c for c in cells.values() if c["type"] == "DP16KD"]:
        pins = cell["connections"]
        wide = int(cell["parameters"]["DATA_WIDTH_B"], 2) == 36
        # With 36 bits, the outputs of A and B are the two halves of one word; port B reads it.
        for ports in [("A", "B")] if wide else [("A",), ("B",)]:
            clock = pins["CLKB" if wide else f"CLK{ports[0]}"][0]
            bits = [(p, b) for p in pins if p[:3] in {f"DO{x}" for x in ports} for b in pins[p] if loads[b]]
            if not bits or not all(plain(n, pin, clock) for _, b in bits for n, pin in loads[b]):
                continue
            # It is not documented whether CE = 0 also holds the output register. So only ports with CE = 1 are changed.
            if any(pins[f"CLK{x}"] != [clock] or pins[f"CE{x}"] != ["1"] for x in ports):
                continue
            absorb(pins, bits)
            for x in ports:
                cell["parameters"][f"REGMODE_{x}"] = "OUTREG"
                pins[f"OCE{x}"] = ["1"]
    if alias:
        for cell in cells.values():
            for pin, b in cell["connections"].items():
                cell["connections"][pin] = [alias.get(x, x) for x in b]
        for port in top["ports"].values():
            port["bits"] = [alias.get(x, x) for x in port["bits"]]
    with open(name, "w") as f:
        json.dump(design, f)


main()
