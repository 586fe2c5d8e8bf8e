// Sequencer of a commit: puts every register on the commit bus once, in the order of addresses. HEADROOM, MAX_PACKET
// and ALPHA are on the bus once more before all others, which are compared with them. SHARED, PRIVATE and DELTA_Q are
// on the bus once more at the end, in cycles 65, 66 and 67, when they become active directly from the bus. The sequence
// is the same in every build, but PORT_LIMITS puts the limits of all ports, port by port, between DELTA_P and
// PAUSE_TIME, after STAGE_TOP and QUANTA_STEP once more: then the checks know the registers that the limits are
// compared with. This makes the last cycles 8 NP + 2 cycles later: a port has 8 turns, so the commit lasts longer than
// a round of the scan (sluice_limits_change).
// Latency: COMMIT in cycle 0, commit in cycle 1. The register at place is on the bus (value of sluice_registers) three
// cycles later, and in next, row and column two cycles later. The same for a limit, by at_limit, and by limit and port
// two cycles before, and in limit_next and port_next. In cycle 65 (last) the configuration is refused or becomes
// active. sluice_registers reads HEADROOM in cycle 0 by itself.
`default_nettype none
module sluice_commit_seq #(
    parameter int NP = 4,                 // ports
    parameter int PW = 2,                 // bits of a port
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own limits
) (
    input  wire logic       clk,     // clock
    input  wire logic       rst,     // synchronous reset, active high
    input  wire logic       asked,   // cycle 0: COMMIT is written
    output logic            idle,    // no commit is under way: cycle 66 and later
    output logic            commit,  // cycle 1
    output logic            busy,    // cycles 1 to 65
    output logic            ending,  // cycle 64
    output logic            last,    // cycle 65
`ifdef FORMAL
    input  wire logic       was_reset,  // for the proofs: there was a reset
    output logic      [5:0] at,       // for the proofs: position in the sequence
    output logic            watched,  // for the proofs: the registers that are on the bus twice have their first turn
    output logic            watched_done,  // for the proofs: all limits had their turn
    output logic      [2:0] watched_limit,  // for the proofs: the limit in the cycle of at_limit
    output logic   [PW-1:0] watched_port,  // for the proofs: its port
`endif
    output logic      [5:0] place,   // register to read
    output logic      [5:0] next,    // register whose value is on the bus in the next cycle; all ones: none
    output logic      [7:0] row,     // one-hot: next / 8; 0 if next names no register
    output logic      [7:0] column,  // one-hot: next % 8
    output logic            first,   // next is HEADROOM, MAX_PACKET, ALPHA or QUANTA_STEP for the first of two times
    output logic            at_limit,  // read a limit of a port instead of a register
    output logic      [2:0] limit,     // the limit, two cycles before at_limit
    output logic   [PW-1:0] port,      // its port
    output logic [sluice_pkg::LIMITS-1:0] limit_next,  // one-hot: limit on the bus in the next cycle
    output logic   [PW-1:0] port_next  // its port
);
  localparam logic [5:0] Last = 6'd62;  // position after the last register, when the checks have ended

  localparam logic [5:0] Behind = 6'd59;  // position of the first register that becomes active from the bus

`ifndef FORMAL
  logic [5:0] at;
`endif
  logic [1:0] front;  // the first MAX_PACKET; the first ALPHA
`ifdef FORMAL
  assign watched = front != '0;
