#!/bin/bash
# Places and routes one netlist with one seed: pnr.sh TECH DEVICE PACKAGE SEED NETLIST.json OUT.json
#   TECH: ice40, or ecp5 (speed grade 6). Environment: NEXTPNR_ICE40 and NEXTPNR_ECP5, the commands of nextpnr; CLOCKS, "NAME=MHZ ...", only for
#   the ECP5: what each clock shall reach, if there are several
#   OUT.json: timing report of nextpnr. For the iCE40, OUT.icetime is the report of icetime for the same placement.
# If the design needs more cells or block RAMs than the device has, OUT.json instead holds: cells, the number of cells; too_large, "cells" or
# "block RAMs"; used and limit, numbers of these.
# pnr.sh TECH DEVICE PACKAGE pack NETLIST.json OUT.log: only packs the netlist; the log contains the number of cells.
set -euo pipefail
tech=$1 device=$2 package=$3 seed=$4 netlist=$5 out=$6
base=${out%.json}
# Timing has the weight 80 in placement; the default of nextpnr is 10. docs/studies/design-history.md compares the weights.
case $tech in
  ice40)
    read -r -a pnr <<<"env ${NEXTPNR_ICE40:-nextpnr-ice40}"
    pnr+=(--placer-heap-timingweight 80) cells=ICESTORM_LC rams=ICESTORM_RAM result=(--asc "$base.asc")
    command -v icetime >/dev/null || { echo "timing: icetime is not installed (Debian package fpga-icestorm)" >&2; exit 1; }
    ;;
  ecp5)
    read -r -a pnr <<<"env ${NEXTPNR_ECP5:-nextpnr-ecp5}"
    pnr+=(--speed 6 --placer-heap-timingweight 80) cells=TRELLIS_COMB rams=DP16KD result=()
    if [ -n "${CLOCKS:-}" ] && [ "$seed" != pack ]; then
      for c in $CLOCKS; do echo "FREQUENCY PORT \"${c%=*}\" ${c#*=} MHZ;"; done >"$base.lpf"
      pnr+=(--lpf "$base.lpf" --lpf-allow-unconstrained)
    fi
    ;;
  *) echo "timing: unknown technology $tech: ice40 or ecp5" >&2; exit 1 ;;
esac
pnr+=("--$device" --package "$package" --json "$netlist" -q)
if [ "$seed" = pack ]; then
  "${pnr[@]}" --pack-only -l "$out.part" 2>/dev/null
  mv "$out.part" "$out"
  exit
fi
if "${pnr[@]}" --seed "$seed" --timing-allow-fail --report "$out.part" "${result[@]}" -l "$base.log" 2>/dev/null; then
  if [ "$tech" = ice40 ]; then
    icetime -d "$device" -P "$package" -t "$base.asc" >"$base.icetime"
    rm "$base.asc"
  fi
  mv "$out.part" "$out"
  exit
fi
# Prints used and available number of a kind of cell, from the log.
utilization() { sed -n "s/.*$1: *\([0-9]*\)\/ *\([0-9]*\).*/\1 \2/p" "$base.log" | grep -m 1 . || echo 0 0; }
placed=$(utilization "$cells" | cut -d' ' -f1)
for kind in "$cells cells" "$rams block RAMs"; do
  read -r used limit <<<"$(utilization "${kind%% *}")"
  if [ "$used" -gt "$limit" ]; then
    echo "timing: $(basename "$netlist" .net.json) does not fit on $device: $used of $limit ${kind#* }" >&2
    echo "{\"cells\": $placed, \"too_large\": \"${kind#* }\", \"used\": $used, \"limit\": $limit}" >"$out"
    exit
  fi
done
echo "timing: $(basename "$netlist" .net.json), seed $seed: $(grep -m 1 ERROR "$base.log" || tail -1 "$base.log")" >&2
exit 1
