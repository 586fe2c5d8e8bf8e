"""Reads and checks registers.toml; has the texts that several outputs share."""
import sys
import textwrap
import tomllib

from generated import expect

TABLE = "cmodel/registers/registers.toml"
NOTE = f"Generated from {TABLE} by `make registers`; do not edit."
C_BITS = {"width": "dims->width", "classes": "dims->classes", "packet_bits": "packet_bits(dims->width)", "headroom_bits": "headroom_bits(dims->width)"}
# Widths of counters that are narrower than a cell counter of width bits: expressions that are valid in C and in SystemVerilog.
WIDTHS = (("packet_bits", "width < 14 ? width : 14"), ("headroom_bits", "width < 18 ? width : width - 4"))
MMU_WORDS = 64      # cfg_addr has 6 bits


def read_table(path=TABLE):
    with open(path, "rb") as file:
        t = tomllib.load(file)
    for rows in t.values():
        for row in rows if isinstance(rows, list) and rows and isinstance(rows[0], dict) else []:
            if "at" in row and "bits" in row:
                row.setdefault("count", 1)
                row.setdefault("stride", 4)
                row.setdefault("access", "rw")
                row.setdefault("reset", 0)
                row.setdefault("built", [])
                row.setdefault("first", 0)
            if "lsb" in row:
                row.setdefault("bits", 1)
    check(t)
    return t


def check(t):
    """Fails if numbers collide or leave a hole, or if a row names a register that does not exist."""
    for key, rows in t.items():
        if isinstance(rows, list) and rows and isinstance(rows[0], dict) and "number" in rows[0]:
            taken = {t["switch_drops"] // 8, t["switch_drops"] // 8 + 1} if key == "switch_counters" else set()  # by the reasons
            expect(sorted(taken | {r["number"] for r in rows}) == list(range(len(rows) + len(taken))), f"{key}: numbers must be 0, 1, 2, ...")
    at = 0
    for r in t["mmu_registers"]:
        expect(r["at"] == at, f"mmu_registers: {r['name']} is {r['at']}, {at} is next")
        at += r["count"]
        expect(not isinstance(r["bits"], str) or r["bits"] in C_BITS, f"{r['name']}: bits {r['bits']}")
        expect(all(s in [x["name"] for x in t["schemes"]] for s in r["built"]), f"{r['name']}: built for an unknown scheme")
    expect(at <= MMU_WORDS, f"mmu_registers: {at} numbers, cfg_addr has {MMU_WORDS}")
    values, structural = settable(t), [r for r in settable(t) if r["changes"] == "empty"]
    expect(structural == values[:len(structural)], "mmu_registers: registers that change only while the buffer is empty must come first")
    names = [r["name"] for r in values]
    expect(all(x["name"] in names for x in t["mmu_port_limits"]), "mmu_port_limits: a limit without a register of its name")
    shadows = [s["register"] for s in t["mmu_shadows"]] + t["mmu_shadows_elsewhere"]
    expect(sorted(names) == sorted(shadows), f"mmu_shadows: differ from the registers in {set(names) ^ set(shadows)}")
    for part in ("switch", "lossless"):
        taken = {}
        for r in t[part + "_registers"]:
            for i in range(r["count"]):
                a = r["at"] + i * r["stride"]
                expect(a % 4 == 0 and a not in taken, f"{part}_registers: {r['name']} and {taken.get(a)} are both at {a:#x}")
                taken[a] = r["name"]
        for f in t[part + "_fields"]:
            expect(f["register"] in taken.values(), f"{part}_fields: there is no register {f['register']}")


def settable(t):
    """The MMU's registers that hold a value."""
    return [r for r in t["mmu_registers"] if r["access"] == "rw"]


def aligned(rows, comment="//", indent="  ", columns=None):
    """Lines "code  // text", with all texts in one column. A text that is wider than the columns continues below itself."""
    width = max(len(code) for code, text in rows if text) if any(text for _, text in rows) else 0
    room = columns - len(f"{indent}{'':<{width}}  {comment} ") if columns else sys.maxsize
    lines = []
    for code, text in rows:
        first, *others = textwrap.wrap(text, room, break_on_hyphens=False) or [""]
        lines.append(indent + (f"{code:<{width}}  {comment} {first}" if first else code))
        lines += [f"{indent}{'':<{width}}  {comment} {other}" for other in others]
    return "".join(line + "\n" for line in lines)


def sized(value, bits):
    return f"{bits}'d{value}"


def hexed(value, bits):
    return f"{bits}'h{value:0{(bits + 3) // 4}x}"


# ---- texts that several outputs share ----

def register_text(r):
    """Comment of a constant: unit, meaning, number of registers."""
    text = r["doc"] if r["unit"] in ("bits", "bit", "number", "any", "-") else f"{r['unit']}: {r['doc']}"
    if r["count"] > 1:
        text += f"; {r['count']} registers"
    if r["access"] == "ro":
        text += "; read only"
    return text


def statistic_text(s):
    return f"{s['unit']}, {s['kind']}, per {s['scope']}: {s['doc']}" if s["scope"] != "switch" else f"{s['unit']}, {s['kind']}: {s['doc']}"


def numbered(r):
    """(number, name) of each register of a row."""
    return [(r["at"] + i, r["name"] if r["count"] == 1 else f"{r['name']}_{r['first'] + i}") for i in range(r["count"])]


def port_ranges(t):
    """First and last byte address of the registers of the switch that a write sets for the ports of WRITE_PORTS, as few ranges."""
    ranges = []
    for r in sorted((r for r in t["switch_registers"] if r.get("of_port")), key=lambda r: r["at"]):
        last = r["at"] + r["stride"] * (r["count"] - 1)
        if ranges and ranges[-1][1] + 4 == r["at"]:
            ranges[-1] = (ranges[-1][0], last)
        else:
            ranges.append((r["at"], last))
    return ranges


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
