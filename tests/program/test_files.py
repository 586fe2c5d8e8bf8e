#!/usr/bin/env python3
"""Tests the files that commands read and write: links and FIFOs with the names of unfinished files, FIFOs and pipes as inputs, names and texts that
are not UTF-8, and outputs that cannot be written. make check T=files repeats it."""
import json
import os
import tempfile

from program import RUN_FILES, bash, each, main, run, write
from sweeps import write_scenario

PLANTS = ["ln -s ../victim", "ln ../victim", "ln -s ../nothing", "mkfifo"]


# ---- planted files ----

def plant(kind, *names):
    """Plants files in directory o. victim is outside."""
    write("victim", "precious\n")
    bash("mkdir -p o && cd o && " + " && ".join(f"{kind} {name}" for name in names))


def intact():
    """The file behind a link is unchanged, and a link to nothing makes no file."""
    bash("test $(cat victim) = precious && test ! -e nothing")


@each(PLANTS)
def test_planted_in_a_run(kind):
    write_scenario(100)
    plant(kind, ".results.json.part", ".pauses.csv.part", ".queues.csv.part", ".run.cksum.part")
    run("run two.yaml --quiet --out o")
    intact()
    assert len(os.listdir("o")) == RUN_FILES
    bash("cd o && ! find . -type l -o -type p | grep .")


@each(PLANTS)
def test_planted_in_a_replay(kind):
    bash("$root/tb/cli/replay/captures.py ./")
    plant(kind, ".port0.pcap.part", ".port2.pcap.part")
    run("replay tb/examples/scenarios/replay.yaml --engine model --quiet --in 0=in0.pcap --out o")
    intact()
    assert len(os.listdir("o")) == 4


@each(PLANTS)
def test_planted_at_the_end(kind):
    """A link at the name of a complete file is replaced, and the file behind it stays."""
    write_scenario(100)
    plant(kind, "pauses.csv")
    write("victim", "time_ns,precious\n")
    if kind == "mkfifo":
        run("run two.yaml --quiet --out o", 1).said("o/pauses.csv: cannot write: not a regular file")
        return
    run("run two.yaml --quiet --out o")
    bash("test $(cat victim) = time_ns,precious && test ! -e nothing")


@each(["flows.csv", "results.json"])
def test_foreign_in_out(name):
    """Files of other programs are not replaced."""
    write_scenario(100)
    os.mkdir("o")
    write(f"o/{name}", "source,mine\n")
    result = run("run two.yaml --quiet --out o", 1)
    result.said(f"{name}: the file holds no results; give --out another directory\n")
    result.one_line()
    assert os.listdir("o") == [name]


# ---- FIFOs, pipes and devices as inputs ----

@each([
    ("run %D/f", "/f: cannot open: a FIFO without data and without a writer; give a scenario file\n"),
    ("analyze %D/f", "/f: cannot open: a FIFO without data and without a writer; give a scenario file\n"),
    ("run %D/two.yaml --mmu %D/f", "/f: cannot open: a FIFO without data and without a writer; give a scenario file\n"),
    ("run %D/two.yaml --set flows_csv=f", "/f: a FIFO without data and without a writer; give a CSV file\n"),
    ("run %D/sizes.yaml", "/sizes.yaml:20: cannot open %D/./f: a FIFO without data and without a writer; give a CSV file\n"),
    ("sweep %D/f", "/f: cannot open: a FIFO without data and without a writer; give a sweep file\n"),
    ("sweep %D/scenario.yaml", "/scenario.yaml:1: cannot open %D/f: not a regular file, and it is read more than once; name a file\n"),
    ("sweep %D/mmu.yaml", "/mmu.yaml:2: cannot open %D/f: not a regular file, and it is read more than once; name a file\n"),
    ("replay tb/examples/scenarios/replay.yaml --engine model --in 0=%D/f --out %D/o",
     "/f: a FIFO without data and without a writer; give a capture that can be read\n"),
    ("report %D/d",
     "/d/run.cksum: cannot open: not a regular file, and it is read more than once; give a directory that sluice run --out or sluice sweep wrote\n"),
    ("run %D", ": cannot open: Is a directory; give a scenario file\n"),
    ("replay tb/examples/scenarios/replay.yaml --engine model --in 0=%D --out %D/o", ": Is a directory; give a capture that can be read\n")])
def test_fifo_without_a_writer(line, says):
    """%D: the test's directory. The FIFO is f."""
    write_scenario(100)
    write("scenario.yaml", "scenario: f\nover: {seed: 1..2}\n")
    write("mmu.yaml", "scenario: two.yaml\nover: {mmu: [f]}\n")
    bash("(cat two.yaml; printf 'traffic:\\n  - name: t\\n    pattern: uniform\\n    sizes: ./f\\n') >sizes.yaml")
    bash("mkfifo f && mkdir d && mkfifo d/run.cksum")
    result = run(line.replace("%D", os.getcwd()), 2)
    result.said(says.replace("%D", os.getcwd()))
    result.one_line()


@each([
    "cat two.yaml | $sluice run /dev/stdin --quiet --out o",
    "$sluice run <(cat two.yaml) --quiet --out o",
    "$sluice run two.yaml --mmu <(sed -n '/^mmu:/,/alpha/p' two.yaml) --quiet --out o",
    "mkfifo f; (sleep 0.2; cat two.yaml) >f & sleep 0.1; $sluice run f --quiet --out o",
    "(sleep 0.2; cat two.yaml) | $sluice run /dev/stdin --quiet --out o",
    "$sluice sweep <(printf 'scenario: %s/two.yaml\\nover: {seed: 1..2}\\n' $PWD) --count && mkdir o"])
