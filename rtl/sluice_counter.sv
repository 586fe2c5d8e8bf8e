// Occupancy counters in block RAM, one per address, for three views: the address of the enqueue (e), of the
// dequeue (d) and of the scan (s). What was added and what was taken away are kept apart, so that each RAM has a
// single writer; their difference modulo 2^W is the counter.
//
// Clock 0: addresses. Clock 1: values, and the changes that this clock's events make to them: an amount, and, later in
// the clock, whether it counts. *_now is the value before both events, *_after the value after both.
// The caller keeps the true value within 0 .. 2^W-1.
`default_nettype none
module sluice_counter #(
    parameter int AW = 5,  // address bits
    parameter int W = 18   // counter bits
) (
    input  wire logic          clk,
    input  wire logic          clear,       // zero the counter at clear_addr instead of the events
    input  wire logic [AW-1:0] clear_addr,
    // clock 0
    input  wire logic          e_read,      // this view is used in clock 1
    input  wire logic          d_read,
    input  wire logic          s_read,
    input  wire logic [AW-1:0] e_addr,
    input  wire logic [AW-1:0] d_addr,
    input  wire logic [AW-1:0] s_addr,
    // clock 1
    input  wire logic [W-1:0]  d_sub,
    input  wire logic          d_take,
    input  wire logic [W-1:0]  e_add,
    input  wire logic          e_take,
    output logic      [W-1:0]  d_now,
    output logic      [W-1:0]  e_now,
    output logic               e_is_d,      // the enqueue and the dequeue have one counter
    output logic      [W-1:0]  e_after,
    output logic      [W-1:0]  d_after,
    output logic      [W-1:0]  s_after
);
  logic [AW-1:0] e_addr1, d_addr1;
  logic s_is_e, s_is_d;
  always_ff @(posedge clk) begin
    e_addr1 <= e_addr;
    d_addr1 <= d_addr;
    e_is_d <= e_read && d_read && e_addr == d_addr;
    s_is_e <= e_read && s_addr == e_addr;
    s_is_d <= d_read && s_addr == d_addr;
  end

  logic [W-1:0] e_in, e_out, d_in, d_out, s_in, s_out;
  logic [W-1:0] in_data, out_data;
  logic [AW-1:0] in_addr, out_addr;
  logic in_write, out_write;
  assign in_write = clear || e_take;
  assign in_addr = clear ? clear_addr : e_addr1;
  assign in_data = clear ? '0 : e_in + e_add;
  assign out_write = clear || d_take;
  assign out_addr = clear ? clear_addr : d_addr1;
  assign out_data = clear ? '0 : d_out + d_sub;

  sluice_ram #(.AW(AW), .DW(W), .READERS(3)) in_ram (
      .clk(clk), .write(in_write), .write_addr(in_addr), .write_data(in_data),
      .read({s_read, d_read, e_read}), .read_addr({s_addr, d_addr, e_addr}), .read_data({s_in, d_in, e_in}));
  sluice_ram #(.AW(AW), .DW(W), .READERS(3)) out_ram (
      .clk(clk), .write(out_write), .write_addr(out_addr), .write_data(out_data),
      .read({s_read, d_read, e_read}), .read_addr({s_addr, d_addr, e_addr}), .read_data({s_out, d_out, e_out}));

  logic [W-1:0] d_less, e_mid, e_more;
  assign d_now = d_in - d_out;
  assign e_now = e_in - e_out;
  assign d_less = d_take ? d_now - d_sub : d_now;
  assign e_mid = e_is_d ? d_less : e_now;
  assign e_more = e_mid + e_add;
  assign e_after = e_take ? e_more : e_mid;
  assign d_after = e_is_d ? e_after : d_less;
  assign s_after = s_is_e ? e_after : s_is_d ? d_after : s_in - s_out;
endmodule
`default_nettype wire
