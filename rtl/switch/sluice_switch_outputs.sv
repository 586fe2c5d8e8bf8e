// The outputs of all ports: two registers behind the cell memory, one in the block RAM and one on the long path; then
// each port's cells as a stream. A port takes a quarter of its cell per cycle, which is the width of its memory.
// Latency: push in cycle t, with read_data of the memory; data in t + 1, space in t + 2, m_tvalid in t + 5. Pushes to
// one port are at least five cycles apart.
`default_nettype none
module sluice_switch_outputs #(
    parameter int NP = 4,     // ports
    parameter int DW = 64,    // bits of a port's stream
    parameter int CELL = 64,  // bytes of a cell
    parameter int AW = 12,    // 2^AW cells
    parameter int PW = 2,     // bits of a port number
    parameter int CW = 3      // bits of a class number
) (
    clk, rst, up,
    push, push_data, push_link, mark, data, space,
    m_axis_tdata, m_axis_tkeep, m_axis_tvalid, m_axis_tready, m_axis_tlast, m_axis_tuser,
    ended
);
  `SLUICE_SWITCH_PUSH(PW, CW)
  `SLUICE_SWITCH_ENDED(NP, CW)
  input wire logic               clk;
  input wire logic               rst;
  input wire logic [NP-1:0]      up;         // link of the port and switch are up
  input wire push_t              push;       // a cell for an output; only while space of that port
  input wire logic [8*CELL-1:0]  push_data;  // quarter i is i cycles later
  input wire logic [AW:0]        push_link;  // top bit: last cell of its frame,
                                             // the other bits are then its bytes less one
  input wire logic               mark;       // two cycles later: first cell of a frame to be marked with CE
  output logic     [8*CELL-1:0]  data;       // push_data, one cycle later
  output logic     [NP-1:0]      space;      // at most three cells wait
  // Streams: port p at [p * width +: width]
  output logic     [NP*DW-1:0]   m_axis_tdata;
  output logic     [NP*DW/8-1:0] m_axis_tkeep;   // valid bytes
  output logic     [NP-1:0]      m_axis_tvalid;  // a word
  input wire logic [NP-1:0]      m_axis_tready;  // the word is taken
  output logic     [NP-1:0]      m_axis_tlast;   // last word of its frame
  output logic     [NP-1:0]      m_axis_tuser;   // with tlast: the frame is cut off
  output ended_t                 ended;  // frames have left their outputs, or were dropped there

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
    for (int p = 0; p < NP; p++) next_pushes[p] <= push.valid && push.port == PW'(p) && !rst;
    pushes <= rst ? '0 : next_pushes;
    {pushed, data} <= {data, push_data};
    {header, mark_1} <= {pushed[8*32-1:0], mark};
    {last_1, bytes_1} <= {push_link[AW], push_link[BW-1:0]};
    {cls_1, drop_1} <= {push.cls, push.drop};
    {last, bytes, cls, drop} <= {last_1, bytes_1, cls_1, drop_1};
  end
  logic [NP-1:0] end_valid, end_marked;
  logic [4*NP-1:0] end_reason;
  logic [CW*NP-1:0] end_class;
  logic [14*NP-1:0] end_bytes;
  assign ended = {end_valid, end_reason, end_class, end_marked, end_bytes};
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_egress
      sluice_switch_egress #(.CW(CW), .DW(DW), .CELL(CELL)) egress (
          .clk, .rst, .up(up[p]), .next_push(next_pushes[p]), .push(pushes[p]), .push_data(pushed), .changed,
          .push_last(last), .push_bytes(bytes), .push_class(cls), .push_drop(drop), .push_marked(marked),
          .space(space[p]),
          .m_tdata(m_axis_tdata[p*DW+:DW]), .m_tkeep(m_axis_tkeep[p*DW/8+:DW/8]), .m_tvalid(m_axis_tvalid[p]),
          .m_tready(m_axis_tready[p]), .m_tlast(m_axis_tlast[p]), .m_tuser(m_axis_tuser[p]),
          .end_valid(end_valid[p]), .end_reason(end_reason[4*p+:4]), .end_class(end_class[CW*p+:CW]),
          .end_marked(end_marked[p]), .end_bytes(end_bytes[14*p+:14]));
    end
  endgenerate
  logic unused_fields;
  assign unused_fields = ^{push_link, push.first};
endmodule
`default_nettype wire
