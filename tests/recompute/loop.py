"""Recomputes the closed loop of each flow from the packet trace: what the receiver takes and answers, what the sender sends again and when its
timer ends, its rate step by step, and its pacing. Only the event engine has congestion control."""
from collections import defaultdict
from fractions import Fraction

from compare import Number
from control import Dcqcn, Telemetry
from flows import settings
from links import Pauses
from network import ADMISSION, LEAST_FRAME

LONGEST = 16  # times rto_us
KINDS = ('ack', 'nack', 'cnp')
SITUATIONS = [f'{kind} increase{form}' for kind in ('fast', 'additive', 'hyper') for form in ('', ' after a CNP')] + [
    'hyper increase after a CNP, then a halved interval', 'an increase by the byte counter', 'a decrease', 'a decrease that keeps the target',
    'a gap that a change of the rate shortens', 'a gap that a change of the rate lengthens', 'a closed window', 'a lower rate that closes the window',
    'a nack', 'a nack that goes back', 'a gap that is lost again, without a second nack', 'a timeout that goes back', 'a doubled timeout',
    'a timer that a nack has moved', 'the longest timeout', 'a timer that stands still in a pause', 'a timeout after a pause', 'bytes that arrive twice', 'a cnp',
    'a cnp at the end of an interval', 'an answer that waits for another', 'an answer that waits in a pause', 'a sprayed packet that overtakes',
    'a sprayed packet that is sent again', 'a flow that fails', 'different congestion control', 'a flow with and one without congestion control']


class Answer:
    """A packet that the receiver owes the sender. covers: the first byte that is missing."""

    def __init__(self, at, covers, marked, records):
        self.at, self.covers, self.marked, self.records = at, covers, marked, records


class Receiver:
    """next: the first byte that is missing. A sprayed flow has others behind it."""

    def __init__(self, run, senders, size, sprayed):
        self.run, self.s, self.size, self.sprayed = run, senders, size, sprayed
        self.next = self.unacknowledged = self.spurious = 0
        self.marked, self.gap, self.behind, self.nack_arrived = False, None, {}, None
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

    def take(self, at, first, size, sent, marked, records):
        """A packet arrives that was sent then. Returns whether the receiver takes it."""
        self.until(at)
        if marked and self.s.cnp_interval and self.interval_ends is None:
            self.notify(at)
        elif marked:
            self.mark_in_interval = True
        self.marked |= marked and not self.s.cnp_interval
        if first < self.next or first in self.behind:
            self.spurious += size
            self.acknowledge(at, records)  # that of before may be lost
            return False
        if first > self.next and not self.sprayed:
            if self.gap != self.next:
                self.gap, self.nack_arrived = self.next, None
                self.owed['nack'].append(Answer(at, self.next, False, records))
            elif self.nack_arrived is not None and sent > self.nack_arrived:
                self.run.happened.add('a gap that is lost again, without a second nack')
            return False
        if first > self.next:
            self.run.happened.add('a sprayed packet that overtakes')
        self.behind[first] = size
        while self.next in self.behind:
            self.next += self.behind.pop(self.next)
        self.unacknowledged += size
        if self.unacknowledged >= self.s.ack_bytes or self.next == self.size:
            self.acknowledge(at, records)
        return True

    def acknowledge(self, at, records):
        self.owed['ack'].append(Answer(at, self.next, self.marked, records))
        self.unacknowledged, self.marked = 0, False


class Timer:
    """The timer of a sender. It runs while bytes are under way, but not while the host is paused for the class of the flow."""

    def __init__(self, run, rto, pauses):
        self.run, self.rto, self.pauses = run, rto, pauses
        self.ends, self.times, self.in_sequence = None, 1, 0
        self.least, self.before = None, None  # its end without pauses; its end before a NACK has moved it

    def start(self, at):
        left = self.times * self.rto
        self.least = at + left
        for a, b in self.pauses:
            if at < b and at + left > a:
                left -= max(0, a - at)
                at = b
        self.ends = at + left

    def acknowledged(self, at, under_way):
        """A new acknowledgement has arrived."""
        if self.ends is not None and at > self.least:
            self.run.happened.add('a timer that stands still in a pause')
        if self.before is not None and at > self.before:
            self.run.happened.add('a timer that a nack has moved')
        self.times, self.in_sequence, self.ends, self.before = 1, 0, None, None
        if under_way:
            self.start(at)

    def back(self):
        """A NACK leaves no byte under way. The time stays doubled."""
        self.ends, self.before = None, self.ends

    def expire(self):
        if self.times > 1:
            self.run.happened.add('a doubled timeout')
        if self.ends > self.least:
            self.run.happened.add('a timeout after a pause')
        if self.times == LONGEST:
            self.run.happened.add('the longest timeout')
        self.times, self.in_sequence, self.ends, self.before = min(LONGEST, 2 * self.times), self.in_sequence + 1, None, None


