// The amounts of the switches of a run as keys of a scenario file. Keys that the scheme ignores are left out.

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

// An amount that the ports of a switch may have each on its own.
function ofPorts(r, name, cell) {
  const all = r.ports ? Object.values(r.ports).map((p) => p[name] * cell) : [r[name] * cell], low = Math.min(...all),
        high = Math.max(...all);
  return low === high ? exactBytes(low) : `${exactBytes(low)} to ${exactBytes(high)}`;
}

// [key, schemes that use it (none: all), value in a set of registers, meaning]
const MMU_KEYS = [
  ['scheme', null, (r) => r.scheme, ''],
  ['buffer', null, (r, cell) => exactBytes(r.BUFFER * cell), 'whole buffer of a switch'],
  [
    'private', ['STATIC', 'SIH', 'DSH', ...GFCS, 'CBFC'], (r, cell) => ofPorts(r, 'PRIVATE', cell),
    'phi, of each ingress queue; GFC: B; CBFC: the buffer of a channel'
  ],
  ['headroom', PAUSING, (r, cell) => ofPorts(r, 'HEADROOM', cell), 'eta, of each ingress queue; DSH: of each port'],
  ['shared', PAUSING, (r, cell) => exactBytes(r.SHARED * cell), 'Bs, the shared pool'],
  ['partitions', ['TTL'], partitionsOf, 'b_j of each class'],
  ['alpha', ['SIH', 'DSH', 'TTL'], (r) => alphaText(r.ALPHA), 'share of the free pool that a queue may hold'],
  ['xoff', ['STATIC'], (r, cell) => ofPorts(r, 'XOFF', cell), 'a queue above it is paused'],
  ['xon', ['STATIC'], (r, cell) => ofPorts(r, 'XON', cell), 'a queue at or below it is resumed'],
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

// Keys of the whole network: [key, value, sections that may give it].
function networkKeys(results) {
  const keys = results.keys || {}, mmu = results.mmu || {};
  return [
    ['cell_bytes', results.cell_bytes, keys], ['seed', results.seed, keys], ['mmu.ports', mmu.ports, keys.mmu],
    ['mmu.classes', mmu.classes, keys.mmu], ['mmu.width', mmu.width, keys.mmu]
  ].filter(([, value]) => !isNothing(value));
}

const MEANINGS = new Map([
  ...MMU_KEYS.map(([key, , , meaning]) => [`mmu.${key}`, meaning]), ['clock_mhz', 'clock of the MMU'],
  ['cell_bytes', 'bytes of a cell of the buffer'], ['mmu.ports', 'of an MMU'], ['mmu.classes', 'of an MMU'],
  ['mmu.width', 'bits of its counters']
]);

function keyTable(results) {
  const switches = Object.keys(results.registers).length;
  const amounts = amountRows([{results}]).map((r) => ({
                                                ...r,
                                                where: r.names.length === switches ? null : r.where,
                                                value: r.values[0],
                                                origin: r.origins[0]
                                              }));
  const others = networkKeys(results).map(
      ([key, value, own]) => ({key, value: String(value), origin: originOf(results, key, String(value), [own])}));
  return table(
      [
        ['key', (r) => r.key, 'word'], ['of', whereOf(amounts), 'name'], ['value', (r) => r.value, 'wrap'],
        ['origin', (r) => r.origin, 'word'], ['meaning', (r) => MEANINGS.get(r.key) || null, 'long']
      ],
      [...amounts, ...others], {most: 60});
}

function parameters(parent, run) {
  const r = run.results;
  parent.append(
      element('h3', {}, 'Parameters'), element('p', {}, `The command, with sluice ${r.version || ''}:`),
      element('pre', {class: 'command'}, r.command), element('p', {}, 'Keys of the switches that the scheme uses:'),
      keyTable(r), note(`${UNITS_NOTE} ${DERIVED_NOTE}`));
  givenKeys(parent, r);
  for (const f of r.files || [])
    parent.append(element(
        'details', {class: 'file'}, element('summary', {}, f.path),
        f.text === null ? element('p', {}, 'The results do not include this file because it is too large.') :
                          element('pre', {}, f.text)));
}
