"""Finds the places of a C source where a small change makes a mutant.

A place is in the body of a function or in an initialiser. Types, declarations without a value, macros, comments and texts of messages have no places:
a change there either does not build, or changes no decision.
"""
import collections
import itertools
import os
import random
import re
import subprocess

SINCE = os.environ.get("SINCE")  # a commit: only lines that are newer have mutants

# `before` and `after`: the lines that the change touches, with single spaces.
Mutant = collections.namedtuple("Mutant", "path line begin end other before after")

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|^[ \t]*#(?:\\\n|[^\n])*|"
                   r"[A-Za-z_]\w*|(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:e[-+]?\d+)?)[uUlL]*|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S", re.M | re.S)
OTHERS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",),
          "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("+",), "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("|",),
          "+=": ("-=", "="), "-=": ("+=", "="), "|=": ("&=", "="), "&=": ("|=", "="), "++": ("--",), "--": ("++",), "!": ("",), "~": ("",),
          "true": ("false",), "false": ("true",)}
OPEN, CLOSE = {"(", "[", "{"}, {")", "]", "}"}


def tokens_of(text, token=TOKEN):
    """The tokens of a text without comments and preprocessor lines, each as (word, from, to)."""
    found = ((m.group(), m.start(), m.end()) for m in token.finditer(text))
    return [t for t in found if not t[0].startswith(("//", "/*", "(*", "`")) and not re.match(r"\s*#.", t[0])]  # "#" alone: parameters in RTL


def closing(tokens, n):
    """The index of the bracket that closes tokens[n]."""
    level = 0
    for end in range(n, len(tokens)):
        level += (tokens[end][0] in OPEN) - (tokens[end][0] in CLOSE)
        if level == 0:
            return end
    raise ValueError("no closing bracket")


def operators(tokens, n):
    """Replacements of the operator tokens[n]."""
    word, last = tokens[n][0], tokens[n - 1][0] if n else ""
    operand = re.match(r"[\w)\]]", last[-1:]) and last not in ("return", "case", "else")
    return OTHERS.get(word, ()) if operand or word not in ("+", "-", "*", "&", "|", "^") else ()


def constants(word):
    """A number with one more and one less."""
    number = re.fullmatch(r"(0x[0-9a-fA-F]+|\d+)([uUlL]*)", word)
    if not number:
        return ()
    octal = number[1][0] == "0" and number[1].isdigit()
    value = int(number[1], 8 if octal else 0)
    return ["%d%s" % (other, number[2]) for other in (value + 1, value - 1) if other >= 0]


def arguments(text, tokens, n):
    """A call with two neighbouring arguments exchanged: (from, to, replacement). tokens[n]: its opening bracket."""
    end, level, begin, parts = closing(tokens, n), 0, n + 1, []
    for k in range(n + 1, end + 1):
        word = tokens[k][0]
        if k == end or (word == "," and level == 0):
            if k > begin:
                parts.append((tokens[begin][1], tokens[k - 1][2]))
            begin = k + 1
        level += (word in OPEN) - (word in CLOSE)
    for (a, b), (c, d) in zip(parts, parts[1:]):
        if text[a:b] != text[c:d] and '"' not in text[a:d]:
            yield a, d, text[c:d] + text[b:c] + text[a:b]


def is_statement(tokens, start):
    """Whether the tokens from start on are a statement that can be deleted: no declaration, no return, no label."""
    first, second = tokens[start][0], tokens[start + 1][0]
    if first in ("break", "continue"):
        return True
    return not (first in ("return", "else", "typedef", "enum", "static", "const", "struct", "extern", "do", "case", "default", "goto") or
                re.match(r"[A-Za-z_]", second) or (second == "*" and re.match(r"[A-Za-z_]", tokens[start + 2][0])))


