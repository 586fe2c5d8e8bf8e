// The keys of scenario files: those that differ between runs, and those of a run that are not at their default.

// Defaults that are constants; tests/program/test_report_keys.py runs each of them.
const KEY_DEFAULTS = {
  // keys: begin defaults (tb/sim/scenario/keys.toml)
  'cell_bytes': '1',
  'packet_bytes': '1000',
  'gbps': '40',
  'delay_ns': '1000',
  'overhead_bytes': '20',
  'seed': '1',
  'jitter_ns': '0',
  'processing_ns': '0',
  'mmu.width': '26',
  'mmu.mode': 'interoperable',
  'mmu.pause_time': '65535',
  'mmu.drop_bounced': 'false',
  'mmu.every_second_class': 'false',
  'mmu.stage_table': 'false',
  'ecn.pmax': '1',
  'flows.*.class': '0',
  'flows.*.loop': 'false',
  'traffic.*.start_us': '0',
  'traffic.*.class': '0',
  'routing': 'first',
  'paths': 'shortest',
  'reroute_us': '1000',
  'congestion': 'none',
  'senders.frame_bytes': '64',
  'trace.packets': 'false'
  // keys: end
};
// Keys of list elements that say what the element is, and are no parameters.
const IDENTITY = ['name', 'a', 'b', 'switch', 'from', 'to', 'route', 'pattern'];
// Keys of list elements whose default is the key of the top level.
const INHERITED = ['gbps', 'delay_ns', 'overhead_bytes', 'packet_bytes', 'congestion', 'ecn_capable'];
const CONGESTION_KEY =
    /^(senders|ecn|ecn_capable|congestion|control)(\.|$)|\.(ecn|ecn_capable|congestion|control)(\.|$)/
const MOST_VALUES = 4;  // of a key in different elements of a list, on the page of one run

const isLeaf = (value) => value === null || typeof value !== 'object' || value.every?.(isLeaf);
const leafText = (value) => value === null ? 'more than 10,000 elements' :
    Array.isArray(value)                   ? `[${value.join(', ')}]` :
                                             value;

// All keys below a value: [path, text].
function leavesOf(value, path) {
  if (isLeaf(value)) return [[path, leafText(value)]];
  return Object.entries(value).flatMap(([key, v]) => leavesOf(v, path === '' ? key : `${path}.${key}`));
}

// The keys of a run by path, {list, element, key, text}. Keys outside lists have neither list nor element.
function keysOf(results) {
  const all = new Map(), put = (x) => all.set([x.list, x.element, x.key].join('\n'), x);
  for (const [name, value] of Object.entries(results.keys || {})) {
    if (isLeaf(value) || !Array.isArray(value))
      leavesOf(value, name).forEach(([key, text]) => put({key, text}));
    else
      value.forEach(
          (v, i) =>
              leavesOf(v, '').forEach(([key, text]) => put({list: name, element: String(v.name ?? i), key, text})));
  }
  return all;
}

// The value of a key in a run, which has the element of the key: [text, origin].
function valueOf(map, path, x) {
  const own = map.get(path), top = map.get(['', '', x.key].join('\n'));
  if (own) return [own.text, 'given'];
  if (!x.list || !INHERITED.includes(x.key)) return [KEY_DEFAULTS[patternOf(x)], 'default'];
  return [top ? top.text : KEY_DEFAULTS[x.key], 'top level'];
}
const patternOf = (x) => x.list ? `${x.list}.*.${x.key}` : x.key;

// The value of a text as a number, if it is one: 1/8, 16KiB, 40.0. Otherwise the text.
function plainValue(text) {
  const [, number, divisor, unit] = /^([\d.]+)(?:\/(\d+))? ?([KMG]i?B|B)?$/.exec(text ?? '') || [];
  if (number === undefined) return text;
  const step = unit && unit.includes('i') ? 1024 : 1000;
  return Number(number) / Number(divisor ?? 1) * step ** ['B', 'K', 'M', 'G'].indexOf((unit ?? 'B')[0]);
}
const sameValue = (a, b) => plainValue(a) === plainValue(b);

