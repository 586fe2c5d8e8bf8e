#!/bin/bash
# What a browser shows of the pages of sluice report: titles, plots, tables, clicks, dark mode, a narrow window, no error, nothing fetched. Without chromium
# the test is skipped. The last line has the form of libcheck's, for tests/run.sh.
set -uo pipefail
: "${BUILD:=build}"
if ! command -v chromium >/dev/null; then
  echo "skipped: chromium is not installed; make test-report installs it and runs this"
  exit 0
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
checks=0
failures=0
jq -en false >/dev/null && { echo "jq -e accepts false"; exit 1; }
# A filter of jq that must be true of what the browser shows. The filter is false where the browser shows nothing, which jq -e alone accepts.
expect() {
  checks=$((checks + 1))
  jq -es "length == 1 and (.[0] | $2)" "$tree/seen.json" >/dev/null && return
  failures=$((failures + 1))
  echo "failed: $1: $2"
  jq -c . "$tree/seen.json" | head -c 3000
  echo
}
run() { "$BUILD/sluice" run "$2" --quiet --out "$tree/$1" "${@:3}" >/dev/null; }
# topology NAME US OPTIONS: a run that ends after so many microseconds, with flows that are not complete
topology() { "$BUILD/sluice" topology "${@:3}" --out "$tree/$1.yaml" >/dev/null && run "$1" "$tree/$1.yaml" --set stop_us="$2" --set duration_us="$2"; }
report() { "$BUILD/sluice" report "$@" >/dev/null; }

# see PAGE [CLICKS [OPTION...]]: opens a page to which two scripts were added. One notes errors, before all others. One clicks on elements, behind all others,
# and says what is there. CLICKS is a list in JSON of [selector, text that the element begins with]. The options are chromium's.
see() {
  {
    sed -n '1,/<\/head>/p' "$1"
    echo "<style>${STYLE:-}</style>"
    cat <<'END'
<script>const errors = []; addEventListener('error', (e) => errors.push(e.message)); addEventListener('unhandledrejection', (e) => errors.push(String(e.reason)));
for (const kind of ['error', 'warn']) console[kind] = (...words) => errors.push(words.join(' '));</script>
END
    sed '1,/<\/head>/d' "$1"
    echo "<script>const clicks = ${2:-[]};</script>"
    cat <<'END'
<script>{
const texts = {}, list = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent), tables = () => [...document.querySelectorAll('table')].map((t) => t.tBodies[0].rows);
for (const [name, selector] of Object.entries({ heads: 'h1, h2, h3', cycle: 'li.step', facts: '.fact', notes: '.note', lines: 'p', command: '.command', cells: 'td', files: '.file',
  more: 'button.more:not([hidden])', choices: '.choice button', keys: 'td:first-child' })) texts[name] = list(selector);
const title = document.title, rows = tables().map((r) => r.length);
setTimeout(() => {
  for (const [selector, text] of clicks) [...document.querySelectorAll(selector)].find((e) => e.textContent.startsWith(text)).click();
}, 300);
setTimeout(() => {
  const plots = {}, most = (list) => Math.max(...list.filter((y) => typeof y === 'number'));
  for (const div of document.querySelectorAll('.js-plotly-plot')) {
    const l = div.layout;
    plots[div.id] = { bars: div.querySelectorAll('.bars .point path').length, lines: div.querySelectorAll('.scatterlayer .js-line').length, window: l.xaxis.range, log: [l.xaxis.type, l.yaxis.type],
      axes: [l.xaxis, ...Object.keys(l).filter((k) => /^yaxis/.test(k)).map((k) => l[k])].map((a) => a.title?.text).filter((t) => t),
      marks: (l.annotations || []).map((a) => a.text).filter((t) => t), names: div.data[0]?.y,
      colours: div.data.map((t) => t.line?.color ?? t.marker?.color), arrows: div.querySelectorAll('.annotation-arrow-g').length, paper: l.paper_bgcolor,
      traces: div.data.map((t) => ({ name: t.name, type: t.type, visible: t.visible !== false, points: (t.x || []).length, most: most(t.y || []), rows: (t.z || []).length })) };
  }
  const cut = [...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth).length;
  // numbers with a unit that are on two lines
  const broken = [];
  for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange(); walk.nextNode();)
    for (const m of walk.currentNode.parentElement.closest('script, style') ? [] : walk.currentNode.data.matchAll(/\d[\d.,]*[ \u00a0](?:[KMG]?B|[mun]?s|%|Gb\/s)(?!\w)/g)) {
      range.setStart(walk.currentNode, m.index);
      range.setEnd(walk.currentNode, m.index + m[0].length);
      if (new Set([...range.getClientRects()].map((r) => r.top)).size > 1) broken.push(m[0]);
    }
  const after = { cut, broken, hints: [...document.querySelectorAll('.hint:not([hidden])')].length,  firsts: tables().map((r) => r[0].cells[0].textContent), rows: tables().map((r) => r.length), sorted: list('th[aria-sort]'),
    background: getComputedStyle(document.body).backgroundColor, overflow: document.documentElement.scrollWidth - innerWidth };
  document.body.replaceChildren();
  document.head.replaceChildren();
  const fetched = performance.getEntriesByType('resource').map((r) => r.name);
  document.body.textContent = 'SEEN' + JSON.stringify({ errors, plots, ready: document.body.dataset.ready, fetched, title, rows, after, ...texts }) + 'END';
}, 800);
}</script>
END
  } >"$tree/page.html"
  timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$tree/profile" --blink-settings=preferredColorScheme=1 --virtual-time-budget=10000 \
    --window-size=1200,2000 "${@:3}" --dump-dom "file://$tree/page.html" 2>"$tree/log" |
    sed -n 's/.*SEEN\({.*}\)END.*/\1/p' | sed 's/&lt;/</g; s/&gt;/>/g; s/&nbsp;/ /g; s/&amp;/\&/g' >"$tree/seen.json"
  expect "$1 is drawn without an error and without a network" '.errors == [] and .fetched == [] and .ready == "true"'
}

