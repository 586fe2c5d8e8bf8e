"""Writes SystemVerilog: the packages, and the shadow registers of sluice_config.sv."""
from register_rows import NOTE, WIDTHS, aligned, hexed, port_ranges, register_text, settable, sized, statistic_text

RTL_BITS = {"width": "W", "classes": "NC", "packet_bits": "PacketBits", "headroom_bits": "HeadroomBits"}


def sv_package(name, subject, parts):
    body = "\n".join(parts)
    return (f"// {NOTE}\n// {subject}\n`default_nettype none\n// A design uses only some of the names.\n// verilator lint_off UNUSEDPARAM\npackage {name};\n{body}endpackage\n"
            "// verilator lint_on UNUSEDPARAM\n`default_nettype wire\n")


def sv_list(comment, rows):
    return (f"  // {comment}\n" if comment else "") + aligned(rows, columns=120)


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
        line = f"    if ({where}) built = {schemes};\n"
        lines += line if len(line) <= 121 else line.replace(") built", ")\n      built", 1)
    return ("  // Whether a build with these classes and schemes has the register.\n"
            "  function automatic logic built(input int which, input int classes, input logic [6:0] schemes);\n"
            f"    built = which < REGS;\n{lines}  endfunction\n")


def sv_limit_registers(t):
    cases = "".join(f"      LIMIT_{x['name']}: limit_register = REG_{x['name']};\n" for x in t["mmu_port_limits"])
    return ("  // The register whose value a port has until the limit is written; COMMIT, which reads 0: there is no such limit\n"
            "  function automatic logic [5:0] limit_register(input logic [2:0] limit);\n"
            f"    case (limit)\n{cases}      default: limit_register = REG_COMMIT;\n    endcase\n  endfunction\n")


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
        "  // Feedback level of an ingress queue, in LW bits, as many as the schemes of the build need. 0: free; GFC: the stage,\n"
        "  // 1..15; GFC-linear: the cells above B0; all ones: OFF, paused.\n",
        sv_integers("Bit positions in TTL_OPTIONS", [("TTL_" + f["name"], f["lsb"], f["doc"]) for f in t["mmu_ttl_options"]]),
        sv_integers("Bit positions in STAGES, above N", [("STAGES_" + f["name"], f["lsb"], f["doc"]) for f in t["mmu_stages"]]),
        sv_numbers("Registers. All take effect together, in the cycles after a write to COMMIT, if they pass the checks. Registers\n"
                   "  // of schemes that are not built do not exist and read 0.", 6, [("REG_" + r["name"], r["at"], register_text(r)) for r in t["mmu_registers"]]) +
        sv_numbers("", 6, [("FIRST_ANY_TIME", next(r["at"] for r in values if r["changes"] != "empty"), "lower registers change only while the buffer is empty")]) +
        sv_integers("", [("REGS", values[-1]["at"] + values[-1]["count"], "registers that hold a value")]),
        sv_numbers("Limits of a port with PORT_LIMITS, [spec 16]", 3, [("LIMIT_" + x["name"], x["number"], "") for x in t["mmu_port_limits"]]) +
        sv_integers("", [("LIMITS", len(t["mmu_port_limits"]), "limits of a port")]) +
        sv_limit_registers(t),
        sv_integers("Bit positions in PORT_SELECT", [("PORT_SELECT_" + f["name"], f["lsb"], (f"{f['bits']} bits: " if f["bits"] > 1 else "") + f["doc"])
                                                     for f in t["mmu_port_select"]]),
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


def sv_of_port(t):
    """The function that returns whether a register of the switch may differ from port to port."""
    lines = " ||\n        ".join(f"(word >= {sized(first // 4, 9)} && word <= {sized(last // 4, 9)})" for first, last in port_ranges(t))
    return ("  // A write of the register is for the ports of WRITE_PORTS\n"
            f"  function automatic logic of_port(input logic [8:0] word);\n    of_port = {lines};\n  endfunction\n")


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
        sv_integers("Limits", [(x["name"], x["value"], x["doc"]) for x in t["switch_limits"]]), sv_of_port(t),
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
        head = f"  sluice_shadow #({parameters}) set_{s['name']} ("
        if len(head) > 120:
            head = ",\n      ".join(head.rsplit(", ", 1))
        instances += (f"{head}\n"
                      f"      .clk, .rst, .row, .column, {value}, .take({take}),\n"
                      f"      .staged({s['staged'] or unused}), .active({active}));\n")
    return declarations if part == "signals" else instances
