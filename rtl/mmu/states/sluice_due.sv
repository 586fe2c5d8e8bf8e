// Which visits of the scan can have an effect. All other visits would write back unchanged values; with clock gates
// they are omitted (sluice_mmu). A queue is due in these cases:
// - from an event until the first visit after the event is written: 8 cycles after an enqueue, 7 after a dequeue.
//   Exception: with constant thresholds, an
// enqueue of which no cell is private, since the snapshot of the enqueue has judged it;
// - after a visit that missed an enqueue and therefore turned nothing on; after a visit that found headroom in use,
//   which may be returned next time; and,
// with thresholds that move, while the queue holds cells above private, or the queue or its port is not free;
// - from the first cycle of a commit on: visits under way at the end of the commit see values of both configurations.
// DSH: if a class of a port is due, the later classes of the port in this round are visited too, because the last visit
// judges what all of them missed.
// A class omitted before adds nothing to the port's sum. SHP: the same, because the visit of any class returns what its
// port holds of the pool in excess.
// Latency: combinational from the visit in cycle 0; an event or a snapshot counts in the next cycle.
`default_nettype none
module sluice_due #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int W = 18,  // bits of a cell counter
    parameter int PW = 2,  // bits of a port
    parameter int CW = 3   // bits of a class
) (
    clk, force_clocks, constant, by_port, all_above, event_valid, event_queue, scan_valid, scan_queue, scan_snap,
    queue_level_active, port_off, visits, sweeps
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_VISIT_SNAPSHOT(W)
  input wire logic clk;                            // clock
  input wire logic force_clocks;                   // a reset or a commit: all queues are due
  input wire logic constant;                       // the thresholds do not change
  input wire logic by_port;                        // DSH and SHP: a visit settles what its port holds
  input wire logic all_above;                      // PRIVATE is 0: all cells are above private
  input wire logic [3:0] event_valid;              // enqueues in cycles 1 and 7, dequeues in cycles 1 and 6
  input wire logic [4*(PW+CW)-1:0] event_queue;    // queues of these events, {port, class}
  input wire logic scan_valid;                     // cycle 0: the scan names a queue
  input queue_t scan_queue;                        // that queue
  input visit_snapshot_t scan_snap;                // of the visit in cycle 6
  input wire logic [NP*NC-1:0] queue_level_active; // the level is not 0
  input wire logic [NP-1:0] port_off;              // pause states of the ports
  output logic visits;                             // the visit in cycle 0 is made
  // this port is visited now, or an earlier class of it was visited in this round
  output logic sweeps;
  localparam int AW = PW + CW;
  localparam int Words = 2 ** AW;
  logic [Words-1:0] due, sets, one;
  logic [NC-1:0] row, level_active;
  logic swept, again;  // swept: an earlier class of this port was visited in this round
  logic [3:0] counts;
  assign counts = event_valid & {2'b11, {2{!(constant && all_above)}}};
  assign one = Words'(1);
  assign row = due[{scan_queue.port, CW'(0)}+:NC];
  assign sweeps = scan_valid && (row != '0 || (swept && scan_queue.cls != '0));
  assign visits = by_port ? sweeps : scan_valid && row[scan_queue.cls];
  queue_t judged;  // the queue of the visit in cycle 6
  assign judged = scan_snap.at;
  assign level_active = NC'(queue_level_active >> (32'(judged.port) * NC));
  assign again = scan_snap.valid && (scan_snap.queue_incomplete || scan_snap.uses_headroom || (!constant &&
      (scan_snap.not_above != '1 || level_active[judged.cls] || port_off[judged.port])));
  always_comb begin
    sets = {Words{force_clocks}};
    for (int i = 0; i < 4; i++) if (counts[i]) sets |= one << event_queue[i*AW+:AW];
    if (again) sets |= one << judged;
  end
  always_ff @(posedge clk) begin
    due <= sets | (due & ~(Words'(scan_valid) << scan_queue));
    if (scan_valid) swept <= sweeps;
  end
  logic unused;
  assign unused = ^scan_snap;
endmodule
`default_nettype wire
