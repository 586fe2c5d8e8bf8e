"""Finds mutants of the RTL that break a proof. Uses the proofs of tests/formal/list that are of single modules and by induction, at the sizes of the MMU.

A mutant is applied in the module of its cell. If that module has no proof, or its proof still holds, the mutant is applied in the enclosing modules.
"""
import glob
import itertools
import os
import re
import subprocess
import sys

FORMAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "formal")
SECONDS = "240"  # limit of a proof; a proof that takes longer decides nothing


def listed():
    """Module -> cycles of its induction. Includes the proofs with LEVELS, because every mutated build has levels."""
    cycles = {}
    with open(os.path.join(FORMAL, "list"), encoding="ascii") as lines:
        for line in lines:
            fields = re.split(r" +\| +", line.strip())
            if len(fields) < 4 or not fields[3].startswith("ind "):
                continue
            module, _, more = fields[1].partition("+")
            if not module.startswith("formal_") and more in ("", "LEVELS"):
                cycles[module] = max(cycles.get(module, 0), int(fields[3].split()[1]))
    return cycles


def defines():
    """The options of `read_verilog` for the assertions of all these modules."""
    folders = sorted({os.path.dirname(path) for path in glob.glob(os.path.join(FORMAL, "..", "..", "rtl", "**", "*.svh"), recursive=True)})
    return " ".join(["-D FORMAL_" + module.upper() for module in sorted(listed())] + ["-D FORMAL_LEVELS -D SYNTHESIS -formal"] +
                    ["-I " + folder for folder in folders])


def cell_of(line):
    """The cell in a command of `mutate`."""
    return re.search(r" -cell (\S+) ", line)[1]


class Proofs:
    def __init__(self, hierarchy, top, work):
        """hierarchy: an RTLIL file of the modules before flattening. Renames the modules to names that a Yosys script can use."""
        with open(hierarchy, encoding="ascii") as text:
            lines = text.read().split("\n")
        ids = {name: "\\m%d" % n for n, name in enumerate(line[7:] for line in lines if line.startswith("module "))}
        self.inside, self.proven, self.cycles = {}, set(), listed()
        self.parts, self.work, self.number = os.path.join(work, "parts.il"), work, itertools.count()
        self.name = {short: re.search(r"sluice_(\w+)", name).group(1) for name, short in ids.items()}
        self.top = next(ids[name] for name in ids if self.name[ids[name]] == top)
        for n, line in enumerate(lines):
            if line.startswith("module "):
                module = ids[line[7:]]
                self.inside[module] = {}
                lines[n] = "module " + module
            cell = re.fullmatch(r"  cell (\S+) (\S+)", line)
            if cell and cell[1] in ids:
                self.inside[module][cell[2]] = ids[cell[1]]
                lines[n] = "  cell %s %s" % (ids[cell[1]], cell[2])
        with open(self.parts, "w", encoding="ascii") as to:
            to.write("\n".join(lines))

    def places(self, cell):
        """The modules that contain a cell of the flattened design, the innermost first, with the name of the cell in each."""
        module, rest = self.top, cell[len("$flatten"):] if cell.startswith("$flatten\\") else cell
        found = [(module, cell)]
        while rest.startswith("\\"):
            instance = max((i for i in self.inside[module] if rest.startswith(i + ".")), key=len)
            module, rest = self.inside[module][instance], rest[len(instance) + 1:]
            found.append((module, "$flatten" + rest if rest.startswith("\\") else rest))
        return found[::-1]

    def module(self, line):
        """The innermost module with the mutated cell of a command."""
        return self.name[self.places(cell_of(line))[0][0]]

    def holds(self, module, mutant=""):
        """Whether the proof of a module with a mutant holds. None: undecided."""
        path = os.path.join(self.work, "proof%d" % next(self.number))
        with open(path + ".ys", "w", encoding="ascii") as script:
            script.write("""read_rtlil {parts}
hierarchy -top {m}
select -set all t:$assert t:$assume
select -set own {m}/t:$assert {m}/t:$assume
delete @all @own %d
flatten
{mutant}
prep -top {m} -flatten
script {formal}/aiger.ys
write_aiger -ascii -symbols -zinit {path}.aag
""".format(parts=self.parts, m=module[1:], mutant=mutant, formal=FORMAL, path=path))
        done = subprocess.run(["yosys", "-q", "-s", path + ".ys"], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit("mutate: %s.ys\n%s" % (path, done.stderr[-2000:]))
        cycles = str(self.cycles[self.name[module]])
        result = subprocess.run([sys.executable, os.path.join(FORMAL, "prove.py"), path + ".aag", "ind", cycles, SECONDS],
                                 capture_output=True, text=True, check=True).stdout.split()[0]
        for end in (".ys", ".aag"):
            os.remove(path + end)
        return {"proven": True, "step": False, "fails": False}.get(result)

    def prepare(self, lines, pool):
        """Finds the proofs that these mutants may break and that hold without a mutant at the sizes of this design."""
        modules = sorted({m for line in lines for m, _ in self.places(cell_of(line)) if self.name[m] in self.cycles})
        self.proven = {m for m, holds in zip(modules, pool.map(self.holds, modules)) if holds}

    def broken(self, line):
        """Returns the module whose proof a command of `mutate` breaks, or None."""
        for module, cell in self.places(cell_of(line)):
            here = re.sub(r"-ctrl \S+ \d+ \d+ ", "", line).replace("-module netlist -cell %s " % cell_of(line), "-module %s -cell %s " % (module[1:], cell))
            if module in self.proven and self.holds(module, here) is False:
                return self.name[module]
        return None
