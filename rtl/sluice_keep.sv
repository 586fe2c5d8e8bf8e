// A word read from a RAM early and needed late: on its way it takes over what is written to its address, so that at the end
// it is as if it were read there, with one read port. Clock 1: what the RAM gives; clock k: written is what the RAM takes in
// this clock, same[k] that it goes to this word's address. early: valid in clock 2, late: in clock STAGES + 1, each with all
// that was written until the clock before.
`default_nettype none
module sluice_keep #(
    parameter int W = 18,
    parameter int STAGES = 5,
    parameter logic [0:0] INVERTED = 0  // gives complements
) (
    input  wire logic              clk,
    input  wire logic [W-1:0]      read,
    input  wire logic [W-1:0]      written,
    input  wire logic [STAGES:1]   same,
    output logic      [W-1:0]      early,
    output logic      [W-1:0]      late
);
  logic [W-1:0] word[STAGES+2];
  always_ff @(posedge clk) begin
    word[2] <= (same[1] ? written : read) ^ {W{INVERTED}};
    for (int k = 2; k <= STAGES; k++) word[k+1] <= same[k] ? written ^ {W{INVERTED}} : word[k];
  end
  assign early = word[2];
  assign late = word[STAGES+1];
endmodule
`default_nettype wire
