#!/usr/bin/env python3
"""Tests sluice sweep as users run it: equal bytes for any number of jobs and interruptions, and the same results as sluice run.
make check T=sweep repeats it."""
import os
import signal
import statistics
import time

from program import ROOT, each, finish, load, main, read, run, start, wait_for, write
from sweeps import write_scenario

PLAIN = "scenario: two.yaml\nover:\n  mmu.scheme: [SIH, DSH]\n  mmu.alpha: [1/16, 0.25]\n  seed: 1..3\n"
POINTS = 12


def same(a, b):
    return read(a) == read(b) != ""


def points_in(name):
    return sum(point.isdigit() for point in os.listdir(f"{name}/points")) if os.path.isdir(f"{name}/points") else 0


# ---- interruptions ----

@each([(signal.SIGKILL, 1, 1), (signal.SIGKILL, 3, 2), (signal.SIGINT, 2, 3)])
def test_interrupted_is_as_uninterrupted(number, jobs, jobs_of_whole):
    """Interrupts a sweep twice after some points, and completes it with another number of jobs. The files must equal those of an uninterrupted
    sweep."""
    write_scenario(5000)
    write("a.yaml", PLAIN)
    run(f"sweep a.yaml --out whole --jobs {jobs_of_whole}").printed("whole/sweep.csv: 12 of 12 points, 12 of them run now\n")
    there = 0
    for _ in range(2):
        child = start(f"sweep a.yaml --out cut --jobs {jobs} --quiet")
        while points_in("cut") <= there:
            time.sleep(0.001)
        child.send_signal(number)
        assert finish(child).code == 128 + number
        there = points_in("cut")
        assert 0 < there < POINTS, f"interrupted at {there} points: nothing to see"
        assert not os.path.exists("cut/sweep.csv")
    if number != signal.SIGKILL:
        assert len(os.listdir("cut/points")) == there
    run("sweep a.yaml --out cut --jobs 2").printed(f"12 of 12 points, {POINTS - there} of them run now\n")
    assert same("cut/sweep.csv", "whole/sweep.csv")
    run("sweep a.yaml --out cut").printed("12 of 12 points, 0 of them run now\n")
    assert same("cut/sweep.csv", "whole/sweep.csv")


def child_of(parent):
    for _ in range(2000):
        text = read(f"/proc/{parent}/task/{parent}/children")
        if text:
            return int(text.split()[0])
        time.sleep(0.001)
    raise AssertionError("no child")


def test_a_point_dies():
    """A killed process is an error and its point is missing. Complete points stay."""
    write_scenario(1000000)
    write("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..3\n")
    parent = start("sweep a.yaml --out o --jobs 1")
    os.kill(child_of(parent.pid), signal.SIGKILL)
    result = finish(parent)
    assert result.code == 1
    result.said("a.yaml: point 1 was ended by signal 9 (Killed)")
    assert os.listdir("o/points") == [] and not os.path.exists("o/sweep.csv")


def test_one_sweep_in_a_directory():
    write_scenario(100000000)
    write("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..3\n")
    first = start("sweep a.yaml --out o --jobs 1")
    wait_for("o/inputs.txt")
    run("sweep a.yaml --out o", 1).said("o: another sweep uses this directory")
    first.kill()
    assert finish(first).code == 128 + signal.SIGKILL


# ---- results ----

