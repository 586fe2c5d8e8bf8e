// Gates that have been closed for too long: every 1,024 clocks each queue is visited once, and one whose gate has not been open since the last
// visit is a unit older, a clock later. expired falls with the gate, in its own clock.
`default_nettype none
module sluice_switch_watchdog #(
    parameter int QUEUES = 32            // at most 1,024
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic [15:0]       limit,   // units of 1,024 clocks; 0: never
    input  wire logic [QUEUES-1:0] gate,
    output logic      [QUEUES-1:0] expired
);
  localparam int QW = QUEUES > 1 ? $clog2(QUEUES) : 1;
  logic [9:0] count;
  logic [QW-1:0] queue, queue_1;
  logic [15:0] ages[QUEUES];
  logic [15:0] age_1;
  logic [QUEUES-1:0] opened, over;
  logic visit, visit_1, shut_1;                // shut since the last visit
  assign visit = 32'(count) < QUEUES;
  assign queue = count[QW-1:0];
  assign expired = over & gate;
  always_ff @(posedge clk) begin
    if (rst) begin
      count <= '0;
      visit_1 <= 1'b0;
      over <= '0;
      opened <= '1;
    end else begin
      count <= count + 1'b1;
      visit_1 <= visit;
      opened <= (opened | ~gate);
      if (visit) opened[queue] <= !gate[queue];
      over <= (over & gate & {QUEUES{limit != '0}});
      if (visit_1 && shut_1 && gate[queue_1]) over[queue_1] <= limit != '0 && age_1 >= limit;
    end
    queue_1 <= queue;
    age_1 <= opened[queue] ? '0 : ages[queue] + 16'(ages[queue] != '1);
    shut_1 <= gate[queue] && !opened[queue];
    if (visit_1) ages[queue_1] <= age_1;
  end
endmodule
`default_nettype wire
