#!/usr/bin/env python3
"""Shows that the tests find planted bugs of the RTL.

usage: planted.py [--check|--every N] LIST..

Plants all bugs of the lists in one copy of the RTL, so that one build has them all; SLUICE_PLANTED selects one at run time.
The test of a bug's folder must fail with the bug, on the variant of its list, and must pass without a bug. A bug is found only
if a check fails: a crash, a time-out or a program that does not start is counted apart, and is a failure here. SLUICE_PLANTED=N
and the program in $BUILD/planted repeat bug N. --check only checks that each expression occurs in the RTL; --every N plants
each Nth bug. The last line has the form of libcheck's summary, which tests/run.sh reads."""

import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

BUILD = pathlib.Path(os.environ.get("BUILD", "build"))
WORK = BUILD / "planted"
MAKE = os.environ.get("MAKE", "make")
SCHEMES = 7
SWITCH_CASES = sorted(set(re.findall(r'tcase_create\("(\w+)"\)', "".join(
    p.read_text() for p in [*pathlib.Path("tests/switch").glob("cases_*.c"), pathlib.Path("tests/switch/test_switch.c")]))))
LONGEST_S = 300  # of one run
SEEDS = range(1, 13)  # each run starts with the next scheme and changes it at run time
# First folder of the RTL -> its test, and the default variant. test_switch runs its cases one by one, the other tests
# run with these seeds.
TESTS = {"mmu": ("test_lockstep", "3x5x12"), "frame": ("test_control", "3x5x8"), "credit": ("test_credit", "3x8x4x8x8"),
         "room": ("test_room", "3x5x12x8s1"),
         "switch": ("test_switch", "4x5x64x64x2048s12"),
         "lossless": ("test_lossless_switch", "4x3x16x64x1024s50")}


class Bug:
    """One line of a list, numbered from 1: file | expression | replacement | variant, or test and variant."""

    def __init__(self, number, line):
        fields = [f.replace(r"\|", "|") for f in re.split(r" +\| +", line)]
        if len(fields) not in (3, 4):
            sys.exit(f"planted: expected 'file | expression | replacement [| [test] variant]', got: {line}")
        self.number, self.line = number, line
        name, where, self.replacement = fields[:3]
        self.before, self.expression, self.after = where.split("`") if "`" in where else ("", where, "")
        self.around = self.before + self.expression + self.after
        found = list((WORK / "src").rglob(name))
        if len(found) != 1:
            sys.exit(f"planted: no file {name}")
        self.file = found[0]
        self.test, variant = TESTS[self.file.relative_to(WORK / "src").parts[0]]
        *test, self.variant = fields[3].split() if len(fields) == 4 else [variant]
        if test:
            self.test = test[0]

    def plant(self):
        text = self.file.read_text()
        if text.count(self.around) != 1:
            sys.exit(f"planted: {self.file.name}: expected once, got {text.count(self.around)} times: {self.around}")
        chosen = f"(planted::bug == {self.number} ? ({self.replacement}) : ({self.expression}))"
        self.file.write_text(text.replace(self.around, self.before + chosen + self.after))


def build(test, variant):
    """Builds a test program with all bugs. Returns its path, or None if it does not build."""
    to = WORK / f"{test}_{variant}"  # a directory per program, as they are built in parallel
    program = to / to.name
    # -Wno-fatal: a planted bug may cause a warning, but the test must find it.
    run = subprocess.run(
        [MAKE, "-s", f"RTL_DIR={WORK}/src", f"RTL_BUILD={to}", "RTL_OPT=-O1", "VERILATE_EXTRA=--trace-fst -Wno-fatal",
         "RTL_FIRST=tests/planted/planted.sv", f"TEST_EXTRA={BUILD}/obj/tests/planted/planted_bug.o", f"ONLY={variant}",
         f"SWITCH_VARIANTS={variant}", str(program)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if run.returncode != 0:
        print(f"{program} does not build:\n{run.stdout[-2000:]}")
        return None
    return program


def runs(test, variant):
    if test == "test_switch":
        return [{"CK_RUN_CASE": case} for case in SWITCH_CASES]
    if test in ("test_schedule", "test_lossless_credits", "test_port_headroom"):
        return [{}]
    if test in ("test_lossless_switch", "test_switch_lockstep"):
        return [{"SLUICE_SWITCH": "0", "SLUICE_SEED": str(s)} for s in range(20)]
    return [{"SLUICE_VARIANT": variant, "SLUICE_SEED": str(s), "SLUICE_SCHEME": str((s - 1) % SCHEMES),
             "SLUICE_CYCLES": "1000000"} for s in SEEDS]


def outcome(program, environment):
    """Runs a program. Returns `passed`, `found` (a check failed), `timed out` or `broken` (an end without a failed check), and a text."""
    try:
        run = subprocess.run([program], env=dict(os.environ, **environment), timeout=LONGEST_S, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    except subprocess.TimeoutExpired:
        return "timed out", f"runs longer than {LONGEST_S} s"
    if run.returncode == 0:
        return "passed", ""
    failed = re.search(r"^tests/[^:]*:\d+:F:.*", run.stdout, re.M)
    if not failed:
        expired = "Test timeout expired" in run.stdout
        return "timed out" if expired else "broken", f"exit status {run.returncode} without a failed check: {run.stdout[-500:]}"
    where = re.search(r"cycle \d.*", run.stdout)
    return "found", where.group(0) if where else failed.group(0)


def find(number, test, variant, program):
    """Returns the outcome of the first run that does not pass with this bug, or of the last run. Without a bug one seed is enough: the tests of
    the same RTL without bugs have more."""
    environments = runs(test, variant)
    for environment in environments if number or "SLUICE_SEED" not in environments[0] else environments[:1]:
        result = outcome(program, dict(environment, SLUICE_PLANTED=str(number)))
        if result[0] != "passed":
            break
    return result


def main():
    lists, only_places, every = sys.argv[1:], sys.argv[1] == "--check", 1
    if only_places:
        lists = lists[1:]
    elif lists[0] == "--every":
        every, lists = int(lists[1]), lists[2:]
    lines = [l.strip() for f in lists for l in open(f, encoding="utf-8") if l.strip() and not l.startswith("#")]
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree("rtl", WORK / "src")
    bugs = [Bug(n + 1, line) for n, line in enumerate(lines)][::every]
    if not bugs:
        sys.exit("planted: the lists have no bugs")
    for bug in bugs:
        bug.plant()
    if only_places:
        return 0

    targets = sorted({(b.test, b.variant) for b in bugs})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        programs = dict(zip(targets, pool.map(lambda t: build(*t), targets)))
        jobs = [(0, t, "none, on " + t[1]) for t in targets] + [(b.number, (b.test, b.variant), b.line) for b in bugs]
        results = pool.map(lambda j: find(j[0], *j[1], programs[j[1]]) if programs[j[1]] else ("broken", "does not build"), jobs)
        failures, kinds = 0, collections.Counter()
        for (number, _, line), (kind, text) in zip(jobs, results):
            good = kind == ("passed" if number == 0 else "found")
            failures += not good
            kinds[kind] += number != 0
            print(f"{line}: {kind}{', ' if text else ''}{text}{'' if good else ' FAILS'}", flush=True)
    print(f"{len(bugs)} bugs: {kinds['found']} found, {kinds['passed']} missed, {kinds['timed out']} timed out, {kinds['broken']} broken")
    print(f"{100 * (len(jobs) - failures) // len(jobs)}%: Checks: {len(jobs)}, Failures: {failures}, Errors: 0")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
