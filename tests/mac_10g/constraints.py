#!/usr/bin/env python3
"""Compares the constraint files of fpga/mac_10g with the clock crossings of mac_10g_port, which Yosys finds in the RTL.

Each pair of registers in different clocks with a path between them, and each input of another clock, must have exactly one constraint, and no pair
in one clock may have any. The patterns are matched with the names that the tools make: of the SDC file those of a flat netlist, of the XDC file those
of Vivado. OpenSTA reads the SDC file with a netlist in standard cells.
"""
import fnmatch
import glob
import json
import os
import re
import subprocess
import tempfile

FOLDER = "fpga/mac_10g"
LIBERTY = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"
YOSYS = os.environ.get("YOSYS", "yosys")
CLOCKS = {"clk": 11.76, "rx_clk": 6.4, "tx_clk": 6.4}
PORTS = ((64, 64, 4), (128, 64, 3), (128, 8, 3))  # DW, MW, and AW of the FIFOs
PORT = " ".join(f for f in sorted(glob.glob(f"{FOLDER}/mac_10g_*.sv")) if not f.endswith("_switch.sv"))
OWNERS = {"mac_10g_fifo", "mac_10g_sync"}  # only registers of these modules may have a constraint
checks, faults = 0, []


def check(good, fault):
    global checks
    checks += 1
    if not good:
        faults.append(fault)


def yosys(script):
    subprocess.run([YOSYS, "-q", "-w", "Replacing memory", "-p", script], check=True)


def module_name(module, key):
    return module["attributes"].get("hdlname", key).lstrip("\\").split("\\")[-1]


def registers(modules, key, path=()):
    """Yields (path, module) of each register below a module: the path has the names of the instances and of the register."""
    module = modules[key]
    names = {b: n for n, net in module["netnames"].items() if not net.get("hide_name") for b in net["bits"]}
    found = {names[b] for c in module["cells"].values() if c["type"] in ("$dff", "$adff") for b in c["connections"]["Q"] if b in names}
    for name in sorted(found | set(module.get("memories", {}))):
        yield path + (name,), module_name(module, key)
    for name, cell in module["cells"].items():
        if cell["type"] in modules:
            yield from registers(modules, cell["type"], path + (name,))


def clock_of_port(name):
    if name == "status":
        return None
    return name[:2] + "_clk" if name[:3] in ("rx_", "tx_") else "clk"


class Flat:
    """Paths between registers, and from inputs, of the flat netlist of gates."""

    def __init__(self, module, known):
        self.inputs = {b: n for n, p in module["ports"].items() if p["direction"] == "input" for b in p["bits"]}
        self.cell_of, self.flops, names = {}, [], {}
        for name, net in module["netnames"].items():
            plain = name.split("[")[0]  # a memory has a register for each word
            for b in net["bits"]:
                if plain in known:
                    names[b] = plain
        for cell in module["cells"].values():
            if "C" in cell["connections"]:
                self.flops.append(cell)
            for port, bits in cell["connections"].items():
                if cell["port_directions"][port] == "output":
                    self.cell_of.update((b, cell) for b in bits)
        self.names = names
        self.ends = {}

    def clock(self, flop):
        return self.inputs[flop["connections"]["C"][0]]

    def starts(self, bit):
        """(name, clock) of the registers and inputs with a path to a bit."""
        found, seen, waiting = set(), set(), [bit]
        while waiting:
            b = waiting.pop()
            if b in seen or isinstance(b, str):
                continue
            seen.add(b)
            if b in self.inputs:
                found.add((None, clock_of_port(self.inputs[b])))
            elif "C" in self.cell_of[b]["connections"]:
                found.add((self.names[b], self.clock(self.cell_of[b])))
            else:
                cell = self.cell_of[b]
                waiting += [x for p, bits in cell["connections"].items() if cell["port_directions"][p] == "input" for x in bits]
        return found

    def pairs(self):
        """(start, end, whether both have the same clock); an input is None."""
        return {(name, self.names[f["connections"]["Q"][0]], clock == self.clock(f))
                for f in self.flops for name, clock in self.starts(f["connections"]["D"][0])}


def constraints(file):
    """(command, pattern of the starts or None, pattern of the ends) of each line."""
    text = open(f"{FOLDER}/{file}", encoding="utf-8").read()
    cells = r"\[(?:mac_10g_registers|get_cells -hierarchical -filter) \{(?:NAME =~ )?(\S+)\}\]"
    for line in text.splitlines():
        if not line.startswith("set_"):
            continue
        match = re.fullmatch(rf"(set_max_delay|set_false_path)((?: -hold| -datapath_only| \$mac_10g_period)*)(?: -from {cells})? -to {cells}", line)
        check(match, f"{file}: not understood: {line}")
        if match:
            yield match[1] + (" -hold" if "-hold" in match[2] else ""), match[3], match[4]


# The names of a register, from its path
NAME = {"mac_10g.sdc": ".".join, "mac_10g.xdc": lambda path: "/".join(path) + "_reg[0]"}


