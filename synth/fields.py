#!/usr/bin/env python3
"""Writes Yosys commands for single fields of a port that is a struct of rtl/mmu/sluice_structs.sv, one command per line.

fields.py tie PORT STRUCT WIDTHS FIELD=VALUE ...            inputs: fields become constants, the others stay inputs
fields.py drop PORT STRUCT WIDTHS FIELD ...                 outputs: fields disappear, the others stay outputs
fields.py fix CELL.PORT STRUCT WIDTHS FIELD=VALUE ...       outputs of a cell: fields are replaced by constants
  STRUCT    config, snapshot or visit_snapshot; VALUE: a constant of Verilog
  WIDTHS    NC=8,CW=3,W=18 and so on: what the macro of the struct has as arguments
"""
import re
import sys

STRUCTS = "rtl/mmu/sluice_structs.sv"
MACROS = {"config": "SLUICE_CONFIG", "snapshot": "SLUICE_SNAPSHOT", "visit_snapshot": "SLUICE_VISIT_SNAPSHOT"}


def layout(struct, widths):
    """(name, bits) of each field, the highest first."""
    with open(STRUCTS, encoding="utf-8") as file:
        text = file.read()
    body = re.search(rf"`define {MACROS[struct]}\(.*?struct packed \{{(.*?)\}} \w+_t;", text, re.S)[1]
    fields = []
    for kind, msb, name in re.findall(r"(logic|queue_t)\s*(?:\[([^\]]*):0\])?\s*(\w+);", body):
        bits = widths["PW"] + widths["CW"] if kind == "queue_t" else eval(msb, {}, widths) + 1 if msb else 1
        fields.append((name, bits))
    return fields


def commands(what, port, struct, widths, given):
    widths = {name: int(value) for name, value in (pair.split("=") for pair in widths.split(","))}
    values = dict(pair.partition("=")[::2] for pair in given)
    fields = layout(struct, widths)
    unknown = set(values) - {name for name, _ in fields}
    if unknown:
        sys.exit(f"fields: {struct} has no field {', '.join(sorted(unknown))}")
    cell, _, name = port.rpartition(".")
    size = sum(bits for _, bits in fields)
    parts, at = [], size
    for field, bits in fields:
        at -= bits
        parts.append((values.get(field), bits, at))
    if what == "drop":
        kept = [f"{name}[{at + bits - 1}:{at}]" for value, bits, at in parts if value is None]
        total = sum(bits for value, bits, _ in parts if value is None)
        return [f"delete -output w:{name}", f"add -output kept_{name} {total}", f"connect -set kept_{name} {','.join(kept)}"]
    whole = ",".join(f"free_{name}[{at + bits - 1}:{at}]" if value is None else value for value, bits, at in parts)
    if what == "tie":
        return [f"delete -input w:{name}", f"add -input free_{name} {size}", f"connect -set {name} {whole}"]
    return [f"add -wire free_{name} {size}", f"connect -port {cell} {name} free_{name}", f"connect -nounset -set {name} {whole}"]


if __name__ == "__main__":
    if len(sys.argv) < 6 or sys.argv[1] not in ("tie", "drop", "fix") or sys.argv[3] not in MACROS:
        sys.exit(__doc__)
    print("\n".join(commands(*sys.argv[1:5], sys.argv[5:])))
