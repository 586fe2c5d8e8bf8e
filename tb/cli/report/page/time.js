// Pauses, the shared buffer, and queues with their thresholds over time, with one time axis.

const PANEL = 118, LANE = 19, GAP = 30, FIRST_QUEUES = 6;
const AROUND_DEADLOCK = 'Around the deadlock';
const ZOOM_NOTE = 'Drag to zoom all panels. Double-click to see the first window again.';

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

// The columns of a queue whose names are those of thresholds.
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
  // In a deadlock the last pause never ends. Otherwise the run ended between a pause and its resume.
  const last = results.verdict === 'deadlocked' ? ['not resumed: deadlock', COLOUR.never] :
                                                  ['still paused when the run ended', COLOUR.stillPaused];
  const kinds = gfc ?
      [['below full rate (darker: slower)', () => true, COLOUR.pause]] :
      [['paused, then resumed', (b) => b[1] < end, COLOUR.pause], [last[0], (b) => b[1] >= end, last[1]]];
  kinds.forEach(([name, match, colour]) => {
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
      marker: {color: colour, line: {width: 0.6, color: colour}}
    };
    const shades = [];
    for (const l of lanes) {
      for (const b of l.bars.filter(match)) {
        t.base.push(b[0] / 1000);
        t.x.push((b[1] - b[0]) / 1000);
        t.y.push(l.label);
        shades.push(gfc ? `rgba(${COLOUR.level},${(0.25 + 0.75 * Math.min(1, b[2] / most)).toFixed(2)})` : null);
        t.text.push(
            `<b>${l.link}: ${l.direction}, class ${l.class}</b><br>${
                gfc ? `level ${l.merged > 0 ? 'at most ' : ''}${b[2]}` :
                      pausedWord(results)} from ${time(b[0])} to ${time(b[1])}<br>for ${time(b[1] - b[0])}` +
            (b[3] > 1 ? `<br>${b[3]} pauses close to each other` :
                 b[1] >= end ? results.verdict === 'deadlocked' ? '<br>and never resumed' : '<br>when the run ended' :
                               ''));
      }
    }
    if (gfc) t.marker = {color: shades};
    if (t.x.length > 0) traces.push(t);
  });
  return traces;
}

// The windows of time that buttons select, in us. The first one is shown at first.
function windowsOf(results) {
  const end = results.end_ns / 1000, stop = results.stop_ns / 1000, since = results.deadlocked_since_ns / 1000,
        list = [];
  if (since > 0 && 3 * since < end) list.push([AROUND_DEADLOCK, [0, 3 * since]]);
  if (stop > 0 && 1.6 * stop < end) list.push(['While sources send', [0, stop]]);
  list.push(['The whole run', [0, end]]);
  return list;
}

