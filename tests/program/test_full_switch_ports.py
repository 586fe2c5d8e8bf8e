#!/usr/bin/env python3
"""Tests sluice run --engine switch with ports that differ in rate, cable and amounts: nothing is lost, a line keeps its rate, each port has its own
limits, and the other engines agree. make test T=full_switch_ports repeats it."""
import re

from program import each, load, main, rows, run, with_rtl, write

ENGINES = ("switch", "model", "event")
UNITS = "cell_bytes: 256"  # those of the build, so that all engines have the same amounts


def flows(engine):
    return {row["flow"]: row for row in rows(f"{engine}/flows.csv")}


def number(engine, flow, column):
    return float(flows(engine)[flow][column])


def near(what, value, expected, share=0.05):
    assert abs(value - expected) <= share * expected, f"{what}: {value}, expected {expected}"


def run_engines(text, code=0):
    """Runs a scenario with each engine, at the clock of the switches, which it returns in MHz. Exit status 0: no engine loses a packet."""
    write("s.yaml", f"{UNITS}\n{text}")
    full = run("run s.yaml --engine switch --out switch", code)
    full.said("4 ports of 128 bits with limits per port")
    clock = float(re.search(r"([0-9.]+) MHz; amounts", full.err).group(1))
    for other in ENGINES[1:]:
        run(f"run s.yaml --engine {other} --out {other} --set clock_mhz={clock} --set mmu.width=17", code)
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
@each([(packet, packets, *rates) for packet, packets, slow in ((9000, 1, 1), (1000, 100, 10))
       for rates in ((slow, 100, 25), (100, slow, 25), (25, 100, slow), (100, 40, slow))])
def test_a_line_keeps_its_rate(packet, packets, x, link, y):
    """The event engine has the exact times of the lines. A full switch admits a frame up to 2 NP + 14 cycles after its last bit, not 6, and reads it from
    its memory; so each of the two switches adds at most 60 cycles. A line that is 1 % too fast would save 0.7 us with one packet, and 0.8 us with 100."""
    clock = run_engines(LINE % (packet, link, x, y, packet * packets))
    more = number("switch", "f", "completion_ns") - number("event", "f", "completion_ns")
    assert 0 <= more <= 2 * 60 * 1e3 / clock, f"{more} ns later than the event engine"


# ---- all engines ----

# Two flows to the slowest host, which is behind the longest cable, and one in each other pair of rates.
MIXED = """
name: mixed
gbps: 100
delay_ns: 100
packet_bytes: 1024
duration_us: 600
mmu: {buffer: 8MiB, ports: 4, %s}
switches: [{name: A}, {name: B}]
links: [{name: L, a: A, b: B, delay_ns: %d}]
hosts:
  - {name: a0, switch: A}
  - {name: a1, switch: A, gbps: 25, delay_ns: 500}
  - {name: b0, switch: B, gbps: 10}
  - {name: b1, switch: B, gbps: 25, delay_ns: 1000}
flows:
  - {name: f0, from: a0, to: b0}
  - {name: f1, from: a1, to: b0}
  - {name: f2, from: a0, to: b1%s}
  - {name: f3, from: b1, to: a1%s}
  - {name: f4, from: b0, to: a0}
"""

# Under TTL the class is the number of hops; the buffers of GFC allow a shorter cable only.
SCHEMES = {
    "STATIC": (2000, "scheme: STATIC, xoff: 24KiB, shared: 512KiB"),
    "SIH": (2000, "scheme: SIH, alpha: 1/8, shared: 256KiB"),
    "DSH": (2000, "scheme: DSH, alpha: 1, shared: 1MiB"),
    "SHP": (2000, "scheme: SHP, alpha: 1/8, shared: 256KiB, headroom_pool: 256KiB"),
    "TTL": (2000, "scheme: TTL, alpha: 1/8"),
    "GFC": (400, "scheme: GFC"),
    "GFC_LINEAR": (400, "scheme: GFC_LINEAR"),
}


def mixed(scheme, ends):
    delay, mmu = SCHEMES[scheme]
    return MIXED % (mmu, delay, *2 * ("" if scheme == "TTL" else ", class: 1",)) + ends


def paused(engine):
    return sum(float(row["paused_ns"]) for row in rows(f"{engine}/links.csv"))


@with_rtl
@each(SCHEMES)
def test_engines_agree_in_rates_and_pauses(scheme):
    run_engines(mixed(scheme, "stop_us: 200\n"))
    for other in ENGINES[1:]:
        for name in flows(other):
            near(f"{other} {name}", number("switch", name, "gbps"), number(other, name, "gbps"))
        near(f"{other} pauses", paused("switch"), paused(other))


@with_rtl
@each(["STATIC", "SIH", "SHP"])
def test_engines_agree_in_order_and_bytes(scheme):
    text = mixed(scheme, "")
    for name, size in zip(("f0", "f1", "f2", "f3", "f4"), (240, 60, 330, 200, 70)):
        text = text.replace(f"{{name: {name},", f"{{name: {name}, bytes: {size}KiB,")
    run_engines(text)
    order = {}
    for engine in ENGINES:
        order[engine] = sorted(flows(engine), key=lambda name, e=engine: number(e, name, "completion_ns"))
        for name, flow in flows(engine).items():
            assert flow["received_bytes"] == flow["bytes"] and flow["lost"] == "0", f"{engine}: {flow}"
            near(f"{engine} {name}", number("switch", name, "completion_ns"), number(engine, name, "completion_ns"))
    assert order["switch"] == order["model"] == order["event"], order


# ---- the limits of each port ----

