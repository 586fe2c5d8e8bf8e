// Compares one view (a queue and its port, as an event or the scan left them) with the thresholds that belong
// to the same instant: the view waits for the threshold pipeline.
// Latency: view in clock t, thresholds in clock t + 3, result in clock t + 4.
`default_nettype none
module sluice_examine #(
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int W = 18
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [W-1:0]  phi,
    // clock t
    input  wire logic          view_queue_valid,
    input  wire logic          view_port_valid,
    input  wire logic [PW-1:0] view_port,
    input  wire logic [CW-1:0] view_class,
    input  wire logic [W-1:0]  view_queue,     // q
    input  wire logic [W-1:0]  view_sum,       // W(p)
    input  wire logic          view_held,      // h(g) > 0
    // clock t + 3
    output logic      [CW-1:0] look_class,     // whose thresholds are wanted
    input  wire logic [W-1:0]  xqoff,
    input  wire logic [W-1:0]  xqon,
    input  wire logic [W-1:0]  xpoff,
    input  wire logic [W-1:0]  xpon,
    // clock t + 4
    output logic               queue_valid,
    output logic               port_valid,
    output logic      [PW-1:0] port,
    output logic      [CW-1:0] cls,
    output logic               held,
    output logic               above_qoff,     // w > Xqoff
    output logic               above_qon,
    output logic               above_poff,     // W > Xpoff
    output logic               above_pon
);
  logic [1:0] v1, v2, v3;  // queue, port
  logic h1, h2, h3, w1_negative;
  logic [PW-1:0] p1, p2, p3;
  logic [CW-1:0] c1, c2, c3;
  logic [W-1:0] w1, w2, not_w3, s1, s2, not_s3;  // complements: a carry chain cannot invert its operand

  assign look_class = c3;
  always_ff @(posedge clk) begin
    if (rst) {v1, v2, v3, queue_valid, port_valid} <= '0;
    else {v1, v2, v3, queue_valid, port_valid} <= {view_queue_valid, view_port_valid, v1, v2, v3};
    if (view_queue_valid || view_port_valid) begin
      {h1, p1, c1, s1} <= {view_held, view_port, view_class, view_sum};
      {w1_negative, w1} <= {1'b0, view_queue} - {1'b0, phi};
    end
    if (v1 != '0) begin
      {h2, p2, c2, s2} <= {h1, p1, c1, s1};
      w2 <= w1_negative ? '0 : w1;
    end
    if (v2 != '0) {h3, p3, c3, not_s3, not_w3} <= {h2, p2, c2, ~s2, ~w2};
    if (v3 != '0) begin
      {held, port, cls} <= {h3, p3, c3};
      above_qoff <= ~not_w3 > xqoff;
      above_qon <= ~not_w3 > xqon;
      above_poff <= ~not_s3 > xpoff;
      above_pon <= ~not_s3 > xpon;
    end
  end
endmodule
`default_nettype wire
