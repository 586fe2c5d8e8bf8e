#!/usr/bin/env python3
"""Writes all files that are generated from registers.toml: C headers and tables, RTL packages, shadow registers, tables of the pages.

generate.py [--check]    --check: changes no file; fails and names each file that differs from the table
Run from the root of the repository. A file that is written whole begins with a line that states this; in other files the
text between "registers: begin NAME" and "registers: end" is written.
"""
import functools
import os
import re
import sys
import tomllib

TABLE = "cmodel/registers/registers.toml"
NOTE = f"Generated from {TABLE} by `make registers`; do not edit."
C_BITS = {"width": "dims->width", "classes": "dims->classes", "packet_bits": "packet_bits(dims->width)", "headroom_bits": "headroom_bits(dims->width)"}
RTL_BITS = {"width": "W", "classes": "NC", "packet_bits": "PacketBits", "headroom_bits": "HeadroomBits"}
PAGE_BITS = {"width": "W", "classes": "NC", "packet_bits": "min(W, 14)", "headroom_bits": "W, from W = 18 on W - 4"}
# Widths of counters that are narrower than a cell counter of width bits: expressions that are valid in C and in SystemVerilog.
WIDTHS = (("packet_bits", "width < 14 ? width : 14"), ("headroom_bits", "width < 18 ? width : width - 4"))
MMU_WORDS = 64      # cfg_addr has 6 bits
SWITCH_WORDS = 512  # words of the switch's own registers


class Fault(Exception):
    """The table contradicts itself."""


def expect(good, text):
    if not good:
        raise Fault(text)


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
        expect(r["access"] == "reserved" or not isinstance(r["bits"], str) or r["bits"] in C_BITS, f"{r['name']}: bits {r['bits']}")
        expect(all(s in [x["name"] for x in t["schemes"]] for s in r["built"]), f"{r['name']}: built for an unknown scheme")
    expect(at <= MMU_WORDS, f"mmu_registers: {at} numbers, cfg_addr has {MMU_WORDS}")
    values, structural = settable(t), [r for r in settable(t) if r["changes"] == "empty"]
    expect(structural == values[:len(structural)], "mmu_registers: registers that change only while the buffer is empty must come first")
    first = sum(r["count"] for r in structural)
    expect(first & (first - 1) == 0, f"mmu_registers: {first} registers change only while the buffer is empty, which is no power of two")
    names = [r["name"] for r in values]
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


def real(t):
    return [r for r in t["mmu_registers"] if r["access"] != "reserved"]


def aligned(rows, comment="//", indent="  "):
    """Lines "code  // text", with all texts in one column."""
    width = max(len(code) for code, text in rows if text) if any(text for _, text in rows) else 0
    return "".join(indent + (f"{code:<{width}}  {comment} {text}" if text else code) + "\n" for code, text in rows)


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


# ---- C ----

def c_enum(rows, name="", explicit=True, comment=""):
    head = f"// {comment}\n" if comment else ""
    return head + f"enum {name + ' ' if name else ''}{{\n" + aligned(rows) + "};\n\n"


def c_header(guard, subject, body):
    return (f"// {NOTE}\n// {subject}\n// clang-format off\n#ifndef {guard}\n#define {guard}\n\n{body}"
            "#endif\n")


