"""Recomputes the rate of a flow step by step, by the rules of docs/reference/congestion.md. Times are picoseconds, rates bits per second."""


class Control:
    """The common part."""

    def __init__(self, senders, line, base_rtt):
        self.s, self.line, self.rate, self.base_rtt = senders, line, line, base_rtt
        self.least = senders.rate('min_rate', line)
        self.ai = senders.rate('additive_increase', line)
        self.happened = set()  # what the runs of the test must show

    def until(self, at):
        """Ends all intervals that end at that time or before."""

    def sent(self, at, size):
        """A packet begins to leave."""

    def notified(self, at):
        """A CNP or an acknowledgement of a marked packet arrives."""

    def acknowledged(self, covers, next_byte, records):
        """An acknowledgement arrives that covers all bytes before `covers`; next_byte: the first one that the sender has not sent."""

    def window(self):
        """A packet may leave if fewer bytes are under way."""
        if not self.s.window:
            return float('inf')
        return max(1, int((self.rate if self.s.variable_window else self.line) * self.base_rtt / (8 * 10**12)))

    def clamp(self, rate):
        return min(self.line, max(self.least, rate))


class Dcqcn(Control):
    NEVER = 1 << 62

    def __init__(self, senders, line, base_rtt):
        super().__init__(senders, line, base_rtt)
        self.hai = senders.rate('hyper_increase', line)
        self.target, self.alpha, self.seen = line, float(senders.first_alpha), False
        self.alpha_end = self.decrease_end = self.increase_end = Dcqcn.NEVER
        self.alpha_cnp = self.decrease_cnp = self.increased = False
        self.time_stage = self.byte_stage = self.bytes = 0
        self.hyper = False  # whether the last increase was one
        self.byte_limit = senders.byte_counter

    def stages(self):
        return (self.time_stage, self.byte_stage) if self.s.byte_counter else (self.time_stage, self.time_stage)

    def increase(self):
        """Returns whether the next interval of this trigger is halved."""
        low, high = sorted(self.stages())
        fast = self.s.fast_stages
        if self.s.react_at_cnp:
            kind = 'fast' if high < fast else 'hyper' if low >= fast else 'additive'
            hai = self.hai * (low - fast + 1)
        else:
            kind = 'fast' if high <= fast else 'hyper' if low > fast + 1 else 'additive'
            hai = self.hai
        self.target = min(self.line, self.target + {'fast': 0, 'additive': self.ai, 'hyper': hai}[kind])
        self.rate = self.clamp((self.rate + self.target) / 2)
        self.increased = True
        halved = self.s.react_at_cnp and kind == 'hyper' and self.hyper
        self.happened.add(f'{kind} increase{" after a CNP" if self.s.react_at_cnp else ""}' + (', then a halved interval' if halved else ''))
        self.hyper = kind == 'hyper'
        return halved

    def decrease(self, at):
        self.happened.add('a decrease' + (' that keeps the target' if not self.s.clamp_target and not self.increased else ''))
        if self.s.clamp_target or self.increased:
            self.target = self.rate
        self.rate = self.clamp(self.rate * (1 - self.alpha / 2))
        self.time_stage = self.byte_stage = self.bytes = 0
        self.byte_limit, self.increased, self.hyper = self.s.byte_counter, False, False
        self.increase_end = at + self.s.increase_interval
        self.counts = True

    counts = False  # the byte counter starts with the first decrease

    def until(self, at):
        while min(self.alpha_end, self.increase_end, self.decrease_end) <= at:
            now = min(self.alpha_end, self.increase_end, self.decrease_end)
            if self.alpha_end == now:
                self.alpha = (1 - self.s.gain) * self.alpha + (self.s.gain if self.alpha_cnp else 0)
                self.alpha_cnp, self.alpha_end = False, now + self.s.alpha_interval
            elif self.increase_end == now:
                self.time_stage += 1
                halved = self.increase()
                self.increase_end = now + self.s.increase_interval // (2 if halved else 1)
            else:
                if self.decrease_cnp:
                    self.decrease(now)
                self.decrease_cnp, self.decrease_end = False, now + self.s.decrease_interval

    def sent(self, at, size):
        self.until(at)
        if self.counts and self.s.byte_counter:
            self.bytes += size
            if self.bytes > self.byte_limit:
                self.happened.add('an increase by the byte counter')
                self.byte_stage, self.bytes = self.byte_stage + 1, 0
                halved = self.increase()
                self.byte_limit = self.s.byte_counter // (2 if halved else 1)

    def notified(self, at):
        self.until(at)
        if self.s.react_at_cnp:
            self.alpha = (1 - self.s.gain) * self.alpha + self.s.gain
            self.alpha_end = at + self.s.alpha_interval
            self.decrease(at)
        elif not self.seen:
            self.alpha, self.decrease_cnp = float(self.s.first_alpha), True
            self.alpha_end, self.decrease_end = at + self.s.alpha_interval, at + self.s.decrease_interval
        else:
            self.alpha_cnp = self.decrease_cnp = True
        self.seen = True


class Telemetry(Control):
    """HPCC and PowerTCP. A record of a hop: (port, time, bytes sent before, bytes that wait, rate of the link)."""

    def __init__(self, senders, line, base_rtt):
        super().__init__(senders, line, base_rtt)
        self.u, self.stage = 1.0, 0
        self.reference, self.records, self.covers = line, None, 0

    def utilization(self, old, new):
        """(U, dt) of a hop; None if the records are not compared."""
        if old[0] != new[0] or new[1] <= old[1] or new[2] < old[2]:
            return None
        dt, c = (new[1] - old[1]) / 1e12, new[4]
        t, sent, q = self.base_rtt / 1e12, 8 * (new[2] - old[2]), 8 * new[3]
        if self.s.algorithm == 'hpcc':
            return sent / dt / c + min(q, 8 * old[3]) / (c * t), dt
        arrival = (sent + q - 8 * old[3]) / dt
        return max(arrival, c / 2) * (q + c * t) / (c * c * t), dt

    def acknowledged(self, covers, next_byte, records):
        old, self.records = self.records, records
        if old is None:
            self.covers = next_byte
            return
        hops = [u for u in (self.utilization(a, b) for a, b in zip(old, records)) if u is not None]
        if not hops:
            return
        u, dt = next((u, dt) for u, dt in hops if u >= max(hops)[0] * (1 - 1e-12))  # the first of equal ones
        t = self.base_rtt / 1e12
        dt = min(dt, t)
        self.u = (self.u * (t - dt) + u * dt) / t
        m, stage = self.u / self.s.target_utilization, 0
        if self.s.algorithm == 'powertcp':
            rate = self.s.gamma * (self.reference / m + self.ai) + (1 - self.s.gamma) * self.reference
        elif m >= 1 or self.stage >= self.s.stage_limit:
            rate = self.reference / m + self.ai
        else:
            rate, stage = self.reference + self.ai, self.stage + 1
        self.rate = self.clamp(rate)
        if covers > self.covers:
            self.reference, self.stage, self.covers = self.rate, stage, next_byte
