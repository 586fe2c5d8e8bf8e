// A network of one tier as a drawing: a switch between senders and receivers, or a ring of switches. Arrows show the
// utilisation of the links, and how long they were paused.

const MOST_LINKS = 400, LABELLED_LINKS = 60;

const spread = (n, i, width) => n === 1 ? 0 : -width / 2 + width * i / (n - 1);

// Places of one switch and its hosts: senders left, receivers right.
function placeStar(net, results, at) {
  at.set(net.switches[0], [0, 0]);
  const senders = new Set(results.flows.map((f) => f.from)), all = [...net.hosts.keys()];
  const left = all.filter((h) => senders.has(h)), right = all.filter((h) => !senders.has(h));
  const tall = Math.max(1.2, 0.22 * Math.max(left.length, right.length));
  left.forEach((h, i) => at.set(h, [-1.1, -spread(left.length, i, tall)]));
  right.forEach((h, i) => at.set(h, [1.1, -spread(right.length, i, tall)]));
}

// Places of a ring of switches, with the hosts outside.
function placeRing(net, at) {
  const n = net.switches.length, r = Math.max(0.8, 0.22 * n);
  net.switches.forEach((s, i) => {
    const turn = n === 2 ? Math.PI * (1 - i) : Math.PI * (0.75 - 2 * i / n);
    at.set(s, [r * Math.cos(turn) * (n === 4 ? 1.45 : 1.1), r * Math.sin(turn)]);
    const mine = [...net.hosts].filter(([, sw]) => sw === s).map(([h]) => h);
    mine.forEach((h, k) => {
      const fan = turn + spread(mine.length, k, Math.min(2.4, 0.75 * (mine.length - 1)));
      at.set(h, [at.get(s)[0] + 0.75 * Math.cos(fan), at.get(s)[1] + 0.75 * Math.sin(fan)]);
    });
  });
}

// The ends of an arrow from the edge of one node to the edge of the other. Arrows of both directions are side by side.
function arrow(at, l, inset) {
  const [x0, y0] = at.get(l.from), [x1, y1] = at.get(l.to), length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const ux = (x1 - x0) / length, uy = (y1 - y0) / length, aside = 0.03;
  const a = [x0 + ux * inset - uy * -aside, y0 + uy * inset + ux * -aside],
        b = [x1 - ux * inset + uy * aside, y1 - uy * inset - ux * aside];
  return {a, b, middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], aside: [uy, -ux]};
}

// The width of an arrow in pixels, for a share of time sending from 0 to 1, is the same in all drawings of a size.
function arrowWidth(share, links) {
  return 1.2 + (links > LABELLED_LINKS ? 2 : 4.3) * Math.min(1, share || 0);
}

// A scale of the widths: lines for 0, 50 and 100 %, below the drawing.
function widthScale(links) {
  const at = {xref: 'paper', yref: 'paper'}, shares = [0, 0.5, 1], step = 92,
        text = {showarrow: false, font: {size: 11}};
  const shapes = shares.map((s, i) => ({
                              ...at,
                              type: 'line',
                              xsizemode: 'pixel',
                              ysizemode: 'pixel',
                              xanchor: 0,
                              yanchor: 0,
                              x0: 92 + step * i,
                              x1: 120 + step * i,
                              y0: -16,
                              y1: -16,
                              line: {color: COLOUR.soft, width: arrowWidth(s, links)}
                            }));
  const words = (x, label) =>
      ({...at, ...text, x: 0, y: 0, xshift: x, yshift: -16, xanchor: 'left', yanchor: 'middle', text: label});
  return {
    shapes,
    annotations: [words(0, 'time sending'), ...shares.map((s, i) => words(124 + step * i, `${100 * s} %`))]
  };
}

// The width in pixels of a text of 12 pixels in bold.
function textWidth(text) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = 'bold 12px "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif';
  return context.measureText(text).width;
}

// The label of an arrow, so far beside the arrow that the arrow does not cross it.
function arrowLabel(l, {middle, aside}, width) {
  const rest = isNarrow() ? '' : ` ${shares(l)}`, half = textWidth(l.name + rest) / 2,
        away = Math.abs(aside[0]) * half + Math.abs(aside[1]) * 7 + width / 2 + 4;
  return {
    xref: 'x',
    yref: 'y',
    x: middle[0],
    y: middle[1],
    xshift: away * aside[0],
    yshift: away * aside[1],
    text: `<b>${l.name}</b>${rest}`,
    showarrow: false,
    borderpad: 0,
    font: {size: 12, color: l.paused > 0 ? COLOUR.never : COLOUR.soft}
  };
}

