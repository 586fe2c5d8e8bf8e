"""Recomputes the credits of scheme CBFC, by section 12 of docs/reference/spec.md and docs/reference/scenario-keys.md, from the packet trace.

Counters here never wrap; the rules compare them as the hardware does, modulo 2^20 or 2^12."""
from collections import defaultdict

from network import amount, number
from replay import DUE, MESSAGE_IN, NEVER, Replay

CHANCE = 5  # standard deviations between the losses and their probability
SITUATIONS = ['a wrapped counter', 'a start that takes the last credit', 'a packet that waits for credits', 'a repair of lost frames', 'a lost message',
              'a smaller limit', 'a message by amount', 'a full counter of freed credits', 'a full counter of consumed credits', 'messages of two classes wait']


class Rules:
    """The keys of mmu.credits."""

    def __init__(self, net):
        m = net.scenario['mmu']
        given = m.get('credits', {})
        self.net, self.ib = net, given.get('kind') == 'infiniband'
        self.modulus, self.size = (1 << 12, 64) if self.ib else (1 << 20, given.get('credit_bytes', 128))
        self.most = 2048 if self.ib else self.modulus - 1
        self.overhead = given.get('overhead_bytes', 0)
        self.amount = max(1, amount(given.get('amount', 4096 if self.ib else 6400)) // self.size)
        self.period = {kind: net.ticks(number(given.get(f'{kind}_period_us', 256)) * 1000) for kind in ('freed', 'consumed')}
        self.limits = [amount(x) // self.size for x in given.get('limits', [given['limit']] * net.classes if 'limit' in given else [])]
        self.alpha = number(m['alpha']) if 'alpha' in m else None
        self.down = int('ttl' in m)  # a packet has the next class at the next switch
        self.loss = {kind: float(given.get(f'{kind}_loss', 0)) for kind in ('message', 'frame')}

    def of(self, size):
        return -(-(size + self.overhead) // self.size)

    def granted(self, switch, cls, free):
        """The limit of a channel to a switch whose shared pool has that many free cells."""
        if self.alpha is None and self.limits:
            return self.limits[cls]
        cells = self.net.private(switch) + (free * self.alpha.numerator // self.alpha.denominator if self.alpha is not None else 0)
        return min(cells * self.net.cell // self.size, self.most, self.limits[cls] if self.limits else self.most)


class Channel:
    """A class of a direction: the counters of its sender, and those of its receiver."""

    def __init__(self, rules, limit):
        self.rules, self.limit, self.first_limit = rules, limit, limit
        self.consumed, self.told = 0, None if rules.ib else 0  # told: freed credits of the last message; InfiniBand: FCCL
        self.received = self.freed = self.reported = self.lost = 0
        self.empty = False
        self.rows, self.series = [], []

    def starts(self, n):
        m = self.rules.modulus
        if self.told is None:
            return False
        if self.rules.ib:  # (FCCL - (FCTBS + n)) mod 4096 <= 2048
            return (self.told % m - (self.consumed % m + n)) % m <= 2048
        return (self.consumed % m - self.told % m) % m + n <= self.limit  # CU + n <= CL

    def available(self):
        left = 0 if self.told is None else self.told - self.consumed + (0 if self.rules.ib else self.limit)
        return max(0, left)

    def judge(self, at, largest):
        """A change of the sender's counters: whether a largest packet may start. Returns whether that has changed."""
        before, self.empty = self.empty, not self.starts(largest)
        if before != self.empty:
            self.rows.append((at, 'empty' if self.empty else 'refill', self.available()))
        if not self.series or self.series[-1][1] != self.available() * self.rules.size:
            self.series.append((at, self.available() * self.rules.size))
        return before != self.empty


class Credits:
    """The control of Replay."""

    def __init__(self, run, c):
        self.run, self.c, self.net, self.rules = run, c, run.net, Rules(run.net)
        self.happened = set()
        self.repaired, self.refreshes = defaultdict(int), defaultdict(list)
        self.sent = {'message': [0, 0], 'frame': [0, 0]}  # sent, lost
        self.largest = self.rules.of(self.net.mtu())
        free = {name: [(0, self.net.shared(name))] for name in self.net.switch}
        for r in run.table['series']:
            if r['what'] == 'shared':
                free[r['switch']].append((run.tick(r['time_ns']), self.net.shared(r['switch']) - int(r['value']) // self.net.cell))
        self.free, self.free_at = free, dict.fromkeys(free, 0)

    def begin(self, replay):
        self.replay, self.channel, self.owed, self.turn = replay, {}, defaultdict(dict), defaultdict(int)
        for (node, link), end in replay.end.items():
            switch = end.d.receiver
            if switch not in self.net.switch:
                continue
            for cls in range(self.net.classes - self.rules.down):
                if self.net.lossless(switch, cls + self.rules.down):
                    x = self.channel[node, link, cls] = Channel(self.rules, self.rules.granted(switch, cls, self.net.shared(switch)))
                    x.series.append((0, x.available() * self.rules.size))
        for kind in ('freed', 'consumed'):
            period = self.rules.period[kind]
            for tick in range(0 if kind == 'freed' and self.rules.ib else period, self.run.end + 1, period) if period else [0] * (self.rules.ib and kind == 'freed'):
                replay.at(tick, DUE, 0, self.full, kind)

    def receiver(self, end, cls):
        return self.channel.get((*end.far, cls)) if end.at_switch else None

    def full(self, kind):
        """The full counters are due."""
        for key in self.channel:
            end = self.replay.end[key[:2]] if kind == 'consumed' else self.replay.end[self.replay.end[key[:2]].far]
            self.owed[end].setdefault((key[2], kind), self.replay.now)
            self.replay.touched.add(end)

    def due(self, end):
        return min(self.owed[end].values(), default=NEVER)

    # ---- receiver ----

    def free_credits(self, end, cls, n):
        x, owed = self.receiver(end, cls), self.owed[end]
        x.freed += n
        if x.freed - x.reported >= self.rules.amount and (cls, 'amount') not in owed:
            owed[cls, 'amount'] = self.replay.now + self.net.cycle
            self.replay.touched.add(end)

    def arrives(self, end, f):
        x = self.receiver(end, f.cls)
        if x is not None:
            x.received += self.rules.of(f.size)
            if f.next.event != 'enqueue':
                self.free_credits(end, f.cls, self.rules.of(f.size))

    def leaves(self, end, f):
        if self.receiver(end, f.cls) is not None:
            self.free_credits(end, f.cls, self.rules.of(f.size))

    # ---- sender ----

    def gate(self, end, cls, size):
        x = self.channel.get((end.node, end.link, cls))
        return 0 if x is None or x.starts(self.rules.of(size)) else NEVER

    def starts(self, end, f):
        self.sent['frame'][0] += 1
        self.sent['frame'][1] += f.lost
        x, n = self.channel.get((end.node, end.link, f.cls)), self.rules.of(f.size)
        if x is None:
            return
        x.consumed += n
        x.lost += n if f.lost else 0
        if self.rules.alpha is None:
            self.c.expect(x.consumed - x.freed <= x.first_limit, f'{end.node}: {x.consumed - x.freed} credits under way on {end.link}, of {x.first_limit}')
        if x.consumed >= self.rules.modulus:
            self.happened.add('a wrapped counter')
        if x.available() == 0:
            self.happened.add('a start that takes the last credit')
        x.judge(f.at, self.largest)

    # ---- messages ----

    def sends(self, end, f, last):
        """A message begins to leave. Returns False if it was not due before this tick, unless that is the last event of the tick."""
        owed, name = self.owed[end], f'{end.node} sends :{f.kind} of class {f.cls} on {end.link} at {f.at}'
        kinds = [kind for cls, kind in owed if cls == f.cls and (self.rules.ib or (kind == 'consumed') == (f.kind == 'consumed'))]
        if not self.rules.ib and f.kind == 'freed':
            kinds = [kind for kind in kinds if (kind == 'amount') == (f.size == 8)]
        if not last and not any(owed[f.cls, kind] < f.at for kind in kinds):
            return False
        self.take(end, f, kinds, name)
        return True

    def take(self, end, f, kinds, name):
        owed = self.owed[end]
        if not self.c.expect(kinds, f'{name}: nothing is due'):
            return
        due = min(owed.values())
        self.c.expect(f.at == max(end.free, due), f'{name}, due at {due}, free at {end.free}')
        turn = lambda cls: (cls - self.turn[end]) % 8
        first = min((cls for (cls, _), at in owed.items() if at < f.at), key=turn, default=f.cls)
        self.c.expect(turn(f.cls) <= turn(first), f'{name}, but class {first} is first')
        self.turn[end] = f.cls + 1
        if len({cls for cls, _ in owed}) > 1:
            self.happened.add('messages of two classes wait')
        sender, receiver = self.channel.get((end.node, end.link, f.cls)), self.receiver(end, f.cls)
        if self.rules.ib:
            right = 'both' if sender and receiver else 'freed' if receiver else 'consumed'
            self.c.expect(f.kind == right and f.size == 8, f'{name} of {f.size} bytes, must have {right}')
            for kind in kinds:
                del owed[f.cls, kind]
        else:
            self.c.expect(f.size == (8 if kinds[0] == 'amount' else 64), f'{name}: {f.size} bytes')
            self.c.expect(kinds[0] == 'amount' or owed.get((f.cls, 'amount'), NEVER) >= f.at, f'{name}, but a message by amount is first')
            del owed[f.cls, kinds[0]]
        self.happened.add({'amount': 'a message by amount', 'freed': 'a full counter of freed credits', 'consumed': 'a full counter of consumed credits'}[kinds[0]])
        consumed = (sender.consumed, sender.lost) if f.kind != 'freed' else None
        freed = None
        if f.kind != 'consumed':
            limit = self.rules.granted(end.node, f.cls, self.pool_free(end.node))
            owed.pop((f.cls, 'amount'), None)
            freed, receiver.reported = (receiver.freed + (limit if self.rules.ib else 0), limit), receiver.freed
        self.sent['message'][0] += 1
        self.sent['message'][1] += f.lost
        if f.lost:
            self.happened.add('a lost message')
        else:
            far = self.replay.end[end.far]
            self.replay.at(f.arrival, MESSAGE_IN, far.port, self.obeys, far, f.cls, consumed, freed)

    def pool_free(self, switch):
        """The free cells of the shared pool now."""
        rows, k = self.free[switch], self.free_at[switch]
        while k + 1 < len(rows) and rows[k + 1][0] <= self.replay.now:
            k += 1
        self.free_at[switch] = k
        return rows[k][1]

    def obeys(self, end, cls, consumed, freed):
        if consumed is not None:
            x = self.receiver(end, cls)
            lost, x.received = consumed[0] - x.received, consumed[0]
            self.c.expect(lost == consumed[1] - self.repaired[end, cls], f'{end.node} finds {lost} lost credits on {end.link}, {consumed[1]} in all')
            self.repaired[end, cls] += lost
            if lost:
                self.happened.add('a repair of lost frames')
                self.free_credits(end, cls, lost)
        if freed is not None:
            x = self.channel[end.node, end.link, cls]
            if freed[1] < x.limit:
                self.happened.add('a smaller limit')
            x.told, x.limit = freed
            if not x.judge(self.replay.now, self.largest):
                self.refreshes[end.node, end.link].append(self.replay.now)
            self.replay.touched.add(end)

    def found_lost(self, node, link):
        return sum(n for (end, _), n in self.repaired.items() if (end.node, end.link) == (node, link))

    def finish(self):
        run, traced, rows = self.run, defaultdict(list), defaultdict(list)
        for r in run.table['series']:
            if r['what'] == 'credits':
                traced[r['switch'], r['link'], int(r['class'])].append((run.tick(r['time_ns']), int(r['value'])))
        for r in run.table['pauses']:
            rows[r['direction'].partition('>')[0], r['link'], int(r['class'])].append((run.tick(r['time_ns']), r['event'], int(r['level'])))
        for key, seen in traced.items():
            expected = self.channel[key].series if key in self.channel else [(0, 0)]
            self.c.expect(seen == expected, f'series.csv: credits of {key}: {difference(seen, expected)}')
        self.c.expect(set(rows) <= set(self.channel), f'pauses.csv: {set(rows) - set(self.channel)} have no credits')
        for key, x in self.channel.items():
            self.c.expect(rows[key] == x.rows, f'pauses.csv: {key}: {difference(rows[key], x.rows)}')
            if any(what == 'empty' for _, what, _ in x.rows):
                self.happened.add('a packet that waits for credits')
        for kind, (sent, lost) in self.sent.items():
            p = self.rules.loss[kind]
            self.c.expect((lost - p * sent)**2 <= CHANCE**2 * p * (1 - p) * sent, f'{lost} of {sent} {kind}s are lost, with probability {p}')


def difference(seen, expected):
    k = next((k for k, (a, b) in enumerate(zip(seen, expected)) if a != b), min(len(seen), len(expected)))
    return f'{seen[k:k + 2]} instead of {expected[k:k + 2]}, row {k} of {len(seen)} and {len(expected)}'


def recompute(run, c):
    """Sets run.credits."""
    run.credits = Credits(run, c) if run.net.scheme == 'CBFC' else None
    if run.credits is not None:
        Replay(run, c, run.credits).play()
    for what in SITUATIONS:
        c.situations[what] = c.situations.get(what, 0) + (run.credits is not None and what in run.credits.happened)