def changes(text):
    """All changes of a C text: (from, to, replacement)."""
    tokens = tokens_of(text)
    braces, parens, inside, start = 0, 0, False, None
    for n, (word, begin, end) in enumerate(tokens):
        last = tokens[n - 1][0] if n else ""
        if word == "{":
            if braces == 0:
                inside = last in (")", "=")
            braces += 1
        if inside and braces > 0:
            for other in list(operators(tokens, n)) + list(constants(word)):
                yield begin, end, other
            if word == "(" and last in ("if", "while"):
                last_inside = tokens[closing(tokens, n)][1]
                yield end, last_inside, "!(%s)" % text[end:last_inside]
            if word == "(" and re.fullmatch(r"[A-Za-z_]\w*", last) and last not in ("if", "while", "for", "switch", "return", "sizeof", "calloc"):
                yield from arguments(text, tokens, n)
            if word == "return" and tokens[n + 1][0] != ";" and '"' not in text[end:text.find(";", end)]:
                stop = next(t[1] for t in tokens[n:] if t[0] == ";")
                yield tokens[n + 1][1], stop, "!(%s)" % text[tokens[n + 1][1]:stop]
            parens += (word == "(") - (word == ")")
            if word in ("{", "}") or (word in (";", ":") and parens == 0):
                if word == ";" and start is not None and start < n and is_statement(tokens, start):
                    yield tokens[start][1], begin, ""
                start = n + 1
            if word == "else" or (word == ")" and parens == 0):  # the statement of an else, if or loop begins
                start = n + 1 if word == "else" or heads_statement(tokens, n) else start
        if word == "}":
            braces -= 1


def heads_statement(tokens, n):
    """Whether the bracket tokens[n] closes the condition of an if or a loop."""
    level = 0
    for k in range(n, -1, -1):
        level += (tokens[k][0] in CLOSE) - (tokens[k][0] in OPEN)
        if level == 0:
            return tokens[k - 1][0] in ("if", "for", "while")
    return False


def one_line(text):
    return " ".join(text.split())


def mutants_of(path, text, found):
    """The changes of a file as mutants. The same change of equal lines counts once."""
    seen = set()
    for begin, end, other in found:
        first, stop = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
        mutant = Mutant(path, text.count("\n", 0, begin) + 1, begin, end, other, one_line(text[first:stop]),
                        one_line(text[first:begin] + other + text[end:stop]))
        if mutant.before != mutant.after and (mutant.before, mutant.after) not in seen:
            seen.add((mutant.before, mutant.after))
            yield mutant


def new_lines(path):
    """The lines of a file that are newer than the commit SINCE. Lines that were only moved or indented are not."""
    lines = subprocess.run(["git", "blame", "-s", "-w", "-M", "-C", "^" + SINCE, "--", path], capture_output=True, text=True, check=True).stdout.splitlines()
    return {n for n, line in enumerate(lines, 1) if not line.startswith("^")}


def recent(mutants):
    """The mutants of new lines, if there is a commit SINCE."""
    lines = {path: new_lines(path) for path in {m.path for m in mutants}} if SINCE else {}
    return [m for m in mutants if not SINCE or m.line in lines[m.path]]


def counts(mutants, count):
    """folder -> size of its sample. mutants: folder -> mutants. With a commit SINCE, the folders share the count in proportion to their lines."""
    if not SINCE:
        return dict.fromkeys(mutants, count)
    ends = list(itertools.accumulate(len({(m.path, m.line) for m in some}) for some in mutants.values()))
    rounded = [round(count * end / max(ends[-1], 1)) for end in ends]
    return {folder: end - begin for folder, begin, end in zip(mutants, [0] + rounded, rounded)}


def drawn(mutants, seed):
    """The mutants in an order drawn by the seed. Every line has the same chance: each round takes one mutant of each line."""
    lines = collections.defaultdict(list)
    for mutant in mutants:
        lines[mutant.path, mutant.line].append(mutant)
    rng, left = random.Random(seed), list(lines.values())
    for some in left:
        rng.shuffle(some)
    while left:
        rng.shuffle(left)
        for some in left:
            yield some.pop()
        left = [some for some in left if some]
