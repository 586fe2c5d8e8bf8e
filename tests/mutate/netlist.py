#!/usr/bin/env python3
"""Measures how many mutants of the MMU's RTL the tests find.

usage: netlist.py MUTANTS [SEED]    prints the seed, which repeats the draw

Yosys draws the mutants with `mutate` from all cells of the flattened design except the memories, and makes one circuit of ANDs of them, in which an
input selects the mutant. A test simulates 255 mutants at a time, a bit each (shim_lanes.c).
1. Short and then longer random runs.
2. SAT compares the mutants that live with the original RTL (equal.py).
3. Mutants that are not proven equal: tests of the suite and the longest runs.
4. SAT again, with more time, for mutants that are undecided.
5. For the mutants that are left, whether they break a proof of a module (proofs.py).
Score: killed / (all - proven equal). outcomes.py keeps the result of each mutant. MUTATE_SECONDS, if given: no step starts after that time. Untried
mutants do not count; the order is random, so the tried mutants are a fair sample. Undecided mutants count as not found.
Environment: BUILD, MAKE, JOBS, CYCLES, MUTATE_SECONDS.
"""
import collections
import functools
import os
import random
import re
import secrets
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import outcomes
import proofs

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("BUILD", "build")
JOBS = int(os.environ.get("JOBS") or os.cpu_count())
NP, NC, W = 3, 3, 10  # as in shim_lanes.c
SHORT = [["random_runs", "1", "24x1500", "6x6000"]]
MIDDLE = [["random_runs", "31", "24x20000"]]
CYCLES = "12x" + os.environ.get("CYCLES", "100000")
LONG = [["random_runs", "55", CYCLES], ["random_runs", "67", CYCLES]] + [[test] for test in os.environ["TESTS"].split()]
LANES = 255  # mutants per run
END = time.time() + float(os.environ.get("MUTATE_SECONDS") or "inf")
SOLVER, SOLVER_LAST = "5", "60"  # CPU seconds for a mutant in equal.py, first and second call
COMPARED = 40  # mutants per call of equal.py
WORK = os.path.join(BUILD, "mutate", "rtl")
SELECTOR = "mutant"


