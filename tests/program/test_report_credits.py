#!/usr/bin/env python3
"""Credits on the pages of sluice report. make check T=report_credits repeats it."""
from pages import knows, page_of_text
from program import main


def test_report_of_credits():
    """The page has the credits over time, and the times without credit of each class. Their sum for a direction with one class is that of
    results.json."""
    page_of_text(
        "name: credits\ngbps: 40\nduration_us: 500\nstop_us: 500\n"
        "mmu: {scheme: CBFC, classes: 1, buffer: 1MB, private: 16KB, credits: {amount: 6400}}\n"
        "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
        "hosts: [{name: a, switch: A}, {name: b, switch: B, gbps: 10}]\nflows: [{name: f, from: a, to: b}]\n"
        "trace: {series: [{queues: ['A:L/0'], what: [credits]}]}\n")
    knows("o/report.html",
          '.[0].credits | .total == 1 and (.shown[0] | .queue == "A:L/0" and .bytes[0] == 16000 and (.bytes | max) == 16000 and (.bytes | min) < 1024)',
          '.[0] | (.pauses.shown | map(select(.direction == "A>B")) | length == 1 and .[0].paused_ns > 1000) and '
          '((.pauses.shown | map(select(.direction == "A>B"))[0].paused_ns) - '
          '(.results.links | map(select(.from == "A" and .to == "B"))[0].paused_ns) | fabs < 1)')


main()
