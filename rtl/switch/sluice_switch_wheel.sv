// The slot wheel: one slot per cycle, SLOTS slots per turn. Slot p < NP writes a cell of port p and reads a cell for
// port p. Slot NP reads and writes a cell of a copy; it is output one cycle late, because the copier has the address of
// its cell at once. The inputs get their slot one cycle early, because they read their memories into a register.
// Latency: slot s follows slot s - 1 in the next cycle; slot 0 follows the reset.
`default_nettype none
module sluice_switch_wheel #(
    parameter int NP = 4,                       // ports
    parameter int SLOTS = 5,                    // slots of a turn, at least NP + 1
    parameter int PW = NP > 1 ? $clog2(NP) : 1  // derived: do not set
) (
    input  wire logic          clk,
    input  wire logic          rst,
    output logic               port_slot,   // this slot belongs to a port
    output logic      [PW-1:0] port,        // port of this slot; 0 in the other slots
    output logic               early_slot,  // port_slot of the next cycle
    output logic      [PW-1:0] early_port,  // port of the next cycle
    output logic               copy_slot    // the slot one cycle before belongs to the copier
);
  localparam int Bits = $clog2(SLOTS);
  logic [Bits-1:0] slot, early, next_early;  // early: slot of the next cycle
  assign next_early = rst ? Bits'(1) : 32'(early) == SLOTS - 1 ? '0 : early + 1'b1;
  always_ff @(posedge clk) begin
    early <= next_early;
    early_slot <= 32'(next_early) < NP;
    early_port <= 32'(next_early) < NP ? next_early[PW-1:0] : '0;
    slot <= rst ? '0 : early;
    port_slot <= early_slot;  // 1 with a reset, because slot 1 is one of a port
    port <= rst ? '0 : early_port;
    copy_slot <= !rst && 32'(slot) == NP;
  end
endmodule
`default_nettype wire
