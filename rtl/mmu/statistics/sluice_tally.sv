// A table that events update, one per clock, and that the host may read. KIND says how an entry takes an operand:
//   0  {sum, count}: the upper half adds the operand (modulo 2^(DW/2)), the lower half counts
//   1  the largest operand so far
//   2  a count that stops at its maximum; the operand is not used
// Clock t: valid, addr. Clock t + 1: operand; the entry changes at the end of that clock.
// Host: address in clock t, in clock t + 1 the entry as changed before clock t.
`default_nettype none
module sluice_tally #(
    parameter int AW = 5,
    parameter int DW = 32,
    parameter int KIND = 0
) (
    input  wire logic          clk,
    input  wire logic          clear,
    input  wire logic [AW-1:0] clear_addr,
    input  wire logic          valid,
    input  wire logic [AW-1:0] addr,
    input  wire logic [DW-1:0] operand,
    input  wire logic [DW-1:0] not_operand,  // KIND 1: its complement out of a register too, since a carry chain cannot invert
    input  wire logic          host_read,
    input  wire logic [AW-1:0] host_addr,
    output logic      [DW-1:0] host_data
);
  localparam int Half = DW / 2;
  localparam int MW = DW + 32'(KIND == 2);  // of a word: a count has a bit more, which says that it is at its maximum

  // no_rw_check: an entry read while it is written is taken from last.
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

  // What decides is asked of both, stored and last, while it is chosen between them. What is not above a peak is not written, so that all
  // bits of the entry need not wait for that.
  assign old = hit ? last : stored;
  generate
    if (KIND == 0) begin : g_sum
      assign writes = valid1;
      assign taken = {old[DW-1:Half] + operand[Half-1:0], old[Half-1:0] + Half'(1)};
      logic unused_operand;
      assign unused_operand = ^{operand[DW-1:Half], not_operand};
    end else if (KIND == 1) begin : g_peak
      logic [DW:0] least_last, least_stored;  // a carry: operand is not above
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
      // The one before the maximum is known to end there while it is counted.
      logic ends;
      assign ends = hit ? &last[DW-1:1] : &stored[DW-1:1];
      assign writes = valid1;
      assign taken = {ends, old[DW-1:0] + DW'(!old[DW])};
      logic unused_operand;
      assign unused_operand = ^{operand, not_operand, shown[DW]};
    end
  endgenerate

`ifdef FORMAL_TALLY
  // Any one entry takes each of its events once, in their order, with all bits, and the host reads it as it was a clock before.
  (* anyconst *) logic [AW-1:0] watched;
  logic [DW-1:0] f_entry, f_taken, f_shown;  // by the rules: as it is, after an event, as the host asked for it
  logic f_known = 1'b0, f_valid = 1'b0, f_asked = 1'b0;
  logic [AW-1:0] f_addr;
  logic [DW-1:0] f_sum, f_more;
  logic [DW:0] f_word;  // with what a count has beside it
  assign f_word = {f_entry == '1, f_entry};
  assign f_more = f_entry + 1'b1;
  assign f_sum = f_entry + {operand[Half-1:0], {DW - Half{1'b0}}};
  always_comb begin
    if (KIND == 0) f_taken = {f_sum[DW-1:Half], f_more[Half-1:0]};
    else if (KIND == 1) f_taken = f_entry < operand ? operand : f_entry;
    else f_taken = f_more == '0 ? f_entry : f_more;
  end
  always_ff @(posedge clk) begin
    f_valid <= valid;
    f_addr <= addr;
    f_known <= f_known || (clear && clear_addr == watched);
    if (clear && clear_addr == watched) f_entry <= '0;
    else if (f_valid && f_addr == watched) f_entry <= f_taken;
    f_asked <= f_known && host_read && host_addr == watched;
    f_shown <= f_entry;
  end
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;
  always_comb begin
    assume (not_operand == ~operand);
    assume (!valid || f_known);  // all are cleared before the first event
    assume (!clear || !(valid || f_valid));
    if (started) begin
      a_valid: assert (valid1 == f_valid && (!valid1 || addr1 == f_addr));
      if (f_known) a_entry: assert (mem[watched] == MW'(f_word));
      if (valid1 && addr1 == watched) a_taken: assert (f_known && old == MW'(f_word));
      if (f_asked) a_host: assert (host_data == f_shown);
    end
  end
`endif
endmodule
`default_nettype wire
