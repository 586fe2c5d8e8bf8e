#!/usr/bin/env python3
"""Wraps a module in a harness of three pins, so that a module with hundreds of ports can be placed.

harness.py PORTS.json TOP [NAME=VALUE ...]
  PORTS.json: Yosys write_json of the module with these parameters. Writes Verilog to standard output.

Every input bit is one flop of a shift register fed by pin `in`; every output bit is caught by a flop, and the flops are
reduced to pin `out` by a tree of 4-input XORs with a flop after each. So a path of the harness has at most one LUT, and
paths into and out of the module start and end in a flop. The first line of the output names the number of flops.
"""
import json
import sys


def main():
    ports_file, top, *parameters = sys.argv[1:]
    with open(ports_file) as f:
        modules = json.load(f)["modules"]
    ports = modules[top]["ports"]
    inputs = {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == "input" and n != "clk"}
    outputs = {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == "output"}
    n_in, n_out = sum(inputs.values()), sum(outputs.values())

    levels = [n_out]
    while levels[-1] > 1:
        levels.append((levels[-1] + 3) // 4)

    text = [f"  logic [{n_in - 1}:0] drive;",
            f"  always_ff @(posedge clk) drive <= {{drive[{n_in - 2}:0], in}};" if n_in > 1 else
            "  always_ff @(posedge clk) drive <= in;",
            f"  logic [{n_out - 1}:0] result;"]
    connections = [".clk(clk)"] if "clk" in ports else []
    at = 0
    for name, width in inputs.items():
        connections.append(f".{name}(drive[{at}+:{width}])")
        at += width
    at = 0
    for name, width in outputs.items():
        connections.append(f".{name}(result[{at}+:{width}])")
        at += width
    values = ", ".join(".{}({})".format(*p.split("=")) for p in parameters)
    text.append(f"  {top} #({values}) dut ({', '.join(connections)});")
    for i, width in enumerate(levels):
        text.append(f"  logic [{width - 1}:0] level{i};")
        if i == 0:
            text.append("  always_ff @(posedge clk) level0 <= result;")
        else:
            for bit in range(width):
                low, high = 4 * bit, min(4 * bit + 3, levels[i - 1] - 1)
                text.append(f"  always_ff @(posedge clk) level{i}[{bit}] <= ^level{i - 1}[{high}:{low}];")
    text.append(f"  assign out = level{len(levels) - 1}[0];")

    print(f"// flops: {n_in + sum(levels)} = {n_in} inputs + {n_out} outputs + {sum(levels[1:])} tree")
    print("`default_nettype none")
    print("module harness (input wire logic clk, input wire logic in, output logic out);")
    print("\n".join(text))
    print("endmodule\n`default_nettype wire")


main()
