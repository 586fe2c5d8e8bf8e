// The flows of a run: completion times of finite flows, rates of endless flows.

const MOST_BARS = 40;

function completionBars(parent, id, run) {
  const flows = run.results.flows, end = run.results.end_ns, done = flows.filter((f) => !isNothing(f.completion_ns)),
        not = flows.filter((f) => isNothing(f.completion_ns));
  const [unit, size] = axisUnit(end, TIME_UNITS);
  const bars = (list, name, colour, until) => ({
    type: 'bar',
    orientation: 'h',
    name,
    y: list.map((f) => f.name),
    base: list.map((f) => f.start_ns / size),
    x: list.map((f) => (until(f) - f.start_ns) / size),
    marker: {color: colour},
    hoverinfo: 'text',
    textposition: 'none',
    width: 0.7,
    text: list.map(
        (f) => `<b>${f.name}</b>, ${f.from} to ${f.to}<br>${bytes(f.received_bytes)} of ${
                   bytes(f.sent_bytes)} arrived<br>` +
            (isNothing(f.completion_ns) ? 'not complete at the end' :
                                          `completed in ${time(f.completion_ns)}, ${withUnit(number(f.gbps), 'Gb/s')}`))
  });
  const traces = [];
  if (done.length > 0)
    traces.push(bars(done, 'from start to completion', COLOUR.line, (f) => f.start_ns + f.completion_ns));
  if (not.length > 0) traces.push(bars(not, 'not complete', COLOUR.quiet, () => end));
  plot(parent, id, 22 * flows.length + 110, traces, {
    barmode: 'overlay',
    showlegend: true,
    xaxis: axis(`time, ${unit}`, {rangemode: 'tozero'}),
    yaxis: axis('', {
      type: 'category',
      categoryorder: 'array',
      categoryarray: flows.map((f) => f.name).reverse(),
      ticks: '',
      tickmode: 'linear',
      dtick: 1
    })
  });
}

function rateBars(parent, id, run) {
  const flows = run.results.flows.slice(0, MOST_BARS), text = rateText(flows);
  plot(
      parent, id, 26 * flows.length + 90, [{
        type: 'bar',
        orientation: 'h',
        y: flows.map((f) => f.name),
        x: flows.map((f) => f.gbps),
        marker: {color: COLOUR.line},
        width: 0.62,
        text: flows.map((f) => ` ${text(f.gbps)}`),
        textposition: 'outside',
        cliponaxis: false,
        hoverinfo: 'text',
        hovertext: flows.map((f) => `<b>${f.name}</b>, ${f.from} to ${f.to}<br>${withUnit(text(f.gbps), 'Gb/s')}`),
        showlegend: false
      }],
      {
        margin: {l: 70, r: 60, t: 30, b: 44},
        xaxis: axis('Gb/s', {range: [0, 1.06 * largest(flows.map((f) => f.gbps)) || 1]}),
        yaxis: axis('', {type: 'category', autorange: 'reversed', ticks: '', tickmode: 'linear', dtick: 1})
      });
}

// The window of time that the rates of endless flows are measured in.
function rateNote(runs) {
  const windows = runs.flatMap((r) => (r.results.flows || []).map((f) => f.window_ns)).filter((w) => w),
        [from, to] = windows[0] || [];
  return windows.length > 0 && windows.every((w) => w[0] === from && w[1] === to) ?
      `Rate: bytes that arrived from ${from === 0 ? 0 : time(from)} to ${time(to)}, divided by this time.` :
      'Rate: bytes that arrived from the start of a flow until its stop_us, divided by this time.';
}

const hasEnds = (run) => run.finite > 0;

function completedText(run) {
  const open = run.finite - run.completed;
  return `${number(run.completed)} of ${counted(run.finite, 'flow')} completed.` +
      (open > 0 ? ` Means and percentiles leave the other ${number(open)} out.` : '');
}