def test_pipe_as_input(command):
    """Standard input, process substitution, and a FIFO with a slow writer."""
    write_scenario(100)
    bash(command)
    assert os.path.exists("o")


# ---- texts that are not UTF-8 ----

@each([
    ("sweep %D/d\udcff/a.yaml --out %D/o", ": the command is not UTF-8, which JSON and YAML require"),
    ("topology fat-tree --ports 4 --out %D/d\udcff/x.yaml", ": the command is not UTF-8, which JSON and YAML require"),
    ("report %D/d\udcff", ": the name is not UTF-8, which JSON requires; rename the directory"),
    ("report %D/d\udcff --json", ": the name is not UTF-8, which JSON requires; rename the directory")])
def test_names_that_are_not_utf8(line, says):
    write_scenario(100)
    bash("mkdir d\udcff && mv two.yaml d\udcff && printf 'scenario: two.yaml\\nover: {seed: 1..2}\\n' >d\udcff/a.yaml")
    result = run(line.replace("%D", os.getcwd()), 2)
    result.said(says)
    result.one_line()
    assert result.out == ""


@each([r"\xe9", r"\xc0\xaf", r"\xed\xa0\x80", r"\xf4\x90\x80\x80", r"\xe2\x82", r"\x80", r"\xff"])
def test_table_that_is_not_utf8(octets):
    """Overlong forms, surrogates, too large and cut sequences, and a Latin-1 letter"""
    write_scenario(100)
    run("run two.yaml --quiet --out o")
    bash(f"cd o && printf '1,S{octets},x,0,9,1\\n' >>occupancy.csv && cksum *.csv results.json >run.cksum")
    result = run("report o --json", 2)
    result.said("o/occupancy.csv:2: the line is not UTF-8; let sluice run --out write it again\n")
    result.one_line()
    assert result.out == ""


def test_table_of_utf8():
    """UTF-8 of every length is unchanged."""
    write_scenario(100)
    run("run two.yaml --quiet --out o")
    bash("cd o && sed -i '2s/^f,/\u00e4\u20ac\U0001f600\uffff,/' flows.csv && cksum *.csv results.json >run.cksum")
    assert json.loads(run("report o --json").out)


def test_name_of_two_lines():
    """A command with a line feed is one line, because it is a comment of the scenario."""
    bash("$sluice topology fat-tree --ports 2 --out $'a\\nb'")
    bash("$sluice run $'a\\nb' --quiet && $sluice analyze $'a\\nb' --json | jq -e .command")
    bash("eval \"$(sed -n '1s/^# sluice\\(.*\\): 5 .*/echo \\1/p' $'a\\nb')\" | tail -n 1 | grep -x b")


# ---- standard output and standard error in one file ----

@each(["topology fat-tree --ports 8", "run x.yaml", "run x.yaml --set mmu.headroom=1100", "analyze x.yaml"])
def test_streams_in_order(line):
    """A message on standard error stays outside of a table."""
    bash("$sluice topology fat-tree --ports 8 --duration-us 20 >x.yaml")
    bash(f"$sluice {line} >table 2>messages; $sluice {line} >both 2>&1; "
         "[[ $(<both) == *\"$(<table)\"* && $(wc -c <table) -gt 4096 ]]")


# ---- outputs that cannot be written ----

@each([
    ("plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB --out %D/x.yaml", 1, "x.yaml: cannot write: File too large"),
    ("topology fat-tree --ports 4 --out %D/x.yaml", 1, "x.yaml: cannot write: File too large"),
    ("report %D/r --out %D/x.html", 1, "x.html: cannot write: File too large"),
    ("sweep %D/a.yaml --jobs 1 --out %D/x", 1, "/x/inputs.txt: cannot write: File too large"),
    ("run %D/two.yaml --quiet --out %D/x/y", 1, "cannot write: File too large"),
    ("topology fat-tree --ports 4", 1, "sluice topology: standard output cannot be written: File too large"),
    ("analyze tb/examples/scenarios/case2.yaml", 1, "sluice analyze: standard output cannot be written: File too large"),
    ("plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB --out /proc/x.yaml", 1, "/proc/x.yaml: cannot write: "),
    ("topology fat-tree --ports 4 --out %D", 2, ": not a regular file; give --out a file"),
    ("run %D/two.yaml --out /proc/x", 1, "/proc/x: cannot make: "),
    ("run %D/two.yaml --out %D/a.yaml", 1, "/a.yaml: cannot write: Not a directory"),
    ("sweep %D/a.yaml --out %D/a.yaml", 1, "/a.yaml/points: cannot make: Not a directory"),
    ("sweep %D/a.yaml --out /proc/x", 1, "/proc/x/points: cannot make: ")])
def test_output_that_cannot_be(line, code, says):
    write_scenario(100)
    write("a.yaml", "scenario: two.yaml\nover: {seed: 1..2}\n")
    run("run two.yaml --quiet --out r")
    files = sorted(os.listdir())
    with tempfile.TemporaryFile() as out:
        run(line.replace("%D", os.getcwd()), code, largest=100 if "too large" in says else None, out=out).said(says)
    assert sorted(os.listdir()) == files, os.listdir()


def test_reader_that_ends():
    """A reader that ends early does not end the run before its files are complete."""
    write_scenario(100)
    reader, writer = os.pipe()
    os.close(reader)
    result = run("run two.yaml --out o", 1, out=writer)
    os.close(writer)
    assert all("CPU" in line for line in result.err.splitlines()), result.err
    assert len(os.listdir("o")) == RUN_FILES
    run("report o")


main()
