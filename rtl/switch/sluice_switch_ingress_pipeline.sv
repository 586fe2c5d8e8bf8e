// From the streams to the buffer: cells of all ports, header parser and MAC table, the chain of cells of each frame, and the copies of
// frames to many ports. In its own slot the copier uses this pipeline, from header parser and table on, as port NP.
// Latency: a port's slot in cycle t; its cell leaves the input in t + 2; header, table and chain in t + 5; write_* in t + 6; arrive_*
// in t + 7. The slot of the copier is aligned with the cells: read in t, cell in t + 3, write_* in t + 4.
// Collisions: a frame to many ports for which the copier has no space is dropped as NOT_COPIED.
`default_nettype none
module sluice_switch_ingress_pipeline #(
    parameter int NP = 4,                // ports
    parameter int NC = 8,                // classes
    parameter int DW = 64,               // bits of a port's stream
    parameter int CELL = 64,             // bytes of a cell
    parameter int AW = 12,               // 2^AW cells
    parameter int MACS = 16,             // entries of the MAC table
    parameter logic [6:0] SCHEMES = 127,  // mask of schemes in the build
    parameter int PW = 2,                // bits of a port number
    parameter int CW = 3,                // bits of a class number
    parameter int NB = 9,                // bits of a frame's cells
    parameter int SW = $clog2(NP + 1)    // derived: do not set
) (
    input  wire logic               clk,
    input  wire logic               rst,
    input  wire logic [NP-1:0]      up,                 // link of the port and switch are up
    input  wire logic               early_slot,         // the slot of the next cycle belongs to a port
    input  wire logic [PW-1:0]      early_port,         // port of that slot
    input  wire logic               copy_slot,          // the slot belongs to the copier
    // cfg
    input  wire sluice_switch_frame_cfg_t frame_cfg,    // the registers for arriving frames
    input  wire sluice_switch_mac_write_t mac_write,    // a write into the MAC table
    input  wire logic [3*NC-1:0]    priorities,         // of class c at [3 * c +: 3]
    input  wire logic [3*NP-1:0]    default_class,      // class of all other frames
    input  wire logic [NP-1:0]      trust_pcp,          // class from the PCP of the VLAN tag
    input  wire logic [NP-1:0]      trust_dscp,         // class from the DSCP of the IP header
    input  wire logic [NP-1:0]      flood,              // the ports that get copies of frames to many ports
    input  wire logic [NC-1:0]      lossless,           // lossless classes
    // Streams
    input  wire logic [NP*DW-1:0]   s_axis_tdata,       // port p at [p * width +: width]
    input  wire logic [NP*DW/8-1:0] s_axis_tkeep,
    input  wire logic [NP-1:0]      s_axis_tvalid,
    output logic      [NP-1:0]      s_axis_tready,
    input  wire logic [NP-1:0]      s_axis_tlast,
    input  wire logic [NP-1:0]      s_axis_tuser,
    output logic      [NP-1:0]      frame_end,          // a frame has arrived at the input of the port
    // Buffer: write side, read side of the copier, free cells
    output logic                    write,              // write a cell
    output logic      [AW-1:0]      write_cell,         // address of that cell
    output logic      [AW:0]        write_link,         // top bit: last cell of its frame, the other bits are then its bytes less one
    output logic      [8*CELL-1:0]  write_data,         // the cell
    output logic                    write_copy,         // one cycle before write: the cell is the one of a copy
    output logic                    copy_read,          // read a cell to be copied
    output logic      [AW-1:0]      copy_cell,          // address of that cell
    input  wire logic [AW:0]        link,               // link of copy_cell, three cycles later
    input  wire logic               free_valid,         // a free cell is offered
    input  wire logic [AW-1:0]      free_cell,          // address of that cell
    output logic                    free_take,          // take that cell
    output logic                    copy_freed,         // a cell has been copied for the last time
    output logic      [AW-1:0]      copy_freed_cell,    // address of that cell
    // A frame is complete or discarded
    output logic                    arrive_valid,       // a frame is complete or discarded
    output logic                    arrive_good,        // the reason is NONE: the MMU decides about the frame
    output logic                    arrive_copy,        // the frame is a copy
    output logic                    arrive_chain,       // the frame has cells
    output logic      [3:0]         arrive_reason,      // of sluice_switch_pkg
    output logic      [PW-1:0]      arrive_port,        // ingress port
    output logic      [CW-1:0]      arrive_class,       // class of the frame
    output logic      [PW-1:0]      arrive_egress,      // egress port
    output logic      [7:0]         arrive_ttl,         // TTL for the MMU
    output logic      [NB-1:0]      arrive_cells,       // cells of the frame
    output logic      [13:0]        arrive_bytes,       // frame length
    output logic      [AW-1:0]      arrive_head,        // first cell
    // The cells of a frame that was not accepted return to its port; NP: the copier
    input  wire logic [SW-1:0]      early_return_port,  // return_port two cycles later
    input  wire logic               return_valid,       // a chain returns
    input  wire logic [SW-1:0]      return_port,        // port that gets the chain; NP: the copier
    input  wire logic [AW-1:0]      return_head,        // first cell
    input  wire logic [NB-1:0]      return_cells,       // cells of the chain
    output logic      [AW:0]        kept                // returned cells that wait at their ports for use
);
  localparam int BW = $clog2(CELL);

  // Streams to cells
  logic slot_1, valid_1, last_1, bad_1, cut_1;
  logic [PW-1:0] port_1;
  logic [47:0] destination;
  logic [8*32-1:0] header_part, header_2;
  logic [BW-1:0] bytes_1;
  logic [8*CELL-1:0] data_4;
  sluice_switch_inputs #(.NP(NP), .DW(DW), .CELL(CELL), .PW(PW)) inputs (
      .clk, .rst, .up, .s_tdata(s_axis_tdata), .s_tkeep(s_axis_tkeep), .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready),
      .s_tlast(s_axis_tlast), .s_tuser(s_axis_tuser), .frame_end, .early_slot, .early_port, .destination, .header_part, .header(header_2),
      .slot_1, .port_1, .valid(valid_1), .bytes(bytes_1), .last(last_1), .bad(bad_1), .cut(cut_1), .data(data_4));

  // Header parser and MAC table take two cycles.
  logic slot_2, valid_2, last_2, bad_2, cut_2, slot_3, valid_3, last_3, bad_3, cut_3, copy_slot_1, copy_slot_2, copy_slot_3;
  logic [PW-1:0] port_2, port_3, table_port, passes_to;
  logic [BW-1:0] bytes_2, bytes_3;
  logic [8*9-1:0] fields_3, updated, fields_4;
  logic [SW-1:0] next_port;
  logic first, update_4, reserved, passes, passes_4, is_group, found, lossy;
  logic [CW-1:0] cls;
  logic [7:0] ttl, byte_3, byte_3_4;
  logic [2:0] default_of[NP];
  logic [2:0] default_2;
  logic trust_pcp_2, trust_dscp_2;
  genvar d;
  generate
    for (d = 0; d < NP; d = d + 1) begin : g_default
      assign default_of[d] = default_class[3*d+:3];
    end
  endgenerate
  sluice_switch_header #(.NC(NC), .CW(CW)) header_parser (
      .clk, .header_part, .header(header_2), .fields(fields_3), .default_class(default_2), .trust_pcp(trust_pcp_2),
      .trust_dscp(trust_dscp_2), .priorities, .lossless,
      .decrement(frame_cfg.decrement), .non_ip_ttl(frame_cfg.non_ip_ttl), .updated, .is_group, .cls, .lossy, .ttl);
  sluice_switch_table #(.NP(NP), .MACS(MACS), .PW(PW)) mac_table (
      .clk, .rst, .mac_write, .destination, .found, .port(table_port));
  sluice_switch_management #(.NP(NP), .PW(PW)) management (
      .clk, .destination(header_part[47:0]), .port(port_2), .enabled(frame_cfg.managed),
      .management_port(frame_cfg.management[PW-1:0]), .reserved, .passes, .to(passes_to), .byte_3);
  always_ff @(posedge clk) begin
    {copy_slot_1, copy_slot_2, copy_slot_3} <= rst ? '0 : {copy_slot, copy_slot_1, copy_slot_2};
    next_port <= copy_slot_1 ? SW'(NP) : SW'(port_1);
    {slot_2, valid_2, slot_3, valid_3} <= rst ? '0 : {slot_1, valid_1, slot_2, valid_2};
    {default_2, trust_pcp_2, trust_dscp_2} <= {default_of[port_1], trust_pcp[port_1], trust_dscp[port_1]};
    {port_2, last_2, bad_2, cut_2, bytes_2} <= {port_1, last_1, bad_1, cut_1, bytes_1};
    {port_3, last_3, bad_3, cut_3, bytes_3} <= {port_2, last_2, bad_2, cut_2, bytes_2};
    fields_3 <= header_2[8*21+:8*9];
    {update_4, fields_4} <= {(first && !copy_slot_3), updated};
    {passes_4, byte_3_4} <= {passes, byte_3};
  end
  always_comb begin
    write_data = data_4;
    if (update_4) write_data[8*21+:8*9] = fields_4;
    if (update_4 && passes_4) write_data[8*3+:8] = byte_3_4;
  end
  assign write_copy = copy_slot_3;

  // A frame without a table entry, or to a group, is copied to all ports of FLOOD except its own, if its class is lossy.
  logic by_ttl, ttl_drop, unused_parity_drop;
  logic [CW-1:0] ttl_class;
  logic [NP-1:0] others, flood_to;
  assign by_ttl = SCHEMES[sluice_pkg::TTL] && frame_cfg.scheme == sluice_pkg::TTL;
  sluice_classify #(.PW(PW), .CW(CW)) classify (
      .enabled(by_ttl), .not_ttl0(~frame_cfg.ttl0), .options(frame_cfg.ttl_options & ~(3'b1 << sluice_pkg::TTL_DROP_BOUNCED)),
      .port({PW{1'b0}}), .egress({PW{1'b0}}), .cls_in(cls), .ttl, .dropped(ttl_drop), .parity_drop(unused_parity_drop),
      .cls(ttl_class));
  always_ff @(posedge clk) for (int p = 0; p < NP; p++) others[p] <= flood[p] && port_2 != PW'(p);
  assign flood_to = others & {NP{by_ttl ? !ttl_drop && !lossless[ttl_class] : lossy}};

  // The cell of a port or of a copy extends its frame, and is written one cycle later.
  logic copy_valid, copy_space, arrive_floods;
  logic [PW-1:0] copy_port, copy_egress;
  logic [CW-1:0] copy_class;
  logic [7:0] copy_ttl;
  logic [BW-1:0] copy_bytes;
  logic [3:0] reason;
  logic [NP-1:0] arrive_flood;
  assign copy_bytes = !copy_slot_3 ? bytes_3 : link[AW] ? link[BW-1:0] : BW'(CELL - 1);
  sluice_switch_arrive #(.NP(NP), .CELL(CELL), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) arrive (
      .clk, .rst, .max_frame(frame_cfg.max_frame), .next_port, .slot(slot_3 || (copy_slot_3 && frame_cfg.flood_used)),
      .from(copy_slot_3 ? copy_port : port_3), .cell_valid(valid_3 || copy_valid), .cell_bytes(copy_bytes),
      .port_bytes(bytes_3), .cell_last(copy_slot_3 ? link[AW] : last_3), .cell_bad(bad_3 && !copy_slot_3),
      .cell_cut(cut_3 && !copy_slot_3), .first, .reserved(reserved && !copy_slot_3),
      .known(copy_slot_3 || passes || (found && !is_group)), .to(copy_slot_3 ? copy_egress : passes ? passes_to : table_port),
      .cls(copy_slot_3 ? copy_class : cls), .ttl(copy_slot_3 ? copy_ttl : ttl), .flood(flood_to), .free_valid, .free_cell,
      .free_take, .write, .write_cell, .write_link, .arrive_valid, .arrive_port, .arrive_good, .arrive_floods,
      .arrive_reason(reason), .arrive_class, .arrive_egress, .arrive_ttl, .arrive_cells, .arrive_bytes, .arrive_head,
      .arrive_chain, .arrive_copy, .arrive_flood, .early_return_port, .return_valid, .return_port, .return_head,
      .return_cells, .kept);

  logic put;
  assign put = arrive_floods && copy_space;
  assign arrive_reason = arrive_floods && !copy_space ? sluice_switch_pkg::NOT_COPIED : reason;
  sluice_switch_copy #(.NP(NP), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) copy (
      .clk, .rst, .frame_cells(frame_cfg.frame_cells), .space(copy_space), .put, .put_head(arrive_head),
      .put_cells(arrive_cells), .put_port(arrive_port), .put_class(arrive_class), .put_ttl(arrive_ttl),
      .put_flood(arrive_flood), .slot(copy_slot), .read(copy_read), .read_cell(copy_cell), .link, .copy_valid, .copy_port,
      .copy_egress, .copy_class, .copy_ttl, .freed(copy_freed), .freed_cell(copy_freed_cell));
endmodule
`default_nettype wire
