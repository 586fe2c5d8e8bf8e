"""Values of congestion control: the parameter sets of docs/reference/congestion.md, and the keys of `senders`."""
from network import number

MBPS, US = 10**6, 10**6  # bits per second; picoseconds
TIMED = {'algorithm': 'dcqcn', 'min_rate_mbps': 1000, 'window': False, 'variable_window': False, 'ack_bytes': 1, 'cnp_interval_us': 0, 'react_at_cnp': False, 'first_alpha': 1,
         'gain': 1 / 256, 'alpha_interval_us': 1, 'decrease_interval_us': 4, 'increase_interval_us': 300, 'byte_counter': 0, 'fast_stages': 1,
         'clamp_target': False, 'additive_increase_mbps': (5, 25), 'hyper_increase_mbps': (50, 25),  # (value, at a rate in Gb/s)
         'ecn': {'kmin': '100KB', 'kmax': '400KB', 'pmax': '0.2', 'at_gbps': 25}}
TELEMETRY = {'cnp_interval_us': 0, 'min_rate_mbps': 100, 'window': True, 'variable_window': True, 'ack_bytes': 1, 'target_utilization': 0.95}
SETS = {
    'hpcc_dcqcn': TIMED,
    'hpcc_dcqcn_paper': dict(TIMED, alpha_interval_us=50, decrease_interval_us=50, increase_interval_us=55),
    'ns3_rdma': dict(TIMED, min_rate_mbps=100, ack_bytes=256000, cnp_interval_us=50, react_at_cnp=True, first_alpha=0.5, alpha_interval_us=55,
                     increase_interval_us=60, byte_counter=300000000, fast_stages=5, clamp_target=True, additive_increase_mbps=40,
                     hyper_increase_mbps=200, ecn={'kmin': 41200, 'kmax': '1030KB', 'pmax': 1}),
    'ns3_datacenter': dict(TIMED, min_rate_mbps=100, increase_interval_us=900, additive_increase_mbps=50, hyper_increase_mbps=100),
    'powertcp': dict(TELEMETRY, algorithm='powertcp', additive_increase_mbps=150, gamma=0.9),
    'hpcc': dict(TELEMETRY, algorithm='hpcc', min_rate_mbps=1000, additive_increase_mbps=(10, 25), stage_limit=0),
}
FIRST = {'dcqcn': 'hpcc_dcqcn', 'powertcp': 'powertcp', 'hpcc': 'hpcc'}


class Senders:
    """The values of a sender: times in picoseconds, rates in bits per second."""

    def __init__(self, congestion, given):
        given = {key: value for key, value in given.items() if key not in ('class', 'frame_bytes')}
        self.set = given.pop('set', FIRST.get(congestion, congestion))
        values = {'rto_us': 4000, 'rto_limit': None, **SETS[self.set], **given}
        self.base_rtt = number(values.pop('base_rtt_us')) * US if 'base_rtt_us' in values else None
        for key, value in values.items():
            if key.endswith('_us'):
                key, value = key[:-3], int(number(value) * US)
            if key.endswith('_mbps'):
                key, value = key[:-5], value
            setattr(self, key, value)

    def rate(self, key, line):
        """A rate in bits per second for a sender with that line rate."""
        value = getattr(self, key)
        return value[0] * MBPS * line / (value[1] * 10**9) if isinstance(value, tuple) else float(number(value)) * MBPS


class Policies:
    """Congestion control of each flow or entry of traffic, and of the scenario; class and size of the packets to senders."""

    def __init__(self, net):
        s, self.entries = net.scenario, {}
        self.given, common, top = s.get('flows', []) + s.get('traffic', []), s.get('senders', {}), s.get('congestion', 'none')
        for e in self.given:
            name, control = e.get('congestion', top), e.get('control', {})
            senders = None if name == 'none' else Senders(name, control if 'congestion' in e else {**common, **control})
            self.entries[e['name']] = senders, e.get('ecn_capable', s.get('ecn_capable', senders is not None))
        self.all = [x for x, _ in self.entries.values() if x is not None]
        self.first = Senders(top, common) if top != 'none' else self.all[0] if self.all else None
        used = {e.get('class', 0) for e in self.given}
        self.cls = common.get('class', max(set(range(net.classes)) - used, default=net.classes - 1))
        self.frame = common.get('frame_bytes', 64)
        self.ecn = next((x.ecn for x in [self.first] + self.all if x is not None and x.algorithm == 'dcqcn'), None)

    def entry(self, flow):
        return self.entries[flow if flow in self.entries else flow.rpartition('-')[0]]

    def of(self, flow):
        """The values of a flow; None: it has no congestion control."""
        return self.entry(flow)[0]

    def capable(self, flow):
        """Whether data of the flow may be marked."""
        return self.entry(flow)[1]
