#!/usr/bin/env python3
"""Tests sluice import as users run it: one command writes a directory, sluice run reads it, and an error leaves nothing. make check T=import_files
repeats it."""
import os

from program import bash, each, load, main, read, run, write

STAR = "4 1 3\n3\n0 3 40Gbps 1us 0\n1 3 40Gbps 1us 0\n2 3 40Gbps 1us 0\n"
PAIR = "2\n0 2 3 100 200000 2\n1 2 3 100 200000 2\n"
# Two switches with a host each, and two routes between them
TWO_ROUTES = ("6 4 6\n2 3 4 5\n0 2 40Gbps 1us 0\n1 3 40Gbps 1us 0\n2 4 40Gbps 1us 0\n2 5 40Gbps 1us 0\n3 4 40Gbps 1us 0\n"
              "3 5 40Gbps 1us 0\n")


def write_inputs():
    write("star.txt", STAR)
    write("flow.txt", PAIR)


def lost(results):
    return sum(switch["lost"] for switch in results["switches"])


def test_imported_network_runs():
    """Two flows of 200,000 B share a link of 40 Gb/s: 400 packets of 1,020 B with preamble and gap need 81.6 us."""
    write_inputs()
    run("import hpcc star.txt flow.txt").printed("star/scenario.yaml: 3 hosts, 1 switches, 3 links, 2 flows\n")
    assert len(os.listdir("star")) == 2
    run("run star/scenario.yaml --quiet --out o")
    r = load("o/results.json")
    assert r["verdict"] == "drained" and r["completed"] == 2 and 81600 < r["completion_ns"]["max"] < 85000 and lost(r) == 0


def test_topology_without_ending():
    """The topologies of SimAI have no ending, so the default directory has another name than the file."""
    write_inputs()
    os.rename("star.txt", "star")
    assert run("import hpcc ./star flow.txt").out.startswith("star.import/scenario.yaml: 3 hosts")
    assert sorted(os.listdir("star.import")) == ["flows.csv", "scenario.yaml"]


@each([("...txt", None, "_.", ".."), ("..txt", None, "_", "."), ("-x.txt", "-x", "_x", None), (".x.txt", ".x", "_x", None),
       (".x", ".x.import", "_x", None)])
def test_topologies_named_by_dots(file, to, name, gives):
    """A topology whose name gives `.` or `..` needs --out; others that begin so give a name that a scenario may have."""
    write_inputs()
    bash(f"mkdir in && mv star.txt in/{file} && touch before && find . | sort >before")
    if to is None:
        said = bash(f"cd in && $sluice import hpcc ./{file} ../flow.txt", 2)
        assert said == f"./{file}: its name gives directory {gives}; give --out a new directory, or rename the file\n", said
        bash("find . | sort | diff before -")
    bash(f"cd in && $sluice import hpcc ./{file} ../flow.txt {'' if to else '--out new'}")
    bash(f"grep -qx 'name: {name}' ./in/{to or 'new'}/scenario.yaml")
    run(f"run ./in/{to or 'new'}/scenario.yaml --quiet")


def test_notes_are_said():
    """What a scenario does not have is one line each on standard error, and a comment of the scenario."""
    write_inputs()
    write("config.txt", "CC_MODE 7\nKMAX_MAP 1 25000000000 400\n")
    result = run("import hpcc star.txt flow.txt config.txt --out x/y")
    result.said("CC_MODE 7, TIMELY, is not known; give 1, 3 or 10\n")
    result.said("hosts have no congestion control; no effect of KMAX_MAP\n")
    result.printed("x/y/scenario.yaml: 3 hosts, 1 switches, 3 links, 2 flows\n")
    bash("grep '^# .*no effect of KMAX_MAP$' x/y/scenario.yaml && test -s x/y/flows.csv")


@each([(1, lambda f: 30000 < f["latency_ns"]["p99"] < 50000 and f["marked"] > 200), (3, lambda f: f["latency_ns"]["p99"] < 3000),
       (10, lambda f: f["latency_ns"]["p99"] < 3000)])
