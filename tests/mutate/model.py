#!/usr/bin/env python3
"""Mutants of the C model: how many do its tests find?

usage: model.py MUTANTS [SEED]

Draws from all places of cmodel/rules, whose functions are inline, and cmodel/clocked in which an operator, a constant, a condition or a statement
can be another one, all alike likely.
A mutant that a compiler makes the same code of is equal, and proven to be; one that does not compile is none. The
others run through the lock-step tests, with the model as it is in place of the RTL (shim_model.c), and through the tests of the model alone, until one fails: all of them through
what takes little, then those that are left through the rest. Score: killed / (all - equal).
MUTATE_SECONDS, if given: nothing is begun later; those tried are a fair sample, as the order is that of the draw, and what was not decided
counts as left. Environment: BUILD, MAKE, JOBS, MUTATE_SECONDS.
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
QUICK = ["1", "24x1500"]  # of random_runs
LONG = {"test_lockstep"}
END = time.time() + float(os.environ.get("MUTATE_SECONDS") or "inf")
WORK = os.path.join(BUILD, "mutate", "model")
LIMIT_QUICK, LIMIT_LONG = 20, 200  # CPU seconds for one test: a mutant may not end
RULES = "cmodel/rules"
COMPILE = ["-std=c11", "-w", "-fPIC"]
# The first makes what is tested; a mutant of which any of them makes the same code is equal.
# The first is the quickest; those that no test of the first lot fails meet the others.
COMPILERS = (["gcc", "-O1"], ["gcc", "-O2"], ["gcc", "-O3"], ["gcc", "-Os"])

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


def compiled(source, to, compiler=COMPILERS[0], root="."):
    """A source as an object, with the headers of another root first; returns whether it compiles."""
    command = compiler + COMPILE + ["-I" + root, "-I.", "-c", source, "-o", to]
    return subprocess.run(command, capture_output=True).returncode == 0


@functools.lru_cache(None)
def with_rule(header, sources):
    """The sources that include a header of the rules, in one way or another."""
    made = {s: subprocess.run(["gcc", "-MM", "-I."] + COMPILE + [s], capture_output=True, text=True).stdout for s in sources}
    return [s for s in sources if header in made[s].split()]


def write_mutant(name, text, folder):
    """A mutant of a source, or of a header with copies of the others of its folder beside it."""
    if name.endswith(".h"):
        folder = shutil.copytree(RULES, os.path.join(folder, RULES))
    with open(os.path.join(folder, os.path.basename(name)), "w", encoding="utf-8") as to:
        to.write(text)


def mutated(name, sources, folder, compiler=COMPILERS[0]):
    """Source and object of all that is to be compiled again for a mutant; None where something does not compile."""
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
        """The first of the tests that fails with the model of this folder, None if there is none."""
        environment = dict(os.environ, LD_LIBRARY_PATH=os.path.abspath(library), CK_FORK="no", SLUICE_PLANTED="0")
        for test, arguments in tests:
            done = subprocess.run([os.path.join(self.folder, test)] + arguments, env=environment, capture_output=True,
                                  preexec_fn=limit(LIMIT_LONG if test in LONG else LIMIT_QUICK))
            if done.returncode != 0:
                return test
        return None


@functools.lru_cache(None)
def whole(source, *compiler):
    """What a compiler makes of a source as it is."""
    made = os.path.join(WORK, "%s%s.o" % (os.path.basename(source), compiler[-1]))
    return contents(made) if compiled(source, made, list(compiler)) else None


def same_code(made, compiler):
    """Whether a compiler has made the same of a mutant as of what it was made of."""
    return made is not None and all(contents(to) == whole(source, *compiler) for source, to in made.items())


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
        """What becomes of a mutant in the tests that take little: None, it is none; untried, equal, the test that it fails, or lives."""
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
        """What becomes of one that lives."""
        if time.time() > END:
            return "open"
        source, folder = mutant[0], os.path.join(WORK, str(n))
        if any(same_code(mutated(source, tuple(sources), folder, compiler), compiler) for compiler in COMPILERS[1:]):
            return "equal"
        return tests.fails(folder, tests.long) or "lives"

    results = {}  # by number: the mutant, and what became of it
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
        print("%d tried, %d left by what takes little" % (len(results), len(left)), flush=True)
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
    print("those left: %s" % lives.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
