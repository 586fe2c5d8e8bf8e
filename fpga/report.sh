#!/bin/bash
# Prints the cells and the clock frequency of a bitstream: report.sh DIRECTORY BOARD CLOCK_HZ
# Exit status 1 if the design does not reach CLOCK_HZ.
set -euo pipefail
dir=$1 board=$2 clock=$3
awk -v board="$board" -v clock="$clock" '
  function used(line) { sub(/^.*: +/, "", line); sub(/ +$/, "", line); gsub(/ +/, " ", line); return line }
  FILENAME ~ /nextpnr/ && /ICESTORM_LC:/ { ice40 = 1 }
  FILENAME ~ /nextpnr/ && /ICESTORM_LC:|TRELLIS_(SLICE|COMB):/ { cells = used($0) }
  FILENAME ~ /nextpnr/ && /TRELLIS_FF:/ { cells = cells ", flip-flops " used($0) }
  FILENAME ~ /nextpnr/ && /ICESTORM_RAM:|DP16KD:/ { rams = used($0) }
  FILENAME ~ /nextpnr/ && /Max frequency for clock/ { line = $0; sub(/.*: /, "", line); fmax = line + 0 }
  FILENAME ~ /icetime/ && /Total path delay/ { match($0, /\([0-9.]+ MHz/); icetime = substr($0, RSTART + 1) + 0 }
  END {
    if (!fmax || (ice40 && !icetime)) {
      print "no frequency in the log of " (fmax ? "icetime" : "nextpnr") > "/dev/stderr"
      exit 1
    }
    printf "%s: cells %s; block RAMs %s\n", board, cells, rams
    printf "Fmax %.1f MHz (nextpnr)%s; the clock is %.0f MHz\n", fmax,
      icetime ? sprintf(", %.1f MHz (icetime)", icetime) : "", clock / 1e6
    slowest = icetime && icetime < fmax ? icetime : fmax
    if (slowest * 1e6 < clock) {
      print "timing is not met; the critical path is at the end of " ARGV[1] > "/dev/stderr"
      exit 1
    }
    print "timing is met"
  }' "$dir/nextpnr.log" $(ls "$dir/icetime.log" 2>/dev/null || true)
echo "bitstream: $dir/bitstream"
