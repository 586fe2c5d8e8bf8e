"""Replays a run of the event engine from its packet trace, for flow control that decides when a packet may start: credits and time-based GFC.

A control (credits.py, rooms.py) keeps the counters of both ends of each link and says from when a packet may start. The replay checks that no
packet starts earlier, that no port stays idle while a packet may start, that messages precede packets, and the order of the classes.

Simultaneous events of a place have the order of docs/verification/event-engine.md: the port that ends a frame, arrivals, hosts, messages that
arrive, messages that become due. A frame that begins on an idle port is the last one."""
import heapq
import math
from collections import defaultdict
from fractions import Fraction

from flows import settings
from network import ADMISSION, LEAST_FRAME, amount, number

PORT, ARRIVE, HOST, MESSAGE_IN, MESSAGE_OUT, DUE, IDLE, LOOK = range(8)
NEVER = math.inf
ROUNDING = 2  # ps, of a time that an engine accumulates


def take(free, at, time):
    """The end of something that begins at a tick and takes that time; directly behind the one before, with its fraction of a tick."""
    return (free if math.ceil(free) == at else at) + time


class Source:
    """A flow at its host, with the packet that it sends next."""

    def __init__(self, run, name):
        net, f, given = run.net, run.flow[name], settings(run, name)
        self.cls, self.packet, self.left = given['cls'], amount(given['packet']), f['bytes'] if f['bytes'] is not None else NEVER
        self.own = int(number(given['gbps']) * 10**9) if given['gbps'] else None
        self.due, self.paced = run.tick(f['start_ns']), Fraction(0)
        stop = net.ticks_of_us(given['stop']) if given['stop'] is not None else net.stop
        self.stop = min(stop, run.stop)
        self.hz = net.hz

    def size(self):
        return min(self.packet, self.left)

    def sent(self, at, size):
        self.left -= size
        if self.own:
            self.paced = take(self.paced, at, Fraction(8 * size * self.hz, self.own))
            self.due = max(self.due, math.ceil(self.paced))


class End:
    """A node's end of a link: the frames that it sends, and the packets that wait there for each class, in their order."""

    def __init__(self, run, node, link):
        net = run.net
        self.node, self.link, self.d = node, link, net.by_end[node, link]
        self.far = self.d.receiver, link
        self.at_switch = node in net.switch
        self.port = net.ports[node].index(link) if self.at_switch else net.ports[self.d.receiver].index(link)
        self.frames, self.sent, self.free = run.frames[node, link], 0, 0
        self.limit_free, self.turn = Fraction(0), 0
        self.waits = defaultdict(list)  # class: (time from which it may leave, bytes, frame or None)
        self.sources = {}
        if self.at_switch:
            steps = [s for s in run.entries if s.switch == node and s.event == 'enqueue' and s.leaves == link]
            for s in sorted(steps, key=lambda s: s.cycle, reverse=True):
                self.waits[s.cls].append((s.cycle + ADMISSION * net.cycle, s.size, s.left))
        elif not run.policies.all:
            self.sources = {name: Source(run, name) for name, f in run.flow.items() if f['from'] == node}
        self.classes = sorted({*self.waits, *(x.cls for x in self.sources.values())})
        self.admitted = sorted({at for rows in self.waits.values() for at, _, _ in rows})

    def next_start(self):
        return self.frames[self.sent].at if self.sent < len(self.frames) else NEVER

    def heads(self, now):
        """(class, bytes, time from which it may leave but for flow control) of the packets that are first. The flows of a host send in turn, and a
        class waits for the flow whose turn it is, so the size is that of the largest packet of the flows of the class."""
        for cls, rows in self.waits.items():
            if rows:
                yield cls, rows[-1][1], max(rows[-1][0], math.ceil(self.limit_free))
        sources = [x for x in self.sources.values() if x.left > 0 and now < x.stop]
        for cls in {x.cls for x in sources}:
            ready = [x for x in sources if x.cls == cls and x.due <= now]
            if ready:
                yield cls, max(x.size() for x in ready), now
            else:
                x = min((x for x in sources if x.cls == cls), key=lambda x: x.due)
                yield cls, x.size(), x.due