class Loop:
    """One flow. Numbers for the files: what counts as received, notifications, bytes sent again."""

    def __init__(self, run, c, f, records):
        self.run, self.c, self.f, self.name, self.records = run, c, f, f['name'], records
        net, s = run.net, run.policies.of(f['name'])
        link = net.access(f['from'], f['route'][0])
        self.s, self.line, self.start = s, float(link.bps), run.tick(f['start_ns'])
        self.own = float(settings(run, self.name)['gbps'] or 0) * 1e9 or self.line
        self.control = (Dcqcn if s.algorithm == 'dcqcn' else Telemetry)(s, self.line, float(s.base_rtt or run.base_rtt))
        self.receiver, self.sprayed = Receiver(run, s, f['bytes'], run.sprayed(self.name)), run.sprayed(self.name)
        self.timer, self.failed, self.timeouts = Timer(run, s.rto, list(Pauses(run, link).closed(f['class']))), False, 0
        self.next = self.acknowledged = self.highest = 0  # offsets of bytes
        self.first_of, self.delivered, self.rates = {}, [], {}
        self.notifications = self.resent_bytes = self.spurious_bytes = 0
        self.last, self.due, self.able_since = None, self.start, self.start
        host = [d for d in net.directions if d.sender == f['from']]
        self.alone = all(g.flow == self.name for d in host for g in run.frames[d.sender, d.name]) and not any(
            r['direction'].startswith(f['from'] + '>') for r in run.table['pauses'])
        self.replay()

    def replay(self):
        """In the order of time; in one tick first arrivals at the ends, then the timer, packets that leave, and samples."""
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
        events += [(at, 7, self.sample, None) for at in run.rate_times]
        for at, kind, call, x in sorted(events, key=lambda e: e[:2]):
            self.times_out((at, kind))
            self.control.until(at)
            call(at, x)
        self.times_out((run.end, 9))
        self.receiver.until(run.end)
        run.happened |= self.control.happened
        for kind in KINDS:
            owed, sent = len(self.receiver.owed[kind]), len(run.packets_of[f'{self.name}:{kind}'])
            self.c.expect(owed == sent or run.results['verdict'] != 'drained', f'{self.name}: {sent} {kind}, recomputed {owed}')

    def able(self):
        """Whether the sender has data, and the window is open."""
        return not self.failed and self.next != self.f['bytes'] and self.next - self.acknowledged < self.control.window()

    def rate(self):
        return min(self.own, self.control.rate)

    def leaves(self, at, frames):
        f, c, size = frames[0], self.c, frames[0].size
        c.expect(self.f['bytes'] is None or size <= self.f['bytes'] - self.next, f'{self.name}: {size} bytes at {at} after {self.next}')
        c.expect(self.able_since is not None, f'{self.name}: the window is closed at {at} with {self.next - self.acknowledged} bytes under way')
        c.expect(at + 1 >= self.due and not self.failed, f'{self.name}: a packet at {at}, not before {float(self.due)}')
        if self.alone and self.able_since is not None:
            free = self.last.out if self.last else 0
            least = max(free, self.able_since, int(self.due))
            c.expect(at - least <= 1, f'{self.name}: a packet at {at} could leave at {least}')
        self.control.sent(at, size)
        self.last, self.first_of[f.flow, f.sent] = f, self.next
        again = max(0, min(self.next + size, self.highest) - self.next)
        self.resent_bytes += again
        if again and self.sprayed:
            self.run.happened.add('a sprayed packet that is sent again')
        self.next += size
        if self.timer.ends is None:
            self.timer.start(at)
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
        if self.receiver.take(at, self.first_of[packet], f.size, f.sent, packet in self.run.marked, self.records.get(packet)):
            self.delivered.append(frames)
        self.spurious_bytes = self.receiver.spurious
        if self.spurious_bytes:
            self.run.happened.add('bytes that arrive twice')

    def answers(self, at, x):
        kind, i, frames = x
        self.receiver.until(at)
        owed = self.receiver.owed[kind]
        if self.c.expect(i < len(owed) and owed[i].at <= at, f'{self.name}: {kind} {i + 1} at {at} answers no packet'):
            right = frames[0].size == self.run.policies.frame and frames[0].cls == self.run.policies.cls
            self.c.expect(right, f'{self.name}: {kind} of {frames[0].size} bytes in class {frames[0].cls}')
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
        if kind == 'nack' and a.covers == self.receiver.gap:
            self.receiver.nack_arrived = at
        new, self.acknowledged = a.covers > self.acknowledged, max(self.acknowledged, a.covers)
        back = kind == 'nack' and a.covers == self.acknowledged
        self.next = self.acknowledged if back else max(self.next, self.acknowledged)
        if new:
            self.timer.acknowledged(at, self.next > self.acknowledged)
        elif back:
            self.timer.back()
        if kind != 'cnp':
            self.control.acknowledged(a.covers, self.next, a.records)
        self.changed(at, rate)

    def times_out(self, until):
        """The timer ends before that event. until: (tick, kind of event)."""
        while self.timer.ends is not None and (self.timer.ends, 3) < until:
            at = self.timer.ends
            self.control.until(at)
            self.timer.expire()
            self.timeouts += 1
            self.run.happened.add('a timeout that goes back')
            self.next = self.acknowledged
            self.failed = self.timer.in_sequence == self.s.rto_limit
            if self.failed:
                self.run.happened.add('a flow that fails')
            self.changed(at, self.rate())

    def sample(self, at, _):
        if self.last is not None and self.acknowledged != self.f['bytes'] and not self.failed:
            self.rates[at] = self.rate()


