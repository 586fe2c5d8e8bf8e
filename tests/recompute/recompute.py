#!/usr/bin/env python3
"""Recomputes every number of the results files from the traces of a run, by the definitions of docs/reference/files.md.

`make test T=recompute` runs it; `tests/recompute/recompute.py NAME...` runs some of the runs in runs.py. The test also fails if a file has a key
that no recomputation names, or if a key is 0 or absent in all runs."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import flows
import links
import queues
import switches
import verdict
from compare import Comparison, Setting
from network import Network
from runs import RUNS
from trace import Run

SLUICE = os.path.join(os.environ.get('BUILD', 'build'), 'sluice')
SETTINGS = ('version', 'command', 'engine', 'scenario', 'seed', 'clock_hz', 'cell_bytes', 'mmu', 'registers', 'files')


def simulate(c, folder, engine, scenario):
    path = os.path.join(folder, scenario['name'] + '.yaml')
    with open(path, 'w') as f:
        json.dump(scenario, f)
    p = subprocess.run([SLUICE, 'run', path, '--engine', engine, '--quiet', '--out', folder], capture_output=True, text=True)
    c.expect(p.returncode in (0, 4), f'exit status {p.returncode}: {p.stderr}')
    return p.returncode in (0, 4)


def check(c, name, engine, scenario):
    c.run = name
    with tempfile.TemporaryDirectory() as folder:
        if not simulate(c, folder, engine, scenario):
            return
        run = Run(Network(scenario, engine == 'event'), folder)
        run.follow(c)
        expected = {key: Setting() for key in SETTINGS}
        for part in (flows, links, queues, switches, verdict):
            expected.update(part.recompute(run, c))
        c.value('results.json', 'results.json', expected, run.results)


def main(names):
    c = Comparison()
    for run in RUNS:
        if not names or run[0] in names:
            before = len(c.failures)
            check(c, *run)
            print(f'{run[0]}: {"as recomputed" if len(c.failures) == before else "differs"}')
    if not names:
        c.run = 'all runs'
        for key, count in c.exercised.items():
            c.expect(count > 0, f'{key} is 0 or absent in every run')
    kinds = {}
    for text in c.failures:  # the first two of each kind
        kind = re.sub(r'\d+', '', text)[:60]
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= 2:
            print(f'failed: {text}')
    bad = len(c.failures)
    print(f'{100 * (c.checks - bad) // c.checks}%: Checks: {c.checks}, Failures: {bad}, Errors: 0')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
