// Slowdown by flow size, distributions, and the table by size class.

const FEW_FLOWS = 100;  // the 99th percentile of fewer flows is the largest value

const sizeText = (v) => bytes(v);
const slowdownText = (v) => v < 1 ? '' : String(Number(v.toPrecision(3)));

// Lines of percentiles for one or several runs. runs: [{name, order, bins, dots}], keys: {key of a bin: its label}
function slowdownTraces(runs, keys) {
  const traces = [], several = runs.length > 1;
  if (!several && runs[0].dots)
    traces.push({
      type: 'scatter',
      mode: 'markers',
      name: 'a flow',
      x: runs[0].dots.map((d) => d[0]),
      y: runs[0].dots.map((d) => d[1]),
      marker: {size: 4, color: COLOUR.dots},
      hovertemplate: '%{x:,.0f} B, slowdown %{y:.3f}<extra></extra>'
    });
  runs.forEach((r) => Object.entries(keys).forEach(([key, words], k) => traces.push({
    type: 'scatter',
    mode: 'lines+markers',
    name: several ? r.name : words,
    x: r.bins.map((b) => b.bytes),
    y: r.bins.map((b) => b[key]),
    line: {
      color: several ? runColour(r.order) :
          k === 0    ? COLOUR.line :
                       COLOUR.pause,
      width: 2.2,
      dash: several ? runDash(r.order) : 'solid'
    },
    marker: {size: 6, symbol: several || k === 0 ? 'circle' : 'diamond'},
    hoverinfo: 'text',
    text: r.bins.map(
        (b) => `<b>${several ? r.name : words}: ${number(b[key])}</b><br>${counted(b.flows, 'flow')} of ${
                   bytes(b.from)} to ${bytes(b.to)}` +
            (key === 'p99' && b.flows < FEW_FLOWS ? '<br>the largest of so few flows' : ''))
  })));
  return traces;
}

// Whether there are flows of different sizes.
const hasSizes = (stats) => stats.bins.length > 1 || (stats.bins.length === 1 && stats.bins[0].from < stats.bins[0].to);

function slowdownFigure(parent, id, runs, keys, title) {
  const bins = runs.flatMap((r) => r.bins), dots = runs.length > 1 ? [] : runs[0].dots || [],
        sizes = [...bins.map((b) => b.bytes), ...dots.map((d) => d[0])],
        values = [...bins.flatMap((b) => Object.keys(keys).map((k) => b[k])), ...dots.map((d) => d[1])];
  plot(parent, id, isNarrow() ? 300 : 360, slowdownTraces(runs, keys), {
    margin: {l: isNarrow() ? 48 : 62, r: isNarrow() ? 10 : 16, t: runs.length > 1 ? 60 : 40, b: 48},
    legend: {orientation: 'h', x: 0, y: 1.01, yanchor: 'bottom'},
    xaxis: logAxis('flow size', Math.min(...sizes) / 1.3, Math.max(...sizes) * 1.3, sizeText),
    yaxis: logAxis(title, 0.9, Math.max(2.2, Math.max(...values) * 1.25), slowdownText)
  });
}

function slowdownNote(bins, dots, completed) {
  const least = Math.min(...bins.map((b) => b.flows)), most = Math.max(...bins.map((b) => b.flows));
  return `Slowdown: completion time divided by the completion time of the same flow alone in the network. ` +
      `Each point stands for ${
             least === most ? number(least) : `${number(least)} to ${number(most)}`} completed flows of similar size.` +
      (least < FEW_FLOWS ? ` The 99th percentile of fewer than ${FEW_FLOWS} flows is the largest value.` : '') +
      (dots && dots.length < completed ?
           ` Grey: ${number(dots.length)} of the ${number(completed)} completed flows, evenly chosen.` :
           '');
}

