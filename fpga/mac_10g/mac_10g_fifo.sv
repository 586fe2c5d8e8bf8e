// A FIFO between two clocks. Each side keeps its position as a Gray code, which the other side samples through two
// registers, so a sampled position is the present one or an earlier one. Positions are never set back while a link goes
// down: a reset of one side alone would show stale words. Registers in front of the RAM and behind it keep its wires
// out of both sides' logic.
// Latency: a word of write cycle t is in the RAM from t + 2 on, and is shown 3 to 4 read cycles after that edge. A
// place is free for the writer 3 to 4 write cycles after its word was shown.
// Reset: rst only at power-on, while both clocks run, for 4 cycles of both or more. FPGAs also start with the initial
// values.
`default_nettype none
module mac_10g_fifo #(
    parameter int WIDTH = 74,  // bits of a word
    parameter int AW = 4       // 2^AW words, 3 or more; a LUT RAM
) (
    input  wire logic             write_clk,
    input  wire logic             write_rst,
    input  wire logic             write,      // store a word; only while space
    input  wire logic [WIDTH-1:0] data,       // the word
    output logic                  space,      // there is a free place
    input  wire logic             read_clk,
    input  wire logic             read_rst,
    output logic                  valid,      // a word is shown
    output logic      [WIDTH-1:0] shown,      // the word
    input  wire logic             take        // remove the shown word
);
  function automatic logic [AW:0] gray(input logic [AW:0] position);
    gray = position ^ (position >> 1);
  endfunction
  logic [WIDTH-1:0] words[2**AW];
  // Positions have a bit more than an address. tail_gray is that of the words in the RAM.
  logic [AW:0] head = '0, tail = '0, head_gray = '0, tail_gray = '0, next_head, full;
  (* ASYNC_REG = "TRUE" *) logic [AW:0] head_1 = '0, head_2 = '0, tail_1 = '0, tail_2 = '0;
  logic [WIDTH-1:0] word;
  logic [AW-1:0] place;
  logic stored = 1'b0;  // word goes to place
  initial {space, valid} = '0;
  assign full = {~head_2[AW:AW-1], head_2[AW-2:0]};  // 2^AW words ahead
  always_ff @(posedge write_clk) begin
    {head_2, head_1} <= {head_1, head_gray};
    space <= !write_rst && (write ? gray(tail + 1'b1) != full : gray(tail) != full);
    {stored, place, word} <= {write && !write_rst, tail[AW-1:0], data};
    if (stored) words[place] <= word;
    tail <= write_rst ? '0 : tail + (AW + 1)'(write);
    tail_gray <= write_rst ? '0 : gray(tail);
  end
  logic load, pop;
  assign load = !valid || take;
  assign pop = load && head_gray != tail_2;
  assign next_head = head + (AW + 1)'(pop);
  always_ff @(posedge read_clk) begin
    {tail_2, tail_1} <= {tail_1, tail_gray};
    if (load) shown <= words[head[AW-1:0]];
    valid <= !read_rst && (pop || !load);
    head <= read_rst ? '0 : next_head;
    head_gray <= read_rst ? '0 : gray(next_head);
  end
endmodule
`default_nettype wire
