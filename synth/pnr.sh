#!/bin/bash
# Places and routes one netlist with one seed: pnr.sh DEVICE PACKAGE SEED NETLIST.json OUT.asc
# Beside OUT.asc it leaves OUT.json, the timing report of nextpnr. Where the design is too large for the device, that is
# the result: OUT.asc is empty and OUT.json says how large.
set -euo pipefail
device=$1 package=$2 seed=$3 netlist=$4 out=$5
base=${out%.asc}
if nextpnr-ice40 "--$device" --package "$package" --json "$netlist" --seed "$seed" --timing-allow-fail -q \
  --report "$base.json" --asc "$out.part" -l "$base.log" 2>/dev/null; then
  mv "$out.part" "$out"
  exit
fi
used=$(sed -n 's/.*ICESTORM_LC: *\([0-9]*\)\/ *\([0-9]*\).*/\1 \2/p' "$base.log" | head -1)
read -r cells limit <<<"${used:-0 0}"
if [ "$cells" -le "$limit" ]; then
  echo "timing: $(basename "$netlist" .net.json), seed $seed: $(grep -m 1 ERROR "$base.log" || tail -1 "$base.log")" >&2
  exit 1
fi
echo "timing: $(basename "$netlist" .net.json) does not fit on $device: $cells of $limit logic cells" >&2
echo "{\"too_large\": $cells, \"limit\": $limit}" >"$base.json"
: >"$out"
