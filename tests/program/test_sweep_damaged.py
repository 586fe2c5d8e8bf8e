#!/usr/bin/env python3
"""Tests that a sweep refuses each damaged file of a point by its name and line, and that the point runs again after the file is removed.
make check T=sweep_damaged repeats it."""
from program import bash, each, main, run, write
from sweeps import write_scenario


def same_as_before():
    bash("cmp o/sweep.csv first.csv")


@each([
    (": >5", "5:1: the file ends here"),
    ("printf poi >4; mv 4 5", "5:1: the file ends here"),
    ("head -n 3 4 >5", "5:1: the line is of another point or sweep"),
    ("head -n 1 5 >x; mv x 5", "5:2: the file ends here"),
    ("head -n 5 5 >x; mv x 5", "5:5: the file ends here, without its line 'end'"),
    ("truncate -s -1 5", "5:7: the file ends here, without its line 'end'"),
    ("head -n -1 5 >x; echo end >>x; mv x 5", "5:7: the file ends here, without its line 'end'"),
    ("sed -i 5d 5", "5:6: the file has 5 lines above, 6 were written"),
    ("sed -i 5p 5", "5:8: the file has 7 lines above, 6 were written"),
    ("sed -i 6s/drained/deadlocked/ 5", "5:7: the lines above are not those that were written"),
    ("sed -i 6s/drained/deadlocked/ 11", "11:7: the lines above are not those that were written"),
    ("sed -i 's/,drained/\\x00drained/' 5", "5:6: a zero byte"),
    ("cp 4 5", "5:1: the line is of another point or sweep"),
    ("sed 1s/4/5/ 4 >5", "5:4: the line is of another point or sweep"),
    ("cp ../../other/points/5 5", "5:7: the point was run with other inputs than those of inputs.txt"),
    ("cat 4 >>5", "5:14: the file has 13 lines above, 6 were written"),
    ("rm 5; mkfifo 5", "5: cannot read: not a regular file, and it is read more than once"),
    ("rm 5; mkdir 5", "5: cannot read: Is a directory")])
def test_damaged_point(command, says):
    """Commands in o/points; the file of each point has 7 lines."""
    write_scenario(200)
    write("a.yaml", "scenario: two.yaml\nover:\n  mmu.scheme: [SIH, DSH]\n  mmu.alpha: [1/16, 0.25]\n  seed: 1..3\ncolumns: [verdict]\n")
    run("sweep a.yaml --out o")
    bash("cp o/sweep.csv first.csv && sed -i s/100KB/90KB/ two.yaml")
    run("sweep a.yaml --out other --point 5")
    bash(f"sed -i s/90KB/100KB/ two.yaml && cd o/points && {command}")
    point = says.split(":")[0]
    for task in ("--jobs 2", "--missing", "--collect", f"--point {point}"):
        said = run(f"sweep a.yaml --out o {task}", 2).err
        assert said == f"o/points/{says}; remove the file, and its point runs again\n", said
    same_as_before()
    bash("cd o/points && " + ("rm -r 5; test -e 4 || echo >4; rm 4" if point == "5" else "rm 11"))
    run("sweep a.yaml --out o")
    same_as_before()


def test_missing_point():
    """A point without a file runs, and no other one."""
    write_scenario(200)
    write("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..4\n")
    run("sweep a.yaml --out o")
    bash("cp o/sweep.csv first.csv && rm o/points/2")
    assert run("sweep a.yaml --out o --missing").out == "2\n"
    run("sweep a.yaml --out o").printed("4 of 4 points, 1 of them run now")
    same_as_before()


@each([
    ("echo secret >../s; ln -sf ../s inputs.txt", "sluice"),
    ("sed -i 's/^=== two.yaml/=== secret/' inputs.txt", "two.yaml"),
    ("sed -i 's/=== sluice, .*/=== sluice, secret/' inputs.txt", "sluice")])
def test_foreign_inputs(command, name):
    """A message about other inputs shows no text of inputs.txt, which may be a link to another file."""
    write_scenario(200)
    write("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..2\n")
    run("sweep a.yaml --out o")
    bash(f"cd o && {command}")
    said = run("sweep a.yaml --out o", 2).err
    assert said == f"o: its points were run with another {name}; remove the directory, or give another --out\n", said


main()
