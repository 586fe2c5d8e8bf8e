"""Proves that a mutant is equivalent to the original. FILE.aag (an AIGER file of Yosys) has both; the input SELECTOR chooses one.

Two proofs with CaDiCaL. First: start both circuits in equal states, run some cycles with equal inputs, during which a reset may end, and
then without reset. Outputs and next states must be equal. Registers that may differ are left out of the relation, and in the mutant they
start with any value, until the relation holds or an output differs. Second: a reset of the documented length must end in that relation.
Random values of all inputs and states are tried before the solver, because most differences show in some of them.

usage: equal.py FILE.aag SELECTOR SECONDS MUTANT..    SECONDS: CPU time for one mutant

Prints for each mutant `N equal`, `N differs` (perhaps only from a state that cannot be reached), or `N open` (the time was over).
"""
import heapq
import os
import random
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "formal"))
from prove import Aig, Unrolling  # noqa: E402

CYCLES = 4  # consecutive cycles in which the relation holds; the last one is checked
ROUNDS = 40  # most times that registers are removed from the relation
RESET = 16  # cycles of a reset, docs/hardware/integration.md
RANDOM = 512  # random assignments tried in parallel, a bit each


class Pair(Unrolling):
    """The original circuit for a few cycles from any state, and its mutants."""

    def __init__(self, file, selector):
        self.bits, self.draw = [0, (1 << RANDOM) - 1], random.Random(1)
        super().__init__(Aig(file))
        self.made, self.fanout = {}, {}
        for n, (_, a, b) in enumerate(self.aig.ands):
            for x in {a >> 1, b >> 1}:
                self.fanout.setdefault(x, []).append(n)
        names = {"i%d" % n: lit for n, lit in enumerate(self.aig.inputs)}
        self.selector, reset = {}, None
        for key, name in self.aig.names.items():
            if key in names and name.partition("[")[0] == selector:
                self.selector[names[key]] = int(name.partition("[")[2].rstrip("]") or 0)
            if key in names and name == "rst":
                reset = names[key]
        # The cycles before the last may be the end of a reset.
        resets = [self.new()]
        while len(resets) < CYCLES - 1:
            resets.append(self.both(resets[-1], self.new()))
        state, self.values = {latch: self.new() for latch, _ in self.aig.latches}, []
        for holds in resets + [-1]:
            inputs = {i: -1 if i in self.selector else self.new() for i in self.aig.inputs}
            inputs[reset] = holds
            self.values.append(self.cycle_of(state, inputs))
            state = self.following(self.values[-1])
        self.value = self.values[-1]
        # A reset from any state
        self.start = {latch: self.new() for latch, _ in self.aig.latches}
        self.held, state = [], self.start
        for _ in range(RESET):
            self.held.append(self.cycle_of(state, {i: 1 if i == reset else -1 if i in self.selector else self.new() for i in self.aig.inputs}))
            state = self.following(self.held[-1])
        self.ready = state

    def new(self):
        self.bits.append(self.draw.getrandbits(RANDOM))
        return super().new()

    def tried(self, x):
        """The random values of a literal."""
        return self.bits[x] if x > 0 else ~self.bits[-x] & self.bits[1]

    def both(self, a, b):
        top = self.top
        y = super().both(a, b)
        if self.top != top:
            self.made[y] = (a, b)
            self.bits[y] = self.tried(a) & self.tried(b)
            del self.clauses[1:]  # differ() makes the clauses that it needs
        return y

    def cycle_of(self, state, inputs):
        """The values of all variables of the original circuit in a cycle."""
        value = [0] * (max([2] + [y for y, _, _ in self.aig.ands] + list(state) + list(inputs)) // 2 + 1)
        value[0] = -1
        for lit, x in list(state.items()) + list(inputs.items()):
            value[lit >> 1] = x
        for y, a, b in self.aig.ands:
            value[y >> 1] = self.both(-value[a >> 1] if a & 1 else value[a >> 1], -value[b >> 1] if b & 1 else value[b >> 1])
        return value

    def following(self, value):
        return {latch: -value[f >> 1] if f & 1 else value[f >> 1] for latch, f in self.aig.latches}

    def other(self, value, mutant, state):
        """Values of literals in that cycle of the mutant, in which these latches differ. Evaluates only the gates that change."""
        changed, due = {}, []

        def change(lit, x):
            if x != value[lit >> 1]:
                changed[lit >> 1] = x
                due.extend(self.fanout.get(lit >> 1, ()))

        for lit, bit in self.selector.items():
            change(lit, 1 if mutant >> bit & 1 else -1)
        for latch, x in state.items():
            change(latch, x)
        get = lambda x: changed.get(x >> 1, value[x >> 1]) * (-1 if x & 1 else 1)
        heapq.heapify(due)
        last = None
        while due:
            n = heapq.heappop(due)
            if n == last:
                continue
            last = n
            y, a, b = self.aig.ands[n]
            x = self.both(get(a), get(b))
            if x != value[y >> 1]:
                changed[y >> 1] = x
                for following in self.fanout.get(y >> 1, ()):
                    heapq.heappush(due, following)
        return get

    def starts_equal(self, mutant, loose, seconds):
        """Whether after a reset of both from the same state only the loose registers may differ, in the last CYCLES cycles."""
        state, pairs = {}, []
        for n, (value, following) in enumerate(zip(self.held, self.held[1:] + [None])):
            lit = self.other(value, mutant, state)
            last = {l: following[l >> 1] for l in self.start} if following else self.ready
            state = {l: lit(f) for l, f in self.aig.latches if lit(f) != last[l]}
            if n >= RESET - CYCLES:
                pairs += [(last[l], x) for l, x in state.items() if l not in loose]
        return not pairs or not self.differ(pairs, seconds)

    def differ(self, pairs, seconds):
        """Returns the indexes of pairs that differ under one assignment, none if all are equal. Raises TimeoutError."""
        random_ones = [n for n, (a, b) in enumerate(pairs) if self.tried(a) != self.tried(b)]
        if random_ones:
            return random_ones
        numbers, clauses, stack, goal = {}, [], [], []

        def number(x):
            if abs(x) not in numbers:
                numbers[abs(x)] = len(numbers) + 1
                stack.append(abs(x))
            return numbers[abs(x)] * (1 if x > 0 else -1)

        number(1)
        clauses.append([1])
        sides = [(number(a), number(b)) for a, b in pairs]
        while stack:
            y = stack.pop()
            if y in self.made:
                a, b = (number(x) for x in self.made[y])
                clauses += [[-numbers[y], a], [-numbers[y], b], [numbers[y], -a, -b]]
        top = len(numbers)
        for a, b in sides:
            top += 1
            clauses += [[-top, a, b], [-top, -a, -b], [top, -a, b], [top, a, -b]]
            goal.append(top)
        clauses.append(goal)
        text = "p cnf %d %d\n" % (top, len(clauses)) + "".join(" ".join(map(str, c)) + " 0\n" for c in clauses)
        limit = max(1, int(seconds))  # of the CPU: on a busy machine its own -t would be less
        done = subprocess.run(["cadical", "-q"], input=text, capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        if done.returncode == 20:
            return []
        if done.returncode != 10:
            raise TimeoutError
        model = {int(x) for line in done.stdout.split("\n") if line[:1] == "v" for x in line[1:].split()}
        return [n for n, y in enumerate(goal) if y in model]

    def answer(self, mutant, seconds):
        """Returns equal, differs or open for a mutant."""
        loose, old = set(), self.following(self.value)
        outputs = [(-self.value[x >> 1] if x & 1 else self.value[x >> 1], x) for x in self.aig.outputs]
        spent = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        end = spent() + seconds
        try:
            for _ in range(ROUNDS):
                state = {latch: self.new() for latch in loose}
                for value in self.values[:-1]:  # by assumption only loose registers differ in these cycles
                    lit = self.other(value, mutant, state)
                    state = {l: lit(f) for l, f in self.aig.latches if l in loose}
                lit = self.other(self.value, mutant, state)
                found = [("", x, lit(f)) for x, f in outputs if x != lit(f)]
                found += [(l, old[l], lit(f)) for l, f in self.aig.latches if l not in loose and old[l] != lit(f)]
                more = {found[n][0] for n in self.differ([(a, b) for _, a, b in found], end - spent())} if found else set()
                if not more:
                    return "equal" if self.starts_equal(mutant, loose, end - spent()) else "differs"
                if "" in more:
                    return "differs"
                loose |= more
        except TimeoutError:
            pass
        return "open"


def main(file, selector, seconds, *mutants):
    pair = Pair(file, selector)
    for mutant in map(int, mutants):
        print(mutant, pair.answer(mutant, int(seconds)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
