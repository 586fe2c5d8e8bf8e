// The comparison of several runs.

const MOST_GROUPS = 12, MOST_OVERLAYS = 6;

// A name for each run: its directory, without the parts that all directories have in common.
function nameRuns(runs) {
  const parts = runs.map((r) => r.dir.replace(/\/+$/, '').split('/'));
  while (parts.every((p) => p.length > 1 && p[0] === parts[0][0])) parts.forEach((p) => p.shift());
  while (parts.every((p) => p.length > 1 && p[p.length - 1] === parts[0][parts[0].length - 1]))
    parts.forEach((p) => p.pop());
  runs.forEach((r, i) => {
    r.name = parts[i].join('/');
  });
}

function differences(parent, runs) {
  const all = runs.map((r) => parametersOf(r.results)), keys = [...new Set(all.flatMap((m) => [...m.keys()]))];
  // In the order of the table of a single run. Keys of single switches are last.
  const order = ['scenario', 'files', ...MMU_KEYS.map(([key]) => `mmu.${key}`)],
        place = (key) => order.includes(key) ? order.indexOf(key) : order.length;
  keys.sort((a, b) => place(a) - place(b));
  const rows = keys.map((key) => ({key, values: all.map((m) => m.get(key))}))
                   .filter((r) => r.values.some((v) => v !== r.values[0]));
  parent.append(element('h3', {}, 'Parameters that differ'));
  parent.append(
      rows.length === 0 ?
          element('p', {}, 'None.') :
          table(
              [['key', (r) => r.key, 'word'], ...runs.map((run, i) => [run.name, (r) => r.values[i], 'wrap'])], rows));
  if (rows.length > 0) parent.append(note(UNITS_NOTE));
}

function summary(parent, runs) {
  const links = (r) => r.results.links || [], switches = (r) => r.results.switches;
  parent.append(table(
      [
        ['run', (r) => element('a', {href: `#${r.id}`}, r.name), 'name'], ['scenario', (r) => r.results.scenario, 'name'],
        ['scheme', (r) => schemeOf(r.results), 'word'], ['verdict', (r) => verdictText(r.results), 'name'],
        [
          'Gb/s of all flows', (r) => r.results.flows && r.finite === 0 ? sum(r.results.flows.map((f) => f.gbps)) : null,
          number
        ],
        ['flows', (r) => r.finite > 0 ? r.finite : null], ['completed', (r) => r.finite > 0 ? r.completed : null],
        ['pauses', (r) => sum(links(r).map((l) => l.pauses))],
        [
          'longest paused link', (r) => links(r).length > 0 ? largest(links(r).map((l) => l.paused)) : null, percent
        ],
        ['peak of a queue', (r) => switches(r) && largest(switches(r).map((s) => s.peak_queue_bytes)), bytes],
        ['peak of the shared buffer', (r) => sharedPeak(r.results) || null, bytes],
        ['lost', (r) => switches(r) && sum(switches(r).map((s) => s.lost))]
      ],
      runs));
}

