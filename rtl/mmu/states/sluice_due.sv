// Which visits of the scan may find something; the others would read, compare and write what stands there already, and are left out
// where gates are (sluice_mmu). A queue is due
// - from an event on until its first visit after all of the event has been written: of an enqueue 8 clocks, of a dequeue 7 after it;
//   but for an enqueue that is all above private, while thresholds stand still: its own view has judged it;
// - again, when a visit has lacked an enqueue, and turned nothing on for that; when it has found headroom in use, which may be repaid
//   now; and with thresholds that move as long as it holds cells above private, or it or its port is not free;
// - from a commit's first clock on: visits under way when it ends meet values of both sets.
// DSH: of a port of which any class is due the others are visited too, from then on: what the visits of a port have lacked is judged with
// the last one. A class that was left out before adds nothing to the port's sum.
`default_nettype none
module sluice_due #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int AW = PW + CW  // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             force_clocks,        // a reset or a commit: all are due
    input  wire logic             constant,     // thresholds do not move
    input  wire logic             dsh,
    input  wire logic             all_above,    // nothing is private
    input  wire logic [3:0]       event_valid,  // when they come, and when they are written
    input  wire logic [4*AW-1:0]  event_queue,
    // visits: clock 0 and 6
    input  wire logic             scan_valid,
    input  wire logic [PW-1:0]    scan_port,
    input  wire logic [CW-1:0]    scan_class,
    input  wire logic             scan_snap_valid,
    input  wire logic [PW-1:0]    scan_snap_port,
    input  wire logic [CW-1:0]    scan_snap_class,
    input  wire logic             scan_snap_incomplete,
    input  wire logic             scan_snap_uses_headroom,
    input  wire logic             scan_snap_above,    // cells above private
    input  wire logic [NP*NC-1:0] queue_level_active,
    input  wire logic [NP-1:0]    port_off,
    output logic                  visits,       // this one is made
    output logic                  sweeps        // this one, or one of the port, since its first class or now
);
  localparam int Words = 2 ** AW;
  logic [Words-1:0] due, sets, one;
  logic [NC-1:0] row, level_active;
  logic swept, again;  // swept: a class before in this round
  logic [3:0] counts;
  assign counts = event_valid & {2'b11, {2{!(constant && all_above)}}};
  assign one = Words'(1);
  assign row = due[{scan_port, CW'(0)}+:NC];
  assign sweeps = scan_valid && (row != '0 || (swept && scan_class != '0));
  assign visits = dsh ? sweeps : scan_valid && row[scan_class];
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
