#!/usr/bin/env python3
"""Tests the errors of sluice sweep: each message names the file, the line and a valid value, and no file is half-written."""
import os

from program import bash, each, main, read, run, write
from sweeps import write_scenario

ROWS = "source,destination,class,bytes,start_us\n"


@each(["a.yaml", "two.yaml", "m.yaml"])
def test_changed_files(name):
    write_scenario(100)
    write("m.yaml", "mmu: {scheme: STATIC, xoff: 20KB, buffer: 800KB, headroom: 16KB, ports: 4}\n")
    write("a.yaml", "scenario: two.yaml\nover:\n  mmu: [m.yaml]\n  seed: 1..2\n")
    run("sweep a.yaml --out o")
    text = read(name)
    write(name, text + "# one more\n")
    run("sweep a.yaml --out o --point 1", 2).said(
        f"o: its points were run with another {name}; remove the directory, or give another --out\n")
    write(name, text)
    run("sweep a.yaml --out o").printed("0 of them run now")


@each([("seed: 1..2", "one.csv"), ("flows_csv: [one.csv, more.csv]", "more.csv")])
def test_changed_data(over, changed):
    """Files named by the scenario, and files named by a value."""
    write_scenario(100, "flows_csv: one.csv\n")
    for name in ("one.csv", "more.csv"):
        write(name, ROWS + "x,z,0,1000,1\n")
    write("a.yaml", f"scenario: two.yaml\nover:\n  {over}\n")
    run("sweep a.yaml --out o")
    write(changed, ROWS + "x,z,0,2000,1\n")
    run("sweep a.yaml --out o", 2).said(f"o: its points were run with another {changed}; ")


def test_own_input():
    write_scenario(100, "flows_csv: sweep.csv\n")
    write("sweep.csv", ROWS + "x,z,0,1000,1\n")
    write("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..2\n")
    run("sweep a.yaml --out .", 2).said("/sweep.csv: this sweep reads the file; give --out another directory\n")
    assert not os.path.exists("points")


@each([
    ("", "a.yaml:1: the file is empty; start from one of the ready sweeps"),
    ("over: {seed: 1..2}\n", "a.yaml:1: scenario is missing in the sweep; add scenario"),
    ("scenario: two.yaml\n", "a.yaml:1: over is missing in the sweep; add over"),
    ("scenario: two.yaml\nover: {seed: 1..2}\nx: 1\n", "a.yaml:3: unknown key 'x' in the sweep; known are scenario, over, columns"),
    ("scenario: two.yaml\nover: 1..2\n", "a.yaml:2: over must have keys; write them as mmu.alpha: [1/8, 1/2]"),
    ("scenario: two.yaml\nover: {}\n", "a.yaml:2: over must have keys"),
    ("scenario: two.yaml\nover:\n  seed: 1\n", "a.yaml:3: seed must be values; write a list such as"),
    ("scenario: two.yaml\nover:\n  seed: []\n", "a.yaml:3: seed is empty; list at least one value"),
    ("scenario: two.yaml\nover:\n  seed: 9..1\n", "a.yaml:3: seed is '9..1'; give a range such as 1..10"),
    ("scenario: two.yaml\nover:\n  seed: [1,\n   2, 1]\n", "a.yaml:4: seed is 1 twice; keep one"),
    ("scenario: two.yaml\nover:\n  seed: [1]\n  seed: [2]\n", "a.yaml:4: seed is given twice in over; keep one"),
    ("scenario: two.yaml\nover:\n  seed: 1..5000\n  mmu.xon: 1..5000\n", "a.yaml:4: over has more than 1000000"),
    ("scenario: no.yaml\nover:\n  seed: [1]\n", "a.yaml:1: cannot open %D/no.yaml: No such file or directory; name a file"),
    ("scenario: two.yaml\nover:\n  mmu: [no.yaml]\n", "a.yaml:3: cannot open %D/no.yaml: No such file or directory; name a file"),
    ("scenario: two.yaml\nover:\n  seed: 1..2\n  mmu.alpha: [1/8,\n    1/2, 3]\n",
     "a.yaml:5: alpha is '3'; give a power of two from 1/256 to 128, such as 1/16 or 0.0625"),
    ("scenario: two.yaml\nover:\n  mmu.alhpa: [1/8]\n", "a.yaml:3: unknown key 'alhpa' in mmu, did you mean 'alpha'?"),
    ("scenario: two.yaml\nover:\n  flows.h.gbps: [1]\n", "a.yaml:3: flows.h.gbps: the list has no element 'h'"),
    ("scenario: two.yaml\nover:\n  name.x: [1]\n", "a.yaml:3: name.x: the key before 'x' has a single value"),
    ("scenario: two.yaml\nover:\n  flows.f.gbps: [1, 50]\n", "a.yaml:3: gbps is 50, above the 40 of host x"),
    ("scenario: two.yaml\nover:\n  mmu.buffer: [1MB,\n  20KB]\n", "a.yaml:4: switch S: pools exceed the buffer by "),
    ("scenario: two.yaml\nover:\n  seed: [1]\ncolumns: [a..b]\n", "a.yaml:4: 'a..b' is not a column"),
    ("scenario: two.yaml\nover:\n  seed: [1]\ncolumns: [switches.late_ns.max]\n",
     "a.yaml:4: 'switches.late_ns.max' has a new name; write input_delay_ns for late_ns"),
    ("scenario: two.yaml\nover:\n  seed: [1]\ncolumns:\n- verdict\n- flows.gbps\n",
     "a.yaml:6: column flows.gbps has more than one value; add .sum")])
def test_bad_sweep(sweep, says):
    """%D: the test's directory"""
    write_scenario(100)
    here = os.getcwd()
    write("a.yaml", sweep)
    run(f"sweep {here}/a.yaml --jobs 1 --out o", 2).one_line(f"{here}/{says}".replace("%D", here))
    assert not os.path.exists("o/sweep.csv")


