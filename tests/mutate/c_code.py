#!/usr/bin/env python3
"""Measures how many mutants of the C code the tests find.

usage: c_code.py FOLDER..    environment: COUNT mutants per folder, SEED, BUILD, JOBS, MUTATE_SECONDS, AGAIN=1: tries those that were not found again,
SANITIZERS=no: without the sanitizers, which take most of the time of a mutant that survives; only: only with them;
TEST_SECONDS=s: without tests that take longer; SINCE=commit: COUNT mutants of all folders together, of lines that are newer (places.py)

Draws lines and changes by seed (places.py). A mutant of a header is compiled into every source that includes it. A mutant that does not compile is left
out. A mutant from which a compiler makes the same code as from the original is equal. The others run, until one fails, the tests that run the mutated
line (reach.py), the shortest first; then the same tests under the sanitizers. The model of the MMU also runs lock-step tests with the
original model in place of the RTL; the models of control frames and of the switch run lock-step tests with the RTL. outcomes.py keeps the outcomes.
"""
import functools
import glob
import itertools
import os
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import outcomes
import places
import programs as tests
from reach import Reach

LONGEST = float(os.environ.get("TEST_SECONDS") or "inf")
JOBS = int(os.environ.get("JOBS") or os.cpu_count())
END = time.time() + float(os.environ.get("MUTATE_SECONDS") or "inf")
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-format-truncation"]  # as in the Makefile
OTHER_LEVELS = ("-O2", "-O3", "-Os")
SANITIZE = ["-fsanitize=address,undefined", "-O1", "-g1", "-DSLUICE_CHECK", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
LIMITED = {"pair": ("cmodel/rules", "cmodel/clocked", "cmodel/registers"), "control": ("cmodel/frame",), "switch": ("cmodel/switch",)}
RTL_FILES = ("rtl_", "lossless", "lockstep_switch")  # these do nothing, or little, without RTL
MPI = "tb/sim/ranks/mpi.c"  # built as a module


def contents(path):
    with open(path, "rb") as file:
        return file.read()


@functools.lru_cache(None)
def includers(header):
    """The sources of libraries, program and tests that include a header."""
    found = []
    for dependencies in glob.glob(tests.PLAIN + "/obj/**/*.d", recursive=True):
        words = contents(dependencies).decode().replace("\\\n", " ").split("\n")[0].split()
        if header in words[2:] and (words[1].startswith(("cmodel/", "tb/", "tests/")) or "/schemes/" in words[1]):
            found.append(words[1])
    return found


def compile_all(mutant, to, options):
    """Compiles every source of a mutant. Returns source -> object, or None if one does not compile. The folder `to` has the mutated file."""
    made = {}
    for source in [mutant.path] if mutant.path.endswith(".c") else includers(mutant.path):
        from_folder = to if source == mutant.path else "."
        made[source] = os.path.join(to, source.replace("/", "-")[:-2] + options[0] + ".o")
        if not compiled(os.path.join(from_folder, source), source, made[source], ["-I" + to] + options):
            return None
    return made


def compiled(path, source, made, options):
    posix = [] if source.startswith("cmodel/") else ["-D_POSIX_C_SOURCE=200809L"]
    command = ["gcc", "-std=c11", "-DSLUICE_NO_RTL"] + WARNINGS + posix + options + ["-I.", "-c", path, "-o", made]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@functools.lru_cache(None)
def original_code(source, level):
    made = os.path.join(tests.ORIGINAL, "%s%s-%d.o" % (source.replace("/", "-"), level, threading.get_ident()))
    os.makedirs(os.path.dirname(made), exist_ok=True)
    return contents(made) if compiled(source, source, made, [level]) else None


def same_code(made, level):
    return made is not None and all(contents(to) == original_code(source, level) for source, to in made.items())


class Runner:
    def __init__(self):
        self.programs = tests.read_programs()
        self.times = tests.Times(self.programs)
        self.reach = None

    def prepare(self):
        counted = [p for p in self.programs.values() if p.kind in ("alone", "program", "script") and self.times.of(p.name, tests.PLAIN) <= LONGEST]
        self.reach = Reach(tests.COVERAGE, {p.name: tests.command(p, tests.COVERAGE) for p in counted}, tests.ENVIRONMENT, JOBS)

    def chosen(self, mutant):
        """The tests of a mutant in the order in which they run: (build, name)."""
        names = self.reach.tests(mutant.path, mutant.line)
        folder = os.path.dirname(mutant.path)
        more = [p.name for p in self.programs.values() if folder in LIMITED.get(p.kind, ())]
        if not names or folder == "tb/cli/replay" or os.path.basename(mutant.path).startswith(RTL_FILES):
            more += [p.name for p in self.programs.values() if p.kind == "program_rtl"]
        if not names:  # gcov does not count the lines of a process that a signal ends
            more += [p.name for p in self.programs.values() if p.kind == "program"]
        if not names or folder == "tb/sim/ranks":
            more.append("processes.sh")
        seconds = {name: self.times.of(name, tests.PLAIN) for name in names | set(more)}
        plain = sorted((name for name in seconds if seconds[name] <= LONGEST), key=seconds.get)
        sanitized = [name for name in plain if name in names and name != "recompute.py"]
        mode = os.environ.get("SANITIZERS") or "yes"
        return [(tests.PLAIN, name) for name in plain if mode != "only"] + [(tests.SANITIZE, name) for name in sanitized if mode != "no"]

    def outcome(self, mutant, text, to):
        """Returns the outcome of a mutant, and the test that found it or the reason."""
        path = os.path.join(to, mutant.path)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text[:mutant.begin] + mutant.other + text[mutant.end:])
        made = compile_all(mutant, to, ["-O1"])
        if made is None:
            return "left out", ""
        if same_code(made, "-O1"):
            return "equal", "same code"
        slow, changed = None, {tests.PLAIN: made}
        for build, name in self.chosen(mutant):
            if build == tests.SANITIZE and build not in changed:
                if any(same_code(compile_all(mutant, to, [level]), level) for level in OTHER_LEVELS):
                    return "equal", "same code"
                changed[build] = compile_all(mutant, to, SANITIZE)
            answer = tests.attempt(self.programs, self.times, name, build, os.path.join(to, os.path.basename(build)), changed[build])
            if answer == tests.FAILED:
                return "killed", name + (" under the sanitizers" if build == tests.SANITIZE else "")
            slow = slow or (name if answer == tests.TIMED_OUT else None)
            if slow:
                return "timed out", slow
        return "survived", "" if self.chosen(mutant) else "no test runs this function"


