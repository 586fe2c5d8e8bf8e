// Checks the parameters of the switch. A bad one stops elaboration at an undefined module whose name states the reason
// (docs/hardware/switch.md).
`default_nettype none
module sluice_switch_check #(
    parameter int NP = 4,               // ports
    parameter int NC = 8,               // classes
    parameter int DW = 64,              // bits of a port's stream
    parameter int LINE = 64,            // bits of a line per cycle
    parameter int CELL = 64,            // bytes of a cell
    parameter int CELLS = 4096,         // cells of the memory
    parameter int MACS = 16,            // entries of the MAC table
    parameter int SLOTS = 5,            // slots of the wheel
    parameter logic [6:0] SCHEMES = 127  // mask of schemes in the build
) ();
  // Bytes of time on the line in which an output needs a turn of the wheel and 7 cycles
  // (docs/hardware/switch-timing.md, "Line rate of an output")
  localparam int Short = 3 * sluice_switch_pkg::MIN_FRAME + 4 * sluice_switch_pkg::GAP;
  localparam int Ahead = CELL < sluice_switch_pkg::MIN_FRAME ? 2 * CELL + 1 + sluice_switch_pkg::GAP :
                         CELL + 2 + 2 * sluice_switch_pkg::GAP < Short ? CELL + 2 + 2 * sluice_switch_pkg::GAP : Short;
  // The modules below do not exist.
  generate
    if (NP < 2 || NP > 16 || NC < 1 || NC > 8) begin : g_check_ports
      sluice_switch_parameter_out_of_range_NP_2_16_NC_1_8 bad_parameter ();
    end
    if (DW != 8 && DW != 16 && DW != 32 && DW != 64 && DW != 128 && DW != 256) begin : g_check_width
      sluice_switch_parameter_DW_is_not_8_16_32_64_128_256 bad_parameter ();
    end
    if (LINE < 1 || LINE > DW) begin : g_check_line
      sluice_switch_parameter_LINE_is_not_in_1_DW bad_parameter ();
    end
    if ((CELL != 32 && CELL != 64 && CELL != 128 && CELL != 256) || 8 * CELL < DW) begin : g_check_cell
      sluice_switch_parameter_CELL_is_not_32_64_128_256_or_below_a_word bad_parameter ();
    end
    if (CELLS < 256 || CELLS > 262144 || CELLS != 2 ** $clog2(CELLS)) begin : g_check_cells
      sluice_switch_parameter_CELLS_is_no_power_of_two_from_256_on bad_parameter ();
    end
    if (MACS < 1 || MACS > 64) begin : g_check_macs
      sluice_switch_parameter_out_of_range_MACS_1_64 bad_parameter ();
    end
    // Line rate. The worst frames are the shortest ones and those one byte longer than whole cells. In C:
    // sluice_switch_keeps_pace()
    if (NP * DW > 1024 || (SLOTS + 7) * LINE > 8 * Ahead ||
        SLOTS * LINE > 8 * (sluice_switch_pkg::MIN_FRAME + sluice_switch_pkg::GAP) ||
        (CELL >= sluice_switch_pkg::MIN_FRAME && 2 * SLOTS * LINE > 8 * (CELL + 1 + sluice_switch_pkg::GAP)) ||
        (CELL < sluice_switch_pkg::MIN_FRAME &&
         3 * SLOTS * LINE > 8 * (2 * CELL + 1 + sluice_switch_pkg::GAP))) begin : g_check_rate
      sluice_switch_parameter_CELL_too_small_for_NP_lines_of_LINE_or_DW bad_parameter ();
    end
    if (NP < sluice_switch_pkg::GFC_PORTS &&
        (SCHEMES[sluice_pkg::GFC] || SCHEMES[sluice_pkg::GFC_LINEAR])) begin : g_check_gfc
      sluice_switch_parameter_NP_below_4_with_GFC bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
