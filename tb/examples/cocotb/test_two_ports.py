"""A lossless switch between two MACs, with cocotb: registers over AXI4-Lite, frames over AXI4-Stream, PFC frames in and out.

`make cocotb` runs it. EthMacRx and EthMacTx of cocotbext-eth are the MACs: they take the time that a frame needs on a line of 10 Gb/s. The
first registers come from `sluice plan --registers switch`, in the file that the variable REGISTERS names.
"""
import os
import tomllib

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteMaster
from cocotbext.eth import EthMacFrame, EthMacRx, EthMacTx
from cocotbext.eth.eth_mac import AxiStreamBus

PORTS = 2
NS_PER_CYCLE = 6.4  # 64 bits per cycle are 10 Gb/s
PREAMBLE_GAP_FCS = 16  # bytes that the models add to a frame besides the preamble: the gap, and the FCS, which a stream does not have
LOSSLESS, LOSSY = 0, 1  # classes, and their priorities
CONTROL = bytes.fromhex("0180c2000001")
LLDP = bytes.fromhex("0180c200000e")

with open(os.environ["REGISTER_TABLE"], "rb") as file:
    TABLE = tomllib.load(file)
REG = {r["name"]: r["at"] for part in ("switch", "lossless") for r in TABLE[part + "_registers"]}
WINDOW = {w["name"]: w["at"] for part in ("switch", "lossless") for w in TABLE[part + "_windows"]}
REASON = {r["name"]: r["number"] for r in TABLE["switch_reasons"]}
KIND = {k["name"]: k["number"] + TABLE["lossless_seen"] for k in TABLE["lossless_seen_kinds"]}
KIND |= {k["name"]: k["number"] + TABLE["lossless_sent"] for k in TABLE["lossless_sent_kinds"]}


def address(port):
    return bytes([2, 0, 0, 0, 1, port])


def data_frame(to, priority, size, number):
    """A frame with a VLAN tag to the station behind a port. The last bytes are its number."""
    header = address(to) + address(1 - to) + b"\x81\x00" + bytes([priority << 5, 1]) + b"\x88\xb5"
    return header + bytes(i * 7 & 255 for i in range(size - len(header) - 4)) + number.to_bytes(4, "big")


def pfc_frame(times):
    """A PFC frame with these times in quanta, by priority [802.1Q, 36]."""
    enable = sum(1 << p for p in times)
    body = b"".join(times.get(p, 0).to_bytes(2, "big") for p in range(8))
    return (CONTROL + address(9) + b"\x88\x08\x01\x01" + enable.to_bytes(2, "big") + body).ljust(60, b"\0")


def is_pfc(frame, time):
    """Whether the switch sends a PFC frame with this time for the lossless class, and for no other."""
    return frame[:6] == CONTROL and frame[12:20] == bytes([0x88, 8, 1, 1, 0, 1 << LOSSLESS]) + time.to_bytes(2, "big")


class Bench:
    """The switch with its host and two MACs."""

    def __init__(self, dut):
        self.dut = dut
        cocotb.start_soon(Clock(dut.clk, NS_PER_CYCLE, units="ns").start())
        dut.rst.setimmediatevalue(1)
        dut.link_up.setimmediatevalue(0)
        self.host = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst)
        line = {"ifg": PREAMBLE_GAP_FCS, "speed": 10e9}
        self.rx = [EthMacRx(AxiStreamBus.from_prefix(dut, f"rx{p}_axis"), dut.clk, dut.rst, **line) for p in range(PORTS)]
        self.tx = [EthMacTx(AxiStreamBus.from_prefix(dut, f"tx{p}_axis"), dut.clk, dut.rst, **line) for p in range(PORTS)]

    async def write(self, addr, value):
        await self.host.write_dword(addr, value)

    async def read(self, addr):
        return await self.host.read_dword(addr)

    async def start(self):
        """Reset, links, and the accesses of the plan; then the registers that a plan cannot know. After the COMMIT each port resumes."""
        await ClockCycles(self.dut.clk, 8)
        self.dut.rst.value = 0
        self.dut.link_up.value = 2**PORTS - 1
        await RisingEdge(self.dut.ready)
        with open(os.environ["REGISTERS"], encoding="utf-8") as plan:
            for line in plan:
                access = line.split("#")[0].split()
                numbers = [int(x, 16) for x in access[1:]]
                if access[:1] == ["write"]:
                    await self.write(*numbers)
                while access[:1] == ["wait"] and await self.read(numbers[0]) & numbers[1] != numbers[2]:
                    pass
        for p in range(PORTS):
            await self.write(REG["PORT"] + 4 * p, 0xFF10)  # TRUST_PCP; every class is strict
            await self.write(REG["MAC_LOW"] + 8 * p, int.from_bytes(address(p)[2:], "big"))
            await self.write(REG["MAC_HIGH"] + 8 * p, 1 << 31 | p << 16 | int.from_bytes(address(p)[:2], "big"))
            assert is_pfc(await self.receive(p), 0)

    async def send(self, port, data):
        await self.rx[port].send(EthMacFrame.from_raw_payload(data))

    async def receive(self, port, us=20):
        return bytes((await with_timeout(self.tx[port].recv(), us, "us")).data)

    async def silent(self, port, cycles):
        await ClockCycles(self.dut.clk, cycles)
        assert self.tx[port].empty(), f"port {port} sends {self.tx[port].recv_nowait()}"

    async def control_frames(self, port, kind):
        return await self.read(WINDOW["FRAMES"] + 128 * port + 8 * KIND[kind])