# ---- A deadlock in a ring ----
run case2 tb/examples/scenarios/case2.yaml && report "$tree/case2"
results=$tree/case2/results.json
see "$tree/case2/report.html" '[["th button", "utilisation"]]'
since=$(jq '.deadlocked_since_ns / 100 | round / 10' "$results")
expect "title" ".title == \"case2, STATIC: deadlocked since $since us - Sluice\""
expect "sections" ".heads == [\"case2: deadlocked since $since us\", \"Network\", \"The waiting cycle\", \"Pauses and queues\", \"Rates\", \"Links\", \"Switches\", \"Parameters\"]"
expect "the cycle, closed" '.cycle == ["A:L1/0", "B:L2/0", "C:L3/0", "D:L4/0", "A:L1/0"]'
expect "an arrow for each direction" '.plots["run1-network"].arrows == 20'
bars=$(jq '[.links[].pauses_in_all] | add' "$results")
expect "a bar for each pause, drawn as far as it is in the window" ".plots[\"run1-time\"] | ([.traces[] | select(.type == \"bar\") | .points] | add) == $bars and .bars == $bars"
expect "seven pauses that the deadlock does not end" '.plots["run1-time"].traces[] | select(.name == "not resumed: deadlock") | .points == 7'
expect "four queues with XOFF and XON" '.plots["run1-time"] | .lines == 16 and ([.traces[] | select(.name == "occupancy of an ingress queue") | .most] == [52, 52, 46, 52]) and
  ([.traces[] | select(.name == "XOFF") | .most] == [40, 40, 40, 40]) and ([.traces[] | select(.name == "XON") | .most] == [38, 38, 38, 38])'
