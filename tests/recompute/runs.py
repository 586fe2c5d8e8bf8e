"""The runs of the test: small scenarios that together exercise every number of the results."""
import json
import os
import re

EVERY = [{'queues': ['all'], 'what': ['ingress', 'egress', 'state', 'threshold', 'port_threshold', 'shared']}]
NO_THRESHOLDS = [{'queues': ['all'], 'what': ['ingress', 'egress', 'state', 'shared']}]
GFC = [{'queues': ['all'], 'what': ['ingress', 'egress', 'state']}]


def network(name, mmu, switches, links, hosts, series, queues=(), **more):
    """links: 'AB' joins A and B; hosts: 'xA' joins host x and switch A. Delays and rates differ, so that a wrong one shows."""
    s = {'name': name, 'clock_mhz': 250, 'mmu': mmu, 'switches': [{'name': n} for n in switches],
         'links': [{'name': l, 'a': l[0], 'b': l[1]} for l in links], 'hosts': [{'name': h[:-1], 'switch': h[-1]} for h in hosts],
         'trace': {'packets': True, 'series': series, 'queues': list(queues), 'sample_ns': 700}}
    s.update(more)
    return s


def ring(name, mmu, series, **more):
    """Case 2 of [CASE]: three flows over four switches in a ring; under pause schemes all four links are paused at the end."""
    s = network(name, mmu, 'ABCD', ['AB', 'BC', 'CD', 'DA'], ['aA', 'bB', 'cC', 'tA', 'uB', 'vC', 'wD'], series, ['A:DA/0', 'B:AB/0'],
                duration_us=2000, stop_us=300, processing_ns=300)
    s['flows'] = [{'name': 'one', 'from': 'a', 'to': 'w', 'route': ['A', 'B', 'C', 'D']},
                  {'name': 'two', 'from': 'c', 'to': 'u', 'route': ['C', 'D', 'A', 'B']}, {'name': 'three', 'from': 'b', 'to': 'v'}]
    s.update(more)
    return s


STATIC = {'scheme': 'STATIC', 'buffer': '12MB', 'headroom': '20KB', 'xoff': '40KB', 'xon': '38KB', 'classes': 2, 'ports': 4, 'pause_time': 400,
          'refresh': 100}


def incast(name, mmu, series, **more):
    """Six hosts to one, sizes over two decades, two classes, jitter, a flow with its own rate and a port with a limit."""
    hosts = ['h0S', 'h1S', 'h2S', 'h3T', 'h4T', 'h5T', 'xS', 'yT']
    s = network(name, mmu, 'ST', ['ST'], hosts, series, ['S:ST/0', 'S:h0/1'], duration_us=3000, jitter_ns=900, cell_bytes=80)
    s['switches'][1]['limit'] = [{'link': 'y', 'gbps': 7}]
    s['links'][0]['delay_ns'] = 702
    s['flows'] = [{'name': f'f{i}', 'from': f'h{i % 6}', 'to': 'x', 'bytes': b, 'class': i % 2, 'start_us': i / 4}
                  for i, b in enumerate([64, 900, 8000, 30001, 64000, 9999, 250000, 10000, 100001, 1000])]
    s['flows'] += [{'name': 'slow', 'from': 'h0', 'to': 'y', 'bytes': 40000, 'gbps': 3, 'packet_bytes': 700}]
    s.update(more)
    return s


SIH = {'scheme': 'SIH', 'buffer': '560KB', 'headroom': '16KB', 'private': 1600, 'alpha': '1/8', 'classes': 2, 'ports': 8, 'pause_time': 110,
       'refresh': 50}
DSH = {'scheme': 'DSH', 'buffer': '500KB', 'headroom': '32KB', 'alpha': '1/2', 'classes': 2, 'ports': 8, 'pause_time': 100, 'refresh': 45}


def expiry():
    """Refreshes wait behind packets of 9000 bytes in their direction, so pauses expire; a pause of 91 quanta is 5824 bytes long,
    no whole number of picoseconds."""
    mmu = dict(STATIC, pause_time=91, refresh=45, xoff='12KB', xon='2KB', headroom='60KB', max_packet=9000)
    s = network('expiry', mmu, 'AB', ['AB'], ['aA', 'bA', 'cB', 'dB'], EVERY, duration_us=400, stop_us=200, packet_bytes=9000, gbps=30)
    s['flows'] = [{'name': n, 'from': f, 'to': t, 'packet_bytes': p, 'class': k, 'gbps': g, 'stop_us': 190} for n, f, t, p, k, g in
                  [('big', 'c', 'a', 9000, 1, 30), ('back', 'a', 'd', 1000, 0, 20), ('in', 'b', 'd', 1000, 0, 20), ('other', 'c', 'd', 1000, 0, 20)]]
    return s


