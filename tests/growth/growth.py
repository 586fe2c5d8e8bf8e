#!/usr/bin/env python3
"""growth.py [DIMENSION...]: fails if the cost of a run grows faster than in proportion to one of its dimensions.

Each dimension has three sizes, n, 2n and 4n; all others stay. The cost is the number of executed instructions, counted
by valgrind, which is nearly the same on every machine and in every run. The part of the cost that does not depend on
the dimension is removed: if growth(n) = cost(2n) - cost(n), the exponent is log2(growth(2n) / growth(n)). It is 1 if
each further element costs the same, 2 if its cost is proportional to their number.
--sizes N,2N,4N: other sizes of one dimension. --table: prints the rows of a table in Markdown.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MOST = 1.15  # largest exponent that passes; sorting 10,000 values has up to 1.1
ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / os.environ.get("BUILD", "build") / "sluice"
COUNT = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--branch-sim=no", "--trace-children=yes",
         "--cachegrind-out-file=/dev/null"]


# ---- scenarios ----

def scenario(switches, links, hosts, flows=(), duration=2000, stop=1000, **keys):
    """Returns the text of a scenario. A dict is YAML as well as JSON."""
    mmu = {"scheme": "DSH", "classes": 2, "buffer": "256MB", "alpha": "1/16", **keys.pop("mmu", {})}
    listed = {"flows": list(flows)} if flows else {}
    return json.dumps({"name": "growth", "gbps": 100, "delay_ns": 500, "duration_us": duration, "stop_us": stop,
                       "mmu": mmu, "switches": switches, "links": links, "hosts": hosts, **listed, **keys}, indent=1)


def clos(leaves=8, spines=4, hosts=4, links=1):
    """Returns the parts of a leaf-spine network; hosts: of a leaf; links: of a host, to the next leaves."""
    switches = [{"name": f"L{i}"} for i in range(leaves)] + [{"name": f"S{i}"} for i in range(spines)]
    wires = [{"name": f"L{i}S{k}", "a": f"L{i}", "b": f"S{k}"} for i in range(leaves) for k in range(spines)]

    def host(number):
        ends = [{"switch": f"L{(number // hosts + k) % leaves}"} for k in range(links)]
        return {"name": f"h{number}", **(ends[0] if links == 1 else {"links": ends})}

    return switches, wires, [host(i) for i in range(leaves * hosts)]


def flows_of(count, hosts, **keys):
    """Returns that many listed flows of 2,000 bytes; keys: of all but the first, from their number."""
    return [{"name": f"f{i}", "from": f"h{i % hosts}", "to": f"h{(i + 1 + i // hosts % (hosts - 1)) % hosts}",
             "bytes": 2000, **{k: v(i) for k, v in keys.items() if i > 0}} for i in range(count)]


def run(text, *options):
    """Runs a scenario."""
    return {"files": {"scenario.yaml": text}, "count": ["run", "scenario.yaml", *options]}


# ---- dimensions: from a size to the files, the commands before, and the command whose instructions count ----

def hosts(n):
    return run(scenario(*clos(hosts=n), flows_of(16, 16)))


def several_links(n):
    return run(scenario(*clos(hosts=n, links=2), flows_of(16, 16)))


def switches(n):
    return run(scenario(*clos(spines=n), flows_of(32, 32)))


def leaves(n):
    return run(scenario(*clos(leaves=n, hosts=1), flows_of(16, 16)))


def classes(n):
    return run(scenario(*clos(hosts=16), flows_of(512, 128), mmu={"classes": n}))


def flows(n):
    return run(scenario(*clos(), flows_of(n, 32)), "--out", "out")


def generated(n):
    entry = {"name": "g", "pattern": "shift", "bytes": 200,
             "period_us": 20 * 32 / n,
             "until_us": 20}
    return run(scenario(*clos(), traffic=[entry]))


def collectives(n):
    names = [[f"h{8 * i + k}" for k in range(8)] for i in range(n)]
    each = [{"name": f"c{i}", "pattern": "ring_all_reduce", "bytes": 8000, "from": x} for i, x in enumerate(names)]
    return run(scenario(*clos(hosts=16), traffic=each, routing="ecmp"))


def entries(n):
    listed = [{"name": f"e{i}", "pattern": "uniform", "from": [f"h{i % 16}"], "to": [f"h{i % 16 + 16}"],
               "bytes": 100}
              for i in range(n)]
    return run(scenario(*clos(), flows_of(n, 32, name=lambda i: f"e{i}x-1"), traffic=listed))


def senders(n):
    names = [f"h{i}" for i in range(8 * n)]
    return run(scenario(*clos(hosts=n), traffic=[{"name": "i", "pattern": "incast", "senders": 4, "bytes": 1000,
                                                  "from": names, "to": names}]))


def chain(n):
    return run(scenario(*clos(), flows_of(n, 32, after=lambda i: [f"f{i - 1}"])))


def fan_in(n):
    return run(scenario(*clos(), flows_of(n, 32) + [{"name": "last", "from": "h0", "to": "h9", "bytes": 1000,
                                                     "after": [f"f{i}" for i in range(n)]}]))


def fan_out(n):
    return run(scenario(*clos(), flows_of(n, 32, after=lambda i: ["f0"])))


def spray(n):
    return run(scenario(*clos(), flows_of(n, 32), routing="spray"))


def spray_lanes(n):
    return run(scenario(*clos(hosts=16), flows_of(n, 128), routing="spray", scheduler={"strict": [1]}))


def hpcc(n):
    return run(scenario(*clos(), flows_of(n, 32), congestion="hpcc", clock_mhz=1000))


def outages(n):
    parts = clos(spines=16)
    for i, link in enumerate(parts[1][:n]):
        link.update({"down_us": 1 + i / 64, "up_us": 1 + (i + 1) / 64})
    return run(scenario(*parts, flows_of(64, 32)))


def reroutes(n):
    parts = clos(spines=16)
    for i, link in enumerate(parts[1][:n]):
        link.update({"down_us": 1 + i / 32, "up_us": 1 + (i + 1) / 32})
    endless = [{"name": f"f{i}", "from": f"h{i}", "to": f"h{31 - i}"} for i in range(16)]
    return run(scenario(*parts, endless, duration=50, stop=10, routing="ecmp", reroute_us=0.5))


def storms(n):
    parts = clos(hosts=n)
    for host in parts[2]:
        host["pause"] = [{"class": 0, "from_us": 1, "to_us": 2}]
    return run(scenario(*parts, flows_of(8 * n, 8 * n)))


def series(n):
    each = [{"queues": [f"L{i % 8}:h{4 * (i % 8)}/0"], "what": ["egress"], "every_ns": 100} for i in range(n)]
    return run(scenario(*clos(), flows_of(64, 32), trace={"series": each}), "--out", "out")


def queues(n):
    listed = [f"L{i % 8}:L{i % 8}S{i // 8}/0" for i in range(n)]
    each = [{"queues": listed, "what": ["egress"], "every_ns": 100}]
    return run(scenario(*clos(spines=32), flows_of(64, 32), trace={"series": each}), "--out", "out")


def rows(n):
    text = scenario(*clos(), [{"name": f"f{i}", "from": f"h{i}", "to": f"h{31 - i}"} for i in range(16)],
                    duration=2 * n, stop=n, trace={"packets": True})
    return run(text, "--out", "out")


def points(n):
    sweep = {"scenario": "scenario.yaml", "over": {"seed": f"1..{n}"}}
    return {"files": {"scenario.yaml": scenario(*clos(2, 1, 2), flows_of(4, 4), jitter_ns=100),
                      "sweep.yaml": json.dumps(sweep)},
            "count": ["sweep", "sweep.yaml", "--quiet", "--jobs", "1", "--out", "out"]}


def collected(n):
    return {**points(n), "before": [points(n)["count"]],
            "count": ["sweep", "sweep.yaml", "--quiet", "--collect", "--out", "out"]}


def report_points(n):
    return {**points(n), "before": [points(n)["count"]], "count": ["report", "out"]}


def report_flows(n):
    return {**flows(n), "before": [flows(n)["count"]], "count": ["report", "out"]}


def report_rows(n):
    return {**queues(n), "before": [queues(n)["count"]], "count": ["report", "out"]}


# name: function, smallest size
DIMENSIONS = {
    "hosts": (hosts, 32),
    "several_links": (several_links, 16),
    "switches": (switches, 32),
    "leaves": (leaves, 64),
    "classes": (classes, 2),
    "flows": (flows, 500),
    "generated": (generated, 640),
    "collectives": (collectives, 4),
    "entries": (entries, 500),
    "senders": (senders, 32),
    "chain": (chain, 500),
    "fan_in": (fan_in, 500),
    "fan_out": (fan_out, 500),
    "spray": (spray, 500),
    "spray_lanes": (spray_lanes, 250),
    "hpcc": (hpcc, 250),
    "outages": (outages, 32),
    "reroutes": (reroutes, 16),
    "storms": (storms, 16),
    "series": (series, 20),
    "queues": (queues, 32),
    "rows": (rows, 20),
    "points": (points, 16),
    "collected": (collected, 32),
    "report_points": (report_points, 32),
    "report_flows": (report_flows, 500),
    "report_rows": (report_rows, 32),
}


# ---- measurement ----

def call(command, where):
    """Runs a command. Returns its standard output and its messages. Status 4, a run with losses, is no error."""
    done = subprocess.run([str(c) for c in command], cwd=where, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 4):
        sys.exit(f"growth: {' '.join(map(str, command))}: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout + done.stderr


def cost(work):
    """Returns the instructions of a command. A process that it starts counts on from the number of its parent, so that
    only the parent, which ends last, is counted: the runs of a sweep are equal."""
    with tempfile.TemporaryDirectory() as where:
        for name, text in work["files"].items():
            Path(where, name).write_text(text, encoding="ascii")
        for command in work.get("before", []):
            call([PROGRAM, *command], where)
        said = call([*COUNT, PROGRAM, *work["count"]], where)
    counts = [int(n.replace(",", "")) for n in re.findall(r"I\s+refs:\s+([\d,]+)", said)]
    if not counts:
        sys.exit(f"growth: valgrind counted nothing:\n{said[-2000:]}")
    return counts[-1]


def exponent(costs):
    """Returns the exponent of the part of the cost that grows."""
    first, second = costs[1] - costs[0], costs[2] - costs[1]
    if first <= 0 or second <= 0:
        sys.exit(f"growth: costs {costs} do not grow, so that nothing was measured")
    return math.log2(second / first)


def main():
    """Measures the given dimensions, or all."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("dimension", nargs="*")
    options.add_argument("--sizes")
    options.add_argument("--table", action="store_true")
    given = options.parse_args()
    wrong = [d for d in given.dimension if d not in DIMENSIONS]
    if wrong:
        sys.exit(f"growth: no dimension {wrong[0]}; there are {', '.join(DIMENSIONS)}")
    if given.sizes and len(given.dimension) != 1:
        sys.exit("growth: --sizes is for one dimension")
    failed, chosen = 0, given.dimension or list(DIMENSIONS)
    for name in chosen:
        function, least = DIMENSIONS[name]
        sizes = [int(n) for n in given.sizes.split(",")] if given.sizes else [least, 2 * least, 4 * least]
        costs = [cost(function(n)) for n in sizes]
        found = exponent(costs)
        listed, each = ", ".join(map(str, sizes)), ", ".join(f"{c / 1e6:.1f}" for c in costs)
        if given.table:
            print(f"| `{name}` | {listed} | {each} | {found:.2f} |", flush=True)
        else:
            print(f"{name}: sizes {listed}: {each} million instructions, exponent {found:.2f}", flush=True)
        if found > MOST:
            failed += 1
            print(f"growth: {name}: sizes {listed}, {each} million instructions: exponent {found:.2f}, at most {MOST}; "
                  f"to repeat: tests/growth/growth.py {name} --sizes {listed.replace(' ', '')}", flush=True)
    if not given.table:
        print(f"{100 * (len(chosen) - failed) // len(chosen)}%: Checks: {len(chosen)}, Failures: {failed}, Errors: 0")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