async def started(dut):
    bench = Bench(dut)
    await bench.start()
    return bench


@cocotb.test()
async def frames_cross(dut):
    """Frames of many lengths cross the switch in both directions at the same time, unchanged and in order."""
    bench = await started(dut)
    sizes = [60, 63, 64, 65, 128, 129, 600, 1514]
    sent = [[data_frame(1 - p, n % 2, size, n) for n, size in enumerate(sizes)] for p in range(PORTS)]
    for pair in zip(*sent):
        for p in range(PORTS):
            await bench.send(p, pair[p])
    for p in range(PORTS):
        got = [await bench.receive(p) for _ in sizes]
        for priority in (LOSSLESS, LOSSY):  # the order holds within a class
            assert [f for f in got if f[14] >> 5 == priority] == [f for f in sent[1 - p] if f[14] >> 5 == priority]


@cocotb.test()
async def pause_in(dut):
    """A PFC frame stops its class at the port that received it, and no other class."""
    bench = await started(dut)
    await bench.send(1, pfc_frame({LOSSLESS: 0xFFFF}))
    await ClockCycles(dut.clk, 100)
    lossless, lossy = data_frame(1, LOSSLESS, 100, 1), data_frame(1, LOSSY, 100, 2)
    await bench.send(0, lossless)
    await bench.send(0, lossy)
    assert await bench.receive(1) == lossy
    await bench.silent(1, 1000)
    await bench.send(1, pfc_frame({LOSSLESS: 0}))
    assert await bench.receive(1) == lossless
    assert await bench.control_frames(1, "GOT_PFC") == 2


@cocotb.test()
async def pause_out(dut):
    """A MAC that takes nothing fills the buffer. The switch pauses the sender before a frame is lost, and resumes it later."""
    bench = await started(dut)
    bench.tx[1].stream.pause = True
    count = 0
    while bench.tx[0].empty():
        assert count < 200, "no pause"
        await bench.send(0, data_frame(1, LOSSLESS, 1514, count))
        count += 1
        await ClockCycles(dut.clk, 200)
    pause = await bench.receive(0)
    assert is_pfc(pause, 0xFFFF)
    bench.tx[1].stream.pause = False
    for n in range(count):
        assert await bench.receive(1) == data_frame(1, LOSSLESS, 1514, n)
    assert is_pfc(await bench.receive(0), 0)
    assert await bench.control_frames(0, "SENT_PFC") == 3


@cocotb.test()
async def management(dut):
    """LLDP is dropped, which can raise the interrupt; with a management port it goes there, with the ingress port in byte 3."""
    bench = await started(dut)
    lldp = (LLDP + address(0) + b"\x88\xcc").ljust(60, b"\x5a")
    await bench.write(REG["INTERRUPT"], 1 << REASON["RESERVED"])
    await bench.send(1, lldp)
    await with_timeout(RisingEdge(dut.irq), 2, "us")
    await bench.write(REG["CAUSE"], 1 << REASON["RESERVED"])
    await ClockCycles(dut.clk, 4)
    assert dut.irq.value == 0
    await bench.write(REG["MANAGEMENT"], 1 << 8 | 0)  # ENABLE, port 0
    await bench.send(1, lldp)
    assert await bench.receive(0) == lldp[:3] + b"\x01" + lldp[4:]
    await bench.send(0, lldp[:3] + b"\x01" + lldp[4:])
    assert await bench.receive(1) == lldp
    assert await bench.read(REG["CAUSE"]) == 0