// The colour of a link that was paused: orange to red; grey if it was never paused.
const pausedColour = (share) => share > 0 ? scaleColour(COLOUR.paused, share) : COLOUR.quiet;

function drawRing(parent, id, run) {
  const results = run.results, net = networkOf(results), cycle = cycleOf(results), at = new Map();
  let links = foldHosts(net, results.links, MOST_HOSTS);
  if (net.switches.length === 1)
    placeStar(net, results, at);
  else
    placeRing(net, at);
  const all = links.length;
  if (all > MOST_LINKS) links = [...links].sort((a, b) => b.paused - a.paused || b.busy - a.busy).slice(0, MOST_LINKS);
  const inCycle = (l) => cycle.some((c) => c.node === l.from && c.link === l.name);
  const annotations = [], labels = [], bands = [], middles = {x: [], y: [], text: []};
  for (const l of [...links].sort((a, b) => inCycle(a) - inCycle(b))) {
    const place = arrow(at, l, 0.13), {a, b, middle} = place, width = arrowWidth(l.busy, links.length),
          waits = inCycle(l);
    // A band behind the arrow marks the waiting cycle. The width of the arrow is left to the utilisation.
    if (waits)
      bands.push({
        type: 'line',
        layer: 'below',
        x0: a[0],
        y0: a[1],
        x1: b[0],
        y1: b[1],
        line: {color: COLOUR.band, width: 11}
      });
    annotations.push({
      x: b[0],
      y: b[1],
      ax: a[0],
      ay: a[1],
      xref: 'x',
      yref: 'y',
      axref: 'x',
      ayref: 'y',
      text: '',
      showarrow: true,
      arrowhead: 2,
      arrowsize: waits ? Math.max(0.8, 3 / width) : 0.8,
      arrowwidth: width,
      arrowcolor: pausedColour(l.paused)
    });
    middles.x.push(middle[0]);
    middles.y.push(middle[1]);
    middles.text.push(linkText(l, results));
    if (links.length <= LABELLED_LINKS && net.known.has(l.from) && net.known.has(l.to) &&
        (l.paused > 0 || l.busy >= 0.01))
      labels.push(arrowLabel(l, place, waits ? Math.max(width, 11) : width));
  }
  const nodes = [...at.keys()], waiting = new Set(cycle.map((c) => c.node)), isSwitch = (n) => net.known.has(n),
        hosts = nodes.filter((n) => !isSwitch(n)), short = net.switches.every((n) => n.length <= 3),
        top = Math.max(...net.switches.map((n) => at.get(n)[1]));
  const vertical = (n) => crowded(at, hosts, n) || (isNarrow() && net.switches.length > 1);
  const traces = [
    {
      type: 'scatter',
      mode: 'markers',
      ...middles,
      hoverinfo: 'text',
      marker: {size: 18, color: 'rgba(0,0,0,0)'},
      showlegend: false
    },
    {
      type: 'scatter',
      mode: 'markers+text',
      x: nodes.map((n) => at.get(n)[0]),
      y: nodes.map((n) => at.get(n)[1]),
      text: nodes.map((n) => isSwitch(n) ? `<b>${short ? '' : ' '}${n}</b>` : ''),
      textposition: nodes.map(
          (n) => short           ? 'middle center' :
              at.get(n)[1] < top ? 'middle right' :
                                   'top center'),
      hoverinfo: 'text',
      hovertext: nodes.map((n) => isSwitch(n) ? switchText(results, n) : n),
      textfont: {color: short ? COLOUR.page : COLOUR.ink, size: short ? 14 : 12},
      showlegend: false,
      marker: {
        symbol: nodes.map((n) => isSwitch(n) ? 'square' : 'circle'),
        size: nodes.map(
            (n) => !isSwitch(n) ? (isNarrow() ? 9 : 13) :
                short           ? 34 :
                                  24),
        opacity: 1,
        color: nodes.map((n) => isSwitch(n) ? COLOUR.ink : COLOUR.page),
        line: {
          width: nodes.map((n) => waiting.has(n) ? 4 : 1.5),
          color: nodes.map((n) => waiting.has(n) ? COLOUR.never : COLOUR.ink)
        }
      }
    },
    {
      type: 'scatter',
      mode: 'text',
      x: hosts.map((n) => at.get(n)[0]),
      y: hosts.map((n) => at.get(n)[1] + ({t: 0.1, b: -0.1}[outward(at, net, n, vertical(n))[0]] || 0)),
      text: hosts.map((n) => hostText(links, n, isNarrow() || crowded(at, hosts, n))),
      textposition: hosts.map((n) => outward(at, net, n, vertical(n))),
      textfont: {size: 12},
      hoverinfo: 'skip',
      showlegend: false
    },
  ];
  if (!isNarrow()) {
    const bar = {...colourBar(`${pausedWord(results)}, share of time`), len: 0.7};
    traces.push(colourBarTrace(COLOUR.paused, 1, bar));
  }
  const xs = nodes.map((n) => at.get(n)[0]), ys = nodes.map((n) => at.get(n)[1]), pad = 0.3;
  const range = (v, room) => [Math.min(...v) - room, Math.max(...v) + room],
        [left, right] = range(xs, !short || net.switches.length === 2 ? 0.8 : pad), [low, high] = range(ys, pad),
        tall = high - low, wide = right - left;
  const room = isNarrow() ? 1.5 * parent.clientWidth : 1000,
        height = Math.max(260, Math.min(900, Math.round(room * tall / Math.max(wide, 1.8 * tall) + 20)));
  const scale = widthScale(links.length);
  plot(parent, id, height + 26, traces, {
    annotations: [...annotations, ...labels, ...scale.annotations],
    shapes: [...bands, ...scale.shapes],
    margin: {l: 10, r: 10, t: 10, b: 36},
    dragmode: 'pan',
    xaxis: {visible: false, range: [left, right]},
    yaxis: {visible: false, range: [low, high], scaleanchor: 'x'}
  });
  const word = pausedWord(results), total = networkOf(results).hosts.size;
  parent.append(note(
      `The width of an arrow is the share of time that the link sends, as in the scale below the drawing. ` +
      `Red arrows are ${word} much of the time, grey arrows never. ` +
      (isNarrow() ? '' : `Percentages beside names: share of time sending | ${word}. `) +
      'Shares are of the time until the sources stopped.' +
      (cycle.length > 0 ? ' Red frames and red bands mark the waiting cycle.' : '') +
      (net.hosts.size !== total ? ` ${number(total)} hosts are drawn as one node for each switch.` : '') +
      (all > MOST_LINKS ? ` Of ${all} directions the ${MOST_LINKS} that were paused longest are drawn.` : '')));
}

