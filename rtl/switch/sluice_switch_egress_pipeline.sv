// From the buffer to the streams: a queue per egress port and class, the watchdog of the gates, the scheduler of each port, and
// the outputs.
// Latency: a port's slot in cycle t selects a frame or reads its next cell; read_cell in t + 1, begin_* and leave_* in t + 4,
// m_tvalid in t + 8 at the earliest. An enqueued frame can be selected in a slot of the next cycle.
// Collisions: a frame that is enqueued while another one leaves the same queue follows it. A link that is down, or the watchdog,
// wins over a closed gate.
`default_nettype none
module sluice_switch_egress_pipeline #(
    parameter int NP = 4,                                  // ports
    parameter int NC = 8,                                  // classes
    parameter int DW = 64,                                 // bits of a port's stream
    parameter int CELL = 64,                               // bytes of a cell
    parameter int AW = 12,                                 // 2^AW cells
    parameter int PW = 2,                                  // bits of a port number
    parameter int CW = 3,                                  // bits of a class number
    parameter int NB = 9,                                  // bits of a frame's cells
    parameter int QW = NP * NC > 1 ? $clog2(NP * NC) : 1,  // derived: do not set
    parameter int BW = $clog2(CELL),                       // derived: do not set
    parameter int DESC = BW + NB + PW + CW                 // derived: do not set
) (
    input  wire logic               clk,
    input  wire logic               rst,
    input  wire logic [NP-1:0]      up,                  // link of the port and switch are up
    input  wire logic               port_slot,           // the slot belongs to a port
    input  wire logic [PW-1:0]      port,                // port of this slot
    // cfg
    input  wire sluice_switch_watchdog_cfg_t watchdog,   // the registers of the watchdog
    input  wire logic [NP*NC-1:0]   strict,              // class c of port p at [p * NC + c]
    input  wire logic [12*NC-1:0]   quantum,             // units of 64 bytes
    input  wire logic [NP*NC-1:0]   gate,                // of the MMU; 1: paused
    input  wire logic [NP*NC-1:0]   may_start,           // of the credits; 1: they suffice
    // Watchdog
    input  wire logic               rx_valid,            // a pause message
    input  wire logic [PW-1:0]      rx_port,             // egress port
    input  wire logic [NC-1:0]      rx_pauses,           // classes that it pauses
    output logic      [NP*NC-1:0]   storm,               // a queue in a pause storm
    output logic                    storm_detected,      // a storm begins
    output logic                    storm_restored,      // a storm ends
    output logic      [PW-1:0]      storm_port,          // its queue
    output logic      [CW-1:0]      storm_class,
    // ECN
    input  wire logic               ecn_clear,           // clear the totals of queue ecn_clear_at
    input  wire logic [QW-1:0]      ecn_clear_at,
    input  wire sluice_switch_ecn_cfg_t ecn_cfg,         // a row of the registers; activation
    // A frame joins its queue
    input  wire logic [QW-1:0]      early_enqueue_list,  // enqueue_list two cycles later
    input  wire logic               enqueue,             // a frame joins its queue
    input  wire logic [QW-1:0]      enqueue_list,        // queue
    input  wire logic [AW-1:0]      enqueue_head,        // first cell
    input  wire logic [DESC-1:0]    enqueue_descriptor,  // bytes modulo CELL, cells, ingress port, class
    // Buffer
    output logic      [AW-1:0]      read_cell,           // address of a cell
    input  wire logic [8*CELL-1:0]  read_data,           // the cell; quarter i is i cycles later
    input  wire logic [AW:0]        read_link,           // top bit: last cell of its frame, the other bits are then its bytes less one
    input  wire logic [AW:0]        link,                // read_link, one cycle later
    output logic      [8*CELL-1:0]  data,                // read_data, one cycle later
    output logic                    freed,               // a cell has been read and is free
    output logic      [AW-1:0]      freed_cell,          // address of that cell
    // Streams
    output logic      [NP*DW-1:0]   m_axis_tdata,        // port p at [p * width +: width]
    output logic      [NP*DW/8-1:0] m_axis_tkeep,
    output logic      [NP-1:0]      m_axis_tvalid,
    input  wire logic [NP-1:0]      m_axis_tready,
    output logic      [NP-1:0]      m_axis_tlast,
    output logic      [NP-1:0]      m_axis_tuser,
    // A port has selected a frame
    output logic                    begin_valid,         // a port has selected a frame
    output logic      [PW-1:0]      begin_port,          // egress port
    output logic      [CW-1:0]      begin_class,         // egress class
    output logic                    begin_drop,          // the frame will not be sent
    output logic      [NB-1:0]      begin_cells,         // cells of the frame
    // The last cell of a frame is free
    output logic                    leave_valid,         // the last cell of a frame is free
    output logic      [PW-1:0]      leave_port,          // ingress port
    output logic      [PW-1:0]      leave_egress,        // egress port
    output logic      [CW-1:0]      leave_class,         // class of the frame
    output logic      [NB-1:0]      leave_cells,         // cells of the frame
    // A frame has left the output of the port, or was dropped there
    output logic      [NP-1:0]      end_valid,           // a frame has left the output, or was dropped there
    output logic      [4*NP-1:0]    end_reason,          // of sluice_switch_pkg
    output logic      [CW*NP-1:0]   end_class,           // egress class
    output logic      [NP-1:0]      end_marked,          // the frame was marked with CE
    output logic      [14*NP-1:0]   end_bytes            // frame length
);
  logic pop, push, push_drop, push_first, mark;
  logic [QW-1:0] pop_list, pop_queue;
  logic [AW-1:0] popped_head;
  logic [DESC-1:0] descriptor;
  logic [NP*NC-1:0] is_filled, ignore_gate, drop;
  logic [NP-1:0] space;
  logic [PW-1:0] push_port;
  logic [CW-1:0] push_class, pop_class;
  sluice_switch_lists #(.LISTS(NP * NC), .AW(AW), .NOTE(DESC)) queues (
      .clk, .rst, .early_list(early_enqueue_list), .append(enqueue), .append_list(enqueue_list), .append_item(enqueue_head),
      .append_note(enqueue_descriptor), .list(pop_list), .head(popped_head), .is_filled, .pop, .pop_list(pop_queue), .popped_item(popped_head),
      .note(descriptor));
  sluice_switch_watchdog #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) watch (
      .clk, .rst, .cfg(watchdog), .gate, .is_filled, .rx_valid, .rx_port, .rx_pauses, .begin_valid, .begin_port, .begin_class,
      .storm, .ignore_gate, .drop, .detected(storm_detected), .restored(storm_restored), .changed_port(storm_port),
      .changed_class(storm_class));
  sluice_switch_depart #(.NP(NP), .NC(NC), .AW(AW), .PW(PW), .CW(CW), .NB(NB), .BW(BW)) depart (
      .clk, .rst, .slot(port_slot), .port, .is_filled, .gate, .may_start, .up, .ignore_gate, .drop, .space, .strict, .quantum, .pop, .pop_list, .pop_queue,
      .pop_class, .popped_head, .descriptor, .read_cell, .read_link(link), .push, .push_port, .push_drop, .push_class,
      .push_first, .freed, .freed_cell,
      .begin_valid, .begin_port, .begin_class, .begin_drop, .begin_cells, .leave_valid, .leave_port, .leave_egress,
      .leave_class, .leave_cells);
  sluice_switch_ecn #(.NP(NP), .NC(NC), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) ecn (
      .clk, .rst, .clear(ecn_clear), .clear_at(ecn_clear_at), .cfg(ecn_cfg), .enqueue, .enqueue_list,
      .enqueue_cells(enqueue_descriptor[PW+CW+:NB]), .early_list(pop_list), .early_class(pop_class), .begin_valid,
      .begin_port, .begin_cells, .push_first, .push_port, .mark);
  sluice_switch_outputs #(.NP(NP), .DW(DW), .CELL(CELL), .AW(AW), .PW(PW), .CW(CW)) outputs (
      .clk, .rst, .up, .push, .push_port, .push_data(read_data), .push_link(read_link), .push_class, .push_drop, .mark, .data,
      .space, .m_tdata(m_axis_tdata), .m_tkeep(m_axis_tkeep), .m_tvalid(m_axis_tvalid), .m_tready(m_axis_tready),
      .m_tlast(m_axis_tlast), .m_tuser(m_axis_tuser), .end_valid, .end_reason, .end_class, .end_marked, .end_bytes);
endmodule
`default_nettype wire
