// The slot wheel: one slot per cycle, SLOTS slots per turn. Slot p < NP writes a cell of port p and reads a cell for port p.
// Slot NP reads and writes a cell of a copy; it is output one cycle late, because the copier has the address of its cell at once.
// Latency: slot s follows slot s - 1 in the next cycle; slot 0 follows the reset.
`default_nettype none
module sluice_switch_wheel #(
    parameter int NP = 4,                       // ports
    parameter int SLOTS = 5,                    // slots of a turn, at least NP + 1
    parameter int PW = NP > 1 ? $clog2(NP) : 1  // derived: do not set
) (
    input  wire logic          clk,
    input  wire logic          rst,
    output logic               port_slot,  // this slot belongs to a port
    output logic      [PW-1:0] port,       // port of this slot; 0 in the other slots
    output logic      [PW-1:0] in_port,    // port, in registers of its own for the inputs
    output logic               copy_slot   // the slot one cycle before belongs to the copier
);
  logic [$clog2(SLOTS)-1:0] slot, next_slot;
  logic [PW-1:0] next_port;
  assign next_slot = rst || 32'(slot) == SLOTS - 1 ? '0 : slot + 1'b1;
  assign next_port = 32'(next_slot) < NP ? next_slot[PW-1:0] : '0;
  always_ff @(posedge clk) begin
    slot <= next_slot;
    port_slot <= 32'(next_slot) < NP;
    port <= next_port;
    in_port <= rst ? '0 : next_port;  // with a reset only to keep it a register of its own
    copy_slot <= !rst && 32'(slot) == NP;
  end
endmodule
`default_nettype wire
