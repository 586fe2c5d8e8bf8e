// The comparison of several runs.

const MOST_GROUPS = 12, MOST_NAMED = 6;

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

// The runs in groups with equal results.
function equalGroups(runs, of = (r) => r.sum) {
  const groups = new Map();
  for (const r of runs) groups.set(of(r), [...(groups.get(of(r)) || []), r]);
  return [...groups.values()];
}
const listed = (words) => words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

function equalRuns(parent, runs) {
  const drawn = new Set(withoutEqual(runs).map((r) => r.name));
  for (const group of equalGroups(runs).filter((g) => g.length > 1)) {
    const names = group.map((r) => r.name);
    parent.append(element(
        'p', {},
        `${listed(names)} have equal results. ${
            drawn.has(names.join(' = ')) ? 'The figures draw them as one run.' : 'Only their traces differ.'}`));
  }
}

// One run of each group, with the names of all. Runs with other traces remain.
function withoutEqual(runs) {
  const several = equalGroups(runs).filter((g) => g.length > 1).flat();
  return equalGroups(runs, (r) => several.includes(r) ? JSON.stringify([r.sum, r.occupancy, r.shared]) : r)
      .map((g) => ({...g[0], name: g.map((r) => r.name).join(' = ')}));
}

function summary(parent, runs) {
  const links = (r) => r.results.links || [], switches = (r) => r.results.switches;
  parent.append(table(
      [
        ['run', (r) => element('a', {href: `#${r.id}`}, r.name), 'name'], ['scenario', (r) => r.results.scenario, 'name'],
        ['scheme', (r) => schemeOf(r.results), 'word'],
        ['congestion control', (r) => congestionText(r.results), 'name'], ['verdict', (r) => verdictText(r.results), 'name'],
        [
          'Gb/s of all flows', (r) => r.flows > 0 && r.finite === 0 ? r.gbps : null,
          number
        ],
        ['flows', (r) => r.finite > 0 ? r.finite : null], ['completed', (r) => r.finite > 0 ? r.completed : null],
        ['pauses', (r) => r.results.links ? sum(links(r).map((l) => l.pauses)) : null],
        [
          'longest paused link', (r) => links(r).length > 0 ? largest(links(r).map((l) => l.paused)) : null, percent
        ],
        ['peak of a queue', (r) => switches(r) && largest(switches(r).map((s) => s.peak_queue_bytes)), bytes],
        ['peak of the shared buffer', (r) => sharedPeak(r.results) || null, bytes],
        ['lost', (r) => switches(r) && sum(switches(r).map((s) => s.lost))]
      ],
      runs));
}

// A label for each item: its name, or the long name if the name is ambiguous. items: [{name, long, value}]
function labelled(lists) {
  const long = new Map();
  for (const item of lists.flat()) long.set(item.name, (long.get(item.name) || new Set()).add(item.long));
  return lists.map((items) => new Map(items.map((x) => [long.get(x.name).size > 1 ? x.long : x.name, x.value])));
}

