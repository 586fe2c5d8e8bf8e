#!/usr/bin/env python3
"""Mutants of the MMU's RTL: how many does the lock-step test find?

usage: rtl.py MUTANTS [SEED]

Yosys draws the mutants (`mutate`, all modules, the cells of the flattened design but for the memories themselves) and builds them
all into one netlist in which an input says which one it is; Verilator makes a program of each thousand. Those that short runs do not
kill are compared with the RTL by SAT (equal.py), which takes less than any run of a mutant that lives. Those that are not proven equal go
into a netlist of their own, which is faster: longer runs, the tests of the suite that play what random runs seldom do, the longest runs, and
more time for what SAT left open. Score: killed / (all - proven equal).
What became of each is in build/mutate/rtl/outcomes. MUTATE_SECONDS, if given: nothing is begun later. Mutants that were not tried by then do
not count, and as the order is random those tried are a fair sample; of those tried what was not decided counts as not found.
Environment: BUILD, MAKE, JOBS, VARIANT, CLOCKS, MUTATE_SECONDS.
"""
import collections
import functools
import os
import random
import re
import resource
import secrets
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("BUILD", "build")
MAKE = os.environ.get("MAKE", "make")
JOBS = int(os.environ.get("JOBS") or os.cpu_count())
VARIANT = os.environ.get("VARIANT", "3x3x10")
SHORT = ["1", "24x1500", "6x6000"]
MIDDLE = ["31", "24x20000"]
LONG = ["55", "24x" + os.environ.get("CLOCKS", "100000")]
TESTS = ["test_corners", "test_bits", "test_counts"]  # of the suite
EACH = 1000  # mutants in a netlist
PART = 20  # of them are one job
LIMIT = 300  # CPU seconds for a test of the suite
END = time.time() + float(os.environ.get("MUTATE_SECONDS") or "inf")
SOLVER, SOLVER_LAST = "5", "60"  # CPU seconds for the questions about one that lives, at first and at the end
COMPARED = 40  # mutants for which a solver's circuit is read once
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
    """The mutants as commands, by number, in random order. A clock is no signal: those that would be of one are left out."""
    yosys("read_rtlil %s/mmu.il; select -set all t:$mem* %%n; mutate -list %d -seed %d -ctrl %s 16 1 -o %s/list @all" %
          (WORK, count + count // 4, seed, SELECTOR, WORK))
    with open(WORK + "/list", encoding="ascii") as text:
        lines = [line for line in text.read().splitlines() if " -port CLK " not in line]
    random.Random(seed).shuffle(lines)
    return {int(line.split()[4]): line for line in lines[:count]}


def programs(name, mutants, tests=(), level="-O1"):
    """The paths of a program of these mutants (mutants.c), and of tests with them."""
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
    targets = ["%s/build/%s_%s" % (folder, test, VARIANT) for test in ("mutants",) + tuple(tests)]
    # -Wno-fatal, -Wno-lint, -Wno-style: what is mutated may well draw a warning, and the text is Yosys', not ours to mend.
    run([MAKE, "-s", "JOBS=1", "RTL_DIR=" + source, "RTL_FILES=sluice_pkg.sv netlist.sv sluice_mmu.sv", "RTL_BUILD=%s/build" % folder,
         "RTL_OPT=" + level, "ONLY=" + VARIANT, "RTL_FIRST=tests/planted/planted.sv", "TEST_EXTRA=" + " ".join(
             BUILD + "/obj/tests/" + name for name in ("planted/planted_bug.o", "mutate/first_failure.o")),
         "TEST_LINK=-Wl,--wrap=_ck_assert_failed", "VERILATE_EXTRA=--trace-fst -Wno-fatal -Wno-lint -Wno-style"] + targets)
    return targets


def in_time(jobs):
    """What the jobs that could be begun in time return."""
    with ThreadPoolExecutor(JOBS) as pool:
        return [found for found in pool.map(lambda job: job() if time.time() < END else None, jobs) if found is not None]


def killed(target, runs, numbers):
    """Those that were tried, and of them those that a run tells from the model, and by which seed in which clock."""
    parts = [numbers[n:n + PART] for n in range(0, len(numbers), PART)]
    job = lambda part: lambda: run([target] + runs, input="\n".join(map(str, part)))
    rows = [line.split(None, 2) for text in in_time(map(job, parts)) for line in text.splitlines() if re.match(r"\d+ (killed|lives)", line)]
    return {int(row[0]) for row in rows}, {int(row[0]): " ".join(row[1:]) for row in rows if row[1] == "killed"}


def failing(target, numbers):
    """Those with which a test fails."""
    def fails(number):
        done = subprocess.run([target], env=dict(os.environ, SLUICE_PLANTED=str(number), CK_FORK="no"), capture_output=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)))
        return number if done.returncode != 0 else None
    return {n: "killed " + os.path.basename(target) for n in in_time([functools.partial(fails, number) for number in numbers])}


