// A lossless switch with PFC frames: sluice_switch behind sluice_control (docs/hardware/lossless-switch.md), for NP
// MACs. Received MAC control frames close gates; pauses of the MMU leave as frames, ahead of the data frames of their
// port. One AXI4-Lite slave serves both.
// Latency: a received frame waits until its type is known, one cycle after the word with byte 13. A sent frame waits
// only while a control frame begins. Messages: docs/hardware/mac-control.md.
// Collisions: a control frame wins over a data frame that has not begun.
`default_nettype none
module sluice_lossless_switch #(
    // As sluice_switch
    parameter int NP = 4,                        // ports, 2..16
    parameter int NC = 8,                        // classes, 1..8
    parameter int DW = 64,                       // bits of a port's stream
    parameter int LINE = DW,                     // bits that the line of a port carries per cycle, at most DW
    parameter int CELL = 64,                     // bytes of a cell
    parameter int CELLS = 4096,                  // cells of the memory, a power of two
    parameter int MACS = 16,                     // entries of the MAC table
    // FuseSoC passes integers of 32 bits.
    // verilator lint_off WIDTH
    parameter logic [6:0] SCHEMES = 127,          // as the MMU's
    parameter bit STATS = 1,                     // as the MMU's
    parameter bit CREDITS = 0,                   // 1: ports may use credits instead of pauses
    parameter logic [0:0] PORT_LIMITS = 0,       // as the MMU's
    // verilator lint_on WIDTH
    parameter int PW = NP > 1 ? $clog2(NP) : 1,  // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1,  // derived: do not set
    parameter int AW = $clog2(CELLS),            // derived: do not set
    parameter int NB = 9                         // derived: do not set
) (
    input  wire logic               clk,
    input  wire logic               rst,
    output logic                    ready,              // the switch is ready; until then all links count as down
    output logic                    irq,                // a cause of CAUSE is 1 and enabled by INTERRUPT
    // MACs: port p at [p * width +: width]
    input  wire logic [NP-1:0]      link_up,            // the link of the port is up
    input  wire logic [NP*DW-1:0]   s_axis_tdata,
    input  wire logic [NP*DW/8-1:0] s_axis_tkeep,
    input  wire logic [NP-1:0]      s_axis_tvalid,
    output logic      [NP-1:0]      s_axis_tready,
    input  wire logic [NP-1:0]      s_axis_tlast,
    input  wire logic [NP-1:0]      s_axis_tuser,       // with tlast: the frame is bad
    output logic      [NP*DW-1:0]   m_axis_tdata,
    output logic      [NP*DW/8-1:0] m_axis_tkeep,
    output logic      [NP-1:0]      m_axis_tvalid,
    input  wire logic [NP-1:0]      m_axis_tready,
    output logic      [NP-1:0]      m_axis_tlast,
    output logic      [NP-1:0]      m_axis_tuser,       // with tlast: the frame is cut off
    // AXI4-Lite
    input  wire logic [15:0]        s_axil_awaddr,
    input  wire logic               s_axil_awvalid,
    output logic                    s_axil_awready,
    input  wire logic [31:0]        s_axil_wdata,
    input  wire logic [3:0]         s_axil_wstrb,
    input  wire logic               s_axil_wvalid,
    output logic                    s_axil_wready,
    output logic      [1:0]         s_axil_bresp,
    output logic                    s_axil_bvalid,
    input  wire logic               s_axil_bready,
    input  wire logic [15:0]        s_axil_araddr,
    input  wire logic               s_axil_arvalid,
    output logic                    s_axil_arready,
    output logic      [31:0]        s_axil_rdata,
    output logic      [1:0]         s_axil_rresp,
    output logic                    s_axil_rvalid,
    input  wire logic               s_axil_rready,
    // Monitor, as sluice_switch
    output logic                    mon_arrive_valid,   // a frame is complete or discarded
    output logic      [PW-1:0]      mon_arrive_port,    // ingress port
    output logic      [3:0]         mon_arrive_reason,  // 0: enqueued in the MMU in this cycle;
                                                        // only then class to cells count
    output logic                    mon_arrive_copy,    // the frame is a copy of a FLOODED frame;
                                                        // valid with every reason
    output logic      [CW-1:0]      mon_arrive_class,   // class of the frame
    output logic      [PW-1:0]      mon_arrive_egress,  // egress port
    output logic      [7:0]         mon_arrive_ttl,     // TTL for the MMU
    output logic      [NB-1:0]      mon_arrive_cells,   // cells
    output logic                    mon_admission_valid,  // the MMU's admission, 6 cycles after mon_arrive_valid
    output logic      [PW-1:0]      mon_admission_port,   // ingress port
    output logic      [CW-1:0]      mon_admission_class,  // class of the frame
    output logic      [2:0]         mon_admission_kind,   // admission, of sluice_pkg
    output logic                    mon_begin_valid,    // a port has chosen a frame
    output logic      [PW-1:0]      mon_begin_port,     // egress port
    output logic      [CW-1:0]      mon_begin_class,    // egress class
    output logic                    mon_begin_drop,     // the frame will not be sent
    output logic                    mon_leave_valid,    // the frame is dequeued in the MMU in this cycle
    output logic      [PW-1:0]      mon_leave_port,     // ingress port
    output logic      [PW-1:0]      mon_leave_egress,   // egress port
    output logic      [CW-1:0]      mon_leave_class,    // class of the frame
    output logic      [NB-1:0]      mon_leave_cells,    // cells of the frame
    output logic      [NP-1:0]      mon_end_valid,      // a frame has left the output of the port, or was dropped there
    output logic      [4*NP-1:0]    mon_end_reason,     // 0: the frame was sent; else of sluice_switch_pkg
    output logic      [CW*NP-1:0]   mon_end_class,      // egress class
    output logic                    mon_leave_error,    // the MMU has refused a dequeue; never 1
    output logic      [NP*NC-1:0]   mon_gate,           // 1: class c of port p, at [p * NC + c], is paused
    output logic      [NP*NC-1:0]   mon_storm,          // 1: the watchdog has detected a pause storm at this queue
    output logic      [AW:0]        mon_free,           // free cells
    output logic      [AW:0]        mon_kept            // returned cells that wait at their ports for use
);
  // Registers
  sluice_switch_axil_request_t host_request, switch_request;
  sluice_switch_axil_answer_t host_answer, switch_answer;
  sluice_switch_access_t own_access;
  logic own_done, levels;
  logic [31:0] own_rdata;
  logic [3*NC-1:0] priorities;
  assign host_request = {s_axil_awaddr, s_axil_awvalid, s_axil_wdata, s_axil_wstrb, s_axil_wvalid, s_axil_bready,
                         s_axil_araddr, s_axil_arvalid, s_axil_rready};
  assign {s_axil_awready, s_axil_wready, s_axil_bresp, s_axil_bvalid, s_axil_arready, s_axil_rdata, s_axil_rresp,
          s_axil_rvalid} = host_answer;
  sluice_lossless_bus #(.NC(NC), .SCHEMES(SCHEMES)) bus (
      .clk, .rst, .host_request, .host_answer, .switch_request, .switch_answer, .own_access, .own_done, .own_rdata,
      .priorities, .levels);

  logic [48*NP-1:0] address;
  logic [NP-1:0] pause, sent, seen;
  logic [2*NP-1:0] sent_kind;
  logic [3*NP-1:0] seen_kind;
  sluice_lossless_registers #(.NP(NP)) registers (
      .clk, .rst, .write(own_access.write), .read(own_access.read), .addr(own_access.addr[12:0]),
      .wdata(own_access.wdata), .done(own_done), .rdata(own_rdata),
      .address, .pause, .sent, .sent_kind, .seen, .seen_kind);

  // Frames of the MACs, which end when their link goes down. Their data pass to the control frames.
  logic [NP-1:0] link_1, mac_tvalid, mac_tready, mac_tlast, mac_tuser;
  logic [NP*DW/8-1:0] mac_tkeep;
  always_ff @(posedge clk) link_1 <= link_up;
  sluice_switch_link #(.NP(NP), .DW(DW)) frames (
      .clk, .rst, .up(link_1 & {NP{ready}}),
      .s_tkeep(s_axis_tkeep), .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready), .s_tlast(s_axis_tlast),
      .s_tuser(s_axis_tuser),
      .m_tkeep(mac_tkeep), .m_tvalid(mac_tvalid), .m_tready(mac_tready), .m_tlast(mac_tlast), .m_tuser(mac_tuser));

  // Control frames. Connections that planted bugs replace are written out.
  logic tx_valid, tx_level, rx_valid;
  logic [1:0] rx_level;
  logic [PW-1:0] tx_port, rx_port;
  logic [NC-1:0] tx_enable, rx_enable;
  logic [16*NC-1:0] tx_time, rx_time;
  logic [NP*DW-1:0] in_tdata, out_tdata;
  logic [NP*DW/8-1:0] in_tkeep, out_tkeep;
  logic [NP-1:0] in_tvalid, in_tready, in_tlast, in_tuser, out_tvalid, out_tready, out_tlast, out_tuser;
  // A port with credits sends no pauses; the switch discards those that it receives.
  localparam int WordBits = sluice_frame_pkg::WORD_BITS;
  logic [NP-1:0] credits, tx_word_valid, tx_word_ready, rx_word_valid;
  logic [NP*WordBits-1:0] tx_word, rx_word;
  logic sends_pause;
  assign sends_pause = tx_valid && !credits[tx_port];
  sluice_control #(.NP(NP), .NC(NC), .WIDTH(DW), .CREDITS(CREDITS)) control (
      .clk, .rst, .address, .pause(pause), .levels(levels), .priorities(priorities),
      .tx_valid(sends_pause), .tx_port, .tx_level, .tx_enable, .tx_time,
      .rx_valid, .rx_port, .rx_level, .rx_enable, .rx_time,
      // Frames to the MACs
      .s_axis_tx_tdata(out_tdata), .s_axis_tx_tkeep(out_tkeep), .s_axis_tx_tvalid(out_tvalid),
      .s_axis_tx_tready(out_tready), .s_axis_tx_tlast(out_tlast), .s_axis_tx_tuser(out_tuser),
      .m_axis_tx_tdata(m_axis_tdata), .m_axis_tx_tkeep(m_axis_tkeep), .m_axis_tx_tvalid(m_axis_tvalid),
      .m_axis_tx_tready(m_axis_tready), .m_axis_tx_tlast(m_axis_tlast), .m_axis_tx_tuser(m_axis_tuser),
      // Frames from the MACs
      .s_axis_rx_tdata(s_axis_tdata), .s_axis_rx_tkeep(mac_tkeep), .s_axis_rx_tvalid(mac_tvalid),
      .s_axis_rx_tready(mac_tready), .s_axis_rx_tlast(mac_tlast), .s_axis_rx_tuser(mac_tuser),
      .m_axis_rx_tdata(in_tdata), .m_axis_rx_tkeep(in_tkeep), .m_axis_rx_tvalid(in_tvalid),
      .m_axis_rx_tready(in_tready), .m_axis_rx_tlast(in_tlast), .m_axis_rx_tuser(in_tuser),
      .tx_sent(sent), .tx_kind(sent_kind), .rx_seen(seen), .rx_kind(seen_kind),
      .credits, .tx_word_valid, .tx_word_ready, .tx_word, .rx_word_valid, .rx_word);

  // The switch
  sluice_switch #(.NP(NP), .NC(NC), .DW(DW), .LINE(LINE), .CELL(CELL), .CELLS(CELLS), .MACS(MACS), .SCHEMES(SCHEMES),
                  .STATS(STATS), .CREDITS(CREDITS), .PORT_LIMITS(PORT_LIMITS)) switched (
      .clk, .rst, .ready, .irq, .link_up(link_up),
      .s_axis_tdata(in_tdata), .s_axis_tkeep(in_tkeep), .s_axis_tvalid(in_tvalid), .s_axis_tready(in_tready),
      .s_axis_tlast(in_tlast), .s_axis_tuser(in_tuser),
      .m_axis_tdata(out_tdata), .m_axis_tkeep(out_tkeep), .m_axis_tvalid(out_tvalid), .m_axis_tready(out_tready),
      .m_axis_tlast(out_tlast), .m_axis_tuser(out_tuser),
      .tx_valid, .tx_ready(1'b1), .tx_port, .tx_level, .tx_enable, .tx_time,
      .rx_valid, .rx_port, .rx_level, .rx_enable, .rx_time,
      .credits, .tx_word_valid, .tx_word_ready, .tx_word, .rx_word_valid, .rx_word(rx_word),
      .s_axil_awaddr(switch_request.awaddr), .s_axil_awvalid(switch_request.awvalid),
      .s_axil_awready(switch_answer.awready),
      .s_axil_wdata(switch_request.wdata), .s_axil_wstrb(switch_request.wstrb), .s_axil_wvalid(switch_request.wvalid),
      .s_axil_wready(switch_answer.wready),
      .s_axil_bresp(switch_answer.bresp), .s_axil_bvalid(switch_answer.bvalid), .s_axil_bready(switch_request.bready),
      .s_axil_araddr(switch_request.araddr), .s_axil_arvalid(switch_request.arvalid),
      .s_axil_arready(switch_answer.arready),
      .s_axil_rdata(switch_answer.rdata), .s_axil_rresp(switch_answer.rresp), .s_axil_rvalid(switch_answer.rvalid),
      .s_axil_rready(switch_request.rready),
      .mon_arrive_valid, .mon_arrive_port, .mon_arrive_reason, .mon_arrive_copy, .mon_arrive_class, .mon_arrive_egress,
      .mon_arrive_ttl, .mon_arrive_cells,
      .mon_admission_valid, .mon_admission_port, .mon_admission_class, .mon_admission_kind,
      .mon_begin_valid, .mon_begin_port, .mon_begin_class, .mon_begin_drop,
      .mon_leave_valid, .mon_leave_port, .mon_leave_egress, .mon_leave_class, .mon_leave_cells, .mon_leave_error,
      .mon_end_valid, .mon_end_reason, .mon_end_class, .mon_gate, .mon_storm, .mon_free, .mon_kept);
  logic unused_bit;
  assign unused_bit = ^own_access.addr[13];
endmodule
`default_nettype wire
