// A FIFO between two clocks. Each side keeps its position as a Gray code, which the other side samples through two registers, so a sampled
// position is the present one or an earlier one. Positions are never set back while a link goes down: a reset of one side alone would
// show stale words.
// Latency: a word of write cycle t is shown 2 to 3 read cycles later. A place is free for the writer 2 to 3 write cycles after its word was taken.
// Reset: rst only at power-on, while both clocks run, for 4 cycles of both or more. FPGAs also start with the initial values.
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
  logic [WIDTH-1:0] words[2**AW];
  // Positions have a bit more than an address.
  logic [AW:0] head = '0, tail = '0, head_gray = '0, tail_gray = '0, next_head, next_tail;
  (* ASYNC_REG = "TRUE" *) logic [AW:0] head_1 = '0, head_2 = '0, tail_1 = '0, tail_2 = '0;
  assign next_tail = tail + (AW + 1)'(write);
  assign next_head = head + (AW + 1)'(take && valid);
  assign space = tail_gray != {~head_2[AW:AW-1], head_2[AW-2:0]};  // not 2^AW words ahead
  assign valid = head_gray != tail_2;
  assign shown = words[head[AW-1:0]];
  always_ff @(posedge write_clk) begin
    {head_2, head_1} <= {head_1, head_gray};
    if (write) words[tail[AW-1:0]] <= data;
    tail <= write_rst ? '0 : next_tail;
    tail_gray <= write_rst ? '0 : next_tail ^ (next_tail >> 1);
  end
  always_ff @(posedge read_clk) begin
    {tail_2, tail_1} <= {tail_1, tail_gray};
    head <= read_rst ? '0 : next_head;
    head_gray <= read_rst ? '0 : next_head ^ (next_head >> 1);
  end
endmodule
`default_nettype wire
