// Several runs beside each other.

const MOST_GROUPS = 40, MOST_OVERLAYS = 6;

// A name for each run: its directory without what all have in common.
function nameRuns(runs) {
  const parts = runs.map((r) => r.dir.replace(/\/+$/, '').split('/'));
  while (parts.every((p) => p.length > 1 && p[0] === parts[0][0])) parts.forEach((p) => p.shift());
  while (parts.every((p) => p.length > 1 && p[p.length - 1] === parts[0][parts[0].length - 1]))
    parts.forEach((p) => p.pop());
  runs.forEach((r, i) => {
    r.name = parts[i].join('/');
  });
}

function flatten(value, path, into) {
  if (value !== null && typeof value === 'object')
    for (const [key, v] of Object.entries(value)) flatten(v, path ? `${path} ${key}` : key, into);
  else
    into.set(path, value);
  return into;
}

function parametersOf(results) {
  const {scenario, seed, clock_hz, cell_bytes, mmu, registers, files} = results;
  return flatten(
      {
        scenario,
        seed,
        clock_hz,
        cell_bytes,
        mmu,
        registers: sameRegisters(registers),
        file: (files || []).map((f) => f.path).join(' + ')
      },
      '', new Map());
}

// One set of registers where all switches have the same.
function sameRegisters(registers) {
  const texts = new Set(Object.values(registers).map((r) => JSON.stringify(r)));
  return texts.size === 1 ? Object.values(registers)[0] : registers;
}

function differences(parent, runs) {
  const all = runs.map((r) => parametersOf(r.results)), keys = [...new Set(all.flatMap((m) => [...m.keys()]))];
  const rows = keys.map((key) => ({key, values: all.map((m) => m.get(key))}))
                   .filter((r) => r.values.some((v) => v !== r.values[0]));
  parent.append(element('h3', {}, 'Parameters that differ, besides the command'));
  parent.append(
      rows.length === 0 ?
          element('p', {}, 'None.') :
          table(
              [
                ['parameter', (r) => r.key.replace(/^registers /, '')],
                ...runs.map((run, i) => [run.name, (r) => r.values[i] === undefined ? '-' : String(r.values[i])])
              ],
              rows));
}

function summary(parent, runs) {
  const links = (r) => r.results.links || [];
  parent.append(table([['run', (r) => element('a', { href: `#${r.id}` }, r.name)], ['scenario', (r) => r.results.scenario, 'word'], ['scheme', (r) => schemeOf(r.results), 'word'], ['verdict', (r) => verdictText(r.results), 'word'],
    ['Gb/s of all flows', (r) => r.results.flows && r.completion_ns.count === 0 ? fixed(sum(r.results.flows.map((f) => f.gbps)), 1) : null],
    ['completed', (r) => r.completion_ns.count > 0 ? `${r.completion_ns.count} of ${r.flows}` : null],
    ['mean completion', (r) => r.completion_ns.count > 0 ? time(r.completion_ns.mean) : null], ['p99', (r) => r.completion_ns.count > 0 ? time(quantile(r.completion_ns.values, 0.99)) : null],
    ['pauses', (r) => sum(links(r).map((l) => l.pauses))], ['longest paused link', (r) => links(r).length > 0 ? percent(Math.max(...links(r).map((l) => l.paused))) : null],
    ['peak of a queue', (r) => r.results.switches && bytes(Math.max(...r.results.switches.map((s) => s.peak_queue_bytes)))], ['lost', (r) => r.results.switches && sum(r.results.switches.map((s) => s.lost))]], runs));
}

// One bar for each run at everything that all have by that name. items: run => [[name, value]]
function grouped(parent, id, title, runs, items, unit) {
  const lists = runs.map((r) => new Map(items(r))), names = [...new Set(lists.flatMap((m) => [...m.keys()]))];
  const shown =
      names.filter((n) => lists.some((m) => m.get(n) > 0))
          .sort((a, b) => Math.max(...lists.map((m) => m.get(b) || 0)) - Math.max(...lists.map((m) => m.get(a) || 0)))
          .slice(0, MOST_GROUPS);
  if (shown.length === 0) return;
  const kept = names.filter((n) => shown.includes(n));
  parent.append(element('h3', {}, title));
  plot(
      parent, id, 130 + kept.length * (8 + 9 * runs.length),
      runs.map((r, i) => ({
                 type: 'bar',
                 orientation: 'h',
                 name: r.name,
                 y: kept,
                 x: kept.map((n) => lists[i].get(n) || 0),
                 marker: {color: RUN_COLOURS[i % RUN_COLOURS.length]},
                 hovertemplate: `%{y}: %{x:.4g} ${unit}<extra>${r.name}</extra>`
               })),
      {
        barmode: 'group',
        bargap: 0.25,
        margin: {l: 130, r: 24, t: 56, b: 44},
        xaxis: axis(unit, {rangemode: 'tozero'}),
        yaxis: axis('', {type: 'category', autorange: 'reversed', ticks: '', tickmode: 'linear', dtick: 1})
      });
  if (kept.length < names.length)
    parent.append(element('p', {class: 'note'}, `Of ${names.length}, the ${kept.length} with the highest values.`));
}