def sources(folder):
    found = sorted(glob.glob(folder + "/**/*.[ch]", recursive=True))
    return [path for path in found if path != MPI and not path.endswith("_none.c")]


def main(folders):
    count, seed, again = int(os.environ.get("COUNT") or 20), int(os.environ.get("SEED") or 1), bool(os.environ.get("AGAIN"))
    runner = Runner()
    runner.prepare()
    number = itertools.count()
    sample = {}
    for folder in folders:
        texts = {path: contents(path).decode() for path in sources(folder)}
        mutants = [m for path, text in texts.items() for m in places.mutants_of(path, text, places.changes(text))]
        sample[folder] = texts, places.recent(mutants)
    counts = places.counts({folder: mutants for folder, (_, mutants) in sample.items()}, count)
    for folder, (texts, mutants) in sample.items():
        kept = outcomes.Outcomes(folder, {path: outcomes.digest(text) for path, text in texts.items()}, again)
        drawn = list(places.drawn(mutants, seed))

        def one(mutant, texts=texts, kept=kept):
            if time.time() > END:
                return
            to = os.path.join(tests.WORK, "mutants", "%d-%d" % (os.getpid(), next(number)))
            try:
                outcome, by = runner.outcome(mutant, texts[mutant.path], to)
                kept.add(mutant, outcome, by)
                print("%s: %s:%d: %s -> %s (%s)" % (outcome, mutant.path, mutant.line, mutant.before, mutant.after, by), flush=True)
            finally:
                shutil.rmtree(to, ignore_errors=True)
        with ThreadPoolExecutor(JOBS) as pool:
            for left in iter(lambda: list(itertools.islice(kept.wanted(drawn, counts[folder]), JOBS * 4)) if time.time() < END else [], []):
                list(pool.map(one, left))


if __name__ == "__main__":
    main(sys.argv[1:])
