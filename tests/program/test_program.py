#!/usr/bin/env python3
"""Tests the program as users run it: output, exit status and files. make check T=program repeats it without RTL, make test T=program with RTL."""
import json
import os
import re
import signal

from program import CASE2, HAS_RTL, ROOT, RUN_FILES, each, finish, load, main, read, rows, run, start, wait_for, with_rtl, write

VERSION = re.search(r'#define SLUICE_VERSION "(.*)"', read(ROOT + "/cmodel/sluice.h"))[1]

PLAN = "plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB"


def write_endless():
    """A scenario that does not end before a signal."""
    write("endless.yaml", "name: endless\ngbps: 40\nduration_us: 900000000\n"
          "mmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 9KB, ports: 4}\nswitches: [{name: S}]\n"
          "hosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n")


# ---- words ----

def test_help_and_version():
    run("help").printed("usage: sluice COMMAND")
    run("--help").printed("analyze")
    run("help run").printed("--engine=ENGINE")
    version = run("--version").out
    assert re.fullmatch(rf"sluice {re.escape(VERSION)}( \(commit .*)?\n", version), version
    run("", 2).said("usage: sluice COMMAND")


def test_options_need_their_values():
    """A value that may be left out would be in brackets: --port-headroom[=BYTES]."""
    for command in ("run", "sweep", "analyze", "plan", "topology", "import", "replay", "regs", "report"):
        text = run(f"help {command}").out
        assert re.search(r"--[a-z0-9-]+=[A-Z]", text) and "[=" not in text, command
    run("plan --port-headroom", 2).said("option '--port-headroom' requires an argument")


@each([36, 40, 60, 79, 80])
def test_help_fits_the_terminal(width):
    """Help keeps to the terminal's width, and says all it says elsewhere."""
    for line in ("help", "help run", "help analyze", "help plan", "help topology", "help import", "help regs"):
        text, wide = (run(line, env=dict(os.environ, COLUMNS=str(columns))).out for columns in (width, 200))
        for said in text.splitlines():
            assert len(said.encode()) <= width, f"{width} columns, '{line}': {said}"
        assert text.split() and re.sub(r"[ \n]", "", text) == re.sub(r"[ \n]", "", wide), line


