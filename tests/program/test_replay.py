#!/usr/bin/env python3
"""Tests sluice replay as users run it. A script writes the captures that enter, and tshark reads the captures that leave. make check T=replay repeats
it without RTL, make test T=replay with RTL."""
import filecmp
import os
import re
import shutil
import signal
import struct

from program import HAS_RTL, ROOT, bash, each, finish, main, read, run, start, wait_for, with_rtl, write
from replays import BEST, FRAMES, PORTS, SCENARIO, frames, make_captures, replay, tshark

PFC_IN = 3
ALL = " ".join(f"--in {p}=in{p}.pcap" for p in range(PORTS))
TTL, GFC = "tb/examples/scenarios/replay_ttl.yaml", "tb/examples/scenarios/replay_gfc.yaml"


def changed(name, scenario, *changes):
    """Writes a scenario with replaced texts."""
    text = read(f"{ROOT}/{scenario}")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return write(name, text)


def test_what_leaves_is_what_came():
    """Senders that obey pauses lose no frame. The receiver's capture contains every frame once, and tshark accepts all frames."""
    make_captures()
    table = replay(f"{ALL} --obey --engine {BEST}")
    for p in range(PORTS):
        assert frames(f"out/port{p}.pcap", "_ws.malformed || _ws.expert") == 0
        assert frames(f"out/port{p}.pcap", f"macc.opcode == 0x0101 && eth.src == 02:00:00:00:00:0{p}") == table[p]["pauses_out"]
        assert table[p]["in"] == (FRAMES if p < 3 else PFC_IN) and table[p]["refused"] == 0
        assert p >= 2 or table[p]["pauses_out"] > 10  # the switch pauses the fast senders
    assert (table[3]["pauses_in"], table[3]["out"]) == (PFC_IN, 3 * FRAMES)
    for p in range(3):
        assert frames("out/port3.pcap", f"udp && ip.src == 10.0.0.{p} && vlan.priority == {p + 1} && ip.checksum.status != 0") == FRAMES
    # The receiver has paused priority 2 from 90 us on for 300 quanta, 15.36 us. One frame may have started before.
    during = "vlan.priority == %d && frame.time_relative > 0.0000925 && frame.time_relative < 0.0001050"
    assert frames("out/port3.pcap", during % 2) == 0 and frames("out/port3.pcap", during % 1) > 0


@each(["[1]", "[1, 2, 3]"])
def test_pause_stops_the_port(lossless):
    """802.3x PAUSE stops the whole port, lossy priorities too: nothing leaves port 3 for 300 quanta, 15.36 us from 90 us on. One frame may have started
    before. Port 0 is paused all the time, and still sends the pauses of the switch."""
    make_captures("pause")
    changed("lossy.yaml", SCENARIO, ("\n  scheme: DSH", f"\n  scheme: DSH\n  lossless: {lossless}"))
    table = replay(f"{ALL} --obey --engine {BEST}", "lossy.yaml")
    of = lambda when: frames("out/port3.pcap", f"udp && {when}")
    assert of("frame.time_relative > 0.0000925 && frame.time_relative < 0.0001050") == 0
    assert of("frame.time_relative < 0.0000925") > 50 and of("frame.time_relative > 0.0001050") > 50
    assert table[3]["pauses_in"] == table[0]["pauses_in"] == 1  # obeyed
    assert table[0]["pauses_out"] > 10 and frames("out/port0.pcap", "udp") == 0


def test_greedy_senders_are_refused():
    """Senders that do not obey: the MMU refuses the frames above its capacity."""
    make_captures()
    table = replay(f"{ALL} {'' if HAS_RTL else '--engine model'}")
    table.result.printed("refused by the MMU")
    assert table[3]["out"] + sum(table[p]["refused"] for p in range(3)) == 3 * FRAMES
    assert replay(f"{ALL} --engine {BEST} --quiet").result.out == ""


