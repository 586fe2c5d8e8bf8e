# Longest paths of the netlists of asic.sh, with OpenSTA; result on the standard output, times in ns. From the environment: LIBERTY;
# DIR, where the netlists are; NETLISTS, their names. Without NETLISTS: the line "fo4 NS", measured on DIR/fo4.v, which it writes.
# ACCESS, SETUP: what a memory is taken to need after the clock and before it. For each netlist lines "NAME KIND NS FROM TO"; KIND is
#   logic   from flop or input to flop or output, with the flop's clock-to-output and set-up times
#   to      the same into a memory, its set-up included
#   from    the same out of a memory, its access included
# The clock is ideal, wires have no load. Inputs come with the clock, driven by a BUFX4; outputs drive four inverters, 37 fF.
read_liberty $::env(LIBERTY)
set link_make_black_boxes 0
set period 1000

# Inverters in a row, each with four of its kind to drive. Stages 7 to 14, where the slopes have settled: four rises, four falls.
proc fo4 {file} {
  set out [open $file w]
  puts $out "module fo4 (in, s6, s14);\ninput in;\noutput s6, s14;\nwire s0;\nassign s0 = in;"
  for {set i 1} {$i <= 16} {incr i} {
    set from s[expr {$i - 1}]
    puts $out "INVX1 i$i (.A($from), .Y(s$i));"
    foreach load {a b c} { puts $out "INVX1 i$i$load (.A($from));" }
  }
  puts $out endmodule
  close $out
  read_verilog $file
  link_design fo4
  create_clock -name clock -period $::period
  set_input_delay 0 -clock clock [get_ports in]
  set_output_delay 0 -clock clock [get_ports s6]
  set_output_delay 0 -clock clock [get_ports s14]
  puts "fo4 [expr {([longest -to s14] - [longest -to s6]) / 8}]"
}

# The longest path, "" where there is none.
proc worst {args} { return [lindex [find_timing_paths {*}$args] 0] }
proc longest {args} { return [expr {$::period - [get_property [worst {*}$args] slack]}] }
# A register is named by what it drives.
proc point {path end} { regsub {_reg/[A-Z]+$} [get_property [get_property $path $end] full_name] {} name; return $name }
proc show {netlist kind path} {
  if {$path ne ""} {
    puts "$netlist $kind [expr {$::period - [get_property $path slack]}] [point $path startpoint] [point $path endpoint]"
  }
}

proc paths {netlist} {
  read_verilog $::env(DIR)/$netlist.v
  link_design sluice_$netlist
  set clock [get_ports -quiet clk]
  if {$clock ne ""} { create_clock -name clock -period $::period $clock } else { create_clock -name clock -period $::period }
  set loads {}
  set reads {}
  foreach port [all_inputs] {
    set name [get_property $port full_name]
    if {$name eq "clk"} { continue }
    set_driving_cell -lib_cell BUFX4 $port
    if {[string match *.RD_DATA* $name]} { lappend reads $port } else { set_input_delay 0 -clock clock $port }
  }
  foreach port [all_outputs] {
    set_load 0.037 $port
    if {[regexp {\.(RD|WR)_(ADDR|EN|DATA)} [get_property $port full_name]]} { lappend loads $port } else { set_output_delay 0 -clock clock $port }
  }
  show $netlist logic [worst]
  foreach port $reads { set_input_delay $::env(ACCESS) -clock clock $port }
  foreach port $loads { set_output_delay $::env(SETUP) -clock clock $port }
  if {$loads ne ""} { show $netlist to [worst -to $loads] }
  if {$reads ne ""} { show $netlist from [worst -from $reads] }
}

if {[info exists ::env(NETLISTS)]} { foreach netlist $::env(NETLISTS) { paths $netlist } } else { fo4 $::env(DIR)/fo4.v }
