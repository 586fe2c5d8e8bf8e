// Credits of a packet [spec 12]: ceil((bytes + overhead) / bytes of a credit), 0 for a negative sum. Latency:
// combinational.
`default_nettype none
module sluice_credit_size #(
    parameter int W = 20,    // bits of a credit counter
    parameter int SHIFT = 7, // a credit is 2^SHIFT bytes
    parameter int BB = 14    // bits of a packet's length
) (
    input  wire logic [BB-1:0] bytes,     // length of the packet
    input  wire logic [7:0]    overhead,  // bytes that a packet needs besides its own, -128..127
    output logic      [W-1:0]  credits    // credits of the packet
);
  localparam int SB = (BB > 8 ? BB : 8) + 2;
  logic [SB-1:0] sum;
  assign sum = SB'(bytes) + {{(SB - 8) {overhead[7]}}, overhead} + SB'((1 << SHIFT) - 1);
  assign credits = sum[SB-1] ? '0 : W'(sum[SB-2:SHIFT]);

`ifdef FORMAL_CREDIT_SIZE
`include "sluice_credit_size.svh"
`endif

  // A bad parameter stops elaboration: the module below does not exist. A packet must be smaller than half of the
  // counter.
  generate
    if (BB < 7 || BB > 16 || SHIFT < 0 || SHIFT > 12 || W < 4 || W > 24 ||
        ((1 << BB) + 126 + (1 << SHIFT) - 1) >> SHIFT >= 1 << (W - 1)) begin : g_check
      sluice_parameter_out_of_range_BB_7_16_SHIFT_0_12_W_4_24_and_a_packet_below_half_of_the_counter bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
