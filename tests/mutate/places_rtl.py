"""Finds the places of a SystemVerilog source where a small change makes a mutant, and plants mutants beside the original, so that one build has them all.

A place is in the right-hand side of an assignment, in the condition of an if or a case, in a connection of a port, or it is a whole assignment. Types,
parameters, widths and generate conditions have no places, because an input cannot select them at run time; nor have properties under `ifdef.
"""
import collections
import re

import places

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\(\*(?!\)).*?\*\)|^[ \t]*`if(?:n?def).*?^[ \t]*`endif[^\n]*|^[ \t]*`[^\n]*|`\w+|\"[^\"]*\"|"
                   r"\d*'s?[bdh][0-9a-fA-F_]+|'[01]|[A-Za-z_]\w*|\d+|<<<|>>>|<=|>=|===|!==|==|!=|&&|\|\||<<|>>|\+:|-:|::|[-+|&^]=|\S", re.M | re.S)
NAME = re.compile(r"[A-Za-z_]\w*")
DECLARED = re.compile(r"\b(?:logic|wire logic)\s*(signed)?\s*(\[[^;]*?\])?\s+?((?:[A-Za-z_]\w*\s*,\s*)*[A-Za-z_]\w*)\s*(?=[;,)\n])")
KEYWORDS = {"begin", "end", "else", "if", "for", "case", "logic", "int", "bit", "localparam", "parameter", "genvar", "typedef", "function", "assign"}
# number: of the mutant, set by the caller. region: the source that it replaces; deletion: a statement that it leaves out.
Change = collections.namedtuple("Change", "begin end text deletion mutation")


def literal(word):
    """Neighbours of a literal: one more and one less, in its width."""
    if word in ("'0", "'1"):
        return ["'1" if word == "'0" else "'0"]
    sized = re.fullmatch(r"(\d+)'([bdh])([0-9a-fA-F_]+)", word)
    if not sized:
        return list(places.constants(word))
    width, value = int(sized[1]), int(sized[3].replace("_", ""), {"b": 2, "d": 10, "h": 16}[sized[2]])
    return ["%d'd%d" % (width, other % (1 << width)) for other in sorted({(value + 1) % (1 << width), (value - 1) % (1 << width)} - {value})]


def neighbours(text):
    """name -> another signal that is declared with the same width."""
    groups = collections.defaultdict(list)
    for found in DECLARED.finditer(re.sub(r"//[^\n]*", "", text)):
        groups[found[1], found[2]] += NAME.findall(found[3])
    return {name: names[(n + 1) % len(names)] for names in groups.values() if len(names) > 1 for n, name in enumerate(names)}


def edits(text, tokens, first, last, others):
    """Changes of the expression tokens[first..last]: (from, to, replacement)."""
    begin, end = tokens[first][1], tokens[last][2]
    for n in range(first, last + 1):
        word, a, b = tokens[n]
        is_width = tokens[n - 1][0] in ("+:", "-:") or tokens[n + 1][0] == "'"
        for other in list(places.operators(tokens, n) if n > first else ()) + ([] if is_width else literal(word)):
            yield a, b, other
        if word in ("!", "~"):
            yield a, b, ""
        if word in others and tokens[n - 1][0] not in (".", "::") and tokens[n + 1][0] not in ("::", "'"):
            yield a, b, others[word]
    yield begin, end, "!(%s)" % text[begin:end]
    if text[begin:end] not in ("'0", "1'b0"):
        yield begin, end, "'0"


def outputs(texts):
    """(module, port) of every output."""
    found = set()
    for text in texts:
        for module in re.finditer(r"^module (\w+)(.*?)^endmodule", text, re.M | re.S):
            found.update((module[1], port) for port in re.findall(r"^\s*output\s+(?:wire\s+)?\w+\s*(?:\[[^\n]*?\]\s*)?(\w+)", module[2], re.M))
    return found


