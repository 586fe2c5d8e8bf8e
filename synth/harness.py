#!/usr/bin/env python3
"""Wraps a module in a harness of three pins, so that a module with hundreds of ports can be placed.

harness.py PORTS.json TOP FLOP|LEAN [NAME=VALUE ...]
  PORTS.json: Yosys write_json of the module with these parameters. Writes Verilog to standard output.

One shift register from pin `in` to pin `out`: its flops drive the inputs, one each, and take in the outputs, three each,
by an XOR. A flop and its XOR are one logic cell, so the harness costs one per input. FLOP: every output has a flop of its
own before that; so paths out of the module are not lengthened, which counts where a block's path ends in its outputs.
LEAN: no such flops, for a module that would not fit otherwise; its outputs pay for one LUT, paths between its own registers
are what they are. No two inputs share a flop, and each depends on all that went before: nothing is equal or constant, so
nothing of the module is merged or removed; equal outputs do not cancel, being taken in at different places, unless they are
exactly a third of all outputs apart.
The first line of the output names the number of cells.
"""
import json
import sys


def main():
    ports_file, top, style, *parameters = sys.argv[1:]
    with open(ports_file) as f:
        modules = json.load(f)["modules"]
    ports = modules[top]["ports"]
    clocks = [n for n in ports if n == "clk" or n.startswith("clk_")]  # without gates all are one
    inputs = {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == "input" and n not in clocks}
    outputs = {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == "output"}
    n_in, n_out = sum(inputs.values()), sum(outputs.values())
    length = max(n_in, (n_out + 2) // 3, 2)

    text = [f"  logic [{length - 1}:0] chain;", f"  logic [{n_out - 1}:0] result;"]
    connections = [f".{n}(clk)" for n in clocks]
    for wires, vector in ((inputs, "chain"), (outputs, "result")):
        at = 0
        for name, width in wires.items():
            connections.append(f".{name}({vector}[{at}+:{width}])")
            at += width
    values = ", ".join(".{}({})".format(*p.split("=")) for p in parameters)
    text.append(f"  {top} #({values}) dut ({', '.join(connections)});")
    caught = "result"
    if style == "FLOP":
        caught = "caught"
        text += [f"  logic [{n_out - 1}:0] caught;", "  always_ff @(posedge clk) caught <= result;"]
    # Neighbours in a bus are alike more often than bits far apart: a flop takes bits a third of all outputs apart.
    step = (n_out + 2) // 3
    for i in range(length):
        terms = [f"chain[{i - 1}]" if i else "in"] + [f"{caught}[{j}]" for j in range(i, n_out, step) if i < step]
        text.append(f"  always_ff @(posedge clk) chain[{i}] <= {' ^ '.join(terms)};")
    text.append(f"  assign out = chain[{length - 1}];")

    cells = length + (n_out if style == "FLOP" else 0)
    print(f"// cells: {cells} for {n_in} inputs and {n_out} outputs")
    print("`default_nettype none")
    print("module harness (input wire logic clk, input wire logic in, output logic out);")
    print("\n".join(text))
    print("endmodule\n`default_nettype wire")


main()