const shares = (l) => `${Math.round(100 * l.busy)} %` + (l.paused > 0 ? ` | ${Math.round(100 * l.paused)} %` : '');

// Whether more than eight hosts are in one row, so that only their names fit.
const crowded = (at, hosts, host) => hosts.filter((n) => Math.abs(at.get(n)[1] - at.get(host)[1]) < 0.01).length > 8;

// The label of a host, with the values of the direction of its link that was paused longer, in red, or was busier.
function hostText(links, host, short) {
  const l = links.filter((x) => x.from === host || x.to === host)
                .sort((a, b) => b.paused - a.paused || b.busy - a.busy)[0],
        space = '&nbsp;&nbsp;&nbsp;';
  if (short) return space + (l && l.paused > 0 ? `<span style="color:${COLOUR.never}">${host}</span>` : host) + space;
  const text = !l || (l.busy < 0.005 && !(l.paused > 0)) ?
      '' :
      `${l.count ? '<br>' : ' '}<span style="color:${l.paused > 0 ? COLOUR.never : COLOUR.soft}">${shares(l)}</span>`;
  return `${space}${host}${text}${space}`;
}

// The position of a host's label: on the side away from its switch.
function outward(at, net, host, vertical) {
  const [x, y] = at.get(host), [sx, sy] = at.get(net.hosts.get(host));
  if (!vertical && Math.abs(x - sx) >= 0.45 * Math.abs(y - sy)) return x > sx ? 'middle right' : 'middle left';
  return y > sy ? 'top center' : 'bottom center';
}
