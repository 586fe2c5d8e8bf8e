// Time-based GFC of an MMU [spec 12]: its words to the senders of its ingress queues, and the levels of its egress
// queues.
// Latency: that of sluice_room_tx and sluice_room_rx.
// Collisions: none; the two directions share only the configuration.
`default_nettype none
module sluice_room_port #(
    parameter int NP = 4,                        // ports, 1..64
    parameter int NC = 8,                        // classes, 1..8
    parameter int W = 18,                        // bits of a cell counter, 8..28
    parameter int TB = 20,                       // bits of the period, 4..32
    parameter int MAPS = 3,                      // maps that are built: 1, by stages; 2, linear; 3, both
    parameter int LW = MAPS > 1 ? 16 : 5,        // derived: do not set
    parameter int PW = NP > 1 ? $clog2(NP) : 1,  // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1   // derived: do not set
) (
    input  wire logic            clk,
    input  wire logic            rst,
    // cfg: constant
    input  wire logic [TB-1:0]   period,
    input  wire logic [NC-1:0]   lossless,
    input  wire logic            by_stage,
    input  wire logic            linear,
    input  wire logic [W-1:0]    top,
    input  wire logic [W-1:0]    base,
    input  wire logic [4:0]      stages,
    input  wire logic [15*W-1:0] table_cells,
    // data: the counters of the ingress queues
    output logic                 read_enable,
    output logic      [PW-1:0]   read_port,
    output logic      [CW-1:0]   read_class,
    input  wire logic [W-1:0]    read_cells,
    // data: words to the other ends and from them
    output logic                 tx_valid,
    input  wire logic            tx_ready,
    output logic      [PW-1:0]   tx_port,
    output logic      [CW-1:0]   tx_class,
    output logic      [15:0]     tx_room,
    input  wire logic            rx_valid,
    input  wire logic [PW-1:0]   rx_port,
    input  wire logic [CW-1:0]   rx_class,
    input  wire logic [15:0]     rx_room,
    // data: levels for sluice_rate
    output logic                 level_valid,
    output logic      [PW-1:0]   level_port,
    output logic      [CW-1:0]   level_class,
    output logic      [LW-1:0]   level
);
  generate
    if (NP < 1 || NP > 64 || NC < 1 || NC > 8 || W < 8 || W > 28 || TB < 4 || TB > 32 ||
        MAPS < 1 || MAPS > 3) begin : g_stop
      sluice_parameter_out_of_range_NP_1_64_NC_1_8_W_8_28_TB_4_32_MAPS_1_3 bad_parameter ();
    end
  endgenerate
  sluice_room_tx #(.NP(NP), .NC(NC), .W(W), .TB(TB)) tx (
      .clk, .rst, .period, .top, .lossless, .read_enable, .read_port, .read_class, .read_cells,
      .tx_valid, .tx_ready, .tx_port, .tx_class, .tx_room);
  sluice_room_rx #(.NP(NP), .NC(NC), .W(W), .MAPS(MAPS)) rx (
      .clk, .rst, .by_stage, .linear, .top, .base, .stages, .table_cells, .rx_valid, .rx_port, .rx_class, .rx_room,
      .level_valid, .level_port, .level_class, .level);
endmodule
`default_nettype wire
