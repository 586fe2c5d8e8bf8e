#!/usr/bin/env python3
"""Tests sluice run --engine switch with ports that differ in rate, cable and amounts: nothing is lost, a line keeps its rate, each port has its own
limits, and the other engines agree. make test T=full_switch_ports repeats it."""
import re

from program import each, main, rows, run, with_rtl, write

CELLS = "--set cell_bytes=256 --set mmu.width=17"  # the units of the build, for engine model


def clock_of(result):
    return float(re.search(r"([0-9.]+) MHz; amounts", result.err).group(1))


def flows(engine):
    return {row["flow"]: row for row in rows(f"{engine}/flows.csv")}


def near(what, value, expected, share):
    assert abs(value - expected) <= share * expected, f"{what}: {value}, expected {expected}"


def run_engines(path):
    """Runs all three engines, which must lose nothing, with the clock of the switches. Returns this clock, MHz."""
    full = run(f"run {path} --engine switch --out switch")
    full.said("4 ports of 128 bits with limits per port")
    full.printed("verdict: drained")
    clock = clock_of(full)
    run(f"run {path} --engine model --out model {CELLS} --set clock_mhz={clock}")
    run(f"run {path} --engine event --out event --set clock_mhz={clock}")
    return clock


# ---- rates ----

LINE = """
name: line
delay_ns: 100
packet_bytes: %d
duration_us: 2000
mmu: {scheme: SIH, alpha: 1/8, buffer: 8MB, lossless: [0], ports: 4}
switches: [{name: A}, {name: B}]
links: [{name: L, a: A, b: B, gbps: %g, delay_ns: 700}]
hosts: [{name: x, switch: A, gbps: %g}, {name: y, switch: B, gbps: %g}]
flows: [{name: f, from: x, to: y, bytes: %d}]
"""


@with_rtl
@each([(packet, packets, *rates) for packet, packets, slow in ((9000, 1, 1), (1000, 200, 10))
       for rates in ((slow, 100, 25), (100, slow, 25), (25, 100, slow), (100, 40, slow))])
def test_a_line_keeps_its_rate(packet, packets, x, link, y):
    """The event engine has the exact times of the lines. A full switch admits a frame up to 2 NP + 14 cycles after its last bit, not 6, and reads it from
    its memory; so each of the two switches adds at most 60 cycles. A line that is 1 % too fast would save 0.7 us with one packet, and 1.6 us with 200."""
    write("line.yaml", LINE % (packet, link, x, y, packet * packets))
    clock = run_engines("line.yaml")
    more = float(flows("switch")["f"]["completion_ns"]) - float(flows("event")["f"]["completion_ns"])
    assert 0 <= more <= 2 * 60 * 1e3 / clock, f"{more} ns later than the event engine"


# ---- all engines ----

# Amounts are whole cells of 256 bytes, as in the switches.
SCHEMES = {
    "STATIC": "scheme: STATIC, xoff: 24KiB, shared: 512KiB",
    "SIH": "scheme: SIH, alpha: 1/8, shared: 128KiB",
    "DSH": "scheme: DSH, alpha: 1/2, shared: 256KiB",
    "SHP": "scheme: SHP, alpha: 1/8, shared: 128KiB, headroom_pool: 256KiB",
    "TTL": "scheme: TTL, alpha: 1/8",
    "GFC": "scheme: GFC",
    "GFC_LINEAR": "scheme: GFC_LINEAR",
}

# Two flows to the slowest host, which is behind the longest cable, and one in each other pair of rates.
MIXED = """
name: mixed
gbps: 100
delay_ns: 100
packet_bytes: 1024
duration_us: 1000
mmu: {buffer: 8MiB, lossless: [0, 1], ports: 4, %s}
switches: [{name: A}, {name: B}]
links: [{name: L, a: A, b: B, delay_ns: 2000, headroom: 60KiB}]
hosts:
  - {name: a0, switch: A, headroom: 10KiB}
  - {name: a1, switch: A, gbps: 25, delay_ns: 500, headroom: 9KiB}
  - {name: b0, switch: B, gbps: 10, headroom: 7KiB}
  - {name: b1, switch: B, gbps: 25, delay_ns: 1000, headroom: 12KiB}
flows:
  - {name: f0, from: a0, to: b0, bytes: 100KiB}
  - {name: f1, from: a1, to: b0, bytes: 70KiB}
  - {name: f2, from: a0, to: b1, bytes: 300KiB, class: 1}
  - {name: f3, from: b1, to: a1, bytes: 200KiB, class: 1}
  - {name: f4, from: b0, to: a0, bytes: 90KiB}
"""


def paused(engine):
    return sum(float(row["paused_ns"]) for row in rows(f"{engine}/links.csv"))


def completed(engine):
    """The flows in the order of their completion."""
    return sorted(flows(engine), key=lambda name: float(flows(engine)[name]["completion_ns"]))


@with_rtl
@each(SCHEMES)
def test_engines_agree(scheme):
    write("mixed.yaml", MIXED % SCHEMES[scheme])
    run_engines("mixed.yaml")
    for other in "model", "event":
        for name, flow in flows(other).items():
            assert flows("switch")[name]["received_bytes"] == flow["received_bytes"] == flow["bytes"]
            near(f"{other} {name}", float(flows("switch")[name]["completion_ns"]), float(flow["completion_ns"]), 0.05)
        near(f"{other} pauses", paused("switch"), paused(other), 0.05)
        assert completed("switch") == completed(other)


main()