// Names of list elements: "all 12 switches", "s0 .. s11", "a, b". order: the names of all elements
function elementsText(list, names, order) {
  const noun = list.replace(/_/g, ' ');
  if (names.length === order.length && names.length > 1) return `all ${number(names.length)} ${noun}`;
  const place = new Map(order.map((name, i) => [name, i])),
        sorted = [...names].sort((a, b) => place.get(a) - place.get(b)), groups = [];
  for (const name of sorted) {
    const last = groups[groups.length - 1];
    if (last && place.get(last[last.length - 1]) + 1 === place.get(name))
      last.push(name);
    else
      groups.push([name]);
  }
  const texts = groups.flatMap((g) => g.length > 2 ? [`${g[0]} .. ${g[g.length - 1]}`] : g);
  return texts.length <= MOST_VALUES ?
      texts.join(', ') :
      `${texts.slice(0, MOST_VALUES - 1).join(', ')} and others, ${number(names.length)} of ${number(order.length)}`;
}

// Joins the rows of elements of a list that have the same key and values. rows: [{list, element, key, values}], orders:
// {list: its elements}. Returns [{key, where, values}].
function joined(rows, orders) {
  const groups = new Map();
  for (const r of rows) {
    const id = JSON.stringify([r.list, r.key, r.values.map((v) => plainValue(v) ?? null), r.origins]);
    if (groups.has(id))
      groups.get(id).names.push(r.element);
    else
      groups.set(id, {...r, names: [r.element]});
  }
  return [...groups.values()].map(
      (g) => ({...g, where: g.list ? elementsText(g.list, g.names, orders[g.list]) : null}));
}

// The elements of all lists of some runs, by list.
function ordersOf(maps) {
  const orders = {switches: []}, seen = new Set();
  for (const map of maps)
    for (const x of map.values()) {
      const id = `${x.list}\n${x.element}`;
      if (!x.list || seen.has(id)) continue;
      seen.add(id);
      (orders[x.list] ||= []).push(x.element);
    }
  return orders;
}

const congestionFirst =
    (rows) => [...rows.filter((r) => CONGESTION_KEY.test(r.key)), ...rows.filter((r) => !CONGESTION_KEY.test(r.key))];

// ---- amounts of the switches, as they are in force ----

// Where the value of a key comes from. own: the sections that may give it
function originOf(results, key, text, own) {
  if (!results.keys) return null;
  if (own.some((g) => g && key.replace('mmu.', '') in g)) return 'given';
  return key in KEY_DEFAULTS || DEFAULT_WORDS.includes(key) || text === '0' ? 'default' : 'derived';
}
const DEFAULT_WORDS = ['mmu.lossless', 'mmu.classes', 'mmu.ttl'];  // their defaults are no constants

// The amounts of a switch: key => {text, origin}.
function amountsOf(results, sw) {
  const keys = results.keys || {}, own = (keys.switches || []).find((s) => s.name === sw) || {}, all = new Map(),
        put = (key, text, given) => all.set(key, {text, origin: originOf(results, key, text, given)});
  for (const [key, text] of mmuKeys(results.registers[sw], results)) put(`mmu.${key}`, text, [keys.mmu, own.mmu]);
  const clock = clockOf(results.registers[sw], results);
  if (clock) put('clock_mhz', clock, [keys, own]);
  return all;
}
const amountKeys = new Set([...MMU_KEYS.map(([key]) => `mmu.${key}`), 'clock_mhz']);
const isAmount = (x) => amountKeys.has(x.key) && (!x.list || x.list === 'switches');

function amountRows(runs) {
  const switches = [...new Set(runs.flatMap((r) => Object.keys(r.results.registers)))];
  const rows = switches.flatMap((element) => {
    const all = runs.map((r) => r.results.registers[element] ? amountsOf(r.results, element) : new Map());
    return [...new Set(all.flatMap((m) => [...m.keys()]))].map((key) => ({
                                                                 list: 'switches',
                                                                 element,
                                                                 key,
                                                                 values: all.map((m) => m.get(key)?.text),
                                                                 origins: all.map((m) => m.get(key)?.origin)
                                                               }));
  });
  const place = [...amountKeys];
  return joined(rows, {switches}).sort((a, b) => place.indexOf(a.key) - place.indexOf(b.key));
}

// ---- the tables ----

// Whether no run gives the key.
const isDerived = (r) => !r.origins.includes('given') && !r.origins.includes(null);
const withOrigin = (v, origin) => v === undefined || !origin || origin === 'given' ? v : `${v} (${origin})`;

