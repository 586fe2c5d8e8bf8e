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
# Writes the module in docs/hardware/integration.md to directory $1 and prints its name.
page_instance() {
  awk '/^```systemverilog$/ { on = 1; next } /^```$/ { on = 0 } on' docs/hardware/integration.md >"$1/page.sv"
  name=$(sed -n 's/^module \([a-z_]*\).*/\1/p' "$1/page.sv")
  mv "$1/page.sv" "$1/$name.sv" && echo "$name"
}
