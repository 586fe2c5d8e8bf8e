"""Recomputes thresholds and states of series.csv, and the words that the traces must show in at least one run."""
from links import Pauses
from network import STATE, number

WORDS = {
    'packets.csv': {'event': ('send', 'enqueue', 'refuse', 'drop', 'arrive')},
    'pauses.csv': {'event': ('pause', 'refresh', 'resume', 'level', 'empty', 'refill'), 'class': ('0', '1', 'port')},
    'series.csv': {'what': ('ingress', 'egress', 'state', 'threshold', 'port_threshold', 'shared', 'marked', 'credits')},
}

SITUATIONS = [f'{kinds} in a message' for kinds in ('pause', 'refresh', 'resume', 'pause and refresh', 'pause and resume', 'refresh and resume')]
SITUATIONS += [f'a pause of {place} {does}' for place in ('a host', 'a switch') for does in ('expires', 'stands at the stop', 'stands at the end')]
VERDICTS = ('drained', 'deadlocked', 'still moving')


def words(run, c):
    """Records the values of columns with a fixed set of words; the test fails if no run shows one of them."""
    happened = {what for d in run.net.directions for what in Pauses(run, d).situations(run)}
    for what in SITUATIONS:
        c.situations[what] = c.situations.get(what, 0) + (what in happened)
    for word in VERDICTS:
        key = f'results.json verdict {word}'
        c.exercised[key] = c.exercised.get(key, 0) + (run.results['verdict'] == word)
    for name, columns in WORDS.items():
        rows = run.table[name[:-4]]
        for column in rows[0] if rows else ():
            key = f'{name}.{column}'
            c.exercised[key] = c.exercised.get(key, 0) + any(r[column] not in ('', '0') for r in rows)
        for column, known in columns.items():
            seen = {r[column] for r in rows}
            for word in known:
                key = f'{name} {column} {word}'
                c.exercised[key] = c.exercised.get(key, 0) + (word in seen)
            if column != 'class':
                c.expect(seen <= set(known), f'{name}: {column} is one of {seen - set(known)}')


def thresholds(run, switch, shared):
    """Xqoff and Xpoff in bytes for a use of the shared pool in cells: T = alpha (Bs - S)."""
    net, m = run.net, run.net.mmu[switch]
    if m['scheme'] == 'STATIC':
        return net.register(switch, 'xoff') * net.cell, None
    alpha = number(m['alpha'])
    t = (net.shared(switch) - shared) * alpha.numerator // alpha.denominator
    if m['scheme'] == 'SIH':
        return t * net.cell, None
    return max(0, t - net.register(switch, 'headroom')) * net.cell, net.classes * t * net.cell


def check_thresholds(run, c, switch):
    rows = {what: [(run.tick(r['time_ns']), int(r['value'])) for r in run.table['series'] if r['switch'] == switch and r['what'] == what]
            for what in ('shared', 'threshold', 'port_threshold')}
    for i, what in enumerate(('threshold', 'port_threshold')):
        expected = []
        for at, value in rows['shared']:
            x = thresholds(run, switch, value // run.net.cell)[i]
            if not expected or expected[-1][1] != x:
                expected.append((at, x))
        if rows[what] and expected[0][1] is not None:
            c.expect(rows[what] == expected, f'series.csv: {what} of {switch}: {rows[what][:4]} instead of {expected[:4]}')


def check_static_states(run, c):
    """STATIC: an enqueue that takes a queue above XOFF turns it off 13 cycles later, and only that. A queue turns on when it is not above XON."""
    net, seen = run.net, {}
    cycle = {(s.switch, s.came, s.cls, s.at): s.cycle for s in run.entries if s.event == 'enqueue'}
    for r in run.table['series']:
        if r['what'] == 'state':
            seen.setdefault((r['switch'], r['link'], int(r['class'])), []).append((run.tick(r['time_ns']), int(r['value'])))
    for key, rows in seen.items():
        held, off, levels, k = 0, [], [(0, 0)], 0
        for at, cells in run.queue_changes.get(key + ('ingress',), []):
            while k + 1 < len(rows) and rows[k + 1][0] <= at:
                k += 1
            held += cells
            levels.append((at, held))
            if cells > 0 and held > net.register(key[0], 'xoff') and rows[k][1] == 0 and not (off and off[-1] > at):
                off.append(cycle[key + (at,)] + STATE * net.cycle)
        traced = [at for at, v in rows if v == 1]
        c.expect(traced == [at for at in off if at <= run.end], f'series.csv: {key} is off at {traced[:3]}, not {off[:3]}')
        for at in (at for at, v in rows[1:] if v == 0):
            before = [h for t, h in levels if t <= at - STATE * net.cycle][-1]
            least = min([before] + [h for t, h in levels if at - STATE * net.cycle < t <= at])
            c.expect(least <= net.register(key[0], 'xon'), f'series.csv: {key} turns on at {at} with {least} cells')


def recompute(run, c):
    words(run, c)
    if run.net.event and run.net.scheme in ('STATIC', 'SIH', 'DSH'):
        for switch in run.net.switch:
            check_thresholds(run, c, switch)
    if run.net.event and run.net.scheme == 'STATIC':
        check_static_states(run, c)
    return {}
