"""Writes the register map of the switch for its driver: C macros, the table that names an address, the page with the names of SAI."""
import itertools
import re

from register_rows import NOTE, aligned, c_string, expect
from write_pages import PAGE_BITS

WIDEST = {"width": 28, "classes": 8, "packet_bits": 14, "headroom_bits": 24}  # bits in the largest build
PORTS = 16
BLOCKS = {"mmu": "MMU_", "statistic": "STAT_", "switch": "", "lossless": "", "counter": "", "drop": "DROP_", "frames": ""}


def window(t, part, name):
    """A window of counters as (address, bytes per port, bytes per class, bytes per number, first number, bits)."""
    w = next(w for w in t[part + "_windows"] if w["name"] == name)
    step = lambda letter: int((re.search(rf"(\d+) {letter}", w["address"]) or [0, 0])[1])
    number = re.search(r"(\d+) (?:\(k - (\d+)\)|[ks])", w["address"])
    expect(number, f"{name}: its address names neither k nor s")
    return w["at"], step("p"), step("c"), int(number[1]), int(number[2] or 0), 64 if "64 bits" in w["doc"] else 32


def map_row(block, row, address, **more):
    """One row of the map: a register, or a counter of each port."""
    r = {"block": block, "address": address, "stride": 4, "count": 1, "first": 0, "ports": 1, "port_stride": 0, "index": "i", "access": "ro", "reset": 0,
         "signed": False, "of_port": False, "fields": [], "unit": "frames", "sai": "", "sai_note": "", "own": row.get("bits"), **row, **more}
    r["bits"] = WIDEST.get(r["bits"], r["bits"])
    return r


def counters(t):
    """Counters of a port. A counter of classes counts in steps of 8 numbers."""
    for block, key, place, scale in (("counter", "switch_counters", None, 8), ("drop", "switch_reasons", t["switch_drops"], 1)):
        for c in t[key]:
            k = scale * c["number"] if place is None else place + c["number"]
            at, port, _, step, first, bits = window(t, "switch", "COUNTER" if k < 64 else "ECN_COUNTER")
            if c["name"] != "NONE":
                yield map_row(block, c, at + step * (k - first), stride=step, count=scale, index="c", ports=PORTS, port_stride=port, bits=bits)
    at, port, _, step, _, bits = window(t, "lossless", "FRAMES")
    for place, key in ((t["lossless_sent"], "lossless_sent_kinds"), (t["lossless_seen"], "lossless_seen_kinds")):
        for c in t[key]:
            yield map_row("frames", c, at + step * (place + c["number"]), ports=PORTS, port_stride=port, bits=bits)


