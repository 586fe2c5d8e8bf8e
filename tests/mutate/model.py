#!/usr/bin/env python3
"""Measures how many mutants of the C model its tests find.

usage: model.py MUTANTS [SEED]    prints the seed, which repeats the draw

Draws mutants with equal probability from all places of cmodel/rules and cmodel/clocked where an operator, a constant, a condition or a statement can
be changed. A mutant that a compiler turns into the same code as the original is proven equal. A mutant that does not compile is discarded. The others
run the lock-step tests, with the original model in place of the RTL (shim_model.c), and the tests of the model, until one fails: first all mutants
the short tests, then the rest of them the long tests. Score: killed / (all - equal).
MUTATE_SECONDS, if given: no mutant is started after that time. The order is random, so the tried mutants are a fair sample; undecided mutants count
as not found. Environment: BUILD, MAKE, JOBS, MUTATE_SECONDS.
"""
import collections
import functools
import glob
import os
import random
import re
import resource
import secrets
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

BUILD = os.environ.get("BUILD", "build")
MAKE = os.environ.get("MAKE", "make")
JOBS = int(os.environ.get("JOBS") or os.cpu_count())
QUICK = ["1", "24x1500"]  # arguments of random_runs
LONG = {"test_lockstep"}
END = time.time() + float(os.environ.get("MUTATE_SECONDS") or "inf")
WORK = os.path.join(BUILD, "mutate", "model")
LIMIT_QUICK, LIMIT_LONG = 20, 200  # CPU seconds of one test, as a mutant may loop for ever
RULES = "cmodel/rules"
COMPILE = ["-std=c11", "-w", "-fPIC"]
# The first compiler is the fastest and builds the tested library. A mutant is equal if any of them generates the original's code; the others
# are tried for mutants that the short tests do not find.
COMPILERS = (["gcc", "-O1"], ["gcc", "-O2"], ["gcc", "-O3"], ["gcc", "-Os"])

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|^[ \t]*#[^\n]*|"
                   r"[A-Za-z_]\w*|(?:0x[0-9a-fA-F]+|\d+)[uUlL]*|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S", re.M | re.S)
OTHERS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",),
          "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("+",), "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("|",),
          "+=": ("-=", "="), "-=": ("+=", "="), "|=": ("&=", "="), "&=": ("|=", "="), "++": ("--",), "--": ("++",), "!": ("",), "~": ("",),
          "true": ("false",), "false": ("true",)}


def points(text):
    """All mutants of a text: (from, to, replacement)."""
    tokens = [m for m in TOKEN.finditer(text) if not m.group().startswith(("//", "/*", "#")) and not m.group().lstrip().startswith("#")]
    depth, start = 0, None
    for n, m in enumerate(tokens):
        word, last = m.group(), tokens[n - 1].group() if n else ""
        operand = re.match(r"[\w)\]]", last[-1:]) and last not in ("return", "case", "else")
        if word in OTHERS and (operand or word not in "+-*&"):
            for other in OTHERS[word]:
                yield m.start(), m.end(), other
        number = re.match(r"(0x[0-9a-fA-F]+|\d+)([uUlL]*)$", word)
        if number:
            value = int(number.group(1), 0)
            for other in {value + 1, max(value - 1, 0)} - {value}:
                yield m.start(), m.end(), "%d%s" % (other, number.group(2))
        # Negate the condition of an if or while.
        if word == "(" and last in ("if", "while"):
            level, end = 0, n
            while end < len(tokens):
                level += {"(": 1, ")": -1}.get(tokens[end].group(), 0)
                if level == 0:
                    break
                end += 1
            inside = text[m.end():tokens[end].start()]
            yield m.end(), tokens[end].start(), "!(%s)" % inside
        # Delete a statement that is no declaration.
        depth += {"(": 1, ")": -1}.get(word, 0)
        if word in "{}" or (word == ";" and depth == 0):
            if word == ";" and start is not None and start < n:
                first, second = tokens[start].group(), tokens[start + 1].group()
                declares = first in ("return", "break", "continue", "else", "typedef", "enum", "static", "const", "struct", "extern", "do", "case") or \
                    re.match(r"[A-Za-z_]", second) or (second == "*" and re.match(r"[A-Za-z_]", tokens[start + 2].group()))
                if not declares:
                    yield tokens[start].start(), m.start(), ""
            start = n + 1


