// The view of an enqueue waits for the thresholds that its own cells have moved. Latency: 3 clocks.
`default_nettype none
module sluice_snapshot #(
    parameter int W = 18,
    parameter int AW = 5
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [W-1:0]  phi,
    input  wire logic          valid,
    input  wire logic [AW-1:0] addr,   // of its queue
    input  wire logic          lossless,
    input  wire logic          uses_headroom,   // it has used headroom
    input  wire logic [W-1:0]  queue,  // q
    input  wire logic [W-1:0]  sum,    // W(p)
    output logic      [AW-1:0] addr_2,
    output logic               valid_3,
    output logic      [AW-1:0] addr_3,
    output logic               lossless_3,
    output logic               uses_headroom_3,
    output logic      [W-1:0]  not_above_3,  // w, complement
    output logic      [W-1:0]  not_sum_3
);
  logic [2:1] v, h, l;
  logic [AW-1:0] a1, a2;
  assign addr_2 = a2;
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
endmodule
`default_nettype wire