def mmu_header(t):
    p = "SLUICE_"
    out = c_enum([(f"{p}{s['name']} = {s['number']},", s["source"]) for s in t["schemes"]] +
                 [(f"{p}SCHEMES = {len(t['schemes'])},", "of RTL and clocked model")] +
                 [(f"{p}{s['name']} = {len(t['schemes']) + i},", s["source"]) for i, s in enumerate(t["rule_schemes"])] +
                 [(f"{p}RULE_SCHEMES = {len(t['schemes'] + t['rule_schemes'])}", "")], "sluice_scheme", comment="Values of SCHEME.")
    out += c_enum([(f"{p}{a['name']} = {a['number']},", a["doc"]) for a in t["admissions"]], "sluice_admission",
                  comment="Where an enqueued packet was put.")
    out += c_enum([(f"{p}LEVEL_{a['name']} = {a['number']},", a["doc"]) for a in t["message_levels"]], "sluice_message_level",
                  comment="What a message from the downstream concerns, rx_level.")
    out += c_enum([(f"{p}TTL_{f['name']} = {1 << f['lsb']},", f["doc"]) for f in t["mmu_ttl_options"]],
                  comment="Bits of SLUICE_REG_TTL_OPTIONS [TTL 2.3].")
    out += c_enum([(f"{p}STAGES_{f['name']} = {1 << f['lsb']},", f["doc"]) for f in t["mmu_stages"]],
                  comment="Bits of SLUICE_REG_STAGES above N.")
    out += c_enum([(f"{p}STATUS_{f['name']} = {((1 << f['bits']) - 1) << f['lsb']},", f["doc"].replace("`", "")) for f in t["mmu_status"]],
                  comment="Bits of SLUICE_REG_STATUS.")
    rows = [(f"{p}REG_{r['name']} = {r['at']},", register_text(r)) for r in real(t)]
    values = settable(t)
    rows += [(f"{p}REGS = {values[-1]['at'] + values[-1]['count']},", "registers that hold a value"),
             (f"{p}LAST_STRUCTURAL_REG = {max(r['at'] + r['count'] - 1 for r in values if r['changes'] == 'empty')}",
              "registers up to this one change only while the buffer is empty")]
    out += c_enum(rows, "sluice_register", comment="Registers. A register of schemes that are not built does not exist and reads 0.")
    out += c_enum([(f"{p}{r['name']} = {r['number']},", r["doc"]) for r in t["mmu_reasons"]], "sluice_reason",
                  comment="Why a configuration is refused; the lowest number that applies is reported.")
    out += c_enum([(f"{p}STAT_{s['name']} = {s['number']},", statistic_text(s)) for s in t["mmu_statistics"]], "sluice_stat",
                  comment="The statistics that stat_select selects.")
    return c_header("SLUICE_REGISTERS_H", "The register map of the MMU, its reasons and statistics; included by sluice.h.", out)


def c_fields(prefix, fields):
    """An enum holds values of 31 bits, so a value with bit 31 is a macro."""
    out, last = "", [f for f in fields if f["lsb"] == 31]
    out += c_enum([(f"{prefix}{f['register']}_{f['name']} = 1 << {f['lsb']},", f["doc"]) for f in fields if f not in last],
                  comment="Bits; of a field with several bits the lowest one.")
    return out + "".join(f"#define {prefix}{f['register']}_{f['name']} (UINT32_C(1) << 31)  // {f['doc']}\n\n" for f in last)


def c_addresses(t, part, prefix):
    rows = [(f"{prefix}REG_{r['name']} = 0x{r['at']:04x},",
             (f"+ {r['stride']} {r['index']}: " if r["count"] > 1 else "") + register_text(dict(r, count=1))) for r in t[part + "_registers"]]
    return rows + [(f"{prefix}REG_{w['name']} = 0x{w['at']:04x},", f"+ {w['address']}: {w['doc']}") for w in t[part + "_windows"] if w.get("emit")]


