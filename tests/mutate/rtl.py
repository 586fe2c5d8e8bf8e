#!/usr/bin/env python3
"""Mutants of the MMU's RTL: how many does the lock-step test find?

usage: rtl.py MUTANTS [SEED]

Yosys draws the mutants (`mutate`, all modules, the cells of the flattened design but for the memories themselves) and builds them
all into one netlist in which an input says which one it is; Verilator makes a program of each thousand. Those that short runs do not
kill are compared with the RTL by SAT (equal.py), and what is left gets long runs. Score: killed / (all - proven equal).
What became of each is in build/mutate/rtl/outcomes. Environment: BUILD, MAKE, JOBS, VARIANT, CLOCKS.
"""
import collections
import functools
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
SHORT = ["1", "24x1500", "12x6000"]
LONG = ["37", "24x" + os.environ.get("CLOCKS", "100000")]
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
        to.write(text.read().partition("\n);")[0])
        to.write("\n);\n  logic [15:0] %s;\n  assign %s = 16'(planted::bug);\n  netlist netlist (.*);\nendmodule\n" % (SELECTOR, SELECTOR))
    with open("rtl/mmu/sluice_pkg.sv", encoding="ascii") as text, open(source + "/sluice_pkg.sv", "w", encoding="ascii") as to:
        to.write(text.read())
    target = "%s/build/mutants_%s" % (folder, VARIANT)
    # What is mutated may well draw a warning, and the text is Yosys'.
    run([MAKE, "-s", "JOBS=1", "RTL_DIR=" + source, "RTL_FILES=sluice_pkg.sv netlist.sv sluice_mmu.sv", "RTL_BUILD=%s/build" % folder,
         "RTL_OPT=-O1", "ONLY=" + VARIANT, "RTL_FIRST=tests/planted/planted.sv", "VERILATE_EXTRA=--trace-fst -Wno-fatal -Wno-lint -Wno-style", target])
    return target


def killed(target, runs, numbers):
    """Those of them that a run tells from the model, and by which seed in which clock."""
    parts = [numbers[n::JOBS] for n in range(JOBS) if numbers[n::JOBS]]
    with ThreadPoolExecutor(JOBS) as pool:
        texts = pool.map(lambda part: run([target] + runs, input="\n".join(map(str, part))), parts)
    return {int(line.split()[0]): line.split(None, 1)[1] for text in texts for line in text.splitlines() if " killed " in line}


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


@functools.lru_cache(None)
def text_of(path):
    with open(path, encoding="ascii") as text:
        return text.read()


def module(line):
    """The module that the mutated cell comes from: of those named, where its parents stand too, the one that has none of the others."""
    named = set(re.findall(r"(rtl/[^ :$]*/sluice_\w+\.sv)", line)) or {"rtl/mmu/sluice_mmu.sv"}
    name = lambda path: os.path.basename(path)[:-3]
    inside = {path: set(re.findall(r"\bsluice_\w+", text_of(path))) for path in named}
    return min(named, key=lambda path: (len(inside[path] & {name(other) for other in named - {path}}), path)).partition("sluice_")[2][:-3]


def main(count, seed=None):
    count, seed = int(count), int(seed) if seed else secrets.randbelow(1 << 31)
    print("RTL: %d mutants of %s, seed %d" % (count, VARIANT, seed), flush=True)
    design()
    mutants = draw(count, seed)
    numbers = sorted(mutants)
    batches = [numbers[first:first + EACH] for first in range(0, len(numbers), EACH)]
    programs = [program(str(n), [mutants[m] for m in batch]) for n, batch in enumerate(batches)]
    found, equal = {}, set()
    for target, batch in zip(programs, batches):
        # In no mutant's place the netlist as it was, which must not differ.
        found.update(killed(target, SHORT, [0] + batch))
    if 0 in found:
        sys.exit("mutate: the netlist differs from the model without a mutation")
    print("short runs: %d killed" % len(found), flush=True)
    equal = proven_equal({n: mutants[n] for n in numbers if n not in found})
    print("%d proven equal" % len(equal), flush=True)
    for target, batch in zip(programs, batches):
        found.update(killed(target, LONG, [n for n in batch if n not in found and n not in equal]))

    rows = collections.defaultdict(lambda: [0, 0, 0])
    with open(WORK + "/outcomes", "w", encoding="ascii") as outcomes:
        for n in numbers:
            row = rows[module(mutants[n])]
            row[0] += 1
            row[1] += n in found
            row[2] += n in equal
            outcomes.write("%s: %s\n" % (found.get(n, "equal" if n in equal else "lives"), mutants[n]))
    total = [sum(row[i] for row in rows.values()) for i in range(3)]
    print("| module | mutants | killed | proven equal | left | score |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, (all_, dead, same) in sorted(rows.items()) + [("all", total)]:
        score = "%.1f %%" % (100 * dead / (all_ - same)) if all_ > same else "-"
        print("| %s | %d | %d | %d | %d | %s |" % (name, all_, dead, same, all_ - dead - same, score))
    print("those left: grep ^lives %s" % outcomes.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
