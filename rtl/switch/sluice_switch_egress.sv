// One port's cells become a stream: a memory with room for four cells, a bank for each word, and a register in front of the MAC. A frame
// whose cells are marked is dropped; so is, while the link is down, everything, a cell a clock. A frame of which a part was sent then ends with a
// word of tlast and tuser.
// Latency: push in clock t, m_tvalid in clock t + 2.
`default_nettype none
module sluice_switch_egress #(
    parameter int CW = 3,
    parameter int DW = 64,
    parameter int CELL = 64,
    parameter int BW = $clog2(CELL)      // derived: do not set
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic              up,
    input  wire logic              push,       // only while level <= 3
    input  wire logic [8*CELL-1:0] push_data,
    input  wire logic              push_last,
    input  wire logic [BW-1:0]     push_bytes, // less one; all where it is not the last
    input  wire logic [CW-1:0]     push_class,
    input  wire logic              push_drop,
    output logic      [2:0]        level,
    output logic      [DW-1:0]     m_tdata,
    output logic      [DW/8-1:0]   m_tkeep,
    output logic                   m_tvalid,
    input  wire logic              m_tready,
    output logic                   m_tlast,
    output logic                   m_tuser,
    // A frame has ended here
    output logic                   end_valid,
    output logic      [3:0]        end_reason, // 0: it was sent
    output logic      [CW-1:0]     end_class,
    output logic      [13:0]       end_bytes
);
  localparam int Bytes = DW / 8;
  localparam int Words = CELL / Bytes;
  localparam int WW = Words > 1 ? $clog2(Words) : 1;
  localparam int Shift = $clog2(Bytes);

  logic [1:0] fill, show, ahead;    // ahead: show + 1
  logic [BW+1:0] facts[4];          // drop, last, bytes less one
  logic [CW-1:0] classes[4];
  logic [8*CELL-1:0] shown;
  genvar w;
  generate
    for (w = 0; w < Words; w = w + 1) begin : g_bank
      logic [DW-1:0] bank[4];
      always_ff @(posedge clk) if (push) bank[fill] <= push_data[w*DW+:DW];
      assign shown[w*DW+:DW] = bank[show];
    end
  endgenerate

  logic [WW-1:0] word, rest;        // rest: words of the cell behind this one
  logic sending, lost;              // a part of the frame was sent; the rest is not to be
  logic some, last, drops, skip, give, final_word, abort, done;
  logic [BW+1:0] pushed, facts_ahead;
  logic [BW-1:0] here;
  logic is_drop;
  logic [BW-1:0] pushed_less;
  logic [13:0] words;               // of the frame that were sent, less one
  logic [Shift:0] less;             // bytes of the last one, less one
  assign some = level != '0;
  assign facts_ahead = facts[ahead];
  assign pushed_less = push_last ? push_bytes : BW'(CELL - 1);
  assign pushed = {push_drop, push_last, pushed_less};
  assign final_word = rest == '0;
  assign drops = is_drop || !up || lost;
  assign abort = sending && !up && (!m_tvalid || m_tready);
  assign skip = (some && drops && !sending);             // a cell at once
  assign give = some && !drops && (!m_tvalid || m_tready);
  assign done = skip || (give && final_word);
  always_ff @(posedge clk) begin
    if (rst) begin
      {fill, show, level, word, sending, lost, m_tvalid, end_valid} <= '0;
      ahead <= 2'd1;
    end else begin
      fill <= fill + 2'(push);
      show <= show + 2'(done);
      ahead <= ahead + 2'(done);
      level <= level + 3'(push) - 3'(done);
      if (skip) word <= '0;
      else if (give) word <= final_word ? '0 : word + 1'b1;
      if (abort) sending <= 1'b0;
      else if (give) sending <= !(final_word && last);
      // A frame that was given up, or whose first cells were dropped: all of it goes.
      if (abort) lost <= 1'b1;
      else if (skip) lost <= (!last);
      if (abort || give) m_tvalid <= 1'b1;
      else if (m_tready) m_tvalid <= 1'b0;
      end_valid <= done && last;
    end
    if (push) begin
      facts[fill] <= pushed;
      classes[fill] <= push_class;
    end
    // Of the cell that is shown next: the one that comes, or the one behind
    if (level == '0 || (done && level == 3'd1)) begin
      {is_drop, last, here} <= pushed;
      rest <= WW'(32'(pushed_less) >> Shift);
    end else if (done) begin
      {is_drop, last, here} <= facts_ahead;
      rest <= WW'(32'(facts_ahead[BW-1:0]) >> Shift);
    end else if (give) rest <= rest - 1'b1;
    if (abort || give) begin
      m_tdata <= shown[word*DW+:DW];
      m_tlast <= abort || (final_word && last);
      m_tuser <= abort;
      for (int b = 0; b < Bytes; b++) m_tkeep[b] <= !(final_word && last) || abort || b <= 32'(here) % Bytes;
    end
    if (give) begin
      words <= sending ? words + 1'b1 : '0;
      less <= (Shift + 1)'(32'(here) % Bytes);
    end
    end_reason <= !skip ? sluice_switch_pkg::NONE : is_drop ? sluice_switch_pkg::WATCHDOG : sluice_switch_pkg::LINK;
    end_class <= classes[show];
  end
  assign end_bytes = ((words << Shift) | 14'(less)) + 1'b1;
endmodule
`default_nettype wire
