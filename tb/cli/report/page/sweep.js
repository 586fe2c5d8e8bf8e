// The page of a sweep: figures of its results over a swept key, with a line for each combination of the other keys, and
// a table of the points.

const MOST_SERIES = 12, MOST_TICKS = 12;

// The main results in their order: [column, title]. Without `columns` in the sweep
// file, only these are shown.
const SWEEP_RESULTS = [
  [/^switches\.lost\.sum$/, 'lossless packets lost'], [/^incomplete$/, 'incomplete flows'],
  [/^(flows\.)?gbps\.mean$/, 'mean throughput of the flows'], [/^completion_ns\.mean$/, 'completion time, mean'],
  [/^completion_ns\.p99$/, 'completion time, 99th percentile'], [/^slowdown\.p50$/, 'slowdown, median'],
  [/^slowdown\.p99$/, 'slowdown, 99th percentile'], [/^links\.pauses\.sum$/, 'pauses of all links'],
  [/^links\.paused\.max$/, 'longest paused link'], [/^search\.burst_share$/, 'largest burst without a pause']
];
// Where the columns of the sweep file are shown: losses, throughput, completion times, pauses, others.
const SWEEP_ORDER = [/lost|incomplete/, /gbps/, /completion/, /slowdown/, /paus/];

const isSeedKey = (key) => /(^|\.)(ecmp_)?seed$/.test(key);
const isNumber = (v) => typeof v === 'number';

// Units of the values of a column, and the function that formats one.
function unitsOf(column) {
  if (/(^|[._])ns(\.|$)/.test(column)) return {units: TIME_UNITS, text: time};
  if (/(^|[._])bytes(\.|$)/.test(column)) return {units: BYTE_UNITS, text: bytes};
  if (/gbps/.test(column)) return {units: [['Gb/s', 1]], text: (v) => isNumber(v) ? withUnit(number(v), 'Gb/s') : '-'};
  if (/(paused|busy|share)(\.|$)/.test(column)) return {units: [['%', 0.01]], text: percent};
  return {units: [['', 1]], text: number};
}

// Points by column: [{column: cell}].
function pointsOf(sweep) {
  return sweep.rows.map((row) => Object.fromEntries(sweep.columns.map((c, i) => [c, row[i]])));
}

// The results to draw: [{column, title}].
function resultsOf(sweep, points) {
  const keys = new Set(['point', 'exit', ...sweep.keys.map((k) => k.key)]),
        columns = sweep.columns.filter((c) => !keys.has(c) && points.some((p) => isNumber(p[c])));
  const rank = (c) => [...SWEEP_ORDER, /^/].findIndex((o) => o.test(c));
  if (sweep.chosen) return [...columns].sort((a, b) => rank(a) - rank(b)).map((column) => ({column, title: column}));
  return SWEEP_RESULTS.flatMap(
      ([match, title]) =>
          columns.filter((c) => match.test(c)).map((column) => ({column, title: `${title} (${column})`})));
}

// The verdict as results: shares of the points.
function verdictResults(points) {
  return ['deadlocked', 'still moving']
      .filter((v) => points.some((p) => p.verdict === v))
      .map((v) => ({
             title: `points that are ${v}`,
             column: 'share',
             value: (p) => isNothing(p.verdict) ? null :
                 p.verdict === v                ? 1 :
                                                  0
           }));
}

// ---- axes ----

// The swept keys that can be the x axis, the best first: numbers, then the key with most values. Seeds only alone.
function xKeys(sweep, points) {
  const varied = sweep.keys.map((k) => k.key).filter((key) => distinct(points.map((p) => p[key])).length > 1),
        keys = varied.filter((key) => !isSeedKey(key)), numeric = (key) => points.every((p) => isNumber(p[key]));
  const sorted = [...keys].sort(
      (a, b) => numeric(b) - numeric(a) ||
          distinct(points.map((p) => p[b])).length - distinct(points.map((p) => p[a])).length);
  return keys.length > 0 ? sorted : varied.length > 0 ? varied : [sweep.keys[0].key];
}

// The text of a value in the sweep file: 1/64 for 0.015625.
function valueText(sweep, key, value) {
  const texts = sweep.keys.find((k) => k.key === key).values;
  const same = (t) => isNumber(value) ? Math.abs(plainValue(t) - value) <= 1e-9 * Math.abs(value) : t === value;
  return texts.find(same) ?? (isNumber(value) ? number(value) : String(value));
}

