#!/usr/bin/env python3
"""Counts the cells of MMU, switch and lossless switch with one's own parameters: `make area NAME=VALUE ...`

own_area.py TECH DIR [TOP=NAME] [NAME=VALUE ...]    TECH: ice40 or ecp5; DIR: for results and logs
Environment: MMU_RTL, SWITCH_RTL, RTL, the files of each module; LUTRAM_QUEUES, the most queues with SLUICE_LUTRAM; JOBS.
Counts as the tables do: the MMU flattened, the switches module by module.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

import cells
import parameters

FILES = {"mmu": "MMU_RTL", "switch": "SWITCH_RTL", "lossless_switch": "RTL"}


def stop(text):
    """Ends the program with one line."""
    sys.exit(f"make area: {text}")


def check(known, values):
    """Stops at a name or value that no module has. known: {top: its parameters}"""
    every = {name: row for rows in known.values() for name, row in rows.items()}
    for name, value in values.items():
        if name not in every:
            stop(f"no parameter {name} of {', '.join(known)}; there is {', '.join(every)}, and TECH and TOP")
        if not re.fullmatch(r"\d{1,9}", value) or int(value) > every[name][1]:
            stop(f"{name}={value}: expected a number from 0 to {every[name][1]}")


def check_rtl(top, files, given):
    """Stops if the RTL refuses the values. More ports or wider words need larger cells: sets CELL, if it is not given, and says so."""
    reason = parameters.refusal(top, files, given)
    if reason is None:
        return
    cell = next((c for c in ("128", "256") if "CELL" not in given and "CELL" in reason
                 and parameters.refusal(top, files, dict(given, CELL=c)) is None), None)
    if cell is None:
        stop(reason + ("" if top == "sluice_mmu" or "NP" not in reason else "; TOP=mmu counts the MMU alone"))
    given["CELL"] = cell
    print(f"{top} has CELL={cell}, because its default is too small for these ports and words.")


def synthesise(tech, result, top, files, rows, given):
    """Returns {kind: number of cells} of a module, or the text of an error."""
    queues = int(given.get("NP", rows["NP"][0])) * int(given.get("NC", rows["NC"][0]))
    environment = dict(os.environ, RTL=" ".join(files), DEFINES="SLUICE_LUTRAM" if tech == "ecp5" and queues <= int(os.environ["LUTRAM_QUEUES"]) else "")
    if top != "sluice_mmu":
        environment.update(KEEP="1", AVERAGE="1")
    done = subprocess.run(["nice", "-n", "10", "synth/synth.sh", tech, top, result] + [f"{name}={value}" for name, value in given.items()],
                          env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
    if done.returncode:
        return done.stdout.strip()
    return cells.read(result) if top == "sluice_mmu" else cells.count(cells.modules(result), top)


def main():
    tech, folder, *words = sys.argv[1:]
    if tech not in ("ice40", "ecp5"):
        stop(f"no TECH={tech}; there is ice40, ecp5")
    values = dict(word.split("=", 1) for word in words)
    names = values.pop("TOP", " ".join(FILES)).split()
    for name in names:
        if name not in FILES:
            stop(f"no TOP={name}; there is {', '.join(FILES)}")
    files = {f"sluice_{name}": os.environ[FILES[name]].split() for name in names}
    known = {top: parameters.settable(top, files[top]) for top in files}
    check(known, values)
    given = {top: {name: values[name] for name in rows if name in values} for top, rows in known.items()}
    for top in files:
        check_rtl(top, files[top], given[top])
    results = tempfile.mkdtemp(dir=folder)  # another call may run at the same time
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
        # The largest module begins first.
        jobs = {top: pool.submit(synthesise, tech, f"{results}/{top}.json", top, files[top], known[top], given[top]) for top in reversed(files)}
    counts = {top: jobs[top].result() for top in files}
    for top, result in counts.items():
        if isinstance(result, str):
            stop(f"{top}: {result}")
    shutil.rmtree(results)
    kinds = [k for k in cells.KINDS if any(n[k] for n in counts.values())]
    print(f"Cells on the {tech}, before placement.\n")
    print("| module | " + " | ".join({"RAM": "block RAM", "mult": "multiplier"}.get(k, k) for k in kinds) + " |\n| --- |" + " ---: |" * len(kinds))
    for top, n in counts.items():
        print(f"| {top} | " + " | ".join(f"{n[k]:,}" for k in kinds) + " |")
    print()
    for top, rows in known.items():
        print(f"{top}: " + " ".join(f"{name}={given[top].get(name, default)}" for name, (default, _) in rows.items()))


main()
