// PORT_LIMITS: checks the limits of all ports in a staged configuration [spec 3, 6, 16], and sums the headroom that
// they reserve. It names the lowest port that breaks the rule of the reason.
// Latency: a limit is on the commit bus in cycle t, in reserved from t + 2 on, and counts in bad from t + 4 on; last in
// cycle t, the port in t + 1.
`default_nettype none
module sluice_check_limits #(
    parameter int W = 18,  // bits of a cell counter
    parameter int PW = 2,  // bits of a port
    parameter logic [6:0] SCHEMES = 127  // bit s: scheme s of sluice_pkg is built
) (
    input  wire logic         clk,     // clock
    input  wire logic         rst,     // synchronous reset, active high: no port
    input  wire logic         start,   // a commit begins
    // one-hot: limit of a port that is on the bus in the next cycle, see sluice_commit_seq
    input  wire logic [sluice_pkg::LIMITS-1:0] limit,
    input  wire logic [PW-1:0] port,   // that port
    input  wire logic [31:0]  value,   // value on the bus
    // staged values, which are on the bus before all limits
    input  wire logic [2:0]   scheme,         // staged SCHEME
    input  wire logic [W-1:0] max_packet,     // staged MAX_PACKET
    input  wire logic [W-1:0] headroom_pool,  // staged HEADROOM_POOL
    input  wire logic [W-1:0] stage_top,      // staged STAGE_TOP
    input  wire logic [15:0]  quanta_step,    // staged QUANTA_STEP, which is that of the fastest port
    // SHP: the sum of PORT_HEADROOM, else of HEADROOM, over the ports; lost: it does not fit
    output logic      [W-1:0] reserved,
    output logic              lost,
    // some port breaks the rule of BAD_VALUE, BAD_HEADROOM, BAD_XON, BAD_TIMES, BAD_TTL, BAD_STAGES
    output logic      [5:0]   bad,
    input  wire logic         last,         // the last cycle of the commit
    input  wire logic [3:0]   found,        // its reason
    output logic              at_port,      // a port breaks the rule of the reason of the last commit
    output logic      [PW-1:0] failed_port  // the lowest such port
);
  localparam logic HasStatic = SCHEMES[sluice_pkg::STATIC];
  localparam logic HasTtl = SCHEMES[sluice_pkg::TTL];
  localparam logic HasShp = SCHEMES[sluice_pkg::SHP];
  localparam logic HasGfc = SCHEMES[sluice_pkg::GFC] || SCHEMES[sluice_pkg::GFC_LINEAR];
  localparam int HeadroomBits = sluice_pkg::headroom_bits(W);
  localparam logic HasStages = SCHEMES[sluice_pkg::GFC];
  logic is_static, is_ttl, is_shp, is_gfc;
  assign is_static = HasStatic && scheme == sluice_pkg::STATIC;
  assign is_ttl = HasTtl && scheme == sluice_pkg::TTL;
  assign is_shp = HasShp && scheme == sluice_pkg::SHP;
  assign is_gfc = HasGfc && (scheme == sluice_pkg::GFC || scheme == sluice_pkg::GFC_LINEAR);

  // here: the limit on the bus, and its port; _1, _2: one and two cycles before
  logic [sluice_pkg::LIMITS-1:0] here, here_1;
  logic [PW-1:0] port_here, port_1, port_2;
  logic [W-1:0] value_1;  // with XON on the bus: XOFF
  logic [W:0] sum, most;
  logic reserves;
  // The comparisons of the value of the last cycle, in registers, since the longest ones are carry chains
  logic low_1, high_1, wide_1, wide_headroom_1, wide_step_1;  // bits 15:0, bits above several widths are not 0
  logic below_packet_1, below_top_1, above_xoff_1, above_step_1;
  logic any_1;
  logic no_rate;  // the rate of GFC's limiter is 0
  logic [5:0] breaks;
  logic [6*PW-1:0] bad_port;  // per rule: the lowest port that breaks it
  logic [5:0] of_reason;      // the rule of the reason, if a port breaks it
  logic [PW-1:0] port_of_reason;
  assign reserves = is_shp ? here[sluice_pkg::LIMIT_PORT_HEADROOM] : here[sluice_pkg::LIMIT_HEADROOM];
  assign sum = {1'b0, reserved} + {1'b0, value[W-1:0] & {W{reserves}}};
  assign any_1 = low_1 || high_1;
  assign no_rate = !any_1 && (HasStages && scheme == sluice_pkg::GFC ? here_1[sluice_pkg::LIMIT_CELL_STEP] :
      here_1[sluice_pkg::LIMIT_DRAIN_CYCLES]);
  assign of_reason = {found == sluice_pkg::BAD_STAGES, found == sluice_pkg::BAD_TTL, found == sluice_pkg::BAD_TIMES,
      found == sluice_pkg::BAD_XON, found == sluice_pkg::BAD_HEADROOM, found == sluice_pkg::BAD_VALUE} & bad;
  always_comb begin
    port_of_reason = '0;
    for (int k = 0; k < 6; k++) port_of_reason |= bad_port[k*PW+:PW] & {PW{of_reason[k]}};
  end
  always_ff @(posedge clk) begin
    {here, here_1} <= {limit, here};
    {port_here, port_1, port_2} <= {port, port_here, port_1};
    value_1 <= value[W-1:0];
    {lost, reserved} <= {sum[W] || lost, sum[W-1:0]} & {W + 1{!start}};
    most <= {1'b0, headroom_pool} + {1'b0, value[W-1:0]};
    low_1 <= value[15:0] != '0;
    high_1 <= value[31:16] != '0;
    wide_1 <= value[31:W] != '0;
    wide_headroom_1 <= value[31:HeadroomBits] != '0;
    wide_step_1 <= value[31:24] != '0;
    below_packet_1 <= value[W-1:0] < max_packet;
    below_top_1 <= value[W-1:0] < stage_top;
    above_xoff_1 <= value[W-1:0] > value_1;
    above_step_1 <= value[15:0] > quanta_step;
    breaks <= {is_gfc && ((here_1[sluice_pkg::LIMIT_HEADROOM] && any_1) ||
                   (here_1[sluice_pkg::LIMIT_PRIVATE] && below_top_1) || no_rate),
               here_1[sluice_pkg::LIMIT_PRIVATE] && is_ttl && any_1,
               here_1[sluice_pkg::LIMIT_QUANTA_STEP] && (!low_1 || above_step_1),
               here_1[sluice_pkg::LIMIT_XON] && is_static && above_xoff_1,
               (here_1[sluice_pkg::LIMIT_HEADROOM] && !is_gfc && below_packet_1) ||
                   (here_1[sluice_pkg::LIMIT_PORT_HEADROOM] && is_shp && most < {1'b0, max_packet}),
               (here_1[sluice_pkg::LIMIT_PORT_HEADROOM:0] != '0 && wide_1) ||
                   (here_1[sluice_pkg::LIMIT_HEADROOM] && wide_headroom_1) ||
                   (here_1[sluice_pkg::LIMIT_QUANTA_STEP] && high_1) ||
                   (HasStages && here_1[sluice_pkg::LIMIT_CELL_STEP] && wide_step_1)};
    for (int k = 0; k < 6; k++) begin
      if (!bad[k]) bad_port[k*PW+:PW] <= port_2;
      bad[k] <= !start && (bad[k] || breaks[k]);
    end
    if (rst) {at_port, failed_port} <= '0;
    else if (last) {at_port, failed_port} <= {of_reason != '0, port_of_reason};
  end
endmodule
`default_nettype wire
