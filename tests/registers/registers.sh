#!/bin/bash
# Tests the generators of the register files and of the files of scenario keys: the generated files match the table, a change by hand in one of them
# is found, and a faulty table is refused. A failure prints the file or the table entry.
set -uo pipefail
. tests/checks.sh
# tests_of GOAL: the generator that `make GOAL` runs, and its table
tests_of() {
  goal=$1
  case $goal in
    registers) table=cmodel/registers/registers.toml generate=$PWD/cmodel/registers/generate.py ;;
    keys) table=tb/sim/scenario/keys.toml generate=$PWD/tb/sim/scenario/write_keys.py ;;
  esac
  expect "generated files match $table" "$generate" --check
}

# Copies the files that the generator reads and writes.
copy=$tree/copy
fresh() {
  rm -rf "$copy"
  mkdir -p "$copy"
  cp -r --parents cmodel rtl/*/*_pkg.sv rtl/mmu/registers docs/reference/*.md tb/sim/scenario tb/cli/report/page "$copy"
}
# differs FILE: the check must name this file and no other.
differs() {
  local message
  message=$(cd "$copy" && "$generate" --check 2>&1) && return 1
  [ "$message" = "$goal: $1 differ from $table; run \`make $goal\`" ] || { echo "$message"; return 1; }
}
# One value changed by hand, per line: file and sed command
changed_by_hand() {
  while read -r file change; do
    fresh
    sed -i "$change" "$copy/$file"
    expect "$file changed by hand" differs "$file"
    (cd "$copy" && "$generate") >/dev/null
    expect "$file written again" cmp "$file" "$copy/$file"
  done
}
# A faulty table, per line: sed command | message of the generator
refused() { ! (cd "$copy" && "$generate" --check) >"$tree/message" 2>&1 && grep -qF "$text" "$tree/message"; }
faulty_tables() {
  while IFS='|' read -r change text; do
    fresh
    sed -i "$change" "$copy/$table"
    expect "table refused: $text" refused
  done
}

tests_of registers
changed_by_hand <<'EOF'
cmodel/sluice_registers.h s/SLUICE_REG_XOFF = 20/SLUICE_REG_XOFF = 21/
cmodel/sluice_switch_registers.h s/0x0104/0x0108/
cmodel/driver/sluice_map.h s/PORT_STRICT_SHIFT 8/PORT_STRICT_SHIFT 9/
cmodel/driver/sluice_lookup_table.c s/"FRAMES_OUT"/"FRAMES"/
docs/reference/switch-registers.md s/`SAI_QUEUE_STAT_PACKETS`/none/
cmodel/registers/sluice_register_table.c s/"XON", WIDTH/"XON", CLASSES/
cmodel/frame/sluice_frame.h s/SLUICE_GOT_PAUSE = 1/SLUICE_GOT_PAUSE = 2/
rtl/mmu/sluice_pkg.sv s/REG_XOFF = 6'd20/REG_XOFF = 6'd21/
rtl/switch/sluice_switch_pkg.sv s/9'h041/9'h042/
rtl/lossless/sluice_lossless_pkg.sv s/14'h2400/14'h2401/
rtl/frame/sluice_frame_pkg.sv s/BAD_KIND = 3'd7/BAD_KIND = 3'd6/
rtl/mmu/registers/sluice_config.sv s/REG_CELL_STEP), .BITS(24)/REG_CELL_STEP), .BITS(23)/
docs/reference/registers.md s/^| 20 | XOFF/| 21 | XOFF/
docs/reference/switch-registers.md s/^| 0x0104/| 0x0108/
docs/reference/switch-registers.md s/0x9000/0x9001/
EOF
faulty_tables <<'EOF'
s/at = 20, name = "XOFF"/at = 21, name = "XOFF"/|XOFF is 21, 20 is next
s/at = 60, name = "PORT_WINDOW", count = 4/at = 60, name = "PORT_WINDOW", count = 5/|65 numbers
s/number = 3, name = "BAD_SCHEME"/number = 4, name = "BAD_SCHEME"/|mmu_reasons: numbers
s/at = 0x0108, name = "PRIORITY"/at = 0x0104, name = "PRIORITY"/|PRIORITY and MAX_FRAME are both at 0x104
s/register = "XON", name/register = "NONE", name/|mmu_shadows: differ
s/at = 0x0260, name = "ECN_SEED"/at = 0x1000, name = "ECN_SEED"/|FRAMES_IN and ECN_SEED are both at 0x1000
s/{register = "PORT", lsb = 8, bits = 8/{register = "PORT", lsb = 9, bits = 8/|PORT: field STRICT is above its 16 bits
s/sai = "SAI_QUEUE_STAT_BYTES"/sai = "QUEUE_STAT_BYTES"/|BYTES_OUT: QUEUE_STAT_BYTES is no name of SAI
s/name = "MAX_PACKET", bits = "packet_bits", changes = "any"/name = "MAX_PACKET", bits = "wide", changes = "any"/|MAX_PACKET: bits wide
EOF

tests_of keys
changed_by_hand <<'EOF'
tb/sim/scenario/scenario_keys.h s/DEFAULT_MMU_WIDTH 26/DEFAULT_MMU_WIDTH 27/
tb/sim/scenario/scenario_schema.c s/.high = 28/.high = 29/
docs/reference/scenario-keys.md s/^| `width` | whole, 8 to 28/| `width` | whole, 8 to 29/
tb/cli/report/page/keys.js s/'gbps': '40'/'gbps': '41'/
EOF
faulty_tables <<'EOF'
s/type = "mhz", otherwise/type = "MHz", otherwise/|top: clock_mhz: no type MHz
s/schemes = \["SHP"\], meaning = "headroom/schemes = ["SPH"], meaning = "headroom/|mmu: headroom_pool: an unknown scheme
s/default = 26/defualt = 26/|mmu: width: unknown column defualt
s/{key = "buffer", type = "amount"/{key = "buffer"/|mmu: buffer: needs one of include, type, section
EOF
summary