def test_a_point_is_a_run():
    """A point must equal sluice run with the same keys."""
    write_scenario(400)
    write("a.yaml", "scenario: two.yaml\n"
          "over:\n  seed: 1..2\n  mmu.alpha: [1/32, 1/8]\n  flows.*.gbps: [30, 20.5]\n"
          "columns: [verdict, flows.g.gbps, flows.gbps.mean, links.pauses.sum, links.frames.p50,\n"
          "  flows.completion_ns.count, switches.peak_shared_bytes.max]\n")
    assert run("sweep a.yaml --out o").err == ""
    text = read("o/sweep.csv")
    assert text.startswith("point,seed,mmu.alpha,flows.*.gbps,exit,verdict,flows.g.gbps,") and "\n6,2,0.03125,20.5,0," in text, text
    cells = text.split("\n6,2,0.03125,20.5,0,")[1].split("\n")[0].split(",")
    run("run two.yaml --quiet --seed 2 --set mmu.alpha=1/32 --set flows.f.gbps=20.5 --set flows.1.gbps=20.5 --out r")
    r = load("r/results.json")
    frames = sorted(link["frames"] for link in r["links"])
    expected = [next(f["gbps"] for f in r["flows"] if f["name"] == "g"), round(statistics.fmean(f["gbps"] for f in r["flows"]), 9),
                sum(link["pauses"] for link in r["links"]), frames[(len(frames) + 1) // 2 - 1],
                sum(f["completion_ns"] is not None for f in r["flows"]), max(s["peak_shared_bytes"] for s in r["switches"])]
    assert cells[0] == r["verdict"] and [float(cell) for cell in cells[1:]] == expected, (cells, expected)


def test_columns_of_groups_and_patterns():
    """Statistics of the flows of an entry of traffic, and of the elements whose names match a pattern."""
    scenario = f"{ROOT}/tb/examples/scenarios/websearch.yaml"
    write("a.yaml", f"scenario: {scenario}\nover:\n  traffic.*.until_us: [900]\ncolumns: "
          "[traffic.web.completion_mean_ns, traffic.web.completion_p99_ns, traffic.incast.slowdown_p99,\n"
          "  traffic.incast.flows, links.L0*.frames.sum, flows.web-?.sent_packets.sum]\n")
    run("sweep a.yaml --out o")
    text = read("o/sweep.csv")
    assert "\n1,900,0," in text, text
    cells = [float(cell) for cell in text.split("\n1,900,0,")[1].split(",")]
    run(f"run {scenario} --quiet --set traffic.*.until_us=900 --out r")
    r = load("r/results.json")
    of = lambda start: [f for f in r["flows"] if f["name"].startswith(start)]
    times = sorted(f["completion_ns"] for f in of("web-"))
    expected = [round(sum(times) / len(times), 3), times[-(-len(times) * 99 // 100) - 1], max(f["slowdown"] for f in of("incast-")), len(of("incast-")),
                sum(link["frames"] for link in r["links"] if link["name"].startswith("L0")),
                sum(f["sent_packets"] for f in of("web-") if len(f["name"]) == 5)]
    assert cells == expected and min(cells) > 0, (cells, expected)


def test_columns_of_some_points():
    """Columns that only some points have, registers from files, and keys and mappings that the scenario does not have."""
    write("dsh.yaml", "mmu: {scheme: DSH, ports: 4, buffer: 12MB, headroom: 16KB, alpha: 1/128}\n")
    write("ttl.yaml", "mmu: {scheme: TTL, ports: 4, buffer: 12MB, headroom: 16KB, alpha: 1/16}\n")
    write("a.yaml", f"scenario: {ROOT}/tb/examples/scenarios/case2.yaml\nover:\n  mmu: [ttl.yaml, dsh.yaml]\n  mmu.delta_q: [2KB, 3KB]\n"
          "  switches.A.limit: [[], [{link: src1, gbps: 39}]]\n")
    run("sweep a.yaml --out o")
    text = read("o/sweep.csv")
    assert text.startswith("point,mmu,mmu.delta_q,switches.A.limit,exit,"), text
    for part in (",stop_ns,end_ns,packet_hops,verdict,deadlocked_since_ns,cycle,flows.gbps.mean,", "\n1,ttl.yaml,2000,[],0,", ",drained,,,",
                 ",deadlocked,", ",A:L1/0 waits for ", '\n8,dsh.yaml,3000,"[{link: src1, gbps: 39}]",0,'):
        assert part in text, f"no {part} in {text}"


def test_loss():
    """Lost packets are a result. The exit status is that of the run."""
    write_scenario(200)
    write("a.yaml", "scenario: two.yaml\nover:\n  mmu.scheme: [STATIC]\n  mmu.xoff: [20KB]\n  mmu.headroom: [16KB, 1100]\n"
          "columns: [switches.lost.sum]\n")
    for _ in range(2):
        run("sweep a.yaml --out o", 4).said("packets of lossless classes were lost at 1 points; their `exit` in sweep.csv is 4")
    assert "\n1,STATIC,20000,16000,0,0\n2,STATIC,20000,1100,4," in read("o/sweep.csv")


# ---- one point at a time ----

def test_points_on_their_own():
    write_scenario(200)
    write("a.yaml", PLAIN)
    run("sweep a.yaml --out whole")
    assert run("sweep a.yaml --count").out == "12\n"
    points = run("sweep a.yaml --points")
    points.printed("point,mmu.scheme,mmu.alpha,seed\n1,SIH,1/16,1\n2,SIH,1/16,2\n")
    points.printed("\n12,DSH,0.25,3\n")
    run("sweep a.yaml --out o --missing").printed("1\n2\n3\n")
    run("sweep a.yaml --out o --collect", 2).said("o: No such file or directory; give --out the directory of the points")
    assert not os.path.exists("o")  # a query must not create a directory
    for i in range(POINTS, 0, -1):
        assert run(f"sweep a.yaml --out o --point {i}").out == ""
        if i == 4:
            assert run("sweep a.yaml --out o --missing").out == "1\n2\n3\n"
            result = run("sweep a.yaml --out o --collect", 1)
            result.printed("o/sweep.csv: 9 of 12 points\n")
            result.said("3 points have not run; --missing lists them")
    run("sweep a.yaml --out o --collect").printed("o/sweep.csv: 12 of 12 points\n")
    assert same("o/sweep.csv", "whole/sweep.csv")
    run("sweep a.yaml --point 13", 2).said("a.yaml:2: there is no point 13; use 1 to 12")


@each([("tb/examples/sweeps/alpha.yaml", 70), ("tb/examples/sweeps/onset.yaml", 400)])
def test_ready_sweeps(file, count):
    """The sweeps that the pages describe"""
    assert run(f"sweep {file} --count").out == f"{count}\n"
    assert run(f"sweep {file} --out o --point 1").err == ""
    assert "\nverdict,drained\n" in read("o/points/1")


main()