def classes():
    """Three classes of two hosts to one, near their thresholds: a message may pause one class and resume another."""
    mmu = {'scheme': 'DSH', 'buffer': '150KB', 'headroom': '12KB', 'alpha': '1/8', 'classes': 3, 'ports': 3, 'pause_time': 200, 'refresh': 100,
           'delta_q': 100, 'delta_p': 100}
    s = network('classes', mmu, 'S', [], ['hS', 'gS', 'xS'], EVERY, duration_us=300, stop_us=200, delay_ns=104)
    s['flows'] = [{'name': f'h{k}', 'from': 'h', 'to': 'x', 'class': k, 'gbps': 12, 'packet_bytes': 500 + 300 * k} for k in range(3)]
    s['flows'] += [{'name': f'g{k}', 'from': 'g', 'to': 'x', 'class': k, 'gbps': 3, 'packet_bytes': 900} for k in range(3)]
    return s


def leaf_spine():
    """A leaf-spine network under load, with ECMP, that ends in the middle of its packets."""
    spines, leaves = ['S0', 'S1'], ['L0', 'L1', 'L2']
    return {'name': 'leaf_spine', 'clock_mhz': 500, 'gbps': 100, 'duration_us': 60, 'seed': 3, 'routing': 'ecmp',
            'mmu': {'scheme': 'DSH', 'buffer': '2MB', 'headroom': '30KB', 'private': '2KB', 'alpha': '1/16', 'classes': 3, 'lossless': [0, 2]},
            'switches': [{'name': n} for n in spines + leaves],
            'links': [{'name': f'{l}{s}', 'a': l, 'b': s} for l in leaves for s in spines],
            'hosts': [{'name': f'{l.lower()}h{i}', 'switch': l} for l in leaves for i in range(3)],
            'traffic': [{'name': 'web', 'pattern': 'uniform', 'sizes': 'fb_hadoop', 'load': 0.5, 'until_us': 50},
                        {'name': 'in', 'pattern': 'incast', 'senders': 5, 'bytes': '20KB', 'period_us': 11, 'class': 1, 'until_us': 50}],
            'trace': {'packets': True, 'series': EVERY, 'queues': ['L0:l0h0/0']}}


def lossy(**more):
    """A lossy class: refused packets, so flows end without completion. The sources stop with the last packet."""
    mmu = dict(SIH, lossless=[1], private=0, buffer='600KB', **more)
    s = incast('lossy', mmu, EVERY, seed=5)
    s['switches'][0]['limit'] = [{'link': 'x', 'gbps': 10}]
    return s


def chain(switches=64):
    """The longest route."""
    names = [f'n{i}' for i in range(switches)]
    return {'name': 'chain', 'clock_mhz': 250, 'duration_us': 400, 'gbps': 40,
            'mmu': dict(STATIC, ports=3, classes=1), 'switches': [{'name': n} for n in names],
            'links': [{'name': f'{a}{b}', 'a': a, 'b': b, 'delay_ns': 200} for a, b in zip(names, names[1:])],
            'hosts': [{'name': 'x', 'switch': names[0]}, {'name': 'z', 'switch': names[-1]}, {'name': 'y', 'switch': names[-1]}],
            'flows': [{'name': 'far', 'from': 'x', 'to': 'y', 'route': names, 'bytes': 7500, 'ttl': 65},
                      {'name': 'dies', 'from': 'x', 'to': 'y', 'route': names, 'bytes': 2000, 'ttl': 64, 'start_us': 1}],
            'trace': {'packets': True, 'series': EVERY}}


