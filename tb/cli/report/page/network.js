// The network as a graph: switches, hosts and tiers, and the values of links that pictures show.

// Hosts are the ends of links without registers.
function networkOf(results) {
  const switches = Object.keys(results.registers), known = new Set(switches), hosts = new Map();
  for (const l of results.links)
    if (!known.has(l.from)) hosts.set(l.from, l.to);
  return {switches, known, hosts};
}

// Returns the hosts of each switch.
function hostsBySwitch(net) {
  const of = new Map();
  for (const [host, sw] of net.hosts) of.set(sw, [...(of.get(sw) || []), host]);
  return of;
}

// If there are more than `most` hosts, replaces the hosts of each switch by one node. Its link has the mean utilisation
// of their links, and the longest pause.
function foldHosts(net, links, most) {
  if (net.hosts.size <= most) return links;
  const folded = new Map(), kept = [], hosts = new Map();
  for (const l of links) {
    const up = net.hosts.has(l.from), down = net.hosts.has(l.to);
    if (!up && !down) {
      kept.push(l);
      continue;
    }
    const sw = up ? l.to : l.from, name = `hosts of ${sw}`, key = `${name} ${up}`;
    const f = folded.get(key) ||
        {name, from: up ? name : sw, to: up ? sw : name, gbps: l.gbps, busy: 0, paused: 0, pauses: 0, count: 0};
    f.busy = (f.busy * f.count + l.busy) / (f.count + 1);
    f.paused = Math.max(f.paused, l.paused);
    f.pauses += l.pauses;
    f.count++;
    folded.set(key, f);
    hosts.set(name, sw);
  }
  net.hosts = hosts;
  return [...kept, ...folded.values()];
}

// Returns the tier of each switch: 0 for a switch with hosts, else one more than the lowest tier of its neighbours.
function levelsOf(net, links) {
  const level = new Map(), near = new Map(net.switches.map((s) => [s, []]));
  for (const l of links)
    if (near.has(l.from) && near.has(l.to)) near.get(l.from).push(l.to);
  let next = [...new Set(net.hosts.values())];
  for (let n = 0; next.length > 0; n++) {
    next.forEach((s) => level.set(s, n));
    next = [...new Set(next.flatMap((s) => near.get(s)))].filter((s) => !level.has(s));
  }
  net.switches.forEach((s) => level.has(s) || level.set(s, 0));
  return level;
}

// The name of tier n; -1: hosts.
function tierName(n, tiers) {
  if (n < 0) return 'hosts';
  if (tiers === 1) return 'switches';
  return ['leaves', 'spines', 'cores'][n] || `tier ${n + 1}`;
}
const capital = (word) => word[0].toUpperCase() + word.slice(1);

function linkText(l, results) {
  const many = l.count ? ` (${l.count} links: mean load, longest pause)` : '';
  return `<b>${l.name}: ${l.from} to ${l.to}</b>${many}<br>${number(l.gbps)} Gb/s, sending ${
             percent(l.busy)} of the time<br>` +
      `${pausedWord(results)} ${percent(l.paused)} of the time, ${
             counted(
                 l.pauses,
                 isGfc(results)        ? 'message' :
                     isCredit(results) ? 'shortage' :
                                         'pause')}<br>until the sources stopped`;
}

function switchText(results, name) {
  const s = (results.switches || []).find((x) => x.name === name);
  return `<b>${name}</b>` +
      (s ? `<br>peak of a queue ${bytes(s.peak_queue_bytes)}${
               sharedPeak(results) > 0 ? `<br>peak of the shared buffer ${bytes(s.peak_shared_bytes)}` :
                                         ''}<br>peak of headroom ${bytes(s.peak_headroom_bytes)}` +
               `<br>lost ${number(s.lost)}, refused ${number(s.refused)}, dropped ${number(s.dropped)}` :
           '');
}

// The two values that a picture of links can show, as shares of the time until the sources stopped.
function linkViews(results, links) {
  const word = pausedWord(results);
  const view = (label, get, scale) => {
    const most = largest(links.map(get));
    return {label, get, scale, most: most > 0 ? roundUp(most) : 1};
  };
  const paused = view(word[0].toUpperCase() + word.slice(1), (l) => l.paused, COLOUR.paused),
        busy = view('Utilisation', (l) => l.busy, COLOUR.busy);
  return links.some((l) => l.paused > 0) ? [paused, busy] : [busy, paused];
}

// The next round number, for the end of a scale.
function roundUp(share) {
  const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];
  return steps.find((s) => share <= s * 1.0001) || 1;
}

const colourBar = (title) => ({
  title: {text: title, side: 'right', font: {size: 12}},
  thickness: 12,
  len: 0.8,
  outlinewidth: 0,
  x: 1,
  ticksuffix: ' %',
  tickfont: {size: 11}
});

// A trace without visible marks that adds a colour bar: a scale of shares from 0 to `most`, in percent.
const colourBarTrace = (scale, most, bar) => ({
  type: 'scatter',
  mode: 'markers',
  x: [null],
  y: [null],
  hoverinfo: 'skip',
  showlegend: false,
  marker: {color: [0], cmin: 0, cmax: 100 * most, showscale: true, colorscale: plotlyScale(scale), colorbar: bar}
});
