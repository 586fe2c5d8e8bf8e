// The inputs of all ports: streams become cells; each port offers one cell in its slot, part by part.
// Latency: a port's slot in cycle t frees its cell in t + 1 and is shown, as offered, in t + 2. Of the cell, the
// destination is valid in t + 1, header_part in t + 2, header in t + 3 and data in t + 5. A frame that counts is longer
// than its header, so all of the header is stored before the first cell is offered.
`default_nettype none
module sluice_switch_inputs #(
    parameter int NP = 4,            // ports
    parameter int DW = 64,           // bits of a port's stream
    parameter int CELL = 64,         // bytes of a cell
    parameter int PW = 2,            // bits of a port number
    parameter int BW = $clog2(CELL)  // derived: do not set
) (
    clk, rst, up, early_slot, early_port,
    s_axis_tdata, s_axis_tkeep, s_axis_tvalid, s_axis_tready, s_axis_tlast, s_axis_tuser, frame_end,
    destination, header_part, header, offered, data
);
  `SLUICE_SWITCH_INPUT(PW, BW)
  input wire logic               clk;
  input wire logic               rst;
  input wire logic [NP-1:0]      up;          // link of the port and switch are up
  input wire logic               early_slot;  // the slot of the next cycle belongs to a port
  input wire logic [PW-1:0]      early_port;  // port of that slot
  // Streams: port p at [p * width +: width]
  input wire logic [NP*DW-1:0]   s_axis_tdata;
  input wire logic [NP*DW/8-1:0] s_axis_tkeep;   // all ones except in the last word
  input wire logic [NP-1:0]      s_axis_tvalid;  // a word
  output logic     [NP-1:0]      s_axis_tready;  // the word is taken
  input wire logic [NP-1:0]      s_axis_tlast;   // last word of its frame
  input wire logic [NP-1:0]      s_axis_tuser;   // with tlast: the frame is bad
  output logic     [NP-1:0]      frame_end;      // a frame ends
  // Of a cell that begins a frame
  output logic     [47:0]        destination;  // first byte in the upper bits
  output logic     [8*32-1:0]    header_part;  // bytes 0 to 5 and 12 to 18; the others are undefined
  output logic     [8*32-1:0]    header;       // bytes 0 to 31
  // The cell of a port: early_slot and early_port, three cycles later, and the cell, three more cycles later
  output input_t                 offered;
  output logic     [8*CELL-1:0]  data;  // byte k at [8 * k +: 8]

  localparam int Group = DW < 128 ? 128 : DW;  // bits that are read together
  localparam int Groups = 8 * CELL > Group ? 8 * CELL / Group : 1;
  localparam int Parts = Groups < 4 ? Groups : 4;
  localparam int Bits = 8 * CELL / Parts;
  logic [NP-1:0] cell_valid, cell_last, cell_bad, cell_cut;
  logic [Bits-1:0] part[NP];
  logic [BW-1:0] cell_bytes[NP];
  // The slot, and one cycle later: one bit for each port, and the port number for the data
  logic slot_0, slot_now;
  logic [NP-1:0] early_slots, slots_0, slots;
  logic [PW-1:0] port, slot_port;
  always_comb for (int i = 0; i < NP; i++) early_slots[i] = early_slot && early_port == PW'(i) && !rst;
  always_ff @(posedge clk) begin
    {slot_0, slot_now} <= rst ? '0 : {early_slot, slot_0};
    {slots_0, slots} <= rst ? '0 : {early_slots, slots_0};
    port <= early_port;
    slot_port <= rst ? '0 : port;  // with a reset only to keep both registers of their own
  end
  genvar p, g;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_ingress
      sluice_switch_ingress #(.DW(DW), .CELL(CELL), .PARTS(Parts)) ingress (
          .clk, .rst, .up(up[p]),
          .s_tdata(s_axis_tdata[p*DW+:DW]), .s_tkeep(s_axis_tkeep[p*DW/8+:DW/8]), .s_tvalid(s_axis_tvalid[p]),
          .s_tready(s_axis_tready[p]), .s_tlast(s_axis_tlast[p]), .s_tuser(s_axis_tuser[p]), .frame_end(frame_end[p]),
          .early_slot(early_slots[p]), .slot(slots[p]), .cell_take(cell_valid[p] && slots[p]), .part_data(part[p]),
          .cell_valid(cell_valid[p]), .cell_bytes(cell_bytes[p]), .cell_last(cell_last[p]), .cell_bad(cell_bad[p]),
          .cell_cut(cell_cut[p]));
    end
  endgenerate
  always_ff @(posedge clk) begin
    {offered.slot, offered.valid} <= rst ? '0 : {slot_now, (slots & cell_valid) != '0};
    offered.port <= slot_port;
    offered.bytes <= cell_bytes[slot_port];
    offered.last <= (slots & cell_last) != '0;
    offered.bad <= (slots & cell_bad) != '0;
    offered.cut <= (slots & cell_cut) != '0;
  end

  // The parts in reading order: 0 (for the header only), 1, 0, 2, 3. All wait for the last one.
  logic [PW-1:0] port_2, port_3, port_4;
  logic [127:0] head, head_1, head_2;
  logic [Bits-1:0] second_2, second_3, second_4, second_5, first_3, first_4, first_5, third_4, third_5, fourth_5;
  logic [4*Bits-1:0] cell_data;
  assign head = part[port][127:0];
  assign cell_data = {fourth_5, third_5, second_5, first_5};
  assign destination = {head_1[7:0], head_1[15:8], head_1[23:16], head_1[31:24], head_1[39:32], head_1[47:40]};
  assign header_part = {second_2[127:0], head_2};
  assign header = {second_3[127:0], first_3[127:0]};
  always_ff @(posedge clk) begin
    // With a reset only to keep them registers of their own: they drive the multiplexers of all data.
    {port_2, port_3, port_4} <= rst ? '0 : {slot_port, port_2, port_3};
    {head_1, head_2} <= {head, head_1};
    second_2 <= part[slot_port];
    first_3 <= part[port_2];
    third_4 <= part[port_3];
    fourth_5 <= part[port_4];
    {second_3, second_4, second_5} <= {second_2, second_3, second_4};
    {first_4, first_5, third_5} <= {first_3, first_4, third_4};
  end
  generate
    for (g = 0; g < Groups; g = g + 1) begin : g_group
      assign data[g*Group+:Group] = cell_data[g%Parts*Bits+g/Parts*Group+:Group];
    end
  endgenerate
  logic unused_data;
  assign unused_data = ^{cell_data, header_part};
endmodule
`default_nettype wire
