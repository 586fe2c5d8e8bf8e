// The words of a port that do not pass. A frame of which a word did not pass is ignored up to its tlast, or until no
// word has arrived for SILENCE cycles, because a MAC whose receiver is reset inside a frame sends no tlast.
// Latency: a word in cycle t, ignoring in t + 1. Collisions: a word wins over the silence.
`default_nettype none
module sluice_switch_ignore #(
    parameter int SILENCE = 32,         // cycles without a word that end an ignored frame, a power of two
    parameter int TW = $clog2(SILENCE)  // derived: do not set
) (
    input  wire logic clk,
    input  wire logic rst,
    input  wire logic word,     // a word arrives
    input  wire logic passes,   // words pass; never while ignoring
    input  wire logic last,     // last word of its frame
    output logic      ignoring  // words are ignored
);
  logic [TW-1:0] silent;  // cycles without a word
  always_ff @(posedge clk) begin
    silent <= rst || word || !ignoring ? '0 : silent + 1'b1;
    if (rst) ignoring <= 1'b0;
    else if (word && !passes) ignoring <= !last;
    else if (silent == TW'(SILENCE - 1)) ignoring <= 1'b0;
  end
endmodule
`default_nettype wire
