// The layout of plots: colours for light and dark pages, fonts, axes.

const LIGHT = {
  page: '#fff',
  line: '#1f5fa8',
  fill: 'rgba(31,95,168,0.10)',
  pause: '#e58a3c',
  stillPaused: '#9a6a1f',
  never: '#b3001b',
  band: 'rgba(179,0,27,0.16)',
  xoff: '#b3001b',
  xon: '#1b7f4b',
  quiet: '#b4bfca',
  ink: '#1d2733',
  soft: '#5d6b7a',
  grid: '#e8ecf1',
  axis: '#9aa6b2',
  dots: 'rgba(93,107,122,0.35)',
  none: '#e9edf2',
  paused: [[246, 196, 140], [229, 116, 60], [179, 0, 27]],
  busy: [[190, 212, 236], [84, 143, 204], [16, 58, 112]],
  level: '200,80,10',
  runs: ['#1f5fa8', '#e07b28', '#1b7f4b', '#8a5fb0', '#6b4a3a', '#d05fa2', '#1ba5b8', '#9aa61c', '#5d6b7a', '#b3001b']
};
const DARK = {
  page: '#14191f',
  line: '#6fabee',
  fill: 'rgba(111,171,238,0.16)',
  pause: '#e8954a',
  stillPaused: '#d9c27a',
  never: '#ff5a68',
  band: 'rgba(255,90,104,0.24)',
  xoff: '#ff7a85',
  xon: '#63c592',
  quiet: '#5c6874',
  ink: '#e4e9ef',
  soft: '#a3afbc',
  grid: '#29313a',
  axis: '#66727e',
  dots: 'rgba(163,175,188,0.35)',
  none: '#242c35',
  paused: [[122, 78, 40], [226, 120, 52], [255, 98, 104]],
  busy: [[40, 66, 96], [74, 130, 190], [176, 215, 255]],
  level: '240,150,70',
  runs: ['#6fabee', '#f0a35e', '#63c592', '#b99ae0', '#c7a08c', '#ee9bcb', '#5fd3e3', '#d2dd5b', '#a9b5c2', '#ff7a85']
};
const DASHES = ['solid', 'dash', 'dot', 'dashdot', 'longdash'];

const darkQuery = matchMedia('(prefers-color-scheme: dark)'), narrowQuery = matchMedia('(max-width: 640px)');
const isNarrow = () => narrowQuery.matches;
let COLOUR = LIGHT;
const chooseColours = () => {
  COLOUR = darkQuery.matches ? DARK : LIGHT;
};
const runColour = (i) => COLOUR.runs[i % COLOUR.runs.length];
const runDash = (i) => DASHES[i % DASHES.length];

const rgb = (c) => `rgb(${c.map(Math.round).join(',')})`;

// The colour for a share, 0 to 1, on a scale of three colours.
function scaleColour([low, middle, high], share) {
  const mix = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t), t = Math.min(1, share);
  return rgb(t < 0.5 ? mix(low, middle, 2 * t) : mix(middle, high, 2 * t - 1));
}
const plotlyScale = (scale) => scale.map((c, i) => [i / (scale.length - 1), rgb(c)]);

// Adds a plot to the parent element.
function plot(parent, id, height, traces, layout) {
  const div = element('div', {class: 'plot', id, style: `height:${height}px`});
  parent.append(div);
  const common = {
    font: {
      family: '"Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif',
      size: isNarrow() ? 11 : 13,
      color: COLOUR.ink
    },
    height,
    margin: {l: isNarrow() ? 52 : 70, r: isNarrow() ? 10 : 24, t: 36, b: 44},
    paper_bgcolor: COLOUR.page,
    plot_bgcolor: COLOUR.page,
    hovermode: 'closest',
    hoverlabel: {align: 'left', bgcolor: COLOUR.page, bordercolor: COLOUR.axis, font: {size: 12.5, color: COLOUR.ink}},
    modebar: {bgcolor: 'rgba(0,0,0,0)', color: COLOUR.quiet, activecolor: COLOUR.ink},
    legend: {orientation: 'h', x: 0, y: 1, yanchor: 'bottom'}
  };
  const merged = {...common, ...layout};
  if (isNarrow()) merged.dragmode = false;  // so that a finger scrolls the page, not the plot
  Plotly.newPlot(div, traces, merged, {
    responsive: true,
    displaylogo: false,
    displayModeBar: isNarrow() ? false : 'hover',
    modeBarButtonsToRemove: ['lasso2d', 'select2d', 'autoScale2d'],
    toImageButtonOptions: {format: 'svg', filename: id}
  });
  return div;
}

// A text at the right end of a plot: what a run does not have there.
const absence = (text, more) =>
    ({xref: 'paper', x: 1, xanchor: 'right', text, showarrow: false, font: {size: 12, color: COLOUR.soft}, ...more});

const axis = (title, more) => ({
  title: {text: title, font: {size: isNarrow() ? 11 : 13}},
  gridcolor: COLOUR.grid,
  zeroline: false,
  linecolor: COLOUR.axis,
  ticks: 'outside',
  ticklen: 4,
  tickcolor: COLOUR.axis,
  automargin: true,
  separatethousands: true,
  exponentformat: 'none',
  ...more
});

// Values for the labels of a logarithmic axis: 1, 2 and 5 of each decade, or fewer for many decades; round steps for
// less than one decade.
function logLabels(low, high) {
  const decades = Math.log10(high / low), values = [];
  if (decades < 0.8) {
    const rough = (high - low) / 5, unit = 10 ** Math.floor(Math.log10(rough)),
          step = [1, 2, 2.5, 5, 10].find((s) => s * unit >= rough) * unit;
    for (let k = Math.ceil(low / step); k * step <= high; k++) values.push(k * step);
    return values;
  }
  const steps = decades > 3.2 ? [1] : decades > 1.6 ? [1, 3] : [1, 2, 5];
  for (let d = Math.floor(Math.log10(low)) - 1; d <= Math.ceil(Math.log10(high)); d++)
    for (const s of steps) values.push(s * 10 ** d);
  return values.filter((v) => v >= low * 0.999 && v <= high * 1.001);
}

function logAxis(title, low, high, label, more) {
  const shown = logLabels(low, high);
  return axis(title, {
    type: 'log',
    range: [Math.log10(low), Math.log10(high)],
    tickmode: 'array',
    tickvals: shown,
    ticktext: shown.map(label),
    ...more
  });
}

// Traces with the values of an axis, 'x' or 'y', in another unit.
const rescaled = (traces, axisName, factor) =>
    traces.map((t) => ({
                 ...t,
                 [axisName]: t[axisName].map((v) => v === null ? null : v * factor),
                 ...(t.base ? {base: t.base.map((v) => v * factor)} : {})
               }));

// A row of buttons, one of which is pressed. list: [label, function that a click calls].
function choice(list, pressed = 0) {
  const all = list.map(([label], i) => element('button', {type: 'button', 'aria-pressed': i === pressed}, label));
  all.forEach((b, i) => b.addEventListener('click', () => {
    all.forEach((other) => other.setAttribute('aria-pressed', other === b));
    list[i][1]();
  }));
  return element('div', {class: 'choice'}, ...all);
}