# Each port has the headroom that it needs, to the packet. The buffer holds it once: 64 KiB, 47 + 4 + 8, and 47 for the port without a link.
HEADROOM = """
name: headroom
gbps: 100
packet_bytes: 1024
stop_us: 60
duration_us: 600
mmu: {scheme: SIH, alpha: 1/8, shared: 64KiB, buffer: 170KiB, lossless: [0], ports: 4}
switches: [{name: S}]
hosts:
  - {name: x, switch: S, delay_ns: 2000, headroom: %dKiB}
  - {name: z, switch: S, delay_ns: 500, headroom: %dKiB, gbps: 25}
  - {name: y, switch: S, delay_ns: 100, headroom: 8KiB, gbps: 10}
flows: [{name: x, from: x, to: y}, {name: z, from: z, to: y}]
"""


@with_rtl
@each([(47, 4, ""), (46, 4, "x"), (47, 3, "z")])
def test_each_port_has_its_headroom(x, z, loser):
    run_engines(HEADROOM % (x, z), 4 if loser else 0)
    for engine in ENGINES:
        lost = "".join(name for name, flow in flows(engine).items() if flow["lost"] != "0")
        assert lost == loser, f"{engine}: flow {lost} loses"
        assert load(f"{engine}/results.json")["switches"][0]["peak_headroom_bytes"] == x * 1024, engine


AMOUNTS = """
name: amounts
gbps: 100
packet_bytes: 1024
stop_us: 100
duration_us: 600
mmu: {scheme: STATIC, xoff: 8KiB, shared: 256KiB, buffer: 8MiB, lossless: [0], ports: 4}
switches: [{name: S}]
hosts:
  - {name: x, switch: S, delay_ns: 2000, xoff: 40KiB, xon: 16KiB, private: 16KiB}
  - {name: z, switch: S, delay_ns: 500, xoff: 16KiB, xon: 14KiB, private: 24KiB, gbps: 25}
  - {name: y, switch: S, delay_ns: 100, gbps: 10}
flows: [{name: x, from: x, to: y}, {name: z, from: z, to: y}]
"""


def queue_of(engine, switch, link):
    return next(row for row in rows(f"{engine}/queues.csv") if (row["switch"], row["link"], row["side"]) == (switch, link, "ingress"))


def near_mean(other, switch, link):
    """The mean occupancy of the ingress queue of a link is that of another engine."""
    near(f"{other} mean of {switch}:{link}", *(float(queue_of(engine, switch, link)["mean_bytes"]) for engine in ("switch", other)))


@with_rtl
def test_each_port_has_its_amounts():
    run_engines(AMOUNTS)
    for other in ENGINES[1:]:
        for link in "x", "z":
            near_mean(other, "S", link)
            queue, expected = queue_of("switch", "S", link), queue_of(other, "S", link)
            assert abs(float(queue["max_bytes"]) - float(expected["max_bytes"])) <= 2048, f"{other} {link}: {queue}, {expected}"
        near(f"{other} pauses", paused("switch"), paused(other))


# A has a fast link and a slow one, which B slows down.
CHAIN = """
name: chain
gbps: 10
packet_bytes: 1024
stop_us: 150
duration_us: 1500
mmu: {buffer: %s, ports: 4}
switches: [{name: A}, {name: B}]
links: [{name: L, a: A, b: B, delay_ns: 500}]
hosts: [{name: x, switch: A, gbps: 100, delay_ns: 200}, {name: y, switch: B, gbps: 1, delay_ns: 200}]
flows: [{name: f, from: x, to: y}]
"""


@with_rtl
@each(["8MiB, scheme: SIH, alpha: 1/8, shared: 64KiB, lossless: [0], pause_time: 240, refresh: 120, delta_q: 8KiB",
       "4MiB, scheme: GFC", "4MiB, scheme: GFC_LINEAR"])
def test_a_gate_has_the_rate_of_its_line(mmu):
    """With SIH, B pauses A for longer than PAUSE_TIME, which it repeats in quanta of 10 Gb/s; if A counted quanta of 100 Gb/s, its gate would open ten times
    too early. With GFC, the limiter of A would send ten times too fast, so that the queue of B would settle higher."""
    run_engines(CHAIN % mmu)
    for other in ENGINES[1:]:
        near(f"{other} pauses", paused("switch"), paused(other))
        if "GFC" in mmu:
            near_mean(other, "B", "L")


# ---- builds ----

PORTS = """
name: ports
duration_us: 20
stop_us: 10
gbps: 10
delay_ns: 100
mmu: {scheme: SIH, alpha: 1/8, buffer: 200KiB, lossless: [0]}
switches: [{name: S}]
hosts: [%s]
flows: [{name: f, from: h0, to: h1}]
"""


def ports(count, more):
    return PORTS % ", ".join(f"{{name: h{i}, switch: S{more if i == 0 else ''}}}" for i in range(count))


@with_rtl
def test_builds():
    """Ports that are equal in cells have no limits of their own. A build that is missing is named."""
    write("s.yaml", ports(4, ", delay_ns: 98"))
    run("run s.yaml --engine switch").said("full switches: 4 ports of 64 bits, 8 classes")
    write("s.yaml", ports(4, ", delay_ns: 900"))
    run("run s.yaml --engine switch").said("full switches: 4 ports of 128 bits with limits per port, 8 classes")
    for more in ", delay_ns: 900", ", gbps: 25", ", private: 1KB":
        write("s.yaml", ports(6, more))
        result = run("run s.yaml --engine switch --out none", 2)
        result.one_line("s.yaml:7: ports of a switch differ in rate, headroom, private cells, XOFF or XON")
        result.said("make it with `make FULL_SWITCH=8x8x64x128x8192s7p1`, or use --engine model")


main()