def switch_header(t):
    p, q = "SLUICE_SWITCH_", "SLUICE_LOSSLESS_"
    where = {"": "", "ingress": "at the ingress port: ", "egress": "at the egress port: ", "copies": "at the ingress port: "}
    out = "#include <stdint.h>\n\n"
    out += c_enum([(f"{p}{x['name']} = {x['value']},", x["doc"]) for x in t["switch_limits"]])
    out += c_enum([(f"{p}{r['name']} = {r['number']},", where[r["group"]] + r["doc"].replace("`", "")) for r in t["switch_reasons"]] +
                  [(f"{p}REASONS = {len(t['switch_reasons'])}", "")], "sluice_switch_reason",
                  comment="Why a frame does not leave; the lowest number that applies.")
    out += c_enum([(f"{p}{c['name']} = {c['number']},", c["doc"]) for c in t["switch_counters"]] +
                  [(f"{p}DROPS = {t['switch_drops']},", "+ enum sluice_switch_reason"),
                   (f"{p}COUNTERS = {t['switch_counters_per_port']}", "counters of a port")], "sluice_switch_counter",
                  comment=f"Counter k of a port: k = 8 * kind + class, or {p}DROPS + reason.")
    out += c_enum(c_addresses(t, "switch", p), "sluice_switch_register",
                  comment=f"Byte addresses of the registers. Below {p}REG_STATUS: 4 * enum sluice_register.")
    out += c_fields(p, t["switch_fields"])
    out += c_enum([(f"{p}WATCHDOG_{a['name']} = {a['number']},", a["doc"]) for a in t["switch_actions"]], "sluice_switch_action",
                  comment="What the watchdog does with a queue in a storm, in two bits of WATCHDOG_ACTION per class.")
    rows = [(f"{p}RESET_{r['name']} = 0x{r['reset']:x},", "") for r in t["switch_registers"] if r["reset"]]
    out += c_enum(rows, comment="Values after reset; all other registers are 0 after reset.")
    out += c_enum(c_addresses(t, "lossless", q), "sluice_lossless_register",
                  comment="Byte addresses of the lossless switch, in addition to those of the switch.")
    out += c_fields(q, t["lossless_fields"])
    rows = [(f"{q}RESET_{r['name']} = 0x{r['reset']:x},", "") for r in t["lossless_registers"] if r["reset"]]
    out += c_enum(rows, comment="Values after reset; ADDRESS_LOW is the number of the port.")
    out += c_enum([(f"{q}SENT = {t['lossless_sent']},", "+ kind of a sent frame"), (f"{q}SEEN = {t['lossless_seen']},", "+ kind of a received frame")],
                  comment="Counter k of a port of the lossless switch.")
    return c_header("SLUICE_SWITCH_REGISTERS_H", "The register maps of switch and lossless switch, reasons and counters; included by sluice_switch.h.", out)