changes=$("$BUILD/sluice" report "$tree/case2" --json | jq -c '[.[0].occupancy.shown[] | select(.bytes | max > 0).t | length]')
expect "series of all changes" "[.plots[\"run1-time\"].traces[] | select(.name == \"occupancy of an ingress queue\") | .points] == $changes and all($changes[]; . > 70)"
expect "the deadlock and the end of the sources are marked" ".plots[\"run1-time\"].marks | contains([\"<b>deadlocked since $since us</b>\", \"sources stop\"])"
expect "the deadlock is in the window" ".plots[\"run1-time\"].window | .[0] == 0 and .[1] > 2.9 * $since and .[1] < 3.1 * $since"
expect "the shared buffers of all switches, without a trace in the scenario" '[.plots["run1-time"].traces[] | select(.name | startswith("shared buffer of ")) | .points] | length == 4 and all(. > 10)'
expect "rates" '.plots["run1-rates"].bars == 3'
expect "command and scenario" '.command == [.command[0]] and (.command[0] | startswith("sluice run tb/examples/scenarios/case2.yaml")) and (.files[0] | contains("scheme: STATIC"))'
expect "tables of flows, links, switches" '.rows[0:3] == [3, 20, 4]'
expect "keys of the scheme, no other keys and no registers" '.keys | contains(["mmu.xoff", "mmu.xon", "mmu.headroom"]) and all(. != "mmu.alpha" and . != "mmu.ttl" and . != "XOFF")'
expect "a click sorts the links" '.after.sorted | index("utilisation ▾") != null'
expect "the busiest link is first" ".after.firsts[1] == $(jq '.links | max_by(.busy).name' "$results")"

# ---- ECN marks ----
run marks tb/examples/scenarios/congestion.yaml && report "$tree/marks"
see "$tree/marks/report.html"
expect "a table of the queues that mark" '.heads | index("ECN marks") != null'
marked=$(jq '[.queues[] | select(.marked > 0)] | max_by(.marked) | "\(.switch):\(.link)/\(.class)"' "$tree/marks/results.json")
expect "the queue with most marks is first" ".after.firsts | index($marked) != null"

# ---- Thresholds and a shared buffer that change ----
run incast tb/examples/scenarios/incast.yaml && report "$tree/incast"
results=$tree/incast/results.json
see "$tree/incast/report.html"
expect "title" '.title == "incast, DSH: drained - Sluice"'
expect "sixteen completions" '.plots["run1-completion"].bars == 16 and .plots["run1-share-completion"].traces[0].points == 16'
expect "completion times on a logarithmic axis" '.plots["run1-share-completion"].log[0] == "log" and .plots["run1-share-slowdown"].log[0] == "log"'
expect "no slowdown by size where all flows have one size" '.plots | has("run1-slowdown-size") | not'
expect "the slowest flow is first" ".after.firsts[1] == $(jq '.flows | max_by(.slowdown).name' "$results")"
expect "pauses" ".plots[\"run1-time\"].bars == $(jq '[.links[].pauses_in_all] | add' "$results")"
peak=$(jq '.switches[0].peak_shared_bytes / 1000000' "$results")
expect "the shared buffer, up to its peak" ".plots[\"run1-time\"].traces[] | select(.name == \"shared buffer of S\") | .points > 100 and .most <= $peak + 0.001 and .most > 0.95 * $peak"
expect "axes have the unit that fits" '.plots["run1-time"].axes[0:2] == ["time, us", "MB"] and .plots["run1-completion"].axes[0] == "time, us"'
expect "thresholds of three queues" '.plots["run1-time"] | ([.traces[] | select(.name == "XOFF" or .name == "XON") | .most] == [154, 151, 154, 151, 154, 151])'

# ---- Tiers, and finite flows of many sizes ----
topology tiers 1000 leaf-spine --leaves 4 --spines 4 --hosts 8 --load 0.7 --duration-us 1000 && report "$tree/tiers"
results=$tree/tiers/results.json
see "$tree/tiers/report.html" '[["button.more:not([hidden])", "Show all"], [".choice button", "Utilisation"], ["th button", "completion"]]'
expect "sections" '.heads[1:6] == ["Network", "Slowdown by flow size", "Completion times", "Flows", "Pauses and queues"]'
expect "lines instead of arrows, 32 hosts, 8 switches" '.plots["run1-network"] | .arrows == 0 and [.traces[-2:][].points] == [32, 8]'
expect "a click shows utilisation instead of pauses" '.choices == ["Paused", "Utilisation"] and (.plots["run1-network"].traces | map(.visible) | .[0] == false and .[-1])'
expect "flows that completed, of all" ".lines | any(startswith($(jq '"\(.completed) of \(.finite_flows) flows completed."' "$results")))"
open=$(jq '.slowdown.left_out' "$results")
expect "percentiles name the flows that they leave out" "([.facts[] | select(contains(\"99th percentile\") and endswith(\", without $open flows\"))] | length == 2) and ([.lines[] | select(contains(\"leave the other $open out\"))] | length == 1)"
expect "slowdown by size, median and 99th percentile" '.plots["run1-slowdown-size"] | .log == ["log", "log"] and (.traces | map(.name) == ["a flow", "median", "99th percentile"]) and
  .traces[1].points > 3 and .traces[1].points == .traces[2].points and .traces[1].most < .traces[2].most'
