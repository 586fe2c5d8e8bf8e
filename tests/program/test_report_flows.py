#!/usr/bin/env python3
"""The flows on the pages of sluice report: sizes, completion times, those that several runs have. make check T=report_flows repeats it."""
import os

from pages import knows, write_sums
from program import load, main, run, write


def make_large(directory, slower, missing):
    """Of more flows than results.json lists flows.csv has the values. 40 flows of 100 bytes and 40 of 2,000: two bins, two size classes; every tenth
    did not complete."""
    os.mkdir(directory)
    write(f"{directory}/results.json", '{"scenario": "x", "command": "x", "registers": {}, "end_ns": 1e6, "flows": null}')
    text = "flow,from,to,class,bytes,start_ns,completion_ns,ideal_ns,slowdown,gbps,latency_mean_ns\n"
    for i in range(80):
        done = f"{100 * (slower + i)},100,{slower + i},1.5,7" if i % 10 != missing else ",,,1.5,"
        text += f"f{i},h1,h2,0,{2000 if i % 2 else 100},{i}.000,{done}\n"
    write(f"{directory}/flows.csv", text)
    write_sums(directory)


def test_report_of_flows_by_size():
    make_large("o", 1, 9)
    run("report o")
    knows("o/report.html", ".[0] | .flows == 80 and .finite == 80 and .completed == 72 and (.results.flows | length) == 80",
          '.[0].results.flows[9] == {name: "f9", from: "h1", to: "h2", class: 0, bytes: 2000, start_ns: 9, '
          "completion_ns: null, ideal_ns: null, slowdown: null, gbps: 1.5}",
          ".[0].slowdown | .count == 72 and .max == 79 and .p99 == 79 and .p50 == 39 and .values[0] == 1",
          ".[0].sizes | map([.bytes_above, .bytes_to, .flows, .completed]) == [[10, 100, 40, 40], [1000, 10000, 40, 32]]",
          ".[0].sizes[0].completion_ns == {count: 40, mean: 4000, p50: 3900, p99: 7900, p999: 7900, max: 7900}",
          ".[0].bins | map([.from, .to, .bytes, .flows, .p50]) == [[100, 100, 100, 40, 39], [2000, 2000, 2000, 32, 38]]",
          ".[0].dots | length == 72 and .[0] == [100, 1] and .[-1] == [2000, 78]")


def test_report_of_common_flows():
    """A comparison is of the flows that completed in all runs, by name, ends and size."""
    make_large("a", 1, 9)
    make_large("b", 11, 8)
    run("report a b --out both.html")
    knows("both.html", "map(.common.flows) == [64, 64] and map(.completed) == [72, 72]",
          "map(.common.slowdown.max) == [78, 88] and map(.common.slowdown.count) == [64, 64]",
          'map(.common.sizes | map(.flows)) == [[32, 32], [32, 32]] and map(.common | has("dots")) == [false, false]')
    heading = "flow,from,to,bytes,start_ns,completion_ns,slowdown,gbps\n"
    write("b/flows.csv", heading + "f1,h1,h3,2000,1,5,1,2\nf2,h1,h2,101,1,5,1,2\n")
    write_sums("b")
    run("report a b --out both.html")
    knows("both.html", "map(.common.flows) == [0, 0]")
    write("b/flows.csv", heading + "f1,h1,h3,many,1,5,1,2\n")
    write_sums("b")
    run("report b", 2).said("b/flows.csv:2: bytes 'many' is not a number")


def run_endless(name, without, seed):
    """250 endless flows whose rates and starts depend on the run; `without` is missing."""
    flows = "".join(f"{{name: f{i}, from: {'abc'[i % 3]}, to: d, gbps: {1 + i * seed % 7}}},\n" for i in range(250) if i != without)
    write(f"{name}.yaml", f"{{name: many, gbps: 100, duration_us: 60, stop_us: 40, jitter_ns: 20000, seed: {seed},\n"
          "mmu: {scheme: STATIC, ports: 5, buffer: 8MB, headroom: 60KB, xoff: 40KB}, switches: [{name: S}],\n"
          "hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: d, switch: S}], flows: [\n" + flows + "]}\n")
    run(f"run {name}.yaml --quiet --out {name}")
    return {f["name"]: f["gbps"] for f in load(f"{name}/results.json")["flows"]}


def total(rates):
    return round(sum(rate for rate in rates.values() if rate is not None))


def test_report_of_the_same_flows():
    """A comparison has the same flows of all runs, those with the largest difference, and their sum is of all flows. Each run alone lists other flows.
    A flow that a run does not have is counted, and has no rate there."""
    a, b = run_endless("a", None, 2), run_endless("b", 7, 3)
    run("report a b --out both.html")
    most = max(abs(a[name] - b[name]) for name in b if None not in (a[name], b[name]))  # without the flow, the largest difference is that of all flows
    knows("both.html", "map(.flows) == [250, 249] and (map(.results.flows | map(.name)) | .[0] != .[1])",
          'map(.rates | map(.[0]) - ["f7"]) | .[0] == .[1] and (.[0] | length) == 100',
          'map(.rates | map(select(.[0] == "f7")) | length) == [1, 0]', "map(.rates_of | [.all, .partly]) == [[250, 1], [250, 1]]",
          '.[0].rates as $r | .[0].rates | all(.[1] as $from | ["a", "b", "c"] | index($from))',
          f"map(.gbps | round) == [{total(a)}, {total(b)}]",
          f"[.[0].rates[0][3], .[1].rates[0][3]] | (.[0] - .[1] | fabs) - {most} | fabs < 1e-6")


main()
