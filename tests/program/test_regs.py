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
    select = 4 * 59  # PORT_SELECT last: before it, PORT_WINDOW has no port
    write("dump", "".join(f"{address:#x} 0xffffffff\n" for address in sorted(range(0, 1 << 16, 4), key=lambda a: (a == select, a))))
    masks = {name: int(mask, 16) for name, mask in re.findall(r"#define SLUICE_MAP_(\w+)_MASK 0x(\w+)u", read(ROOT + "/cmodel/driver/sluice_map.h"))}
    seen = set()
    for r in json.loads(run("regs --json dump").out):
        prefix = ("MMU_" if r["block"] == "mmu" else "") + (r["name"] or "")
        if r["address"] == select:
            bits = dict(re.findall(r"SLUICE_PORT_SELECT_(\w+) = (\d+),", read(ROOT + "/cmodel/sluice_registers.h")))
            assert r.pop("fields") == {name: int(mask) // (int(mask) & -int(mask)) for name, mask in bits.items()}
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


SLOW = "plan --group 3:1:40 --group 1:10:300 --lossless 3,4 --buffer 8MiB --cell 256 --min-packet 1024 --registers switch"
GROUPS = "plan --group 3:10:40 --group 1:100:300 --lossless 3,4 --buffer 16MiB --cell 256 --min-packet 1024 --registers"


@each([(GROUPS + " mmu", 46, 640), (SLOW, 23, 64)])
def test_limits_of_ports(command, cells, step):
    """By hand: 7,916 B of Eq. 15, 84 B of a control frame and 27 cycles of 4 ns at 1.25 B/ns, 8,135 B, are 39 cells of 256 B in frames of 1,025 B, 6 of a packet and 1 of others.
    The switch of 1 Gb/s: 3,306, 84, and 27 + 2 x 5 + 12 cycles, 25 B: 16, 6 and 1 cells. QUANTA_STEP is 16 x 10,000 / 250, and a tenth."""
    write("plan", run(command).out)
    said = decoded("plan")
    for port in range(3):
        at = said.index(f"0x00ec mmu PORT_SELECT {port:#x} PORT {port}, PAGE 0")
        assert said[at + 1] == f"0x00f4 mmu HEADROOM port {port} {cells} cells SAI_BUFFER_PROFILE_ATTR_XOFF_TH"
        assert said[at + 2] == f"0x00ec mmu PORT_SELECT {port + 64:#x} PORT {port}, PAGE 1"
        assert said[at + 3] == f"0x00f4 mmu QUANTA_STEP port {port} {step} x 1/16 bit time"
    assert said[-1] == "checked for 4 ports and 8 classes: a COMMIT is accepted"
    found = [(r["name"], r["port"], r["value"]) for r in json.loads(run("regs --json plan").out) if r["port"] is not None]
    assert found == [(name, port, value) for port in range(3) for name, value in (("HEADROOM", cells), ("QUANTA_STEP", step))]


@each([
    ("HEADROOM of port 1", "5", "port 1: HEADROOM is 5 cells, MAX_PACKET 6 does not fit it"),
    ("HEADROOM of port 2", "0xffffffff", "port 2: HEADROOM is 4294967295, at most 16777215 fits its 24 bits"),
    ("QUANTA_STEP of port 2", "6401", "port 2: QUANTA_STEP is 6,401, above that of all ports, 6,400"),
    ("QUANTA_STEP of port 0", "0", "port 0: QUANTA_STEP is 0, no time would pass"),
    ("HEADROOM of port 0", "48", "pools exceed the buffer by 2 cells"),
    ("HEADROOM of port 0", "45", None),
    ("BUFFER", "0x10000000", "BUFFER is 268,435,456, at most 268,435,455 fits its 28 bits")])
def test_set_with_limits_is_checked(register, value, says):
    """One wrong value, as the RTL refuses it: the register and the port have a name. Port 3 has the 338 cells of 100 Gb/s; the plan leaves no cell free."""
    plan = run(f"{GROUPS} mmu").out
    write("plan", re.sub(rf"(write 0x\w+) 0x\w+( +# .*{register}\n)", rf"\1 {value}\2", plan, count=1))
    result = run("regs plan", 2 if says else 0)
    if says:
        result.said(f"plan: a COMMIT is refused: {says}")
        result.one_line()
    assert ("a COMMIT is accepted" in result.out) == (says is None)


def test_registers_of_write_ports():
    """After WRITE_PORTS the registers that may differ from port to port have the ports, others not; all ports need no names."""
    write("dump", "0x200 4\n0x0124 6\n0x0200 5\n0x0278 100\n0x270 3\n0x02e4 7\n0x0124 0xffff\n0x0200 9\n")
    said = decoded("dump")
    assert said[2].startswith("0x0200 switch ECN_KMIN_0 ports 1 2 5 cells") and said[-1].startswith("0x0200 switch ECN_KMIN_0 9 cells")
    found = [(r["name"], r["port"], r["ports"]) for r in json.loads(run("regs --json dump").out)]
    assert found == [("ECN_KMIN", None, []), ("WRITE_PORTS", None, []), ("ECN_KMIN", None, [1, 2]), ("WATCHDOG_DETECTION", None, [1, 2]),
                     ("WATCHDOG_CLOCK", None, []), ("CREDITS_LIMIT", None, [1, 2]), ("WRITE_PORTS", None, []), ("ECN_KMIN", None, [])]


def test_limits_without_a_build():
    """Without the number of ports nothing is checked. PORT_SELECT and PORT_WINDOW that read 0 are not limits: a build without PORT_LIMITS has none."""
    plan = "".join(line + "\n" for line in run(SLOW).out.splitlines() if not line.startswith("#"))
    write("plan", plan)
    assert decoded("plan")[-1] == "not checked: give --ports and --classes of the build"
    assert decoded("--ports 4 --classes 8 plan")[-1] == "checked for 4 ports and 8 classes: a COMMIT is accepted"
    assert run("regs --ports 16 --classes 8 plan", 2).err.startswith("plan: a COMMIT is refused: pools exceed the buffer by ")
    write("plan", "write 0xec 3\nwrite 0xf0 7\n")
    assert decoded("--ports 4 --classes 8 plan")[-1] == "not checked: the registers of all ports are missing"
    write("plan", "0xec 0\n0xf0 0\n0xf4 0\n0xf8 0\n0xfc 0\n")
    assert decoded("plan")[1:] == [f"0x{0xf0 + 4 * i:04x} mmu PORT_WINDOW_{i} 0 -" for i in range(4)]
    write("plan", "0xf0 9\n0xec 0x41\n0xf0 7\n")
    assert decoded("plan")[:3:2] == ["0x00f0 mmu PORT_WINDOW_0 9 -", "0x00f0 mmu PORT_HEADROOM port 1 7 cells"]


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
    ("", "--ports 4 dump", "--ports and --classes are of one build; give both"),
    ("", "--ports 65 --classes 1 dump", "ports is '65'; give a whole number, 1 to 64"),
    ("# Register map of sluice_mmu, NP 65, NC 8, W 26 or more.\n0 1\n", "dump", "dump:1: 65 ports and 8 classes; an MMU has at most 64 and 8"),
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
