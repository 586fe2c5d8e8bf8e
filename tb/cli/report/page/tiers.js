// The network as a drawing by tiers: hosts at the bottom, above them leaves, spines and cores. A line between two nodes
// has two halves. The half at a node is the direction that this node sends.

const MOST_DRAWN_SWITCHES = 30, MOST_HOSTS = 64, LINE_COLOURS = 10;
const TIER_GAP = {
  switches: 210,
  hosts: 96
};  // pixels

// The places of all nodes: x from 0 to 1, y in pixels.
function placeTiers(net, level) {
  const at = new Map(), tiers = Math.max(...level.values()) + 1, of = hostsBySwitch(net), rows = [];
  for (let n = 0; n < tiers; n++) {
    const here = net.switches.filter((s) => level.get(s) === n), y = TIER_GAP.hosts + n * TIER_GAP.switches;
    here.forEach((s, i) => at.set(s, [(i + 0.5) / here.length, y]));
    rows.push({name: tierName(n, tiers), count: here.length, y});
  }
  const homes = [...of.keys()].filter((s) => level.get(s) === 0), slots = sum(homes.map((s) => of.get(s).length + 0.8));
  let x = 0.4;
  // A leaf is above the middle of its hosts.
  for (const s of net.switches.filter((w) => homes.includes(w))) {
    const hosts = of.get(s);
    hosts.forEach((h, i) => at.set(h, [(x + i + 0.5) / slots, 0]));
    at.set(s, [(x + hosts.length / 2) / slots, at.get(s)[1]]);
    x += hosts.length + 0.8;
  }
  for (const [s, hosts] of of )
    if (level.get(s) !== 0)
      hosts.forEach((h, i) => at.set(h, [at.get(s)[0] + 0.02 * (i - (hosts.length - 1) / 2), at.get(s)[1] - 50]));
  return {at, rows, slots};
}

// All lines of one colour and width are one trace. The highest values are drawn last.
function lineTraces(at, links, view, visible) {
  const groups = new Map();
  for (const l of links) {
    const share = view.get(l) / view.most,
          step = share > 0 ? 1 + Math.min(LINE_COLOURS - 1, Math.floor(share * LINE_COLOURS)) : 0,
          width = l.busy < 0.1 ? 1 :
        l.busy < 0.5           ? 2 :
                                 3.2,
          key = step * 10 + width;
    const g = groups.get(key) || {step, width, x: [], y: []}, [x0, y0] = at.get(l.from), [x1, y1] = at.get(l.to);
    g.x.push(x0, (x0 + x1) / 2, null);
    g.y.push(y0, (y0 + y1) / 2, null);
    groups.set(key, g);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([, g]) => ({
                                                     type: 'scatter',
                                                     mode: 'lines',
                                                     x: g.x,
                                                     y: g.y,
                                                     hoverinfo: 'skip',
                                                     showlegend: false,
                                                     visible,
                                                     line: {
                                                       color: g.step > 0 ?
                                                           scaleColour(view.scale, (g.step - 0.5) / LINE_COLOURS) :
                                                           COLOUR.quiet,
                                                       width: g.width
                                                     }
                                                   }));
}

function hoverTrace(at, links, results) {
  const near = (l) => {
    const [x0, y0] = at.get(l.from), [x1, y1] = at.get(l.to);
    return [x0 + 0.3 * (x1 - x0), y0 + 0.3 * (y1 - y0)];
  };
  return {
    type: 'scatter',
    mode: 'markers',
    x: links.map((l) => near(l)[0]),
    y: links.map((l) => near(l)[1]),
    text: links.map((l) => linkText(l, results)),
    hoverinfo: 'text',
    marker: {size: 11, color: 'rgba(0,0,0,0)'},
    showlegend: false
  };
}

// The widths in pixels for a switch and for a host, and whether their names fit.
function nodeSizes(net, place, width) {
  const most = Math.max(...place.rows.map((r) => r.count)), slot = width / most, hostSlot = width / place.slots,
        longest = (list) => Math.max(...list.map((n) => n.length));
  return {
    slot,
    hostSlot,
    names: slot > 7.5 * longest(net.switches) + 10,
    hostNames: hostSlot > 7 * longest([...net.hosts.keys()])
  };
}

function hostTrace(net, links, at, size, results) {
  const hosts = [...net.hosts.keys()],
        text = (h) => links.filter((l) => l.from === h || l.to === h).map((l) => linkText(l, results)).join('<br>');
  return {
    type: 'scatter',
    mode: size.hostNames ? 'markers+text' : 'markers',
    x: hosts.map((h) => at.get(h)[0]),
    y: hosts.map((h) => at.get(h)[1]),
    text: hosts,
    textposition: 'bottom center',
    textfont: {size: 11},
    hovertext: hosts.map(text),
    hoverinfo: 'text',
    showlegend: false,
    marker: {
      symbol: 'circle',
      size: Math.max(4, Math.min(11, 0.7 * size.hostSlot)),
      opacity: 1,
      color: COLOUR.page,
      line: {width: 1.5, color: COLOUR.ink}
    }
  };
}

