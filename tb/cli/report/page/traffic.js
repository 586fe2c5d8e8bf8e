// Completion times and slowdowns by traffic: the flows of `flows`, of each entry of traffic, of a CSV file.

const TRAFFIC_VALUES = [['median', 'p50'], ['99th', 'p99'], ['99.9th', 'p999'], ['mean', 'mean'], ['largest', 'max']];

const isByTraffic = (run) => run.traffic.length > 0;
const makespanOf = (run, name) => ((run.results.traffic || []).find((x) => x.name === name) || {}).makespan_ns;

// An entry with all its flows, to === null, or with those of a size class. undefined: there is none.
function entryOf(stats, name, to) {
  const entry = name === null ? {...stats, flows: stats.finite} : stats.traffic.find((x) => x.name === name);
  return entry && to !== null ? entry.sizes.find((s) => s.bytes_to === to) : entry;
}

// Rows for each entry, for its size classes, and for all flows: {name, null: all flows; to, null: all sizes}
function trafficRows(runs) {
  const names = distinct(runs.flatMap((r) => r.traffic.map((x) => x.name)));
  const rows = names.flatMap((name) => {
    const sizes = distinct(runs.flatMap((r) => (entryOf(r, name, null) || {sizes: []}).sizes.map((s) => s.bytes_to)));
    return [null, ...(sizes.length > 1 ? sizes.sort((a, b) => a - b) : [])].map((to) => ({name, to}));
  });
  return names.length > 1 ? [...rows, {name: null, to: null}] : rows;
}

const TRAFFIC_HEADS = [
  ['traffic', (r) => r.name === null ? 'all' : r.name, 'word'],
  ['flow size', (r) => className({bytes_above: r.to / 10, bytes_to: r.to}), 'word']
];

const openOf = (entry) => entry && entry.flows - entry.completed;
const entryValue = (entry, of, key) => entry && entry[of].count > 0 ? entry[of][key] : null;

function trafficRowsTable(columns, rows) {
  const first = new Set(rows.filter((r, i) => i > 0 && r.to === null));
  return table([...TRAFFIC_HEADS, ...columns], rows, {most: 40, group: (r) => first.has(r)});
}

// The table of one run.
function trafficTable(run) {
  const rows = trafficRows([run]), of = (r) => entryOf(run, r.name, r.to), open = run.finite - run.completed;
  const values = (title, key, text) =>
      TRAFFIC_VALUES.map(([word, p]) => [word, (r) => entryValue(of(r), key, p), text, title]);
  return trafficRowsTable(
      [
        ['flows', (r) => of(r).flows], ['incomplete', open > 0 ? (r) => openOf(of(r)) : () => null],
        ...values('completion time', 'completion_ns', time),
        ['makespan', (r) => r.to === null ? makespanOf(run, r.name) : null, time],
        ...values('slowdown', 'slowdown', times)
      ],
      rows);
}

// The entries of a run that have curves, if there are several; else all flows.
function curvesOf(run) {
  const entries = run.traffic.filter((x) => x.bins && x.completed > 0);
  return entries.length > 1 ? entries.map((x, i) => ({...x, order: i})) : [{...run, name: 'all flows', order: 0}];
}

// Two figures of the slowdown, each with a line for each item.
function slowdownPair(parent, id, items) {
  const pair = element('div', {class: 'pair'}), left = element('div'), right = element('div');
  parent.append(pair);
  pair.append(left, right);
  slowdownFigure(left, `${id}-median`, items, {p50: 'median'}, 'slowdown, median');
  slowdownFigure(right, `${id}-p99`, items, {p99: '99th percentile'}, 'slowdown, 99th percentile');
  parent.append(note(slowdownNote(items.flatMap((x) => x.bins))));
}

// States which entries have no curves.
function curvesNote(runs) {
  const names = (list) => distinct(list.map((x) => x.name)), all = names(runs.flatMap((r) => r.traffic)),
        drawn = names(runs.flatMap((r) => r.traffic.filter((x) => x.bins)));
  return drawn.length < all.length ? note(`The figures show ${number(drawn.length)} of ${
                                         number(all.length)} entries of traffic, the first in each scenario.`) :
                                     null;
}

// ---- several runs ----

const commonOf = (runs) => runs[0].common ? runs[0].common.flows : 0;

// Which flows the values of a comparison of `all` runs are of.
function commonText(runs, all) {
  const common = commonOf(runs), finite = runs.map((r) => r.finite), same = finite.every((n) => n === finite[0]);
  return common > 0 ?
      `${number(common)} ${same ? `of ${counted(finite[0], 'flow')} ` : 'flows '}completed in all ${
          all} runs. All values below are of these flows alone.` :
      'No flow completed in all runs. The values below are of the flows that completed in each run, and are not comparable.';
}

// Two tables with a row for each entry and each size, and a column for each run. total: the number of runs
function trafficComparison(parent, runs, total) {
  if (!runs.every(isByTraffic)) return;
  const common = commonOf(runs), rows = trafficRows(runs), all = (run, r) => entryOf(run, r.name, r.to),
        of = (run, r) => entryOf(common > 0 ? {...run.common, finite: common} : run, r.name, r.to);
  const each = (over, get, text) => runs.map((run) => [run.name, (r) => get(run, r), text, over]);
  const values = (key, text) => TRAFFIC_VALUES.filter(([, p]) => p !== 'max')
                                    .flatMap(
                                        ([word, p]) => each(
                                            p === 'mean' ? word : `${word}${p === 'p50' ? '' : ' percentile'}`,
                                            (run, r) => entryValue(of(run, r), key, p), text));
  const flows = common > 0 ? [['flows', (r) => largest(runs.map((run) => (of(run, r) || {flows: 0}).flows))]] :
                             each('flows', (run, r) => (all(run, r) || {}).completed);
  const open = runs.some((r) => r.completed < r.finite) ? each('incomplete', (run, r) => openOf(all(run, r))) : [];
  parent.append(
      element('h3', {}, 'Slowdown by traffic'), element('p', {}, commonText(runs, total)),
      trafficRowsTable([...flows, ...open, ...values('slowdown', times)], rows));
  if (runs.some((r) => r.completed > 0)) {
    const makespans = each('makespan', (run, r) => r.to === null ? makespanOf(run, r.name) : null, time);
    parent.append(
        element('h3', {}, 'Completion time by traffic'),
        trafficRowsTable([...flows, ...values('completion_ns', time), ...makespans], rows));
  }
  if (common > 0)
    parent.append(note(
        'Incomplete flows and makespans are those of all flows of a run. Makespan: from the first start to the last completion.'));
}

// The figures of each entry of traffic. of: [{name, order, stats}]
function trafficFigures(parent, runs, of) {
  distinct(of.flatMap((x) => x.stats.traffic.filter((t) => t.bins && t.completed > 0).map((t) => t.name)))
      .forEach((name, i) => {
        const lines = of.map((x) => ({...entryOf(x.stats, name, null), name: x.name, order: x.order}))
                          .filter((x) => x.bins && x.completed > 0);
        parent.append(element('h4', {}, name));
        if (lines.some(hasSizes)) slowdownPair(parent, `comparison-${i + 1}`, lines);
        if (lines.some((x) => x.completed > 8)) distributions(parent, `comparison-${i + 1}-share`, lines);
      });
  parent.append(curvesNote(runs) || '');
}
