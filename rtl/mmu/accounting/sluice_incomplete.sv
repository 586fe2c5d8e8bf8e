// Which enqueues a visit of the scan lacks [spec 4]: its reads see what was written until its clock 0, so all that are in clocks
// 1 .. 7 when it is in clock 1, and each that comes after. Of its queue, and of its port's lossless classes, or, with DSH, of
// what the port's sum is made of: the visits of the classes before too.
// Clock 6 of the visit: for the states in clock 7. Of the enqueue that arrives in that clock size and class are not asked.
`default_nettype none
module sluice_incomplete #(
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int AW = PW + CW  // derived: do not set
) (
    input  wire logic            clk,
    input  wire logic            clear,
    // enqueues: clock 0
    input  wire logic            enq_arrives, // of a queue that there is, whether or not the MMU is configured: no state stands where it is not
    input  wire logic            enq_takes,
    input  wire logic            enq_lossless,
    input  wire logic [AW-1:0]   enq_queue,
    input  wire logic            large_1,   // clock 1
    input  wire logic [7:1]      takes,     // in these clocks
    input  wire logic [7:1]      lossless,
    input  wire logic [7*AW-1:0] queues,    // clock k at [(k - 1) * AW +: AW]
    // visits
    input  wire logic [6*AW-1:0] visits,    // the same
    input  wire logic            part_5,    // of a port's sum
    input  wire logic            last_5,    // settles
    // clock 6
    output logic                 queue_incomplete,
    output logic                 port_incomplete
);
  logic [AW-1:0] visit[7], visit_6;
  logic [6:3] earlier_queue, earlier_port;
  logic [6:2] of_its_queue, of_its_port;
  logic sofar;  // of the visits before that the sum is made of
  logic [7:1] of_queue, of_port;
  logic [6:2] with_queue, with_port, later_queue, later_port;  // one that is in clock 1 while the visit is in clock k
  logic takes_lossless;
  assign of_its_queue = {earlier_queue, of_queue != '0};
  assign of_its_port = {earlier_port, of_port != '0};
  assign later_queue = with_queue & {5{takes[1]}};
  assign later_port = with_port & {5{takes_lossless && !large_1}};
  always_comb begin
    visit[0] = '0;
    for (int k = 1; k <= 6; k++) visit[k] = visits[(k-1)*AW+:AW];
  end
  always_ff @(posedge clk) begin
`ifdef SLUICE_BY_WORD  // mostly nothing is under way, which Verilator does not know
    if (takes == '0) {of_queue, of_port} <= '0;
    else
`endif
    for (int k = 1; k <= 7; k++) begin
      of_queue[k] <= takes[k] && queues[(k-1)*AW+:AW] == visit[1];
      of_port[k] <= takes[k] && lossless[k] && queues[(k-1)*AW+CW+:PW] == visit[1][AW-1:CW];
    end
`ifdef SLUICE_BY_WORD
    if (!enq_takes) {with_queue, with_port} <= '0;
    else
`endif
    for (int k = 2; k <= 6; k++) begin
      with_queue[k] <= enq_queue == visit[k-1];
      with_port[k] <= enq_queue[AW-1:CW] == visit[k-1][AW-1:CW];
    end
    takes_lossless <= enq_takes && enq_lossless;
    for (int k = 3; k <= 6; k++) earlier_queue[k] <= of_its_queue[k-1] || later_queue[k-1];
    for (int k = 3; k <= 5; k++) earlier_port[k] <= of_its_port[k-1] || later_port[k-1];
    earlier_port[6] <= of_its_port[5] || later_port[5] || (part_5 && sofar);
    // No enable: it would be behind clear, which is far away.
    sofar <= !(clear || (part_5 && last_5)) && (sofar || (part_5 && (of_its_port[5] || later_port[5])));
  end
  assign visit_6 = visit[6];
  assign queue_incomplete = of_its_queue[6] || later_queue[6] || (enq_arrives && enq_queue == visit_6);
  assign port_incomplete = of_its_port[6] || later_port[6] || (enq_arrives && enq_queue[AW-1:CW] == visit_6[AW-1:CW]);

`ifdef FORMAL_INCOMPLETE
`include "sluice_incomplete.svh"
`endif
endmodule
`default_nettype wire
