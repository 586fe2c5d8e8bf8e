#!/bin/bash
# Draws one module as SVG: schematic.sh MODULE OUT.svg [NAME=VALUE ...]     environment: RTL, the Verilog files
# The drawing shows the operators of the RTL, after constant folding and before mapping to cells.
set -euo pipefail
: "${RTL:?schematic: set RTL to the Verilog files}"
module=$1 out=$2
shift 2
params=
for p; do params+=" -set ${p%%=*} ${p#*=}"; done
base=${out%.svg}
mkdir -p "$(dirname "$out")"
yosys -q -p "read_verilog -sv $RTL; ${params:+chparam$params $module; }hierarchy -check -top $module; rename -top $module; \
  proc; flatten; opt; wreduce; opt_clean -purge; setattr -unset src *; \
  show -format dot -notitle -viewer none -width -colors 1 -prefix $base $module" 2>"$base.err" ||
  { grep -m 1 ERROR "$base.err" >&2; exit 1; }
rm -f "$base.err"
# A cell without a name is labelled by its operator. A constant 0 of any width is labelled 0.
sed -i -E 's/\$[0-9]+(_[A-Z0-9]+)?\\n\$([a-z_]+)\|/\2|/; s/"([0-9]+)'"'"'0+"/"0"/;
  s/\|gt\|/|\\>|/; s/\|lt\|/|\\<|/; s/\|ge\|/|\\>=|/; s/\|le\|/|\\<=|/; s/\|eq\|/|==|/; s/\|ne\|/|!=|/;
  s/\|add\|/|+|/; s/\|sub\|/|-|/; s/\|mul\|/|*|/; s/\|shl\|/|\\<\\<|/; s/\|shr\|/|\\>\\>|/;
  s/\|logic_(and|or|not)\|/|\1|/; s/\|reduce_or\|/|any|/; s/\|reduce_bool\|/|any|/' "$base.dot"
dot -Grankdir=LR -Gfontname=sans-serif -Nfontname=sans-serif -Nfontsize=11 -Efontname=sans-serif -Efontsize=9 \
  -Tsvg "$base.dot" >"$out.part"
mv "$out.part" "$out"
