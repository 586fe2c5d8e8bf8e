"""Recomputes queues.csv, `queues` of results.json, occupancy.csv and the occupancies of series.csv, from the packet trace."""
from collections import defaultdict
from fractions import Fraction

from compare import Bucket, Number
from flows import PERCENTILES
from network import ADMISSION

TICK_BITS = 12  # the event engine measures the occupancy of queues in steps of 2^12 ps


def changes(run):
    """[(switch, link, class, side)]: (tick, cells), in order; in one tick packets leave, by port, before others enter."""
    change = defaultdict(list)
    for s in run.entries:
        if s.event != 'enqueue':
            continue
        cells, port = run.net.cells(s.size), run.net.ports[s.switch].index(s.leaves)
        for key in ((s.switch, s.came, s.cls, 'ingress'), (s.switch, s.leaves, s.cls, 'egress')):
            change[key].append((s.at, 1, port, cells))
            if s.left is not None and s.left.out <= run.end:
                change[key].append((s.left.out, 0, port, -cells))
    for rows in change.values():
        rows.sort()
    return {key: [(at, cells) for at, _, _, cells in rows] for key, rows in change.items()}


def waiting(run):
    """[(switch, link, class)]: (tick, cells) of an egress queue, in order, with each packet from its admission until its last bit has left."""
    rows = defaultdict(list)
    for s in run.entries:
        if s.event == 'enqueue':
            rows[s.switch, s.leaves, s.cls].append((s.cycle + ADMISSION * run.net.cycle, run.net.cells(s.size)))
            if s.left is not None:
                rows[s.switch, s.leaves, s.cls].append((s.left.out, -run.net.cells(s.size)))
    return {key: sorted(changes) for key, changes in rows.items()}


def levels(rows):
    held = 0
    for at, cells in rows:
        held += cells
        yield at, held


def measure(run, rows):
    """Mean, percentiles and maximum in cells, until the sources stopped."""
    grid = (lambda t: t >> TICK_BITS << TICK_BITS) if run.net.event else (lambda t: t)
    time, since, held, most = defaultdict(int), 0, 0, 0
    for at, level in levels(rows):
        if not run.before_stop(at):
            break
        time[held] += grid(at) - since
        since, held, most = grid(at), level, max(most, level)
    time[held] += grid(run.stop) - since
    total = sum(time.values())
    found, passed, ranks = {}, 0, dict(PERCENTILES)
    unit = 1 << TICK_BITS if run.net.event else 1
    for level in sorted(time):
        passed += time[level]
        for p in [p for p in ranks if passed // unit >= -(-(total // unit) * ranks[p] // 1000) and p not in found and time[level]]:
            found[p] = level
    area = sum(level * t for level, t in time.items())
    return Fraction(area, run.stop) if run.stop else 0, found, most


def samples(run, c, change):
    """occupancy.csv: occupancy and rate of arrivals at each sample. Clocked engines sample before the admissions of the cycle."""
    net, trace = run.net, run.net.scenario.get('trace', {})
    arrived = defaultdict(list)
    for s in run.entries:
        if s.event != 'drop':
            arrived[s.switch, s.came, s.cls].append((s.at, s.size))
    rows, every = [], trace.get('sample_ns', 1000)
    for text in trace.get('queues', []):
        switch, rest = text.split(':')
        link, cls = rest.split('/')
        key = switch, link, int(cls)
        events = [(at, n > 0, n) for at, n in change.get(key + ('ingress',), [])]
        last, at = 0, 0
        while at <= run.end:
            seen = lambda t, enters: t < at or (t == at and (net.event or not enters))
            total = sum(size for t, size in arrived[key] if seen(t, True))
            held = sum(n for t, enters, n in events if seen(t, enters))
            rows.append((at, len(rows), {'time_ns': Number(net.ns(at), 3), 'switch': switch, 'link': link, 'class': key[2], 'bytes': held * net.cell,
                                         'gbps': Number(Fraction(8 * (total - last), every), 3)}))
            last, at = total, at + net.ticks(every)
    order = {text: i for i, text in enumerate(trace.get('queues', []))}
    rows.sort(key=lambda r: (r[0], order[f"{r[2]['switch']}:{r[2]['link']}/{r[2]['class']}"]))
    c.table('occupancy.csv', [r[2] for r in rows], run.table['occupancy'])


def series(run, c, change):
    """The occupancies of series.csv: each change of a traced queue is a row, and each row a change."""
    seen = defaultdict(list)
    for r in run.table['series']:
        if r['what'] in ('ingress', 'egress'):
            seen[r['switch'], r['link'], int(r['class']), r['what']].append((run.tick(r['time_ns']), int(r['value'])))
    for key, rows in seen.items():
        expected = [(0, 0)] + [(at, n * run.net.cell) for at, n in levels(change.get(key, []))]
        c.expect(rows == expected, f'series.csv: {key}: {rows[:6]} instead of {expected[:6]}')
    return seen


def recompute(run, c):
    change = run.queue_changes
    rows = []
    for switch in run.net.switch:
        for link in run.net.ports[switch]:
            for cls in range(run.net.classes):
                for side in ('ingress', 'egress'):
                    mean, found, most = measure(run, change.get((switch, link, cls, side), []))
                    if most == 0:
                        continue
                    cell, buckets = run.net.cell, 16 if run.net.event else 128
                    row = {'switch': switch, 'link': link, 'class': cls, 'side': side, 'mean_bytes': Number(mean * cell, 3), 'max_bytes': most * cell}
                    row.update({f'{p}_bytes': Bucket(v, most, buckets, Fraction(1, cell)) for p, v in found.items()})
                    if side == 'egress' and run.marking:
                        row['marked'], row['marked_bytes'] = run.marks.get((switch, link, cls), (0, 0))
                    rows.append(row)
    none = dict.fromkeys(('marked', 'marked_bytes', 'storms', 'storms_restored', 'dropped_by_watchdog', 'dropped_by_watchdog_bytes'), 0)
    c.table('queues.csv', [dict(none, **row) for row in rows], run.table['queues'])
    samples(run, c, change)
    seen = series(run, c, change)
    wanted = [s for s in run.net.scenario.get('trace', {}).get('series', []) if 'ingress' in s['what']]
    if any(s['queues'] == ['all'] for s in wanted):
        c.expect(all(key in seen for key in change), 'series.csv: a queue with packets has no row')
    return {'queues': rows}
