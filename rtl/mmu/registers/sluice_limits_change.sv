// PORT_LIMITS: whether the ports whose PRIVATE, HEADROOM or PORT_HEADROOM were written may take them now [spec 16].
// Such a port must hold no cells, while other ports may have traffic: during the whole commit no packet arrives at it,
// and every visit of its queues finds neither cells nor headroom in use. A commit lasts longer than a round of the
// scan, so each queue is visited; w is 0 there for any PRIVATE, so cells that are still charged return as before.
// Latency: an event counts in the next cycle.
`default_nettype none
module sluice_limits_change #(
    parameter int NP = 4,  // ports
    parameter int PW = 2   // bits of a port
) (
    input  wire logic          clk,           // clock
    input  wire logic          rst,           // synchronous reset, active high
    input  wire logic          written,       // such a limit was written
    input  wire logic [PW-1:0] written_port,  // the port
    input  wire logic          start,         // a commit begins
    input  wire logic          take,          // the commit takes effect
    input  wire logic          came,          // cycle 1 of an enqueue
    input  wire logic [PW-1:0] came_port,     // its port
    input  wire logic          visit,         // cycle 6 of a visit
    input  wire logic [PW-1:0] visit_port,    // its port
    input  wire logic          visit_holds,   // its queue holds cells, or its group uses headroom
    output logic               some,          // some port has such limits
    output logic               disturbed      // such a port had traffic, or holds cells
);
  logic [2**PW-1:0] changed;
  always_ff @(posedge clk) begin
    for (int p = 0; p < 2 ** PW; p++)
      if (rst || take) changed[p] <= 1'b0;
      else if (written && 32'(written_port) == p && p < NP) changed[p] <= 1'b1;
    some <= !rst && !take && (some || written);
    disturbed <= !start && (disturbed || (came && changed[came_port]) || (visit && visit_holds && changed[visit_port]));
  end

`ifdef FORMAL_LIMITS_CHANGE
`include "sluice_limits_change.svh"
`endif
endmodule
`default_nettype wire
