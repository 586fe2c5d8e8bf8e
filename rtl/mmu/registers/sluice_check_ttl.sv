// Whether a set that passes suits TTL: no private cells, a class for every hop, and in every class that a packet can have
// a partition that holds a packet of every port, and a threshold, at worst alpha b_j when the shared partition is full,
// of a packet [TTL 1.3, 1.4.2].
// Latency: a partition passes in clock t; it is compared in clock t + 1 and counts in bad in t + 2.
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
  logic [W-1:0] max_packet, partition;
  logic [W+2:0] up, threshold;
  logic [W+5:0] least;
  logic [7:0] hop, last_class, first_class, cls;
  logic packet_next, packet_here, partition_here, compares;
  assign hop = ttl0 - 8'd1;
  assign first_class = half ? 8'd0 : 8'd1;
  assign last_class = half ? hop >> 1 : hop;
  assign up = {3'b0, value} << alpha[1:0];
  assign packet_next = next == sluice_pkg::REG_MAX_PACKET && first;
  always_ff @(posedge clk) begin
    packet_here <= packet_next;
    if (packet_here) max_packet <= value;
    least <= (W + 6)'(max_packet) * (W + 6)'(NP);
    partition_here <= next >= sluice_pkg::REG_PARTITION && next < sluice_pkg::REG_PARTITION + 6'(NC);
    cls <= {2'b0, next - sluice_pkg::REG_PARTITION};
    // Both candidates have passed; the number of a class is in time for the comparison.
    compares <= partition_here && cls >= first_class && cls <= last_class;
    partition <= value;
    threshold <= alpha[3] ? {3'b0, value >> (3'd0 - alpha[2:0])} : up;
    bad <= !start && (bad || (compares && ({6'b0, partition} < least || threshold < {3'b0, max_packet})) ||
                      (partition_here && (phi != '0 || ttl0 < 8'd2 || last_class >= 8'(NC))));
  end
endmodule
`default_nettype wire
