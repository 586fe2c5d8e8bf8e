// The messages that the receivers of all ports hold, one in every clock to the MMU: round robin, so that each is there within
// 2 NP + 3 clocks of the frame's count. Times by priority become times by class; priorities without a class are left out [spec 9].
// A list of ports that hold something is served from the lowest on; with the last one it starts anew.
// Latency: msg_valid in clock t, rx_valid in t + 4 at the earliest.
`default_nettype none
module sluice_control_in #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = NP > 1 ? $clog2(NP) : 1  // derived: do not set
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic [3*NC-1:0]   priorities,  // of each class, one to one
    input  wire logic [NP-1:0]     msg_valid,
    output logic      [NP-1:0]     msg_take,
    input  wire logic [NP-1:0]     msg_level,
    input  wire logic [8*NP-1:0]   msg_enable,
    input  wire logic [128*NP-1:0] msg_time,
    output logic                   rx_valid,
    output logic      [PW-1:0]     rx_port,
    output logic                   rx_level,
    output logic      [NC-1:0]     rx_enable,
    output logic      [16*NC-1:0]  rx_time
);
  // Which port: what is taken now, or in the next clock, is not listed again.
  logic [NP-1:0] pending, lowest, left;
  assign lowest = pending & (~pending + 1'b1);
  assign left = pending & ~lowest;
  always_ff @(posedge clk)
    if (rst) begin
      pending <= '0;
      msg_take <= '0;
    end else begin
      pending <= left != '0 ? left : msg_valid & ~lowest & ~msg_take;
      msg_take <= lowest;
    end

  // Its message
  logic [136:0] row, message;
  logic [NP*137-1:0] rows;
  logic [PW-1:0] port_number, port;
  logic valid;
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_row
      assign rows[137*p+:137] = {msg_level[p], msg_enable[8*p+:8], msg_time[128*p+:128]};
    end
  endgenerate
  sluice_select #(.NP(NP), .B(137)) select (.at(msg_take), .rows, .row);
  always_comb begin
    port_number = '0;
    for (int i = 0; i < NP; i++) port_number |= PW'(i) & {PW{msg_take[i]}};
  end
  always_ff @(posedge clk) begin
    valid <= !rst && msg_take != '0;
    port <= port_number;
    message <= row;
  end

  // By class
  logic [NC-1:0] enable;
  logic [16*NC-1:0] times;
  always_comb begin
    enable = '0;
    times = '0;
    for (int c = 0; c < NC; c++)
      for (int k = 0; k < 8; k++)
        if (priorities[3*c+:3] == 3'(k)) begin
          enable[c] |= message[128+k];
          times[16*c+:16] |= message[16*k+:16];
        end
    if (message[136]) times[15:0] = message[15:0];
  end
  always_ff @(posedge clk) begin
    rx_valid <= valid && !rst;
    rx_port <= port;
    rx_level <= message[136];
    rx_enable <= enable;
    rx_time <= times;
  end
endmodule
`default_nettype wire