function sweepXAxis(sweep, key, values) {
  const title = key, text = (v) => valueText(sweep, key, v);
  if (!values.every(isNumber))
    return axis(title, {type: 'category', categoryorder: 'array', categoryarray: values.map(text)});
  const few = values.length <= MOST_TICKS ? {tickmode: 'array', tickvals: values, ticktext: values.map(text)} : {};
  const low = Math.min(...values), high = Math.max(...values);
  return axis(title, low > 0 && high >= 16 * low ? {type: 'log', ...few} : few);
}

// ---- figures ----

// The series of a figure over a key: [{name, points}].
function seriesOf(sweep, points, x) {
  const others = sweep.keys.map((k) => k.key)
                     .filter((key) => key !== x && !isSeedKey(key) && distinct(points.map((p) => p[key])).length > 1),
        groups = new Map();
  for (const p of points) {
    const name = others
                     .map((key) => {
                       const text = valueText(sweep, key, p[key]);
                       return others.length === 1 && !isNumber(p[key]) ? text : `${key} ${text}`;
                     })
                     .join(', ');
    groups.set(name, [...(groups.get(name) || []), p]);
  }
  return [...groups].map(([name, of]) => ({name: name || 'all points', points: of}));
}

// Mean, least and largest value of the points at each x: the seeds, and nothing else, differ among them.
function lineOf(points, x, value) {
  const at = new Map();
  for (const p of points)
    if (isNumber(value(p))) at.set(p[x], [...(at.get(p[x]) || []), value(p)]);
  const sorted = [...at].sort(([a], [b]) => isNumber(a) && isNumber(b) ? a - b : 0);
  return sorted.map(
      ([v, list]) =>
          ({x: v, n: list.length, mean: sum(list) / list.length, low: Math.min(...list), high: Math.max(...list)}));
}

function sweepFigure(parent, id, sweep, points, x, result) {
  const value = result.value || ((p) => p[result.column]), {units, text} = unitsOf(result.column);
  const series = [];
  for (const s of seriesOf(sweep, points, x).slice(0, MOST_SERIES)) {
    const line = lineOf(s.points, x, value),
          equal = series.find((o) => JSON.stringify(o.line) === JSON.stringify(line));
    if (equal)
      equal.name += ` = ${s.name}`;
    else
      series.push({...s, line, order: series.length});
  }
  const most = largest(series.flatMap((s) => s.line.map((l) => l.high))), [unit, size] = axisUnit(most, units),
        category = !points.every((p) => isNumber(p[x])), seeds = series.some((s) => s.line.some((l) => l.n > 1));
  parent.append(element('h3', {}, result.title));
  plot(
      parent, id, isNarrow() ? 290 : 330,
      series.map((s) => ({
                   type: 'scatter',
                   mode: 'lines+markers',
                   name: s.name,
                   showlegend: series.length > 1,
                   x: s.line.map((l) => category ? valueText(sweep, x, l.x) : l.x),
                   y: s.line.map((l) => l.mean / size),
                   error_y: seeds ? {
                     type: 'data',
                     symmetric: false,
                     array: s.line.map((l) => (l.high - l.mean) / size),
                     arrayminus: s.line.map((l) => (l.mean - l.low) / size),
                     thickness: 1,
                     width: 3
                   } :
                                    undefined,
                   line: {color: runColour(s.order), width: 2, dash: runDash(s.order)},
                   marker: {size: 6},
                   hoverinfo: 'text',
                   text: s.line.map(
                       (l) => `<b>${s.name}</b><br>${x} ${valueText(sweep, x, l.x)}: ${text(l.mean)}` +
                           (l.n > 1 ? `<br>mean of ${l.n} points, ${text(l.low)} to ${text(l.high)}` : ''))
                 })),
      {
        margin: {
          l: isNarrow() ? 48 : 62,
          r: isNarrow() ? 10 : 16,
          t: series.length > 1 ? 30 + 18 * Math.ceil(series.length / 3) : 14,
          b: 48
        },
        legend: {orientation: 'h', x: 0, y: 1.01, yanchor: 'bottom'},
        xaxis: sweepXAxis(
            sweep, x, distinct(points.map((p) => p[x])).sort((a, b) => isNumber(a) && isNumber(b) ? a - b : 0)),
        yaxis: axis(unit, {rangemode: 'tozero'})
      });
}