def acts(constraint, start, end):
    _, of_start, of_end = constraint
    if of_start is not None and (start is None or not fnmatch.fnmatchcase(start, of_start)):
        return False
    return fnmatch.fnmatchcase(end, of_end)


def check_port(dw, mw, aw, folder):
    yosys(f"read_verilog -sv {PORT}; chparam -set DW {dw} -set MW {mw} -set AW {aw} mac_10g_port; hierarchy -check -top mac_10g_port; proc; "
          f"write_json {folder}/tree.json; flatten; memory_map; techmap; opt_clean; write_json {folder}/flat.json")
    tree, flat = (json.load(open(f"{folder}/{n}.json", encoding="utf-8"))["modules"] for n in ("tree", "flat"))
    paths = {".".join(path): path for path, _ in registers(tree, "mac_10g_port")}
    pairs = Flat(flat["mac_10g_port"], paths).pairs()
    check(sum(not same for _, _, same in pairs) == 11, f"DW {dw}, MW {mw}: {[p for p in pairs if not p[2]]} are not the 11 crossings")
    for file, name in NAME.items():
        lines = list(constraints(file))
        names = {plain: name(path) for plain, path in paths.items()}
        for pattern in {p for line in lines for p in line[1:] if p is not None}:
            check(fnmatch.filter(names.values(), pattern), f"{file}: no register has the name {pattern}")
        for start, end, same in sorted(pairs, key=str):
            acting = sorted(c[0] for c in lines if acts(c, names.get(start), names[end]))
            holds = ["set_false_path -hold", "set_max_delay"] if file.endswith("sdc") else ["set_max_delay"]
            wanted = [] if same else ["set_false_path"] if start is None else holds
            check(acting == wanted, f"{file}, DW {dw}, MW {mw}: {start} to {end} has {acting}, expected {wanted}")


def check_whole(folder):
    """In the whole switch, with a 1G port, the patterns match registers of the crossings only."""
    files = open(f"{os.environ.get('BUILD', 'build')}/sluice.f", encoding="utf-8").read().split()
    yosys(f"read_verilog -sv {' '.join(files)} {PORT} {FOLDER}/mac_10g_switch.sv; chparam -set PORTS_1G 8 mac_10g_switch; "
          f"hierarchy -check -top mac_10g_switch; proc; write_json {folder}/whole.json")
    found = list(registers(json.load(open(f"{folder}/whole.json", encoding="utf-8"))["modules"], "mac_10g_switch"))
    for file, name in NAME.items():
        for pattern in {p for line in constraints(file) for p in line[1:] if p is not None}:
            owners = {module for path, module in found if fnmatch.fnmatchcase(name(path), pattern)}
            check(owners and owners <= OWNERS, f"{file}: {pattern} matches registers of {owners}")


def check_sta(folder):
    """OpenSTA takes the file, and the worst path of each pair of clocks has the maximum delay."""
    yosys(f"read_verilog -sv {PORT}; chparam -set DW 128 -set AW 3 mac_10g_port; hierarchy -check -top mac_10g_port; synth; "
          f"dfflibmap -liberty {LIBERTY}; abc -liberty {LIBERTY}; splitnets; read_liberty -lib -ignore_miss_func -overwrite {LIBERTY}; "
          f"rename -wire; flatten; opt_clean; write_verilog -noattr {folder}/port.v")
    crossings = [(a, b) for a in CLOCKS for b in CLOCKS if a != b and "clk" in (a, b)]
    with open(f"{folder}/run.tcl", "w", encoding="utf-8") as tcl:
        tcl.write(f"read_liberty {LIBERTY}\nread_verilog {folder}/port.v\nlink_design mac_10g_port\n")
        for clock, period in CLOCKS.items():
            tcl.write(f"create_clock -name {clock} -period {period} [get_ports {clock}]\n")
        tcl.write(f"read_sdc {FOLDER}/mac_10g.sdc\n")
        for start, end in crossings:
            for kind in ("max", "min"):
                tcl.write(f"puts \"== {start} {end} {kind}\"\nreport_checks -path_delay {kind} -from [get_clocks {start}] -to [get_clocks {end}]\n")
    said = subprocess.run(["sta", "-no_splash", "-exit", f"{folder}/run.tcl"], capture_output=True, text=True, check=True)
    head, *parts = re.split(r"^== ", said.stdout + said.stderr, flags=re.MULTILINE)
    check(head.strip() == "", f"sta: {head.strip()}")
    check(len(parts) == 2 * len(crossings), f"sta: {len(parts)} reports")
    for part in parts:
        title = part.splitlines()[0]
        check("No paths found" in part if title.endswith("min") else " 6.40   max_delay" in part, f"sta: {part}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for port in PORTS:
            check_port(*port, folder)
        check_whole(folder)
        check_sta(folder)
    for fault in faults:
        print(f"failed: {fault}")
    print(f"{100 * (checks - len(faults)) // checks}%: Checks: {checks}, Failures: {len(faults)}, Errors: 0")
    raise SystemExit(bool(faults))


main()