`endif
  logic [5:0] was;
  logic was_front;
  logic waits;  // at PAUSE_TIME: STAGE_TOP, QUANTA_STEP and the limits come first
  logic [2:0] behind;  // at the registers that become active from the bus
  logic again;  // QUANTA_STEP, after STAGE_TOP
  logic [5:0] once_more;
  assign once_more = again ? sluice_pkg::REG_QUANTA_STEP : sluice_pkg::REG_STAGE_TOP;
  assign busy = !idle;
  always_comb
    if (waits) place = once_more;
    else if (behind[0]) place = sluice_pkg::REG_SHARED;
    else if (behind[1]) place = sluice_pkg::REG_PRIVATE;
    else if (behind[2]) place = sluice_pkg::REG_DELTA_Q;
    else place = at;
  always_ff @(posedge clk) begin
    if (rst) begin
      idle <= 1'b1;
      {commit, ending, last} <= '0;
    end else begin
      idle <= last || (idle && !asked);
      commit <= asked;
      ending <= at == Last - 6'd2;
      last <= ending;
    end
    if (idle) {front, at} <= {2'b01, sluice_pkg::REG_MAX_PACKET};
    else if (front[0]) {front, at} <= {2'b10, sluice_pkg::REG_ALPHA};
    else if (front[1]) {front, at} <= '0;
    else if (!waits) at <= at ^ {&at[4:0], &at[3:0], &at[2:0], &at[1:0], at[0], 1'b1};  // at + 1, without carries
    behind <= idle ? '0 : {behind[1:0], at == Behind - 6'd1};
    // During the limits: STATUS, which no module takes
    {was_front, was} <= idle ? {1'b1, sluice_pkg::REG_HEADROOM} :
        {front != '0 || (waits && again), at_limit ? sluice_pkg::REG_STATUS : waits ? once_more : at};
    next <= idle ? '1 : was;
    row <= idle ? '0 : 8'd1 << was[5:3];
    column <= 8'd1 << was[2:0];
    first <= was_front;
  end

  generate
    if (PORT_LIMITS) begin : g_limits
      logic [2:0] limit_1, limit_at;  // the limit and its port one cycle before at_limit, and in its cycle
      logic [PW-1:0] port_1, port_at;
      logic [sluice_pkg::LIMITS-1:0] limit_was;
      logic [PW-1:0] port_was;
      logic at_pause_time;  // at PAUSE_TIME
      logic counts, counts_1, counted, done;  // counts: limit and port name the limit of two cycles later
      assign waits = at_pause_time && !done;
      assign counts = waits && !counted;
      always_ff @(posedge clk) begin
        at_pause_time <= !idle && (waits || at == sluice_pkg::REG_PAUSE_TIME - 6'd1);
        if (rst || idle) {counts_1, at_limit, counted, done, again, limit, port} <= '0;
        else begin
          {counts_1, at_limit} <= {counts, counts_1};
          again <= again || waits;
          counted <= counted || (counts && limit == 3'd7 && port == PW'(NP - 1));
          done <= done || (at_limit && !counts_1);
          if (counts) begin
            limit <= limit + 1'b1;
            if (limit == 3'd7) port <= port + 1'b1;
          end
        end
        {limit_1, limit_at} <= {limit, limit_1};
        {port_1, port_at} <= {port, port_1};
        for (int k = 0; k < sluice_pkg::LIMITS; k++) limit_was[k] <= at_limit && limit_at == 3'(k);
        limit_next <= limit_was & {sluice_pkg::LIMITS{!idle}};
        {port_was, port_next} <= {port_at, port_was};
      end
`ifdef FORMAL
      assign {watched_done, watched_limit, watched_port} = {done, limit_at, port_at};
      // Lemmas: limits move down the pipeline one after the other, from the first to the last one
      localparam logic [PW+2:0] Final = {PW'(NP - 1), 3'd7};
      logic f_first, f_first_1, f_follows, f_last;
      assign f_first = {port, limit} == '0;
      assign f_first_1 = {port_1, limit_1} == '0;
      assign f_follows = counts ? {port, limit} == {port_1, limit_1} + 1'b1 : {port_1, limit_1} == Final;
      assign f_last = counts_1 ? {port_1, limit_1} == {port_at, limit_at} + 1'b1 : {port_at, limit_at} == Final;
      always_comb
        if (was_reset && !idle) begin
          a_counts: assert (!counts || (32'(port) < NP && (counts_1 ? f_follows : f_first && !at_limit)));
          a_counts_1: assert (!counts_1 || (f_follows && again && counted == !counts && (at_limit || f_first_1)));
          a_at_limit: assert (!at_limit || (f_last && again && (counts_1 || counted)));
          a_counted: assert (counted ? counts_1 || at_limit || done : counts || (!counts_1 && !at_limit && f_first));
          a_ends: assert (!done || (counted && !counts_1 && !at_limit));
          a_waits: assert (at_pause_time || done || (!counts_1 && !at_limit && !counted));
          a_pause_time: assert (at_pause_time == (at == sluice_pkg::REG_PAUSE_TIME));
        end
`endif
    end else begin : g_no_limits
      assign {waits, again, at_limit, limit, port, limit_next, port_next} = '0;
`ifdef FORMAL
      assign {watched_done, watched_limit, watched_port} = {1'b1, 3'd0, PW'(0)};
`endif
    end
  endgenerate
`ifdef FORMAL
  // Lemma: the registers that become active from the bus
  always_comb
    if (was_reset && !idle)
      a_behind: assert (behind == {at == Behind + 6'd2, at == Behind + 6'd1, at == Behind});
`endif
endmodule
`default_nettype wire
