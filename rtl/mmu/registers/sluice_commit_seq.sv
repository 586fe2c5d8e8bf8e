// The course of a commit: every register passes once, by address, HEADROOM, MAX_PACKET and ALPHA once more before the
// others, which are compared with them; at the end SHARED, PRIVATE and DELTA_Q, which come into use as they pass, in clocks 63, 64
// and 65. The same in every build.
// COMMIT in clock 0, commit in clock 1, which is the first of the walk; what is at its place passes as the value of
// sluice_registers three clocks later, as is announced two clocks later; clock 63, last: the set is refused or put to use.
// The first place, HEADROOM, is asked for in clock 0 by sluice_registers itself.
`default_nettype none
module sluice_commit_seq (
    input  wire logic       clk,
    input  wire logic       rst,
    input  wire logic       asked,   // COMMIT is written
    output logic            idle,    // nothing is under way: clock 64 and later
    output logic            commit,
    output logic            busy,    // clocks 1 to 63
    output logic            ending,  // clock 62
    output logic            last,
`ifdef FORMAL
    output logic      [5:0] at,
`endif
    output logic      [5:0] place,
    output logic      [5:0] next,    // the register whose value passes in the next clock; all ones: none
    output logic      [7:0] row,     // next / 8, a bit each; 0: none
    output logic      [7:0] column,  // next % 8
    output logic            first    // it is one of the three that pass twice, for the first time
);
  localparam logic [5:0] Last = 6'd60;  // behind the last register: the checks have ended

  localparam logic [5:0] Behind = 6'd57;  // of the registers that come into use as they pass

`ifndef FORMAL
  logic [5:0] at;
`endif
  logic [1:0] front;  // at MAX_PACKET, ALPHA
  logic [5:0] was;
  logic was_front;
  assign busy = !idle;
  always_comb
    case (at)
      Behind: place = sluice_pkg::REG_SHARED;
      Behind + 6'd1: place = sluice_pkg::REG_PRIVATE;
      Behind + 6'd2: place = sluice_pkg::REG_DELTA_Q;
      default: place = at;
    endcase
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
    else at <= at ^ {&at[4:0], &at[3:0], &at[2:0], &at[1:0], at[0], 1'b1};  // + 1, without a carry chain
    {was_front, was} <= idle ? {1'b1, sluice_pkg::REG_HEADROOM} : {front != '0, at};
    next <= idle ? '1 : was;
    row <= idle ? '0 : 8'd1 << was[5:3];
    column <= 8'd1 << was[2:0];
    first <= was_front;
  end
endmodule
`default_nettype wire