def at_the_stop():
    """In the very cycle in which the sources stop, packets arrive at a host and at a switch, one has left a switch, and a host could send.
    Two other queues still grow after the stop."""
    mmu = dict(STATIC, classes=1, ports=8)
    s = network('at_the_stop', mmu, 'S', [], ['aS', 'bS', 'cS', 'dS', 'xS', 'yS', 'zS'], EVERY, duration_us=30, stop_us=4.92, delay_ns=1224)
    s['flows'] = [{'name': 'one', 'from': 'a', 'to': 'x'}, {'name': 'two', 'from': 'b', 'to': 'y', 'start_us': 0.024}]
    s['flows'] += [{'name': h, 'from': h, 'to': 'z'} for h in 'cd']
    return s


def loop(name, mmu, series, **flow):
    """A routing loop of two switches, until the TTL is 0."""
    s = network(name, mmu, 'AB', ['AB'], ['xA', 'yB'], series, duration_us=600, stop_us=100)
    s['flows'] = [dict({'name': 'stray', 'from': 'x', 'to': 'y', 'route': ['A', 'B'], 'loop': True}, **flow)]
    return s


TTL = {'scheme': 'TTL', 'buffer': '2MB', 'headroom': '20KB', 'alpha': '1/32', 'classes': 6, 'ports': 4, 'partitions': ['40KB'] * 6,
       'pause_time': 400, 'refresh': 100}
GENTLE = {'scheme': 'GFC', 'buffer': '800KB', 'classes': 2, 'ports': 4, 'b0': '35KB', 'bm': '98KB', 'private': '100KB', 'refresh': 2000}


def timed(scheme, period_us, **more):
    """Section mmu of time-based GFC."""
    return dict({k: v for k, v in GENTLE.items() if k != 'refresh'}, scheme=scheme, feedback_period_us=period_us, **more)


def burst(scheme, low, high, start={'start_us': 150}):
    """The search for the largest burst of three hosts that causes no pause, beside a background flow at its threshold."""
    s = network('burst', {'scheme': scheme, 'buffer': '400KB', 'headroom': '16KB', 'alpha': '1/4', 'classes': 1, 'ports': 8}, 'S', [],
                ['aS', 'bS', 'cS', 'gS', 'hS', 'xS', 'yS'], GFC, duration_us=500)
    s['trace'] = {}
    s['flows'] = [dict(start, name=h, **{'from': h, 'to': 'x', 'bytes': 1000}) for h in 'abc']
    s['flows'] += [{'name': f'{h}', 'from': h, 'to': 'y', 'bytes': '500KB'} for h in 'gh']
    s['search'] = {'flows': ['a', 'b', 'c'], 'bytes_from': low, 'bytes_to': high}
    return s


MARKS = EVERY + [{'queues': ['all'], 'what': ['marked']}]
ECN = {'kmin': '8KB', 'kmax': '30KB', 'pmax': 0.5, 'at_gbps': 40}


def closed(congestion, flows=((0, 150000), (3, 120000), (5, None)), mmu={}, **more):
    """Three hosts share a link of another rate, with congestion control. flows: start in microseconds, bytes. Each host has one flow, so that
    its packets have nothing to wait for but its rate, its window and its line."""
    lossy = {'scheme': 'SIH', 'buffer': '2MB', 'headroom': '20KB', 'alpha': '1/16', 'classes': 3, 'lossless': [0]}
    s = network('closed', dict(lossy, **mmu), 'ST', ['ST'], ['aS', 'bS', 'cS', 'xT'], MARKS, duration_us=230, stop_us=130)
    s['links'][0].update(gbps=100, delay_ns=702)
    s['trace']['rates_ns'] = 1370
    s['flows'] = [dict({'name': f'f{h}', 'from': h, 'to': 'x', 'start_us': at}, **({'bytes': n} if n else {})) for h, (at, n) in zip('abc', flows)]
    s.update(dict({'congestion': congestion, 'ecn': ECN}, **more))
    return {key: value for key, value in s.items() if value is not None}


LOSSY = {'buffer': '110KB', 'lossless': [1]}
# All increases within a short run: a byte counter, hyper increases, and a CNP packet for some of the marks
SHORT_RDMA = {'ack_bytes': 4000, 'cnp_interval_us': 11, 'byte_counter': 5000, 'increase_interval_us': 2, 'alpha_interval_us': 3, 'fast_stages': 2}


