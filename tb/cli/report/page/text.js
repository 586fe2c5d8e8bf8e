// Words and numbers of the page, and the elements that hold them.

const COLOUR = {
  line: '#1f5fa8',
  fill: 'rgba(31,95,168,0.10)',
  pause: '#e58a3c',
  never: '#b3001b',
  xoff: '#b3001b',
  xon: '#1b7f4b',
  quiet: '#b4bfca',
  ink: '#1d2733',
  soft: '#5d6b7a',
  grid: '#e8ecf1',
  rate: '#8a5fb0'
};
const RUN_COLOURS =
    ['#1f5fa8', '#e07b28', '#1b7f4b', '#b3001b', '#8a5fb0', '#6b4a3a', '#d05fa2', '#5d6b7a', '#9aa61c', '#1ba5b8'];

// An element with text or other elements in it; attributes by name.
function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
  for (const child of children)
    if (child !== null && child !== undefined) e.append(child);
  return e;
}

function fixed(x, digits) {
  if (x === null || x === undefined) return '-';
  return x.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

// Three digits that matter, thousands apart.
function number(x) {
  if (x === null || x === undefined || Number.isNaN(x)) return '-';
  if (Number.isInteger(x)) return fixed(x, 0);
  const size = Math.abs(x);
  return fixed(x, size >= 100 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 3 : 6);
}

function bytes(x) {
  if (x === null || x === undefined) return '-';
  for (const [unit, size] of [['GB', 1e9], ['MB', 1e6], ['KB', 1e3]])
    if (x >= size) return `${number(x / size)} ${unit}`;
  return `${number(x)} B`;
}

function time(ns) {
  if (ns === null || ns === undefined) return '-';
  for (const [unit, size] of [['s', 1e9], ['ms', 1e6], ['µs', 1e3]])
    if (ns >= size) return `${number(ns / size)} ${unit}`;
  return `${number(ns)} ns`;
}

const percent = (share) =>
    share === null || share === undefined ? '-' : `${fixed(100 * share, share > 0 && share < 0.1 ? 2 : 1)} %`;
const sum = (list) => list.reduce((a, b) => a + b, 0);
const quantile = (sorted, q) => sorted.length > 0 ? sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] : null;

// Columns: [title, row => value, 'word' for what is not a number]. A column of nothing is left out.
function table(columns, rows) {
  const used = columns.filter(([, get]) => rows.some((r) => get(r) !== undefined && get(r) !== null));
  const head = element('tr', {}, ...used.map(([title, , kind]) => element('th', kind ? {class: kind} : {}, title)));
  const body = rows.map(
      (r) => element('tr', {}, ...used.map(([, get, kind]) => {
        const value = get(r);
        const cell = typeof value === 'number' ? number(value) : value === null || value === undefined ? '-' : value;
        return element('td', kind ? {class: kind} : {}, cell);
      })));
  return element(
      'div', {class: 'scroll'}, element('table', {}, element('thead', {}, head), element('tbody', {}, ...body)));
}

// One of the registers of all switches; undefined where they differ.
function register(results, name) {
  const values = Object.values(results.registers).map((r) => r[name]);
  return values.every((v) => v === values[0]) ? values[0] : undefined;
}

const schemeOf = (results) =>
    register(results, 'scheme') || [...new Set(Object.values(results.registers).map((r) => r.scheme))].join(' + ');
const isGfc = (results) => schemeOf(results).startsWith('GFC');

// "A:L1/0 waits for B:L2/0 waits for A:L1/0" as [{queue, node, link, cls}], each once.
function cycleOf(results) {
  if (!results.cycle) return [];
  return results.cycle.split(' waits for ').slice(0, -1).map((queue) => {
    const [, node, link, cls] = queue.match(/^([^:]*):(.*)\/([^/]*)$/);
    return {queue, node, link, cls};
  });
}

const FONT = {
  family: '"Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif',
  size: 13,
  color: COLOUR.ink
};

// A plot below the others; what hovers says everything.
function plot(parent, id, height, traces, layout) {
  const div = element('div', {class: 'plot', id, style: `height:${height}px`});
  parent.append(div);
  const common = {
    font: FONT,
    height,
    margin: {l: 130, r: 24, t: 36, b: 44},
    paper_bgcolor: '#fff',
    plot_bgcolor: '#fff',
    hovermode: 'closest',
    hoverlabel: {align: 'left', font: {size: 12.5}},
    legend: {orientation: 'h', x: 0, y: 1, yanchor: 'bottom'}
  };
  Plotly.newPlot(div, traces, {...common, ...layout}, {
    responsive: true,
    displaylogo: false,
    modeBarButtonsToRemove: ['lasso2d', 'select2d', 'autoScale2d'],
    toImageButtonOptions: {format: 'svg', filename: id}
  });
  return div;
}

const axis = (title, more) => ({
  title: {text: title, font: {size: 13}},
  gridcolor: COLOUR.grid,
  zeroline: false,
  linecolor: '#9aa6b2',
  ticks: 'outside',
  ticklen: 4,
  tickcolor: '#9aa6b2',
  automargin: true,
  ...more
});