def compiled(source, to, compiler=COMPILERS[0], root="."):
    """Compiles a source to an object, with the headers of another root first. Returns whether that succeeds."""
    command = compiler + COMPILE + ["-I" + root, "-I.", "-c", source, "-o", to]
    return subprocess.run(command, capture_output=True).returncode == 0


@functools.lru_cache(None)
def with_rule(header, sources):
    """The sources that include a header of the rules, directly or through other headers."""
    made = {s: subprocess.run(["gcc", "-MM", "-I."] + COMPILE + [s], capture_output=True, text=True).stdout for s in sources}
    return [s for s in sources if header in made[s].split()]


def write_mutant(name, text, folder):
    """Writes a mutant of a source, or of a header together with copies of the other headers of its folder."""
    if name.endswith(".h"):
        folder = shutil.copytree(RULES, os.path.join(folder, RULES))
    with open(os.path.join(folder, os.path.basename(name)), "w", encoding="utf-8") as to:
        to.write(text)


def mutated(name, sources, folder, compiler=COMPILERS[0]):
    """Compiles every source that a mutant affects. Returns source -> object, or None if a source does not compile."""
    made = {}
    for source in with_rule(name, sources) if name.endswith(".h") else [name]:
        made[source] = "%s/%s%s.o" % (folder, os.path.basename(source), compiler[-1])
        if name.endswith(".h"):
            good = compiled(source, made[source], compiler, folder)
        else:
            good = compiled(os.path.join(folder, os.path.basename(source)), made[source], compiler)
        if not good:
            return None
    return made


def contents(name):
    with open(name, "rb") as file:
        return file.read()


def limit(seconds):
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


class Tests:
    def __init__(self):
        subprocess.run([MAKE, "-s", "JOBS=%d" % JOBS, "mutate-tests"], check=True, close_fds=False)  # make's jobserver
        self.folder = os.path.join(BUILD, "mutate", "tests")
        others = {os.path.basename(test) for test in glob.glob(self.folder + "/test_*")}
        self.quick = [("random_runs", QUICK)] + [(test, []) for test in sorted(others - LONG)]
        self.long = [(test, []) for test in sorted(LONG)]

    def fails(self, library, tests):
        """Returns the first test that fails with the library of a folder, or None."""
        environment = dict(os.environ, LD_LIBRARY_PATH=os.path.abspath(library), CK_FORK="no", SLUICE_PLANTED="0")
        for test, arguments in tests:
            done = subprocess.run([os.path.join(self.folder, test)] + arguments, env=environment, capture_output=True,
                                  preexec_fn=limit(LIMIT_LONG if test in LONG else LIMIT_QUICK))
            if done.returncode != 0:
                return test
        return None


@functools.lru_cache(None)
def original(source, *compiler):
    """The object that a compiler generates from the original source."""
    made = os.path.join(WORK, "%s%s.o" % (os.path.basename(source), compiler[-1]))
    return contents(made) if compiled(source, made, list(compiler)) else None


def same_code(made, compiler):
    """Whether a compiler generates the same code from a mutant as from the original."""
    return made is not None and all(contents(to) == original(source, *compiler) for source, to in made.items())


def link(objects, folder):
    subprocess.run(["gcc", "-shared", "-Wl,-soname,libsluice.so"] + objects + ["-o", folder + "/libsluice.so"], check=True)