def late_answers():
    """The only acknowledgement arrives after three timeouts, while the sender goes back for the third time."""
    s = closed('dcqcn', ((0, 12000), (0, None)), LOSSY, duration_us=9000, stop_us=5500, senders={'ack_bytes': 1000000, 'rto_us': 450})
    s['trace']['rates_ns'] = 100000
    for f in s['flows']:
        f['gbps'] = 0.1
    for line in s['links'] + s['hosts']:
        line['delay_ns'] = 433000
    return s


def far_pause():
    """The receiver pauses its switch, whose buffer fills until it pauses the host of the first flow, so that this timer stands still. The two slow
    flows do not see the pause: one sends again until the pause ends, the other one fails. The timer of the fourth one ends soon after its pause."""
    pauses = [{'class': 0, 'from_us': 20, 'to_us': 600}, {'class': 1, 'from_us': 60, 'to_us': 260}]
    mmu = {'scheme': 'STATIC', 'buffer': '500KB', 'headroom': '20KB', 'xoff': '30KB', 'xon': '20KB', 'classes': 3, 'lossless': [0, 1], 'pause_time': 4000}
    s = closed('dcqcn', ((0, 400000), (18, 1500), (0, 60000)), duration_us=1500, stop_us=1000, senders={'rto_us': 21})
    s['mmu'] = mmu
    s['hosts'][3]['pause'] = pauses
    s['flows'][1].update(gbps=2, control={'rto_us': 8})
    s['flows'][2].update({'class': 1, 'gbps': 1, 'control': {'rto_limit': 3}})
    s['flows'].append({'name': 'fd', 'from': 'a', 'to': 'x', 'bytes': 1000, 'start_us': 30, 'control': {'rto_us': 8}})
    return s


def sprayed():
    """Two ways with one buffer each that loses packets of a lossy class: packets overtake, and only the timer sends them again."""
    s = network('sprayed', {'scheme': 'SIH', 'buffer': '140KB', 'headroom': '20KB', 'alpha': '1/16', 'classes': 3, 'lossless': [1]}, 'ABCD',
                ['AB', 'AC', 'BD', 'CD'], ['aA', 'bA', 'cA', 'xD'], MARKS, duration_us=900, stop_us=700, routing='spray', congestion='dcqcn', ecn=ECN,
                senders={'rto_us': 31, 'ack_bytes': 2500})
    s['links'][2]['gbps'] = 15
    s['flows'] = [{'name': f'f{h}', 'from': h, 'to': 'x', 'bytes': 60000 + 1000 * i, 'start_us': 2 * i} for i, h in enumerate('abc')]
    s['flows'][1]['congestion'] = 'hpcc'
    s['flows'][2]['control'] = {'cnp_interval_us': 9}
    return s


def read(name):
    """A scenario of tests/event whose values are in flow style, each in one line; without its traces."""
    scenario, rows = {}, None
    value = lambda text: json.loads(re.sub(r'"[^"]*"|[^\s{}\[\],:"][^{}\[\],:"]*', lambda m: m[0] if plain(m[0]) else json.dumps(m[0]), text))
    plain = lambda word: word[0] == '"' or word in ('true', 'false') or re.fullmatch(r'\d+(\.\d+)?', word)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../event', name)) as f:
        lines = re.sub(r'#.*', '', f.read()).split('trace:')[0].splitlines()
    for line in filter(str.strip, lines):
        if line.startswith('  - '):
            rows.append(value(line[4:]))
        else:
            key, _, text = line.partition(': ' if ': ' in line else ':')
            rows = scenario[key] = value(text) if text else []
    return scenario


def policies():
    return dict(read('policies.yaml'), clock_mhz=250, trace={'packets': True, 'series': MARKS, 'rates_ns': 10000})


def marked_twice():
    """Two switches mark with the thresholds of a set, in cells, and a packet has one mark; classes without ECN have none."""
    s = closed(None, cell_bytes=80, mmu={'buffer': '4MB', 'shared': '2MB'})
    del s['trace']['rates_ns']
    s['ecn'] = {'kmin': '4KB', 'kmax': '20KB', 'pmax': '0.3', 'classes': [0]}
    s['switches'][1]['limit'] = [{'link': 'x', 'gbps': 30}]
    del s['links'][0]['gbps']
    s['flows'][2]['class'] = 1
    s['ecn_capable'] = True
    s['flows'].append(dict(s['flows'][1], name='plain', ecn_capable=False, gbps=1))
    return s