def numbered(r):
    """(number, name) of each register of a row."""
    return [(r["at"] + i, r["name"] if r["count"] == 1 else f"{r['name']}_{r['first'] + i}") for i in range(r["count"])]


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def register_table(t):
    rows = []
    for r in real(t):
        need = " | ".join(f"1u << SLUICE_{s}" for s in r["built"]) or "~0u"
        bits = r["bits"] if r["access"] == "rw" else 0
        kind = {"width": "WIDTH", "classes": "CLASSES", "packet_bits": "PACKET_BITS", "headroom_bits": "HEADROOM_BITS"}.get(bits, "NUMBER")
        for i, (number, name) in enumerate(numbered(r)):
            rows.append(f"  [{number}] = {{{c_string(name)}, {kind}, {bits if kind == 'NUMBER' else 0}, {str(r.get('signed', False)).lower()}, {need}, "
                        f"{i if r.get('per') == 'class' else 0}}},\n")
    arrays = {r["name"]: r["count"] for r in real(t) if r["count"] > 1}
    widths = "".join(f"static int {name}(int width) {{ return {expression}; }}\n" for name, expression in WIDTHS)
    reasons = "".join(f"      [SLUICE_{r['name']}] = {c_string(r['text'])},\n" for r in t["mmu_reasons"])
    single = "".join(f"  cfg->{r['config']} = regs[SLUICE_REG_{r['name']}];\n" for r in settable(t) if r["config"] and r["count"] == 1 and r["name"] != "SCHEME")
    loops = "".join(f"  for (int i = 0; i < {r['count']}; i++) cfg->{r['config']}[i{' + ' + str(r['first']) if r['first'] else ''}] = regs[SLUICE_REG_{r['name']} + i];\n"
                    for r in settable(t) if r["config"] and r["count"] > 1)
    cases = "".join(f"    case SLUICE_REG_{r['name']}:\n      return {'(uint32_t)' if r.get('signed') else ''}cfg->{r['config']};\n"
                    for r in settable(t) if r["config"] and r["count"] == 1)
    ranges = "".join(f"  if (reg >= SLUICE_REG_{r['name']} && reg < SLUICE_REG_{r['name']} + {r['count']}) "
                     f"return cfg->{r['config']}[reg - SLUICE_REG_{r['name']}{' + ' + str(r['first']) if r['first'] else ''}];\n"
                     for r in settable(t) if r["config"] and r["count"] > 1)
    return f"""// {NOTE}
// Each register: name, width, the builds that have it, and the member of struct sluice_config for its value.
// clang-format off
#include "cmodel/registers/sluice_check.h"

_Static_assert(SLUICE_MAX_CLASSES == {arrays['PARTITION']} && SLUICE_MAX_CLASSES == {arrays['WEIGHT']}, "one register per class");
_Static_assert(SLUICE_MAX_STAGES == {arrays['STAGE']}, "one register per stage");

enum kind {{ NUMBER, WIDTH, CLASSES, PACKET_BITS, HEADROOM_BITS }};
static const struct row {{
  const char *name;
  enum kind kind;  // the width is a number, or depends on the build
  uint8_t bits;    // NUMBER: the width
  bool is_signed;
  unsigned need;   // mask of schemes; the build must have one of these
  uint8_t cls;     // class that the build must have
}} table[] = {{
{''.join(rows)}}};
enum {{ ROWS = sizeof table / sizeof table[0] }};

{widths}
const char *sluice_register_name(int reg) {{ return reg >= 0 && reg < ROWS ? table[reg].name : NULL; }}

bool sluice_register_built(const struct sluice_dims *dims, int reg) {{
  return reg >= 0 && reg < SLUICE_REGS && (dims->schemes & table[reg].need) != 0 && table[reg].cls < dims->classes;
}}

int sluice_register_bits(const struct sluice_dims *dims, int reg) {{
  switch (table[reg].kind) {{
    case WIDTH:
      return {C_BITS['width']};
    case CLASSES:
      return {C_BITS['classes']};
    case PACKET_BITS:
      return {C_BITS['packet_bits']};
    case HEADROOM_BITS:
      return {C_BITS['headroom_bits']};
    default:
      return table[reg].bits;
  }}
}}

bool sluice_register_signed(int reg) {{ return table[reg].is_signed; }}

const char *sluice_reason_text(enum sluice_reason reason) {{
  static const char *const text[] = {{
{reasons}  }};
  return (unsigned)reason < sizeof text / sizeof text[0] ? text[reason] : "unknown reason";
}}

void sluice_config_load(struct sluice_config *cfg, const uint32_t *regs) {{
  cfg->scheme = (enum sluice_scheme)regs[SLUICE_REG_SCHEME];
{single}{loops}}}

uint64_t sluice_config_stored(const struct sluice_config *cfg, int reg) {{
{ranges}  switch (reg) {{
{cases}    default:
      return 0;
  }}
}}
"""


# ---- SystemVerilog ----

def sv_package(name, subject, parts):
    body = "\n".join(parts)
    return (f"// {NOTE}\n// {subject}\n`default_nettype none\n// A design uses only some of the names.\n// verilator lint_off UNUSEDPARAM\npackage {name};\n{body}endpackage\n"
            "// verilator lint_on UNUSEDPARAM\n`default_nettype wire\n")


def sv_list(comment, rows):
    return (f"  // {comment}\n" if comment else "") + aligned(rows)


def sv_numbers(comment, bits, pairs):
    """pairs: (name, number, text)."""
    return sv_list(comment, [(f"localparam logic [{bits - 1}:0] {name} = {sized(number, bits)};", text) for name, number, text in pairs])


def sv_integers(comment, pairs):
    return sv_list(comment, [(f"localparam int {name} = {number};", text) for name, number, text in pairs])


