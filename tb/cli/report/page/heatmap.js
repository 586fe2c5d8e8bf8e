// The links of a large network as heat maps, one for each tier: a column for each switch, a row for each port.

const PORT_ROWS = {
  least: 7,
  most: 16,
  all: 620
};  // pixels

// Returns a panel for each tier, from cores to hosts: {title, columns: [switch], groups: [{name, rows: [[link of each
// column]]}]}.
function heatPanels(net, links) {
  const level = levelsOf(net, links), tiers = Math.max(...level.values()) + 1, sent = new Map(), received = new Map();
  const add = (map, key, l) => map.set(key, [...(map.get(key) || []), l]);
  for (const l of links) {
    add(sent, l.from, l);
    if (net.hosts.has(l.from)) add(received, l.to, l);
  }
  const tierOf = (node) => net.known.has(node) ? level.get(node) : -1;
  const group = (name, columns, linksOf) => {
    const lists = columns.map(linksOf), most = Math.max(0, ...lists.map((x) => x.length)), rows = [];
    for (let i = 0; i < most; i++) rows.push(lists.map((x) => x[i] || null));
    return {name, rows};
  };
  const panels = [];
  for (let n = tiers - 1; n >= 0; n--) {
    const columns = net.switches.filter((s) => level.get(s) === n), groups = [];
    for (let to = tiers - 1; to >= -1; to--)
      groups.push(
          group(`to ${tierName(to, tiers)}`, columns, (s) => (sent.get(s) || []).filter((l) => tierOf(l.to) === to)));
    panels.push({
      title: `${capital(tierName(n, tiers))}: ${counted(columns.length, 'switch').replace('switchs', 'switches')}`,
      columns,
      groups: groups.filter((g) => g.rows.length > 0)
    });
  }
  const homes = net.switches.filter((s) => received.has(s));
  if (homes.length > 0)
    panels.push({
      title: `Hosts: ${number(net.hosts.size)}, below their ${tierName(0, tiers)}`,
      columns: homes,
      groups: [group(`to ${tierName(0, tiers)}`, homes, (s) => received.get(s))]
    });
  return panels;
}

// A column with fewer ports than the others has cells without colour.
function heatTraces(panels, results, view, coloraxis, visible) {
  return panels.map((p, i) => {
    const rows = p.groups.flatMap((g) => g.rows);
    return {
      type: 'heatmap',
      xaxis: `x${i === 0 ? '' : i + 1}`,
      yaxis: `y${i === 0 ? '' : i + 1}`,
      z: rows.map((r) => r.map((l) => l && 100 * view.get(l))),
      text: rows.map((r) => r.map((l) => l ? linkText(l, results) : '')),
      hoverinfo: 'text',
      coloraxis,
      visible,
      xgap: p.columns.length > 160 ? 0 : 1,
      ygap: 1
    };
  });
}

const heatAxis = (view, showscale) => ({
  cmin: 0,
  cmax: 100 * view.most,
  colorscale: [[0, COLOUR.none], [0.001, rgb(view.scale[0])], [0.5, rgb(view.scale[1])], [1, rgb(view.scale[2])]],
  showscale,
  colorbar:
      {...colourBar(isNarrow() ? '' : `${view.label.toLowerCase()}, share of time`), thickness: isNarrow() ? 8 : 12}
});

// Ticks with names of columns, every n-th so that the names fit.
function someNames(columns, width) {
  const longest = Math.max(...columns.map((c) => c.length)),
        every = Math.max(1, Math.ceil(columns.length * (7.5 * longest + 8) / width)), at = [];
  for (let i = 0; i < columns.length; i += every) at.push(i);
  return {tickmode: 'array', tickvals: at, ticktext: at.map((i) => columns[i])};
}

