// The page: the comparison of several runs, and a section for each run.

function verdictText(results) {
  if (results.verdict === undefined) return 'search';
  if (results.verdict === 'deadlocked') return `deadlocked since ${time(results.deadlocked_since_ns)}`;
  if (results.last_movement_ns !== undefined)
    return `${results.verdict}, last movement at ${time(results.last_movement_ns)}`;
  return results.verdict;
}

function fact(parent, value, what, kind) {
  parent.append(element('div', {class: `fact ${kind || ''}`}, element('b', {}, value), element('span', {}, what)));
}

function facts(parent, run) {
  const r = run.results, box = element('div', {class: 'facts'}), lost = sum((r.switches || []).map((s) => s.lost));
  fact(box, schemeOf(r), 'scheme');
  fact(box, congestionText(r), 'congestion control');
  if (r.verdict !== undefined)
    fact(
        box, verdictText(r), 'verdict',
        r.verdict === 'deadlocked'                       ? 'bad' :
            r.verdict === 'drained' && !r.verdict_detail ? 'good' :
                                                           '');
  if (r.flows && run.finite === 0)
    fact(box, withUnit(number(run.gbps), 'Gb/s'), `sum of ${counted(run.flows, 'flow')}`);
  if (run.finite > 0) fact(box, `${number(run.completed)} of ${number(run.finite)}`, 'flows completed');
  const open = run.finite - run.completed, without = open > 0 ? `, without ${counted(open, 'flow')}` : '';
  if (run.completed > 0) fact(box, time(run.completion_ns.p99), `99th percentile of completion${without}`);
  if (run.slowdown.count > 0)
    fact(
        box, `${number(run.slowdown.p50)} | ${number(run.slowdown.p99)}`,
        `slowdown, median | 99th percentile${without}`);
  if (r.links) fact(box, number(sum(r.links.map((l) => l.pauses))), isGfc(r) ? 'times slowed down' : 'pauses');
  if (r.switches) fact(box, bytes(largest(r.switches.map((s) => s.peak_queue_bytes))), 'peak of a queue');
  if (sharedPeak(r) > 0) fact(box, bytes(sharedPeak(r)), 'peak of a shared buffer');
  if (r.switches) fact(box, number(lost), 'lossless packets lost', lost > 0 ? 'bad' : '');
  if (r.end_ns) fact(box, time(r.end_ns), 'simulated');
  parent.append(box);
  if (r.verdict_detail) parent.append(element('p', {}, `${r.verdict_detail}.`));
}

function cycle(parent, run) {
  const steps = cycleOf(run.results);
  if (run.results.verdict !== 'deadlocked') return;
  parent.append(element('h3', {}, 'The waiting cycle'));
  if (steps.length === 0) {
    parent.append(element('p', {}, 'No queues wait for each other in a cycle. A pause does not end.'));
    return;
  }
  const list = element('ol', {class: 'cycle'});
  for (const s of [...steps, steps[0]]) {
    if (list.children.length > 0) list.append(element('li', {class: 'arrow'}, 'waits for'));
    list.append(element('li', {class: 'step'}, s.queue));
  }
  parent.append(
      list,
      element(
          'p', {class: 'note'},
          'Names of egress queues are SWITCH:LINK/CLASS. Each queue holds packets and cannot send them, because its link is paused. ' +
              'The link is paused because the next queue does not move. ' +
              `No packet has left these queues since ${
                  time(run.results.deadlocked_since_ns)}. The simulation ended at ${time(run.results.end_ns)}.`));
}

// The queues of other flows when the burst of a search starts.
function startText(s) {
  if (s.others === 0) return 'No other queue holds packets.';
  const held = `${counted(s.others, 'other queue')} then held ${bytes(s.others_bytes)} each above the private buffer`;
  return s.others_below > 0 ? `${held}: ${s.others_below} of them had not reached the threshold, ${
                                  bytes(s.others_threshold_bytes)}, so the burst is too large.` :
                              `${held}, at the threshold of ${bytes(s.others_threshold_bytes)}.`;
}

function search(parent, run) {
  const s = run.results.search;
  if (!s) return;
  parent.append(element('h3', {}, 'Largest burst without a pause'));
  parent.append(table(
      [['', (r) => r[0], 'word'], ['bytes', (r) => r[1], bytes], ['share of the buffer', (r) => r[2], percent]],
      [['measured', s.burst_bytes, s.burst_share], ['closed form', s.form_bytes, s.form_share]]));
  parent.append(element(
      'p', {class: 'note'},
      `${s.bursting} queues receive the burst from ${time(s.start_ns)} on. ${startText(s)} The search needed ${
          s.runs} runs.`));
}

// Packets with ECN marks that left by a direction of a link, all classes.
function marksOf(run, l) {
  return sum((run.marked || []).filter((q) => q.switch === l.from && q.link === l.name).map((q) => q.marked));
}

function markTable(parent, run) {
  if (!run.marked) return;
  parent.append(
      element('h3', {}, 'ECN marks'),
      table(
          [
            ['egress queue', (q) => `${q.switch}:${q.link}/${q.class}`, 'word'], ['marked packets', (q) => q.marked],
            ['marked bytes', (q) => q.marked_bytes, bytes], ['mean occupancy', (q) => q.mean_bytes, bytes],
            ['largest occupancy', (q) => q.max_bytes, bytes]
          ],
          run.marked, {sort: 'marked packets'}));
}

