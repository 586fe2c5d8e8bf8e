"""Functions for programs that write files from a table: cmodel/registers/generate.py and tb/sim/scenario/write_keys.py."""
import os
import re
import sys


class Fault(Exception):
    """The table contradicts itself."""


def expect(good, text):
    if not good:
        raise Fault(text)


def page_table(titles, rows):
    lines = [titles, ["---"] * len(titles)] + rows
    return "".join("| " + " | ".join(str(cell) for cell in line).replace("  ", " ") + " |\n" for line in lines)


def with_sections(path, word, sections, t):
    """Returns the text of the file with new text between its markers, "WORD: begin NAME" and "WORD: end"."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for name, write in sections.items():
        pattern = re.compile(rf"(^[^\n]*{word}: begin {re.escape(name)}[^\n]*\n)(.*?)(^[^\n]*{word}: end)", re.M | re.S)
        expect(len(pattern.findall(text)) == 1, f"{path}: needs one \"{word}: begin {name}\" with its \"{word}: end\"")
        text = pattern.sub(lambda m: m[1] + write(t) + m[3], text)
    return text


def update(texts, only_check, goal, table):
    """Writes the files of texts, {path: text}, that differ; only_check: exits with their names instead."""
    differ = []
    for path, text in texts.items():
        old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if old == text:
            continue
        differ.append(path)
        if not only_check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"wrote {path}")
    if only_check and differ:
        sys.exit(f"{goal}: {', '.join(differ)} differ from {table}; run `make {goal}`")
