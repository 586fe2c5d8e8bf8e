"""Recomputes links.csv and `links` of results.json: frames from the packet trace, pauses from the pause trace."""
from collections import defaultdict
from fractions import Fraction

from compare import Number
from network import GATE, LEAST_FRAME


class Pauses:
    """The messages that one sending end has received, and the time in which its gate was closed."""

    def __init__(self, run, d):
        net = run.net
        self.messages = defaultdict(list)  # tick: rows
        self.kinds, level = defaultdict(set), {}  # GFC: the kind of a level follows from the level of the class before
        for r in run.table['pauses']:
            if (r['link'], r['direction']) == (d.name, f'{d.sender}>{d.receiver}'):
                at = run.tick(r['time_ns'])
                self.messages[at].append(r)
                kind = 'resume' if r['level'] == '0' else 'refresh' if level.get(r['class'], '0') != '0' else 'pause'
                self.kinds[at].add(kind if net.gfc else {'empty': 'pause', 'refill': 'resume'}.get(r['event'], r['event']))
                level[r['class']] = r['level']
        self.credits = net.scheme == 'CBFC'
        for at in run.credits.refreshes[d.sender, d.name] if self.credits else ():
            self.kinds[at].add('refresh')
        self.at_switch = d.sender in net.switch
        self.gate = GATE * net.cycle if self.at_switch and not self.credits else 0
        self.net, self.d = net, d

    def count(self, until):
        """Messages that pause, resume and repeat, among those that are obeyed while until(tick)."""
        pauses = resumes = refreshes = 0
        for at, kinds in self.kinds.items():
            if not until(at + (self.gate if self.net.event else 0)):
                continue
            resumes += 'resume' in kinds
            pauses += 'pause' in kinds
            refreshes += 'refresh' in kinds and ('pause' not in kinds or self.credits)
        return pauses, resumes, refreshes

    def expiry(self, at, quanta):
        """The tick at which a pause ends that takes effect at a tick. n quanta at a switch are n + 1 quanta of its prescaler, which runs freely
        from tick 0 (docs/hardware/pause-states.md); at a host they are exact."""
        quantum = Fraction(512 * self.net.hz, self.d.bps)
        end = (at // quantum + 1 + quanta) * quantum if self.at_switch else at + quanta * quantum
        return -(-end.numerator // end.denominator)

    def closed(self, cls=None):
        """Intervals in which a class is paused, or that class; GFC: in which a level is above 0. At a switch only lossless classes obey."""
        until, starts = {}, None
        for at in sorted(self.messages):
            effect = at + (0 if self.net.gfc else self.gate)
            still = {c: t for c, t in until.items() if t > effect}
            if starts is not None and not still:
                yield starts, max(until.values())
                starts = None
            until = still
            for r in self.messages[at]:
                quanta = int(r['level'])
                if self.at_switch and r['class'] != 'port' and not self.net.lossless(self.d.sender, int(r['class'])):
                    continue
                if cls is not None and r['class'] not in (str(cls), 'port'):
                    continue
                if r['event'] == 'refill' or (quanta == 0 and not self.credits):
                    until.pop(r['class'], None)
                else:
                    until[r['class']] = 1 << 200 if self.net.gfc or self.credits else self.expiry(effect, quanta)
            if until and starts is None:
                starts = effect
            if not until and starts is not None:
                yield starts, effect
                starts = None
        if starts is not None:
            yield starts, max(until.values())

    def situations(self, run):
        """What happens to the pauses of this end: kinds of messages, pauses that expire, and pauses that stand at the stop or at the end."""
        place = 'a switch' if self.at_switch else 'a host'
        for kinds in self.kinds.values():
            yield ' and '.join(sorted(kinds)) + ' in a message'
        until = {}
        for at in sorted(self.messages):
            for r in self.messages[at]:
                if 0 < until.get(r['class'], 0) < at + self.gate:
                    yield f'a pause of {place} expires'
                until[r['class']] = self.expiry(at + self.gate, int(r['level'])) if int(r['level']) and not self.net.gfc and not self.credits else 0
        for a, b in self.closed():
            if a < run.stop < b:
                yield f'a pause of {place} stands at the stop'
            if a < run.end < b:
                yield f'a pause of {place} stands at the end'

    def paused(self, stop):
        return sum(min(stop, b) - a for a, b in self.closed() if a < stop)


def check_messages(run, c):
    """Each message of the pause trace was sent by the other end, so long before that it arrives now. A message repeats or changes something."""
    net, state = run.net, {}
    arrives = {key: {f.arrival for f in frames if f.flow is None} for key, frames in run.frames.items()}
    for r in run.table['pauses']:
        sender, receiver = r['direction'].split('>')
        c.expect(run.tick(r['time_ns']) in arrives[receiver, r['link']], f'pauses.csv: a message to {sender} over {r["link"]} at {r["time_ns"]} was not sent')
        key = sender, r['link'], r['class']
        before, state[key] = state.get(key, 0), int(r['level'])
        right = 'level' if net.gfc else 'resume' if int(r['level']) == 0 else 'refresh' if before else 'pause'
        c.expect(r['event'] == right and (before != 0 or state[key] != 0) and not (net.gfc and before == state[key]),
                 f'pauses.csv: {r["event"]} of {key} at {r["time_ns"]} must be {right}')
        if not net.gfc:
            c.expect(int(r['level']) in (0, net.mmu.get(receiver, {}).get('pause_time', 65535)), f'pauses.csv: {r["level"]} quanta')


def check_gates(run, c):
    """No data frame begins while its class is paused. In the tick in which an end obeys a message, a frame may begin before or after."""
    for (node, link), frames in run.frames.items():
        p = Pauses(run, run.net.by_end[node, link])
        if run.net.gfc or not p.messages:
            continue
        times = sorted(p.messages)
        until, k = {}, 0  # class: end of its pause

        def paused(cls):
            return max(until.get(str(cls), 0), until.get('port', 0))

        def obey(at):
            for r in p.messages[at]:
                until[r['class']] = p.expiry(at + p.gate, int(r['level'])) if int(r['level']) else 0

        for f in frames:
            while k < len(times) and times[k] + p.gate < f.at:
                obey(times[k])
                k += 1
            if f.flow is None or (p.at_switch and not run.net.lossless(node, f.cls)):
                continue
            before = paused(f.cls)
            if before > f.at and k < len(times) and times[k] + p.gate == f.at:
                obey(times[k])
                k += 1
            c.expect(min(before, paused(f.cls)) <= f.at, f'{node} sends {f.flow} on {link} at {f.at}, paused until {before}')


def feedback(run, d, messages):
    """The cost of GFC's messages in a direction."""
    net = run.net
    m = Fraction(8 * (LEAST_FRAME + d.overhead) * 10**9, d.bps)  # ns
    worst, stop = m / net.tau(d), run.stop
    before = [f.at for f in messages if run.before_stop(f.at)]
    half = net.stop // 2
    late = sum(t >= half for t in before)
    times = [f.at for f in messages]
    period = net.tau(d) * net.hz / 10**9
    most = max((sum(t <= u < t + period for u in times[i:]) for i, t in enumerate(times)), default=0)
    closest = max((m / net.ns(b - a) for a, b in zip(times, times[1:])), default=0)
    share = lambda count, ticks: count * m / net.ns(ticks) if ticks > 0 else 0
    return {'messages': len(before), 'message_bytes': LEAST_FRAME * len(before), 'messages_in_all': len(messages),
            'message_bytes_in_all': LEAST_FRAME * len(messages), 'feedback_mean': Number(share(len(before), stop), 9),
            'feedback_late': Number(share(late, stop - half), 9), 'feedback_burst': Number(most * worst, 9),
            'feedback_closest': Number(min(1, closest), 9), 'bound_steady': Number(worst / 8, 9), 'bound_worst': Number(worst, 9)}


def credit_messages(run, d, messages):
    """The messages about credits in a direction, and the credits that its sender has found lost in the other direction."""
    before = [f for f in messages if run.before_stop(f.at)]
    return {'messages': len(before), 'message_bytes': sum(f.size for f in before), 'messages_in_all': len(messages),
            'message_bytes_in_all': sum(f.size for f in messages), 'credits_lost': run.credits.found_lost(d.sender, d.name)}


def recompute(run, c):
    net = run.net
    if run.credits is None:
        check_messages(run, c)
        check_gates(run, c)
    rows, elements = [], []
    for d in net.directions:
        frames, pauses = run.frames[d.sender, d.name], Pauses(run, d)
        before = [f for f in frames if run.before_stop(f.at)]
        size = lambda frames: sum(f.line_bytes() if f.kind and f.size < LEAST_FRAME else max(f.size, LEAST_FRAME) for f in frames)
        count = lambda frames: sum(f.kind is None or f.size >= LEAST_FRAME for f in frames)
        busy = sum(f.end - f.begin for f in before) - (max(0, before[-1].out - run.stop) if before else 0)
        counts, in_all = pauses.count(run.before_stop), pauses.count(lambda t: t <= run.end)
        paused = pauses.paused(run.stop)
        numbers = {'gbps': Number(d.gbps, 9), 'pauses': counts[0], 'resumes': counts[1], 'refreshes': counts[2],
                   'paused': Number(Fraction(paused, run.stop), 6) if run.stop else None, 'paused_ns': Number(net.ns(paused), 3)}
        share = Number(Fraction(busy) / run.stop, 6) if run.stop and (before or not frames) else None
        ends = {'from': d.sender, 'to': d.receiver}
        if count(frames) or in_all[0]:
            rows.append(dict(ends, **numbers, link=d.name, frames=count(before), bytes=size(before), utilisation=share))
        element = dict(ends, **numbers, name=d.name, frames=count(frames), bytes=size(frames), busy=share, pauses_in_all=in_all[0],
                       resumes_in_all=in_all[1], refreshes_in_all=in_all[2])
        if net.gfc:
            element.update(feedback(run, d, [f for f in frames if f.flow is None]))
        if run.credits:
            element.update(credit_messages(run, d, [f for f in frames if f.kind]))
        elements.append(element)
    c.table('links.csv', rows, run.table['links'])
    return {'links': elements}
