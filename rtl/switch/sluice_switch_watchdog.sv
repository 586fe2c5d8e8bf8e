// Finds gates that have been closed for too long. Each queue is visited once in 1,024 cycles. If its gate was not open since the last
// visit, the age of the queue grows by one unit.
// Latency: a visit uses the gate of the cycle before and takes effect two cycles later.
// Collisions: an open gate wins; expired is 0 in the next cycle.
`default_nettype none
module sluice_switch_watchdog #(
    parameter int QUEUES = 32  // at most 1,024
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic [15:0]       limit,   // units of 1,024 cycles; 0: no watchdog
    input  wire logic [QUEUES-1:0] gate,    // 1: closed
    output logic      [QUEUES-1:0] expired  // closed for limit units or more
);
  localparam int QW = QUEUES > 1 ? $clog2(QUEUES) : 1;
  logic [9:0] count;
  logic [QW-1:0] queue, queue_1, queue_2;
  logic [15:0] ages[QUEUES];
  logic [15:0] age_1, age_2;
  logic [QUEUES-1:0] gate_1, opened;
  logic visit, visit_1, visit_2, is_closed_1, opened_1, closed_2;  // closed_2: closed at the visit
  logic [15:0] limit_minus_1;
  logic too_old_2;  // age_2 >= limit
  assign visit = 32'(count) < QUEUES;
  assign queue = count[QW-1:0];
  always_ff @(posedge clk) begin
    if (rst) begin
      count <= '0;
      {visit_1, visit_2} <= '0;
      expired <= '0;
      opened <= '1;
    end else begin
      count <= count + 1'b1;
      {visit_1, visit_2} <= {visit, visit_1};
      for (int q = 0; q < QUEUES; q++) begin
        opened[q] <= !gate_1[q] || (opened[q] && !(visit && queue == QW'(q)));
        // gate_1, opened: the gate was open in the two cycles after that of closed_2
        expired[q] <= gate[q] && limit != '0 && (visit_2 && closed_2 && queue_2 == QW'(q) ? too_old_2 && gate_1[q] && !opened[q] : expired[q]);
      end
    end
    gate_1 <= gate;
    {queue_1, queue_2} <= {queue, queue_1};
    {opened_1, is_closed_1, age_1} <= {opened[queue], gate_1[queue], ages[queue]};
    limit_minus_1 <= limit - 1'b1;
    too_old_2 <= !opened_1 && age_1 >= limit_minus_1;
    age_2 <= opened_1 ? '0 : age_1 + 16'(age_1 != '1);
    closed_2 <= is_closed_1;
    if (visit_2) ages[queue_2] <= age_2;
  end
endmodule
`default_nettype wire