def sv_built(t):
    """The function that returns whether a build has a register. Successive rows with the same condition become one line."""
    lines, groups = "", []
    for r in settable(t):
        if not r["built"]:
            continue
        same = groups and groups[-1]["built"] == r["built"] and groups[-1]["end"] == r["at"] and not r.get("per") and not groups[-1]["per"]
        if same:
            groups[-1]["end"], groups[-1]["last"] = r["at"] + r["count"], r
        else:
            groups.append({"built": r["built"], "first": r, "last": r, "end": r["at"] + r["count"], "per": r.get("per")})
    for g in groups:
        first, last, schemes = g["first"], g["last"], " || ".join(f"schemes[{s}]" for s in g["built"])
        if g["per"]:
            schemes = f"({schemes}) && which - 32'(REG_{first['name']}) < classes" if len(g["built"]) > 1 else f"{schemes} && which - 32'(REG_{first['name']}) < classes"
        end = f"32'(REG_{last['name']})" + (f" + {last['count'] - 1}" if last["count"] > 1 else "")
        where = f"which == {end}" if first is last and last["count"] == 1 else f"which >= 32'(REG_{first['name']}) && which <= {end}"
        lines += f"    if ({where}) built = {schemes};\n"
    return ("  // Whether a build with these classes and schemes has the register.\n"
            "  function automatic logic built(input int which, input int classes, input logic [5:0] schemes);\n"
            f"    built = which < REGS;\n{lines}  endfunction\n")


def message_levels(t):
    return sv_numbers("What a message from the downstream concerns, rx_level [spec 5, 13].", 2,
                      [("LEVEL_" + a["name"], a["number"], a["doc"]) for a in t["message_levels"]])


def mmu_package(t):
    widths = "  // Bits of a packet's cells, at most 14; bits of headroom cells, 4 fewer than a cell counter of 18 bits or more.\n"
    for name, expression in WIDTHS:
        widths += f"  function automatic int {name}(input int width);\n    {name} = {expression};\n  endfunction\n"
    values = settable(t)
    return sv_package("sluice_pkg", "Constants that all modules share: schemes, admissions, the register map, reasons and statistics.", [
        sv_numbers("Schemes [spec 2]. With bit s of the parameter SCHEMES, scheme s is built.", 3, [(s["name"], s["number"], s["source"]) for s in t["schemes"]]),
        sv_numbers("Where an enqueued packet was put [spec 3].", 3, [(a["name"], a["number"], a["doc"]) for a in t["admissions"]]),
        message_levels(t),
        "  // Feedback level of an ingress queue, in LW bits, as many as the schemes of the build need. 0: free; GFC: the stage, 1..15;\n"
        "  // GFC-linear: the cells above B0; all ones: OFF, paused.\n",
        sv_integers("Bit positions in TTL_OPTIONS", [("TTL_" + f["name"], f["lsb"], f["doc"]) for f in t["mmu_ttl_options"]]),
        sv_integers("Bit positions in STAGES, above N", [("STAGES_" + f["name"], f["lsb"], f["doc"]) for f in t["mmu_stages"]]),
        sv_numbers("Registers. All take effect together, in the cycles after a write to COMMIT, if they pass the checks. Registers\n"
                   "  // of schemes that are not built do not exist and read 0.", 6, [("REG_" + r["name"], r["at"], register_text(r)) for r in real(t)]) +
        sv_numbers("", 6, [("FIRST_ANY_TIME", next(r["at"] for r in values if r["changes"] != "empty"), "a power of two; lower registers change only while the buffer is empty")]) +
        sv_integers("", [("REGS", values[-1]["at"] + values[-1]["count"], "registers that hold a value")]),
        sv_integers("Bit positions in STATUS", [("STATUS_" + f["name"], f["lsb"], (f"{f['bits']} bits: " if f["bits"] > 1 else "") + f["doc"].replace("`", ""))
                                                      for f in t["mmu_status"]]),
        sv_built(t), widths,
        sv_numbers("Why a configuration is refused; the lowest number that applies is reported.", 4, [(r["name"], r["number"], r["doc"]) for r in t["mmu_reasons"]]),
        sv_numbers("The statistics that stat_select selects.", 4, [("STAT_" + s["name"], s["number"], statistic_text(s)) for s in t["mmu_statistics"]]),
    ])


def sv_addresses(t, part, bits):
    """Constants of the registers, as numbers of 32-bit words."""
    return [(f"localparam logic [{bits - 1}:0] REG_{r['name']} = {hexed(r['at'] // 4, bits)};", register_text(r)) for r in t[part + "_registers"]]


