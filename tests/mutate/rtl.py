#!/usr/bin/env python3
"""Mutants of the MMU's RTL: how many does the lock-step test find?

usage: rtl.py MUTANTS [SEED]

Yosys draws the mutants (`mutate`, all modules, the cells of the flattened design but for the memories themselves) and builds them
all into one netlist in which an input says which one it is; Verilator makes a program of each thousand. Those that no run
kills are compared with the RTL by SAT (equal.py). Score: killed / (all - proven equal). Environment: BUILD, MAKE, JOBS, VARIANT, CLOCKS.
"""
import collections
import os
import re
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("BUILD", "build")
MAKE = os.environ.get("MAKE", "make")
JOBS = int(os.environ.get("JOBS") or os.cpu_count())
VARIANT = os.environ.get("VARIANT", "3x3x10")
CLOCKS = os.environ.get("CLOCKS", "50000")  # of each of the last runs
EACH = 1000  # mutants in a netlist
SOLVER = "60"  # seconds for each question about one that lives
WORK = os.path.join(BUILD, "mutate", "rtl")
SELECTOR = "mutant"


def run(command, **options):
    """The output of a command, which must succeed."""
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
    """The flattened RTL, its memories as such."""
    ports, classes, width = re.match(r"(\d+)x(\d+)x(\d+)$", VARIANT).groups()
    os.makedirs(WORK, exist_ok=True)
    yosys("read_verilog -sv %s; chparam -set NP %s -set NC %s -set W %s sluice_mmu; hierarchy -check -top sluice_mmu; proc; flatten; "
          "opt_clean; opt -fast; opt_clean; rename -top netlist; write_rtlil %s/mmu.il" % (files(), ports, classes, width, WORK))


def draw(count, seed):
    """The mutants as commands, by number. A clock is no signal: those that would be of one are left out."""
    yosys("read_rtlil %s/mmu.il; select -set all t:$mem* %%n; mutate -list %d -seed %d -ctrl %s 16 1 -o %s/list @all" %
          (WORK, count + count // 4, seed, SELECTOR, WORK))
    with open(WORK + "/list", encoding="ascii") as text:
        lines = [line for line in text.read().splitlines() if " -port CLK " not in line]
    return {int(line.split()[4]): line for line in lines[:count]}


def program(name, mutants):
    """The path of a program of these mutants."""
    folder = os.path.join(WORK, name)
    source = folder + "/src"
    os.makedirs(source, exist_ok=True)
    with open(folder + "/mutants", "w", encoding="ascii") as script:
        script.write("\n".join(mutants) + "\n")
    yosys("read_rtlil %s/mmu.il; script %s/mutants; splitnets -driver; write_verilog -noattr %s/netlist.v" % (WORK, folder, source))
    with open(source + "/netlist.v", encoding="ascii") as text, open(source + "/netlist.sv", "w", encoding="ascii") as to:
        to.write("/*verilator tracing_off*/\n" + text.read())
    with open("rtl/mmu/sluice_mmu.sv", encoding="ascii") as text, open(source + "/sluice_mmu.sv", "w", encoding="ascii") as to:
        to.write('package planted;\n  import "DPI-C" function int planted_bug();\n  int bug = planted_bug();\nendpackage\n')
        to.write(text.read().partition("\n);")[0])
        to.write("\n);\n  logic [15:0] %s;\n  assign %s = 16'(planted::bug);\n  netlist netlist (.*);\nendmodule\n" % (SELECTOR, SELECTOR))
    with open("rtl/mmu/sluice_pkg.sv", encoding="ascii") as text, open(source + "/sluice_pkg.sv", "w", encoding="ascii") as to:
        to.write(text.read())
    target = "%s/build/mutants_%s" % (folder, VARIANT)
    # What is mutated may well draw a warning, and the text is Yosys'.
    run([MAKE, "-s", "JOBS=1", "RTL_DIR=" + source, "RTL_FILES=sluice_pkg.sv netlist.sv sluice_mmu.sv", "RTL_BUILD=%s/build" % folder,
         "RTL_OPT=-O1", "ONLY=" + VARIANT, "VERILATE_EXTRA=--trace-fst -Wno-fatal -Wno-lint -Wno-style", target])
    return target


def killed(target, numbers):
    """Those of them that a run tells from the model."""
    text = run([target, CLOCKS], input="\n".join(map(str, numbers)))
    return {int(line.split()[0]) for line in text.splitlines() if " killed " in line}


def proven_equal(mutants):
    """Those that are proven to do what the RTL does."""
    if not mutants:
        return set()
    with open(WORK + "/lives", "w", encoding="ascii") as script:
        script.write("\n".join(mutants.values()) + "\n")
    circuit = WORK + "/lives.aag"
    yosys("read_rtlil %s/mmu.il; script %s/lives; memory -nomap; memory_map; opt -fast -full; techmap; opt -fast; dffunmap; opt_clean; "
          "setundef -zero -undriven; aigmap; opt_clean; write_aiger -ascii -symbols %s" % (WORK, WORK, circuit))
    numbers = sorted(mutants)
    parts = [numbers[n::JOBS] for n in range(JOBS) if numbers[n::JOBS]]
    with ThreadPoolExecutor(JOBS) as pool:
        answers = pool.map(lambda part: run([sys.executable, HERE + "/equal.py", circuit, SELECTOR, SOLVER] + [str(n) for n in part]), parts)
    return {int(line.split()[0]) for text in answers for line in text.splitlines() if line.endswith(" equal")}


def module(line):
    """The file that the mutated cell comes from."""
    return os.path.basename(re.findall(r"-src ([^ :]+):", line)[-1])[:-3]


def main(count, seed=None):
    count, seed = int(count), int(seed) if seed else secrets.randbelow(1 << 31)
    print("RTL: %d mutants of %s, seed %d" % (count, VARIANT, seed), flush=True)
    design()
    mutants = draw(count, seed)
    numbers = sorted(mutants)
    found = set()
    for first in range(0, len(numbers), EACH):
        batch = numbers[first:first + EACH]
        target = program(str(first), [mutants[n] for n in batch])
        # In no mutant's place the netlist as it was, which must not differ.
        parts = [([0] if n == 0 else []) + batch[n::JOBS] for n in range(JOBS)]
        with ThreadPoolExecutor(JOBS) as pool:
            for part in pool.map(lambda part: killed(target, part), parts):
                found |= part
    if 0 in found:
        sys.exit("mutate: the netlist differs from the model without a mutation")
    equal = proven_equal({n: mutants[n] for n in numbers if n not in found})

    rows = collections.defaultdict(lambda: [0, 0, 0])
    lives = open(WORK + "/survivors", "w", encoding="ascii")
    for n in numbers:
        row = rows[module(mutants[n])]
        row[0] += 1
        row[1] += n in found
        row[2] += n in equal
        if n not in found and n not in equal:
            lives.write(mutants[n] + "\n")
    lives.close()
    total = [sum(row[i] for row in rows.values()) for i in range(3)]
    print("| module | mutants | killed | proven equal | left | score |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, (all_, dead, same) in sorted(rows.items()) + [("all", total)]:
        score = "%.1f %%" % (100 * dead / (all_ - same)) if all_ > same else "-"
        print("| %s | %d | %d | %d | %d | %s |" % (name, all_, dead, same, all_ - dead - same, score))
    print("those left: %s" % lives.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
