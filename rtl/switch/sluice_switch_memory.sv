// A memory of many words in block RAM, one writer and one reader. What is read where it is written in the same clock is undefined.
// Latency: address in clock t, data in clock t + 1.
// Macro SLUICE_LUTRAM (ECP5, whose block RAM is slow): memories side by side, each of as few bits as one block RAM holds of all words. Yosys
// would save some by setting two on top of each other, and choose between them behind their outputs.
`default_nettype none
module sluice_switch_memory #(
    parameter int AW = 12,     // address bits
    parameter int DW = 512     // data bits
) (
    input  wire logic          clk,
    input  wire logic          write,
    input  wire logic [AW-1:0] write_addr,
    input  wire logic [DW-1:0] write_data,
    input  wire logic          read,
    input  wire logic [AW-1:0] read_addr,
    output logic      [DW-1:0] read_data
);
`ifdef SLUICE_LUTRAM
  localparam int Bits = AW < 12 || AW > 14 ? DW : 2 ** (14 - AW);
`else
  localparam int Bits = DW;
`endif
  genvar i;
  generate
    for (i = 0; i < DW; i = i + Bits) begin : g_slice
      localparam int Width = DW - i < Bits ? DW - i : Bits;
      sluice_ram #(.AW(AW), .DW(Width), .FORWARDS(1'b0)) ram (
          .clk, .write, .write_addr, .write_data(write_data[i+:Width]), .read, .read_addr, .read_data(read_data[i+:Width]));
    end
  endgenerate
endmodule
`default_nettype wire
