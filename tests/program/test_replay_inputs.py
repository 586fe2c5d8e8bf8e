#!/usr/bin/env python3
"""Tests the inputs of sluice replay: truncated frames, interfaces of pcapng files, many addresses, flooding, and a pause storm. The captures come from
captures.py and from Wireshark's tools. make check T=replay_inputs repeats it without RTL, make test T=replay_inputs with RTL."""
import os
import shlex
import shutil

from program import HAS_RTL, ROOT, bash, each, main, read, run, write
from replays import BEST, FRAMES, PORTS, SCENARIO, frames, make_captures, replay, tshark

TO_3 = "--mac 02:00:00:00:10:03=3"


def make_pcapng(more="bytes()"):
    bash(f"$root/tests/program/more_captures.py pcapng ./ {shlex.quote(more)}")


def refused(options, *says):
    result = run(f"replay {SCENARIO} --engine {BEST} {options} --out out", 2)
    for text in says:
        result.said(text)
    result.one_line()
    assert not os.path.exists("out")


# ---- truncated frames ----

def test_truncated_frames():
    """Of a capture with 100 bytes of each frame, the longer frames are filled up to their lengths, or left out."""
    make_captures()
    bash("editcap -s 100 in0.pcap cut.pcap")
    whole = frames("in0.pcap", "frame.len <= 100")
    assert FRAMES / 8 < whole < FRAMES * 7 / 8
    refused(f"--in 0=cut.pcap {TO_3}", " of its ", " bytes; capture whole frames (tcpdump -s 0), or add --truncated")
    line = f"truncated frames, padded or skipped: {FRAMES - whole}"
    table = replay(f"--engine {BEST} --in 0=cut.pcap {TO_3} --obey --truncated skip")
    table.result.printed(line)
    assert table[0]["in"] == table[3]["out"] == whole
    table = replay(f"--engine {BEST} --in 0=cut.pcap {TO_3} --obey --truncated pad")
    table.result.printed(line)
    assert table[3]["out"] == FRAMES
    # the bytes behind the first 100 are zeros in captures.py, so the frames are whole again
    came, left = (tshark(file, "-Y vlan -x") for file in ("in0.pcap", "out/port3.pcap"))
    assert came == left and len(came) > 10 * FRAMES


# ---- pcapng ----

def test_interfaces_of_a_pcapng_file():
    make_pcapng()
    for file in ("little", "big"):
        table = replay(f"--engine {BEST} --in 0={file}.pcapng#eth0 --in 1={file}.pcapng#2 {TO_3} --obey")
        assert (table[0]["entered"], table[1]["entered"], table[3]["out"]) == (9, 9, 18)
        assert frames("out/port3.pcap", "ip.src == 10.0.0.0 && frame.len == 64") == 9
        assert frames("out/port3.pcap", "ip.src == 10.0.0.1 && frame.len == 65") == 9
        # the clocks of both interfaces agree: each second frame follows 1.234 us after the first one, and the next 10 us
        times = [float(t) * 1e6 for t in tshark("out/port3.pcap", "-Y udp -T fields -e frame.time_relative")]
        assert len(times) == 18
        for n in range(1, 18):
            gap = times[n] - times[n - 1 if n % 2 else n - 2]
            assert abs(gap - (1.234 if n % 2 else 10)) <= 0.06, (n, gap)  # a turn of the switch is 8 cycles, 51 ns
    shutil.rmtree("out")
    refused("--in 0=little.pcapng#eth7", "little.pcapng: no interface is called 'eth7'")
    assert replay(f"--engine {BEST} --in 0=little.pcapng {TO_3} --obey")[3]["out"] == 18  # no frame is of wlan


