"""Reads the traces of a run, and follows every packet through the network: each frame that leaves a node must reach the next one."""
import csv
import json
import os
from collections import defaultdict
from fractions import Fraction

from network import ADMISSION, LEAST_FRAME, mix
from parameters import Policies


def rows_of(folder, name):
    with open(os.path.join(folder, name), newline='') as f:
        return list(csv.DictReader(f))


def data_flow(name):
    """The flow of a packet: `flow` of packets.csv without :ack, :nack or :cnp."""
    return name.partition(':')[0]


class Frame:
    """A frame on a link. begin, end: exact; out: the tick in which its last bit is out; arrival: of its last bit at the other end.
    kind: of a message about credits: freed, consumed or both; cls is then its channel. lost: the line has lost it."""
    __slots__ = ('at', 'direction', 'flow', 'sent', 'cls', 'size', 'begin', 'end', 'out', 'arrival', 'next', 'kind', 'lost')

    def line_bytes(self):
        """With padding, preamble and gap. A message of less than a frame is an ordered set."""
        return self.size if self.flow is None and self.size < LEAST_FRAME else max(self.size, LEAST_FRAME) + self.direction.overhead


class Step:
    """A packet enters a switch: enqueue, refuse or drop. cycle: that in which the MMU takes it. leaves, left: the link on which it
    leaves, and the frame in which it did."""
    __slots__ = ('at', 'event', 'switch', 'came', 'cls', 'size', 'frame', 'cycle', 'leaves', 'left')


