// The interrupt: a bit per cause, which stays 1 until the host clears it. Bit r: a frame was dropped by reason r of
// sluice_switch_pkg; CAUSE_LINK: a link went up or down; CAUSE_STORM: the watchdog has detected a pause storm at a
// queue. irq is a level: 1 while a cause is 1 and enabled. Until the switch is ready, nothing is a cause.
// Latency: event in cycle t, cause in t + 2, irq in t + 3. A clear in cycle t counts for cause in t + 1 and irq in t +
// 2.
// Collisions: an event wins over a clear in the same cycle.
`default_nettype none
module sluice_switch_interrupt #(
    parameter int NP = 4,      // ports
    parameter int QUEUES = 32  // queues
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic              ready,       // the switch is ready
    // Events
    input  wire logic              in_valid,    // a frame has its outcome at its ingress port
    input  wire logic [3:0]        in_reason,   // NONE or FLOODED: no drop
    input  wire logic [NP-1:0]     end_valid,   // a frame has left an output, or was dropped there
    input  wire logic [4*NP-1:0]   end_reason,  // NONE: the frame was sent
    input  wire logic [NP-1:0]     link_up,     // the link of the port is up
    input  wire logic [QUEUES-1:0] storm,       // the watchdog has detected a pause storm at this queue
    // Host
    input  wire logic [17:0]       clear,       // causes to clear
    input  wire logic [17:0]       enable,      // causes that raise irq
    output logic      [17:0]       cause,
    output logic                   irq
);
  logic [17:0] events, events_1;
  logic [NP-1:0] link_1, link_2;
  logic [QUEUES-1:0] storm_1;
  logic storm_begins;
  assign storm_begins = (storm & ~storm_1) != '0;
  always_comb begin
    events = '0;
    for (int r = 0; r < 16; r++)
      events[r] = in_valid && in_reason == 4'(r) &&
          in_reason != sluice_switch_pkg::NONE && in_reason != sluice_switch_pkg::FLOODED;
    for (int p = 0; p < NP; p++) begin
      if (end_valid[p] && end_reason[4*p+:4] == sluice_switch_pkg::LINK)
        events[{1'b0, sluice_switch_pkg::LINK}] = 1'b1;
      if (end_valid[p] && end_reason[4*p+:4] == sluice_switch_pkg::WATCHDOG)
        events[{1'b0, sluice_switch_pkg::WATCHDOG}] = 1'b1;
    end
    events[sluice_switch_pkg::CAUSE_LINK] = ready && link_1 != link_2;
    events[sluice_switch_pkg::CAUSE_STORM] = storm_begins;
  end
  always_ff @(posedge clk) begin
    {link_1, link_2} <= {link_up, link_1};
    storm_1 <= storm;
    if (rst) {events_1, cause, irq} <= '0;
    else begin
      events_1 <= events;
      cause <= (cause & ~clear) | events_1;
      irq <= (cause & enable) != '0;
    end
  end
endmodule
`default_nettype wire
