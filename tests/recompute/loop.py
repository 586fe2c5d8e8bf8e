"""Recomputes the closed loop of each flow from the packet trace: what the receiver takes and answers, what the sender sends again, its rate
step by step, and its pacing. Only the event engine has congestion control."""
from collections import defaultdict
from fractions import Fraction

from compare import Number
from control import Dcqcn, Telemetry
from flows import settings
from network import ADMISSION, LEAST_FRAME

NACK_EVERY, LOOK_EVERY = 500 * 10**6, 1000 * 10**6  # ps
KINDS = ('ack', 'nack', 'cnp')
SITUATIONS = [f'{kind} increase{form}' for kind in ('fast', 'additive', 'hyper') for form in ('', ' after a CNP')] + [
    'hyper increase after a CNP, then a halved interval', 'an increase by the byte counter', 'a decrease', 'a decrease that keeps the target',
    'a gap that a change of the rate shortens', 'a gap that a change of the rate lengthens', 'a closed window', 'a lower rate that closes the window',
    'a nack', 'a nack that goes back', 'a look that goes back', 'a cnp', 'a cnp at the end of an interval', 'an answer that waits for another']


class Answer:
    """A packet that the receiver owes the sender. covers: the first byte that is missing."""

    def __init__(self, at, covers, marked, records):
        self.at, self.covers, self.marked, self.records = at, covers, marked, records


class Receiver:
    def __init__(self, run, size):
        self.run, self.s, self.size = run, run.senders, size
        self.next = self.unacknowledged = self.packets = 0
        self.marked, self.gap, self.next_nack = False, None, 0
        self.interval_ends, self.mark_in_interval = None, False
        self.owed = {kind: [] for kind in KINDS}

    def until(self, at):
        """Ends the intervals of CNPs that end at that time or before."""
        while self.interval_ends is not None and self.interval_ends <= at:
            if self.mark_in_interval:
                self.run.happened.add('a cnp at the end of an interval')
                self.notify(self.interval_ends)
            else:
                self.interval_ends = None

    def notify(self, at):
        """Sends a CNP and begins an interval."""
        self.owed['cnp'].append(Answer(at, 0, True, None))
        self.interval_ends, self.mark_in_interval = at + self.s.cnp_interval, False

    def take(self, at, first, size, marked, records):
        """A packet arrives. Returns whether it is the next one."""
        self.until(at)
        if marked and self.s.cnp_interval and self.interval_ends is None:
            self.notify(at)
        elif marked:
            self.mark_in_interval = True
        self.marked |= marked and not self.s.cnp_interval
        if first != self.next:
            if first > self.next and (self.gap != self.next or at >= self.next_nack):
                self.gap, self.next_nack = self.next, at + NACK_EVERY
                self.owed['nack'].append(Answer(at, self.next, False, records))
            elif first < self.next - self.unacknowledged:  # its acknowledgement may be lost
                self.acknowledge(at, records)
            return False
        self.next, self.unacknowledged, self.packets = first + size, self.unacknowledged + size, self.packets + 1
        if self.unacknowledged >= self.s.ack_bytes or self.next == self.size:
            self.acknowledge(at, records)
        return True

    def acknowledge(self, at, records):
        self.owed['ack'].append(Answer(at, self.next, self.marked, records))
        self.unacknowledged, self.marked = 0, False


