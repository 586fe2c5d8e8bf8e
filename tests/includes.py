#!/usr/bin/env python3
"""Checks the includes of the C code under tb and cmodel: no circular includes of headers, files or folders, and none
of the includes in FORBIDDEN. With --graph FOLDER, prints the parts of that folder, lowest first, and the parts that each includes."""

import pathlib
import re
import sys

FOLDERS = ("cmodel", "tb")
# (folder, folder that its files must not include)
FORBIDDEN = (("cmodel", "tb"), *(("cmodel/driver", f"cmodel/{f}") for f in ("clocked", "frame", "registers", "rules", "switch")), ("tb/sim/event", "tb/sim/clocked"), ("tb/sim/clocked", "tb/sim/event"))


def within(name, folder):
    return name == folder or name.startswith(folder + "/")


def read(root):
    """File -> the files of the project that it includes."""
    files = [p for f in FOLDERS for p in sorted((root / f).rglob("*")) if p.suffix in (".c", ".h", ".cpp")]
    names = {str(p.relative_to(root)) for p in files}
    graph = {}
    for path in files:
        text = path.read_text(encoding="utf-8")
        graph[str(path.relative_to(root))] = sorted(
            set(re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.MULTILINE)) & names)
    return graph


def folders_of(graph):
    """Folder -> the other folders that its files include."""
    result = {}
    for name, includes in graph.items():
        own = name.rpartition("/")[0]
        result.setdefault(own, set()).update(f for f in (i.rpartition("/")[0] for i in includes) if f != own)
    return {k: sorted(v) for k, v in result.items()}


def circular(graph):
    """Strongly connected components of more than one node (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            part = []
            while not part or part[-1] != node:
                part.append(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def parts_of(graph):
    """NAME.c and NAME.h of a folder are one part. A header without a .c file is no part: its includes count for the parts
    that include the header."""
    def part(name):
        return name.rpartition(".")[0]

    parts = {part(name) for name in graph if not name.endswith(".h")}

    def reached(name, seen):
        for i in graph[name]:
            if part(i) in parts:
                yield part(i)
            elif i not in seen:
                seen.add(i)
                yield from reached(i, seen)

    result = {p: set() for p in parts}
    for name in graph:
        if part(name) in parts:
            result[part(name)].update(i for i in reached(name, set()) if i != part(name))
    return {k: sorted(v) for k, v in result.items()}


def show(graph, folder):
    """Prints the parts and headers of the folder, each after its includes."""
    nodes = {}
    for name, includes in graph.items():
        if name.startswith(folder + "/"):
            node = name[len(folder) + 1:].rpartition(".")[0]
            inside = {i[len(folder) + 1:].rpartition(".")[0] for i in includes if i.startswith(folder + "/")}
            nodes.setdefault(node, set()).update(inside - {node})
    level = {}

    def height(node):
        if node not in level:
            level[node] = 0  # ends the recursion of circular includes
            level[node] = 1 + max((height(i) for i in nodes.get(node, ())), default=0)
        return level[node]

    for node in sorted(nodes, key=lambda k: (height(k), k)):
        print(f"{height(node):2} {node}: {' '.join(sorted(nodes[node]))}")


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    graph = read(root)
    empty = [f for f in (*FOLDERS, *{f for pair in FORBIDDEN for f in pair}) if not any(within(name, f) for name in graph)]
    if empty:
        print(f"includes: no C file in {', '.join(sorted(empty))}", file=sys.stderr)
        return 1
    if sys.argv[1:2] == ["--graph"]:
        show(graph, sys.argv[2])
        return 0
    bad = 0
    for kind, nodes in (("headers", graph), ("files", parts_of(graph)), ("folders", folders_of(graph))):
        for loop in circular(nodes):
            print(f"includes: circular includes of {kind}: {' '.join(loop)}", file=sys.stderr)
            for node in loop:
                inside = [i for i in nodes[node] if i in loop]
                print(f"  {node} -> {' '.join(inside)}", file=sys.stderr)
            bad += 1
    for name, includes in graph.items():
        for below, above in FORBIDDEN:
            if within(name, below):
                for i in (i for i in includes if within(i, above)):
                    print(f"includes: {name} includes {i}; {below} must not include {above}", file=sys.stderr)
                    bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