def sv_windows(t, part):
    return [(f"localparam logic [13:0] REG_{w['name']} = {hexed(w['at'] // 4, 14)};", f"byte address + {w['address']}: {w['doc']}")
            for w in t[part + "_windows"] if w.get("emit")]


def sv_fields(fields):
    return sv_integers("Bit positions of the fields", [(f"{f['register']}_{f['name']}", f["lsb"], (f"{f['bits']} bits: " if f["bits"] > 1 else "") + f["doc"]) for f in fields])


def sv_resets(rows):
    return sv_list("Values after reset; all other registers are 0 after reset.",
                   [(f"localparam logic [31:0] RESET_{r['name']} = {hexed(r['reset'], 32)};", "") for r in rows if r["reset"]])


def switch_package(t):
    reasons = t["switch_reasons"]
    group = lambda *names: [(r["name"], r["number"], r["doc"].replace("`", "")) for r in reasons if r["group"] in names]
    return sv_package("sluice_switch_pkg", "Constants of the switch: why a frame does not leave, the register map, the counters.", [
        sv_numbers("Why a frame does not leave. At the ingress port; the lowest number that applies", 4, group("", "ingress")) +
        sv_numbers("At the egress port", 4, group("egress")) + sv_numbers("For a frame to many ports, at the ingress port", 4, group("copies")),
        sv_list("Registers, as numbers of 32-bit words. Lower numbers: the MMU's registers", sv_addresses(t, "switch", 9)) + sv_list("", sv_windows(t, "switch")),
        sv_fields(t["switch_fields"]), sv_resets(t["switch_registers"]),
        sv_integers("Counter k of a port: k = 8 * kind + class, or DROPS + reason", [(c["name"], c["number"], c["doc"]) for c in t["switch_counters"]] +
                    [("DROPS", t["switch_drops"], "")]),
        sv_numbers("What the watchdog does with a queue in a storm", 2, [("WATCHDOG_" + a["name"], a["number"], a["doc"]) for a in t["switch_actions"]]),
        sv_integers("Limits", [(x["name"], x["value"], x["doc"]) for x in t["switch_limits"]]),
    ])


def lossless_package(t):
    return sv_package("sluice_lossless_pkg", "The registers of sluice_lossless_switch, in addition to those of the switch.", [
        sv_list("Registers, as numbers of 32-bit words", sv_addresses(t, "lossless", 14) + sv_windows(t, "lossless")),
        sv_fields(t["lossless_fields"]), sv_resets(t["lossless_registers"]),
        sv_integers("Counter k of a port", [("SENT", t["lossless_sent"], "+ kind of a sent frame"), ("SEEN", t["lossless_seen"], "+ kind of a received frame")]),
    ])


def frame_kinds(t):
    return (message_levels(t) + sv_numbers("Kinds of sent frames", 2, [(k["name"], k["number"], k["doc"]) for k in t["lossless_sent_kinds"]]) +
            sv_numbers("Kinds of received frames: obeyed, or the reason against it", 3, [(k["name"], k["number"], k["doc"]) for k in t["lossless_seen_kinds"]]))


def frame_enums(t):
    return (c_enum([(f"SLUICE_{k['name']} = {k['number']},", k["doc"]) for k in t["lossless_sent_kinds"]], "sluice_sent") +
            c_enum([(f"SLUICE_{k['name']} = {k['number']},", k["doc"]) for k in t["lossless_seen_kinds"]] +
                   [(f"SLUICE_SEEN_KINDS = {len(t['lossless_seen_kinds'])}", "")], "sluice_seen", comment="Kinds of received frames. Those up to GOT_NATIVE were obeyed.")).rstrip("\n") + "\n"


def rtl_range(bits):
    if isinstance(bits, str):
        return f"[{RTL_BITS[bits]}-1:0]"
    return f"[{bits - 1}:0]" if bits > 1 else ""


