"""Recomputes why flows are incomplete, and the detail of the verdict."""
from collections import Counter

LOSSES = {'lossy_class': ('of a lossy class', 'of lossy classes'), 'lossless_class': ('of a lossless class', 'of lossless classes'),
          'link_down': None, 'rule': ('by a rule of TTL', 'by rules of TTL'), 'watchdog': None, 'frame_loss': ('by frame_loss', 'by frame_loss'), 'unreachable': None}
STATES = {'after': None, 'late_start': None, 'stopped': ('when its source stopped', 'when their sources stopped'), 'acknowledgement': None,
          'failed': ('failed at rto_limit', 'failed at rto_limit'),
          'deadlock': ('waits in the deadlock', 'wait in the deadlock'), 'moving': ('was still under way', 'were still under way')}


def losses(run, name):
    """The packets of a flow that did not arrive, by reason; and those that are neither lost nor at their host."""
    lost, inside = Counter(), 0
    for frames in run.packets_of[name]:
        step = frames[-1].next
        if step is None or (not isinstance(step, int) and step.event == 'enqueue'):
            inside += 1
        elif not isinstance(step, int) and step.event == 'refuse':
            lost['lossless_class' if run.net.lossless(step.switch, step.cls) else 'lossy_class'] += 1
        elif not isinstance(step, int):
            lost['frame_loss' if run.credits else 'rule'] += 1
    return lost, inside


def reason(run, name):
    """Why a flow is incomplete; None: it is complete, or endless. And its losses."""
    x = run.flows[name]
    lost, inside = losses(run, name)
    sent = x.sent_bytes - (run.loops[name].resent_bytes if name in run.loops else 0)
    if x.bytes is None or x.complete:
        return None, lost
    if name in run.loops and run.loops[name].failed:
        return 'failed', lost
    ends, stop = run.tick(run.results['stop_ns']), x.given['stop']
    if x.sent == 0 and x.start >= (ends if stop is None else min(ends, run.net.ticks_of_us(stop))):
        return 'late_start', lost
    most = max(LOSSES, key=lambda k: lost[k])
    if lost[most] and (name not in run.loops or (not inside and sent > x.received_bytes)):
        return most, lost
    if inside and run.results['verdict'] == 'deadlocked':
        return 'deadlock', lost
    return ('stopped' if sent < x.bytes else 'moving'), lost


def text(run, rows, lossless, finite, flows):
    """The detail of the verdict. rows: of the reasons; lossless: lost packets by switch."""
    packets = lambda n: f'{n:,} packet{"s" * (n != 1)} '
    parts = []
    if lossless:
        worst, others, all_lost = max(lossless, key=lossless.get), len(lossless) - 1, sum(lossless.values())
        also = f' and {others:,} other switch{"es" * (others > 1)}' if others else ''
        place = 'buffer' if run.net.scheme.startswith('GFC') or run.credits else 'headroom'
        parts.append(f'{packets(all_lost)}of lossless class{"es" * (all_lost != 1)} lost at {worst}{also}, whose {place} was full')
    incomplete = sum(r['flows'] for r in rows)
    listed = []
    for r in rows:
        if r['flows'] == 0:
            continue
        who = r['first'] + (f' and {r["flows"] - 1:,} other{"s" * (r["flows"] > 2)}' if r['flows'] > 1 else '')
        end = {**LOSSES, **STATES}[r['name']][r['flows'] > 1]
        if r['name'] in LOSSES:
            end = f'lost {packets(r["packets"])}{end}'
        if r['name'] == 'stopped':
            mine = [x for f, x in run.flows.items() if run.why[f][0] == 'stopped']
            sent = sum(x.sent_bytes for x in mine) - sum(run.loops[f].resent_bytes for f in run.loops if run.why[f][0] == 'stopped')
            end = f'had sent {sent:,} of {sum(x.bytes for x in mine):,} bytes {end}'
        listed.append(f'{who} {end}')
    if incomplete:
        parts.append(f'{incomplete:,} of {finite:,}{" finite" * (finite < flows)} flow{"s" * (finite != 1)} incomplete: ' + ', '.join(listed))
    return '; '.join(parts) or None


def recompute(run, c):
    rows = []
    for name in [*LOSSES, *STATES]:
        mine = [f for f in run.flow if run.why[f][0] == name]
        rows.append({'name': name, 'flows': len(mine), 'packets': sum(run.why[f][1][name] for f in mine), 'first': mine[0] if mine else None})
    lossless = Counter(step.switch for step in run.entries if step.event == 'refuse' and run.net.lossless(step.switch, step.cls))
    ordered = {s: lossless[s] for s in run.net.switch if lossless[s]}
    finite = sum(x.bytes is not None for x in run.flows.values())
    return {'incomplete': sum(r['flows'] for r in rows), 'incomplete_reasons': rows,
            'verdict_detail': text(run, rows, ordered, finite, len(run.flow))}
