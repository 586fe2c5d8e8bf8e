// Formats numbers, and creates elements of the page.

// Creates an element. attributes: {name: value}; children: texts and elements.
function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
  for (const child of children)
    if (child !== null && child !== undefined) e.append(child);
  return e;
}

// The different values of a list
const distinct = (list) => [...new Set(list)];

function fixed(x, digits) {
  if (x === null || x === undefined) return '-';
  return x.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

// A number with about three significant digits, and commas between thousands.
function number(x) {
  if (x === null || x === undefined || Number.isNaN(x)) return '-';
  if (Number.isInteger(x)) return fixed(x, 0);
  const size = Math.abs(x);
  return fixed(x, size >= 100 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 3 : 6);
}

// A number and its unit stay on one line.
const withUnit = (text, unit) => `${text}\u00a0${unit}`;

// Units and their sizes, largest first, in ns and in bytes.
const TIME_UNITS = [['s', 1e9], ['ms', 1e6], ['us', 1e3], ['ns', 1]],
      BYTE_UNITS = [['GB', 1e9], ['MB', 1e6], ['KB', 1e3], ['B', 1]];

function inUnits(x, units) {
  if (x === null || x === undefined) return '-';
  const [unit, size] = units.find((u) => x >= u[1]) || units[units.length - 1];
  return withUnit(number(x / size), unit);
}
const bytes = (x) => inUnits(x, BYTE_UNITS), time = (ns) => inUnits(ns, TIME_UNITS);

// The unit of an axis that ends at this value.
const axisUnit = (most, units) => units.find((u) => most >= 2 * u[1]) || units[units.length - 1];

// An amount without rounding, always in KB: 9,000 KB, 3,988.002 KB.
const exactBytes = (x) =>
    x === 0 ? '0' : withUnit((x / 1000).toLocaleString('en-US', {maximumFractionDigits: 3}), 'KB');

const percent = (share) =>
    share === null || share === undefined ? '-' : withUnit(fixed(100 * share, share > 0 && share < 0.1 ? 2 : 1), '%');
// A function that formats the rates of these flows in Gb/s, all with the same number of digits.
function rateText(flows) {
  const most = largest(flows.map((f) => f.gbps)), digits = most >= 100 ? 1 : most >= 1 ? 2 : 3;
  return (gbps) => fixed(gbps, digits);
}
const times = (x) => x === null || x === undefined ? '-' : `${number(x)}`;
const sum = (list) => list.reduce((a, b) => a + b, 0);
const largest = (list) => list.reduce((a, b) => Math.max(a, b), 0);
const quantile = (sorted, q) => sorted.length > 0 ? sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] : null;
const counted = (n, noun) => `${number(n)} ${noun}${n === 1 ? '' : 's'}`;
const inUs = (list) => list.map((v) => v / 1000);
const note = (text) => element('p', {class: 'note'}, text);

// ---- values of a run ----

// The value of a register, if it is equal in all switches; else undefined.
function register(results, name) {
  const values = Object.values(results.registers).map((r) => r[name]);
  return values.every((v) => v === values[0]) ? values[0] : undefined;
}

const schemeOf = (results) =>
    register(results, 'scheme') || [...new Set(Object.values(results.registers).map((r) => r.scheme))].join(' + ');
const isGfc = (results) => schemeOf(results).startsWith('GFC');
// The highest occupancy of a shared pool in the run; 0 if no packet used a pool.
const sharedPeak = (results) => largest((results.switches || []).map((s) => s.peak_shared_bytes));
const isCredit = (results) => schemeOf(results) === 'CBFC';
const pausedWord = (results) => isGfc(results) ? 'below full rate' : isCredit(results) ? 'without credit' : 'paused';

// Parses the cycle "A:L1/0 waits for B:L2/0 waits for A:L1/0" to [{queue, node, link, cls}].
function cycleOf(results) {
  if (!results.cycle) return [];
  return results.cycle.split(' waits for ').slice(0, -1).map((queue) => {
    const [, node, link, cls] = queue.match(/^([^:]*):(.*)\/([^/]*)$/);
    return {queue, node, link, cls};
  });
}