def compared(mutants, seconds):
    """What equal.py says of mutants, those of them that it came to: equal, differs, open."""
    if not mutants:
        return {}
    with open(WORK + "/lives", "w", encoding="ascii") as script:
        script.write("\n".join(mutants.values()) + "\n")
    circuit = WORK + "/lives.aag"
    yosys("read_rtlil %s/mmu.il; script %s/lives; memory -nomap; memory_map; opt -fast -full; techmap; opt -fast; dffunmap; opt_clean; "
          "setundef -zero -undriven; aigmap; opt_clean; write_aiger -ascii -symbols %s" % (WORK, WORK, circuit))
    numbers = [str(n) for n in mutants]
    job = lambda part: lambda: run([sys.executable, HERE + "/equal.py", circuit, SELECTOR, seconds] + part)
    texts = in_time(job(numbers[n:n + COMPARED]) for n in range(0, len(numbers), COMPARED))
    return {int(n): answer for text in texts for n, answer in (line.split() for line in text.splitlines())}


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
    numbers = list(mutants)
    tried, found = set(), {}
    for first in range(0, len(numbers), EACH):
        batch = numbers[first:first + EACH]
        if time.time() > END:
            break
        target, = programs(str(first // EACH), [mutants[n] for n in batch])
        # In no mutant's place the netlist as it was, which must not differ.
        some, dead = killed(target, SHORT, [0] + batch)
        if 0 in dead:
            sys.exit("mutate: the netlist differs from the model without a mutation")
        tried |= some - {0}
        found.update(dead)
        print("short runs: %d tried, %d killed" % (len(tried), len(found)), flush=True)
    numbers = [n for n in numbers if n in tried]
    answers = {}
    left = lambda: [n for n in numbers if n not in found and answers.get(n) != "equal"]
    answers.update(compared({n: mutants[n] for n in left()}, SOLVER))
    print("%d proven equal" % (len(numbers) - len(found) - len(left())), flush=True)
    if left() and time.time() < END:
        target, *tests = programs("left", [mutants[n] for n in left()], TESTS, "-O2")
        found.update(killed(target, MIDDLE, left())[1])
        print("longer runs: %d killed" % len(found), flush=True)
        for test in tests:
            if failing(test, [0]):
                sys.exit("mutate: %s fails without a mutation" % test)
            found.update(failing(test, left()))
        print("%s: %d killed" % (", ".join(TESTS), len(found)), flush=True)
        found.update(killed(target, LONG, left())[1])
        answers.update(compared({n: mutants[n] for n in left() if answers.get(n) != "differs"}, SOLVER_LAST))
    outcomes = {n: found.get(n) or answers.get(n, "open") for n in numbers}
    table(mutants, outcomes)
    with open(WORK + "/outcomes", "w", encoding="ascii") as to:
        for n in numbers:
            to.write("%s: %s\n" % (outcomes[n], mutants[n]))
    print("what became of each: %s" % to.name)


def table(mutants, outcomes):
    rows = collections.defaultdict(collections.Counter)
    for n, outcome in outcomes.items():
        for name in (module(mutants[n]), "~"):
            rows[name].update([outcome.partition(" ")[0]])
    print("| module | mutants | killed | proven equal | differ | undecided | score |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, row in sorted(rows.items()):
        unequal = sum(row.values()) - row["equal"]
        print("| %s | %d | %d | %d | %d | %d | %s |" % ("all" if name == "~" else name, sum(row.values()), row["killed"], row["equal"], row["differs"],
                                                       row["open"], "%.1f %%" % (100 * row["killed"] / unequal) if unequal else "-"))


if __name__ == "__main__":
    main(*sys.argv[1:])
