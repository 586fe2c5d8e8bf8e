// The parameters of a run as keys of a scenario file. Keys that the scheme ignores are left
// out.

const PAUSING = ['STATIC', 'SIH', 'DSH', 'TTL'], GFCS = ['GFC', 'GFC_LINEAR'];

const alphaText = (a) => a < 0 ? `1/${2 ** -a}` : String(2 ** a);
const yesNo = (x) => x ? 'true' : 'false';
const setBits = (mask) => [...Array(32).keys()].filter((i) => mask >> i & 1);

function partitionsOf(r, cell) {
  const list = Object.keys(r).filter((k) => /^PARTITION_\d$/.test(k)).map((k) => r[k] * cell);
  return `[${list.map(exactBytes).join(', ')}]`;
}

function losslessOf(r, results) {
  const classes = results.mmu ? results.mmu.classes : 8, set = setBits(r.LOSSLESS);
  return set.length === classes ? 'all' : `[${set.join(', ')}]`;
}

// Without the values that are 0: no limit of its own, no losses, a period that is never.
function creditsOf(r) {
  return `{${
      Object.entries(r.credits).filter(([, v]) => v !== 0 && v !== false).map(([k, v]) => `${k}: ${v}`).join(', ')}}`;
}

// [key, schemes that use it (none: all), value in a set of registers, meaning]
const MMU_KEYS = [
  ['scheme', null, (r) => r.scheme, ''],
  ['buffer', null, (r, cell) => exactBytes(r.BUFFER * cell), 'whole buffer of a switch'],
  [
    'private', ['STATIC', 'SIH', 'DSH', ...GFCS, 'CBFC'], (r, cell) => exactBytes(r.PRIVATE * cell),
    'phi, of each ingress queue; GFC: B; CBFC: the buffer of a channel'
  ],
  ['headroom', PAUSING, (r, cell) => exactBytes(r.HEADROOM * cell), 'eta, of each ingress queue; DSH: of each port'],
  ['shared', PAUSING, (r, cell) => exactBytes(r.SHARED * cell), 'Bs, the shared pool'],
  ['partitions', ['TTL'], partitionsOf, 'b_j of each class'],
  ['alpha', ['SIH', 'DSH', 'TTL'], (r) => alphaText(r.ALPHA), 'share of the free pool that a queue may hold'],
  ['xoff', ['STATIC'], (r, cell) => exactBytes(r.XOFF * cell), 'a queue above it is paused'],
  ['xon', ['STATIC'], (r, cell) => exactBytes(r.XON * cell), 'a queue at or below it is resumed'],
  ['delta_q', ['SIH', 'DSH', 'TTL'], (r, cell) => exactBytes(r.DELTA_Q * cell), 'Xqoff - Xqon'],
  ['delta_p', ['DSH'], (r, cell) => exactBytes(r.DELTA_P * cell), 'Xpoff - Xpon'],
  ['bm', GFCS, (r, cell) => exactBytes(r.STAGE_TOP * cell), 'Bm, where the rate is lowest'],
  ['b0', GFCS, (r, cell) => exactBytes(r.STAGE_BASE * cell), 'B0, where the rate begins to fall'],
  ['stages', ['GFC'], (r) => String(r.STAGES & 15), 'N'],
  ['ttl', ['TTL'], (r) => String(r.TTL0), 'the TTL with which hosts send'],
  ['drop_bounced', ['TTL'], (r) => yesNo(r.TTL_OPTIONS & 1), 'drop a packet that would leave by its ingress port'],
  ['every_second_class', ['TTL'], (r) => yesNo(r.TTL_OPTIONS & 2), 'half the classes, in a tree'],
  ['credits', ['CBFC'], creditsOf, 'credits of a channel'],
  ['lossless', null, (r, cell, results) => losslessOf(r, results), 'classes'],
  ['max_packet', null, (r, cell) => exactBytes(r.MAX_PACKET * cell), 'largest packet'],
  ['mode', ['DSH'], (r) => r.NATIVE ? 'native' : 'interoperable', 'pause messages of ports'],
  ['pause_time', PAUSING, (r) => `${fixed(r.PAUSE_TIME, 0)} quanta`, 'time of a pause message'],
  ['refresh', null, (r) => `${fixed(r.REFRESH, 0)} quanta`, 'period of refreshes']
];

