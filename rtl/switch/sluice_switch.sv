// A lossless switch: NP ports of AXI4-Stream, one shared cell buffer, one MMU; store and forward (docs/hardware/switch.md).
// A wheel of NP + 1 slots serves the ports in turn, one slot per cycle. Slot s writes a cell of port s and reads a cell for port s; slot NP
// writes and reads a cell of a copy. With two or three ports the wheel has five slots. Inputs use the wheel one cycle after outputs.
// Ingress writes frames into the buffer, the MMU admits them, and egress reads them in the order of the schedulers.
// Latency: from the last word of a frame to its enqueue in the MMU at most 2 turns of the wheel + 6 cycles at line rate, 6 to the admission, 2
// to the egress queue; then the scheduler decides.
// Collisions: at most one frame is enqueued and one dequeued per cycle, because the wheel separates the ports.
`default_nettype none
module sluice_switch #(
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
    // verilator lint_on WIDTH
    parameter int PW = NP > 1 ? $clog2(NP) : 1,  // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1,  // derived: do not set
    parameter int AW = $clog2(CELLS),            // derived: do not set
    parameter int NB = 9,                        // derived: do not set
    parameter int WB = 24                        // derived: do not set
) (
    input  wire logic               clk,
    input  wire logic               rst,
    output logic                    ready,              // the switch is ready; until then all links count as down
    output logic                    irq,                // a cause of CAUSE is 1 and enabled by INTERRUPT
    // Ports: port p at [p * width +: width]
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
    // Pause messages, as those of the MMU
    output logic                    tx_valid,           // a message to send
    input  wire logic               tx_ready,           // the message is taken
    output logic      [PW-1:0]      tx_port,            // port that sends it
    output logic                    tx_level,           // 1: port level; 0: classes
    output logic      [NC-1:0]      tx_enable,          // classes that the message is for
    output logic      [16*NC-1:0]   tx_time,            // time of each class, quanta
    input  wire logic               rx_valid,           // a received message
    input  wire logic [PW-1:0]      rx_port,            // port that received it
    input  wire logic [1:0]         rx_level,           // LEVEL_*, see sluice_pkg
    input  wire logic [NC-1:0]      rx_enable,          // classes that the message is for
    input  wire logic [16*NC-1:0]   rx_time,            // time of each class, quanta
    // Words of credits of each port, as those of sluice_control
    output logic      [NP-1:0]      credits,            // the port uses credits: pass no pauses from it or to it
    output logic      [NP-1:0]      tx_word_valid,      // a word to send
    input  wire logic [NP-1:0]      tx_word_ready,      // the word is taken
    output logic      [NP*WB-1:0]   tx_word,            // kind, channel, counter
    input  wire logic [NP-1:0]      rx_word_valid,      // a received word
    input  wire logic [NP*WB-1:0]   rx_word,
    // Registers
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
    // Monitor
    output logic                    mon_arrive_valid,   // a frame is complete or discarded
    output logic      [PW-1:0]      mon_arrive_port,    // ingress port
    output logic      [3:0]         mon_arrive_reason,  // 0: enqueued in the MMU in this cycle; only then class to cells count
    output logic                    mon_arrive_copy,    // the frame is a copy of a FLOODED frame; valid with every reason
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
  localparam int W = AW + 1 < 8 ? 8 : AW + 1;  // bits of the MMU's cell counters
  localparam int QW = NP * NC > 1 ? $clog2(NP * NC) : 1;
  localparam int SW = $clog2(NP + 1);
  localparam int BW = $clog2(CELL);
  localparam int Descriptor = BW + NB + PW + CW;
  localparam int Slots = NP < 4 ? 5 : NP + 1;  // a port's pipelines need five cycles from slot to slot
  sluice_switch_check #(.NP(NP), .NC(NC), .DW(DW), .LINE(LINE), .CELL(CELL), .CELLS(CELLS), .MACS(MACS), .SLOTS(Slots), .SCHEMES(SCHEMES)) check ();

  // Host
  logic registers_ready, mmu_ready, mmu_error, cfg_rvalid, stat_read, stat_valid, counter_write, counter_read, counter_done;
  logic [8:0] clear_addr;
  logic [3*NC-1:0] priorities;
  sluice_switch_watchdog_cfg_t watchdog;
  logic [12*NC-1:0] quantum;
  logic [3*NP-1:0] default_class;
  logic [NP-1:0] trust_pcp, trust_dscp, flood;
  logic [NP*NC-1:0] strict;
  logic [NC-1:0] lossless;
  logic [3:0] stat_select;
  logic [PW-1:0] stat_port;
  logic [CW-1:0] stat_class;
  logic [11:0] counter_addr;
  logic [31:0] cfg_rdata, stat_data, counter_rdata;
  logic [17:0] cause, cause_clear, cause_enable;
  sluice_switch_frame_cfg_t frame_cfg;
  sluice_switch_ecn_cfg_t ecn_cfg;
  sluice_switch_mac_write_t mac_write;
  sluice_switch_mmu_access_t mmu_access;
  sluice_switch_write_t stored_write;
  logic [8:0] largest_frame_cells;
  sluice_switch_host #(.NP(NP), .NC(NC), .CELL(CELL), .AW(AW), .MACS(MACS), .PW(PW), .CW(CW), .CREDITS(CREDITS)) host (
      .clk, .rst, .ready(registers_ready), .clear_addr, .s_axil_awaddr, .s_axil_awvalid, .s_axil_awready, .s_axil_wdata,
      .s_axil_wstrb, .s_axil_wvalid, .s_axil_wready, .s_axil_bresp, .s_axil_bvalid, .s_axil_bready, .s_axil_araddr,
      .s_axil_arvalid, .s_axil_arready, .s_axil_rdata, .s_axil_rresp, .s_axil_rvalid, .s_axil_rready, .frame_cfg, .ecn_cfg,
      .mac_write, .stored_write, .largest_frame_cells, .priorities, .watchdog, .quantum, .default_class, .trust_pcp, .trust_dscp, .strict, .flood, .lossless,
      .cause, .cause_clear, .cause_enable, .mmu_access, .cfg_rvalid, .cfg_rdata, .mmu_ready, .mmu_error, .stat_read, .stat_select, .stat_port, .stat_class, .stat_valid,
      .stat_data, .counter_write, .counter_read, .counter_addr, .counter_done, .counter_rdata);

  // The slot wheel, and the ports that are up
  logic port_slot, early_slot, copy_slot;
  logic [PW-1:0] port, early_port;
  logic ecn_clear;
  logic [NP-1:0] up, up_out;  // up_out: up in a register of its own for the outputs
  sluice_switch_wheel #(.NP(NP), .SLOTS(Slots)) wheel (.clk, .rst, .port_slot, .port, .early_slot, .early_port, .copy_slot);
  always_ff @(posedge clk) begin
    ready <= registers_ready && mmu_ready && !rst;
    up <= link_up & {NP{registers_ready && mmu_ready && !rst}};
    ecn_clear <= rst ? 1'b1 : !registers_ready;
    up_out <= rst ? '0 : link_up & {NP{registers_ready && mmu_ready}};
  end

  // Ingress
  logic [NP-1:0] frame_end;
  logic memory_write, write_copy, copy_read, free_valid, free_take, copy_freed, arrive_good, arrive_chain, return_valid;
  logic [AW-1:0] write_cell, copy_cell, free_cell, copy_freed_cell, arrive_head, return_head;
  logic [AW:0] write_link, link;
  logic [8*CELL-1:0] write_data;
  logic [13:0] arrive_bytes;
  logic [NB-1:0] return_cells;
  logic [SW-1:0] early_return_port, return_port;
  sluice_switch_ingress_pipeline #(.NP(NP), .NC(NC), .DW(DW), .CELL(CELL), .AW(AW), .MACS(MACS), .SCHEMES(SCHEMES), .PW(PW), .CW(CW),
                                   .NB(NB)) ingress (
      .clk, .rst, .up, .early_slot, .early_port, .copy_slot, .frame_cfg, .mac_write, .priorities, .default_class, .trust_pcp,
      .trust_dscp, .flood, .lossless, .s_axis_tdata, .s_axis_tkeep, .s_axis_tvalid, .s_axis_tready, .s_axis_tlast,
      .s_axis_tuser, .frame_end, .write(memory_write), .write_cell, .write_link, .write_data, .write_copy, .copy_read, .copy_cell, .link,
      .free_valid, .free_cell, .free_take, .copy_freed, .copy_freed_cell, .arrive_valid(mon_arrive_valid), .arrive_good,
      .arrive_copy(mon_arrive_copy), .arrive_chain, .arrive_reason(mon_arrive_reason), .arrive_port(mon_arrive_port),
      .arrive_class(mon_arrive_class), .arrive_egress(mon_arrive_egress), .arrive_ttl(mon_arrive_ttl),
      .arrive_cells(mon_arrive_cells), .arrive_bytes, .arrive_head, .early_return_port, .return_valid, .return_port,
      .return_head, .return_cells, .kept(mon_kept));

  // Buffer
  logic freed;
  logic [AW-1:0] read_cell, freed_cell;
  logic [AW:0] read_link;
  logic [8*CELL-1:0] read_data, data;
  sluice_switch_buffer #(.CELL(CELL), .AW(AW)) buffer (
      .clk, .rst, .write(memory_write), .write_cell, .write_link, .write_data, .write_copy, .copy_data(data), .read_cell,
      .copy_read, .copy_cell, .read_data, .read_link, .link, .free_take, .free_valid, .free_cell, .freed, .freed_cell,
      .copy_freed, .copy_freed_cell, .count(mon_free));

  // The MMU, its messages, and its admissions
  logic rx_to_mmu, adm_valid, outcome_valid, outcome_copy, enqueue;
  logic [1:0] mmu_rx_level;
  logic [PW-1:0] mmu_rx_port, outcome_port;
  logic [NC-1:0] mmu_rx_enable;
  logic [16*NC-1:0] mmu_rx_time;
  logic [CW-1:0] outcome_class;
  logic [13:0] outcome_bytes;
  logic [3:0] outcome_reason;
  logic [QW-1:0] early_enqueue_list, enqueue_list;
  logic [AW-1:0] enqueue_head;
  logic [Descriptor-1:0] enqueue_descriptor;
  logic [NB-1:0] begin_cells;
  sluice_switch_messages #(.NP(NP), .NC(NC), .PW(PW)) messages (
      .clk, .rst, .up, .rx_valid, .rx_port, .rx_level, .rx_enable, .rx_time, .mmu_valid(rx_to_mmu), .mmu_port(mmu_rx_port),
      .mmu_level(mmu_rx_level), .mmu_enable(mmu_rx_enable), .mmu_time(mmu_rx_time));
  localparam int LW = SCHEMES[5] ? 16 : SCHEMES[4] ? 5 : 1;
  logic [PW-1:0] unused_adm_port;
  logic [3:0] unused_cfg_reason;
  logic [31:0] unused_loss;
  logic [W-1:0] unused_shared, unused_xqoff, unused_xqon, unused_xpoff, unused_xpon;
  logic [NP*NC*LW-1:0] unused_queue_level;
  logic [NP*NC-1:0] unused_queue_off;
  logic [NP-1:0] unused_port_off;
  sluice_mmu #(.NP(NP), .NC(NC), .W(W), .SCHEMES(SCHEMES), .STATS(STATS), .LEVELS(1'b0)) mmu (
      .clk, .rst, .ready(mmu_ready), .enq_valid(arrive_good), .enq_port(mon_arrive_port), .enq_class(mon_arrive_class),
      .enq_cells(W'(mon_arrive_cells)), .enq_ttl(mon_arrive_ttl), .enq_egress(mon_arrive_egress),
      .deq_valid(mon_leave_valid), .deq_port(mon_leave_port), .deq_class(mon_leave_class), .deq_cells(W'(mon_leave_cells)),
      .adm_valid, .adm_port(unused_adm_port), .adm_class(mon_admission_class), .adm_kind(mon_admission_kind),
      .deq_error(mon_leave_error), .snd_valid(mon_begin_valid), .snd_port(mon_begin_port), .snd_class(mon_begin_class),
      .snd_cells(W'(begin_cells)), .queue_level(unused_queue_level), .queue_off(unused_queue_off),
      .port_off(unused_port_off), .tx_valid, .tx_ready, .tx_port, .tx_level, .tx_enable, .tx_time, .rx_valid(rx_to_mmu),
      .rx_port(mmu_rx_port), .rx_level(mmu_rx_level), .rx_enable(mmu_rx_enable), .rx_time(mmu_rx_time), .gate(mon_gate),
      .cfg_write(mmu_access.write), .cfg_addr(mmu_access.addr), .cfg_wdata(mmu_access.wdata), .cfg_read(mmu_access.read),
      .cfg_rvalid, .cfg_rdata, .cfg_error(mmu_error), .cfg_reason(unused_cfg_reason), .stat_read, .stat_select, .stat_port,
      .stat_class, .stat_valid, .stat_data, .loss(unused_loss), .mon_shared(unused_shared), .mon_xqoff(unused_xqoff),
      .mon_xqon(unused_xqon), .mon_xpoff(unused_xpoff), .mon_xpon(unused_xpon));
  sluice_switch_admission #(.NP(NP), .NC(NC), .AW(AW), .PW(PW), .CW(CW), .NB(NB), .BW(BW)) admission (
      .clk, .rst, .arrive_valid(mon_arrive_valid), .arrive_copy(mon_arrive_copy), .arrive_chain,
      .arrive_reason(mon_arrive_reason), .arrive_port(mon_arrive_port), .arrive_egress(mon_arrive_egress),
      .arrive_cells(mon_arrive_cells), .arrive_head, .arrive_bytes, .adm_valid, .adm_class(mon_admission_class),
      .adm_kind(mon_admission_kind), .frame_valid(mon_admission_valid), .frame_port(mon_admission_port), .outcome_valid,
      .outcome_port, .outcome_class, .outcome_bytes, .outcome_reason, .outcome_copy, .early_return_port, .return_valid, .return_port,
      .return_head, .return_cells, .early_enqueue_list, .enqueue, .enqueue_list, .enqueue_head, .enqueue_descriptor);

  // Egress
  logic [14*NP-1:0] end_bytes;
  logic [NP*NC-1:0] may_start;
  logic [NP-1:0] end_marked;
  logic rx_count, tx_count, storm_detected, storm_restored;
  logic [PW-1:0] rx_count_port, tx_count_port, storm_port;
  logic [NC-1:0] rx_pauses, tx_pauses;
  logic [CW-1:0] storm_class;
  sluice_switch_egress_pipeline #(.NP(NP), .NC(NC), .DW(DW), .CELL(CELL), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) egress (
      .clk, .rst, .up(up_out), .port_slot, .port, .watchdog, .strict, .quantum, .gate(mon_gate), .may_start,
      .rx_valid(rx_count), .rx_port(rx_count_port), .rx_pauses, .storm(mon_storm), .storm_detected, .storm_restored,
      .storm_port, .storm_class, .ecn_clear, .ecn_clear_at(clear_addr[QW-1:0]), .ecn_cfg, .early_enqueue_list, .enqueue,
      .enqueue_list, .enqueue_head, .enqueue_descriptor, .read_cell, .read_data, .read_link, .link, .data, .freed,
      .freed_cell, .m_axis_tdata, .m_axis_tkeep, .m_axis_tvalid, .m_axis_tready, .m_axis_tlast, .m_axis_tuser,
      .begin_valid(mon_begin_valid), .begin_port(mon_begin_port), .begin_class(mon_begin_class), .begin_drop(mon_begin_drop),
      .begin_cells, .leave_valid(mon_leave_valid), .leave_port(mon_leave_port), .leave_egress(mon_leave_egress),
      .leave_class(mon_leave_class), .leave_cells(mon_leave_cells), .end_valid(mon_end_valid), .end_reason(mon_end_reason),
      .end_class(mon_end_class), .end_marked, .end_bytes);

  // Credits
  sluice_switch_credits #(.CREDITS(CREDITS), .NP(NP), .NC(NC), .PW(PW), .CW(CW), .NB(NB)) port_credits (
      .clk, .rst, .stored_write, .lossless, .largest(largest_frame_cells), .ports(credits), .may_start, .begin_valid(mon_begin_valid),
      .begin_port(mon_begin_port), .begin_class(mon_begin_class), .begin_cells, .end_valid(mon_end_valid), .frame_end,
      .judged(outcome_valid && !outcome_copy), .accepted(outcome_reason == sluice_switch_pkg::NONE), .in_port(outcome_port),
      .in_class(outcome_class), .in_cells(return_cells), .leave_valid(mon_leave_valid), .leave_port(mon_leave_port),
      .leave_class(mon_leave_class), .leave_cells(mon_leave_cells), .tx_word_valid, .tx_word_ready, .tx_word, .rx_word_valid,
      .rx_word);

  // The interrupt
  sluice_switch_interrupt #(.NP(NP), .QUEUES(NP * NC)) interrupt (
      .clk, .rst, .ready, .in_valid(outcome_valid), .in_reason(outcome_reason), .end_valid(mon_end_valid),
      .end_reason(mon_end_reason), .link_up, .storm(mon_storm), .clear(cause_clear), .enable(cause_enable), .cause, .irq);

  // Counters
  logic unused_clear_addr;
  assign unused_clear_addr = ^clear_addr;
  sluice_switch_pauses #(.NC(NC), .PW(PW)) pauses (
      .clk, .rx_valid(rx_to_mmu), .rx_port(mmu_rx_port), .rx_level(mmu_rx_level), .rx_enable(mmu_rx_enable),
      .rx_time(mmu_rx_time), .tx_valid, .tx_ready, .tx_port, .tx_level, .tx_enable, .tx_time, .rx_count, .rx_count_port,
      .rx_pauses, .tx_count, .tx_count_port, .tx_pauses);
  sluice_switch_statistics #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) statistics (
      .clk, .rst, .clear(!registers_ready), .clear_at(clear_addr[PW+3:0]), .in_valid(outcome_valid), .in_port(outcome_port),
      .in_class(outcome_class), .in_bytes(outcome_bytes), .in_reason(outcome_reason), .end_valid(mon_end_valid),
      .end_reason(mon_end_reason), .end_class(mon_end_class), .end_marked, .end_bytes, .slot(port_slot), .port, .rx_valid(rx_count),
      .rx_port(rx_count_port), .rx_pauses, .tx_valid(tx_count), .tx_port(tx_count_port), .tx_pauses, .storm_detected, .storm_restored, .storm_port,
      .storm_class, .write(counter_write),
      .read(counter_read), .addr(counter_addr), .done(counter_done), .rdata(counter_rdata));
endmodule
`default_nettype wire