// The value of a column, or null if all flows have the same value, which hides the column.
function unlessEqual(flows, get) {
  return flows.some((f) => get(f) !== get(flows[0])) ? get : () => null;
}
const unlessZero = (flows, get) => flows.some((f) => get(f) > 0) ? get : () => null;

// Slowest flows first. For a flow that did not complete, the table shows the time since its start with a >.
function flowTable(run) {
  const flows = run.results.flows, end = run.results.end_ns,
        open = (f) => run.finite > 0 && isNothing(f.completion_ns) && !isNothing(f.bytes);
  const completion = (f) => open(f) ? end - f.start_ns : f.completion_ns;
  const slow = flows.some((f) => !isNothing(f.slowdown));
  return table(
      [
        ['flow', (f) => f.name, 'word'], ['from', (f) => f.from, 'word'], ['to', (f) => f.to, 'word'],
        ['size', (f) => f.bytes, bytes], ['slowdown', (f) => f.slowdown, times],
        ['completion', completion, (ns, f) => (open(f) ? '> ' : '') + time(ns)],
        ['Gb/s', (f) => f.gbps, rateText(flows)], ['start', (f) => f.start_ns, time],
        ['sent', run.finite > 0 ? () => null : (f) => f.sent_bytes, bytes],
        ['received', flows.some((f) => f.received_bytes !== f.bytes) ? (f) => f.received_bytes : () => null, bytes],
        ['class', unlessEqual(flows, (f) => f.class)], ['lost', unlessZero(flows, (f) => f.lost)],
        ['dropped', unlessZero(flows, (f) => f.dropped)],
        ['by watchdogs', unlessZero(flows, (f) => f.dropped_by_watchdog)],
        ['marked', unlessZero(flows, (f) => f.marked)], ['sent again', unlessZero(flows, (f) => f.resent_bytes), bytes],
        ['route', (f) => f.route && f.route.length > 0 ? f.route.join(' ') : null, 'word']
      ],
      flows,
      {sort: slow         ? 'slowdown' :
           run.finite > 0 ? 'completion' :
                            'Gb/s',
       rising: run.finite === 0});
}

function finiteFlows(parent, id, run) {
  const named = curvesOf(run);
  if (run.completed > 0 && hasSizes(run)) {
    parent.append(element('h3', {}, 'Slowdown by flow size'), element('p', {}, completedText(run)));
    if (named.length > 1) {
      slowdownPair(parent, `${id}-slowdown-size`, named);
    } else {
      slowdownFigure(parent, `${id}-slowdown-size`, named, {p50: 'median', p99: '99th percentile'}, 'slowdown');
      parent.append(note(slowdownNote(run.bins, run.dots, run.completed)));
    }
  }
  parent.append(element('h3', {}, 'Completion times'));
  if (!hasSizes(run)) parent.append(element('p', {}, completedText(run)));
  parent.append(isByTraffic(run) ? trafficTable(run) : sizeTable([{name: 'all flows', stats: run, total: run.finite}]));
  if (named.length > 1) parent.append(curvesNote([run]) || '');
  if (run.flows <= MOST_BARS) completionBars(parent, `${id}-completion`, run);
  if (run.completed > 8) distributions(parent, `${id}-share`, named);
}

function flowSection(parent, id, run) {
  const flows = run.results.flows, finite = hasEnds(run);
  if (!flows || flows.length === 0) return;
  if (finite)
    finiteFlows(parent, id, run);
  else
    parent.append(element('h3', {}, 'Rates'));
  if (!finite && flows.length <= MOST_BARS) rateBars(parent, `${id}-rates`, run);
  if (!finite) parent.append(note(rateNote([run])));
  if (finite) parent.append(element('h3', {}, 'Flows'));
  parent.append(flowTable(run));
  const left = run.completed < run.finite ? ', and the first of those that did not complete' : '';
  if (run.flows > flows.length)
    parent.append(note(
        `Of ${number(run.flows)} flows the table has ${number(flows.length)}` +
        (run.finite > 0 ? `: those with the largest slowdown${left}.` : '.')));
}
