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
TECHS = {"ice40": ("iCE40", ("LUT", "FF", "carry", "RAM")), "ecp5": ("ECP5", ("LUT", "FF", "carry", "LUT RAM"))}
INTRODUCTION = """## SHP, credits and time-based GFC

4 ports of 8 classes, or one link of 8 virtual channels; no statistics, flattened, before placement.
The MMU has counters of 18 bits and contains the pause messages.
The rows of credits and time-based GFC do not contain the MMU.
RAM is block RAM; on the ECP5 these builds use LUT RAM only.
NAND2 equivalents are without memories.
"""


def title(name):
    """The text of a row: name is a key of OTHERS or mmu_MASK."""
    mask = re.match(r"mmu_(\d+)$", name)
    return f"PFC, MMU with {cells.set_name(int(mask[1]))}" if mask else OTHERS[name]


def main():
    liberty, folder, *names = sys.argv[1:]
    area = cells.areas(liberty)
    print(INTRODUCTION)
    titles = [f"{tech} {kind}" for tech, kinds in TECHS.values() for kind in kinds] + ["NAND2", "memory bits"]
    print("| design | " + " | ".join(titles) + " |")
    print("| --- |" + " ---: |" * len(titles))
    for name in names:
        numbers = []
        for tech, (_, kinds) in TECHS.items():
            counts = cells.read(f"{folder}/{tech}/{name}.json")
            numbers += [counts[k] for k in kinds]
        numbers.append(round(cells.netlist(f"{folder}/asic/{name}.json", area)[0] / area["NAND2X1"]))
        numbers.append(cells.bits(cells.memories(f"{folder}/asic/{name}.memories.json")))
        print(f"| {title(name)} | " + " | ".join(f"{n:,}" for n in numbers) + " |")
    print()


main()
