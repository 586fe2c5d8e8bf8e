#!/usr/bin/env python3
"""The keys of scenarios in results.json, and runs with equal results. make check T=report_keys repeats it."""
import json
import re

from program import ROOT, each, load, main, read, run, write

# Almost every key with a constant default has an effect here.
SCENARIO = """name: base
duration_us: 3000
stop_us: 1000
ecn: {kmin: 5KB, kmax: 20KB}
mmu: {scheme: DSH, buffer: 1MB, headroom: 60KB, alpha: 1/16}
switches: [{name: A}, {name: B}]
links: [{name: L, a: A, b: B, down_us: 50, up_us: 1200}, {name: M, a: A, b: B}]
hosts: [{name: a, switch: A}, {name: c, switch: A}, {name: b, switch: B}]
flows: [{name: f, from: a, to: b, bytes: 200KB}, {name: g, from: c, to: b}]
traffic: [{name: t, pattern: incast, to: [b], senders: 2, bytes: 20KB, period_us: 100, until_us: 500}]
"""
DCQCN = "congestion: dcqcn\n"
DEFAULTS = re.findall(r"^  '([^']*)': '([^']*)'", re.search(r"KEY_DEFAULTS = \{\n(.*?)^\};", read(ROOT + "/tb/cli/report/page/keys.js"), re.M | re.S)[1], re.M)


def run_base(more="", to="o", setting=None):
    write("base.yaml", SCENARIO + more)
    run(f"run base.yaml --quiet {'--set ' + setting if setting else ''} --out {to}")


def are_equal(a, b):
    one, two = json.loads(run(f"report {a} {b} --json").out)
    return one["sum"] == two["sum"]


def test_keys_of_results():
    """results.json has the keys as written, with those of --set, --mmu and --seed."""
    run_base()
    r = load("o/results.json")
    assert r["congestion"] == "none" and "congestion" not in r["keys"]
    assert r["keys"]["mmu"] == {"scheme": "DSH", "buffer": "1MB", "headroom": "60KB", "alpha": "1/16"}
    assert (r["keys"]["stop_us"], r["keys"]["links"][0]["down_us"], len(r["keys"]["flows"])) == ("1000", "50", 2)
    write("mmu.yaml", "mmu: {scheme: SIH, buffer: 2MB, alpha: 1/8}\n")
    run("run base.yaml --quiet --mmu mmu.yaml --seed 7 --set congestion=dcqcn --set mmu.alpha=1/2 --set links.*.gbps=100 "
        "--set flows.g.congestion=none --out o")
    r = load("o/results.json")
    assert (r["congestion"], r["senders"], r["keys"]["congestion"], r["keys"]["seed"]) == ("dcqcn", "hpcc_dcqcn", "dcqcn", "7")
    assert r["keys"]["mmu"] == {"scheme": "SIH", "buffer": "2MB", "alpha": "1/2"}
    assert [x.get("gbps") for x in r["keys"]["links"]] == ["100", "100"] and [x.get("congestion") for x in r["keys"]["flows"]] == [None, "none"]


def test_keys_of_many_flows():
    """A very long list is null, and the others remain."""
    flows = "".join(f"  - {{name: f{i}, from: a, to: b, bytes: 1KB}}\n" for i in range(10001))
    write("base.yaml", re.sub("(?m)^flows.*$", "", SCENARIO).replace("duration_us: 3000", "duration_us: 40000") + "flows:\n" + flows)
    run("run base.yaml --quiet --out o")
    keys = load("o/results.json")["keys"]
    assert keys["flows"] is None and len(keys["hosts"]) == 3 and keys["stop_us"] == "1000"


def test_defaults():
    """Each default that the page knows is the one of the simulator: a run with this value is equal to one without the key."""
    assert len(DEFAULTS) > 20
    run_base(to="none")
    run_base(DCQCN)
    for key, value in DEFAULTS:
        run_base(DCQCN, "p", f"{key}={value}")
        assert are_equal("none" if key == "congestion" else "o", "p"), f"{key} has another default than {value}"


@each([
    ("gbps", "50"),
    ("cell_bytes", "256"),
    ("packet_bytes", "500"),
    ("delay_ns", "900"),
    ("overhead_bytes", "0"),
    ("processing_ns", "500"),
    ("seed", "2"),
    ("jitter_ns", "3000"),
    ("routing", "ecmp"),
    ("reroute_us", "900"),
    ("ecn.pmax", "0.1"),
    ("senders.frame_bytes", "100"),
    ("mmu.pause_time", "1000"),
    ("flows.*.class", "1"),
    ("traffic.*.class", "1"),
    ("traffic.*.start_us", "50")])
def test_other_values(key, value):
    """The checks above see a wrong default."""
    run_base(DCQCN)
    run_base(DCQCN, "p", f"{key}={value}")
    assert not are_equal("o", "p"), f"{key} has no effect"


def test_equal_results():
    """Equal: only the scenario differs. A key without an effect, and zeros that one file leaves out, change nothing."""
    run_base()
    run_base(to="p", setting="name=other")
    assert are_equal("o", "p")
    without = re.sub("(?m)^ecn.*\\n", "", SCENARIO)
    write("base.yaml", without)
    run("run base.yaml --quiet --set mmu.pause_time=65535 --out p")
    assert "marked" in load("o/results.json")["flows"][0] and "marked" not in load("p/results.json")["flows"][0]
    assert are_equal("o", "p")
    run("run base.yaml --quiet --set stop_us=1001 --out p")
    assert not are_equal("o", "p")


main()
