#!/usr/bin/env python3
"""Tests sluice sweep --keep flows: the pooled percentiles and their intervals equal those of the flows of single runs, and the file has the same bytes
after an interruption. make check T=sweep_flows repeats it."""
import math
import os

from program import bash, load, main, rows, run, write

SEEDS = 3
SCENARIO = """name: k
duration_us: 3000
stop_us: 400
gbps: 100
mmu: {scheme: DSH, buffer: 4MB, headroom: 32KB, alpha: 1/8}
switches: [{name: S}]
hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}]
traffic: [{name: w, pattern: uniform, sizes: alistorage2019, load: 0.7}]
flows: [{name: endless, from: a, to: b, gbps: 1}]
"""


def write_inputs(over="  seed: 1..3\n  mmu.alpha: [1/64, 1/4]\n  mmu.headroom: [32KB, 40KiB]\n"):
    write("k_s.yaml", SCENARIO)
    write("k.yaml", f"scenario: k_s.yaml\nover:\n{over}")


def times_of_seed(seed):
    """The completion times of the finite flows of a run, and the number of those without."""
    run(f"run k_s.yaml --seed {seed} --set mmu.alpha=1/4 --set mmu.headroom=40KiB --quiet --out o{seed}")
    times = [row["completion_ns"] for row in rows(f"o{seed}/flows.csv") if row["bytes"] != ""]
    return [float(x) for x in times if x != ""], times.count("")


def interval(values, of):
    """The mean of a function over all flows, and half of its interval: Student's t for three seeds is 4.303."""
    n = sum(map(len, values))
    mean = sum(of(x) for seed in values for x in seed) / n
    squares = sum(sum(of(x) - mean for x in seed) ** 2 for seed in values)
    return mean, 4.303 * math.sqrt(squares * SEEDS / (SEEDS - 1)) / n


def test_pooled_as_computed():
    write_inputs()
    run("sweep k.yaml --keep flows --quiet --out k")
    pooled = rows("k/flows.csv")
    runs = [times_of_seed(seed) for seed in range(1, SEEDS + 1)]
    values = [times for times, _ in runs]
    every = sorted(x for seed in values for x in seed)
    n = len(every)
    assert n > 300
    assert (pooled[3]["mmu.alpha"], pooled[3]["mmu.headroom"]) == ("0.25", "40960")
    assert (pooled[0]["mmu.alpha"], pooled[0]["mmu.headroom"]) == ("0.015625", "32000")
    mean, half = interval(values, lambda x: x)
    expected = {"seeds": SEEDS, "flows": n, "left_out": sum(without for _, without in runs), "completion_ns.mean": mean,
                "completion_ns.mean.low": mean - half, "completion_ns.mean.high": mean + half, "completion_ns.min": every[0],
                "completion_ns.max": every[-1]}
    for name, p in (("p5", 0.05), ("p50", 0.5), ("p99", 0.99)):
        q = every[math.ceil(p * n - 1e-9) - 1]
        _, half = interval(values, lambda x, q=q: x <= q)
        low, high = math.ceil((p - half) * n), math.ceil((p + half) * n)
        expected |= {f"completion_ns.{name}": q, f"completion_ns.{name}.low": every[max(low, 1) - 1],
                     f"completion_ns.{name}.high": every[min(high, n) - 1]}
    for name, value in expected.items():
        got = float(pooled[3][name])
        assert abs(got - value) <= 1e-6 * abs(value) + 1e-9, f"{name} is {got}, not {value}"


def test_same_bytes():
    """The file does not depend on jobs and interruptions, and sweep.csv not on --keep."""
    write_inputs()
    run("sweep k.yaml --keep flows --quiet --jobs 1 --out k")
    for point in (3, 1, 12):
        run(f"sweep k.yaml --keep flows --quiet --out l --point {point}")
    run("sweep k.yaml --keep flows --quiet --jobs 3 --out l")
    run("sweep k.yaml --quiet --out m")
    bash("cmp k/flows.csv l/flows.csv && cmp k/sweep.csv l/sweep.csv && cmp k/sweep.csv m/sweep.csv")
    assert not os.path.exists("m/flows.csv") and len(rows("k/flows.csv")) == 4


def test_other_keep_is_refused():
    """The points of a directory all have flows, or none has."""
    write_inputs()
    run("sweep k.yaml --quiet --out k")
    run("sweep k.yaml --quiet --keep flows --out k", 2).said("its points were run with another keep; remove the directory, or give another --out\n")
    run("sweep tb/examples/sweeps/absorption.yaml --keep flows --out s", 2).said(
        "absorption.yaml: the scenario has a search, whose flows are not kept; leave out --keep\n")
    assert not os.path.exists("s")
    run("sweep k.yaml --keep flow", 2).said("unknown keep 'flow', did you mean 'flows'?\n")


def test_few_flows():
    """One seed has no interval, and no flow has no percentile."""
    write_inputs("  traffic.w.load: [0.5, 0.000001]\n")
    run("sweep k.yaml --keep flows --quiet --out k")
    one, none = rows("k/flows.csv")
    assert one["seeds"] == "1" and one["slowdown.p99"] != "" and one["slowdown.p99.low"] == ""
    assert none["flows"] == "0" and none["slowdown.mean"] == ""
    bash("awk -F, '{ if (NR > 1 && NF != n) exit 1; n = NF }' k/flows.csv")


def test_groups_of_flows():
    """Of several groups of flows each has a row, and default columns of sweep.csv: the numbers of a run."""
    write_inputs("  mmu.alpha: [1/4]\n")
    write("k_s.yaml", "name: k\nduration_us: 900\nstop_us: 400\ngbps: 100\nmmu: {scheme: DSH, buffer: 4MB, headroom: 32KB}\n"
          "switches: [{name: S}]\nhosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}]\n"
          "flows: [{name: one, from: a, to: b, bytes: 9KB}, {name: late, from: a, to: b, bytes: 9MB}]\ntraffic:\n"
          "  - {name: w, pattern: uniform, sizes: alistorage2019, load: 0.7}\n"
          "  - {name: i, pattern: incast, senders: 2, bytes: 8KB, period_us: 40}\n")
    run("sweep k.yaml --keep flows --quiet --out k")
    run("run k_s.yaml --set mmu.alpha=1/4 --quiet --out o")
    results, pooled, point = load("o/results.json"), rows("k/flows.csv"), rows("k/sweep.csv")[0]
    for i, group in enumerate(("flows", "w", "i")):
        assert pooled[i + 1]["traffic"] == group
        for column, key in (("flows", "flows"), ("left_out", "left_out"), ("slowdown.p99", "slowdown_p99")):
            value = results["traffic"][i][key]
            assert abs(float(pooled[i + 1][column]) - value) < 1e-6 and abs(float(point[f"traffic.{group}.{key}"]) - value) < 1e-6
    assert pooled[0]["traffic"] == "" and int(pooled[0]["flows"]) == results["completed"] and len(pooled) == 4


main()
