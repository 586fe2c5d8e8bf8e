#!/usr/bin/env python3
"""Compares the tables of docs/verification/proofs.md with tests/formal/list and the texts of the proofs, and prints each difference.

Each proof of the list is in a row of the page, with its module, sizes and method; the rows have no other proof. PW and CW follow from
NP and NC, so the page may leave them out. The assertions of a row are in the text of its proof, and so are the assumptions of the tables
that say who guarantees them; these tables have each assumption of the texts that is not a reset or a range.
"""
import glob
import re
import sys

PAGE, LIST = "docs/verification/proofs.md", "tests/formal/list"
COLUMNS = ["property", "module", "sizes", "method"]
OF_ANY_PROOF = re.compile("power-up|exists|watched|in the first 8 cycles")  # assumptions that need no guarantee
GUARANTEES = ["module", "assumptions and who guarantees them"]


def numbers(letter, text):
    """Returns the numbers of "P1, P3-P5", or of "A2" and so on."""
    found = set()
    for first, last in re.findall(rf"\b{letter}(\d+)(?:-{letter}(\d+))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def proofs_of_list():
    """Returns the set of (module, method, size). A size is a set of parameters."""
    proofs = set()
    with open(LIST, encoding="utf-8") as file:
        for line in file:
            if line.strip() and line[0] != "#":
                fields = re.split(r" +\| +", line.replace("\\|", "\\!").strip())
                proofs |= {(fields[1], fields[3].strip(), frozenset(size.split(",")) - {"-"}) for size in fields[2].split()}
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
    faults, seen, guaranteed = [], set(), {}
    listed = proofs_of_list()
    for number, heading, cells in tables():

        def check(name, letter, cell):
            for n in sorted(numbers(letter, cell) - numbers(letter, " ".join(re.findall(r"// ([AP]\d[^:]*):", text_of(name))))):
                faults.append(f"{PAGE}:{number}: the text of {name} has no {letter}{n}")

        if heading == GUARANTEES:
            module = cells[0].strip("`")
            check(module, "A", cells[1])
            guaranteed.setdefault(module.partition("+")[0], set()).update(numbers("A", cells[1]))
        elif heading == COLUMNS:
            module = cells[1].strip("`")
            check(module, "P", cells[0])
            for size in cells[2].split("; "):
                given = set(size.split()) - {"-"}
                key = [k for k in listed if k[:2] == (module, cells[3]) and given == {p for p in k[2] if p in given or p[:3] not in ("PW=", "CW=")}]
                seen.update(key)
                if len(key) != 1:
                    faults.append(f"{PAGE}:{number}: {LIST} has no proof of {module}, {size}, by {cells[3]}")
    for module, method, size in sorted(listed - seen, key=str):
        faults.append(f"{PAGE}: no row has the proof of {module}, {' '.join(sorted(size))}, {method}")
    for module in sorted({key[0].partition("+")[0] for key in listed}):
        for n, text in re.findall(r"// A(\d+): (.*)", text_of(module)):
            if int(n) not in guaranteed.get(module, set()) and not OF_ANY_PROOF.search(text):
                faults.append(f"{PAGE}: no row says who guarantees A{n} of {module}")
    for text in faults:
        print(text, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