// Groups of bars: a group for each name, a bar for each run. If there are many names, those with the largest difference
// between the runs are shown, and for equal differences those with the highest values. items: run => [[name, value]];
// words: {noun, most} of the names, for the note.
function grouped(parent, id, title, runs, items, unit, words) {
  const lists = runs.map((r) => new Map(items(r))), names = [...new Set(lists.flatMap((m) => [...m.keys()]))];
  const values = (n) => lists.map((m) => m.get(n) || 0), most = (n) => largest(values(n)),
        used = names.filter((n) => most(n) > 0), step = largest(used.map(most)) / 1000,
        // Rounded, so that small differences do not decide the order.
      rank = new Map(used.map((n) => [n, [Math.round((most(n) - Math.min(...values(n))) / step), most(n)]]));
  if (used.length === 0) return;
  const kept = used.length <= MOST_GROUPS ?
      used :
      [...used]
          .sort((a, b) => rank.get(b)[0] - rank.get(a)[0] || rank.get(b)[1] - rank.get(a)[1])
          .slice(0, MOST_GROUPS);
  parent.append(element('h3', {}, title));
  plot(
      parent, id, 130 + kept.length * (8 + 9 * runs.length),
      runs.map((r, i) => ({
                 type: 'bar',
                 orientation: 'h',
                 name: r.name,
                 y: kept,
                 x: kept.map((n) => lists[i].get(n) || 0),
                 marker: {color: runColour(r.order)},
                 hovertemplate: `%{y}: %{x:.4g} ${unit}<extra>${r.name}</extra>`
               })),
      {
        barmode: 'group',
        bargap: 0.25,
        margin: {l: 70, r: 24, t: 56, b: 44},
        xaxis: axis(unit, {rangemode: 'tozero'}),
        yaxis: axis('', {type: 'category', autorange: 'reversed', ticks: '', tickmode: 'linear', dtick: 1})
      });
  const others = names.length - kept.length;
  if (others > 0)
    parent.append(note(
        used.length === kept.length ? `The value of the other ${counted(others, words.noun)} is 0 in all runs.` :
                                      `Of ${counted(names.length, words.noun)}, the plot shows the ${
                                          kept.length} with the largest difference between the runs. ` +
                `Among equal differences it shows ${words.most}.`));
}

// Completion times of the flows that completed in all runs; if there are none, of all completed flows of each run.
function completions(parent, runs) {
  const common = runs[0].common ? runs[0].common.flows : 0, of = runs.map((r) => ({
                                                                            name: r.name,
                                                                            order: r.order,
                                                                            total: common > 0 ? common : r.finite,
                                                                            stats: common > 0 ? r.common : r
                                                                          }));
  const finite = runs.map((r) => r.finite), same = finite.every((n) => n === finite[0]);
  parent.append(element('h3', {}, 'Completion times, over the same flows'));
  parent.append(element(
      'p', {},
      common > 0 ?
          `${number(common)} ${same ? `of ${counted(finite[0], 'flow')} ` : 'flows '}completed in all ${
              runs.length} runs. All values below are of these flows alone.` :
          'No flow completed in all runs. The values below are of the flows that completed in each run, and are not comparable.'));
  const named = of.map((x) => ({...x.stats, name: x.name, order: x.order})),
        sized = named.filter((x) => x.bins.length > 0);
  if (sized.some(hasSizes)) {
    const pair = element('div', {class: 'pair'}), left = element('div'), right = element('div');
    parent.append(pair);
    pair.append(left, right);
    slowdownFigure(left, 'comparison-median', sized, {p50: 'median'}, 'slowdown, median');
    slowdownFigure(right, 'comparison-p99', sized, {p99: '99th percentile'}, 'slowdown, 99th percentile');
    parent.append(note(slowdownNote(sized.flatMap((x) => x.bins))));
  }
  parent.append(sizeTable(of));
  if (of.some((x) => x.stats.completion_ns.count > 8)) distributions(parent, 'comparison-share', named);
}

