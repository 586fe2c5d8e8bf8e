// A design for steps.sh with the patterns that synth/masks.py, synth/carries.py and synth/fill.py change: a RAM that
// writes whole words, one that writes parts of words, comparisons and sums whose carries leave the chain, delayed
// operands, and LUTs of few inputs.
`default_nettype none
module steps (
    input  wire logic        clk,
    input  wire logic        write,
    input  wire logic [1:0]  parts,  // halves of a word to write
    input  wire logic [1:0]  at,
    input  wire logic [1:0]  from,
    input  wire logic [7:0]  a,
    input  wire logic [7:0]  b,
    output logic      [15:0] whole,
    output logic      [15:0] part,
    output logic      [7:0]  delayed,
    output logic             below,
    output logic             chosen,
    output logic             over,
    output logic      [3:0]  few
);
  (* no_rw_check, ram_style = "block" *) logic [15:0] words[4];
  (* no_rw_check, ram_style = "block" *) logic [15:0] halves[4];
  logic [7:0] a1, b1;
  logic [8:0] sum;
  assign sum = {1'b0, a1} + {1'b0, b1};
  always_ff @(posedge clk) begin
    {a1, b1} <= {a, b};
    if (write) words[at] <= {a, b};
    whole <= words[from];
    if (parts[0]) halves[at][7:0] <= a;
    if (parts[1]) halves[at][15:8] <= b;
    part <= halves[from];
    delayed <= a1;
    below <= a1 < b1;
    chosen <= ^{a, b1, write} && !(a1 <= b);
    over <= sum[8];
    few <= {a1[0] ^ b1[1], a1[2] & b1[3], a1[4] | parts[1], a1[6] ^ a1[7]} ^ {4{write}};
  end
endmodule
`default_nettype wire
