// Pause messages to the MMU: those from outside, and one of each level for each port that ceases to obey pauses because
// its link goes down or it gets credits. These three clear all timers and rates of the port. Messages for a port that
// does not obey pauses are discarded.
// Latency: 1 cycle. The three messages of a port follow in the first cycles without a message from outside.
// Collisions: messages from outside win; of several ports that cease to obey, the lowest one is first.
`default_nettype none
module sluice_switch_messages #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int PW = 2   // bits of a port number
) (
    clk, rst, up, credits, from_outside, to_mmu
);
  `SLUICE_SWITCH_MESSAGE(NC, PW)
  input wire logic          clk;
  input wire logic          rst;
  input wire logic [NP-1:0] up;       // link of the port and switch are up
  input wire logic [NP-1:0] credits;  // the port uses credits instead of pauses
  input wire message_t      from_outside;
  output message_t          to_mmu;

  logic [NP-1:0] obeys, obeyed, ceased, picked;  // obeys: the port obeys pauses
  logic clear_pending, clear_now;  // the timers of port are to be cleared; a message of it is sent in this cycle
  logic [1:0] level;               // of that message
  logic [PW-1:0] port, lowest;
  assign obeys = up & ~credits;
  always_comb begin
    lowest = '0;
    for (int p = NP - 1; p >= 0; p--) if (ceased[p]) lowest = PW'(p);
    for (int p = 0; p < NP; p++) picked[p] = !clear_pending && lowest == PW'(p);
  end
  assign clear_now = clear_pending && !from_outside.valid;
  always_ff @(posedge clk) begin
    obeyed <= obeys & {NP{!rst}};
    if (rst) {ceased, clear_pending, level} <= '0;
    else begin
      ceased <= (ceased & ~picked) | (obeyed & ~obeys);
      clear_pending <= clear_pending ? !(clear_now && level == sluice_pkg::LEVEL_PAUSE) : ceased != '0;
      if (clear_now) level <= level == sluice_pkg::LEVEL_PAUSE ? sluice_pkg::LEVEL_CLASSES : level + 1'b1;
    end
    if (!clear_pending) port <= lowest;
  end
  always_ff @(posedge clk) begin
    to_mmu <= clear_now ? {1'b1, port, level, {NC{1'b1}}, {16 * NC{1'b0}}} : from_outside;
    to_mmu.valid <= !rst && (from_outside.valid ? obeys[from_outside.port] : clear_pending);
  end
endmodule
`default_nettype wire
