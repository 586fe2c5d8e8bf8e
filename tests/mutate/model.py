#!/usr/bin/env python3
"""Mutants of the C model: how many do its tests find?

usage: model.py MUTANTS [SEED]

Draws from all places of cmodel/mmu in which an operator, a constant, a condition or a statement can be another one, all alike likely.
A mutant that the compiler makes the same code of is equal, and proven to be; one that does not compile is none. The
others run in lock-step with the RTL (mutants.c) and through the tests of the model alone. Score: killed / (all - equal). Environment:
BUILD, MAKE, JOBS, CLOCKS.
"""
import collections
import glob
import os
import random
import re
import secrets
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

BUILD = os.environ.get("BUILD", "build")
MAKE = os.environ.get("MAKE", "make")
JOBS = int(os.environ.get("JOBS") or os.cpu_count())
CLOCKS = os.environ.get("CLOCKS", "100000")  # of each of the last runs
RUNS = ["1", "24x1500", "12x%d" % (int(CLOCKS) // 8), "12x%s" % CLOCKS]
WORK = os.path.join(BUILD, "mutate", "model")
SECONDS = 120  # for one test
COMPILE = ["gcc", "-std=c11", "-O2", "-w", "-fPIC", "-Icmodel", "-Icmodel/mmu", "-Icmodel/frame", "-Icmodel/switch"]

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|^[ \t]*#[^\n]*|"
                   r"[A-Za-z_]\w*|(?:0x[0-9a-fA-F]+|\d+)[uUlL]*|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S", re.M | re.S)
OTHERS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",),
          "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("+",), "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("|",),
          "+=": ("-=", "="), "-=": ("+=", "="), "|=": ("&=", "="), "&=": ("|=", "="), "++": ("--",), "--": ("++",), "!": ("",), "~": ("",),
          "true": ("false",), "false": ("true",)}


def points(text):
    """All mutants of a text: (from, to, what stands there instead)."""
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
        # The condition of an if or while, turned round
        if word == "(" and last in ("if", "while"):
            level, end = 0, n
            while end < len(tokens):
                level += {"(": 1, ")": -1}.get(tokens[end].group(), 0)
                if level == 0:
                    break
                end += 1
            inside = text[m.end():tokens[end].start()]
            yield m.end(), tokens[end].start(), "!(%s)" % inside
        # A statement, no declaration, left out
        depth += {"(": 1, ")": -1}.get(word, 0)
        if word in "{}" or (word == ";" and depth == 0):
            if word == ";" and start is not None and start < n:
                first, second = tokens[start].group(), tokens[start + 1].group()
                declares = first in ("return", "break", "continue", "else", "typedef", "enum", "static", "const", "struct", "extern", "do", "case") or \
                    re.match(r"[A-Za-z_]", second) or (second == "*" and re.match(r"[A-Za-z_]", tokens[start + 2].group()))
                if not declares:
                    yield tokens[start].start(), m.start(), ""
            start = n + 1


def compiled(source, to):
    return subprocess.run(COMPILE + ["-I" + os.path.dirname(source[1]), "-c", source[0], "-o", to], capture_output=True).returncode == 0


def contents(name):
    with open(name, "rb") as file:
        return file.read()


class Tests:
    def __init__(self):
        subprocess.run([MAKE, "-s", "JOBS=%d" % JOBS, "mutate-tests"], check=True)
        self.folder = os.path.join(BUILD, "mutate", "tests")
        self.alone = sorted(glob.glob(self.folder + "/test_*"), key=lambda test: (test.endswith("/test_skip"), test))  # the longest last

    def fails(self, library):
        """The first test that fails with the model of this folder, None if there is none."""
        environment = dict(os.environ, LD_LIBRARY_PATH=os.path.abspath(library), CK_FORK="no", SLUICE_PLANTED="0")
        for test in [self.folder + "/mutants"] + self.alone:
            lockstep = test.endswith("/mutants")
            try:
                done = subprocess.run([test] + RUNS * lockstep, input="0\n" if lockstep else "", env=environment, text=True,
                                      capture_output=True, errors="replace", timeout=SECONDS)
            except subprocess.TimeoutExpired:
                return os.path.basename(test)
            if done.returncode != 0 or (lockstep and "lives" not in done.stdout):
                return os.path.basename(test)
        return None


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
        if not compiled((source, source), made):
            sys.exit("mutate: %s does not compile" % source)
    link(list(objects.values()), WORK)
    failing = tests.fails(WORK)
    if failing is not None:
        sys.exit("mutate: %s fails without a mutation" % failing)

    texts = {s: contents(s).decode() for s in sources if s.startswith("cmodel/mmu/")}
    drawn = [(s,) + p for s, text in texts.items() for p in points(text)]
    places = len(drawn)
    random.Random(seed).shuffle(drawn)

    def outcome(n, mutant):
        source, begin, end, other = mutant
        folder = os.path.join(WORK, str(n))
        os.makedirs(folder)
        mutated, made = os.path.join(folder, os.path.basename(source)), os.path.join(folder, "mutant.o")
        with open(mutated, "w", encoding="utf-8") as to:
            to.write(texts[source][:begin] + other + texts[source][end:])
        try:
            if not compiled((mutated, source), made):
                return None
            if contents(made) == contents(objects[source]):
                return "equal"
            link([made if s == source else o for s, o in objects.items()], folder)
            return tests.fails(folder) or "lives"
        finally:
            shutil.rmtree(folder)

    results = []
    with ThreadPoolExecutor(JOBS) as pool:
        while len(results) < count and drawn:
            some = [drawn.pop() for _ in range(min(len(drawn), count - len(results)))]
            answers = list(pool.map(outcome, range(len(some)), some))
            results += [(m, a) for m, a in zip(some, answers) if a is not None]

    rows = collections.defaultdict(collections.Counter)
    lives = open(WORK + "/survivors", "w", encoding="utf-8")
    for (source, begin, end, other), answer in sorted(results):
        kind = answer if answer in ("equal", "lives") else "killed"
        for name in (os.path.basename(source)[:-2], "~"):
            rows[name].update([kind])
        if kind == "lives":
            line = texts[source].count("\n", 0, begin) + 1
            lives.write("%s:%d: '%s' -> '%s'\n" % (source, line, texts[source][begin:end], other))
    lives.close()
    print("of %d places\n| file | mutants | killed | proven equal | left | score |\n| --- | ---: | ---: | ---: | ---: | ---: |" % places)
    for name, row in sorted(rows.items()):
        some = row["killed"] + row["lives"]
        print("| %s | %d | %d | %d | %d | %s |" % ("all" if name == "~" else name, some + row["equal"], row["killed"], row["equal"], row["lives"],
                                                  "%.1f %%" % (100 * row["killed"] / some) if some else "-"))
    by = collections.Counter(a for _, a in results if a not in ("equal", "lives"))
    print("found by: %s" % ", ".join("%s %d" % entry for entry in by.most_common()))
    print("those left: %s" % lives.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
