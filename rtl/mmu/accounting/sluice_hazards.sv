// Read-after-write hazards of the enqueue pipeline: finds the words under way whose address is written in this cycle.
// Writers: the enqueue in cycle 7 (A of its queue, CA and HA of its group) and the dequeue in its cycle 6 (B of its
// queue).
// Readers: the enqueue in cycle k, bit k of a result. A word with a hazard takes the written value (sluice_ram_forward,
// sluice_counter_ram).
// Two enqueues are compared one cycle before the write, when the older one is in cycle 6 and its admission is known.
// Latency: comparison in one cycle, flag in the next, together with the write.
`default_nettype none
module sluice_hazards #(
    parameter int PW = 2,   // bits of a port
    parameter int CW = 3,   // bits of a class
    parameter int NB = 14   // bits of a packet's cells
) (
    clk, enq_queue, e, counted_6, deq_next, deq_next_queue, same_queue, same_group, same_port, same_deq
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_ENQUEUE(NB)
  input wire logic clk;          // clock
  input queue_t enq_queue;       // the enqueue in cycle 0
  input enqueues_t e;
  input wire logic counted_6;    // the enqueue in cycle 6 is counted
  input wire logic deq_next;     // a dequeue may be written in the next cycle
  input queue_t deq_next_queue;  // queue of that dequeue
  output logic [6:1] same_queue; // the enqueue has the queue whose A is written
  output logic [6:2] same_group; // the enqueue has the group whose CA and HA are written
  output logic [6:2] same_port;  // the enqueue has the port of that group
  output logic [6:1] same_deq;   // the enqueue has the queue whose B is written if the dequeue is taken
  localparam int AW = PW + CW;
  logic [AW-1:0] queue[7], deq_next_addr;
  logic [6:1] in_port;
  assign in_port = {e.c6.in_port, e.c5.in_port, e.c4.in_port, e.c3.in_port, e.c2.in_port, e.c1.in_port};
  assign {queue[6], queue[5], queue[4], queue[3]} = {e.c6.at, e.c5.at, e.c4.at, e.c3.at};
  assign {queue[2], queue[1], queue[0], deq_next_addr} = {e.c2.at, e.c1.at, enq_queue, deq_next_queue};
  logic [6:2] alike_queue;  // the enqueues in cycles k - 1 and 6 have the same queue
  logic [6:3] alike_group, alike_port;
  always_ff @(posedge clk) begin
    same_queue[1] <= counted_6 && queue[0] == queue[6];
    for (int k = 2; k <= 6; k++) begin
      alike_queue[k] <= queue[k-2] == queue[5];
      same_queue[k] <= counted_6 && alike_queue[k];
    end
    same_group[2] <= counted_6 && queue[1][AW-1:CW] == queue[6][AW-1:CW] &&
        (alike_queue[2] || (in_port[1] && in_port[6]));
    same_port[2] <= counted_6 && queue[1][AW-1:CW] == queue[6][AW-1:CW];
    for (int k = 3; k <= 6; k++) begin
      alike_port[k] <= queue[k-2][AW-1:CW] == queue[5][AW-1:CW];
      same_port[k] <= counted_6 && alike_port[k];
      alike_group[k] <= queue[k-2][AW-1:CW] == queue[5][AW-1:CW] &&
          (queue[k-2][CW-1:0] == queue[5][CW-1:0] || (in_port[k-2] && in_port[5]));
      same_group[k] <= counted_6 && alike_group[k];
    end
    for (int k = 1; k <= 6; k++) same_deq[k] <= deq_next && queue[k-1] == deq_next_addr;
  end
  logic unused;
  assign unused = ^{e};
endmodule
`default_nettype wire