// Panels below each other, each with a line for each run. panels: [{title, of: run => {t, bytes} or undefined}]
function overlays(parent, id, runs, panels) {
  const layout = {}, traces = [], inner = panels.length * PANEL + (panels.length - 1) * GAP, annotations = [],
        share = (pixels) => 1 - pixels / inner, named = new Set();
  const peak = largest(panels.flatMap((p) => runs.map((r) => p.of(r) ? largest(p.of(r).bytes) : 0)));
  panels.forEach((p, i) => {
    const suffix = i === 0 ? '' : String(i + 1), at = i * (PANEL + GAP);
    runs.forEach((r) => {
      const q = p.of(r);
      if (!q) return;
      traces.push({
        type: 'scatter',
        mode: 'lines',
        name: r.name,
        legendgroup: r.name,
        showlegend: !named.has(r.name),
        xaxis: 'x',
        yaxis: `y${suffix}`,
        x: inUs(q.t),
        y: q.bytes.map((b) => b / 1000),
        line: {color: runColour(r.order), width: 1.5, shape: 'hv', dash: runDash(r.order)},
        hoverinfo: 'text',
        text: q.bytes.map((b, j) => `<b>${r.name}</b><br>${bytes(b)} at ${time(q.t[j])}`)
      });
      named.add(r.name);
    });
    layout[`yaxis${suffix}`] = axis('KB', {
      domain: [Math.max(0, share(at + PANEL)), share(at)],
      range: [0, 1.1 * Math.max(1, peak) / 1000],
      fixedrange: true,
      nticks: 5
    });
    annotations.push(panelTitle(p.title, share(at)));
  });
  const ends = runs.map((r) => windowsOf(r.results)),
        first = Math.max(...ends.filter((w) => w[0][0] === AROUND_DEADLOCK).map((w) => w[0][1][1])),
        whole = Math.max(...ends.map((w) => w[0][1][1]));
  const windows = first > 0 && 1.5 * first < whole ? [['Around the deadlock', first], ['While sources send', whole]] :
                                                     [['', whole]];
  const holder = element('div');
  parent.append(holder);
  const div = plot(holder, id, inner + 108, traces, {
    ...layout,
    margin: {l: isNarrow() ? 52 : 70, r: isNarrow() ? 10 : 24, t: 60, b: 48},
    annotations,
    xaxis: axis('time, µs', {range: [0, windows[0][1]], anchor: 'free', position: 0}),
    legend: {orientation: 'h', x: 0, y: 1 + 24 / inner, yanchor: 'bottom'}
  });
  if (windows.length > 1)
    holder.prepend(
        choice(windows.map(([label, until]) => [label, () => Plotly.relayout(div, {'xaxis.range': [0, until]})])));
}

function occupancies(parent, runs) {
  const names = [...new Set(runs.flatMap((r) => usedQueues(r).map((q) => q.queue)))],
        switches = [...new Set(runs.flatMap((r) => usedPools(r).map((s) => s.switch)))];
  const panels = [
    ...switches.slice(0, MOST_OVERLAYS).map((name) => ({
                                              title: `shared buffer of switch ${name}`,
                                                  of: (r) => r.shared && r.shared.shown.find((s) => s.switch === name)
                                            })),
    ...names.slice(0, MOST_OVERLAYS).map((name) => ({
                                           title: queueText(name),
                                           of: (r) => r.occupancy && r.occupancy.shown.find((q) => q.queue === name)
                                         }))
  ];
  if (panels.length === 0) return;
  parent.append(element('h3', {}, 'Occupancy'));
  overlays(parent, 'comparison-occupancy', runs, panels);
  parent.append(note(
      (switches.length > MOST_OVERLAYS ? `Of ${switches.length} switches the first ${MOST_OVERLAYS}. ` : '') +
      (names.length > MOST_OVERLAYS ? `Of ${names.length} queues the first ${MOST_OVERLAYS}. ` : '') + ZOOM_NOTE));
}

function comparison(parent, runs) {
  parent.append(element('h2', {id: 'comparison'}, 'Comparison'));
  summary(parent, runs);
  differences(parent, runs);
  if (runs.some((r) => r.completed > 0)) completions(parent, runs);
  if (runs.every((r) => r.finite === 0)) {
    grouped(
        parent, 'comparison-rates', 'Rates of the flows', runs,
        (r) => (r.results.flows || []).map((f) => [f.name, f.gbps]), 'Gb/s', {noun: 'flow', most: 'the fastest flows'});
    if (runs.some((r) => (r.results.flows || []).some((f) => f.gbps > 0))) parent.append(note(rateNote(runs)));
  }
  grouped(
      parent, 'comparison-paused', 'Time paused (under GFC: below full rate)', runs,
      (r) => (r.results.links || []).map((l) => [`${l.from} to ${l.to}`, 100 * l.paused]),
      '% of the time until the sources stopped', {noun: 'direction', most: 'the directions that were paused longest'});
  occupancies(parent, runs);
}
