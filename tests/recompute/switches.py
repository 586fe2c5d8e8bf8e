"""Recomputes `switches` of results.json: the accounting of each MMU by the rules of docs/reference/spec.md, section 3, from the packet trace.

The pool of a packet follows from the rules: private if it fits; shared if it fits and the group is not off; else headroom. Where the pause state
decides, the pools of series.csv tell, and the pause state must agree."""
from collections import defaultdict

from compare import Number, Range
from network import GROUP


def events(run, switch):
    """(cycle, 0, port, step) for a dequeue, (cycle, 1, port, step) for an enqueue, as the MMU takes them: one of each kind per cycle."""
    net, rows, free = run.net, [], 0
    steps = [s for s in run.entries if s.switch == switch and s.event != 'drop']
    leave = sorted((s.left.out, net.ports[switch].index(s.leaves), i) for i, s in enumerate(steps) if s.left is not None and s.left.out <= run.end)
    wait = 0
    for out, port, i in leave:
        cycle = max(out, free)
        free, wait = cycle + net.cycle, max(wait, cycle - out)
        rows.append((out if net.event else cycle, 0, port, i, steps[i]))
    for i, s in enumerate(steps):
        rows.append((s.at if net.event else s.cycle, 1, net.ports[switch].index(s.came), i, s))
    return sorted(rows, key=lambda r: r[:4]), wait


class Account:
    """q, h, S and the partitions of one MMU, in cells."""

    def __init__(self, run, switch):
        net = run.net
        self.net, self.switch = net, switch
        self.scheme = net.mmu[switch]['scheme']
        self.phi = net.private(switch)
        self.q, self.h, self.s = defaultdict(int), defaultdict(int), 0
        self.pool = net.shared(switch)
        self.partition, self.own, self.part = net.partitions(switch), defaultdict(int), defaultdict(int)
        self.peak_shared = self.peak_queue = self.peak_headroom = 0

    def group(self, key):
        return key[0] if self.scheme == 'DSH' and self.net.lossless(self.switch, key[1]) else key

    def above(self, cells):
        return max(0, cells - self.phi)

    def settle(self, key, surplus):
        """Headroom is repaid first; TTL: then the class's part of the shared partition, then its own."""
        g = self.group(key)
        back = min(surplus, self.h[g])
        self.h[g] -= back
        surplus -= back
        if self.scheme == 'TTL':
            shared = min(surplus, self.part[key[1]])
            self.part[key[1]] -= shared
            self.own[key[1]] -= surplus - shared
            surplus = shared
        self.s -= surplus

    def enqueue(self, key, n, pool):
        growth = self.above(self.q[key] + n) - self.above(self.q[key])
        self.q[key] += n
        if pool == 'private' and self.scheme == 'TTL':
            self.own[key[1]] += n
        elif pool == 'shared':
            self.s += n
            self.part[key[1]] += n
        elif pool == 'headroom':
            self.h[self.group(key)] += n
        if pool != 'private':
            self.settle(key, n - growth)  # the packet is charged whole (docs/hardware/accounting.md)
        self.peak_shared, self.peak_queue = max(self.peak_shared, self.s), max(self.peak_queue, self.q[key])
        self.peak_headroom = max(self.peak_headroom, self.h[self.group(key)])

    def dequeue(self, key, n):
        fall = self.above(self.q[key]) - self.above(self.q[key] - n)
        self.q[key] -= n
        self.settle(key, fall)

    def choose(self, key, n):
        """The pools that the rules allow: one, or two where the pause state of the group decides."""
        if self.scheme in ('GFC', 'GFC_LINEAR') or (self.scheme != 'TTL' and self.q[key] + n <= self.phi):
            return ['private']
        if self.scheme == 'TTL' and self.own[key[1]] + n <= self.partition[key[1]]:
            return ['private']
        if self.s + n > self.pool:
            return ['headroom']
        return ['shared'] if self.scheme in ('TTL', 'CBFC') or not self.net.lossless(self.switch, key[1]) else ['shared', 'headroom']


def traced(run, switch, what):
    """Changes of a value of series.csv: (tick, link, class, value)."""
    return [(run.tick(r['time_ns']), r['link'], r['class'], int(r['value'])) for r in run.table['series'] if r['switch'] == switch and r['what'] == what]


def state_at(rows, link, cls, tick):
    state = 0
    for at, l, k, value in rows:
        if at > tick:
            break
        if (l, k) == (link, str(cls)):
            state = value
    return state


def check_refusal(c, account, key, n):
    """A lossless packet is refused only if it fits nowhere; a lossy one, if its queue would exceed its share of the free pool."""
    net, pools = account.net, account.choose(key, n)
    if not net.lossless(account.switch, key[1]):
        free = account.pool - account.s
        c.expect(account.above(account.q[key]) + n > free or n > free, f'{account.switch}: a lossy packet is refused that fits')
    elif net.gfc:
        c.expect(account.q[key] + n > account.phi, f'{account.switch}: a packet is refused that fits into private cells')
    else:
        eta = net.register(account.switch, 'headroom')
        c.expect('headroom' in pools and account.h[account.group(key)] + n > eta, f'{account.switch}: a packet is refused that fits into headroom')


