// The pipeline of enqueue events, cycle 0 .. 7: carries the fields of each event to the later stages. One event per
// cycle; nothing stalls.
// An event takes part in the accounting (takes) when its queue exists, the MMU is configured, and the packet is not
// above MAX_PACKET.
// An oversized packet is detected in cycle 1 and consumes nothing from then on.
// The group of an event is its queue or, with DSH and a lossless class, its port. A port's counters are stored at the
// address of group_class.
// After reset the write addresses of cycle 7 are those of the sweep that clears the RAMs.
// Latency: event in cycle 0. Field ck of e and a signal with suffix _k belong to the event in cycle k. Admission in
// cycle 6.
`default_nettype none
module sluice_enqueue #(
    parameter int NP = 4,   // ports
    parameter int NC = 8,   // classes
    parameter int W = 18,   // bits of a cell counter
    parameter int NB = 14,  // bits of a packet's cells
    parameter int PW = 2,   // bits of a port
    parameter int CW = 3    // bits of a class
) (
    clk, rst, ready, clear, clear_addr, configured, dsh, max_packet, lossless, group_class, enqueue, dropped, arrives,
    takes,
    large_1, e, some_5, group_1, group_4, group_7, admission_5, result
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_EVENT(W)
  `SLUICE_ENQUEUE(NB)
  `SLUICE_ADMISSION
  `SLUICE_RESULT
  input wire logic clk;           // clock
  input wire logic rst;           // synchronous reset, active high
  input wire logic ready;         // the tables are cleared
  input wire logic clear;         // the sweep after reset, see sluice_clear
  input queue_t clear_addr;       // address of the sweep
  // cfg: changes only while no event that takes part is in the pipeline
  input wire logic configured;           // a configuration is active
  input wire logic dsh;                  // the scheme is DSH
  input wire logic [W-1:0] max_packet;   // cells
  input wire logic [NC-1:0] lossless;    // lossless classes
  input wire logic [CW-1:0] group_class; // the highest lossless class
  // the event, cycle 0
  input event_t enqueue;
  input wire logic dropped;              // dropped by a rule of TTL; the class is ignored
  output logic arrives;                  // an enqueue into a queue that exists
  // such an enqueue takes part, or is above MAX_PACKET: the MMU is ready and configured
  output logic takes;
  // the event in later cycles
  output logic large_1;                  // above MAX_PACKET
  output enqueues_t e;
  output logic some_5;                   // the event takes part, and has cells
  output queue_t group_1;                // address of the counters of the group
  output queue_t group_4;                // the same, cycle 4
  output queue_t group_7;                // the same, cycle 7; or the address of the sweep
  // admission, cycle 5, and its result, cycle 6
  input admission_t admission_5;
  output result_t result;

  enqueue_t e1, e2, e3, e4, e5, e6, e7;
  assign e = {e7, e6, e5, e4, e3, e2, e1};

  // Cycle 0
  logic real_queue;
  assign real_queue = {1'b0, enqueue.at.port} < (PW + 1)'(NP) && (dropped || {1'b0, enqueue.at.cls} < (CW + 1)'(NC));
  assign arrives = enqueue.valid && !dropped && real_queue;
  assign takes = arrives && ready && configured;

  // Cycle 1: the size. A carry of size_0 means more cells than max_packet. max_packet has at most NB bits and is held
  // as its complement.
  logic [NB:0] size_0;
  logic takes_1;
  assign size_0 = {1'b0, enqueue.cells[NB-1:0]} + {1'b0, ~max_packet[NB-1:0]};
  assign takes_1 = e1.takes && !large_1;

  always_ff @(posedge clk) begin
    large_1 <= size_0[NB] || enqueue.cells >> NB != '0;
    e1.came <= enqueue.valid && ready;
    e1.takes <= takes;
    e1.lossless <= lossless[enqueue.at.cls];
    e1.in_port <= lossless[enqueue.at.cls] && dsh;
    e1.exists <= real_queue;
    e1.leaves <= dropped;
    e1.dropped <= dropped && configured && real_queue;
    e1.none <= 1'b0;
    // TTL writes counters back in idle cycles too: their class has to be known
    e1.at <= enqueue.valid ? enqueue.at : '0;
    e1.cells <= enqueue.cells[NB-1:0];
    e2 <= e1;
    e2.takes <= takes_1;
    e2.none <= e1.cells == '0;  // for sizes above NB bits the value is not used, since the packet is too large
    e2.cells <= e1.cells & {NB{takes_1}};
    e3 <= e2;
    e4 <= e3;
    e5 <= e4;
    e6 <= e5;
    e7 <= e6;
    e7.came <= e6.came || clear;
    e7.at <= clear ? clear_addr : e6.at;
    some_5 <= e4.takes && !e4.none && !rst;
    group_4 <= {e3.at.port, e3.in_port ? group_class : e3.at.cls};
    group_7 <= clear ? clear_addr : {e6.at.port, e6.in_port ? group_class : e6.at.cls};
    if (rst) begin
      {e1.came, e2.came, e3.came, e4.came, e5.came, e6.came, e7.came} <= '0;
      {e1.takes, e2.takes, e3.takes, e4.takes, e5.takes, e6.takes, e7.takes} <= '0;
    end
  end
  // A commit may change the lossless classes while an event that takes no part is in the pipeline. The group of that
  // event may then differ from cycle to cycle, which has no effect, because the event writes nothing.
  assign group_1 = {e1.at.port, e1.in_port ? group_class : e1.at.cls};

  // Cycle 6: the admission
  always_ff @(posedge clk) begin
    result.valid <= e5.came && !rst;
    result.at.port <= e5.at.port & {PW{e5.came}};
    result.at.cls <= e5.at.cls & {CW{e5.came && !e5.leaves}};
    result.kind <= rst ? '0 : admission_5.kind;
    result.refused <= admission_5.refused && !rst;
    result.exists <= e5.exists;
  end
  logic unused;
  assign unused = ^{size_0[NB-1:0], max_packet, admission_5};
endmodule
`default_nettype wire
