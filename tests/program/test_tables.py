#!/usr/bin/env python3
"""Compares all that a command prints, and its exit status, with the texts in tests/program/tables. Other tests check the numbers; this one checks the
rows, their order, the titles, and the lines between tables. After an intended change, write the text anew from the root of the repository:
build/sluice ARGUMENTS >tests/program/tables/NAME.txt."""
import os

from program import ROOT, each, finish, main, read, start

PLAN = "plan --all --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB"


@each([("run tests/program/tables/pauses.yaml", "pauses"), ("run tests/program/tables/ring.yaml", "deadlock"),
       ("run tests/program/tables/gentle.yaml", "gentle"), ("analyze tests/program/tables/pauses.yaml", "no_cycle"),
       ("analyze tests/program/tables/ring.yaml", "cycle"), (PLAN, "plan"), (PLAN + " --json", None)])  # its text has the version
def test_prints(line, name):
    os.chdir(ROOT)  # messages have the path
    result = finish(start(line))
    assert result.code == 0, result.err
    if name is None:
        return
    got, expected = result.out.split("\n"), read(f"tests/program/tables/{name}.txt").split("\n")
    for number, (a, b) in enumerate(zip(got + [None], expected + [None]), 1):
        assert a == b, f"{name}.txt:{number}: got {a!r}, expected {b!r}"


main()