class Replay:
    def __init__(self, run, c, control):
        self.run, self.c, self.control, self.net = run, c, control, run.net
        self.heap, self.count, self.now, self.touched = [], 0, 0, set()
        self.end = {key: End(run, *key) for key in run.frames}

    def at(self, tick, kind, port, call, *arguments):
        if tick <= self.run.end:
            self.count += 1
            heapq.heappush(self.heap, (tick, kind, port, self.count, call, arguments))

    def look_at(self, end, tick):
        self.at(math.ceil(tick), LOOK, end.port, self.touched.add, end)

    def play(self):
        self.control.begin(self)
        for end in self.end.values():
            before = None
            for f in end.frames:
                kind = IDLE if f.at != before else PORT if end.at_switch else HOST
                self.at(f.at, kind, end.port, self.begins, end, f, kind == IDLE)
                self.look_at(end, f.out)
                if f.flow is not None and not f.lost and f.direction.receiver in self.net.switch:
                    self.at(f.arrival, ARRIVE, self.end[end.far].port, self.control.arrives, self.end[end.far], f)
                before = f.out
            for tick in end.admitted:
                self.look_at(end, tick)
            for x in end.sources.values():
                self.look_at(end, x.due)
        for s in self.run.entries:
            if s.event == 'enqueue' and s.left is not None:
                self.at(s.left.out, PORT, self.end[s.switch, s.leaves].port - 0.5, self.control.leaves, self.end[s.switch, s.came], s.frame)
        while self.heap:
            tick, _, _, _, call, arguments = heapq.heappop(self.heap)
            if tick != self.now:
                self.check_idle()
                self.now = tick
            call(*arguments)
        self.check_idle()
        self.control.finish()

    def begins(self, end, f, last):
        """last: no other event of this tick can be the reason."""
        if not (self.control.sends(end, f, last) if f.flow is None else self.packet(end, f, last)):
            self.at(self.now, IDLE, end.port, self.begins, end, f, True)
            return
        end.sent, end.free = end.sent + 1, f.out

    def packet(self, end, f, last):
        c, name, may = self.c, f'{end.node} sends {f.flow} on {end.link} at {f.at}', self.control.gate(end, f.cls, f.size)
        if may > f.at + ROUNDING and not last:
            return False
        due = self.control.due(end)
        c.expect(due >= f.at, f'{name}, before a message that is due since {due}')
        if end.at_switch:
            rows = end.waits[f.cls]
            if not c.expect(rows and rows[-1][2] is f, f'{name}: it is not the first of its class'):
                end.waits[f.cls] = [r for r in rows if r[2] is not f]
            else:
                ready = rows.pop()[0]
                c.expect(ready <= f.at and math.ceil(end.limit_free) <= f.at, f'{name}, before its admission at {ready} or the limit of the port')
            if end.d.limit:
                end.limit_free = take(end.limit_free, f.at, end.d.bits_time(self.net, end.d.limited(max(f.size, LEAST_FRAME)), end.d.limit))
            self.check_turn(end, f, name)
        elif f.flow in end.sources:
            x = end.sources[f.flow]
            c.expect(f.size == x.size() and x.due <= f.at < x.stop and f.cls == x.cls, f'{name}: {f.size} bytes, {x.size()} from {x.due} to {x.stop}')
            x.sent(f.at, f.size)
        c.expect(may <= f.at + ROUNDING, f'{name}, may start at {may}')
        self.control.starts(end, f)
        self.touched.add(end)
        return True

    def check_turn(self, end, f, name):
        """Round robin, one packet each: no class before the chosen one could have started a while ago."""
        turn = lambda cls: (cls - end.turn) % self.net.classes
        for cls, size, ready in end.heads(self.now):
            if turn(cls) < turn(f.cls) and cls != f.cls:
                self.c.expect(max(ready, self.control.gate(end, cls, size)) + ROUNDING >= f.at, f'{name}, but class {cls} is first')
        end.turn = f.cls + 1

    def check_idle(self):
        """After all events of a tick: a port whose next frame begins later must have nothing that may start now."""
        for end in self.touched:
            after = end.next_start()
            if end.free > self.now or after <= self.now:
                continue
            name = f'{end.node} is idle on {end.link} at {self.now} until {after}'
            due = self.control.due(end)
            self.c.expect(due > self.now, f'{name} with a message that is due since {due}')
            if NEVER > due > self.now:
                self.look_at(end, due)
            for cls, size, ready in end.heads(self.now):
                may = max(ready, self.control.gate(end, cls, size))
                self.c.expect(may + ROUNDING >= min(after, self.now + ROUNDING + 1), f'{name} with {size} bytes of class {cls} that may start at {may}')
                if self.now < may < min(after, self.run.end):
                    self.look_at(end, may)
        self.touched.clear()
