// A lossless switch: NP ports of AXI4-Stream, one shared cell buffer, one MMU; store and forward
// (docs/hardware/switch.md). A wheel of NP + 1 slots serves the ports in turn, one slot per cycle. Slot s writes a cell
// of port s and reads a cell for port s; slot NP writes and reads a cell of a copy. With two or three ports the wheel
// has five slots. Inputs use the wheel one cycle after outputs. Ingress writes frames into the buffer, the MMU admits
// them, and egress reads them in the order of the schedulers.
// Latency: from the last word of a frame to its enqueue in the MMU at most 2 turns of the wheel + 6 cycles at line
// rate, 6 to the admission, 2 to the egress queue; then the scheduler decides.
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
    parameter logic [0:0] PORT_LIMITS = 0,       // as the MMU's
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
    output logic      [NP-1:0]      credits,            // the port uses credits: send it no pauses
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
  localparam int W = AW + 1 < 8 ? 8 : AW + 1;  // bits of the MMU's cell counters
  localparam int QW = NP * NC > 1 ? $clog2(NP * NC) : 1;
  localparam int SW = $clog2(NP + 1);
  localparam int BW = $clog2(CELL);
  localparam int Slots = NP < 4 ? 5 : NP + 1;  // a port's pipelines need five cycles from slot to slot
  sluice_switch_check #(.NP(NP), .NC(NC), .DW(DW), .LINE(LINE), .CELL(CELL), .CELLS(CELLS), .MACS(MACS), .SLOTS(Slots),
                        .SCHEMES(SCHEMES)) check ();

  // What happens to a frame, in this order
  `SLUICE_SWITCH_ARRIVED(PW, CW, NB, AW)
  `SLUICE_SWITCH_OUTCOME(PW, CW, NB, AW)
  `SLUICE_SWITCH_RETURNED(SW, NB, AW)
  `SLUICE_SWITCH_ENQUEUED(QW, PW, CW, NB, AW, BW)
  `SLUICE_SWITCH_BEGUN(PW, CW, NB)
  `SLUICE_SWITCH_LEFT(PW, CW, NB)
  `SLUICE_SWITCH_ENDED(NP, CW)
  logic [NP-1:0] frame_end;  // its last word has come, by port
  arrived_t arrived;         // it is complete, or discarded
  outcome_t outcome;         // the MMU has decided about it
  returned_t returned;       // it was not accepted: its cells return to its port
  enqueued_t enqueued;       // it was accepted: it joins the queue of its egress port and class
  begun_t begun;             // its egress port has selected it
  left_t left;               // its last cell is free: it leaves the MMU
  ended_t ended;             // it has left the output, or was dropped there

  // Its cells
  `SLUICE_SWITCH_CELL(AW)
  `SLUICE_SWITCH_CELL_WRITE(AW)
  cell_write_t write;
  cell_t free_cell, copy_read, freed, copy_freed;
  logic write_copy, free_take;
  logic [AW-1:0] read_cell;
  logic [AW:0] read_link, link, kept, free_count;  // kept: returned cells that wait at their ports for use
  logic [8*CELL-1:0] write_data, read_data, data;

  // Pauses and storms
  `SLUICE_SWITCH_MESSAGE(NC, PW)
  `SLUICE_SWITCH_PAUSE(NC, PW)
  `SLUICE_SWITCH_STORM(PW, CW)
  message_t from_outside, to_mmu, from_mmu;
  pause_t pause_in, pause_out;
  storm_t storm;                                       // a storm begins or ends
  logic [NP*NC-1:0] gate, storms, ignore_gate, drops;  // per queue: it is paused; in a storm;
                                                       // selected in spite of it; dropped
  logic [NP*NC-1:0] may_start;                         // per queue: its credits suffice

  // Host: the bus
  sluice_switch_axil_request_t request;
  sluice_switch_axil_answer_t answer;
  sluice_switch_access_t to_registers, to_counters;
  logic registers_done, counters_done, stat_read, stat_valid;
  logic [31:0] register_rdata, counter_rdata, stat_data;
  logic [3:0] stat_select;
  logic [PW-1:0] stat_port;
  logic [CW-1:0] stat_class;
  assign request = {s_axil_awaddr, s_axil_awvalid, s_axil_wdata, s_axil_wstrb, s_axil_wvalid, s_axil_bready,
                    s_axil_araddr, s_axil_arvalid, s_axil_rready};
  assign {s_axil_awready, s_axil_wready, s_axil_bresp, s_axil_bvalid, s_axil_arready, s_axil_rdata, s_axil_rresp,
          s_axil_rvalid} = answer;
  sluice_switch_host #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) host (
      .clk, .rst, .request, .answer,
      .to_registers, .registers_done, .register_rdata,
      .to_counters, .counters_done, .counter_rdata,
      .stat_read, .stat_select, .stat_port, .stat_class, .stat_valid, .stat_data);

  // Host: the registers
  logic registers_ready;
  logic [8:0] clear_addr, largest_frame_cells;
  sluice_switch_frame_cfg_t frame_cfg;
  sluice_switch_ecn_cfg_t ecn_cfg;
  sluice_switch_watchdog_cfg_t watchdog_cfg;
  logic [69*(PORT_LIMITS ? NP : 1)-1:0] watchdog_ports;
  logic [NP-1:0] write_ports;
  sluice_switch_mac_write_t mac_write;
  sluice_switch_write_t stored_write;
  sluice_switch_mmu_access_t mmu_access;
  sluice_switch_mmu_answer_t mmu_answer;
  logic [3*NC-1:0] priorities;
  logic [3*NP-1:0] default_class;
  logic [NP-1:0] trust_pcp, trust_dscp, flood;
  logic [NC-1:0] lossless;
  logic [NP*NC-1:0] strict;
  logic [12*NC-1:0] quantum;
  logic [17:0] cause, cause_clear, cause_enable;
  sluice_switch_registers #(.NP(NP), .NC(NC), .CELL(CELL), .AW(AW), .MACS(MACS), .CREDITS(CREDITS),
                           .PORT_LIMITS(PORT_LIMITS)) registers (
      .clk, .rst, .ready(registers_ready), .clear_addr,
      .write(to_registers.write), .read(to_registers.read), .addr(to_registers.addr[8:0]), .wdata(to_registers.wdata),
      .done(registers_done), .rdata(register_rdata),
      .mmu(mmu_access), .mmu_answer, .mac(mac_write), .stored_write, .largest_frame_cells,
      .frame_cfg, .ecn_cfg, .write_ports, .watchdog(watchdog_cfg), .watchdog_ports,
      .priorities, .default_class, .trust_pcp, .trust_dscp, .flood, .lossless, .strict, .quantum,
      .cause, .cause_clear, .cause_enable);

  // The slot wheel, and the ports that are up
  logic port_slot, early_slot, copy_slot, ecn_clear;
  logic [PW-1:0] port, early_port;
  logic [NP-1:0] up, up_out;  // up_out: up in a register of its own for the outputs
  sluice_switch_wheel #(.NP(NP), .SLOTS(Slots)) wheel (
      .clk, .rst, .port_slot, .port, .early_slot, .early_port, .copy_slot);
  always_ff @(posedge clk) begin
    ready <= registers_ready && mmu_answer.ready && !rst;
    up <= link_up & {NP{registers_ready && mmu_answer.ready && !rst}};
    up_out <= rst ? '0 : link_up & {NP{registers_ready && mmu_answer.ready}};
    ecn_clear <= rst ? 1'b1 : !registers_ready;
  end

  // Ingress: streams to cells, header, class, egress port, chain of cells
  sluice_switch_ingress_pipeline #(.NP(NP), .NC(NC), .DW(DW), .CELL(CELL), .AW(AW), .MACS(MACS), .SCHEMES(SCHEMES),
                                   .PW(PW), .CW(CW), .NB(NB)) ingress (
      .clk, .rst, .up, .early_slot, .early_port, .copy_slot,
      .frame_cfg, .mac_write, .priorities, .default_class, .trust_pcp, .trust_dscp, .flood, .lossless,
      .s_axis_tdata, .s_axis_tkeep, .s_axis_tvalid, .s_axis_tready, .s_axis_tlast, .s_axis_tuser, .frame_end,
      .write, .write_data, .write_copy, .copy_read, .link, .free_cell, .free_take, .copy_freed,
      .arrived, .returned, .kept);

  // Cell memory
  sluice_switch_buffer #(.CELL(CELL), .AW(AW)) buffer (
      .clk, .rst,
      .write, .write_data, .write_copy, .copy_data(data),
      .read_cell, .copy_read, .read_data, .read_link, .link,
      .free_cell, .free_take, .freed, .copy_freed, .count(free_count));

  // The MMU: admission, pauses, gates
  localparam int LW = SCHEMES[5] ? 16 : SCHEMES[4] ? 5 : 1;
  logic adm_valid, frame_valid, deq_error;
  logic [CW-1:0] adm_class;
  logic [2:0] adm_kind;
  logic [PW-1:0] frame_port, unused_adm_port;
  logic [3:0] unused_cfg_reason;
  logic [31:0] unused_loss;
  logic [W-1:0] unused_shared, unused_xqoff, unused_xqon, unused_xpoff, unused_xpon;
  logic [NP*NC*LW-1:0] unused_queue_level;
  logic [NP*NC-1:0] unused_queue_off;
  logic [NP-1:0] unused_port_off;
  assign from_outside = {rx_valid, rx_port, rx_level, rx_enable, rx_time};
  assign from_mmu.level[1] = 1'b0;
  assign {tx_valid, tx_port, tx_level} = {from_mmu.valid, from_mmu.port, from_mmu.level[0]};
  assign {tx_enable, tx_time} = {from_mmu.enable, from_mmu.times};
  sluice_switch_messages #(.NP(NP), .NC(NC), .PW(PW)) messages (.clk, .rst, .up, .credits, .from_outside, .to_mmu);
  sluice_mmu #(.NP(NP), .NC(NC), .W(W), .SCHEMES(SCHEMES), .STATS(STATS), .LEVELS(1'b0),
               .PORT_LIMITS(PORT_LIMITS)) mmu (
      .clk, .rst, .ready(mmu_answer.ready),
      .enq_valid(arrived.good), .enq_port(arrived.port), .enq_class(arrived.cls), .enq_cells(W'(arrived.cells)),
      .enq_ttl(arrived.ttl), .enq_egress(arrived.egress),
      .adm_valid, .adm_port(unused_adm_port), .adm_class, .adm_kind,
      .snd_valid(begun.valid), .snd_port(begun.port), .snd_class(begun.cls), .snd_cells(W'(begun.cells)),
      .deq_valid(left.valid), .deq_port(left.port), .deq_class(left.cls), .deq_cells(W'(left.cells)), .deq_error,
      .tx_valid(from_mmu.valid), .tx_ready, .tx_port(from_mmu.port), .tx_level(from_mmu.level[0]),
      .tx_enable(from_mmu.enable), .tx_time(from_mmu.times),
      .rx_valid(to_mmu.valid), .rx_port(to_mmu.port), .rx_level(to_mmu.level), .rx_enable(to_mmu.enable),
      .rx_time(to_mmu.times), .gate,
      .cfg_write(mmu_access.write), .cfg_read(mmu_access.read), .cfg_addr(mmu_access.addr),
      .cfg_wdata(mmu_access.wdata), .cfg_rvalid(mmu_answer.rvalid), .cfg_rdata(mmu_answer.rdata),
      .cfg_error(mmu_answer.error), .cfg_reason(unused_cfg_reason),
      .stat_read, .stat_select, .stat_port, .stat_class, .stat_valid, .stat_data,
      .queue_level(unused_queue_level), .queue_off(unused_queue_off), .port_off(unused_port_off), .loss(unused_loss),
      .mon_shared(unused_shared), .mon_xqoff(unused_xqoff), .mon_xqon(unused_xqon), .mon_xpoff(unused_xpoff),
      .mon_xpon(unused_xpon));
  sluice_switch_admission #(.NP(NP), .NC(NC), .AW(AW), .PW(PW), .CW(CW), .NB(NB), .BW(BW)) admission (
      .clk, .rst, .arrived, .adm_valid, .adm_class, .adm_kind, .frame_valid, .frame_port,
      .outcome, .returned, .enqueued);

  // Egress: a queue per egress port and class
  `SLUICE_SWITCH_PUSH(PW, CW)
  logic pop, mark;
  logic [QW-1:0] pop_list, pop_queue;
  logic [CW-1:0] pop_class;
  logic [AW-1:0] popped_head;
  descriptor_t descriptor;
  logic [NP*NC-1:0] is_filled;
  logic [NP-1:0] space;
  push_t push;
  sluice_switch_lists #(.LISTS(NP * NC), .AW(AW), .NOTE(BW + NB + PW + CW)) queues (
      .clk, .rst,
      .early_list(enqueued.early_into), .append(enqueued.valid), .append_list(enqueued.into),
      .append_item(enqueued.head), .append_note(enqueued.descriptor),
      .list(pop_list), .head(popped_head), .is_filled,
      .pop, .pop_list(pop_queue), .popped_item(popped_head), .note(descriptor));

  // Egress: scheduler, gate, reading; the watchdog of the gates, and ECN
  sluice_switch_watchdog #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .PORT_LIMITS(PORT_LIMITS)) watchdog (
      .clk, .rst, .cfg(watchdog_cfg), .ports(watchdog_ports), .gate, .is_filled,
      .rx_valid(pause_in.valid), .rx_port(pause_in.port), .rx_pauses(pause_in.classes),
      .begin_valid(begun.valid), .begin_port(begun.port), .begin_class(begun.cls),
      .storm(storms), .ignore_gate, .drop(drops),
      .detected(storm.begins), .restored(storm.ends), .changed_port(storm.port), .changed_class(storm.cls));
  sluice_switch_depart #(.NP(NP), .NC(NC), .AW(AW), .PW(PW), .CW(CW), .NB(NB), .BW(BW)) depart (
      .clk, .rst, .slot(port_slot), .port,
      .is_filled, .gate, .may_start, .up(up_out), .ignore_gate, .drop(drops), .space, .strict, .quantum,
      .pop, .pop_list, .pop_queue, .pop_class, .popped_head, .descriptor,
      .read_cell, .read_link(link), .push, .freed,
      .begun, .left);
  sluice_switch_ecn #(.NP(NP), .NC(NC), .AW(AW), .PW(PW), .CW(CW), .NB(NB), .PORT_LIMITS(PORT_LIMITS)) ecn (
      .clk, .rst, .clear(ecn_clear), .clear_at(clear_addr[QW-1:0]), .cfg(ecn_cfg),
      .enqueue(enqueued.valid), .enqueue_list(enqueued.into), .enqueue_cells(enqueued.descriptor.cells),
      .early_list(pop_list), .early_class(pop_class),
      .begin_valid(begun.valid), .begin_port(begun.port), .begin_cells(begun.cells),
      .push_first(push.first), .push_port(push.port), .mark);

  // Egress: cells to streams
  sluice_switch_outputs #(.NP(NP), .DW(DW), .CELL(CELL), .AW(AW), .PW(PW), .CW(CW)) outputs (
      .clk, .rst, .up(up_out),
      .push, .push_data(read_data), .push_link(read_link), .mark, .data, .space,
      .m_axis_tdata, .m_axis_tkeep, .m_axis_tvalid, .m_axis_tready, .m_axis_tlast, .m_axis_tuser,
      .ended);

  // Credits, instead of pauses
  sluice_switch_credits #(.CREDITS(CREDITS), .NP(NP), .NC(NC), .PW(PW), .CW(CW), .NB(NB), .AW(AW),
                          .PORT_LIMITS(PORT_LIMITS)) port_credits (
      .clk, .rst, .stored_write, .write_ports, .lossless, .largest(largest_frame_cells), .ports(credits),
      .may_start, .begun, .end_valid(ended.valid), .frame_end, .outcome, .left,
      .tx_word_valid, .tx_word_ready, .tx_word, .rx_word_valid, .rx_word);

  // Interrupt and counters
  sluice_switch_interrupt #(.NP(NP), .QUEUES(NP * NC)) interrupt (
      .clk, .rst, .ready, .in_valid(outcome.valid), .in_reason(outcome.reason),
      .end_valid(ended.valid), .end_reason(ended.reason), .link_up, .storm(storms),
      .clear(cause_clear), .enable(cause_enable), .cause, .irq);
  sluice_switch_pauses #(.NC(NC), .PW(PW)) pauses (
      .clk, .to_mmu, .from_mmu, .from_mmu_taken(tx_ready), .pause_in, .pause_out);
  sluice_switch_statistics #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .NB(NB), .AW(AW)) statistics (
      .clk, .rst, .clear(!registers_ready), .clear_at(clear_addr[PW+3:0]), .slot(port_slot), .port,
      .outcome, .ended, .pause_in, .pause_out, .storm,
      .write(to_counters.write), .read(to_counters.read), .addr(to_counters.addr[11:0]), .done(counters_done),
      .rdata(counter_rdata));

  // Monitor
  assign {mon_arrive_valid, mon_arrive_port, mon_arrive_reason, mon_arrive_copy} =
      {arrived.valid, arrived.port, arrived.reason, arrived.copy};
  assign {mon_arrive_class, mon_arrive_egress, mon_arrive_ttl, mon_arrive_cells} =
      {arrived.cls, arrived.egress, arrived.ttl, arrived.cells};
  assign {mon_admission_valid, mon_admission_port, mon_admission_class, mon_admission_kind} =
      {frame_valid, frame_port, adm_class, adm_kind};
  assign {mon_begin_valid, mon_begin_port, mon_begin_class, mon_begin_drop} =
      {begun.valid, begun.port, begun.cls, begun.drop};
  assign {mon_leave_valid, mon_leave_port, mon_leave_egress, mon_leave_class, mon_leave_cells} = left;
  assign {mon_end_valid, mon_end_reason, mon_end_class} = {ended.valid, ended.reason, ended.cls};
  assign {mon_leave_error, mon_gate, mon_storm} = {deq_error, gate, storms};
  assign {mon_free, mon_kept} = {free_count, kept};
  logic unused_fields;
  assign unused_fields = ^{clear_addr, to_registers.addr, to_counters};
endmodule
`default_nettype wire
