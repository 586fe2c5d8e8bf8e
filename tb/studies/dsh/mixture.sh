# Figures 14 and 15 of [DSH]: background flows in several classes and fan-ins in class 6. After common.sh.

# mixture GROUPS BACKGROUND FANIN SIZES: the section traffic. Background flows have classes 0 to CLASSES - 1: with seven classes, the default, a seventh
# of them shares class 6 with the fan-ins, with CLASSES=6 none. The loads are shares of the links of all hosts. A fan-in goes from 16 hosts of
# other racks to one host; hosts of rack G are called hG_*. In a fat-tree a pod takes the place of a rack.
mixture() {
  awk -v classes="${CLASSES:-7}" -v groups="$1" -v background="$2" -v fanin="$3" -v sizes="$4" 'BEGIN {
    print "traffic:"
    for (c = 0; c < classes; c++)
      printf "  - {name: background%d, pattern: uniform, sizes: %s, load: %.9f, class: %d}\n", c, sizes, background / classes, c
    for (g = 0; g < groups; g++) {
      if (g >= 10) others = sprintf("\"h?_*\", \"h1[!%d]_*\"", g - 10)
      else others = sprintf("\"h[!%d]_*\"", g) (groups > 10 ? ", \"h1?_*\"" : "")
      printf "  - {name: fanin%d, pattern: incast, senders: 16, bytes: 64KB, load: %.9f, class: 6, from: [%s], to: [\"h%d_*\"]}\n",
        g, fanin / (groups - 1), others, g
    }
  }'
}

# With WINDOW=false, PowerTCP and HPCC have no window.
# write_network DIR GROUPS BACKGROUND FANIN SIZES MICROSECONDS TOPOLOGY...: DIR/network.yaml, with the options of `sluice topology`.
write_network() {
  folder=$1 groups=$2 background=$3 fanin=$4 sizes=$5 until=$6
  shift 6
  mkdir -p "$folder"
  copy_registers "$folder"
  for file in datamining cache; do keep "$folder/$file.csv" <"$here/$file.csv"; done
  mixture "$groups" "$background" "$fanin" "$sizes" | keep "$folder/traffic.yaml"
  "$sluice" topology "$@" --delay-us 2 --packet 1000 --mmu $here/mmu_sih.yaml --traffic "$folder/traffic.yaml" --duration-us "$until" \
    --out "$folder/topology.yaml"
  # As in the other figures: no response time, no preamble and gap, a strict class of acknowledgements.
  { sed -e '/^processing_ns:/d' -e 's/^clock_mhz:.*/clock_mhz: 1000/' "$folder/topology.yaml"
    echo 'overhead_bytes: 0'
    [ -z "${WINDOW:-}" ] || echo "senders: {window: $WINDOW}"
    echo 'scheduler: {strict: [7], quanta: [1600, 1600, 1600, 1600, 1600, 1600, 1600, 1600]}'; } | keep "$folder/network.yaml"
}

# Rows "KEY,control,scheme,background ns,fan-in ns,pauses,left out,lost" of a sweep
mixture_rows() {
  over_rows "$2" '{ printf "'"$1"',%s,%s,%s,%s,%d,%d,%d\n", control(), scheme(), $col["traffic.background*.completion_mean_ns.mean"],
    $col["traffic.fanin*.completion_mean_ns.mean"], $col["links.pauses.sum"],
    $col["traffic.background*.left_out.sum"] + $col["traffic.fanin*.left_out.sum"], $col["switches.lost.sum"] }'
}

# run_mixtures KEY NAMES: the sweep in each folder $out/NAME, and $out/points.csv with the rows of all.
run_mixtures() {
  end_of_preparation
  echo "$1,control,scheme,background_ns,fanin_ns,pauses,left_out,lost" >"$out/points.csv"
  for name in $2; do
    run_sweep "$out/$name/sweep.yaml" "$out/$name/sweep"
    mixture_rows "$name" "$out/$name/sweep/sweep.csv" >>"$out/points.csv"
  done
}

# A table of means over the seeds, with the change against SIH. Columns before the control: those of the first row, up to "control".
mixture_table() {
  awk -F, '{ key = $1 "," $2 "," $3 }
    NR == 1 { print key ",background; us,against SIH,fan-in; us,against SIH,pauses,left out,lost"; next }
    !(key in runs) { order[++n] = key; base[key] = $1 "," $2 ",SIH" }
    { runs[key]++; background[key] += $4; fanin[key] += $5; pauses[key] += $6; left[key] += $7; lost[key] += $8 }
    function change(now, before) { return before > 0 ? sprintf("%+.1f %%", 100 * (now / before - 1)) : "-" }
    END { for (i = 1; i <= n; i++) { k = order[i]; b = base[k]
      printf "%s,%.1f,%s,%.1f,%s,%.0f,%d,%d\n", k, background[k] / runs[k] / 1000, change(background[k] / runs[k], background[b] / runs[b]),
        fanin[k] / runs[k] / 1000, change(fanin[k] / runs[k], fanin[b] / runs[b]), pauses[k] / runs[k], left[k], lost[k] } }' "$1" | markdown
}
