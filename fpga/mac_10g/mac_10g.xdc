# Clock crossings of mac_10g_port, for Vivado (docs/hardware/mac-10g.md). The clocks may be asynchronous or not: give no set_clock_groups between them,
# because that would switch off the maximum delays.
# One period in ns of the fastest clock: a MAC at 156.25 MHz. Give less if the clock of the switch is faster.
set mac_10g_period 6.4

# Positions of a FIFO, in Gray code. One bit changes at an edge, so that an early and a late bit must not be a period apart.
set_max_delay -datapath_only $mac_10g_period -from [get_cells -hierarchical -filter {NAME =~ */fifo/head_gray_reg*}] -to [get_cells -hierarchical -filter {NAME =~ */fifo/head_1_reg*}]
set_max_delay -datapath_only $mac_10g_period -from [get_cells -hierarchical -filter {NAME =~ */fifo/tail_gray_reg*}] -to [get_cells -hierarchical -filter {NAME =~ */fifo/tail_1_reg*}]
# A word is in the RAM a cycle of its writer before its position leaves, and is read after two registers more.
set_max_delay -datapath_only $mac_10g_period -from [get_cells -hierarchical -filter {NAME =~ */fifo/words_reg*}] -to [get_cells -hierarchical -filter {NAME =~ */fifo/shown_reg*}]

# Resets and the status of the PHY are single levels: any time of arrival is right.
set_false_path -to [get_cells -hierarchical -filter {NAME =~ *sync_*/first_reg*}]
