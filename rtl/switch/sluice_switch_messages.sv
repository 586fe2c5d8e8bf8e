// Pause messages to the MMU: those from outside, and one of each level for each link that goes down. These three clear all timers of the port.
// Messages for a port whose link is down are discarded.
// Latency: 1 cycle. The three messages of a link follow in the first cycles without a message from outside.
// Collisions: messages from outside win; of several links that went down, the lowest port is first.
`default_nettype none
module sluice_switch_messages #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int PW = 2   // bits of a port number
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic [NP-1:0]    up,          // link of the port and switch are up
    input  wire logic             rx_valid,    // a message to the MMU
    input  wire logic [PW-1:0]    rx_port,     // receiving port
    input  wire logic [1:0]       rx_level,    // LEVEL_*, see sluice_pkg
    input  wire logic [NC-1:0]    rx_enable,   // classes that the message is for
    input  wire logic [16*NC-1:0] rx_time,     // time of each class, quanta
    output logic                  mmu_valid,   // a message
    output logic      [PW-1:0]    mmu_port,    // receiving port
    output logic      [1:0]       mmu_level,   // LEVEL_*, see sluice_pkg
    output logic      [NC-1:0]    mmu_enable,  // classes that the message is for
    output logic      [16*NC-1:0] mmu_time     // time of each class, quanta
);
  logic [NP-1:0] were_up, fallen, picked;
  logic clear_pending, clear_now;  // the timers of port are to be cleared; a message of it is sent in this cycle
  logic [1:0] level;               // of that message
  logic [PW-1:0] port, lowest;
  always_comb begin
    lowest = '0;
    for (int p = NP - 1; p >= 0; p--) if (fallen[p]) lowest = PW'(p);
    for (int p = 0; p < NP; p++) picked[p] = !clear_pending && lowest == PW'(p);
  end
  assign clear_now = clear_pending && !rx_valid;
  always_ff @(posedge clk) begin
    were_up <= up & {NP{!rst}};
    if (rst) {fallen, clear_pending, level} <= '0;
    else begin
      fallen <= (fallen & ~picked) | (were_up & ~up);
      clear_pending <= clear_pending ? !(clear_now && level == sluice_pkg::LEVEL_PAUSE) : fallen != '0;
      if (clear_now) level <= level == sluice_pkg::LEVEL_PAUSE ? sluice_pkg::LEVEL_CLASSES : level + 1'b1;
    end
    if (!clear_pending) port <= lowest;
  end
  always_ff @(posedge clk) begin
    mmu_valid <= !rst && (rx_valid ? up[rx_port] : clear_pending);
    {mmu_port, mmu_level, mmu_enable} <= clear_now ? {port, level, {NC{1'b1}}} : {rx_port, rx_level, rx_enable};
    mmu_time <= clear_now ? '0 : rx_time;
  end
endmodule
`default_nettype wire
