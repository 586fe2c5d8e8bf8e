// Occupancy counters, one per address, for three views: the address of the enqueue (e), of the dequeue (d) and of the
// scan (s). Many counters are kept in block RAM, which has a single write port: each event writes a RAM of its own, and
// the counter is the exclusive or of the two. Up to 2^FLOPS are flip-flops, which cost less than what goes with RAMs.
//
// Clock 0: addresses. Clock 1: values, and what this clock's events make of them; whether an event counts is known late
// in that clock. *_now is the value before both events, d_next the dequeue's new value; e_mid is the enqueue's with the
// dequeue of the same counter before it, e_more its new value.
// The caller keeps all values within 0 .. 2^W-1.
`default_nettype none
module sluice_counter #(
    parameter int AW = 5,    // address bits
    parameter int W = 18,    // counter bits
    parameter int FLOPS = 3  // address bits up to which flip-flops are used
) (
    input  wire logic          clk,
    input  wire logic          clear,       // clock 0: zero the counter at clear_addr, as a dequeue; no events
    input  wire logic [AW-1:0] clear_addr,
    // clock 0
    input  wire logic          e_read,      // this view is used in clock 1
    input  wire logic          d_read,
    input  wire logic          s_read,
    input  wire logic [AW-1:0] e_addr,
    input  wire logic [AW-1:0] d_addr,
    input  wire logic [AW-1:0] s_addr,
    // clock 1
    output logic      [W-1:0]  d_now,
    output logic      [W-1:0]  e_now,
    output logic      [W-1:0]  s_now,
    input  wire logic          e_is_d,      // enqueue and dequeue have one counter
    input  wire logic [W-1:0]  d_next,
    input  wire logic          d_take,
    input  wire logic [W-1:0]  e_add,
    input  wire logic          e_valid,     // there is an enqueue
    input  wire logic          e_take,      // and it counts
    output logic      [W-1:0]  e_mid,
    output logic      [W-1:0]  e_more
);
  logic [AW-1:0] d_at, e_addr1, d_addr1;
  logic clear1;
  assign d_at = clear ? clear_addr : d_addr;
  always_ff @(posedge clk) begin
    e_addr1 <= e_addr;
    d_addr1 <= d_at;
    clear1 <= clear;
  end

  logic after_d, d_write;
  logic [W-1:0] d_value;
  assign after_d = e_is_d && d_take;
  assign e_mid = after_d ? d_next : e_now;
  assign e_more = e_mid + e_add;
  assign d_write = clear1 || d_take;
  assign d_value = clear1 ? '0 : d_next;

  generate
    if (AW > FLOPS) begin : g_ram
      // An enqueue that does not count writes what was there: its verdict comes late for a write enable.
      logic [W-1:0] e_by_e, e_by_d, d_by_e, d_by_d, s_by_e, s_by_d, d_data, e_data;
      assign d_data = d_value ^ d_by_e;
      assign e_data = e_take ? e_more ^ (after_d ? d_data : e_by_d) : e_by_e;
      sluice_ram #(.AW(AW), .DW(W), .READERS(3)) by_e (
          .clk(clk), .write(e_valid), .write_addr(e_addr1), .write_data(e_data), .read({s_read, d_read || clear, e_read}),
          .read_addr({s_addr, d_at, e_addr}), .read_data({s_by_e, d_by_e, e_by_e}));
      sluice_ram #(.AW(AW), .DW(W), .READERS(3)) by_d (
          .clk(clk), .write(d_write), .write_addr(d_addr1), .write_data(d_data), .read({s_read, d_read, e_read}),
          .read_addr({s_addr, d_addr, e_addr}), .read_data({s_by_d, d_by_d, e_by_d}));
      assign e_now = e_by_e ^ e_by_d;
      assign d_now = d_by_e ^ d_by_d;
      assign s_now = s_by_e ^ s_by_d;
    end else begin : g_flops
      logic [W-1:0] cells[2**AW];
      logic [AW-1:0] s_addr1;
      always_ff @(posedge clk) begin
        s_addr1 <= s_addr;
        if (d_write) cells[d_addr1] <= d_value;
        if (e_take) cells[e_addr1] <= e_more;  // with the dequeue, if that is of the same counter
      end
      assign e_now = cells[e_addr1];
      assign d_now = cells[d_addr1];
      assign s_now = cells[s_addr1];
      logic unused_ram;
      assign unused_ram = ^{e_read, d_read, s_read, e_valid};
    end
  endgenerate
endmodule
`default_nettype wire
