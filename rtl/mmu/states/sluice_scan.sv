// Round-robin scan [spec 3, 4]: names one ingress queue per cycle, the classes of a port in order, so every queue is
// visited once in a round of max(NP * NC, ROUND) cycles. Visits settle charges, and examine queues and ports whose own
// counters do not change.
// The scan runs for one round and the pipeline latencies after the last event and after the last visit that returned
// cells; then it stops in place.
// Latency: wake in cycle t, first visit in t + 2.
`default_nettype none
module sluice_scan #(
    parameter int NP = 4,     // ports
    parameter int NC = 8,     // classes
    parameter int PW = 2,     // bits of a port
    parameter int CW = 3,     // bits of a class
    parameter int ROUND = 16  // cycles of a round, at least
) (
    input  wire logic          clk,         // clock
    input  wire logic          rst,         // synchronous reset, active high
    input  wire logic          wake,        // an event, or a visit returns cells
    output logic               valid,       // visit this queue
    output logic      [PW-1:0] scan_port,   // port of the visit; at rest: port of the next visit
    output logic      [CW-1:0] scan_class,  // class of the visit; at rest: class of the next visit
`ifdef FORMAL
    output logic      [15:0]   watched_left,     // for the proofs: cycles until rest
    output logic      [15:0]   watched_pad,      // for the proofs: cycles of the pause that remain
    output logic               watched_resting,  // for the proofs: the scan rests
`endif
    output logic               rests,       // the scan rests from the next cycle on
    // all events are written; from now on every queue is visited before the scan rests
    output logic               settled
);
  localparam int Queues = NP * NC;
  localparam int Round = Queues > ROUND ? Queues : ROUND;
  localparam int Left = Round + NC + 16;
  localparam int LB = $clog2(Left + 1);
  localparam int SB = $clog2(ROUND + 1);
  localparam logic [PW-1:0] LastPort = PW'(NP - 1);
  localparam logic [CW-1:0] LastClass = CW'(NC - 1);

  logic resting, one_left;
  localparam int Settled = Round + 5;
  logic [LB-1:0] left;   // cycles until rest
  logic pause;           // the rest of a round that is longer than the number of queues
  logic end_of_port, end_of_round;
  assign end_of_port = scan_class == LastClass;
  assign end_of_round = end_of_port && scan_port == LastPort;
  assign valid = !resting && !pause;
  assign rests = !wake && (resting || one_left);
  always_ff @(posedge clk) begin
    if (rst) begin
      left <= '0;
      one_left <= 1'b0;
      settled <= 1'b1;
      resting <= 1'b1;
      scan_port <= '0;
      scan_class <= '0;
    end else begin
      if (wake) left <= LB'(Left);
      else if (!resting) left <= left - 1'b1;
      one_left <= !wake && left == LB'(2);
      settled <= !wake && (settled || left == LB'(Settled));
      resting <= rests;
      if (valid) begin
        scan_class <= end_of_port ? '0 : scan_class + 1'b1;
        if (end_of_port) scan_port <= end_of_round ? '0 : scan_port + 1'b1;
      end
    end
  end
`ifdef FORMAL
  assign watched_left = 16'(left);
  assign watched_resting = resting;
`endif
  generate
    if (Queues < ROUND) begin : g_pad
      logic [SB-1:0] pad;
`ifdef FORMAL
      assign watched_pad = 16'(pad);
`endif
      assign pause = pad != '0;
      always_ff @(posedge clk)
        if (rst) pad <= '0;
        else if (valid && end_of_round) pad <= SB'(ROUND - Queues);
        else if (!resting && pause) pad <= pad - 1'b1;
    end else begin : g_full
      assign pause = 1'b0;
`ifdef FORMAL
      assign watched_pad = '0;
`endif
    end
  endgenerate

`ifdef FORMAL_SCAN
`include "sluice_scan.svh"
`endif
endmodule
`default_nettype wire
