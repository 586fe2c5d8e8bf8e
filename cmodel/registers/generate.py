#!/usr/bin/env python3
"""Writes all files that are generated from registers.toml: C headers and tables, RTL packages, shadow registers, tables of the pages.

generate.py [--check]    --check: changes no file; fails and names each file that differs from the table
Run from the root of the repository. A file that is written whole begins with a line that states this; in other files the
text between "registers: begin NAME" and "registers: end" is written.
"""
import functools
import sys
import tomllib

sys.dont_write_bytecode = True  # a cache would be a file that no table made
from generated import Fault, update, with_sections  # noqa: E402
from register_rows import TABLE, read_table  # noqa: E402
import write_c
import write_map
import write_pages
import write_rtl

FILES = {
    "cmodel/sluice_registers.h": write_c.mmu_header,
    "cmodel/sluice_switch_registers.h": write_c.switch_header,
    "cmodel/registers/sluice_register_table.c": write_c.register_table,
    "cmodel/driver/sluice_map.h": write_map.map_header,
    "cmodel/driver/sluice_lookup_table.c": write_map.lookup_table,
    "rtl/mmu/sluice_pkg.sv": write_rtl.mmu_package,
    "rtl/switch/sluice_switch_pkg.sv": write_rtl.switch_package,
    "rtl/lossless/sluice_lossless_pkg.sv": write_rtl.lossless_package,
}
SECTIONS = {
    "cmodel/frame/sluice_frame.h": {"frame kinds": write_c.frame_enums},
    "rtl/frame/sluice_frame_pkg.sv": {"frame kinds": write_rtl.frame_kinds},
    "rtl/mmu/registers/sluice_config.sv": {f"shadow {part}": functools.partial(write_rtl.shadows, part=part) for part in ("signals", "pools", "others")},
    "docs/reference/registers.md": {"status": write_pages.page_bits_of("STATUS", "mmu_status"),
                                    "select": write_pages.page_bits_of("PORT_SELECT", "mmu_port_select"), "limits": write_pages.page_mmu_limits, "registers": write_pages.page_mmu_registers, "reasons": write_pages.page_mmu_reasons, "statistics": write_pages.page_mmu_statistics},
    "docs/reference/switch-registers.md": {
        "switch registers": write_pages.page_addresses("switch"), "switch counters": write_pages.page_switch_counters,
        "reasons ingress": write_pages.page_reasons("ingress", ("reason", "when")), "reasons copies": write_pages.page_reasons("copies", ("at its ingress port", "")),
        "reasons egress": write_pages.page_reasons("egress", ("reason, at the egress port", "")),
        "sai counters": write_map.page_sai(("counter", "drop", "frames", "statistic")), "sai registers": write_map.page_sai(("mmu", "switch", "lossless")),
        "lossless registers": write_pages.page_addresses("lossless"), "lossless counters": write_pages.page_lossless_counters},
}


def main():
    only_check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not only_check:
        sys.exit(__doc__)
    try:
        t = read_table()
        texts = {path: write(t) for path, write in FILES.items()}
        texts |= {path: with_sections(path, "registers", sections, t) for path, sections in SECTIONS.items()}
    except (Fault, tomllib.TOMLDecodeError, FileNotFoundError) as fault:
        sys.exit(f"registers: {fault}")
    update(texts, only_check, "registers", TABLE)


if __name__ == "__main__":
    main()
