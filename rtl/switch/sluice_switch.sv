// A lossless switch: NP ports of AXI4-Stream, one shared cell memory, one MMU; store and forward. docs/switch.md says what it
// does with every frame. A wheel of NP + 1 slots serves the ports in turn: slot s writes a cell of port s and reads one for port s; slot NP reads
// and writes a cell of a copy.
// With two or three ports it has five. The wheel of the ports' inputs is a clock behind that of the outputs. Latency: a frame's last word to its
// enqueue at most 2 wheels + 6 clocks at line rate, 6 to the verdict, 2 to its queue, then by the scheduler.
`default_nettype none
module sluice_switch #(
    parameter int NP = 4,               // ports, 2..16
    parameter int NC = 8,               // classes, 1..8
    parameter int DW = 64,              // bits of a port's stream
    parameter int CELL = 64,            // bytes of a cell
    parameter int CELLS = 4096,         // of the memory, a power of two
    parameter int MACS = 16,            // entries of the MAC table
    parameter logic [5:0] SCHEMES = 63,
    parameter bit STATS = 1,
    parameter int PW = NP > 1 ? $clog2(NP) : 1,    // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1,    // derived: do not set
    parameter int AW = $clog2(CELLS),              // derived: do not set
    parameter int NB = 9                           // derived: do not set
) (
    input  wire logic               clk,
    input  wire logic               rst,
    output logic                    ready,          // before, links count as down
    // ports: port p at [p * width +: width]
    input  wire logic [NP-1:0]      link_up,
    input  wire logic [NP*DW-1:0]   s_axis_tdata,
    input  wire logic [NP*DW/8-1:0] s_axis_tkeep,
    input  wire logic [NP-1:0]      s_axis_tvalid,
    output logic      [NP-1:0]      s_axis_tready,
    input  wire logic [NP-1:0]      s_axis_tlast,
    input  wire logic [NP-1:0]      s_axis_tuser,   // with tlast: the frame is bad
    output logic      [NP*DW-1:0]   m_axis_tdata,
    output logic      [NP*DW/8-1:0] m_axis_tkeep,
    output logic      [NP-1:0]      m_axis_tvalid,
    input  wire logic [NP-1:0]      m_axis_tready,
    output logic      [NP-1:0]      m_axis_tlast,
    output logic      [NP-1:0]      m_axis_tuser,
    // pause messages, as the MMU's
    output logic                    tx_valid,
    input  wire logic               tx_ready,
    output logic      [PW-1:0]      tx_port,
    output logic                    tx_level,
    output logic      [NC-1:0]      tx_enable,
    output logic      [16*NC-1:0]   tx_time,
    input  wire logic               rx_valid,
    input  wire logic [PW-1:0]      rx_port,
    input  wire logic               rx_level,
    input  wire logic [NC-1:0]      rx_enable,
    input  wire logic [16*NC-1:0]   rx_time,
    // registers
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
    // watching
    output logic                    mon_arrive_valid,  // a frame is whole, or given up
    output logic      [PW-1:0]      mon_arrive_port,
    output logic      [3:0]         mon_arrive_reason, // 0: enqueued in the MMU in this clock; only then the rest is of interest
    output logic                    mon_arrive_copy,   // of a frame that came before, and was FLOODED; of interest always
    output logic      [CW-1:0]      mon_arrive_class,
    output logic      [PW-1:0]      mon_arrive_egress,
    output logic      [7:0]         mon_arrive_ttl,
    output logic      [NB-1:0]      mon_arrive_cells,
    output logic                    mon_verdict_valid,
    output logic      [PW-1:0]      mon_verdict_port,
    output logic      [CW-1:0]      mon_verdict_class,
    output logic      [2:0]         mon_verdict_kind,
    output logic                    mon_begin_valid,   // a port has chosen
    output logic      [PW-1:0]      mon_begin_port,
    output logic      [CW-1:0]      mon_begin_class,
    output logic                    mon_begin_drop,
    output logic                    mon_leave_valid,   // dequeued in the MMU in this clock
    output logic      [PW-1:0]      mon_leave_port,    // ingress
    output logic      [PW-1:0]      mon_leave_egress,
    output logic      [CW-1:0]      mon_leave_class,
    output logic      [NB-1:0]      mon_leave_cells,
    output logic      [NP-1:0]      mon_end_valid,     // a frame has left the output of the port, or was dropped there
    output logic      [4*NP-1:0]    mon_end_reason,
    output logic      [CW*NP-1:0]   mon_end_class,
    output logic                    mon_leave_error,   // never
    output logic      [NP*NC-1:0]   mon_gate,
    output logic      [AW:0]        mon_free,          // free cells
    output logic      [AW:0]        mon_kept           // that ports keep of frames that were not accepted
);
  localparam int W = AW + 1 < 8 ? 8 : AW + 1;
  localparam int BW = $clog2(CELL);
  localparam int QW = NP * NC > 1 ? $clog2(NP * NC) : 1;
  localparam int Desc = NB + PW + CW;

  localparam int Slots = NP < 4 ? 5 : NP + 1;  // a port's pipelines take turns of five clocks at least
  sluice_switch_check #(.NP(NP), .NC(NC), .DW(DW), .CELL(CELL), .CELLS(CELLS), .MACS(MACS), .SLOTS(Slots), .SCHEMES(SCHEMES)) check ();

  // Registers
  logic axil_write, axil_read, bus_write, bus_read, slave_done, bus_done, set;
  logic [13:0] bus_addr;
  logic [31:0] bus_wdata, bus_rdata;
  sluice_switch_axil axil (
      .clk(clk), .rst(rst), .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
      .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb), .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready),
      .s_axil_bresp(s_axil_bresp), .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
      .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
      .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
      .write(axil_write), .read(axil_read), .addr(bus_addr), .wdata(bus_wdata), .done(bus_done), .rdata(bus_rdata));

  // The counters begin at 0x1000, port by port, the MMU's statistics at 0x4000; between them there is nothing.
  localparam logic [13:0] Counters = sluice_switch_pkg::REG_COUNTER;
  logic to_counters, to_statistics, counters, shows, registers_done, statistics_done, mmu_done, registers_write, registers_read;
  logic [8:0] clears;
  wire logic unused_clears = ^clears;
  logic [13:0] counter_addr;
  logic [31:0] registers_rdata, statistics_rdata, mmu_rdata, others_rdata;
  assign to_statistics = bus_addr[13:11] == 3'(sluice_switch_pkg::REG_STATISTIC >> 11);
  assign to_counters = bus_addr[13:9] != '0 && !to_statistics;
  always_ff @(posedge clk) begin
    {bus_write, bus_read} <= rst || slave_done || bus_done ? '0 : {axil_write, axil_read};  // a clock later, when it is known whose they are
    {registers_write, registers_read} <= rst || slave_done || bus_done || to_counters || to_statistics ? '0 : {axil_write, axil_read};
    bus_done <= slave_done && !rst;
    others_rdata <= shows ? mmu_rdata : counter_addr[13:11] == '0 ? statistics_rdata : '0;
    {counters, shows} <= {to_counters, to_statistics};
    counter_addr <= bus_addr - Counters;
  end
  assign bus_rdata = shows || counters ? others_rdata : registers_rdata;
  assign slave_done = mmu_done || statistics_done || registers_done;  // of one only

  logic cfg_write, cfg_read, cfg_rvalid, mac_select, mac_write, decrement, mmu_ready, mmu_error, floods;
  logic [5:0] cfg_addr;
  logic [6:0] mac_addr;
  logic [7:0] non_ip_ttl;
  logic [13:0] max_frame;
  logic [15:0] watchdog;
  logic [31:0] cfg_wdata, cfg_rdata, mac_wdata;
  logic [3*NC-1:0] priorities;
  logic [12*NC-1:0] quantum;
  logic [3*NP-1:0] default_class;
  logic [NP-1:0] trust_pcp, trust_dscp;
  logic [NP*NC-1:0] strict;
  logic [NP-1:0] flood;
  logic [8:0] frame_cells;
  logic [NC-1:0] lossless;
  logic [2:0] scheme, ttl_options;
  logic [7:0] ttl0;
  sluice_switch_registers #(.NP(NP), .NC(NC), .CELL(CELL), .AW(AW)) registers (
      .clk(clk), .rst(rst), .ready(set), .clears(clears), .write(registers_write), .read(registers_read), .addr(bus_addr[8:0]),
      .wdata(bus_wdata), .done(registers_done), .rdata(registers_rdata), .cfg_write(cfg_write), .cfg_read(cfg_read), .cfg_addr(cfg_addr), .cfg_wdata(cfg_wdata),
      .cfg_rvalid(cfg_rvalid), .cfg_rdata(cfg_rdata), .mmu_ready(mmu_ready), .mmu_error(mmu_error), .mac_select(mac_select), .mac_write(mac_write), .mac_addr(mac_addr),
      .mac_wdata(mac_wdata), .max_frame(max_frame), .priorities(priorities), .decrement(decrement), .non_ip_ttl(non_ip_ttl),
      .watchdog(watchdog), .quantum(quantum), .default_class(default_class), .trust_pcp(trust_pcp), .trust_dscp(trust_dscp), .strict(strict),
      .flood(flood), .floods(floods), .frame_cells(frame_cells), .lossless(lossless), .scheme(scheme), .ttl0(ttl0), .ttl_options(ttl_options));

  // The wheel
  logic [NP-1:0] up;
  logic [$clog2(Slots)-1:0] slot, next_slot;
  logic [PW-1:0] port;
  logic slot_is_port, copy_slot;
  assign next_slot = rst || 32'(slot) == Slots - 1 ? '0 : slot + 1'b1;
  always_ff @(posedge clk) begin
    slot <= next_slot;
    slot_is_port <= 32'(next_slot) < NP;
    port <= 32'(next_slot) < NP ? next_slot[PW-1:0] : '0;
    copy_slot <= !rst && 32'(slot) == NP;        // a clock late: the copier has its cell's address at once
    ready <= set && mmu_ready && !rst;
    up <= link_up & {NP{set && mmu_ready && !rst}};
  end

  // In, a clock later: the cell that the port shows
  logic slot_1, valid_1, last_1, bad_1, cut_1;
  logic [PW-1:0] port_1;
  logic [8*32-1:0] early_1, late_2;
  logic [BW-1:0] bytes_1;
  sluice_switch_inputs #(.NP(NP), .DW(DW), .CELL(CELL), .PW(PW)) inputs (
      .clk(clk), .rst(rst), .up(up), .s_tdata(s_axis_tdata), .s_tkeep(s_axis_tkeep), .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready),
      .s_tlast(s_axis_tlast), .s_tuser(s_axis_tuser), .slot(slot_is_port), .port(port), .destination(destination), .early(early_1), .late(late_2),
      .slot_1(slot_1), .port_1(port_1), .valid(valid_1), .bytes(bytes_1), .last(last_1), .bad(bad_1), .cut(cut_1), .data(data_4));

  // Header and table, in two clocks. In the last slot, in the third of them, a cell of a copy
  logic copy_slot_1, copy_slot_2, copy_slot_3, mends, copy_read, copy_valid, copy_free, copies;
  logic [PW-1:0] copy_port, copy_egress;
  logic [CW-1:0] copy_class;
  logic [7:0] copy_ttl;
  logic [AW-1:0] copy_cell, copy_free_cell;
  logic [NP-1:0] arrive_flood;
  localparam int SW = $clog2(NP + 1);
  logic [SW-1:0] next_arrive;
  logic first, lossy, valid_2, slot_2, last_2, bad_2, cut_2, valid_3, slot_3, last_3, bad_3, cut_3, reserved, group_address, found;
  logic [PW-1:0] port_2, port_3, to;
  logic [8*CELL-1:0] data_4, mended_4, read_data, out_data;
  logic [AW:0] write_link, read_link, out_link;
  logic [8*9-1:0] fields_3, fields_4, mended;
  logic [BW-1:0] bytes_2, bytes_3;
  logic [47:0] destination;
  logic [CW-1:0] cls;
  logic [7:0] ttl;
  logic [2:0] default_of[NP];
  genvar d;
  generate
    for (d = 0; d < NP; d = d + 1) begin : g_default
      assign default_of[d] = default_class[3*d+:3];
    end
  endgenerate
  sluice_switch_header #(.NC(NC), .CW(CW)) header (
      .clk(clk), .data(early_1), .data_2(late_2), .data_3(fields_3), .default_class(default_of[port_2]),
      .trust_pcp(trust_pcp[port_2]), .trust_dscp(trust_dscp[port_2]), .priorities(priorities), .lossless(lossless),
      .decrement(decrement), .non_ip_ttl(non_ip_ttl), .mended(mended), .reserved(reserved), .is_group(group_address), .cls(cls), .lossy(lossy), .ttl(ttl));
  sluice_switch_table #(.NP(NP), .MACS(MACS), .PW(PW)) mac_table (
      .clk(clk), .rst(rst), .select(mac_select), .write(mac_write), .addr(mac_addr), .wdata(mac_wdata), .destination(destination), .found(found), .port(to));
  always_ff @(posedge clk) begin
    {copy_slot_1, copy_slot_2, copy_slot_3} <= rst ? '0 : {copy_slot, copy_slot_1, copy_slot_2};
    next_arrive <= copy_slot_1 ? SW'(NP) : SW'(port_1);
    {slot_2, valid_2, slot_3, valid_3} <= rst ? '0 : {slot_1, valid_1, slot_2, valid_2};
    {port_2, last_2, bad_2, cut_2, bytes_2} <= {port_1, last_1, bad_1, cut_1, bytes_1};
    {port_3, last_3, bad_3, cut_3, bytes_3} <= {port_2, last_2, bad_2, cut_2, bytes_2};
    fields_3 <= late_2[8*21+:8*9];
    out_link <= read_link;
    {mends, fields_4} <= {(first && !copy_slot_3), mended};
  end
  always_comb begin
    mended_4 = data_4;
    if (mends) mended_4[8*21+:8*9] = fields_4;
  end

  // Where a frame to nobody or to a group may go: of a class that is not lossless to all ports of the register but its own
  logic by_ttl, unfit, unused_astray;
  logic [CW-1:0] flood_class;
  logic [NP-1:0] others, flood_to;
  assign by_ttl = SCHEMES[sluice_pkg::TTL] && scheme == sluice_pkg::TTL;
  sluice_classify #(.PW(PW), .CW(CW)) classify (
      .active(by_ttl), .not_ttl0(~ttl0), .options(ttl_options & ~(3'b1 << sluice_pkg::TTL_DROP_BOUNCED)),
      .port({PW{1'b0}}), .egress({PW{1'b0}}), .cls_in(cls), .ttl(ttl), .dropped(unfit), .astray(unused_astray), .cls(flood_class));
  always_ff @(posedge clk) for (int p = 0; p < NP; p++) others[p] <= flood[p] && port_2 != PW'(p);
  assign flood_to = others & {NP{by_ttl ? !unfit && !lossless[flood_class] : lossy}};

  // Cells to frames, written two clocks after
  logic memory_write, free_valid, free_take, arrive_good, arrive_floods, arrive_chain, unused_copy, back;
  logic [AW-1:0] write_cell, free_cell, arrive_head, verdict_head, judged_head, joined_head;
  logic [13:0] arrive_bytes;
  logic [PW-1:0] verdict_egress;
  logic [NB-1:0] verdict_cells, back_cells;
  logic [SW-1:0] early_back, back_port, verdict_port;
  logic [3:0] arrive_reason;
  logic [BW-1:0] copy_bytes;
  assign copy_bytes = !copy_slot_3 ? bytes_3 : out_link[AW] ? out_link[BW-1:0] : BW'(CELL - 1);
  sluice_switch_arrive #(.NP(NP), .CELL(CELL), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) arrive (
      .clk(clk), .rst(rst), .max_frame(max_frame), .next_port(next_arrive), .slot(slot_3 || (copy_slot_3 && floods)),
      .from(copy_slot_3 ? copy_port : port_3), .cell_valid(valid_3 || copy_valid), .cell_bytes(copy_bytes), .port_bytes(bytes_3),
      .cell_last(copy_slot_3 ? out_link[AW] : last_3), .cell_bad(bad_3 && !copy_slot_3), .cell_cut(cut_3 && !copy_slot_3), .first(first),
      .reserved(reserved && !copy_slot_3), .known(copy_slot_3 || (found && !group_address)), .to(copy_slot_3 ? copy_egress : to),
      .cls(copy_slot_3 ? copy_class : cls), .ttl(copy_slot_3 ? copy_ttl : ttl), .flood(flood_to),
      .free_valid(free_valid), .free_cell(free_cell), .free_take(free_take),
      .write(memory_write), .write_cell(write_cell), .write_link(write_link),
      .arrive_valid(mon_arrive_valid), .arrive_port(mon_arrive_port), .arrive_good(arrive_good), .arrive_floods(arrive_floods), .arrive_reason(arrive_reason),
      .arrive_class(mon_arrive_class), .arrive_egress(mon_arrive_egress), .arrive_ttl(mon_arrive_ttl),
      .arrive_cells(mon_arrive_cells), .arrive_bytes(arrive_bytes), .arrive_head(arrive_head), .arrive_chain(arrive_chain),
      .arrive_copy(mon_arrive_copy), .arrive_flood(arrive_flood), .early_back(early_back), .back(back),
      .back_port(back_port), .back_head(judged_head), .back_cells(back_cells), .kept(mon_kept));
  logic put;
  assign put = arrive_floods && copies;
  assign mon_arrive_reason = arrive_floods && !copies ? sluice_switch_pkg::NOT_COPIED : arrive_reason;
  sluice_switch_copy #(.NP(NP), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) copy (
      .clk(clk), .rst(rst), .frame_cells(frame_cells), .room(copies), .put(put), .put_head(arrive_head), .put_cells(mon_arrive_cells),
      .put_port(mon_arrive_port), .put_class(mon_arrive_class), .put_ttl(mon_arrive_ttl), .put_flood(arrive_flood), .slot(copy_slot),
      .read(copy_read), .read_cell(copy_cell), .link(out_link), .copy_valid(copy_valid), .copy_port(copy_port),
      .copy_egress(copy_egress), .copy_class(copy_class), .copy_ttl(copy_ttl), .free(copy_free), .free_cell(copy_free_cell));

  // The cell memory, its links, and what is free
  logic pushes, push_drop, frees, back_free;
  logic [AW-1:0] read_cell, freed_cell, back_cell;
  logic [PW-1:0] push_port;
  logic [CW-1:0] push_class;
  // Each quarter of the cells has addresses of its own, a clock after those of the one before: the memory takes the whole chip. Links are written with
  // the first one. Read in every clock, whatever the address: the register behind it may be that of the block RAM (synth/outputs.py).
  localparam int Quarter = 2 * CELL;  // bits
  logic [3:0] written, are_copies;
  logic [4*AW-1:0] written_cells, read_cells;
  logic [AW:0] linked_link;
  always_ff @(posedge clk) begin
    written <= {written[2:0], memory_write};
    written_cells <= {written_cells[3*AW-1:0], write_cell};
    linked_link <= write_link;
    read_cells <= {read_cells[3*AW-1:0], copy_read ? copy_cell : read_cell};
    are_copies <= {are_copies[2:0], copy_slot_3};
  end
  genvar q;
  generate
    for (q = 0; q < 4; q = q + 1) begin : g_quarter
      logic [Quarter-1:0] comes, late;  // late: by q clocks
      logic [Quarter-1:0] copied, write_data;
      assign comes = mended_4[q*Quarter+:Quarter];
      if (q == 0) begin : g_now
        assign late = comes;
      end else begin : g_late
        logic [q*Quarter-1:0] waits;
        if (q == 1) always_ff @(posedge clk) waits <= comes;
        else always_ff @(posedge clk) waits <= {waits[(q-1)*Quarter-1:0], comes};
        assign late = waits[(q-1)*Quarter+:Quarter];
      end
      always_ff @(posedge clk) begin
        copied <= out_data[q*Quarter+:Quarter];
        write_data <= are_copies[q] ? copied : late;
      end
      sluice_switch_memory #(.AW(AW), .DW(Quarter)) cells (
          .clk(clk), .write(written[q]), .write_addr(written_cells[q*AW+:AW]), .write_data(write_data),
          .read(1'b1), .read_addr(read_cells[q*AW+:AW]), .read_data(read_data[q*Quarter+:Quarter]));
    end
  endgenerate
  sluice_switch_memory #(.AW(AW), .DW(AW + 1)) links (
      .clk(clk), .write(written[0]), .write_addr(written_cells[AW-1:0]), .write_data(linked_link), .read(1'b1), .read_addr(read_cells[AW-1:0]), .read_data(read_link));
  always_ff @(posedge clk) begin
    back_free <= !rst && (frees || copy_free);
    back_cell <= copy_free ? copy_free_cell : freed_cell;
  end
  sluice_switch_free #(.AW(AW)) free (
      .clk(clk), .rst(rst), .take(free_take), .valid(free_valid), .free_cell(free_cell), .back(back_free), .back_cell(back_cell),
      .count(mon_free));

  // The verdict, 6 clocks later, meets what is known of its frame.
  localparam int Verdict = 6;
  localparam int Known = 1 + 1 + 4 + PW + PW + NB + AW + 1 + 14;
  logic [Known-1:0] known[Verdict];
  logic [Known-1:0] now, soon;
  logic [3:0] verdict_reason;
  logic verdict_chain, accepted, adm_valid;
  logic [13:0] verdict_bytes;
  logic [PW-1:0] unused_adm_port;
  always_ff @(posedge clk) begin
    known[0] <= {mon_arrive_valid && !rst, mon_arrive_copy, arrive_chain, mon_arrive_reason, mon_arrive_port, mon_arrive_egress, mon_arrive_cells, arrive_head, arrive_bytes};
    for (int i = 1; i < Verdict; i++) known[i] <= known[i-1] & ~{rst, {Known - 1{1'b0}}};
  end
  assign now = known[Verdict-1];
  assign soon = known[Verdict-2];
  localparam int Port = 14 + AW + NB + PW;   // where the ingress port stands, and behind it four bits of the reason, chain and copy
  assign early_back = soon[Port+PW+5] ? SW'(NP) : SW'(soon[Port+:PW]);
  assign {mon_verdict_valid, unused_copy, verdict_chain, verdict_reason, mon_verdict_port, verdict_egress, verdict_cells, verdict_head, verdict_bytes} = now;
  assign accepted = mon_verdict_valid && verdict_reason == sluice_switch_pkg::NONE && adm_valid && mon_verdict_kind <= sluice_pkg::HEADROOM;

  // A clock later: back to its port, and counted; one more: into its queue
  logic judged_joins, joins, judged;
  logic [QW-1:0] verdict_list, judged_list, joined_list;
  logic [Desc-1:0] joined_note;
  logic [PW-1:0] judged_port;
  logic [CW-1:0] judged_class;
  logic [13:0] judged_bytes;
  logic [3:0] judged_as;
  sluice_switch_queue #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) joined (.port(verdict_egress), .cls(mon_verdict_class), .queue(verdict_list));
  always_ff @(posedge clk) begin
    {judged_joins, joins, judged} <= rst ? '0 : {accepted, judged_joins, mon_verdict_valid};
    back <= !rst && mon_verdict_valid && (verdict_chain && !accepted) && (verdict_reason != sluice_switch_pkg::FLOODED);
    {judged_list, joined_list} <= {verdict_list, judged_list};
    {joined_head, joined_note} <= {judged_head, back_cells, judged_port, judged_class};
    {judged_head, back_cells, judged_port, judged_class, judged_bytes} <= {verdict_head, verdict_cells, mon_verdict_port, mon_verdict_class, verdict_bytes};
    {verdict_port, back_port} <= {early_back, verdict_port};
    judged_as <= verdict_reason != sluice_switch_pkg::NONE ? verdict_reason : accepted ? sluice_switch_pkg::NONE :
        mon_verdict_kind == sluice_pkg::DROPPED ? sluice_switch_pkg::TTL : sluice_switch_pkg::REFUSED;
  end

  // Queues, with descriptors as their notes
  logic pop;
  logic [QW-1:0] pop_list;
  logic [AW-1:0] pop_head;
  logic [Desc-1:0] descriptor;
  logic [NP*NC-1:0] is_filled, over;
  sluice_switch_lists #(.LISTS(NP * NC), .AW(AW), .NOTE(Desc)) queues (
      .clk(clk), .rst(rst), .early_list(verdict_list), .append(joins), .append_list(joined_list), .append_item(joined_head),
      .append_note(joined_note), .list(pop_list), .head(pop_head), .is_filled(is_filled), .pop(pop),
      .pop_list(pop_list), .pop_item(pop_head), .note(descriptor));

  // Out
  logic [14*NP-1:0] end_bytes;
  logic [NP-1:0] room;
  logic [NB-1:0] begin_cells;
  sluice_switch_watchdog #(.QUEUES(NP * NC)) watch (.clk(clk), .rst(rst), .limit(watchdog), .gate(mon_gate), .over(over));
  sluice_switch_depart #(.NP(NP), .NC(NC), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) depart (
      .clk(clk), .rst(rst), .slot(slot_is_port), .port(port), .is_filled(is_filled), .gate(mon_gate), .up(up), .over(over),
      .room(room), .strict(strict), .quantum(quantum), .pop(pop), .pop_list(pop_list), .pop_head(pop_head), .descriptor(descriptor),
      .read_cell(read_cell), .read_link(out_link), .push(pushes), .push_port(push_port), .push_drop(push_drop),
      .push_class(push_class), .frees(frees), .freed_cell(freed_cell),
      .begin_valid(mon_begin_valid), .begin_port(mon_begin_port), .begin_class(mon_begin_class), .begin_drop(mon_begin_drop),
      .begin_cells(begin_cells),
      .leave_valid(mon_leave_valid), .leave_port(mon_leave_port), .leave_egress(mon_leave_egress), .leave_class(mon_leave_class), .leave_cells(mon_leave_cells));
  sluice_switch_outputs #(.NP(NP), .DW(DW), .CELL(CELL), .AW(AW), .PW(PW), .CW(CW)) outputs (
      .clk(clk), .rst(rst), .up(up), .push(pushes), .push_port(push_port), .push_data(read_data), .push_link(read_link), .push_class(push_class),
      .push_drop(push_drop), .data(out_data), .room(room), .m_tdata(m_axis_tdata), .m_tkeep(m_axis_tkeep), .m_tvalid(m_axis_tvalid),
      .m_tready(m_axis_tready), .m_tlast(m_axis_tlast), .m_tuser(m_axis_tuser), .end_valid(mon_end_valid), .end_reason(mon_end_reason),
      .end_class(mon_end_class), .end_bytes(end_bytes));

  // The MMU
  logic mmu_rx_valid, mmu_rx_level;
  logic [PW-1:0] mmu_rx_port;
  logic [NC-1:0] mmu_rx_enable;
  logic [16*NC-1:0] mmu_rx_time;
  sluice_switch_messages #(.NP(NP), .NC(NC), .PW(PW)) messages (
      .clk(clk), .rst(rst), .up(up), .rx_valid(rx_valid), .rx_port(rx_port), .rx_level(rx_level),
      .rx_enable(rx_enable), .rx_time(rx_time), .mmu_valid(mmu_rx_valid), .mmu_port(mmu_rx_port), .mmu_level(mmu_rx_level),
      .mmu_enable(mmu_rx_enable), .mmu_time(mmu_rx_time));
  // An access to the statistics: asked for in its first clock, done a fixed time later, when the answer is there
  localparam int Answer = 4;
  logic [Answer-1:0] asked;
  logic stat_read, stat_exists, stat_valid;
  logic [31:0] stat_data;
  assign stat_read = bus_read && shows && asked == '0;
  assign stat_exists = 32'(bus_addr[10:7]) < NP && 32'(bus_addr[6:4]) < NC;
  assign mmu_done = asked[Answer-1];
  always_ff @(posedge clk) begin
    asked <= rst ? '0 : {asked[Answer-2:0], (bus_read || bus_write) && shows && asked == '0};
    if (stat_read) mmu_rdata <= '0;
    else if ((stat_valid && stat_exists)) mmu_rdata <= stat_data;
  end
  logic [3:0] unused_cfg_reason;
  logic [31:0] unused_loss;
  logic [W-1:0] unused_shared, unused_xqoff, unused_xqon, unused_xpoff, unused_xpon;
  localparam int LW = SCHEMES[5] ? 16 : SCHEMES[4] ? 5 : 1;
  logic [NP*NC*LW-1:0] unused_queue_level;
  logic [NP*NC-1:0] unused_queue_off;
  logic [NP-1:0] unused_port_off;
  sluice_mmu #(.NP(NP), .NC(NC), .W(W), .SCHEMES(SCHEMES), .STATS(STATS), .LEVELS(1'b0)) mmu (
      .clk(clk), .rst(rst), .ready(mmu_ready),
      .enq_valid(arrive_good), .enq_port(mon_arrive_port), .enq_class(mon_arrive_class),
      .enq_cells(W'(mon_arrive_cells)), .enq_ttl(mon_arrive_ttl), .enq_egress(mon_arrive_egress),
      .deq_valid(mon_leave_valid), .deq_port(mon_leave_port), .deq_class(mon_leave_class), .deq_cells(W'(mon_leave_cells)),
      .adm_valid(adm_valid), .adm_port(unused_adm_port), .adm_class(mon_verdict_class), .adm_kind(mon_verdict_kind),
      .deq_error(mon_leave_error),
      .snd_valid(mon_begin_valid), .snd_port(mon_begin_port), .snd_class(mon_begin_class), .snd_cells(W'(begin_cells)),
      .queue_level(unused_queue_level), .queue_off(unused_queue_off), .port_off(unused_port_off),
      .tx_valid(tx_valid), .tx_ready(tx_ready), .tx_port(tx_port), .tx_level(tx_level), .tx_enable(tx_enable), .tx_time(tx_time),
      .rx_valid(mmu_rx_valid), .rx_port(mmu_rx_port), .rx_level(mmu_rx_level), .rx_enable(mmu_rx_enable), .rx_time(mmu_rx_time),
      .gate(mon_gate),
      .cfg_write(cfg_write), .cfg_addr(cfg_addr), .cfg_wdata(cfg_wdata), .cfg_read(cfg_read), .cfg_rvalid(cfg_rvalid), .cfg_rdata(cfg_rdata),
      .cfg_error(mmu_error), .cfg_reason(unused_cfg_reason),
      .stat_read(stat_read), .stat_select(bus_addr[3:0]), .stat_port(bus_addr[7+:PW]), .stat_class(bus_addr[4+:CW]), .stat_valid(stat_valid), .stat_data(stat_data),
      .loss(unused_loss), .mon_shared(unused_shared), .mon_xqoff(unused_xqoff), .mon_xqon(unused_xqon), .mon_xpoff(unused_xpoff), .mon_xpon(unused_xpon));

  // Statistics
  logic rx_counts, tx_counts, tx_taken;  // messages, a clock later; those to outside two
  logic [PW-1:0] rx_counted, tx_counted, tx_taken_port;
  logic [NC-1:0] rx_pauses, tx_pauses, tx_taken_enable;
  logic [16*NC-1:0] tx_taken_time;
  always_ff @(posedge clk) begin
    tx_taken <= tx_valid && tx_ready;
    {tx_taken_port, tx_taken_enable, tx_taken_time} <= {tx_port, tx_enable, tx_time};
    {rx_counts, tx_counts} <= {mmu_rx_valid, tx_taken};
    {rx_counted, tx_counted} <= {mmu_rx_port, tx_taken_port};
    for (int c = 0; c < NC; c++) begin
      rx_pauses[c] <= mmu_rx_enable[c] && mmu_rx_time[16*c+:16] != '0;
      tx_pauses[c] <= tx_taken_enable[c] && tx_taken_time[16*c+:16] != '0;
    end
  end
  sluice_switch_statistics #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) statistics (
      .clk(clk), .rst(rst), .clear(!set), .clear_at(clears[PW+3:0]), .in_valid(judged), .in_port(judged_port),
      .in_class(judged_class), .in_bytes(judged_bytes), .in_reason(judged_as), .end_valid(mon_end_valid), .end_reason(mon_end_reason),
      .end_class(mon_end_class), .end_bytes(end_bytes), .slot(slot_is_port), .port(port),
      .rx_valid(rx_counts), .rx_port(rx_counted), .rx_pauses(rx_pauses), .tx_valid(tx_counts), .tx_port(tx_counted),
      .tx_pauses(tx_pauses), .write(bus_write && counters), .read(bus_read && counters), .addr(counter_addr[10:0]),
      .done(statistics_done), .rdata(statistics_rdata));
endmodule
`default_nettype wire