// Squares around the links of the cycle of waiting queues.
function heatCycle(panels, results) {
  const cycle = cycleOf(results), traces = [];
  panels.forEach((p, i) => {
    const x = [], y = [];
    p.groups.flatMap((g) => g.rows).forEach((row, k) => row.forEach((l, column) => {
      if (!l || !cycle.some((c) => c.node === l.from && c.link === l.name)) return;
      x.push(column);
      y.push(k);
    }));
    if (x.length > 0)
      traces.push({
        type: 'scatter',
        mode: 'markers',
        x,
        y,
        xaxis: `x${i === 0 ? '' : i + 1}`,
        yaxis: `y${i === 0 ? '' : i + 1}`,
        hoverinfo: 'skip',
        showlegend: false,
        marker: {symbol: 'square-open', size: 12, color: COLOUR.ink, line: {width: 2.5}}
      });
  });
  return traces;
}

function drawHeatmap(parent, id, run) {
  const results = run.results, net = networkOf(results), panels = heatPanels(net, results.links),
        views = linkViews(results, results.links), left = isNarrow() ? 66 : 86, right = isNarrow() ? 56 : 96;
  const width = Math.min(1104, parent.clientWidth || 1104) - left - right,
        count = sum(panels.map((p) => sum(p.groups.map((g) => g.rows.length)))), gap = 62,
        row = Math.max(PORT_ROWS.least, Math.min(PORT_ROWS.most, PORT_ROWS.all / count)),
        inner = count * row + (panels.length - 1) * gap, layout = {shapes: [], annotations: []};
  let top = 0;
  panels.forEach((p, i) => {
    const rows = sum(p.groups.map((g) => g.rows.length)), name = i === 0 ? '' : String(i + 1),
          domain = [Math.max(0, 1 - (top + rows * row) / inner), 1 - top / inner], middles = [];
    let begin = 0;
    for (const g of p.groups) {
      middles.push(begin + (g.rows.length - 1) / 2);
      if (begin > 0)
        layout.shapes.push({
          type: 'line',
          xref: `x${name} domain`,
          yref: `y${name}`,
          x0: 0,
          x1: 1,
          y0: begin - 0.5,
          y1: begin - 0.5,
          line: {color: COLOUR.axis, width: 1.5}
        });
      begin += g.rows.length;
    }
    const plain = {showgrid: false, zeroline: false, fixedrange: false, ticks: '', automargin: false};
    layout[`xaxis${name}`] = {
      ...plain,
      anchor: `y${name}`,
      range: [-0.5, p.columns.length - 0.5],
      tickfont: {size: 10.5, color: COLOUR.soft},
      tickangle: 0,
      ...someNames(p.columns, width)
    };
    layout[`yaxis${name}`] = {
      ...plain,
      anchor: `x${name}`,
      domain,
      range: [rows - 0.5, -0.5],
      tickmode: 'array',
      tickvals: middles,
      ticktext: p.groups.map((g) => g.name),
      tickfont: {size: isNarrow() ? 10 : 12}
    };
    layout.annotations.push({
      xref: 'paper',
      yref: 'paper',
      x: 0,
      y: 1 - top / inner,
      xanchor: 'left',
      yanchor: 'bottom',
      text: `<b>${p.title}</b>`,
      showarrow: false,
      font: {size: 12.5}
    });
    top += rows * row + gap;
  });
  views.forEach((view, i) => {
    layout[`coloraxis${i === 0 ? '' : i + 1}`] = heatAxis(view, i === 0);
  });
  const sets = views.map((view, i) => heatTraces(panels, results, view, `coloraxis${i === 0 ? '' : i + 1}`, i === 0)),
        marks = heatCycle(panels, results), holder = element('div');
  parent.append(holder);
  const div = plot(
      holder, id, inner + 24 + 34, [...sets.flat(), ...marks],
      {...layout, margin: {l: left, r: right, t: 24, b: 34}, hovermode: 'closest'});
  const pick = (shown) => Plotly.update(
      div, {visible: [...sets.flatMap((set, i) => set.map(() => i === shown)), ...marks.map(() => true)]},
      {'coloraxis.showscale': shown === 0, 'coloraxis2.showscale': shown === 1});
  holder.prepend(choice(views.map((view, i) => [view.label, () => pick(i)])));
  parent.append(note(
      'Each column is a switch, and each row is a port. A cell is the direction that the switch, or the host, sends. ' +
      'Shares are of the time until the sources stopped. Hover over a cell for the link.' +
      (marks.length > 0 ? ' Squares mark the links of the waiting cycle.' : '')));
}
