// Text of the switch's self-test. The codes of the text are those of selftest_report.sv.
`default_nettype none
package selftest_plan;
  localparam int LENGTH = 115;
  localparam logic [8*LENGTH-1:0] TEXT = {
    "Sluice switch self-test, run ", 8'h80, ": ", 8'h81, " frames sent, ", 8'h82, " received, ",
    8'h83, " pauses obeyed, ", 8'h84, " given, ", 8'h85, " cells free, rules ", 8'h89, ": ",
    8'h8A, "A", 8'h8B, 8'h8C, 8'h0D, 8'h0A, 8'h8D
  };
endpackage
`default_nettype wire
