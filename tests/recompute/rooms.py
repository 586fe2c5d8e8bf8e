"""Recomputes the rate limiter of GFC and GFC-linear and, with feedback_period_us, the reports of the room, by sections 6 and 12 of
docs/reference/spec.md and docs/hardware/gfc.md.

Without reports, the levels are those of pauses.csv. Times of gaps are exact fractions of a picosecond."""
import math
from collections import defaultdict
from fractions import Fraction

from network import GATE
from replay import DUE, MESSAGE_IN, NEVER, Replay

MESSAGE = 4         # cycles from a state to its message (docs/hardware/latencies.md)
MOST_ROOM = 65535   # cells that a message can report
SITUATIONS = ['a port that is silent', 'a room below 0', 'a report that changes no level', 'a gap that a level shortens', 'a gap that a level lengthens',
              'a stopped queue', 'the last stage', 'a host that completes its gap']


class Limiter:
    """The rate of one class at a sender (docs/hardware/gfc.md, "Gaps in the simulator"). Under GFC, a host adds the gap of the level at the start of
    its packet. Otherwise a packet is a debt of its cells, and the sender pays at the rate of the present level; under GFC at a switch only packets
    that start at a level above 0."""

    def __init__(self, rooms, end):
        self.rooms, self.end, self.level = rooms, end, 0
        self.fixed = not rooms.linear and not end.at_switch
        self.at, self.debt, self.rate = 0, Fraction(0), Fraction(1)  # debt: ticks at full rate that the sender still owes at that time

    def stopped(self):
        return self.rooms.linear and self.level >= self.rooms.d

    def share(self):
        """The rate, as a share of that of the link."""
        return Fraction(self.rooms.d - self.level, self.rooms.d) if self.rooms.linear else Fraction(1, 1 << self.level)

    def set(self, now, level):
        if now > self.at and not self.fixed:
            self.debt, self.at = max(Fraction(0), self.debt - (now - self.at) * self.rate), now
        self.level = level
        if not self.fixed:
            self.rate = Fraction(0) if self.stopped() else self.share()

    def open(self):
        return NEVER if self.stopped() or (self.debt and not self.rate) else self.at + (self.debt / self.rate if self.debt else 0)

    def starts(self, f, net):
        cells = self.end.d.bits_time(net, net.cells(f.size) * net.cell)
        self.at = f.at
        if self.fixed:
            self.debt = f.end - f.begin + cells * ((1 << self.level) - 1)
        else:
            self.debt, self.rate = cells if self.level or self.rooms.linear else Fraction(0), self.share()


