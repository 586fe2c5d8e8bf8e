// Sender of time-based GFC [GFC 5, spec 12]: maps the room of a word to a level, by the rules of sluice_stage for the
// queue Bm - room. The rate limiter sluice_rate turns levels into rates, by stages or linearly. Bm and B0 are those of
// this MMU; only D = Bm - B0 must be the receiver's.
// Latency: word in cycle t, level in t + 5; a word a cycle.
// Collisions: none.
`default_nettype none
module sluice_room_rx #(
    parameter int NP = 4,                        // ports, 1..64
    parameter int NC = 8,                        // classes, 1..8
    parameter int W = 18,                        // bits of a cell counter
    parameter int MAPS = 3,                      // maps that are built: 1, by stages; 2, linear; 3, both
    parameter int LW = MAPS > 1 ? 16 : 5,        // derived: do not set
    parameter int PW = NP > 1 ? $clog2(NP) : 1,  // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1   // derived: do not set
) (
    input  wire logic            clk,
    input  wire logic            rst,
    // cfg: constant, as of sluice_stage
    input  wire logic            by_stage,
    input  wire logic            linear,
    input  wire logic [W-1:0]    top,
    input  wire logic [W-1:0]    base,
    input  wire logic [4:0]      stages,
    input  wire logic [15*W-1:0] table_cells,
    // data: words of the receiver, levels of the egress queues
    input  wire logic            rx_valid,
    input  wire logic [PW-1:0]   rx_port,
    input  wire logic [CW-1:0]   rx_class,
    input  wire logic [15:0]     rx_room,      // cells
    output logic                 level_valid,
    output logic      [PW-1:0]   level_port,
    output logic      [CW-1:0]   level_class,
    output logic      [LW-1:0]   level
);
  localparam int QB = W > 16 ? W : 16;
  logic [QB:0] left;
  logic [W-1:0] queue;
  logic [4:0] valid;
  logic [5*(PW+CW)-1:0] of;
  assign left = {1'b0, QB'(top)} - {1'b0, QB'(rx_room)};
  always_ff @(posedge clk) valid <= rst ? '0 : {valid[3:0], rx_valid};
  always_ff @(posedge clk) begin
    queue <= left[QB] ? '0 : W'(left);
    of <= {of[4*(PW+CW)-1:0], rx_port, rx_class};
  end
  assign level_valid = valid[4];
  assign {level_port, level_class} = of[4*(PW+CW)+:PW+CW];
  logic unused_some;
  sluice_stage #(.W(W), .LW(LW), .STAGED(MAPS != 2), .LINEAR(MAPS != 1)) stage (
      .clk, .by_stage, .linear, .top, .base, .stages, .table_cells, .snap_valid(valid[0]), .snap_queue(queue), .level,
      .level_some(unused_some));
endmodule
`default_nettype wire
