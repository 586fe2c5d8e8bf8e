// What happened when: pauses from pause to resume, and queues against their thresholds, over one axis of time.

const PANEL = 118, LANE = 19, GAP = 30;

// Constant thresholds by scheme, in bytes: [name, colour key, value].
function thresholds(results, queue) {
  const registers = results.registers[queue.split(':')[0]] || {}, cell = results.cell_bytes || 1;
  const named = {
    STATIC: [['XOFF', 'xoff', 'XOFF'], ['XON', 'xon', 'XON']],
    GFC: [['Bm', 'xoff', 'STAGE_TOP'], ['B0', 'xon', 'STAGE_BASE']],
    GFC_LINEAR: [['Bm', 'xoff', 'STAGE_TOP'], ['B0', 'xon', 'STAGE_BASE']]
  }[registers.scheme] ||
      [];
  return named.filter(([, , key]) => registers[key] > 0).map(([name, colour,
                                                               key]) => [name, colour, registers[key] * cell]);
}

// Other columns that are thresholds, by their names.
const thresholdColumns = (q) =>
    Object.keys(q).filter((key) => /thresh|xoff|xon|xqo/i.test(key) && q[key].some((v) => v !== null));

function pauseLanes(run) {
  const p = run.pauses;
  if (!p) return [];
  const one = new Set(p.shown.map((l) => l.class)).size === 1;
  return p.shown.map((l) => ({...l, label: `${l.direction}${one ? '' : `, class ${l.class}`}`})).reverse();
}

function pauseTraces(run, lanes) {
  const results = run.results, gfc = isGfc(results), end = results.end_ns, traces = [];
  const most = Math.max(1, ...lanes.flatMap((l) => l.bars.map((b) => b[2])));
  const kinds = gfc ?
      [['below full rate (darker: slower)', () => true]] :
      [['paused, then resumed', (b) => b[1] < end], ['paused until the end of the run', (b) => b[1] >= end]];
  kinds.forEach(([name, match], kind) => {
    const t = {
      type: 'bar',
      orientation: 'h',
      name,
      base: [],
      x: [],
      y: [],
      text: [],
      hoverinfo: 'text',
      textposition: 'none',
      width: 0.72,
      legendgroup: name,
      marker: {
        color: kind === 0 ? COLOUR.pause : COLOUR.never,
        line: {width: 0.6, color: kind === 0 ? COLOUR.pause : COLOUR.never}
      }
    };
    const shades = [];
    for (const l of lanes) {
      for (const b of l.bars.filter(match)) {
        t.base.push(b[0] / 1000);
        t.x.push((b[1] - b[0]) / 1000);
        t.y.push(l.label);
        shades.push(gfc ? `rgba(200,80,10,${(0.25 + 0.75 * Math.min(1, b[2] / most)).toFixed(2)})` : null);
        t.text.push(
            `<b>${l.link}: ${l.direction}, class ${l.class}</b><br>${gfc ? `level ${b[2]}` : 'paused'} from ${
                time(b[0])} to ${time(b[1])}<br>for ${time(b[1] - b[0])}` +
            (b[3] > 1 ? `<br>${b[3]} pauses close to each other` :
                 b[1] >= end ? '<br>and not resumed' :
                               ''));
      }
    }
    if (gfc) t.marker = {color: shades};
    if (t.x.length > 0) traces.push(t);
  });
  return traces;
}

// The parts of the run that one may want to look at, in us: the first is shown.
function windowsOf(results) {
  const end = results.end_ns / 1000, stop = results.stop_ns / 1000, since = results.deadlocked_since_ns / 1000,
        list = [];
  if (since > 0 && 3 * since < end) list.push(['Around the deadlock', [0, 3 * since]]);
  if (stop > 0 && 1.2 * stop < end) list.push(['While sources send', [0, stop]]);
  list.push(['The whole run', [0, end]]);
  return list;
}

