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

  logic [1:0] fill, show;
  logic [3:0] is_last, is_drop;
  logic [BW-1:0] bytes[4];
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

  logic [WW-1:0] word;
  logic sending, lost;              // a part of the frame was sent; the rest is not to be
  logic some, last, drops, skip, give, final_word, abort, done;
  logic [BW-1:0] here;
  logic [13:0] sent;
  assign some = level != '0;
  assign last = is_last[show];
  assign here = bytes[show];
  assign final_word = 32'(word) == 32'(here) >> Shift;
  assign drops = is_drop[show] || !up || lost;
  assign abort = sending && !up && (!m_tvalid || m_tready);
  assign skip = (some && drops && !sending);             // a cell at once
  assign give = some && !drops && (!m_tvalid || m_tready);
  assign done = skip || (give && final_word);
  always_ff @(posedge clk) begin
    if (rst) begin
      {fill, show, level, word, sending, lost, m_tvalid, end_valid} <= '0;
    end else begin
      fill <= fill + 2'(push);
      show <= show + 2'(done);
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
      is_last[fill] <= push_last;
      is_drop[fill] <= push_drop;
      bytes[fill] <= push_last ? push_bytes : BW'(CELL - 1);
      classes[fill] <= push_class;
    end
    if (abort || give) begin
      m_tdata <= shown[word*DW+:DW];
      m_tlast <= abort || (final_word && last);
      m_tuser <= abort;
      for (int b = 0; b < Bytes; b++) m_tkeep[b] <= !(final_word && last) || abort || b <= 32'(here) % Bytes;
    end
    if (give) sent <= (sending ? sent : '0) + (final_word && last ? 14'(32'(here) % Bytes) + 1'b1 : 14'(Bytes));
    end_reason <= !skip ? sluice_switch_pkg::NONE : is_drop[show] ? sluice_switch_pkg::WATCHDOG : sluice_switch_pkg::LINK;
    end_class <= classes[show];
  end
  assign end_bytes = sent;
endmodule
`default_nettype wire
