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

import credits
import flows
import incomplete
import links
import loop
import marks
import queues
import repeated
import rooms
import series
import switches
import verdict
from compare import Comparison, Setting
from network import Network
from runs import RUNS, SEARCHES, SIH, incast
from trace import Run

SLUICE = os.path.join(os.environ.get('BUILD', 'build'), 'sluice')
SETTINGS = ('version', 'command', 'engine', 'scenario', 'seed', 'clock_hz', 'cell_bytes', 'mmu', 'registers', 'files', 'keys')


def sluice(folder):
    def call(c, *arguments):
        p = subprocess.run([os.path.abspath(SLUICE), *arguments], cwd=folder, capture_output=True, text=True)
        c.expect(p.returncode in (0, 4), f'{" ".join(arguments)}: exit status {p.returncode}: {p.stderr}')
        return p.returncode
    return call


def simulate(c, folder, engine, scenario):
    path = os.path.join(folder, scenario['name'] + '.yaml')
    with open(path, 'w') as f:
        json.dump(scenario, f)
    return sluice(folder)(c, 'run', path, '--engine', engine, '--quiet', '--out', folder) in (0, 4)


def check(c, name, engine, scenario):
    c.run = name
    with tempfile.TemporaryDirectory() as folder:
        if not simulate(c, folder, engine, scenario):
            return
        run = Run(Network(scenario, engine == 'event'), folder)
        run.follow(c)
        run.queue_changes = queues.changes(run)
        marks.recompute(run, c)
        loop.recompute(run, c)
        credits.recompute(run, c)
        rooms.recompute(run, c)
        expected = {key: Setting() for key in SETTINGS}
        expected['congestion'] = scenario.get('congestion', 'none')
        for part in (flows, incomplete, links, queues, switches, verdict, series):
            expected.update(part.recompute(run, c))
        c.value('results.json', 'results.json', expected, run.results)


def check_repeated(c):
    with tempfile.TemporaryDirectory() as folder:
        for name, scenario in SEARCHES:
            repeated.search(c, sluice(folder), folder, name, scenario, {key: Setting() for key in SETTINGS})
        base = incast('base', SIH, [], trace={})
        for columns in (repeated.COLUMNS, None):
            repeated.sweep(c, sluice(folder), folder, base, columns)


# Keys that no run here has: test_series, test_net_watchdog and test_reroute check them.
ELSEWHERE = {'flow:NAME', 'storms', 'storms_restored', 'dropped_by_watchdog', 'dropped_by_watchdog_bytes', 'unreachable'}
PAGE = 'docs/reference/files.md'


def documented(c):
    """The page and the files have the same keys: those in the sections of flows.csv to results.json."""
    c.run = PAGE
    with open(PAGE) as f:
        text = f.read()
    text = text[text.index('### flows.csv'):text.index('### End of a run')]
    page = set(re.findall(r'`([^`]+)`', text))
    listed = {name for line in text.splitlines() if line.startswith('|') for name in re.findall(r'`([^`]+)`', line.split('|')[1])}
    seen = {word for key in c.exercised for word in re.split(r'[ .\[\]]+', key.partition('.')[2])}
    for key in c.exercised:
        name = re.split(r'[.]|(?:event|class|what|verdict) ', key.replace('[]', ''))[-1]
        c.expect(name in page or name.isdigit(), f'{key} is not on the page')
    for name in listed - ELSEWHERE:
        c.expect(name in seen, f'{name} of the page is in no file')


def main(names):
    c = Comparison()
    for run in RUNS:
        if not names or run[0] in names:
            before = len(c.failures)
            try:
                check(c, *run)
            except (AssertionError, KeyError, IndexError) as e:  # a trace that contradicts itself
                c.expect(False, f'{type(e).__name__}: {e}')
            print(f'{run[0]}: {"as recomputed" if len(c.failures) == before else "differs"}')
    if not names:
        check_repeated(c)
        c.run = 'all runs'
        for key, count in c.exercised.items():
            c.expect(count > 0 or key.rpartition('.')[2] in ELSEWHERE, f'{key} is 0 or absent in every run')
        for what, count in c.situations.items():
            c.expect(count > 0, f'in no run: {what}')
        documented(c)
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
