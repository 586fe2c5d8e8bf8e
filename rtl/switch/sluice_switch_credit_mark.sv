// Keeps the place of a word of credits among the frames of a pipeline: the word waits until the frames that were in the
// pipeline when it came have left. A word that is loaded replaces one that waits.
// Latency: load in cycle t, ready in t + 1 at the earliest. A frame that leaves in cycle t is no longer ahead in t + 1.
// Collisions: a frame that enters in the cycle of load is behind the word; one that leaves is ahead of it.
`default_nettype none
module sluice_switch_credit_mark #(
    parameter int WB = 24,  // bits of a word
    parameter int FB = 5    // bits of a number of frames; the pipeline holds fewer than 2^FB
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic          enters,  // a frame enters the pipeline
    input  wire logic          leaves,  // a frame leaves it, in order
    input  wire logic          load,    // a word
    input  wire logic [WB-1:0] word,
    input  wire logic          take,    // the word is taken
    output logic               full,    // a word waits
    output logic               ready,   // and no frame is ahead of it
    output logic      [WB-1:0] marked   // that word
);
  logic [FB-1:0] frames, ahead;  // frames in the pipeline; of these, ahead of the word
  assign ready = full && ahead == '0;
  always_ff @(posedge clk) begin
    if (rst) {frames, ahead, full} <= '0;
    else begin
      frames <= frames + FB'(enters) - FB'(leaves);
      full <= load || (full && !take);
      if (load) ahead <= frames - FB'(leaves);
      else if (ahead != '0) ahead <= ahead - FB'(leaves);
    end
    if (load) marked <= word;
  end

`ifdef FORMAL_SWITCH_CREDIT_MARK
`include "sluice_switch_credit_mark.svh"
`endif
endmodule
`default_nettype wire
