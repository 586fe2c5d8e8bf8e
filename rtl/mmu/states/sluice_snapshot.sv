// Delays the snapshot of an enqueue until the thresholds include the cells of the enqueue, and computes w = max(0, q -
// phi). Latency: 3 cycles; eta is used in the third.
`default_nettype none
module sluice_snapshot #(
    parameter int W = 18,  // bits of a cell counter
    parameter int AW = 5,  // bits of {port, class}
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own limits
) (
    input  wire logic          clk,              // clock
    input  wire logic          rst,              // synchronous reset, active high
    input  wire logic [W-1:0]  phi,              // private cells of the queue
    // PORT_LIMITS: with DSH the headroom of the port, else 0; two cycles later
    input  wire logic [W-1:0]  eta_2,
    input  wire logic          valid,            // a snapshot
    input  wire logic [AW-1:0] addr,             // queue of the snapshot, {port, class}
    input  wire logic          lossless,         // the class is lossless
    input  wire logic          uses_headroom,    // the packet used headroom
    input  wire logic [W-1:0]  queue,            // q
    input  wire logic [W-1:0]  sum,              // W(p)
    output logic      [AW-1:0] addr_1,           // queue of the result, two cycles ahead
    output logic      [AW-1:0] addr_2,           // queue of the result, one cycle ahead
    output logic               valid_3,          // a result
    output logic      [AW-1:0] addr_3,           // queue of the result
    output logic               lossless_3,       // the class is lossless
    output logic               uses_headroom_3,  // the packet used headroom
    output logic      [W-1:0]  not_above_3,      // w, complement
    output logic      [W:0]    not_reach_3,      // PORT_LIMITS: w + eta, complement
    output logic      [W-1:0]  not_sum_3         // W(p), complement
);
  logic [2:1] v, h, l;
  logic [AW-1:0] a1, a2;
  assign {addr_1, addr_2} = {a1, a2};
  logic [W:0] above_1;
  logic [W-1:0] above_2, s1, s2;
  always_ff @(posedge clk) begin
    {valid_3, v} <= rst ? '0 : {v, valid};
    {uses_headroom_3, h} <= {h, uses_headroom};
    {lossless_3, l} <= {l, lossless};
    {a1, a2, addr_3} <= {addr, a1, a2};
    above_1 <= {1'b0, queue} - {1'b0, phi};
    above_2 <= above_1[W-1:0] & {W{!above_1[W]}};
    not_above_3 <= ~above_2;
    {s1, s2, not_sum_3} <= {sum, s1, ~s2};
  end
  generate
    if (PORT_LIMITS) begin : g_reach
      always_ff @(posedge clk) not_reach_3 <= ~({1'b0, above_2} + {1'b0, eta_2});
    end else begin : g_no_reach
      assign not_reach_3 = '0;
      logic unused_eta;
      assign unused_eta = ^eta_2;
    end
  endgenerate
endmodule
`default_nettype wire
