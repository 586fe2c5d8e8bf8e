"""Recomputes the end of a run: stop, end, verdict, the last movement and the cycle of waiting queues."""
import math
import re
from fractions import Fraction

from compare import Number
from links import Pauses


def movements(run):
    """Ticks in which a data packet moves: its host begins to send it, its last bit leaves a sender, or it reaches a node."""
    for frames in run.sent.values():
        yield frames[0].at
        for f in frames:
            yield f.out
            if not f.lost:
                yield f.arrival


def quiet_time(run):
    """How long no packet may move until that is a deadlock (docs/guide/scenarios.md), in ticks: 3 times the longest pause; GFC: the longest gap
    behind a packet, and twice the period of reports; CBFC: the full counters have repaired every loss; the interval of CNPs; and the way of a message
    and of a packet, four times."""
    net = run.net
    packet = lambda bps, data_bytes: Fraction(8 * data_bytes * net.clock) // bps + 1
    cycles = []
    for switch in net.switch:
        bps = next(d.bps for d in net.directions if d.sender == switch)
        m = net.mmu[switch]
        if net.scheme == 'GFC':
            cycles.append(packet(bps, net.largest() + net.cell) << stages(net, switch))
        elif run.credits:
            rules = run.credits.rules
            repairs = 64 if any(rules.loss.values()) else 3
            cycles.append(repairs * sum(rules.period.values()) // net.cycle + 1)
        elif net.scheme == 'GFC_LINEAR':
            cycles.append(packet(bps, net.largest() + net.cell) * (net.register(switch, 'bm') - net.register(switch, 'b0')))
        else:
            step = round(Fraction(16 * bps, net.clock))  # the MMU counts bit times of the link in sixteenths
            cycles.append(3 * (m.get('pause_time', 65535) * 512 * 16 // step + 1))
    slowest = min(min(d.bps, d.limit or d.bps) for d in net.directions)
    delay = max(d.delay for d in net.directions) // net.cycle + net.processing // net.cycle
    period = net.ticks_of_us(net.scenario['mmu'].get('feedback_period_us', 0)) // net.cycle
    cnp = max((-(-x.cnp_interval * net.clock // 10**12) for x in run.policies.all), default=0)
    return (max(cycles) + cnp + 2 * period + 4 * delay + 4 * packet(slowest, net.largest())) * net.cycle


def stages(net, switch):
    given = net.mmu[switch].get('stages')
    d = net.register(switch, 'bm') - net.register(switch, 'b0')
    return given if given is not None else min(15, int(math.log2(d)))


def inside(run):
    """Packets that have neither arrived nor been refused or dropped, at the end of the run."""
    left = []
    for frames in run.sent.values():
        last = frames[-1].next
        if last is None or (not isinstance(last, int) and last.event == 'enqueue'):
            left.append(frames)
    return left


def check_cycle(run, c, text):
    """Each queue of the cycle holds a packet whose class is paused; at the next switch it waits for a packet that came over this link, in the
    class that the downstream switch has paused."""
    net = run.net
    names = text.split(' waits for ')
    queues = [re.fullmatch(r'(.*):(.*)/(\d)', n).groups() for n in names]
    c.expect(names[0] == names[-1] and len(set(names)) == len(names) - 1, f'cycle: {text}')
    held = {(s.switch, s.leaves, str(s.cls)): set() for s in run.entries}
    for s in run.entries:
        if s.event == 'enqueue' and s.left is None:
            held[s.switch, s.leaves, str(s.cls)].add((s.came, str(s.cls)))
    for (switch, link, cls), (after, _, after_cls) in zip(queues, queues[1:]):
        d = net.by_end[switch, link]
        c.expect(d.receiver == after and held.get((switch, link, cls)), f'cycle: {switch}:{link}/{cls} is empty or does not lead to {after}')
        came = {x for q, xs in held.items() if q[0] == after and q[1:] == queues[[n[0] for n in queues].index(after)][1:] for x in xs}
        c.expect((link, after_cls) in came, f'cycle: {after} holds no packet of {link} that waits')
        c.expect(any(a <= run.end < b for a, b in Pauses(run, d).closed()), f'cycle: {link} is not paused at the end')
    last = max(f.out for q in queues for f in run.frames[q[0], q[1]] if f.flow is not None)
    return Number(net.ns(last), 3)


def recompute(run, c):
    net, left = run.net, inside(run)
    stopped = run.stop < net.duration
    moved = max((t for t in movements(run) if t <= run.end), default=0)
    e = {'stop_ns': Number(net.ns(run.stop), 3)}
    if not left:
        e['verdict'] = 'drained'
        c.expect(run.stop <= run.end <= net.duration and moved <= run.end, 'a drained run ends before its last movement')
        e['end_ns'] = Number(net.ns(run.end), 3)
        if run.policies.all:  # timers keep no run alive
            messages = max((f.arrival for frames in run.frames.values() for f in frames if f.flow is None), default=0)
            e['end_ns'] = Number(net.ns(max(run.stop, moved, messages)), 3)
    elif stopped and max(moved, run.stop) + quiet_time(run) <= net.duration:
        e['verdict'] = 'deadlocked'
        e['end_ns'] = Number(net.ns(max(moved, run.stop) + quiet_time(run)), 3)
        if 'cycle' in run.results:
            e['cycle'] = run.results['cycle']
            e['deadlocked_since_ns'] = check_cycle(run, c, run.results['cycle'])
        else:
            e['deadlocked_since_ns'] = Number(net.ns(moved), 3)
    else:
        e['verdict'] = 'still moving'
        e['end_ns'] = Number(net.ns(net.duration), 3)
        e['last_movement_ns'] = Number(net.ns(moved), 3)
    return e