expect "a dot for each completed flow" ".plots[\"run1-slowdown-size\"].traces[0].points == $(jq .completed "$results")"
expect "twenty rows of a long table, and all after a click" '.rows[1] == 20 and .after.rows[1] > 23 and (.more[0] | startswith("Show all"))'
expect "a click on completion sorts the flows that did not complete first" '.after.sorted | index("completion ▾") != null'
expect "a pause at the end of a run that still moves is no deadlock" '.plots["run1-time"].traces | map(.name) | index("still paused when the run ended") != null and index("not resumed: deadlock") == null'

run moving tb/examples/scenarios/case1.yaml --set duration_us=100 --set stop_us=100 && report "$tree/moving"
see "$tree/moving/report.html"
expect "the page says that the pauses at the end are no known deadlock" '(.lines | any(startswith("Pauses that last until the end are not known to be a deadlock: packets remained, and the last one moved "))) and
  (.plots["run1-time"].marks | any(startswith("<b>last movement at ")))'

# ---- A network too large for a drawing ----
topology large 200 fat-tree --ports 6 --load 0.4 --duration-us 200 && report "$tree/large"
see "$tree/large/report.html"
detail=$(jq '.verdict_detail' "$tree/large/results.json")
expect "why flows are incomplete" ".lines | index($detail + \".\") != null"
expect "cores, spines, leaves and hosts as heat maps" '.plots["run1-network"] | ([.traces[] | select(.type == "heatmap" and .visible) | .rows] == [6, 6, 6, 3]) and .marks[0] == "<b>Cores: 9 switches</b>"'
directions=$(jq '.links | length' "$tree/large/results.json")
expect "links beyond the first rows behind a button" ".more | index(\"Show all $directions rows\") != null"

# ---- Comparisons ----
run gfc tb/examples/scenarios/case2.yaml --mmu tb/examples/scenarios/mmu_gfc.yaml && report "$tree/case2" "$tree/gfc" --out "$tree/both.html"
see "$tree/both.html"
expect "title" '.title == "2 runs of case2 - Sluice"'
expect "comparison" '.heads[0:5] == ["2 runs of case2", "Comparison", "Keys that differ", "Rates of the flows", "Time paused (under GFC: below full rate)"] and .rows[1] == 2'
expect "both runs" '.plots["comparison-rates"].bars == 6 and .plots["comparison-occupancy"].lines == 12 and .plots["run1-time"].lines == 16 and .plots["run2-time"].lines == 12'
expect "levels of GFC" '.plots["run2-time"].traces[0] | .name == "below full rate (darker: slower)" and .points > 1000'
run ttl2 tb/examples/scenarios/case2.yaml --mmu tb/examples/scenarios/mmu_ttl.yaml
run partly tb/examples/scenarios/case2.yaml --mmu tb/examples/scenarios/mmu_ttl.yaml --set trace.queues=[A:L4/0,B:L1/0]
run case1 tb/examples/scenarios/case1.yaml
report "$tree/case2" "$tree/ttl2" "$tree/partly" "$tree/case1" --out "$tree/both.html"
see "$tree/both.html"
expect "TTL is the sum of its classes, and no line is flat at 0" '[.plots["comparison-occupancy"].traces[] | .name + " " + (.most > 0.9 | tostring)] | sort | group_by(.) | map([.[0], length]) == [["case1 true", 8], ["case2 true", 8], ["ttl2 true", 4]]'
expect "panels name the runs without a line" '.plots["comparison-occupancy"].marks | (map(select(. == "ttl2: the shared pool is not used, partly: the shared pool is not used")) | length == 4) and
  (map(select(. == "partly: some classes are not traced")) | length == 2) and (map(select(. == "partly: not traced")) | length == 2)'