def as_tshark_reads(table, port, opcode, life):
    """Reads the capture of a port with tshark: as many pauses as in the table, frames with the expected TTL, and no warning except for the project's own
    opcode."""
    pauses, sent = 0, [0] * PORTS
    for line in tshark(f"model/port{port}.pcap", "-T fields -E separator=, -e macc.opcode -e ip.src -e ip.ttl -e _ws.expert"):
        frame = re.fullmatch(r",10\.0\.0\.([0-2]),(\d+),", line)
        if line.startswith(f"0x{opcode:04x},,,") or line == "0x0101,,,":  # pauses before the COMMIT
            pauses += 1
        else:
            assert frame and int(frame[2]) == 8 - int(frame[1]) - life, line
            sent[int(frame[1])] += 1
    assert pauses == table[port]["pauses_out"]
    assert port != 3 or sent[:3] == [table[p]["entered"] for p in range(3)]


@each([(scenario, opcode, obey) for scenario, opcode in ((SCENARIO, 0x0101), (TTL, 0x0101), (GFC, 0xfffe)) for obey in (True, False)])
def test_engines_write_the_same(scenario, opcode, obey):
    """All engines must write the same bytes with the same times. tshark reads them and must count as the table does. opcode: of the switch's pauses"""
    make_captures()
    for engine in ("model", "rtl", "both") if HAS_RTL else ("model",):
        table = replay(f"{ALL} --engine {engine} {'--obey' if obey else ''}", scenario, engine)
        compared = re.search(r"RTL and models: (\d+) cycles compared, (\d+) words of frames, 0 mismatches\n", table.result.err)
        assert ("RTL and models: " in table.result.err) == (engine == "both"), table.result.err
        # Of every frame at least 60 bytes pass a MAC, 8 bytes in a word.
        assert engine != "both" or (int(compared[1]) > 10000 and int(compared[2]) > 3 * FRAMES * 60 / 8), table.result.err
        names = sorted(os.listdir("model"))
        assert sorted(os.listdir(engine)) == names and filecmp.cmpfiles("model", engine, names, shallow=False)[0] == names
    if obey and HAS_RTL:
        for port in range(PORTS):
            as_tshark_reads(table, port, opcode, "ttl" in scenario)
    total = lambda column: sum(row[column] for row in table)
    assert len(table) == PORTS and total("out") + total("refused") == 3 * FRAMES
    assert (total("refused") == 0) == obey and total("pauses_out") > 40


HEAD = b"\xd4\xc3\xb2\xa1\2\0\4\0\0\0\0\0\0\0\0\0\0\0\4\0"   # of a capture; its link type follows


@each([
    (b"", "give a pcap or pcapng file"),
    (b"not a capture, only words of some length", "give a pcap or pcapng file"),
    (HEAD + b"\x69\0\0\0", "its link type is IEEE802_11; give a capture of Ethernet (EN10MB)"),
    (HEAD + struct.pack("<IiiII", 1, 0, 0, 4, 60) + b"abcd", "frame 1 has 4 of its 60 bytes; capture whole frames"),
    (HEAD + struct.pack("<IiiII", 1, 0, 0, 60, 60) + b"abcd", "after frame 0: truncated"),
    (HEAD + struct.pack("<IiiII", 1, 0, 0, 0, 0), "frame 1 has 0 bytes; give frames of 1 to 16384"),
    (HEAD + struct.pack("<IiiII", 1, 0, -1, 4, 4) + b"abcd", "frame 1 has the time 0 s and -1000 ns; give 0 to "),
    (HEAD + struct.pack("<IiiII", 1, -1, 0, 4, 4) + b"abcd", "frame 1 has the time -1 s and 0 ns; give 0 to ")])
def test_bad_captures(octets, says):
    with open("bad.pcap", "wb") as file:
        file.write(octets)
    result = run(f"replay {SCENARIO} --in 0=bad.pcap --out out", 2)
    result.said("bad.pcap: ")
    result.said(says)
    result.one_line()
    assert not os.path.exists("out")