@each([
    ("rum x", 2, "sluice: unknown command 'rum', did you mean 'run'?\n"),
    ("help rum", 2, "unknown command 'rum', did you mean 'run'?"),
    ("go x", 2, "unknown command 'go'; use run, sweep, analyze, plan, topology, import, replay, regs, report, or help"),
    ("run --sed 5", 2, "sluice run: unknown option '--sed', did you mean '--seed'?\n"),
    ("run x --egnine=model", 2, "unknown option '--egnine', did you mean '--engine'?"),
    ("sweep --fast", 2, "unknown option '--fast'; sluice sweep --help lists all"),
    ("plan -5", 2, "unknown option '-5'; sluice plan --help lists all"),
    ("run --out --sed", 2, "no scenario"),
    ("run -qo --sed", 2, "no scenario"),
    ("run x --engine modle", 2, "unknown engine 'modle', did you mean 'model'?"),
    ("run x --engine fast", 2, "unknown engine 'fast'; use event, model, rtl, both or switch"),
    ("plan --scheme dsh", 2, "unknown scheme 'dsh', did you mean 'DSH'?"),
    ("plan --headroom eq2", 2, "unknown headroom 'eq2'; use eq15, eq1 or nvidia"),
    ("topology fattree", 2, "unknown topology 'fattree', did you mean 'fat-tree'?"),
    (CASE2, 2, f"to run a scenario: sluice run {ROOT}/{CASE2}"),
    ("run", 2, "no scenario"),
    ("run x --fail-on loss", 2, "unknown condition of --fail-on 'loss'; use deadlock or incomplete"),
    ("run x --fail-on deadlock,", 2, "unknown condition of --fail-on ''; use deadlock or incomplete"),
    ("run x --fail-on deadlock,incomplet", 2, "'incomplet', did you mean 'incomplete'?"),
    ("run tb/examples/scenarios/burst_dsh.yaml --fail-on deadlock", 2, "burst_dsh.yaml:62: a search has no verdict; leave --fail-on out"),
    (f"run {CASE2} --waves-us 5", 2, "add --waves FILE"),
    ("run tb/examples/scenarios/loop_below.yaml --set mmu.buffer=1GB --engine model", 2,
     "switch A: BUFFER is 1,000,000,000, at most 67,108,863 fits its 26 bits; raise width or cell_bytes, or use --engine event"),
    (f"run {CASE2} --waves-us 5 --waves x", 2, "add --engine rtl"),
    (f"run {CASE2} --seed -1", 2, "seed is '-1', which is negative; give a whole number, 0 to 9223372036854775807"),
    ("plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 0", 2, "buffer is '0'; give bytes"),
    ("plan --gbps -300", 2, "gbps is '-300', which is negative; give a number, 0.001 to 1000"),
    ("plan --gbps 0", 2, "gbps is '0'; give a number, 0.001 to 1000"),
    ("plan --delay-us nan", 2, "delay-us is 'nan'; give a number, 0 to 100000"),
    ("plan --ports -300", 2, "ports is '-300', which is negative; give a whole number, 1 to 512"),
    ("plan --mtu -300", 2, "mtu is '-300', which is negative; give bytes"),
    ("topology --load -300", 2, "load is '-300', which is negative; give a number, 0.000001 to 1"),
    ("topology --load 0", 2, "load is '0'; give a number, 0.000001 to 1"),
    ("topology --gbps 1e999", 2, "gbps is '1e999'; give a number, 0.001 to 1000"),
    ("run /nonexistent", 2, "/nonexistent: cannot open: No such file or directory"),
    ("run tb/examples/scenarios/incast.yaml --out /dev/null/x", 1, "/dev/null/x: cannot make: Not a directory"),
    ("run tb/examples/scenarios/incast.yaml --out /dev/null", 1, "/dev/null"),
    (f"run {CASE2} --out \udcff", 2, "the command is not UTF-8, which JSON and YAML require"),
    ("analyze \udcff --json", 2, "the command is not UTF-8"),
    (f"{PLAN} --json --out \udcff", 2, "the command is not UTF-8"),
    ("run tb/examples/scenarios/burst_dsh.yaml --set flows.burst3.start_us=5", 2,
     "burst_dsh.yaml:63: 1 of 16 bursting flows have start_us; give it to all of them, or to none"),
    ("run tb/examples/scenarios/burst_dsh.yaml --set duration_us=100", 2,
     "burst_dsh.yaml:62: the queues of the other flows have not all been paused by duration_us"),
    ("run tb/examples/scenarios/permutation.yaml --set routing=spray --engine model", 2,
     "permutation.yaml: packets of flow p-0 are sprayed, which the clocked engines cannot do; use --engine event"),
    ("sweep", 2, "no sweep; usage: sluice sweep FILE [--jobs N]"),
    ("sweep a b", 2, "more than one sweep; give one"),
    ("sweep a --count --points", 2, "more than one of --point, --collect, --count, --points and --missing; give one"),
    ("run a b", 2, "more than one scenario; give one"),
    ("run tb/examples/scenarios/incast.yaml --threads 2 --engine model", 2, "--threads needs --engine event; leave one of them out"),
    ("replay tb/examples/scenarios/replay.yaml --in 0=a --in 0=b --out x", 2, "port 0 has two captures; merge them (mergecap)"),
    ("replay tb/examples/scenarios/replay.yaml --in 0=a", 2, "no directory for the outgoing frames; add --out DIR"),
    ("topology ring ring", 2, "more than one topology; give one"),
    ("topology ring --switches 4 --hosts 1 --leaves 3", 2, "--leaves is not for a ring; leave it out: a ring needs --switches and --hosts"),
    ("topology leaf-spine --leaves 1 --spines 1 --hosts 1", 2, "a network needs two hosts; give more leaves or hosts"),
    ("topology", 2, "no topology; give fat-tree, leaf-spine or ring"),
    ("topology torus", 2, "unknown topology 'torus'; use fat-tree, leaf-spine or ring"),
    ("topology ring --switches 8", 2, "a ring needs --switches and --hosts"),
    ("topology ring --switches 2 --hosts 2", 2, "switches is '2'; give a whole number, 3 to 64"),
    ("topology ring --switches 4 --hosts 511", 2, "with 2 links to switches and 511 hosts has 513 ports; at most 512"),
    ("topology fat-tree --ports 4 --cell 4294967297", 2, "cell_bytes is 4294967295; it must be 1 to 4096"),
    ("topology fat-tree --ports 4 --packet 4294968296", 2, "packet is '4294968296'; give at most 16384"),
    ("topology fat-tree --ports 4 --hosts 2", 2, "--hosts is not for a fat-tree; leave it out"),
    ("topology fat-tree --ports 5", 2, "a fat-tree needs an even number of ports"),
    ("topology leaf-spine --leaves 4 --spines 504 --hosts 9", 2, "has 513 ports; at most 512 are possible"),
    ("topology leaf-spine --leaves 4", 2, "a leaf-spine network needs --leaves, --spines and --hosts"),
    ("topology fat-tree --ports 4 --sizes x", 2, "there is no distribution 'x'; use "),
    ("topology fat-tree --ports 4 --sizes websearch", 2, "--sizes needs flows; add --load"),
    ("topology fat-tree --ports 4 --ports 128", 2, "ports is '128'; give a whole number, 2 to 112"),
    ("topology fat-tree --ports 4 --load 0.5 --duration-us 999999999", 2, "give --duration-us at most 999901760"),
    ("topology fat-tree --ports 4 --load 0.5 --flows x", 2, "--load is for generated flows; leave it out, or leave out --flows"),
    ("topology fat-tree --ports 4 --flows /nonexistent", 2, "/nonexistent: cannot open: No such file or directory; give --flows a CSV file"),
    ("topology fat-tree --ports 4 --traffic /nonexistent", 2, "/nonexistent: cannot open: No such file or directory"),
    ("topology fat-tree --ports 4 --buffer 10KB", 2, "pools exceed the buffer by 210,504 cells"),
    ("topology fat-tree --ports 4 --class 2", 2, "class 2 does not exist; classes are 0 to 1"),
    ("topology fat-tree --ports 4 --lossless 8", 2, "lossless is '8'; give classes such as 3,4"),
    ("topology fat-tree --ports 4 --scheme NONE", 2, "unknown scheme 'NONE'; use SIH, DSH, SHP, TTL, GFC, STATIC, GFC_"),
    ("topology fat-tree --ports 4 --scheme STATIC --alpha 1/8", 2, "STATIC has no factor of thresholds"),
    ("topology fat-tree --ports 4 --congestion dcqn", 2, "unknown congestion control 'dcqn', did you mean 'dcqcn'?"),
    ("topology fat-tree --ports 4 --pattern all-to-all", 2, "unknown pattern 'all-to-all', did you mean 'all_to_all'?"),
    ("topology fat-tree --ports 4 --pattern incast --senders 16", 2, "senders is 16, 15 hosts can send to h0_0_0"),
    ("topology fat-tree --ports 4 --pattern shift --shift 16", 2, "shift is 16 among 16 hosts; give 1 to 15"),
    ("topology fat-tree --ports 4 --senders 4", 2, "--senders is for --pattern incast"),
    ("topology fat-tree --ports 4 --shift 4", 2, "--shift is for --pattern shift"),
    ("topology fat-tree --ports 4 --pattern all_to_all --period-us 9", 2, "all_to_all happens once"),
    ("topology fat-tree --ports 4 --pattern shift --load 0.1", 2, "the flows of shift are endless, which does not go "),
    ("topology fat-tree --ports 4 --load 0.1 --bytes 1KB", 2, "--bytes is for a pattern beside --load; add --pattern"),
    ("topology fat-tree --ports 4 --paths long", 2, "unknown paths 'long'; use up_down or shortest"),
    ("topology fat-tree --ports 4 --out /dev/null", 2, "/dev/null: not a regular file; give --out a file"),
    ("import", 2, "no format; give hpcc, simai or htsim"),
    ("import hpc x", 2, "unknown format 'hpc', did you mean 'hpcc'?"),
    ("import simai", 2, "0 files; usage: sluice import simai TOPOLOGY [FLOWS]"),
    ("import htsim x", 2, "1 file; usage: sluice import htsim TOPOLOGY MATRIX"),
    ("import hpcc a b c d", 2, "4 files; usage: sluice import hpcc TOPOLOGY [FLOWS [CONFIG]]"),
    ("import hpcc /nonexistent", 2, "/nonexistent: cannot open: No such file or directory; give a file"),
    ("report", 2, "no directory"),
    ("report a b", 2, "add --out FILE"),
    ("report /nonexistent", 2, "/nonexistent/run.cksum: cannot open: No such file or directory; give a directory")])
