# Shared by the tests in shell, which source it: counted checks, and a last line in the form of libcheck's summary, which tests/run.sh reads.
checks=0
failures=0
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
# expect NAME COMMAND...: the command must succeed. If it fails, its output is printed.
expect() {
  checks=$((checks + 1))
  "${@:2}" >"$tree/log" 2>&1 && return
  failures=$((failures + 1))
  echo "failed: $1"
  cat "$tree/log"
}
summary() {
  echo "$((checks > 0 ? 100 * (checks - failures) / checks : 0))%: Checks: $checks, Failures: $failures, Errors: 0"
  [ "$checks" -gt 0 ] && [ "$failures" = 0 ]
}
# Writes the module in page $2 of docs/hardware to directory $1 and prints its name.
page_instance() {
  awk '/^```systemverilog$/ { on = 1; next } /^```$/ { on = 0 } on' "docs/hardware/$2.md" >"$1/page.sv"
  name=$(sed -n 's/^module \([a-z_]*\).*/\1/p' "$1/page.sv")
  mv "$1/page.sv" "$1/$name.sv" && echo "$name"
}
# Lines such as "in enq_cells W": the ports of the module in file $1, or those in the table of page $1.
module_ports() {
  sed -n '/^) ($/,/^);$/s/^ *\(in\|out\)put *\(wire\)\? *logic *\(\[\([^:]*\):0\]\)\? *\([a-z_]*\).*/\1 \5 \4/p' "$1" |
    awk '{ $3 == "" ? $3 = 1 : sub(/-1$/, "", $3) || $3++; print }' | sort
}
table_ports() {
  awk -F '|' '$3 ~ /^ (in|out) $/ { n = split($4, s, "`"); for (i = 2; i <= n; i += 2) {
    bits = 1; if (split(s[i], p, /[][]/) > 1) bits = p[2]; gsub(" ", "", $3); print $3, p[1], bits } }' "$1" | sort
}
# The ports that the module in file $1 connects.
connected_ports() { grep -o '\.[a-z][a-z_]*(' "$1" | tr -d '.(' | sort; }
