// The comparison of the shared buffers and ingress queues of several runs over time.

const MOST_OVERLAYS = 6;

// The windows of time for all runs: [label, end in us].
function commonWindows(runs) {
  const ends = runs.map((r) => windowsOf(r.results)),
        first = Math.max(...ends.filter((w) => w[0][0] === AROUND_DEADLOCK).map((w) => w[0][1][1])),
        whole = Math.max(...ends.map((w) => w[0][1][1]));
  return first > 0 && 1.5 * first < whole ? [[AROUND_DEADLOCK, first], ['While sources send', whole]] : [['', whole]];
}

// Panels below each other, each with a line for each run. panels: [{title, of: run => {t, bytes}, why: run => the
// reason why it has no line, or undefined}]; window: the number of the window of time
function overlays(parent, id, runs, panels, window = 0) {
  const layout = {}, traces = [], inner = panels.length * PANEL + (panels.length - 1) * GAP, annotations = [],
        share = (pixels) => 1 - pixels / inner, named = new Set();
  const windows = commonWindows(runs), [unit, size] = axisUnit(1000 * windows[window][1], TIME_UNITS);
  const peak = largest(panels.flatMap((p) => runs.filter((r) => !p.why(r)).map((r) => largest(p.of(r).bytes)))),
        [amount, step] = axisUnit(1.1 * Math.max(1, peak), BYTE_UNITS);
  panels.forEach((p, i) => {
    const suffix = i === 0 ? '' : String(i + 1), at = i * (PANEL + GAP);
    runs.forEach((r) => {
      if (p.why(r)) return;
      const q = p.of(r);
      traces.push({
        type: 'scatter',
        mode: 'lines',
        name: r.name,
        legendgroup: r.name,
        showlegend: !named.has(r.name),
        xaxis: 'x',
        yaxis: `y${suffix}`,
        x: q.t.map((t) => t / size),
        y: q.bytes.map((b) => b / step),
        line: {color: runColour(r.order), width: 1.5, shape: 'hv', dash: runDash(r.order)},
        hoverinfo: 'text',
        text: q.bytes.map((b, j) => `<b>${r.name}</b><br>${bytes(b)} at ${time(q.t[j])}`)
      });
      named.add(r.name);
    });
    layout[`yaxis${suffix}`] = axis(amount, {
      domain: [Math.max(0, share(at + PANEL)), share(at)],
      range: [0, 1.1 * Math.max(1, peak) / step],
      fixedrange: true,
      nticks: 5
    });
    annotations.push(panelTitle(p.title, share(at)));
    const absent = runs.filter(p.why).map((r) => `${r.name}: ${p.why(r)}`).join(', ');
    if (absent) annotations.push(absence(absent, {yref: 'paper', y: share(at), yanchor: 'bottom'}));
  });
  parent.replaceChildren();
  if (windows.length > 1)
    parent.append(choice(windows.map(([label], i) => [label, () => overlays(parent, id, runs, panels, i)]), window));
  plot(parent, id, inner + 108, traces, {
    ...layout,
    margin: {l: isNarrow() ? 52 : 70, r: isNarrow() ? 10 : 24, t: 60, b: 48},
    annotations,
    xaxis: axis(`time, ${unit}`, {range: [0, 1000 * windows[window][1] / size], anchor: 'free', position: 0}),
    legend: {orientation: 'h', x: 0, y: 1 + 24 / inner, yanchor: 'bottom'}
  });
}

const portOf = (queue) => queue.replace(/\/\S*/, '');

// The sum of step functions. list: [{t, bytes}]
function sumOf(list) {
  if (list.length === 1) return list[0];
  const t = [...new Set(list.flatMap((q) => q.t))].sort((a, b) => a - b), bytes = t.map(() => 0);
  for (const q of list)
    for (let i = 0, at = -1; i < t.length; i++) {
      while (at + 1 < q.t.length && q.t[at + 1] <= t[i]) at++;
      if (at >= 0) bytes[i] += q.bytes[at];
    }
  return {t, bytes};
}

// A panel for each ingress port, with the sum of its classes: schemes use different classes for the same flows.
function portPanels(runs) {
  const queues = new Map(runs.map((r) => [r, r.occupancy ? r.occupancy.shown : []])),
        at = (r, port) => queues.get(r).filter((q) => portOf(q.queue) === port),
        ports = new Set(runs.flatMap((r) => usedQueues(r).map((q) => portOf(q.queue))));
  return [...ports].map((port) => {
    const classes = new Set(runs.flatMap((r) => at(r, port).filter((q) => largest(q.bytes) > 0).map((q) => q.queue)));
    return {
      title: classes.size === 1 ? queueText([...classes][0]) : `${portText(port)}, all classes`,
      of: (r) => sumOf(at(r, port)),
      why: (r) => at(r, port).length === 0                    ? 'not traced' :
          r.occupancy.missing.some((q) => portOf(q) === port) ? 'some classes are not traced' :
                                                                undefined
    };
  });
}

function poolPanels(runs) {
  const pool = (r, name) => r.shared && r.shared.shown.find((s) => s.switch === name),
        switches = new Set(runs.flatMap((r) => usedPools(r).map((s) => s.switch)));
  return [...switches].map((name) => ({
                             title: `shared buffer of switch ${name}`,
                             of: (r) => pool(r, name),
                             why: (r) => isGfc(r.results)           ? 'no shared buffer' :
                                 !pool(r, name)                     ? 'not traced' :
                                 largest(pool(r, name).bytes) === 0 ? 'the shared pool is not used' :
                                                                      undefined
                           }));
}

function occupancies(parent, runs) {
  const drawn = (p) => !runs.every(p.why), pools = poolPanels(runs).filter(drawn), all = portPanels(runs),
        ports = all.filter(drawn), hidden = all.filter((p) => !drawn(p));
  if (pools.length + all.length === 0) return;
  parent.append(element('h3', {}, 'Occupancy'));
  const holder = element('div');
  parent.append(holder);
  if (pools.length + ports.length > 0)
    overlays(
        holder, 'comparison-occupancy', runs, [...pools.slice(0, MOST_OVERLAYS), ...ports.slice(0, MOST_OVERLAYS)]);
  parent.append(note(
      (pools.length > MOST_OVERLAYS ? `Of ${pools.length} switches the first ${MOST_OVERLAYS}. ` : '') +
      (ports.length > MOST_OVERLAYS ? `Of ${ports.length} ports the first ${MOST_OVERLAYS}. ` : '') +
      (hidden.length > 0 ? `Not drawn, because no run traces all classes that held packets: ${
                               hidden.slice(0, MOST_OVERLAYS).map((p) => p.title).join('; ')}${
                               hidden.length > MOST_OVERLAYS ? '; ...' : ''}. ` :
                           '') +
      ZOOM_NOTE));
}
