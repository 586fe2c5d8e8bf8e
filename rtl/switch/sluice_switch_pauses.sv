// Events of the pause counters: a message to the MMU, and a message taken from the MMU, with the classes that each one pauses. A message of the
// port level, or of PAUSE, pauses every class for the time of class 0.
// Latency: 2 cycles.
`default_nettype none
module sluice_switch_pauses #(
    parameter int NC = 8,  // classes
    parameter int PW = 2   // bits of a port number
) (
    input  wire logic             clk,
    // A message to the MMU
    input  wire logic             rx_valid,       // a message to the MMU
    input  wire logic [PW-1:0]    rx_port,        // receiving port
    input  wire logic [1:0]       rx_level,       // LEVEL_*, see sluice_pkg
    input  wire logic [NC-1:0]    rx_enable,      // classes that the message is for
    input  wire logic [16*NC-1:0] rx_time,        // time of each class, quanta
    // A message from the MMU
    input  wire logic             tx_valid,       // a message from the MMU
    input  wire logic             tx_ready,       // the message is taken
    input  wire logic [PW-1:0]    tx_port,        // sending port
    input  wire logic             tx_level,       // 1: port level; 0: classes
    input  wire logic [NC-1:0]    tx_enable,      // classes that the message is for
    input  wire logic [16*NC-1:0] tx_time,        // time of each class, quanta
    // Events
    output logic                  rx_count,       // a message to the MMU
    output logic      [PW-1:0]    rx_count_port,  // port of that message
    output logic      [NC-1:0]    rx_pauses,      // classes with a time other than 0
    output logic                  tx_count,       // a message from the MMU
    output logic      [PW-1:0]    tx_count_port,  // port of that message
    output logic      [NC-1:0]    tx_pauses       // classes with a time other than 0
);
  function automatic logic [NC-1:0] pauses(input logic level, input logic [NC-1:0] enable, input logic [16*NC-1:0] times);
    for (int c = 0; c < NC; c++) pauses[c] = level ? times[15:0] != '0 : enable[c] && times[16*c+:16] != '0;
  endfunction

  logic taken, taken_level, received, received_all;
  logic [PW-1:0] taken_port, received_port;
  logic [NC-1:0] taken_enable, received_enable;
  logic [16*NC-1:0] taken_time, received_time;
  always_ff @(posedge clk) begin
    taken <= tx_valid && tx_ready;
    {taken_port, taken_level, taken_enable, taken_time} <= {tx_port, tx_level, tx_enable, tx_time};
    received <= rx_valid;
    {received_port, received_all, received_enable, received_time} <= {rx_port, rx_level != sluice_pkg::LEVEL_CLASSES, rx_enable, rx_time};
    {rx_count, tx_count} <= {received, taken};
    {rx_count_port, tx_count_port} <= {received_port, taken_port};
    rx_pauses <= pauses(received_all, received_enable, received_time);
    tx_pauses <= pauses(taken_level, taken_enable, taken_time);
  end
endmodule
`default_nettype wire