// The same queue under all runs.
function overlays(parent, id, runs) {
  const names = [...new Set(runs.flatMap((r) => r.occupancy ? r.occupancy.shown.map((q) => q.queue) : []))],
        shown = names.slice(0, MOST_OVERLAYS);
  if (shown.length === 0) return;
  const layout = {margin: {l: 70, r: 24, t: 60, b: 48}}, traces = [],
        inner = shown.length * PANEL + (shown.length - 1) * GAP, annotations = [],
        share = (pixels) => 1 - pixels / inner;
  const peak = Math.max(
      1,
      ...runs.flatMap(
          (r) => r.occupancy ?
              r.occupancy.shown.filter((q) => shown.includes(q.queue)).map((q) => Math.max(...q.bytes)) :
              []));
  shown.forEach((name, i) => {
    const suffix = i === 0 ? '' : String(i + 1), at = i * (PANEL + GAP);
    runs.forEach((r, k) => {
      const q = r.occupancy && r.occupancy.shown.find((x) => x.queue === name);
      if (!q) return;
      traces.push({
        type: 'scatter',
        mode: 'lines',
        name: r.name,
        legendgroup: r.name,
        showlegend: i === 0,
        xaxis: 'x',
        yaxis: `y${suffix}`,
        x: inUs(q.t),
        y: q.bytes.map((b) => b / 1000),
        line: {color: RUN_COLOURS[k % RUN_COLOURS.length], width: 1.4, shape: 'hv'},
        hoverinfo: 'text',
        text: q.bytes.map((b, j) => `<b>${r.name}</b><br>${bytes(b)} at ${time(q.t[j])}`)
      });
    });
    layout[`yaxis${suffix}`] = axis('KB', {
      domain: [Math.max(0, share(at + PANEL)), share(at)],
      range: [0, 1.1 * peak / 1000],
      fixedrange: true,
      nticks: 5
    });
    annotations.push(queueTitle(name, share(at)));
  });
  const ends = runs.map((r) => windowsOf(r.results)[0][1][1]);
  parent.append(element('h3', {}, 'Occupancy'));
  plot(parent, id, inner + 108, traces, {
    ...layout,
    annotations,
    xaxis: axis('time, µs', {range: [0, Math.max(...ends)], anchor: 'free', position: 0}),
    legend: {orientation: 'h', x: 0, y: 1 + 24 / inner, yanchor: 'bottom'}
  });
  parent.append(element(
      'p', {class: 'note'},
      (names.length > shown.length ? `Of ${names.length} queues the first ${shown.length}. ` : '') +
          'Drag to zoom, all panels together; double-click for all.'));
}

function comparison(parent, runs) {
  parent.append(element('h2', {id: 'comparison'}, 'Comparison'));
  summary(parent, runs);
  differences(parent, runs);
  grouped(
      parent, 'comparison-rates', 'Rates of the flows', runs,
      (r) => (r.results.flows || []).map((f) => [f.name, f.gbps]), 'Gb/s');
  if (runs.some((r) => r.completion_ns.count > 0)) {
    parent.append(element('h3', {}, 'Completion times'));
    distribution(
        parent, 'comparison-completion', 'completion time', 'µs',
        runs.map((r) => ({name: r.name, values: inUs(r.completion_ns.values)})));
  }
  grouped(
      parent, 'comparison-paused', 'Time paused (under GFC: below full rate)', runs,
      (r) => (r.results.links || []).map((l) => [`${l.from} to ${l.to}`, 100 * l.paused]),
      '% of the time until the sources stopped');
  overlays(parent, 'comparison-occupancy', runs);
}