def test_bad_command(line, code, says):
    result = run(line, code)
    result.said(says)
    result.one_line()
    assert result.out == ""


@each([
    ("--length-m 5", "the wire's delay is given twice; give --delay-us or --length-m"),
    ("--json --buffers", "--json, --pg-profile, --buffers and --registers print instead of tables; give one"),
    ("--quanta 3 --response 64", "the response time is given twice; give --quanta or --response"),
    ("--gbps 10,25", "only --pg-profile takes several rates or lengths; give one --gbps and one --length-m"),
    ("--gbps 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "gbps: give at most 16 values, separated by commas"),
    ("--group 4:10:5", "--group has ports, rates and lengths; leave --ports, --gbps, --length-m and --delay-us out"),
    ("--group 4:10:5 --buffers", "--group has ports, rates and lengths; leave --ports, --gbps, --length-m and --delay-us out"),
    ("--group 4:10", "group is '4:10'; give ports:Gb/s:metres, such as 24:100:5"),
    ("--group 4:10:5:6:7", "group is '4:10:5:6:7'; give ports:Gb/s:metres"),
    ("--ratio 3", "--ratio is of SHP's pool; give --scheme SHP, or leave --ratio out"),
    ("--sonic 202405", "--sonic is for the formula for NVIDIA switches; give --headroom nvidia, or leave --sonic out"),
    ("--flood 1", "--flood is a register of a switch; give --registers switch, or leave --flood out"),
    ("--receivers 1", "--receivers is for ECN; give --kmin, or leave --receivers out"),
    ("--credits ultra_ethernet --buffers", "--credits is for tables, --json and --registers switch; leave --credits out"),
    ("--amount 64", "--amount is of credits; give --credits too"),
    ("--amount 1 --credits ultra_ethernet", "amount is 1; give 6400 to 262144 bytes"),
    ("--credit-ports 0", "are registers of credits; give --credits and --registers switch too"),
    ("--credits infiniband --registers switch", "the switch has the credits of Ultra Ethernet only; give --credits ultra_ethernet"),
    ("--registers switch --cell 64 --buffer 64KiB --private 64 --credits ultra_ethernet", "CREDITS_LIMIT is PRIVATE, 1 cells; a largest frame and "),
    ("--registers switch --cell 64 --buffer 1MiB --port-mtu 16000", "port-mtu is 16000 B; sluice_switch takes at most 9220"),
    ("--registers mmu --buffer 512MB", "the buffer is 512000000 cells, a counter of 28 bits cannot hold that; raise --cell"),
    ("--cell 8192 --buffer 100MB --out x", "cells of 8192 B; a scenario takes at most 4096"),
    ("--ports 2 --out x", "two senders and a receiver do not fit on 2 ports; give at least 3"),
    ("--tree-levels 2", "tree-levels is for TTL; use --scheme TTL, or leave --tree-levels out"),
    ("--scheme TTL --private 1KB --out x", "a queue has no private buffer with TTL; leave --private out"),
    ("--scheme TTL --lossless 0 --out x", "with TTL every class is lossless; leave --lossless out"),
    ("--scheme TTL --partitions 0,2MB", "the partitions are 2000000 B in all; the buffer has 1000000"),
    ("--scheme GFC --private 1KB --out x", "with GFC the private buffer follows from --bm; leave --private out"),
    ("--scheme GFC --buffer 100KB --out x", "GFC needs Bm, a packet and K, "),
    ("--scheme GFC --bm 1KB", "bm is 1000 B; 2*C*tau in safe cells is "),
    ("--buffer 100 --cell 4096", "the buffer of 100 B is less than a cell of 4096 B; raise --buffer")])
def test_bad_plan(options, says):
    """Options that do not go together, and amounts that do not fit."""
    result = run(f"{PLAN} {options}", 2)
    result.said(says)
    result.one_line()
    assert result.out == "" and not os.path.exists("x")


@each(["ports", "gbps", "delay-us", "buffer"])
def test_a_plan_names_what_is_missing(option):
    run(re.sub(rf" --{option} \S+", "", PLAN), 2).said(f"--{option} {'or --length-m ' if option == 'delay-us' else ''}is missing; more: sluice plan --help")


@each([("DSH, alpha: 1, headroom: 16KB, buffer: 1MB", "7x3x21s7"), ("GFC, b0: 0, bm: 64KB, buffer: 2MB", "7x3x21")])
def test_no_rtl_build(scheme, variant):
    """The message names the missing build and the command that makes it."""
    write("dims.yaml", f"name: dims\nduration_us: 10\nmmu: {{scheme: {scheme}, ports: 7, classes: 3, width: 21}}\n"
          "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n")
    result = run("run dims.yaml --engine rtl", 2)
    if not HAS_RTL:
        result.said("dims.yaml: this program has no RTL; build it with `make`, or use --engine model")
        return
    result.said("dims.yaml:3: no RTL build has 7 ports x 3 classes x 21 bits")
    result.said(f"`make VARIANTS={variant}`")


@each(["run", "analyze"])
def test_seed_draws_traffic(command):
    """A seed on the command line draws other traffic and routes. The default is the seed of the file."""
    text = [run(f"{command} tb/examples/scenarios/permutation.yaml{seed}").out for seed in ("", " --seed 1", " --seed 2")]
    assert text[0] == text[1] != text[2]


@each([f"analyze {CASE2}", "analyze tb/examples/scenarios/prl4.yaml", PLAN])
def test_json_is_json(line):
    text = run(line + " --json").out
    result = json.loads(text)
    assert result["version"] == VERSION and result["command"].startswith("sluice")
    if CASE2 in line:
        assert '"verdict": "deadlock predicted"' in text
        assert '"cycles": [{"links": ["L1", "L2", "L3", "L4"], "all_pause_regulated": true}]' in text


# ---- standard output ----

@each([(line, full) for line in (f"run {CASE2}", f"run {CASE2} --out out", f"analyze {CASE2}",
                                 PLAN, "help", "--version") for full in (True, False)])
def test_standard_output_is_full_or_closed(line, full):
    with open("/dev/full", "w", encoding="ascii") as device:
        result = run(line, 1, out=device if full else None)
    result.said("standard output cannot be written")
    result.said("No space left on device" if full else "Bad file descriptor")
    if "--out" in line:  # standard output and the file do not mix
        assert read("out/pauses.csv").startswith("time_ns,link,") and read("out/results.json").startswith("{")


# ---- --out ----

def test_out_makes_directories():
    run(f"run {CASE2} --quiet --out a//b/c/")
    assert len(os.listdir("a/b/c")) == RUN_FILES
    results = load("a/b/c/results.json")
    assert results["version"] == VERSION and results["command"] == f"sluice run {ROOT}/{CASE2} --quiet --out a//b/c/"


def test_out_of_utf16():
    """YAML may be UTF-16. A JSON file may not."""
    with open("wide.yaml", "wb") as file:
        file.write(b"\xff\xfe" + read(f"{ROOT}/{CASE2}").encode("utf-16-le"))
    run("run wide.yaml --quiet --out out")
    assert 'wide.yaml", "text": null}' in read("out/results.json")


def test_acknowledgements_change_the_gap():
    """HPCC without a window: at no time a packet waits longer than its predecessor takes at the rate of that time, which acknowledgements change while
    a gap runs. Rates have samples every 10 ns; the bottleneck of three flows is the link to d."""
    write("pace.yaml", "name: pace\nduration_us: 300\ngbps: 100\ndelay_ns: 1000\npacket_bytes: 1000\ncongestion: hpcc\nsenders: {window: false}\n"
          "mmu: {scheme: SIH, buffer: 16MB, headroom: 100KB, alpha: 1, classes: 2}\nswitches: [{name: S}]\n"
          "hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: d, switch: S}]\n"
          "flows: [{name: f, from: a, to: d, bytes: 1MB}, {name: g, from: b, to: d, bytes: 200KB, start_us: 20},"
          " {name: h, from: c, to: d, bytes: 200KB, start_us: 20}]\ntrace: {rates_ns: 10, packets: true}\n")
    run("run pace.yaml --quiet --out o")
    starts = [float(r["time_ns"]) for r in rows("o/packets.csv") if (r["event"], r["node"], r["flow"]) == ("send", "a", "f")]
    rates = [(float(r["time_ns"]), float(r["gbps"])) for r in rows("o/rates.csv") if (r["flow"], r["what"]) == ("f", "allowed")]
    changes = 0
    for time, next_time in zip(starts, starts[1:]):
        gap = [(at, gbps) for at, gbps in rates if time < at < next_time]
        changes += len({gbps for _, gbps in gap}) > 1
        assert all(at <= time + 8000 / gbps + 20 for at, gbps in gap), (time, next_time, gap)
    assert len(starts) == 1000 and changes > 500, (len(starts), changes)


def test_out_files_agree():
    """CSV and JSON files of a run must agree."""
    write("incast.yaml", "name: incast\nduration_us: 2000\nmmu: {scheme: DSH, alpha: 1/8, buffer: 1MB, headroom: 16KB, ports: 4}\n"
          "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
          "flows: [{name: f, from: x, to: z, bytes: 1MB}, {name: g, from: y, to: z, bytes: 50KB, class: 2}, "
          "{name: e, from: x, to: y}]\ntrace: {series: [{queues: [all], what: [ingress, threshold], every_ns: 5000}]}\n")
    run("run incast.yaml --quiet --out o")
    r = load("o/results.json")
    column = lambda file, number: [line.split(",")[number] for line in read(f"o/{file}.csv").splitlines()[1:]]
    numbers = lambda file, number: [float(x) for x in column(file, number)]
    assert [f["slowdown"] for f in r["flows"]] == [float(x) if x else None for x in column("flows", 8)]
    assert [f["latency_ns"]["p99"] for f in r["flows"]] == numbers("flows", 18)
    assert (r["flow_count"], r["finite_flows"], r["completed"], r["slowdown"]["flows"], r["slowdown"]["left_out"], len(r["sizes"])) == (3, 2, 2, 2, 0, 2)
    assert [q["p99_bytes"] for q in r["queues"]] == numbers("queues", 6)
    assert [x["paused_ns"] for x in r["links"] if x["frames"] > 0] == numbers("links", 11)
    assert r["end_ns"] == 2000000 and len(rows("o/series.csv")) == 401 * 25  # 24 queues and a threshold, every 5 us


def test_out_of_what_is_read():
    text = "source,destination,class,bytes,start_us\nx,y,0,10000,1\n"
    write("flows.csv", text)
    write("a.yaml", "name: a\nduration_us: 100\ngbps: 40\nmmu: {scheme: STATIC, ports: 4, buffer: 800KB, xoff: 20KB, headroom: "
          "16KB}\nswitches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows_csv: flows.csv\n")
    run("run a.yaml --quiet --out .", 1).said("/flows.csv: this run reads the file; give --out another directory\n")
    assert read("flows.csv") == text
    assert sorted(os.listdir()) == ["a.yaml", "flows.csv"]
    run("run a.yaml --quiet --out o")


def test_out_of_a_failed_run():
    """A failed run leaves no files, not even the directories that it made."""
    os.makedirs("d/results.json")
    run(f"run {CASE2} --out d", 1).said("d/results.json: cannot write: not a regular file")
    assert os.listdir("d") == ["results.json"]
    run("run tb/examples/scenarios/case1.yaml --out p/q --quiet", 1, largest=4096).said("cannot write: File too large")
    assert not os.path.exists("p")


def test_out_has_one_owner():
    """Only one run may write into a directory. After it ends, another run may."""
    write_endless()
    first = start("run endless.yaml --quiet --out o")
    wait_for("o/.pauses.csv.part")
    run(f"run {CASE2} --out o", 1).said("o: another run writes to this directory; give --out another one")
    assert len(os.listdir("o")) == RUN_FILES - 1
    first.kill()
    assert finish(first).code == 128 + signal.SIGKILL
    write("o/.results.json.part", "left over\n" * 10000)  # leftover data of a run must not appear in the next one
    assert len(os.listdir("o")) == RUN_FILES - 1
    run(f"run {CASE2} --quiet --out o")
    assert len(os.listdir("o")) == RUN_FILES and os.path.exists("o/pauses.csv")
    assert "left over" not in read("o/results.json")


@each([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_leave_nothing(number):
    write_endless()
    child = start("run endless.yaml --quiet --out made/o" + (" --engine rtl --waves w.fst" if HAS_RTL else ""))
    wait_for("made/o/.pauses.csv.part")
    if HAS_RTL:
        wait_for("w.fst.part.hier")
    child.send_signal(number)
    result = finish(child)
    assert result.code == 128 + number
    result.said("no unfinished file is left")
    assert os.listdir() == ["endless.yaml"]


# ---- verdicts ----

@each([
    ("", 0, "verdict: deadlocked since 105.885 us\n"),
    ("--fail-on incomplete", 0, "verdict: deadlocked since 105.885 us\n"),
    ("--fail-on deadlock", 5, "verdict: deadlocked since 105.885 us\n"),
    ("--set flows.*.bytes=1MB", 0, "us; 3 of 3 flows incomplete: flow1 and 2 others wait in the deadlock\ncycle of waiting queues"),
    ("--set flows.*.bytes=1MB --fail-on incomplete", 5, "3 of 3 flows incomplete"),
    ("--set flows.*.bytes=1MB --fail-on incomplete,deadlock --engine model", 5, "3 of 3 flows incomplete"),
    ("--set flows.*.bytes=100KB --fail-on deadlock,incomplete", 0, "verdict: drained\n"),
    ("--set flows.*.bytes=1MB --set mmu.headroom=1KB", 4, " packets of lossless classes lost at "),
    ("--set flows.*.bytes=1MB --set mmu.headroom=1KB --fail-on incomplete", 4, "whose headroom was full; 3 of 3 flows")])
def test_verdict_and_exit_status(options, code, verdict):
    """The sizes of the flows of case 2, options, and what follows from the deadlock of these flows, or from a loss."""
    result = run(f"run {CASE2} {options} --out o", code)
    result.printed(verdict)
    assert ('"verdict_detail": null' in read("o/results.json")) == ("incomplete" not in result.out)
    assert ("--fail-on incomplete has no effect" in result.err) == ("bytes" not in options and "incomplete" in options)


# ---- both engines ----

@with_rtl
def test_both_says_what_it_compared():
    result = run(f"run {CASE2} --engine both")
    compared = re.search(r"RTL and model: (\d+) MMU cycles compared, 27 outputs each, 0 mismatches\n", result.err)
    assert compared and int(compared[1]) >= 4 * 4521 * 250, result.err  # 4 switches, 4521 us, 250 MHz
    result = run(f"run {CASE2} --engine both --quiet")
    assert "RTL and model" not in result.err
    result.one_line()  # the warning of the cycle


main()
