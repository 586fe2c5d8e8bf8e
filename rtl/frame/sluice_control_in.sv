// Forwards the messages that the receivers hold to the MMU, one per cycle, round robin. A message arrives within 2 NP +
// 3 cycles after its frame was counted. Times by priority become times by class; a priority without a class is ignored
// [spec 9]. A list of the ports with a message is served from the lowest port on; after its last port the list is read
// again.
// Latency: msg_valid in cycle t, rx_valid in t + 4 at the earliest.
// Collisions: of several ports in the list the lowest wins.
`default_nettype none
module sluice_control_in #(
    parameter int NP = 4,                       // ports
    parameter int NC = 8,                       // classes
    parameter int PW = NP > 1 ? $clog2(NP) : 1  // derived: do not set
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic [3*NC-1:0]   priorities,  // priority of each class, one to one
    input  wire logic [NP-1:0]     msg_valid,   // the receiver of the port holds a message
    output logic      [NP-1:0]     msg_take,    // the message is taken
    input  wire logic [2*NP-1:0]   msg_level,   // LEVEL_*, see sluice_frame_pkg; LEVEL_CLASSES: priorities
    input  wire logic [8*NP-1:0]   msg_enable,  // priorities that the message is for
    input  wire logic [128*NP-1:0] msg_time,    // time of each priority, quanta
    output logic                   rx_valid,    // a message to the MMU
    output logic      [PW-1:0]     rx_port,     // port that received it
    output logic      [1:0]        rx_level,    // LEVEL_*, see sluice_frame_pkg
    output logic      [NC-1:0]     rx_enable,   // classes that the message is for
    output logic      [16*NC-1:0]  rx_time      // time of each class, quanta
);
  // Ports with a message. A port whose message is taken in this cycle or the next one does not enter the list again.
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

  // The message of the port that is served
  logic [137:0] row, message;
  logic [NP*138-1:0] rows;
  logic [PW-1:0] port_number, port;
  logic valid;
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_row
      assign rows[138*p+:138] = {msg_level[2*p+:2], msg_enable[8*p+:8], msg_time[128*p+:128]};
    end
  endgenerate
  sluice_select #(.NP(NP), .B(138)) select (.at(msg_take), .rows, .row);
  always_comb begin
    port_number = '0;
    for (int i = 0; i < NP; i++) port_number |= PW'(i) & {PW{msg_take[i]}};
  end
  always_ff @(posedge clk) begin
    valid <= !rst && msg_take != '0;
    port <= port_number;
    message <= row;
  end

  // Times by priority become times by class.
  logic [NC-1:0] enable;
  logic [16*NC-1:0] times;
  always_comb begin
    enable = '0;
    times = '0;
    for (int c = 0; c < NC; c++)
      for (int k = 0; k < 8; k++)
        if (priorities[3*c+:3] == 3'(k)) begin
          enable[c] = enable[c] | message[128+k];
          times[16*c+:16] = times[16*c+:16] | message[16*k+:16];
        end
    if (message[137:136] != sluice_frame_pkg::LEVEL_CLASSES) times[15:0] = message[15:0];
  end
  always_ff @(posedge clk) begin
    rx_valid <= valid && !rst;
    rx_port <= port;
    rx_level <= message[137:136];
    rx_enable <= enable;
    rx_time <= times;
  end
endmodule
`default_nettype wire
