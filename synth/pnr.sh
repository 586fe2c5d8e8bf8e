#!/bin/bash
# Places and routes one netlist with one seed: pnr.sh TECH DEVICE PACKAGE SEED NETLIST.json OUT.json
#   TECH: ice40, or ecp5 (speed grade 6). Environment: NEXTPNR_ICE40 and NEXTPNR_ECP5, the commands of nextpnr
#   OUT.json: timing report of nextpnr. For the iCE40, OUT.icetime is the report of icetime for the same placement.
# If the design is too large for the device, OUT.json holds the number of cells and the limit of the device instead.
# pnr.sh TECH DEVICE PACKAGE pack NETLIST.json OUT.log: only packs the netlist; the log contains the number of cells.
set -euo pipefail
tech=$1 device=$2 package=$3 seed=$4 netlist=$5 out=$6
base=${out%.json}
# Timing has the weight 80 in placement; the default of nextpnr is 10. docs/studies/clock-ice40.md compares the weights.
case $tech in
  ice40)
    read -r -a pnr <<<"env ${NEXTPNR_ICE40:-nextpnr-ice40}"
    pnr+=(--placer-heap-timingweight 80) cells=ICESTORM_LC result=(--asc "$base.asc")
    command -v icetime >/dev/null || { echo "timing: icetime is not installed (Debian package fpga-icestorm)" >&2; exit 1; }
    ;;
  ecp5)
    read -r -a pnr <<<"env ${NEXTPNR_ECP5:-nextpnr-ecp5}"
    pnr+=(--speed 6 --placer-heap-timingweight 80) cells=TRELLIS_COMB result=()
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
used=$(sed -n "s/.*$cells: *\([0-9]*\)\/ *\([0-9]*\).*/\1 \2/p" "$base.log" | head -1)
read -r used limit <<<"${used:-0 0}"
if [ "$used" -le "$limit" ]; then
  echo "timing: $(basename "$netlist" .net.json), seed $seed: $(grep -m 1 ERROR "$base.log" || tail -1 "$base.log")" >&2
  exit 1
fi
echo "timing: $(basename "$netlist" .net.json) does not fit on $device: $used of $limit cells" >&2
echo "{\"too_large\": $used, \"limit\": $limit}" >"$out"
