// A memory of many words in block RAM, with one writer and one reader.
// Latency: address in cycle t, data in t + 1.
// Collisions: a read of the address that is written in the same cycle is undefined.
// Macro SLUICE_LUTRAM (ECP5, whose block RAM is slow): memories side by side, each as narrow as one block RAM that
// holds all words. For some of them Yosys would otherwise save block RAM by a deeper memory with multiplexers behind
// the slow outputs.
`default_nettype none
module sluice_switch_memory #(
    parameter int AW = 12,  // address bits
    parameter int DW = 512  // data bits
) (
    input  wire logic          clk,
    input  wire logic          write,       // write a word
    input  wire logic [AW-1:0] write_addr,  // address of that word
    input  wire logic [DW-1:0] write_data,  // the word
    input  wire logic          read,        // read a word
    input  wire logic [AW-1:0] read_addr,   // address of that word
    output logic      [DW-1:0] read_data    // the word, one cycle later
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
          .clk, .write, .write_addr, .write_data(write_data[i+:Width]),
          .read, .read_addr, .read_data(read_data[i+:Width]));
    end
  endgenerate
endmodule
`default_nettype wire
