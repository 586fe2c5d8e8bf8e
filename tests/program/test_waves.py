#!/usr/bin/env python3
"""Tests the waves of sluice run: they are complete or an error, have one owner, and no planted file is followed. make test T=waves repeats it."""
import os
import signal

from program import CASE2, bash, each, finish, main, run, start, wait_for, with_rtl
from sweeps import write_scenario


@with_rtl
@each([1024, 8192, 20000, 65536, 1000000, None])
def test_waves_are_whole_or_an_error(largest):
    result = run(f"run {CASE2} --engine rtl --quiet --waves w.fst --waves-us 100", 1 if largest else 0, largest=largest)
    if largest:
        result.said("w.fst: cannot write the waves: File too large")
    assert os.listdir() == ([] if largest else ["w.fst"])


@with_rtl
@each(["ln -s victim", "ln victim", "ln -s nothing", "mkfifo"])
def test_waves_beside_planted_files(kind):
    """A link or FIFO with the name of an unfinished file is replaced, and not followed."""
    bash(f"echo precious >victim; {kind} w.fst.part; {kind} w.fst.part.hier")
    run(f"run {CASE2} --engine rtl --quiet --waves w.fst --waves-us 100")
    bash("test $(cat victim) = precious")
    assert sorted(os.listdir()) == ["victim", "w.fst"]


@with_rtl
def test_waves_have_one_owner():
    write_scenario(900000000)
    first = start("run two.yaml --quiet --engine rtl --waves w.fst")
    wait_for("w.fst.part.hier")
    bash("until test -s w.fst.part.hier; do sleep 0.1; done")  # the writer of the file is at work
    run(f"run {CASE2} --quiet --engine rtl --waves w.fst", 2).said("w.fst: another run writes these waves; give --waves another file\n")
    assert os.path.exists("w.fst.part")
    first.send_signal(signal.SIGINT)
    assert finish(first).code == 128 + signal.SIGINT
    assert not os.path.exists("w.fst.part")


@with_rtl
def test_waves_that_cannot_be():
    run(f"run {CASE2} --engine rtl --waves /dev/full", 2).said("/dev/full: the file does not hold waves; give --waves another file")
    run(f"run {CASE2} --engine rtl --waves {CASE2}", 2).said("the file does not hold waves")
    run(f"run {CASE2} --engine rtl --waves no/w.fst", 1).said("no/w.fst: cannot write the waves: No such file or directory")


main()
