// mac_10g_slice at random: words that are offered or not, a MAC that is ready or not, and resets. Every word that is
// taken leaves once and in order, unless a reset discards it; if the MAC was ready in a cycle, a word can be taken in
// the next one.
`timescale 1ns / 1ps
`default_nettype none
module slice_bench;
  localparam int Words = 20000, Width = 16;
  logic clk = 1'b0, rst = 1'b1;
  logic s_valid = 1'b0, s_ready, m_valid, m_ready = 1'b0, was_ready = 1'b0;
  logic [Width-1:0] s_word = '0, m_word, first = '0;  // first: the oldest word that was taken and has not left
  int failures = 0, stalls = 0, resets = 0, left = 0, often = 0;
  always #1 clk = !clk;
  mac_10g_slice #(.WIDTH(Width)) slice (.clk, .rst, .s_valid, .s_ready, .s_word, .m_valid, .m_ready, .m_word);

  // The inputs change behind the edge; words are consecutive numbers.
  always @(posedge clk) begin
    if (!rst && m_valid && m_ready && (m_word != first || first == s_word)) begin
      failures <= failures + 1;
      if (failures < 3)
        $display("failed: at %0t word %0d left, expected %0d, before %0d", $time, m_word, first, s_word);
    end
    if (was_ready && !s_ready) stalls <= stalls + 1;
    was_ready <= m_ready;
    if (!rst && m_valid && m_ready) left <= left + 1;
    if (rst) resets <= resets + 1;
    first <= rst ? s_word + Width'(s_valid && s_ready) : first + Width'(m_valid && m_ready);
    s_word <= s_word + Width'(s_valid && s_ready);
    if (s_ready || !s_valid || rst) s_valid <= $urandom_range(3) != 0;
    m_ready <= $urandom_range(4) >= often;
    rst <= $urandom_range(99) == 0;
    if ($urandom_range(199) == 0) often <= $urandom_range(4);
  end

  initial begin
    #(4 * Words);
    if (left < Words / 3 || resets < 100 || stalls > 0) failures = failures + 1;
    $display("slice: %0d words left, %0d resets, %0d stalls", left, resets, stalls);
    $display("%0d%%: Checks: 1, Failures: %0d, Errors: 0", failures == 0 ? 100 : 0, failures == 0 ? 0 : 1);
    $finish;
  end
endmodule
`default_nettype wire
