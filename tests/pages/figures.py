#!/usr/bin/env python3
"""Compares the numbers of pages with the tables that they come from, as tests/pages/figures.txt lists them, and prints each difference.

figures.txt has a claim for each sentence:

    PAGE: TEXT with * for each number that has a source; other numbers of TEXT are settings
      SOURCE                  one line for each *, or
      EXPRESSION              an expression with the names of the lines below it
        NAME = SOURCE
      - REASON                instead, for a TEXT without *: why its numbers have no source

    SOURCE is FILE | ROW | COLUMN, a cell of a table, Markdown or CSV; ROW is cells of the row, separated by " & "
    or        FILE ~ PATTERN, what the group of a regular expression matches in one line of the file

FILE may be FILE#ANCHOR: only the section below this heading. A cell with several numbers is a list.
A number of the page must be the value, rounded to the decimals of the page. TEXT occurs once in the page, in one line.
Each number of a summary must be in a TEXT. Summaries are some sections of README.md, the first paragraph of a page of docs/, its section
Conclusion, and the answers of docs/README.md.
"""
import csv
import glob
import re
import sys

LIST = "tests/pages/figures.txt"
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
README_SECTIONS = {"Why Sluice", "Comparison", "Key result", "Limits"}
# Numbers that are part of a name: of a standard, a section, a figure, a product, a size such as 4 x 8, a unit such as 10G.
NAMES = re.compile(
    r"`[^`]*`|\]\([^)]*\)|\[[A-Z]+ [^]]*\]|^\d+\. |\b(?:[Ff]ig(?:ure|\.)?s?|Eq\.|[Ss]ections?|[Ss]pec|[Cc]ases?|Theorem|[Cc]lause|[Aa]nnex|Debian|seed|nextpnr|commit|"
    r"grade|ECP5|HX|November|engine) [\d.]+(?: (?:to|and) \d+)?|\b[0-9a-f]{7}\b|\b\d+ x \d+\b|\b802\.\d\w*|\w*[A-Za-z]-?\d[\w-]*|\b\d+\w*[A-Za-z]\w*|"
    r"\w+ (?:=|\+) \d+|max\([^)]*\)|\d C")


def cells_of(line):
    return [re.sub(r"`|\*\*", "", cell).strip() for cell in line.strip().strip("|").split(" | ")]


def lines_of(source):
    """Yields the number and the text of each line of FILE or FILE#ANCHOR."""
    path, _, anchor = source.partition("#")
    level = 0 if anchor else -1
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if anchor and re.match(r"#+ ", line):
                depth = len(line.split()[0])
                name = re.sub(r"[^\w\- ]", "", line[depth:].strip().lower()).replace(" ", "-")
                level = depth if name == anchor else 0 if depth <= level else level
            if level:
                yield number, line.rstrip("\n")


def numbers(text):
    return [float(n.replace(",", "")) for n in re.findall("-?" + NUMBER, text)]


def tables_of(source):
    """Yields heading and cells of each row of each table."""
    if source.partition("#")[0].endswith(".csv"):
        with open(source, encoding="utf-8") as file:
            heading, *rows = csv.reader(file)
        yield from ((heading, row) for row in rows)
        return
    heading = None
    for _, line in lines_of(source):
        if not line.startswith("|"):
            heading = None
        elif heading is None:
            heading = cells_of(line)
        elif not re.match(r"\|[ :|-]+$", line):
            yield heading, cells_of(line)


def look_up(reference):
    """Returns the number of a reference, or a list of numbers."""
    if " ~ " in reference:
        source, pattern = reference.split(" ~ ", 1)
        found = [m.group(1) for _, line in lines_of(source) for m in [re.search(pattern, line)] if m]
    else:
        source, row, column = reference.split(" | ")
        keys = row.split(" & ")
        found = [cells[heading.index(column)] for heading, cells in tables_of(source)
                 if column in heading and all(key in cells for key in keys)]
    if len(set(found)) != 1:
        raise ValueError(f"{reference}: expected one value, found {len(set(found))}")
    values = numbers(found[0])
    if not values:
        raise ValueError(f"{reference}: no number: {found[0]}")
    return values if len(values) > 1 else values[0]


