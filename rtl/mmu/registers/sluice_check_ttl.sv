// Whether a set that passes suits TTL: no private cells, a class for every hop, and in every class that a packet can have
// a partition that holds a packet of every port, and a threshold, at worst alpha b_j when the shared partition is full,
// of a packet [TTL 1.3, 1.4.2].
// Latency: a partition passes in clock t; it is compared in clock t + 2 and counts in bad in t + 3.
`default_nettype none
module sluice_check_ttl #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int W = 18
) (
    input  wire logic        clk,
    input  wire logic        start,        // a walk begins
    input  wire logic [5:0]  next,         // what passes in the next clock, see sluice_walk
    input  wire logic        first,
    input  wire logic [W-1:0] value,
    // candidates, two clocks after they are announced
    input  wire logic [3:0]  alpha,
    input  wire logic [W-1:0] phi,
    input  wire logic [7:0]  ttl0,
    input  wire logic        half,
    output logic             bad
);
  // alpha b_j is less than a packet where b_j is less than the packet / alpha, which is made of it by a shift in each of the clocks
  // until partitions pass. It is held as a complement: a carry says that b_j is enough. part: of a cell more.
  logic [W-1:0] passed, partition, not_enough;
  logic [W+5:0] least;
  logic [2:0] shifts;  // to come
  logic [W:0] spare;
  logic part, huge;
  logic [7:0] hop, last_class, first_class, cls, cls_held;
  logic packet_next, packet_here, packet_held, alpha_here, partition_here, partition_held, compares;
  assign hop = ttl0 - 8'd1;
  assign packet_next = next == sluice_pkg::REG_MAX_PACKET && first;
  assign spare = {1'b0, partition} + {1'b0, not_enough} + (W + 1)'(!part);
  logic unused_spare;
  assign unused_spare = ^spare[W-1:0];
  always_ff @(posedge clk) begin
    {packet_here, packet_held, alpha_here} <= {packet_next, packet_here, packet_held};
    if (packet_here) least <= (W + 6)'(value) * (W + 6)'(NP);
    if (alpha_here) shifts <= alpha[3] ? 3'd0 - alpha[2:0] : {1'b0, alpha[1:0]};
    else if (shifts != '0) shifts <= shifts - 1'b1;
    if (packet_here) {not_enough, part, huge} <= {~value, 2'b00};
    else if (!alpha_here && shifts != '0) begin
      if (alpha[3]) {not_enough, huge} <= {not_enough[W-2:0], 1'b1, huge || !not_enough[W-1]};
      else {not_enough, part} <= {1'b1, not_enough[W-1:1], part || !not_enough[0]};
    end
    partition_here <= next >= sluice_pkg::REG_PARTITION && next < sluice_pkg::REG_PARTITION + 6'(NC);
    partition_held <= partition_here;
    cls <= {2'b0, next - sluice_pkg::REG_PARTITION};
    cls_held <= cls;
    // Both candidates have passed; the number of a class is in time for the comparison.
    first_class <= half ? 8'd0 : 8'd1;
    last_class <= half ? hop >> 1 : hop;
    compares <= partition_held && cls_held >= first_class && cls_held <= last_class;
    {passed, partition} <= {value, passed};
    bad <= !start && (bad || (compares && ({6'b0, partition} < least || huge || !spare[W])) ||
                      (partition_held && (phi != '0 || ttl0 < 8'd2 || last_class >= 8'(NC))));
  end
endmodule
`default_nettype wire
