#!/bin/bash
# The last screen of make demo, of results that are as wide as they can be; and the progress of a script. The demo itself is a part of
# make check-long. The last line is as libcheck's, for tests/run.sh.
set -uo pipefail
. tests/checks.sh

# ---- the screen ----

demo=$tree/build/demo
mkdir -p "$demo"/case{1,2,3} "$demo"/fig5/{pfc,gfc,gfc_linear} "$demo/replay"
{
  echo "| scheme | case | flows, Gb/s | pauses of L1, L2, L3, L4 | lost | verdict |"
  echo "| --- | --- | --- | --- | --- | --- |"
  for scheme in STATIC SIH DSH SHP TTL GFC GFC_LINEAR GFC_TIMED CBFC CBFC_TTL; do
    for case in 1 2 3; do
      case $scheme$case in
        STATIC2) echo "| $scheme | $case | 0.7, 0.8, 1.1 | 4, 3, 4, 7 | 2 | deadlocked |" ;;
        SIH3) echo "| $scheme | $case | 100, 100, 100, 99.9 | 123456, 123456, 123456, 123456 | 40 | still moving |" ;;
        *) echo "| $scheme | $case | 19.9, 19.9 | 0, 189, 0, 189 | 0 | drained |" ;;
      esac
      messages=$tree/build/schemes/${scheme,,}/case$case/messages
      mkdir -p "${messages%/*}"
      case $scheme in
        GFC_TIMED | CBFC*) : >"$messages" ;; # the event engine compares nothing
        *) echo "RTL and model: 1000000 MMU cycles compared, 27 outputs each, 0 mismatches" >"$messages" ;;
      esac
    done
  done
} >"$demo/schemes.md"
for log in case{1,2,3}/run fig5/{pfc,gfc,gfc_linear}/run burst_sih burst_dsh; do
  printf 'measured %14d   9.94 %%\nRTL and model: 123000000 MMU cycles compared, 27 outputs each, 0 mismatches\n' 1667072 >"$demo/$log.log"
done
echo "RTL and models: 123456789 cycles compared, 123456789 words of frames, 0 mismatches" >"$demo/replay/replay.log"
for file in case{1,2,3}/{report.html,pauses.png,occupancy.png,waves.fst} fig5/fig5.png replay/port{0,1,2,3}.pcap replay/port{0,3}.txt; do
  echo content >"$demo/$file"
done
summary_of() { BUILD=$tree/build tb/examples/demo_summary.sh; }
summary_of >"$tree/screen"
shown() { grep -qF -- "$1" "$tree/screen" || { cat "$tree/screen"; return 1; }; }
expect "a prompt fits below it" test "$(wc -l <"$tree/screen")" -le 23
fits() { sed "s|$tree/build|build|" "$tree/screen" | awk 'length > 80 { print; bad = 1 } END { exit bad }'; }
expect "80 columns" fits
expect "deadlocked" shown "STATIC      drained       39.8    deadlocked     2.6    drained       39.8"
expect "still moving" shown "SIH         drained       39.8    drained       39.8    still moving 399.9"
expect "cycles compared" shown "1005 million MMU cycles, 27 outputs in each: 0 mismatches"
expect "cycles of the switch" shown "123456789 cycles, 123456789 words of frames: 0 mismatches"
expect "lost" shown "lost packets      42 in the 30 runs above"
expect "burst" shown "SIH 1.67 MB, DSH 1.67 MB"
plain() { "$@" >"$tree/screen" && shown deadlocked && ! grep -q $'\033' "$tree/screen"; }
expect "no colour in a file" plain summary_of
terminal() { env -u NO_COLOR "$@" script -qec "BUILD='$tree/build' tb/examples/demo_summary.sh" /dev/null </dev/null; }
coloured() { terminal TERM=xterm >"$tree/screen" && shown $'\033[31mdeadlocked\033[0m     2.6    \033[32mdrained\033[0m'; }
expect "colour on a terminal" coloured
expect "NO_COLOR" plain terminal TERM=xterm NO_COLOR=1
expect "a dumb terminal" plain terminal TERM=dumb

# A result that is missing or bad, per line: file, sed command, message. The screen must not appear.
incomplete() {
  cp -a "$tree/build" "$tree/kept" && sed -i "$2" "$demo/$1"
  ! summary_of >"$tree/screen" 2>"$tree/message" && [ ! -s "$tree/screen" ] && grep -qF -- "$3" "$tree/message"
  local status=$?
  cat "$tree/message"
  rm -rf "$tree/build" && mv "$tree/kept" "$tree/build"
  return $status
}
while IFS='|' read -r file change text; do
  expect "$file, $change: $text" incomplete "$file" "$change" "$text"
done <<'EOF'
case2/run.log|/^RTL and model/d|no comparison in
fig5/gfc/run.log|s/123000000/0/|no comparison in
../schemes/gfc/case1/messages|d|no comparison in
case1/run.log|s/0 mismatches/1 mismatches/|27 outputs in each: 1 mismatches
replay/replay.log|s/0 mismatches/2 mismatches/|words of frames: 2 mismatches
replay/replay.log|d|0 cycles, 0 words of frames
replay/port3.txt|d|port3.txt: missing or empty
case3/pauses.png|d|pauses.png: missing or empty
burst_dsh.log|/^measured/d|no result of a burst
schemes.md|$d|expected 30 rows with a verdict, got 29
schemes.md|s/drained/null/|got 2
EOF

# ---- progress ----

steps=". tb/studies/steps.sh; steps_begin 4; step one; step two; steps_done 1; step four; steps_hide; echo end"
expect "no progress without a terminal" test "$(sh -c "$steps" 2>&1)" = end
progress() { TERM=xterm script -qec "sh -c '$steps'" /dev/null </dev/null | tr -d '\r\n'; }
expect "progress on a terminal" test "$(progress | sed 's/\x1b\[K/~/g; s/[0-9]*:[0-9]* left  //g')" = \
  "~[                    ]   0 %  one~[#####               ]  25 %  two~[###############     ]  75 %  four~end"
summary
