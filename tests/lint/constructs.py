#!/usr/bin/env python3
"""Refuses constructs of the RTL that a tool reads wrongly, without a message.

Icarus 11:

1. A function or task that two always_comb blocks call. If its body selects bits of an argument, each call wakes the other block, for ever.
   A block in a generate loop counts as two, and so does each block that calls a function of a package.
2. A compound assignment such as |= to a bit or a slice at a variable index. It may have no effect.
Yosys 0.23:
3. '1 as an operand of ?: whose condition is constant. It has the value 1 instead of all ones; write {WIDTH{1'b1}}.

usage: constructs.py FILE..    Files: modules. Texts of proofs (.svh) are for Yosys alone.
"""
import re
import sys


def blocks(text):
    """The always_comb and always_latch blocks: position and text of each."""
    for start in re.finditer(r"\balways_(?:comb|latch)\b", text):
        depth, at = 0, start.end()
        for word in re.finditer(r"\b(begin|case|end|endcase)\b|;", text[at:]):
            depth += {"begin": 1, "case": 1, "end": -1, "endcase": -1}.get(word[0], 0)
            ended = depth == 0 and (word[0] in ("end", "endcase") or word[0] == ";")
            if ended and not re.match(r"\s*else\b", text[at + word.end():]):
                yield start.start(), text[start.start():at + word.end()]
                break


def in_loop(text, at):
    """Whether a block stands in a generate loop, which a for statement with a named block outside of processes begins."""
    for loop in re.finditer(r"\bfor\s*\([^;]*;[^;]*;[^)]*\)\s*begin\s*:\s*g_\w+", text[:at]):
        depth = 1
        for word in re.finditer(r"\b(begin|end)\b", text[loop.end():at]):
            depth += 1 if word[0] == "begin" else -1
            if depth == 0:
                break
        if depth > 0:
            return True
    return False


def callers(text, name):
    """How many times a block that calls the function exists."""
    call = re.compile(r"(?<!\.)\b" + name + r"\s*\(")
    return sum(2 if "::" in name or in_loop(text, at) else 1 for at, block in blocks(text) if call.search(block))


def faults(text):
    text = re.sub(r"//[^\n]*", "", text)
    bodies = dict(re.findall(r"\b(?:function|task)\b[^;(]*?\b(\w+)\s*[(;](.*?)\bend(?:function|task)\b", text, re.S))
    own = set(bodies)
    for name in own | set(re.findall(r"\b\w+_pkg::[a-z]\w*(?=\s*\()", text)):
        through = [f for f in own if f != name and re.search(r"\b" + name + r"\s*\(", bodies[f])]
        if callers(text, name) + sum(callers(text, f) for f in through) > 1:
            yield f"several always_comb blocks call {name}, which Icarus 11 simulates wrongly"
    for index in re.findall(r"\[([^\[\]]*(?:\[[^\]]*\][^\[\]]*)*)\]\s*(?:\||&|\^|\+|-|\*|<<|>>)=", text):
        if re.search(r"\b[a-z_]\w*\b(?!\s*::)", index):
            yield f"compound assignment at the variable index [{index}], which Icarus 11 simulates wrongly"
    for condition, first, second in re.findall(r"((?:[=!<>]=|[^=;(){},?:])*)\?([^;?:]*):\s*([^;?]*)", text):
        # Parameters and constants begin with a capital letter.
        variables = re.findall(r"(?<![\w'.:])[a-z_]\w*\b(?!\s*::)", condition)
        if not variables and condition.strip() and (first.strip() == "'1" or re.match(r"'1\b", second)):
            yield f"'1 in ?: with the constant condition {condition.strip()}, which Yosys 0.23 takes as 1"


def main():
    found = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            for fault in faults(file.read()):
                print(f"lint: {path}: {fault}", file=sys.stderr)
                found += 1
    if len(sys.argv) < 2:
        print("lint: constructs.py: no files", file=sys.stderr)
    return found > 0 or len(sys.argv) < 2


if __name__ == "__main__":
    sys.exit(main())