const UNITS_NOTE = 'Amounts of memory are exact, in KB of 1,000 bytes.';

const usesKey = ([, schemes], scheme) => schemes === null || schemes.includes(scheme);

// Groups switches with equal registers: [{names, registers}].
function registerSets(results) {
  const groups = new Map();
  for (const [name, registers] of Object.entries(results.registers)) {
    const text = JSON.stringify(registers);
    groups.set(text, [...(groups.get(text) || []), name]);
  }
  return [...groups].map(([text, names]) => ({names, registers: JSON.parse(text)}));
}

// Returns {key: value} for a set of registers.
function mmuKeys(registers, results) {
  const cell = results.cell_bytes || 1, of = new Map();
  for (const k of MMU_KEYS)
    if (usesKey(k, registers.scheme)) of.set(k[0], k[2](registers, cell, results));
  return of;
}

// The clock of switches with these registers.
function clockOf(registers, results) {
  const hz = registers.clock_hz || results.clock_hz;
  return hz && number(hz / 1e6);
}

// Keys of the scenario outside section mmu: [key, value, meaning].
function networkKeys(results) {
  const rows = [
    ['clock_mhz', clockOf({}, results), 'clock of the MMU'],
    ['cell_bytes', results.cell_bytes, 'bytes of a cell of the buffer'], ['seed', results.seed, '']
  ];
  if (results.mmu)
    rows.push(
        ['mmu.ports', results.mmu.ports, 'of an MMU'], ['mmu.classes', results.mmu.classes, 'of an MMU'],
        ['mmu.width', results.mmu.width, 'bits of its counters']);
  return rows.filter(([, value]) => !isNothing(value));
}

function keyTable(results) {
  const sets = registerSets(results), shown = sets.slice(0, 12),
        values = shown.map((s) => mmuKeys(s.registers, results)),
        short = (names) =>
            names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  const rows = [
    ...MMU_KEYS.filter(([key]) => values.some((v) => v.has(key)))
        .map(([key, , , meaning]) => ({key: `mmu.${key}`, meaning, values: values.map((v) => v.get(key))})),
    ...networkKeys(results).map(
        ([key, value, meaning]) => ({
          key,
          meaning,
          values: shown.map((s) => String(key === 'clock_mhz' ? clockOf(s.registers, results) : value))
        }))
  ];
  return table(
      [
        ['key', (r) => r.key, 'word'],
        ...shown.map((s, i) => [sets.length === 1 ? 'value' : short(s.names), (r) => r.values[i]]),
        ['meaning', (r) => r.meaning, 'long']
      ],
      rows, {most: 60});
}

function parameters(parent, run) {
  const r = run.results, sets = registerSets(r).length;
  parent.append(
      element('h3', {}, 'Parameters'), element('p', {}, `The command, with sluice ${r.version || ''}:`),
      element('pre', {class: 'command'}, r.command), element('p', {}, 'Keys of the scenario that the scheme uses:'),
      keyTable(r), note(UNITS_NOTE));
  if (sets > 12) parent.append(note(`Of ${sets} different sets of switches the first 12 are shown.`));
  for (const f of r.files || [])
    parent.append(element(
        'details', {class: 'file'}, element('summary', {}, f.path),
        f.text === null ? element('p', {}, 'The results do not include this file because it is too large.') :
                          element('pre', {}, f.text)));
}

// Returns all keys of a run in one map, for the comparison.
function parametersOf(results) {
  const sets = registerSets(results), all = new Map([['scenario', results.scenario]]);
  for (const s of sets)
    for (const [key, value] of mmuKeys(s.registers, results))
      all.set(sets.length === 1 ? `mmu.${key}` : `mmu.${key} of ${s.names.join(', ')}`, value);
  for (const [key, value] of networkKeys(results)) all.set(key, String(value));
  for (const s of sets)
    if (s.registers.clock_hz)
      all.set(sets.length === 1 ? 'clock_mhz' : `clock_mhz of ${s.names.join(', ')}`, clockOf(s.registers, results));
  all.set('files', (results.files || []).map((f) => f.path.replace(/^.*\//, '')).join(' + '));
  return all;
}