CREDITS = [{'queues': ['all'], 'what': ['ingress', 'egress', 'credits', 'shared']}]


def cbfc(buffer, classes=2, ports=4, more=(), **credits):
    """Section mmu with credits; short periods of the full counters."""
    return {'scheme': 'CBFC', 'buffer': buffer, 'classes': classes, 'ports': ports, 'credits': dict({'consumed_period_us': 20, 'freed_period_us': 30}, **credits), **dict(more)}


def wraps():
    """Credits of one byte: three flows of 1.4 MB each wrap counters of 20 bits. Two classes share a port."""
    s = network('wraps', cbfc('1MB', ports=3, credit_bytes=1, overhead_bytes=20, amount=20000), 'AB', ['AB'], ['aA', 'bA', 'cB', 'dB'], CREDITS,
                duration_us=1500, packet_bytes=9000)
    s['flows'] = [{'name': 'one', 'from': 'a', 'to': 'c', 'bytes': '1400KB'}, {'name': 'two', 'from': 'a', 'to': 'd', 'class': 1, 'bytes': '1400KB', 'gbps': 15},
                  {'name': 'three', 'from': 'b', 'to': 'c', 'bytes': '1400KB', 'packet_bytes': 3001}]
    return s


SEARCHES = [('search SIH', burst('SIH', 3000, 300000)), ('search DSH', burst('DSH', 3000, 300000)), ('search below', burst('DSH', 250000, 300000)),
            ('search above', burst('DSH', 300, 3000)), ('search that finds the start', burst('DSH', 3000, 300000, {})),
            ('search with an early start', burst('DSH', 3000, 300000, {'start_us': 5}))]

