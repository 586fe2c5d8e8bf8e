"""Recomputes the results of several runs: sweep.csv from the results.json of its points, and the results of a search from runs of its own."""
import json
import os
from fractions import Fraction

from compare import Number
from network import Network, amount, number
from trace import rows_of

COLUMNS = ['verdict', 'end_ns', 'slowdown.p99', 'flows.slow.gbps', 'flows.gbps.mean', 'flows.completion_ns.count', 'links.ST.paused.max',
           'links.pauses.sum', 'flows.received_bytes.min', 'flows.completion_ns.p50', 'flows.completion_ns.p99.9', 'queues.max_bytes.max']
# Without `columns`: all results at the top level that are in no list, and these
USUAL = ['flows.gbps.mean', 'flows.gbps.min', 'flows.completion_ns.mean', 'flows.completion_ns.p99', 'flows.completion_ns.max',
         'links.pauses.sum', 'links.paused.max', 'switches.peak_shared_bytes.max', 'switches.lost.sum', 'switches.dropped.sum',
         'switches.input_delay_ns.max']
TOP = ['flow_count', 'completed', 'slowdown.flows', 'slowdown.p50', 'completion_ns.mean', 'latency_ns.max', 'stop_ns', 'packet_hops', 'verdict']
STATISTICS = {'sum': sum, 'mean': lambda v: sum(v) / len(v), 'min': min, 'max': max}


def statistic(name, values):
    if name == 'count':
        return len(values)
    if not values:
        return None
    if name in STATISTICS:
        return STATISTICS[name](values)
    values = sorted(values)
    return values[-(-len(values) * number(name[1:]) // 100).__int__() - 1]


def column(results, name):
    """The value of a column (docs/guide/sweeps.md)."""
    parts = name.replace('p99.9', 'p99_9').split('.')
    parts = [p.replace('_9', '.9') if p == 'p99_9' else p for p in parts]
    top = results.get(parts[0])
    if not isinstance(top, list):
        return top if len(parts) == 1 else top[parts[1]]
    if parts[1] in {e.get('name') for e in top}:
        top = [e for e in top if e.get('name') == parts[1]]
        parts.pop(1)
    values = [e[parts[1]] for e in top if e[parts[1]] is not None]
    return values[0] if len(parts) == 2 else statistic(parts[2], [Fraction(v) for v in values])


def equal(text, value):
    """A cell has at most nine significant digits."""
    if value is None or isinstance(value, str):
        return text == (value or '')
    return abs(Fraction(text) - Fraction(value)) <= abs(Fraction(value)) * Fraction(5, 10**9)


def sweep(c, sluice, folder, scenario, columns):
    over = {'mmu.alpha': ['1/8', '1/2'], 'jitter_ns': [0, 900]}
    c.run = 'sweep' if columns else 'sweep without columns'
    with open(os.path.join(folder, 'base.yaml'), 'w') as f:
        json.dump(scenario, f)
    with open(os.path.join(folder, 'sweep.yaml'), 'w') as f:
        json.dump(dict({'scenario': 'base.yaml', 'over': over}, **({'columns': columns} if columns else {})), f)
    sluice(c, 'sweep', 'sweep.yaml', '--quiet', '--out', c.run)
    rows = rows_of(os.path.join(folder, c.run), 'sweep.csv')
    points = [(a, j) for a in over['mmu.alpha'] for j in over['jitter_ns']]
    c.expect(len(rows) == len(points), f'{len(rows)} rows')
    for i, ((alpha, jitter), row) in enumerate(zip(points, rows)):
        status = sluice(c, 'run', 'base.yaml', '--set', f'mmu.alpha={alpha}', '--set', f'jitter_ns={jitter}', '--quiet', '--out', 'point')
        with open(os.path.join(folder, 'point', 'results.json')) as f:
            results = json.load(f, parse_float=Fraction)
        given = {'point': i + 1, 'mmu.alpha': alpha, 'jitter_ns': jitter, 'exit': status}
        names = columns or TOP + USUAL
        expected = dict(given, **{name: column(results, name) for name in names})
        for name, value in expected.items():
            c.expect(name in row and equal(row[name], value), f'point {i + 1}: {name} is {row.get(name)}, recomputed {value}')
        top = [f'{k}.{m}' for k, v in results.items() if isinstance(v, dict) and k not in ('mmu', 'registers') for m, x in v.items()]
        if not columns:
            c.expect(set(top) <= set(row), f'without a column: {sorted(set(top) - set(row))}')


def burst(c, sluice, folder, scenario, total):
    """Whether the switch pauses a host of a burst of that many bytes, spread evenly."""
    names = scenario['search']['flows']
    one = json.loads(json.dumps(scenario))
    del one['search']
    hosts = set()
    for i, f in enumerate(f for f in one['flows'] if f['name'] in names):
        f['bytes'] = total // len(names) + (i < total % len(names))
        hosts.add(f['from'])
    with open(os.path.join(folder, 'one.yaml'), 'w') as f:
        json.dump(one, f)
    sluice(c, 'run', 'one.yaml', '--quiet', '--out', 'one')
    return any(r['link'] in hosts for r in rows_of(os.path.join(folder, 'one'), 'pauses.csv'))


def form(net, scenario):
    """The threshold T at which M bursting queues pause while N others are at it, by the closed form of [DSH]."""
    s, bursting = scenario['switches'][0]['name'], len(scenario['search']['flows'])
    queues = len(scenario['flows'])
    alpha, shared, eta = number(net.mmu[s]['alpha']), net.shared(s) * net.cell, net.register(s, 'headroom') * net.cell
    if net.mmu[s]['scheme'] == 'SIH':
        return alpha * shared / (1 + alpha * queues), bursting
    return (alpha * shared + queues * alpha * eta) / (1 + alpha * queues) - eta, bursting


def search(c, sluice, folder, name, scenario, settings):
    c.run = name
    with open(os.path.join(folder, 'search.yaml'), 'w') as f:
        json.dump(scenario, f)
    sluice(c, 'run', 'search.yaml', '--quiet', '--out', 'found')
    with open(os.path.join(folder, 'found', 'results.json')) as f:
        results = json.load(f, parse_float=Fraction)
    got, net = results['search'], Network(scenario, True)
    low, high = (amount(scenario['search'][k]) for k in ('bytes_from', 'bytes_to'))
    threshold, bursting = form(net, scenario)
    buffer = amount(scenario['mmu']['buffer'])
    most = got['burst_bytes']
    outside, runs = 0, 2
    if burst(c, sluice, folder, scenario, low):
        outside, runs, right = -1, 1, low
    elif not burst(c, sluice, folder, scenario, high):
        outside, right = 1, low
    else:
        while high - low > bursting:  # bisection, down to a byte for each flow
            middle, runs = low + (high - low) // 2, runs + 1
            low, high = (middle, high) if middle <= most else (low, middle)
        right = low
        c.expect(not burst(c, sluice, folder, scenario, low) and burst(c, sluice, folder, scenario, high), f'{low} bytes pause, or {high} do not')
    share = lambda x: Number(Fraction(x) / buffer, 6)
    expected = {'burst_bytes': right, 'burst_share': share(right), 'form_bytes': round(bursting * threshold), 'form_share': share(bursting * threshold),
                'threshold_bytes': round(threshold), 'bursting': bursting, 'others': len(scenario['flows']) - bursting, 'runs': runs, 'outside': outside}
    c.value('results.json', 'results.json', dict(settings, search=expected), results)
