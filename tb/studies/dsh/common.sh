# Common parts of the figures of [DSH]. A figure's script sources this file. FULL=1 selects the published size, SEEDS=N another number of seeds.
# JOBS=N: points of a sweep at the same time.
# SENDERS=128: fan-ins of figure 15 have 128 senders, not 64.
# PREPARE=1 writes the networks and sweeps, and runs nothing: other machines can then run the points (docs/guide/sweeps.md).
# Sets sluice, here (the folder of the inputs) and out (the folder of the results).
set -eu
cd "$(dirname "$0")/../../.."
build=${BUILD:-build}
sluice=${SLUICE:-$build/sluice}
here=tb/studies/dsh
figure=$(basename "$0" .sh)
size=small
[ -z "${FULL:-}" ] || size=full
out=$build/dsh/$figure-$size${SEEDS:+-$SEEDS}${SENDERS:+-senders-$SENDERS}
mkdir -p "$out"

# Writes standard input to a file, unless the file has this content: a sweep continues only with the same inputs.
keep() {
  cat >"$1.new"
  cmp -s "$1.new" "$1" && rm "$1.new" || mv "$1.new" "$1"
}

# Copies the registers of the schemes next to a generated sweep.
copy_registers() {
  for scheme in sih dsh shp static ttl; do keep "$1/mmu_$scheme.yaml" <"$here/mmu_$scheme.yaml"; done
}

# control NAME: the keys of congestion control. dcqcn and window are DCQCN and "PowerTCP" of the public scripts,
# whose simulator has no timer that sends again.
control() {
  scripts="min_rate_mbps: 100, rto_us: 1000000000"
  case $1 in
    none) ;;
    dcqcn) printf 'congestion: hpcc_dcqcn\nsenders: {%s}\n' "$scripts" ;;
    window) printf 'congestion: hpcc_dcqcn\nsenders: {%s, window: true, variable_window: true, %s}\n' "$scripts" \
      "additive_increase_mbps: 16, hyper_increase_mbps: 16" ;;
    powertcp) printf 'congestion: powertcp\nsenders: {rto_us: 1000000000}\n' ;;
  esac
}

# sequence N FORMAT: a list of YAML with the numbers 1 to N.
sequence() { seq -f "$2" -s ", " "$1"; }

# The files of registers of some schemes, as a list of YAML.
registers() { printf ', mmu_%s.yaml' "$@" | cut -c 3-; }

# Called when all networks and sweeps of a figure are written.
end_of_preparation() {
  [ -z "${PREPARE:-}" ] || { find "$out" -name sweep.yaml | sort; exit; }
}

# Runs a sweep, or continues it. Exit status 4: packets of lossless classes were lost, which the table shows.
run_sweep() {
  nice -n 10 "$sluice" sweep "$1" --out "$2" ${JOBS:+--jobs "$JOBS"} || [ $? = 4 ]
}

# Prints a table of Markdown from rows "COLUMN,...": the first row is the heading.
markdown() {
  awk -F, '{gsub(/,/, " | "); print "| " $0 " |"} NR == 1 {gsub(/[^|]+/, " --- "); print "|" $0 "|"}'
}

# Runs an awk program over a sweep.csv: col["NAME"] is the number of a column, scheme() the scheme of the row.
over_rows() {
  file=$1 program=$2
  awk -F, 'function scheme(name) { name = $col["mmu"]; sub(/^mmu_/, "", name); sub(/\.yaml$/, "", name); return toupper(name) }
    NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }
    '"$program" "$file"
}

plot() {
  gnuplot -c "$here/$figure.gp" "$out/$figure.svg" "$@"
  echo "$out/$figure.svg"
}
