"""Writes C: the headers with the register maps, and the table of the MMU's registers."""
from register_rows import C_BITS, NOTE, WIDTHS, aligned, c_string, numbered, port_ranges, register_text, settable, statistic_text


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
    rows = [(f"{p}REG_{r['name']} = {r['at']},", register_text(r)) for r in t["mmu_registers"]]
    values = settable(t)
    rows += [(f"{p}REGS = {values[-1]['at'] + values[-1]['count']},", "registers that hold a value"),
             (f"{p}LAST_STRUCTURAL_REG = {max(r['at'] + r['count'] - 1 for r in values if r['changes'] == 'empty')}",
              "registers up to this one change only while the buffer is empty")]
    out += c_enum(rows, "sluice_register", comment="Registers. A register of schemes that are not built does not exist and reads 0.")
    out += c_enum([(f"{p}LIMIT_{x['name']} = {x['number']},", "") for x in t["mmu_port_limits"]] + [(f"{p}LIMITS = {len(t['mmu_port_limits'])}", "")],
                  "sluice_limit", comment="Limits of a port [spec 16]: in a build with PORT_LIMITS, limit k is SLUICE_REG_PORT_WINDOW + k % 4 on page k / 4.")
    out += c_enum([(f"{p}PORT_SELECT_{f['name']} = {((1 << f['bits']) - 1) << f['lsb']},", f["doc"]) for f in t["mmu_port_select"]],
                  comment="Bits of SLUICE_REG_PORT_SELECT.")
    out += c_enum([(f"{p}{r['name']} = {r['number']},", r["doc"]) for r in t["mmu_reasons"]], "sluice_reason",
                  comment="Why a configuration is refused; the lowest number that applies is reported.")
    out += c_enum([(f"{p}STAT_{s['name']} = {s['number']},", statistic_text(s)) for s in t["mmu_statistics"]] +
                  [(f"{p}STATISTICS = {len(t['mmu_statistics'])}", "")], "sluice_stat",
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
    out = "#include <stdbool.h>\n#include <stdint.h>\n\n"
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
    ranges = " || ".join(f"(addr >= 0x{first:x} && addr <= 0x{last + 3:x})" for first, last in port_ranges(t))
    out += ("// Whether a write of the register at this byte address is for the ports of WRITE_PORTS.\n"
            f"static inline bool sluice_switch_of_port(uint32_t addr) {{\n  return {ranges};\n}}\n")
    return c_header("SLUICE_SWITCH_REGISTERS_H", "The register maps of switch and lossless switch, reasons and counters; included by sluice_switch.h.", out)


def register_table(t):
    rows = []
    for r in t["mmu_registers"]:
        need = " | ".join(f"1u << SLUICE_{s}" for s in r["built"]) or "~0u"
        bits = r["bits"] if r["access"] == "rw" else 0
        kind = {"width": "WIDTH", "classes": "CLASSES", "packet_bits": "PACKET_BITS", "headroom_bits": "HEADROOM_BITS"}.get(bits, "NUMBER")
        for i, (number, name) in enumerate(numbered(r)):
            rows.append(f"  [{number}] = {{{c_string(name)}, {kind}, {bits if kind == 'NUMBER' else 0}, {str(r.get('signed', False)).lower()}, {need}, "
                        f"{i if r.get('per') == 'class' else 0}}},\n")
    arrays = {r["name"]: r["count"] for r in t["mmu_registers"] if r["count"] > 1}
    widths = "".join(f"static int {name}(int width) {{ return {expression}; }}\n" for name, expression in WIDTHS)
    statistics = "".join(f"  [{s['number']}] = {c_string(s['name'])},\n" for s in t["mmu_statistics"])
    reasons = "".join(f"      [SLUICE_{r['name']}] = {c_string(r['text'])},\n" for r in t["mmu_reasons"])
    limits = ", ".join(f"SLUICE_REG_{x['name']}" for x in t["mmu_port_limits"])
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

static const char *const statistics[] = {{
{statistics}}};
const char *sluice_statistic_name(int statistic) {{
  return statistic >= 0 && statistic < SLUICE_STATISTICS ? statistics[statistic] : NULL;
}}

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

int sluice_limit_register(enum sluice_limit limit) {{
  static const int registers[] = {{{limits}}};
  return registers[limit];
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


def frame_enums(t):
    return (c_enum([(f"SLUICE_{k['name']} = {k['number']},", k["doc"]) for k in t["lossless_sent_kinds"]], "sluice_sent") +
            c_enum([(f"SLUICE_{k['name']} = {k['number']},", k["doc"]) for k in t["lossless_seen_kinds"]] +
                   [(f"SLUICE_SEEN_KINDS = {len(t['lossless_seen_kinds'])}", "")], "sluice_seen", comment="Kinds of received frames. Those up to GOT_NATIVE were obeyed.")).rstrip("\n") + "\n"
