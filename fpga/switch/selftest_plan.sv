// Register values and text of the switch's self-test. The codes of the text are those of selftest_report.sv.
`default_nettype none
package selftest_plan;
  // Pairs of address and value, the last pair first. Three ports, five classes, 512 cells of 64 bytes, frames of up to 4 cells; DSH. The reserve is
  // 10 cells per port. A quantum is 16 cycles of 32 bits.
  localparam int SETTINGS = 25;
  localparam logic [48*SETTINGS-1:0] REGISTERS = {
    {8'd0, sluice_pkg::REG_COMMIT, 2'b00, 32'h00000001},
    {8'd0, sluice_pkg::REG_QUANTA_STEP, 2'b00, 32'h00000200},
    {8'd0, sluice_pkg::REG_REFRESH, 2'b00, 32'h00000050},
    {8'd0, sluice_pkg::REG_PAUSE_TIME, 2'b00, 32'h000000C8},
    {8'd0, sluice_pkg::REG_DELTA_P, 2'b00, 32'h00000002},
    {8'd0, sluice_pkg::REG_DELTA_Q, 2'b00, 32'h00000002},
    {8'd0, sluice_pkg::REG_ALPHA, 2'b00, 32'h00000000},  // alpha = 1
    {8'd0, sluice_pkg::REG_MAX_PACKET, 2'b00, 32'h00000004},
    {8'd0, sluice_pkg::REG_LOSSLESS, 2'b00, 32'h0000001F},  // all classes
    {8'd0, sluice_pkg::REG_HEADROOM, 2'b00, 32'h00000040},
    {8'd0, sluice_pkg::REG_SHARED, 2'b00, 32'h000000C8},
    {8'd0, sluice_pkg::REG_PRIVATE, 2'b00, 32'h00000002},
    {8'd0, sluice_pkg::REG_BUFFER, 2'b00, 32'h000001D0},
    {8'd0, sluice_pkg::REG_SCHEME, 2'b00, 32'h00000002},  // DSH
    {5'd0, sluice_switch_pkg::REG_MAC_HIGH + 9'd4, 2'b00, 32'h80020200},  // MAC table: address 02-00-00-00-00-02 at port 2
    {5'd0, sluice_switch_pkg::REG_MAC_LOW + 9'd4, 2'b00, 32'h00000002},
    {5'd0, sluice_switch_pkg::REG_MAC_HIGH + 9'd2, 2'b00, 32'h80010200},
    {5'd0, sluice_switch_pkg::REG_MAC_LOW + 9'd2, 2'b00, 32'h00000001},
    {5'd0, sluice_switch_pkg::REG_MAC_HIGH, 2'b00, 32'h80000200},
    {5'd0, sluice_switch_pkg::REG_MAC_LOW, 2'b00, 32'h00000000},
    {5'd0, sluice_switch_pkg::REG_PORT + 9'd2, 2'b00, 32'h00001010},  // TRUST_PCP; class 4 has strict priority
    {5'd0, sluice_switch_pkg::REG_PORT + 9'd1, 2'b00, 32'h00001010},
    {5'd0, sluice_switch_pkg::REG_PORT, 2'b00, 32'h00001010},
    {5'd0, sluice_switch_pkg::REG_QUANTUM, 2'b00, 32'h00000004},  // quantum of class 0, cells
    {5'd0, sluice_switch_pkg::REG_MAX_FRAME, 2'b00, 32'h00000100}
  };

  localparam int LENGTH = 115;
  localparam logic [8*LENGTH-1:0] TEXT = {
    "Sluice switch self-test, run ", 8'h80, ": ", 8'h81, " frames sent, ", 8'h82, " received, ", 8'h83, " pauses obeyed, ",
    8'h84, " given, ", 8'h85, " cells free, rules ", 8'h89, ": ", 8'h8A, "A", 8'h8B, 8'h8C, 8'h0D, 8'h0A, 8'h8D
  };
endpackage
`default_nettype wire