function switchTrace(net, results, at, size) {
  const waiting = new Set(cycleOf(results).map((c) => c.node));
  return {
    type: 'scatter',
    mode: 'markers',
    x: net.switches.map((n) => at.get(n)[0]),
    y: net.switches.map((n) => at.get(n)[1]),
    hovertext: net.switches.map((n) => switchText(results, n)),
    hoverinfo: 'text',
    showlegend: false,
    marker: {
      symbol: 'square',
      size: Math.max(9, Math.min(24, 0.7 * size.slot)),
      opacity: 1,
      color: COLOUR.ink,
      line: {width: net.switches.map((n) => waiting.has(n) ? 4 : 0), color: COLOUR.never}
    }
  };
}

// A box around the name of each switch, above all lines.
function switchNames(net, results, at, size) {
  const waiting = new Set(cycleOf(results).map((c) => c.node));
  if (!size.names) return [];
  return net.switches.map((n) => ({
                            x: at.get(n)[0],
                            y: at.get(n)[1],
                            text: `<b>${n}</b>`,
                            showarrow: false,
                            font: {color: COLOUR.page, size: 12},
                            bgcolor: COLOUR.ink,
                            borderpad: 6,
                            borderwidth: waiting.has(n) ? 4 : 0,
                            bordercolor: COLOUR.never,
                            hovertext: switchText(results, n)
                          }));
}

// The names of the tiers, left of them.
const tierNames = (rows) =>
    isNarrow() ? [] : [{name: 'hosts', y: 0}, ...rows].map((r) => ({
                                                             xref: 'paper',
                                                             x: 0,
                                                             xanchor: 'right',
                                                             xshift: -8,
                                                             y: r.y,
                                                             text: capital(r.name),
                                                             showarrow: false,
                                                             font: {size: 12.5, color: COLOUR.soft}
                                                           }));

// The links of the cycle of waiting queues, above all other lines.
function cycleTrace(at, links, inCycle) {
  const mine = links.filter(inCycle), middle = (l, i) => (at.get(l.from)[i] + at.get(l.to)[i]) / 2;
  return {
    type: 'scatter',
    mode: 'lines',
    x: mine.flatMap((l) => [at.get(l.from)[0], middle(l, 0), null]),
    y: mine.flatMap((l) => [at.get(l.from)[1], middle(l, 1), null]),
    hoverinfo: 'skip',
    showlegend: false,
    line: {color: COLOUR.never, width: 5}
  };
}

function drawTiers(parent, id, run) {
  const results = run.results, net = networkOf(results), all = net.hosts.size,
        links = foldHosts(net, results.links, MOST_HOSTS), place = placeTiers(net, levelsOf(net, links)),
        {at, rows} = place, views = linkViews(results, links), cycle = cycleOf(results);
  const width = Math.min(1104, parent.clientWidth || 1104) - (isNarrow() ? 76 : 150),
        size = nodeSizes(net, place, width);
  const bar = (view) => colourBarTrace(view.scale, view.most, colourBar(`${view.label.toLowerCase()}, share of time`));
  const sets = views.map((view, i) => [...lineTraces(at, links, view, i === 0), {...bar(view), visible: i === 0}]);
  const fixedTraces = [
    cycleTrace(at, links, (l) => cycle.some((c) => c.node === l.from && c.link === l.name)),
    hoverTrace(at, links, results), hostTrace(net, links, at, size, results), switchTrace(net, results, at, size)
  ];
  const holder = element('div'), tall = rows[rows.length - 1].y;
  parent.append(holder);
  const div = plot(holder, id, tall + 88, [...sets.flat(), ...fixedTraces], {
    margin: {l: isNarrow() ? 6 : 60, r: isNarrow() ? 6 : 90, t: 14, b: 14},
    dragmode: 'pan',
    xaxis: {visible: false, range: [-0.01, 1.01]},
    yaxis: {visible: false, range: [-30, tall + 30]},
    annotations: [...tierNames(rows), ...switchNames(net, results, at, size)]
  });
  const visible = (shown) => [...sets.flatMap((set, i) => set.map(() => i === shown)), ...fixedTraces.map(() => true)];
  holder.prepend(choice(views.map((view, i) => [view.label, () => Plotly.restyle(div, {visible: visible(i)})])));
  parent.append(note(
      'Each line has two halves. The half at a node is the direction that this node sends. Wide lines send much of the time. ' +
      'Shares are of the time until the sources stopped. Hover over a line or a node for its values.' +
      (cycle.length > 0 ? ' Red frames and wide red lines mark the waiting cycle.' : '') +
      (net.hosts.size !== all ? ` ${number(all)} hosts are drawn as one node for each switch.` : '')));
}
