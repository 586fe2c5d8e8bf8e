# Figures 14 and 15 of [DSH]: background flows and fan-ins, each flow in one of seven classes (mixture.awk). After common.sh.

# The prefixes of the names of the hosts, for each rack
racks_of_leaf_spine() { seq -f h%g_ -s " " 0 $(($1 - 1)); }
racks_of_fat_tree() { for pod in $(seq 0 $(($1 - 1))); do seq -f "h${pod}_%g_" -s " " 0 $(($1 / 2 - 1)); done | tr '\n' ' '; }

# write_network DIR CONTROL SEED SCHEDULER TOPOLOGY...: DIR/network.yaml with one sample of the traffic, and the sweep over the schemes. TOPOLOGY are
# options of `sluice topology`. Reads racks, hosts (of a rack), until_us, background, fanin (loads), senders, sizes (a file), schemes.
write_network() {
  folder=$1 control=$2 seed=$3 scheduler=$4
  shift 4
  mkdir -p "$folder"
  copy_registers "$folder"
  awk -v seed="$seed" -v racks="$racks" -v hosts="$hosts" -v until_us="$until_us" -v load="$background" -v sizes="$sizes" -v fanin_load="$fanin" \
    -v senders="$senders" -v csv="$folder/fanin.new" -f $here/random.awk -f $here/mixture.awk >"$folder/flows.yaml"
  keep "$folder/fanin.csv" <"$folder/fanin.new"
  "$sluice" topology "$@" --delay-us 2 --packet 1500 --mmu $here/mmu_sih.yaml --flows "$folder/fanin.csv" --seed "$seed" --out "$folder/topology.yaml"
  # As in the other figures: no response time, no preamble and gap. The run ends when all flows are complete, at the latest at 2 s.
  { sed -e '/^processing_ns:/d' -e 's/^clock_mhz:.*/clock_mhz: 1000/' -e '/^stop_us:/d' -e 's/^duration_us:.*/duration_us: 2000000/' \
      -e 's/^flows_csv:.*/flows_csv: fanin.csv/' "$folder/topology.yaml"
    echo 'overhead_bytes: 0'
    echo "scheduler: $scheduler"
    control "$control"
    cat "$folder/flows.yaml"; } | keep "$folder/network.yaml"
  rm "$folder/fanin.new" "$folder/topology.yaml" "$folder/flows.yaml"
  sed "s/mmu: .*/mmu: [$(registers $schemes)]/" $here/mixture.yaml | keep "$folder/sweep.yaml"
}

# run_mixtures KEY NAMES CONTROLS SEEDS: the sweep in each folder $out/NAME/CONTROL-SEED, and $out/points.csv with the rows of all.
run_mixtures() {
  end_of_preparation
  echo "$1,control,scheme,background_ns,fanin_ns,pauses,left_out,lost" >"$out/points.csv"
  for name in $2; do for control in $3; do for seed in $(seq "$4"); do
    run_sweep "$out/$name/$control-$seed/sweep.yaml" "$out/$name/$control-$seed/sweep"
    # The flows of the CSV file are the fan-ins; all others are the background.
    over_rows "$out/$name/$control-$seed/sweep/sweep.csv" '{ n = $col["traffic.csv.flows"]; fanin = $col["traffic.csv.completion_mean_ns"]
      background = ($col["completion_ns.mean"] * $col["completed"] - fanin * n) / ($col["completed"] - n)
      printf "'"$name,$control"',%s,%.1f,%.1f,%d,%d,%d\n", scheme(), background, fanin,
        $col["links.pauses.sum"], $col["finite_flows"] - $col["completed"], $col["switches.lost.sum"] }' >>"$out/points.csv"
  done; done; done
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