def claims():
    """Yields (line of the list, page, text, [(expression, {name: reference})], whether a reason is given)."""
    claim = None
    with open(LIST, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith(" "):
                if claim:
                    yield tuple(claim)
                page, _, text = line.partition(": ")
                claim = [number, page, text, [], False]
            elif line.startswith("    "):
                name, _, reference = line.strip().partition(" = ")
                claim[3][-1][1][name] = reference
            elif line.startswith("  - "):
                claim[4] = True
            else:
                claim[3].append((line.strip(), {}))
    if claim:
        yield tuple(claim)


def value_of(expression, names):
    if not names:
        return float(look_up(expression))
    values = {name: look_up(reference) for name, reference in names.items()}
    return float(eval(expression, {"__builtins__": {}, "min": min, "max": max, "round": round}, values))  # pylint: disable=eval-used


def check(claim, page_lines):
    """Returns the faults of a claim, and its place in the page as (line, first column, last column), or None."""
    at, page, text, values, reason = claim
    pattern = f"({NUMBER})".join(re.escape(part) for part in text.split("*"))
    found = [(n, m) for n, line in page_lines for m in re.finditer(pattern, line)]
    if len(found) != 1:
        return [f"{LIST}:{at}: {page} has this text {len(found)} times, expected once: {text}"], None
    number, match = found[0]
    faults, place = [], (number, *match.span())
    if match.re.groups != len(values) or reason == bool(values):
        faults.append(f"{LIST}:{at}: {match.re.groups} numbers (*), {len(values)} values; expected a value for each, or a reason without a *")
        return faults, place
    for shown, (expression, names) in zip(match.groups(), values):
        decimals = len(shown.partition(".")[2])
        try:
            value = value_of(expression, names)
        except (ValueError, OSError, NameError, SyntaxError, TypeError, IndexError) as error:
            faults.append(f"{LIST}:{at}: {expression}: {error}")
            continue
        if abs(value - float(shown.replace(",", ""))) > 0.5000001 * 10 ** -decimals:
            sources = ", ".join(names.values()) or expression
            faults.append(f"{page}:{number}: found {shown}, expected {value:,.{decimals}f} ({value:.6g}) by {sources}: {match.group()}")
    return faults, place


def summaries(page, page_lines):
    """Yields (number, text) of each line of a summary."""
    section, fenced, paragraph = None, False, 0
    for number, line in page_lines:
        if line.startswith("```"):
            fenced = not fenced
        elif line.startswith("# "):
            section = ""
        elif line.startswith("## "):
            section = line[3:]
        elif not fenced and not line.startswith("!"):
            if section == "":
                paragraph += not line
            table = line.startswith("|")
            if page == "README.md":
                due = section in README_SECTIONS
            elif page == "docs/README.md":
                due = table
            else:
                due = not table and (section == "Conclusion" or (section == "" and paragraph == 1))
            if due:
                yield number, line


def run():
    """Returns the number of compared numbers, and a text for each fault."""
    faults, count, places, lines = [], 0, {}, {}

    def text_of(page):
        if page not in lines:
            lines[page] = list(lines_of(page))
        return lines[page]

    for claim in claims():
        wrong, place = check(claim, text_of(claim[1]))
        count += len(claim[3])
        faults += wrong
        if place:
            places.setdefault((claim[1], place[0]), []).append(place[1:])
    for page in ["README.md", *sorted(glob.glob("docs/**/*.md", recursive=True))]:
        for number, line in summaries(page, text_of(page)):
            plain = NAMES.sub(lambda m: "_" * len(m.group()), line)
            for m in re.finditer(NUMBER, plain):
                if not any(first <= m.start() < last for first, last in places.get((page, number), [])):
                    faults.append(f"{page}:{number}: {m.group()} has no claim in {LIST}: {line.strip()}")
    return count, faults


def main():
    count, faults = run()
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults or count == 0 else 0)


if __name__ == "__main__":
    main()
