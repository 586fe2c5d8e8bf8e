// Pause messages as events of the counters: a message to the MMU, and one that was taken from it, with the classes that it pauses.
// Latency: a message to the MMU 1 cycle, one from it 2.
`default_nettype none
module sluice_switch_pauses #(
    parameter int NC = 8,
    parameter int PW = 2
) (
    input  wire logic             clk,
    // A message to the MMU
    input  wire logic             rx_valid,
    input  wire logic [PW-1:0]    rx_port,
    input  wire logic [NC-1:0]    rx_enable,
    input  wire logic [16*NC-1:0] rx_time,        // quanta
    // A message from the MMU
    input  wire logic             tx_valid,
    input  wire logic             tx_ready,
    input  wire logic [PW-1:0]    tx_port,
    input  wire logic [NC-1:0]    tx_enable,
    input  wire logic [16*NC-1:0] tx_time,
    // Events
    output logic                  rx_count,
    output logic      [PW-1:0]    rx_count_port,
    output logic      [NC-1:0]    rx_pauses,      // classes with a time other than 0
    output logic                  tx_count,
    output logic      [PW-1:0]    tx_count_port,
    output logic      [NC-1:0]    tx_pauses
);
  logic taken;
  logic [PW-1:0] taken_port;
  logic [NC-1:0] taken_enable;
  logic [16*NC-1:0] taken_time;
  always_ff @(posedge clk) begin
    taken <= tx_valid && tx_ready;
    {taken_port, taken_enable, taken_time} <= {tx_port, tx_enable, tx_time};
    {rx_count, tx_count} <= {rx_valid, taken};
    {rx_count_port, tx_count_port} <= {rx_port, taken_port};
    for (int c = 0; c < NC; c++) begin
      rx_pauses[c] <= rx_enable[c] && rx_time[16*c+:16] != '0;
      tx_pauses[c] <= taken_enable[c] && taken_time[16*c+:16] != '0;
    end
  end
endmodule
`default_nettype wire
