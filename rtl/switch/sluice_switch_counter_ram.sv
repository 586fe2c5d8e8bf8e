// 64-bit counters in one RAM behind counters of few bits that count modulo 2^n: all are visited in turn, and a visit adds what the small one
// has counted since the last visit, which is the difference of their low bits. So nothing is taken out of a small counter, nothing is lost
// while it counts less than 2^n between two visits, and a visit twice, or of a row whose last visit is not yet written, changes
// nothing. The host's read is such a visit: what it gets is of the clock of the visit.
// The host's visit waits until all before it are written, so that it takes the same time always. A round takes 2^RW clocks and six for each access of
// the host: accesses are 15 clocks apart at least, so less than twice 2^RW.
// In the first round, and eight visits more until that is written, the RAM counts as 0. A visit of what is written in the same clock is left out: the host has
// just visited that row.
// Latency: visit of clock t, low bits of the small counter in clock t + 2, value in clock t + 4; ask to visit five clocks.
`default_nettype none
module sluice_switch_counter_ram #(
    parameter int RW = 8,                      // 2^RW counters
    parameter int LOW = 18                     // bits of the largest small counter
) (
    input  wire logic           clk,
    input  wire logic           clear,         // the small counters are being cleared
    input  wire logic           request,           // the host's visit, until asked
    input  wire logic [RW-1:0]  request_at,
    output logic                granted,         // clock t of it
    output logic      [RW-1:0]  at,            // clock t: this is visited
    input  wire logic [LOW-1:0] narrow,           // clock t + 2: the small counter
    input  wire logic [LOW-1:0] mask,          // its bits
    output logic                answered,        // clock t + 4 of the host's visit
    output logic      [63:0]    value
);
  logic first_round, scanned, visit, host, grant_host, add, write;  // around: the first round is over
  logic [3:0] idle_cycles;                                  // clocks since the last visit of the round
  logic [RW-1:0] scan, write_at;
  assign grant_host = (request && idle_cycles[3]) && !host;
  assign add = visit && !(write && write_at == at);
  assign granted = host;
  always_ff @(posedge clk) begin
    idle_cycles <= request && !clear ? {idle_cycles[2:0], 1'b1} : '0;
    visit <= !clear && (!request || grant_host);
    host <= grant_host && !clear;
    at <= grant_host ? request_at : scan;
    if (clear) begin
      scan <= '0;
      scanned <= 1'b0;
      first_round <= 1'b1;
    end else if (!request) begin
      scan <= scan + 1'b1;
      if (scan == '1) scanned <= 1'b1;
      if (scanned && scan[3]) first_round <= 1'b0;
    end
  end

  logic first_round_1, add_1, add_2, add_3, host_1, host_2, host_3;
  logic [RW-1:0] at_1, at_2, at_3;
  logic first_round_2;
  logic [63:0] stored, stored_2, old_3;
  logic [LOW-1:0] increment_3;                      // since the last visit
  sluice_ram #(.AW(RW), .DW(64), .FORWARDS(1'b0)) ram (
      .clk, .write, .write_addr(write_at), .write_data(value), .read(1'b1), .read_addr(at), .read_data(stored));
  always_ff @(posedge clk) begin
    first_round_1 <= first_round;
    {at_1, at_2, at_3, write_at} <= {at, at_1, at_2, at_3};
    {add_1, add_2, add_3, write} <= clear ? '0 : {add, add_1, add_2, add_3};
    {host_1, host_2, host_3, answered} <= clear ? '0 : {granted, host_1, host_2, host_3};
    {first_round_2, stored_2} <= {first_round_1, stored};
    increment_3 <= (first_round_2 ? narrow : narrow - stored_2[LOW-1:0]) & mask;
    old_3 <= stored_2 & {64{!first_round_2}};
    value <= old_3 + 64'(increment_3);
  end
endmodule
`default_nettype wire