// Draws the results that differ between points, two figures side by side, and names the others.
function sweepFigures(parent, sweep, points, x, results) {
  const value = (r) => r.value || ((p) => p[r.column]),
        equal = results.filter((r) => distinct(points.map(value(r))).length === 1),
        drawn = results.filter((r) => !equal.includes(r)), pair = element('div', {class: 'pair'});
  parent.replaceChildren();
  if (equal.length > 0)
    parent.append(element(
        'p', {},
        `Equal at all points: ${
            equal.map((r) => `${r.title} ${unitsOf(r.column).text(value(r)(points[0]))}`).join('; ')}.`));
  parent.append(pair);
  drawn.forEach((r, i) => {
    const half = element('div');
    pair.append(half);
    sweepFigure(half, `sweep-${i + 1}`, sweep, points, x, r);
  });
  const series = seriesOf(sweep, points, x).length, notes = [];
  if (sweep.keys.some((k) => isSeedKey(k.key) && k.key !== x && k.values.length > 1))
    notes.push('Each point of a figure is the mean over the seeds; its bar ends at the least and the largest value.');
  if (series > MOST_SERIES)
    notes.push(`Of ${series} combinations of the other keys the first ${MOST_SERIES} are drawn.`);
  if (notes.length > 0) parent.append(note(notes.join(' ')));
}

// ---- the page ----

function sweepFacts(parent, sweep, points) {
  const box = element('div', {class: 'facts'}), verdicts = distinct(points.map((p) => p.verdict).filter((v) => v));
  fact(
      box, `${number(sweep.completed)} of ${number(sweep.points)}`, 'points have run',
      sweep.completed < sweep.points ? 'bad' : '');
  for (const v of verdicts)
    fact(
        box, number(points.filter((p) => p.verdict === v).length), `points ${v}`,
        v === 'drained'        ? 'good' :
            v === 'deadlocked' ? 'bad' :
                                 '');
  fact(box, number(sweep.lost), 'points lost lossless packets', sweep.lost > 0 ? 'bad' : '');
  parent.append(box);
}

function sweepTable(sweep, points, results) {
  const keys = sweep.keys.map((k) => k.key);
  return table(
      [
        ['point', (p) => p.point], ...keys.map((k) => [k, (p) => p[k], (v) => valueText(sweep, k, v)]),
        ['exit', (p) => p.exit], ['verdict', (p) => p.verdict, 'word'],
        ...results.filter((r) => !r.value).map((r) => [r.column, (p) => p[r.column], unitsOf(r.column).text])
      ],
      points);
}

function showSweep(main, run) {
  const sweep = run.sweep, points = pointsOf(sweep), keys = xKeys(sweep, points), figures = element('div');
  const title = `Sweep ${run.dir.replace(/\/+$/, '').replace(/^.*\//, '')}: ${counted(sweep.points, 'point')}`,
        results = [...verdictResults(points), ...resultsOf(sweep, points)];
  document.title = `${title} - Sluice`;
  main.append(element('h1', {}, title));
  main.append(element(
      'p', {class: 'soft'},
      `Over ${sweep.keys.map((k) => `${k.key} (${counted(k.values.length, 'value')})`).join(', ')}.`));
  sweepFacts(main, sweep, points);
  if (sweep.completed < sweep.points)
    main.append(element(
        'p', {class: 'missing'},
        `The sweep is not complete: ${number(sweep.points - sweep.completed)} of ${
            number(sweep.points)} points have not run. Figures and table have the others.`));
  if (sweep.rows.length < sweep.completed)
    main.append(note(`The page has the first ${number(sweep.rows.length)} of the points that have run.`));
  main.append(element('h2', {}, 'Results'));
  if (keys.length > 1)
    main.append(
        element('p', {}, 'The x axis is:'),
        choice(keys.map((key) => [key, () => sweepFigures(figures, sweep, points, key, results)])));
  main.append(figures);
  sweepFigures(figures, sweep, points, keys[0], results);
  main.append(element('h2', {}, 'Points'), sweepTable(sweep, points, results));
}
