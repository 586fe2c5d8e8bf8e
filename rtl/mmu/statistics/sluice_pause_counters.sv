// A table of counters that events update, one event per cycle, and that the host can read. KIND defines how an entry
// uses the operand of an event:
//   0  {sum, count}: the upper half adds the operand (modulo 2^(DW/2)), the lower half counts
// 1 the largest operand so far (watermark) 2 a count that stops at its maximum; the operand is ignored Latency: valid
// and addr in cycle t, operand in t + 1, the entry changes at the end of t + 1. Host: address in cycle t, in t + 1 the
// entry as it was before cycle t.
`default_nettype none
module sluice_pause_counters #(
    parameter int AW = 5,   // bits of an address
    parameter int DW = 32,  // bits of an entry; KIND 0: of both halves
    parameter int KIND = 0  // see above
) (
    input  wire logic          clk,          // clock
    input  wire logic          clear,        // write 0 to clear_addr
    input  wire logic [AW-1:0] clear_addr,   // address to clear
    input  wire logic          valid,        // an event
    input  wire logic [AW-1:0] addr,         // address of the entry
    input  wire logic [DW-1:0] operand,      // cycle t + 1: the operand
    // KIND 1: complement of operand, from a register too, since a carry chain cannot invert
    input  wire logic [DW-1:0] not_operand,
    input  wire logic          host_read,    // read an entry
    input  wire logic [AW-1:0] host_addr,    // address to read
    output logic      [DW-1:0] host_data     // the entry, a cycle later
);
  localparam int Half = DW / 2;
  localparam int MW = DW + 32'(KIND == 2);  // bits of a word: a count has one bit more, set at its maximum

  // no_rw_check: an entry that is read while it is written is taken from last.
  (* no_rw_check *) logic [MW-1:0] mem[2**AW];
  logic [MW-1:0] stored, last, old, taken, shown;
  logic [AW-1:0] addr1;
  logic valid1, hit, writes;

  always_ff @(posedge clk) begin
    valid1 <= valid;
    if (valid) begin
      addr1 <= addr;
      stored <= mem[addr];
      hit <= writes && addr == addr1;
    end
    if (writes) last <= taken;
    if (clear || writes) mem[clear ? clear_addr : addr1] <= clear ? '0 : taken;
    if (host_read) shown <= mem[host_addr];
  end

  assign host_data = shown[DW-1:0];

  // The decision is made for both stored and last, while one of them is selected. An operand that is not above the peak
  // is not written, so the bits of the entry need not wait for the decision.
  assign old = hit ? last : stored;
  generate
    if (KIND == 0) begin : g_sum
      assign writes = valid1;
      assign taken = {old[DW-1:Half] + operand[Half-1:0], old[Half-1:0] + Half'(1)};
      logic unused_operand;
      assign unused_operand = ^{operand[DW-1:Half], not_operand};
    end else if (KIND == 1) begin : g_peak
      logic [DW:0] least_last, least_stored;  // carry: operand is not above the peak
      logic above, unused_differences;
      assign least_last = {1'b0, last} + {1'b0, not_operand} + 1'b1;
      assign least_stored = {1'b0, stored} + {1'b0, not_operand} + 1'b1;
      assign above = hit ? !least_last[DW] : !least_stored[DW];
      assign unused_differences = ^{least_last[DW-1:0], least_stored[DW-1:0]};
      assign writes = valid1 && above;
      assign taken = operand;
      logic unused_old;
      assign unused_old = ^old;
    end else begin : g_count
      // The count reaches its maximum with this event.
      logic ends;
      assign ends = hit ? &last[DW-1:1] : &stored[DW-1:1];
      assign writes = valid1;
      assign taken = {ends, old[DW-1:0] + DW'(!old[DW])};
      logic unused_operand;
      assign unused_operand = ^{operand, not_operand, shown[DW]};
    end
  endgenerate

`ifdef FORMAL_PAUSE_COUNTERS
`include "sluice_pause_counters.svh"
`endif
endmodule
`default_nettype wire