def map_rows(t):
    """All registers, counters and statistics, in the order of their addresses."""
    fields = {"TTL_OPTIONS": t["mmu_ttl_options"], "STAGES": t["mmu_stages"], "STATUS": t["mmu_status"],
              "SCHEME": [{"lsb": 0, "bits": 3, "name": "SCHEME", "doc": "scheme"}]}
    rows = [map_row("mmu", r, 4 * r["at"], stride=4, index="j", fields=fields.get(r["name"], []), signed=r.get("signed", False))
            for r in t["mmu_registers"]]
    for part in ("switch", "lossless"):
        rows += [map_row(part, r, r["at"], fields=[f for f in t[part + "_fields"] if f["register"] == r["name"]]) for r in t[part + "_registers"]]
    at, port, cls, step, _, bits = window(t, "switch", "STATISTIC")
    rows += [map_row("statistic", s, at + step * s["number"], stride=cls, count=8, index="c", ports=PORTS, port_stride=port, bits=bits) for s in t["mmu_statistics"]]
    rows = sorted(rows + list(counters(t)), key=lambda r: r["address"])
    taken = {}
    for r in rows:
        for f in r["fields"]:
            expect(f["lsb"] + f["bits"] <= r["bits"], f"{r['name']}: field {f['name']} is above its {r['bits']} bits")
        expect(not r["sai"] or re.fullmatch("SAI_[A-Zn0-9_]+", r["sai"]), f"{r['name']}: {r['sai']} is no name of SAI")
        for place in itertools.product(range(r["ports"]), range(r["count"]), range(r["bits"] // 64 + 1)):
            at = r["address"] + sum(a * b for a, b in zip(place, (r["port_stride"], r["stride"], 4)))
            expect(at not in taken, f"{r['name']} and {taken.get(at)} are both at {at:#x}")
            taken[at] = r["name"]
    names = [BLOCKS[r["block"]] + r["name"] for r in rows]
    expect(len(set(names)) == len(names), f"two rows of the map have the name {max(names, key=names.count)}")
    return rows


def plain(text):
    return text.replace("`", "")


def values(t, r, f):
    """Names of the values of a field."""
    if r["block"] != "mmu":
        return []
    return [v["name"] for v in {"SCHEME": t["schemes"], "REASON": t["mmu_reasons"]}.get(f["name"], [])]


# ---- C macros ----

def address_macro(r, name):
    letters, text = [], f"0x{r['address']:04x}u"
    if r["ports"] > 1:
        letters.append("p")
        text += f" + {r['port_stride']}u * (uint32_t)(p)"
    if r["count"] > 1:
        letters.append(r["index"])
        text += f" + {r['stride']}u * (uint32_t)(" + (f"({r['index']}) - {r['first']})" if r["first"] else f"{r['index']})")
    return f"#define {name}({', '.join(letters)}) ({text})" if letters else f"#define {name} {text}"


def mask(lsb, bits):
    return f"0x{((1 << bits) - 1) << lsb:x}u"


def register_macros(t, r):
    name = "SLUICE_MAP_" + BLOCKS[r["block"]] + r["name"]
    lines = [(address_macro(r, name), f"{r['unit']}: {plain(r['doc'])}" + ("; read only" if r["access"] == "ro" else "")
              + (f"; SAI: {r['sai'] or 'none'}" if r["block"] not in ("mmu", "switch", "lossless") or r["sai"] else ""))]
    if r["access"] != "ro" and r["bits"]:
        lines += [(f"#define {name}_MASK {mask(0, r['bits'])}", f"a build has fewer bits: {PAGE_BITS[r['own']]}" if r["own"] in PAGE_BITS else ""),
                  (f"#define {name}_RESET 0x{r['reset']:x}u", f"{r['reset_text']}" if r.get("reset_text", "").isalpha() else "")]
    for f in r["fields"]:
        of = name + ("" if f["name"] == r["name"] else "_" + f["name"])
        lines += [(f"#define {of}_{v} {number}", "") for number, v in enumerate(values(t, r, f))]
        if of != name:
            lines += [(f"#define {of}_SHIFT {f['lsb']}", plain(f["doc"])), (f"#define {of}_MASK {mask(f['lsb'], f['bits'])}", "")]
    return aligned(lines, indent="")


def map_header(t):
    blocks = {"mmu": "Registers of the MMU", "switch": "Registers of the switch", "lossless": "Registers of sluice_lossless_switch",
              "statistic": "Statistics of the MMU", "counter": "Counters of a port and class", "drop": "Frames of a port that did not leave, by reason",
              "frames": "MAC control frames of a port of sluice_lossless_switch"}
    body = "// Limits\n" + aligned([(f"#define SLUICE_MAP_LIMIT_{x['name']} {x['value']}", x["doc"]) for x in t["switch_limits"]], indent="")
    body += "\n// Numbers of the limits of a port: 4 * page + window, with PORT_LIMITS\n" + aligned(
        [(f"#define SLUICE_MAP_PORT_LIMIT_{x['name']} {x['number']}", "") for x in t["mmu_port_limits"]], indent="")
    for block, title in blocks.items():
        body += f"\n// ---- {title} ----\n\n" + "".join(register_macros(t, r) for r in map_rows(t) if r["block"] == block)
    return (f"// {NOTE}\n// Register map of sluice_switch and sluice_lossless_switch: byte addresses, bits of a register, values after reset,\n"
            "// fields. p: port, c: class. A counter has 64 bits: use sluice_driver.h.\n"
            "// SAI: the nearest name of the Switch Abstraction Interface; n: the priority.\n"
            f"// clang-format off\n#ifndef SLUICE_MAP_H\n#define SLUICE_MAP_H\n\n#include <stdint.h>\n\n{body}\n#endif\n")


# ---- the table that names an address ----

def lookup_table(t):
    access = {"rw": "SLUICE_READ_WRITE", "ro": "SLUICE_READ_ONLY", "wo": "SLUICE_WRITE_ONLY"}
    rows, fields = "", ""
    for n, r in enumerate(map_rows(t)):
        if r["fields"]:
            of = ""
            for f in r["fields"]:
                if values(t, r, f):
                    fields += f"static const char *const {f['name'].lower()}_values[] = {{{', '.join(map(c_string, values(t, r, f)))}, NULL}};\n"
                of += f"  {{{c_string(f['name'])}, {f['lsb']}, {f['bits']}, {f['name'].lower() + '_values' if values(t, r, f) else 'NULL'}}},\n"
            fields += f"static const struct sluice_map_field fields_{n}[] = {{\n{of}  {{NULL, 0, 0, NULL}}}};\n"
        rows += (f"  {{{c_string(r['block'])}, {c_string(r['name'])}, {c_string(r['unit'])}, {c_string(r['sai']) if r['sai'] else 'NULL'}, "
                 f"{f'fields_{n}' if r['fields'] else 'NULL'}, 0x{r['reset']:x}, 0x{r['address']:04x}, {r['stride']}, {r['port_stride']}, {r['count']}, {r['ports']}, "
                 f"{r['first']}, {r['bits']}, {str(r['signed']).lower()}, {str(r['of_port']).lower()}, {access.get(r['access'], 'SLUICE_READ_WRITE')}}},\n")
    return (f"// {NOTE}\n// Every register, counter and statistic by address.\n// clang-format off\n#include \"cmodel/driver/sluice_lookup.h\"\n\n{fields}\n"
            f"static const struct sluice_map_row rows[] = {{\n{rows}}};\n\n"
            "const struct sluice_map_row *sluice_map_row(size_t n) { return n < sizeof rows / sizeof rows[0] ? &rows[n] : NULL; }\n")


# ---- page ----

def page_sai(blocks):
    def table(t):
        rows = [r for r in map_rows(t) if r["block"] in blocks and r["sai"]]
        lines = [["ours", "SAI"], ["---"] * 2]
        lines += [[r["name"], f"`{r['sai']}`" + (f": {r['sai_note']}" if r["sai_note"] else "")] for r in rows]
        return "".join("| " + " | ".join(line) + " |\n" for line in lines)
    return table
