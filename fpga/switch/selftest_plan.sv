// What the switch's self-test writes into the registers, and its line of text. The text's codes are those of selftest_report.sv.
`default_nettype none
package selftest_plan;
  // Address and value, the last pair first: COMMIT. Three ports, five classes, 512 cells of 64 bytes, frames of 4 cells; DSH. A port's reserve is
  // 10 cells; 32 bits a clock make a quantum of 16 clocks.
  localparam int SETTINGS = 25;
  localparam logic [48*SETTINGS-1:0] REGISTERS = {
    48'h00DC_00000001,  // COMMIT
    48'h0060_00000200,  // QUANTA_STEP
    48'h005C_00000050,  // REFRESH
    48'h0058_000000C8,  // PAUSE_TIME
    48'h0054_00000002,  // DELTA_P
    48'h0050_00000002,  // DELTA_Q
    48'h0044_00000000,  // ALPHA: 1
    48'h0040_00000004,  // MAX_PACKET
    48'h0014_0000001F,  // LOSSLESS: all
    48'h0010_00000040,  // HEADROOM
    48'h000C_000000C8,  // SHARED
    48'h0008_00000002,  // PRIVATE
    48'h0004_000001D0,  // BUFFER
    48'h0000_00000002,  // SCHEME: DSH
    48'h0414_80020200,  // MAC table: 02-00-00-00-00-02 at port 2
    48'h0410_00000002,
    48'h040C_80010200,
    48'h0408_00000001,
    48'h0404_80000200,
    48'h0400_00000000,
    48'h0188_00001010,  // PORT: TRUST_PCP; class 4 is strict
    48'h0184_00001010,
    48'h0180_00001010,
    48'h0140_00000004,  // QUANTUM of class 0
    48'h0104_00000100   // MAX_FRAME
  };

  localparam int LENGTH = 115;
  localparam logic [8*LENGTH-1:0] TEXT = {
    "Sluice switch self-test, run ", 8'h80, ": ", 8'h81, " frames sent, ", 8'h82, " received, ", 8'h83, " pauses obeyed, ",
    8'h84, " given, ", 8'h85, " cells free, rules ", 8'h89, ": ", 8'h8A, "A", 8'h8B, 8'h8C, 8'h0D, 8'h0A, 8'h8D
  };
endpackage
`default_nettype wire
