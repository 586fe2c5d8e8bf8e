// Joins the MMU's admission with its frame. The fields of a frame wait here until the MMU decides. An accepted frame joins its
// egress queue. The cells of any other frame return to the port of the frame, unless the frame waits to be copied.
// Latency: arrive_* in cycle t, mon_admission_* in t + 6, outcome_* and return_* in t + 7, enqueue_* in t + 8.
`default_nettype none
module sluice_switch_admission #(
    parameter int NP = 4,                                  // ports
    parameter int NC = 8,                                  // classes
    parameter int AW = 12,                                 // 2^AW cells
    parameter int PW = 2,                                  // bits of a port number
    parameter int CW = 3,                                  // bits of a class number
    parameter int NB = 9,                                  // bits of a frame's cells
    parameter int BW = 6,                                  // bits of the bytes of a cell
    parameter int SW = $clog2(NP + 1),                     // derived: do not set
    parameter int QW = NP * NC > 1 ? $clog2(NP * NC) : 1,  // derived: do not set
    parameter int DESC = BW + NB + PW + CW                 // derived: do not set
) (
    input  wire logic            clk,
    input  wire logic            rst,
    // A frame is complete or discarded; with reason NONE the MMU decides about it
    input  wire logic            arrive_valid,        // a frame is complete or discarded
    input  wire logic            arrive_copy,         // the frame is a copy
    input  wire logic            arrive_chain,        // the frame has cells
    input  wire logic [3:0]      arrive_reason,       // of sluice_switch_pkg
    input  wire logic [PW-1:0]   arrive_port,         // ingress port
    input  wire logic [PW-1:0]   arrive_egress,       // egress port
    input  wire logic [NB-1:0]   arrive_cells,        // cells of the frame
    input  wire logic [AW-1:0]   arrive_head,         // first cell
    input  wire logic [13:0]     arrive_bytes,        // frame length
    // The MMU's admission, 6 cycles later
    input  wire logic            adm_valid,           // the MMU decides
    input  wire logic [CW-1:0]   adm_class,           // class of the frame
    input  wire logic [2:0]      adm_kind,            // admission, of sluice_pkg
    output logic                 frame_valid,         // the admission belongs to this frame
    output logic      [PW-1:0]   frame_port,          // ingress port
    // Counting: the frame, and why it was dropped, or NONE
    output logic                 outcome_valid,       // a frame has its outcome
    output logic      [PW-1:0]   outcome_port,        // ingress port
    output logic      [CW-1:0]   outcome_class,       // class of the frame, by the MMU
    output logic      [13:0]     outcome_bytes,       // frame length
    output logic      [3:0]      outcome_reason,      // of sluice_switch_pkg; NONE: accepted
    output logic                 outcome_copy,        // the frame is a copy
    // The cells of a frame that was not accepted return to its port; NP: the copier
    output logic      [SW-1:0]   early_return_port,   // return_port two cycles later
    output logic                 return_valid,        // a chain returns
    output logic      [SW-1:0]   return_port,         // port that gets the chain; NP: the copier
    output logic      [AW-1:0]   return_head,         // first cell
    output logic      [NB-1:0]   return_cells,        // cells of the chain
    // An accepted frame joins its queue
    output logic      [QW-1:0]   early_enqueue_list,  // enqueue_list two cycles later
    output logic                 enqueue,             // a frame joins its queue
    output logic      [QW-1:0]   enqueue_list,        // queue
    output logic      [AW-1:0]   enqueue_head,        // first cell
    output logic      [DESC-1:0] enqueue_descriptor   // bytes modulo the cell, cells, ingress port, class
);
  localparam int Wait = 6;  // cycles until the MMU's admission
  localparam int Known = 1 + 1 + 4 + PW + PW + NB + AW + 1 + 14;
  localparam int Port = 14 + AW + NB + PW;  // position of the ingress port; above it reason, chain and copy
  logic [Known-1:0] waiting[Wait];
  logic [Known-1:0] now;
  logic copy, chain, accepted;
  logic [3:0] reason;
  logic [PW-1:0] egress;
  logic [NB-1:0] cells;
  logic [AW-1:0] head;
  logic [13:0] bytes;
  always_ff @(posedge clk) begin
    waiting[0] <= {arrive_valid && !rst, arrive_copy, arrive_chain, arrive_reason, arrive_port, arrive_egress, arrive_cells,
                   arrive_head, arrive_bytes};
    early_return_port <= waiting[Wait-3][Port+PW+5] ? SW'(NP) : SW'(waiting[Wait-3][Port+:PW]);
    for (int i = 1; i < Wait; i++) waiting[i] <= waiting[i-1] & ~{rst, {Known - 1{1'b0}}};
  end
  assign now = waiting[Wait-1];
  assign {frame_valid, copy, chain, reason, frame_port, egress, cells, head, bytes} = now;
  assign accepted = frame_valid && reason == sluice_switch_pkg::NONE && adm_valid && adm_kind <= sluice_pkg::HEADROOM;
  sluice_switch_queue #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) joined_queue (
      .port(egress), .cls(adm_class), .queue(early_enqueue_list));

  logic outcome_accepted;
  logic [SW-1:0] next_return_port;
  logic [QW-1:0] outcome_list;
  always_ff @(posedge clk) begin
    {outcome_accepted, enqueue, outcome_valid} <= rst ? '0 : {accepted, outcome_accepted, frame_valid};
    return_valid <= !rst && frame_valid && (chain && !accepted) && (reason != sluice_switch_pkg::FLOODED);
    {outcome_list, enqueue_list} <= {early_enqueue_list, outcome_list};
    {enqueue_head, enqueue_descriptor} <= {return_head, outcome_bytes[BW-1:0], return_cells, outcome_port, outcome_class};
    {return_head, return_cells, outcome_port, outcome_class, outcome_bytes} <= {head, cells, frame_port, adm_class, bytes};
    {next_return_port, return_port} <= {early_return_port, next_return_port};
    outcome_copy <= copy;
    outcome_reason <= reason != sluice_switch_pkg::NONE ? reason : accepted ? sluice_switch_pkg::NONE :
        adm_kind == sluice_pkg::DROPPED ? sluice_switch_pkg::TTL : sluice_switch_pkg::REFUSED;
  end
endmodule
`default_nettype wire