expect "panels of ports" '.plots["comparison-occupancy"].marks | index("<b>switch A, in from L4, all classes</b>") != null'
expect "a flow and a direction that a run does not have are named, and have no bar there" '(.plots["comparison-rates"] | .bars == 11 and (.marks | index("not in case1") != null)) and (.plots["comparison-paused"].marks | index("not in case1") != null) and
  (.notes | any(contains("1 flow not in all runs: flow3 (not in case1).")))'
expect "the verdicts are beside the pauses" '.notes | any(test("^case2: deadlocked since .* ttl2: drained. partly: drained. case1: drained.$"))'
sed '/^clock_mhz/d; /headroom:/d' "$tree/tiers.yaml" >"$tree/plain.yaml"
short="--set stop_us=1000 --set duration_us=1000"
run plain "$tree/plain.yaml" $short
run dcqcn "$tree/plain.yaml" $short --set congestion=dcqcn --set 'links.*.delay_ns=900'
run same "$tree/plain.yaml" $short --set congestion=none
report "$tree/plain" "$tree/dcqcn" "$tree/same" --out "$tree/both.html"
see "$tree/both.html"
expect "keys that differ, congestion control first, equal elements in one row" '.rows[0] >= 4 and .keys[0:2] == ["congestion", "links.delay_ns"] and (.keys[2:.rows[0]] | all(startswith("mmu.") or . == "clock_mhz") and all(group_by(.)[]; length <= 3))'
expect "runs with equal results are named, and have one line" '(.lines | index("plain and same have equal results. The figures draw them as one run.") != null) and (.plots["comparison-median"].traces | map(.name) == ["plain = same", "dcqcn"])'
expect "a key that a link takes from the top level" '.cells | index("1000 (top level)") != null'
report "$tree/dcqcn"
see "$tree/dcqcn/report.html"
expect "the congestion control, and the keys that are not at their default" '(.facts | any(. == "dcqcncongestion control")) and (.keys | contains(["congestion", "links.delay_ns"]) and index("links.name") == null)'
expect "derived amounts" '.cells | contains(["given", "derived", "default"])'
run alpha "$tree/tiers.yaml" --set stop_us=1000 --set duration_us=1000 --set mmu.alpha=1/2 && report "$tree/tiers" "$tree/alpha" --out "$tree/both.html"
see "$tree/both.html"
common=$(jq -s '[.[].flows | map(select(.completion_ns).name)] | .[0] - (.[0] - .[1]) | length' "$tree/tiers/results.json" "$tree/alpha/results.json")
expect "completion over the flows that completed in both runs" ".lines | any(startswith(\"$common of \") and contains(\"completed in all 2 runs\"))"
expect "a line for each run, and no bars of flows" '.plots | (["comparison-median", "comparison-p99", "comparison-share-completion", "comparison-share-slowdown"] - keys == []) and
  (.["comparison-p99"].traces | map(.name) == ["tiers", "alpha"]) and (has("comparison-rates") | not)'
expect "distributions over those flows" ".plots[\"comparison-share-completion\"].traces | map(.points) == [$common, $common]"
expect "behind the keys that differ, tables with a row for each size" '.heads[2:5] == ["Keys that differ", "Slowdown by traffic", "Completion time by traffic"] and .rows[1] >= 3 and .rows[1] == .rows[2] and .after.firsts[1:3] == ["websearch", "websearch"]'

