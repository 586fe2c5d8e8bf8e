// Forwarding for a RAM word that is read early and used late: in every cycle in between the word takes a write to its
// address.
// At the end the word equals a read in the last cycle, without a second read port.
// Latency: read_word (latest of sluice_counter_ram) in cycle 2; same[k]: the write of this cycle is to the address of
// the word in cycle k; latest_word in cycle STAGES + 1, with all writes until the cycle before.
`default_nettype none
module sluice_ram_forward #(
    parameter int W = 18,               // bits of a word
    parameter int STAGES = 5,           // last cycle with a forwarded write
    parameter logic [0:0] INVERTED = 0  // read_word and latest_word are complements
) (
    input  wire logic              clk,         // clock
    input  wire logic [W-1:0]      read_word,   // cycle 2: the word
    input  wire logic [W-1:0]      written,     // word written in this cycle
    input  wire logic [STAGES:2]   same,        // bit k: written is for the address of the word in cycle k
    output logic      [W-1:0]      latest_word  // cycle STAGES + 1: the word, with all writes until the cycle before
);
  logic [W-1:0] word[STAGES+2];
  always_ff @(posedge clk) begin
    word[3] <= same[2] ? written ^ {W{INVERTED}} : read_word;
    for (int k = 3; k <= STAGES; k++) word[k+1] <= same[k] ? written ^ {W{INVERTED}} : word[k];
  end
  // Not a continuous assignment: Icarus 11 leaves the net of this array word unknown in a whole switch.
  always_comb latest_word = word[STAGES+1];
endmodule
`default_nettype wire