@each([
    ("packet(o, 0, 0, bytes(64))", "interface 0 'wlan' has link type 105; name an Ethernet interface by --in PORT=FILE#"),
    ("packet(o, 3, 0, bytes(64))", "block 24 names no interface; give a whole pcapng file"),
    ("packet(o, 1, 0, bytes(64))[:-1]", "block 24 is cut off; give a whole pcapng file"),
    ("packet(o, 1, 0, bytes(64))[:-4] + bytes(4)", "block 24 has two lengths; give a whole pcapng file"),
    ("block(o, 6, struct.pack(o + \"IIIII\", 1, 0, 0, 64, 64))", "block 24 has a frame that is cut off"),
    ("block(o, 6, bytes(8))", "block 24 is too short; give a whole pcapng file"),
    ("struct.pack(o + \"II\", 6, 13)", "block 24 has a wrong length; give a whole pcapng file"),
    ("struct.pack(o + \"II\", 6, 0xfffffff0)", "block 24 has a wrong length; give a whole pcapng file"),
    ("block(o, 1, struct.pack(o + \"HHI\", 1, 0, 0) + struct.pack(o + \"HH\", 2, 9))",
     "block 24 has an option that is cut off; give a whole pcapng file")])
def test_wrong_pcapng_files(more, says):
    make_pcapng(more)
    refused("--in 0=little.pcapng", says)
    refused("--in 0=big.pcapng", says)


def test_interfaces_of_pcap_files():
    make_captures()
    refused("--in 0=in0.pcap#eth0", "in0.pcap: not a pcapng file, so it has no interface eth0")
    bash("cp in0.pcap 'in#eth0' && mergecap -I none -w all.pcapng in0.pcap in1.pcap")
    for file, entered in (("in#eth0", FRAMES), ("all.pcapng", 2 * FRAMES), ("all.pcapng#1", FRAMES)):  # the file has this name; all interfaces; one
        assert replay(f"--engine {BEST} --in 0={file} {TO_3} --obey")[0]["in"] == entered


def test_watchdogs_are_refused():
    make_captures()
    write("dog.yaml", read(f"{ROOT}/{SCENARIO}") + "watchdog: {detection_time_us: 100}\n")
    run("replay dog.yaml --engine model --in 0=in0.pcap --out out", 2).said("the scenario has a watchdog, and a replay has none; leave watchdog out")


# ---- addresses ----

def test_many_addresses():
    """Only hosts that receive need an entry of the MAC table, and it has 64."""
    bash("$root/tests/program/more_captures.py hosts ./ 200 63")
    table = replay(f"--engine {BEST} --in 0=a.pcap --in 3=b.pcap")
    assert (table[3]["out"], table[0]["out"]) == (200, 63)
    bash("$root/tests/program/more_captures.py hosts ./ 200 64 && rm -r out")
    refused("--in 0=a.pcap --in 3=b.pcap", "the captures have frames to 65 hosts, and the switch holds 64 addresses")


# ---- flooding ----

def test_flooding():
    bash("$root/tests/program/more_captures.py hosts ./ 10 0")
    if not HAS_RTL:
        refused("--flood --in 0=a.pcap", "--flood needs RTL, because the model makes no copies; leave --engine model out")
        return
    for flood in ("", "--flood"):  # nobody has sent from the destination, and a lossless class is never copied
        replay(f"--engine {BEST} {flood} --in 0=a.pcap").result.printed("dropped, to an unknown address: 10")
    write("lossy.yaml", read(f"{ROOT}/{SCENARIO}").replace("headroom: 12KB", "headroom: 12KB\n  lossless: [3]"))
    table = replay("--engine both --flood --in 0=a.pcap", "lossy.yaml")
    assert [table[p]["out"] for p in range(PORTS)] == [0, 10, 10, 10] and table[0]["refused"] == 0
    table.result.printed("copied to other ports: 10")


# ---- a pause storm ----

def test_pause_storm():
    """The MAC of port 3 pauses priority 2 from 20 to 300 us without a gap, with pauses of 51.2 us: no frame of that priority leaves meanwhile but
    those that have begun, the others leave, and no frame is lost."""
    make_captures("storm 1000")
    assert frames("in3.pcap", "macc.opcode == 0x0101") == 12
    table = replay(f"--engine {BEST} --in 0=in0.pcap --in 1=in1.pcap --in 3=in3.pcap --obey")
    assert (table[3]["out"], table[3]["pauses_in"]) == (2 * FRAMES, 12)
    during = "vlan.priority == %d && frame.time_relative > 0.000024 && frame.time_relative < 0.000299"
    assert frames("out/port3.pcap", during % 2) == 0 and frames("out/port3.pcap", during % 1) > FRAMES / 2


main()
