#!/usr/bin/env python3
"""Compares the tables of docs/verification/proofs.md with tests/formal/list and the texts of the proofs, and prints each difference.

Each proof of the list is in a row of the page, with its module, sizes, method and planted faults; the rows have no other proof. PW and CW
follow from NP and NC, so the page may leave them out. The assertions and assumptions of a row are in the text of its proof, and a table
of assumptions says who guarantees each.
"""
import glob
import re
import sys

PAGE, LIST = "docs/verification/proofs.md", "tests/formal/list"
COLUMNS = ["property", "module", "sizes", "method", "assumes", "fault found in cycle"]
GUARANTEES = ["module", "assumptions and who guarantees them"]


def numbers(letter, text):
    """Returns the numbers of "P1, P3-P5", or of "A2" and so on."""
    found = set()
    for first, last in re.findall(rf"\b{letter}(\d+)(?:-{letter}(\d+))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def proofs_of_list():
    """Returns {(module, method, size): number of planted faults}. A size is a set of parameters."""
    proofs = {}
    with open(LIST, encoding="utf-8") as file:
        for line in file:
            if line.strip() and line[0] != "#":
                fields = re.split(r" +\| +", line.replace("\\|", "\\!").strip())
                for size in fields[2].split():
                    key = fields[1], fields[3].strip(), frozenset(size.split(",")) - {"-"}
                    proofs[key] = proofs.get(key, 0) + (len(fields) - 5) // 3
    return proofs


def text_of(module):
    """Returns the text of a proof, with its FORMAL_ parts."""
    name = module.partition("+")[0]
    paths = glob.glob(f"rtl/**/sluice_{name}*.svh", recursive=True) + glob.glob(f"tests/formal/sluice_{name}.sv")
    return "".join(open(path, encoding="utf-8").read() for path in paths)


def tables():
    """Yields number, heading and cells of each row of a table of the page."""
    heading = []
    with open(PAGE, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            cells = [cell.strip() for cell in line.split(" | ")] if line.startswith("| ") else []
            if not cells:
                heading = []
                continue
            cells[0], cells[-1] = cells[0].lstrip("| "), cells[-1].removesuffix("|").strip()
            if heading and cells[0] != "---":
                yield number, heading, cells
            heading = heading or cells


def main():
    faults, seen, rows, guaranteed = [], {}, list(tables()), {}
    for _, heading, cells in rows:
        if heading == GUARANTEES:
            guaranteed[cells[0].strip("`")] = numbers("A", cells[1])
    listed = proofs_of_list()
    for number, heading, cells in rows:
        if heading != COLUMNS:
            continue

        def fault(text):
            faults.append(f"{PAGE}:{number}: {text}")

        module, sizes, planted = cells[1].strip("`"), cells[2].split("; "), cells[5].split("; ")
        text = text_of(module)
        for size in sizes:
            given = set(size.split()) - {"-"}
            key = [k for k in listed if k[:2] == (module, cells[3]) and given == {p for p in k[2] if p in given or p[:3] not in ("PW=", "CW=")}]
            if len(key) == 1:
                seen[key[0]] = seen.get(key[0], 0) + len(planted)
            else:
                fault(f"{LIST} has no proof of {module}, {size}, by {cells[3]}")
        for one in planted:
            if not re.fullmatch(r"(\d+|step|-)(, (\d+|step|-)){%d}" % (len(sizes) - 1), one):
                fault(f"expected a cycle for each size: {one}")
        for letter, cell in (("P", cells[0]), ("A", cells[4])):
            for n in numbers(letter, cell) - numbers(letter, " ".join(re.findall(r"// ([AP]\d[^:]*):", text))):
                fault(f"the text of {module} has no {letter}{n}")
        for n in numbers("A", cells[4]) - guaranteed.get(module, set()) - guaranteed.get(module.partition("+")[0], set()):
            fault(f"no row says who guarantees A{n} of {module}")
    for key, count in listed.items():
        if seen.get(key) != count:
            faults.append(f"{PAGE}: {key[0]}, {' '.join(sorted(key[2]))}, {key[1]}: {seen.get(key, 0)} of {count} planted faults of {LIST}")
    for text in faults:
        print(text, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