// Groups of bars: a group for each name, a bar for each run that has it. If there are many names, those with the
// largest difference between the runs are shown, and for equal differences those with the highest values. items: run =>
// [{name, long, value}]; words: {noun, most} of the names, for the note; of: {all, zero, partly}, numbers of all names,
// of those that are 0 in all runs, and of those that are not in all runs, unless `items` has all names.
// A value of null is unknown.
function grouped(parent, id, title, runs, items, unit, words, of) {
  const lists = labelled(runs.map(items)), names = [...new Set(lists.flatMap((m) => [...m.keys()]))];
  const named = (is) => runs.filter((r, i) => is(lists[i])).map((r) => r.name).join(', '),
        known = (m, n) => (m.get(n) ?? null) !== null,
        values = (n) => lists.filter((m) => known(m, n)).map((m) => m.get(n)), most = (n) => largest(values(n)),
        without = (n) => named((m) => !m.has(n)), unknown = (n) => named((m) => m.has(n) && !known(m, n)),
        missing = (n) => [['not in', without(n)], ['unknown in', unknown(n)]]
                             .filter((x) => x[1])
                             .map((x) => x.join(' '))
                             .join(', '),
        partly = names.filter((n) => without(n)), used = names.filter((n) => most(n) > 0),
        step = largest(used.map(most)) / 1000,
        // Rounded, so that small differences do not decide the order.
      rank = new Map(used.map((n) => [n, [Math.round((most(n) - Math.min(...values(n))) / step), most(n)]])),
        count = of || {all: names.length, zero: names.length - used.length, partly: partly.length};
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
                 y: kept.filter((n) => known(lists[i], n)),
                 x: kept.filter((n) => known(lists[i], n)).map((n) => lists[i].get(n)),
                 marker: {color: runColour(r.order)},
                 hovertemplate: `%{y}: %{x:.4g} ${unit}<extra>${r.name}</extra>`
               })),
      {
        barmode: 'group',
        bargap: 0.25,
        margin: {l: 70, r: 24, t: 56, b: 44},
        annotations: kept.filter(missing).map((n) => absence(missing(n), {y: n})),
        xaxis: axis(unit, {rangemode: 'tozero'}),
        yaxis: axis('', {
          type: 'category',
          categoryorder: 'array',
          categoryarray: kept,
          autorange: 'reversed',
          ticks: '',
          tickmode: 'linear',
          dtick: 1
        })
      });
  const notes = [], others = count.all - kept.length;
  if (others > 0)
    notes.push(
        count.all - count.zero === kept.length ? `The value of the other ${counted(others, words.noun)} is 0.` :
                                                 `Of ${counted(count.all, words.noun)}, the plot shows the ${
                                                     kept.length} with the largest difference between the runs. ` +
                `Among equal differences it shows ${words.most}.`);
  if (count.partly > 0)
    notes.push(
        `${counted(count.partly, words.noun)} not in all runs: ${
            partly.slice(0, MOST_NAMED).map((n) => `${n} (not in ${without(n)})`).join(', ')}` +
        (count.partly > MOST_NAMED ? `, and ${number(count.partly - MOST_NAMED)} more.` : '.'));
  if (notes.length > 0) parent.append(note(notes.join(' ')));
}

// Completion times of the flows that completed in all runs; if there are none, of all completed flows of each run.
// all: the number of runs; `runs` has one run of those with equal results
function completions(parent, runs, all) {
  const common = commonOf(runs), of = runs.map((r) => ({
                                                 name: r.name,
                                                 order: r.order,
                                                 total: common > 0 ? common : r.finite,
                                                 stats: common > 0 ? r.common : r
                                               }));
  parent.append(element('h3', {}, 'Completion times, over the same flows'), element('p', {}, commonText(runs, all)));
  const named = of.map((x) => ({...x.stats, name: x.name, order: x.order})),
        sized = named.filter((x) => x.bins.length > 0);
  const several = of.some((x) => x.stats.traffic.length > 1);
  if (several)
    trafficFigures(parent, runs, of);
  else if (sized.some(hasSizes))
    slowdownPair(parent, 'comparison', sized);
  if (!runs.every(isByTraffic)) parent.append(sizeTable(of));
  const none = named.filter((x) => x.completion_ns.count === 0).map((x) => x.name);
  if (none.length > 0) parent.append(note(`Not in the figures, because no flow completed: ${none.join(', ')}.`));
  if (!several && of.some((x) => x.stats.completion_ns.count > 8)) distributions(parent, 'comparison-share', named);
}

function comparison(parent, all) {
  parent.append(element('h2', {id: 'comparison'}, 'Comparison'));
  const runs = withoutEqual(all);
  differences(parent, all);
  equalRuns(parent, all);
  if (runs.some((r) => r.finite > 0)) trafficComparison(parent, runs, all.length);
  summary(parent, all);
  if (runs.some((r) => r.completed > 0)) completions(parent, runs, all.length);
  if (runs.every((r) => r.finite === 0)) {
    grouped(
        parent, 'comparison-rates', 'Rates of the flows', runs,
        (r) => r.rates.map(([name, from, to, value]) => ({name, long: `${name}, ${from} to ${to}`, value})), 'Gb/s',
        {noun: 'flow', most: 'the fastest flows'}, runs[0].rates_of);
    if (runs.some((r) => r.gbps > 0)) parent.append(note(rateNote(runs)));
  }
  grouped(
      parent, 'comparison-paused', 'Time paused (under GFC: below full rate)', runs,
      (r) => (r.results.links || []).map((l) => ({
                                           name: `${l.from} to ${l.to}`,
                                           long: `${l.from} to ${l.to} (${l.name})`,
                                           value: 100 * l.paused
                                         })),
      '% of the time until the sources stopped', {noun: 'direction', most: 'the directions that were paused longest'});
  if (runs.some((r) => largest((r.results.links || []).map((l) => l.paused)) > 0))
    parent.append(note(runs.map((r) => `${r.name}: ${verdictText(r.results)}.`).join(' ')));
  occupancies(parent, runs);
}