# NAME, engine, scenario
RUNS = [
    ('deadlock', 'event', ring('ring', STATIC, EVERY)),
    ('deadlock in the model', 'model', ring('ring', STATIC, EVERY)),
    ('deadlock after the stop', 'event', ring('ring', STATIC, EVERY, stop_us=150, processing_ns=0)),
    ('processing', 'event', ring('ring', dict(STATIC, pause_time=200), EVERY, processing_ns=20000, stop_us=110)),
    ('no time for a verdict', 'event', ring('ring', dict(STATIC, pause_time=20000), EVERY, duration_us=700)),
    ('native', 'event', ring('ring', dict(DSH, ports=4, buffer='300KB', headroom='40KB', mode='native', alpha=8), EVERY)),
    ('incast', 'event', incast('incast', SIH, EVERY)),
    ('incast in the model', 'model', incast('incast', SIH, EVERY)),
    ('incast DSH', 'event', incast('incast', DSH, EVERY)),
    ('expiry', 'event', expiry()),
    ('classes', 'event', classes()),
    ('leaf-spine', 'event', leaf_spine()),
    ('lossy', 'event', lossy()),
    ('lossy in the model', 'model', lossy(shared='344KB')),  # the clocked engines reserve headroom for all classes
    ('at the stop', 'event', at_the_stop()),
    ('at the stop in the model', 'model', at_the_stop()),
    ('64 switches', 'event', chain()),
    ('64 switches in the model', 'model', chain()),
    ('TTL', 'event', ring('ring', TTL, NO_THRESHOLDS)),
    ('TTL loop', 'event', loop('loop', TTL, NO_THRESHOLDS, gbps=25)),
    ('loop', 'event', loop('loop', dict(STATIC, classes=1), EVERY, ttl=9, gbps=3)),
    ('GFC', 'event', ring('ring', GENTLE, GFC, stop_us=120)),
    ('GFC in the model', 'model', ring('ring', GENTLE, GFC, stop_us=120)),
    ('ECN', 'event', marked_twice()),
    ('ECN in the model', 'model', marked_twice()),
    ('DCQCN', 'event', closed('dcqcn')),
    ('DCQCN, thresholds of the set', 'event', closed('dcqcn', ecn=None)),
    ('DCQCN, paper', 'event', closed('hpcc_dcqcn_paper')),
    ('DCQCN, ns3-rdma', 'event', closed('ns3_rdma', senders=SHORT_RDMA)),
    ('DCQCN, ns3-datacenter', 'event', closed('ns3_datacenter', senders={'increase_interval_us': 5, 'class': 1})),
    ('DCQCN, lossy', 'event', closed('dcqcn', ((0, 150000), (3, 90000)), dict(LOSSY, buffer='100KB'), duration_us=2300, stop_us=2200, senders={'rto_us': 8})),
    ('ns3-rdma, lossy', 'event', closed('ns3_rdma', ((0, 150000), (3, 120000)), LOSSY, duration_us=2300, stop_us=2200, senders={'rto_us': 14, 'ack_bytes': 9000})),
    ('late answers', 'event', late_answers()),
    ('a pause far away', 'event', far_pause()),
    ('sprayed', 'event', sprayed()),
    ('policies', 'event', policies()),
    ('PowerTCP', 'event', closed('powertcp')),
    ('HPCC', 'event', closed('hpcc')),
    ('HPCC, lossy', 'event', closed('hpcc', ((0, 150000), (3, 90000)), dict(LOSSY, buffer='85KB'), duration_us=2300, stop_us=2200, senders={'rto_us': 11})),
    ('HPCC, stages', 'event', closed('hpcc', senders={'stage_limit': 3, 'ack_bytes': 3000, 'base_rtt_us': 1.5})),
    ('GFC-linear', 'event', ring('ring', dict(GENTLE, scheme='GFC_LINEAR'), GFC, stop_us=120)),
    ('credits', 'event', ring('ring', cbfc('500KB', overhead_bytes=30), CREDITS, stop_us=120, processing_ns=0)),
    ('credits, InfiniBand, deadlock', 'event', ring('ring', cbfc('200KB', kind='infiniband', amount=64), CREDITS, stop_us=120, processing_ns=0)),
    ('credits, TTL', 'event', ring('ring', cbfc('500KB', 6, more={'ttl': 6}), CREDITS, stop_us=120, processing_ns=0)),
    ('credits, TTL, InfiniBand', 'event', ring('ring', cbfc('500KB', 6, more={'ttl': 6}, kind='infiniband', limits=['20KB', '9KB', '12KB', '15KB', '7KB', '2KB']), CREDITS, stop_us=60, processing_ns=0)),
    ('credits, losses', 'event', ring('ring', cbfc('500KB', message_loss=0.1, frame_loss=0.01), CREDITS, stop_us=220, processing_ns=0)),
    ('credits, losses, InfiniBand', 'event', incast('incast', cbfc('500KB', ports=8, kind='infiniband', message_loss=0.2, frame_loss=0.02), CREDITS)),
    ('credits, incast', 'event', incast('incast', cbfc('500KB', ports=8, credit_bytes=160), CREDITS)),
    ('credits, limits', 'event', incast('incast', cbfc('500KB', ports=8, limits=['9KB', '30KB']), CREDITS)),
    ('credits, limits, dynamic', 'event', incast('incast', cbfc('200KB', ports=8, more={'alpha': 1, 'private': 2400}, limits=['40KB', '7KB']), CREDITS)),
    ('credits, dynamic', 'event', incast('incast', cbfc('200KB', ports=8, more={'alpha': 1, 'private': 2400}, credit_bytes=80), CREDITS)),
    ('credits, dynamic, InfiniBand', 'event', incast('incast', cbfc('200KB', ports=8, more={'alpha': '1/2', 'private': 2400}, kind='infiniband', limit='40KB'), CREDITS)),
    ('credits, never a full counter', 'event', incast('incast', cbfc('500KB', ports=8, freed_period_us=0, consumed_period_us=0), CREDITS)),
    ('credits, a lossy class', 'event', incast('incast', cbfc('500KB', ports=8, more={'lossless': [1], 'private': '20KB', 'shared': '100KB'}), CREDITS)),
    ('credits, wraps', 'event', wraps()),
    ('timed GFC', 'event', ring('ring', timed('GFC', 10), GFC, stop_us=120)),
    ('timed GFC-linear', 'event', ring('ring', timed('GFC_LINEAR', 10), GFC, stop_us=120)),
    ('timed GFC, incast', 'event', incast('incast', timed('GFC', 25, ports=8, buffer='1100KB', b0='10KB', bm='40KB', private='64KB', stages=5), GFC)),
    ('timed GFC-linear, incast', 'event', incast('incast', timed('GFC_LINEAR', 25, ports=8, buffer='1100KB', b0='10KB', bm='40KB', private='64KB'), GFC)),
]
