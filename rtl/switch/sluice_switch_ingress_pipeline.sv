// From the streams to the buffer: cells of all ports, header parser and MAC table, the chain of cells of each frame,
// and the copies of frames to many ports. In its own slot the copier uses this pipeline, from header parser and table
// on, as port NP.
// Latency: a port's slot in cycle t; its cell leaves the input in t + 2; header, table and chain in t + 5; write in t +
// 6; arrived in t + 7. The slot of the copier is aligned with the cells: read in t, cell in t + 3, write in t + 4.
// Collisions: see sluice_switch_arrive.
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
    parameter int SW = $clog2(NP + 1),   // derived: do not set
    parameter int BW = $clog2(CELL)      // derived: do not set
) (
    clk, rst, up, early_slot, early_port, copy_slot,
    frame_cfg, mac_write, priorities, default_class, trust_pcp, trust_dscp, flood, lossless,
    s_axis_tdata, s_axis_tkeep, s_axis_tvalid, s_axis_tready, s_axis_tlast, s_axis_tuser, frame_end,
    write, write_data, write_copy, copy_read, link, free_cell, free_take, copy_freed,
    arrived, returned, kept
);
  `SLUICE_SWITCH_CELL(AW)
  `SLUICE_SWITCH_CELL_WRITE(AW)
  `SLUICE_SWITCH_INPUT(PW, BW)
  `SLUICE_SWITCH_ROUTE(PW, CW)
  `SLUICE_SWITCH_ARRIVED(PW, CW, NB, AW)
  `SLUICE_SWITCH_RETURNED(SW, NB, AW)
  input wire logic               clk;
  input wire logic               rst;
  input wire logic [NP-1:0]      up;          // link of the port and switch are up
  input wire logic               early_slot;  // the slot of the next cycle belongs to a port
  input wire logic [PW-1:0]      early_port;  // port of that slot
  input wire logic               copy_slot;   // the slot belongs to the copier
  // cfg
  input wire sluice_switch_frame_cfg_t frame_cfg;  // the registers for arriving frames
  input wire sluice_switch_mac_write_t mac_write;  // a write into the MAC table
  input wire logic [3*NC-1:0]    priorities;     // of class c at [3 * c +: 3]
  input wire logic [3*NP-1:0]    default_class;  // class of all other frames
  input wire logic [NP-1:0]      trust_pcp;      // class from the PCP of the VLAN tag
  input wire logic [NP-1:0]      trust_dscp;     // class from the DSCP of the IP header
  input wire logic [NP-1:0]      flood;          // the ports that get copies of frames to many ports
  input wire logic [NC-1:0]      lossless;       // lossless classes
  // Streams: port p at [p * width +: width]
  input wire logic [NP*DW-1:0]   s_axis_tdata;
  input wire logic [NP*DW/8-1:0] s_axis_tkeep;
  input wire logic [NP-1:0]      s_axis_tvalid;
  output logic     [NP-1:0]      s_axis_tready;
  input wire logic [NP-1:0]      s_axis_tlast;
  input wire logic [NP-1:0]      s_axis_tuser;
  output logic     [NP-1:0]      frame_end;  // a frame has arrived at the input of the port
  // Buffer: write side, read side of the copier, free cells
  output cell_write_t            write;
  output logic     [8*CELL-1:0]  write_data;  // the cell
  output logic                   write_copy;  // one cycle before write: the cell is the one of a copy
  output cell_t                  copy_read;   // a cell to be copied
  input wire logic [AW:0]        link;        // link of copy_read, three cycles later
  input wire cell_t              free_cell;   // a free cell is offered
  output logic                   free_take;   // take it
  output cell_t                  copy_freed;  // a cell has been copied for the last time
  // Frames
  output arrived_t               arrived;   // a frame is complete or discarded
  input wire returned_t          returned;  // the cells of a frame that was not accepted
  output logic     [AW:0]        kept;      // returned cells that wait at their ports for use

  // Streams to cells. NAME_n: n cycles later
  input_t input_1, input_2, input_3;
  logic [47:0] destination;
  logic [8*32-1:0] header_part, header_2;
  logic [8*CELL-1:0] data_4;
  sluice_switch_inputs #(.NP(NP), .DW(DW), .CELL(CELL), .PW(PW)) inputs (
      .clk, .rst, .up, .early_slot, .early_port,
      .s_axis_tdata, .s_axis_tkeep, .s_axis_tvalid, .s_axis_tready, .s_axis_tlast, .s_axis_tuser, .frame_end,
      .destination, .header_part, .header(header_2), .offered(input_1), .data(data_4));

  // Header parser and MAC table take two cycles.
  logic copy_slot_1, copy_slot_2, copy_slot_3;
  logic [PW-1:0] table_port, passes_to;
  logic [8*9-1:0] fields_3, updated, fields_4;  // bytes 21 to 29
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
      .clk, .header_part, .header(header_2), .fields(fields_3),
      .default_class(default_2), .trust_pcp(trust_pcp_2), .trust_dscp(trust_dscp_2), .priorities, .lossless,
      .decrement(frame_cfg.decrement), .non_ip_ttl(frame_cfg.non_ip_ttl),
      .updated, .is_group, .cls, .lossy, .ttl);
  sluice_switch_table #(.NP(NP), .MACS(MACS), .PW(PW)) mac_table (
      .clk, .rst, .mac_write, .destination, .found, .port(table_port));
  sluice_switch_management #(.NP(NP), .PW(PW)) management (
      .clk, .destination(header_part[47:0]), .port(input_2.port),
      .enabled(frame_cfg.managed), .management_port(frame_cfg.management[PW-1:0]),
      .reserved, .passes, .to(passes_to), .byte_3);
  always_ff @(posedge clk) begin
    {copy_slot_1, copy_slot_2, copy_slot_3} <= rst ? '0 : {copy_slot, copy_slot_1, copy_slot_2};
    next_port <= copy_slot_1 ? SW'(NP) : SW'(input_1.port);
    {default_2, trust_pcp_2, trust_dscp_2} <=
        {default_of[input_1.port], trust_pcp[input_1.port], trust_dscp[input_1.port]};
    {input_2, input_3} <= {input_1, input_2};
    if (rst) {input_2.slot, input_2.valid, input_3.slot, input_3.valid} <= '0;
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

  // A frame without a table entry, or to a group, is copied to all ports of FLOOD except its own, if its class is
  // lossy.
  logic by_ttl, ttl_drop, unused_parity_drop;
  logic [CW-1:0] ttl_class;
  logic [NP-1:0] others, flood_to;
  assign by_ttl = SCHEMES[sluice_pkg::TTL] && frame_cfg.scheme == sluice_pkg::TTL;
  sluice_classify #(.PW(PW), .CW(CW)) classify (
      .enabled(by_ttl), .not_ttl0(~frame_cfg.ttl0),
      .options(frame_cfg.ttl_options & ~(3'b1 << sluice_pkg::TTL_DROP_BOUNCED)),
      .port({PW{1'b0}}), .egress({PW{1'b0}}), .cls_in(cls), .ttl,
      .dropped(ttl_drop), .parity_drop(unused_parity_drop), .cls(ttl_class));
  always_ff @(posedge clk) for (int p = 0; p < NP; p++) others[p] <= flood[p] && input_2.port != PW'(p);
  assign flood_to = others & {NP{by_ttl ? !ttl_drop && !lossless[ttl_class] : lossy}};

  // The cell of a port or of a copy, and where the frame goes that it begins
  input_t now;
  route_t looked_up, copied, route;
  logic copy_valid;
  logic [PW-1:0] copy_port;
  assign now.slot = input_3.slot || (copy_slot_3 && frame_cfg.flood_used);
  assign now.port = copy_slot_3 ? copy_port : input_3.port;
  assign now.valid = input_3.valid || copy_valid;
  assign now.bytes = !copy_slot_3 ? input_3.bytes : link[AW] ? link[BW-1:0] : BW'(CELL - 1);
  assign now.last = copy_slot_3 ? link[AW] : input_3.last;
  assign now.bad = input_3.bad && !copy_slot_3;
  assign now.cut = input_3.cut && !copy_slot_3;
  assign looked_up = {passes || (found && !is_group), passes ? passes_to : table_port, cls, ttl};
  assign route = copy_slot_3 ? copied : looked_up;

  // The cell extends its frame, and is written one cycle later. A frame to many ports waits to be copied.
  logic copy_space, put;
  logic [NP-1:0] put_flood;
  sluice_switch_arrive #(.NP(NP), .CELL(CELL), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) arrive (
      .clk, .rst, .max_frame(frame_cfg.max_frame),
      .next_port, .now, .port_bytes(input_3.bytes), .first, .reserved(reserved && !copy_slot_3), .route,
      .flood(flood_to),
      .free_cell, .free_take, .write,
      .copy_space, .arrived, .put, .put_flood,
      .returned, .kept);
  sluice_switch_copy #(.NP(NP), .AW(AW), .PW(PW), .CW(CW), .NB(NB)) copy (
      .clk, .rst, .frame_cells(frame_cfg.frame_cells), .space(copy_space),
      .put, .put_flood, .arrived,
      .slot(copy_slot), .read(copy_read), .link, .copy_valid, .copy_port, .route(copied), .freed(copy_freed));
endmodule
`default_nettype wire
