#!/usr/bin/env python3
"""Checks the table of docs/reference/c-model.md. Each rule must be one function of cmodel/rules, which the clocked model and the event engine both call,
directly or through another rule, and its RTL module must exist, unless the row says that there is none."""
import glob
import re
import sys

RULES = "cmodel/rules"
ENGINES = {"clocked model": ["cmodel/clocked/*.[ch]", "cmodel/room/*.[ch]", RULES + "/sluice_occupancy.[ch]"], "event engine": ["tb/sim/event/*.[ch]", "tb/sim/nodes/*.[ch]"]}


def read(pattern):
    return {name: open(name, encoding="utf-8").read() for name in sorted(glob.glob(pattern))}


def functions(text):
    """Name -> body of each function of a header."""
    starts = list(re.finditer(r"^static inline [^;{}]*?\b(sluice_\w+)\(", text, re.M))
    ends = [m.start() for m in starts[1:]] + [len(text)]
    return {m.group(1): text[m.end():end] for m, end in zip(starts, ends)}


def called(text, names):
    code = re.sub(r"//[^\n]*", "", text)
    return {name for name in names if re.search(r"\b%s\(" % name, code)}


def reached(patterns, rules):
    """The rules that files call, directly or through other rules."""
    found = set()
    todo = called("\n".join(text for pattern in patterns for text in read(pattern).values()), rules)
    while todo:
        found |= todo
        todo = set().union(*(called(rules[name], rules) for name in todo)) - found
    return found


def main():
    headers = {name.rsplit("/", 1)[1]: functions(text) for name, text in read(RULES + "/*.h").items()}
    rules = {name: body for header in headers.values() for name, body in header.items()}
    engines = {engine: reached(patterns, rules) for engine, patterns in ENGINES.items()}
    modules = set(re.findall(r"^module (\w+)", "\n".join(read("rtl/mmu/**/*.sv").values() or read("rtl/mmu/*/*.sv").values()), re.M))
    modules |= set(re.findall(r"^module (\w+)", "\n".join(read("rtl/room/*.sv").values()), re.M))
    faults, listed = [], []
    for line, row in enumerate(open("docs/reference/c-model.md", encoding="utf-8"), 1):
        cells = re.match(r"\| .* \| `(sluice_\w+)` \| (?:`(sluice_\w+)`|none) \|$", row)
        if not cells:
            continue
        function, module = cells.groups()
        where = "docs/reference/c-model.md:%d: " % line
        listed.append(function)
        homes = [name for name, inside in headers.items() if function in inside]
        if len(homes) != 1:
            faults.append(where + "%s: expected in one header, got %s" % (function, ", ".join(homes) or "none"))
        faults += [where + "the %s does not call %s" % (engine, function) for engine, found in engines.items() if function not in found]
        if module and module not in modules:
            faults.append(where + "no module %s" % module)
    faults += ["docs/reference/c-model.md: %s: expected 1 row, got %d" % (name, listed.count(name)) for name in sorted(set(listed)) if listed.count(name) != 1]
    if len(listed) < 30:
        faults.append("docs/reference/c-model.md: expected at least 30 rows, got %d" % len(listed))
    print("\n".join(faults) or "%d rules, each one function that both engines call" % len(listed))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