function tables(parent, run) {
  const r = run.results, gfc = isGfc(r), credit = isCredit(r);
  const word = (pause, slow, empty) => gfc ? slow : credit ? empty : pause;
  if (r.links) {
    parent.append(
        element('h3', {}, 'Links'),
        table(
            [
              ['link', (l) => l.name, 'word'], ['from', (l) => l.from, 'word'], ['to', (l) => l.to, 'word'],
              ['Gb/s', (l) => l.gbps], ['frames', (l) => l.frames], ['utilisation', (l) => l.busy, percent],
              [pausedWord(r), (l) => l.paused, percent], [word('pauses', 'slowed', 'empty'), (l) => l.pauses],
              [word('refreshes', 'changes', 'messages'), (l) => l.refreshes],
              [word('resumes', 'freed', 'refills'), (l) => l.resumes],
              ['marked', run.marked ? (l) => marksOf(run, l) : () => null]
            ],
            r.links, {sort: pausedWord(r)}),
        note('Each direction of a link, until the sources stopped.' + (run.marked ? ' Marks: the whole run.' : '')));
  }
  markTable(parent, run);
  if (r.switches)
    parent.append(
        element('h3', {}, 'Switches'),
        table(
            [
              ['switch', (s) => s.name, 'word'],
              ['peak of the shared buffer', unlessZero(r.switches, (s) => s.peak_shared_bytes), bytes],
              ['peak of a queue', (s) => s.peak_queue_bytes, bytes],
              ['peak of headroom', (s) => s.peak_headroom_bytes, bytes], ['refused', (s) => s.refused],
              ['lost', (s) => s.lost], ['dropped', (s) => s.dropped],
              ['pause storms', unlessZero(r.switches, (s) => s.storms)],
              ['dropped by watchdogs', unlessZero(r.switches, (s) => s.dropped_by_watchdog)],
              ['input delay, ns', (s) => s.input_delay_ns]
            ],
            r.switches, {sort: sharedPeak(r) > 0 ? 'peak of the shared buffer' : 'peak of a queue'}));
}

// Selects the drawing: arrows for a ring or one switch, lines for tiers, a heat map for a large network.
function topology(parent, id, run) {
  const net = networkOf(run.results), level = levelsOf(net, run.results.links);
  if (net.switches.length > MOST_DRAWN_SWITCHES)
    drawHeatmap(parent, id, run);
  else if (largest([...level.values()]) > 0)
    drawTiers(parent, id, run);
  else
    drawRing(parent, id, run);
}

function timeSection(section, run) {
  const r = run.results;
  if (!r.end_ns || !(run.pauses || run.occupancy || run.shared || run.credits || run.marks)) return;
  section.append(element('h3', {}, isGfc(r) ? 'Rates below full, and queues' : 'Pauses and queues'));
  if (endText(run)) section.append(element('p', {}, endText(run)));
  timeline(section, `${run.id}-time`, run);
}

function showRun(parent, run, single) {
  const section = element('section', {class: 'run', id: run.id}), r = run.results;
  parent.append(section);
  section.append(element(
      single ? 'h1' : 'h2', {},
      single ? `${r.scenario}: ${verdictText(r)}` : `${run.name}: ${r.scenario}, ${verdictText(r)}`));
  section.append(element('p', {class: 'soft'}, element('code', {}, r.command)));
  facts(section, run);
  search(section, run);
  if (r.links && r.links.length > 0) {
    section.append(element('h3', {}, 'Network'));
    topology(section, `${run.id}-network`, run);
  }
  cycle(section, run);
  // With finite flows completion times are first; with a deadlock, or endless flows only, pauses are first.
  const flowsFirst = run.finite > 0 && r.verdict !== 'deadlocked';
  if (flowsFirst) flowSection(section, run.id, run);
  timeSection(section, run);
  if (!flowsFirst) flowSection(section, run.id, run);
  tables(section, run);
  parameters(section, run);
}

function showPage(main, runs) {
  const single = runs.length === 1;
  chooseColours();
  main.replaceChildren();
  if (runs[0].sweep) {
    showSweep(main, runs[0]);
    return;
  }
  const title = single ? `${runs[0].results.scenario}, ${schemeOf(runs[0].results)}: ${verdictText(runs[0].results)}` :
                         `${runs.length} runs of ${[...new Set(runs.map((r) => r.results.scenario))].join(', ')}`;
  document.title = `${title} - Sluice`;
  if (!single) {
    main.append(element('h1', {}, title));
    main.append(element('nav', {}, ...runs.map((r) => element('a', {href: `#${r.id}`}, r.name))));
    comparison(main, runs);
  }
  runs.forEach((r) => showRun(main, r, single));
}

function start() {
  const runs = JSON.parse(document.getElementById('runs').textContent), main = element('main');
  nameRuns(runs);
  runs.forEach((r, i) => {
    r.id = `run${i + 1}`;
    r.order = i;  // selects the colour in all plots of a comparison
  });
  document.body.append(main);
  const show = () => {
    showPage(main, runs);
    main.append(note('Written by sluice report. The plots are drawn by Plotly, whose notices are in this file.'));
    document.body.dataset.ready = 'true';
  };
  show();
  for (const query of [darkQuery, narrowQuery]) query.addEventListener('change', show);
}

start();
