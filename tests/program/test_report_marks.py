#!/usr/bin/env python3
"""ECN marks on the pages of sluice report. make check T=report_marks repeats it."""
from pages import knows, page_of, page_of_text
from program import load, main, rows


def test_report_of_marks():
    """The page has the egress queues that marked packets, with the numbers of queues.csv, and the marks of each flow."""
    page_of("tb/examples/scenarios/congestion.yaml")
    knows("o/report.html", '.[0].marked | length == 2 and all(.side == "egress" and .marked_bytes == 1000 * .marked)',
          "(.[0].marked | map(.marked) | add) >= (.[0].results.flows | map(.marked) | add) and .[0].marked[0].marked > 0")
    marked = sum(int(row["marked"] or 0) for row in rows("o/queues.csv"))
    assert marked == sum(q.get("marked") or 0 for q in load("o/results.json")["queues"]) > 0


def test_marks_over_time():
    """The rows `marked` of series.csv: the last value of each queue is the number of its marks, as in the results. The queue without marks is left
    out."""
    page_of_text(
        "name: marks\ngbps: 40\nduration_us: 300\nstop_us: 200\n"
        "mmu: {scheme: STATIC, classes: 1, buffer: 1MB, headroom: 30KB, xoff: 100KB}\n"
        "ecn_capable: true\necn: {kmin: 5KB, kmax: 20KB}\n"
        "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
        "hosts: [{name: a, switch: A}, {name: c, switch: A}, {name: b, switch: B, gbps: 10}]\n"
        "flows: [{name: f, from: a, to: b}, {name: g, from: c, to: b}]\n"
        "trace: {series: [{queues: ['A:a/0', 'A:L/0', 'B:b/0'], what: [marked]}]}\n")
    knows("o/report.html", '.[0].marks | .total == 2 and (.shown | map(.queue) | sort == ["A:L/0", "B:b/0"])',
          ".[0] | .marked as $all | .marks.shown | all(.queue as $q | .packets[0] == 0 and (.packets | . == sort) and "
          '.packets[-1] == ($all | map(select("\\(.switch):\\(.link)/\\(.class)" == $q))[0].marked))')


def test_no_marks_without_ecn():
    """Without ECN there is no list, and so no table and no column."""
    page_of("tb/examples/scenarios/case2.yaml")
    knows("o/report.html", '.[0] | has("marked") == false and has("marks") == false and (.results.flows | all(.marked // 0 == 0))')


main()
