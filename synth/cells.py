"""Reads the cell counts of `stat -json` of Yosys and sorts the cell types into kinds. The scripts of the tables import it."""
import json
import re

SCHEMES = ["STATIC", "SIH", "DSH", "TTL", "GFC", "GFC-linear", "SHP"]
KINDS = ["LUT", "FF", "carry", "RAM", "LUT RAM", "mult"]


def kind(cell):
    """Returns the kind of a cell type: one of KINDS, "gate" (generic), or None for types that are not counted."""
    if cell.startswith("$_"):
        return "FF" if "DFF" in cell or "DLATCH" in cell else "gate"
    if cell in ("SB_LUT4", "LUT4", "INV") or cell in (f"LUT{n}" for n in range(1, 7)):
        return "LUT"
    if cell.startswith("SB_DFF") or cell.startswith("FD") or cell == "TRELLIS_FF":
        return "FF"
    if cell in ("SB_CARRY", "CCU2C", "CARRY4"):
        return "carry"
    if cell in ("SB_RAM40_4K", "DP16KD", "RAMB18E1", "RAMB36E1") or cell.startswith("$mem"):
        return "RAM"
    if cell.startswith("TRELLIS_DPR") or cell.startswith("RAM"):
        return "LUT RAM"
    if cell in ("MULT18X18D", "DSP48E1", "SB_MAC16"):
        return "mult"
    return None


def set_name(schemes):
    """Returns the name of a mask of schemes, such as "SIH + DSH"."""
    return "all" if schemes == 127 else " + ".join(n for i, n in enumerate(SCHEMES) if schemes >> i & 1)


# Designs of the table of costs besides mmu_MASK, the MMU with the schemes of MASK.
DESIGNS = {
    "credit_ue": "credits of one link, Ultra Ethernet, `sluice_credit_port`",
    "credit_ib": "credits of one link, InfiniBand, `sluice_credit_port`",
    "credit_switch": "credits of 4 links in the switch, `sluice_switch_credits`",
    "room": "time-based GFC of 4 links, `sluice_room_port`",
    "switch_credits": "switch, 4 ports of 64 bits, 8 classes, DSH, CREDITS = 1",
}


def title(name):
    """Returns the text of a design in the table of costs."""
    mask = re.match(r"mmu_(\d+)$", name)
    return f"PFC, MMU with {set_name(int(mask[1]))}" if mask else DESIGNS[name]


def read(path):
    """Returns {kind: number of cells} of one run."""
    with open(path) as f:
        types = json.load(f)["design"]["num_cells_by_type"]
    counts = dict.fromkeys(KINDS + ["gate"], 0)
    for cell, n in types.items():
        k = kind(cell)
        if k is not None:
            counts[k] += n
    return counts


def modules(path):
    """Returns the modules of a run with KEEP=1: {name: its cells}."""
    with open(path) as f:
        # Yosys 0.23 writes the hierarchy as text lines into the JSON; these lines are removed.
        text = re.sub(r"^ +[^ \"{}].* \d+$", "", f.read(), flags=re.M)
    return {k.lstrip("\\"): v for k, v in json.loads(text)["modules"].items()}


def count(found, name):
    """Returns {kind: number of cells} of a module of modules() and its submodules."""
    total = dict.fromkeys(KINDS, 0)
    for cell, n in found[name]["num_cells_by_type"].items():
        inner = count(found, cell) if cell in found else {kind(cell): 1}
        for k in KINDS:
            total[k] += n * inner.get(k, 0)
    return total


def areas(liberty):
    """Returns {cell: area in um2}."""
    with open(liberty) as f:
        return {name: float(area) for name, area in re.findall(r"^cell\s*\(\s*(\w+)\s*\).*?\barea\s*:\s*([\d.]+)", f.read(), re.M | re.S)}


def netlist(path, area):
    """Returns [area, area of the flops, number of flops] of one netlist; areas in um2."""
    with open(path) as f:
        counts = json.load(f)["design"]["num_cells_by_type"]
    flops = {c: n for c, n in counts.items() if c.startswith("DFF")}
    return [sum(n * area[c] for c, n in kind.items()) for kind in (counts, flops)] + [sum(flops.values())]


def memories(path):
    """Returns {name: {(words, bits, read ports): number}}. Memories that exist once per class or port have one name."""
    out = {}
    with open(path) as f:
        modules = json.load(f)["modules"]
    for module in modules.values():
        for name, cell in module["cells"].items():
            name = re.sub(r"(\.ram)?\.mem$", "", re.sub(r"\[\d+\]", "", name))
            shape = tuple(int(cell["parameters"][p], 2) for p in ("SIZE", "WIDTH", "RD_PORTS"))
            shapes = out.setdefault(name, {})
            shapes[shape] = shapes.get(shape, 0) + 1
    return out


def bits(found):
    """The number of bits of memories(path)."""
    return sum(words * width * n for shapes in found.values() for (words, width, _), n in shapes.items())
