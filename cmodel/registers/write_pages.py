"""Writes the tables of the pages."""
from generated import page_table

PAGE_BITS = {"width": "W", "classes": "NC", "packet_bits": "min(W, 14)", "headroom_bits": "W, from W = 18 on W - 4"}


def page_bits(r):
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
        access = {"wo": ", write only", "ro": ", read only"}.get(r["access"], "")
        built = "PORT_LIMITS" if r["access"] == "port" else ", ".join(text[s] for s in r["built"]) or "all"
        rows.append([span(r), span_name(r) + access, page_bits(r), r["unit"], r["doc"],
                     built, r["source"]])
    return page_table(["address", "register", "bits", "unit", "meaning", "built for", "source"], rows)


def page_bits_of(register, fields):
    place = lambda f: str(f["lsb"]) if f["bits"] == 1 else f"{f['lsb'] + f['bits'] - 1}..{f['lsb']}"
    return lambda t: page_table([f"bits of {register}", "name", "meaning"], [[place(f), f["name"], f["doc"]] for f in t[fields]])


def page_mmu_limits(t):
    return page_table(["page", "register", "limit"], [[x["number"] // 4, f"PORT_WINDOW_{x['number'] % 4}", x["name"]] for x in t["mmu_port_limits"]])


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
