#!/usr/bin/env python3
"""Tests sluice regs as users run it: every form of a line, binary dumps, JSON, and one line for each fault. make check T=regs repeats it."""
import json
import re

from program import ROOT, bash, each, main, read, run, write


def decoded(line):
    """The decoded text without the runs of blanks that align the values"""
    return [" ".join(said.split()) for said in run(f"regs {line}").out.splitlines()]


@each([
    ("0x0104 1514", "", "0x0104 switch MAX_FRAME 1514 bytes SAI_PORT_ATTR_MTU\n"),
    ("260: 0x5ea", "", "0x0104 switch MAX_FRAME 1514 bytes SAI_PORT_ATTR_MTU\n"),
    (" 0x104=1514 # as written", "", "0x0104 switch MAX_FRAME 1514 bytes SAI_PORT_ATTR_MTU\n"),
    ("write 0x0060 0xffff  # PAUSE_TIME", "", "0x0060 mmu PAUSE_TIME 65535 quanta\n"),
    ("wait 0x0100 1 1\n0x60 1", "", "0x0060 mmu PAUSE_TIME 1 quanta\n"),
    ("0x43c00060 1", "--base 0x43c00000", "0x0060 mmu PAUSE_TIME 1 quanta\n"),
    ("write 0x0060 1", "--base 0x43c00000", "0x0060 mmu PAUSE_TIME 1 quanta\n"),
    ("Value at address 0x43C00060 (0xb6f00060): 0x1", "--base 0x43c00000", "0x0060 mmu PAUSE_TIME 1 quanta\n"),
    ("43c00060: 00000001 00000010  ........", "--base 0x43c00000", "0x0060 mmu PAUSE_TIME 1 quanta\n0x0064 mmu REFRESH 16 quanta\n"),
    ("0x004c 0xfffffffc", "", "0x004c mmu ALPHA -4 exponent SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH\n"),
    ("0x0000 2", "", "0x0000 mmu SCHEME 2 SCHEME DSH\n"),
    ("0x0068 1024", "", "0x0068 mmu QUANTA_STEP 1024 x 1/16 bit time\n"),
    ("0x0140 4096", "", "0x0140 switch QUANTUM_0 4096 units of 64 bytes more than 12 bits SAI_SCHEDULER_ATTR_SCHEDULING_WEIGHT\n"),
    ("0x00e8 0x35", "", "0x00e8 mmu STATUS 0x35 REASON BAD_POOLS, CONFIGURED 1, ACTIVE 1, BUSY 0, AT_PORT 0, PORT 0\n"),
    ("0x0184 0xff10", "", "0x0184 switch PORT_1 0xff10 CLASS 0, TRUST_PCP 1, TRUST_DSCP 0, STRICT 255 SAI_PORT_ATTR_QOS_DEFAULT_TC\n"),
    ("0x1418 5\n0x141c 1", "", "0x1418 counter FRAMES_IN_3 port 2 4294967301 frames SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS\n"),
    ("0x1418 5\n0x1418 6", "",
     "0x1418 counter FRAMES_IN_3 low word port 2 5 frames SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS\n0x1418 counter FRAMES_IN_3 low word port 2 6 frames SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS\n"),
    ("0x9044 1", "", "0x9044 frames GOT_PFC high word port 0 1 frames\n"),
    ("0x41c8 7", "", "0x41c8 statistic QUEUE_PAUSED_7 port 0 7 cycles SAI_PORT_STAT_PFC_n_TX_PAUSE_DURATION_US\n"),
    ("0x11d8 7\n0x11dc 0", "", "0x11d8 drop LINK port 0 7 frames SAI_PORT_STAT_IF_OUT_DISCARDS\n"),
    ("0x7ffc 0\n0x7ff8 3", "", "0x7ff8 - unmapped 0x3\n")])
def test_form_of_a_line(line, options, says):
    write("dump", f"# a dump\n\n{line}\n")
    assert decoded(f"{options} dump") == says.splitlines()


def test_binary_dump():
    """The words at 0x0100 to 0x0108, low byte first."""
    with open("dump", "wb") as file:
        file.write(b"\x01\0\0\0\xee\x05\0\0\x10\x32\x54\x76")
    assert [line.split()[2:4] for line in decoded("--binary --first 0x100 dump")] == [["STATUS", "0x1"], ["MAX_FRAME", "1518"], ["PRIORITY", "0x76543210"]]
    assert run("regs --binary --base 0x40000000 --first 0x40000100 dump").out == run("regs --binary --first 0x100 dump").out
    run("regs --binary dump").printed("\n0x0004  mmu        BUFFER ")