@each([
    ("replay", "no scenario; usage: sluice replay FILE --in PORT=CAPTURE --out DIR"),
    (f"replay {SCENARIO}", "no capture; add --in PORT=FILE"),
    (f"replay {SCENARIO} --in 0=x.pcap", "add --out DIR"),
    (f"replay {SCENARIO} --in x.pcap", "give PORT=FILE such as 0=a.pcap"),
    (f"replay {SCENARIO} --in 77=x.pcap", "'77' is not a port; give 0 to 15"),
    (f"replay {SCENARIO} --in 0=x.pcap --in 0=y.pcap", "port 0 has two captures"),
    (f"replay {SCENARIO} --mac 02:00=1", "give ADDRESS=PORT such as 02:00:00:00:00:01=3"),
    (f"replay {SCENARIO} --mac 02:00:00:00:00:-1=1", "give ADDRESS=PORT such as 02:00:00:00:00:01=3"),
    (f"replay {SCENARIO} --mac 02:00:00:00:00:01=1 --mac 02:00:00:00:00:1=2", "the address has a port already"),
    (f"replay {SCENARIO} --engine fast", "unknown engine 'fast'; use rtl, model or both"),
    (f"replay {SCENARIO} --engine model --waves w.fst --in 0=x.pcap --out o", "--waves needs RTL"),
    (f"replay {SCENARIO} --in 0=none.pcap --out o", "none.pcap: No such file or directory"),
    ("replay tb/examples/scenarios/case1.yaml --in 0=/dev/null --out o", "give a pcap or pcapng file")])
def test_bad_lines(line, says):
    run(line, 2).said(says)


def test_bad_switches():
    make_captures()
    no_rtl = None if HAS_RTL else "this program has no RTL"
    run("replay tb/examples/scenarios/case1.yaml --in 0=in3.pcap --out out", 2).said(no_rtl or "the scenario has 4 switches; give one with a single switch")
    run(f"replay {SCENARIO} --in 5=in3.pcap --out out", 2).said(no_rtl or "in3.pcap: the switch has ports 0 to 3; there is no port 5")
    assert not os.path.exists("out")
    if HAS_RTL:
        run(f"replay {SCENARIO} --in 0=in3.pcap --out /proc/none", 1).said("give --out a directory that can be written")


def nobody_writes(capture, out, code, says):
    result = run(f"replay {SCENARIO} --engine model --in 0={capture} --out {out}", code)
    result.said(says)
    result.one_line()


def test_places_to_write():
    """Replay must not overwrite its inputs. An error at one file removes the others. Only one replay may write into a directory."""
    make_captures()
    run(f"replay {SCENARIO} --engine model --in 0=in3.pcap --out=", 1).said("--out: cannot write: no name; give --out a directory that can be written")
    os.makedirs("out/port2.pcap")
    nobody_writes("in3.pcap", "out", 1, "out/port2.pcap: cannot write: not a regular file")
    assert os.listdir("out") == ["port2.pcap"]
    os.rmdir("out/port2.pcap")
    shutil.copy("in3.pcap", "out/port1.pcap")
    nobody_writes("out/port1.pcap", "out", 1, "out/port1.pcap: the file is an input; give --out another directory")
    assert filecmp.cmp("out/port1.pcap", "in3.pcap", shallow=False) and os.listdir("out") == ["port1.pcap"]
    nobody_writes("in3.pcap", "out/port1.pcap", 1, "Not a directory; give --out a directory that can be written")


def write_two_frames(name, seconds):
    """A capture of some seconds"""
    with open(name, "wb") as file:
        file.write(HEAD + struct.pack("<IIIII", 1, 0, 0, 4, 4) + bytes(4) + struct.pack("<IIII", seconds, 0, 4, 4) + bytes(4))


def test_long_times():
    """2^30 seconds do not end, a few seconds draw a warning."""
    write_two_frames("long.pcap", 1 << 30)
    nobody_writes("long.pcap", "out", 2, "the captures last 1073741824.0 s, 168577466368 million cycles; add --gap-us 1000")
    assert not os.path.exists("out")
    assert run(f"replay {SCENARIO} --engine model --in 0=long.pcap --gap-us 10 --out out").err == ""
    write_two_frames("long.pcap", 20)
    write_two_frames("short.pcap", 0)
    child = start(f"replay {SCENARIO} --engine model --in 0=long.pcap --out out")
    wait_for("out/.port3.pcap.part")
    nobody_writes("short.pcap", "out", 1, "another replay writes to this directory; give --out another one")
    child.send_signal(signal.SIGTERM)
    result = finish(child)
    assert result.code == 128 + signal.SIGTERM
    result.said("the captures last 20.0 s, 3140 million cycles; faster with --gap-us 1000, which cuts times without frames")
    assert len(os.listdir("out")) == PORTS  # files of the replay that completed


