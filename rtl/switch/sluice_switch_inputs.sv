// The inputs of all ports: their streams as cells, of which each port shows one in its slot.
// Latency: slot of a port in clock t, its cell is freed in clock t + 1 and given in t + 2, the destination in t + 1.
`default_nettype none
module sluice_switch_inputs #(
    parameter int NP = 4,
    parameter int DW = 64,               // bits of a port's stream
    parameter int CELL = 64,             // bytes of a cell
    parameter int PW = 2,
    parameter int BW = $clog2(CELL)      // derived: do not set
) (
    input  wire logic               clk,
    input  wire logic               rst,
    input  wire logic [NP-1:0]      up,
    input  wire logic [NP*DW-1:0]   s_tdata,
    input  wire logic [NP*DW/8-1:0] s_tkeep,
    input  wire logic [NP-1:0]      s_tvalid,
    output logic      [NP-1:0]      s_tready,
    input  wire logic [NP-1:0]      s_tlast,
    input  wire logic [NP-1:0]      s_tuser,
    input  wire logic               slot,       // it is a port's
    input  wire logic [PW-1:0]      port,
    output logic      [47:0]        destination,  // of a cell that begins a frame, a clock before it is given; the first byte in the upper bits
    output logic                    slot_1,
    output logic      [PW-1:0]      port_1,
    output logic                    valid,      // the rest is of a cell
    output logic      [8*CELL-1:0]  data,
    output logic      [BW-1:0]      bytes,      // less one
    output logic                    last,
    output logic                    bad,
    output logic                    cut
);
  logic [NP-1:0] cell_valid, cell_last, cell_bad, cell_cut;
  logic [8*CELL-1:0] cell_data[NP];
  logic [BW-1:0] cell_bytes[NP];
  // A clock later: the turn, one bit for each port, and as a number for the data, with a reset only so that it stays a register of its own: so
  // many bits are far away
  logic turn_1;
  logic [47:0] head;  // A frame that counts has more than one word: its first one was there before its cell is shown.
  assign head = cell_data[port][47:0];
  logic [NP-1:0] turns;
  logic [PW-1:0] turn_port;
  always_ff @(posedge clk) begin
    turn_1 <= slot && !rst;
    for (int i = 0; i < NP; i++) turns[i] <= slot && port == PW'(i) && !rst;
    turn_port <= rst ? '0 : port;
  end
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_ingress
      sluice_switch_ingress #(.DW(DW), .CELL(CELL)) ingress (
          .clk(clk), .rst(rst), .up(up[p]), .s_tdata(s_tdata[p*DW+:DW]), .s_tkeep(s_tkeep[p*DW/8+:DW/8]),
          .s_tvalid(s_tvalid[p]), .s_tready(s_tready[p]), .s_tlast(s_tlast[p]), .s_tuser(s_tuser[p]),
          .cell_valid(cell_valid[p]), .cell_data(cell_data[p]), .cell_bytes(cell_bytes[p]), .cell_last(cell_last[p]),
          .cell_bad(cell_bad[p]), .cell_cut(cell_cut[p]), .cell_take(cell_valid[p] && turns[p]));
    end
  endgenerate
  always_ff @(posedge clk) begin
    {slot_1, valid} <= rst ? '0 : {turn_1, (turns & cell_valid) != '0};
    port_1 <= turn_port;
    {last, bad, cut} <= {(turns & cell_last) != '0, (turns & cell_bad) != '0, (turns & cell_cut) != '0};
    data <= cell_data[turn_port];
    destination <= {head[7:0], head[15:8], head[23:16], head[31:24], head[39:32], head[47:40]};
    bytes <= cell_bytes[turn_port];
  end
endmodule
`default_nettype wire