def records_of(run):
    """The telemetry of each data packet: one record for each switch that sends it."""
    records, waiting = defaultdict(list), defaultdict(list)
    for (switch, link, _), rows in run.waiting.items():
        waiting[switch, link] += rows
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
        there = [net.access(f['from'], f['route'][0])] + [net.by_end[s, l] for s, l in zip(*run.hops(f['name'])[:2])]
        size = settings(run, f['name'])['packet']
        time = sum(2 * d.delay + d.bits_time(net, size + d.overhead) + d.bits_time(net, run.policies.frame + d.overhead) for d in there)
        longest = max(longest, time + 2 * (len(there) - 1) * ADMISSION * net.cycle)
    return float(longest)


def check_answers(run, c):
    """A host sends an answer as soon as its port is free and its class is not paused, before data, in the order of the times at which answers are due;
    of one time, CNPs first."""
    latest = {}
    for owed, f in sorted(run.owed, key=lambda x: x[1].at):
        due = owed, not f.flow.endswith(':cnp')
        before = latest.setdefault(f.direction, due)
        c.expect(due >= before, f'{f.flow}: an answer of {owed} leaves at {f.at}, after one of {before[0]}')
        latest[f.direction] = max(due, before)
    index = {f: k for frames in run.frames.values() for k, f in enumerate(frames)}
    for owed, f in run.owed:
        frames = run.frames[f.direction.sender, f.direction.name]
        k = index[f]
        ready = max(owed, frames[k - 1].out if k else 0)
        if ready > owed and frames[k - 1].flow not in run.flow:
            run.happened.add('an answer that waits for another')
        for a, b in Pauses(run, f.direction).closed(f.cls):
            if a < ready < b:
                run.happened.add('an answer that waits in a pause')
                ready = b
        c.expect(f.at == ready, f'{f.flow}: an answer of {owed} leaves at {f.at}, not {ready}')


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
    at = [Fraction(r['time_ns']) for r in run.table['rates']]
    c.expect(at == sorted(at), 'rates.csv: rows are not in the order of time')
    order = lambda r: (Fraction(r['time_ns']), run.number[r['flow']], r['what'])
    got, expected = {order(r): r for r in run.table['rates']}, {(r['time_ns'].value, run.number[r['flow']], r['what']): r for r in rows}
    c.expect(len(got) == len(at), 'rates.csv: a row is there twice')
    for key in sorted(got.keys() ^ expected.keys()):
        c.expect(False, f'rates.csv: {"a needless" if key in got else "no"} row {key[2]} of {list(run.flow)[key[1]]} at {float(key[0])}')
    both = sorted(got.keys() & expected.keys())
    c.table('rates.csv', [expected[key] for key in both], [got[key] for key in both])


def recompute(run, c):
    """Sets run.loops, and checks rates.csv."""
    every = run.net.scenario.get('trace', {}).get('rates_ns')
    run.rate_times = range(0, run.end + 1, run.net.ticks(every)) if every else []
    run.loops, run.owed, run.happened = {}, [], set()
    controlled = {name: run.policies.of(name) for name in run.flow if run.policies.of(name) is not None}
    if controlled:
        run.base_rtt = base_rtt(run)
        records = records_of(run) if any(s.algorithm != 'dcqcn' for s in controlled.values()) else {}
        run.loops = {name: Loop(run, c, run.flow[name], records) for name in controlled}
        check_answers(run, c)
        if len({s.set for s in controlled.values()}) > 1:
            run.happened.add('different congestion control')
        if len(controlled) < len(run.flow):
            run.happened.add('a flow with and one without congestion control')
    for what in SITUATIONS:
        c.situations[what] = c.situations.get(what, 0) + (what in run.happened)
    check_rates(run, c)
