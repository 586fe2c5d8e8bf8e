// Passes a message of the MMU to the sender of its port; times by class become times by priority [spec 9]. One message
// per cycle: the senders store the messages, so the MMU's tx_ready is 1.
// Latency: message in cycle t, msg_* in t + 1.
`default_nettype none
module sluice_control_out #(
    parameter int NP = 4,                       // ports
    parameter int NC = 8,                       // classes
    parameter int PW = NP > 1 ? $clog2(NP) : 1  // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic [3*NC-1:0]  priorities,  // priority of each class, one to one
    input  wire logic             tx_valid,    // a message to send
    input  wire logic [PW-1:0]    tx_port,     // port that sends it
    input  wire logic             tx_level,    // 1: port level; 0: classes
    input  wire logic [NC-1:0]    tx_enable,   // classes that the message is for
    input  wire logic [16*NC-1:0] tx_time,     // time of each class, quanta
    output logic      [NP-1:0]    msg_valid,   // a message for the sender of the port
    output logic                  msg_level,   // 1: port level; 0: priorities
    output logic      [7:0]       msg_enable,  // priorities that the message is for
    output logic      [127:0]     msg_time     // time of each priority, quanta; of the port level in [15:0]
);
  logic [7:0] enable;
  logic [127:0] times;
  always_comb begin
    enable = '0;
    times = '0;
    for (int k = 0; k < 8; k++)
      for (int c = 0; c < NC; c++)
        if (priorities[3*c+:3] == 3'(k)) begin
          enable[k] = enable[k] | tx_enable[c];
          times[16*k+:16] = times[16*k+:16] | tx_time[16*c+:16];
        end
  end
  always_ff @(posedge clk) begin
    for (int p = 0; p < NP; p++) msg_valid[p] <= !rst && tx_valid && tx_port == PW'(p);
    msg_level <= tx_level;
    msg_enable <= enable;
    msg_time <= {times[127:16], tx_level ? tx_time[15:0] : times[15:0]};
  end
endmodule
`default_nettype wire