function instants(results, shown) {
  const shapes = [], annotations = [];
  const mark = (ns, text, colour, dash) => {
    shapes.push({
      type: 'line',
      xref: 'x',
      yref: 'paper',
      x0: ns / 1000,
      x1: ns / 1000,
      y0: 0,
      y1: 1,
      line: {color: colour, width: 1.6, dash}
    });
    annotations.push({
      xref: 'x',
      yref: 'paper',
      x: ns / 1000,
      y: 1,
      yanchor: 'bottom',
      xanchor: ns / 1000 > 0.7 * shown ? 'right' : 'left',
      text,
      showarrow: false,
      font: {color: colour, size: 12.5}
    });
  };
  if (results.deadlocked_since_ns !== undefined)
    mark(
        results.deadlocked_since_ns, `<b>deadlocked since ${time(results.deadlocked_since_ns)}</b>`, COLOUR.never,
        'solid');
  if (results.stop_ns < results.end_ns) mark(results.stop_ns, 'sources stop', COLOUR.soft, 'dot');
  return {shapes, annotations};
}

// Above the panel of a queue.
const queueTitle = (queue, y) => ({
  xref: 'paper',
  yref: 'paper',
  x: 0,
  y,
  xanchor: 'left',
  yanchor: 'bottom',
  text: `<b>${queueText(queue)}</b>`,
  showarrow: false,
  font: {size: 12.5}
});

function queueTraces(run, q, yaxis, first, thinned) {
  const x = q.t.map((t) => t / 1000), traces = [], kb = (list) => list.map((v) => v === null ? null : v / 1000),
        end = run.results.end_ns / 1000;
  const line = (name, colour, more) => ({
    type: 'scatter',
    mode: 'lines',
    name,
    legendgroup: name,
    showlegend: first,
    xaxis: 'x',
    yaxis,
    hoverinfo: 'skip',
    line: {color: colour, width: 1.3},
    ...more
  });
  traces.push(line('occupancy of an ingress queue', COLOUR.line, {
    x,
    y: kb(q.bytes),
    fill: 'tozeroy',
    fillcolor: COLOUR.fill,
    line: {color: COLOUR.line, width: 1.4, shape: 'hv'},
    hoverinfo: 'text',
    text: q.bytes.map((b, i) => `<b>${q.queue}</b><br>${bytes(b)} at ${time(q.t[i])}`)
  }));
  for (const key of thresholdColumns(q))
    traces.push(line(
        key.replace(/_?bytes$/, '').replace(/_/g, ' ').replace(/^xo(ff|n)$/, (x) => x.toUpperCase()),
        /xon/i.test(key) ? COLOUR.xon : COLOUR.xoff, {
          x,
          y: kb(q[key]),
          line: {color: /xon/i.test(key) ? COLOUR.xon : COLOUR.xoff, width: 1.3, dash: 'dash', shape: 'hv'},
          hoverinfo: 'text',
          text: q[key].map((b, i) => `${key} of ${q.queue}<br>${bytes(b)} at ${time(q.t[i])}`)
        }));
  if (thresholdColumns(q).length === 0)
    for (const [name, colour, value] of thresholds(run.results, q.queue))
      traces.push(line(name, COLOUR[colour], {
        x: [0, end],
        y: [value / 1000, value / 1000],
        line: {color: COLOUR[colour], width: 1.4, dash: colour === 'xoff' ? 'dash' : 'dot'},
        hoverinfo: 'text',
        text: [`${name} ${bytes(value)}`, `${name} ${bytes(value)}`]
      }));
  return traces;
}

