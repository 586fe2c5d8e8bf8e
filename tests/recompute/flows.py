"""Recomputes flows.csv, and `flows` and the distributions of results.json, from the packets."""
import math
import re
from collections import defaultdict
from fractions import Fraction

import incomplete
from compare import Bucket, Number
from network import ADMISSION, LEAST_FRAME, amount, number

PERCENTILES = {'p50': 500, 'p99': 990, 'p999': 999}  # in permille
HOLD = 2  # cycles from a packet that starts to leave until GFC's gate follows (docs/hardware/latencies.md)


def rank(count, permille):
    """Nearest rank, from 1 on."""
    return max(1, -(-count * permille // 1000))


def exact(kind, values, unit, decimals=6):
    """A distribution with exact percentiles; unit: of a value in the file."""
    if not values:
        return {kind: 0, 'mean': None, 'p50': None, 'p99': None, 'p999': None, 'max': None}
    values = sorted(values)
    d = {kind: len(values), 'mean': Number(Fraction(sum(values)) / len(values) * unit, decimals), 'max': Number(values[-1] * unit, decimals)}
    d.update({p: Number(values[rank(len(values), permille) - 1] * unit, decimals) for p, permille in PERCENTILES.items()})
    return d


def over_flows(finite, value, unit):
    """A distribution over the flows that completed, and how many finite flows it leaves out."""
    done = [value(x) for x in finite if x.complete]
    return dict(exact('flows', done, unit), left_out=len(finite) - len(done))


def group_of(run, name):
    """The name of the group of a flow: that of the listed flows, or the entry of traffic whose flows are called ENTRY-NUMBER."""
    listed = any(f['name'] == name for f in run.net.scenario.get('flows', []))
    return 'flows' if listed else name.rpartition('-')[0]


def statistics(flows, ns):
    times, slow = over_flows(flows, lambda x: x.completion, ns), over_flows(flows, lambda x: x.slowdown, 1)
    row = {'flows': times['flows'], 'left_out': times['left_out']}
    for k in ('mean', 'p50', 'p99', 'p999'):
        row.update({f'completion_{k}_ns': times[k] if times[k] is None else Number(times[k].value, 3), f'slowdown_{k}': slow[k]})
    return row


def makespan(flows):
    return max(x.start + x.completion for x in flows) - min(x.start for x in flows) if flows and all(x.complete for x in flows) else None


def of_groups(run, ns):
    """Statistics of the listed flows, and of the flows of each entry of traffic."""
    rows, scenario = [], run.net.scenario
    for entry in [{'name': 'flows'}] * ('flows' in scenario) + scenario.get('traffic', []):
        flows = [x for name, x in run.flows.items() if group_of(run, name) == entry['name'] and x.bytes is not None]
        time = None if 'load' in entry or 'period_us' in entry else makespan(flows)
        by_size = by_decade(flows)
        sizes = [{'bytes_above': 0 if k == 0 else 10**k, 'bytes_to': 10**(k + 1), **statistics(by_size[k], ns)} for k in sorted(by_size)]
        rows.append({'name': entry['name'], **statistics(flows, ns), 'makespan_ns': time if time is None else Number(time * ns, 3), 'sizes': sizes})
    return rows


def by_decade(flows):
    decades = defaultdict(list)
    for x in flows:
        decades[max(0, math.ceil(math.log10(x.bytes)) - 1)].append(x)
    return decades


def latencies(net, values, kind='packets', decimals=6):
    """A distribution of latencies: mean and maximum exact, percentiles from a histogram in ticks."""
    d = exact(kind, values, net.ns(1), decimals)
    if values:
        values = sorted(values)
        for p, permille in PERCENTILES.items():
            d[p] = Bucket(values[rank(len(values), permille) - 1], values[-1], 16 if net.event else 128, Fraction(1) / net.ns(1))
    return d


def ideal(run, f, start, left):
    """The time until that many bytes have arrived in an empty network: store and forward through every sender of the route."""
    net = run.net
    route, links, _ = run.hops(f['name'])
    given = settings(run, f['name'])
    size = given['packet']
    senders = [net.access(f['from'], route[0])] + [net.by_end[s, l] for s, l in zip(route, links)]
    own = number(given['gbps']) * 10**9 if given['gbps'] else None
    up = lambda x: -(-Fraction(x).numerator // Fraction(x).denominator)
    line, limit, gate, paced = [Fraction(0)] * len(senders), [Fraction(0)] * len(senders), [0] * len(senders), Fraction(start)
    arrival = start

    def take(free, at, time):
        return (free if up(free) == at else Fraction(at)) + time

    while left > 0:
        packet = min(size, left)
        left -= packet
        at = max(start, up(paced), up(line[0]))
        if own:
            paced = take(paced, at, Fraction(8 * packet * net.hz) / own)
        for k, d in enumerate(senders):
            if k > 0:
                at = max(arrival + ADMISSION * net.cycle, up(line[k]), gate[k])
                if d.limit:
                    at = max(at, up(limit[k]))
                    limit[k] = take(limit[k], at, d.bits_time(net, d.limited(max(packet, LEAST_FRAME)), d.limit))
                if net.gfc and not net.event:
                    gate[k] = at + HOLD
            line[k] = take(line[k], at, d.bits_time(net, max(packet, LEAST_FRAME) + d.overhead))
            arrival = up(line[k]) + d.delay
    return arrival - start


def settings(run, name):
    """Keys of a flow in the scenario, or of the entry of traffic that has created it."""
    s = run.net.scenario
    for f in s.get('flows', []) + s.get('traffic', []):
        if f['name'] in (name, name.rpartition('-')[0]):
            own = f.get('gbps') if f['name'] == name else None
            return {'packet': f.get('packet_bytes', s.get('packet_bytes', 1000)), 'gbps': own, 'cls': f.get('class', 0),
                    'start': f.get('start_us', 0), 'stop': f.get('stop_us') if f['name'] == name else None, 'from': f.get('from'), 'to': f.get('to'),
                    'bytes': f.get('bytes'), 'listed': f['name'] == name,
                    'parts': hosts_of(run, f) if f.get('pattern') == 'ring_all_reduce' else 1}
    raise AssertionError(f'no flow {name}')


def hosts_of(run, entry):
    return len(entry.get('from', run.net.host))


def follows(run, name):
    """(flows, their delay or None) of `after`: given ones; in a collective operation of n hosts the flow that brings the part of the step before."""
    for e in run.policies.given:
        if e['name'] == name:
            return e.get('after', []), e.get('after_delay_ns')
        if e['name'] == name.rpartition('-')[0] and e.get('pattern') == 'ring_all_reduce':
            k, n = int(name.rpartition('-')[2]), hosts_of(run, e)
            return [f'{e["name"]}-{(k // n - 1) * n + (k - 1) % n}'] if k >= n else [], e.get('after_delay_ns')
    return [], None


def earliest(run, name, given):
    """When a flow may start: at its start, or so long after its host knows of the last of the flows before it. Later steps of an operation have none."""
    net, (others, delay), known = run.net, follows(run, name), 0
    for other in others:
        news = net.ticks(number(delay)) if delay is not None else net.least_delay(run.flow[other]['to'], run.flow[name]['from'])
        known = max(known, run.flows[other].start + run.flows[other].completion + news)
    return known + (net.ticks_of_us(given['start']) if given['listed'] else 0)


class Flow:
    """The numbers of one flow, in ticks and bytes."""

    def __init__(self, run, f):
        net = run.net
        self.given = settings(run, f['name'])
        mine = run.packets_of[f['name']]
        self.sent, self.sent_bytes = len(mine), sum(x[0].size for x in mine)
        last = [x[-1] for x in mine]
        done = [frames[-1] for frames in run.delivered(f['name'])]
        self.received, self.received_bytes = len(done), sum(x.size for x in done)
        self.lost = sum(x.next is not None and not isinstance(x.next, int) and x.next.event == 'refuse' for x in last)
        self.dropped = sum(x.next is not None and not isinstance(x.next, int) and x.next.event == 'drop' for x in last)
        self.latency = [x.next - x.sent for x in done]
        self.start = run.tick(f['start_ns'])
        self.bytes = f['bytes']
        self.complete = f['bytes'] is not None and self.received_bytes == f['bytes']
        self.completion = max(x.next for x in done) - self.start if self.complete else None
        self.ideal = ideal(run, f, self.start, f['bytes']) if self.complete else None
        self.slowdown = max(Fraction(1), Fraction(self.completion, self.ideal)) if self.complete else None
        stop = net.stop if self.given['stop'] is None else net.ticks_of_us(self.given['stop'])
        to = self.start + self.completion if self.complete else max(self.start, min(stop, run.end))
        in_window = sum(x.size for x in done if x.next <= to)
        self.window, self.window_bytes = (self.start, to), in_window
        # Unknown: the window ended before the first packet arrived or could arrive
        first = ideal(run, f, self.start, min(f['bytes'] or self.given['packet'], self.given['packet'])) if not in_window else 0
        missed = not in_window and (done or to - self.start < first)
        self.gbps = None if missed else Fraction(8 * in_window * net.hz, (to - self.start) * 10**9)


def check_sizes(run, c, f, x):
    """The given size, class, ends and start of a flow, and the sizes of its packets."""
    net, given = run.net, x.given
    sizes = [frames[0].size for frames in run.packets_of[f['name']]]
    c.expect(f['name'] in run.loops or all(s == given['packet'] for s in sizes[:-1]), f'{f["name"]}: a packet is shorter than {given["packet"]} before the last')
    if given['listed'] or follows(run, f['name'])[0]:
        start = earliest(run, f['name'], given)
        jitter = net.ticks(number(net.top('jitter_ns', 0)))
        c.expect(start <= x.start <= start + jitter, f'{f["name"]}: starts at {x.start}, not {start} to {start + jitter}')
    first = min((frames[0].at for frames in run.packets_of[f['name']]), default=x.start)
    c.expect(first >= x.start, f'{f["name"]}: sends before its start')


def recompute(run, c):
    net = run.net
    run.flows = {f['name']: Flow(run, f) for f in run.results['flows']}
    run.why = {name: incomplete.reason(run, name) for name in run.flow}
    rows, elements = [], []
    chained = 'a flow that starts after others'
    c.situations[chained] = c.situations.get(chained, 0) + any(follows(run, name)[0] for name in run.flow)
    own = any(key in e for e in run.policies.given for key in ('congestion', 'control', 'ecn_capable'))
    for name, f in run.flow.items():
        x = run.flows[name]
        check_sizes(run, c, f, x)
        ns = lambda t: None if t is None else Number(net.ns(t), 3)
        row = {'class': x.given['cls'], 'from': f['from'] if not x.given['listed'] else x.given['from'],
               'to': f['to'] if not x.given['listed'] else x.given['to'], 'bytes': f['bytes'], 'start_ns': ns(x.start),
               'completion_ns': ns(x.completion), 'ideal_ns': ns(x.ideal), 'slowdown': None if x.slowdown is None else Number(x.slowdown, 6),
               'gbps': None if x.gbps is None else Number(x.gbps, 6), 'sent_packets': x.sent, 'sent_bytes': x.sent_bytes, 'received_packets': x.received,
               'received_bytes': x.received_bytes, 'lost': x.lost, 'dropped': x.dropped, 'incomplete': run.why[name][0], 'traffic': group_of(run, name)}
        loop = {key: getattr(run.loops[name], key) if name in run.loops else 0 for key in ('notifications', 'resent_bytes', 'spurious_bytes', 'timeouts')}
        loop['marked'] = sum((name, frames[0].sent) in run.marked for frames in run.packets_of[name] if isinstance(frames[-1].next, int))
        if x.given['bytes'] is not None:
            row['bytes'] = amount(x.given['bytes']) // x.given['parts']
        latency = latencies(net, x.latency)
        more = {f'latency_{k}_ns': v for k, v in latencies(net, x.latency, decimals=3).items() if k != 'packets'}
        rows.append(dict(row, flow=name, **more, **loop, dropped_by_watchdog=0, unreachable=0))  # no run has a watchdog, or changes routes
        in_results = dict(loop) if run.policies.all else {'marked': loop['marked']} if run.marking else {}
        if run.policies.all and own:
            senders = run.policies.of(name)
            in_results['congestion'] = senders.set if senders else 'none'
        elements.append(dict(row, **in_results, name=name, route=run.hops(name)[0], window_ns=[ns(t) for t in x.window], window_bytes=x.window_bytes,
                             latency_ns=latency))
    c.table('flows.csv', rows, run.table['flows'])
    finite = [x for x in run.flows.values() if x.bytes is not None]
    decades = by_decade(finite)
    sizes = [{'bytes_above': 0 if k == 0 else 10**k, 'bytes_to': 10**(k + 1), 'slowdown': over_flows(decades[k], lambda x: x.slowdown, 1)}
             for k in sorted(decades)]
    every = [v for x in run.flows.values() for v in x.latency]
    classes = sorted({x.given['cls'] for x in run.flows.values() if x.latency})
    return {'traffic': of_groups(run, net.ns(1)), 'flows': elements, 'flow_count': len(run.flows), 'finite_flows': len(finite), 'completed': sum(x.complete for x in finite), 'sizes': sizes,
            'slowdown': over_flows(finite, lambda x: x.slowdown, 1), 'completion_ns': over_flows(finite, lambda x: x.completion, net.ns(1)),
            'latency_ns': latencies(net, every),
            'latency_by_class': [{'class': k, 'latency_ns': latencies(net, [v for x in run.flows.values() if x.given['cls'] == k for v in x.latency])}
                                 for k in classes]}
