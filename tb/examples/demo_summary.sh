#!/bin/bash
# The last screen of `make demo`, 23 lines of at most 80 columns: verdicts, what was verified, and where to look. The exit status is 1 if a run did
# not compare RTL and model, if they differ, or if a table is incomplete.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
out=$build/demo

# The verdict of each scheme in each case, and the sum of the flows' rates.
colour=0
[ ! -t 1 ] || [ -n "${NO_COLOR:-}" ] || [ "${TERM:-dumb}" = dumb ] || colour=1
table() {
  awk -F ' *[|] *' -v colour=$colour '
    function paint(text, code) { return colour ? sprintf("\033[%dm%s\033[0m", code, text) : text }
    BEGIN {
      code["drained"] = 32; code["deadlocked"] = 31; code["still moving"] = 33
      printf "%-12s%-22s%-22s%s\n", "scheme", "case 1", "case 2", "case 3"
    }
    NR > 2 {
      n = split($4, rate, ", "); sum = 0
      for (i = 1; i <= n; i++) sum += rate[i]
      if ($3 == 1) printf "%-12s", $2
      printf "%s%*s%5.1f%s", paint($7, code[$7]), 13 - length($7), "", sum, $3 == 3 ? "\n" : "    "
    }' "$out/schemes.md"
}

# faults TEXT: prints the text on standard error and ends the script.
faults() {
  echo "demo: $1" >&2
  exit 1
}
# compared FILE..: of every file one line "RTL and model: N MMU cycles compared, M outputs each, 0 mismatches", as all runs with both engines say.
compared() {
  awk '/^RTL and model: / { files[FILENAME] = $4; cycles += $4; outputs = $8; bad += $11 }
    END { for (i = 1; i < ARGC; i++) if (!(files[ARGV[i]] > 0)) { print "no comparison in " ARGV[i]; exit 1 }
      printf "%.0f million MMU cycles, %d outputs in each: %d mismatches\n", cycles / 1e6, outputs, bad; exit (bad > 0) }' "$@"
}
# The same of a replay: "RTL and models: N cycles compared, M words of frames, 0 mismatches".
replayed() {
  awk '/^RTL and models: / { cycles = $4; words = $7; bad = $11 }
    END { printf "%d cycles, %d words of frames: %d mismatches\n", cycles, words, bad; exit (cycles == 0 || words == 0 || bad > 0) }' "$1"
}
lost() { awk -F ' *[|] *' 'NR > 2 { lost += $6; runs++ } END { printf "%d in the %d runs above\n", lost, runs }' "$out/schemes.md"; }
burst() { awk '/^measured/ { printf "%.2f MB", $2 / 1e6; n++ } END { exit n != 1 }' "$out/burst_$1.log"; }

rows=$(grep -cE '\| (drained|deadlocked|still moving) \|$' "$out/schemes.md") || true
[ "$rows" = 30 ] || faults "$out/schemes.md: expected 30 rows with a verdict, got ${rows:-0}"
model=$(compared "$build"/schemes/{static,sih,dsh,shp,ttl,gfc,gfc_linear}/case?/messages "$out"/case?/run.log "$out"/fig5/*/run.log "$out"/burst_*.log) || faults "RTL and model: $model"
switch=$(replayed "$out/replay/replay.log") || faults "RTL and models of the switch: $switch; see $out/replay/replay.log"
sih=$(burst sih) && dsh=$(burst dsh) || faults "no result of a burst in $out/burst_*.log"
for file in case{1,2,3}/{report.html,pauses.png,occupancy.png,waves.fst} fig5/fig5.png replay/port{0,1,2,3}.pcap replay/port{0,3}.txt; do
  [ -s "$out/$file" ] || faults "$out/$file: missing or empty"
done

echo "Verdict and throughput (sum of the flows, Gb/s) in the deadlock cases"
table
cat <<END
Verified
  RTL = C model     $model
  lossless switch   $switch
  lost packets      $(lost)
  largest burst     without a pause: SIH $sih, DSH $dsh
Look at, in $out/
  schemes.md                         the table above with pauses and losses
  case[123]/report.html              a page of each case; *.png: figure 1
  fig5/fig5.png                      PFC and GFC, as Fig. 5 of the GFC paper
  replay/port[0-3].pcap              frames that left the lossless switch
  gtkwave $out/case2/waves.fst tb/examples/waves/ring.gtkw
END