function timeline(parent, id, run) {
  const results = run.results, lanes = pauseLanes(run), queues = run.occupancy ? run.occupancy.shown : [], traces = [];
  const laneRoom = lanes.length > 0 ? Math.max(60, LANE * lanes.length + 8) : 0, top = 98, bottom = 48;
  const inner = laneRoom + (lanes.length > 0 && queues.length > 0 ? GAP : 0) + queues.length * PANEL +
      Math.max(0, queues.length - 1) * GAP;
  if (inner === 0) return;
  const windows = windowsOf(results), {shapes, annotations} = instants(results, windows[0][1][1]),
        layout = {margin: {l: 130, r: 24, t: top, b: bottom}, barmode: 'overlay', shapes, annotations, bargap: 0};
  const share = (pixels) => 1 - pixels / inner;
  layout.xaxis = axis('time, µs', {
    range: windows[0][1],
    anchor: 'free',
    position: 0,
    minallowed: 0,
    showspikes: true,
    spikemode: 'across',
    spikethickness: 1,
    spikecolor: '#9aa6b2',
    spikedash: 'dot',
    spikesnap: 'cursor'
  });
  if (lanes.length > 0) {
    traces.push(...pauseTraces(run, lanes).map((t) => ({...t, xaxis: 'x', yaxis: 'y'})));
    layout.yaxis = axis('', {
      domain: [share(laneRoom), 1],
      type: 'category',
      categoryorder: 'array',
      categoryarray: lanes.map((l) => l.label),
      range: [-0.6, lanes.length - 0.4],
      fixedrange: true,
      ticks: '',
      tickmode: 'array',
      tickvals: lanes.map((l) => l.label),
      ticktext: lanes.map((l) => l.label)
    });
  }
  let at = laneRoom + (lanes.length > 0 ? GAP : 0);
  const peak = Math.max(1, ...queues.map((q) => Math.max(...q.bytes))),
        marks = queues.flatMap((q) => thresholds(results, q.queue).map((t) => t[2])).filter((v) => v < 4 * peak);
  const high = 1.12 * Math.max(peak, ...marks) / 1000;
  queues.forEach((q, i) => {
    const name = i === 0 && lanes.length === 0 ? '' : String(i + 2), y = `y${name}`;
    traces.push(...queueTraces(run, q, y, i === 0));
    layout[`yaxis${name}`] = axis(
        'KB', {domain: [Math.max(0, share(at + PANEL)), share(at)], range: [0, high], fixedrange: true, nticks: 5});
    annotations.push(queueTitle(q.queue, share(at)));
    at += PANEL + GAP;
  });
  layout.legend = {orientation: 'h', x: 0, y: 1, yanchor: 'bottom', yref: 'paper', traceorder: 'normal', pad: {b: 0}};
  layout.legend.y = 1 + 22 / inner;
  if (windows.length > 1)
    layout.updatemenus = [{
      type: 'buttons',
      direction: 'right',
      x: 0,
      xanchor: 'left',
      y: 1 + 52 / inner,
      yanchor: 'bottom',
      pad: {t: 0},
      showactive: true,
      font: {size: 12},
      buttons: windows.map(([label, range]) => ({label, method: 'relayout', args: [{'xaxis.range': range}]}))
    }];
  plot(parent, id, inner + top + bottom, traces, layout);
  parent.append(element('p', {class: 'note'}, timeNotes(run, windows)));
}

const queueText = (q) => q.replace(/^([^:]*):([^/]*)\/(\S*)(.*)$/, 'switch $1, in from $2, class $3$4');

// What is not in the picture, or not as it was.
function timeNotes(run, windows) {
  const notes = ['Drag to zoom, all panels together; double-click to come back.'], p = run.pauses, o = run.occupancy;
  if (windows.length > 1)
    notes.push(`At first ${windows[0][0].toLowerCase()} is shown, to ${time(1000 * windows[0][1][1])} of ${
        time(run.results.end_ns)}.`);
  if (p && p.total > p.shown.length)
    notes.push(
        `Of ${p.total} directions and classes that were paused, the ${p.shown.length} paused longest are drawn.`);
  const merged = p ? Math.max(0, ...p.shown.map((l) => l.merged_ns)) : 0;
  if (merged > 0)
    notes.push(
        `There are too many pauses for a picture: of some links those up to ${time(merged)} apart are drawn as one.`);
  if (p && p.total === 0) notes.push('No link was paused.');
  if (!p) notes.push('pauses.csv is not there: no pauses are drawn.');
  if (!o) notes.push('occupancy.csv is not there: no queues are drawn.');
  if (o && o.total === 0) notes.push('The scenario traces no queue: its section trace would show occupancy here.');
  if (o && o.total > o.shown.length)
    notes.push(`Of ${number(o.total)} traced queues the ${o.shown.length} with the highest peaks are drawn.`);
  if (o && o.thinned > 0)
    notes.push(
        `Of ${o.thinned} queues there are too many changes: the lowest and the highest of each group are drawn.`);
  if (o && o.shown.length > 0 && !isGfc(run.results) && schemeOf(run.results) !== 'STATIC' &&
      !o.shown.some((q) => thresholdColumns(q).length > 0))
    notes.push(
        `The thresholds of ${schemeOf(run.results)} move with the buffer, and were not traced` +
        (schemeOf(run.results) === 'TTL' ? '.' : ': trace.series, what: [threshold].'));
  return notes.join(' ');
}