class Loop:
    """One flow. Numbers for the files: what counts as received, notifications, bytes sent again."""

    def __init__(self, run, c, f, records):
        self.run, self.c, self.f, self.name, self.records = run, c, f, f['name'], records
        net, s = run.net, run.senders
        self.s, self.line, self.start = s, float(net.by_end[f['from'], f['from']].bps), run.tick(f['start_ns'])
        self.own = float(settings(run, self.name)['gbps'] or 0) * 1e9 or self.line
        self.control = (Dcqcn if s.algorithm == 'dcqcn' else Telemetry)(s, self.line, run.base_rtt)
        self.receiver, self.lossy = Receiver(run, f['bytes']), not net.lossless(f['route'][0], f['class'])
        self.next = self.acknowledged = self.highest = self.looked = 0  # offsets of bytes
        self.first_of, self.delivered, self.rates = {}, [], {}
        self.notifications = self.resent_bytes = 0
        self.last, self.due, self.able_since = None, self.start, self.start
        host = [d for d in net.directions if d.sender == f['from']]
        self.alone = all(g.flow == self.name for d in host for g in run.frames[d.sender, d.name]) and not any(
            r['direction'].startswith(f['from'] + '>') for r in run.table['pauses'])
        self.replay()

    def replay(self):
        """In the order of time; in one tick first arrivals at the ends, then looks for losses, packets that leave, and samples."""
        run, events = self.run, []
        for frames in run.packets_of[self.name]:
            events.append((frames[0].at, 6, self.leaves, frames))
            if isinstance(frames[-1].next, int):
                events.append((frames[-1].next, 0, self.arrives, frames))
        for kind in KINDS:
            for i, frames in enumerate(run.packets_of[f'{self.name}:{kind}']):
                events.append((frames[0].at, 1, self.answers, (kind, i, frames)))
                if isinstance(frames[-1].next, int):
                    events.append((frames[-1].next, 2, self.returns, (kind, i)))
        if self.lossy:
            events += [(at, 3, self.look, None) for at in range(LOOK_EVERY, run.end, LOOK_EVERY)]
        events += [(at, 7, self.sample, None) for at in run.rate_times]
        for at, _, call, x in sorted(events, key=lambda e: e[:2]):
            self.control.until(at)
            call(at, x)
        self.receiver.until(run.end)
        run.happened |= self.control.happened
        for kind in KINDS:
            owed, sent = len(self.receiver.owed[kind]), len(run.packets_of[f'{self.name}:{kind}'])
            self.c.expect(owed == sent or run.results['verdict'] != 'drained', f'{self.name}: {sent} {kind}, recomputed {owed}')

    def able(self):
        """Whether the sender has data, and the window is open."""
        return self.next != self.f['bytes'] and self.next - self.acknowledged < self.control.window()

    def rate(self):
        return min(self.own, self.control.rate)

    def leaves(self, at, frames):
        f, c, size = frames[0], self.c, frames[0].size
        c.expect(self.f['bytes'] is None or size <= self.f['bytes'] - self.next, f'{self.name}: {size} bytes at {at} after {self.next}')
        c.expect(self.able_since is not None, f'{self.name}: the window is closed at {at} with {self.next - self.acknowledged} bytes under way')
        c.expect(at + 1 >= self.due, f'{self.name}: a packet at {at}, not before {float(self.due)}')
        if self.alone and self.able_since is not None:
            free = self.last.out if self.last else 0
            least = max(free, self.able_since, int(self.due))
            c.expect(at - least <= 1, f'{self.name}: a packet at {at} could leave at {least}')
        self.control.sent(at, size)
        self.last, self.first_of[f.flow, f.sent] = f, self.next
        self.resent_bytes += max(0, min(self.next + size, self.highest) - self.next)
        self.next += size
        self.highest = max(self.highest, self.next)
        self.due = at + 8 * size * 10**12 / self.rate()
        self.able_since = at if self.able() else None
        if self.able_since is None and self.next != self.f['bytes']:
            self.run.happened.add('a closed window')

    def changed(self, at, rate):
        """After something has happened at the sender: the gap that runs, and whether it may send. Only ACKs change the gap that runs."""
        if self.rate() != rate and self.last is not None:
            due = self.last.at + 8 * self.last.size * 10**12 / self.rate()
            if max(due, self.due) > at:
                self.run.happened.add(f'a gap that a change of the rate {"shortens" if due < self.due else "lengthens"}')
                self.due = max(due, at)
        if not self.able():
            if self.able_since is not None and self.next != self.f['bytes']:
                self.run.happened.add('a lower rate that closes the window')
            self.able_since = None
        elif self.able_since is None:
            self.able_since = at

    def arrives(self, at, frames):
        f = frames[-1]
        packet = f.flow, f.sent
        if self.receiver.take(at, self.first_of[packet], f.size, packet in self.run.marked, self.records.get(packet)):
            self.delivered.append(frames)

    def answers(self, at, x):
        kind, i, frames = x
        self.receiver.until(at)
        owed = self.receiver.owed[kind]
        if self.c.expect(i < len(owed) and owed[i].at <= at, f'{self.name}: {kind} {i + 1} at {at} answers no packet'):
            self.c.expect(frames[0].size == self.s.frame and frames[0].cls == self.s.cls, f'{self.name}: {kind} of {frames[0].size} bytes')
            self.run.owed.append((owed[i].at, frames[0]))

    def returns(self, at, x):
        kind, i = x
        if i >= len(self.receiver.owed[kind]):
            return
        a, rate = self.receiver.owed[kind][i], self.rate()
        if a.marked:
            self.notifications += 1
            self.control.notified(at)
            rate = self.rate()
        self.run.happened.add(f'a {kind}')
        if kind == 'nack' and a.covers == self.acknowledged < self.next:
            self.run.happened.add('a nack that goes back')
        self.acknowledged = max(self.acknowledged, a.covers)
        self.next = self.acknowledged if kind == 'nack' and a.covers == self.acknowledged else max(self.next, self.acknowledged)
        if kind != 'cnp':
            self.control.acknowledged(a.covers, self.next, a.records)
        self.changed(at, rate)

    def look(self, at, _):
        if self.looked == self.acknowledged < self.next:
            self.run.happened.add('a look that goes back')
            self.next = self.acknowledged
        self.looked = self.acknowledged
        self.changed(at, self.rate())

    def sample(self, at, _):
        if self.last is not None and self.acknowledged != self.f['bytes']:
            self.rates[at] = self.rate()


