#!/usr/bin/env python3
"""Measures how many mutants of the RTL of frames and switches the tests find.

usage: rtl_text.py FOLDER..    of rtl/frame rtl/switch rtl/lossless; environment as for c_code.py

Draws lines and changes by seed (places_rtl.py). A mutant that Verilator refuses is left out. All others of a folder are planted in one copy of the RTL,
beside the original, so that one build has them all; SLUICE_PLANTED selects one at run time. A mutant runs the programs of its folder until one fails.
"""
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import outcomes
import places
import places_rtl
import programs as tests
from c_code import END, JOBS, contents, time

MAKE = os.environ.get("MAKE", "make")
WORK = os.path.join(tests.WORK, "text")
# folder -> top module, folders whose files it needs, programs (mutate.mk)
FOLDERS = {"rtl/frame": ("sluice_control", "common|frame", ("mutate_control", "mutate_control_cases")),
           "rtl/switch": ("sluice_switch", "common|mmu|credit|switch", ("mutate_switch", "mutate_switch_lockstep")),
           "rtl/lossless": ("sluice_lossless_switch", ".*", ("mutate_lossless_switch", "mutate_lossless_frames"))}
PLANTED = "tests/planted/planted.sv"


def files(folders):
    with open("sluice.core", encoding="ascii") as core:
        return [path for path in re.findall(r"^ *- (rtl/.*)", core.read(), re.M) if re.match("rtl/(%s)/" % folders, path)]


def plant(texts, chosen, to):
    """Writes the sources with all chosen mutants, number -> (mutant, change). to: path of a source -> where it is written."""
    for path, text in texts.items():
        numbered = {n: change for n, (mutant, change) in chosen.items() if mutant.path == path}
        with open(to(path), "w", encoding="utf-8") as file:
            file.write(places_rtl.planted(text, numbered))


def builds(folder, texts, chosen):
    """The chosen mutants that Verilator accepts. All are tried at once; if they are refused, each half is tried."""
    top, needed, _ = FOLDERS[folder]
    to = os.path.join(WORK, folder, "lint")
    os.makedirs(to, exist_ok=True)
    at = lambda path: os.path.join(to, os.path.basename(path))
    plant(texts, chosen, at)
    # -Wno-fatal: a mutant may leave a signal unused, or of another width. A latch is no fault of an operator, so it is left out.
    command = ["verilator", "--lint-only", "-Wno-fatal", "-Werror-LATCH", "--top-module", top, PLANTED] + [at(f) if f in texts else f for f in files(needed)]
    if subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0:
        return chosen
    half = sorted(chosen)[len(chosen) // 2:]
    if len(chosen) == 1:
        return {}
    return {**builds(folder, texts, {n: c for n, c in chosen.items() if n not in half}), **builds(folder, texts, {n: chosen[n] for n in half})}


def as_mutant(path, text, change):
    a, b, other = change.mutation
    return next(iter(places.mutants_of(path, text, [(a, b, other)])), None)


def build(folder, texts, chosen):
    """Builds the programs of a folder with all chosen mutants, number -> (mutant, change). Returns the folder of the programs."""
    source, to = os.path.join(WORK, folder, "rtl"), os.path.join(WORK, folder, "build")
    shutil.rmtree(os.path.join(WORK, folder), ignore_errors=True)
    shutil.copytree("rtl", source)
    plant(texts, chosen, lambda path: os.path.join(source, path.partition("/")[2]))
    made = [os.path.join(to, program) for program in FOLDERS[folder][2]]
    done = subprocess.run([MAKE, "-s", "RTL_DIR=" + source, "RTL_BUILD=" + to, "RTL_OPT=-O1", "VERILATE_EXTRA=-Wno-fatal --trace-fst", "RTL_FIRST=" + PLANTED] + made,
                          capture_output=True, text=True, check=False, close_fds=False)
    if done.returncode != 0:
        sys.exit("mutate: the mutants of %s do not build:\n%s" % (folder, (done.stdout + done.stderr)[-3000:]))
    return to


def run(to, program, number, limit):
    return tests.run(tests.Program("planted", program, []), to, limit, 30 + 6 * limit, {"SLUICE_PLANTED": str(number)})


def changes_of(folder):
    """The sources of a folder, path -> text, and their mutants, mutant -> change."""
    texts = {path: contents(path).decode() for path in files(".*") if path.startswith(folder + "/")}
    changes, results = {}, places_rtl.outputs(contents(path).decode() for path in files(".*"))
    for path, text in texts.items():
        for change in places_rtl.changes(text, results):
            mutant = as_mutant(path, text, change)
            if mutant is not None:
                changes.setdefault(mutant, change)
    return texts, {mutant: changes[mutant] for mutant in places.recent(changes)}


def sample(folder, texts, changes, count, seed, again):
    kept = outcomes.Outcomes(folder, {path: outcomes.digest(text) for path, text in texts.items()}, again)
    chosen, tried = {}, set()
    while True:  # a mutant that is left out makes place for another
        more = [mutant for mutant in kept.wanted(places.drawn(changes, seed), count) if mutant not in tried]
        if not more:
            break
        new = {len(tried) + n: (mutant, changes[mutant]) for n, mutant in enumerate(more, 1)}
        accepted = builds(folder, texts, new)
        for number in new.keys() - accepted.keys():
            kept.add(new[number][0], "left out", "")
        chosen.update(accepted)
        tried.update(more)
    if not chosen:
        return
    print("%s: building %d mutants" % (folder, len(chosen)), flush=True)
    to = build(folder, texts, chosen)
    left, slow = dict(chosen), {}
    for program in FOLDERS[folder][2]:
        if not left:
            break
        answer, usual = run(to, program, 0, 3600)
        if answer != tests.PASSED:
            sys.exit("mutate: %s: expected to pass without a mutant, got: %s" % (program, answer))

        def one(number, program=program, usual=usual):
            return run(to, program, number, 10 + 5 * usual)[0] if time.time() < END else None
        with ThreadPoolExecutor(JOBS) as pool:
            for number, answer in zip(list(left), pool.map(one, list(left))):
                if answer == tests.FAILED:
                    record(kept, left.pop(number)[0], "killed", program.partition("_")[2])
                elif answer == tests.TIMED_OUT:
                    slow.setdefault(number, program.partition("_")[2])
                elif answer is None:
                    del left[number]
    for number, (mutant, _) in left.items():
        record(kept, mutant, "timed out" if number in slow else "survived", slow.get(number, ""))


def record(kept, mutant, outcome, by):
    kept.add(mutant, outcome, by)
    print("%s: %s:%d: %s -> %s (%s)" % (outcome, mutant.path, mutant.line, mutant.before, mutant.after, by), flush=True)


def main(folders):
    found = {folder: changes_of(folder) for folder in folders or FOLDERS}
    counts = places.counts({folder: changes for folder, (_, changes) in found.items()}, int(os.environ.get("COUNT") or 20))
    for folder, (texts, changes) in found.items():
        if time.time() < END:
            sample(folder, texts, changes, counts[folder], int(os.environ.get("SEED") or 1), bool(os.environ.get("AGAIN")))


if __name__ == "__main__":
    main(sys.argv[1:])
