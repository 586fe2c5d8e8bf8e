#!/bin/sh
# Runs the load that fills a shared headroom pool, under SHP, DSH and SIH, and plots the headroom in use. Called by
# `make shared-pool`. Writes build/shared-pool/SCHEME for each scheme, build/shared-pool/shared-pool.svg, and prints a table.
set -eu
cd "$(dirname "$0")/../../.."
here=tb/studies/shared_pool
build=${BUILD:-build}
out=$build/shared-pool
mkdir -p "$out"

# Headroom in use, sum of max(0, q - private) - S, in bytes: one row of time and amount for each sample.
headroom() {
  awk -F, -v private="$2" 'NR == 1 { next } $1 != t && NR > 2 { print t "," above - shared; above = 0 }
    { t = $1 } $5 == "ingress" && $6 > private { above += $6 - private } $5 == "shared" { shared = $6 }
    END { print t "," above - shared }' "$1/series.csv"
}

printf '%-6s %13s %13s %17s %8s %8s\n' scheme 'headroom, B' 'shared, B' 'headroom used, B' 'lost' 'lost, B'
while read -r scheme reserved packet; do
  name=$(echo "$scheme" | tr A-Z a-z)
  [ "$scheme" = SHP ] && mmu= || mmu="--mmu $here/mmu_$name.yaml"
  # Exit status 4: packets of lossless classes were lost, which the table shows.
  # shellcheck disable=SC2086
  "$build/sluice" run $here/shared_pool.yaml $mmu --set "flows.fifth.packet_bytes=$packet" --quiet --out "$out/$scheme" 2>"$out/$scheme.log" || [ $? = 4 ] ||
    { cat "$out/$scheme.log" >&2; exit 1; }
  headroom "$out/$scheme" 3072 >"$out/$scheme.csv"
  used=$(awk -F, '$2 > most { most = $2 } END { print most }' "$out/$scheme.csv")
  row=$(jq -r '[.registers.S.SHARED, .switches[0].lost, ([.flows[] | .sent_bytes - .received_bytes] | add)] | join(" ")' "$out/$scheme/results.json")
  # shellcheck disable=SC2086
  set -- $row
  printf '%-6s %13s %13s %17s %8s %8s\n' "$scheme" "$reserved" "$1" "$used" "$2" "$3"
done <<EOF
SHP $((1550560 + 32 * 10240)) 1280
DSH $((32 * 56840)) 1280
SIH $((32 * 7 * 56840)) 1160
EOF
gnuplot -c $here/shared_pool.gp "$out"
echo "$out/shared-pool.svg"
