// Which visits of the scan can have an effect. All other visits would write back unchanged values; with clock gates they are omitted
// (sluice_mmu). A queue is due in these cases:
// - from an event until the first visit after the event is written: 8 cycles after an enqueue, 7 after a dequeue. Exception: with constant thresholds, an
// enqueue of which no cell is private, since the snapshot of the enqueue has judged it;
// - after a visit that missed an enqueue and therefore turned nothing on; after a visit that found headroom in use, which may be returned next time; and,
// with thresholds that move, while the queue holds cells above private, or the queue or its port is not free;
// - from the first cycle of a commit on: visits under way at the end of the commit see values of both configurations.
// DSH: if a class of a port is due, the later classes of the port in this round are visited too, because the last visit judges what all of them missed.
// A class omitted before adds nothing to the port's sum. SHP: the same, because the visit of any class returns what its port holds of the pool in excess.
// Latency: combinational from the visit in cycle 0; an event or a snapshot counts in the next cycle.
`default_nettype none
module sluice_due #(
    parameter int NP = 4,       // ports
    parameter int NC = 8,       // classes
    parameter int PW = 2,       // bits of a port
    parameter int CW = 3,       // bits of a class
    parameter int AW = PW + CW  // derived: do not set
) (
    input  wire logic             clk,           // clock
    input  wire logic             force_clocks,  // a reset or a commit: all queues are due
    input  wire logic             constant,      // the thresholds do not change
    input  wire logic             by_port,       // DSH and SHP: a visit settles what its port holds
    input  wire logic             all_above,     // PRIVATE is 0: all cells are above private
    input  wire logic [3:0]       event_valid,   // enqueues in cycles 1 and 7, dequeues in cycles 1 and 6
    input  wire logic [4*AW-1:0]  event_queue,   // queues of these events, {port, class}
    // visits: cycle 0 and 6
    input  wire logic             scan_valid,               // visit in cycle 0
    input  wire logic [PW-1:0]    scan_port,                // queue of the visit in cycle 0: port
    input  wire logic [CW-1:0]    scan_class,               // queue of the visit in cycle 0: class
    input  wire logic             scan_snap_valid,          // visit in cycle 6
    input  wire logic [PW-1:0]    scan_snap_port,           // queue of the visit in cycle 6: port
    input  wire logic [CW-1:0]    scan_snap_class,          // queue of the visit in cycle 6: class
    input  wire logic             scan_snap_incomplete,     // the visit in cycle 6 missed enqueues
    input  wire logic             scan_snap_uses_headroom,  // the visit in cycle 6 found headroom in use
    input  wire logic             scan_snap_above,          // the visit in cycle 6 found cells above private
    input  wire logic [NP*NC-1:0] queue_level_active,       // the level is not 0
    input  wire logic [NP-1:0]    port_off,                 // pause states of the ports
    output logic                  visits,                   // the visit in cycle 0 is made
    output logic                  sweeps                    // this port is visited now, or an earlier class of it was visited in this round
);
  localparam int Words = 2 ** AW;
  logic [Words-1:0] due, sets, one;
  logic [NC-1:0] row, level_active;
  logic swept, again;  // swept: an earlier class of this port was visited in this round
  logic [3:0] counts;
  assign counts = event_valid & {2'b11, {2{!(constant && all_above)}}};
  assign one = Words'(1);
  assign row = due[{scan_port, CW'(0)}+:NC];
  assign sweeps = scan_valid && (row != '0 || (swept && scan_class != '0));
  assign visits = by_port ? sweeps : scan_valid && row[scan_class];
  assign level_active = NC'(queue_level_active >> (32'(scan_snap_port) * NC));
  assign again = scan_snap_valid && (scan_snap_incomplete || scan_snap_uses_headroom || (!constant && (scan_snap_above || level_active[scan_snap_class] || port_off[scan_snap_port])));
  always_comb begin
    sets = {Words{force_clocks}};
    for (int i = 0; i < 4; i++) if (counts[i]) sets |= one << event_queue[i*AW+:AW];
    if (again) sets |= one << {scan_snap_port, scan_snap_class};
  end
  always_ff @(posedge clk) begin
    due <= sets | (due & ~(Words'(scan_valid) << {scan_port, scan_class}));
    if (scan_valid) swept <= sweeps;
  end
endmodule
`default_nettype wire