@with_rtl
def test_waves_of_one_frame():
    """Every signal of the save file must exist in the waves, and change in the cycles of docs/hardware/frame-life.md."""
    make_captures("one")
    assert replay("--in 0=in0.pcap --in 3=in3.pcap --waves life.fst")[3]["out"] == 1
    said = bash(r"""fst2vcd life.fst 2>/dev/null | awk '/^.scope/ {at = at $3 "."} /^.upscope/ {sub(/[^.]*\.$/, "", at)}
        /^.var/ {print at $5} /enddefinitions/ {exit}' >names
        shown=$(sed -n 's/.*\(sluice_lossless_switch\.[^[]*\).*/\1/p' $root/tb/examples/waves/life.gtkw)
        [ -n "$shown" ] || echo life.gtkw shows no signal
        for s in $shown; do grep -qxF $s names || echo $s; done""")
    assert said == "", said
    assert bash(f"cd $root && tests/program/life_of_a_frame.py {os.getcwd()}/life.fst") == ""
    run(f"replay {SCENARIO} --in 0=in0.pcap --out out --waves /dev/null", 2).said("the file does not hold waves")


TO_3 = "--in 0=in0.pcap --mac 02:00:00:00:10:03=3"


@with_rtl
def test_cells_of_the_scenario():
    """A scenario with other cells uses another build, which has no waves. Some cell sizes have no build."""
    make_captures()
    changed("cells.yaml", SCENARIO, ("cell_bytes: 64", "cell_bytes: 256"))
    run(f"replay cells.yaml {TO_3} --out out --waves waves.fst", 2).said(
        "cells.yaml: the switch with cells of 256 bytes was built without waves; leave out --waves")
    assert not os.path.exists("out")
    assert replay(f"{TO_3} --obey --engine both", "cells.yaml")[3]["out"] == FRAMES
    changed("cells.yaml", SCENARIO, ("cell_bytes: 64", "cell_bytes: 32"))
    result = run(f"replay cells.yaml {TO_3} --out out --quiet", 2)
    result.said("cells.yaml:9: no switch was built with 4 ports x 8 classes, cell_bytes 32 and this scheme; this program has ")
    result.said("4 x 8 with cells of 64 bytes without GFC")


def test_model_of_another_size():
    """The model supports any size."""
    make_captures()
    to_3 = TO_3.replace("0=", "5=", 1)
    changed("six.yaml", SCENARIO, ("cell_bytes: 64", "cell_bytes: 128"), ("ports: 4", "ports: 6"))
    table = replay(f"{to_3} --obey --engine model", "six.yaml")
    assert table[3]["out"] == table[5]["entered"] == FRAMES
    if HAS_RTL:
        run(f"replay six.yaml {to_3} --out out --obey", 2)
    changed("six.yaml", SCENARIO, ("cell_bytes: 64", "cell_bytes: 100"))
    run(f"replay six.yaml {to_3} --out out --obey --engine model", 2).said(
        "six.yaml:9: no switch has 4 ports of this rate at this cycle and cell_bytes 100; give 2 to 16 ports")


def test_few_ports():
    """A switch with GFC needs at least 4 ports; other schemes need fewer."""
    fewer = ("ports: 4", "ports: 3"), (", {name: p3, switch: S}", ""), ("to: p3", "to: p2")
    make_captures()
    line = "--in 0=in0.pcap --mac 02:00:00:00:10:03=2 --obey --engine model"
    changed("three.yaml", GFC, *fewer)
    run(f"replay three.yaml {line} --out out", 2).said("three.yaml:8: a switch of 3 ports has no GFC; give ports: 4 or more, or another scheme")
    assert not os.path.exists("out")
    changed("three.yaml", TTL, *fewer)
    assert replay(line, "three.yaml")[2]["out"] == FRAMES


main()