// Cumulative distributions over a logarithmic axis. runs: [{name, order, values: sorted}]
function distribution(parent, id, title, label, runs) {
  const shown = runs.filter((r) => r.values.length > 0),
        all = shown.flatMap((r) => [r.values[0], r.values[r.values.length - 1]]);
  const traces = shown.map(
      (r) => ({
        type: 'scatter',
        mode: r.values.length < 40 ? 'lines+markers' : 'lines',
        name: r.name,
        x: r.values,
        y: r.values.map((v, k) => (k + 1) / r.values.length),
        line: {shape: 'hv', color: runColour(r.order), width: 1.8, dash: runDash(r.order)},
        marker: {size: 5},
        hoverinfo: 'text',
        text: r.values.map((v, k) => `${percent((k + 1) / r.values.length)} of the flows: at most ${label(v)}`),
        showlegend: runs.length > 1
      }));
  plot(parent, id, 320, traces, {
    margin: {l: isNarrow() ? 48 : 62, r: isNarrow() ? 10 : 16, t: runs.length > 1 ? 60 : 14, b: 48},
    legend: {orientation: 'h', x: 0, y: 1.01, yanchor: 'bottom'},
    xaxis: logAxis(title, Math.min(...all) / 1.15, Math.max(...all) * 1.15, label),
    yaxis: axis('share of flows', {range: [0, 1.03], tickformat: '.0%'})
  });
}

function distributions(parent, id, runs) {
  const pair = element('div', {class: 'pair'}), left = element('div'), right = element('div');
  parent.append(pair);
  pair.append(left);
  distribution(
      left, `${id}-completion`, 'completion time', time,
      runs.map((r) => ({name: r.name, order: r.order, values: r.completion_ns.values})));
  if (!runs.some((r) => r.slowdown.values.length > 0)) return;
  pair.append(right);
  distribution(
      right, `${id}-slowdown`, 'slowdown', slowdownText,
      runs.map((r) => ({name: r.name, order: r.order, values: r.slowdown.values})));
}

// Rows for all flows, and for each size class. runs: [{name, stats, total: number of flows, completed or not}]
function sizeRows(runs) {
  const all = (r) => ({
    bytes_above: 0,
    bytes_to: null,
    flows: r.total,
    completed: r.stats.completion_ns.count,
    completion_ns: r.stats.completion_ns,
    slowdown: r.stats.slowdown
  });
  const classes = [...new Set(runs.flatMap((r) => r.stats.sizes.map((s) => s.bytes_to)))].sort((a, b) => a - b),
        rows = runs.map((r, i) => ({...all(r), run: r.name, first: i === 0}));
  if (classes.length > 1)
    for (const to of classes)
      runs.forEach((r, i) => {
        const s = r.stats.sizes.find((x) => x.bytes_to === to),
              other = runs.flatMap((x) => x.stats.sizes).find((x) => x.bytes_to === to);
        rows.push({...(s || {...other, flows: 0, completed: 0}), run: r.name, first: i === 0});
      });
  return rows;
}

const className = (s) => s.bytes_to === null ? 'all' : `${bytes(s.bytes_above)} to ${bytes(s.bytes_to)}`;

function sizeTable(runs) {
  const several = runs.length > 1, value = (of, key) => (s) => s.completed > 0 && s[of].count > 0 ? s[of][key] : null;
  const rows = sizeRows(runs), order = new Map(rows.map((r, i) => [r, i]));
  return table(
      [
        ['flow size', (s) => className(s), 'word'], ['run', (s) => several ? s.run : null, 'word'],
        ['flows', (s) => s.flows], ['completed', (s) => several ? null : s.completed],
        ['mean', value('completion_ns', 'mean'), time, 'completion time'],
        ['median', value('completion_ns', 'p50'), time, 'completion time'],
        ['99th', value('completion_ns', 'p99'), time, 'completion time'],
        ['longest', value('completion_ns', 'max'), time, 'completion time'],
        ['mean', value('slowdown', 'mean'), times, 'slowdown'], ['median', value('slowdown', 'p50'), times, 'slowdown'],
        ['99th', value('slowdown', 'p99'), times, 'slowdown'], ['largest', value('slowdown', 'max'), times, 'slowdown']
      ],
      rows, {most: 60, group: (s) => several && s.first && order.get(s) > 0});
}
