// Joins the MMU's admission with its frame. The fields of a frame wait here until the MMU decides. An accepted frame
// joins its egress queue. The cells of any other frame return to the port of the frame, unless the frame waits to be
// copied.
// Latency: arrived in cycle t, the admission in t + 6, outcome and returned in t + 7, enqueued in t + 8.
`default_nettype none
module sluice_switch_admission #(
    parameter int NP = 4,                                 // ports
    parameter int NC = 8,                                 // classes
    parameter int AW = 12,                                // 2^AW cells
    parameter int PW = 2,                                 // bits of a port number
    parameter int CW = 3,                                 // bits of a class number
    parameter int NB = 9,                                 // bits of a frame's cells
    parameter int BW = 6,                                 // bits of the bytes of a cell
    parameter int SW = $clog2(NP + 1),                    // derived: do not set
    parameter int QW = NP * NC > 1 ? $clog2(NP * NC) : 1  // derived: do not set
) (
    clk, rst,
    arrived, adm_valid, adm_class, adm_kind, frame_valid, frame_port,
    outcome, returned, enqueued
);
  `SLUICE_SWITCH_ARRIVED(PW, CW, NB, AW)
  `SLUICE_SWITCH_OUTCOME(PW, CW, NB, AW)
  `SLUICE_SWITCH_RETURNED(SW, NB, AW)
  `SLUICE_SWITCH_ENQUEUED(QW, PW, CW, NB, AW, BW)
  input wire logic          clk;
  input wire logic          rst;
  input wire arrived_t      arrived;  // a frame is complete or discarded; with reason NONE the MMU decides about it
  // The MMU's admission, 6 cycles later
  input wire logic          adm_valid;    // the MMU decides
  input wire logic [CW-1:0] adm_class;    // class of the frame
  input wire logic [2:0]    adm_kind;     // admission, of sluice_pkg
  output logic              frame_valid;  // the admission belongs to this frame
  output logic     [PW-1:0] frame_port;   // ingress port
  // What becomes of the frame
  output outcome_t          outcome;   // for counting: why it was dropped, or NONE
  output returned_t         returned;  // its cells, if it was not accepted
  output enqueued_t         enqueued;  // otherwise it joins its queue

  arrived_t waits_1, waits_2, waits_3, waits_4, waits_5, frame;  // until the MMU's admission
  logic accepted;
  logic [SW-1:0] early_return_port;
  logic [QW-1:0] early_into;
  always_ff @(posedge clk) begin
    {waits_1, waits_2, waits_3} <= {arrived, waits_1, waits_2};
    {waits_4, waits_5, frame} <= {waits_3, waits_4, waits_5};
    if (rst) {waits_1.valid, waits_2.valid, waits_3.valid, waits_4.valid, waits_5.valid, frame.valid} <= '0;
    early_return_port <= waits_4.copy ? SW'(NP) : SW'(waits_4.port);
  end
  assign {frame_valid, frame_port} = {frame.valid, frame.port};
  assign accepted = frame.valid && frame.reason == sluice_switch_pkg::NONE &&
      adm_valid && adm_kind <= sluice_pkg::HEADROOM;
  sluice_switch_queue #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) joined_queue (
      .port(frame.egress), .cls(adm_class), .queue(early_into));

  logic outcome_accepted, return_valid, enqueue;
  logic [SW-1:0] next_return_port, return_port;
  logic [QW-1:0] outcome_into, into;
  logic [AW-1:0] enqueue_head;
  descriptor_t descriptor;
  assign returned = {early_return_port, return_valid, return_port, outcome.head, outcome.cells};
  assign enqueued = {early_into, enqueue, into, enqueue_head, descriptor};
  always_ff @(posedge clk) begin
    {outcome_accepted, enqueue, outcome.valid} <= rst ? '0 : {accepted, outcome_accepted, frame.valid};
    return_valid <= !rst && frame.valid && (frame.chain && !accepted) && (frame.reason != sluice_switch_pkg::FLOODED);
    {outcome_into, into} <= {early_into, outcome_into};
    enqueue_head <= outcome.head;
    descriptor <= {outcome.bytes[BW-1:0], outcome.cells, outcome.port, outcome.cls};
    {outcome.head, outcome.cells, outcome.port, outcome.bytes} <= {frame.head, frame.cells, frame.port, frame.bytes};
    {outcome.cls, outcome.copy} <= {adm_class, frame.copy};
    {next_return_port, return_port} <= {early_return_port, next_return_port};
    outcome.reason <= frame.reason != sluice_switch_pkg::NONE ? frame.reason : accepted ? sluice_switch_pkg::NONE :
        adm_kind == sluice_pkg::DROPPED ? sluice_switch_pkg::TTL : sluice_switch_pkg::REFUSED;
  end
  logic unused_fields;
  assign unused_fields = ^frame;
endmodule
`default_nettype wire