def main(count, seed=None):
    count, seed = int(count), int(seed) if seed else secrets.randbelow(1 << 31)
    print("C model: %d mutants, seed %d" % (count, seed), flush=True)
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    tests = Tests()
    sources = sorted(glob.glob("cmodel/*/*.c") + glob.glob("cmodel/*/*/*.c"))
    objects = {s: os.path.join(WORK, os.path.basename(s)[:-2] + ".o") for s in sources}
    for source, made in objects.items():
        if not compiled(source, made):
            sys.exit("mutate: %s does not compile" % source)
    link(list(objects.values()), WORK)
    failing = tests.fails(WORK, tests.quick + tests.long)
    if failing is not None:
        sys.exit("mutate: %s fails without a mutation" % failing)

    drawn_from = [s for s in sources if s.startswith("cmodel/clocked/")] + sorted(glob.glob(RULES + "/*.h"))
    texts = {s: contents(s).decode() for s in drawn_from}
    drawn = [(s,) + p for s, text in texts.items() for p in points(text)]
    places = len(drawn)
    random.Random(seed).shuffle(drawn)

    def described(mutant):
        source, begin, end, other = mutant
        return "%s:%d: '%s' -> '%s'" % (source, texts[source].count("\n", 0, begin) + 1, " ".join(texts[source][begin:end].split()), other)

    def short(n, mutant):
        """Result of the short tests: None if the mutant does not compile, untried, equal, the name of the test that fails, or lives."""
        if time.time() > END:
            return "untried"
        source, begin, end, other = mutant
        folder = os.path.join(WORK, str(n))
        os.makedirs(folder)
        write_mutant(source, texts[source][:begin] + other + texts[source][end:], folder)
        made = mutated(source, tuple(sources), folder)
        if made is None:
            answer = None
        elif same_code(made, COMPILERS[0]):
            answer = "equal"
        else:
            link([made.get(s, o) for s, o in objects.items()], folder)
            answer = tests.fails(folder, tests.quick) or "lives"
        if answer != "lives":
            shutil.rmtree(folder)
        return answer

    def rest(n, mutant):
        """Result of the long tests for a mutant that lives: open, equal, the name of the test that fails, or lives."""
        if time.time() > END:
            return "open"
        source, folder = mutant[0], os.path.join(WORK, str(n))
        if any(same_code(mutated(source, tuple(sources), folder, compiler), compiler) for compiler in COMPILERS[1:]):
            return "equal"
        return tests.fails(folder, tests.long) or "lives"

    results = {}  # number -> (mutant, result)
    with ThreadPoolExecutor(JOBS) as pool:
        first = 0
        while len(results) < count and drawn:
            some = {first + n: drawn.pop() for n in range(min(len(drawn), count - len(results)))}
            first += len(some)
            answers = list(pool.map(short, some.keys(), some.values()))
            results.update({n: (m, a) for (n, m), a in zip(some.items(), answers) if a not in (None, "untried")})
            if "untried" in answers:
                break
        left = {n: m for n, (m, a) in results.items() if a == "lives"}
        print("%d tried, %d left after the short tests" % (len(results), len(left)), flush=True)
        for (n, m), a in zip(left.items(), pool.map(rest, left.keys(), left.values())):
            results[n] = m, a
            print("%s: %s" % (a, described(m)), flush=True)
    with open(WORK + "/survivors", "w", encoding="utf-8") as lives:
        lives.writelines("%s: %s\n" % (a, described(m)) for m, a in results.values() if a in ("lives", "open"))

    rows = collections.defaultdict(collections.Counter)
    for mutant, answer in results.values():
        kind = answer if answer in ("equal", "lives", "open") else "killed"
        for name in (os.path.basename(mutant[0])[:-2], "~"):
            rows[name].update([kind])
    print("%d of %d places\n| file | mutants | killed | proven equal | left | undecided | score |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |" %
          (len(results), places))
    for name, row in sorted(rows.items()):
        some = sum(row.values()) - row["equal"]
        print("| %s | %d | %d | %d | %d | %d | %s |" % ("all" if name == "~" else name, some + row["equal"], row["killed"], row["equal"], row["lives"],
                                                       row["open"], "%.1f %%" % (100 * row["killed"] / some) if some else "-"))
    by = collections.Counter(a for _, a in results.values() if a not in ("equal", "lives", "open"))
    print("found by: %s" % ", ".join("%s %d" % entry for entry in by.most_common()))
    print("mutants left: %s" % lives.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
