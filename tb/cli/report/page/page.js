// The page: the comparison of several runs, and each of them.

function verdictText(results) {
  if (results.verdict === undefined) return 'search';
  return results.verdict === 'deadlocked' ? `deadlocked since ${time(results.deadlocked_since_ns)}` : results.verdict;
}

function fact(parent, value, what, kind) {
  parent.append(element('div', {class: `fact ${kind || ''}`}, element('b', {}, value), element('span', {}, what)));
}

function facts(parent, run) {
  const r = run.results, box = element('div', {class: 'facts'}), lost = sum((r.switches || []).map((s) => s.lost));
  fact(box, schemeOf(r), 'scheme');
  if (r.verdict !== undefined)
    fact(box, verdictText(r), 'verdict', r.verdict === 'deadlocked' ? 'bad' : r.verdict === 'drained' ? 'good' : '');
  if (r.flows && run.completion_ns.count === 0)
    fact(
        box, `${number(sum(r.flows.map((f) => f.gbps)))} Gb/s`,
        run.flows > r.flows.length ? 'sum of the flows shown' :
                                     `sum of ${run.flows} flow${run.flows === 1 ? '' : 's'}`);
  if (run.completion_ns.count > 0) fact(box, time(quantile(run.completion_ns.values, 0.99)), 'p99 of completion');
  if (r.links) fact(box, number(sum(r.links.map((l) => l.pauses))), isGfc(r) ? 'times slowed down' : 'pauses');
  if (r.switches) fact(box, bytes(Math.max(...r.switches.map((s) => s.peak_queue_bytes))), 'peak of a queue');
  if (r.switches) fact(box, number(lost), 'lossless packets lost', lost > 0 ? 'bad' : '');
  if (r.end_ns) fact(box, time(r.end_ns), 'simulated');
  parent.append(box);
}

function cycle(parent, run) {
  const steps = cycleOf(run.results);
  if (run.results.verdict !== 'deadlocked') return;
  parent.append(element('h3', {}, 'The waiting cycle'));
  if (steps.length === 0) {
    parent.append(element('p', {}, 'No cycle of waiting queues: a pause that never ends.'));
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
          `Egress queues as SWITCH:LINK/CLASS. Each holds packets, may not send them while its link is paused, and the link is paused because the next one does not move. ` +
              `Nothing in them has moved since ${time(run.results.deadlocked_since_ns)}; the run was watched until ${
                  time(run.results.end_ns)}.`));
}

function search(parent, run) {
  const s = run.results.search;
  if (!s) return;
  parent.append(element('h3', {}, 'Largest burst without a pause'));
  parent.append(table(
      [['', (r) => r[0]], ['bytes', (r) => bytes(r[1])], ['share of the buffer', (r) => percent(r[2])]],
      [['measured', s.burst_bytes, s.burst_share], ['closed form', s.form_bytes, s.form_share]]));
  parent.append(element(
      'p', {class: 'note'},
      `${s.bursting} queues burst, ${s.others} others at the threshold; found in ${s.runs} runs.`));
}

function tables(parent, run) {
  const r = run.results;
  if (r.links) {
    parent.append(element('h3', {}, 'Links'));
    const links = [...r.links].sort((a, b) => b.paused - a.paused || b.busy - a.busy), most = 400;
    const more =
        Object.keys(r.links[0] || {}).filter((k) => /latency|percentile|utili[sz]ation|paused_ns|_p\d+/.test(k));
    parent.append(table(
        [
          ['link', (l) => l.name], ['from', (l) => l.from, 'word'], ['to', (l) => l.to, 'word'],
          ['Gb/s', (l) => l.gbps], ['frames', (l) => l.frames], ['sending', (l) => percent(l.busy)],
          [isGfc(r) ? 'below full rate' : 'paused', (l) => percent(l.paused)],
          [isGfc(r) ? 'slowed' : 'pauses', (l) => l.pauses], [isGfc(r) ? 'changes' : 'refreshes', (l) => l.refreshes],
          [isGfc(r) ? 'freed' : 'resumes', (l) => l.resumes], ...more.map((k) => [k.replace(/_/g, ' '), (l) => l[k]])
        ],
        links.slice(0, most)));
    parent.append(element(
        'p', {class: 'note'},
        'Each direction of a link, until the sources stopped.' +
            (links.length > most ? ` Of ${links.length} the ${most} that were paused longest.` : '')));
  }
  if (r.switches) {
    parent.append(element('h3', {}, 'Switches'));
    parent.append(table(
        [
          ['switch', (s) => s.name], ['peak of the shared buffer', (s) => bytes(s.peak_shared_bytes)],
          ['peak of a queue', (s) => bytes(s.peak_queue_bytes)],
          ['peak of headroom', (s) => bytes(s.peak_headroom_bytes)], ['refused', (s) => s.refused],
          ['lost', (s) => s.lost], ['dropped', (s) => s.dropped], ['latest event, ns', (s) => s.input_delay_ns]
        ],
        r.switches));
  }
}

