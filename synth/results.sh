#!/bin/sh
# Writes the page of all tables to standard output: results.sh PAGE TABLE.md ...
# Every table is one section. If the file TABLE.md does not exist, its section is copied from PAGE.
page=$1
shift
echo "# Area and clock of the RTL: all tables"
echo
echo "\`make synth\`, \`make synth-full\`, \`make timing\`, \`make timing TECH=ecp5\`, \`make synth-cost\`, \`make timing-cost\` and \`make asic\` write this page; do not edit it."
echo "A table describes the RTL when its target last ran, with the module names of that time."
for table; do
  case $table in
    *area.md) title="## Area" ;;
    *switch.md) title="## Area of the switch" ;;
    *area-full.md) title="## Area, other builds and technologies" ;;
    *schemes.md) title="## What a scheme costs" ;;
    *dsh.md) title="## The cost of DSH" ;;
    *dsh-full.md) title="## The cost of DSH, seven classes and gates" ;;
    *growth.md) title="## More ports" ;;
    *timing-ice40.md) title="## Timing, iCE40" ;;
    *asic.md) title="## ASIC" ;;
    *timing-cost-ice40.md) title="## Timing of SHP, credits and time-based GFC, iCE40" ;;
    *timing-cost-ecp5.md) title="## Timing of SHP, credits and time-based GFC, ECP5" ;;
    *cost.md) title="## SHP, credits and time-based GFC" ;;
    *timing-ecp5.md) title="## Timing, ECP5" ;;
  esac
  [ -f "$table" ] && from=$table || from=$page
  [ -f "$from" ] || continue
  echo
  # Prints the lines from this title to the next title, without the empty lines at the end.
  awk -v title="$title" '/^## / { on = $0 == title } !on { next } !NF { gap++; next }
    { for (; gap; gap--) print ""; print }' "$from"
done
