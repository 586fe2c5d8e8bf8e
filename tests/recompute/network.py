"""The network of a scenario, in the units of an engine: ticks are picoseconds (event engine) or cycles (clocked engines).

Everything here follows from docs/reference/scenario-keys.md; no code of the simulator is used. A scenario is a Python dict, which the test
writes as JSON, a subset of YAML."""
import math
import re
from fractions import Fraction

LEAST_FRAME = 64  # a shorter packet is padded; also the length of a feedback message
ADMISSION = 6     # cycles from an enqueue until the packet may leave (docs/hardware/latencies.md)
GATE = 2          # cycles from a received message until the gate of a switch obeys it
GROUP = 3         # cycles from an enqueue until the pause state that decides its admission
STATE = 13        # cycles from an enqueue until its queue is off
UNITS = {'': 1, 'B': 1, 'KB': 10**3, 'MB': 10**6, 'GB': 10**9, 'KiB': 2**10, 'MiB': 2**20, 'GiB': 2**30}


def amount(value):
    digits, unit = re.fullmatch(r'(\d+)(\w*)', str(value)).groups()
    return int(digits) * UNITS[unit]


def number(value):
    """A decimal or a fraction such as 1/16."""
    return Fraction(str(value))


def mix(x):
    """The first number of SplitMix64 for the state x."""
    most = (1 << 64) - 1
    x = (x + 0x9E3779B97F4A7C15) & most
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & most
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & most
    return x ^ (x >> 31)


class Direction:
    """One direction of a link: the traffic from node `sender` to node `receiver`."""

    def __init__(self, net, link, sender, receiver):
        self.name, self.sender, self.receiver = link['name'], sender, receiver
        self.gbps = number(link.get('gbps', net.top('gbps', 40)))
        self.bps = int(self.gbps * 10**9)
        self.overhead = link.get('overhead_bytes', net.top('overhead_bytes', 20))
        self.delay_ns = Fraction(link.get('delay_ns', net.top('delay_ns', 1000)))
        if not net.event:  # whole cycles
            self.delay_ns = math.ceil(self.delay_ns * net.clock / 10**9) * Fraction(10**9, net.clock)
        self.delay = net.ticks(self.delay_ns)
        self.limit = None
        for limit in net.switch.get(sender, {}).get('limit', []):
            if limit['link'] == self.name:
                self.limit = int(number(limit['gbps']) * 10**9)

    def limited(self, frame):
        """Bytes of a frame that a limit of the egress port counts, as the rate of a link does: with preamble and gap."""
        return frame + self.overhead

    def bits_time(self, net, data_bytes, bps=None):
        """The exact time of that many bytes, in ticks."""
        return Fraction(8 * data_bytes * net.hz, bps or self.bps)


