# Clock crossings of mac_10g_port, for tools with SDC (docs/hardware/mac-10g.md). Read this file after create_clock of all clocks, and with the names
# of the RTL: NAME or NAME_reg, behind any separator.
# One period in ns of the fastest clock: a MAC at 156.25 MHz. Give less if the clock of the switch is faster.
set mac_10g_period 6.4

# Quartus has get_registers; the cells of other tools have the names of their registers.
proc mac_10g_registers {pattern} {
  if {[info commands get_registers] ne ""} {return [get_registers $pattern]}
  return [get_cells $pattern]
}

# Positions of a FIFO, in Gray code. One bit changes at an edge, so that an early and a late bit must not be a period apart.
set_max_delay $mac_10g_period -from [mac_10g_registers {*fifo*head_gray*}] -to [mac_10g_registers {*fifo*head_1*}]
set_max_delay $mac_10g_period -from [mac_10g_registers {*fifo*tail_gray*}] -to [mac_10g_registers {*fifo*tail_1*}]
# A word is in the RAM a cycle of its writer before its position leaves, and is read after two registers more.
set_max_delay $mac_10g_period -from [mac_10g_registers {*fifo*words*}] -to [mac_10g_registers {*fifo*shown*}]
# The clocks have no common edge, so the hold checks have no meaning.
set_false_path -hold -from [mac_10g_registers {*fifo*head_gray*}] -to [mac_10g_registers {*fifo*head_1*}]
set_false_path -hold -from [mac_10g_registers {*fifo*tail_gray*}] -to [mac_10g_registers {*fifo*tail_1*}]
set_false_path -hold -from [mac_10g_registers {*fifo*words*}] -to [mac_10g_registers {*fifo*shown*}]

# Resets and the status of the PHY are single levels: any time of arrival is right.
set_false_path -to [mac_10g_registers {*sync_*first*}]
