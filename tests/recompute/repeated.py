"""Recomputes the results of several runs: sweep.csv from the results.json of its points, and the results of a search from runs of its own."""
import json
import os
from fractions import Fraction

from compare import Number, Setting
from network import Network, amount, number
from trace import rows_of

COLUMNS = ['verdict', 'end_ns', 'slowdown.p99', 'flows.slow.gbps', 'flows.gbps.mean', 'flows.completion_ns.count', 'links.ST.paused.max',
           'links.pauses.sum', 'flows.received_bytes.min', 'flows.completion_ns.p50', 'flows.completion_ns.p99.9', 'queues.max_bytes.max']
# Without `columns`: all results at the top level that are in no list, and these
USUAL = ['flows.gbps.mean', 'flows.gbps.min', 'flows.completion_ns.mean', 'flows.completion_ns.p99', 'flows.completion_ns.max',
         'links.pauses.sum', 'links.paused.max', 'switches.peak_shared_bytes.max', 'switches.lost.sum', 'switches.dropped.sum',
         'switches.input_delay_ns.max']
TOP = ['flow_count', 'finite_flows', 'completed', 'slowdown.left_out', 'slowdown.flows', 'slowdown.p50', 'completion_ns.mean', 'latency_ns.max', 'stop_ns', 'packet_hops', 'verdict']
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
        given = {'point': i + 1, 'mmu.alpha': Fraction(alpha), 'jitter_ns': jitter, 'exit': status}
        names = columns or TOP + USUAL
        expected = dict(given, **{name: column(results, name) for name in names})
        for name, value in expected.items():
            c.expect(name in row and equal(row[name], value), f'point {i + 1}: {name} is {row.get(name)}, recomputed {value}')
        top = [f'{k}.{m}' for k, v in results.items() if isinstance(v, dict) and k not in ('mmu', 'registers', 'keys') for m, x in v.items()]
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


def form(net, scenario, queues):
    """The threshold at which that many queues pause while all of them are at it, by the closed form of [DSH]."""
    s = scenario['switches'][0]['name']
    alpha, shared, eta = number(net.mmu[s]['alpha']), net.shared(s) * net.cell, net.register(s, 'headroom') * net.cell
    if net.mmu[s]['scheme'] == 'SIH':
        return alpha * shared / (1 + alpha * queues)
    return (alpha * shared + queues * alpha * eta) / (1 + alpha * queues) - eta


def others_alone(c, sluice, folder, scenario, net, start_us):
    """Runs the other flows until the start of the burst. Returns the number of their queues that were not paused, and the mean of the bytes
    above private that these queues hold."""
    names, s = scenario['search']['flows'], scenario['switches'][0]['name']
    one = dict(scenario, flows=[f for f in scenario['flows'] if f['name'] not in names], duration_us=start_us, stop_us=start_us,
               trace={'series': [{'queues': ['all'], 'what': ['ingress', 'state']}]})
    del one['search']
    with open(os.path.join(folder, 'others.yaml'), 'w') as f:
        json.dump(one, f)
    sluice(c, 'run', 'others.yaml', '--quiet', '--out', 'others')
    queues = {(f['from'], str(f.get('class', 0))) for f in one['flows']}
    rows = rows_of(os.path.join(folder, 'others'), 'series.csv')
    paused = {(r['link'], r['class']) for r in rows if r['what'] == 'state' and r['value'] != '0'}
    held = {(r['link'], r['class']): int(r['value']) for r in rows if r['what'] == 'ingress'}
    private = net.register(s, 'private') * net.cell
    return len(queues - paused), Fraction(sum(max(0, held.get(q, 0) - private) for q in queues), len(queues))


def search(c, sluice, folder, name, scenario, settings):
    c.run = name
    with open(os.path.join(folder, 'search.yaml'), 'w') as f:
        json.dump(scenario, f)
    sluice(c, 'run', 'search.yaml', '--quiet', '--out', 'found')
    with open(os.path.join(folder, 'found', 'results.json')) as f:
        results = json.load(f, parse_float=Fraction)
    got, net = results['search'], Network(scenario, True)
    low, high = (amount(scenario['search'][k]) for k in ('bytes_from', 'bytes_to'))
    bursting, queues = len(scenario['search']['flows']), len(scenario['flows'])
    threshold, others = form(net, scenario, queues), queues - len(scenario['search']['flows'])
    buffer = amount(scenario['mmu']['buffer'])
    most = got['burst_bytes']
    bursts = [f for f in scenario['flows'] if f['name'] in scenario['search']['flows']]
    found = 'start_us' not in bursts[0]
    start = int(number(got['start_ns']) / 1000) if found else bursts[0]['start_us']
    for f in bursts:
        f['start_us'] = start
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
    below, bytes_above = others_alone(c, sluice, folder, scenario, net, start)
    if found:
        earlier = others_alone(c, sluice, folder, scenario, net, start - 1)[0]
        c.expect(below == 0 and earlier > 0, f'the burst starts at {start} us: {below} queues were not paused, {earlier} a microsecond before')
    share = lambda x: Number(Fraction(x) / buffer, 6)
    expected = {'burst_bytes': right, 'burst_share': share(right), 'form_bytes': round(bursting * threshold), 'form_share': share(bursting * threshold),
                'threshold_bytes': round(threshold), 'bursting': bursting, 'others': others, 'runs': Setting() if found else runs + 1, 'outside': outside,
                'start_ns': Number(1000 * start, 3), 'others_bytes': round(bytes_above), 'others_below': below,
                'others_threshold_bytes': round(form(net, scenario, others))}
    c.value('results.json', 'results.json', dict(settings, congestion='none', search=expected), results)