// The keys with different values in the runs, congestion control first, derived amounts last.
function differingRows(runs) {
  const maps = runs.map((r) => keysOf(r.results)), orders = ordersOf(maps), known = runs.every((r) => r.results.keys);
  const has = maps.map((m) => new Set([...m.values()].map((x) => `${x.list}\n${x.element}`))), seen = new Set(),
        rows = [];
  for (const map of known ? maps : [])
    for (const [path, x] of map) {
      if (seen.has(path) || isAmount(x)) continue;
      seen.add(path);
      const there = has.map((h) => !x.list || h.has(`${x.list}\n${x.element}`));
      // One row says that a run does not have the element.
      if (!there.every((t) => t)) {
        if (x.key === 'name') rows.push({...x, key: 'in the scenario', values: there.map((t) => t ? 'yes' : 'no')});
        continue;
      }
      const of = maps.map((m) => valueOf(m, path, x)), values = of.map(([v]) => v);
      if (!values.every((v) => sameValue(v, values[0]))) rows.push({...x, values, origins: of.map(([, o]) => o)});
    }
  const amounts = amountRows(runs).filter((r) => r.values.some((v) => v !== r.values[0])),
        engine = {key: 'option --engine', values: runs.map((r) => r.results.engine)},
        files = {key: 'files', values: runs.map((r) => fileNames(r.results))};
  const given = [...joined(rows, orders), ...amounts.filter((r) => !isDerived(r))],
        others = [files, engine].filter((r) => r.values.some((v) => v !== r.values[0]));
  return [...congestionFirst(given), ...others, ...amounts.filter(isDerived)];
}
const fileNames = (results) => (results.files || []).map((f) => f.path.replace(/^.*\//, '')).join(' + ');

// The column of the elements that a key is of, if one has any.
const whereOf = (rows) => (r) => rows.some((x) => x.where) ? r.where ?? '' : null;
const keyText = (r) => r.list && !isAmount(r) ? `${r.list}.${r.key}` : r.key;

function differences(parent, runs) {
  const rows = differingRows(runs), older = runs.filter((r) => !r.results.keys).map((r) => r.name);
  parent.append(element('h3', {}, 'Keys that differ'));
  parent.append(
      rows.length === 0 ?
          element('p', {}, 'None.') :
          table(
              [
                ['key', (r) => keyText(r), 'word'], ['of', whereOf(rows), 'name'],
                ...runs.map((run, i) => [run.name, (r) => withOrigin(r.values[i], r.origins?.[i]), 'wrap'])
              ],
              rows));
  if (older.length > 0)
    parent.append(note(`Only amounts of the switches are compared, because these results have no keys: ${
        older.join(', ')}. Let sluice run --out write them again.`));
  if (rows.some((r) => r.key.startsWith('mmu.'))) parent.append(note(UNITS_NOTE));
  if (rows.some((r) => r.origins?.includes('derived'))) parent.append(note(DERIVED_NOTE));
}
const DERIVED_NOTE = 'Derived: not in the scenario, and computed from its other keys.';

// The keys of a run that are not at their default, but for the amounts of switches.
function givenRows(results) {
  const map = keysOf(results), orders = ordersOf([map]), rows = [];
  for (const x of map.values())
    if (!isAmount(x) && !(x.list && IDENTITY.includes(x.key)) && x.key !== 'name' &&
        !sameValue(x.text, KEY_DEFAULTS[patternOf(x)]))
      rows.push({...x, values: [x.text]});
  const all = congestionFirst(joined(rows, orders)), kinds = new Map();
  for (const r of all) kinds.set(keyText(r), [...(kinds.get(keyText(r)) || []), r]);
  return [...kinds.values()].flatMap(
      (list) => list.length <= MOST_VALUES ? list : [{
        ...list[0],
        where: elementsText(list[0].list, list.flatMap((r) => r.names), orders[list[0].list]),
        values: [`${number(list.length)} different values`]
      }]);
}

function givenKeys(parent, results) {
  const rows = results.keys ? givenRows(results) : [];
  if (rows.length === 0) return;
  parent.append(
      element('p', {}, 'Other keys that are not at their default:'),
      table(
          [['key', (r) => keyText(r), 'word'], ['of', whereOf(rows), 'name'], ['value', (r) => r.values[0], 'wrap']],
          rows, {most: 40}));
}

// The congestion control of a run: "dcqcn", or "none, traffic.web: dcqcn" with entries that have their own.
function congestionText(results) {
  const own = joined(
      [...keysOf(results).values()]
          .filter((x) => x.list && x.key === 'congestion')
          .map((x) => ({...x, values: [x.text]})),
      ordersOf([keysOf(results)]));
  const words = [results.congestion ?? results.senders ?? 'none', ...own.map((r) => `${r.where}: ${r.values[0]}`)];
  return words.length <= 3 ? words.join(', ') : `${words[0]}, and others for ${words.length - 1} groups of flows`;
}