// Lines at times that matter. shown: end of the window, us; size: ns of the unit of the axis
function instants(results, shown, size) {
  const shapes = [], annotations = [];
  const mark = (ns, text, colour, dash) => {
    shapes.push({
      type: 'line',
      xref: 'x',
      yref: 'paper',
      x0: ns / size,
      x1: ns / size,
      y0: 0,
      y1: 1,
      line: {color: colour, width: 1.6, dash}
    });
    annotations.push({
      xref: 'x',
      yref: 'paper',
      x: ns / size,
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
  if (results.last_movement_ns !== undefined)
    mark(
        results.last_movement_ns, `<b>last movement at ${time(results.last_movement_ns)}</b>`, COLOUR.stillPaused,
        'solid');
  if (results.stop_ns < results.end_ns) mark(results.stop_ns, 'sources stop', COLOUR.soft, 'dot');
  return {shapes, annotations};
}

// The title above a panel.
const panelTitle = (text, y) => ({
  xref: 'paper',
  yref: 'paper',
  x: 0,
  y,
  xanchor: 'left',
  yanchor: 'bottom',
  text: `<b>${text}</b>`,
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
          line: {
            color: /xon/i.test(key) ? COLOUR.xon : COLOUR.xoff,
            width: 1.3,
            dash: /xon/i.test(key) ? 'dot' : 'dash',
            shape: 'hv'
          },
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

// Queues and shared pools that held a packet in the run.
const usedQueues = (run) => run.occupancy ? run.occupancy.shown.filter((q) => largest(q.bytes) > 0) : [];
const usedPools = (run) => run.shared ? run.shared.shown.filter((s) => largest(s.bytes) > 0) : [];

// Lines of the shared buffers of all switches, and of the size of the pool, if all switches have the same size.
function sharedTraces(run, yaxis) {
  const shared = usedPools(run), size = register(run.results, 'SHARED') * (run.results.cell_bytes || 1),
        peak = largest(shared.map((s) => largest(s.bytes)));
  const traces = shared.map(
      (s, i) => ({
        type: 'scatter', mode: 'lines', name: `shared buffer of ${s.switch}`, xaxis: 'x', yaxis, x: inUs(s.t),
            y: s.bytes.map((b) => b / 1000), line: {color: runColour(i), width: 1.4, shape: 'hv'}, hoverinfo: 'text',
            text: s.bytes.map((b, k) => `<b>shared buffer of ${s.switch}</b><br>${bytes(b)} at ${time(s.t[k])}`)
      }));
  if (size > 0 && size < 2 * peak)
    traces.push({
      type: 'scatter',
      mode: 'lines',
      name: 'size of the shared pool',
      xaxis: 'x',
      yaxis,
      x: [0, run.results.end_ns / 1000],
      y: [size / 1000, size / 1000],
      hoverinfo: 'name',
      line: {color: COLOUR.soft, width: 1.3, dash: 'dash'}
    });
  return {traces, high: 1.12 * Math.max(1, peak, size < 2 * peak ? size : 0) / 1000};
}

// Lines of a value of egress queues. values: q => [...], scale: units of the axis per value, text: of a value
const queueLines = (shown, what, values, scale, text, yaxis) =>
    shown.map((q, i) => ({
                type: 'scatter',
                mode: 'lines',
                name: `${what} of ${q.queue}`,
                xaxis: 'x',
                yaxis,
                x: inUs(q.t),
                y: values(q).map((v) => v * scale),
                line: {color: runColour(i), width: 1.4, shape: 'hv'},
                hoverinfo: 'text',
                text: values(q).map((v, k) => `<b>${what} of ${q.queue}</b><br>${text(v)} at ${time(q.t[k])}`)
              }));

// The upper end of the axes of queues, in KB.
function queueTop(results, queues) {
  const peak = Math.max(1, largest(queues.map((q) => largest(q.bytes)))),
        marks = queues.flatMap((q) => thresholds(results, q.queue).map((t) => t[2])).filter((v) => v < 4 * peak);
  return 1.12 * Math.max(peak, ...marks) / 1000;
}

// Rows of the plot, from top to bottom: {tall: height in pixels, title, draw: name of its y axis => {traces, axis}}
function timeRows(run, lanes, queues) {
  const rows = [], results = run.results;
  if (lanes.length > 0)
    rows.push({
      tall: Math.max(60, LANE * lanes.length + 8),
      draw: (y) => ({
        traces: pauseTraces(run, lanes).map((t) => ({...t, xaxis: 'x', yaxis: y})),
        axis: axis('', {
          type: 'category',
          categoryorder: 'array',
          categoryarray: lanes.map((l) => l.label),
          range: [-0.6, lanes.length - 0.4],
          fixedrange: true,
          ticks: '',
          tickmode: 'array',
          tickvals: lanes.map((l) => l.label),
          ticktext: lanes.map((l) => l.label)
        })
      })
    });
  // high: the end of the axis in KB, or in the other unit
  const panel = (title, traces, high, other) => rows.push({
    tall: PANEL,
    title,
    draw: (y) => {
      const [unit, size] = other ? [other, 1000] : axisUnit(1000 * high, BYTE_UNITS), factor = 1000 / size;
      return {
        traces: rescaled(traces(y), 'y', factor),
        axis: axis(unit, {range: [0, high * factor], fixedrange: true, nticks: 5})
      };
    }
  });
  if (usedPools(run).length > 0)
    panel('shared buffer', (y) => sharedTraces(run, y).traces, sharedTraces(run, 'y').high);
  if (run.credits)
    panel(
        'available credits', (y) => queueLines(run.credits.shown, 'credits', (q) => q.bytes, 0.001, bytes, y),
        1.12 * Math.max(1, largest(run.credits.shown.map((q) => largest(q.bytes)))) / 1000);
  if (run.marks)
    panel(
        'packets with a new ECN mark',
        (y) => queueLines(run.marks.shown, 'marks', (q) => q.packets, 1, (v) => `${number(v)} packets`, y),
        1.12 * Math.max(1, largest(run.marks.shown.map((q) => largest(q.packets)))), 'packets');
  const high = queueTop(results, queues);
  queues.forEach((q, i) => panel(queueText(q.queue), (y) => queueTraces(run, q, y, i === 0), high));
  return rows;
}

// Draws the plot. window: the number of its window of time, among those of windowsOf()
function drawTimeline(parent, id, run, lanes, queues, window = 0) {
  const results = run.results, rows = timeRows(run, lanes, queues), top = isNarrow() ? 96 : 64, bottom = 48,
        inner = sum(rows.map((r) => r.tall)) + GAP * (rows.length - 1), windows = windowsOf(results),
        range = windows[window][1], [unit, size] = axisUnit(1000 * range[1], TIME_UNITS), factor = 1000 / size,
        {shapes, annotations} = instants(results, range[1], size), traces = [], layout = {},
        share = (pixels) => 1 - pixels / inner;
  let at = 0;
  rows.forEach((r, i) => {
    const name = i === 0 ? '' : String(i + 1), {traces: mine, axis: y} = r.draw(`y${name}`);
    traces.push(...rescaled(mine, 'x', factor));
    layout[`yaxis${name}`] = {...y, domain: [Math.max(0, share(at + r.tall)), share(at)]};
    if (r.title) annotations.push(panelTitle(r.title, share(at)));
    at += r.tall + GAP;
  });
  parent.replaceChildren();
  if (windows.length > 1)
    parent.append(
        choice(windows.map(([label], i) => [label, () => drawTimeline(parent, id, run, lanes, queues, i)]), window));
  plot(parent, id, inner + top + bottom, traces, {
    ...layout,
    margin: {l: isNarrow() ? 52 : 130, r: isNarrow() ? 10 : 24, t: top, b: bottom},
    barmode: 'overlay',
    bargap: 0,
    shapes,
    annotations,
    xaxis: axis(`time, ${unit}`, {
      range: range.map((v) => v * factor),
      anchor: 'free',
      position: 0,
      minallowed: 0,
      showspikes: true,
      spikemode: 'across',
      spikethickness: 1,
      spikecolor: COLOUR.axis,
      spikedash: 'dot',
      spikesnap: 'cursor'
    }),
    legend: {orientation: 'h', x: 0, y: 1 + 22 / inner, yanchor: 'bottom', traceorder: 'normal'}
  });
}

// Shows the queues with the highest peaks, and a button that draws all queues.
function timeline(parent, id, run) {
  const lanes = pauseLanes(run), all = usedQueues(run), peaks = new Map(all.map((q) => [q, largest(q.bytes)])),
        first = new Set([...all].sort((a, b) => peaks.get(b) - peaks.get(a)).slice(0, FIRST_QUEUES));
  const queues = all.filter((q) => first.has(q)), holder = element('div');
  parent.append(holder);
  const drawn = lanes.length + queues.length + usedPools(run).length > 0;
  if (drawn) drawTimeline(holder, id, run, lanes, queues);
  if (queues.length < all.length) {
    const more = element('button', {class: 'more', type: 'button'}, `Show all ${all.length} queues`);
    more.addEventListener('click', () => {
      drawTimeline(holder, id, run, lanes, all);
      more.remove();
    });
    parent.append(more);
  }
  parent.append(
      note(timeNotes(run, drawn ? windowsOf(run.results) : [], queues.length < all.length ? queues.length : null)));
}

const portText = (port) => port.replace(/^([^:]*):/, 'switch $1, in from ');
const queueText = (q) => portText(q).replace(/\/(\S*)/, ', class $1');

// What a pause that lasts until the end of the run means.
function endText(run) {
  const r = run.results, last = r.last_movement_ns;
  if (isGfc(r) || !run.pauses || !run.pauses.shown.some((l) => l.bars.some((b) => b[1] >= r.end_ns))) return null;
  if (r.verdict === 'deadlocked') return 'Pauses that last until the end never end: the run is deadlocked.';
  if (last === undefined) return 'Pauses that last until the end are no deadlock: all packets have arrived.';
  return `Pauses that last until the end are not known to be a deadlock: packets remained, and the last one moved ${
      time(r.end_ns - last)} before the end. A longer run decides.`;
}

// Notes on simplifications of the plot. No windows: there is no plot.
function timeNotes(run, windows, fullest) {
  const notes = windows.length > 0 ? [ZOOM_NOTE] : [], p = run.pauses, o = run.occupancy, s = run.shared;
  if (windows.length > 1)
    notes.push(`The plot first shows the time to ${time(1000 * windows[0][1][1])} of ${time(run.results.end_ns)}.`);
  if (p && p.total > p.shown.length)
    notes.push(
        `Of ${p.total} directions and classes that were paused, the ${p.shown.length} paused longest are drawn.`);
  const merged = p ? p.shown.filter((l) => l.merged > 0) : [];
  if (merged.length > 0)
    notes.push(
        isGfc(run.results) ?
            'Some links have too many levels for a picture. Levels close to each other are drawn as the slowest one.' :
            `Some links have too many pauses for a picture. Pauses up to ${
                time(Math.max(...merged.map((l) => l.merged_ns)))} apart are drawn as one.`);
  if (fullest !== null) notes.push(`The plot first shows the ${fullest} fullest queues.`);
  if (s && s.shown.some((x) => x.derived))
    notes.push('The shared buffer is computed from the threshold, which depends on the free cells of the pool.');
  if (s && usedPools(run).length === 0)
    notes.push('No shared buffer is drawn because the shared pool was empty in the whole run.');
  else if (s && s.total > s.shown.length)
    notes.push(`Of ${number(s.total)} switches the ${s.shown.length} with the fullest shared buffers are drawn.`);
  if (run.credits && run.credits.total > run.credits.shown.length)
    notes.push(`The credits of the first ${run.credits.shown.length} of ${run.credits.total} queues are drawn.`);
  if (run.marks && run.marks.total > run.marks.shown.length)
    notes.push(`The marks of the first ${run.marks.shown.length} of ${run.marks.total} queues are drawn.`);
  if (p && p.total === 0) notes.push(isCredit(run.results) ? 'No class was without credit.' : 'No link was paused.');
  if (!p) notes.push('No pauses are drawn because pauses.csv does not exist.');
  if (!o) notes.push('No queues are drawn because occupancy.csv does not exist.');
  if (o && o.total === 0)
    notes.push('No queue occupancy is drawn because the scenario traces no queue (section trace).');
  if (o && o.total > o.shown.length)
    notes.push(`Of ${number(o.total)} traced queues the ${o.shown.length} with the highest peaks are drawn.`);
  if (o && o.missing.length > 0)
    notes.push(
        `Packets also waited in ${counted(o.missing.length, 'other queue')} of these ports, which the plot does not ` +
        `show: ${o.missing.slice(0, FIRST_QUEUES).join(', ')}${o.missing.length > FIRST_QUEUES ? ', ...' : ''}.`);
  const empty = o ? o.shown.length - usedQueues(run).length : 0;
  if (empty > 0) notes.push(`Traced queues that were empty in the whole run are not drawn: ${number(empty)}.`);
  if (o && o.thinned > 0)
    notes.push(
        `${counted(o.thinned, 'queue')} changed too often for a picture. ` +
        'The plot shows the lowest and the highest value of each group of changes.');
  if (usedQueues(run).length > 0 && !isGfc(run.results) && schemeOf(run.results) !== 'STATIC' &&
      !o.shown.some((q) => thresholdColumns(q).length > 0))
    notes.push(
        `The thresholds of ${schemeOf(run.results)} depend on the free buffer, and the scenario does not trace them` +
        (schemeOf(run.results) === 'TTL' ? '.' : ' (trace.series, what: [threshold]).'));
  return notes.join(' ');
}
