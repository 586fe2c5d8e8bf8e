#!/usr/bin/env python3
"""Runs the commands that pages show. usage: commands.py [--copy|--build] [PAGE]..    without PAGE: all tracked pages

The blocks of a page that are marked ```sh run in order, in a temporary folder with links to the files of the repository.
Each line of a block marked ```text behind such a block must be a line of its output, in this order; a line ... skips any lines.
--copy runs the blocks marked ```sh copy instead, in a copy of the repository, and applies those marked ```diff to it; --build runs those marked
```sh build, in the repository, of which they change build/ alone. Tests of their own start these, because the commands take long.
Blocks with another mark are not run: console marks commands that take long, need a board or open a window. An unknown mark is a fault, as is a
block without an end, because its commands would not run.
Without PAGE, the numbers of the pages are compared with their tables, too (figures.py).
"""
import os
import shutil
import subprocess
import sys
import tempfile

import figures

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LONGEST_S = 300
MARKS = {"", "c", "console", "csv", "diff", "python", "sh", "sh build", "sh copy", "systemverilog", "text", "yaml"}


def blocks(page):
    """Yields (number of the first line, mark, text) of each fenced block."""
    mark, start, text = None, 0, []
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.startswith("```"):
                if line.lstrip(" >-").startswith("```sh"):
                    sys.exit(f"{page}:{number}: a block of commands must begin in the first column")
                text.append(line)
            elif mark is None:
                mark, start, text = line[3:].strip(), number, []
                if mark not in MARKS:
                    sys.exit(f"{page}:{number}: mark {mark}: expected one of {' '.join(sorted(MARKS))}")
            else:
                yield start, mark, "".join(text)
                mark = None
    if mark is not None:
        sys.exit(f"{page}:{start}: the block has no end")


def tracked():
    return subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.split()


def copy_of_the_repository(folder):
    """Fills the folder with the tracked files, and with the libraries that every build of the RTL needs and no page changes."""
    for name in tracked():
        os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
        shutil.copy2(name, os.path.join(folder, name))
    shutil.copytree(os.path.join(BUILD, "verilated"), os.path.join(folder, "build", "verilated"))
    shutil.copy2(os.path.join(BUILD, "libverilated.a"), os.path.join(folder, "build"))


def looks_like_the_repository(folder):
    """Fills the folder with links to the files of the repository and to the built program."""
    for name in tracked():
        top = name.split("/")[0]
        if not os.path.lexists(os.path.join(folder, top)):
            os.symlink(os.path.abspath(top), os.path.join(folder, top))
    os.mkdir(os.path.join(folder, "build"))
    for name in ("sluice", "sluice-mpi.so"):
        os.symlink(os.path.join(BUILD, name), os.path.join(folder, "build", name))


def missing_line(shown, printed):
    """Returns the first line of shown that is not in printed after the previous lines of shown, or None.

    Spaces at the end of a line are ignored.
    """
    rest = iter([line.rstrip() for line in printed.split("\n")])
    for line in shown.rstrip("\n").split("\n"):
        if line.strip() != "..." and not any(line.rstrip() == other for other in rest):
            return line
    return None


def run_page(page, place):
    """Runs the blocks of a page that are for the place: "", copy or build. Returns the number of checks, and a text for each failure."""
    checks, faults, printed = 0, [], None
    # The commands start makes of their own.
    environment = {k: v for k, v in os.environ.items() if not place or k not in ("MAKEFLAGS", "MAKELEVEL", "T", "BUILD")}
    with tempfile.TemporaryDirectory() as folder:
        if place == "copy":
            copy_of_the_repository(folder)
        elif place == "build":
            environment["BUILD"] = os.environ.get("BUILD", "build")
        else:
            looks_like_the_repository(folder)
        for line, mark, text in blocks(page):
            if mark == f"sh {place}".strip() or (mark == "diff" and place == "copy"):
                checks += 1
                command = ["git", "apply", "-"] if mark == "diff" else ["bash", "-e", "-o", "pipefail", "-c", text]
                done = subprocess.run(command, cwd=None if place == "build" else folder, env=environment, input=text if mark == "diff" else "",
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=None if place else LONGEST_S, check=False, text=True)
                printed = done.stdout
                if done.returncode:
                    faults.append(f"{page}:{line}: exit status {done.returncode}\n{printed[-2000:]}")
            elif mark == "text" and printed is not None:
                checks += 1
                missing = missing_line(text, printed)
                if missing is not None:
                    faults.append(f"{page}:{line}: not printed, or not in this order: {missing}\nprinted:\n{printed[-4000:]}")
            else:
                printed = None
    return checks, faults


def main():
    place = sys.argv[1][2:] if sys.argv[1:2] in (["--copy"], ["--build"]) else ""
    named = sys.argv[2 if place else 1:]
    pages = named or [name for name in tracked() if name.endswith(".md")]
    checks, faults = figures.run() if pages and not named and not place else (0, [])
    for page in pages:
        some, wrong = run_page(page, place)
        checks += some
        faults += wrong
    for fault in faults:
        print("failed: " + fault)
    print(f"{100 * (checks - len(faults)) // max(checks, 1)}%: Checks: {checks}, Failures: {len(faults)}, Errors: 0")
    sys.exit(1 if faults or checks == 0 else 0)


if __name__ == "__main__":
    main()