@each([
    ("mmu.alpha", "'mmu.alpha' has no value; give KEY=VALUE such as mmu.alpha=1/8"),
    ("mmu.alpha=3", "--set mmu.alpha=3: alpha is '3'; give a power of two"),
    ("mmu..alpha=3", "--set mmu..alpha=3: a name is missing at a dot; give a path such as mmu.alpha"),
    ("seed=[1", "--set seed=[1: its value is not YAML"),
    ("seed=", "--set seed=: its value is not YAML"),
    ("mmu=1", "--set mmu=1: mmu must have keys"),
    ("name.x=1", "--set name.x=1: the key before 'x' has a single value"),
    ("flows.h.gbps=1", "--set flows.h.gbps=1: the list has no element 'h'"),
    ("switch.S.mmu.xoff=1KB", "--set switch.S.mmu.xoff=1KB: unknown key 'switch' in the scenario, did you mean 'switches'?"),
    ("mmu.scheme=dsh", "--set mmu.scheme=dsh: scheme is 'dsh', did you mean 'DSH'?"),
    ("flows.*.from=xyz", "--set flows.*.from=xyz: there is no host xyz; name one of hosts"),
    ("switches.S.mmu.xof=1KB", "--set switches.S.mmu.xof=1KB: unknown key 'xof' in mmu, did you mean 'xoff'?")])
def test_bad_setting(setting, says):
    write_scenario(100)
    run(f"run two.yaml --quiet --set {setting}", 2).said(says)


@each([
    ("flows.gpbs.mean", "flows.gpbs.mean is not in the results, did you mean 'flows.gbps.mean'?"),
    ("verdcit", "verdcit is not in the results, did you mean 'verdict'?"),
    ("queues.max_byte.max", "queues.max_byte.max is not in the results, did you mean 'queues.max_bytes.max'?"),
    ("sizes.byte_to.max", "sizes.byte_to.max is not in the results, did you mean 'sizes.bytes_to.max'?"),
    ("slowdown.p98", "slowdown.p98 is not in the results, did you mean 'slowdown.p99'?"),
    ("flows.k.gbps", "flows.k.gbps is not in the results"),
    ("links.feedback_mean.max", "links.feedback_mean.max is not in the results")])
def test_unknown_column(column, says):
    """An unknown column is refused before the first run, also for a single point: nothing is written. The lists `queues`, `sizes` and
    `latency_by_class` have elements only after a run."""
    write_scenario(100)
    write("a.yaml", f"scenario: two.yaml\nover:\n  seed: 1..3\ncolumns: [verdict, {column}]\n")
    for point in ("", " --point 2"):
        run(f"sweep a.yaml --out o{point}", 2).one_line(f"a.yaml:4: column {says}")
        assert not os.path.exists("o")


def test_column_of_one_point():
    """A column that only one of the points has, or only a run that deadlocks or ends early, is known."""
    write_scenario(100)
    write("a.yaml", "scenario: two.yaml\nover:\n  mmu: [static.yaml, gfc.yaml]\n"
          "columns: [cycle, deadlocked_since_ns, last_movement_ns, latency_by_class.class.max,\n"
          "  links.feedback_mean.max, flows.f.gbps, links.gbps.min, queues.mean_bytes.max]\n")
    write("static.yaml", "mmu: {scheme: STATIC, ports: 4, buffer: 800KB, xoff: 20KB, headroom: 16KB}\n")
    write("gfc.yaml", "mmu: {scheme: GFC, ports: 4, buffer: 12MB, bm: 72KB, b0: 7KB}\n")
    run("sweep a.yaml --out o")
    assert os.path.exists("o/sweep.csv")


def test_full_disk():
    """The limit applies to the file of a point, not to the data from its process."""
    write_scenario(100)
    write("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..2\n  mmu.alpha: [1/8]\ncolumns: [verdict]\n")
    run("sweep a.yaml --out o --point 2")
    run("sweep a.yaml --jobs 1 --out o", 1, largest=50).said("o/points/1: cannot write")
    assert os.listdir("o/points") == ["2"]


@each([("...yaml", ".."), ("..yaml", "."), ("..yml", ".")])
def test_default_directory_is_a_new_one(name, gives):
    """The names that leave no directory of their own, by task. --count needs no directory."""
    write_scenario(100)
    write(name, "scenario: two.yaml\nover:\n  seed: 1..2\n")
    bash(f"mkdir in && cp two.yaml {name} in && touch before && find . | sort >before")
    for task in ("", "--point 1", "--collect"):
        said = bash(f"cd in && $sluice sweep {name} {task}", 2)
        assert said == f"{name}: its name gives directory {gives}; give --out a new directory, or rename the file\n", said
        bash("find . | sort | diff before -")
    assert bash(f"cd in && $sluice sweep {name} --count") == "2\n"
    bash(f"cd in && $sluice sweep {name} --out new >/dev/null 2>&1 && test -s new/sweep.csv")


@each([("in/a.yaml", "a"), ("./in/../in/b.c.yml", "b.c"), ("in/.yaml", ".yaml.sweep"), ("in/seeds", "seeds.sweep"), ("in/a.txt", "a.txt.sweep")])
def test_default_directory(name, directory):
    """It is in the current directory, wherever the file is, and it never has the name of the file."""
    os.mkdir("in")
    write_scenario(100)
    write(name, "scenario: ../two.yaml\nover:\n  seed: [1]\n")
    before = set(os.listdir()) | {directory}
    run(f"sweep {name} --point 1")
    assert set(os.listdir()) == before and os.listdir(f"{directory}/points") == ["1"]


main()
