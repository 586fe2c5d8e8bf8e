#!/usr/bin/env python3
"""Refuses lines of SystemVerilog that are wider than COLUMNS characters.

usage: columns.py FOLDER..    Files: *.sv and *.svh in the folders.
"""
import pathlib
import sys

COLUMNS = 120


def main():
    files = sorted(f for folder in sys.argv[1:] for f in pathlib.Path(folder).rglob("*.sv*") if f.suffix in (".sv", ".svh"))
    found = 0
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > COLUMNS:
                print(f"lint: {file}:{number}: {len(line)} columns, expected at most {COLUMNS}", file=sys.stderr)
                found += 1
    if not files:
        print("lint: columns.py: no files", file=sys.stderr)
    return found > 0 or not files


if __name__ == "__main__":
    sys.exit(main())
