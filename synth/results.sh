#!/bin/sh
# The tables as one page, on standard output: results.sh PAGE TABLE.md ...
# Every table is one section; a table that was not made since keeps its section of the PAGE as it stands.
page=$1
shift
echo "# What the RTL costs and how fast it is"
echo
echo "Written by \`make synth\`, \`make synth-full\`, \`make timing\`, \`make timing TECH=ecp5\` and \`make asic\`: do not edit. A table is of the RTL"
echo "when its target last ran."
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
    *timing-ecp5.md) title="## Timing, ECP5" ;;
  esac
  [ -f "$table" ] && from=$table || from=$page
  [ -f "$from" ] || continue
  echo
  # From the title to the next one, without the empty lines at the end.
  awk -v title="$title" '/^## / { on = $0 == title } !on { next } !NF { gap++; next }
    { for (; gap; gap--) print ""; print }' "$from"
done