def test_imported_congestion_control_holds_the_queue(mode, holds):
    """HPCC's default settings: five flows to one host. With DCQCN, marks above Kmin, 400 KB or 32 us, hold the queue near it; without control it has
    13 MB. HPCC and HPCC-PINT have no queue after their first round trips."""
    write("config.txt", f"ENABLE_QCN 1\nCC_MODE {mode}\nPACKET_PAYLOAD_SIZE 1000\nALPHA_RESUME_INTERVAL 1\nRATE_DECREASE_INTERVAL 4\n"
          "CLAMP_TARGET_RATE 0\nRP_TIMER 300\nEWMA_GAIN 0.00390625\nFAST_RECOVERY_TIMES 1\nRATE_AI 20Mb/s\n"
          "RATE_HAI 200Mb/s\nMIN_RATE 1000Mb/s\nL2_ACK_INTERVAL 1\nKMAX_MAP 1 100000000000 1600\n"
          "KMIN_MAP 1 100000000000 400\nPMAX_MAP 1 100000000000 0.2\nBUFFER_SIZE 32\nSIMULATOR_STOP_TIME 4.00\n")
    write("net.txt", "7 1 6\n0\n" + "".join(f"0 {host} 100Gbps 0.001ms 0\n" for host in range(1, 7)))
    write("flow.txt", "5\n2 1 3 100 200000000 2\n3 1 3 100 200000000 2\n4 1 3 100 150000000 2\n5 1 3 100 5000000 2\n"
          "6 1 3 100 5000000 2\n")
    run("import hpcc net.txt flow.txt config.txt --out n")
    run("run n/scenario.yaml --quiet --out o")
    r = load("o/results.json")
    assert r["verdict"] == "drained" and r["completed"] == 5 and lost(r) == 0
    assert all(holds(flow) for flow in r["flows"][:2]), r["flows"][:2]


def test_flows_of_ns3_rdma():
    """20,000 packets of 1,000 B of each of two flows share a link of 40 Gb/s."""
    write("net.txt", "4 1 3\n0\n0 1 40Gbps 0.001ms 0\n0 2 40Gbps 0.001ms 0\n0 3 40Gbps 0.001ms 0\n")
    write("flow.txt", "2\n2 1 3 20000 2.0 9.5\n3 1 3 20000 2.0 9.5\n")
    run("import hpcc net.txt flow.txt --out n").said("flows of ns3-rdma, in packets of 1000 B\n")
    run("run n/scenario.yaml --quiet --out o")
    r = load("o/results.json")
    assert r["completed"] == 2 and all(f["start_ns"] == 0 and f["received_packets"] == 20000 for f in r["flows"])
    assert 8160000 < r["completion_ns"]["max"] < 8200000


@each([(STAR, PAIR, False, False),
       (STAR, "2\n0 2 3 100 200000 2\n2 1 3 100 200000 2\n", False, True),
       (TWO_ROUTES, "1\n0 1 3 100 200000 2\n", True, False),
       (TWO_ROUTES, "2\n0 1 3 100 200000 2\n1 0 3 100 200000 2\n", True, True)])
def test_keys_that_act(net, flows, routing, scheduler):
    """The scenario has ECMP only if a flow has a choice, and priority of acknowledgements only if they meet data."""
    write("net.txt", net)
    write("flow.txt", flows)
    write("config.txt", "CC_MODE 1\nKMIN_MAP 1 40000000000 400\nKMAX_MAP 1 40000000000 1600\nPMAX_MAP 1 40000000000 0.2\n")
    run("import hpcc net.txt flow.txt config.txt --out n")
    lines = read("n/scenario.yaml").splitlines()
    assert ("routing: ecmp" in lines) == routing
    assert any(line.startswith("scheduler: {strict: [") for line in lines) == scheduler
    result = run("run n/scenario.yaml --quiet")
    assert "no effect" not in result.out + result.err


@each([
    ("star.txt bad.txt --out x/y", 2, "bad.txt:1: the file ends after 0 of 5 flows; complete it\n", 0),
    ("star.txt flow.txt --out x/y", 1, "x/y/scenario.yaml: cannot write: File too large", 200),
    ("star.txt many.txt --out x/y", 1, "x/y/flows.csv: cannot write: File too large", 200),
    ("star.txt flow.txt --out /proc/x", 1, "/proc/x: cannot write: ", 0),
    ("star.txt flows.csv --out .", 2, "flows.csv: the file is read; give --out another directory\n", 0),
    ("star.txt flow.txt --out \udcff", 2, "the command is not UTF-8, which JSON and YAML require", 0)])
def test_error_leaves_nothing(arguments, code, says, largest):
    write_inputs()
    write("bad.txt", "5\n")
    write("many.txt", "40\n" + "0 2 3 100 200000 2\n" * 40)
    write("flows.csv", PAIR)
    files = sorted(os.listdir())
    result = run(f"import hpcc {arguments}", code, largest=largest)
    result.said(says)
    result.one_line()
    assert sorted(os.listdir()) == files and read("flows.csv") == PAIR


def test_flow_after_another():
    """A flow that starts when another has ended: the written scenario runs, and the second flow follows the first one."""
    write("net.topo", "Nodes 4\nTiers 2\nPodsize 4\nTier 0\nDownlink_speed_Gbps 10\nRadix_Down 2\nRadix_Up 1\n"
          "Downlink_Latency_ns 1000\nTier 1\nDownlink_speed_Gbps 10\nRadix_Down 2\nDownlink_Latency_ns 1000\n")
    write("a.cm", "0->3 id 1 start 0 size 10000 recv_done_trigger 1\n1->3 trigger 1 size 10000\nTrigger id 1 oneshot\n")
    run("import htsim net.topo a.cm --out o")
    run("run o/scenario.yaml").printed("completed: 2 of 2 finite flows")


main()
