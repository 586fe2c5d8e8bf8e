// Sets CE in a frame that is to be marked, if it is ECN-capable: IPv4 or IPv6 with ECT(0) or ECT(1) [RFC 3168], also
// behind an 802.1Q tag. Updates the checksum of an IPv4 header. All other frames pass unchanged.
// Shapes: the first 32 bytes of each cell; bytes of quarter i of the cell are i cycles later.
// Latency: early is header, one cycle before it; changed is combinational.
`default_nettype none
module sluice_switch_ce #(
    parameter int CELL = 64  // bytes of a cell
) (
    input  wire logic            clk,
    input  wire logic [8*32-1:0] early,    // header, one cycle before
    input  wire logic [8*32-1:0] header,   // bytes 0 to 31
    input  wire logic            mark,     // with quarter 0 of header: mark the frame whose first cell it is
    output logic      [8*32-1:0] changed,  // header with CE
    output logic                 marked    // with the quarter of byte 19 in header: the frame was changed
);
  // Quarters that hold bytes 12 to 15, with type and ECN bits of a frame without a tag; 16 to 19, the same behind a
  // tag; and the checksums.
  localparam int Plain = 12 / (CELL / 4), Tagged = 16 / (CELL / 4), Sum = 24 / (CELL / 4);
  logic mark_plain, mark_tagged, mark_sum;  // mark, with these quarters in header
  sluice_delay #(.CYCLES(Plain)) plain_mark (.clk, .word(mark), .delayed(mark_plain));
  sluice_delay #(.CYCLES(Tagged - Plain)) tagged_mark (.clk, .word(mark_plain), .delayed(mark_tagged));
  sluice_delay #(.CYCLES(Sum - Tagged)) sum_mark (.clk, .word(mark_tagged), .delayed(mark_sum));

  // Per position of the IP header, 0 without and 1 behind a tag: an ECN-capable packet of this version; and its new
  // checksum
  logic [1:0] ect4, ect6;
  logic [1:0] ect4_sum;     // ect4, with the checksum in header
  logic [1:0] plain_tagged; // plain packets, with byte 19 in header
  logic [31:0] sums;
  logic is_tagged, tag_early;
  assign is_tagged = early[8*12+:16] == 16'h0081;  // 0x8100, first byte in the lower bits
  sluice_delay #(.CYCLES(Tagged - Plain)) tag_delay (.clk, .word(is_tagged), .delayed(tag_early));
  genvar t;
  generate
    for (t = 0; t < 2; t = t + 1) begin : g_position
      localparam int At = 12 + 4 * t;                     // of the type
      localparam int Wait = Sum - (t == 0 ? Plain : Tagged);
      logic here;
      logic [1:0] ecn4, ecn6, ecn_sum;
      logic [15:0] mended;
      assign here = t == 0 || tag_early;
      assign ecn4 = early[8*(At+3)+:2];
      assign ecn6 = early[8*(At+3)+4+:2];
      always_ff @(posedge clk) begin
        ect4[t] <= here && early[8*At+:16] == 16'h0008 && early[8*(At+2)+4+:4] == 4'd4 && ^ecn4;
        ect6[t] <= here && early[8*At+:16] == 16'hdd86 && early[8*(At+2)+4+:4] == 4'd6 && ^ecn6;
      end
      // CE is 3: the word with the ECN bits grows by 1 from ECT(0), 2, and by 2 from ECT(1), 1
      sluice_delay #(.CYCLES(Wait), .BITS(2)) ecn_delay (.clk, .word(ecn4), .delayed(ecn_sum));
      sluice_delay #(.CYCLES(Wait)) ect_delay (.clk, .word(ect4[t]), .delayed(ect4_sum[t]));
      sluice_switch_mend mend (
          .clk, .checksum({early[8*(At+12)+:8], early[8*(At+13)+:8]}),
          .change({14'b0, ecn_sum[0], ecn_sum[1]}), .mended);
      assign sums[16*t+:16] = {mended[7:0], mended[15:8]};
    end
  endgenerate
  sluice_delay #(.CYCLES(Tagged - Plain), .BITS(2)) plain_delay (
      .clk, .word({ect4[0], ect6[0]}), .delayed(plain_tagged));
  assign marked = mark_tagged && |{plain_tagged, ect4[1], ect6[1]};

  always_comb begin
    changed = header;
    if (mark_plain) changed[8*15+:6] |= {{2{ect6[0]}}, 2'b0, {2{ect4[0]}}};
    if (mark_tagged) changed[8*19+:6] |= {{2{ect6[1]}}, 2'b0, {2{ect4[1]}}};
    if (mark_sum && ect4_sum[0]) changed[8*24+:16] = sums[15:0];
    if (mark_sum && ect4_sum[1]) changed[8*28+:16] = sums[31:16];
  end
  logic unused_bytes;
  assign unused_bytes = ^early;

`ifdef FORMAL_SWITCH_CE
`include "sluice_switch_ce.svh"
`endif
endmodule
`default_nettype wire
