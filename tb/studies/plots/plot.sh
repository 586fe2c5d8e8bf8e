#!/bin/sh
# Plots a run of sluice run --out DIR over time: pauses as bars, and occupancy with thresholds.
# tb/studies/plots/plot.sh DIR [FROM_US TO_US]: writes DIR/pauses.{svg,png} and DIR/occupancy.{svg,png}. Without times: around the deadlock, or
# until the sources stop.
set -eu
here=$(dirname "$0")
: "${SLUICE:=${BUILD:-$here/../../../build}/sluice}"
[ $# = 1 ] || [ $# = 3 ] || { echo "usage: tb/studies/plots/plot.sh DIR [FROM_US TO_US]" >&2; exit 2; }
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
"$SLUICE" report "$1" --json | jq -c 'map(if .occupancy then .occupancy.shown |= map(select(.bytes | max > 0)) else . end)' >"$data/run.json"
jq -e '.[0].results.end_ns' "$data/run.json" >/dev/null || { echo "$1: the results of a search, which have no course over time; give those of a run" >&2; exit 2; }

# Variables for gnuplot, as its statements; -1: there is no such time.
jq -r --arg from "${2:-}" --arg to "${3:-}" '
  def thresholds: [keys[] | select(test("thresh|xoff|xon"; "i"))] | length | [., 2] | min;
  .[0] as $run | $run.results as $r | $run.pauses.shown // [] | map(select(.bars != [])) | reverse as $lanes |
  ($r.registers | map(.scheme) | unique | join(" + ")) as $scheme | (($r.deadlocked_since_ns // -1000) / 1000) as $since |
  ($run.occupancy.shown // []) as $queues | ([$queues[] | thresholds] | max // 0) as $moving |
  (if $moving == 0 and ($scheme | test("^(STATIC|GFC|GFC_LINEAR)$")) then 2 else 0 end) as $fixed |
  (if $scheme == "STATIC" then ["XOFF", "XON"] else ["STAGE_TOP", "STAGE_BASE"] end) as $names |
  "moving = \($moving)", "fixed = \($fixed)", "array upper[\([1, ($queues | length)] | max)]", "array lower[\([1, ($queues | length)] | max)]",
  (if $fixed > 0 then $queues | to_entries[] | .key as $q | $r.registers[.value.queue | split(":")[0]] as $g |
  "upper[\($q + 1)] = \($g[$names[0]] * $r.cell_bytes / 1000)", "lower[\($q + 1)] = \($g[$names[1]] * $r.cell_bytes / 1000)" else empty end),
  "queues = \($run.occupancy.shown // [] | length)", "peak = \([1, ($run.occupancy.shown // [] | .[].bytes[])] | max / 1000)", "name = \"\($r.scenario), \($scheme): \($r.verdict)\"", "gfc = \(if $scheme | startswith("GFC") then 1 else 0 end)",
  "since = \($since)", "stop = \($r.stop_ns / 1000)", "end = \($r.end_ns / 1000)",
  "from = \(if $from == "" then 0 else $from end)",
  "to = \(if $to != "" then $to elif $since > 0 and 3 * $since < $r.end_ns / 1000 then 3 * $since else [1.1 * $r.stop_ns, $r.end_ns] | min / 1000 end)",
  "lanes = \($lanes | length)", "most = \([1, ($lanes[].bars[][2])] | max)", ($lanes | to_entries[] | "set ytics add (\"\(.value.direction)" +
  (if .value.class == "0" then "" else " / \(.value.class)" end) + "\" \(.key + 1))")' "$data/run.json" >"$data/run.gp"
jq -r '.[0] | .results.end_ns as $last | .pauses.shown // [] | map(select(.bars != [])) | reverse | to_entries[] | .key as $lane | .value.bars[] |
  [$lane + 1, .[0] / 1000, .[1] / 1000, .[2], (if .[1] >= $last then 1 else 0 end)] | join(" ")' "$data/run.json" >"$data/bars"

# One block of lines for each queue: time, bytes, and the thresholds that the file has, the highest first.
jq -r '.[0] | .occupancy.shown // [] | .[] | . as $q | ([keys[] | select(test("thresh|xoff"; "i"))] + [keys[] | select(test("xon"; "i"))]) as $marks |
  "\"\(.queue)\"", (range(0; .t | length) as $i | [$q.t[$i] / 1000, $q.bytes[$i] / 1000, ($q[$marks[]][$i] | if . then . / 1000 else "NaN" end)] | join(" ")), "", ""' \
  "$data/run.json" >"$data/queues"
gnuplot -c "$here/run.gp" "$data" "$1"
