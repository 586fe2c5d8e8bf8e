"""Recomputes the ECN marks from the traces: which packet got a mark at which egress queue, and whether its occupancy allows that.

A row `marked` of series.csv is a new mark, and its time is that at which the port begins to send the packet."""
from collections import defaultdict
from fractions import Fraction

from network import amount, number
from queues import waiting

CHANCE = 5  # standard deviations between the marks and the sum of their probabilities


class Queue:
    """An egress queue: Kmin and Kmax in cells, Pmax, its occupancy, and its marks."""

    def __init__(self, run, key, times):
        net, given = run.net, run.marking
        self.net, self.key, self.times = net, key, times
        self.active = given is not None and key[2] in given.get('classes', range(net.classes))
        if self.active:
            scale = net.by_end[key[:2]].gbps / number(given['at_gbps']) if 'at_gbps' in given else 1
            self.kmin, self.kmax = (int(amount(given[k]) * scale) // net.cell for k in ('kmin', 'kmax'))
            self.pmax = number(given.get('pmax', 1))
        self.changes, self.next, self.held = run.waiting.get(key, []), 0, 0
        self.sizes, self.drawn, self.expected, self.variance = [], 0, Fraction(0), Fraction(0)

    def chance(self, q):
        """The probability of a mark with q cells in the queue, without the packet."""
        if not self.active or q <= self.kmin:
            return Fraction(0)
        return Fraction(1) if q > self.kmax else self.pmax * (q - self.kmin) / (self.kmax - self.kmin)

    def occupancy(self, at):
        """The occupancy when a packet begins to leave."""
        while self.next < len(self.changes) and self.changes[self.next][0] <= at:
            self.held += self.changes[self.next][1]
            self.next += 1
        return self.held

    def leaves(self, c, f, may):
        """Returns whether the frame gets a mark here. may: its flow is ECN-capable, and it has no mark yet."""
        chance = self.chance(self.occupancy(f.at) - self.net.cells(f.size))
        marked, name = f.at in self.times, f'{self.key}: the packet of {f.flow} at {f.at}'
        if not may:
            c.expect(not marked, f'{name} is marked twice, or is not ECN-capable')
            return False
        c.expect(chance < 1 or marked, f'{name} has no mark, above Kmax')
        c.expect(chance > 0 or not marked, f'{name} has a mark, not above Kmin')
        if 0 < chance < 1:
            self.drawn += marked
            self.expected, self.variance = self.expected + chance, self.variance + chance * (1 - chance)
        if marked:
            self.sizes.append(f.size)
        return marked

    def finish(self, c):
        c.expect(len(self.sizes) == len(self.times), f'{self.key}: {len(self.times)} marks, and {len(self.sizes)} packets that leave then')
        c.expect((self.drawn - self.expected)**2 <= CHANCE**2 * self.variance, f'{self.key}: {self.drawn} marks by chance, expected {float(self.expected)}')


def recompute(run, c):
    """Sets run.marking, the keys of `ecn`, run.marked, the marked packets, and run.marks: number and bytes of the new marks of each egress queue."""
    run.marking, run.waiting = run.net.scenario.get('ecn') or run.policies.ecn, waiting(run)
    times, last = defaultdict(set), defaultdict(int)
    for r in run.table['series']:
        key = r['switch'], r['link'], int(r['class'] or 0)
        if r['what'] == 'marked' and int(r['value']) != last[key]:
            c.expect(int(r['value']) == last[key] + 1, f'series.csv: the marks of {key} do not grow by 1')
            last[key] = int(r['value'])
            times[key].add(run.tick(r['time_ns']))
    frames = sorted(((f.at, f, (node, link, f.cls)) for (node, link), sent in run.frames.items() for f in sent
                     if node in run.net.switch and f.flow is not None), key=lambda x: x[0])
    queues = {key: Queue(run, key, times[key]) for key in {key for _, _, key in frames} | set(times)}
    run.marked = set()
    capable = {name for name in run.flow if run.policies.capable(name)}
    for _, f, key in frames:
        if queues[key].leaves(c, f, f.flow in capable and (f.flow, f.sent) not in run.marked):
            run.marked.add((f.flow, f.sent))
    for q in queues.values():
        q.finish(c)
    run.marks = {key: (len(q.sizes), sum(q.sizes)) for key, q in queues.items()}
