#!/usr/bin/env python3
"""Computes the statistics of each group of flows, and of each decade of size in it, from flows.csv, and compares them with those of results.json:
`traffic_results.py DIRECTORY [ENTRY WHOSE FLOWS ARRIVE BY load OR period_us]...`."""
import csv
import json
import sys
from decimal import Decimal


def nearest_rank(values, permille):
    return sorted(values)[max(0, -(-len(values) * permille // 1000) - 1)]


def statistics(rows):
    done = [r for r in rows if r['completion_ns']]
    result = {'flows': len(done), 'left_out': len(rows) - len(done)}
    for column, name in (('completion_ns', 'completion_%s_ns'), ('slowdown', 'slowdown_%s')):
        values = [Decimal(r[column]) for r in done]
        result[name % 'mean'] = sum(values) / len(values) if values else None
        for key, permille in (('p50', 500), ('p99', 990), ('p999', 999)):
            result[name % key] = nearest_rank(values, permille) if values else None
    return result


def makespan(rows):
    if not rows or any(not r['completion_ns'] for r in rows):
        return None
    return max(Decimal(r['start_ns']) + Decimal(r['completion_ns']) for r in rows) - min(Decimal(r['start_ns']) for r in rows)


def compare(what, expected, got):
    if expected.keys() - got.keys():
        sys.exit(f'{what}: no {expected.keys() - got.keys()}')
    for key, value in expected.items():
        # flows.csv has three decimals of times and six of slowdowns
        if (value is None) != (got[key] is None) or (value is not None and abs(value - Decimal(got[key])) > Decimal('0.0021')):
            sys.exit(f'{what}: {key} is {got[key]}, by flows.csv {value}')


def main(directory, *arrivals):
    with open(f'{directory}/flows.csv') as f:
        flows = list(csv.DictReader(f))
    with open(f'{directory}/results.json') as f:
        groups = json.load(f, parse_float=Decimal)['traffic']
    names = list(dict.fromkeys(r['traffic'] for r in flows))
    listed = [g['name'] for g in groups]
    if [n for n in listed if n in names] != names:
        sys.exit(f'groups {listed}, by flows.csv {names}')
    for group in groups:
        rows = [r for r in flows if r['traffic'] == group['name'] and r['bytes']]
        whole = None if group['name'] in arrivals else makespan(rows)
        compare(group['name'], {**statistics(rows), 'makespan_ns': whole}, group)
        decades = {}
        for r in rows:
            decades.setdefault(max(1, len(str(int(r['bytes']) - 1))), []).append(r)
        if sorted(10**k for k in decades) != [s['bytes_to'] for s in group['sizes']]:
            sys.exit(f'{group["name"]}: sizes {[s["bytes_to"] for s in group["sizes"]]}')
        for size in group['sizes']:
            k = len(str(size['bytes_to'])) - 1
            compare(f'{group["name"]} to {size["bytes_to"]}', {**statistics(decades[k]), 'bytes_above': 0 if k == 1 else 10**(k - 1)}, size)


main(*sys.argv[1:])