def shadows(t, part):
    """The shadow registers of sluice_config.sv: the instances of one part, or the signals of all parts."""
    bits_of = {r["name"]: r["bits"] for r in t["mmu_registers"]}
    declarations, instances = "", ""
    for s in t["mmu_shadows"]:
        if part not in ("signals", s["part"]):
            continue
        bits = bits_of[s["register"]]
        size, unused = rtl_range(bits), f"unused_{s['name']}"
        for signal in [s["staged"] or unused] + ([unused] if not s["active"] else []):
            declarations += f"  logic {size + ' ' if size else ''}{signal};\n"
        parameters = ", ".join([f".REGISTER(sluice_pkg::REG_{s['register']}), .BITS({RTL_BITS.get(bits, bits)})"] +
                               ([f".USED({s['used']})"] if s["used"] else []) + ([s["options"]] if s["options"] else []))
        value = ".value" + ("(value[0])" if bits == 1 else "" if bits == 32 else "(value" + size + ")")
        active = s["active"] + (size if bits in ("packet_bits", "headroom_bits") else "") if s["active"] else unused
        take = "1'b0" if s["take"] < 0 else "restart" + (str(s["take"]) if s["take"] else "")
        instances += (f"  sluice_shadow #({parameters}) set_{s['name']} (\n"
                      f"      .clk, .rst, .row, .column, {value}, .take({take}),\n"
                      f"      .staged({s['staged'] or unused}), .active({active}));\n")
    return declarations if part == "signals" else instances


# ---- pages ----

def page_table(titles, rows):
    lines = [titles, ["---"] * len(titles)] + rows
    return "".join("| " + " | ".join(str(cell) for cell in line).replace("  ", " ") + " |\n" for line in lines)


def page_bits(r):
    if r["access"] == "reserved":
        return "-"
    text = PAGE_BITS.get(r["bits"], str(r["bits"] or "-"))
    return text + " signed" if r.get("signed") else text


def span(r):
    return str(r["at"]) if r["count"] == 1 else f"{r['at']}..{r['at'] + r['count'] - 1}"


def span_name(r):
    return r["name"] if r["count"] == 1 else f"{r['name']}_{r['first']}..{r['first'] + r['count'] - 1}"


def page_mmu_registers(t):
    text = {s["name"]: s["text"] for s in t["schemes"]}
    rows = []
    for r in t["mmu_registers"]:
        access = {"rw": {"empty": "only while empty", "any": "any time"}.get(r["changes"]), "wo": "write only", "ro": "read only", "reserved": "reserved"}[r["access"]]
        rows.append([span(r), span_name(r), page_bits(r), "-" if r["access"] in ("wo", "reserved") else r["reset"], r["unit"], r["doc"],
                     ", ".join(text[s] for s in r["built"]) or ("-" if r["access"] == "reserved" else "all"), access, r["source"]])
    return page_table(["address", "register", "bits", "after reset", "unit", "meaning", "built for", "changes", "source"], rows)


def page_mmu_status(t):
    place = lambda f: str(f["lsb"]) if f["bits"] == 1 else f"{f['lsb'] + f['bits'] - 1}..{f['lsb']}"
    return page_table(["bits of STATUS", "name", "meaning"], [[place(f), f["name"], f["doc"]] for f in t["mmu_status"]])


def page_mmu_reasons(t):
    return page_table(["reason", "refused because"], [[f"{r['number']} {r['name']}", r["doc"]] for r in t["mmu_reasons"] if r["number"]])


def page_mmu_statistics(t):
    return page_table(["number", "statistic", "unit", "kind", "one per", "meaning"],
                      [[s["number"], s["name"], s["unit"], s["kind"], s["scope"], s["doc"]] for s in t["mmu_statistics"]])


def page_reasons(group, title):
    return lambda t: page_table(["number", title[0], title[1]], [[r["number"], r["name"], r["doc"]] for r in t["switch_reasons"] if r["group"] == group])


