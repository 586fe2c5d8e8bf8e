#!/usr/bin/env python3
"""Writes captures for test_replay_inputs.

hosts DIR HOSTS ANSWERS     a.pcap: HOSTS hosts of port 0 send a frame each to the host of port 3; b.pcap: it answers to the first ANSWERS hosts
pcapng DIR MORE             little.pcapng and big.pcapng, in both byte orders: interface 0 wlan, interface 1 eth0 with a clock of microseconds, and
                            interface 2 eth1 with nanoseconds and an offset of 3 s; then MORE, an expression that may use o, the byte order
"""
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../tb/cli/replay'))
import captures

LOCAL = bytes.fromhex('0800')
FRAMES = 9


def hosts(where, count, answers):
    def frame(to, source):
        return (to + source + LOCAL).ljust(60, b'\0')
    others, own = [bytes([2, 0, 0, 0, 0x20, n]) for n in range(int(count))], captures.host(3)
    captures.write(f'{where}/a.pcap', [(1e-6 * n, frame(own, x)) for n, x in enumerate(others)])
    captures.write(f'{where}/b.pcap', [(1e-6 * n, frame(x, own)) for n, x in enumerate(others[:int(answers)])])


def block(o, kind, body):
    return struct.pack(o + 'II', kind, 12 + len(body)) + body + struct.pack(o + 'I', 12 + len(body))


def padded(data):
    return data.ljust((len(data) + 3) // 4 * 4, b'\0')


def option(o, code, value):
    return struct.pack(o + 'HH', code, len(value)) + padded(value)


def interface(o, link_type, *options):
    return block(o, 1, struct.pack(o + 'HHI', link_type, 0, 0) + b''.join(options) + bytes(4))


def packet(o, number, ticks, data):
    return block(o, 6, struct.pack(o + 'IIIII', number, ticks >> 32, ticks & 0xffffffff, len(data), len(data)) + padded(data))


def pcapng(where, more):
    for name, o in (('little', '<'), ('big', '>')):
        out = block(o, 0x0a0d0d0a, struct.pack(o + 'IHHq', 0x1a2b3c4d, 1, 0, -1))
        out += interface(o, 105, option(o, 2, b'wlan')) + interface(o, 1, option(o, 2, b'eth0'))
        out += interface(o, 1, option(o, 2, b'eth1'), option(o, 9, b'\x09'), option(o, 14, struct.pack(o + 'q', 3)))
        out += block(o, 0x0bad, bytes(8))  # an unknown block
        for n in range(FRAMES):
            out += packet(o, 1, 7 * 10**6 + 10 * n, captures.udp(0, 1, n, 64))
            out += packet(o, 2, 4 * 10**9 + 10000 * n + 1234, captures.udp(1, 2, n, 65))
        with open(f'{where}/{name}.pcapng', 'wb') as file:
            file.write(out + eval(more))


{'hosts': hosts, 'pcapng': pcapng}[sys.argv[1]](*sys.argv[2:])
