// A word read from a RAM early and needed late: on its way it takes over what is written to its address, so that at the end
// it is as if it were read there, with one read port. Clock 2: early, what sluice_totals gives as the latest; clock k: written is
// what the RAM takes in this clock, same[k] that it goes to this word's address. late: valid in clock STAGES + 1, with all that
// was written until the clock before.
`default_nettype none
module sluice_ram_forward #(
    parameter int W = 18,
    parameter int STAGES = 5,
    parameter logic [0:0] INVERTED = 0  // early and late are complements
) (
    input  wire logic              clk,
    input  wire logic [W-1:0]      read_word,
    input  wire logic [W-1:0]      written,
    input  wire logic [STAGES:2]   same,
    output logic      [W-1:0]      latest_word
);
  logic [W-1:0] word[STAGES+2];
  always_ff @(posedge clk) begin
    word[3] <= same[2] ? written ^ {W{INVERTED}} : read_word;
    for (int k = 3; k <= STAGES; k++) word[k+1] <= same[k] ? written ^ {W{INVERTED}} : word[k];
  end
  assign latest_word = word[STAGES+1];
endmodule
`default_nettype wire
