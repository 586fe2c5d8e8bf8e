// What flows got: completion times where they have an end, rates where they have none.

const MOST_BARS = 60;

function completionBars(parent, id, run) {
  const flows = run.results.flows.slice(0, MOST_BARS), end = run.results.end_ns,
        done = flows.filter((f) => f.completion_ns !== null), not = flows.filter((f) => f.completion_ns === null);
  const bars = (list, name, colour, until) => ({
    type: 'bar',
    orientation: 'h',
    name,
    y: list.map((f) => f.name),
    base: list.map((f) => f.start_ns / 1000),
    x: list.map((f) => (until(f) - f.start_ns) / 1000),
    marker: {color: colour},
    hoverinfo: 'text',
    textposition: 'none',
    width: 0.7,
    text: list.map(
        (f) => `<b>${f.name}</b>, ${f.from} to ${f.to}<br>${bytes(f.received_bytes)} of ${
                   bytes(f.sent_bytes)} arrived<br>` +
            (f.completion_ns !== null ? `completed in ${time(f.completion_ns)}, ${number(f.gbps)} Gb/s` :
                                        'not complete at the end'))
  });
  const traces = [];
  if (done.length > 0)
    traces.push(bars(done, 'from start to completion', COLOUR.line, (f) => f.start_ns + f.completion_ns));
  if (not.length > 0) traces.push(bars(not, 'not complete', COLOUR.quiet, () => end));
  plot(parent, id, 22 * flows.length + 110, traces, {
    barmode: 'overlay',
    xaxis: axis('time, µs', {rangemode: 'tozero'}),
    yaxis: axis('', {
      type: 'category',
      categoryorder: 'array',
      categoryarray: flows.map((f) => f.name).reverse(),
      ticks: '',
      tickmode: 'linear',
      dtick: 1
    })
  });
}

function rateBars(parent, id, run) {
  const flows = run.results.flows.slice(0, MOST_BARS);
  plot(
      parent, id, 26 * flows.length + 90, [{
        type: 'bar',
        orientation: 'h',
        y: flows.map((f) => f.name),
        x: flows.map((f) => f.gbps),
        marker: {color: COLOUR.line},
        width: 0.62,
        text: flows.map((f) => ` ${number(f.gbps)}`),
        textposition: 'outside',
        cliponaxis: false,
        hoverinfo: 'text',
        hovertext: flows.map((f) => `<b>${f.name}</b>, ${f.from} to ${f.to}<br>${number(f.gbps)} Gb/s`),
        showlegend: false
      }],
      {
        margin: {l: 130, r: 60, t: 12, b: 44},
        xaxis: axis('Gb/s', {rangemode: 'tozero'}),
        yaxis: axis('', {type: 'category', autorange: 'reversed', ticks: '', tickmode: 'linear', dtick: 1})
      });
}

// runs: [{name, values: sorted}]
function distribution(parent, id, title, unit, runs) {
  const traces = runs.filter((r) => r.values.length > 0)
                     .map((r, i) => ({
                            type: 'scatter',
                            mode: r.values.length < 40 ? 'lines+markers' : 'lines',
                            name: r.name,
                            x: r.values,
                            y: r.values.map((v, k) => (k + 1) / r.values.length),
                            line: {shape: 'hv', color: RUN_COLOURS[i % RUN_COLOURS.length], width: 1.8},
                            marker: {size: 5},
                            hovertemplate: `%{y:.1%} of the flows at most %{x:,.3f} ${unit}<extra>${r.name}</extra>`,
                            showlegend: runs.length > 1
                          }));
  plot(parent, id, 320, traces, {
    xaxis: axis(`${title}${unit ? `, ${unit}` : ''}`, {rangemode: 'tozero'}),
    yaxis: axis('share of flows', {range: [0, 1.03], tickformat: '.0%'})
  });
}

const inUs = (list) => list.map((v) => v / 1000);

function flowSection(parent, id, run) {
  const flows = run.results.flows, finite = run.completion_ns.count > 0;
  if (!flows || flows.length === 0) return;
  parent.append(element('h3', {}, finite ? 'Completion times' : 'Rates'));
  if (run.flows > flows.length)
    parent.append(element(
        'p', {class: 'note'},
        `Of ${number(run.flows)} flows the ${
            flows.length} that did not complete or took longest are in this page; distributions are of all.`));
  if (finite) parent.append(completionFacts(run));
  if (finite && run.flows <= MOST_BARS) completionBars(parent, `${id}-completion`, run);
  if (finite && run.completion_ns.count > 8)
    distribution(
        parent, `${id}-completion-share`, 'completion time', 'µs',
        [{name: 'all flows', values: inUs(run.completion_ns.values)}]);
  if (run.slowdown.count > 8)
    distribution(parent, `${id}-slowdown`, 'slowdown', '', [{name: 'all flows', values: run.slowdown.values}]);
  if (!finite && flows.length <= MOST_BARS) rateBars(parent, `${id}-rates`, run);
  parent.append(table(
      [
        ['flow', (f) => f.name], ['from', (f) => f.from, 'word'], ['to', (f) => f.to, 'word'],
        ['route', (f) => f.route.join(' '), 'word'], ['class', (f) => f.class], ['sent', (f) => bytes(f.sent_bytes)],
        ['received', (f) => bytes(f.received_bytes)], ['start', (f) => time(f.start_ns)],
        ['completion', (f) => finite ? time(f.completion_ns) : null], ['slowdown', (f) => f.slowdown],
        ['Gb/s', (f) => fixed(f.gbps, 2)], ['lost', (f) => f.lost], ['dropped', (f) => f.dropped]
      ],
      flows));
}

function completionFacts(run) {
  const c = run.completion_ns, v = c.values;
  return element(
      'p', {},
      `${number(c.count)} of ${number(run.flows)} flows completed: mean ${time(c.mean)}, median ${
          time(quantile(v, 0.5))}, ` +
          `99th percentile ${time(quantile(v, 0.99))}, longest ${time(v[v.length - 1])}.`);
}