def regions(tokens, results):
    """The expressions of a source: (first token, last token, first token of the assignment or None). results: outputs of modules."""
    start, n, module = 0, 0, None
    while n < len(tokens):
        word = tokens[n][0]
        module = word if word.startswith("sluice_") else module
        if word in ("if", "case") and tokens[n + 1][0] == "(":
            end = places.closing(tokens, n + 1)
            if not is_generate(tokens, end + 1):
                yield n + 2, end - 1, None
            start = n = end + 1
        elif word == "for":
            start = n = places.closing(tokens, n + 1) + 1
        elif word == "#" and tokens[n + 1][0] == "(":  # parameters of an instance
            n = places.closing(tokens, n + 1) + 1
        elif word == "@":
            start = n = places.closing(tokens, n + 1) + 1
        elif word == "." and tokens[n + 2][0] == "(" and tokens[n + 3][0] != ")":
            end = places.closing(tokens, n + 2)
            if (module, tokens[n + 1][0]) not in results:
                yield n + 3, end - 1, None
            n = end + 1
        elif word in ("(", "[", "{") and start != n:
            # The brackets of an instance are entered for its ports; those of a left-hand side are skipped.
            n = n + 1 if word == "(" else places.closing(tokens, n) + 1
        elif word == "{":
            n = places.closing(tokens, n) + 1
        elif word in ("=", "<=") and n > start and is_target(tokens, start, n):
            end = next(k for k in range(n, len(tokens)) if tokens[k][0] == ";")
            yield n + 1, end - 1, start if tokens[start][0] != "assign" else None
            start = n = end + 1
        else:
            n += 1
            if word in (";", "begin", "end", "else", ":", "always_comb", "endcase", "generate", "endgenerate"):
                start = n
                if word == "begin" and n < len(tokens) and tokens[n][0] == ":":
                    start = n = n + 2


def is_generate(tokens, n):
    """Whether tokens[n] begins a generate block, so that the condition before it is one of parameters."""
    return tokens[n][0] == "always_ff" or (tokens[n][0] == "begin" and tokens[n + 1][0] == ":")


def is_target(tokens, start, n):
    """Whether tokens[start..n) are the left-hand side of an assignment, with or without `assign`."""
    start += tokens[start][0] == "assign"
    if tokens[start][0] == "{":
        return places.closing(tokens, start) == n - 1
    if not NAME.fullmatch(tokens[start][0]) or tokens[start][0] in KEYWORDS:
        return False
    start += 1
    while start < n and tokens[start][0] == "[":
        start = places.closing(tokens, start) + 1
    return start == n


def changes(text, results):
    """All changes of a source. results: outputs of modules."""
    tokens, others = places.tokens_of(text, TOKEN), neighbours(text)
    for first, last, statement in regions(tokens, results):
        if tokens[first - 2][0].startswith("unused"):  # for lint only
            continue
        begin, end = tokens[first][1], tokens[last][2]
        for a, b, other in edits(text, tokens, first, last, others):
            yield Change(begin, end, text[begin:a] + other + text[b:end], False, (a, b, other))
        if statement is not None:
            a, b = tokens[statement][1], tokens[last + 1][2]
            yield Change(a, b, "", True, (a, b, ";"))


def planted(text, numbered):
    """The source with several changes, number -> change. planted::bug selects one."""
    inserted = []
    by_place = collections.defaultdict(list)
    for number, change in numbered.items():
        by_place[change.begin, change.end, change.deletion].append((number, change.text))
    for (begin, end, deletion), some in by_place.items():
        if deletion:
            inserted += [(begin, 0, "begin if (planted::bug != %d) " % some[0][0]), (end, 3, " end")]
        else:
            inserted += [(begin, 1, "(" + "".join("planted::bug == %d ? (%s) : " % one for one in some) + "("), (end, 2, "))")]
    for position, _, more in sorted(inserted, reverse=True):
        text = text[:position] + more + text[position:]
    return text
