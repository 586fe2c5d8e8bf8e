// The outputs of all ports: two registers behind the cell memory, one in the block RAM and one on the long path; then each port's cells as
// a stream. A port takes a quarter of its cell per cycle, which is the width of its memory.
// Latency: push in cycle t, with read_data of the memory; data in t + 1, space in t + 2, m_tvalid in t + 5. Pushes to one port are at least
// five cycles apart.
`default_nettype none
module sluice_switch_outputs #(
    parameter int NP = 4,     // ports
    parameter int DW = 64,    // bits of a port's stream
    parameter int CELL = 64,  // bytes of a cell
    parameter int AW = 12,    // 2^AW cells
    parameter int PW = 2,     // bits of a port number
    parameter int CW = 3      // bits of a class number
) (
    input  wire logic               clk,
    input  wire logic               rst,
    input  wire logic [NP-1:0]      up,          // link of the port and switch are up
    input  wire logic               push,        // a cell for push_port; only while space of that port
    input  wire logic [PW-1:0]      push_port,   // egress port
    input  wire logic [8*CELL-1:0]  push_data,   // quarter i is i cycles later
    input  wire logic [AW:0]        push_link,   // top bit: last cell of its frame, the other bits are then its bytes less one
    input  wire logic [CW-1:0]      push_class,  // egress class
    input  wire logic               push_drop,   // drop the cell
    input  wire logic               mark,        // two cycles later: first cell of a frame to be marked with CE
    output logic      [8*CELL-1:0]  data,        // push_data, one cycle later
    output logic      [NP-1:0]      space,       // at most three cells wait
    output logic      [NP*DW-1:0]   m_tdata,     // port p at [p * width +: width], as for the other streams
    output logic      [NP*DW/8-1:0] m_tkeep,     // valid bytes
    output logic      [NP-1:0]      m_tvalid,    // a word
    input  wire logic [NP-1:0]      m_tready,    // the word is taken
    output logic      [NP-1:0]      m_tlast,     // last word of its frame
    output logic      [NP-1:0]      m_tuser,     // with tlast: the frame is cut off
    output logic      [NP-1:0]      end_valid,   // a frame has left the output, or was dropped there
    output logic      [4*NP-1:0]    end_reason,  // 0: the frame was sent; else of sluice_switch_pkg
    output logic      [CW*NP-1:0]   end_class,   // egress class
    output logic      [NP-1:0]      end_marked,  // the frame was marked with CE
    output logic      [14*NP-1:0]   end_bytes    // frame length
);
  localparam int BW = $clog2(CELL);
  logic [NP-1:0] next_pushes, pushes;
  logic last, last_1, drop, drop_1;
  logic [BW-1:0] bytes, bytes_1;
  logic [CW-1:0] cls, cls_1;
  // CE is set behind the register on the long path, while the quarters are written into the memory of the port.
  logic [8*CELL-1:0] pushed;
  logic [8*32-1:0] header, changed;
  logic mark_1, marked;
  sluice_switch_ce #(.CELL(CELL)) ce (.clk, .early(pushed[8*32-1:0]), .header, .mark(mark_1), .changed, .marked);
  always_ff @(posedge clk) begin
    for (int p = 0; p < NP; p++) next_pushes[p] <= push && push_port == PW'(p) && !rst;
    pushes <= rst ? '0 : next_pushes;
    {pushed, data} <= {data, push_data};
    {header, mark_1} <= {pushed[8*32-1:0], mark};
    {last_1, bytes_1} <= {push_link[AW], push_link[BW-1:0]};
    {cls_1, drop_1} <= {push_class, push_drop};
    {last, bytes, cls, drop} <= {last_1, bytes_1, cls_1, drop_1};
  end
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_egress
      sluice_switch_egress #(.CW(CW), .DW(DW), .CELL(CELL)) egress (
          .clk, .rst, .up(up[p]), .next_push(next_pushes[p]), .push(pushes[p]), .push_data(pushed), .changed, .push_last(last),
          .push_bytes(bytes), .push_class(cls), .push_drop(drop), .push_marked(marked), .space(space[p]), .m_tdata(m_tdata[p*DW+:DW]),
          .m_tkeep(m_tkeep[p*DW/8+:DW/8]), .m_tvalid(m_tvalid[p]), .m_tready(m_tready[p]), .m_tlast(m_tlast[p]),
          .m_tuser(m_tuser[p]), .end_valid(end_valid[p]), .end_reason(end_reason[4*p+:4]), .end_class(end_class[CW*p+:CW]),
          .end_marked(end_marked[p]),
          .end_bytes(end_bytes[14*p+:14]));
    end
  endgenerate
  logic unused_link;
  assign unused_link = ^push_link;
endmodule
`default_nettype wire
