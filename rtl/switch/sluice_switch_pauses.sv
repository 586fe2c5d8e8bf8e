// Events of the pause counters: a message to the MMU, and a message taken from the MMU, with the classes that each one
// pauses. A message of the port level, or of PAUSE, pauses every class for the time of class 0.
// Latency: 2 cycles.
`default_nettype none
module sluice_switch_pauses #(
    parameter int NC = 8,  // classes
    parameter int PW = 2   // bits of a port number
) (
    clk, to_mmu, from_mmu, from_mmu_taken, pause_in, pause_out
);
  `SLUICE_SWITCH_MESSAGE(NC, PW)
  `SLUICE_SWITCH_PAUSE(NC, PW)
  input wire logic     clk;
  input wire message_t to_mmu;          // a message to the MMU
  input wire message_t from_mmu;        // a message from the MMU
  input wire logic     from_mmu_taken;  // it is taken
  output pause_t       pause_in;        // a message to the MMU counts
  output pause_t       pause_out;       // a message from the MMU counts

  function automatic logic [NC-1:0] pauses(
      input logic [1:0] level, input logic [NC-1:0] enable, input logic [16*NC-1:0] times);
    for (int c = 0; c < NC; c++)
      pauses[c] = level != sluice_pkg::LEVEL_CLASSES ? times[15:0] != '0 : enable[c] && times[16*c+:16] != '0;
  endfunction

  message_t received, sent;
  always_ff @(posedge clk) begin
    {received, sent} <= {to_mmu, from_mmu};
    sent.valid <= from_mmu.valid && from_mmu_taken;
    pause_in <= {received.valid, received.port, pauses(received.level, received.enable, received.times)};
    pause_out <= {sent.valid, sent.port, pauses(sent.level, sent.enable, sent.times)};
  end
endmodule
`default_nettype wire
