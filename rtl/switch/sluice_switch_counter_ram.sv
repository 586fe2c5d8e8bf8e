// 64-bit counters in one RAM, behind narrow counters modulo 2^n. All counters are visited in turn. A visit adds the
// increase of the narrow counter since the last visit: the difference of the low bits. A narrow counter is never reset,
// so no count is lost while a narrow counter counts less than 2^n between two visits. A second visit, or a visit of a
// row that is not yet written, changes nothing. A read of the host is such a visit and returns the value of its cycle.
// It waits until all visits before it are written, so that its duration is fixed. A round takes 2^RW cycles, and six
// more per access of the host; accesses are at least 15 cycles apart. In the first round, and for eight visits more
// until it is written, the RAM counts as 0.
// Latency: visit in cycle t, narrow in t + 2, value in t + 4. request to granted: five cycles.
// Collisions: the host's visit wins over the round. A visit of the row that is written in the same cycle is left out:
// the host has just visited that row.
`default_nettype none
module sluice_switch_counter_ram #(
    parameter int RW = 8,   // 2^RW counters
    parameter int LOW = 18  // bits of the widest narrow counter
) (
    input  wire logic           clk,
    input  wire logic           clear,       // the narrow counters are being cleared
    input  wire logic           request,     // visit of the host, held until granted
    input  wire logic [RW-1:0]  request_at,  // row of that visit
    output logic                granted,     // cycle t of the host's visit
    output logic      [RW-1:0]  at,          // cycle t: row of the visit
    input  wire logic [LOW-1:0] narrow,      // cycle t + 2: the narrow counter of that row
    input  wire logic [LOW-1:0] mask,        // cycle t + 2: bits of that narrow counter
    output logic                answered,    // cycle t + 4 of the host's visit
    output logic      [63:0]    value        // the counter
);
  logic first_round, scanned, visit, host, grant_host, add, write;  // scanned: the first round is over
  logic [3:0] idle_cycles;  // cycles since the last visit of the round
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
  logic [LOW-1:0] increment_3;  // increase since the last visit
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
