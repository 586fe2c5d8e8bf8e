// Which visits of the scan miss enqueues that are under way [spec 4]. A visit reads the counters as of its cycle 0. It
// misses the enqueues that are in cycles 1 .. 7 when the visit is in cycle 1, and every later enqueue until the visit
// is judged.
// Two flags: for the visited queue, and for the lossless classes of its port. With DSH the second one covers the visits
// of all classes of the port's sum.
// For an enqueue that arrives in the last cycle, size and class are ignored (conservative).
// Latency: visit in cycle 0, flags in its cycle 6, for the pause states in cycle 7.
`default_nettype none
module sluice_incomplete #(
    parameter int NB = 14,  // bits of a packet's cells
    parameter int PW = 2,   // bits of a port
    parameter int CW = 3    // bits of a class
) (
    clk, clear, enq_arrives, enq_takes, enq_lossless, enq_queue, large_1, e, v, last_5,
    queue_incomplete, port_incomplete
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_ENQUEUE(NB)
  `SLUICE_VISIT
  input wire logic clk;           // clock
  input wire logic clear;         // the sweep after reset
  // enqueues: cycle 0
  // an enqueue into a queue that exists, configured or not: while unconfigured no state is off
  input wire logic enq_arrives;
  input wire logic enq_takes;     // the enqueue takes part in the accounting
  input wire logic enq_lossless;  // its class is lossless
  input queue_t enq_queue;        // queue of the enqueue
  input wire logic large_1;       // the enqueue in cycle 1 is too large
  input enqueues_t e;
  input visits_t v;
  input wire logic last_5;        // the visit in cycle 5 settles its group
  // cycle 6
  output logic queue_incomplete;  // the visit misses enqueues of its queue
  output logic port_incomplete;   // the visit misses enqueues of its port
  localparam int AW = PW + CW;
  logic [7:1] takes, lossless;
  logic [AW-1:0] queue[8], visit[7];
  logic part_5;
  assign takes = {e.c7.takes, e.c6.takes, e.c5.takes, e.c4.takes, e.c3.takes, e.c2.takes, e.c1.takes && !large_1};
  assign lossless = {e.c7.lossless, e.c6.lossless, e.c5.lossless, e.c4.lossless, e.c3.lossless, e.c2.lossless,
      e.c1.lossless};
  assign {queue[7], queue[6], queue[5], queue[4]} = {e.c7.at, e.c6.at, e.c5.at, e.c4.at};
  assign {queue[3], queue[2], queue[1], queue[0]} = {e.c3.at, e.c2.at, e.c1.at, enq_queue};
  assign {visit[6], visit[5], visit[4], visit[3]} = {v.c6.at, v.c5.at, v.c4.at, v.c3.at};
  assign {visit[2], visit[1], visit[0]} = {v.c2.at, v.c1.at, {AW{1'b0}}};
  assign part_5 = v.c5.part;
  logic [AW-1:0] visit_6;
  logic [6:3] earlier_queue, earlier_port;
  logic [6:2] of_its_queue, of_its_port;
  logic sofar;  // an earlier visit of this port's sum missed an enqueue
  logic [7:1] of_queue, of_port;
  // for the enqueue that is in cycle 1 while the visit is in cycle k
  logic [6:2] with_queue, with_port, later_queue, later_port;
  logic takes_lossless;
  assign of_its_queue = {earlier_queue, of_queue != '0};
  assign of_its_port = {earlier_port, of_port != '0};
  assign later_queue = with_queue & {5{takes[1]}};
  assign later_port = with_port & {5{takes_lossless && !large_1}};
  always_ff @(posedge clk) begin
`ifdef SLUICE_BY_WORD  // usually nothing is under way, which the simulator cannot know
    if (takes == '0) {of_queue, of_port} <= '0;
    else
`endif
    for (int k = 1; k <= 7; k++) begin
      of_queue[k] <= takes[k] && queue[k] == visit[1];
      of_port[k] <= takes[k] && lossless[k] && queue[k][AW-1:CW] == visit[1][AW-1:CW];
    end
`ifdef SLUICE_BY_WORD
    if (!enq_takes) {with_queue, with_port} <= '0;
    else
`endif
    for (int k = 2; k <= 6; k++) begin
      with_queue[k] <= enq_queue == visit[k-1];
      with_port[k] <= enq_queue.port == visit[k-1][AW-1:CW];
    end
    takes_lossless <= enq_takes && enq_lossless;
    for (int k = 3; k <= 6; k++) earlier_queue[k] <= of_its_queue[k-1] || later_queue[k-1];
    for (int k = 3; k <= 5; k++) earlier_port[k] <= of_its_port[k-1] || later_port[k-1];
    earlier_port[6] <= of_its_port[5] || later_port[5] || (part_5 && sofar);
    // An AND, not an enable: an enable would follow clear, which is a distant net.
    sofar <= !(clear || (part_5 && last_5)) && (sofar || (part_5 && (of_its_port[5] || later_port[5])));
  end
  assign visit_6 = visit[6];
  assign queue_incomplete = of_its_queue[6] || later_queue[6] || (enq_arrives && enq_queue == visit_6);
  assign port_incomplete = of_its_port[6] || later_port[6] || (enq_arrives && enq_queue.port == visit_6[AW-1:CW]);
  logic unused;
  assign unused = ^{e, v, queue[0]};

`ifdef FORMAL_INCOMPLETE
`include "sluice_incomplete.svh"
`endif
endmodule
`default_nettype wire