def check_room(c, account, key, pool):
    """What an admitted packet has used must exist."""
    if pool == 'headroom':
        c.expect(account.h[account.group(key)] <= account.net.register(account.switch, 'headroom'), f'{account.switch}: {key} exceeds its headroom')
    elif pool == 'private' and account.scheme != 'TTL':
        c.expect(account.q[key] <= account.phi, f'{account.switch}: {key} exceeds its private cells')


def account(run, c, switch):
    """Replays the events of a switch. Where two pools are possible, the traced use of the shared pool tells which."""
    net, a = run.net, Account(run, switch)
    rows, wait = events(run, switch)
    shared = [(at, value // net.cell) for at, _, _, value in traced(run, switch, 'shared')][1:]  # the first row is the value at time 0
    states, at_row = traced(run, switch, 'state'), 0
    for cycle, enters, _, _, s in rows:
        key, n, before = (s.came, s.cls), net.cells(s.size), a.s
        if not enters:
            a.dequeue(key, n)
        elif s.event == 'refuse':
            check_refusal(c, a, key, n)
        else:
            pools = a.choose(key, n)
            if len(pools) > 1:
                moved = at_row < len(shared) and shared[at_row] == (cycle, a.s + n - max(0, n - a.above(a.q[key] + n) + a.above(a.q[key])) + min(n - a.above(a.q[key] + n) + a.above(a.q[key]), a.h[a.group(key)]))
                pools = ['shared'] if moved else ['headroom']
                off = state_at(states, s.came, s.cls, s.cycle + GROUP * net.cycle)
                c.expect(bool(off) != moved or (moved and a.scheme == 'DSH'), f'{switch}: a packet of {key} at {cycle} to {pools[0]} in state {off}')
            a.enqueue(key, n, pools[0])
            check_room(c, a, key, pools[0])
        if a.s != before:
            if not c.expect(at_row < len(shared) and shared[at_row] == (cycle, a.s), f'{switch}: shared is {a.s} cells at {cycle}, traced {shared[at_row:at_row + 1]}'):
                return a, wait
            at_row += 1
    c.expect(at_row == len(shared), f'{switch}: {len(shared) - at_row} changes of shared without an event')
    return a, wait


def recompute(run, c):
    net, elements = run.net, []
    for switch in net.switch:
        ends = [s for s in run.entries if s.switch == switch]
        refused = [s for s in ends if s.event == 'refuse']
        e = {'name': switch, 'refused': len(refused), 'lost': sum(net.lossless(switch, s.cls) for s in refused),
             'dropped': sum(s.event == 'drop' for s in ends)}
        if net.event:
            a, wait = account(run, c, switch)
            e.update(peak_shared_bytes=a.peak_shared * net.cell, peak_queue_bytes=a.peak_queue * net.cell, peak_headroom_bytes=a.peak_headroom * net.cell,
                     input_delay_ns=Number(net.ns(max(run.waits[switch], wait)), 3))
        else:
            e.update(clocked(run, switch))
        elements.append(e)
    sent = [f.flow for (node, _), frames in run.frames.items() if node in net.switch for f in frames if f.flow is not None and f.out <= run.end]
    hops = sum(name in run.flow for name in sent)
    e = {'switches': elements, 'packet_hops': hops}
    return dict(e, senders=run.policies.first.set, packet_hops_to_senders=len(sent) - hops) if run.policies.all else e


def one_by_one(net, times):
    """The longest wait of events of which the MMU takes one per cycle."""
    free = wait = 0
    for at in sorted(times):
        cycle = max(at, free)
        free, wait = cycle + net.cycle, max(wait, cycle - at)
    return wait


def clocked(run, switch):
    """A clocked engine counts freed cells up to F cycles later than the rules, so the peak of headroom has two bounds."""
    net = run.net
    rows, wait = events(run, switch)
    late = (net.round + net.classes + 20) * net.cycle
    states, peaks = traced(run, switch, 'state'), []
    for delay in (0, late):
        a = Account(run, switch)
        for cycle, enters, _, _, s in sorted(((r[0] + (0 if r[1] else delay),) + r[1:] for r in rows), key=lambda r: r[:4]):
            key, n = (s.came, s.cls), net.cells(s.size)
            if not enters:
                a.dequeue(key, n)
            elif s.event == 'enqueue':
                pools = a.choose(key, n)
                off = len(pools) > 1 and state_at(states, s.came, s.cls, cycle + GROUP * net.cycle)
                a.enqueue(key, n, 'headroom' if off else pools[0])
        peaks.append(a)
    received = [f.arrival for (node, link), frames in run.frames.items() for f in frames
                if f.flow is None and net.by_end[node, link].receiver == switch and f.arrival <= run.end]
    begun = [f.at for (node, _), frames in run.frames.items() if node == switch for f in frames if f.flow is not None] if net.gfc else []
    wait = max([run.waits[switch], wait, one_by_one(net, received), one_by_one(net, begun)])
    return {'peak_queue_bytes': peaks[0].peak_queue * net.cell, 'peak_headroom_bytes': Range(*sorted(a.peak_headroom * net.cell for a in peaks)),
            'peak_shared_bytes': max((v for _, _, _, v in traced(run, switch, 'shared')), default=0), 'input_delay_ns': Number(net.ns(wait), 3)}
