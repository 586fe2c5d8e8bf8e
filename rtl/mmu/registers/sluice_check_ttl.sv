// Checks a staged configuration for TTL [TTL 1.3, 1.4.2]: no private cells; a class for every hop; for every class that
// a packet can have, a partition for one packet of every port and a threshold of at least one packet. The lowest
// threshold is alpha b_j, with the shared partition full. So b_j >= MAX_PACKET * max(NP, 1 / alpha).
// Latency: a partition is on the commit bus in cycle t, compared in t + 2, and counts in bad in t + 3.
`default_nettype none
module sluice_check_ttl #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int W = 18   // bits of a cell counter
) (
    input  wire logic        clk,     // clock
    input  wire logic        start,   // a commit begins
    input  wire logic [5:0]  next,    // register whose value is on the bus in the next cycle, see sluice_commit_seq
    input  wire logic        first,   // next names that register for the first of two times
    input  wire logic [W-1:0] value,  // value on the bus
    // staged values, valid two cycles after next
    input  wire logic [3:0]  alpha,  // staged ALPHA
    input  wire logic [W-1:0] phi,   // staged PRIVATE
    input  wire logic [7:0]  ttl0,   // staged TTL0
    input  wire logic        half,   // staged option TTL_HALF
    output logic             bad     // the configuration is refused
);
  // NP = Odd * 2^Shift. After ALPHA, MAX_PACKET is multiplied by Odd at once, then by 2 in each cycle until the
  // partitions are on the bus.
  // The product is a complement: a carry of the sum with b_j means that b_j is enough. huge: the product is above every
  // partition.
  localparam int Shift = $clog2(NP & -NP);
  localparam int Odd = NP / (NP & -NP);
  logic [W-1:0] passed, partition, not_least;
  logic [W+5:0] times_odd;
  logic [3:0] shifts;  // doublings that remain
  logic [W:0] spare;
  logic steep, huge;   // steep: 1 / alpha is NP or more
  logic [7:0] hop, last_class;
  logic [2:0] cls, cls_passed;
  logic packet_next, packet_here, packet_passed, alpha_here, partition_here, partition_passed, above, compares;
  assign hop = ttl0 - 8'd1;
  assign packet_next = next == sluice_pkg::REG_MAX_PACKET && first;
  assign steep = alpha[3] && 4'd8 - {1'b0, alpha[2:0]} > 4'($clog2(NP + 1) - 1);
  assign times_odd = {6'b0, ~not_least} * (W + 6)'(Odd);
  assign spare = {1'b0, partition} + {1'b0, not_least} + 1'b1;
  logic unused_spare;
  assign unused_spare = ^spare[W-1:0];
  // In LUTs: a carry chain is larger for so few bits. A class that the build does not have is refused anyway.
  always_comb begin
    above = 1'b0;
    for (int i = 0; i < 3; i++) above = cls_passed[i] == last_class[i] ? above : cls_passed[i];
  end
  always_ff @(posedge clk) begin
    {packet_here, packet_passed, alpha_here} <= {packet_next, packet_here, packet_passed};
    if (alpha_here) shifts <= steep ? 4'd0 - alpha : 4'(Shift);
    else if (shifts != '0) shifts <= shifts - 1'b1;
    if (packet_here) {not_least, huge} <= {~value, 1'b0};
    else if (alpha_here) begin
      if (!steep) {not_least, huge} <= {~times_odd[W-1:0], times_odd[W+5:W] != '0};
    end else if (shifts != '0) {not_least, huge} <= {not_least[W-2:0], 1'b1, huge || !not_least[W-1]};
    partition_here <= next >= sluice_pkg::REG_PARTITION && next < sluice_pkg::REG_PARTITION + 6'(NC);
    partition_passed <= partition_here;
    cls <= 3'(next - sluice_pkg::REG_PARTITION);
    cls_passed <= cls;
    // TTL0 and TTL_OPTIONS are staged before the partitions, so the last class is known in time for the comparison.
    last_class <= half ? hop >> 1 : hop;
    compares <= partition_passed && (half || cls_passed != '0) && !above;
    {passed, partition} <= {value, passed};
    bad <= !start && (bad || (compares && (huge || !spare[W])) ||
        (partition_passed && (phi != '0 || ttl0 < 8'd2 || last_class >= 8'(NC))));
  end
endmodule
`default_nettype wire