# ---- Web search and incast ----
short="--set traffic.*.until_us=1500"
run web tb/examples/scenarios/websearch.yaml $short && run sih tb/examples/scenarios/websearch.yaml $short --set mmu.scheme=SIH
report "$tree/web" && report "$tree/web" "$tree/sih" --out "$tree/both.html"
see "$tree/web/report.html"
expect "a line for each entry" '.plots as $p | ["run1-slowdown-size-median", "run1-slowdown-size-p99", "run1-share-completion", "run1-share-slowdown"] | all($p[.].traces | map(.name) == ["web", "incast"])'
sizes=$(jq '.traffic[0].sizes | length' "$tree/web/results.json")
expect "rows of each entry, of the sizes of web search, and of all flows" ".rows[0] == 3 + $sizes and .keys[1] == \"web\" and .keys[1 + $sizes] == \"incast\" and .keys[2 + $sizes] == \"all\""
see "$tree/both.html"
expect "a line for each run, in figures of each entry" '.plots as $p | ["comparison-1-median", "comparison-1-share-slowdown", "comparison-2-share-slowdown"] | all($p[.].traces | map(.name) == ["web", "sih"])'
expect "the first tables of results have the same rows" ".rows[1:3] == [3 + $sizes, 3 + $sizes]"


# ---- A ring of six switches: DSH deadlocks, and TTL, which does not use the shared pool, drains ----
ring() {  # NAME SCHEME MORE: three switches clockwise from each of two hosts of a switch
  {
    echo "{name: $1, clock_mhz: 1000, gbps: 100, delay_ns: 1000, duration_us: 6000, mmu: {ports: 4, scheme: $2, buffer: 9MB, headroom: 32KB, alpha: 1/16}, $3"
    echo "switches: [$(printf '{name: S%d}, ' 0 1 2 3 4 5)],"
    echo "links: [$(for i in 0 1 2 3 4 5; do echo "{name: L$i, a: S$i, b: S$(((i + 1) % 6))},"; done)],"
    echo "hosts: [$(for i in 0 1 2 3 4 5; do echo "{name: a$i, switch: S$i}, {name: b$i, switch: S$i},"; done)],"
    echo "flows: [$(for i in 0 1 2 3 4 5; do for h in a b; do
      echo "{name: f$h$i, $4 from: $h$i, to: $h$(((i + 3) % 6)), route: [S$i, S$(((i + 1) % 6)), S$(((i + 2) % 6)), S$(((i + 3) % 6))]},"
    done; done)]}"
  } >"$tree/$1.yaml"
  run "$1" "$tree/$1.yaml"
}
ring dsh DSH 'stop_us: 2000,' '' && ring ttl TTL 'stop_us: 2000, trace: {queues: [S0:a0/0, S0:a0/1]},' '' && report "$tree/dsh" "$tree/ttl" --out "$tree/both.html"
see "$tree/both.html"
expect "verdicts of the ring" '.title == "2 runs of dsh, ttl - Sluice" and (.heads | any(startswith("dsh: dsh, deadlocked since ")) and any(. == "ttl: ttl, drained"))'
expect "directions with the largest difference first" '.plots["comparison-paused"].names | length == 12 and .[0:6] == ["S0 to S1", "S1 to S2", "S2 to S3", "S3 to S4", "S4 to S5", "S5 to S0"]'
expect "the note says so" '.notes | any(startswith("Of 36 directions, the plot shows the 12 with the largest difference between the runs."))'
expect "no shared panel of a run that did not use the pool" '(.plots["run1-time"].traces | any(.name | startswith("shared buffer of "))) and (.plots["run2-time"].traces | all(.name | startswith("shared buffer of ") | not)) and
  ([.facts[] | select(endswith("peak of a shared buffer"))] | length == 1)'
expect "no panel of an empty queue" '[.plots["run2-time"].traces[] | select(.name == "occupancy of an ingress queue") | .most] | length == 1 and .[0] > 0'
expect "the note names both reasons" '.notes | any(contains("the shared pool was empty in the whole run") and contains("empty in the whole run are not drawn: 1."))'
expect "the window of the rates" '.notes | map(select(. == "Rate: bytes that arrived from 0 to 2 ms, divided by this time.")) | length == 3'
expect "an arrow for each direction, and names of links as labels" '.plots["run1-network"] | .arrows == 36 and (.marks | any(startswith("<b>L0</b> 3 % | 97 %")) and index("100 %") != null)'
expect "no column is cut" '.after.cut == 0'
ring enddsh DSH '' 'bytes: 2MB,' && ring endttl TTL '' 'bytes: 2MB,' && report "$tree/enddsh" "$tree/endttl" --out "$tree/both.html"
see "$tree/both.html"
expect "a run has one colour in all plots" '(.plots["comparison-paused"].colours == ["#1f5fa8", "#e07b28"]) and (.plots["comparison-share-completion"] | (.traces | map(.name)) == ["endttl"] and .colours == ["#e07b28"])'