def records_of(run):
    """The telemetry of each data packet: one record for each switch that sends it."""
    records, waiting = defaultdict(list), {}
    for s in run.entries:  # a packet waits from its admission on
        if s.event == 'enqueue':
            rows = waiting.setdefault((s.switch, s.leaves), [])
            rows.append((s.cycle + ADMISSION * run.net.cycle, run.net.cells(s.size)))
            if s.left is not None:
                rows.append((s.left.out, -run.net.cells(s.size)))
    for (node, link), frames in run.frames.items():
        if node not in run.net.switch:
            continue
        sent, d, waits, changes = 0, run.net.by_end[node, link], 0, sorted(waiting.get((node, link), []), reverse=True)
        for f in frames:
            while changes and changes[-1][0] <= f.at:
                waits += changes.pop()[1] * run.net.cell
            if f.flow in run.flow:
                records[f.flow, f.sent].append((f.at, ((node, link), f.at, sent, waits - f.size, float(d.bps))))
            sent += max(f.size, LEAST_FRAME) + d.overhead
    return {packet: [r for _, r in sorted(rows)] for packet, rows in records.items()}


def base_rtt(run):
    """The longest round trip of all flows without waiting, ps."""
    net, longest = run.net, 0
    for f in run.flow.values():
        there = [net.by_end[f['from'], f['from']]] + [net.by_end[s, l] for s, l in zip(*run.hops(f['name'])[:2])]
        size = settings(run, f['name'])['packet']
        time = sum(2 * d.delay + d.bits_time(net, size + d.overhead) + d.bits_time(net, run.senders.frame + d.overhead) for d in there)
        longest = max(longest, time + 2 * (len(there) - 1) * ADMISSION * net.cycle)
    return float(longest)


def check_answers(run, c):
    """A host sends an answer as soon as its port is free, before data."""
    index = {f: k for frames in run.frames.values() for k, f in enumerate(frames)}
    for owed, f in run.owed:
        frames = run.frames[f.direction.sender, f.direction.name]
        k = index[f]
        free = frames[k - 1].out if k else 0
        if f.at > owed and frames[k - 1].flow not in run.flow:
            run.happened.add('an answer that waits for another')
        c.expect(f.at == owed or f.at == free, f'{f.flow}: an answer of {owed} leaves at {f.at}')


def running(run, name):
    """From when until when a flow runs: a finite one from its start to its completion, another one until its source stops."""
    f, stop = run.flow[name], settings(run, name)['stop']
    start, ends = run.tick(f['start_ns']), run.tick(run.results['stop_ns'])
    if start >= ends:
        return start, start
    if f['completion_ns'] is not None:
        return start, start + run.tick(f['completion_ns'])
    if f['bytes'] is not None:
        return start, run.end + 1
    return start, ends if stop is None else min(ends, run.net.ticks_of_us(stop))


def check_rates(run, c):
    """rates.csv: each flow at each sample, first what its sender may send, then what has arrived since the last sample: 0 while the flow runs."""
    every, rows = run.net.scenario.get('trace', {}).get('rates_ns'), []
    if not every:
        return
    arrived = defaultdict(int)
    for name in run.flow:
        for frames in run.delivered(name):
            arrived[name, -(-frames[-1].next // run.net.ticks(every))] += frames[0].size
    for k, at in enumerate(run.rate_times):
        for name in run.flow:
            rate = run.loops[name].rates.get(at) if name in run.loops else None
            row = {'time_ns': Number(run.net.ns(at), 3), 'flow': name}
            if rate is not None:
                rows.append(dict(row, what='allowed', gbps=Number(Fraction(rate) / 10**9, 6)))
            first, last = running(run, name)
            if arrived[name, k] or max(first, at - run.net.ticks(every)) < min(last, at):
                rows.append(dict(row, what='received', gbps=Number(Fraction(8 * arrived[name, k], every), 6)))
    c.table('rates.csv', rows, run.table['rates'])


def recompute(run, c):
    """Sets run.loops, and checks rates.csv."""
    every = run.net.scenario.get('trace', {}).get('rates_ns')
    run.rate_times = range(0, run.end + 1, run.net.ticks(every)) if every else []
    run.loops, run.owed, run.happened = {}, [], set()
    if run.senders is not None:
        run.base_rtt = float(run.senders.base_rtt or base_rtt(run))
        records = records_of(run) if run.senders.algorithm != 'dcqcn' else {}
        run.loops = {name: Loop(run, c, f, records) for name, f in run.flow.items()}
        check_answers(run, c)
    for what in SITUATIONS:
        c.situations[what] = c.situations.get(what, 0) + (what in run.happened)
    check_rates(run, c)
