#!/usr/bin/env python3
"""The results of each group of flows: those of results.json equal those that a script computes from flows.csv. make check T=traffic_results repeats
it."""
from pages import knows
from program import bash, each, finish, main, run, start, write


def fabric(outage=""):
    """outage: link ap falls and returns."""
    return ("name: s\ngbps: 100\nduration_us: 3000\nstop_us: 1000\nmmu: {scheme: DSH, buffer: 1MB, headroom: 30KB, alpha: 1/8, lossless: [0]}\n"
            "switches: [{name: A}, {name: B}, {name: P}, {name: Q}]\n"
            f"links: [{{name: ap, a: A, b: P{outage}}}, {{name: aq, a: A, b: Q}}, {{name: bp, a: B, b: P}}, {{name: bq, a: B, b: Q}}]\n"
            "hosts: [{name: a0, switch: A}, {name: a1, switch: A}, {name: b0, switch: B}, {name: b1, switch: B}]\n")


ONE = "{name: one, from: a0, to: b0, bytes: 100KB}, {name: endless, from: a1, to: b1, gbps: 1}"
CHAINED = ONE + ", {name: next, from: b0, to: a0, bytes: 7, after: [one]}, {name: never, from: a1, to: b0, bytes: 40MB, start_us: 900}"
TRAFFIC = """traffic: [{name: web, pattern: uniform, sizes: fb_hadoop, load: 0.6, until_us: 400, class: 1},
  {name: in, pattern: incast, senders: 3, bytes: 20KB, period_us: 50, until_us: 400},
  {name: all, pattern: permutation}, {name: none, pattern: uniform, bytes: 1MB, load: 0.000001, until_us: 1}"""
COLLECTIVES = fabric(", down_us: 300, up_us: 500") + f"""flows: [{CHAINED}]
{TRAFFIC},
  {{name: ring, pattern: ring_all_reduce, bytes: 90KB}}, {{name: a2a, pattern: all_to_all, bytes: 90KB}}]
"""
BOTH_ENGINES = fabric() + f"flows: [{ONE}]\n{TRAFFIC}]\n"


@each([(COLLECTIVES, "--threads 2"),
       (COLLECTIVES, "--set routing=spray"),
       (COLLECTIVES, "--set routing=ecmp --set reroute_us=20"),
       (COLLECTIVES, "--set congestion=dcqcn --set ecn.kmin=10KB --set ecn.kmax=90KB"),
       (COLLECTIVES, "--set mmu.buffer=200KB --set traffic.web.load=0.95"),
       (BOTH_ENGINES, "--engine model"),
       (BOTH_ENGINES, "--engine event"),
       (None, "--set duration_us=4000 --set stop_us=3900 --set traffic.*.until_us=3900"),
       (None, "--set mmu.scheme=SIH")])
def test_as_computed_from_flows_csv(scenario, options):
    """Without a scenario: websearch.yaml"""
    file = write("s.yaml", scenario) if scenario else "tb/examples/scenarios/websearch.yaml"
    result = finish(start(f"run {file} {options} --out o"))
    assert result.code in (0, 4), result.err
    bash("$root/tests/program/traffic_results.py o web in none incast")
    if scenario:
        for text in ("\nFCT us ", "\nflows ", "\nin ", "\nall "):  # all groups; the permutation has no finite flow
            result.printed(text)
    if scenario == COLLECTIVES:
        result.printed("\nmakespan of ring: ")


def test_quiet_and_few_flows():
    write("s.yaml", fabric() + f"flows: [{ONE}]\n")
    assert "FCT us  flows" not in run("run s.yaml --out o").out
    assert run("run s.yaml --quiet --out o").out == ""
    bash("$root/tests/program/traffic_results.py o")


def test_on_the_page():
    """The page has the numbers of results.json for each group, and those of common flows in a comparison."""
    write("s.yaml", COLLECTIVES)
    run("run s.yaml --quiet --out a")
    run("run s.yaml --quiet --out b --set mmu.buffer=200KB --set traffic.web.until_us=350")
    run("report a")
    knows("a/report.html",
          ".[0] | (.results.traffic | map(select(.flows + .left_out > 0) | [.name, .flows, .left_out, .slowdown_p99 // 0, "
          ".completion_p999_ns // 0])) == (.traffic | map([.name, .completed, .flows - .completed, .slowdown.p99, .completion_ns.p999]))",
          '.[0].traffic | map(.name) == ["flows", "web", "in", "ring", "a2a"]',
          ".[0] | [.traffic[] | .sizes[] | [.bytes_to, .completed, .slowdown.p50]] == [.results.traffic[] | .sizes[] | "
          "[.bytes_to, .flows, .slowdown_p50 // 0]]")
    run("report a b --out ab.html")
    knows("ab.html", "map(.common.traffic | map([.name, .flows])) | .[0] == .[1]",
          "map(.common | .flows == (.traffic | map(.flows) | add)) | all",
          'map(.common.traffic[0].name) == ["flows", "flows"] and .[0].common.traffic[0].flows == 2')


main()
