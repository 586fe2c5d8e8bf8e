#!/bin/bash
# The last screen of `make demo`, 23 lines of at most 80 columns: verdicts, what was verified, and where to look.
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

# What all runs with both engines say: "RTL and model: N MMU cycles compared, M outputs each, 0 mismatches".
compared() {
  cat "$build"/schemes/*/case?/messages "$out"/case?/run.log "$out"/fig5/*/run.log "$out"/burst_*.log |
    awk '/^RTL and model: / { cycles += $4; outputs = $8; bad += $10 }
      END { printf "%.0f million MMU cycles, %d outputs in each: %d mismatches\n", cycles / 1e6, outputs, bad }'
}
lost() { awk -F ' *[|] *' 'NR > 2 { lost += $6; runs++ } END { printf "%d in the %d runs above\n", lost, runs }' "$out/schemes.md"; }
burst() { awk '/^measured/ { printf "%.2f MB", $2 / 1e6 }' "$out/burst_$1.log"; }

echo "Verdict and throughput (sum of the flows, Gb/s) in the deadlock cases"
table
cat <<END

Verified
  RTL = C model     $(compared)
  lossless switch   $(awk '/ cycles, / { print $1 }' "$out/replay/replay.log") cycles, real frames, RTL = models: 0 mismatches
  lost packets      $(lost)
  largest burst     without a pause: SIH $(burst sih), DSH $(burst dsh)

Look at, in $out/
  schemes.md                         the table above with pauses and losses
  case[123]/report.html              a page of each case, for a browser
  case[123]/{pauses,occupancy}.png   Fig. 1 of the case study
  fig5/fig5.png                      PFC and GFC, as Fig. 5 of the GFC paper
  replay/port[0-3].pcap              frames that left the lossless switch
  *.log, */run.log                   what each command printed
  gtkwave $out/case2/waves.fst tb/examples/waves/ring.gtkw
END
