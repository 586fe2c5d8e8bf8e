#!/usr/bin/env python3
"""Wraps a module in a harness with few pins, so that a module with hundreds of ports can be placed.

harness.py PORTS.json TOP FLOP|LEAN [NAME=VALUE ...]    writes Verilog to standard output
  PORTS.json: the module with these parameters, from write_json of Yosys

The harness is one shift register per clock, from pin `in` to pin `out`. Each flop drives one input of the module, and an XOR adds three
outputs of the module to the flop. A flop and its XOR are one logic cell, so the harness needs one cell per input.
FLOP: every output has one more flop in front of the XOR. Paths through an output are then no longer than in the module, which
matters for a block whose longest path ends at an output.
LEAN: the outputs have no such flops, for a module that would not fit otherwise. A path to an output is one LUT longer; paths
between registers of the module do not change.
Each input has its own flop, and each flop depends on all earlier flops. So no input is constant or equal to another input, and
synthesis cannot merge or remove logic of the module. Equal outputs do not cancel each other, because they enter different flops,
unless their positions differ by a multiple of a third of the number of outputs.
A clock is an input `clk`, `clk_NAME` or `NAME_clk`; all bits of a vector of clocks are one clock. Ports whose names begin with NAME_ belong to NAME_clk,
all others to clk. No path of the harness crosses from a clock to another one.
The first line of the Verilog contains the number of cells.
"""
import json
import re
import sys


def main():
    ports_file, top, style, *parameters = sys.argv[1:]
    with open(ports_file) as f:
        modules = json.load(f)["modules"]
    ports = modules[top]["ports"]
    clocks = {n: n if n.endswith("_clk") else "clk" for n in ports if re.fullmatch(r"clk|clk_.*|.*_clk", n)}  # without clock gates, clk_* are clk
    pins = sorted(set(clocks.values()))

    def clock(port):
        """Returns the clock of a port."""
        return next((c for c in pins if c != "clk" and port.startswith(c[:-3])), "clk")

    inputs = {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == "input" and n not in clocks}
    outputs = {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == "output"}

    connections = [f".{n}({{{len(ports[n]['bits'])}{{{pin}}}}})" for n, pin in clocks.items()]
    text, cells = [], 0
    for pin in pins:
        of = "" if pin == "clk" else f"_{pin}"
        sizes = []
        for wires, vector in ((inputs, "chain"), (outputs, "result")):
            at = 0
            for name, width in wires.items():
                if clock(name) == pin:
                    connections.append(f".{name}({vector}{of}[{at}+:{width}])")
                    at += width
            sizes.append(at)
        n_in, n_out = sizes
        # Bits of the same bus are often equal. So the three outputs of a flop are a third of all outputs apart.
        step = (n_out + 2) // 3
        length = max(n_in, step, 2)
        text += [f"  logic [{length - 1}:0] chain{of};", f"  logic [{n_out - 1}:0] result{of};"]
        caught = f"result{of}"
        if style == "FLOP":
            caught = f"caught{of}"
            text += [f"  logic [{n_out - 1}:0] {caught};", f"  always_ff @(posedge {pin}) {caught} <= result{of};"]
        for i in range(length):
            terms = [f"chain{of}[{i - 1}]" if i else "in"] + [f"{caught}[{j}]" for j in range(i, n_out, step) if i < step]
            text.append(f"  always_ff @(posedge {pin}) chain{of}[{i}] <= {' ^ '.join(terms)};")
        text.append(f"  assign out{of} = chain{of}[{length - 1}];")
        cells += length + (n_out if style == "FLOP" else 0)
    values = ", ".join(".{}({})".format(*p.split("=")) for p in parameters)
    text.append(f"  {top} #({values}) dut ({', '.join(connections)});")

    print(f"// cells: {cells} for {sum(inputs.values())} inputs and {sum(outputs.values())} outputs")
    print("`default_nettype none")
    pins_out = ["out" if pin == "clk" else f"out_{pin}" for pin in pins]
    print("module harness (" + "".join(f"input wire logic {c}, " for c in pins) + "input wire logic in, " + ", ".join(f"output logic {o}" for o in pins_out) + ");")
    print("\n".join(text))
    print("endmodule\n`default_nettype wire")


main()
