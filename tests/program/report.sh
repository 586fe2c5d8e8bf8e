#!/bin/bash
# What a browser makes of the pages of sluice report: titles, bars, lengths of series, no error, nothing fetched. Without chromium
# it is skipped. The last line is as libcheck's, for tests/run.sh.
set -uo pipefail
: "${BUILD:=build}"
if ! command -v chromium >/dev/null; then
  echo "skipped: chromium is not installed; make test-report installs it and runs this"
  echo "100%: Checks: 0, Failures: 0, Errors: 0"
  exit 0
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
checks=0
failures=0
# A filter of jq that is to be true of what the browser shows.
expect() {
  checks=$((checks + 1))
  jq -e "$2" "$tree/seen.json" >/dev/null && return
  failures=$((failures + 1))
  echo "failed: $1: $2"
  jq -c . "$tree/seen.json" | head -c 3000
}
run() { "$BUILD/sluice" run "$2" --quiet --out "$tree/$1" "${@:3}" >/dev/null; }

# Opens a page to which two scripts were added: one before all others that notes errors, one after them that says what is there.
see() {
  {
    sed -n '1,/<\/head>/p' "$1"
    cat <<'END'
<script>const errors = []; addEventListener('error', (e) => errors.push(e.message)); addEventListener('unhandledrejection', (e) => errors.push(String(e.reason)));
for (const kind of ['error', 'warn']) console[kind] = (...words) => errors.push(words.join(' '));</script>
END
    sed '1,/<\/head>/d' "$1"
    cat <<'END'
<script>setTimeout(() => {
  const plots = {};
  for (const div of document.querySelectorAll('.js-plotly-plot'))
    plots[div.id] = { bars: div.querySelectorAll('.bars .point path').length, lines: div.querySelectorAll('.scatterlayer .js-line').length, window: div.layout.xaxis.range,
      marks: (div.layout.annotations || []).map((a) => a.text).filter((t) => t), arrows: div.querySelectorAll('.annotation-arrow-g').length,
      traces: div.data.map((t) => ({ name: t.name, type: t.type, points: (t.x || []).length, most: Math.max(...(t.y || []).filter((y) => typeof y === 'number')) })) };
  const list = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
  document.body.replaceChildren();
  document.head.replaceChildren();
  document.body.textContent = 'SEEN' + JSON.stringify({ errors, plots, ready: document.body.dataset.ready, fetched: performance.getEntriesByType('resource').map((r) => r.name), ...seen(list) }) + 'END';
}, 500);
const texts = {};
for (const [name, selector] of Object.entries({ heads: 'h1, h2, h3', cycle: 'li.step', facts: '.fact', notes: '.note', command: '.command', files: '.file' })) texts[name] = [...document.querySelectorAll(selector)].map((e) => e.textContent);
const title = document.title, rows = [...document.querySelectorAll('table')].map((t) => t.tBodies[0].rows.length), seen = () => ({ title, rows, ...texts });
</script>
END
  } >"$tree/page.html"
  timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$tree/profile" --virtual-time-budget=10000 --window-size=1200,2000 \
    --dump-dom "file://$tree/page.html" 2>"$tree/log" | sed -n 's/.*SEEN\({.*}\)END.*/\1/p' | sed 's/&lt;/</g; s/&gt;/>/g; s/&nbsp;/ /g; s/&amp;/\&/g' >"$tree/seen.json"
  expect "$1 is drawn without an error and without a network" '.errors == [] and .fetched == [] and .ready == "true"'
}

run case2 tb/examples/scenarios/case2.yaml && "$BUILD/sluice" report "$tree/case2" >/dev/null
see "$tree/case2/report.html"
expect "title" '.title == "case2, STATIC: deadlocked since 197.4 µs - Sluice"'
expect "sections" '.heads == ["case2: deadlocked since 197.4 µs", "Network", "The waiting cycle", "Pauses and queues", "Rates", "Links", "Switches", "Parameters"]'
expect "the cycle, closed" '.cycle == ["A:L1/0", "B:L2/0", "C:L3/0", "D:L4/0", "A:L1/0"]'
expect "an arrow for each direction" '.plots["run1-network"].arrows == 20'
bars=$(jq '[.links[].pauses_in_all] | add' "$tree/case2/results.json")
expect "a bar for each pause, drawn as far as it is in the window" ".plots[\"run1-time\"] | ([.traces[] | select(.type == \"bar\") | .points] | add) == $bars and .bars == $bars"
expect "seven pauses that do not end" '.plots["run1-time"].traces[] | select(.name == "paused until the end of the run") | .points == 7'
expect "four queues with XOFF and XON" '.plots["run1-time"] | .lines == 12 and ([.traces[] | select(.name == "occupancy of an ingress queue") | .most] == [52, 52, 52, 48]) and
  ([.traces[] | select(.name == "XOFF") | .most] == [40, 40, 40, 40]) and ([.traces[] | select(.name == "XON") | .most] == [38, 38, 38, 38])'
expect "series as long as the queues changed" ".plots[\"run1-time\"].traces | map(select(.name == \"occupancy of an ingress queue\").points) | . == [148, 158, 148, 139]"
expect "the deadlock and the end of the sources are marked" '.plots["run1-time"].marks | contains(["<b>deadlocked since 197.4 µs</b>", "sources stop"])'
expect "the deadlock is in the window" '.plots["run1-time"].window | .[0] == 0 and .[1] > 500 and .[1] < 700'
expect "rates" '.plots["run1-rates"].bars == 3'
expect "command and scenario" '.command == [.command[0]] and (.command[0] | startswith("sluice run tb/examples/scenarios/case2.yaml")) and (.files[0] | contains("scheme: STATIC"))'
expect "tables of flows, links, switches, registers" '.rows[0:3] == [3, 20, 4] and .rows[3] > 15'

# Thresholds that move.
run incast tb/examples/scenarios/incast.yaml && "$BUILD/sluice" report "$tree/incast" >/dev/null
see "$tree/incast/report.html"
expect "title" '.title == "incast, DSH: drained - Sluice"'
expect "sixteen completions" '.plots["run1-completion"].bars == 16 and .plots["run1-completion-share"].traces[0].points == 16'
bars=$(jq '[.links[].pauses_in_all] | add' "$tree/incast/results.json")
expect "pauses" ".plots[\"run1-time\"].bars == $bars"
expect "thresholds of three queues" '.plots["run1-time"] | .lines == 9 and ([.traces[] | select(.name == "XOFF" or .name == "XON") | .most] == [154, 151, 154, 151, 154, 151])'

run gfc tb/examples/scenarios/case2.yaml --mmu tb/examples/scenarios/mmu_gfc.yaml && "$BUILD/sluice" report "$tree/case2" "$tree/gfc" --out "$tree/both.html" >/dev/null
see "$tree/both.html"
expect "title" '.title == "2 runs of case2 - Sluice"'
expect "comparison" '.heads[0:5] == ["2 runs of case2", "Comparison", "Parameters that differ, besides the command", "Rates of the flows", "Time paused (under GFC: below full rate)"] and .rows[0] == 2'
expect "both runs" '.plots["comparison-rates"].bars == 6 and .plots["comparison-occupancy"].lines == 8 and .plots["run1-time"].lines == 12 and .plots["run2-time"].lines == 12'
expect "levels of GFC" '.plots["run2-time"].traces[0] | .name == "below full rate (darker: slower)" and .points > 1000'

echo "$((checks > 0 ? 100 * (checks - failures) / checks : 0))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" = 0 ]
