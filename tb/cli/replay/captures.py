#!/usr/bin/env python3
"""Writes captures for sluice replay, one per port: DIR/in0.pcap to in3.pcap. The hosts at ports 0 to 2 send bursts of tagged UDP frames
to the host at port 3, each host with another priority and TTL, and together more than the link of port 3 can carry. The MAC at port 3
pauses one of the priorities twice with PFC frames.
`captures.py DIR storm [QUANTA]` pauses priority 2 from 20 to 300 us without a gap instead, with pauses of that many quanta.
`captures.py DIR pause` writes 802.3x PAUSE instead: port 3 pauses from 90 us on for 300 quanta, port 0 all the time.
`captures.py DIR one` writes one frame of 150 bytes at port 0; port 3 has paused its priority for 10 quanta (docs/hardware/switch-timing.md)."""
import random
import struct
import sys

FRAMES, RATE = 300, 10e9  # frames per host; bits per second of a link
TAG, IPV4, CONTROL = 0x8100, 0x0800, 0x8808
GROUP = bytes.fromhex("0180c2000001")


def host(port):
    return bytes([2, 0, 0, 0, 0x10, port])


def checksum(data):
    total = sum(struct.unpack(">%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def udp(port, priority, number, size):
    """Returns a frame of `size` bytes, without check sequence, from the host at a port to the host at port 3."""
    payload = struct.pack(">I", number) + bytes(size - 18 - 20 - 8 - 4)
    header = struct.pack(">BBHHHBBH4s4s", 0x45, priority << 5, 20 + 8 + len(payload), number, 0, 9 - priority, 17, 0, bytes([10, 0, 0, port]), bytes([10, 0, 0, 3]))
    header = header[:10] + struct.pack(">H", checksum(header)) + header[12:]
    return host(3) + host(port) + struct.pack(">HHH", TAG, priority << 13, IPV4) + header + struct.pack(">HHHH", 9, 9, 8 + len(payload), 0) + payload


def pfc(priority, quanta):
    times = [quanta if k == priority else 0 for k in range(8)]
    return (GROUP + host(3) + struct.pack(">HHH", CONTROL, 0x0101, 1 << priority) + struct.pack(">8H", *times)).ljust(60, b"\0")


def storm(priority, begin, end, quanta=65535):
    """Returns the frames of a pause without a gap: each pause is repeated when half of it is over, and the last one is a RESUME."""
    half = quanta * 512 / RATE / 2
    times = [begin + k * half for k in range(int((end - begin) / half) + 1)]
    return [(now, pfc(priority, quanta)) for now in times if now < end] + [(end, pfc(priority, 0))]


def pause(port, quanta):
    return (GROUP + host(port) + struct.pack(">HHH", CONTROL, 0x0001, quanta)).ljust(60, b"\0")


def write(path, frames):
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1))
        for seconds, data in frames:
            ns = round(seconds * 1e9)
            out.write(struct.pack("<IIII", 1700000000 + ns // 10**9, ns % 10**9, len(data), len(data)) + data)


def main(where, pauses=((40e-6, pfc(2, 400)), (50e-6, pfc(2, 0)), (90e-6, pfc(2, 300))), port_0=()):
    draw = random.Random(1)
    for port in range(3):
        now, frames = 0.0, []
        for number in range(FRAMES):
            data = udp(port, port + 1, number, draw.choice((64, 300, 1500, draw.randint(64, 1500))))
            frames.append((now, data))
            now += (len(data) + 24) * 8 / RATE
            if number % 50 == 49:
                now += 20e-6
        write("%s/in%d.pcap" % (where, port), [*(port_0 if port == 0 else ()), *frames])
    write("%s/in3.pcap" % where, pauses)


def one(where):
    write("%s/in0.pcap" % where, [(0.15e-6, udp(0, 1, 0, 150))])
    write("%s/in3.pcap" % where, [(0.0, pfc(1, 10))])


if __name__ == "__main__":
    if sys.argv[2:] == ["one"]:
        one(sys.argv[1])
    elif sys.argv[2:3] == ["storm"]:
        main(sys.argv[1], storm(2, 20e-6, 300e-6, *map(int, sys.argv[3:4])))
    elif sys.argv[2:] == ["pause"]:
        main(sys.argv[1], [(90e-6, pause(3, 300))], [(0.0, pause(0, 65535))])
    else:
        main(sys.argv[1])
