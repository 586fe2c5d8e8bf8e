#!/usr/bin/env python3
"""The column `engines` of keys.toml, which the page of keys shows. make check T=keys repeats it."""
import tomllib

from program import ROOT, each, main, run, write

BASE = """name: base
duration_us: 20
mmu: {scheme: DSH, buffer: 1MB, headroom: 60KB, alpha: 1/16}
switches:
  - {name: A}
  - {name: B}
links:
  - {name: L, a: A, b: B}
hosts:
  - {name: a, switch: A}
  - {name: b, switch: B}
flows:
  - {name: f, from: a, to: b, bytes: 10KB}
  - {name: g, from: b, to: a, bytes: 10KB}
"""
# Section and key, and words of the base with what stands there instead, so that the key has an effect
DSH, B, LINK, G, TOP = "DSH, buffer: 1MB, headroom: 60KB, alpha: 1/16", "{name: B}", "{name: L, a: A, b: B}", "to: a, bytes: 10KB", "duration_us: 20"
GIVEN = {
    ("mmu", "feedback_period_us"): (DSH + "}", "GFC, buffer: 10MB, private: 400KB, bm: 390KB, b0: 200KB, feedback_period_us: 5}\ncell_bytes: 64"),
    ("switch", "clock_mhz"): (B, "{name: B, clock_mhz: 500}"),
    ("switch", "ingress_limit"): (B, "{name: B, ingress_limit: [{link: L, gbps: 5}]}"),
    ("host", "links"): ("{name: a, switch: A}", "{name: a, links: [{switch: A}, {switch: B}]}"),
    ("link", "down_us, up_us"): (LINK, "{name: L, a: A, b: B, down_us: 3, up_us: 5}"),
    ("flow", "after"): (G, G + ", after: [f]"),
    ("trace", "rates_ns"): (TOP, TOP + "\ncongestion: dcqcn\ntrace: {rates_ns: 1000}"),
    ("top", "watchdog"): (TOP, TOP + "\nwatchdog: {detection_time_us: 5, restoration_time_us: 5}"),
    ("top", "reroute_us"): (LINK, "{name: L, a: A, b: B, down_us: 3, up_us: 15}\n  - {name: M, a: A, b: B}\nreroute_us: 2"),
    ("top", "congestion"): (TOP, TOP + "\ncongestion: dcqcn"),
}


def event_rows():
    """Section and keys of each row that only the event engine accepts."""
    with open(ROOT + "/tb/sim/scenario/keys.toml", "rb") as file:
        sections = tomllib.load(file)["sections"]
    for section, rows in sections.items():
        for row in rows:
            if row.get("engines") == ["event"]:
                yield section, row["key"] if "key" in row else ", ".join(r["key"] for r in sections[row["include"]])


def test_rows():
    """A new row of this kind has an example here."""
    assert set(event_rows()) == set(GIVEN), set(event_rows()) ^ set(GIVEN)


@each(list(GIVEN))
def test_only_event(section, keys):
    """The event engine takes the keys without a word; the model takes the base, and refuses the keys in one line."""
    old, new = GIVEN[section, keys]
    assert BASE.count(old) == 1, old
    write("base.yaml", BASE)
    write("given.yaml", BASE.replace(old, new))
    assert run("run base.yaml --quiet --engine model").err == ""
    assert run("run given.yaml --quiet").err == ""
    refused = run("run given.yaml --quiet --engine model", 2)
    refused.one_line("given.yaml")
    refused.said("use --engine event")


main()