def wire(net, d, frames):
    """Serialises the frames of one direction: back-to-back frames carry the fraction of a tick over."""
    free = Fraction(0)
    for f in frames:
        ready = -(-free.numerator // free.denominator)
        assert f.at >= ready, f'{d.name}: a frame at {f.at} overlaps the one before, which ends at {ready}'
        f.begin = free if f.at == ready else Fraction(f.at)
        f.end = free = f.begin + d.bits_time(net, f.line_bytes())
        f.out = -(-free.numerator // free.denominator)
        f.arrival = f.out + d.delay + (net.processing if f.flow is None and f.kind is None else 0)


class Run:
    """A run's results and traces, in ticks."""

    def __init__(self, net, folder):
        self.net, self.folder = net, folder
        with open(os.path.join(folder, 'results.json')) as f:
            self.results = json.load(f, parse_float=Fraction)
        self.table = {name: rows_of(folder, name + '.csv') for name in
                      ('flows', 'links', 'queues', 'pauses', 'occupancy', 'series', 'packets')}
        self.table['rates'] = rows_of(folder, 'rates.csv') if os.path.exists(os.path.join(folder, 'rates.csv')) else []
        self.policies = Policies(net)
        self.packet_rows = [(self.tick(r['time_ns']), r) for r in self.table['packets']]
        self.route = {f['name']: f['route'] for f in self.results['flows']}
        self.flow = {f['name']: f for f in self.results['flows']}
        self.number = {name: i for i, name in enumerate(self.flow)}
        self.end = self.tick(self.results['end_ns'])
        self.read_frames()
        self.find_stop()

    def tick(self, ns):
        return self.net.ticks(Fraction(ns))

    def read_frames(self):
        self.frames = {key: [] for key in self.net.by_end}  # (node, link): frames that the node has sent
        self.sent, self.steps, self.arrivals = defaultdict(list), defaultdict(list), {}
        for at, r in self.packet_rows:
            packet = (r['flow'], r['sent_ns'])
            if r['event'] == 'send':
                f = Frame()
                f.at, f.direction, f.size, f.next = at, self.net.by_end[r['node'], r['link']], int(r['bytes']), None
                f.flow, f.kind, f.lost = r['flow'] or None, None, False
                if r['flow'].startswith(':'):
                    f.flow, f.kind = None, r['flow'][1:]
                f.sent = self.tick(r['sent_ns']) if f.flow else None
                f.cls = int(r['class']) if r['class'] else None
                self.frames[r['node'], r['link']].append(f)
                if f.flow:
                    self.sent[packet].append(f)
            elif r['event'] == 'arrive':
                assert packet not in self.arrivals, f'{packet} arrives twice'
                self.arrivals[packet] = (at, r)
            elif r['event'] == 'drop' and r['flow'].startswith(':'):
                f = self.frames[r['node'], r['link']][-1]
                assert (f.at, f.kind, f.cls) == (at, r['flow'][1:], int(r['class'])), f'{f.kind} of {at} is lost, but was not sent'
                f.lost = True
            else:
                s = Step()
                s.at, s.event, s.switch, s.came, s.size = at, r['event'], r['node'], r['link'], int(r['bytes'])
                s.left = None
                s.cls, s.leaves = int(r['class']) if r['class'] else None, None
                self.steps[packet].append(s)
        for key, frames in self.frames.items():
            wire(self.net, self.net.by_end[key], frames)
        self.packets_of = defaultdict(list)  # flow, or flow and kind of answer: the frames of each packet
        for packet, frames in self.sent.items():
            self.packets_of[packet[0]].append(frames)

    def find_stop(self):
        """The sources stop at stop_us or, if all flows have sent everything before, with the last packet, under congestion control with the arrival
        of the last byte: event engine, at the next multiple of 100 ns; clocked engines, at the end of the cycle in which its host begins to send."""
        net, finite = self.net, all(f['bytes'] is not None for f in self.flow.values())
        sent, last = defaultdict(int), 0
        for frames in self.sent.values():
            if frames[0].flow in self.flow and self.policies.of(frames[0].flow) is None:
                sent[frames[0].flow] += frames[0].size
                last = max(last, frames[0].at)
        for name, f in self.flow.items():
            if self.policies.of(name) is not None and f['completion_ns'] is not None:
                sent[name], last = f['bytes'], max(last, self.tick(f['start_ns'] + f['completion_ns']))
        self.stop, self.includes_stop = min(net.stop, self.end), False
        if finite and all(sent[name] == f['bytes'] for name, f in self.flow.items()):
            grid = net.ticks(100)
            early = (last // grid + 1) * grid if net.event else last
            if early < net.stop or (not net.event and early == net.stop):
                self.stop, self.includes_stop = early, not net.event
        if not net.event and self.stop == self.end and not self.includes_stop:
            self.includes_stop = net.stop == net.duration  # the last cycle of the run

    def before_stop(self, tick):
        return tick < self.stop or (tick == self.stop and self.includes_stop)

    def ends(self, name):
        """The hosts from which and to which packets go: those of the flow, or the other way round for answers to the sender."""
        f = self.flow[data_flow(name)]
        return (f['from'], f['to']) if name == data_flow(name) else (f['to'], f['from'])

    def hops(self, name):
        """The switches that a packet of the flow passes, and the links on which it leaves them."""
        net, route, (_, to) = self.net, self.route[data_flow(name)], self.ends(name)
        if name != data_flow(name):
            route = route[::-1]
        loop = any(x['name'] == name and x.get('loop') for x in net.scenario.get('flows', []))
        after = route[1:] + ([route[0]] if loop else [to])
        links = [next(d.name for d in net.directions if d.sender == a and d.receiver == b) for a, b in zip(route, after)]
        return route, links, loop

    def sprayed(self, name):
        """Whether the packets of the flow choose their ways one by one."""
        return self.net.top('routing', 'first') == 'spray' and not any(f['name'] == name and 'route' in f for f in self.net.scenario.get('flows', []))

    def path(self, name, sent):
        """As hops(), for one packet: a sprayed one chooses by a hash at each switch. The answers of flow k are flow n + k of n."""
        route, links, loop = self.hops(name)
        if not self.sprayed(data_flow(name)):
            return route, links, loop
        net, flow, path, ways = self.net, self.number[data_flow(name)], route[:1], []
        if name != data_flow(name):
            flow += len(self.number)
        hops, h = net.hops_to(route[-1]), mix(net.top('ecmp_seed', net.top('seed', 1)))
        while path[-1] != route[-1]:
            at = path[-1]
            closer = [d for d in net.directions if d.sender == at and hops.get(d.receiver, len(hops)) < hops[at]]
            taken = closer[mix(mix(mix(h ^ flow) ^ sent) ^ list(net.switch).index(at)) % len(closer)]
            path, ways = path + [taken.receiver], ways + [taken.name]
        return path, ways + links[-1:], False

    def follow(self, c):
        """Checks the way of every packet, and sets the frame that brought a packet to a switch, and the one that took it away."""
        net = self.net
        self.check_routes(c)
        self.entries = []  # steps at switches, in no order
        for packet, frames in self.sent.items():
            name = f'packet {packet[0]} of {packet[1]} ns'
            steps, (route, links, loop) = self.steps.pop(packet, []), self.path(packet[0], frames[0].sent)
            first, last = self.ends(packet[0])
            c.expect(frames[0].direction.sender == first and frames[0].at == frames[0].sent, f'{name}: wrong host or time')
            for k, f in enumerate(frames):
                to = f.direction.receiver
                if k + 1 == len(frames) and k < len(steps) and steps[k].event == 'drop' and steps[k].at == f.at:
                    f.lost, f.next = True, steps[k]  # by the line; the trace names the switch of the port, or of the host
                    self.entries.append(steps[k])
                    c.expect(steps[k].came == f.direction.name, f'{name}: lost on {steps[k].came}')
                elif to in net.host:
                    at, r = self.arrivals.pop(packet, (None, None))
                    c.expect(at == (f.arrival if f.arrival <= self.end else None) and k + 1 == len(frames) and to == last and
                             (r is None or (r['node'] == to and int(r['bytes']) == f.size)),
                             f'{name} must arrive at {to} at {f.arrival}, not {at}')
                    f.next = at
                elif k < len(steps):
                    s = f.next = steps[k]
                    s.frame = f
                    self.entries.append(s)
                    c.expect(s.switch == to == route[k % len(route)] and s.came == f.direction.name and s.size == f.size, f'{name}: wrong step {k}')
                    s.leaves = links[k % len(route)]
                    if k + 1 < len(frames):
                        g = s.left = frames[k + 1]
                        c.expect(s.event == 'enqueue' and g.direction.sender == s.switch and g.direction.name == s.leaves and g.cls == s.cls,
                                 f'{name}: sent on by {g.direction.sender} over {g.direction.name}')
            c.expect(len(frames) - len(steps) in (0, 1), f'{name}: {len(frames)} frames and {len(steps)} steps at switches')
        c.expect(not self.steps and not self.arrivals, f'packets that nobody sent: {list(self.steps)[:3]} {list(self.arrivals)[:3]}')
        self.inputs(c)

    def delivered(self, name):
        """The packets of a flow that its receiver has taken: with congestion control those in sequence."""
        if name in self.loops:
            return self.loops[name].delivered
        return [frames for frames in self.packets_of[name] if isinstance(frames[-1].next, int)]

    def check_routes(self, c):
        given = {f['name']: f['route'] for f in self.net.scenario.get('flows', []) if 'route' in f}
        for name, f in self.flow.items():
            c.expect(self.route[name] == given.get(name, self.route[name]), f'{name}: another route')
            c.expect(len(self.route[name]) == len(given.get(name, ())) or len(self.route[name]) == self.distance(f['from'], f['to']), f'{name}: no shortest route')

    def distance(self, host, to):
        """Switches on a shortest route."""
        at = lambda node: [d.receiver for d in self.net.directions if d.sender == node]
        return 1 + min(self.net.hops_to(last)[first] for first in at(host) for last in at(to))

    def inputs(self, c):
        """Each MMU takes one enqueue per cycle, in the order of arrival, then of ports. A frame that arrives must be enqueued, refused or dropped
        then; its admission is 6 cycles later. Clocked engines trace the admission."""
        net, late = self.net, 0 if self.net.event else ADMISSION * self.net.cycle
        self.waits = defaultdict(int)
        due = defaultdict(list)
        for (node, link), frames in self.frames.items():
            d = net.by_end[node, link]
            if d.receiver in net.switch:
                due[d.receiver] += [(f.arrival, net.ports[d.receiver].index(link), f) for f in frames if f.flow is not None and not f.lost]
        for switch, all_frames in due.items():
            free = 0
            for arrival, _, f in sorted(all_frames, key=lambda x: x[:2]):
                s = f.next
                if arrival > self.end:
                    c.expect(s is None, f'{f.flow}: enters {switch} before it arrives')
                    continue
                if s is not None and s.event == 'drop' and net.scheme != 'TTL':
                    c.expect(s.at == arrival, f'{f.flow}: dropped at {s.at}, not {arrival}')  # by the forwarding engine
                    continue
                cycle = max(arrival, free)
                free = cycle + net.cycle
                if cycle <= self.end:
                    self.waits[switch] = max(self.waits[switch], cycle - arrival)
                due_at = arrival if net.event else cycle + late
                if s is None:
                    c.expect(due_at > self.end, f'{f.flow}: arrives at {switch} at {arrival} and vanishes')
                    continue
                s.cycle = cycle
                c.expect(s.at == due_at, f'{f.flow}: {s.event} at {switch} at {s.at}, not {due_at}')
        for s in self.entries:
            if s.left is not None:
                c.expect(s.left.at >= s.cycle + ADMISSION * net.cycle, f'{s.left.flow}: leaves {s.switch} before its admission')