class Network:
    def __init__(self, scenario, event):
        self.scenario, self.event = scenario, event
        self.clock = int(number(scenario['clock_mhz']) * 10**6)
        self.hz = 10**12 if event else self.clock
        self.cycle = self.hz // self.clock
        assert self.cycle * self.clock == self.hz, 'a cycle must be whole picoseconds'
        self.cell = scenario.get('cell_bytes', 1)
        self.switch = {s['name']: s for s in scenario['switches']}
        self.host = {h['name']: h for h in scenario['hosts']}
        self.mmu = {name: dict(scenario['mmu'], **s.get('mmu', {})) for name, s in self.switch.items()}
        self.scheme = scenario['mmu']['scheme']
        self.gfc = self.scheme in ('GFC', 'GFC_LINEAR')
        self.classes = scenario['mmu'].get('classes', 8)
        self.processing = self.ticks(Fraction(math.ceil(number(self.top('processing_ns', 0)) * self.clock / 10**9) * 10**9, self.clock))
        self.duration = self.ticks_of_us(scenario['duration_us'])
        self.stop = self.ticks_of_us(scenario.get('stop_us', scenario['duration_us']))
        self.directions = []  # in the order of the files: links, then hosts
        for l in scenario.get('links', []):
            self.directions += [Direction(self, l, l['a'], l['b']), Direction(self, l, l['b'], l['a'])]
        for h in scenario['hosts']:
            for i, l in enumerate(h.get('links', [h]), 1):
                l = dict(l, name=f'{h["name"]}_{i}' if 'links' in h else h['name'])
                self.directions += [Direction(self, l, l['switch'], h['name']), Direction(self, l, h['name'], l['switch'])]
        self.by_end = {(d.sender, d.name): d for d in self.directions}
        self.ports = {name: [d.name for d in self.directions if d.sender == name] for name in self.switch}
        self.np = scenario['mmu'].get('ports', max(len(p) for p in self.ports.values()))
        self.round = max(self.np * self.classes, 16)

    def access(self, host, switch):
        """The direction from a host to a switch."""
        return next(d for d in self.directions if (d.sender, d.receiver) == (host, switch))

    def least_delay(self, a, b):
        """The least sum of link delays between two hosts, in ticks."""
        least = {a: 0}
        for _ in self.switch:
            for d in self.directions:
                if d.sender in least and (d.sender == a or d.sender in self.switch):
                    least[d.receiver] = min(least.get(d.receiver, least[d.sender] + d.delay), least[d.sender] + d.delay)
        for d in self.directions:
            if d.sender in least and d.receiver == b and a != b:
                least[b] = min(least.get(b, least[d.sender] + d.delay), least[d.sender] + d.delay)
        return least[b]

    def hops_to(self, switch):
        """{switch: number of links to that switch on a shortest path}."""
        hops, here = {switch: 0}, [switch]
        for at in here:
            near = [d.sender for d in self.directions if d.receiver == at and d.sender in self.switch and d.sender not in hops]
            hops.update(dict.fromkeys(near, hops[at] + 1))
            here += dict.fromkeys(near)
        return hops

    def top(self, key, default):
        return self.scenario.get(key, default)

    def ticks(self, ns):
        """Ticks of a time in nanoseconds, which must be whole ticks."""
        value = Fraction(ns) * self.hz / 10**9
        assert value.denominator == 1, f'{ns} ns is no whole tick'
        return int(value)

    def ticks_of_us(self, us):
        return self.ticks(Fraction(round(number(us) * self.clock / 10**6) * 10**9, self.clock))

    def ns(self, ticks):
        return Fraction(ticks) * 10**9 / self.hz

    def cells(self, data_bytes):
        return -(-data_bytes // self.cell)

    def lossless(self, switch, cls):
        return cls in self.mmu[switch].get('lossless', range(8))

    def register(self, switch, key, default=0):
        """An amount of section mmu, in whole cells."""
        value = self.mmu[switch].get(key)
        return default if value is None else amount(value) // self.cell

    def private(self, switch):
        """phi; GFC, and CBFC with static limits: by default equal parts of the buffer."""
        own = self.gfc or (self.scheme == 'CBFC' and 'alpha' not in self.mmu[switch])
        return self.register(switch, 'private', self.register(switch, 'buffer') // (self.np * self.classes) if own else 0)

    def shared(self, switch):
        """Bs: the rest of the buffer, unless it is given. Queues of lossy classes reserve no headroom."""
        m, queues = self.mmu[switch], self.np * self.classes
        if 'shared' in m:
            return self.register(switch, 'shared')
        if self.gfc or (self.scheme == 'CBFC' and 'alpha' not in m):
            return 0
        lossless = sum(self.lossless(switch, cls) for cls in range(self.classes))
        groups = self.np * (min(lossless, 1) if m['scheme'] == 'DSH' else lossless)
        return (self.register(switch, 'buffer') - queues * self.private(switch) - groups * self.register(switch, 'headroom')
                - sum(self.partitions(switch)))

    def partitions(self, switch):
        return [amount(b) // self.cell for b in self.mmu[switch].get('partitions', [])] if self.scheme == 'TTL' else []

    def largest(self):
        """Bytes of the largest packet, plus the largest preamble and gap: `wire` of docs/reference/files.md."""
        packets = [f.get('packet_bytes', self.top('packet_bytes', 1000)) for kind in ('flows', 'traffic') for f in self.scenario.get(kind, [])]
        packet = max([LEAST_FRAME, amount(self.top('packet_bytes', 1000))] + [amount(p) for p in packets])
        return packet + max(d.overhead for d in self.directions)

    def mtu(self):
        return self.largest() - max(d.overhead for d in self.directions)

    def tau(self, d):
        """Feedback latency of GFC, ns: 2 MTU / C + 2 t_wire + t_proc."""
        return 2 * Fraction(8 * (self.mtu() + d.overhead) * 10**9, d.bps) + 2 * d.delay_ns + self.ns(self.processing)
