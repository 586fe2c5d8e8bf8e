#!/bin/bash
# Counts the cells of one part of the MMU, to compare SIH and DSH. The MMU has 4 ports. `make synth` calls this script.
#   dsh.sh list                         lists the parts
#   dsh.sh TECH NC W PART OUT.json      synthesises one part: NC classes, cell counters of W bits
# A part is named BLOCK_CASE: one block alone, reduced to the logic that the case uses. Unused inputs are tied to a constant,
# unused outputs are removed, and synthesis removes the logic behind them.
# Cases: sih and dsh tie the scheme register to that scheme; both leaves the scheme selectable at run time.
# Inputs that only STATIC uses are tied to 0 in all cases. dsh.py lists which difference belongs to which item.
set -euo pipefail
if [ "${1:-}" = list ]; then
  sed -n 's/^  \([a-z]*_[a-z_]*\)) .*/\1/p' "$0"
  exit
fi
tech=$1 classes=$2 width=$3 part=$4 out=$5
ports=4 commands=()

tie() { commands+=("select -assert-any i:$1" "delete -input w:$1" "connect -set $1 $2"); }
drop() { for n; do commands+=("select -assert-any o:$n" "delete -output w:$n"); done; }
# fields ARGUMENTS of fields.py, without the widths: the same for fields of a struct.
fields() {
  local list
  list=$("$(dirname "$0")/fields.py" "$1" "$2" "$3" "NC=$classes,PW=2,CW=3,W=$width,HW=$((width < 18 ? width : width - 4))" "${@:4}") || exit 1
  mapfile -t -O ${#commands[@]} commands <<<"$list"
}
zero() { for n; do tie "$n" "$width'd0"; done; }
sih="7'd2" dsh="7'd4" no_static=("xoff=$width'd0" "xon=$width'd0")

case $part in
  threshold_sih) tie scheme "$sih"; drop xpoff xpon ;;
  threshold_dsh_queue) tie scheme "$dsh"; drop xpoff xpon ;;
  threshold_both_queue) drop xpoff xpon ;;
  threshold_both_product) drop xpon ;;
  threshold_both) ;;
  threshold_dsh) tie scheme "$dsh" ;;
  examine_sih) zero not_sum; tie dsh "1'd0"; tie port_incomplete "1'd0"; drop port_set_off port_hold_off ;;
  examine_dsh) tie dsh "1'd1" ;;
  state_sih) tie port_valid "2'd0"; tie port_set_off "2'd0"; tie port_hold_off "2'd0"; drop port_off port_changed port_now ;;
  state_dsh) ;;
  state_both) ;;
  account_sih) fields tie cfg config scheme="$sih"; fields drop snapshot snapshot sum
    fields drop scan_snap visit_snapshot not_sum port_valid port_incomplete ;;
  account_sih_sum) fields tie cfg config scheme="$sih" ;;
  account_dsh) fields tie cfg config scheme="$dsh" ;;
  account_both) ;;
  rx_sih) tie rx_level "2'd0"; drop port_paused all_paused ;;
  rx_dsh) ;;
  gate_sih) tie port_paused "$ports'd0" ;;
  gate_dsh) ;;
  tx_sih) tie native "1'd0"; tie port_off "$ports'd0"; tie port_changed "2'd0" ;;
  tx_dsh_interoperable) tie native "1'd0" ;;
  tx_dsh) ;;
  config_sih) fields drop cfg config delta_p native ;;
  config_dsh) ;;
  mmu_sih) fields fix config_regs.cfg config scheme="$sih" native="1'd0" "${no_static[@]}"; tie rx_level "2'd0"; drop mon_xpoff mon_xpon port_off ;;
  mmu_dsh) fields fix config_regs.cfg config scheme="$dsh" "${no_static[@]}" ;;
  mmu_both) fields fix config_regs.cfg config "${no_static[@]}" ;;
  *) echo "dsh: unknown part $part" >&2; exit 1 ;;
esac

case $part in
  *_sih | *_sih_*) schemes=2 ;;
  *_dsh | *_dsh_*) schemes=4 ;;
  *) schemes=6 ;;
esac
dims=(NP=$ports NC="$classes") address=(PW=2 CW=3)
case $part in
  threshold_*) top=sluice_threshold parameters=(NC="$classes" W="$width" SCHEMES=$schemes); zero xoff xon ;;
  examine_*) top=sluice_examine parameters=(W="$width" VISIT=1) ;;
  state_*) top=sluice_pause_state parameters=("${dims[@]}" "${address[@]}"); drop queue_rises queue_falls ;;
  account_*) top=sluice_account parameters=("${dims[@]}" W="$width" "${address[@]}" TTL=0 SHP=0) ;;
  rx_*) top=sluice_pause_rx parameters=("${dims[@]}" PW=2) ;;
  gate_*) top=sluice_gate parameters=("${dims[@]}"); tie rate_blocked "$((ports * classes))'d0" ;;
  tx_*) top=sluice_pause_tx parameters=("${dims[@]}" PW=2); tie down "1'd0" ;;
  config_*) top=sluice_config parameters=("${dims[@]}" W="$width" SCHEMES=$schemes CW=3) ;;
  mmu_*) top=sluice_mmu parameters=("${dims[@]}" W="$width" SCHEMES=$schemes STATS=0) ;;
esac
echo "dsh $tech NC=$classes $part"
exec synth/synth.sh "$tech" "$top" "$out" "${parameters[@]}" -- "cd $top" "${commands[@]}" "cd"