def run(command, **options):
    """Runs a command, which must succeed. Returns its output."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit("mutate: %s\n%s" % (" ".join(command)[:300], (done.stdout + done.stderr)[-2000:]))
    return done.stdout


def yosys(script):
    run(["yosys", "-q", "-w", "Replacing memory", "-p", script])


def files():
    with open("sluice.core", encoding="ascii") as core:
        listed = re.findall(r"^ *- (rtl/(?:common|mmu)/.*)", core.read(), re.M)
    return " ".join(listed)


def design():
    """Writes the flattened RTL with its memories, and the modules before flattening. No cell is simplified, so every cell belongs to a module."""
    os.makedirs(WORK, exist_ok=True)
    yosys("read_verilog -sv %s %s; chparam -set NP %s -set NC %s -set W %s sluice_mmu; hierarchy -check -top sluice_mmu; proc; write_rtlil %s/modules.il; "
          "chformal -remove; flatten; opt_clean; rename -top netlist; write_rtlil %s/mmu.il" % (proofs.defines(), files(), NP, NC, W, WORK, WORK))


def draw(count, seed):
    """Returns number -> command of each mutant, in random order. Mutants of a clock input are left out."""
    yosys("read_rtlil %s/mmu.il; select -set all t:$mem* %%n; mutate -list %d -seed %d -ctrl %s 16 1 -o %s/list @all" %
          (WORK, count + count // 4, seed, SELECTOR, WORK))
    with open(WORK + "/list", encoding="ascii") as text:
        lines = [line for line in text.read().splitlines() if " -port CLK " not in line]
    random.Random(seed).shuffle(lines)
    return {int(line.split()[4]): line for line in lines[:count]}


def circuit(name, mutants):
    """Writes a circuit of these mutants, of ANDs and registers only. Returns its path."""
    path = os.path.join(WORK, name)
    with open(path + ".mutants", "w", encoding="ascii") as script:
        script.write("\n".join(mutants) + "\n")
    yosys("read_rtlil %s/mmu.il; script %s.mutants; memory -nomap; memory_map; opt -fast -full; techmap; opt -fast; dffunmap; opt_clean; "
          "setundef -zero -undriven; aigmap; opt_clean; write_aiger -ascii -symbols %s.aag" % (WORK, path, path))
    return path + ".aag"


def in_time(jobs):
    """Runs the jobs that can start before END. Returns their results."""
    with ThreadPoolExecutor(JOBS) as pool:
        return [found for found in pool.map(lambda job: job() if time.time() < END else None, jobs) if found is not None]


def killed(aag, commands, numbers):
    """Returns the mutants that all programs tried, and number -> program and cycle of those that differ from the model."""
    def play(command, part):
        to = os.path.join(WORK, "%s.%d" % ("-".join(command), part[0]))
        open(to, "w", encoding="ascii").close()
        run([os.path.join(BUILD, "mutate", "lanes", command[0])] + command[1:], env=dict(
            os.environ, LANES_CIRCUIT=aag, LANES_OUT=to, LANES_MUTANTS=" ".join(map(str, part)), CK_FORK="no"))
        with open(to, encoding="ascii") as text:
            return part, {int(n): "killed %s, cycle %s" % (" ".join(command), cycle) for n, cycle in (line.split() for line in text)}
    parts = [numbers[n:n + LANES] for n in range(0, len(numbers), LANES)]
    tried, dead = collections.Counter(), {}
    for part, found in in_time(functools.partial(play, command, part) for command in commands for part in parts):
        if 0 in found:
            sys.exit("mutate: the original RTL: expected equal to the model, got %s" % found[0])
        tried.update(part)
        dead.update(found)
    return [n for n in numbers if tried[n] == len(commands)], dead


def compared(mutants, seconds):
    """Returns number -> equal, differs or open, by equal.py, for the mutants that were compared in time."""
    if not mutants:
        return {}
    aag = circuit("lives", mutants.values())
    numbers = [str(n) for n in mutants]
    job = lambda part: lambda: run([sys.executable, HERE + "/equal.py", aag, SELECTOR, seconds] + part)
    texts = in_time(job(numbers[n:n + COMPARED]) for n in range(0, len(numbers), COMPARED))
    return {int(n): answer for text in texts for n, answer in (line.split() for line in text.splitlines())}


def main(count, seed=None):
    count, seed = int(count), int(seed) if seed else secrets.randbelow(1 << 31)
    print("RTL: %d mutants of %d ports x %d classes x %d bits, seed %d" % (count, NP, NC, W, seed), flush=True)
    design()
    mutants = draw(count, seed)
    aag = circuit("all", mutants.values())
    numbers, found = killed(aag, SHORT, list(mutants))
    print("short runs: %d tried, %d killed" % (len(numbers), len(found)), flush=True)
    answers = {}
    left = lambda: [n for n in numbers if n not in found and answers.get(n) != "equal"]

    def simulate(commands):
        found.update(killed(aag, commands, left())[1])
        print("%s: %d killed" % (", ".join(map(" ".join, commands)), len(found)), flush=True)

    simulate(MIDDLE)
    answers.update(compared({n: mutants[n] for n in left()}, SOLVER))
    print("%d proven equal" % (len(numbers) - len(found) - len(left())), flush=True)
    simulate(LONG)
    answers.update(compared({n: mutants[n] for n in left() if answers.get(n) != "differs"}, SOLVER_LAST))
    modules = proofs.Proofs(WORK + "/modules.il", "mmu", WORK)
    with ThreadPoolExecutor(JOBS) as pool:
        modules.prepare([mutants[n] for n in left()], pool)
    broken = {n: module for n, module in in_time(functools.partial(lambda n: (n, modules.broken(mutants[n])), n) for n in left()) if module}
    print("proofs of %s: %d break one" % (", ".join(sorted({modules.name[m] for m in modules.proven})), len(broken)), flush=True)
    found.update((n, "unproven %s" % module) for n, module in broken.items())
    results = {n: found.get(n) or answers.get(n, "open") for n in numbers}
    where = {n: modules.module(line) for n, line in mutants.items()}
    table(where, results)
    for folder in ("rtl/mmu", "rtl/common"):
        outcomes.replace(folder, [row(mutants[n], where[n], results[n]) for n in numbers if folder_of(where[n]) == folder])


def folder_of(module):
    return "rtl/common" if os.path.exists("rtl/common/sluice_%s.sv" % module) else "rtl/mmu"


def row(command, module, result):
    """The fields of a mutant in the file of its folder."""
    kind, _, by = result.partition(" ")
    outcome = {"killed": "killed", "unproven": "killed", "equal": "equal"}.get(kind, "survived")
    return ["netlist", module, "0", "netlist", command, outcome, "proof of " + by if kind == "unproven" else by if kind == "killed" else kind]


def table(modules, results):
    rows = collections.defaultdict(collections.Counter)
    for n, outcome in results.items():
        for name in (modules[n], "~"):
            rows[name].update([outcome.partition(" ")[0]])
    print("| module | mutants | killed | by a proof | proven equal | differ | undecided | score | without proofs |\n| --- |" + " ---: |" * 8)
    share = lambda part, all_of: "%.1f %%" % (100 * part / all_of) if all_of else "-"
    for name, row in sorted(rows.items()):
        unequal = sum(row.values()) - row["equal"]
        print("| %s | %d | %d | %d | %d | %d | %d | %s | %s |" % (
            "all" if name == "~" else name, sum(row.values()), row["killed"], row["unproven"], row["equal"], row["differs"], row["open"],
            share(row["killed"] + row["unproven"], unequal), share(row["killed"], unequal)))


if __name__ == "__main__":
    main(*sys.argv[1:])
