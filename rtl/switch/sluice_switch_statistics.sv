// What the switch has counted: frames and bytes in and out, pauses in and out, per port and class; drops per port and reason. What the outputs
// report is kept in a queue per port until the port's slot comes.
// Latency: an access is done 2 clocks after it is shown. Reading a low word keeps the high one for the next read of any high word.
`default_nettype none
module sluice_switch_statistics #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2,
    parameter int CW = 3
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             clear,        // the rows at clear_at
    input  wire logic [PW+3:0]    clear_at,
    // A frame has been judged: reason 0, it is accepted
    input  wire logic             in_valid,
    input  wire logic [PW-1:0]    in_port,
    input  wire logic [CW-1:0]    in_class,
    input  wire logic [13:0]      in_bytes,
    input  wire logic [3:0]       in_reason,
    // A frame has ended in an output: reason 0, it was sent
    input  wire logic [NP-1:0]    end_valid,
    input  wire logic [4*NP-1:0]  end_reason,
    input  wire logic [CW*NP-1:0] end_class,
    input  wire logic [14*NP-1:0] end_bytes,
    input  wire logic             slot,
    input  wire logic [PW-1:0]    port,
    // Messages
    input  wire logic             rx_valid,
    input  wire logic [PW-1:0]    rx_port,
    input  wire logic [NC-1:0]    rx_pauses,
    input  wire logic             tx_valid,
    input  wire logic [PW-1:0]    tx_port,
    input  wire logic [NC-1:0]    tx_pauses,
    // Bus
    input  wire logic             write,
    input  wire logic             read,
    input  wire logic [10:0]      addr,         // port, counter, half: 5, 5 and 1 bits, the last two as 7
    output logic                  done,
    output logic      [31:0]      rdata
);
  // Ends: at most one cell of a port comes in a turn of the wheel, and its output holds four: eight places are enough.
  localparam int EW = 4 + CW + 14;
  logic [NP*EW-1:0] shown;
  logic [NP-1:0] some;
  logic out_valid;
  logic [PW-1:0] out_port;
  logic [3:0] out_reason;
  logic [CW-1:0] out_class;
  logic [13:0] out_bytes;
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_port
      logic [EW-1:0] ends[8];
      logic [2:0] fill, show;
      always_ff @(posedge clk) begin
        if (rst) {fill, show} <= '0;
        else begin
          fill <= fill + 3'(end_valid[p]);
          show <= show + 3'(slot && port == PW'(p) && some[p]);
        end
        if (end_valid[p]) ends[fill] <= {end_reason[4*p+:4], end_class[CW*p+:CW], end_bytes[14*p+:14]};
      end
      assign some[p] = fill != show;
      assign shown[p*EW+:EW] = ends[show];
    end
  endgenerate
  always_ff @(posedge clk) begin
    out_valid <= !rst && slot && some[port];
    out_port <= port;
    {out_reason, out_class, out_bytes} <= shown[port*EW+:EW];
  end

  // Rows. Of the host: port, counter (kind and class, or 48 + reason)
  logic [3:0] host_port;
  logic [5:0] counter;
  assign host_port = addr[10:7];
  assign counter = addr[6:1];
  logic [127:0] in_values, out_values;
  logic [63:0] drop_values, gone_values;
  logic [64*NC-1:0] rx_values, tx_values;
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(2)) frames_in (
      .clk(clk), .clear(clear), .clear_at(clear_at[PW+2:0]), .add(in_valid && in_reason == '0), .add_at({in_port, 3'(in_class)}),
      .amounts({in_bytes, 14'd1}), .read_at({host_port[PW-1:0], counter[2:0]}), .values(in_values));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(2)) frames_out (
      .clk(clk), .clear(clear), .clear_at(clear_at[PW+2:0]), .add(out_valid && out_reason == '0), .add_at({out_port, 3'(out_class)}),
      .amounts({out_bytes, 14'd1}), .read_at({host_port[PW-1:0], counter[2:0]}), .values(out_values));
  sluice_switch_counters #(.ROWS(NP * 16), .COLUMNS(1), .AMOUNT(1)) drops (
      .clk(clk), .clear(clear), .clear_at(clear_at), .add(in_valid && in_reason != '0), .add_at({in_port, in_reason}),
      .amounts(1'b1), .read_at({host_port[PW-1:0], counter[3:0]}), .values(drop_values));
  sluice_switch_counters #(.ROWS(NP * 16), .COLUMNS(1), .AMOUNT(1)) gone (
      .clk(clk), .clear(clear), .clear_at(clear_at), .add(out_valid && out_reason != '0), .add_at({out_port, out_reason}),
      .amounts(1'b1), .read_at({host_port[PW-1:0], counter[3:0]}), .values(gone_values));
  sluice_switch_counters #(.ROWS(NP), .COLUMNS(NC), .AMOUNT(1), .RW(PW)) pauses_in (
      .clk(clk), .clear(clear), .clear_at(clear_at[PW-1:0]), .add(rx_valid), .add_at(rx_port), .amounts(rx_pauses),
      .read_at(host_port[PW-1:0]), .values(rx_values));
  sluice_switch_counters #(.ROWS(NP), .COLUMNS(NC), .AMOUNT(1), .RW(PW)) pauses_out (
      .clk(clk), .clear(clear), .clear_at(clear_at[PW-1:0]), .add(tx_valid), .add_at(tx_port), .amounts(tx_pauses),
      .read_at(host_port[PW-1:0]), .values(tx_values));

  // An access: the rows, then the answer
  logic asked, exists;
  logic [31:0] high;
  logic [63:0] value;
  always_comb begin
    value = '0;
    case (32'(counter[5:3]))
      sluice_switch_pkg::FRAMES_IN: value = in_values[63:0];
      sluice_switch_pkg::BYTES_IN: value = in_values[127:64];
      sluice_switch_pkg::FRAMES_OUT: value = out_values[63:0];
      sluice_switch_pkg::BYTES_OUT: value = out_values[127:64];
      sluice_switch_pkg::PAUSES_IN: for (int c = 0; c < NC; c++) if (counter[2:0] == 3'(c)) value = rx_values[64*c+:64];
      sluice_switch_pkg::PAUSES_OUT: for (int c = 0; c < NC; c++) if (counter[2:0] == 3'(c)) value = tx_values[64*c+:64];
      default: value = drop_values + gone_values;  // one of them is 0
    endcase
  end
  assign exists = 32'(host_port) < NP && (32'(counter) >= sluice_switch_pkg::DROPS || 32'(counter[2:0]) < NC);
  always_ff @(posedge clk) begin
    if (rst) {asked, done} <= '0;
    else begin
      asked <= (write || read) && !asked && !done;
      done <= asked;
    end
    rdata <= addr[0] ? high : exists ? value[31:0] : '0;
    if (asked && read && !addr[0]) high <= exists ? value[63:32] : '0;
  end
endmodule
`default_nettype wire