def test_as_json():
    write("dump", "0x4c 0xfffffffc\n0x1418 5\n0x141c 1\n0xe8 0x35\n0x9044 1\n0x7ff8 3\n0x140 4096\n")
    r = json.loads(run("regs --json dump").out)
    assert len(r) == 6 and r[0]["value"] == -4 and r[0]["index"] is None
    assert (r[1]["name"], r[1]["port"], r[1]["index"], r[1]["value"], r[1]["whole"]) == ("FRAMES_IN", 2, 3, 4294967301, True)
    assert r[1]["sai"] == "SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS"
    assert (r[2]["fields"]["REASON"], r[2]["fields"]["ACTIVE"], r[2]["unit"]) == ("BAD_POOLS", 1, "bits")
    assert r[3]["whole"] is False and r[4]["name"] is None and r[4]["value"] == 3 and r[5]["fits"] is False


def test_fields_are_those_of_the_header():
    """A word of ones at every address: each field shows all bits of its mask in sluice_map.h, and a register that fits in fewer bits says so."""
    write("dump", "".join(f"{address:#x} 0xffffffff\n" for address in range(0, 1 << 16, 4)))
    masks = {name: int(mask, 16) for name, mask in re.findall(r"#define SLUICE_MAP_(\w+)_MASK 0x(\w+)u", read(ROOT + "/cmodel/driver/sluice_map.h"))}
    seen = set()
    for r in json.loads(run("regs --json dump").out):
        prefix = ("MMU_" if r["block"] == "mmu" else "") + (r["name"] or "")
        for field, value in r.get("fields", {}).items():
            name = prefix if field == r["name"] else f"{prefix}_{field}"
            seen.add(name)
            assert value == masks[name] // (masks[name] & -masks[name]), (name, value)
        if r["block"] in ("mmu", "switch", "lossless") and prefix in masks:
            seen.add(prefix)
            assert r["fits"] == (masks[prefix] == 0xffffffff or r["value"] == -1), prefix
    assert seen == set(masks), sorted(set(masks) - seen)


def test_plan_decodes():
    """The plan of a switch decodes without unknown registers."""
    plan = run("plan --ports 4 --gbps 10 --length-m 40 --buffer 256KiB --cell 64 --mtu 1518 --lossless 3,4 --registers switch").out
    write("plan", plan)
    said = decoded("plan")
    assert not any("unmapped" in line or "more than" in line for line in said)
    assert len(said) == sum(line.startswith("write") for line in plan.splitlines())


@each([
    ("0x0 1\n0x4 2x\n", "dump", "dump:2: '0x4 2x' is no register; give ADDRESS VALUE, decimal or hexadecimal with 0x"),
    ("0x0\n", "dump", "dump:1: '0x0' is no register; give"),
    ("0x0 1 2\n", "dump", "dump:1: '0x0 1 2' is no register; give"),
    ("abc 1\n", "dump", "dump:1: 'abc 1' is no register; give"),
    ("0x0 -1\n", "dump", "dump:1: '0x0 -1' is no register; give"),
    ("0x2 1\n", "dump", "dump:1: address 0x2 is no multiple of 4; give"),
    ("\n0x43c00000 1\n", "dump", "dump:2: address 0x43c00000 is outside the 64 KiB of a switch at 0x0; give --base"),
    ("0x100 1\n", "--base 0x1000 dump", "dump:1: address 0x100 is outside the 64 KiB of a switch at 0x1000; give"),
    ("0x0 0x100000000\n", "dump", "dump:1: value 0x100000000 has more than 32 bits"),
    ("00000100: xyz\n", "dump", "dump:1: no word of eight hexadecimal digits behind the address"),
    ("Value at 3\n", "dump", "dump:1: 'Value at 3' is no register; give"),
    ("Value at address 3\n", "dump", "dump:1: no \"Value at address ADDRESS (...): VALUE\""),
    ("write 4\n", "dump", "dump:1: no \"write ADDRESS VALUE\" or \"wait ADDRESS MASK VALUE\""),
    ("# nothing\n", "dump", "dump: no register; give lines ADDRESS VALUE"),
    ("abcdef", "--binary dump", "dump: 2 bytes behind the last word of 32 bits; give whole words"),
    ("", "--base 0x12 dump", "base is '0x12'; give a multiple of 4"),
    ("", "--base -4 dump", "base is '-4'; give a multiple of 4"),
    ("", "--first 4 dump", "--first is for --binary"),
    ("", "dump dump", "more than one dump; give one"),
    ("", "", "no dump; usage: sluice regs FILE"),
    ("", "no_such", "no_such: cannot open: No such file or directory; give a file")])
def test_fault_is_one_line(text, options, says):
    write("dump", text)
    result = run(f"regs {options}", 2)
    assert result.out == ""
    result.said(says)
    result.one_line()


def test_zero_byte_is_a_fault():
    write("dump", "0x0 1\n0x4\0 2\n")
    assert run("regs dump", 2).err.endswith("dump:2: a zero byte; a binary dump needs --binary\n")


main()
