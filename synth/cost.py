#!/usr/bin/env python3
"""Writes the cost of SHP, credits and GFC from the room, beside PFC with DSH, as Markdown (standard output).

cost.py LIBERTY DIR NAME ...
  DIR/ice40/NAME.json, DIR/ecp5/NAME.json: written by synth.sh. DIR/asic/NAME.json: written by asic.sh
"""
import re
import sys

import cells

OTHERS = {
    "credit_ue": "credits of one link, Ultra Ethernet, `sluice_credit_port`",
    "credit_ib": "credits of one link, InfiniBand, `sluice_credit_port`",
    "credit_switch": "credits of 4 links in the switch, `sluice_switch_credits`",
    "room": "time-based GFC of 4 links, `sluice_room_port`",
}
COLUMNS = [("ice40", "LUT"), ("ice40", "FF"), ("ice40", "RAM"), ("ecp5", "LUT"), ("ecp5", "FF"), ("ecp5", "RAM"), ("ecp5", "LUT RAM")]
INTRODUCTION = """## SHP, credits and time-based GFC

4 ports of 8 classes, or one link of 8 virtual channels; no statistics, flattened, before placement.
The MMU has counters of 18 bits, and contains the pause messages.
An MMU that works with credits or time-based GFC is not in their rows.
NAND2 equivalents are without memories ([assumptions](../docs/hardware/area.md#asic-assumptions)).

| | iCE40 LUT | FF | block RAM | ECP5 LUT | FF | block RAM | LUT RAM | NAND2 | memory bits |
| --- |""" + " ---: |" * 9


def title(name):
    """The text of a row: name is a key of OTHERS or mmu_MASK."""
    mask = re.match(r"mmu_(\d+)$", name)
    return f"PFC, MMU with {cells.set_name(int(mask[1]))}" if mask else OTHERS[name]


def main():
    liberty, folder, *names = sys.argv[1:]
    area = cells.areas(liberty)
    print(INTRODUCTION)
    for name in names:
        counts = {tech: cells.read(f"{folder}/{tech}/{name}.json") for tech in ("ice40", "ecp5")}
        nand2 = cells.netlist(f"{folder}/asic/{name}.json", area)[0] / area["NAND2X1"]
        bits = cells.bits(cells.memories(f"{folder}/asic/{name}.memories.json"))
        print(f"| {title(name)} | " + " | ".join(f"{counts[tech][kind]:,}" for tech, kind in COLUMNS) + f" | {nand2:,.0f} | {bits:,} |")


main()
