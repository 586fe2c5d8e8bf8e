"""Links and runs the test programs with the objects of a mutant in place of the originals.

mutate.mk writes the list of programs, build/mutate/programs: one a line, with kind, name and objects. Objects that begin with / are of the build that
the program is linked from. Kinds:
alone    a test without RTL
pair     a test of the MMU in lock-step, with the original model in place of the RTL (shim_model.c)
control, switch   a lock-step test with RTL, for mutants of the models of control frames and of the switch
program, script   a test (objects, or its file in Python), or a test script, that starts `sluice`; sluice: this program
program_rtl, script_rtl   the same with RTL; sluice_rtl: this program
archive  the objects in libmodel.a
"""
import atexit
import collections
import json
import os
import resource
import shutil
import signal
import subprocess
import threading
import time

BUILD = os.environ.get("BUILD", "build")
WORK = os.path.join(BUILD, "mutate")
PLAIN, SANITIZE, COVERAGE = (os.path.join(WORK, "plain"), os.path.join(BUILD, "sanitize"), os.path.join(WORK, "coverage"))
ORIGINAL = os.path.join(WORK, "original", str(os.getpid()))
atexit.register(shutil.rmtree, ORIGINAL, ignore_errors=True)
LIBRARIES = os.environ.get("LIBRARIES", "").split()
RTL_LIBRARIES = os.environ.get("RTL_LIBRARIES", "").split()
SANITIZER = ["-fsanitize=address,undefined"]
ARGUMENTS = {"pair_random_runs": ["1", "24x1500", "6x20000"]}
ENVIRONMENT = dict(os.environ, CK_FORK="no", SLUICE_PLANTED="0", ASAN_OPTIONS="detect_leaks=1")
WITH_RTL, SCRIPTS = ("program_rtl", "script_rtl"), ("script", "script_rtl")
STARTS_SLUICE = ("program",) + SCRIPTS + WITH_RTL
Program = collections.namedtuple("Program", "kind name objects")
PASSED, FAILED, TIMED_OUT = "passed", "killed", "timed out"


def read_programs():
    with open(os.path.join(WORK, "programs"), encoding="ascii") as lines:
        return {p.name: p for p in (Program(f[0], f[1], f[2:]) for f in map(str.split, lines))}


def original(source, build):
    return os.path.join(build, "obj", source[:-2] + ".o")


def link(programs, program, build, to, changed):
    """Links a program into a folder, if it is not there. changed: source -> object of a mutant."""
    made = os.path.join(to, program.name)
    if program.kind in SCRIPTS or os.path.exists(made):
        return
    if program.objects[0].endswith(".py"):  # a test in Python starts the `sluice` beside it
        with open(made, "w", encoding="ascii") as script:
            script.write(f'#!/bin/sh\nSLUICE="$(dirname "$0")/sluice" SLUICE_RTL={int(program.kind in WITH_RTL)} exec python3 '
                         f'{os.path.abspath(program.objects[0])}\n')
        os.chmod(made, 0o755)
        return
    rtl = program.kind in ("control", "switch", "sluice_rtl")
    objects = [build + o if o.startswith("/") else o for o in program.objects]
    replaced = {original(source, build): new for source, new in changed.items()}
    # The new object of a source in an archive comes first: then the linker does not take the original.
    archive = {build + o for o in programs["libmodel.a"].objects}
    first = [new for old, new in replaced.items() if old in archive and old not in objects]
    command = ["g++" if rtl else "gcc", "-fno-lto"] + (SANITIZER if build == SANITIZE else [])
    command += first + [replaced.get(o, o) for o in objects] + (RTL_LIBRARIES if rtl else []) + LIBRARIES + ["-o", made]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError("mutate: %s: %s" % (program.name, done.stderr[-1500:]))


def command(program, to):
    return list(program.objects) if program.kind in SCRIPTS else [os.path.join(to, program.name)] + ARGUMENTS.get(program.name, [])


def run(program, to, cpu, wall, more=None):
    """Runs a linked program. cpu, wall: limits in seconds. more: environment. Returns passed, killed or timed out, and its CPU seconds."""
    environment = dict(ENVIRONMENT, **(more or {}))
    if program.kind in WITH_RTL:
        to = os.path.join(to, "rtl")
    environment["BUILD"] = os.path.relpath(to)

    def limits():
        # A child of a test must not end by a limit, which the test would report as a failure: such tests have a wall limit only.
        if program.kind not in STARTS_SLUICE:
            resource.setrlimit(resource.RLIMIT_CPU, (int(cpu), int(cpu) + 5))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    with subprocess.Popen(command(program, to), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          preexec_fn=limits, start_new_session=True) as child:
        try:
            status = child.wait(wall)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(child.pid, signal.SIGKILL)  # children that a failed test has left
        except ProcessLookupError:
            pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answer = TIMED_OUT if status is None or status == -signal.SIGXCPU else PASSED if status == 0 else FAILED
    return answer, min(seconds, time.time() - begun)


class Times:
    """CPU seconds of each program without a mutant, which must pass. They only give the order and the limits, so they are kept when a test changes."""

    def __init__(self, programs):
        self.programs, self.path = programs, os.path.join(WORK, "times.json")
        self.seconds, self.lock = {}, threading.Lock()
        if os.path.exists(self.path):
            with open(self.path, encoding="ascii") as text:
                self.seconds = json.load(text)

    def of(self, name, build):
        with self.lock:
            return self.measured(os.path.basename(build) + "/" + name, name, build)

    def measured(self, key, name, build):
        if key not in self.seconds:
            program, to = self.programs[name], os.path.join(ORIGINAL, os.path.basename(build))
            os.makedirs(to, exist_ok=True)
            prepare(self.programs, program, build, to, {})
            answer, seconds = run(program, to, 1200, 1800)
            if answer != PASSED:
                raise RuntimeError("mutate: %s of %s: expected to pass without a mutant, got: %s" % (name, build, answer))
            self.seconds[key] = seconds
            with open(self.path, "w", encoding="ascii") as text:
                json.dump(self.seconds, text)
        return self.seconds[key]


def prepare(programs, program, build, to, changed):
    """Links a program, and the `sluice` that it starts."""
    if program.kind in ("program", "script"):
        link(programs, programs["sluice"], build, to, changed)
    if program.kind in WITH_RTL:
        to = os.path.join(to, "rtl")
        os.makedirs(to, exist_ok=True)
        link(programs, programs["sluice_rtl"]._replace(name="sluice"), build, to, changed)
        module = os.path.join(to, "sluice-mpi.so")
        if not os.path.exists(module):
            os.symlink(os.path.abspath(os.path.join(BUILD, "sluice-mpi.so")), module)
    link(programs, program, build, to, changed)


def attempt(programs, times, name, build, to, changed):
    """Runs a program with the objects of a mutant."""
    os.makedirs(to, exist_ok=True)
    # The sanitizers take less than eight times as long.
    program, usual = programs[name], times.of(name, PLAIN) * (8 if build == SANITIZE else 1)
    prepare(programs, program, build, to, changed)
    answer = run(program, to, 10 + 5 * usual, 30 + 30 * usual)[0]
    if answer == FAILED and program.kind in STARTS_SLUICE:  # these tests wait for files and signals, which a busy machine may delay
        answer = run(program, to, 10 + 5 * usual, 30 + 30 * usual)[0]
    if answer == FAILED:
        times.of(name, build)  # the program must pass without the mutant
    return answer