# ---- Dark mode and a narrow window ----
see "$tree/tiers/report.html" '[]' --blink-settings=preferredColorScheme=0
expect "dark page and dark plots" '.after.background == "rgb(20, 25, 31)" and ([.plots[].paper] | unique == ["#14191f"])'
see "$tree/tiers/report.html" '[]' --window-size=500,900
expect "a narrow window does not scroll sideways" '.after.overflow <= 0'

STYLE='body { width: 390px }' see "$tree/both.html" '[]' --window-size=500,900
expect "no number is apart from its unit at 390 px" '.after.broken == []'
expect "tables that scroll sideways say so" '.after.hints > 0 and .after.hints == .after.cut'

# ---- A sweep ----
cat >"$tree/sweep.yaml" <<END
scenario: $PWD/tb/examples/sweeps/incast.yaml
over: {mmu.scheme: [SIH, DSH], mmu.alpha: [1/64, 1/8, 1], seed: 1..2}
columns: [verdict, flows.victim.gbps, links.pauses.sum, switches.lost.sum, flows.completion_ns.mean]
END
"$BUILD/sluice" sweep "$tree/sweep.yaml" --quiet --out "$tree/sweep" && report "$tree/sweep"
see "$tree/sweep/report.html"
expect "title and facts of a sweep" '.title == "Sweep sweep: 12 points - Sluice" and .facts == ["12 of 12points have run", "12points drained", "0points lost lossless packets"]'
expect "a figure for each result that changes, a line for each scheme" '.heads == ["Sweep sweep: 12 points", "Results", "flows.victim.gbps", "flows.completion_ns.mean", "links.pauses.sum", "Points"] and
  (.plots | length == 3 and all(.[]; .traces | map([.name, .points]) == [["SIH", 3], ["DSH", 3]]))'
expect "axes of a sweep" '.plots["sweep-1"] | .axes == ["mmu.alpha", "Gb/s"] and .log[0] == "log"'
mean=$(awk -F, '$2 == "SIH" { sum[$3] += $7 } END { for (a in sum) if (sum[a] / 2 > most) most = sum[a] / 2; print most }' "$tree/sweep/sweep.csv")
expect "the mean over the seeds" ".plots[\"sweep-1\"].traces[0].most - $mean | . < 1e-4 and . > -1e-4"
expect "results that are equal, and the table of points" '(.lines | index("Equal at all points: switches.lost.sum 0.") != null) and .rows == [12]'
see "$tree/sweep/report.html" '[[".choice button", "mmu.scheme"]]'
expect "another key as the x axis" '.plots["sweep-1"] | .axes[0] == "mmu.scheme" and (.traces | map(.name) == ["mmu.alpha 1/64", "mmu.alpha 1/8", "mmu.alpha 1"])'
cat >"$tree/deadlocks.yaml" <<END
scenario: $PWD/tb/examples/scenarios/case2.yaml
over: {flows.*.gbps: [10, 40], delay_ns: [1000, 1001]}
END
"$BUILD/sluice" sweep "$tree/deadlocks.yaml" --quiet --out "$tree/deadlocks" 2>/dev/null && report "$tree/deadlocks"
see "$tree/deadlocks/report.html"
expect "the share of points that deadlocked, and lines that are equal as one" '(.facts | index("2points deadlocked") != null) and .heads[2] == "points that are deadlocked" and
  (.plots["sweep-1"] | .axes == ["flows.*.gbps", "%"] and (.traces | map([.name, .points, .most]) == [["delay_ns 1000 = delay_ns 1001", 2, 100]]))'
rm "$tree/sweep/points/"[1-5] && report "$tree/sweep"
see "$tree/sweep/report.html"
expect "a part of a sweep says so" '(.lines | index("The sweep is not complete: 5 of 12 points have not run. Figures and table have the others.") != null) and .rows == [7]'

echo "$((checks > 0 ? 100 * (checks - failures) / checks : 0))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" = 0 ]