def page_addresses(part):
    def table(t):
        rows = []
        for w in t[part + "_windows"]:
            bits = 64 if "64 bits" in w["doc"] else 32
            rows.append((w["at"], [f"0x{w['at']:04X} + {w['address']}", w["doc"].replace(", 64 bits", ""), bits, "-", w["more"], "0"]))
        for r in t[part + "_registers"]:
            address = f"0x{r['at']:04X}" + (f" + {r['stride']} {r['index']}" if r["count"] > 1 else "")
            name = r["name"] + (f"_{r['index']}" if r["count"] > 1 else "") + (", read only" if r["access"] == "ro" else "")
            reset = r.get("reset_text", f"0x{r['reset']:04X}" if r["reset"] > 9999 or r["unit"] == "bits" and r["reset"] else r["reset"])
            rows.append((r["at"], [address, name, r["bits"], r["unit"], r["doc"], reset]))
        return page_table(["address", "register", "bits", "unit", "meaning", "after reset"], [row for _, row in sorted(rows, key=lambda x: x[0])])
    return table


def page_switch_counters(t):
    rows = [[f"{8 * c['number']} + class", c["name"], c["doc"]] for c in t["switch_counters"]]
    return page_table(["k", "counter", "meaning"], rows + [[f"{t['switch_drops']} + reason", "DROPS", "frames that did not leave, by reason"]])


def page_lossless_counters(t):
    rows = [[t["lossless_sent"] + k["number"], k["name"], k["doc"]] for k in t["lossless_sent_kinds"]]
    rows += [[t["lossless_seen"] + k["number"], k["name"], k["doc"]] for k in t["lossless_seen_kinds"]]
    return page_table(["k", "counter", "meaning"], rows)


FILES = {
    "cmodel/sluice_registers.h": mmu_header,
    "cmodel/sluice_switch_registers.h": switch_header,
    "cmodel/registers/sluice_register_table.c": register_table,
    "rtl/mmu/sluice_pkg.sv": mmu_package,
    "rtl/switch/sluice_switch_pkg.sv": switch_package,
    "rtl/lossless/sluice_lossless_pkg.sv": lossless_package,
}
SECTIONS = {
    "cmodel/frame/sluice_frame.h": {"frame kinds": frame_enums},
    "rtl/frame/sluice_frame_pkg.sv": {"frame kinds": frame_kinds},
    "rtl/mmu/registers/sluice_config.sv": {f"shadow {part}": functools.partial(shadows, part=part) for part in ("signals", "pools", "others")},
    "docs/reference/registers.md": {"status": page_mmu_status, "registers": page_mmu_registers, "reasons": page_mmu_reasons, "statistics": page_mmu_statistics},
    "docs/reference/switch-registers.md": {
        "switch registers": page_addresses("switch"), "switch counters": page_switch_counters,
        "reasons ingress": page_reasons("ingress", ("reason", "when")), "reasons copies": page_reasons("copies", ("at its ingress port", "")),
        "reasons egress": page_reasons("egress", ("reason, at the egress port", "")),
        "lossless registers": page_addresses("lossless"), "lossless counters": page_lossless_counters},
}


def with_sections(path, old, sections, t):
    """Returns the text of the file with new text between its markers."""
    for name, write in sections.items():
        pattern = re.compile(rf"(^[^\n]*registers: begin {re.escape(name)}[^\n]*\n)(.*?)(^[^\n]*registers: end)", re.M | re.S)
        expect(len(pattern.findall(old)) == 1, f"{path}: needs one \"registers: begin {name}\" with its \"registers: end\"")
        old = pattern.sub(lambda m: m[1] + write(t) + m[3], old)
    return old


def main():
    only_check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not only_check:
        sys.exit(__doc__)
    differ = []
    try:
        t = read_table()
        texts = {path: write(t) for path, write in FILES.items()}
        for path, sections in SECTIONS.items():
            with open(path, encoding="utf-8") as file:
                texts[path] = with_sections(path, file.read(), sections, t)
    except (Fault, tomllib.TOMLDecodeError, FileNotFoundError) as fault:
        sys.exit(f"registers: {fault}")
    for path, text in texts.items():
        old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if old == text:
            continue
        differ.append(path)
        if not only_check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"wrote {path}")
    if only_check and differ:
        sys.exit("registers: " + ", ".join(differ) + f" differ from {TABLE}; run `make registers`")


if __name__ == "__main__":
    main()