class Rooms:
    """The control of Replay."""

    def __init__(self, run, c):
        self.run, self.c, self.net = run, c, run.net
        net, m = run.net, run.net.scenario['mmu']
        switch = next(iter(net.switch))
        self.linear = net.scheme == 'GFC_LINEAR'
        self.top, self.d = net.register(switch, 'bm'), net.register(switch, 'bm') - net.register(switch, 'b0')
        self.stages = m.get('stages', min(15, int(math.log2(self.d))))
        self.period = net.ticks_of_us(m['feedback_period_us']) if 'feedback_period_us' in m else None
        self.happened = set()

    def begin(self, replay):
        self.replay, self.limiter, self.rows = replay, {}, defaultdict(list)
        self.held, self.entered, self.told = defaultdict(int), {}, defaultdict(bool)
        self.owed = defaultdict(list)  # end: (time from which its report may leave, rooms)
        for key, end in replay.end.items():
            for cls in range(self.net.classes):
                self.limiter[key, cls] = Limiter(self, end)
        if self.period is None:
            for r in self.run.table['pauses']:
                end = replay.end[r['direction'].partition('>')[0], r['link']]
                replay.at(self.run.tick(r['time_ns']) + self.gate_after(end), MESSAGE_IN, end.port, self.set_level, end, int(r['class']), int(r['level']))
            return
        for tick in range(self.period, self.run.end + 1, self.period):
            replay.at(tick, DUE, 0, self.report)

    # ---- receiver ----

    def arrives(self, end, f):
        if f.next.event == 'enqueue':
            self.held[end, f.next.cls] += self.net.cells(f.size)
            self.entered[end] = self.replay.now

    def leaves(self, end, f):
        self.held[end, f.next.cls] -= self.net.cells(f.size)

    def report(self):
        """Every period each port reports its rooms, except a port that is empty, has taken nothing for a period and has told so. An MMU sends one
        message per cycle."""
        now = self.replay.now
        for switch, links in self.net.ports.items():
            turn = 0
            for link in links:
                end = self.replay.end[switch, link]
                empty = not any(self.held[end, cls] for cls in range(self.net.classes))
                if empty and self.entered.get(end, -self.period) + self.period <= now and self.told.get(end, True):
                    if end in self.told:
                        self.happened.add('a port that is silent')
                    continue
                self.told[end] = False
                self.replay.at(now + (MESSAGE + turn) * self.net.cycle, DUE, end.port, self.message, end)
                turn += 1

    def message(self, end):
        held = [self.held[end, cls] for cls in range(self.net.classes)]
        self.told[end] = not any(held)
        if any(h > self.top for h in held):
            self.happened.add('a room below 0')
        self.owed[end].append((self.replay.now, [min(MOST_ROOM, max(0, self.top - h)) for h in held]))
        self.replay.touched.add(end)

    def due(self, end):
        return self.owed[end][0][0] if self.owed[end] else NEVER

    def sends(self, end, f, last):
        if self.period is None:
            return True
        owed, name = self.owed[end], f'{end.node} sends a message on {end.link} at {f.at}'
        if not last and not (owed and owed[0][0] < f.at):
            return False
        if not self.c.expect(owed, f'{name}, and nothing is due'):
            return True
        due, rooms = owed.pop(0)
        self.c.expect(f.at == max(due, end.free), f'{name}, due at {due}, free at {end.free}')
        far = self.replay.end[end.far]
        self.replay.at(f.arrival + self.gate_after(far), MESSAGE_IN, far.port, self.obeys, far, rooms)
        return True

    def gate_after(self, end):
        return GATE * self.net.cycle if end.at_switch else 0

    # ---- sender ----

    def level_of(self, room):
        """The level of a queue with that room: a stage, or the length above B0."""
        if self.linear:
            return min(self.d, max(0, self.d - room))
        return max(k for k in range(self.stages + 1) if k == 0 or room * (1 << k) <= self.d)

    def obeys(self, end, rooms):
        for cls, room in enumerate(rooms):
            level = self.level_of(room)
            if self.net.lossless(end.d.receiver, cls) and level != self.limiter[(end.node, end.link), cls].level:
                self.rows[end.node, end.link, cls].append((self.replay.now - self.gate_after(end), level))
                self.set_level(end, cls, level)
            elif level:
                self.happened.add('a report that changes no level')

    def set_level(self, end, cls, level):
        x = self.limiter[(end.node, end.link), cls]
        before, now = x.open(), self.replay.now
        x.set(now, level)
        if before > now and not end.at_switch and x.open() == before:
            self.happened.add('a host that completes its gap')
        if before > now and end.at_switch:
            self.happened.add(f'a gap that a level {"shortens" if x.open() < before else "lengthens"}')
        if x.open() == NEVER:
            self.happened.add('a stopped queue')
        if not self.linear and level == self.stages:
            self.happened.add('the last stage')
        self.replay.touched.add(end)

    def gate(self, end, cls, size):
        return self.limiter[(end.node, end.link), cls].open()

    def starts(self, end, f):
        self.limiter[(end.node, end.link), f.cls].starts(f, self.net)

    def finish(self):
        if self.period is None:
            return
        seen = defaultdict(list)
        for r in self.run.table['pauses']:
            seen[r['direction'].partition('>')[0], r['link'], int(r['class'])].append((self.run.tick(r['time_ns']), int(r['level'])))
        for key in set(seen) | set(self.rows):
            self.c.expect(seen[key] == self.rows[key], f'pauses.csv: {key}: {seen[key][:5]} instead of {self.rows[key][:5]}')


def recompute(run, c):
    happened = set()
    if run.net.gfc and run.net.event:
        rooms = Rooms(run, c)
        Replay(run, c, rooms).play()
        happened = rooms.happened
    for what in SITUATIONS:
        c.situations[what] = c.situations.get(what, 0) + (what in happened)
