#!/usr/bin/env python3
"""Proves the assertions of an AIGER file, which Yosys writes for a module (aiger.ys), with the SAT solver CaDiCaL.

usage: prove.py FILE.aag ind K SECONDS [--trace]       k-induction: no assertion fails in the first K cycles, nor after K cycles
                                                       without a failure
       prove.py FILE.aag bmc N,M.. SECONDS [--trace]   searches for a failure in the first N cycles, then in the first M, and so on
       prove.py FILE.aag cover N,M.. SECONDS           searches in the same way for a run that reaches each cover point

SECONDS are CPU seconds. Prints `proven`, `fails CYCLE ASSERTION`, `step CYCLE ASSERTION` (the induction step fails), `open N` (no failure in the first N
cycles), `reached NAME CYCLE, ..`, `unreached NAME ..` or `time N` (the time was over at N cycles). With --trace, it first
prints the values of all signals, a column for each cycle.
"""
import os
import re
import resource
import subprocess
import sys


def used():
    """Returns the CPU seconds of this program and of its solvers, which do not depend on other users of the machine."""
    return sum(os.times()[:4])


class Aig:
    """An AIGER circuit: literals are 2 * variable, + 1 inverted; latches start at 0."""

    def __init__(self, name):
        with open(name, encoding="ascii") as text:
            lines = text.read().split("\n")
        counts = [int(n) for n in lines[0].split()[1:]] + [0] * 4
        inputs, latches, outputs, ands, bads, constraints = counts[1:7]
        rows = iter(lines[1:])
        number = lambda n: [[int(x) for x in next(rows).split()] for _ in range(n)]
        self.inputs = [r[0] for r in number(inputs)]
        self.latches = [(r[0], r[1]) for r in number(latches)]
        outputs = [r[0] for r in number(outputs)]
        number(bads)
        self.constraints = [r[0] for r in number(constraints)]
        self.ands = number(ands)
        self.names = {r.split(" ", 1)[0]: r.split(" ", 1)[1] for r in rows if r[:1] in "ilo" and " " in r}
        # Assertions and cover points by their names
        self.violated, self.reached = ({self.names["o%d" % n].removesuffix(kind): x for n, x in enumerate(outputs)
                                        if self.names["o%d" % n].endswith(kind)} for kind in (".violated", ".reached"))

        if not self.violated:
            sys.exit("%s has no assertion" % name)


class Unrolling:
    """Several cycles of a circuit as clauses. Literals are signed numbers; 1 is true."""

    def __init__(self, aig):
        self.aig, self.clauses, self.top, self.gates, self.frames = aig, [[1]], 1, {}, []

    def new(self):
        self.top += 1
        return self.top

    def both(self, a, b):
        if a == -1 or b == -1 or a == -b:
            return -1
        if a == 1 or a == b:
            return b
        if b == 1:
            return a
        key = (a, b) if a < b else (b, a)
        if key not in self.gates:
            y = self.gates[key] = self.new()
            self.clauses += [[-y, a], [-y, b], [y, -a, -b]]
        return self.gates[key]

    def add_cycle(self, free):
        """Adds a cycle after the last one. The first cycle starts in any state (free) or in the reset state."""
        value = {0: -1}
        lit = lambda x: value[x & ~1] * (-1 if x & 1 else 1)
        before = self.frames[-1] if self.frames else None
        for latch, following in self.aig.latches:
            value[latch] = before(following) if before else self.new() if free else -1
        for i in self.aig.inputs:
            value[i] = self.new()
        for y, a, b in self.aig.ands:
            value[y] = self.both(lit(a), lit(b))
        self.frames.append(lit)
        self.clauses += [[lit(c)] for c in self.aig.constraints]
        return lit

    def solve(self, goal, seconds):
        """Returns an assignment that makes one of the literals true, or None if there is none. Raises TimeoutError."""
        clauses = self.clauses + [goal]
        text = "p cnf %d %d\n" % (self.top, len(clauses)) + "".join(" ".join(map(str, c)) + " 0\n" for c in clauses)
        most = max(1, int(seconds))
        done = subprocess.run(["cadical", "-q"], input=text, capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most)))
        if done.returncode == 20:
            return None
        if done.returncode != 10:
            raise TimeoutError
        return {int(x) for line in done.stdout.split("\n") if line[:1] == "v" for x in line[1:].split()}


def trace(unrolled, model):
    """Prints a line per signal with its values in all cycles."""
    words = {}
    for kind, lits in (("i", unrolled.aig.inputs), ("l", [l[0] for l in unrolled.aig.latches])):
        for n, x in enumerate(lits):
            name, bit = re.fullmatch(r"(.*?)(?:\[(\d+)\])?", unrolled.aig.names.get("%s%d" % (kind, n), "?").split(" ")[0]).groups("0")
            words.setdefault(name, []).append((int(bit), x))
    for name, bits in sorted(words.items()):
        values = (sum(((lit(x) in model or lit(x) == 1) << n) for n, x in bits) for lit in unrolled.frames)
        print("%-36s %s" % (name, " ".join("%6x" % v for v in values)))


def cover(unrolled, reached, unreached, limit):
    """Moves the cover points that some run reaches from unreached (name: literal) to reached (name: cycle)."""
    while unreached:
        goal = [lit(x) for lit in unrolled.frames for x in unreached.values()]
        model = unrolled.solve(goal, limit - used())
        if model is None:
            return
        for name, x in list(unreached.items()):
            cycle = next((n for n, lit in enumerate(unrolled.frames) if lit(x) in model or lit(x) == 1), None)
            if cycle is not None:
                reached[name] = cycle
                del unreached[name]


def main(file, method, depth, seconds="600", *options):
    aig, limit = Aig(file), used() + float(seconds)

    def solve(unrolled, frames):
        """Returns "CYCLE ASSERTION" of the first failure in these cycles, or None. With --trace, prints the values of all cycles."""
        goal = [(n, name, lit(x)) for n, lit in enumerate(unrolled.frames) if n in frames for name, x in aig.violated.items()]
        model = unrolled.solve([x for _, _, x in goal], limit - used())
        if model is None:
            return None
        if options:
            trace(unrolled, model)
        return next("%d %s" % (n, name) for n, name, x in goal if x in model or x == 1)

    try:
        # From reset
        unrolled = Unrolling(aig)
        reached, unreached = {}, dict(aig.reached)
        for n in map(int, depth.split(",")):
            while len(unrolled.frames) < n:
                unrolled.add_cycle(False)
            if method == "cover":
                cover(unrolled, reached, unreached, limit)
                if not unreached:
                    break
                continue
            failing = solve(unrolled, range(n))
            if failing is not None:
                return print("fails", failing)
        if method == "bmc":
            return print("open", n)
        if method == "cover":
            return print("unreached", *sorted(unreached)) if unreached else print("reached", ", ".join("%s %d" % r for r in sorted(reached.items())))
        # From any state after n cycles without a failure
        unrolled = Unrolling(aig)
        for _ in range(n + 1):
            unrolled.add_cycle(True)
        unrolled.clauses += [[-lit(x)] for lit in unrolled.frames[:n] for x in aig.violated.values()]
        failing = solve(unrolled, [n])
        print("proven" if failing is None else "step " + failing)
    except TimeoutError:
        print("time", len(unrolled.frames))


if __name__ == "__main__":
    main(*sys.argv[1:])