function parameters(parent, run) {
  const r = run.results, groups = new Map();
  for (const [name, registers] of Object.entries(r.registers)) {
    const text = JSON.stringify(registers);
    groups.set(text, [...(groups.get(text) || []), name]);
  }
  const sets = [...groups].map(([text, names]) => ({names, registers: JSON.parse(text)}));
  parent.append(element('h3', {}, 'Parameters'));
  parent.append(
      element('p', {}, 'The command, with sluice ', r.version || '', ':'),
      element('pre', {class: 'command'}, r.command));
  parent.append(element(
      'p', {},
      `Seed ${r.seed}; clock ${number(r.clock_hz / 1e6)} MHz; ${r.cell_bytes} byte${
          r.cell_bytes === 1 ? '' : 's'} a cell` +
          (r.mmu ? `; MMU built for ${r.mmu.ports} ports, ${r.mmu.classes} classes, counters of ${r.mmu.width} bits` :
                   '') +
          '. Registers, in cells where they are amounts:'));
  const keys = [...new Set(sets.flatMap((s) => Object.keys(s.registers)))],
        short = (names) =>
            names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  parent.append(table(
      [
        ['register', (k) => k],
        ...sets.slice(0, 12).map(
            (s) =>
                [sets.length === 1 ? 'all switches' : short(s.names),
                 (k) => s.registers[k] === undefined ? '-' : String(s.registers[k])])
      ],
      keys));
  if (sets.length > 12)
    parent.append(element('p', {class: 'note'}, `Of ${sets.length} different sets of registers the first 12.`));
  for (const f of r.files || [])
    parent.append(element(
        'details', {class: 'file'}, element('summary', {}, f.path),
        f.text === null ? element('p', {}, 'Too large to be kept with the results.') : element('pre', {}, f.text)));
}

function showRun(run, single) {
  const section = element('section', {class: 'run', id: run.id}), r = run.results;
  document.body.append(section);
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
  if (r.end_ns && (run.pauses || run.occupancy)) {
    section.append(element('h3', {}, isGfc(r) ? 'Rates below full, and queues' : 'Pauses and queues'));
    timeline(section, `${run.id}-time`, run);
  }
  flowSection(section, run.id, run);
  tables(section, run);
  parameters(section, run);
}

function showPage() {
  const runs = JSON.parse(document.getElementById('runs').textContent), single = runs.length === 1;
  nameRuns(runs);
  runs.forEach((r, i) => {
    r.id = `run${i + 1}`;
  });
  const title = single ? `${runs[0].results.scenario}, ${schemeOf(runs[0].results)}: ${verdictText(runs[0].results)}` :
                         `${runs.length} runs of ${[...new Set(runs.map((r) => r.results.scenario))].join(', ')}`;
  document.title = `${title} - Sluice`;
  if (!single) {
    document.body.append(element('h1', {}, title));
    document.body.append(element('nav', {}, ...runs.map((r) => element('a', {href: `#${r.id}`}, r.name))));
    comparison(document.body, runs);
  }
  runs.forEach((r) => showRun(r, single));
  document.body.append(element(
      'p', {class: 'note'},
      'Written by sluice report. The plots are drawn by Plotly, whose notices are in this file.'));
  document.body.dataset.ready = 'true';
}

showPage();
